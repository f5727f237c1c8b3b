/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/draw.h"
#include "core/model/m2/m2.h"
#include "core/model/track.h"

#include <string.h>

/* Small, so that tests are fast. Arrays of a file are as large as the file has them. */
enum { ELEMENTS = 6, TEXT = 20 };

const char *
draw_kind_name (DrawKind kind)
{
  static const char *const names[] = { "set", "span", "swap", "insert", "remove", "move", "replace" };
  return names[kind];
}

/* --- Actions -------------------------------------------------------------------------------------------------------- */

static void
add_action (Draw *draw, DrawKind kind, const MwSchema *schema, const MwField *field)
{
  g_array_append_val (draw->actions, ((DrawAction) { kind, schema, field, 0, 0 }));
}

static void
add_actions (Draw *draw, const MwSchema *schema, const MwField *field)
{
  switch (field->type) {
  case MW_TYPE_ARRAY:
    add_action (draw, DRAW_SPAN, schema, field);
    add_action (draw, DRAW_SWAP, schema, field);
    break;
  case MW_TYPE_LIST:
    add_action (draw, DRAW_INSERT, schema, field);
    add_action (draw, DRAW_REMOVE, schema, field);
    add_action (draw, DRAW_MOVE, schema, field);
    add_action (draw, DRAW_REPLACE, schema, field);
    break;
  case MW_TYPE_CHILD:
    add_action (draw, DRAW_INSERT, schema, field);
    /* An event object keeps its track. */
    if (field->schema != &mw_event_track_schema)
      add_action (draw, DRAW_REMOVE, schema, field);
    add_action (draw, DRAW_REPLACE, schema, field);
    break;
  default:
    add_action (draw, DRAW_SET, schema, field);
  }
}

/* Whether a record of this kind can have the field: its row may require a variant, or a value of another field. */
static gboolean
can_live (const MwSchema *schema, const MwField *field, MwFormat format)
{
  g_autoptr (MwRecord) record = mw_record_new (schema);
  for (guint variant = 0; variant < (schema->probe ? 2 : 1); variant++) {
    record->variant = (uint8_t) variant;
    if (mw_field_is_live (record, field, format))
      return TRUE;
    for (const MwSchema *s = schema; s; s = s->base)
      for (guint i = 0; i < s->n_wire; i++) {
        const MwWhen *when = &s->wire[i].when;
        const MwField *governing = when->field ? mw_schema_field (schema, when->field) : NULL;
        if (!governing)
          continue;
        void *at = mw_field_at (record, governing);
        uint32_t value = when->equals;
        memcpy (at, &value, MIN (sizeof value, mw_field_storage_size (governing)));
        if (mw_field_is_live (record, field, format))
          return TRUE;
      }
  }
  return FALSE;
}

/* Keys of M2 are in tracks before 264 and in lanes from then on. A record without a model cannot know that. */
static gboolean
is_dead (const MwSchema *schema, const MwField *field, MwFormat format)
{
  if (schema->keys != MW_KEYS_M2_TRACK)
    return FALSE;
  return format.version < MW_M2_LANES_SINCE ? field->part == MW_PART_LANES : mw_field_is_of_keys (field);
}

/* Adds a schema and all schemas that its live fields contain. */
static void
add_schema (Draw *draw, const MwSchema *schema, GHashTable *seen)
{
  if (!g_hash_table_add (seen, (gpointer) schema))
    return;
  for (guint k = 0; schema->kinds && schema->kinds[k]; k++)
    if (mw_schema_is_in (schema->kinds[k], draw->root, draw->format))
      add_schema (draw, schema->kinds[k], seen);
  if (schema->kinds || !(schema->families & draw->format.family))
    return;
  for (guint k = 0; k < mw_schema_n_fields (schema); k++) {
    const MwField *field = mw_schema_field_at (schema, k);
    if (!can_live (schema, field, draw->format) || is_dead (schema, field, draw->format))
      continue;
    if (!field->read_only)
      add_actions (draw, schema, field);
    if (field->schema)
      add_schema (draw, field->schema, seen);
  }
}

Draw *
draw_new (const MwSchema *root, MwFormat format)
{
  Draw *draw = g_new0 (Draw, 1);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  draw->format = format;
  draw->root = root;
  draw->actions = g_array_new (FALSE, FALSE, sizeof (DrawAction));
  add_schema (draw, root, seen);
  return draw;
}

void
draw_free (Draw *draw)
{
  g_array_unref (draw->actions);
  g_free (draw);
}

/* --- Values --------------------------------------------------------------------------------------------------------- */

