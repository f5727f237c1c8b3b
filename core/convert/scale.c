/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/scale.h"
#include "core/convert/convert.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct {
  double scale;
  MwScaleCut cut;
  gpointer data;
} Scaling;

/* FALSE: the result does not fit a float. */
static gboolean
scale_value (float *value, double scale)
{
  if (!isfinite (*value) || *value == 0)
    return TRUE;
  double wanted = *value * scale;
  gboolean fits = fabs (wanted) <= (double) FLT_MAX;
  *value = fits ? (float) wanted : copysignf (FLT_MAX, *value);
  return fits && *value != 0;
}

/* Scales n values of `count` components each. */
static gboolean
scale_values (float *values, guint n, guint count, MwUnit unit, double scale)
{
  enum { ROW = 3 };
  /* Only the last row of a matrix is a position. */
  guint first = unit == MW_UNIT_MATRIX && count > ROW ? count - ROW : 0;
  gboolean fit = TRUE;
  for (guint i = 0; i < n; i++, values += count)
    for (guint k = first; k < count; k++)
      fit &= scale_value (&values[k], scale);
  return fit;
}

static void
scale_field (const Scaling *scaling, MwRecord *record, const MwField *field)
{
  gboolean is_array = field->type == MW_TYPE_ARRAY;
  if ((is_array ? field->element : field->type) != MW_TYPE_F32)
    return;
  MwUnit unit = mw_record_unit (record, field);
  if (!mw_unit_is_length (unit))
    return;
  gboolean fit = TRUE;
  if (is_array) {
    MwArray *array = mw_field_at (record, field);
    MwArray scaled = mw_array_copy (array->data, array->n, mw_field_element_size (field));
    fit = scale_values (scaled.data, scaled.n, field->count, unit, scaling->scale);
    mw_array_clear (array);
    *array = scaled;
  } else {
    fit = scale_values (mw_field_at (record, field), 1, field->count, unit, scaling->scale);
  }
  if (!fit && scaling->cut)
    scaling->cut (record, field, scaling->data);
}

static gboolean
scale_record (MwRecord *record, gpointer data)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++)
    scale_field (data, record, mw_schema_field_at (record->schema, i));
  return TRUE;
}

void
mw_scale_lengths (MwModel *model, double scale, MwScaleCut cut, gpointer data)
{
  Scaling scaling = { scale, cut, data };
  mw_record_foreach (&model->record, scale_record, &scaling);
}

gboolean
mw_convert_scale_from_text (const char *text, double *scale)
{
  char *end;
  double read = g_ascii_strtod (text, &end);
  /* strtod() also accepts hexadecimal numbers, words and leading space. */
  if (!*text || *end || strspn (text, "0123456789.eE+-") != strlen (text) || !isfinite (read) || read <= 0)
    return FALSE;
  *scale = read;
  return TRUE;
}
