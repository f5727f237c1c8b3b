/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/mdl-write-private.h"

/* Whatever a row cannot state is reported by the code that writes the row, so report and text cannot disagree. */

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static void write_rows (MwMdlWriter *w, const MwMdlPlan *plan, const MwMdlPlan *whole, const MwRecord *record);

/* Starts a line with the word of a statement. */
static void
word (MwMdlWriter *w, const MwMdlOp *op)
{
  mw_mdl_new_line (w);
  mw_mdl_put_bytes (w, op->word, op->length);
}

static gboolean
is_fresh (const MwMdlWriter *w, const MwMdlPlan *whole, const MwRecord *record, const MwField *field)
{
  if (field->type == MW_TYPE_REF)
    return mw_mdl_writer_number (w, *(const MwRef *) mw_field_at (record, field))
           == ((const MwRef *) mw_field_at (whole->fresh, field))->raw;
  return mw_mdl_plan_is_default (whole, record, field);
}

static void
write_keys (MwMdlWriter *w, const MwRecord *track, const MwField *values, gboolean bgr, gboolean tangents)
{
  const MwSchema *schema = track->schema;
  const MwArray *times = mw_field_at (track, mw_schema_part (schema, MW_PART_TIMES));
  const MwArray *value = mw_field_at (track, values), *in = NULL, *out = NULL;
  const MwField *in_tan = mw_schema_part (schema, MW_PART_IN_TANS),
                *out_tan = mw_schema_part (schema, MW_PART_OUT_TANS);
  size_t size = mw_field_element_size (values);
  uint32_t n = MIN (times->n, value->n);
  if (tangents) {
    in = mw_field_at (track, in_tan);
    out = mw_field_at (track, out_tan);
    n = MIN (n, MIN (in->n, out->n));
  }
  for (uint32_t i = 0; i < n; i++) {
    mw_mdl_new_line (w);
    w->record = track;
    w->field = values;
    mw_mdl_put_i32 (w, ((const int32_t *) times->data)[i]);
    PUT (w, ": ");
    mw_mdl_put_components (w, values->element, values->count, bgr, (const char *) value->data + i * size, NULL);
    PUT (w, ",");
    if (!tangents)
      continue;
    w->indent++;
    mw_mdl_new_line (w);
    w->field = in_tan;
    PUT (w, "InTan ");
    mw_mdl_put_components (w, values->element, values->count, bgr, (const char *) in->data + i * size, NULL);
    PUT (w, ",");
    mw_mdl_new_line (w);
    w->field = out_tan;
    PUT (w, "OutTan ");
    mw_mdl_put_components (w, values->element, values->count, bgr, (const char *) out->data + i * size, NULL);
    PUT (w, ",");
    w->indent--;
  }
}

static void
write_track (MwMdlWriter *w, const char *head, size_t length, const MwRecord *track, gboolean bgr)
{
  const MwSchema *schema = track->schema;
  const MwField *interpolation = mw_schema_part (schema, MW_PART_INTERPOLATION),
                *values = mw_schema_part (schema, MW_PART_VALUES);
  const MwField *clock = mw_schema_part (schema, MW_PART_CLOCK);
  const MwArray *times = mw_field_at (track, mw_schema_part (schema, MW_PART_TIMES));
  gboolean tangents = FALSE;
  mw_mdl_new_line (w);
  mw_mdl_put_bytes (w, head, length);
  PUT (w, " ");
  mw_mdl_put_uint (w, times->n);
  PUT (w, " {");
  w->indent++;
  /* Some tracks of World of Warcraft have no interpolation type. */
  if (interpolation && w->format.family == MW_FAMILY_MDX_WOW
      && !mw_field_is_live (track, interpolation, (MwFormat) { w->format.family, w->format.version, FALSE }))
    interpolation = NULL;
  if (interpolation) {
    uint32_t value = *(const uint32_t *) mw_field_at (track, interpolation);
    const MwName *name = mw_names_find_value (interpolation->names, value);
    if (!name) {
      /* Types from 2 on have tangents, which the nearest word keeps. */
      name = mw_names_find_value (interpolation->names, value >= 2 ? 3 : 0);
      mw_mdl_lose (w, track, interpolation, "text has no word for this interpolation");
    }
    tangents = value >= 2;
    mw_mdl_new_line (w);
    mw_mdl_put (w, name->name);
    PUT (w, ",");
  }
  if (mw_mdl_writer_number (w, *(const MwRef *) mw_field_at (track, clock)) != 0xFFFFFFFFu) {
    mw_mdl_new_line (w);
    PUT (w, "GlobalSeqId ");
    mw_mdl_put_components (w, MW_TYPE_REF, 1, FALSE, mw_field_at (track, clock), NULL);
    PUT (w, ",");
  }
  if (values)
    write_keys (w, track, values, bgr, tangents);
  for (uint32_t i = 0; !values && i < times->n; i++) {
    mw_mdl_new_line (w);
    mw_mdl_put_i32 (w, ((const int32_t *) times->data)[i]);
    PUT (w, ",");
  }
  w->indent--;
  mw_mdl_new_line (w);
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
    mw_mdl_put_uint (w, array->n);
  }
  PUT (w, " {");
  w->indent++;
  for (uint32_t i = 0; i < array->n; i++) {
    mw_mdl_new_line (w);
    mw_mdl_put_components (w, field->element, field->count, FALSE, (const char *) array->data + i * size, NULL);
    PUT (w, ",");
  }
  w->indent--;
  mw_mdl_new_line (w);
  PUT (w, "}");
}

