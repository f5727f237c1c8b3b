/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

/* Small models of Warcraft III, made by hand, for tests of operations on geosets. */

/* Appends a record to a list of an owner, and returns it. */
gpointer bare_add (MwMdlx *model, MwRecord *owner, const char *list, const MwSchema *schema);
/* One material and two bones, no geoset. */
MwMdlx *bare_model (void);
/* A geoset of triangles, all of whose vertices have the normal {0, 0, 1}, texture coordinates of their own and one bone. */
MwMdlxGeoset *bare_geoset (MwMdlx *model, const float *vertices, guint n, const guint16 *faces, guint n_faces);
/* A document with the model, in the format of fixtures. */
MwDocument *bare_open (MwMdlx *model);
const MwMdlxGeoset *bare_geoset_at (MwDocument *document, guint i);
/* The line must be refused with a message that has these words, and change nothing. */
void bare_refused (MwDocument *document, const char *line, const char *words);
#define VALUE(path, expected) fixture_assert_value (document, path, expected)

/* A rectangle in the plane z = 0, of two triangles. */
static const float square[] = { 0, 0, 0, 4, 0, 0, 4, 2, 0, 0, 2, 0 };
static const guint16 square_faces[] = { 0, 1, 2, 0, 2, 3 };
