/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-surfaces.h"
#include "core/model/aspects.h"
#include "core/model/m2/surfaces.h"
#include "core/pose/m2-material.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Rows about what surfaces have tracks for. */

/* --- Opacity and colour ---------------------------------------------------------------------------------------------- */

typedef struct {
  gsize of_batch, of_shadow; /* places of the references */
  const char *list, *slot;
} SharedPart;

static const SharedPart weights = { offsetof (MwM2Batch, weight), offsetof (MwM2ShadowBatch, weight), "texture_weights",
                                    "weight.track" },
                        colours = { offsetof (MwM2Batch, color), offsetof (MwM2ShadowBatch, color), "colors",
                                    "color.track" };

static MwRef *
ref_in (gpointer record, gsize offset)
{
  return (MwRef *) (gpointer) ((char *) record + offset);
}

/* The track of a batch's part; NULL: it has none. */
static const MwRecord *
part_track (const MwModel *model, const MwM2Batch *batch, const SharedPart *part)
{
  const MwRecord *record = mw_model_resolve (model, *ref_in ((gpointer) batch, part->of_batch));
  return record ? *(MwRecord **) mw_field_at (record, mw_schema_field (record->schema, part->slot)) : NULL;
}

/* The batches of the surface and the shadows that they cast refer to the record that the result has for them, and all other records
 * of the list are as before. */
static char *
expect_part (const TableCase *table, const SharedPart *part)
{
  MwModel *expected = mw_model_copy (table->before, TRUE);
  const MwList *list = table_list (expected, part->list), *now = table_list (table->after, part->list);
  g_autoptr (GPtrArray) surface = rows_surface_of (expected), after = rows_surface_after (table);
  const MwRecord *used = mw_model_resolve (table->after, *ref_in (rows_batch_at (after, 0), part->of_batch));
  g_autoptr (GPtrArray) users = g_ptr_array_new ();
  for (guint i = 0; i < surface->len; i++) {
    const MwList *shadows = &((MwM2Skin *) rows_batch_at (surface, i)->record.owner)->shadow_batches;
    g_ptr_array_add (users, ref_in (rows_batch_at (surface, i), part->of_batch));
    for (uint32_t k = 0; k < shadows->n; k++) {
      MwM2ShadowBatch *shadow = (MwM2ShadowBatch *) shadows->items[k];
      const MwM2Batch *batch = rows_batch_at (surface, i);
      if (shadow->submesh.id == batch->submesh.id && shadow->color.id == batch->color.id && batch->textures.n
          && shadow->weight.id == batch->weight.id && shadow->texture.id == ((MwRef *) batch->textures.data)->id)
        g_ptr_array_add (users, ref_in (shadow, part->of_shadow));
    }
  }
  if (!used || mw_record_index (used) >= list->n + 1 || now->n > list->n + 1
      || table_uses (table->after, part->list, used->id) != users->len) {
    mw_model_free (expected);
    return g_strdup ("the surface has no record of its own");
  }
  const MwField *field = mw_schema_field (expected->record.schema, part->list);
  const uint32_t place = mw_record_index (used);
  MwRecord *made = mw_record_copy (used, TRUE);
  mw_record_forget_ids (made);
  mw_list_insert (expected, &expected->record, field, place, made);
  if (now->n + 1 == list->n) {
    table_redirect (expected, part->list, list->items[place + 1]->id, made->id);
    mw_record_free (mw_list_take (expected, &expected->record, field, place + 1));
  }
  for (guint i = 0; i < users->len; i++)
    *(MwRef *) users->pdata[i] = (MwRef) { made->id, 0 };
  return table_expect (expected, table);
}

char *
rows_surface_opacity_step (const MwModel *model, MwFormat format)
{
  return rows_is_m2 (format) && rows_first_batch (model)
           ? g_strdup_printf ("surface-set-opacity %s opacity=0.375", ROWS_SURFACE)
           : NULL;
}

/* All sequences show it, from start to end. */
char *
rows_surface_opacity_judge (const TableCase *table)
{
  g_autoptr (GPtrArray) after = rows_surface_after (table);
  const MwRecord *track = part_track (table->after, rows_batch_at (after, 0), &weights);
  const MwList *sequences = table_list (table->after, "sequences");
  for (uint32_t i = 0; i < sequences->n; i++) {
    gint64 start, end;
    gboolean lanes;
    double values[2][4] = { { 1 }, { 1 } };
    table_interval (sequences->items[i], table->format, &start, &end, &lanes);
    if (track) {
      table_value (table->after, track, sequences->items[i], 0, values[0]);
      table_value (table->after, track, sequences->items[i], end - start, values[1]);
    }
    if (fabs (values[0][0] - 0.375) > 1e-4 || fabs (values[1][0] - 0.375) > 1e-4)
      return g_strdup_printf ("sequence %u shows the opacity %g to %g", i, values[0][0], values[1][0]);
  }
  return expect_part (table, &weights);
}

/* In a sequence that has keys of its own, at least when it is longer than a moment. */
char *
rows_surface_colour_step (const MwModel *model, MwFormat format)
{
  g_autofree char *sequence = rows_is_m2 (format) && rows_first_batch (model) ? table_sequence (model, format, 10, 0)
                                                                              : NULL;
  const MwRecord *record = sequence ? table_record (model, sequence) : NULL;
  return record ? g_strdup_printf ("surface-set-colour %s color={0.25,0.5,1} end={1,0.5,0} animate=1 sequences=%u",
                                   ROWS_SURFACE, mw_record_index (record))
                : NULL;
}

