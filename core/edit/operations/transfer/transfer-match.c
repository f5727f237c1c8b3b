/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/transfer/transfer-put.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/schema/path.h"

#include <math.h>
#include <string.h>

static MwPoint
point_of (const MwModel *model, const MwRecord *record)
{
  return mw_aspects_of (model)->point (record->schema);
}

gboolean
mw_transfer_is_bone (const MwModel *model, const MwRecord *record)
{
  MwPoint point = point_of (model, record);
  return point == MW_POINT_BONE || point == MW_POINT_HELPER;
}

typedef struct {
  const MwModel *model;
  GPtrArray *points;
} Gathering;

static gboolean
gather_point (MwRecord *record, gpointer data)
{
  const Gathering *g = data;
  if (point_of (g->model, record) != MW_POINT_NONE)
    g_ptr_array_add (g->points, record);
  return TRUE;
}

/* All nodes and points of a model, in file order. */
static GPtrArray *
points_of (const MwModel *model)
{
  Gathering g = { model, g_ptr_array_new () };
  mw_record_foreach ((MwRecord *) &model->record, gather_point, &g);
  return g.points;
}

/* --- Pairs that the user gives ------------------------------------------------------------------------------------ */

static const MwRecord *
by_path (const MwModel *model, const char *path)
{
  MwTarget target;
  return mw_path_resolve_one (model, path, &target, NULL) && !target.field
             && point_of (model, target.record) != MW_POINT_NONE
           ? target.record
           : NULL;
}

const MwRecord *
mw_transfer_find_node (const MwModel *model, const char *text, const char *where, GError **error)
{
  g_autoptr (GPtrArray) points = points_of (model);
  const MwRecord *found = NULL;
  guint n = 0;
  for (guint i = 0; i < points->len; i++)
    if (g_strcmp0 (mw_record_name (points->pdata[i]), text) == 0 && !n++)
      found = points->pdata[i];
  if (n > 1) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL,
                  "%s has %u nodes with the name \"%s\": give a path, as in bones[3]", where, n, text);
    return NULL;
  }
  if (!found)
    found = by_path (model, text);
  g_autofree char *path = g_strdup_printf ("bones[%s]", text);
  if (!found)
    found = by_path (model, path);
  if (!found)
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s has no node \"%s\"", where, text);
  return found;
}

/* Cuts ", rest" (returns 1) or ", no rest" (returns 2) off the end of a target. */
static guint
take_rest (char *target)
{
  static const char *const words[] = { "rest", "no rest" };
  char *comma = strrchr (target, ',');
  for (guint i = 0; comma && i < G_N_ELEMENTS (words); i++)
    if (strcmp (comma + 1 + strspn (comma + 1, " "), words[i]) == 0) {
      *comma = '\0';
      g_strchomp (target);
      return i + 1;
    }
  return 0;
}

static gboolean
match_pair (MwTransfer *t, const char *pair, GError **error)
{
  const char *equals = strchr (pair, '=');
  if (!equals) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL,
                  "found \"%s\" among the bones, expected \"Source Bone=Target Bone\"", pair);
    return FALSE;
  }
  g_autofree char *left = g_strstrip (g_strndup (pair, (gsize) (equals - pair))),
                  *right = g_strstrip (g_strdup (equals + 1));
  const guint rest = take_rest (right);
  const MwModel *model = mw_document_get_model (t->document);
  const MwRecord *from = mw_transfer_find_node (t->source, left, t->name, error);
  const MwRecord *to = from && *right ? mw_transfer_find_node (model, right, "this model", error) : NULL;
  if (!from || (*right && !to))
    return FALSE;
  mw_transfer_unmap (t, from->id);
  if (to && mw_transfer_from (t, to)) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "two nodes of %s are mapped to \"%s\"", t->name, right);
    return FALSE;
  }
  mw_transfer_map (t, from->id, to ? to->id : 0);
  g_hash_table_insert (t->how, GUINT_TO_POINTER (from->id), GUINT_TO_POINTER (MW_MATCHED_BY_HAND));
  g_hash_table_insert (t->rest, GUINT_TO_POINTER (from->id), GUINT_TO_POINTER (rest));
  return TRUE;
}

static gboolean
match_pairs (MwTransfer *t, const char *pairs, GError **error)
{
  g_auto (GStrv) each = g_strsplit_set (pairs, ";\n", -1);
  for (guint i = 0; each[i]; i++)
    if (*g_strstrip (each[i]) && *each[i] != '#' && !match_pair (t, each[i], error))
      return FALSE;
  return TRUE;
}

