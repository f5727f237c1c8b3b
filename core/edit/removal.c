/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/bulk-names.h"
#include "core/edit/document-private.h"
#include "core/edit/heirs.h"

#include <string.h>

/* A removal is planned first: which records to remove (cascades are followed until no more are found), and what to
 * do with the references of the remaining records. Nothing changes until the plan is complete. */

typedef struct {
  MwRecord *record;
  const MwField *field;
  MwOnRemove policy;
  guint32 first, n; /* span of elements from the first to the last that the removal concerns */
  guint32 count;    /* number of elements concerned */
} Concern;

typedef struct {
  MwDocument *self;
  guint8 *doomed;      /* by id: removed, or below a removed record */
  GPtrArray *tops;     /* MwRecord: records to take out, with those below them */
  guint asked;         /* number of `tops` that were asked for; the others follow by cascade */
  GPtrArray *cascaded; /* referrers that a cascade removes next */
  guint64 lists;       /* bits of the lists that lose elements */
  GArray *concerns;    /* Concern; filled after the cascades */
  GHashTable *heirs;   /* MwField (NULL: parents only) -> MwRef by id: results of surviving_parent() */
} Removal;

static gboolean
doom_one (MwRecord *record, gpointer data)
{
  Removal *r = data;
  r->doomed[record->id] = 1;
  return TRUE;
}

/* Adds a record to the removal, with everything below it. */
static void
doom (Removal *r, MwRecord *record)
{
  if (r->doomed[record->id])
    return;
  mw_record_foreach (record, doom_one, r);
  g_ptr_array_add (r->tops, record);
  if (mw_record_slot (record))
    r->lists |= mw_references_bit (r->self->references, mw_record_slot (record));
}

static void
find_cascades (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  Removal *r = data;
  /* A removed array element does not take its record with it. */
  if (field->on_remove != MW_ON_REMOVE_CASCADE || field->type == MW_TYPE_ARRAY)
    return;
  for (uint32_t i = 0; i < n; i++)
    if (refs[i].id && r->doomed[refs[i].id]) {
      g_ptr_array_add (r->cascaded, record);
      return;
    }
}

static void
find_concerns (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  Removal *r = data;
  Concern concern = { record, field, field->on_remove, 0, 0, 0 };
  for (uint32_t i = 0; i < n; i++) {
    if (!refs[i].id || !r->doomed[refs[i].id])
      continue;
    if (!concern.count++)
      concern.first = i / MAX (field->count, 1);
    concern.n = i / MAX (field->count, 1) - concern.first + 1;
  }
  if (concern.count)
    g_array_append_val (r->concerns, concern);
}

static void
removal_clear (Removal *r)
{
  g_free (r->doomed);
  g_ptr_array_unref (r->tops);
  g_ptr_array_unref (r->cascaded);
  g_array_unref (r->concerns);
  g_hash_table_unref (r->heirs);
}

/* Fills in the removal. Returns FALSE if an id does not exist or is that of the model itself. */
static gboolean
plan (MwDocument *self, Removal *r, const MwId *ids, guint n, GError **error)
{
  *r = (Removal) { .self = self };
  r->doomed = g_new0 (guint8, self->model->n_ids);
  r->tops = g_ptr_array_new ();
  r->cascaded = g_ptr_array_new ();
  r->concerns = g_array_new (FALSE, FALSE, sizeof (Concern));
  r->heirs = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < n; i++) {
    MwRecord *record = mw_model_find (self->model, ids[i]);
    if (!record || !record->owner) {
      mw_set_error (error, MW_ERROR_REFUSED, -1, NULL,
                    record ? "the model itself cannot be removed" : "the record no longer exists");
      return FALSE;
    }
    doom (r, record);
  }
  r->asked = r->tops->len;
  MwRecord *root = &self->model->record;
  guint64 searched = 0;
  guint n_tops = 0;
  while (n_tops != r->tops->len || searched != r->lists) {
    n_tops = r->tops->len;
    searched = r->lists;
    if (r->lists)
      mw_references_foreach (self->references, root, r->lists, r->doomed, find_cascades, r);
    for (guint i = 0; i < r->cascaded->len; i++)
      doom (r, g_ptr_array_index (r->cascaded, i));
    g_ptr_array_set_size (r->cascaded, 0);
  }
  if (r->lists)
    mw_references_foreach (self->references, root, r->lists, r->doomed, find_concerns, r);
  return TRUE;
}

