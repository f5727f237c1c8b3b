/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/eyes.h"
#include "core/model/aspects.h"
#include "core/schema/path.h"
#include "ui/outline/surfaces.h"

struct _MwEyes {
  GObject parent_instance;
  MwDocument *document;          /* it owns this */
  GHashTable *set[MW_EYE_COUNT]; /* ids */
};

G_DEFINE_FINAL_TYPE (MwEyes, mw_eyes, G_TYPE_OBJECT)

static guint changed_signal;

static void
mw_eyes_finalize (GObject *object)
{
  for (guint eye = 0; eye < MW_EYE_COUNT; eye++)
    g_hash_table_unref (MW_EYES (object)->set[eye]);
  G_OBJECT_CLASS (mw_eyes_parent_class)->finalize (object);
}

static void
mw_eyes_class_init (MwEyesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mw_eyes_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
mw_eyes_init (MwEyes *self)
{
  for (guint eye = 0; eye < MW_EYE_COUNT; eye++)
    self->set[eye] = g_hash_table_new (NULL, NULL);
}

MwEyes *
mw_eyes_of (MwDocument *document)
{
  MwEyes *self = g_object_get_data (G_OBJECT (document), "mw-eyes");
  if (!self) {
    self = g_object_new (MW_TYPE_EYES, NULL);
    self->document = document;
    g_object_set_data_full (G_OBJECT (document), "mw-eyes", self, g_object_unref);
  }
  return self;
}

/* --- What can be hidden --------------------------------------------------------------------------------------------- */

/* What an element is for a view. Isolating one leaves elements of other groups as they are. */
typedef enum { NOT_DRAWN, DRAWN_MESH, DRAWN_BATCH, DRAWN_NODE, DRAWN_CAMERA } Drawn;

static Drawn
drawn_as (MwEyes *self, const MwRecord *record)
{
  const MwModel *model = mw_document_get_model (self->document);
  MwMeshAspect mesh;
  if (!record || !record->owner)
    return NOT_DRAWN;
  if (mw_ui_surface_of (self->document, record->id))
    return DRAWN_BATCH;
  if (mw_aspects_of (model)->mesh (model, record, &mesh))
    return DRAWN_MESH;
  if (mw_schema_field_of_role (record->schema, MW_ROLE_PARENT, MW_TYPE_REF))
    return DRAWN_NODE;
  const MwList *cameras = mw_model_member (model, mw_aspects_of (model)->cameras);
  return cameras && mw_record_slot (record)->type == MW_TYPE_LIST
             && mw_record_list (record->owner, mw_record_slot (record)) == cameras
           ? DRAWN_CAMERA
           : NOT_DRAWN;
}

gboolean
mw_eyes_takes (MwEyes *self, MwId id)
{
  return drawn_as (self, mw_model_find (mw_document_get_model (self->document), id)) != NOT_DRAWN;
}

/* --- Setting -------------------------------------------------------------------------------------------------------- */

gboolean
mw_eyes_get (MwEyes *self, MwEye eye, MwId id)
{
  return g_hash_table_contains (self->set[eye], GUINT_TO_POINTER (id));
}

guint
mw_eyes_count (MwEyes *self, MwEye eye)
{
  return g_hash_table_size (self->set[eye]);
}

/* Whether it was not so before. */
static gboolean
set_one (MwEyes *self, MwEye eye, MwId id, gboolean on)
{
  return on ? g_hash_table_add (self->set[eye], GUINT_TO_POINTER (id))
            : g_hash_table_remove (self->set[eye], GUINT_TO_POINTER (id));
}

void
mw_eyes_set (MwEyes *self, MwEye eye, const MwId *ids, guint n, gboolean on)
{
  gboolean changed = FALSE;
  for (guint i = 0; i < n; i++)
    if (!on || mw_eyes_takes (self, ids[i]))
      changed |= set_one (self, eye, ids[i], on);
  if (changed)
    g_signal_emit (self, changed_signal, 0);
}

gboolean
mw_eyes_clear (MwEyes *self, MwEye eye)
{
  if (!mw_eyes_count (self, eye))
    return FALSE;
  g_hash_table_remove_all (self->set[eye]);
  g_signal_emit (self, changed_signal, 0);
  return TRUE;
}

typedef struct {
  MwEyes *eyes;
  GHashTable *kept;
  guint groups; /* bits of Drawn: what is isolated */
  gboolean changed;
} Isolation;

static void
hide_below (Isolation *isolation, const MwRecord *owner)
{
  for (guint i = 0; i < mw_schema_n_fields (owner->schema); i++) {
    const MwField *field = mw_schema_field_at (owner->schema, i);
    const MwList *list = field->type == MW_TYPE_LIST ? mw_record_list (owner, field) : NULL;
    for (uint32_t k = 0; list && k < list->n; k++) {
      const MwRecord *record = list->items[k];
      if (isolation->groups & (1u << drawn_as (isolation->eyes, record))
          && !g_hash_table_contains (isolation->kept, GUINT_TO_POINTER (record->id)))
        isolation->changed |= set_one (isolation->eyes, MW_EYE_HIDDEN, record->id, TRUE);
      hide_below (isolation, record);
    }
  }
}

gboolean
mw_eyes_isolate (MwEyes *self, const MwId *ids, guint n)
{
  const MwModel *model = mw_document_get_model (self->document);
  g_autoptr (GHashTable) kept = g_hash_table_new (NULL, NULL);
  Isolation isolation = { .eyes = self, .kept = kept };
  gboolean shown = FALSE;
  for (guint i = 0; i < n; i++) {
    const Drawn drawn = drawn_as (self, mw_model_find (model, ids[i]));
    if (drawn == NOT_DRAWN)
      continue;
    isolation.groups |= 1u << drawn;
    g_hash_table_add (kept, GUINT_TO_POINTER (ids[i]));
    shown |= set_one (self, MW_EYE_HIDDEN, ids[i], FALSE);
  }
  if (isolation.groups)
    hide_below (&isolation, &model->record);
  if (shown || isolation.changed)
    g_signal_emit (self, changed_signal, 0);
  return isolation.changed;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const MwId x = *(const MwId *) a, y = *(const MwId *) b;
  return x < y ? -1 : x > y;
}

void
mw_eyes_append (MwEyes *self, MwEye eye, GArray *ids)
{
  GHashTableIter each;
  gpointer id;
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_hash_table_iter_init (&each, self->set[eye]);
  while (g_hash_table_iter_next (&each, &id, NULL)) {
    const MwId one = GPOINTER_TO_UINT (id);
    g_array_append_val (sorted, one);
  }
  g_array_sort (sorted, compare_ids);
  if (sorted->len)
    g_array_append_vals (ids, sorted->data, sorted->len);
}

/* --- What is remembered --------------------------------------------------------------------------------------------- */

void
mw_eyes_recall (MwEyes *self, const MwShown *shown)
{
  const GPtrArray *const paths[MW_EYE_COUNT] = { [MW_EYE_HIDDEN] = shown->hidden, [MW_EYE_LOCKED] = shown->locked };
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint eye = 0; eye < MW_EYE_COUNT; eye++) {
    g_array_set_size (ids, 0);
    mw_shown_append_ids (paths[eye], mw_document_get_model (self->document), ids);
    g_hash_table_remove_all (self->set[eye]);
    mw_eyes_set (self, eye, (const MwId *) (const void *) ids->data, ids->len, TRUE);
  }
}

void
mw_eyes_remember (MwEyes *self, MwShown *shown)
{
  GPtrArray *const paths[MW_EYE_COUNT] = { [MW_EYE_HIDDEN] = shown->hidden, [MW_EYE_LOCKED] = shown->locked };
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint eye = 0; eye < MW_EYE_COUNT; eye++) {
    g_array_set_size (ids, 0);
    g_ptr_array_set_size (paths[eye], 0);
    mw_eyes_append (self, eye, ids);
    for (guint i = 0; i < ids->len; i++) {
      const MwRecord *record = mw_model_find (mw_document_get_model (self->document), g_array_index (ids, MwId, i));
      if (record)
        g_ptr_array_add (paths[eye], mw_record_path (record));
    }
  }
}
