/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-import.h"
#include "tests/core/edit/operations/table.h"
#include "core/model/m2/m2.h"
#include "core/pose/skeleton.h"

#include <float.h>
#include <math.h>

/* --- Scale ---------------------------------------------------------------------------------------------------------- */

static char *
scale_step (const MwModel *model, MwFormat format)
{
  return g_strdup ("model-scale factor=2");
}

/* Doubles n numbers; of a matrix only those of the last row. */
static void
double_numbers (float *numbers, guint n, MwUnit unit)
{
  for (guint i = unit == MW_UNIT_MATRIX && n > 3 ? n - 3 : 0; i < n; i++)
    if (isfinite (numbers[i]))
      numbers[i] = CLAMP (2 * numbers[i], -FLT_MAX, FLT_MAX);
}

static void
double_field (MwRecord *record, const MwField *field)
{
  MwUnit unit = mw_record_unit (record, field);
  guint count = MAX (field->count, 1);
  if (unit != MW_UNIT_LENGTH && unit != MW_UNIT_SPEED && unit != MW_UNIT_ACCELERATION && unit != MW_UNIT_MATRIX)
    return;
  MwArray *array = field->type == MW_TYPE_ARRAY ? mw_field_at (record, field) : NULL;
  if (array && field->element == MW_TYPE_F32)
    for (guint i = 0; i < array->n; i++)
      double_numbers ((float *) array->data + i * count, count, unit);
  /* The magnitude of compressed gravity. */
  if (array && field->element == MW_TYPE_I16)
    for (guint i = 0; i < array->n; i++)
      ((int16_t *) array->data)[3 * i + 2] *= 2;
  if (field->type == MW_TYPE_F32)
    double_numbers (mw_field_at (record, field), count, unit);
}

static gboolean
double_record (MwRecord *record, gpointer data)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++)
    double_field (record, mw_schema_field_at (record->schema, i));
  return TRUE;
}

/* Where every point is in the middle of each of the first sequences must be twice as far from the origin. */
static char *
judge_places (const TableCase *at)
{
  enum { SEQUENCES = 4 };
  const MwList *sequences = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  g_autoptr (MwSkeleton) x = mw_skeleton_new (at->before), y = mw_skeleton_new (at->after);
  const MwList *old = table_list (at->before, at->format.family == MW_FAMILY_M2 ? "bones" : "nodes"),
               *now = table_list (at->after, at->format.family == MW_FAMILY_M2 ? "bones" : "nodes");
  for (guint i = 0; i < MIN (sequences->n, SEQUENCES); i++) {
    gint64 start, end;
    gboolean lanes;
    table_interval (sequences->items[i], at->format, &start, &end, &lanes);
    MwClock a = { 0 }, b = { 0 };
    mw_clock_play (&a, at->before, sequences->items[i]->id);
    mw_clock_play (&b, at->after, after->items[i]->id);
    a.time = b.time = (int) ((start + end) / 2);
    mw_skeleton_update (x, &a, NULL);
    mw_skeleton_update (y, &b, NULL);
    for (uint32_t k = 0; k < old->n; k++) {
      float p[3], q[3];
      mw_skeleton_position (x, old->items[k]->id, p);
      mw_skeleton_position (y, now->items[k]->id, q);
      for (int c = 0; c < 3; c++)
        if (fabsf (2 * p[c] - q[c]) > 1e-4f * MAX (1, fabsf (q[c])))
          return g_strdup_printf ("node %u is not twice as far away in sequence %u", k, i);
    }
  }
  return NULL;
}

/* Distances of bones are stored as whole numbers, which the editor works out again (m2.md 5.4). */
static void
take_distances (MwModel *expected, const TableCase *at)
{
  const MwList *bones = at->format.family == MW_FAMILY_M2 ? table_list (expected, "bones") : NULL;
  for (uint32_t i = 0; bones && i < bones->n; i++) {
    MwM2Bone *bone = (MwM2Bone *) bones->items[i];
    const MwM2Bone *after = (const MwM2Bone *) table_list (at->after, "bones")->items[i];
    bone->parent_distance = after->parent_distance;
    bone->descendant_distance = after->descendant_distance;
    bone->z_ratio = after->z_ratio;
  }
}

static char *
scale_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  mw_record_foreach (&expected->record, double_record, NULL);
  take_distances (expected, at);
  char *wrong = table_expect (expected, at);
  return wrong ? wrong : judge_places (at);
}

const TableRow table_model[] = {
  { "model-scale", TABLE_BOTH, scale_step, scale_judge },
  { "paste", TABLE_BOTH, paste_step, paste_judge },
  { "model-merge", TABLE_MDLX, merge_step, merge_judge },
  { NULL, 0, NULL, NULL },
};
