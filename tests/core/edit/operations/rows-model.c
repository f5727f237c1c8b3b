/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/posed.h"
#include "tests/core/edit/operations/rows-import.h"
#include "tests/core/edit/operations/table.h"
#include "core/model/aspects.h"
#include "core/model/m2/derived.h"
#include "core/schema/notes.h"
#include "core/model/mdlx/mdlx.h"
#include "core/pose/skeleton.h"

#include <float.h>
#include <math.h>
#include <string.h>

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

/* --- Move ----------------------------------------------------------------------------------------------------------- */

/* Adds the offset to n points, `apart` floats from one to the next. */
static void
move_points (float *points, guint n, guint apart, const float by[3])
{
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < 3; k++)
      if (isfinite (points[i * apart + k]) && fabsf (points[i * apart + k]) < FLT_MAX)
        points[i * apart + k] = (float) ((double) points[i * apart + k] + (double) by[k]);
}

static gboolean
is_empty_box (const MwRecord *record, const char *prefix)
{
  g_autofree char *min = g_strconcat (prefix, ".min", NULL), *max = g_strconcat (prefix, ".max", NULL);
  const float *a = mw_field_at (record, mw_schema_field (record->schema, min)),
              *b = mw_field_at (record, mw_schema_field (record->schema, max));
  for (guint k = 0; k < 3; k++)
    if (a[k] != 0 || b[k] != 0)
      return FALSE;
  return TRUE;
}

/* What both formats state in the space of the model, by its names. */
static gboolean
move_places (MwRecord *record, gpointer by)
{
  static const char *const places[] = { "pivot",
                                        "position",
                                        "target.position",
                                        "center",
                                        "sort_center",
                                        "vertices.first",
                                        "vertices.second",
                                        "vertices",
                                        "vertices.position",
                                        "collision_vertices",
                                        "collision.vertices" },
                           *const boxes[] = { "bounds", "collision_bounds" };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    const MwField *field = mw_schema_field (record->schema, places[i]);
    const MwArray *array = field && field->type == MW_TYPE_ARRAY ? mw_field_at (record, field) : NULL;
    if (field && field->type != MW_TYPE_LIST)
      move_points (array ? array->data : mw_field_at (record, field), array ? array->n : 1, 3, by);
  }
  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++) {
    g_autofree char *min = g_strconcat (boxes[i], ".min", NULL), *max = g_strconcat (boxes[i], ".max", NULL);
    const MwField *low = mw_schema_field (record->schema, min), *high = mw_schema_field (record->schema, max);
    if (!low || is_empty_box (record, boxes[i]))
      continue;
    move_points (mw_field_at (record, low), 1, 3, by);
    move_points (mw_field_at (record, high), 1, 3, by);
  }
  const MwField *pose = mw_schema_field (record->schema, "bind_pose");
  float *matrix = pose ? mw_field_at (record, pose) : NULL;
  gboolean filled = FALSE;
  for (guint i = 0; matrix && i < 12; i++)
    filled |= matrix[i] != 0;
  if (filled)
    move_points (matrix + 9, 1, 3, by);
  return TRUE;
}

/* Whether a node takes over only a part of what its parent does. Where such a node is depends on where the origin is. */
static gboolean
inherits_partly (const MwList *nodes)
{
  enum { DONT_INHERIT = 7 };
  for (uint32_t i = 0; i < nodes->n; i++)
    if ((guint) table_number (nodes->items[i], "flags") & DONT_INHERIT)
      return TRUE;
  return FALSE;
}

/* In the middle of each of the first sequences every node must be that much further than before. */
static char *
judge_moved (const TableCase *at, const float by[3])
{
  enum { SEQUENCES = 4 };
  const MwList *sequences = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  g_autoptr (MwSkeleton) x = mw_skeleton_new (at->before), y = mw_skeleton_new (at->after);
  const char *list = at->format.family == MW_FAMILY_M2 ? "bones" : "nodes";
  const MwList *old = table_list (at->before, list), *now = table_list (at->after, list);
  for (guint i = 0; !inherits_partly (old) && i < MIN (sequences->n, SEQUENCES); i++) {
    MwClock a = { 0 }, b = { 0 };
    mw_clock_play (&a, at->before, sequences->items[i]->id);
    mw_clock_play (&b, at->after, after->items[i]->id);
    a.time = b.time = (int) (((gint64) a.start + a.end) / 2);
    mw_skeleton_update (x, &a, NULL);
    mw_skeleton_update (y, &b, NULL);
    for (uint32_t k = 0; k < old->n; k++) {
      float p[3], q[3];
      mw_skeleton_position (x, old->items[k]->id, p);
      mw_skeleton_position (y, now->items[k]->id, q);
      for (int c = 0; c < 3; c++)
        if (fabsf (p[c] + by[c] - q[c]) > 1e-4f * MAX (100, fabsf (q[c])))
          return g_strdup_printf ("node %u is at %g instead of %g in sequence %u", k, (double) q[c],
                                  (double) (p[c] + by[c]), i);
    }
  }
  return NULL;
}