/* --- Keys by which records are matched ------------------------------------------------------------------------------- */

/* Returns the key by which a record is matched; NULL: it has none of this kind. Free with g_free(). */
typedef char *(*KeyFunc) (const MwTransfer *t, const MwModel *model, const MwRecord *record);

/* Bones and helpers are one kind: what was a helper in one model may be a bone in the other. */
static guint
kind_of (const MwModel *model, const MwRecord *record)
{
  return mw_transfer_is_bone (model, record) ? MW_POINT_BONE : point_of (model, record);
}

static char *
by_name (const MwTransfer *t, const MwModel *model, const MwRecord *record)
{
  const char *name = mw_record_name (record);
  return name && *name ? g_strdup_printf ("%u %s", kind_of (model, record), name) : NULL;
}

static char *
by_loose_name (const MwTransfer *t, const MwModel *model, const MwRecord *record)
{
  const char *name = mw_record_name (record);
  GString *key = g_string_new (NULL);
  for (const char *c = name ? name : ""; *c; c++)
    if (!strchr (" _-", *c))
      g_string_append_c (key, g_ascii_tolower (*c));
  if (key->len)
    g_string_append_printf (key, " %u", kind_of (model, record));
  return g_string_free (key, key->len == 0);
}

static char *
by_key_bone (const MwTransfer *t, const MwModel *model, const MwRecord *record)
{
  const MwM2Bone *bone = record->schema == &mw_m2_bone_schema ? (const MwM2Bone *) record : NULL;
  return bone && bone->key_bone >= 0 ? g_strdup_printf ("%d", bone->key_bone) : NULL;
}

static char *
by_crc (const MwTransfer *t, const MwModel *model, const MwRecord *record)
{
  const MwM2Bone *bone = record->schema == &mw_m2_bone_schema ? (const MwM2Bone *) record : NULL;
  return bone && bone->name_crc ? g_strdup_printf ("%u", bone->name_crc) : NULL;
}

/* For points of M2. Attachments are matched by id and events by identifier and data, whatever bone they follow. Other
 * points are matched if they follow the same bone. */
static char *
by_bone (const MwTransfer *t, const MwModel *model, const MwRecord *record)
{
  if (model->record.schema != &mw_m2_schema || record->schema == &mw_m2_bone_schema)
    return NULL;
  if (record->schema == &mw_m2_attachment_schema)
    return g_strdup_printf ("attachment %u", ((const MwM2Attachment *) record)->attachment_id);
  if (record->schema == &mw_m2_event_schema)
    return g_strdup_printf ("event %s %u", mw_text (((const MwM2Event *) record)->identifier),
                            ((const MwM2Event *) record)->data);
  const MwRecord *bone = mw_node_parent (model, record);
  if (bone && model == t->source)
    bone = mw_transfer_to (t, bone);
  return bone ? g_strdup_printf ("%u on %u", kind_of (model, record), bone->id) : NULL;
}

static char *
by_texture (const MwTransfer *t, const MwModel *model, const MwRecord *record)
{
  MwTextureAspect texture = mw_texture_aspect (record);
  g_autofree char *path = texture.path ? g_ascii_strdown (texture.path, -1) : g_strdup ("");
  return g_strdup_printf ("%u %u %u %s", texture.type, texture.replaceable_id, texture.wrap,
                          g_strdelimit (path, "/", '\\'));
}

static void
drop_array (gpointer array)
{
  g_ptr_array_unref (array);
}

static void
match (MwTransfer *t, const MwRecord *from, const MwRecord *to, MwMatched how)
{
  mw_transfer_map (t, from->id, to->id);
  g_hash_table_insert (t->how, GUINT_TO_POINTER (from->id), GUINT_TO_POINTER (how));
}

