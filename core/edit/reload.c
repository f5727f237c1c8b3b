/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/reload.h"
#include "core/base/i18n.h"
#include "core/edit/document-private.h"
#include "core/edit/reload-private.h"
#include "core/io/registry.h"
#include "core/schema/diff.h"

#include <string.h>

/* The most elements that may be added, removed or moved. Each of them moves those after it, and every list in the
 * window follows each change. */
#define MOST_STRUCTURE 20000

void
mw_reload_free (MwReload *reload)
{
  if (!reload)
    return;
  mw_step_free (reload->step);
  mw_model_free (reload->model);
  g_free (reload);
}

static gboolean
refuse (GError **error, const char *why)
{
  mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s", why);
  return FALSE;
}

/* --- Identities ----------------------------------------------------------------------------------------------------- */

void
mw_reload_rename (MwDocument *document, MwModel *fresh)
{
  const MwModel *open = document->model;
  g_autofree MwId *partners = mw_model_align (open, fresh, document->format);
  g_autoptr (GArray) to = g_array_sized_new (FALSE, TRUE, sizeof (MwId), fresh->n_ids);
  g_array_set_size (to, fresh->n_ids);
  MwId *ids = (MwId *) to->data, next = open->n_ids;
  for (MwId id = 1; id < open->n_ids; id++)
    if (mw_model_find (open, id) && partners[id])
      ids[partners[id]] = id;
  for (MwId id = 1; id < fresh->n_ids; id++)
    if (!ids[id])
      ids[id] = next++;
  if (document->rules->rename)
    document->rules->rename (fresh, to);
  mw_model_rename (fresh, ids);
}

/* --- Differences ---------------------------------------------------------------------------------------------------- */

typedef struct {
  MwDocument *document;
  guint structure; /* elements added, removed or moved */
} Following;

static void follow_record (Following *f, MwRecord *record, const MwRecord *fresh);

/* Writes the difference of two arrays into the step: a span where that is shorter, otherwise the whole array. */
static void
follow_array (Following *f, MwRecord *record, const MwField *field, const MwArray *fresh)
{
  const MwArray *array = mw_field_at (record, field);
  gsize size = mw_field_element_size (field);
  const guint8 *was = array->data, *now = fresh->data;
  uint32_t first = 0, end = fresh->n;
  if (array->n == fresh->n) {
    while (first < end && memcmp (was + first * size, now + first * size, size) == 0)
      first++;
    while (end > first && memcmp (was + (end - 1) * size, now + (end - 1) * size, size) == 0)
      end--;
    if (first == end)
      return;
    if (end - first <= fresh->n / 2) {
      mw_document_put_span (f->document, record, field, first, end - first, now + first * size);
      return;
    }
  }
  mw_document_put_array (f->document, record, field, mw_array_share (fresh));
}

static void
insert (Following *f, MwRecord *owner, const MwField *list, uint32_t index, const MwRecord *fresh)
{
  f->structure++;
  mw_document_put_record (f->document, owner, list, index, mw_record_copy (fresh, FALSE));
}

static void
take (Following *f, MwRecord *record)
{
  f->structure++;
  mw_document_take_record (f->document, record);
}

static void
put_place (Following *f, MwRecord *record, uint32_t index)
{
  f->structure++;
  mw_document_put_place (f->document, record, index);
}

/* The set of the ids of records that are in both lists, but in a different order. */
static GHashTable *
find_moved (const MwList *list, const MwList *fresh)
{
  GHashTable *moved = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  g_autofree guint *place = g_new (guint, list->n + 1);
  g_autofree gboolean *is_moved = g_new (gboolean, list->n + 1);
  for (uint32_t i = 0; i < fresh->n; i++)
    g_hash_table_insert (places, GUINT_TO_POINTER (fresh->items[i]->id), GUINT_TO_POINTER (i));
  for (uint32_t i = 0; i < list->n; i++)
    place[i] = GPOINTER_TO_UINT (g_hash_table_lookup (places, GUINT_TO_POINTER (list->items[i]->id)));
  mw_diff_moved (place, list->n, is_moved);
  for (uint32_t i = 0; i < list->n; i++)
    if (is_moved[i])
      g_hash_table_add (moved, GUINT_TO_POINTER (list->items[i]->id));
  return moved;
}

/* Removes records that are gone. Then goes through the list from the front and inserts or moves what belongs at each
 * place. Finally compares the records themselves. */
