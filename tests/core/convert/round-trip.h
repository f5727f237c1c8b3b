/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/convert/convert.h"
#include "core/model/mdlx/mdlx.h"

/* Conversions to another format and back, for the tests of core/convert. */

/* All versions of both games. */
extern const MwFormat all_formats[];
extern const guint n_formats;

/* A model converted to a format and back. Free with round_trip_free(). */
typedef struct {
  MwModel *there, *back;
  MwReport *report; /* of the first conversion */
  GArray *partners; /* MwId in `back` by id in the model; 0: none */
} RoundTrip;
RoundTrip *round_trip (const MwModel *model, MwFormat from, MwFormat to, GError **error);
void round_trip_free (RoundTrip *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RoundTrip, round_trip_free)

/* The rows that the report names, and those that a diff finds, as sorted lines: "materials[0].layers[1]",
 * "nodes[2].flags"; "(layout)" follows a record whose layout differs. Free with g_ptr_array_unref(). */
GPtrArray *reported_rows (const RoundTrip *self);
GPtrArray *differing_rows (const MwModel *model, MwFormat from, const RoundTrip *self);
/* A sentence if the two sets of rows differ, else NULL. Free with g_free(). */
char *what_is_wrong (const MwModel *model, MwFormat from, const RoundTrip *self);
/* "WoW alpha MDX 1300" as "wow1300". Free with g_free(). */
char *short_name (MwFormat format);
