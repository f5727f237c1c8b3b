/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/operations/transfer/transfer-put.h"
#include "core/edit/progress.h"
#include "core/edit/references.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

/* A record is inserted after all that it refers to. Where records refer to each other in a circle (a bone and its geoset), one
 * of the references is set last. */

typedef struct {
  MwId record; /* in the source */
  const MwField *field;
  MwId target; /* in the source */
} Late;

typedef struct {
  MwTransfer *t;
  const MwTakeOptions *options;
  MwModel *model;
  MwReferences *references;
  GHashTable *open;   /* ids of the source that are being taken */
  GHashTable *chosen; /* ids of the source */
  GArray *late;       /* Late */
  GArray *nodes;      /* MwId of the source: nodes that were taken, parents first */
  GHashTable *shift;  /* id of a taken node of the source -> float[3] */
  gboolean geosets;   /* some were taken, so nodes stay where they are */
  GError **error;
  gboolean ok;
} Taking;

static MwId take (Taking *k, MwRecord *record);

gboolean
mw_transfer_can_take (const MwRecord *record, GError **error)
{
  const MwField *slot = mw_record_slot (record);
  if (!slot || slot->type != MW_TYPE_LIST || record->owner->owner)
    return mw_operation_refuse (
      record, error, "is a part of another element: choose that one (the material of a layer, the node of a track)");
  if (slot->part == MW_PART_SEQUENCES)
    return mw_operation_refuse (record, error, "is a sequence: sequence-import takes sequences from another model");
  if (record->schema == &mw_m2_skin_schema)
    return mw_operation_refuse (record, error,
                                "is a skin profile, which has no meaning without the vertices of its "
                                "own model");
  if (record->schema == &mw_mdlx_geoset_schema && ((const MwMdlxGeoset *) record)->bone_indices.n)
    return mw_operation_refuse (record, error, "refers to its bones by numbers that are valid only in its own model");
  return TRUE;
}

/* --- References ------------------------------------------------------------------------------------------------------ */

/* A bone refers to the geoset that it belongs to. That alone is no reason to copy the geoset too. */
static gboolean
is_weak (const MwRecord *record, const MwField *field)
{
  return record->schema == &mw_mdlx_bone_schema && field->type == MW_TYPE_REF && field->role != MW_ROLE_PARENT;
}

static gboolean
is_sequence (const MwTransfer *t, const MwRecord *record)
{
  return record->schema == mw_aspects_of (t->source)->sequence;
}

/* What the copy refers to instead of a record of the source. */
static MwRef
mapped (Taking *k, const MwRecord *record, const MwField *field, MwRef ref, MwId holder)
{
  MwRecord *target = ref.id ? mw_model_find (k->t->source, ref.id) : NULL;
  if (!target)
    return MW_REF_NONE;
  const MwRecord *match = mw_transfer_to (k->t, target);
  if (match)
    return (MwRef) { match->id, 0 };
  gboolean open = g_hash_table_contains (k->open, GUINT_TO_POINTER (target->id));
  if (open || is_weak (record, field)) {
    if (field->type == MW_TYPE_REF) {
      Late late = { holder, field, target->id };
      g_array_append_val (k->late, late);
    }
    return MW_REF_NONE;
  }
  if (is_sequence (k->t, target) || target->owner != &k->t->source->record)
    return MW_REF_NONE;
  MwId id = take (k, target);
  k->ok &= id != 0;
  return id ? (MwRef) { id, 0 } : MW_REF_NONE;
}

typedef struct {
  Taking *k;
  MwId holder;
} Mapping;

static void
map_references (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  const Mapping *m = data;
  for (uint32_t i = 0; i < n && m->k->ok; i++) {
    if (field->type == MW_TYPE_ARRAY) /* the array is shared with the source */
      refs = mw_array_make_writable (mw_field_at (record, field), mw_field_element_size (field));
    refs[i] = mapped (m->k, record, field, refs[i], m->holder);
  }
}

/* --- Keys ------------------------------------------------------------------------------------------------------------ */

static MwArray
as_array (const GByteArray *bytes, gsize size)
{
  return mw_array_copy (bytes->data, (guint32) (bytes->len / size), size);
}

