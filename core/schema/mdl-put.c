/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/mdl-write-private.h"

/* Output of characters, numbers and values. All goes into one growing buffer, without printf. */

/* --- Characters ----------------------------------------------------------------------------------------------------- */

void
mw_mdl_new_line (MwMdlWriter *w)
{
  uint8_t *to = mw_buffer_add (w->out, 1 + (size_t) w->indent);
  *to = '\n';
  memset (to + 1, '\t', (size_t) w->indent);
}

void
mw_mdl_put_special (MwMdlWriter *w, float value)
{
  uint32_t bits;
  memcpy (&bits, &value, 4);
  w->odd_words = TRUE;
  if (!(bits & 0x7FFFFF)) {
    if (bits >> 31)
      PUT (w, "-");
    PUT (w, "inf");
    return;
  }
  PUT (w, "nan");
  if (bits != MW_FLOAT_NAN_BITS)
    mw_report_loss_of_kind (w->report, MW_LOSS_ROUNDED, w->record, w->field, FALSE,
                            "text has one word for all NaNs: sign and payload are not stated");
}

void
mw_mdl_put_floats (MwMdlWriter *w, const float *values, guint n)
{
  PUT (w, "{ ");
  for (guint i = 0; i < n; i++) {
    if (i)
      PUT (w, ", ");
    mw_mdl_put_float (w, values[i]);
  }
  PUT (w, " }");
}

void
mw_mdl_put_text (MwMdlWriter *w, const MwRecord *record, const MwField *field)
{
  const char *text = mw_text (*(char *const *) mw_field_at (record, field));
  size_t n = strlen (text);
  PUT (w, "\"");
  uint8_t *to = mw_buffer_add (w->out, n);
  memcpy (to, text, n);
  for (size_t i = 0; i < n; i++)
    if (to[i] == '"') {
      to[i] = '\'';
      mw_mdl_lose (w, record, field, "text cannot express a quote inside a name");
    }
  PUT (w, "\"");
}

static void
put_ref (MwMdlWriter *w, MwRef ref, const char *none)
{
  uint32_t number = mw_mdl_writer_number (w, ref);
  if (none && number == 0xFFFFFFFFu)
    mw_mdl_put (w, none);
  else
    mw_mdl_put_i32 (w, (int32_t) number);
}

static void
put_component (MwMdlWriter *w, MwType type, const void *from, const char *none)
{
  switch (type) {
  case MW_TYPE_U8:
    mw_mdl_put_uint (w, *(const uint8_t *) from);
    break;
  case MW_TYPE_U16:
    mw_mdl_put_uint (w, *(const uint16_t *) from);
    break;
  case MW_TYPE_U32:
    mw_mdl_put_uint (w, *(const uint32_t *) from);
    break;
  case MW_TYPE_I32:
    mw_mdl_put_i32 (w, *(const int32_t *) from);
    break;
  case MW_TYPE_F32:
    mw_mdl_put_float (w, *(const float *) from);
    break;
  case MW_TYPE_REF:
    put_ref (w, *(const MwRef *) from, none);
    break;
  default:
    g_assert_not_reached ();
  }
}

void
mw_mdl_put_components (MwMdlWriter *w, MwType type, guint count, gboolean bgr, const void *from, const char *none)
{
  if (bgr) {
    const float *rgb = from, swapped[3] = { rgb[2], rgb[1], rgb[0] };
    mw_mdl_put_floats (w, swapped, 3);
  } else if (type == MW_TYPE_F32 && count > 1) {
    mw_mdl_put_floats (w, from, count);
  } else if (count == 1) {
    put_component (w, type, from, none);
  } else {
    size_t size = mw_type_size (type);
    PUT (w, "{ ");
    for (guint i = 0; i < count; i++) {
      if (i)
        PUT (w, ", ");
      put_component (w, type, (const char *) from + i * size, none);
    }
    PUT (w, " }");
  }
}

/* --- Byte map --------------------------------------------------------------------------------------------------------- */

void
mw_mdl_end_value (MwMdlWriter *w)
{
  if (w->map && w->field && w->out->size > w->since)
    mw_byte_map_add (w->map, w->since, w->out->size - w->since, 0, 0, MW_BYTES_VALUE, w->record, w->field, NULL);
  w->field = NULL;
}

void
mw_mdl_at (MwMdlWriter *w, const MwRecord *record, const MwField *field)
{
  mw_mdl_end_value (w);
  w->record = record;
  w->field = field;
  w->since = w->out->size;
}

/* --- The writer ------------------------------------------------------------------------------------------------------- */

MwMdlWriter *
mw_mdl_writer_new (const MwModel *model, MwFormat format, MwBuffer *out, MwByteMap *map, MwReport *report,
                   const uint32_t *numbers, gpointer user)
{
  MwMdlWriter *w = g_new0 (MwMdlWriter, 1);
  *w = (MwMdlWriter) {
    .model = model, .format = format, .out = out, .map = map, .report = report, .numbers = numbers, .user = user
  };
  return w;
}

void
mw_mdl_writer_spell (MwMdlWriter *w, MwMdlSpelling spelling)
{
  w->spelling = spelling;
}

void
mw_mdl_writer_free (MwMdlWriter *w)
{
  g_free (w);
}

gpointer
mw_mdl_writer_user (const MwMdlWriter *w)
{
  return w->user;
}

const MwModel *
mw_mdl_writer_model (const MwMdlWriter *w)
{
  return w->model;
}

MwFormat
mw_mdl_writer_format (const MwMdlWriter *w)
{
  return w->format;
}

MwMdlSpelling
mw_mdl_writer_spelling (const MwMdlWriter *w)
{
  return w->spelling;
}

uint32_t
mw_mdl_writer_number (const MwMdlWriter *w, MwRef ref)
{
  return ref.id ? w->numbers[ref.id] : ref.raw;
}

void
mw_mdl_line (MwMdlWriter *w, const char *text)
{
  mw_mdl_new_line (w);
  mw_mdl_put (w, text);
}

void
mw_mdl_put (MwMdlWriter *w, const char *text)
{
  mw_mdl_put_bytes (w, text, strlen (text));
}

void
mw_mdl_put_int (MwMdlWriter *w, int64_t value)
{
  char text[MW_INT_TEXT_MAX];
  mw_mdl_put_bytes (w, text, mw_int_to_text (value, text));
}

void
mw_mdl_put_value (MwMdlWriter *w, const MwRecord *record, const MwField *field)
{
  mw_mdl_at (w, record, field);
  put_component (w, field->type, mw_field_at (record, field), NULL);
  mw_mdl_end_value (w);
}

void
mw_mdl_put_number (MwMdlWriter *w, uint32_t number)
{
  mw_mdl_put_i32 (w, (int32_t) number);
}

void
mw_mdl_indent (MwMdlWriter *w, int more)
{
  w->indent += more;
}

void
mw_mdl_lose (MwMdlWriter *w, const MwRecord *record, const MwField *field, const char *why)
{
  mw_report_loss (w->report, record, field, FALSE, why);
}
