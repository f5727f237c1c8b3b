/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/convert/scale.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"

#include <math.h>
#include <string.h>

/* The whole model larger or smaller, or only what emitters and lights show. Which numbers are lengths follows from the units of the
 * fields, as for a conversion. */

typedef struct {
  MwRecord record;
  float factor;
} ScaleParams;

static const MwField scale_fields[] = {
  MW_FIELD_F32 (ScaleParams, factor, "factor", .min = 0.0001, .max = 10000, .def = 1, .unit = MW_UNIT_FACTOR,
                .label = N_ ("Factor"),
                .doc = N_ ("What every length is multiplied by: 2 makes the model twice as large.")),
};
static const MwSchema scale_params = { .name = "model-scale",
                                       .label = N_ ("Scale Model"),
                                       .size = sizeof (ScaleParams),
                                       .fields = scale_fields,
                                       .n_fields = G_N_ELEMENTS (scale_fields) };
static const char *const scale_required[] = { "factor", NULL };

typedef struct {
  MwDocument *document;
  double factor;
  const MwRecord *effect; /* the only element that is scaled, which stays at its place; NULL: the model is scaled */
  guint changed;
  GError **error;
} Scaling;

/* --- Compressed gravity --------------------------------------------------------------------------------------------- */

/* The third part of a key is the magnitude (m2.md 5.17). */
static gboolean
scale_gravity (Scaling *s, const MwRecord *record, const MwField *field)
{
  enum { PARTS = 3, MAGNITUDE = 2 };
  const MwArray *keys = mw_field_at (record, field);
  MwArray scaled = mw_array_copy (keys->data, keys->n, mw_field_element_size (field));
  int16_t *parts = scaled.data;
  gboolean fits = TRUE;
  for (guint i = 0; i < scaled.n; i++) {
    double wanted = round (parts[PARTS * i + MAGNITUDE] * s->factor);
    fits &= fabs (wanted) <= G_MAXINT16;
    parts[PARTS * i + MAGNITUDE] = fits ? (int16_t) wanted : 0;
  }
  gboolean ok = fits
                  ? mw_document_replace_span (s->document, record->id, field, 0, scaled.n, scaled.data, s->error)
                  : mw_operation_refuse (record, s->error, "would have a gravity that compressed gravity cannot hold");
  mw_array_clear (&scaled);
  s->changed += fits;
  return ok;
}

/* --- All other lengths ---------------------------------------------------------------------------------------------- */

/* Whether the numbers of a record say where the effect is, and not how large it is. */
static gboolean
is_place (const Scaling *s, const MwRecord *record, const MwField *field)
{
  if (!s->effect)
    return FALSE;
  if (mw_record_unit (record, field) == MW_UNIT_MATRIX)
    return TRUE;
  for (; record != s->effect && field->role != MW_ROLE_POSITION; record = record->owner)
    field = mw_record_slot (record);
  return field->role == MW_ROLE_POSITION;
}

/* Takes the value of a field from the record of the scaled copy. */
static gboolean
put_field (Scaling *s, const MwRecord *record, const MwRecord *scaled, const MwField *field)
{
  gboolean is_array = field->type == MW_TYPE_ARRAY;
  MwType type = is_array ? field->element : field->type;
  if (!mw_unit_is_length (mw_record_unit (record, field)) || is_place (s, record, field)
      || !mw_field_is_live (record, field, mw_document_get_format (s->document)))
    return TRUE;
  if (is_array && type == MW_TYPE_I16)
    return scale_gravity (s, record, field);
  if (type != MW_TYPE_F32)
    return TRUE;
  const void *now = mw_field_at (record, field), *wanted = mw_field_at (scaled, field);
  gsize size = sizeof (float) * MAX (field->count, 1);
  guint n = is_array ? ((const MwArray *) now)->n : 1;
  if (is_array) {
    now = ((const MwArray *) now)->data;
    wanted = ((const MwArray *) wanted)->data;
  }
  if (n == 0 || memcmp (now, wanted, n * size) == 0)
    return TRUE;
  s->changed++;
  return is_array ? mw_document_replace_span (s->document, record->id, field, 0, n, wanted, s->error)
                  : mw_document_set_field (s->document, record->id, field, wanted, size, s->error);
}

static gboolean
put_record (MwRecord *scaled, gpointer data)
{
  Scaling *s = data;
  const MwRecord *record = mw_model_find (mw_document_get_model (s->document), scaled->id);
  if (!s->effect && !mw_progress_next (s->document, s->error))
    return FALSE;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++)
    if (!put_field (s, record, scaled, mw_schema_field_at (record->schema, i)))
      return FALSE;
  return TRUE;
}

