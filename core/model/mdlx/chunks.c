/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/chunks.h"
#include "core/model/mdlx/object-ids.h"
#include "core/schema/wire.h"

#include <string.h>

guint
mw_mdlx_node_kinds (MwFormat format, const MwMdlxChunk *chunks, guint n, const MwSchema **kinds)
{
  guint found = 0, n_tags;
  /* A fixed order, whatever the order of chunks (mdlx.md 7.1). */
  if (format.family == MW_FAMILY_MDX_WOW) {
    while ((kinds[found] = mw_mdlx_node_schema.kinds[found]))
      found++;
    return found;
  }
  g_autofree const char **tags = mw_wire_chunk_tags (&mw_mdlx_schema, format, &n_tags);
  /* One loop over the chunks of the file, then over all others. */
  for (guint i = 0; i < n + n_tags; i++) {
    uint32_t tag = i < n ? chunks[i].tag : mw_tag (tags[i - n]);
    const MwField *list;
    const MwSchema *element;
    if (!mw_wire_chunk_items (&mw_mdlx_schema, format, (const char *) &tag, &list, &element)
        || !mw_schema_is_a (element, &mw_mdlx_node_schema))
      continue;
    guint k = 0;
    while (k < found && kinds[k] != element)
      k++;
    if (k == found)
      kinds[found++] = element;
  }
  return found;
}

/* Whether a model's own fields in this chunk differ from their defaults, so that a file without the chunk would lose
 * something. */
static gboolean
differs_from_defaults (const MwMdlx *model, MwFormat format, uint32_t tag)
{
  const MwPlan *plan = mw_plan_get_chunk (&mw_mdlx_schema, format, tag);
  MwMdlx *fresh = mw_mdlx_new ();
  gboolean more = FALSE;
  for (guint i = 0; i < plan->n_ops && !more; i++) {
    const MwOp *op = &plan->ops[i];
    if (op->wire == MW_WIRE_PLAIN)
      more = memcmp (mw_field_at (&model->model.record, op->field), mw_field_at (&fresh->model.record, op->field), op->bytes) != 0;
    else if (op->wire == MW_WIRE_CHARS)
      more = *(char **) mw_field_at (&model->model.record, op->field) != NULL;
    else if (op->field && op->field->type == MW_TYPE_ARRAY)
      more = ((const MwArray *) mw_field_at (&model->model.record, op->field))->n != 0;
  }
  mw_model_free (&fresh->model);
  return more;
}

/* Whether a known chunk must be written. `as_read`: the file that was read did not have it. */
static gboolean
has_content (const MwMdlx *model, MwFormat format, uint32_t tag, gboolean as_read)
{
  const MwField *list;
  const MwSchema *element;
  if (mw_wire_chunk_items (&mw_mdlx_schema, format, (const char *) &tag, &list, &element)) {
    const MwList *records = mw_record_list (&model->model.record, list);
    for (uint32_t i = 0; i < records->n; i++)
      if (mw_schema_is_a (records->items[i]->schema, element))
        return TRUE;
    return differs_from_defaults (model, format, tag);
  }
  if (tag == mw_tag ("BPOS"))
    return mw_mdlx_has_bind_poses (model);
  if (tag == mw_tag ("DILG"))
    return differs_from_defaults (model, format, tag);
  /* A file read without this chunk stays without it while the model needs no more than its defaults. */
  if (tag != mw_tag ("PIVT"))
    return !as_read || tag == mw_tag ("VERS") || differs_from_defaults (model, format, tag);
  static const float zero[3];
  for (uint32_t i = 0; i < model->nodes.n; i++)
    if (!as_read || memcmp (((MwMdlxNode *) model->nodes.items[i])->pivot, zero, sizeof zero) != 0)
      return TRUE;
  return FALSE;
}

gboolean
mw_mdlx_needs_chunk (const MwMdlx *model, MwFormat format, uint32_t tag)
{
  return has_content (model, format, tag, TRUE);
}

static uint32_t
tag_of (const MwRecord *unknown)
{
  uint32_t tag;
  memcpy (&tag, ((const MwMdlxUnknownChunk *) unknown)->tag, 4);
  return tag;
}

