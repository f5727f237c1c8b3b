/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"

#include <math.h>
#include <string.h>

/* The whole model at another place. All that is stated in the space of the model moves; keys, which are offsets, stay. */

typedef struct {
  MwDocument *document;
  double by[3];
  guint changed;
  GError **error;
} Moving;

/* Where the position begins in a matrix of four rows of three numbers. */
enum { POSE_POSITION = 9 };

/* --- Fields --------------------------------------------------------------------------------------------------------- */

/* A field with a position or an extent that is stated in the space of the model; *first is where its three numbers begin. Points along
 * the path of an emitter are offsets from it. */
static gboolean
is_place (const MwModel *model, const MwRecord *record, const MwField *field, guint *first)
{
  gboolean is_array = field->type == MW_TYPE_ARRAY;
  *first = field->unit == MW_UNIT_MATRIX ? POSE_POSITION : 0;
  if ((is_array ? field->element : field->type) != MW_TYPE_F32)
    return FALSE;
  if (field->unit == MW_UNIT_MATRIX)
    return TRUE;
  return field->count == 3 && (field->role == MW_ROLE_POSITION || field->role == MW_ROLE_BOUNDS)
         && !(is_array && mw_aspects_of (model)->point (record->schema) == MW_POINT_PARTICLES);
}

static gboolean
is_zero (const float *numbers, guint n)
{
  for (guint i = 0; i < n; i++)
    if (numbers[i] != 0)
      return FALSE;
  return TRUE;
}

/* Extents and matrices of zeros are those that were never filled in. */
static gboolean
is_filled (const MwRecord *record, const MwField *field)
{
  if (field->unit == MW_UNIT_MATRIX)
    return !is_zero (mw_field_at (record, field), field->count);
  /* Both corners of one box have the same part of their name before the last dot. A centre has no dot. */
  const char *dot = field->role == MW_ROLE_BOUNDS ? strrchr (field->name, '.') : NULL;
  if (!dot)
    return TRUE;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *other = mw_schema_field_at (record->schema, i);
    if (other->role == MW_ROLE_BOUNDS && other->count == 3
        && strncmp (other->name, field->name, (gsize) (dot - field->name) + 1) == 0
        && !is_zero (mw_field_at (record, other), 3))
      return TRUE;
  }
  return FALSE;
}

static gboolean
move_field (Moving *m, const MwRecord *record, const MwField *field)
{
  const MwModel *model = mw_document_get_model (m->document);
  guint first;
  if (!is_place (model, record, field, &first)
      || !mw_field_is_live (record, field, mw_document_get_format (m->document)) || !is_filled (record, field))
    return TRUE;
  gboolean is_array = field->type == MW_TYPE_ARRAY;
  const MwArray *array = is_array ? mw_field_at (record, field) : NULL;
  const guint n = is_array ? array->n : 1;
  const gsize size = mw_field_element_size (field);
  g_autofree float *moved = n ? g_memdup2 (is_array ? array->data : mw_field_at (record, field), n * size) : NULL;
  for (gsize i = 0; i < n; i++)
    for (guint k = 0; k < 3; k++) {
      float *at = moved + i * field->count + first + k;
      if (isfinite (*at) && fabsf (*at) < G_MAXFLOAT)
        *at = (float) ((double) *at + m->by[k]);
    }
  if (!n)
    return TRUE;
  m->changed++;
  return is_array ? mw_document_replace_span (m->document, record->id, field, 0, n, moved, m->error)
                  : mw_document_set_field (m->document, record->id, field, moved, size, m->error);
}

static gboolean
move_record (MwRecord *record, gpointer data)
{
  Moving *m = data;
  /* Keys are added to what moves. */
  if (record->schema->keys != MW_KEYS_NONE)
    return TRUE;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++)
    if (!move_field (m, record, mw_schema_field_at (record->schema, i)))
      return FALSE;
  return TRUE;
}

static gboolean
move_model (Moving *m)
{
  MwModel *model = mw_document_get_model (m->document);
  if (m->by[0] == 0 && m->by[1] == 0 && m->by[2] == 0)
    return mw_operation_nothing (m->error, "nothing to move: the model is already there");
  return mw_record_foreach (&model->record, move_record, m)
         && (m->changed || mw_operation_nothing (m->error, "nothing to move: nothing in the model has a place"));
}