void
mw_mdl_put_record (MwMdlWriter *w, const char *head, const MwRecord *record)
{
  const MwMdlPlan *plan = mw_mdl_plan_get (record->schema, w->format);
  mw_mdl_end_value (w);
  mw_mdl_new_line (w);
  mw_mdl_put (w, head);
  if (plan->head && plan->head->field) {
    PUT (w, " ");
    mw_mdl_at (w, record, plan->head->field);
    mw_mdl_put_text (w, record, plan->head->field);
    mw_mdl_end_value (w);
  }
  PUT (w, " {");
  w->indent++;
  write_rows (w, plan, plan, record);
  w->indent--;
  mw_mdl_new_line (w);
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
  mw_mdl_put_uint (w, list->n);
  PUT (w, " {");
  w->indent++;
  for (uint32_t i = 0; i < list->n; i++)
    write_item (w, list->items[i]);
  w->indent--;
  mw_mdl_new_line (w);
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
  mw_mdl_put_uint (w, n);
  PUT (w, ",");
}

static void
write_block (MwMdlWriter *w, const MwMdlOp *op, const MwMdlPlan *whole, const MwRecord *record)
{
  word (w, op);
  if (op->field) {
    PUT (w, " ");
    mw_mdl_at (w, record, op->field);
    mw_mdl_put_text (w, record, op->field);
    mw_mdl_end_value (w);
  }
  PUT (w, " {");
  w->indent++;
  write_rows (w, op->nested, whole, record);
  w->indent--;
  mw_mdl_new_line (w);
  PUT (w, "}");
  /* A block that holds only values ends with a comma: `SegmentColor { ... },`. */
  if (op->nested->n_ops && op->nested->ops[0].form == MW_MDL_COLOR)
    PUT (w, ",");
}

static void
write_bits (MwMdlWriter *w, const MwMdlOp *op, uint32_t value)
{
  for (guint i = 0; i < op->nested->n_ops; i++) {
    const MwMdlOp *bit = &op->nested->ops[i];
    if ((value & bit->row->mask) != bit->row->mask)
      continue;
    word (w, op);
    PUT (w, " { ");
    mw_mdl_put_bytes (w, bit->word, bit->length);
    PUT (w, " },");
  }
}

/* The layout variant that the record will have when it is read from this text: 0 for nearly all. */
static uint8_t
variant_in_text (const MwMdlWriter *w, const MwRecord *record)
{
  return record->variant && record->schema->text_variant ? record->schema->text_variant (record, w->format) : 0;
}

/* Whether the field exists in the record as it will be read back. Where the text cannot say which layout a record
 * has, the reader chooses one, and the statements of that layout are written. */
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

