/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/new-findings.h"
#include "core/model/m2/m2.h"
#include "core/pose/skeleton.h"
#include "tests/core/edit/operations/posed.h"
#include "tests/core/edit/operations/rows-import.h"

#include <math.h>
#include <string.h>

/* An M2 model is merged into itself: each vertex, bone, point, submesh and batch is then there twice, and the second one is the
 * same as the first but for the numbers of what it names. */

enum { MOST_VERTICES = 65535, MOST_BONES = 256 };

typedef struct {
  const char *name;
  gboolean twice; /* or once, because both models share it */
} Listed;
static const Listed lists[] = { { "bones", TRUE },
                                { "attachments", TRUE },
                                { "events", TRUE },
                                { "lights", TRUE },
                                { "cameras", TRUE },
                                { "ribbons", TRUE },
                                { "particles", TRUE },
                                { "colors", TRUE },
                                { "texture_weights", TRUE },
                                { "materials", TRUE },
                                { "texture_transforms", TRUE },
                                { "sequences", FALSE },
                                { "skins", FALSE },
                                { "textures", FALSE } };

static gboolean
has_place (const MwM2 *model)
{
  if (!model->skins.n || !model->bones.n || !model->positions.n || 2 * model->positions.n > MOST_VERTICES
      || 2 * model->bones.n > MOST_BONES || model->texture_flipbooks.n)
    return FALSE;
  for (uint32_t i = 0; i < model->skins.n; i++)
    if (((const MwM2Skin *) model->skins.items[i])->not_loaded)
      return FALSE;
  return TRUE;
}

char *
m2_merge_step (const MwModel *model, MwFormat format)
{
  /* What is wrong with the model would be wrong with its copy too. */
  g_autoptr (GPtrArray) grave = mw_check_grave (model, format);
  if (grave->len || !has_place ((const MwM2 *) model))
    return NULL;
  g_autofree char *file = import_written (model, format);
  return g_strdup_printf ("model-merge file=\"%s\"", file);
}

/* --- Records --------------------------------------------------------------------------------------------------------- */

static gboolean
is_doubled (const MwRecord *record)
{
  const MwField *slot = mw_record_slot (record);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (g_str_equal (slot->name, lists[i].name))
      return lists[i].twice;
  return g_str_equal (slot->name, "submeshes");
}

/* Whether the second of two records names, by a reference of the model after, the second of what the first one names. */
static gboolean
is_second (const TableCase *at, MwRef first, MwRef second)
{
  const MwRecord *a = mw_model_resolve (at->before, first), *b = mw_model_resolve (at->after, second);
  /* What a number named by mistake is not named by the second one. */
  if (!a || !b)
    return !a && !b && second.raw == MW_REF_NONE.raw;
  const uint32_t n = is_doubled (a) ? mw_record_list (a->owner, mw_record_slot (a))->n : 0;
  return a->schema == b->schema && mw_record_index (b) == mw_record_index (a) + n;
}

static gboolean
same_curves (const TableCase *at, const MwRecord *a, const MwRecord *b)
{
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  for (uint32_t k = 0; k < before->n; k++) {
    gint64 start, end;
    gboolean lanes;
    table_interval (before->items[k], at->format, &start, &end, &lanes);
    TableCurve p = { at->before, a, before->items[k], 0 }, q = { at->after, b, after->items[k], 0 };
    if (end >= start && !table_same_curve (&p, &q, end - start, 5, 1e-4))
      return FALSE;
  }
  return TRUE;
}

static gboolean
has_keys (const MwM2Track *track)
{
  for (uint32_t i = 0; i < track->lanes.n; i++)
    if (((const MwM2Lane *) track->lanes.items[i])->times.n)
      return TRUE;
  return track->times.n > 0;
}

/* Numbers that follow from the model, or by which it finds a record. */
static gboolean
may_differ (const MwField *field)
{
  return field == MW_FIELD (MwM2Bone, key_bone) || field == MW_FIELD (MwM2Bone, flags)
         || field == MW_FIELD (MwM2Bone, parent_distance) || field == MW_FIELD (MwM2Bone, descendant_distance)
         || field == MW_FIELD (MwM2Bone, z_ratio) || field == MW_FIELD (MwM2Bone, name_crc)
         || field == MW_FIELD (MwM2Ribbon, texture_transform_index) || field == MW_FIELD (MwM2Batch, surface)
         || field == MW_FIELD (MwM2Batch, shader);
}