static gboolean
is_again (const MwRecord *unknown)
{
  return ((const MwMdlxUnknownChunk *) unknown)->again != 0;
}

GHashTable *
mw_mdlx_unknown_tags (const MwMdlx *model, gboolean again)
{
  GHashTable *tags = g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; i < model->unknown_chunks.n; i++)
    if (is_again (model->unknown_chunks.items[i]) == again)
      g_hash_table_add (tags, GUINT_TO_POINTER (tag_of (model->unknown_chunks.items[i])));
  return tags;
}

gboolean
mw_mdlx_drop_unknown (MwMdlx *model, const char tag[4])
{
  const MwField *list = MW_FIELD (MwMdlx, unknown_chunks);
  gboolean any = FALSE;
  for (uint32_t i = model->unknown_chunks.n; i-- > 0;)
    if (tag_of (model->unknown_chunks.items[i]) == mw_tag (tag) && !is_again (model->unknown_chunks.items[i])) {
      mw_record_free (mw_list_take (&model->model, &model->model.record, list, i));
      any = TRUE;
    }
  return any;
}

const char *
mw_mdlx_chunk_left_out (const MwMdlx *model, MwFormat format)
{
  guint n_tags;
  g_autofree const char **tags = mw_wire_chunk_tags (&mw_mdlx_schema, format, &n_tags);
  g_autoptr (GHashTable) kept = mw_mdlx_unknown_tags (model, FALSE);
  for (guint i = 0; i < n_tags; i++)
    if (g_hash_table_contains (kept, GUINT_TO_POINTER (mw_tag (tags[i])))
        && mw_mdlx_needs_chunk (model, format, mw_tag (tags[i])))
      return tags[i];
  return NULL;
}

static gboolean
is_list (MwFormat format, uint32_t tag)
{
  const MwField *list;
  const MwSchema *element;
  return mw_wire_chunk_items (&mw_mdlx_schema, format, (const char *) &tag, &list, &element);
}

static gint
find (const GArray *chunks, uint32_t tag)
{
  for (gint i = (gint) chunks->len - 1; i >= 0; i--)
    if (g_array_index (chunks, MwMdlxChunk, i).tag == tag)
      return i;
  return -1;
}

/* Decides which chunks are kept as bytes: those in no table; in unknown versions also those whose layout is not the
 * known one; and repeated ones. */
typedef struct {
  const MwMdlx *model;
  MwFormat format;
  GHashTable *kept, *again; /* sets of tags */
  const MwMdlxChunk *stood; /* the chunks in the note */
  guint n;
  gboolean *unknown; /* parallel to `stood` */
} Order;

static void
order_init (Order *order, const MwMdlx *model, MwFormat format)
{
  const MwNote *note = mw_notes_find (&model->model.record, MW_NOTE_CHUNK_ORDER, NULL);
  guint n = note ? note->size / (guint) sizeof (MwMdlxChunk) : 0;
  *order = (Order) { .model = model,
                     .format = format,
                     .kept = mw_mdlx_unknown_tags (model, FALSE),
                     .again = mw_mdlx_unknown_tags (model, TRUE),
                     .stood = n ? g_memdup2 (note->bytes, n * sizeof (MwMdlxChunk)) : NULL,
                     .n = n,
                     .unknown = g_new0 (gboolean, n + 1) };
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++) {
    gpointer tag = GUINT_TO_POINTER (order->stood[i].tag);
    order->unknown[i] = !mw_plan_get_chunk (&mw_mdlx_schema, format, order->stood[i].tag)
                        || g_hash_table_contains (order->kept, tag)
                        || (!g_hash_table_add (seen, tag)
                            && !mw_wire_chunk_divides (&mw_mdlx_schema, format, (const char *) &order->stood[i].tag));
  }
}

static void
order_clear (Order *order)
{
  g_hash_table_unref (order->kept);
  g_hash_table_unref (order->again);
  g_free ((gpointer) order->stood);
  g_free (order->unknown);
}

/* For each unknown chunk in the note, the index in the model's list of the chunk to write there, or -1. Chunks stay
 * in the order of the list, so that the file reads back as this model: chunks that match from both ends keep their
 * places, and each one between takes the next place with its tag. */