typedef struct {
  const MwRecord *from, *to;
  gint64 start;
} Pair;

static int
by_start (gconstpointer a, gconstpointer b)
{
  const Pair *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

/* The matched sequences, in the order of their places on the time line. */
static GArray *
pairs_of (const Taking *k)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  const MwList *all = mw_model_sequences (k->t->source);
  for (uint32_t i = 0; i < all->n; i++) {
    const MwRecord *to = mw_transfer_to (k->t, all->items[i]);
    if (to)
      g_array_append_val (pairs, ((Pair) { all->items[i], to, mw_sequence_aspect (k->model, to).start }));
  }
  g_array_sort (pairs, by_start);
  return pairs;
}

static gint32
last_of (const GArray *times)
{
  return times->len ? g_array_index (times, gint32, times->len - 1) : G_MININT32;
}

/* Gives the copy of a track on a time line the keys of each matched sequence, at the place of that sequence in the model. */
static void
move_keys (const Taking *k, const MwRecord *from, MwRecord *copy)
{
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  const MwField *field = mw_schema_part (copy->schema, MW_PART_TIMES);
  g_autoptr (GArray) pairs = pairs_of (k), times = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GByteArray) value = g_byte_array_new (), in_tan = g_byte_array_new (), out_tan = g_byte_array_new ();
  GByteArray *const out[] = { value, in_tan, out_tan };
  for (guint p = 0; p < pairs->len; p++) {
    const Pair *pair = &g_array_index (pairs, Pair, p);
    const MwSequenceAspect a = mw_sequence_aspect (k->t->source, pair->from),
                           b = mw_sequence_aspect (k->model, pair->to);
    const gint64 length = b.end - b.start;
    const gint32 before = last_of (times);
    g_autoptr (MwKeySet) keys = mw_key_set_of (k->t->source, from, pair->from->id, a.end - a.start);
    if (keys && mw_keys_reach_outside (k->model))
      mw_key_set_fit (keys, k->t->source, from, pair->from->id, a.end - a.start, length);
    /* Where a sequence has no key, what it shows is one, and all keys of a track have tangents or none. */
    if (keys)
      mw_key_set_adapt (keys, k->t->source, from, pair->from->id, a.end - a.start, keys->interpolation,
                        mw_track_stores_tangents (k->model, mw_record_slot (from), keys->interpolation));
    for (guint i = 0; keys && i < keys->times->len; i++) {
      const GByteArray *const all[] = { keys->value, keys->in_tan, keys->out_tan };
      gint64 time = pair->start + g_array_index (keys->times, gint32, i);
      gsize size = keys->values ? mw_field_element_size (keys->values) : 0;
      if (time > pair->start + length || time <= before)
        continue;
      gint32 at = (gint32) time;
      g_array_append_val (times, at);
      for (guint c = 0; c < G_N_ELEMENTS (all); c++)
        if (keys->values && all[c]->len)
          g_byte_array_append (out[c], all[c]->data + i * size, (guint) size);
    }
  }
  mw_array_clear (mw_field_at (copy, field));
  *(MwArray *) mw_field_at (copy, field) = mw_array_copy (times->data, times->len, sizeof (gint32));
  for (guint c = 0; c < G_N_ELEMENTS (parts); c++) {
    const MwField *values = mw_schema_part (copy->schema, parts[c]);
    if (!values)
      continue;
    mw_array_clear (mw_field_at (copy, values));
    *(MwArray *) mw_field_at (copy, values) = as_array (out[c], mw_field_element_size (values));
  }
}