static char *
judge_move (const TableCase *at, const float by[3])
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  mw_record_foreach (&expected->record, move_places, (gpointer) by);
  take_distances (expected, at);
  char *wrong = table_expect (expected, at);
  return wrong ? wrong : judge_moved (at, by);
}

static char *
move_step (const MwModel *model, MwFormat format)
{
  return g_strdup ("model-move by={8,-4,2}");
}

static char *
move_judge (const TableCase *at)
{
  return judge_move (at, (const float[3]) { 8, -4, 2 });
}

/* The box of all vertices; FALSE if there are none. */
static gboolean
box_at_rest (const MwModel *model, float min[3], float max[3])
{
  gboolean any = FALSE;
  const MwArray *vertices;
  for (guint i = 0; (vertices = mw_aspects_of (model)->vertices (model, i)); i++)
    for (uint32_t v = 0; v < vertices->n; v++, any = TRUE)
      for (guint k = 0; k < 3; k++) {
        float at = ((const float *) vertices->data)[3 * v + k];
        min[k] = any ? MIN (min[k], at) : at;
        max[k] = any ? MAX (max[k], at) : at;
      }
  return any;
}

static char *
centre_step (const MwModel *model, MwFormat format)
{
  float min[3], max[3];
  return box_at_rest (model, min, max) ? g_strdup ("model-centre on=ground") : NULL;
}

static char *
centre_judge (const TableCase *at)
{
  float min[3], max[3], by[3], new_min[3], new_max[3];
  box_at_rest (at->before, min, max);
  for (guint k = 0; k < 3; k++)
    by[k] = (float) (k == 2 ? -(double) min[k] : -((double) min[k] + (double) max[k]) / 2);
  box_at_rest (at->after, new_min, new_max);
  float size = MAX (MAX (max[0] - min[0], max[1] - min[1]), 1);
  if (fabsf (new_min[0] + new_max[0]) > 1e-4f * size || fabsf (new_min[1] + new_max[1]) > 1e-4f * size
      || fabsf (new_min[2]) > 1e-4f * size)
    return g_strdup_printf ("the box at rest is %g %g %g to %g %g", (double) new_min[0], (double) new_min[1],
                            (double) new_min[2], (double) new_max[0], (double) new_max[1]);
  return judge_moved (at, by);
}

/* --- Remove unused --------------------------------------------------------------------------------------------------- */

static void
add_point (const double p[3], gpointer points)
{
  g_array_append_vals (points, p, 3);
}

/* All shown vertices in the middle of a sequence. */
static GArray *
points_in (const MwModel *model, guint sequence)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  MwClock clock = { 0 };
  mw_clock_play (&clock, model, table_list (model, "sequences")->items[sequence]->id);
  clock.time = (int) (((gint64) clock.start + clock.end) / 2);
  clock.global_ms = 100;
  table_visit_shown (model, skeleton, &clock, add_point, points);
  return points;
}

static char *
unused_step (const MwModel *model, MwFormat format)
{
  return g_strdup (format.family == MW_FAMILY_M2 ? "add textures\nadd global_sequences\nadd bones\nmodel-remove-unused"
                                                 : "add textures\nadd bones\nmodel-remove-unused");
}