/* Matches records that have the same key and are not matched yet. If several have it, they are matched in order. */
static void
match_by (MwTransfer *t, const GPtrArray *from, const GPtrArray *to, KeyFunc key_of, MwMatched how)
{
  const MwModel *model = mw_document_get_model (t->document);
  g_autoptr (GHashTable) waiting = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, drop_array);
  for (guint i = to->len; i-- > 0;) {
    g_autofree char *key = mw_transfer_from (t, to->pdata[i]) ? NULL : key_of (t, model, to->pdata[i]);
    if (!key)
      continue;
    GPtrArray *same = g_hash_table_lookup (waiting, key);
    if (!same) {
      same = g_ptr_array_new ();
      g_hash_table_insert (waiting, g_steal_pointer (&key), same);
    }
    g_ptr_array_add (same, to->pdata[i]);
  }
  for (guint i = 0; i < from->len; i++) {
    const MwRecord *record = from->pdata[i];
    if (g_hash_table_contains (t->to, GUINT_TO_POINTER (record->id)))
      continue;
    g_autofree char *key = key_of (t, t->source, record);
    GPtrArray *same = key ? g_hash_table_lookup (waiting, key) : NULL;
    if (same && same->len)
      match (t, record, g_ptr_array_steal_index (same, same->len - 1), how);
  }
}

/* For a bone without a name: the first bone that is not matched yet, has the same parent, and has its pivot in the same
 * place. */
static const MwRecord *
in_same_place (const MwTransfer *t, const MwRecord *bone, const GPtrArray *to)
{
  const MwModel *model = mw_document_get_model (t->document);
  const MwRecord *parent = mw_node_parent (t->source, bone);
  const float *place = mw_node_place (t->source, bone);
  const float near = 1e-4f * mw_aspects_of (model)->size;
  if (parent && !(parent = mw_transfer_to (t, parent)))
    return NULL;
  for (guint i = 0; i < to->len; i++) {
    const MwRecord *other = to->pdata[i];
    if (other->schema != bone->schema || mw_transfer_from (t, other) || mw_node_parent (model, other) != parent)
      continue;
    const float *at = mw_node_place (model, other);
    if (fabsf (at[0] - place[0]) > near || fabsf (at[1] - place[1]) > near || fabsf (at[2] - place[2]) > near)
      continue;
    return other;
  }
  return NULL;
}