static MwRef
next_above (Removal *r, const MwField *through, MwRef ref)
{
  const MwRecord *record = mw_model_find (r->self->model, ref.id);
  const MwField *parent = through && mw_schema_field (record->schema, through->name) == through
                            ? through
                            : mw_schema_field_of_role (record->schema, MW_ROLE_PARENT, MW_TYPE_REF);
  return parent ? *(const MwRef *) mw_field_at (record, parent) : MW_REF_NONE;
}

static gboolean
is_none (MwRef ref)
{
  return ref.id == 0 && ref.raw == MW_REF_NONE.raw;
}

static gboolean
is_doomed (const Removal *r, MwRef ref)
{
  return ref.id && r->doomed[ref.id];
}

/* The heirs found so far through one field, indexed by id. An entry equal to its own id is not computed yet. */
static MwRef *
heirs_through (Removal *r, const MwField *through)
{
  MwRef *heirs = g_hash_table_lookup (r->heirs, through);
  if (heirs)
    return heirs;
  heirs = g_new (MwRef, r->self->model->n_ids);
  for (MwId id = 0; id < r->self->model->n_ids; id++)
    heirs[id] = (MwRef) { id, 0 };
  g_hash_table_insert (r->heirs, (gpointer) through, heirs);
  return heirs;
}

/* The policy PARENT: a reference to a removed record becomes one to its nearest remaining ancestor. Ancestors are
 * found through the same field where the record has it (the next of the next), otherwise through its parent. Results
 * are kept, because many thousands of vertices may refer to the same few records. In a circle there is no such
 * ancestor. */
static MwRef
surviving_parent (Removal *r, const MwField *through, MwRef ref)
{
  if (!is_doomed (r, ref))
    return ref;
  MwRef *heirs = heirs_through (r, through), at = ref;
  while (is_doomed (r, at) && heirs[at.id].id == at.id) {
    heirs[at.id] = MW_REF_NONE;
    at = next_above (r, through, at);
  }
  MwRef heir = is_doomed (r, at) ? heirs[at.id] : at;
  if (is_none (heir))
    return heir;
  for (at = ref; is_doomed (r, at) && is_none (heirs[at.id]); at = next_above (r, through, at))
    heirs[at.id] = heir;
  return heir;
}

static MwRef
replacement (Removal *r, const Concern *concern, MwRef ref)
{
  if (!ref.id || !r->doomed[ref.id])
    return ref;
  if (concern->policy != MW_ON_REMOVE_PARENT)
    return MW_REF_NONE;
  MwRef heir = surviving_parent (r, concern->field, ref);
  /* If all other records of a circle of parents are removed, the record would become its own parent. */
  return concern->field->role == MW_ROLE_PARENT && heir.id == concern->record->id ? MW_REF_NONE : heir;
}

static void
drop_elements (Removal *r, const Concern *concern, const MwArray *array)
{
  gsize wide = concern->field->count, size = mw_field_element_size (concern->field);
  MwArray left = mw_array_copy (array->data, array->n - concern->count, size);
  MwRef *to = left.data;
  guint32 n = 0;
  for (guint32 i = 0; i < array->n; i++) {
    const MwRef *from = (const MwRef *) array->data + i * wide;
    if (!from->id || !r->doomed[from->id])
      to[n++] = *from;
  }
  g_assert (wide == 1 && n == left.n);
  mw_document_put_array (r->self, concern->record, concern->field, left);
}