/* Nothing that is left is without use, and what is drawn is where it was in the first sequences. */
static char *
unused_judge (const TableCase *at)
{
  enum { SEQUENCES = 3 };
  static const char *const lists[] = { "textures", "materials",       "global_sequences",  "texture_animations",
                                       "colors",   "texture_weights", "texture_transforms" };
  const MwList *sequences = table_list (at->before, "sequences");
  guint gone = 0;
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    const MwList *list = mw_schema_field (at->after->record.schema, lists[i]) ? table_list (at->after, lists[i]) : NULL;
    gone += list ? table_list (at->before, lists[i])->n - list->n : 0;
    for (uint32_t k = 0; list && k < list->n; k++)
      if (!table_uses (at->after, lists[i], list->items[k]->id) && mw_aspects_of (at->after)->unread_users == NULL)
        return g_strdup_printf ("%s[%u] has no use", lists[i], k);
  }
  const char *bones = at->format.family == MW_FAMILY_M2 ? "bones" : "nodes";
  /* Those of World of Warcraft's alpha are kept where vertices refer to them by object ids. */
  if (!gone
      || (at->format.family != MW_FAMILY_MDX_WOW
          && table_list (at->after, bones)->n >= table_list (at->before, bones)->n))
    return g_strdup ("the texture and the bone without use are left");
  for (guint i = 0; i < MIN (sequences->n, SEQUENCES); i++) {
    g_autoptr (GArray) old = points_in (at->before, i), now = points_in (at->after, i);
    if (old->len != now->len)
      return g_strdup_printf ("%u numbers of vertices are left of %u", now->len, old->len);
    for (guint k = 0; k < old->len; k++) {
      double x = g_array_index (old, double, k), y = g_array_index (now, double, k);
      if (fabs (x - y) > 1e-4 * MAX (1, fabs (x)))
        return g_strdup_printf ("vertex %u is at %g instead of %g in sequence %u", k / 3, y, x, i);
    }
  }
  return NULL;
}

/* --- Layout --------------------------------------------------------------------------------------------------------- */

/* Whether a record has notes about places of arrays: files have them that the exporter's rule does not give. */
static gboolean
has_places (const MwModel *model)
{
  gboolean any = mw_notes_find (&model->record, MW_NOTE_PLACES, NULL) != NULL;
  static const char *const lists[] = { "skins", "sequences" };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (uint32_t k = 0; k < table_list (model, lists[i])->n; k++)
      any |= mw_notes_find (table_list (model, lists[i])->items[k], MW_NOTE_PLACES, NULL) != NULL;
  return any;
}

static char *
layout_step (const MwModel *model, MwFormat format)
{
  return format.family == MW_FAMILY_M2 && has_places (model) ? g_strdup ("rebuild-layout") : NULL;
}

/* Whether the file had another lookup table than the exporter would write. */
static gboolean
has_tables (const MwModel *model)
{
  static const MwM2Table tables[] = { MW_M2_SEQUENCE_LOOKUP, MW_M2_KEY_BONE_LOOKUP, MW_M2_REPLACEABLE_LOOKUP,
                                      MW_M2_ATTACHMENT_LOOKUP, MW_M2_CAMERA_LOOKUP };
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (mw_notes_find (&model->record, MW_NOTE_LAYOUT, mw_m2_table_field (tables[i])))
      return TRUE;
  return FALSE;
}

static char *
tables_step (const MwModel *model, MwFormat format)
{
  return format.family == MW_FAMILY_M2 && has_tables (model) ? g_strdup ("rebuild-tables") : NULL;
}

/* The tables are those of the exporter, and no value is another. */
static char *
tables_judge (const TableCase *at)
{
  if (has_tables (at->after))
    return g_strdup ("a table is still that of the file");
  return table_expect (mw_model_copy (at->before, FALSE), at);
}

static gboolean
has_tail (MwRecord *record, gpointer data)
{
  gboolean *found = data;
  for (guint i = 0; i < mw_notes_count (record); i++)
    *found |= mw_notes_at (record, i)->kind == MW_NOTE_TEXT_TAIL;
  return TRUE;
}

/* Whether a text of the file does not end with one NUL. From 272 on there may be texts without any byte, which stay. */
static gboolean
has_loose_texts (const MwModel *model, MwFormat format)
{
  gboolean found = FALSE;
  if (format.family == MW_FAMILY_M2 && format.version < MW_M2_LAST_VERSION)
    mw_record_foreach ((MwRecord *) &model->record, has_tail, &found);
  return found;
}

static char *
texts_step (const MwModel *model, MwFormat format)
{
  return has_loose_texts (model, format) ? g_strdup ("end-texts") : NULL;
}

/* All texts end with one NUL, and no value is another. */
static char *
texts_judge (const TableCase *at)
{
  if (has_loose_texts (at->after, at->format))
    return g_strdup ("a text still has another end");
  return table_expect (mw_model_copy (at->before, FALSE), at);
}

/* The files are laid out by the rule, and no value is another. */
static char *
layout_judge (const TableCase *at)
{
  if (has_places (at->after))
    return g_strdup ("a file still has another layout");
  return table_expect (mw_model_copy (at->before, FALSE), at);
}