/* Keys in a file that is not there would keep their size. */
static gboolean
has_all_keys (MwRecord *record, gpointer data)
{
  Scaling *s = data;
  const MwField *slot = mw_record_slot (record);
  return !slot || !mw_unit_is_length (slot->unit) || mw_track_is_loaded (s->document, record, s->error);
}

static void
remember (const MwRecord *record, const MwField *field, gpointer first)
{
  if (!*(char **) first)
    *(char **) first = mw_field_path (record, field);
}

/* Scales the model, or only the effect. */
static gboolean
scale (Scaling *s)
{
  const MwModel *model = mw_document_get_model (s->document);
  const MwRecord *root = s->effect ? s->effect : &model->record;
  g_autofree char *cut = NULL;
  if (!mw_record_foreach ((MwRecord *) root, has_all_keys, s))
    return FALSE;
  MwModel *scaled = mw_model_copy (model, FALSE);
  mw_scale_lengths (scaled, s->factor, remember, &cut);
  gboolean ok = mw_record_foreach (mw_model_find (scaled, root->id), put_record, s);
  mw_model_free (scaled);
  /* Some exporters wrote the largest number into bounds that they did not know. */
  if (ok && cut)
    mw_document_notice (
      s->document, g_strdup_printf ("%s: the result does not fit into a number, so it is the largest one, or 0", cut));
  return ok;
}

static gboolean
scale_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  Scaling s = { document, (double) ((const ScaleParams *) params)->factor, NULL, 0, error };
  mw_progress_begin (document, mw_document_get_model (document)->n_ids);
  if (!scale (&s))
    return FALSE;
  mw_progress_end (document);
  return s.changed || mw_operation_nothing (error, "nothing to scale: no length of the model changes");
}

const MwOperation mw_operation_model_scale = {
  .id = "model-scale",
  .label = N_ ("Scale Model"),
  .doc = N_ (
    "Makes the whole model larger or smaller: points, bones and their keys, bounds, cameras, lights, sizes and speeds of emitters, "
    "collision. Other models that it refers to keep their size."),
  .aliases = "size resize larger smaller bigger grow shrink",
  .domain = MW_DOMAIN_MODEL,
  .subject = MW_SUBJECT_MODEL,
  .params = &scale_params,
  .required = scale_required,
  .run = scale_run,
};

/* --- Effects -------------------------------------------------------------------------------------------------------- */

static const MwField effect_fields[] = {
  MW_FIELD_F32 (ScaleParams, factor, "factor", .min = 0.0001, .max = 10000, .def = 1, .unit = MW_UNIT_FACTOR,
                .label = N_ ("Factor"),
                .doc = N_ ("What every length is multiplied by: 2 makes the effect twice as large.")),
};
static const MwSchema effect_params = { .name = "effect-scale",
                                        .label = N_ ("Scale Effect"),
                                        .size = sizeof (ScaleParams),
                                        .fields = effect_fields,
                                        .n_fields = G_N_ELEMENTS (effect_fields) };

static gboolean
effect_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  guint changed = 0;
  mw_progress_begin (document, n);
  for (guint i = 0; i < n; i++) {
    if (!mw_progress_next (document, error))
      return FALSE;
    const MwRecord *effect = mw_model_find (mw_document_get_model (document), ids[i]);
    Scaling s = { document, (double) ((const ScaleParams *) params)->factor, effect, 0, error };
    if (!scale (&s))
      return FALSE;
    changed += s.changed;
  }
  mw_progress_end (document);
  return changed || mw_operation_nothing (error, "nothing to scale: no length changes");
}

static gboolean
effect_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    MwPoint point = mw_aspects_of (model)->point (record->schema);
    if (point != MW_POINT_PARTICLES && point != MW_POINT_EFFECT && point != MW_POINT_RIBBON && point != MW_POINT_LIGHT)
      return mw_operation_refuse (record, error, "is not an emitter or a light");
  }
  return TRUE;
}

const MwOperation mw_operation_effect_scale = {
  .id = "effect-scale",
  .label = N_ ("Scale Effect"),
  .step = N_ ("Scale %s"),
  .doc = N_ (
    "Makes what emitters, ribbons and lights show larger or smaller: sizes, speeds, gravity, areas and ranges, with their "
    "keys. They do not move."),
  .aliases = "size resize larger smaller bigger particles emitter ribbon light speed",
  .domain = MW_DOMAIN_EFFECTS,
  .params = &effect_params,
  .required = scale_required,
  .applies = effect_applies,
  .run = effect_run,
};