static gboolean
same_field (const TableCase *at, const MwField *field, const MwRecord *a, const MwRecord *b)
{
  const void *x = mw_field_at (a, field), *y = mw_field_at (b, field);
  if (field->type == MW_TYPE_CHILD) {
    const MwRecord *p = *(MwRecord *const *) x, *q = *(MwRecord *const *) y;
    if (p && !mw_m2_is_track (p))
      return q && q->schema == p->schema;
    if (p && q)
      return mw_schema_part (p->schema, MW_PART_VALUES) ? same_curves (at, p, q) : TRUE;
    return !p ? !q : !has_keys ((const MwM2Track *) p);
  }
  if (field->type == MW_TYPE_REF)
    return is_second (at, *(const MwRef *) x, *(const MwRef *) y);
  if (field->type == MW_TYPE_TEXT)
    return g_strcmp0 (*(char *const *) x, *(char *const *) y) == 0;
  if (field->type == MW_TYPE_ARRAY && field->element == MW_TYPE_REF) {
    const MwArray *p = x, *q = y;
    gboolean same = p->n == q->n;
    for (uint32_t i = 0; same && i < p->n; i++)
      same = is_second (at, ((const MwRef *) p->data)[i], ((const MwRef *) q->data)[i]);
    return same;
  }
  if (field->type == MW_TYPE_ARRAY)
    return field == MW_FIELD (MwM2Submesh, triangles) || mw_array_equal (x, y, mw_field_element_size (field));
  return field->type == MW_TYPE_LIST || memcmp (x, y, mw_field_storage_size (field)) == 0;
}

static char *
judge_record (const TableCase *at, const MwRecord *a, const MwRecord *b)
{
  for (guint i = 0; i < mw_schema_n_fields (a->schema); i++) {
    const MwField *field = mw_schema_field_at (a->schema, i);
    if (!may_differ (field) && !same_field (at, field, a, b))
      return g_strdup_printf ("%s[%u]: %s is not that of the first", mw_record_slot (a)->name, mw_record_index (a),
                              field->name);
  }
  return NULL;
}

static char *
judge_list (const TableCase *at, const MwList *before, const MwList *after, const char *name)
{
  if (after->n != 2 * before->n)
    return g_strdup_printf ("there are %u %s, and were %u", after->n, name, before->n);
  char *wrong = NULL;
  for (uint32_t i = 0; !wrong && i < before->n; i++)
    wrong = judge_record (at, before->items[i], after->items[i + before->n]);
  return wrong;
}

/* --- Meshes ---------------------------------------------------------------------------------------------------------- */

/* The second half of an array is the same as the first one, which is the array as it was. */
static gboolean
is_doubled_array (const MwArray *before, const MwArray *after, gsize size)
{
  if (before->n == 0)
    return after->n == 0;
  return after->n == 2 * before->n && memcmp (before->data, after->data, before->n * size) == 0
         && memcmp (before->data, (const guint8 *) after->data + before->n * size, before->n * size) == 0;
}

static char *
judge_vertices (const MwM2 *before, const MwM2 *after)
{
  const uint32_t n = before->positions.n, bones = before->bones.n;
  if (!is_doubled_array (&before->positions, &after->positions, 12)
      || !is_doubled_array (&before->normals, &after->normals, 12) || !is_doubled_array (&before->uvs, &after->uvs, 8)
      || !is_doubled_array (&before->uvs2, &after->uvs2, 8)
      || !is_doubled_array (&before->bone_weights, &after->bone_weights, 4) || after->bone_indices.n != 2 * n)
    return g_strdup ("the vertices are not there twice");
  const guint8 *was = before->bone_indices.data, *now = after->bone_indices.data, *weights = before->bone_weights.data;
  for (uint32_t i = 0; i < 4 * n; i++)
    if (was[i] != now[i] || (weights[i] && now[4 * n + i] != was[i] + bones))
      return g_strdup_printf ("vertex %u is moved by bone %u", n + i / 4, now[4 * n + i]);
  return NULL;
}

/* Each surface of the first half has one number in the second, which no batch had. */
static char *
judge_surfaces (const TableCase *at, const MwM2Skin *before, const MwM2Skin *after, GHashTable *numbers)
{
  if (at->format.version >= 272)
    return NULL;
  for (uint32_t i = 0; i < before->batches.n; i++) {
    const MwM2Batch *a = (const MwM2Batch *) before->batches.items[i],
                    *b = (const MwM2Batch *) after->batches.items[before->batches.n + i];
    const gpointer key = GUINT_TO_POINTER (a->surface + 1u), value = GUINT_TO_POINTER (b->surface + 1u);
    const gpointer known = g_hash_table_lookup (numbers, key);
    if (known && known != value)
      return g_strdup_printf ("surface %u has two numbers", a->surface);
    g_hash_table_insert (numbers, key, value);
  }
  return NULL;
}

