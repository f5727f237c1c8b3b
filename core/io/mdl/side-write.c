/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/mdl.h"
#include "core/io/mdl/side-private.h"
#include "core/io/mdl/side-value.h"
#include "core/io/mdx/mdx.h"
#include "core/model/mdlx/chunks.h"
#include "core/model/mdlx/object-ids.h"
#include "core/schema/wire.h"

#include <string.h>

/* Writes the side channel for a text that was just written. The text is read back. Each loss in the report, that is, each
 * difference between the model and what was read, becomes a note. So does each of the model's own notes, which hold
 * details of the file (core/schema/notes.h). A loss counts as stated only if its note holds for what was read. The
 * function that reads notes checks that. */

typedef struct {
  const MwMdlx *model;
  const uint32_t *numbers;
  MwMdlSide *side; /* for the model that was read from the text */
  MwModel *stated; /* a copy of that model, before notes were applied */
  MwReport *report;
  GArray *items; /* MwMdlSideItem */
  gint *follows; /* by loss: index of an earlier one whose note covers it too, or -1 */
} Writing;

void
mw_mdl_side_item_clear (gpointer data)
{
  MwMdlSideItem *item = data;
  g_free (item->word);
  g_free (item->path);
  g_free (item->value);
}

/* Adds a note if it holds. Takes ownership of path and value. */
static gboolean
add (Writing *w, const char *word, char *path, char *value, gint loss)
{
  MwMdlSideItem item = { g_strdup (word), path, value, loss, .bounded = !mw_mdl_side_is_a_chunk (word) };
  g_autofree char *key = g_strconcat (word, path, NULL);
  if (mw_mdl_side_apply (w->side, key, value) != NULL) {
    mw_mdl_side_item_clear (&item);
    return FALSE;
  }
  g_array_append_val (w->items, item);
  return TRUE;
}

/* --- Values --------------------------------------------------------------------------------------------------------- */

static void
put_component (const Writing *w, GString *text, MwType type, const void *value)
{
  int64_t number = 0;
  switch (type) {
  case MW_TYPE_F32:
    mw_side_put_float (text, *(const float *) value);
    return;
  case MW_TYPE_REF: {
    const MwRef *ref = value;
    number = ref->id ? w->numbers[ref->id] : ref->raw;
    number = number == G_MAXUINT32 ? -1 : number;
    break;
  }
  case MW_TYPE_I8:
    number = *(const int8_t *) value;
    break;
  case MW_TYPE_I16:
    number = *(const int16_t *) value;
    break;
  case MW_TYPE_I32:
    number = *(const int32_t *) value;
    break;
  default:
    memcpy (&number, value, mw_type_size (type)); /* unsigned; the host is little-endian */
  }
  g_string_append_printf (text, "%" G_GINT64_FORMAT, number);
}

static void
put_components (const Writing *w, GString *text, const MwField *field, MwType type, const void *value)
{
  if (type == MW_TYPE_U8 && field->count > 1) {
    mw_side_put_bytes (text, value, field->count, TRUE);
    return;
  }
  for (guint i = 0; i < field->count; i++) {
    if (field->count > 1)
      g_string_append (text, i ? "," : "[");
    put_component (w, text, type, (const char *) value + i * mw_type_size (type));
  }
  g_string_append (text, field->count > 1 ? "]" : "");
}