/* --- Rotate --------------------------------------------------------------------------------------------------------- */

/* A quarter turn about the upright axis, or about the one that points forward. */
static const double quarter_turns[2][9] = { { 0, -1, 0, 1, 0, 0, 0, 0, 1 }, { 1, 0, 0, 0, 0, -1, 0, 1, 0 } };

static char *
rotate_step (const MwModel *model, MwFormat format)
{
  gboolean forward = table_list (model, "textures")->n % 2;
  return g_strdup_printf ("model-rotate angle=90%s", forward ? " axis={2,0,0}" : "");
}

static const double *
turn_of (const char *step)
{
  return quarter_turns[strstr (step, "axis") != NULL];
}

static void
turn_vectors (float *v, guint n, guint apart, const double *m)
{
  for (guint i = 0; i < n; i++, v += apart) {
    const double x = (double) v[0], y = (double) v[1], z = (double) v[2];
    for (guint k = 0; k < 3; k++)
      if (isfinite (v[0]) && isfinite (v[1]) && isfinite (v[2]) && fabs (x) < FLT_MAX && fabs (y) < FLT_MAX
          && fabs (z) < FLT_MAX)
        v[k] = (float) (m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z + 0.0); /* no -0 */
  }
}

/* Both corners are turned, and what is lower on an axis becomes the first. */
static void
turn_corners (float *a, float *b, const double *m)
{
  turn_vectors (a, 1, 3, m);
  turn_vectors (b, 1, 3, m);
  for (guint k = 0; k < 3; k++) {
    float low = MIN (a[k], b[k]), high = MAX (a[k], b[k]);
    a[k] = low;
    b[k] = high;
  }
}

static void
turn_named (MwRecord *record, const char *name, guint apart, const double *m)
{
  const MwField *field = mw_schema_field (record->schema, name);
  MwArray *array = field && field->type == MW_TYPE_ARRAY ? mw_field_at (record, field) : NULL;
  if (array)
    turn_vectors (array->n ? mw_array_make_writable (array, mw_field_element_size (field)) : NULL, array->n, apart, m);
  else if (field && field->type == MW_TYPE_F32)
    turn_vectors (mw_field_at (record, field), field->count / 3, 3, m);
}

/* Factors keep their sign. */
static void
turn_factors (float *v, guint n, const double *m)
{
  for (; n; n--, v += 3) {
    float made[3] = { 0 };
    for (guint k = 0; k < 9; k++)
      if (m[k] != 0)
        made[k / 3] = v[k % 3];
    if (v[0] != v[1] || v[1] != v[2])
      memcpy (v, made, sizeof made);
  }
}

/* Keys of a track or lane: places and axes of rotation turn like vectors. */
static void
turn_keys (MwRecord *holder, const double *m)
{
  static const char *const names[] = { "keys.value", "keys.in_tan", "keys.out_tan" };
  const MwRecord *track = holder->schema->keys == MW_KEYS_LANE ? holder->owner : holder;
  const char *slot = mw_record_slot (track)->name;
  const MwSchema *owner = track->owner->schema;
  if (!mw_schema_field (owner, "pivot") && !mw_schema_field (owner, "target.position"))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    const MwField *field = mw_schema_field (holder->schema, names[i]);
    const MwArray *array = field ? mw_field_at (holder, field) : NULL;
    if (!array || !array->n || field->element != MW_TYPE_F32 || field->count < 3)
      continue;
    if (g_str_has_suffix (slot, "translation.track") || strcmp (slot, "rotation.track") == 0)
      turn_named (holder, names[i], field->count, m);
    else if (strcmp (slot, "scaling.track") == 0)
      turn_factors (mw_array_make_writable ((MwArray *) array, mw_field_element_size (field)), array->n, m);
  }
}

