/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/tracks/chosen-values.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/curves.h"
#include "core/edit/operations/tracks/key-put.h"
#include "core/model/track.h"
#include "core/pose/euler.h"

#include <string.h>

enum { QUATERNION = 4, ANGLES = 3 };

static const MwField *
values_of (MwDocument *document, const GArray *holders, guint i)
{
  const MwModel *model = mw_document_get_model (document);
  return mw_schema_part (mw_model_find (model, g_array_index (holders, MwId, i))->schema, MW_PART_VALUES);
}

static guint
components_of (const MwField *values)
{
  return values->count == QUATERNION ? ANGLES : values->count;
}

gboolean
mw_value_change_is_none (const MwValueChange *change)
{
  for (guint c = 0; c < G_N_ELEMENTS (change->raise); c++)
    if (change->raise[c] != 0)
      return FALSE;
  return change->component < 0;
}

gboolean
mw_value_change_applies (MwDocument *document, const GArray *holders, const MwValueChange *change, GError **error)
{
  if (mw_value_change_is_none (change))
    return TRUE;
  for (guint i = 0; i < holders->len; i++) {
    const MwRecord *holder = mw_model_find (mw_document_get_model (document), g_array_index (holders, MwId, i));
    const MwField *values = values_of (document, holders, i), *first = values_of (document, holders, 0);
    if (!values || values->element != MW_TYPE_F32 || values->count > QUATERNION)
      return mw_operation_refuse (holder, error,
                                  "has no values that can be moved: events, textures and whole numbers "
                                  "cannot");
    if (values->count != first->count)
      return mw_operation_refuse (holder, error, "has values of another kind than the first track");
    for (guint c = components_of (values); c < G_N_ELEMENTS (change->raise); c++)
      if (change->raise[c] != 0 || change->component == (gint) c)
        return mw_operation_refuse (holder, error,
                                    values->count == QUATERNION
                                      ? "has rotations: they are changed by their angles about x, y and z"
                                      : "has values with fewer numbers");
  }
  return TRUE;
}

/* A number of a value after the change. */
static double
changed_number (const MwValueChange *change, guint component, double number)
{
  return change->component == (gint) component ? (double) change->value : number + (double) change->raise[component];
}

static void
new_value (const MwValueChange *change, const MwField *values, const double *angles, const float *was, float *now)
{
  if (values->count == QUATERNION) {
    double turned[ANGLES];
    for (guint c = 0; c < ANGLES; c++)
      turned[c] = changed_number (change, c, angles[c]);
    mw_euler_to_quat (turned, now);
    return;
  }
  for (guint c = 0; c < values->count; c++) {
    now[c] = (float) changed_number (change, c, (double) was[c]);
    if (values->min < values->max && now[c] != was[c])
      now[c] = CLAMP (now[c], (float) values->min, (float) values->max);
  }
}

gboolean
mw_value_change_apply (MwDocument *document, MwId id, const MwValueChange *change, const guint32 *from,
                       const guint8 *placed, const double *angles, gboolean *changed, GError **error)
{
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  const MwRecord *holder = mw_model_find (mw_document_get_model (document), id);
  const gboolean slopes = mw_curve_interpolation_of (document, holder) == MW_INTERPOLATION_HERMITE;
  const MwField *fields[G_N_ELEMENTS (parts)];
  g_autofree float *values = NULL, *in_tans = NULL, *out_tans = NULL;
  float **const numbers[] = { &values, &in_tans, &out_tans };
  guint n[G_N_ELEMENTS (parts)];
  gboolean ok = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    fields[i] = mw_schema_part (holder->schema, parts[i]);
    const MwArray *array = fields[i] ? mw_field_at (holder, fields[i]) : NULL;
    n[i] = array ? array->n : 0;
    *numbers[i] = n[i] ? g_memdup2 (array->data, n[i] * mw_field_element_size (fields[i])) : NULL;
  }
  const guint count = fields[0]->count;
  gboolean any = FALSE;
  for (guint k = 0; k < n[0]; k++) {
    float now[QUATERNION], *was = values + (gsize) k * count;
    if (!placed[k])
      continue;
    new_value (change, fields[0], angles ? angles + (gsize) from[k] * ANGLES : NULL, was, now);
    mw_key_follow (count, slopes, was, now, k < n[1] ? in_tans + (gsize) k * count : NULL,
                   k < n[2] ? out_tans + (gsize) k * count : NULL);
    any |= memcmp (was, now, count * sizeof *was) != 0;
    memcpy (was, now, count * sizeof *was);
  }
  *changed |= any;
  for (guint i = 0; i < G_N_ELEMENTS (parts) && any && ok; i++)
    ok = !n[i] || mw_document_replace_span (document, id, fields[i], 0, n[i], *numbers[i], error);
  return ok;
}