/* The elements from `first` on; there is at least one. */
static char *
elements_text (const Writing *w, const MwField *field, const MwArray *array, uint32_t first)
{
  gsize size = mw_field_element_size (field);
  const char *data = array->data;
  GString *text = g_string_new (NULL);
  if (field->element == MW_TYPE_U8 && field->count == 1) {
    mw_side_put_bytes (text, data + first, array->n - first, TRUE);
    return g_string_free (text, FALSE);
  }
  for (uint32_t i = first; i < array->n; i++) {
    g_string_append (text, i > first ? "," : "[");
    put_components (w, text, field, field->element, data + i * size);
  }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

/* --- What the text does not state ----------------------------------------------------------------------------------- */

/* The record with the same path in the model that was read from the text. */
static MwRecord *
counterpart (const Writing *w, const MwRecord *record)
{
  MwTarget target;
  g_autofree char *path = mw_record_path (record);
  if (!mw_path_resolve_one (&w->side->model->model, path, &target, NULL))
    return NULL;
  MwRecord *other = target.record;
  /* The path of a child names its slot. */
  if (target.field && target.field->type == MW_TYPE_CHILD)
    other = *(MwRecord **) mw_field_at (other, target.field);
  return other && other->schema == record->schema ? other : NULL;
}

/* Whether two components are equal; references are compared by the numbers that are written. */
static gboolean
same (const Writing *w, MwType type, const char *a, const char *b)
{
  if (type != MW_TYPE_REF)
    return memcmp (a, b, mw_type_size (type)) == 0;
  const MwRef *ref = (const MwRef *) (gconstpointer) a, *other = (const MwRef *) (gconstpointer) b;
  return (ref->id ? w->numbers[ref->id] : ref->raw) == (other->id ? w->side->numbers[other->id] : other->raw);
}

/* Adds a line for each component that differs; NaNs use their own word. */
static gboolean
add_components (Writing *w, MwTarget target, const char *value, const char *stated, gint loss)
{
  const MwField *field = target.field;
  MwType type = field->type == MW_TYPE_ARRAY ? field->element : field->type;
  gsize size = mw_type_size (type);
  for (guint i = 0; i < field->count; i++) {
    const char *part = value + i * size;
    if (same (w, type, part, stated + i * size))
      continue;
    uint32_t bits = 0, text_bits = 0;
    if (type == MW_TYPE_F32) {
      memcpy (&bits, part, 4);
      memcpy (&text_bits, stated + i * size, 4);
    }
    target.component = field->count > 1 ? (int) i : -1;
    target.whole = FALSE;
    GString *text = g_string_new (NULL);
    put_component (w, text, type, part);
    if (!add (w, mw_mdl_side_is_nan (bits) && mw_mdl_side_is_nan (text_bits) ? "nan:" : "value:",
              mw_target_path (&target), g_string_free (text, FALSE), loss))
      return FALSE;
  }
  return TRUE;
}

static gboolean
add_array (Writing *w, const MwRecord *record, const MwRecord *stated, const MwField *field, gint loss)
{
  const MwArray *array = mw_field_at (record, field);
  /* A shared copy, since applying notes changes what was read. */
  MwArray was = mw_array_share (mw_field_at (stated, field));
  gsize size = mw_field_element_size (field);
  gboolean ok = was.n <= array->n;
  if (was.n == 0)
    ok = array->n == 0 || add (w, "value:", mw_field_path (record, field), elements_text (w, field, array, 0), loss);
  for (uint32_t i = 0; ok && i < was.n; i++) {
    const char *element = (const char *) array->data + i * size, *other = (const char *) was.data + i * size;
    if (field->element != MW_TYPE_REF && memcmp (element, other, size) == 0)
      continue;
    MwTarget target = {
      .record = (MwRecord *) record, .field = field, .first = i, .n = 1, .one = TRUE, .component = -1
    };
    ok = add_components (w, target, element, other, loss);
  }
  if (ok && was.n && array->n > was.n)
    ok = add (w, "tail:", mw_field_path (record, field), elements_text (w, field, array, was.n), loss);
  mw_array_clear (&was);
  return ok;
}

static gboolean
has_track_over (const MwRecord *record, const MwField *field)
{
  const MwField *track = mw_schema_track_of (record->schema, field);
  return track && *(MwRecord *const *) mw_field_at (record, track);
}

/* Whether all differences are NaNs that the text states as nan. */
static gboolean
differs_in_nans (const MwField *field, const char *value, const char *stated)
{
  for (guint i = 0; i < field->count && field->type == MW_TYPE_F32; i++) {
    uint32_t a, b;
    memcpy (&a, value + 4 * i, 4);
    memcpy (&b, stated + 4 * i, 4);
    if (a != b && !(mw_mdl_side_is_nan (a) && mw_mdl_side_is_nan (b)))
      return FALSE;
  }
  return field->type == MW_TYPE_F32;
}

static gboolean
add_value (Writing *w, const MwRecord *record, const MwRecord *stated, const MwField *field, gint loss)
{
  const char *value = mw_field_at (record, field), *other = mw_field_at (stated, field);
  const MwNames *names = mw_schema_names (record->schema, field, (MwFamily) w->model->family);
  GString *text = g_string_new (NULL);
  char *path = mw_field_path (record, field);
  if (field->type == MW_TYPE_TEXT) {
    const char *bytes = mw_text (*(char *const *) (gconstpointer) value);
    mw_side_put_bytes (text, bytes, strlen (bytes), TRUE);
    return add (w, "value:", path, g_string_free (text, FALSE), loss);
  }
  if (field->type == MW_TYPE_U32 && field->count == 1 && ((names && names->flags) || field->role == MW_ROLE_FLAGS)) {
    uint32_t bits, differ;
    memcpy (&bits, value, 4);
    memcpy (&differ, other, 4);
    differ ^= bits;
    g_string_append_printf (text, "[%u,%u]", bits & differ, ~bits & differ);
    return add (w, "flags:", path, g_string_free (text, FALSE), loss);
  }
  gboolean base = has_track_over (record, field);
  if (!base && differs_in_nans (field, value, other)) {
    g_string_free (text, TRUE);
    g_free (path);
    g_autofree char *was = g_memdup2 (other, mw_field_storage_size (field));
    return add_components (w, (MwTarget) { .record = (MwRecord *) record, .field = field, .n = 1, .component = -1 },
                           value, was, loss);
  }
  put_components (w, text, field, field->type, value);
  return add (w, base ? "base:" : "value:", path, g_string_free (text, FALSE), loss);
}

static gboolean
is_of_primitives (const MwField *field)
{
  return field == MW_FIELD (MwMdlxGeoset, faces) || field == MW_FIELD (MwMdlxGeoset, primitive_types)
         || field == MW_FIELD (MwMdlxGeoset, primitive_sizes);
}

static gboolean
add_prims (Writing *w, const MwRecord *record, const MwRecord *stated, gint loss)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record, *text_geoset = (const MwMdlxGeoset *) stated;
  /* One note covers three fields. */
  for (gint i = loss - 1; i >= 0; i--) {
    const MwLoss *other = &g_array_index (w->report->losses, MwLoss, i);
    if (other->id != record->id)
      break;
    if (is_of_primitives (other->field) && mw_array_equal (&geoset->faces, &text_geoset->faces, 2)
        && mw_array_equal (&geoset->primitive_types, &text_geoset->primitive_types, 4)
        && mw_array_equal (&geoset->primitive_sizes, &text_geoset->primitive_sizes, 4)) {
      w->follows[loss] = i;
      return TRUE;
    }
  }
  char *text = mw_mdl_side_prims_text (geoset, text_geoset);
  return text && add (w, "prims:", mw_record_path (record), text, loss);
}

