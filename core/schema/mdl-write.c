/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/number.h"
#include "core/schema/mdl-plan.h"
#include "core/schema/mdl.h"

#include <string.h>

/* One growable buffer, no printf. What a row cannot state is reported by the code that writes the row, so the report and the
 * text cannot disagree. */
struct _MwMdlWriter {
  const MwModel *model;
  MwFormat format;
  MwBuffer *out;
  MwByteMap *map;
  MwReport *report;
  const uint32_t *numbers;
  gpointer user;
  int indent;
  const MwRecord *record; /* whose value is being written */
  const MwField *field;
  size_t since;       /* of the byte map: where it began */
  gboolean odd_words; /* inf or nan was written */
  MwMdlSpelling spelling;
  gboolean statements_only; /* mw_mdl_write_statements() */
  const MwField *about;     /* of that */
};

/* --- Characters ----------------------------------------------------------------------------------------------------- */

static inline void
put (MwMdlWriter *w, const char *text, size_t n)
{
  memcpy (mw_buffer_add (w->out, n), text, n);
}
#define PUT(w, literal) put (w, literal, sizeof (literal) - 1)

static void
line (MwMdlWriter *w)
{
  uint8_t *to = mw_buffer_add (w->out, 1 + (size_t) w->indent);
  *to = '\n';
  memset (to + 1, '\t', (size_t) w->indent);
}

static inline void
put_uint (MwMdlWriter *w, uint32_t value)
{
  char reversed[10];
  guint n = 0;
  do {
    reversed[n++] = (char) ('0' + value % 10);
    value /= 10;
  } while (value);
  uint8_t *to = mw_buffer_add (w->out, n);
  while (n)
    *to++ = (uint8_t) reversed[--n];
}

static inline void
put_i32 (MwMdlWriter *w, int32_t value)
{
  if (value < 0)
    PUT (w, "-");
  put_uint (w, value < 0 ? 0u - (uint32_t) value : (uint32_t) value);
}

static void
put_special (MwMdlWriter *w, float value)
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
    mw_mdl_lose (w, w->record, w->field, "text has one word for all NaNs: sign and payload are not stated");
}

static inline void
put_float (MwMdlWriter *w, float value)
{
  uint32_t bits;
  memcpy (&bits, &value, 4);
  if (G_UNLIKELY ((bits & 0x7F800000) == 0x7F800000)) {
    put_special (w, value);
    return;
  }
  MwBuffer *out = w->out;
  if (G_UNLIKELY (out->capacity - out->size < MW_FLOAT_TEXT_MAX))
    mw_buffer_grow (out, MW_FLOAT_TEXT_MAX);
  out->size += mw_float_to_text (value, (char *) out->bytes + out->size);
}

void
mw_mdl_put_floats (MwMdlWriter *w, const float *values, guint n)
{
  PUT (w, "{ ");
  for (guint i = 0; i < n; i++) {
    if (i)
      PUT (w, ", ");
    put_float (w, values[i]);
  }
  PUT (w, " }");
}

