/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/convert/scale.h"
#include "core/edit/m2-rules.h"
#include "core/edit/operations/operations.h"
#include "core/model/m2/m2.h"

#include <math.h>
#include <string.h>

/* The whole model larger or smaller. Which numbers are lengths follows from the units of the fields, as for a conversion. */

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

/* Takes the value of a field from the record of the scaled copy. */
static gboolean
put_field (Scaling *s, const MwRecord *record, const MwRecord *scaled, const MwField *field)
{
  gboolean is_array = field->type == MW_TYPE_ARRAY;
  MwType type = is_array ? field->element : field->type;
  if (!mw_unit_is_length (mw_record_unit (record, field))
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
  const MwModel *model = mw_document_get_model (s->document);
  const MwField *lanes = mw_schema_part (record->schema, MW_PART_LANES), *slot = lanes ? mw_record_slot (record) : NULL;
  const MwM2Sequence *missing = slot && mw_unit_is_length (slot->unit)
                                  ? mw_m2_missing_keys_of ((const MwM2 *) model, record, NULL)
                                  : NULL;
  return !missing || mw_m2_refuse_not_loaded (s->error, record, NULL, missing);
}

static void
remember (const MwRecord *record, const MwField *field, gpointer first)
{
  if (!*(char **) first)
    *(char **) first = mw_field_path (record, field);
}

static gboolean
scale_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  Scaling s = { document, (double) ((const ScaleParams *) params)->factor, 0, error };
  g_autofree char *cut = NULL;
  if (!mw_record_foreach ((MwRecord *) &model->record, has_all_keys, &s))
    return FALSE;
  MwModel *scaled = mw_model_copy (model, FALSE);
  mw_scale_lengths (scaled, s.factor, remember, &cut);
  gboolean ok = mw_record_foreach (&scaled->record, put_record, &s);
  mw_model_free (scaled);
  if (!ok)
    return FALSE;
  /* Some exporters wrote the largest number into bounds that they did not know. */
  if (cut)
    mw_document_notice (
      document, g_strdup_printf ("%s: the result does not fit into a number, so it is the largest one, or 0", cut));
  return s.changed || mw_operation_nothing (error, "nothing to scale: no length of the model changes");
}

const MwOperation mw_operation_model_scale = {
  .id = "model-scale",
  .label = N_ ("Scale Model"),
  .doc = N_ (
    "Makes the whole model larger or smaller: points, bones and their keys, bounds, cameras, lights, sizes and speeds of emitters, "
    "collision. Other models that it shows keep their size."),
  .aliases = "size resize larger smaller bigger grow shrink",
  .domain = MW_DOMAIN_MODEL,
  .subject = MW_SUBJECT_MODEL,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW | MW_FAMILY_M2,
  .params = &scale_params,
  .required = scale_required,
  .run = scale_run,
};