/* Adds notes for fields that the record has only because of the note just added (a layout, or a field that others
 * depend on). Text does not state these fields, and the report names only the cause. */
static gboolean
add_what_follows (Writing *w, const MwRecord *record, const MwRecord *stated, const MwRecord *as_read, gint loss)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (mw_field_is_number (field) && mw_field_is_live (record, field, w->side->binary)
        && !mw_field_is_live (as_read, field, w->side->binary)
        && memcmp (mw_field_at (record, field), mw_field_at (stated, field), mw_field_storage_size (field)) != 0
        && !add_value (w, record, stated, field, loss))
      return FALSE;
  }
  return TRUE;
}

static gboolean
add_number (Writing *w, const MwRecord *record, const MwRecord *stated, const MwField *field, gint loss)
{
  g_autofree MwRecord *as_read = g_memdup2 (record, record->schema->size);
  if (field)
    memcpy (mw_field_at (as_read, field), mw_field_at (stated, field), mw_field_storage_size (field));
  else
    as_read->variant = stated->variant;
  gboolean ok = field ? add_value (w, record, stated, field, loss)
                      : add (w, "variant:", mw_record_path (record), g_strdup_printf ("%u", record->variant), loss);
  return ok && add_what_follows (w, record, stated, as_read, loss);
}

static gboolean
add_chunk (Writing *w, const MwMdlxUnknownChunk *chunk, gint loss)
{
  GString *tag = g_string_new (NULL), *bytes = g_string_new (NULL);
  mw_mdl_side_put_tag (tag, (const char *) chunk->tag);
  mw_side_put_bytes (bytes, chunk->bytes.data, chunk->bytes.n, TRUE);
  return add (w, chunk->again ? "again:" : "chunk:", g_string_free (tag, FALSE), g_string_free (bytes, FALSE), loss);
}