static gboolean
turn_record (MwRecord *record, gpointer data)
{
  static const char *const vectors[] = { "pivot",
                                         "position",
                                         "target.position",
                                         "center",
                                         "sort_center",
                                         "bind_pose",
                                         "vertices",
                                         "vertices.position",
                                         "normals",
                                         "vertices.normal",
                                         "collision_vertices",
                                         "collision.vertices",
                                         "collision_normals",
                                         "collision.normals" },
                           *const boxes[] = { "bounds", "collision_bounds", "vertices" };
  const double *m = data;
  if (record->schema->keys != MW_KEYS_NONE) {
    turn_keys (record, m);
    return TRUE;
  }
  for (guint i = 0; i < G_N_ELEMENTS (vectors); i++)
    turn_named (record, vectors[i], 3, m);
  turn_named (record, "tangents", 4, m);
  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++) {
    g_autofree char *min = g_strconcat (boxes[i], i < 2 ? ".min" : ".first", NULL),
                    *max = g_strconcat (boxes[i], i < 2 ? ".max" : ".second", NULL);
    const MwField *low = mw_schema_field (record->schema, min), *high = mw_schema_field (record->schema, max);
    if (!low)
      continue;
    const double type = i < 2 ? 0 : table_number (record, "type");
    /* A plane is stated by two corners, like a box. */
    if (type == MW_MDLX_SHAPE_BOX || (type == MW_MDLX_SHAPE_PLANE && mw_record_family (record) == MW_FAMILY_MDX)) {
      turn_corners (mw_field_at (record, low), mw_field_at (record, high), m);
    } else {
      turn_vectors (mw_field_at (record, low), 1, 3, m);
      /* A sphere has only a centre. */
      if (type != MW_MDLX_SHAPE_SPHERE)
        turn_vectors (mw_field_at (record, high), 1, 3, m);
    }
  }
  return TRUE;
}

/* Whether a node takes over only a part of what its parent does or turns to the camera. */
static gboolean
moves_freely (const MwList *nodes)
{
  enum { DONT_INHERIT_OR_BILLBOARD = 0x7F };
  for (uint32_t i = 0; i < nodes->n; i++)
    if ((guint) table_number (nodes->items[i], "flags") & DONT_INHERIT_OR_BILLBOARD)
      return FALSE;
  return TRUE;
}

/* At three times of the first sequences every node is at the turned place. */
static char *
judge_turned (const TableCase *at, const double *m)
{
  enum { SEQUENCES = 4, TIMES = 3 };
  const MwList *sequences = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  g_autoptr (MwSkeleton) x = mw_skeleton_new (at->before), y = mw_skeleton_new (at->after);
  const char *list = at->format.family == MW_FAMILY_M2 ? "bones" : "nodes";
  const MwList *old = table_list (at->before, list), *now = table_list (at->after, list);
  for (guint i = 0; moves_freely (old) && i < TIMES * MIN (sequences->n, SEQUENCES); i++) {
    MwClock a = { 0 }, b = { 0 };
    mw_clock_play (&a, at->before, sequences->items[i / TIMES]->id);
    mw_clock_play (&b, at->after, after->items[i / TIMES]->id);
    a.time = b.time = (int) (a.start + ((gint64) a.end - a.start) * (i % TIMES) / TIMES);
    mw_skeleton_update (x, &a, NULL);
    mw_skeleton_update (y, &b, NULL);
    for (uint32_t k = 0; k < old->n; k++) {
      float p[3], q[3];
      mw_skeleton_position (x, old->items[k]->id, p);
      mw_skeleton_position (y, now->items[k]->id, q);
      float most = 1e-3f * MAX (1, MAX (fabsf (p[0]), MAX (fabsf (p[1]), fabsf (p[2]))));
      turn_vectors (p, 1, 3, m);
      for (guint c = 0; c < 3; c++)
        if (fabsf (p[c] - q[c]) > most)
          return g_strdup_printf ("node %u is not at the turned place in sequence %u", k, i / TIMES);
    }
  }
  return NULL;
}

static char *
rotate_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  mw_record_foreach (&expected->record, turn_record, (gpointer) turn_of (at->step));
  take_distances (expected, at);
  char *wrong = table_expect (expected, at);
  return wrong ? wrong : judge_turned (at, turn_of (at->step));
}

const TableRow table_model[] = {
  { "model-rotate", TABLE_BOTH, rotate_step, rotate_judge },
  { "model-scale", TABLE_BOTH, scale_step, scale_judge },
  { "model-move", TABLE_BOTH, move_step, move_judge },
  { "model-centre", TABLE_BOTH, centre_step, centre_judge },
  { "paste", TABLE_BOTH, paste_step, paste_judge },
  { "rebuild-layout", TABLE_M2, layout_step, layout_judge },
  { "rebuild-tables", TABLE_M2, tables_step, tables_judge },
  { "end-texts", TABLE_M2, texts_step, texts_judge },
  { "model-remove-unused", TABLE_BOTH, unused_step, unused_judge },
  { "model-merge", TABLE_BOTH, merge_step, merge_judge },
  { NULL, 0, NULL, NULL },
};