static gboolean
plays_same (const MwModel *model, const MwRecord *a, const MwRecord *b)
{
  return mw_sequence_aspect (model, a).plays == mw_sequence_aspect (model, b).plays;
}

/* Half way it has half of both colours, and other sequences show what they did. */
char *
rows_surface_colour_judge (const TableCase *table)
{
  static const double from[] = { 0.25, 0.5, 1 }, to[] = { 1, 0.5, 0 };
  enum { SAMPLES = 40 };
  g_autofree char *number = table_parameter (table->step, "sequences");
  g_autoptr (GPtrArray) after = rows_surface_after (table);
  const MwRecord *track = part_track (table->after, rows_batch_at (after, 0), &colours),
                 *old = part_track (table->before, rows_first_batch (table->before), &colours);
  const MwList *sequences = table_list (table->after, "sequences"), *was = table_list (table->before, "sequences");
  const guint chosen = (guint) g_ascii_strtoull (number, NULL, 10);
  for (uint32_t i = 0; track && i < sequences->n; i++) {
    gint64 start, end;
    gboolean lanes;
    table_interval (sequences->items[i], table->format, &start, &end, &lanes);
    for (guint k = 0; k <= SAMPLES; k++) {
      const gint64 time = (end - start) * k / SAMPLES;
      double now[4], wanted[4] = { 1, 1, 1 };
      table_value (table->after, track, sequences->items[i], time, now);
      if (i == chosen)
        for (guint c = 0; c < 3; c++)
          wanted[c] = from[c] + (to[c] - from[c]) * (double) time / (double) (end - start);
      else if (plays_same (table->after, sequences->items[i], sequences->items[chosen]))
        continue;
      else if (old)
        table_value (table->before, old, was->items[i], time, wanted);
      for (guint c = 0; c < 3; c++)
        if (fabs (now[c] - wanted[c]) > 1e-3)
          return g_strdup_printf ("sequence %u has %g instead of %g at %" G_GINT64_FORMAT " ms", i, now[c], wanted[c],
                                  time);
    }
  }
  return track ? expect_part (table, &colours) : g_strdup ("there is no colour");
}

/* --- Moving textures ------------------------------------------------------------------------------------------------- */

char *
rows_surface_scroll_step (const MwModel *model, MwFormat format)
{
  return rows_is_m2 (format) && rows_first_batch (model) && rows_first_batch (model)->transforms.n
           ? g_strdup_printf ("surface-set-texture-animation %s u=2 v=-1 period=1250", ROWS_SURFACE)
           : NULL;
}

/* The coordinates of the first texture move by this in each run of the clock, and by half of it in half of it. */
char *
rows_surface_scroll_judge (const TableCase *table)
{
  MwModel *expected = mw_model_copy (table->before, TRUE);
  g_autoptr (GPtrArray) surface = rows_surface_of (expected), after = rows_surface_after (table);
  const MwList *list = &rows_m2 (table->after)->texture_transforms, *clocks = &rows_m2 (table->after)->global_sequences;
  const MwM2TextureTransform *made = list->n ? (const MwM2TextureTransform *) list->items[list->n - 1] : NULL;
  const MwM2Track *track = made ? made->translation_track : NULL;
  const MwM2GlobalSequence *clock = track ? (const MwM2GlobalSequence *) mw_model_resolve (table->after,
                                                                                           track->global_sequence)
                                          : NULL;
  char *wrong = NULL;
  if (list->n != rows_m2 (expected)->texture_transforms.n + 1 || !clock || clock->duration != 1250)
    wrong = g_strdup ("there is no new transform with its clock");
  for (guint i = 0; i <= 4 && !wrong; i++) {
    double at_time[4];
    table_value (table->after, &track->record, rows_m2 (table->after)->sequences.items[0], 1250 * i / 4, at_time);
    const double share = i % 4 / 4.0;
    if (fabs (at_time[0] - 2 * share) > 2e-3 || fabs (at_time[1] + share) > 2e-3)
      wrong = g_strdup_printf ("the texture is at %g, %g after %u of 4 parts", at_time[0], at_time[1], i);
  }
  if (wrong) {
    mw_model_free (expected);
    return wrong;
  }
  if (clocks->n > rows_m2 (expected)->global_sequences.n) {
    MwM2GlobalSequence *new_clock = (MwM2GlobalSequence *) mw_record_new (&mw_m2_global_sequence_schema);
    new_clock->duration = 1250;
    mw_list_append (expected, &expected->record, MW_FIELD (MwM2, global_sequences), &new_clock->record);
  }
  MwRecord *copy = mw_record_copy (&made->record, TRUE);
  mw_record_forget_ids (copy);
  ((MwM2TextureTransform *) copy)->translation_track->global_sequence.id =
    rows_m2 (expected)->global_sequences.items[mw_record_index (&clock->record)]->id;
  mw_list_append (expected, &expected->record, MW_FIELD (MwM2, texture_transforms), copy);
  for (guint i = 0; i < surface->len; i++) {
    ((MwRef *) rows_batch_at (surface, i)->transforms.data)[0] = (MwRef) { copy->id, 0 };
    rows_batch_at (surface, i)->flags &= (uint8_t) ~0x10u;
  }
  g_assert_cmpuint (after->len, ==, surface->len);
  return table_expect (expected, table);
}