static gboolean
try_loss (Writing *w, const MwLoss *loss, gint index)
{
  const MwRecord *record = mw_model_find (&w->model->model, loss->id);
  if (!record)
    return FALSE;
  if (record->schema == &mw_mdlx_unknown_chunk_schema)
    return add_chunk (w, (const MwMdlxUnknownChunk *) record, index);
  MwRecord *stated = counterpart (w, record);
  if (!stated)
    return FALSE;
  if (loss->layout)
    return add_number (w, record, stated, NULL, index);
  if (!loss->field)
    return FALSE;
  if (is_of_primitives (loss->field) && add_prims (w, record, stated, index))
    return TRUE;
  if (loss->field->type == MW_TYPE_ARRAY)
    return add_array (w, record, stated, loss->field, index);
  if (loss->field->type == MW_TYPE_LIST || loss->field->type == MW_TYPE_CHILD)
    return FALSE;
  return mw_field_is_number (loss->field) ? add_number (w, record, stated, loss->field, index)
                                          : add_value (w, record, stated, loss->field, index);
}

/* Adds notes for a loss. If they cannot state all of it, none is added. */
static gboolean
add_loss (Writing *w, guint index)
{
  guint before = w->items->len;
  gboolean ok = try_loss (w, &g_array_index (w->report->losses, MwLoss, index), (gint) index);
  if (!ok)
    g_array_set_size (w->items, before);
  return ok;
}

/* --- Details of the file -------------------------------------------------------------------------------------------- */

static gboolean
ids_need_order (const MwMdlx *model, MwFormat binary)
{
  g_autoptr (GArray) chunks = mw_mdlx_chunk_order (model, binary);
  const MwSchema *kinds[16];
  guint n_kinds = mw_mdlx_node_kinds (binary, (const MwMdlxChunk *) (gpointer) chunks->data, chunks->len, kinds);
  MwMdlxObjectIds ids = { 0 };
  mw_mdlx_object_ids_assign (&ids, model, kinds, n_kinds);
  gboolean need = !mw_mdlx_object_ids_need_no_order (&ids, model, binary);
  mw_mdlx_object_ids_clear (&ids);
  return need;
}

static gboolean
add_chunk_order (Writing *w, const MwNote *note)
{
  GString *text = g_string_new (NULL);
  guint n = note->size / sizeof (MwMdlxChunk);
  g_autoptr (GHashTable) left = g_hash_table_new (NULL, NULL), seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) kept = mw_mdlx_unknown_tags (w->model, FALSE);
  MwMdlxChunk chunk;
  for (guint i = 0; i < n; i++) {
    memcpy (&chunk, note->bytes + i * sizeof chunk, sizeof chunk);
    gpointer tag = GUINT_TO_POINTER (chunk.tag);
    g_hash_table_insert (left, tag, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (left, tag)) + 1));
  }
  for (guint i = 0; i < n; i++) {
    memcpy (&chunk, note->bytes + i * sizeof chunk, sizeof chunk);
    gpointer tag = GUINT_TO_POINTER (chunk.tag);
    guint more = GPOINTER_TO_UINT (g_hash_table_lookup (left, tag)) - 1;
    g_hash_table_insert (left, tag, GUINT_TO_POINTER (more));
    if (i)
      g_string_append_c (text, ' ');
    mw_mdl_side_put_tag (text, (const char *) &chunk.tag);
    gboolean read = mw_plan_get_chunk (&mw_mdlx_schema, w->side->binary, chunk.tag)
                    && !g_hash_table_contains (kept, tag);
    gboolean divides = mw_wire_chunk_divides (&mw_mdlx_schema, w->side->binary, (const char *) &chunk.tag);
    if (!g_hash_table_add (seen, tag) && read && !divides)
      g_string_append (text, ":+");
    else if (read && ((more && divides) || chunk.items == 0))
      g_string_append_printf (text, ":%u", chunk.items);
  }
  GString *value = g_string_new (NULL);
  mw_side_put_string (value, text->str, text->len);
  g_string_free (text, TRUE);
  if (!add (w, "chunkorder", g_strdup (""), g_string_free (value, FALSE), -1))
    return FALSE;
  /* Without it, references could refer to other nodes. Then the size limit does not apply to it. */
  g_array_index (w->items, MwMdlSideItem, w->items->len - 1).bounded = !ids_need_order (w->model, w->side->binary);
  return TRUE;
}