/* The tracks of the copy of a record; `from` is that record of the source. A track without any keys left is dropped, unless it stays. */
static void
move_tracks (const Taking *k, const MwRecord *from, MwRecord *copy)
{
  for (guint i = 0; i < mw_schema_n_fields (from->schema); i++) {
    const MwField *field = mw_schema_field_at (from->schema, i);
    const MwRecord *track = field->type == MW_TYPE_CHILD ? *(MwRecord *const *) mw_field_at (from, field) : NULL;
    for (uint32_t j = 0; field->type == MW_TYPE_LIST && j < mw_record_list (from, field)->n; j++)
      move_tracks (k, mw_record_list (from, field)->items[j], mw_record_list (copy, field)->items[j]);
    if (!track || !mw_schema_has_timed_keys (track->schema) || mw_track_follows_global (track))
      continue;
    MwRecord *mine = *(MwRecord *const *) mw_field_at (copy, field);
    const MwField *lanes = mw_schema_part (track->schema, MW_PART_LANES);
    gboolean had = TRUE;
    if (lanes && mw_m2_has_lanes ((const MwM2 *) k->t->source))
      mw_transfer_match_lanes (k->t, mine);
    else if (!mw_transfer_keeps_line (k->t)) {
      had = ((const MwArray *) mw_field_at (track, mw_schema_part (track->schema, MW_PART_TIMES)))->n > 0;
      move_keys (k, track, mine);
      const MwArray *left = mw_field_at (mine, mw_schema_part (mine->schema, MW_PART_TIMES));
      if (had && !left->n && !mw_track_stays (mine))
        mw_record_free (mw_child_take (NULL, copy, field));
    }
  }
}

/* Extents of sequences that are not matched are dropped. */
static void
drop_extents (const Taking *k, MwRecord *copy)
{
  const MwField *list = MW_FIELD (MwMdlxGeoset, extents);
  for (uint32_t i = mw_record_list (copy, list)->n; i-- > 0;) {
    const MwMdlxGeosetExtent *extent = (const MwMdlxGeosetExtent *) mw_record_list (copy, list)->items[i];
    const MwRecord *sequence = mw_model_resolve (k->t->source, extent->sequence);
    if (!sequence || !mw_transfer_to (k->t, sequence))
      mw_record_free (mw_list_take (NULL, copy, list, i));
  }
}

/* Where a geoset has extents of sequences, it has one for each. */
static void
complete_extents (const Taking *k, MwRecord *copy, gboolean had)
{
  const MwField *list = MW_FIELD (MwMdlxGeoset, extents);
  const MwList *sequences = &((const MwMdlx *) k->model)->sequences;
  for (uint32_t i = 0; had && i < sequences->n; i++) {
    const MwList *extents = mw_record_list (copy, list);
    gboolean found = FALSE;
    for (uint32_t j = 0; j < extents->n; j++)
      found |= ((const MwMdlxGeosetExtent *) extents->items[j])->sequence.id == sequences->items[i]->id;
    if (found)
      continue;
    MwMdlxGeosetExtent *extent = (MwMdlxGeosetExtent *) mw_record_new (&mw_mdlx_geoset_extent_schema);
    extent->sequence = (MwRef) { sequences->items[i]->id, 0 };
    extent->bounds = ((const MwMdlxGeoset *) copy)->bounds;
    mw_list_append (NULL, copy, list, &extent->record);
  }
}

/* --- Records --------------------------------------------------------------------------------------------------------- */

static gboolean
drop_notes (MwRecord *record, gpointer data)
{
  mw_notes_drop (record);
  return TRUE;
}

static gboolean
is_called (const MwList *list, const char *name)
{
  for (uint32_t i = 0; i < list->n; i++)
    if (g_strcmp0 (mw_record_name (list->items[i]), name) == 0)
      return TRUE;
  return FALSE;
}

/* "Arm" becomes "Arm 2" where there is an Arm. */
static void
name_copy (const MwList *list, MwRecord *copy)
{
  const MwField *field = mw_schema_field_of_role (copy->schema, MW_ROLE_NAME, MW_TYPE_TEXT);
  enum { ROOM = 8 };
  if (!field || field->count < 2 * ROOM)
    return;
  char **slot = mw_field_at (copy, field);
  g_autofree char *name = g_strdup (mw_text (*slot));
  for (guint number = 2; *name && is_called (list, mw_text (*slot)); number++) {
    g_autofree char *next = g_strdup_printf ("%.*s %u", field->count - ROOM, name, number);
    mw_text_set (slot, next, strlen (next));
  }
}

/* A global sequence is the same as one with the same duration, if there is one. */
static MwId
same_global (const Taking *k, const MwRecord *record)
{
  const MwField *slot = mw_record_slot (record), *duration = mw_schema_part (record->schema, MW_PART_DURATION);
  const MwList *list = mw_record_list (&k->model->record, slot);
  for (uint32_t i = 0; duration && i < list->n; i++)
    if (*(const uint32_t *) mw_field_at (record, duration)
        == *(const uint32_t *) mw_field_at (list->items[i], duration))
      return list->items[i]->id;
  return 0;
}

