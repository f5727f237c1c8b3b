/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/live.h"
#include "core/check/check-bounds.h"
#include "core/check/finding.h"

#include <string.h>

/* Which fields of a record were edited, besides its lists and children. */
typedef enum { EDITED_VALUES = 1 << 0, EDITED_ARRAYS = 1 << 1 } Parts;

/* What has been edited since a snapshot. */
typedef struct {
  GHashTable *ids; /* id of a record -> Parts of it */
  /* Whether a sequence or a global sequence was edited, which says when the keys of other records are reached. */
  gboolean loops;
} Edits;

struct _MwLiveCheck {
  Edits noted;  /* since the last snapshot; the document's thread */
  Edits edited; /* between the last two snapshots; from here on all belongs to the run */
  gboolean checked;
  MwFormat format;
  char *client; /* its id; NULL: none */
  gboolean alone;
  /* What mw_check_values(), mw_check_keys() and mw_check_ask() have found: id of a record with findings -> GPtrArray of MwFinding, whose
   * records are gone. */
  GHashTable *values, *keys, *asked;
  GByteArray *known; /* for each id, whether the last run has seen the record */
};

/* --- Edits ---------------------------------------------------------------------------------------------------------- */

static Edits
edits_new (void)
{
  return (Edits) { .ids = g_hash_table_new (NULL, NULL) };
}

static Parts
edited_parts (const Edits *edits, MwId id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (edits->ids, GUINT_TO_POINTER (id)));
}

static void
add_edited (Edits *edits, MwId id, Parts parts)
{
  g_hash_table_insert (edits->ids, GUINT_TO_POINTER (id), GUINT_TO_POINTER (edited_parts (edits, id) | parts));
}

void
mw_live_check_note (MwLiveCheck *self, const MwChangeSet *set)
{
  for (guint i = 0; i < set->changes->len; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    const gboolean own = change->kind == MW_CHANGE_SET || change->kind == MW_CHANGE_SWAP;
    add_edited (&self->noted, change->id,
                !own                                   ? 0
                : change->field->type == MW_TYPE_ARRAY ? EDITED_ARRAYS
                                                       : EDITED_VALUES);
    /* A record may use or ignore a value of its own because of what it contains. */
    if (change->kind == MW_CHANGE_INSERT || change->kind == MW_CHANGE_REMOVE || change->kind == MW_CHANGE_MOVE)
      add_edited (&self->noted, change->owner, 0);
    self->noted.loops |= mw_schema_part (change->schema, MW_PART_DURATION)
                         || mw_schema_part (change->schema, MW_PART_START);
  }
}

void
mw_live_check_begin (MwLiveCheck *self)
{
  GHashTableIter iter;
  gpointer id, value;
  g_hash_table_iter_init (&iter, self->noted.ids);
  while (g_hash_table_iter_next (&iter, &id, &value))
    add_edited (&self->edited, GPOINTER_TO_UINT (id), GPOINTER_TO_UINT (value));
  self->edited.loops |= self->noted.loops;
  g_hash_table_remove_all (self->noted.ids);
  self->noted.loops = FALSE;
}

/* --- A run ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwCheckMemory memory;
  MwLiveCheck *live;
  MwChecking checking;
  GPtrArray *of_values, *of_keys; /* MwFinding, in the order of the model */
  gboolean all;
  MwCheckReads changed; /* what checks may read besides records */
  guint8 *seen, *stale; /* for each id */
} Run;

static MwFinding *
copy_finding (const MwFinding *finding, MwRecord *record)
{
  MwFinding *copy = g_new (MwFinding, 1);
  *copy = *finding;
  copy->target.record = record;
  copy->message = g_strdup (finding->message);
  copy->right = g_strdup (finding->right);
  return copy;
}

/* Remembers what was found at a record, which is all from number `before` on. */
static void
remember (const MwRecord *record, const GPtrArray *findings, guint before, GHashTable *remembered)
{
  if (findings->len == before) {
    g_hash_table_remove (remembered, GUINT_TO_POINTER (record->id));
    return;
  }
  GPtrArray *own = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_finding_free);
  for (guint i = before; i < findings->len; i++)
    g_ptr_array_add (own, copy_finding (findings->pdata[i], NULL));
  g_hash_table_insert (remembered, GUINT_TO_POINTER (record->id), own);
}

static void
ask (Run *run, const MwRecord *record, void (*check) (MwChecking *, const MwRecord *), GPtrArray *findings,
     GHashTable *remembered)
{
  const guint before = findings->len;
  run->checking.findings = findings;
  check (&run->checking, record);
  remember (record, findings, before, remembered);
}

/* Uses what the previous run found. */
static void
recall (MwRecord *record, GPtrArray *findings, GHashTable *remembered)
{
  const GPtrArray *own = g_hash_table_lookup (remembered, GUINT_TO_POINTER (record->id));
  for (guint i = 0; own && i < own->len; i++)
    g_ptr_array_add (findings, copy_finding (own->pdata[i], record));
}