static gboolean
add_track_order (Writing *w, const MwRecord *record, const MwNote *note)
{
  GString *tags = g_string_new (NULL), *value = g_string_new (NULL);
  for (guint i = 0; i + 4 <= note->size; i += 4) {
    if (i)
      g_string_append_c (tags, ' ');
    mw_mdl_side_put_tag (tags, (const char *) note->bytes + i);
  }
  mw_side_put_string (value, tags->str, tags->len);
  g_string_free (tags, TRUE);
  return add (w, "trackorder:", mw_field_path (record, note->field), g_string_free (value, FALSE), -1);
}

/* Text states points that belong to no node, except for the bits of NaNs. */
static gboolean
add_pivots (Writing *w, const MwNote *note)
{
  gboolean odd = FALSE;
  for (guint i = 4; i + 4 <= note->size; i += 4) {
    uint32_t bits;
    memcpy (&bits, note->bytes + i, 4);
    odd |= (i / 4 - 1) % 4 != 0 && mw_mdl_side_is_nan (bits) && bits != 0x7FC00000;
  }
  GString *value = g_string_new (NULL);
  mw_side_put_bytes (value, note->bytes, note->size, TRUE);
  if (odd)
    return add (w, "pivots", g_strdup (""), g_string_free (value, FALSE), -1);
  g_string_free (value, TRUE);
  return TRUE;
}

static gboolean
add_note (Writing *w, const MwRecord *record, const MwNote *note)
{
  GString *value = g_string_new (NULL);
  const char *word = "";
  GString *path = g_string_new (NULL);
  switch (note->kind) {
  case MW_NOTE_TEXT_TAIL:
    word = "strtail:";
    g_string_append_printf (value, "[%u,", note->offset);
    mw_side_put_bytes (value, note->bytes, note->size, FALSE);
    g_string_append_c (value, ']');
    break;
  case MW_NOTE_TRAILING:
    word = "trailing";
    mw_side_put_bytes (value, note->bytes, note->size, TRUE);
    break;
  default:
    word = "note:";
    g_string_append_printf (path, "%s:", mw_note_kind_name (note->kind));
    mw_side_put_bytes (value, note->bytes, note->size, TRUE);
    break;
  }
  g_autofree char *at = note->field ? mw_field_path (record, note->field) : mw_record_path (record);
  g_string_append (path, at);
  if (note->kind != MW_NOTE_TEXT_TAIL && note->offset)
    g_string_append_printf (path, "#%u", note->offset);
  return add (w, word, g_string_free (path, FALSE), g_string_free (value, FALSE), -1);
}

/* Text also states the matrices that belong to no node or camera. */
static gboolean
states_bind_poses (const Writing *w, const MwNote *note)
{
  const MwNote *stated = mw_notes_find (&w->side->model->model.record, MW_NOTE_BIND_POSES, NULL);
  return stated && stated->size == note->size && memcmp (stated->bytes, note->bytes, note->size) == 0;
}

static gboolean
add_note_of_kind (Writing *w, const MwRecord *record, const MwNote *note)
{
  switch (note->kind) {
  case MW_NOTE_OBJECT_ID: /* text states it */
  case MW_NOTE_SIDE_CHANNEL:
    return TRUE;
  case MW_NOTE_CHUNK_ORDER:
    return add_chunk_order (w, note);
  case MW_NOTE_PIVOTS:
    return add_pivots (w, note);
  case MW_NOTE_BIND_POSES:
    return states_bind_poses (w, note) || add_note (w, record, note);
  case MW_NOTE_TRACK_ORDER:
    return add_track_order (w, record, note);
  default:
    return add_note (w, record, note);
  }
}