static void
follow_list (Following *f, MwRecord *owner, const MwField *field, const MwList *fresh)
{
  MwList *list = mw_record_list (owner, field);
  g_autoptr (GHashTable) stay = g_hash_table_new (NULL, NULL), there = g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; i < fresh->n; i++)
    g_hash_table_add (stay, GUINT_TO_POINTER (fresh->items[i]->id));
  for (uint32_t i = list->n; i-- > 0 && f->structure <= MOST_STRUCTURE;)
    if (!g_hash_table_contains (stay, GUINT_TO_POINTER (list->items[i]->id)))
      take (f, list->items[i]);
  for (uint32_t i = 0; i < list->n; i++)
    g_hash_table_add (there, GUINT_TO_POINTER (list->items[i]->id));
  if (f->structure > MOST_STRUCTURE)
    return;
  g_autoptr (GHashTable) moved = find_moved (list, fresh);
  for (uint32_t i = 0; i < fresh->n && f->structure <= MOST_STRUCTURE; i++) {
    gpointer id = GUINT_TO_POINTER (fresh->items[i]->id);
    if (!g_hash_table_contains (there, id)) {
      insert (f, owner, field, i, fresh->items[i]);
    } else if (g_hash_table_contains (moved, id)) {
      put_place (f, mw_model_find (f->document->model, fresh->items[i]->id), i);
    } else {
      /* Records before it belong to later places. */
      while (list->items[i]->id != fresh->items[i]->id && f->structure <= MOST_STRUCTURE)
        put_place (f, list->items[i], list->n - 1);
    }
  }
  for (uint32_t i = 0; i < fresh->n && f->structure <= MOST_STRUCTURE; i++)
    if (g_hash_table_contains (there, GUINT_TO_POINTER (fresh->items[i]->id)))
      follow_record (f, list->items[i], fresh->items[i]);
}

static void
follow_child (Following *f, MwRecord *owner, const MwField *field, const MwRecord *fresh)
{
  MwRecord *child = *(MwRecord **) mw_field_at (owner, field);
  if (child && fresh && child->id == fresh->id) {
    follow_record (f, child, fresh);
    return;
  }
  if (child)
    take (f, child);
  if (fresh)
    insert (f, owner, field, 0, fresh);
}

static void
follow_record (Following *f, MwRecord *record, const MwRecord *fresh)
{
  if (record->variant != fresh->variant && record->owner) {
    mw_document_put_replacement (f->document, record, mw_record_copy (fresh, FALSE));
    return;
  }
  mw_document_put_notes (f->document, record, fresh);
  guint n = mw_schema_n_fields (record->schema);
  for (guint i = 0; i < n && f->structure <= MOST_STRUCTURE; i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    const void *now = mw_field_at (fresh, field);
    switch (field->type) {
    case MW_TYPE_ARRAY:
      follow_array (f, record, field, now);
      break;
    case MW_TYPE_LIST:
      follow_list (f, record, field, now);
      break;
    case MW_TYPE_CHILD:
      follow_child (f, record, field, *(MwRecord *const *) now);
      break;
    case MW_TYPE_TEXT: {
      const char *text = mw_text (*(char *const *) now);
      mw_document_put_value (f->document, record, field, text, strlen (text));
      break;
    }
    default:
      mw_document_put_value (f->document, record, field, now, mw_field_storage_size (field));
    }
  }
}

/* --- Proof ---------------------------------------------------------------------------------------------------------- */

static gboolean
is_same (const MwRecord *a, const MwRecord *b)
{
  if (a->schema != b->schema || a->id != b->id || a->variant != b->variant || !mw_step_notes_equal (a, b))
    return FALSE;
  guint n = mw_schema_n_fields (a->schema);
  for (guint i = 0; i < n; i++) {
    const MwField *field = mw_schema_field_at (a->schema, i);
    const void *x = mw_field_at (a, field), *y = mw_field_at (b, field);
    gboolean same = TRUE;
    switch (field->type) {
    case MW_TYPE_TEXT:
      same = strcmp (mw_text (*(char *const *) x), mw_text (*(char *const *) y)) == 0;
      break;
    case MW_TYPE_ARRAY:
      same = mw_array_equal (x, y, mw_field_element_size (field));
      break;
    case MW_TYPE_LIST: {
      const MwList *p = x, *q = y;
      same = p->n == q->n;
      for (uint32_t k = 0; same && k < p->n; k++)
        same = is_same (p->items[k], q->items[k]);
      break;
    }
    case MW_TYPE_CHILD: {
      const MwRecord *p = *(MwRecord *const *) x, *q = *(MwRecord *const *) y;
      same = p && q ? is_same (p, q) : p == q;
      break;
    }
    default:
      same = memcmp (x, y, mw_field_storage_size (field)) == 0;
    }
    if (!same)
      return FALSE;
  }
  return TRUE;
}