static char *
judge_profile (const TableCase *at, const MwM2Skin *before, const MwM2Skin *after, GHashTable *numbers)
{
  const uint32_t n = ((const MwM2 *) at->before)->positions.n;
  char *wrong = judge_list (at, &before->submeshes, &after->submeshes, "submeshes");
  if (!wrong)
    wrong = judge_list (at, &before->batches, &after->batches, "batches");
  if (!wrong)
    wrong = judge_list (at, &before->shadow_batches, &after->shadow_batches, "shadow batches");
  for (uint32_t i = 0; !wrong && i < before->submeshes.n; i++) {
    const MwArray *was = &((const MwM2Submesh *) before->submeshes.items[i])->triangles,
                  *same = &((const MwM2Submesh *) after->submeshes.items[i])->triangles,
                  *more = &((const MwM2Submesh *) after->submeshes.items[i + before->submeshes.n])->triangles;
    if (!mw_array_equal (was, same, 2) || more->n != was->n)
      wrong = g_strdup_printf ("submesh %u has other triangles", i);
    for (uint32_t k = 0; !wrong && k < was->n; k++)
      if (((const guint16 *) more->data)[k] != ((const guint16 *) was->data)[k] + n)
        wrong = g_strdup_printf ("submesh %u names vertices of another", i + before->submeshes.n);
  }
  return wrong ? wrong : judge_surfaces (at, before, after, numbers);
}

static char *
judge_surface_numbers (const MwM2 *before, GHashTable *numbers)
{
  for (uint32_t i = 0; i < before->skins.n; i++) {
    const MwM2Skin *skin = (const MwM2Skin *) before->skins.items[i];
    for (uint32_t k = 0; k < skin->batches.n; k++) {
      const gpointer old = GUINT_TO_POINTER (((const MwM2Batch *) skin->batches.items[k])->surface + 1u);
      GHashTableIter iter;
      gpointer number;
      g_hash_table_iter_init (&iter, numbers);
      while (g_hash_table_iter_next (&iter, NULL, &number))
        if (number == old)
          return g_strdup_printf ("surface number %u is that of another", GPOINTER_TO_UINT (old) - 1);
    }
  }
  return NULL;
}

/* --- Poses ----------------------------------------------------------------------------------------------------------- */

static void
add_point (const double p[3], gpointer data)
{
  g_array_append_vals (data, p, 3);
}

static GArray *
posed (const MwModel *model, const MwRecord *sequence, gint64 time)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (double));
  MwSkeleton *skeleton = mw_skeleton_new (model);
  MwClock clock = { .rest = TRUE };
  mw_clock_play (&clock, model, sequence->id);
  clock.time = clock.start + (gint32) time;
  clock.global_ms = 100;
  table_visit_shown (model, skeleton, &clock, add_point, points);
  mw_skeleton_free (skeleton);
  return points;
}

/* In each sequence both halves of the vertices are where the vertices were. */
static char *
judge_pose (const TableCase *at, uint32_t number)
{
  const MwRecord *a = table_list (at->before, "sequences")->items[number],
                 *b = table_list (at->after, "sequences")->items[number];
  gint64 start, end;
  gboolean lanes;
  table_interval (a, at->format, &start, &end, &lanes);
  g_autoptr (GArray) before = posed (at->before, a, (end - start) / 3), after = posed (at->after, b, (end - start) / 3);
  if (after->len != 2 * before->len)
    return g_strdup_printf ("%u coordinates are posed, and were %u", after->len, before->len);
  for (guint i = 0; i < after->len; i++) {
    const double was = g_array_index (before, double, i % before->len), is = g_array_index (after, double, i);
    if (!(fabs (was - is) <= 1e-4 * MAX (1, fabs (was))))
      return g_strdup_printf ("in sequence %u vertex %u is elsewhere", number, i / 3);
  }
  return NULL;
}

char *
m2_merge_judge (const TableCase *at)
{
  enum { MOST_POSED = 4 };
  const MwM2 *before = (const MwM2 *) at->before, *after = (const MwM2 *) at->after;
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  char *wrong = judge_vertices (before, after);
  for (guint i = 0; !wrong && i < G_N_ELEMENTS (lists); i++) {
    const MwList *a = table_list (at->before, lists[i].name), *b = table_list (at->after, lists[i].name);
    if (lists[i].twice)
      wrong = judge_list (at, a, b, lists[i].name);
    else if (a->n != b->n)
      wrong = g_strdup_printf ("there are %u %s, and were %u", b->n, lists[i].name, a->n);
  }
  for (uint32_t i = 0; !wrong && i < before->skins.n; i++)
    wrong = judge_profile (at, (const MwM2Skin *) before->skins.items[i], (const MwM2Skin *) after->skins.items[i],
                           numbers);
  if (!wrong)
    wrong = judge_surface_numbers (before, numbers);
  for (uint32_t i = 0; !wrong && i < MIN (before->sequences.n, MOST_POSED); i++)
    wrong = judge_pose (at, i * before->sequences.n / MIN (before->sequences.n, MOST_POSED));
  if (!wrong && memcmp (&before->bounds, &after->bounds, sizeof before->bounds) != 0)
    wrong = g_strdup ("the bounds have changed");
  if (!wrong
      && (after->collision_triangles.n != 2 * before->collision_triangles.n
          || !is_doubled_array (&before->collision_vertices, &after->collision_vertices, 12)))
    wrong = g_strdup ("the collision mesh is not there twice");
  return wrong;
}