/* By kind, so that the resulting text does not depend on the order in which notes were read. */
static gboolean
add_notes (MwRecord *record, gpointer data)
{
  Writing *w = data;
  guint n = mw_notes_count (record);
  for (guint kind = 0; n && kind < MW_N_NOTE_KINDS; kind++)
    for (guint i = 0; i < n; i++) {
      const MwNote *note = mw_notes_at (record, i);
      if (note->kind != kind || add_note_of_kind (w, record, note))
        continue;
      g_autofree char *path = mw_record_path (record);
      mw_report_remark (w->report, MW_REMARK_WARNING, 0, 0,
                        "the side channel cannot hold this detail of the file: %s (%s)", *path ? path : "the model",
                        mw_note_kind_name (note->kind));
    }
  return TRUE;
}

/* --- The whole side channel ----------------------------------------------------------------------------------------- */

/* The size limit of the side channel, not counting unknown chunks. */
static gsize
bound_of (const MwMdlx *model)
{
  MwBuffer mdx;
  mw_buffer_init (&mdx, 0);
  gsize bound = MW_MDL_SIDE_CHANNEL_BASE;
  if (mw_mdx_write (model, &mdx, NULL, NULL))
    bound += mdx.size / MW_MDL_SIDE_CHANNEL_PART;
  mw_buffer_clear (&mdx);
  return bound;
}

static void
lose_without_room (const Writing *w, guint loss, gboolean *stated)
{
  stated[loss] = FALSE;
  g_array_index (w->report->losses, MwLoss, loss).why = "the side channel has no room for it";
}

/* Reports each note that did not fit as a loss. */
static void
report_left_out (const Writing *w, gboolean *stated)
{
  for (guint i = 0; i < w->items->len; i++) {
    const MwMdlSideItem *item = &g_array_index (w->items, MwMdlSideItem, i);
    if (item->counts || item->written)
      continue;
    if (item->loss >= 0)
      lose_without_room (w, (guint) item->loss, stated);
    else
      mw_report_remark (w->report, MW_REMARK_WARNING, 0, 0,
                        "the side channel has no room for this detail of the file: %s%s", item->word, item->path);
  }
}

void
mw_mdl_side_write (const MwMdlx *model, MwFormat format, MwBuffer *out, size_t start, MwReport *report)
{
  MwMdlx *read = mw_mdl_read_text (out->bytes + start, out->size - start, NULL, NULL);
  if (!read)
    return;
  g_autofree uint32_t *numbers = mw_model_numbers (&model->model);
  Writing w = { .model = model, .numbers = numbers, .report = report };
  w.side = mw_mdl_side_new (read, format, NULL, out->size - start);
  w.items = g_array_new (FALSE, FALSE, sizeof (MwMdlSideItem));
  g_array_set_clear_func (w.items, mw_mdl_side_item_clear);
  guint n = report->losses->len;
  g_autofree gboolean *stated = g_new0 (gboolean, n + 1);
  g_autofree gint *follows = g_new (gint, n + 1);
  w.follows = follows;
  for (guint i = 0; i < n; i++)
    follows[i] = -1;
  add (&w, "version", g_strdup (""), g_strdup_printf ("%d", MW_MDL_SIDE_CHANNEL_VERSION), -1);
  w.stated = mw_model_copy (&read->model, FALSE);
  /* In the order of reading: the notes about which chunks exist come first. */
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (&model->model, g_array_index (report->losses, MwLoss, i).id);
    if (record && record->schema == &mw_mdlx_unknown_chunk_schema)
      stated[i] = add_loss (&w, i);
  }
  mw_mdl_side_read (w.side, NULL, 0);
  mw_record_foreach ((MwRecord *) &model->model.record, add_notes, &w);
  for (guint i = 0; i < n; i++)
    if (!stated[i])
      stated[i] = add_loss (&w, i);
  mw_mdl_side_write_lines (w.side, w.stated, w.items, bound_of (model), out);
  report_left_out (&w, stated);
  for (guint i = 0; i < n; i++)
    if (stated[i] && follows[i] >= 0 && !stated[follows[i]])
      lose_without_room (&w, i, stated);
  for (guint i = n; i-- > 0;)
    if (stated[i])
      g_array_remove_index (report->losses, i);
  g_array_unref (w.items);
  mw_mdl_side_free (w.side);
  mw_model_free (w.stated);
  mw_model_free (&read->model);
}