gboolean
mw_transfer_match_nodes (MwTransfer *t, const char *pairs, GError **error)
{
  static const KeyFunc keys[] = { by_name, by_loose_name, by_key_bone, by_crc };
  static const MwMatched hows[] = { MW_MATCHED_BY_NAME, MW_MATCHED_BY_LIKE_NAME, MW_MATCHED_BY_KEY_BONE,
                                    MW_MATCHED_BY_CRC };
  g_autoptr (GPtrArray) from = points_of (t->source), to = points_of (mw_document_get_model (t->document));
  if (!match_pairs (t, pairs, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    match_by (t, from, to, keys[i], hows[i]);
  for (guint i = 0; i < from->len; i++) {
    const MwRecord *bone = from->pdata[i];
    const MwRecord *other = bone->schema == &mw_m2_bone_schema
                                && !g_hash_table_contains (t->to, GUINT_TO_POINTER (bone->id))
                              ? in_same_place (t, bone, to)
                              : NULL;
    if (other)
      match (t, bone, other, MW_MATCHED_BY_PLACE);
  }
  match_by (t, from, to, by_bone, MW_MATCHED_BY_BONE);
  return TRUE;
}

/* --- Other records --------------------------------------------------------------------------------------------------- */

static char *
by_sequence (const MwTransfer *t, const MwModel *model, const MwRecord *record)
{
  const char *name = mw_record_name (record);
  return name ? g_strdup (name) : mw_record_called (record);
}

static GPtrArray *
records_of (const MwList *list)
{
  GPtrArray *records = g_ptr_array_new ();
  for (uint32_t i = 0; i < list->n; i++)
    g_ptr_array_add (records, list->items[i]);
  return records;
}

void
mw_transfer_match_sequences (MwTransfer *t)
{
  const MwModel *model = mw_document_get_model (t->document);
  g_autoptr (GPtrArray) from = records_of (mw_model_sequences (t->source)),
                        to = records_of (mw_model_sequences (model));
  match_by (t, from, to, by_sequence, MW_MATCHED_BY_NAME);
}

gboolean
mw_transfer_keeps_line (const MwTransfer *t)
{
  const MwModel *model = mw_document_get_model (t->document);
  const MwField *field = mw_schema_part (model->record.schema, MW_PART_SEQUENCES);
  const MwList *all = mw_record_list (&t->source->record, field);
  for (uint32_t i = 0; i < all->n; i++) {
    const MwRecord *match = mw_transfer_to (t, all->items[i]);
    const MwSequenceAspect a = mw_sequence_aspect (t->source, all->items[i]),
                           b = match ? mw_sequence_aspect (model, match) : a;
    if (!match || a.start != b.start || a.end != b.end)
      return FALSE;
  }
  return mw_keys_reach_outside (model) && all->n == mw_record_list (&model->record, field)->n;
}

static void match_lists (MwTransfer *t, const MwRecord *from, const MwRecord *to);

static void
match_by_place (MwTransfer *t, const MwList *from, const MwList *to)
{
  for (uint32_t i = 0; from->n == to->n && i < from->n; i++)
    if (from->items[i]->schema == to->items[i]->schema) {
      mw_transfer_map (t, from->items[i]->id, to->items[i]->id);
      match_lists (t, from->items[i], to->items[i]);
    }
}

static void
match_textures (MwTransfer *t, const MwList *from, const MwList *to)
{
  g_autoptr (GPtrArray) a = records_of (from), b = records_of (to);
  match_by (t, a, b, by_texture, MW_MATCHED_BY_NAME);
}

void
mw_transfer_match_textures (MwTransfer *t)
{
  const MwModel *model = mw_document_get_model (t->document);
  const MwField *list = mw_schema_part (model->record.schema, MW_PART_TEXTURES);
  match_textures (t, mw_record_list (&t->source->record, list), mw_record_list (&model->record, list));
}

static void
match_lists (MwTransfer *t, const MwRecord *from, const MwRecord *to)
{
  for (guint i = 0; i < mw_schema_n_fields (from->schema); i++) {
    const MwField *list = mw_schema_field_at (from->schema, i);
    if (list->type != MW_TYPE_LIST)
      continue;
    const MwList *a = mw_record_list (from, list), *b = mw_record_list (to, list);
    if (list->part == MW_PART_TEXTURES)
      match_textures (t, a, b);
    else if (list->part != MW_PART_SEQUENCES && !mw_schema_part (list->schema, MW_PART_DURATION)
             && !mw_schema_part (list->schema, MW_PART_START)
             && mw_aspects_of (t->source)->point (mw_schema_kind_at (list->schema, 0)) == MW_POINT_NONE)
      match_by_place (t, a, b);
  }
}

void
mw_transfer_match_others (MwTransfer *t)
{
  match_lists (t, &t->source->record, &mw_document_get_model (t->document)->record);
}

/* --- Lanes ----------------------------------------------------------------------------------------------------------- */

/* The keys of a lane for another sequence of the source too, which is an alias that plays them. */
static void
copy_lane (MwRecord *copy, const MwField *lanes, MwId from, MwId to)
{
  const MwList *list = mw_record_list (copy, lanes);
  for (uint32_t i = 0; i < list->n; i++)
    if (((const MwM2Lane *) list->items[i])->sequence.id == from) {
      MwRecord *lane = mw_record_copy (list->items[i], FALSE);
      ((MwM2Lane *) lane)->sequence = (MwRef) { to, 0 };
      mw_list_append (NULL, copy, lanes, lane);
      return;
    }
}

/* Whether a sequence of the model can be given keys: it has keys of its own, in a file that was read. */
static gboolean
takes_keys (const MwTransfer *t, const MwRecord *sequence)
{
  const MwSequenceAspect aspect = mw_sequence_aspect (mw_document_get_model (t->document), sequence);
  return !aspect.is_alias && !aspect.not_loaded;
}

void
mw_transfer_match_lanes (const MwTransfer *t, MwRecord *copy)
{
  const MwField *lanes = mw_schema_part (copy->schema, MW_PART_LANES);
  MwList *list = mw_record_list (copy, lanes);
  const MwList *sequences = &((const MwM2 *) t->source)->sequences;
  for (uint32_t i = 0; i < sequences->n; i++) {
    const MwSequenceAspect aspect = mw_sequence_aspect (t->source, sequences->items[i]);
    if (aspect.is_alias && aspect.plays && mw_transfer_to (t, sequences->items[i]))
      copy_lane (copy, lanes, aspect.plays->id, sequences->items[i]->id);
  }
  for (uint32_t i = list->n; i-- > 0;) {
    MwRef ref = ((const MwM2Lane *) list->items[i])->sequence;
    const MwRecord *sequence = ref.id ? mw_model_find (t->source, ref.id) : NULL,
                   *match = sequence ? mw_transfer_to (t, sequence) : NULL;
    if (!mw_ref_is_none (ref) && (!match || !takes_keys (t, match)))
      mw_record_free (mw_list_take (NULL, copy, lanes, i));
  }
}
