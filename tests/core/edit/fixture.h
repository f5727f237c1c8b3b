/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/value.h"

#define FIXTURE_FORMAT ((MwFormat) { MW_FAMILY_MDX, 800 })

/* A small model in which every removal policy has something to do:
 *   sequences Stand (0..1000), Walk (2000..3000); one global sequence
 *   textures 0, 1; materials[0] with two layers that use both textures, layer 1 with a texture track over texture 0
 *   geosets[0] with three vertices, material 0, groups {Root}, {Root, Arm}, an extent for each sequence
 *   geoset_animations[0] of geosets[0]
 *   nodes: bones Root, Arm (parent Root, geoset 0), Hand (parent Arm); attachment Point (parent Hand); a collision box */
MwMdlx *fixture_model (void);
MwDocument *fixture_document (void);

/* A document on fixture_model(), and its model before any edit. */
typedef struct {
  MwDocument *document;
  MwModel *first;
} FixtureWorld;
void fixture_world_setup (FixtureWorld *world, gconstpointer data);
void fixture_world_teardown (FixtureWorld *world, gconstpointer data);

/* The field of a record with this name, which must exist. */
const MwField *fixture_field (const MwRecord *record, const char *name);
/* The single record or field that a path names. */
MwTarget fixture_target (MwDocument *document, const char *path);
MwId fixture_id (MwDocument *document, const char *path);
/* The value at a path as text. Free with g_free(). */
char *fixture_get (MwDocument *document, const char *path);
/* Sets a path in a transaction. Returns whether that was accepted. */
gboolean fixture_set (MwDocument *document, const char *path, const char *value);
/* The same. Fails the test if the value is refused. */
void fixture_must_set (MwDocument *document, const char *path, const char *value);
#define fixture_assert_value(document, path, expected)                                                                 \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autofree char *fixture_value = fixture_get (document, path);                                                     \
    g_assert_cmpstr (fixture_value, ==, expected);                                                                     \
  }                                                                                                                    \
  G_STMT_END

/* Fails with the path of the first difference if the models differ. */
void fixture_assert_equal (const MwModel *a, const MwModel *b);
/* Fails if the records are not exactly equal: ids, and the values of every field bit for bit, including fields that
 * are not live. */
void fixture_assert_same (const MwModel *a, const MwModel *b);

/* Undoes all steps, which must give `first`, and repeats them, which must give the model as it is now; both exactly, and twice. */
void fixture_assert_undo (MwDocument *document, const MwModel *first);
/* Replays the steps of a document up to its position, written as text and read again, in another document that has none. */
void fixture_replay_as_text (MwDocument *from, MwDocument *to);
