/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/model/model-transform.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"

#include <math.h>
#include <string.h>

typedef struct {
  MwDocument *document;
  const MwModel *model;
  const MwPlacing *placing;
  guint *changed;
  GError **error;
} Transform;

/* --- Numbers -------------------------------------------------------------------------------------------------------- */

static gboolean
is_number (const float v[3])
{
  for (guint k = 0; k < 3; k++)
    if (!isfinite (v[k]) || fabsf (v[k]) >= G_MAXFLOAT)
      return FALSE;
  return TRUE;
}

static double
turned (const double *turn, guint row, const double v[3])
{
  return turn[3 * row] * v[0] + turn[3 * row + 1] * v[1] + turn[3 * row + 2] * v[2];
}

/* Converts to floats. FALSE: the result is no number, because some exporters wrote nearly the largest one where they knew nothing. */
static gboolean
to_floats (const double made[3], float out[3])
{
  for (guint k = 0; k < 3; k++)
    out[k] = (float) (made[k] + 0.0); /* 0 and not -0 */
  return is_number (out);
}

static void
turn_vector (const Transform *t, float v[3])
{
  const double from[3] = { (double) v[0], (double) v[1], (double) v[2] }, *m = t->placing->turn;
  float made[3];
  if (m && is_number (v)
      && to_floats ((double[3]) { turned (m, 0, from), turned (m, 1, from), turned (m, 2, from) }, made))
    memcpy (v, made, sizeof made);
}

static void
place_point (const Transform *t, float v[3])
{
  turn_vector (t, v);
  for (guint k = 0; k < 3; k++)
    if (isfinite (v[k]) && fabsf (v[k]) < G_MAXFLOAT)
      v[k] = (float) ((double) v[k] + t->placing->by[k]);
}

/* The corners of the smallest box around a turned box. */
static void
place_box (const Transform *t, float a[3], float b[3])
{
  const double *m = t->placing->turn;
  double min[3], max[3];
  if (!is_number (a) || !is_number (b))
    return;
  for (guint k = 0; k < 3; k++) {
    min[k] = max[k] = t->placing->by[k];
    for (guint j = 0; j < 3; j++) {
      const double x = m[3 * k + j] * (double) a[j], y = m[3 * k + j] * (double) b[j];
      min[k] += MIN (x, y);
      max[k] += MAX (x, y);
    }
  }
  float first[3], second[3];
  if (to_floats (min, first) && to_floats (max, second)) {
    memcpy (a, first, sizeof first);
    memcpy (b, second, sizeof second);
  }
}

static gboolean
is_zero (const float *numbers, guint n)
{
  for (guint i = 0; i < n; i++)
    if (numbers[i] != 0)
      return FALSE;
  return TRUE;
}

/* --- Fields --------------------------------------------------------------------------------------------------------- */

typedef enum {
  PLACED_NOT,
  PLACED_POINT,
  PLACED_CORNER, /* one of two opposite corners of a box */
  PLACED_DIRECTION,
  PLACED_POSE /* four vectors: three axes and a point */
} Placed;

/* The other corner of a box: the field with the same name up to the last dot; NULL: there is none. A centre has no dot. */
static const MwField *
other_corner (const MwRecord *record, const MwField *field)
{
  const char *dot = strrchr (field->name, '.');
  for (guint i = 0; dot && i < mw_schema_n_fields (record->schema); i++) {
    const MwField *other = mw_schema_field_at (record->schema, i);
    if (other != field && other->role == field->role && other->count == 3
        && strncmp (other->name, field->name, (gsize) (dot - field->name) + 1) == 0)
      return other;
  }
  return NULL;
}

static gboolean
is_box_shape (const MwModel *model, const MwRecord *record)
{
  const MwAspects *aspects = mw_aspects_of (model);
  MwShapeAspect shape = { 0 };
  if (aspects->point (record->schema) != MW_POINT_COLLISION || !aspects->shape)
    return FALSE;
  aspects->shape (record, &shape);
  return shape.kind == MW_SHAPE_BOX;
}