static void
apply_policy (Removal *r, const Concern *concern)
{
  void *at = mw_field_at (concern->record, concern->field);
  if (concern->field->type == MW_TYPE_REF) {
    MwRef ref = replacement (r, concern, *(MwRef *) at);
    mw_document_put_value (r->self, concern->record, concern->field, &ref, sizeof ref);
    return;
  }
  if (concern->policy == MW_ON_REMOVE_CASCADE) {
    drop_elements (r, concern, at);
    return;
  }
  if (concern->field->bulk) {
    const MwSchema *root = r->self->model->record.schema;
    g_autofree MwNameMap *heirs = mw_heirs_new (r->self, mw_schema_field (root, concern->field->bulk->list), r->doomed);
    MwBulkChange change;
    mw_bulk_change_init (&change, r->self, concern->record, concern->field, heirs);
    mw_bulk_change_put (r->self, &change);
    return;
  }
  const MwRef *refs = (const MwRef *) ((MwArray *) at)->data + concern->first;
  g_autofree MwRef *after = g_new (MwRef, concern->n);
  for (guint32 i = 0; i < concern->n; i++)
    after[i] = replacement (r, concern, refs[i]);
  mw_document_put_span (r->self, concern->record, concern->field, concern->first, concern->n, after);
}

/* --- Descriptions --------------------------------------------------------------------------------------------------- */

static char *
concern_path (const Concern *concern)
{
  return mw_field_path (concern->record, concern->field);
}

/* One of the removed records that the concern refers to, as "textures[3]". */
static char *
concern_target (Removal *r, const Concern *concern)
{
  const void *at = mw_field_at (concern->record, concern->field);
  const MwRef *refs = concern->field->type == MW_TYPE_REF
                        ? at
                        : (const MwRef *) ((const MwArray *) at)->data + (gsize) concern->first * concern->field->count;
  while (!refs->id || !r->doomed[refs->id])
    refs++;
  MwRef ref = *refs;
  return mw_record_path (mw_model_find (r->self->model, ref.id));
}

const MwRemedy mw_remedy_delete_nearest = {
  "delete", "weights", "nearest", N_ ("_Delete, Giving Vertices to the Nearest Bone"),
  "weights=nearest gives them to the nearest bone, replace-uses to one that you name"
};
static const MwRemedy replace_uses = { "replace-uses", "delete", "1", N_ ("_Replace Uses With…"),
                                       "replace-uses makes its users refer to another one" };

static gboolean
check_unused (Removal *r, GError **error)
{
  enum { NAMED = 3 };
  GString *users = NULL;
  g_autofree char *target = NULL;
  guint n = 0;
  for (guint i = 0; i < r->concerns->len; i++) {
    const Concern *concern = &g_array_index (r->concerns, Concern, i);
    if (concern->policy != MW_ON_REMOVE_REFUSE)
      continue;
    if (!users) {
      users = g_string_new (NULL);
      target = concern_target (r, concern);
    }
    if (n++ < NAMED) {
      g_autofree char *path = concern_path (concern);
      g_string_append_printf (users, "%s%s", n > 1 ? ", " : "", path);
    }
  }
  if (!users)
    return TRUE;
  if (n > NAMED)
    g_string_append_printf (users, " and %u more", n - NAMED);
  mw_set_error (error, MW_ERROR_REFUSED, -1, target, "cannot be removed: it is used by %s", users->str);
  mw_error_set_remedy (error, &replace_uses);
  g_string_free (users, TRUE);
  return FALSE;
}

/* Lines of text, of which only a limited number is shown. */
typedef struct {
  GPtrArray *lines;
  guint left_out;
} Lines;