static gboolean
same_bytes (MwFileSet *a, MwFileSet *b)
{
  gboolean same = a->parts->len == b->parts->len;
  for (guint i = 0; same && i < a->parts->len; i++) {
    const MwFilePart *part = a->parts->pdata[i], *other = mw_file_set_find (b, part->role);
    same = other && g_bytes_equal (part->bytes, other->bytes);
  }
  return same;
}

static gboolean
proves (MwDocument *document, const MwModel *fresh, MwFileSet *expected, GError **error)
{
  if (!is_same (&document->model->record, &fresh->record))
    return refuse (error, "the step does not produce the content of the file");
  g_autoptr (MwFileSet) written = mw_io_write (document->model, document->format, NULL, error);
  if (!written)
    return FALSE;
  return same_bytes (written, expected)
         || refuse (error, "after the step the model would be saved with different "
                           "bytes");
}

/* --- The step ------------------------------------------------------------------------------------------------------- */

/* Builds the step from the differences. Then undoes and replays it, because the document will apply it with the
 * checks of a replay. */
static gboolean
make_step (MwDocument *document, const MwModel *fresh, GError **error)
{
  Following f = { document, 0 };
  mw_document_begin (document, N_ ("Reload changed file"));
  document->open->verbatim = TRUE;
  follow_record (&f, &document->model->record, &fresh->record);
  if (f.structure > MOST_STRUCTURE) {
    mw_document_cancel (document);
    return refuse (error, "more than 20,000 elements were added, removed or moved");
  }
  mw_document_commit (document);
  if (mw_document_get_n_steps (document) == 0)
    return TRUE;
  MwStep *step = mw_step_ref (mw_document_get_step (document, 0));
  mw_document_undo (document);
  gboolean ok = mw_document_replay (document, step, error);
  mw_step_free (step);
  return ok;
}

static MwReload *
plan (MwModel **open, MwFormat format, MwModel *fresh, GCancellable *cancellable, GError **error)
{
  /* Written before records are renumbered, so that it has the bytes of the file. */
  g_autoptr (MwFileSet) expected = mw_io_write (fresh, format, NULL, error);
  if (!expected || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_autoptr (MwDocument) document = mw_document_new (g_steal_pointer (open), format);
  mw_reload_rename (document, fresh);
  gboolean side_channel = mw_notes_find (&fresh->record, MW_NOTE_SIDE_CHANNEL, NULL) != NULL;
  mw_document_set_history_limit (document, G_MAXSIZE);
  mw_document_set_side_channel (document, side_channel);
  if (!make_step (document, fresh, error) || g_cancellable_set_error_if_cancelled (cancellable, error)
      || !proves (document, fresh, expected, error))
    return NULL;
  MwReload *reload = g_new0 (MwReload, 1);
  const MwStep *step = mw_document_get_step (document, 0);
  reload->step = step ? mw_step_ref (step) : NULL;
  reload->model = mw_document_snapshot (document, NULL);
  reload->side_channel = side_channel;
  return reload;
}

MwReload *
mw_reload_plan (MwModel *open, MwFormat format, MwModel *fresh, MwFormat fresh_format, GCancellable *cancellable,
                GError **error)
{
  MwReload *reload = NULL;
  if (open->record.schema != fresh->record.schema || format.family != fresh_format.family
      || format.version != fresh_format.version || format.text != fresh_format.text)
    refuse (error, "the file now has another format or version");
  else if (open->record.variant != fresh->record.variant)
    refuse (error, "the file now has another layout");
  else
    reload = plan (&open, format, fresh, cancellable, error);
  mw_model_free (open);
  mw_model_free (fresh);
  return reload;
}

gboolean
mw_document_reload (MwDocument *self, const MwReload *reload, GError **error)
{
  if (self->open)
    return refuse (error, "an edit is open");
  if (reload->step) {
    GArray *after = reload->step->selection_after;
    g_array_set_size (after, 0);
    g_array_append_vals (after, self->selection->data, self->selection->len);
    if (!mw_document_replay (self, reload->step, error))
      return FALSE;
  }
  mw_document_set_side_channel (self, reload->side_channel);
  return TRUE;
}