static guint
below (GRand *rand, guint n)
{
  return n ? (guint) g_rand_int_range (rand, 0, (gint32) MIN (n, G_MAXINT32)) : 0;
}

static float
random_float (GRand *rand)
{
  static const uint32_t special[] = { 0,          0x80000000, 0x3f800000, 0x7f800000, 0xff800000,
                                      0x7fc00000, 0x7fc00001, 1,          0xffffffff };
  uint32_t bits = below (rand, 3) ? g_rand_int (rand) : special[below (rand, G_N_ELEMENTS (special))];
  float value;
  memcpy (&value, &bits, 4);
  return value;
}

static MwRef
random_ref (GRand *rand, MwModel *model, const MwRecord *record, const MwField *field)
{
  static const MwList nothing;
  const MwField *list_field;
  const MwRecord *scope = mw_ref_scope (model, record, field, &list_field);
  const MwList *list = scope ? mw_record_list (scope, list_field) : &nothing;
  guint choice = below (rand, 8);
  if (choice == 0)
    return MW_REF_NONE;
  if (choice == 1 || list->n == 0)
    /* stored numbers of M2 have 16 bits */
    return (MwRef) { 0, below (rand, 2) ? below (rand, list->n + 4)
                                        : g_rand_int (rand) >> (model->record.schema == &mw_m2_schema ? 17 : 0) };
  return (MwRef) { list->items[below (rand, list->n)]->id, 0 };
}

static void
random_component (GRand *rand, MwModel *model, const MwRecord *record, const MwField *field, MwType type, void *at)
{
  if (type == MW_TYPE_REF) {
    MwRef ref = random_ref (rand, model, record, field);
    memcpy (at, &ref, sizeof ref);
  } else if (type == MW_TYPE_F32) {
    float value = field->max > field->min ? (float) g_rand_double_range (rand, field->min, field->max)
                                          : random_float (rand);
    memcpy (at, &value, sizeof value);
  } else {
    uint32_t value = below (rand, 4) ? below (rand, 6) : g_rand_int (rand);
    if (field->max > field->min)
      value = (uint32_t) field->min + below (rand, (guint) (field->max - field->min) + 1);
    else if (field->names == &mw_interpolation_names)
      value = below (rand, 4);
    memcpy (at, &value, mw_type_size (type));
  }
}

static void
random_elements (GRand *rand, MwModel *model, const MwRecord *record, const MwField *field, void *at, guint n)
{
  MwType type = field->type == MW_TYPE_ARRAY ? field->element : field->type;
  gsize each = mw_type_size (type);
  for (guint i = 0; i < n * MAX (field->count, 1); i++)
    random_component (rand, model, record, field, type, (guint8 *) at + i * each);
}

static MwArray
random_array (GRand *rand, MwModel *model, const MwRecord *record, const MwField *field, guint n)
{
  MwArray array = mw_array_new (n, mw_field_element_size (field));
  random_elements (rand, model, record, field, array.data, n);
  return array;
}

static gsize
random_text (GRand *rand, const MwField *field, char *out)
{
  gsize length = below (rand, MIN (field->count, TEXT));
  for (gsize i = 0; i < length; i++)
    out[i] = (char) (below (rand, 3) ? 'a' + (char) below (rand, 26) : 1 + (char) below (rand, 255));
  for (gsize i = 0; i < length; i++)
    if (out[i] == 0)
      out[i] = 'x';
  return length;
}

/* New contents of one common length for all parallel arrays of a record. Tangents are empty if the interpolation has
 * none. */
static guint
parallel_arrays (GRand *rand, MwModel *model, const MwRecord *record, const MwField **fields, MwArray *arrays)
{
  guint n = 0, length = below (rand, ELEMENTS);
  gboolean tangents = mw_schema_is_track (record->schema)
                      && mw_interpolation_has_tangents (((const MwTrack *) record)->interpolation);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (!field->parallel)
      continue;
    gboolean tangent = strstr (field->name, "_tan") != NULL;
    fields[n] = field;
    arrays[n++] = random_array (rand, model, record, field, tangent && !tangents ? 0 : length);
  }
  return n;
}

static MwRecord *random_record (GRand *rand, MwModel *model, const MwSchema *schema);

static const MwSchema *
random_kind (GRand *rand, const MwSchema *schema)
{
  return mw_schema_kind_at (schema, below (rand, mw_schema_n_kinds (schema)));
}