/* Points along the path of an emitter are offsets from it. */
static Placed
placed (const Transform *t, const MwRecord *record, const MwField *field)
{
  const gboolean is_array = field->type == MW_TYPE_ARRAY;
  if ((is_array ? field->element : field->type) != MW_TYPE_F32)
    return PLACED_NOT;
  if (field->unit == MW_UNIT_MATRIX)
    return PLACED_POSE;
  if (field->role == MW_ROLE_NORMAL && is_array && field->count >= 3)
    return PLACED_DIRECTION;
  if (field->count != 3 || (field->role != MW_ROLE_POSITION && field->role != MW_ROLE_BOUNDS)
      || (is_array && mw_aspects_of (t->model)->point (record->schema) == MW_POINT_PARTICLES))
    return PLACED_NOT;
  if (!is_array && (field->role == MW_ROLE_BOUNDS || is_box_shape (t->model, record)) && other_corner (record, field))
    return PLACED_CORNER;
  return PLACED_POINT;
}

/* Places n elements of `count` numbers. */
static void
place_elements (const Transform *t, Placed kind, float *numbers, guint n, guint count)
{
  enum { POSE_POSITION = 9 };
  for (gsize i = 0; i < n; i++) {
    float *at = numbers + i * count;
    if (kind == PLACED_POSE) {
      for (guint row = 0; row < POSE_POSITION; row += 3)
        turn_vector (t, at + row);
      place_point (t, at + POSE_POSITION);
    } else if (kind == PLACED_DIRECTION) {
      turn_vector (t, at);
    } else {
      place_point (t, at);
    }
  }
}

static gboolean
put (Transform *t, const MwRecord *record, const MwField *field, const float *made, guint n)
{
  const gsize size = mw_field_element_size (field);
  const gboolean is_array = field->type == MW_TYPE_ARRAY;
  const void *now = is_array ? ((const MwArray *) mw_field_at (record, field))->data : mw_field_at (record, field);
  if (!n || memcmp (now, made, n * size) == 0)
    return TRUE;
  ++*t->changed;
  return is_array ? mw_document_replace_span (t->document, record->id, field, 0, n, made, t->error)
                  : mw_document_set_field (t->document, record->id, field, made, size, t->error);
}

/* A corner, with the other one; both corners of a box that is turned are made at the first of them. */
static gboolean
place_corner (Transform *t, const MwRecord *record, const MwField *field)
{
  const MwField *other = other_corner (record, field);
  float a[3], b[3];
  memcpy (a, mw_field_at (record, field), sizeof a);
  memcpy (b, mw_field_at (record, other), sizeof b);
  if (field->role == MW_ROLE_BOUNDS && is_zero (a, 3) && is_zero (b, 3))
    return TRUE;
  if (!t->placing->turn) {
    place_point (t, a);
    return put (t, record, field, a, 1);
  }
  if (field->offset > other->offset)
    return TRUE;
  place_box (t, a, b);
  return put (t, record, field, a, 1) && put (t, record, other, b, 1);
}

static gboolean
place_field (Transform *t, const MwRecord *record, const MwField *field)
{
  const Placed kind = placed (t, record, field);
  if (kind == PLACED_NOT || (kind == PLACED_DIRECTION && !t->placing->turn)
      || !mw_field_is_live (record, field, mw_document_get_format (t->document)))
    return TRUE;
  if (kind == PLACED_CORNER)
    return place_corner (t, record, field);
  const MwArray *array = field->type == MW_TYPE_ARRAY ? mw_field_at (record, field) : NULL;
  const guint n = array ? array->n : 1;
  const float *now = array ? array->data : mw_field_at (record, field);
  if (!n || (kind == PLACED_POSE && is_zero (now, field->count)))
    return TRUE;
  g_autofree float *made = g_memdup2 (now, n * mw_field_element_size (field));
  place_elements (t, kind, made, n, field->count);
  return put (t, record, field, made, n);
}

/* --- Keys ----------------------------------------------------------------------------------------------------------- */

/* What a key of a track does to a node or camera. */
typedef enum { KEY_OTHER, KEY_MOVES, KEY_TURNS, KEY_SCALES } KeyKind;