/* What is stored in a record, and how keys are played, may depend on the records that it is in. The root is not meant: nearly all
 * edits change one of its lists. A change of its single values makes everything stale. */
static gboolean
is_stale (const Run *run, const MwRecord *record)
{
  const MwRecord *owner = record->owner;
  return run->all || record->id >= run->live->known->len || !run->live->known->data[record->id]
         || g_hash_table_contains (run->live->edited.ids, GUINT_TO_POINTER (record->id))
         || (owner && owner->owner && run->stale[owner->id]);
}

static gboolean
visit (MwRecord *record, gpointer data)
{
  Run *run = data;
  MwLiveCheck *live = run->live;
  const gboolean stale = is_stale (run, record);
  run->seen[record->id] = TRUE;
  run->stale[record->id] = stale;
  if (stale)
    ask (run, record, mw_check_values, run->of_values, live->values);
  else
    recall (record, run->of_values, live->values);
  if (stale || live->edited.loops)
    ask (run, record, mw_check_keys, run->of_keys, live->keys);
  else
    recall (record, run->of_keys, live->keys);
  return TRUE;
}

/* The model's records have been visited, so it is known which are stale. */
static void
ask_for_family (MwCheckMemory *memory, const MwRecord *record, MwCheckReads reads, MwCheckOne check, gconstpointer data)
{
  Run *run = (Run *) memory;
  GPtrArray *findings = run->checking.findings;
  const guint before = findings->len;
  if (!run->stale[record->id] && !(reads & run->changed)) {
    recall ((MwRecord *) record, findings, run->live->asked);
    return;
  }
  check (&run->checking, record, data);
  remember (record, findings, before, run->live->asked);
}

/* Nothing is known of records that were removed. Undo may bring them back. */
static void
forget_removed (GHashTable *remembered, const guint8 *seen, gsize n)
{
  GHashTableIter iter;
  gpointer id;
  g_hash_table_iter_init (&iter, remembered);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (GPOINTER_TO_UINT (id) >= n || !seen[GPOINTER_TO_UINT (id)])
      g_hash_table_iter_remove (&iter);
}

GPtrArray *
mw_live_check_run (MwLiveCheck *self, const MwModel *model, MwFormat format, const MwTargetClient *client,
                   gboolean alone)
{
  const gsize n = (gsize) model->n_ids + 1;
  g_autofree guint8 *seen = g_new0 (guint8, n), *stale = g_new0 (guint8, n);
  g_autoptr (GPtrArray) of_keys = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_finding_free);
  Run run = { .memory = { ask_for_family },
              .live = self,
              .checking = mw_checking_new (model, format, client, alone),
              .of_keys = of_keys,
              .seen = seen,
              .stale = stale };
  const char *id = client ? client->id : NULL;
  const Parts root = edited_parts (&self->edited, model->record.id);
  run.all = !self->checked || self->format.family != format.family || self->format.version != format.version
            || g_strcmp0 (self->client, id) != 0 || self->alone != alone || root & EDITED_VALUES;
  run.changed = (self->edited.loops ? MW_READS_LOOPS : 0) | (root & EDITED_ARRAYS ? MW_READS_ARRAYS : 0);
  run.of_values = run.checking.findings;
  mw_record_foreach ((MwRecord *) &model->record, visit, &run);
  for (guint i = 0; i < of_keys->len; i++)
    g_ptr_array_add (run.of_values, of_keys->pdata[i]);
  g_ptr_array_set_free_func (of_keys, NULL);
  run.checking.findings = run.of_values;
  run.checking.memory = &run.memory;
  run.checking.rules->model (&run.checking);
  mw_check_posed_bounds (&run.checking);
  forget_removed (self->values, seen, n);
  forget_removed (self->keys, seen, n);
  forget_removed (self->asked, seen, n);
  g_byte_array_set_size (self->known, 0);
  g_byte_array_append (self->known, seen, (guint) n);
  g_hash_table_remove_all (self->edited.ids);
  self->edited.loops = FALSE;
  self->checked = TRUE;
  self->format = format;
  if (g_strcmp0 (self->client, id) != 0) {
    g_free (self->client);
    self->client = g_strdup (id);
  }
  self->alone = alone;
  return run.of_values;
}

MwLiveCheck *
mw_live_check_new (void)
{
  MwLiveCheck *self = g_new0 (MwLiveCheck, 1);
  self->noted = edits_new ();
  self->edited = edits_new ();
  self->values = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  self->keys = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  self->asked = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  self->known = g_byte_array_new ();
  return self;
}

void
mw_live_check_free (MwLiveCheck *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->noted.ids);
  g_hash_table_unref (self->edited.ids);
  g_hash_table_unref (self->values);
  g_hash_table_unref (self->keys);
  g_hash_table_unref (self->asked);
  g_byte_array_unref (self->known);
  g_free (self->client);
  g_free (self);
}