static void
randomise_field (GRand *rand, MwModel *model, MwRecord *record, const MwField *field)
{
  void *at = mw_field_at (record, field);
  switch (field->type) {
  case MW_TYPE_TEXT: {
    char text[TEXT];
    mw_text_set (at, text, random_text (rand, field, text));
    break;
  }
  case MW_TYPE_ARRAY:
    if (!field->parallel)
      *(MwArray *) at = random_array (rand, model, record, field, below (rand, ELEMENTS));
    break;
  case MW_TYPE_CHILD:
    if (below (rand, 3) == 0)
      mw_child_set (NULL, record, field, random_record (rand, model, field->schema));
    break;
  case MW_TYPE_LIST:
    for (guint n = below (rand, 3); n; n--)
      mw_list_append (NULL, record, field, random_record (rand, model, random_kind (rand, field->schema)));
    break;
  default:
    random_elements (rand, model, record, field, at, 1);
  }
}

/* Makes the lanes of a track agree on its spread: one lane for all sequences, or one for each of some sequences. */
static void
spread_lanes (MwRecord *record)
{
  MwM2Track *track = (MwM2Track *) record;
  const MwField *list = mw_schema_field (record->schema, "lanes");
  for (uint32_t i = track->lanes.n; i-- > 1;) {
    MwId id = ((MwM2Lane *) track->lanes.items[i])->sequence.id;
    gboolean again = id == 0 || ((MwM2Lane *) track->lanes.items[0])->sequence.id == 0;
    for (uint32_t k = 0; k < i && !again; k++)
      again = ((MwM2Lane *) track->lanes.items[k])->sequence.id == id;
    if (again)
      mw_record_free (mw_list_take (NULL, record, list, i));
  }
  if (track->lanes.n)
    track->spread = ((MwM2Lane *) track->lanes.items[0])->sequence.id ? MW_M2_SPREAD_SEQUENCES : MW_M2_SPREAD_ALL;
}

/* A detached record with contents in most of its fields. */
static MwRecord *
random_record (GRand *rand, MwModel *model, const MwSchema *schema)
{
  MwRecord *record = mw_record_new (schema);
  record->variant = schema->probe ? (uint8_t) below (rand, 2) : 0;
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (below (rand, 3) && !(field->read_only && field->hidden))
      randomise_field (rand, model, record, field);
  }
  if (mw_schema_field (schema, "spread"))
    spread_lanes (record);
  const MwField *fields[8];
  MwArray arrays[8];
  guint n = parallel_arrays (rand, model, record, fields, arrays);
  for (guint i = 0; i < n; i++)
    *(MwArray *) mw_field_at (record, fields[i]) = arrays[i];
  return record;
}

/* --- Edits ---------------------------------------------------------------------------------------------------------- */

static gboolean
try_set (GRand *rand, MwDocument *document, const MwRecord *record, const MwField *field)
{
  guint64 value[16];
  gsize size;
  g_assert_cmpuint (mw_field_storage_size (field), <=, sizeof value);
  if (field->type == MW_TYPE_TEXT)
    size = random_text (rand, field, (char *) value);
  else {
    size = mw_field_storage_size (field);
    random_elements (rand, mw_document_get_model (document), record, field, value, 1);
  }
  return mw_document_set_field (document, record->id, field, value, size, NULL);
}

static gboolean
try_span (GRand *rand, MwDocument *document, const MwRecord *record, const MwField *field)
{
  guint n = ((const MwArray *) mw_field_at (record, field))->n;
  if (n == 0)
    return FALSE;
  guint first = below (rand, n), count = 1 + below (rand, MIN (n - first, ELEMENTS));
  MwArray elements = random_array (rand, mw_document_get_model (document), record, field, count);
  gboolean ok = mw_document_replace_span (document, record->id, field, first, count, elements.data, NULL);
  mw_array_clear (&elements);
  return ok;
}

static gboolean
try_swap (GRand *rand, MwDocument *document, const MwRecord *record, const MwField *field)
{
  MwModel *model = mw_document_get_model (document);
  if (!field->parallel)
    return mw_document_swap_array (document, record->id, field,
                                   random_array (rand, model, record, field, below (rand, ELEMENTS)), NULL);
  if (!below (rand, 4)) /* mostly of another length, so mostly refused */
    return mw_document_swap_array (document, record->id, field,
                                   random_array (rand, model, record, field, below (rand, ELEMENTS)), NULL);
  const MwField *fields[8];
  MwArray arrays[8];
  guint n = parallel_arrays (rand, model, record, fields, arrays);
  return mw_document_swap_arrays (document, record->id, n, fields, arrays, NULL);
}