static void
put_text (MwMdlWriter *w, const MwRecord *record, const MwField *field)
{
  const char *text = mw_text (*(char *const *) mw_field_at (record, field));
  size_t n = strlen (text);
  PUT (w, "\"");
  uint8_t *to = mw_buffer_add (w->out, n);
  memcpy (to, text, n);
  for (size_t i = 0; i < n; i++)
    if (to[i] == '"') {
      to[i] = '\'';
      mw_mdl_lose (w, record, field, "text has no way to state a quote inside a name");
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
    put_i32 (w, (int32_t) number);
}

static void
put_component (MwMdlWriter *w, MwType type, const void *from, const char *none)
{
  switch (type) {
  case MW_TYPE_U8:
    put_uint (w, *(const uint8_t *) from);
    break;
  case MW_TYPE_U16:
    put_uint (w, *(const uint16_t *) from);
    break;
  case MW_TYPE_U32:
    put_uint (w, *(const uint32_t *) from);
    break;
  case MW_TYPE_I32:
    put_i32 (w, *(const int32_t *) from);
    break;
  case MW_TYPE_F32:
    put_float (w, *(const float *) from);
    break;
  case MW_TYPE_REF:
    put_ref (w, *(const MwRef *) from, none);
    break;
  default:
    g_assert_not_reached ();
  }
}

/* One value of `count` components, several in braces. */
static inline void
put_value (MwMdlWriter *w, MwType type, guint count, gboolean bgr, const void *from, const char *none)
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

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static void write_rows (MwMdlWriter *w, const MwMdlPlan *plan, const MwMdlPlan *whole, const MwRecord *record);

static void
end_value (MwMdlWriter *w)
{
  if (w->map && w->field && w->out->size > w->since)
    mw_byte_map_add (w->map, w->since, w->out->size - w->since, 0, 0, MW_BYTES_VALUE, w->record, w->field, NULL);
  w->field = NULL;
}

void
mw_mdl_at (MwMdlWriter *w, const MwRecord *record, const MwField *field)
{
  end_value (w);
  w->record = record;
  w->field = field;
  w->since = w->out->size;
}

/* The word of a statement on a line of its own. */
static void
word (MwMdlWriter *w, const MwMdlOp *op)
{
  line (w);
  put (w, op->word, op->length);
}

static gboolean
is_fresh (const MwMdlWriter *w, const MwMdlPlan *whole, const MwRecord *record, const MwField *field)
{
  if (field->type == MW_TYPE_REF)
    return mw_mdl_writer_number (w, *(const MwRef *) mw_field_at (record, field))
           == ((const MwRef *) mw_field_at (whole->fresh, field))->raw;
  return mw_mdl_plan_says_nothing (whole, record, field);
}

static void
write_keys (MwMdlWriter *w, const MwRecord *track, const MwField *values, gboolean bgr, gboolean tangents)
{
  const MwSchema *schema = track->schema;
  const MwArray *times = mw_field_at (track, mw_schema_field (schema, "keys.time"));
  const MwArray *value = mw_field_at (track, values), *in = NULL, *out = NULL;
  const MwField *in_tan = mw_schema_field (schema, "keys.in_tan"), *out_tan = mw_schema_field (schema, "keys.out_tan");
  size_t size = mw_field_element_size (values);
  uint32_t n = MIN (times->n, value->n);
  if (tangents) {
    in = mw_field_at (track, in_tan);
    out = mw_field_at (track, out_tan);
    n = MIN (n, MIN (in->n, out->n));
  }
  for (uint32_t i = 0; i < n; i++) {
    line (w);
    w->record = track;
    w->field = values;
    put_i32 (w, ((const int32_t *) times->data)[i]);
    PUT (w, ": ");
    put_value (w, values->element, values->count, bgr, (const char *) value->data + i * size, NULL);
    PUT (w, ",");
    if (!tangents)
      continue;
    w->indent++;
    line (w);
    w->field = in_tan;
    PUT (w, "InTan ");
    put_value (w, values->element, values->count, bgr, (const char *) in->data + i * size, NULL);
    PUT (w, ",");
    line (w);
    w->field = out_tan;
    PUT (w, "OutTan ");
    put_value (w, values->element, values->count, bgr, (const char *) out->data + i * size, NULL);
    PUT (w, ",");
    w->indent--;
  }
}

static void
write_track (MwMdlWriter *w, const char *head, size_t length, const MwRecord *track, gboolean bgr)
{
  const MwSchema *schema = track->schema;
  const MwField *interpolation = mw_schema_field (schema, "interpolation"),
                *values = mw_schema_field (schema, "keys.value");
  const MwField *clock = mw_schema_field (schema, "global_sequence");
  const MwArray *times = mw_field_at (track, mw_schema_field (schema, "keys.time"));
  gboolean tangents = FALSE;
  line (w);
  put (w, head, length);
  PUT (w, " ");
  put_uint (w, times->n);
  PUT (w, " {");
  w->indent++;
  /* Without one: the form of World of Warcraft that has none. */
  if (interpolation && w->format.family == MW_FAMILY_MDX_WOW
      && !mw_field_is_live (track, interpolation, (MwFormat) { w->format.family, w->format.version, FALSE }))
    interpolation = NULL;
  if (interpolation) {
    uint32_t value = *(const uint32_t *) mw_field_at (track, interpolation);
    const MwName *name = mw_names_find_value (interpolation->names, value);
    if (!name) {
      /* From 2 on there are tangents; the nearest word keeps them. */
      name = mw_names_find_value (interpolation->names, value >= 2 ? 3 : 0);
      mw_mdl_lose (w, track, interpolation, "this interpolation has no word");
    }
    tangents = value >= 2;
    line (w);
    mw_mdl_put (w, name->name);
    PUT (w, ",");
  }
  if (mw_mdl_writer_number (w, *(const MwRef *) mw_field_at (track, clock)) != 0xFFFFFFFFu) {
    line (w);
    PUT (w, "GlobalSeqId ");
    put_ref (w, *(const MwRef *) mw_field_at (track, clock), NULL);
    PUT (w, ",");
  }
  if (values)
    write_keys (w, track, values, bgr, tangents);
  for (uint32_t i = 0; !values && i < times->n; i++) {
    line (w);
    put_i32 (w, ((const int32_t *) times->data)[i]);
    PUT (w, ",");
  }
  w->indent--;
  line (w);
  PUT (w, "}");
}

static void
write_array (MwMdlWriter *w, const MwMdlOp *op, const MwRecord *record)
{
  const MwField *field = op->field;
  const MwArray *array = mw_field_at (record, field);
  size_t size = mw_field_element_size (field);
  word (w, op);
  if (op->form == MW_MDL_ARRAY) {
    PUT (w, " ");
    put_uint (w, array->n);
  }
  PUT (w, " {");
  w->indent++;
  for (uint32_t i = 0; i < array->n; i++) {
    line (w);
    put_value (w, field->element, field->count, FALSE, (const char *) array->data + i * size, NULL);
    PUT (w, ",");
  }
  w->indent--;
  line (w);
  PUT (w, "}");
}

void
mw_mdl_put_record (MwMdlWriter *w, const char *head, const MwRecord *record)
{
  const MwMdlPlan *plan = mw_mdl_plan_get (record->schema, w->format);
  end_value (w);
  line (w);
  mw_mdl_put (w, head);
  if (plan->head && plan->head->field) {
    PUT (w, " ");
    mw_mdl_at (w, record, plan->head->field);
    put_text (w, record, plan->head->field);
    end_value (w);
  }
  PUT (w, " {");
  w->indent++;
  write_rows (w, plan, plan, record);
  w->indent--;
  line (w);
  PUT (w, "}");
}

static void
write_item (MwMdlWriter *w, const MwRecord *record)
{
  const MwMdlPlan *plan = mw_mdl_plan_get (record->schema, w->format);
  if (plan->head)
    mw_mdl_put_record (w, plan->head->word, record);
  else
    write_rows (w, plan, plan, record);
}

static void
write_list (MwMdlWriter *w, const MwMdlOp *op, const MwRecord *record)
{
  const MwList *list = mw_record_list (record, op->field);
  if (op->form == MW_MDL_ITEMS) {
    for (uint32_t i = 0; i < list->n; i++)
      if (list->items[i]->schema == op->element)
        write_item (w, list->items[i]);
    return;
  }
  if (list->n == 0)
    return;
  word (w, op);
  PUT (w, " ");
  put_uint (w, list->n);
  PUT (w, " {");
  w->indent++;
  for (uint32_t i = 0; i < list->n; i++)
    write_item (w, list->items[i]);
  w->indent--;
  line (w);
  PUT (w, "}");
}

static void
write_count (MwMdlWriter *w, const MwMdlOp *op, const MwRecord *record)
{
  const MwList *list = mw_record_list (record, op->field);
  uint32_t n = 0;
  for (uint32_t i = 0; i < list->n; i++)
    n += !op->element || list->items[i]->schema == op->element;
  if (n == 0)
    return;
  word (w, op);
  PUT (w, " ");
  put_uint (w, n);
  PUT (w, ",");
}

static void
write_block (MwMdlWriter *w, const MwMdlOp *op, const MwMdlPlan *whole, const MwRecord *record)
{
  word (w, op);
  if (op->field) {
    PUT (w, " ");
    mw_mdl_at (w, record, op->field);
    put_text (w, record, op->field);
    end_value (w);
  }
  PUT (w, " {");
  w->indent++;
  write_rows (w, op->nested, whole, record);
  w->indent--;
  line (w);
  PUT (w, "}");
  /* `SegmentColor { ... },`: a block of values alone ends like one. */
  if (op->nested->n_ops && op->nested->ops[0].form == MW_MDL_COLOR)
    PUT (w, ",");
}

static void
write_bits (MwMdlWriter *w, const MwMdlOp *op, uint32_t value)
{
  guint n = 0;
  for (guint i = 0; i < op->nested->n_ops; i++) {
    const MwMdlOp *bit = &op->nested->ops[i];
    if ((value & bit->row->mask) != bit->row->mask)
      continue;
    if (n++)
      PUT (w, ", ");
    else {
      word (w, op);
      PUT (w, " { ");
    }
    put (w, bit->word, bit->length);
  }
  if (n)
    PUT (w, " },");
}

/* The layout that a record read from the text of this one has: the first, for nearly all. */
static uint8_t
variant_in_text (const MwMdlWriter *w, const MwRecord *record)
{
  return record->variant && record->schema->text_variant ? record->schema->text_variant (record, w->format) : 0;
}

/* A record of a layout that text does not tell gets the statements of the one that is read back: they are what a text of that
 * has. */
static gboolean
is_live_in_text (const MwMdlWriter *w, const MwRecord *record, const MwField *field)
{
  MwFormat binary = { w->format.family, w->format.version, FALSE };
  uint8_t variant = variant_in_text (w, record);
  if (record->variant == variant)
    return mw_field_is_live (record, field, binary);
  g_autofree MwRecord *as_read = g_memdup2 (record, record->schema->size);
  as_read->variant = variant;
  return mw_field_is_live (as_read, field, binary);
}

static gboolean
is_written (const MwMdlWriter *w, const MwMdlOp *op, const MwMdlPlan *whole, const MwRecord *record)
{
  const MwMdlRow *row = op->row;
  if (row->read_only)
    return FALSE;
  if (op->when) {
    uint32_t value = *(const uint32_t *) mw_field_at (record, op->when);
    if (row->when.mask)
      value &= row->when.mask;
    if ((value == row->when.equals) == row->when.otherwise)
      return FALSE;
  }
  if (row->holds && op->form != MW_MDL_DERIVED && !row->holds (record))
    return FALSE;
  gboolean animated = op->track && *(MwRecord **) mw_field_at (record, op->track);
  if (op->conditional && !animated && !is_live_in_text (w, record, op->field))
    return FALSE;
  if (row->omit && op->field && !animated)
    return !is_fresh (w, whole, record, op->field);
  return TRUE;
}

/* Whether a row is long, and not the one that mw_mdl_write_statements() is about. */
static gboolean
is_left_out (const MwMdlWriter *w, const MwMdlOp *op)
{
  const MwField *field = op->field;
  if (!w->statements_only || !field || field == w->about
      || (field->type != MW_TYPE_ARRAY && field->type != MW_TYPE_LIST && field->type != MW_TYPE_CHILD))
    return FALSE;
  return !w->about || !mw_mdl_word_among (w->about->name, strlen (w->about->name), op->row->also);
}

static void
write_op (MwMdlWriter *w, const MwMdlOp *op, const MwMdlPlan *whole, const MwRecord *record)
{
  const void *value = op->field ? mw_field_at (record, op->field) : NULL;
  gboolean bgr = op->form == MW_MDL_COLOR || op->form == MW_MDL_ANIM_COLOR || op->form == MW_MDL_ANIM_RIM;
  if (is_left_out (w, op))
    return;
  switch (op->form) {
  case MW_MDL_ANIM:
  case MW_MDL_ANIM_COLOR:
  case MW_MDL_ANIM_RIM: {
    const MwRecord *track = op->track ? *(MwRecord *const *) mw_field_at (record, op->track) : NULL;
    gboolean both = track && w->format.family == MW_FAMILY_MDX_WOW && !is_fresh (w, whole, record, op->field);
    if (track && w->statements_only && op->track != w->about) {
      word (w, op);
      return;
    }
    if (track) {
      mw_mdl_at (w, record, op->track);
      write_track (w, op->word, op->length, track, op->form == MW_MDL_ANIM_COLOR);
      w->record = record;
      w->field = op->track;
      end_value (w);
      if (!both) {
        if (!is_fresh (w, whole, record, op->field) && (!op->conditional || is_live_in_text (w, record, op->field)))
          mw_mdl_lose (w, record, op->field, "text has no static value beside a track");
        return;
      }
    }
    line (w);
    PUT (w, "static ");
    put (w, op->word, op->length);
    PUT (w, " ");
    mw_mdl_at (w, record, op->field);
    put_value (w, op->field->type, op->field->count, bgr, value, NULL);
    break;
  }
  case MW_MDL_VALUE:
  case MW_MDL_COLOR:
    word (w, op);
    PUT (w, " ");
    mw_mdl_at (w, record, op->field);
    if (op->field->type == MW_TYPE_TEXT)
      put_text (w, record, op->field);
    else
      put_value (w, op->field->type, op->field->count, bgr, value, op->row->none);
    break;
  case MW_MDL_ENUM:
  case MW_MDL_NAME: {
    const MwName *name = mw_names_find_value (op->names, *(const uint32_t *) value);
    if (!name && op->form == MW_MDL_ENUM && w->format.family == MW_FAMILY_MDX_WOW) {
      word (w, op);
      PUT (w, " ");
      mw_mdl_at (w, record, op->field);
      put_uint (w, *(const uint32_t *) value);
      break;
    }
    if (!name) {
      /* What reading would give without the statement. */
      mw_mdl_lose (w, record, op->field, "this number has no word");
      name = mw_names_find_value (op->names, *(const uint32_t *) mw_field_at (whole->fresh, op->field));
    }
    line (w);
    if (op->form == MW_MDL_ENUM) {
      put (w, op->word, op->length);
      PUT (w, " ");
    }
    mw_mdl_at (w, record, op->field);
    mw_mdl_put (w, name->name);
    break;
  }
  case MW_MDL_FLAG:
    if ((*(const uint32_t *) value & op->row->mask) != op->row->mask)
      return;
    line (w);
    mw_mdl_at (w, record, op->field);
    put (w, op->word, op->length);
    break;
  case MW_MDL_BITS:
    mw_mdl_at (w, record, op->field);
    write_bits (w, op, *(const uint32_t *) value);
    return;
  case MW_MDL_TRACK:
  case MW_MDL_EVENT_TRACK:
    if (!*(MwRecord *const *) value)
      return;
    mw_mdl_at (w, record, op->field);
    write_track (w, op->word, op->length, *(MwRecord *const *) value, FALSE);
    w->record = record;
    w->field = op->field;
    return;
  case MW_MDL_ARRAY:
  case MW_MDL_BARE_ARRAY:
    mw_mdl_at (w, record, op->field);
    write_array (w, op, record);
    return;
  case MW_MDL_BLOCK:
    write_block (w, op, whole, record);
    return;
  case MW_MDL_LIST:
  case MW_MDL_ITEMS:
    write_list (w, op, record);
    return;
  case MW_MDL_COUNT:
    write_count (w, op, record);
    return;
  case MW_MDL_HAND:
    mw_mdl_at (w, record, op->field);
    op->row->hand->write (w, record);
    return;
  case MW_MDL_HEAD:
  case MW_MDL_BASE:
  case MW_MDL_DERIVED:
    return;
  }
  end_value (w);
  PUT (w, ",");
}

/* --- What no row states --------------------------------------------------------------------------------------------- */

/* What is left of the record is what reading gives: fields without a row have their default then, and the layout is the
 * first. A field is lost if it has another value and would mean something in that record. */
static void
lose_unspelled (MwMdlWriter *w, const MwMdlPlan *plan, const MwRecord *record)
{
  uint8_t variant = variant_in_text (w, record);
  gboolean lost = record->variant != variant;
  for (guint i = 0; i < plan->unspelled->len && !lost; i++)
    lost = !is_fresh (w, plan, record, plan->unspelled->pdata[i]);
  if (!lost)
    return;
  MwFormat binary = { w->format.family, w->format.version, FALSE };
  g_autofree MwRecord *as_read = g_memdup2 (record, record->schema->size);
  as_read->variant = variant;
  for (guint i = 0; i < plan->unspelled->len; i++) {
    const MwField *field = plan->unspelled->pdata[i];
    if (mw_field_is_number (field))
      memcpy (mw_field_at (as_read, field), mw_field_at (plan->fresh, field), mw_field_storage_size (field));
  }
  if (record->variant != variant)
    mw_report_loss (w->report, record, NULL, TRUE, "text has one layout of this");
  for (guint i = 0; i < plan->unspelled->len; i++) {
    const MwField *field = plan->unspelled->pdata[i];
    if (is_fresh (w, plan, record, field) || !mw_field_is_live (record, field, binary)
        || !mw_field_is_live (as_read, field, binary))
      continue;
    const char *why = "text has no word for it";
    if (field->type != MW_TYPE_LIST) {
      mw_mdl_lose (w, record, field, why);
      continue;
    }
    const MwList *list = mw_record_list (record, field);
    for (uint32_t k = 0; k < list->n; k++)
      mw_mdl_lose (w, list->items[k], NULL, why);
  }
}

static void
lose_bits (MwMdlWriter *w, const MwMdlPlan *plan, const MwRecord *record)
{
  for (guint i = 0; i < plan->n_bits; i++) {
    const MwField *field = plan->bits[i].field;
    uint32_t value = *(const uint32_t *) mw_field_at (record, field);
    uint32_t read = *(const uint32_t *) mw_field_at (plan->fresh, field) | (value & plan->bits[i].stated);
    for (guint k = 0; k < plan->n_ops; k++)
      if (plan->ops[k].form == MW_MDL_DERIVED && plan->ops[k].field == field && plan->ops[k].row->holds (record))
        read |= plan->ops[k].row->mask;
    if (read != value)
      mw_mdl_lose (w, record, field, "some of its bits have no word");
  }
}

static void
write_rows (MwMdlWriter *w, const MwMdlPlan *plan, const MwMdlPlan *whole, const MwRecord *record)
{
  for (guint i = 0; i < plan->n_ops; i++) {
    if (!is_written (w, &plan->ops[i], whole, record))
      continue;
    write_op (w, &plan->ops[i], whole, record);
    end_value (w);
  }
  if (plan == whole && w->report) {
    lose_unspelled (w, plan, record);
    lose_bits (w, plan, record);
  }
}

/* --- The outside ---------------------------------------------------------------------------------------------------- */

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

/* Words, braces and blanks between the values belong to nobody. */
static void
finish_map (MwMdlWriter *w, size_t start)
{
  uint64_t at = start;
  guint n = w->map->entries->len;
  for (guint i = 0; i < n; i++)
    g_array_index (w->map->entries, MwBytes, i).offset--; /* the first line feed went */
  mw_byte_map_finish (w->map);
  for (guint i = 0; i <= n; i++) {
    const MwBytes *bytes = i < n ? &g_array_index (w->map->entries, MwBytes, i) : NULL;
    uint64_t next = bytes ? bytes->offset : w->out->size, end = bytes ? next + bytes->size : next;
    if (next > at)
      mw_byte_map_add (w->map, at, next - at, 1, 0, MW_BYTES_FIXED, NULL, NULL, "text");
    at = MAX (at, end);
  }
}

/* The first line has no line feed before it, the last one has one behind it. */
void
mw_mdl_write (MwMdlWriter *w)
{
  const MwRecord *root = &w->model->record;
  const MwMdlPlan *plan = mw_mdl_plan_get (root->schema, w->format);
  size_t start = w->out->size;
  write_rows (w, plan, plan, root);
  PUT (w, "\n");
  memmove (w->out->bytes + start, w->out->bytes + start + 1, w->out->size - start - 1);
  w->out->size--;
  if (w->map)
    finish_map (w, start);
  if (w->odd_words)
    mw_report_remark (w->report, MW_REMARK_WARNING, 0, 0, "the text holds inf or nan, which few other programs read");
}

void
mw_mdl_write_statements (MwMdlWriter *w, const MwRecord *record, const MwField *about)
{
  const MwMdlPlan *plan = mw_mdl_plan_get (record->schema, w->format);
  w->statements_only = TRUE;
  w->about = about;
  if (plan->head && plan->head->field)
    put_text (w, record, plan->head->field);
  write_rows (w, plan, plan, record);
  w->statements_only = FALSE;
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
  line (w);
  mw_mdl_put (w, text);
}

void
mw_mdl_put (MwMdlWriter *w, const char *text)
{
  put (w, text, strlen (text));
}

void
mw_mdl_put_int (MwMdlWriter *w, int64_t value)
{
  char text[MW_INT_TEXT_MAX];
  put (w, text, mw_int_to_text (value, text));
}

void
mw_mdl_put_value (MwMdlWriter *w, const MwRecord *record, const MwField *field)
{
  mw_mdl_at (w, record, field);
  put_component (w, field->type, mw_field_at (record, field), NULL);
  end_value (w);
}

void
mw_mdl_put_track (MwMdlWriter *w, const char *name, const MwRecord *track)
{
  mw_mdl_at (w, track->owner, mw_record_slot (track));
  write_track (w, name, strlen (name), track, FALSE);
  w->record = track->owner;
  w->field = mw_record_slot (track);
  end_value (w);
}

void
mw_mdl_put_number (MwMdlWriter *w, uint32_t number)
{
  put_i32 (w, (int32_t) number);
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