/* Whether mw_mdl_write_statements() omits a row: it is an array, list or child, and does not belong to the field
 * that the caller asked about. */
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
      mw_mdl_end_value (w);
      if (!both) {
        if (!is_fresh (w, whole, record, op->field) && (!op->conditional || is_live_in_text (w, record, op->field)))
          mw_mdl_lose (w, record, op->field, "text has no static value beside a track");
        return;
      }
    }
    mw_mdl_new_line (w);
    PUT (w, "static ");
    mw_mdl_put_bytes (w, op->word, op->length);
    PUT (w, " ");
    mw_mdl_at (w, record, op->field);
    mw_mdl_put_components (w, op->field->type, op->field->count, bgr, value, NULL);
    break;
  }
  case MW_MDL_VALUE:
  case MW_MDL_COLOR:
    word (w, op);
    PUT (w, " ");
    mw_mdl_at (w, record, op->field);
    if (op->field->type == MW_TYPE_TEXT)
      mw_mdl_put_text (w, record, op->field);
    else
      mw_mdl_put_components (w, op->field->type, op->field->count, bgr, value, op->row->none);
    break;
  case MW_MDL_ENUM:
  case MW_MDL_NAME: {
    const MwName *name = mw_names_find_value (op->names, *(const uint32_t *) value);
    if (!name && op->form == MW_MDL_ENUM && w->format.family == MW_FAMILY_MDX_WOW) {
      word (w, op);
      PUT (w, " ");
      mw_mdl_at (w, record, op->field);
      mw_mdl_put_uint (w, *(const uint32_t *) value);
      break;
    }
    if (!name) {
      /* The word that states what reading would give without the statement. */
      mw_mdl_lose (w, record, op->field, "this number has no word");
      name = mw_names_find_value (op->names, *(const uint32_t *) mw_field_at (whole->fresh, op->field));
    }
    mw_mdl_new_line (w);
    if (op->form == MW_MDL_ENUM) {
      mw_mdl_put_bytes (w, op->word, op->length);
      PUT (w, " ");
    }
    mw_mdl_at (w, record, op->field);
    mw_mdl_put (w, name->name);
    break;
  }
  case MW_MDL_FLAG:
    if ((*(const uint32_t *) value & op->row->mask) != op->row->mask)
      return;
    mw_mdl_new_line (w);
    mw_mdl_at (w, record, op->field);
    mw_mdl_put_bytes (w, op->word, op->length);
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
  mw_mdl_end_value (w);
  PUT (w, ",");
}

/* --- What no row states --------------------------------------------------------------------------------------------- */

/* Reports the fields that no row states. Read back, they have their defaults and the record has another variant. A
 * field is lost if its value differs from the default and it would have a meaning in the record as read back. */
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
    mw_report_loss_of_kind (w->report, MW_LOSS_RESTATED, record, NULL, TRUE, "text has only one layout for this");
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
      mw_mdl_lose (w, record, field, "text has no word for some of its bits");
  }
}

static void
write_rows (MwMdlWriter *w, const MwMdlPlan *plan, const MwMdlPlan *whole, const MwRecord *record)
{
  for (guint i = 0; i < plan->n_ops; i++) {
    if (!is_written (w, &plan->ops[i], whole, record))
      continue;
    write_op (w, &plan->ops[i], whole, record);
    mw_mdl_end_value (w);
  }
  if (plan == whole && w->report) {
    lose_unspelled (w, plan, record);
    lose_bits (w, plan, record);
  }
}

/* --- Entry points --------------------------------------------------------------------------------------------------- */

/* Adds the words, braces and blanks between the values to the byte map; they belong to no field. */
static void
finish_map (MwMdlWriter *w, size_t start)
{
  uint64_t at = start;
  guint n = w->map->entries->len;
  for (guint i = 0; i < n; i++)
    g_array_index (w->map->entries, MwBytes, i).offset--; /* because the first line feed is removed */
  mw_byte_map_finish (w->map);
  for (guint i = 0; i <= n; i++) {
    const MwBytes *bytes = i < n ? &g_array_index (w->map->entries, MwBytes, i) : NULL;
    uint64_t next = bytes ? bytes->offset : w->out->size, end = bytes ? next + bytes->size : next;
    if (next > at)
      mw_byte_map_add (w->map, at, next - at, 1, 0, MW_BYTES_FIXED, NULL, NULL, "text");
    at = MAX (at, end);
  }
}

/* Every line begins with a line feed. The first one is removed, and one is added after the last line. */
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
    mw_mdl_put_text (w, record, plan->head->field);
  write_rows (w, plan, plan, record);
  w->statements_only = FALSE;
}

void
mw_mdl_put_track (MwMdlWriter *w, const char *name, const MwRecord *track)
{
  mw_mdl_at (w, track->owner, mw_record_slot (track));
  write_track (w, name, strlen (name), track, FALSE);
  w->record = track->owner;
  w->field = mw_record_slot (track);
  mw_mdl_end_value (w);
}