static KeyKind
key_kind (const Transform *t, const MwRecord *holder)
{
  const MwRecord *track = holder->schema->keys == MW_KEYS_LANE ? holder->owner : holder;
  const MwField *slot = mw_record_slot (track), *values = mw_schema_part (holder->schema, MW_PART_VALUES);
  const gboolean of_node = mw_aspects_of (t->model)->point (track->owner->schema) != MW_POINT_NONE;
  if (!values || values->element != MW_TYPE_F32)
    return KEY_OTHER;
  if (slot->role == MW_ROLE_POSITION && slot->unit == MW_UNIT_LENGTH && values->count == 3)
    return KEY_MOVES;
  if (slot->role == MW_ROLE_ROTATION && values->count == 4 && of_node)
    return KEY_TURNS;
  return slot->role == MW_ROLE_SCALE && values->count == 3 && of_node ? KEY_SCALES : KEY_OTHER;
}

/* The axis that becomes this one, if the rotation exchanges axes; -1: it does not. */
static int
axis_from (const double *turn, guint axis)
{
  for (int k = 0; k < 3; k++)
    if (fabs (turn[3 * axis + (guint) k]) == 1)
      return k;
  return -1;
}

/* A factor along an axis is one along the turned axis. FALSE: the turned axes are no axes of the model, and the factors differ. */
static gboolean
turn_factors (const Transform *t, float v[3])
{
  const float same = 1e-5f * MAX (MAX (fabsf (v[0]), fabsf (v[1])), fabsf (v[2]));
  float made[3];
  for (guint k = 0; k < 3; k++) {
    int from = axis_from (t->placing->turn, k);
    if (from < 0)
      return fabsf (v[0] - v[1]) <= same && fabsf (v[1] - v[2]) <= same && fabsf (v[0] - v[2]) <= same;
    made[k] = v[from];
  }
  memcpy (v, made, sizeof made);
  return TRUE;
}

/* The axis of a rotation turns like a direction, and its angle stays; so do tangents, which depend linearly on the rotations. */
static gboolean
turn_keys (Transform *t, const MwRecord *holder, KeyKind kind)
{
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const MwField *field = mw_schema_part (holder->schema, parts[i]);
    const MwArray *keys = field ? mw_field_at (holder, field) : NULL;
    if (!keys || !keys->n)
      continue;
    g_autofree float *made = g_memdup2 (keys->data, keys->n * mw_field_element_size (field));
    for (gsize k = 0; k < keys->n; k++)
      if (kind != KEY_SCALES)
        turn_vector (t, made + k * field->count);
      else if (!turn_factors (t, made + k * field->count))
        return mw_operation_refuse (holder, t->error,
                                    "scales differently along the axes, which a key can state only along the axes of "
                                    "the model: rotate by multiples of 90 degrees, or make the factors equal");
    if (!put (t, holder, field, made, keys->n))
      return FALSE;
  }
  return TRUE;
}

/* --- All of it ------------------------------------------------------------------------------------------------------ */

static gboolean
place_record (MwRecord *record, gpointer data)
{
  Transform *t = data;
  if (!mw_progress_next (t->document, t->error))
    return FALSE;
  if (record->schema->keys != MW_KEYS_NONE) {
    /* Keys are added to what moves. */
    const KeyKind kind = t->placing->turn && record->schema->keys != MW_KEYS_CURVE ? key_kind (t, record) : KEY_OTHER;
    return kind == KEY_OTHER || turn_keys (t, record, kind);
  }
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++)
    if (!place_field (t, record, mw_schema_field_at (record->schema, i)))
      return FALSE;
  return TRUE;
}

/* Keys in a file that is not there would keep their directions. */
static gboolean
has_all_keys (MwRecord *record, gpointer data)
{
  const Transform *t = data;
  const MwField *slot = mw_record_slot (record);
  gboolean moves = slot && slot->type == MW_TYPE_CHILD && mw_schema_has_timed_keys (slot->schema)
                   && (slot->role == MW_ROLE_POSITION || slot->role == MW_ROLE_ROTATION || slot->role == MW_ROLE_SCALE);
  return !moves || mw_track_is_loaded (t->document, record, t->error);
}

gboolean
mw_model_transform (MwDocument *document, const MwPlacing *placing, guint *changed, GError **error)
{
  MwModel *model = mw_document_get_model (document);
  Transform t = { document, model, placing, changed, error };
  if (placing->turn && !mw_record_foreach (&model->record, has_all_keys, &t))
    return FALSE;
  mw_progress_begin (document, model->n_ids);
  if (!mw_record_foreach (&model->record, place_record, &t))
    return FALSE;
  mw_progress_end (document);
  return TRUE;
}