static void add_line (Lines *lines, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add_line (Lines *lines, const char *format, ...)
{
  enum { MOST = 200 };
  if (lines->lines->len == MOST) {
    lines->left_out++;
    return;
  }
  va_list args;
  va_start (args, format);
  g_ptr_array_add (lines->lines, g_strdup_vprintf (format, args));
  va_end (args);
}

static void
describe_concern (Removal *r, const Concern *concern, Lines *lines)
{
  g_autofree char *path = concern_path (concern), *target = concern_target (r, concern), *to = NULL;
  if (concern->policy == MW_ON_REMOVE_REFUSE) {
    add_line (lines, "refused: %s uses %s", path, target);
    return;
  }
  if (concern->field->type == MW_TYPE_ARRAY) {
    add_line (lines,
              concern->policy == MW_ON_REMOVE_CASCADE  ? "%s: elements removed: %u"
              : concern->policy == MW_ON_REMOVE_PARENT ? "%s: references moved to the parent: %u"
                                                       : "%s: references cleared: %u",
              path, concern->count);
    return;
  }
  MwRef ref = replacement (r, concern, *(const MwRef *) mw_field_at (concern->record, concern->field));
  if (ref.id)
    to = mw_record_path (mw_model_find (r->self->model, ref.id));
  else
    to = ref.raw == MW_REF_NONE.raw ? g_strdup ("none") : g_strdup_printf ("%u", ref.raw);
  add_line (lines, "%s becomes %s", path, to);
}

static gboolean apply_rules (MwDocument *self, const MwId *ids, guint n, GError **error);

/* Tries the rules of the family on a copy of the model. Adds their notices, or the reason of a refusal, to the
 * lines. */
static MwDocument *
describe_rules (MwDocument *self, const MwId *ids, guint n, Lines *lines)
{
  g_autoptr (GError) error = NULL;
  MwDocument *trial = mw_document_new (mw_model_copy (self->model, FALSE), self->format);
  mw_document_begin (trial, NULL);
  if (!apply_rules (trial, ids, n, &error)) {
    g_autofree char *sentence = mw_error_describe (error, NULL);
    add_line (lines, "refused: %s", sentence);
  }
  for (guint i = 0; i < trial->pending_notices->len; i++)
    add_line (lines, "%s", (const char *) trial->pending_notices->pdata[i]);
  return trial;
}

GStrv
mw_document_describe_removal (MwDocument *self, const MwId *ids, guint n)
{
  Lines lines = { g_ptr_array_new (), 0 };
  gboolean there = TRUE;
  for (guint i = 0; i < n; i++)
    there &= mw_model_find (self->model, ids[i]) != NULL;
  MwDocument *trial = self->rules->remove && there ? describe_rules (self, ids, n, &lines) : g_object_ref (self);
  Removal r;
  if (plan (trial, &r, ids, n, NULL)) {
    for (guint i = r.asked; i < r.tops->len; i++) {
      g_autofree char *path = mw_record_path (g_ptr_array_index (r.tops, i));
      add_line (&lines, "%s is removed too", path);
    }
    for (guint i = 0; i < r.concerns->len; i++)
      describe_concern (&r, &g_array_index (r.concerns, Concern, i), &lines);
  }
  removal_clear (&r);
  g_object_unref (trial);
  if (lines.left_out)
    g_ptr_array_add (lines.lines, g_strdup_printf ("and %u more", lines.left_out));
  g_ptr_array_add (lines.lines, NULL);
  return (GStrv) g_ptr_array_free (lines.lines, FALSE);
}

/* --- Removing ------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord *record;
  uint32_t slot, index;
} Place;

/* Groups by list, the last place first, so that no removal moves a record that is still to be removed. */
static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;
  if (x->record->owner->id != y->record->owner->id)
    return x->record->owner->id < y->record->owner->id ? -1 : 1;
  if (x->slot != y->slot)
    return x->slot < y->slot ? -1 : 1;
  return x->index > y->index ? -1 : x->index < y->index;
}

static void
take_out (Removal *r)
{
  g_autoptr (GArray) places = g_array_sized_new (FALSE, FALSE, sizeof (Place), r->tops->len);
  for (guint i = 0; i < r->tops->len; i++) {
    MwRecord *record = g_ptr_array_index (r->tops, i);
    /* A record below another removed one is removed with it. */
    const MwRecord *above = record->owner;
    while (above && !r->doomed[above->id])
      above = above->owner;
    if (!above)
      g_array_append_val (places, ((Place) { record, record->slot, mw_record_index (record) }));
  }
  g_array_sort (places, compare_places);
  for (guint i = 0; i < places->len; i++)
    mw_document_take_record (r->self, g_array_index (places, Place, i).record);
}

/* For each list of the model that loses records, computes the new places in bulk arrays. NULL on failure. */
static GPtrArray *
plan_places (Removal *r, GError **error)
{
  MwRecord *root = &r->self->model->record;
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < r->tops->len; i++) {
    const MwRecord *record = g_ptr_array_index (r->tops, i);
    const MwField *list = mw_record_slot (record);
    if (record->owner != root || list->type != MW_TYPE_LIST || !g_hash_table_add (seen, (gpointer) list))
      continue;
    if (!mw_document_has_places (r->self, root, list))
      continue;
    GArray *changes;
    g_autofree MwNameMap *heirs = mw_heirs_new (r->self, list, r->doomed);
    g_autofree MwNameMap *map = mw_name_map_removed (r->self->model, mw_record_list (root, list), r->doomed, heirs);
    if (!mw_document_plan_places (r->self, root, list, map, &changes, error))
      return NULL;
    if (changes)
      g_ptr_array_add (all, changes);
  }
  return g_steal_pointer (&all);
}