static gboolean
try_insert (GRand *rand, MwDocument *document, MwRecord *owner, const MwField *field)
{
  MwModel *model = mw_document_get_model (document);
  if (field->type == MW_TYPE_CHILD)
    return mw_document_insert (document, owner->id, field, 0, random_record (rand, model, field->schema), NULL);
  const MwList *list = mw_record_list (owner, field);
  MwRecord *record;
  if (list->n && below (rand, 2)) {
    record = mw_record_copy (list->items[below (rand, list->n)], FALSE);
    mw_record_forget_ids (record);
  } else
    record = random_record (rand, model, random_kind (rand, field->schema));
  return mw_document_insert (document, owner->id, field, below (rand, list->n + 1), record, NULL);
}

/* A record from the field. */
static MwRecord *
random_item (GRand *rand, MwRecord *owner, const MwField *field)
{
  if (field->type == MW_TYPE_CHILD)
    return *(MwRecord **) mw_field_at (owner, field);
  const MwList *list = mw_record_list (owner, field);
  return list->n ? list->items[below (rand, list->n)] : NULL;
}

static gboolean
try_remove (GRand *rand, MwDocument *document, MwRecord *owner, const MwField *field)
{
  MwId ids[3];
  guint n = field->type == MW_TYPE_LIST ? 1 + below (rand, G_N_ELEMENTS (ids)) : 1;
  for (guint i = 0; i < n; i++) {
    const MwRecord *item = random_item (rand, owner, field);
    if (!item)
      return FALSE;
    ids[i] = item->id;
  }
  return mw_document_remove_many (document, ids, n, NULL);
}

static gboolean
try_action (GRand *rand, MwDocument *document, const DrawAction *action, MwRecord *record)
{
  const MwField *field = action->field;
  switch (action->kind) {
  case DRAW_SET:
    return try_set (rand, document, record, field);
  case DRAW_SPAN:
    return try_span (rand, document, record, field);
  case DRAW_SWAP:
    return try_swap (rand, document, record, field);
  case DRAW_INSERT:
    return try_insert (rand, document, record, field);
  case DRAW_REMOVE:
    return try_remove (rand, document, record, field);
  case DRAW_MOVE: {
    const MwRecord *item = random_item (rand, record, field);
    return item && mw_document_move (document, item->id, below (rand, mw_record_list (record, field)->n), NULL);
  }
  default: {
    const MwRecord *item = random_item (rand, record, field);
    if (!item)
      return FALSE;
    return mw_document_replace_record (document, item->id,
                                       mw_record_convert_kind (item, random_kind (rand, field->schema)), NULL);
  }
  }
}

/* --- Steps ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  GHashTable *by_schema; /* schema -> GPtrArray of MwRecord */
} Census;

static gboolean
count_record (MwRecord *record, gpointer data)
{
  Census *census = data;
  GPtrArray *records = g_hash_table_lookup (census->by_schema, record->schema);
  if (!records) {
    records = g_ptr_array_new ();
    g_hash_table_insert (census->by_schema, (gpointer) record->schema, records);
  }
  g_ptr_array_add (records, record);
  return TRUE;
}

static GHashTable *
take_census (MwModel *model)
{
  Census census = { g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref) };
  mw_record_foreach (&model->record, count_record, &census);
  return census.by_schema;
}

/* Whether the record has what the action needs. */
static gboolean
offers (MwRecord *record, const DrawAction *action, MwFormat format)
{
  const MwField *field = action->field;
  const void *at = mw_field_at (record, field);
  if (!mw_field_is_live (record, field, format))
    return FALSE;
  switch (action->kind) {
  case DRAW_SPAN:
    return ((const MwArray *) at)->n > 0;
  case DRAW_INSERT:
    return field->type == MW_TYPE_LIST || !*(MwRecord *const *) at;
  case DRAW_REMOVE:
  case DRAW_REPLACE:
    return field->type == MW_TYPE_LIST ? ((const MwList *) at)->n > 0 : *(MwRecord *const *) at != NULL;
  case DRAW_MOVE:
    return ((const MwList *) at)->n > 1;
  default:
    return TRUE;
  }
}

/* Provides what the action needs: contents of its field, or another record of its kind. */
static void
prepare (Draw *draw, MwDocument *document, GRand *rand, GHashTable *census, const DrawAction *action)
{
  MwModel *model = mw_document_get_model (document);
  const GPtrArray *records = g_hash_table_lookup (census, action->schema);
  MwRecord *record = g_ptr_array_index (records, below (rand, records->len));
  /* A track with one lane for all sequences accepts no second one, so another track is tried. */
  if (strcmp (action->field->name, "lanes") == 0 && below (rand, 2)) {
    MwId owner = record->owner->id;
    const MwField *slot = mw_record_slot (record);
    if (mw_document_remove (document, record->id, NULL))
      mw_document_insert (document, owner, slot, 0, random_record (rand, model, action->schema), NULL);
    return;
  }
  if (mw_field_is_live (record, action->field, draw->format)) {
    if (action->kind == DRAW_SPAN)
      try_swap (rand, document, record, action->field);
    else if (action->kind == DRAW_INSERT)
      try_remove (rand, document, record, action->field);
    else if (action->field->schema)
      try_insert (rand, document, record, action->field);
  } else if (record->owner) {
    const MwField *slot = mw_record_slot (record);
    if (slot->type == MW_TYPE_LIST)
      mw_document_insert (document, record->owner->id, slot, mw_record_list (record->owner, slot)->n,
                          random_record (rand, model, action->schema), NULL);
  }
}

