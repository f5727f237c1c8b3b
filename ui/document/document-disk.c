/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/document-page-private.h"
#include "core/base/error.h"
#include "ui/document/disk-text.h"
#include "ui/error-bar.h"
#include "ui/i18n.h"
#include "ui/document/typed-text.h"

/* Changes by other programs to the files of a page, and unsaved changes in the page. */

gboolean
mw_document_page_commit_typing (MwDocumentPage *self, const char *what)
{
  /* A preview that was not applied, or a number that is still dragged, is not saved. It ends first, so that typed text is a step of
   * its own. */
  if (mw_document_is_open (self->document))
    mw_document_undo (self->document);
  GtkWidget *entry = mw_typed_text_commit (GTK_WIDGET (self));
  if (entry && what) {
    g_autofree char *text = g_strdup_printf (
      _ ("%s: the text in the marked field is not valid. Correct it, or press Escape there."), what);
    mw_document_page_show_message (self, text);
    mw_document_page_say (self, what);
    gtk_widget_grab_focus (entry);
  }
  return !entry;
}

gboolean
mw_document_page_has_unsaved (MwDocumentPage *self)
{
  return !mw_document_page_commit_typing (self, NULL) || !mw_document_is_clean (self->document);
}

gboolean
mw_document_page_is_untouched (MwDocumentPage *self)
{
  /* Text that is being typed would be lost too. */
  return mw_document_is_clean (self->document) && !mw_document_is_open (self->document) && !self->saving
         && !mw_typed_text_find (GTK_WIDGET (self));
}

/* When the file of a saved model is deleted, the model counts as unsaved until the file is back. */
static void
update_unsaved_mark (MwDocumentPage *self, gboolean gone)
{
  if (gone && mw_document_is_clean (self->document)) {
    self->lost = TRUE;
    self->lost_at = mw_document_get_generation (self->document);
    mw_document_mark_unsaved (self->document);
  } else if (!gone && self->lost) {
    mw_document_mark_clean (self->document, self->lost_at);
    self->lost = FALSE;
  }
}

void
mw_document_page_consider_disk (MwDocumentPage *self, const GError *error)
{
  g_autoptr (GPtrArray) changes = mw_disk_watch_changes (self->watch),
                        unacknowledged = mw_disk_watch_unacknowledged (self->watch);
  gboolean gone = mw_disk_changes_gone (changes);
  if (self->saving)
    return; /* the watch looks again when the save is done */
  update_unsaved_mark (self, gone);
  if (changes->len == 0)
    mw_disk_watch_acknowledge (self->watch, NULL);
  if (changes->len == 0 || unacknowledged->len == 0) {
    mw_changed_bar_hide (MW_CHANGED_BAR (self->changed));
    return;
  }
  if (!gone && !error && mw_document_page_is_untouched (self)) {
    g_signal_emit_by_name (self, "reload", FALSE);
    return;
  }
  g_autofree char *what = mw_disk_changes_text (changes, mw_document_get_path (self->document)), *text = NULL;
  if (gone)
    text = g_strdup_printf (_ ("%s The model is still open here; saving it writes the file again."), what);
  else if (error) {
    g_autofree char *why = mw_error_describe (error, NULL);
    text = g_strdup_printf (_ ("%s It cannot be read now: %s"), what, why);
  } else
    text = g_strdup_printf (_ ("%s Your changes here are not saved yet."), what);
  mw_changed_bar_show (MW_CHANGED_BAR (self->changed), text, !gone, !gone && !error);
}

static void
disk_looked (MwDiskWatch *watch, MwDocumentPage *self)
{
  mw_document_page_consider_disk (self, NULL);
}

/* Keeps what is open. The file is different, so the model counts as unsaved, whatever is undone. */
static void
keep_mine (MwChangedBar *bar, MwDocumentPage *self)
{
  mw_disk_watch_acknowledge (self->watch, NULL);
  self->lost = FALSE;
  mw_document_mark_unsaved (self->document);
  mw_changed_bar_hide (bar);
  mw_document_page_say (self, _ ("The version that is open here is kept; saving it replaces the file."));
}

static void
reload_chosen (MwChangedBar *bar, MwDocumentPage *self)
{
  g_signal_emit_by_name (self, "reload", TRUE);
}

void
mw_document_page_set_reloading (MwDocumentPage *self, gboolean reloading)
{
  self->reloading = reloading;
  g_signal_emit_by_name (self, "state-changed");
}

gboolean
mw_document_page_is_reloading (MwDocumentPage *self)
{
  return self->reloading;
}

gboolean
mw_document_page_take_reload (MwDocumentPage *self, MwLoaded *loaded)
{
  MwDocument *document = self->document;
  if (!loaded->reload || self->saving || mw_document_get_generation (document) != loaded->generation
      || !mw_document_reload (document, loaded->reload, NULL))
    return FALSE;
  mw_document_set_files (document, g_steal_pointer (&loaded->set));
  mw_acknowledged_free (self->acknowledged);
  self->acknowledged = mw_acknowledged_new (g_steal_pointer (&loaded->report), g_steal_pointer (&loaded->findings));
  self->lost = FALSE;
  mw_disk_watch_set_files (self->watch, mw_document_get_files (document));
  mw_changed_bar_hide (MW_CHANGED_BAR (self->changed));
  mw_document_page_show_companions (self);
  mw_document_page_look_for_images (self);
  mw_document_mark_clean (document, mw_document_get_generation (document));
  if (self->journal)
    mw_journal_read_again (self->journal);
  mw_error_bar_hide (MW_ERROR_BAR (self->notices));
  mw_document_page_report_files (self);
  g_signal_emit_by_name (self, "state-changed");
  return TRUE;
}

static void
compare_chosen (MwChangedBar *bar, MwDocumentPage *self)
{
  g_signal_emit_by_name (self, "compare");
}

MwDiskWatch *
mw_document_page_get_watch (MwDocumentPage *self)
{
  return self->watch;
}

void
mw_document_page_build_changed_bar (MwDocumentPage *self)
{
  self->changed = mw_changed_bar_new ();
  g_signal_connect (self->changed, "reload", G_CALLBACK (reload_chosen), self);
  g_signal_connect (self->changed, "keep", G_CALLBACK (keep_mine), self);
  g_signal_connect (self->changed, "compare", G_CALLBACK (compare_chosen), self);
  gtk_box_append (GTK_BOX (self->banners), self->changed);
}

void
mw_document_page_begin_watch (MwDocumentPage *self)
{
  self->watch = mw_disk_watch_new ();
  /* Games and archives are not expected to change while their models are open. */
  if (!self->origin)
    mw_disk_watch_set_files (self->watch, mw_document_get_files (self->document));
  g_signal_connect (self->watch, "looked", G_CALLBACK (disk_looked), self);
}