static void
remove_planned (Removal *r, GPtrArray *places)
{
  for (guint i = 0; i < r->concerns->len; i++)
    apply_policy (r, &g_array_index (r->concerns, Concern, i));
  take_out (r);
  for (guint i = 0; i < places->len; i++)
    mw_document_put_places (r->self, g_array_ref (g_ptr_array_index (places, i)));
}

void
mw_document_remember_nearest (MwDocument *self, GHashTable *nearest)
{
  GHashTableIter iter;
  gpointer id, heir;
  if (!self->nearest)
    self->nearest = g_hash_table_new (NULL, NULL);
  g_hash_table_iter_init (&iter, nearest);
  while (g_hash_table_iter_next (&iter, &id, &heir))
    g_hash_table_insert (self->nearest, id, heir);
}

static gboolean
apply_rules (MwDocument *self, const MwId *ids, guint n, GError **error)
{
  Removal r;
  gboolean ok = plan (self, &r, ids, n, error) && self->rules->remove (self, r.doomed, error);
  removal_clear (&r);
  return ok;
}

/* Reverts what the rules changed. Nobody has seen the state in between, so the generation is restored too. */
static void
cancel_rules (MwDocument *self, guint64 generation)
{
  mw_document_cancel (self);
  self->generation = generation;
}

gboolean
mw_document_remove_weighted (MwDocument *self, const MwId *ids, guint n, MwWeights weights, GError **error)
{
  if (!mw_document_require_open (self, error))
    return FALSE;
  guint64 generation = self->generation;
  self->weights = weights;
  if (self->rules->remove) {
    mw_document_begin (self, NULL);
    if (!apply_rules (self, ids, n, error)) {
      cancel_rules (self, generation);
      return FALSE;
    }
  }
  Removal r;
  gboolean ok = plan (self, &r, ids, n, error) && check_unused (&r, error);
  g_autoptr (GPtrArray) places = ok ? plan_places (&r, error) : NULL;
  if (places)
    remove_planned (&r, places);
  removal_clear (&r);
  if (self->rules->remove && places)
    mw_document_commit (self);
  else if (self->rules->remove)
    cancel_rules (self, generation);
  return places != NULL;
}

gboolean
mw_document_remove_many (MwDocument *self, const MwId *ids, guint n, GError **error)
{
  return mw_document_remove_weighted (self, ids, n, MW_WEIGHTS_PARENT, error);
}

gboolean
mw_document_remove (MwDocument *self, MwId id, GError **error)
{
  return mw_document_remove_many (self, &id, 1, error);
}

/* --- Referrers ------------------------------------------------------------------------------------------------------ */

typedef struct {
  MwId id;
  GArray *targets;
} Used;

static void
find_users (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  Used *used = data;
  for (uint32_t i = 0; i < n; i++)
    if (refs[i].id == used->id) {
      gboolean array = field->type == MW_TYPE_ARRAY;
      guint32 wide = array ? MAX (field->count, 1) : 1;
      g_array_append_val (used->targets, ((MwTarget) { .record = record,
                                                       .field = field,
                                                       .first = array ? i / wide : 0,
                                                       .n = array,
                                                       .whole = !array,
                                                       .one = array,
                                                       .component = wide > 1 ? (int) (i % wide) : -1 }));
    }
}

GArray *
mw_document_find_referrers (MwDocument *self, MwId id)
{
  Used used = { id, g_array_new (FALSE, FALSE, sizeof (MwTarget)) };
  const MwRecord *record = mw_model_find (self->model, id);
  guint64 list = 0;
  if (record && mw_record_slot (record))
    list = mw_references_bit (self->references, mw_record_slot (record));
  if (list)
    mw_references_foreach (self->references, &self->model->record, list, NULL, find_users, &used);
  return used.targets;
}