enum { FAR = 4096 }; /* how far a place is searched for: files can have a million chunks */
static GArray *
place_unknown (const Order *order)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (gint)), *tags = g_array_new (FALSE, FALSE, 4);
  MwRecord *const *items = order->model->unknown_chunks.items;
  for (guint i = 0; i < order->n; i++)
    if (order->unknown[i]) {
      g_array_append_val (places, (gint) { -1 });
      g_array_append_val (tags, order->stood[i].tag);
    }
#define TAG(i) g_array_index (tags, uint32_t, i)
#define PLACE(i) g_array_index (places, gint, i)
  guint first = 0, end = tags->len, next = 0, last = order->model->unknown_chunks.n;
  for (; first < end && next < last && TAG (first) == tag_of (items[next]); first++)
    PLACE (first) = (gint) next++;
  for (; first < end && next < last && TAG (end - 1) == tag_of (items[last - 1]); end--)
    PLACE (end - 1) = (gint) --last;
  for (; next < last; next++) {
    guint at = first, stop = MIN (end, first + FAR);
    while (at < stop && TAG (at) != tag_of (items[next]))
      at++;
    if (at == stop)
      continue;
    PLACE (at) = (gint) next;
    first = at + 1;
  }
#undef TAG
#undef PLACE
  g_array_unref (tags);
  return places;
}

/* Before a repeated chunk there must be one with its tag that is parsed, even if that one is empty. */
static void
add_unknown (GArray *chunks, const Order *order, uint32_t *next, uint32_t end)
{
  for (; *next < end; ++*next) {
    const MwRecord *record = order->model->unknown_chunks.items[*next];
    MwMdlxChunk chunk = { tag_of (record), record->id }, before = { chunk.tag, 1 };
    if (is_again (record) && find (chunks, chunk.tag) < 0
        && mw_plan_get_chunk (&mw_mdlx_schema, order->format, chunk.tag))
      g_array_append_val (chunks, before);
    g_array_append_val (chunks, chunk);
  }
}

static gboolean
is_there (const Order *order, uint32_t tag)
{
  gboolean as_read = mw_notes_find (&order->model->model.record, MW_NOTE_CHUNK_ORDER, NULL) != NULL;
  return g_hash_table_contains (order->again, GUINT_TO_POINTER (tag))
         || has_content (order->model, order->format, tag, as_read);
}

GArray *
mw_mdlx_chunk_order (const MwMdlx *model, MwFormat format)
{
  GArray *chunks = g_array_new (FALSE, TRUE, sizeof (MwMdlxChunk));
  Order order;
  order_init (&order, model, format);
  g_autoptr (GArray) places = place_unknown (&order);
  uint32_t next = 0;

  for (guint i = 0, k = 0; i < order.n; i++) {
    const MwMdlxChunk *chunk = &order.stood[i];
    if (order.unknown[i]) {
      /* Together with preceding chunks that have no place in the note. */
      add_unknown (chunks, &order, &next, (uint32_t) (g_array_index (places, gint, k++) + 1));
      continue;
    }
    /* A chunk that was empty when read is kept; one that has been emptied since is not. */
    if (chunk->items == 0 || !is_list (format, chunk->tag) || is_there (&order, chunk->tag))
      g_array_append_val (chunks, *chunk);
  }

  guint n_tags;
  g_autofree const char **tags = mw_wire_chunk_tags (&mw_mdlx_schema, format, &n_tags);
  for (guint i = 0; i < n_tags; i++) {
    MwMdlxChunk chunk = { mw_tag (tags[i]), 1 };
    if (g_hash_table_contains (order.kept, GUINT_TO_POINTER (chunk.tag)) || find (chunks, chunk.tag) >= 0
        || !is_there (&order, chunk.tag))
      continue;
    gint after = -1;
    for (gint k = (gint) i - 1; k >= 0 && after < 0; k--)
      after = find (chunks, mw_tag (tags[k]));
    g_array_insert_val (chunks, after + 1, chunk);
  }
  add_unknown (chunks, &order, &next, model->unknown_chunks.n);
  order_clear (&order);
  return chunks;
}