/* How far a node is moved with the one that it follows now. */
static void
find_shift (Taking *k, const MwRecord *record, const MwRecord *copy)
{
  float *shift = g_new0 (float, 3);
  const MwRecord *parent = mw_node_parent (k->t->source, record), *now = mw_node_parent (k->model, copy);
  const float *above = parent ? g_hash_table_lookup (k->shift, GUINT_TO_POINTER (parent->id)) : NULL;
  g_hash_table_insert (k->shift, GUINT_TO_POINTER (record->id), shift);
  g_array_append_val (k->nodes, record->id);
  if (above && now && mw_transfer_to (k->t, parent) == now)
    memcpy (shift, above, 3 * sizeof (float));
  else if (now && mw_node_place_field (k->model, now)) {
    const float *old = mw_node_place (k->t->source, parent ? parent : record), *new = mw_node_place (k->model, now);
    for (guint i = 0; i < 3; i++)
      shift[i] = new[i] - old[i];
  }
}

/* Lets the copy of a chosen node follow the node that the user gave, unless it follows another chosen one. */
static void
attach (const Taking *k, const MwRecord *record, MwRecord *copy)
{
  const MwField *field = mw_node_parent_field (copy);
  const MwRecord *parent = field ? mw_node_parent (k->t->source, record) : NULL;
  if (field && k->options->attach && !(parent && g_hash_table_contains (k->chosen, GUINT_TO_POINTER (parent->id))))
    *(MwRef *) mw_field_at (copy, field) = (MwRef) { k->options->attach, 0 };
}

/* A reference that is going to be replaced must not take anything along. */
static void
forget_parent (const Taking *k, const MwRecord *record, MwRecord *copy)
{
  const MwField *field = mw_node_parent_field (copy);
  const MwRecord *parent = field ? mw_node_parent (k->t->source, record) : NULL;
  if (parent && k->options->attach && !g_hash_table_contains (k->chosen, GUINT_TO_POINTER (parent->id)))
    *(MwRef *) mw_field_at (copy, field) = MW_REF_NONE;
}

static gboolean
is_point (const Taking *k, const MwRecord *record)
{
  return mw_aspects_of (k->model)->point (record->schema) != MW_POINT_NONE;
}

/* Copies a record after all that it refers to. 0 and an error on failure. */
static MwId
take (Taking *k, MwRecord *record)
{
  const MwField *list = mw_record_slot (record);
  const MwRecord *match = mw_transfer_to (k->t, record);
  if (match)
    return match->id;
  if (!mw_transfer_can_take (record, k->error))
    return 0;
  MwId same = same_global (k, record);
  if (same) {
    mw_transfer_map (k->t, record->id, same);
    return same;
  }
  g_hash_table_add (k->open, GUINT_TO_POINTER (record->id));
  MwRecord *copy = mw_record_copy (record, FALSE);
  mw_record_foreach (copy, drop_notes, NULL);
  if (!k->options->verbatim) {
    move_tracks (k, record, copy);
    if (copy->schema == &mw_mdlx_geoset_schema)
      drop_extents (k, copy);
  }
  k->geosets |= copy->schema == &mw_mdlx_geoset_schema;
  forget_parent (k, record, copy);
  Mapping m = { k, record->id };
  mw_references_foreach (k->references, copy, G_MAXUINT64, NULL, map_references, &m);
  if (copy->schema == &mw_mdlx_geoset_schema && !k->options->verbatim)
    complete_extents (k, copy, ((const MwMdlxGeoset *) record)->extents.n > 0);
  mw_record_forget_ids (copy);
  attach (k, record, copy);
  g_hash_table_remove (k->open, GUINT_TO_POINTER (record->id));
  if (!k->ok) {
    mw_record_free (copy);
    return 0;
  }
  const MwList *records = mw_record_list (&k->model->record, list);
  if (!k->options->verbatim)
    name_copy (records, copy);
  const MwField *parent = mw_node_parent_field (copy);
  gboolean follows = parent && ((const MwRef *) mw_field_at (copy, parent))->id;
  const MwEditRules *rules = k->t->document->rules;
  guint32 index = rules->place ? rules->place (k->t->document, records, copy->schema, follows) : records->n;
  if (!mw_document_insert (k->t->document, k->model->record.id, list, index, copy, k->error))
    return 0;
  mw_transfer_map (k->t, record->id, copy->id);
  if (is_point (k, copy))
    find_shift (k, record, copy);
  return copy->id;
}