/* --- By an offset --------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  float by[3];
} MoveParams;

static const MwField move_fields[] = {
  MW_FIELD_VEC (MoveParams, by, 3, "by", .unit = MW_UNIT_LENGTH, .label = N_ ("By"),
                .doc = N_ ("How far the model moves, along its own axes.")),
};
static const MwSchema move_params = { .name = "model-move",
                                      .label = N_ ("Move Model"),
                                      .size = sizeof (MoveParams),
                                      .fields = move_fields,
                                      .n_fields = G_N_ELEMENTS (move_fields) };
static const char *const move_required[] = { "by", NULL };

static gboolean
move_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MoveParams *p = (const MoveParams *) params;
  Moving m = { document, { (double) p->by[0], (double) p->by[1], (double) p->by[2] }, 0, error };
  return move_model (&m);
}

const MwOperation mw_operation_model_move = {
  .id = "model-move",
  .label = N_ ("Move Model"),
  .doc = N_ (
    "Moves the whole model: vertices, bones, attachments, emitters, lights, cameras, collision and bounds. The origin stays, "
    "so the game shows the model at another place. Keys need no change, because they are offsets."),
  .aliases = "translate shift offset origin position",
  .domain = MW_DOMAIN_MODEL,
  .subject = MW_SUBJECT_MODEL,
  .params = &move_params,
  .required = move_required,
  .run = move_run,
};

/* --- To the origin -------------------------------------------------------------------------------------------------- */

enum { CENTRE_GROUND, CENTRE_MIDDLE };
typedef struct {
  MwRecord record;
  uint8_t on;
} CentreParams;

MW_NAMES (centre_names, FALSE, { CENTRE_GROUND, "ground", N_ ("The middle of its ground") },
          { CENTRE_MIDDLE, "middle", N_ ("Its middle") });
static const MwField centre_fields[] = {
  MW_FIELD_U8 (
    CentreParams, on, "on", .names = &centre_names, .label = N_ ("At the origin"),
    .doc = N_ (
      "What of the mesh at rest comes to the origin: the middle of the lowest side of its box, or the middle of "
      "the box.")),
};
static const MwSchema centre_params = { .name = "model-centre",
                                        .label = N_ ("Centre Model"),
                                        .size = sizeof (CentreParams),
                                        .fields = centre_fields,
                                        .n_fields = G_N_ELEMENTS (centre_fields) };

static gboolean
centre_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  double min[3] = { 0 }, max[3] = { 0 };
  const MwArray *vertices;
  gboolean any = FALSE;
  for (guint i = 0; (vertices = mw_aspects_of (model)->vertices (model, i)); i++)
    for (gsize v = 0; v < vertices->n; v++)
      for (guint k = 0; k < 3; k++) {
        double at = (double) ((const float *) vertices->data)[3 * v + k];
        gboolean first = !any && v == 0;
        min[k] = first ? at : MIN (min[k], at);
        max[k] = first ? at : MAX (max[k], at);
        any |= k == 2;
      }
  if (!any)
    return mw_operation_nothing (error, "nothing to centre: the model has no vertices");
  Moving m = { document, { 0 }, 0, error };
  for (guint k = 0; k < 3; k++)
    m.by[k] = k == 2 && ((const CentreParams *) params)->on == CENTRE_GROUND ? -min[k] : -(min[k] + max[k]) / 2;
  if (!isfinite (m.by[0]) || !isfinite (m.by[1]) || !isfinite (m.by[2]))
    return mw_operation_refuse (NULL, error,
                                "cannot be centred: a vertex is not at a number; mwright check says which");
  return move_model (&m);
}

const MwOperation mw_operation_model_centre = {
  .id = "model-centre",
  .label = N_ ("Centre Model"),
  .doc = N_ ("Moves the whole model so that its mesh at rest is over the origin."),
  .aliases = "center origin middle ground pivot",
  .domain = MW_DOMAIN_MODEL,
  .subject = MW_SUBJECT_MODEL,
  .params = &centre_params,
  .run = centre_run,
};