static void
draw_one (Draw *draw, MwDocument *document, GRand *rand)
{
  g_autoptr (GHashTable) census = take_census (mw_document_get_model (document));
  /* Half of the time, chooses of the possible actions the one done least often, and of these the one tried least
   * often. */
  gboolean prefer = below (rand, 2);
  guint offset = below (rand, draw->actions->len);
  DrawAction *chosen = NULL;
  for (guint i = 0; i < draw->actions->len && !(chosen && !prefer); i++) {
    DrawAction *action = &g_array_index (draw->actions, DrawAction, (i + offset) % draw->actions->len);
    if (!g_hash_table_contains (census, action->schema))
      continue;
    if (!chosen || action->done < chosen->done || (action->done == chosen->done && action->tried < chosen->tried))
      chosen = action;
  }
  /* Unlimited removals would soon leave nothing to edit. */
  if (chosen->kind == DRAW_REMOVE && chosen->done && below (rand, 3))
    return;
  const GPtrArray *records = g_hash_table_lookup (census, chosen->schema);
  guint first = below (rand, records->len);
  chosen->tried++;
  for (guint i = 0, tries = 0; i < records->len && tries < 4; i++) {
    MwRecord *record = g_ptr_array_index (records, (first + i) % records->len);
    if (!offers (record, chosen, draw->format))
      continue;
    tries++;
    guint64 before = mw_document_get_generation (document);
    gboolean ok = try_action (rand, document, chosen, record),
             changed = mw_document_get_generation (document) != before;
    if (ok && changed) {
      chosen->done++;
      return;
    }
    if (changed)
      g_error ("a refused %s of %s.%s changed something", draw_kind_name (chosen->kind), chosen->schema->name,
               chosen->field->name);
  }
  prepare (draw, document, rand, census, chosen);
}

void
draw_step (Draw *draw, MwDocument *document, GRand *rand)
{
  mw_document_begin (document, "Drawn");
  draw_one (draw, document, rand);
  for (guint n = below (rand, 3); n; n--)
    draw_one (draw, document, rand);
  if (below (rand, 10) == 0) {
    mw_document_rewind (document);
    draw_one (draw, document, rand);
  }
  if (below (rand, 10) == 0) {
    mw_document_begin (document, "Nested");
    draw_one (draw, document, rand);
    if (below (rand, 2))
      mw_document_cancel (document);
    else
      mw_document_commit (document);
  }
  mw_document_commit (document);
  if (below (rand, 12) == 0) {
    guint back = 1 + below (rand, 4);
    for (guint i = 0; i < back; i++)
      mw_document_undo (document);
    for (guint i = below (rand, back + 1); i; i--)
      mw_document_redo (document);
  }
}

/* --- Choice of files ------------------------------------------------------------------------------------------------ */

guint
draw_richness (const Draw *draw, MwModel *model, GHashTable *seen)
{
  g_autoptr (GHashTable) census = take_census (model);
  guint found = 0;
  for (guint i = 0; i < draw->actions->len; i++) {
    const DrawAction *action = &g_array_index (draw->actions, DrawAction, i);
    const GPtrArray *records = g_hash_table_lookup (census, action->schema);
    gboolean holds = FALSE;
    for (guint k = 0; records && k < records->len && !holds; k++) {
      const void *at = mw_field_at (g_ptr_array_index (records, k), action->field);
      holds = action->field->type == MW_TYPE_ARRAY   ? ((const MwArray *) at)->n > 0
              : action->field->type == MW_TYPE_LIST  ? ((const MwList *) at)->n > 0
              : action->field->type == MW_TYPE_CHILD ? *(MwRecord *const *) at != NULL
                                                     : TRUE;
    }
    if (holds && !g_hash_table_contains (seen, GUINT_TO_POINTER (i + 1))) {
      g_hash_table_add (seen, GUINT_TO_POINTER (i + 1));
      found++;
    }
  }
  return found;
}
