/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/viewport-eyes.h"
#include "ui/i18n.h"
#include "ui/viewport/eyes-menu.h"
#include "ui/viewport/viewport-private.h"

GArray *
mw_viewport_unlocked (MwViewport *self, const MwId *ids, guint n)
{
  MwEyes *eyes = mw_eyes_of (self->document);
  GArray *free_ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < n; i++)
    if (!mw_eyes_get (eyes, MW_EYE_LOCKED, ids[i]))
      g_array_append_val (free_ids, ids[i]);
  return free_ids;
}

gboolean
mw_viewport_has_eyes (MwViewport *self)
{
  MwEyes *eyes = mw_eyes_of (self->document);
  return mw_eyes_count (eyes, MW_EYE_HIDDEN) || mw_eyes_count (eyes, MW_EYE_LOCKED);
}

void
mw_viewport_recall_eyes (MwViewport *self)
{
  mw_eyes_recall (mw_eyes_of (self->document), self->chosen);
}

/* The paths of elements are those in the file. While there are unsaved changes they may be others, so the old ones are kept until the file is
 * saved. */
void
mw_viewport_note_eyes (MwViewport *self)
{
  if (mw_document_is_clean (self->document))
    mw_eyes_remember (mw_eyes_of (self->document), self->chosen);
}

static void
eyes_changed (MwEyes *eyes, MwViewport *self)
{
  self->textures_stale = TRUE;
  mw_viewport_redraw (self);
  if (self->has_file_set)
    mw_viewport_remember_later (self);
}

static void
hide_selected (MwViewport *self, gboolean others)
{
  MwEyes *eyes = mw_eyes_of (self->document);
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  const guint before = mw_eyes_count (eyes, MW_EYE_HIDDEN);
  if (others)
    mw_eyes_isolate (eyes, ids, n);
  else
    mw_eyes_set (eyes, MW_EYE_HIDDEN, ids, n, TRUE);
  const guint now = mw_eyes_count (eyes, MW_EYE_HIDDEN);
  if (now > before) {
    g_autofree char *text = g_strdup_printf (
      ngettext ("%u element is hidden. Ctrl+H shows it.", "%u elements are hidden. Ctrl+H shows them.", now), now);
    mw_viewport_say (self, text);
  } else if (!others) {
    mw_viewport_say (self, _ ("Nothing that is selected is drawn, so nothing was hidden."));
  }
}

static gboolean
eyes_key (MwViewport *self, guint keyval, GdkModifierType state, gpointer data)
{
  if ((keyval != GDK_KEY_h && keyval != GDK_KEY_H) || mw_viewport_is_dragging (self))
    return FALSE;
  if (!(state & GDK_CONTROL_MASK))
    hide_selected (self, (state & GDK_SHIFT_MASK) != 0);
  else if (mw_eyes_clear (mw_eyes_of (self->document), MW_EYE_HIDDEN))
    mw_viewport_say (self, _ ("Everything is shown."));
  return TRUE;
}

void
mw_viewport_init_eyes (MwViewport *self)
{
  static const MwPointerTool tool = { .key = eyes_key };
  mw_viewport_add_tool (self, &tool, NULL);
  mw_eyes_install_actions (GTK_WIDGET (self), self->document);
  g_signal_connect_object (mw_eyes_of (self->document), "changed", G_CALLBACK (eyes_changed), self, 0);
}