/* Records that belong to a taken one: they refer to it, and would be removed with it. */
static void
find_owned (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  Taking *k = data;
  const MwRecord *target = n == 1 && field->type == MW_TYPE_REF && field->on_remove == MW_ON_REMOVE_CASCADE
                             ? mw_model_resolve (k->t->source, refs[0])
                             : NULL;
  if (k->ok && target && record->owner == &k->t->source->record && !is_sequence (k->t, target)
      && g_hash_table_contains (k->chosen, GUINT_TO_POINTER (target->id)) && !mw_transfer_to (k->t, record))
    k->ok = take (k, record) != 0;
}

static gboolean
set_late (const Taking *k)
{
  for (guint i = 0; i < k->late->len; i++) {
    const Late *late = &g_array_index (k->late, Late, i);
    const MwRecord *record = mw_transfer_to (k->t, mw_model_find (k->t->source, late->record)),
                   *target = mw_transfer_to (k->t, mw_model_find (k->t->source, late->target));
    MwRef ref = { target ? target->id : 0, 0 };
    if (record && target && mw_schema_has_field (record->schema, late->field)
        && !mw_document_set_field (k->t->document, record->id, late->field, &ref, sizeof ref, k->error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
move_nodes (const Taking *k)
{
  for (guint i = 0; k->options->move && !k->geosets && i < k->nodes->len; i++) {
    const MwRecord *from = mw_model_find (k->t->source, g_array_index (k->nodes, MwId, i));
    const float *shift = g_hash_table_lookup (k->shift, GUINT_TO_POINTER (from->id));
    const double by[3] = { (double) shift[0], (double) shift[1], (double) shift[2] };
    if ((by[0] != 0 || by[1] != 0 || by[2] != 0)
        && !mw_node_move (k->t->document, mw_transfer_to (k->t, from)->id, by, MW_NODE_MOVE_SHAPE, k->error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
take_all (Taking *k, const MwId *ids, guint n, GArray *taken)
{
  for (guint i = 0; i < n; i++)
    g_hash_table_add (k->chosen, GUINT_TO_POINTER (ids[i]));
  mw_progress_begin (k->t->document, n);
  for (guint i = 0; i < n; i++) {
    MwId id = mw_progress_next (k->t->document, k->error) ? take (k, mw_model_find (k->t->source, ids[i])) : 0;
    if (!id)
      return FALSE;
    g_array_append_val (taken, id);
  }
  mw_progress_end (k->t->document);
  mw_references_foreach (k->references, &k->t->source->record, G_MAXUINT64, NULL, find_owned, k);
  return k->ok && set_late (k) && move_nodes (k);
}

gboolean
mw_transfer_take (MwTransfer *t, const MwId *ids, guint n, const MwTakeOptions *options, GArray **taken, GError **error)
{
  g_autoptr (GHashTable) open = g_hash_table_new (NULL, NULL), chosen = g_hash_table_new (NULL, NULL),
                         shift = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GArray) late = g_array_new (FALSE, FALSE, sizeof (Late)),
                     nodes = g_array_new (FALSE, FALSE, sizeof (MwId)),
                     made = g_array_new (FALSE, FALSE, sizeof (MwId));
  MwModel *model = mw_document_get_model (t->document);
  Taking k = { .t = t,
               .options = options,
               .model = model,
               .references = mw_references_new (model->record.schema),
               .open = open,
               .chosen = chosen,
               .late = late,
               .nodes = nodes,
               .shift = shift,
               .error = error,
               .ok = TRUE };
  gboolean ok = take_all (&k, ids, n, made);
  mw_references_free (k.references);
  if (ok && taken)
    *taken = g_steal_pointer (&made);
  return ok;
}
