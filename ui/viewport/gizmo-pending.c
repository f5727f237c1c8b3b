/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/gizmo-pending.h"
#include "core/pose/tentative.h"
#include "ui/i18n.h"

typedef struct {
  MwGizmoSubject subject;
  MwGizmoKind kind;
  MwGizmoChange change;
} Drag;

struct _MwGizmoPending {
  GArray *drags;  /* Drag */
  GArray *undone; /* Drag: that were taken back, the last of them last */
};

MwGizmoPending *
mw_gizmo_pending_new (void)
{
  MwGizmoPending *self = g_new0 (MwGizmoPending, 1);
  self->drags = g_array_new (FALSE, FALSE, sizeof (Drag));
  self->undone = g_array_new (FALSE, FALSE, sizeof (Drag));
  return self;
}

void
mw_gizmo_pending_free (MwGizmoPending *self)
{
  g_array_unref (self->drags);
  g_array_unref (self->undone);
  g_free (self);
}

guint
mw_gizmo_pending_get_n (const MwGizmoPending *self)
{
  return self->drags->len;
}

void
mw_gizmo_pending_add (MwGizmoPending *self, const MwGizmoSubject *subject, MwGizmoKind kind,
                      const MwGizmoChange *change)
{
  const Drag drag = { *subject, kind, *change };
  g_array_append_val (self->drags, drag);
  g_array_set_size (self->undone, 0);
}

void
mw_gizmo_pending_clear (MwGizmoPending *self)
{
  g_array_set_size (self->drags, 0);
  g_array_set_size (self->undone, 0);
}

gboolean
mw_gizmo_pending_undo (MwGizmoPending *self, gboolean redo)
{
  GArray *from = redo ? self->undone : self->drags, *to = redo ? self->drags : self->undone;
  if (!from->len)
    return FALSE;
  const Drag drag = g_array_index (from, Drag, from->len - 1);
  g_array_append_val (to, drag);
  g_array_set_size (from, from->len - 1);
  return TRUE;
}

char *
mw_gizmo_pending_undo_label (const MwGizmoPending *self, gboolean redo)
{
  const GArray *from = redo ? self->undone : self->drags;
  if (!from->len)
    return NULL;
  const Drag *last = &g_array_index (from, Drag, from->len - 1);
  return mw_gizmo_subject_effect (&last->subject, last->kind);
}

gboolean
mw_gizmo_pending_run (const MwGizmoPending *self, GError **error)
{
  for (guint i = 0; i < self->drags->len; i++) {
    const Drag *drag = &g_array_index (self->drags, Drag, i);
    if (!mw_gizmo_subject_apply (&drag->subject, &drag->change, error))
      return FALSE;
  }
  return TRUE;
}

char *
mw_gizmo_pending_effect (const MwGizmoPending *self)
{
  const Drag *last = &g_array_index (self->drags, Drag, self->drags->len - 1);
  return self->drags->len == 1
           ? mw_gizmo_subject_effect (&last->subject, last->kind)
           : g_strdup_printf (ngettext ("Key %u change of the pose", "Key %u changes of the pose", self->drags->len),
                              self->drags->len);
}

void
mw_gizmo_pending_read (const MwGizmoPending *self, const MwClock *clock, GArray *list)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_array_set_size (list, 0);
  for (guint i = 0; i < self->drags->len; i++) {
    const MwGizmoSubject *subject = &g_array_index (self->drags, Drag, i).subject;
    for (guint k = 0; k < subject->n_nodes + subject->n_cameras; k++)
      if (g_hash_table_add (seen, GUINT_TO_POINTER (subject->places[k])))
        mw_tentative_append (list, mw_document_get_model (subject->document), subject->places[k], clock);
  }
}
