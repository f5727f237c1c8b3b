/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document-page.h"
#include "core/convert/targets.h"
#include "core/base/error.h"
#include "core/edit/journal.h"
#include "core/io/registry.h"
#include "core/io/m2/companions.h"
#include "ui/companions-table.h"
#include "ui/disk-text.h"
#include "ui/error-bar.h"
#include "ui/history-view.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/panel-sizes.h"
#include "ui/places.h"
#include "ui/removed-text.h"
#include "ui/surfaces.h"
#include "ui/time-bar.h"
#include "ui/typed-text.h"
#include "ui/viewport.h"
#include "ui/widgets.h"

#include <string.h>

struct _MwDocumentPage {
  GtkBox parent_instance;
  MwDocument *document;
  char *path;
  MwFileSet *set;      /* as read or last written */
  MwJournal *journal;  /* NULL: the user has seen to the document */
  char *status;        /* what the status bar says while this page is on show */
  guint64 newest_step; /* serial of the newest step that was ever looked at */
  MwDiskWatch *watch;
  gboolean lost;   /* the file went away when all was saved in it ... */
  guint64 lost_at; /* ... in this generation */
  gboolean saving, reloading;
  gboolean journal_failed; /* and the banner says so */
  MwReport *reading;       /* what is not kept of the text that was read, until a save has told; or NULL */
  GHashTable *accepted;    /* keys of the losses that were told before a save in the format of now */
  GHashTable *known;       /* keys of what clients do not load of the model as it was opened, or last saved */
  gboolean selection_said; /* the status line speaks of what is selected */
  GtkWidget *notices, *errors, *changed, *outline, *inspector, *sequences, *history, *bottom, *left_pane, *right_pane,
    *middle;
  GtkWidget *viewport, *time_bar, *view;
  GtkWidget *companions; /* NULL for formats of one file */
  gboolean was_shown[3]; /* outline, inspector, bottom panel: before the viewport was alone */
};

G_DEFINE_FINAL_TYPE (MwDocumentPage, mw_document_page, GTK_TYPE_BOX)

enum { STATE_CHANGED, STATUS, RELOAD, REMOVED, COMPARE, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- What it is called ---------------------------------------------------------------------------------------------- */

MwDocument *
mw_document_page_get_document (MwDocumentPage *self)
{
  return self->document;
}

const char *
mw_document_page_get_path (MwDocumentPage *self)
{
  return self->path;
}

char *
mw_document_page_get_name (MwDocumentPage *self)
{
  return self->path ? g_path_get_basename (self->path) : g_strdup (_ ("Untitled"));
}

char *
mw_document_page_get_format_title (MwDocumentPage *self)
{
  return mw_target_short_title (mw_document_get_format (self->document));
}

/* --- Save ----------------------------------------------------------------------------------------------------------- */

static void
say (MwDocumentPage *self, const char *text)
{
  self->selection_said = FALSE;
  if (self->status != text) {
    g_free (self->status);
    self->status = g_strdup (text);
  }
  g_signal_emit (self, signals[STATUS], 0, text);
}

static void
set_saving (MwDocumentPage *self, gboolean saving)
{
  self->saving = saving;
  if (self->watch)
    mw_disk_watch_hold (self->watch, saving);
}

/* What was saved is on the disk now, and beside it what the user was told of and did not replace. */
static void
know_saved (MwDocumentPage *self, const MwFileSet *written, gboolean same)
{
  g_autoptr (MwFileSet) known = mw_file_set_share (written),
                        before = same ? mw_file_set_share (mw_disk_watch_known (self->watch)) : NULL;
  for (guint i = 0; before && i < before->parts->len; i++) {
    const MwFilePart *part = before->parts->pdata[i];
    if (part->bytes && !mw_file_set_find (known, part->role))
      mw_file_set_add_companion (known, part->role, part->path, part->suffix, part->bytes);
  }
  self->lost = FALSE;
  mw_disk_watch_set_files (self->watch, self->set);
  mw_disk_watch_tell (self->watch, known);
  mw_changed_bar_hide (MW_CHANGED_BAR (self->changed));
}

/* Shows why a save failed, unless it was given up. */
static void
tell_failure (MwDocumentPage *self, const char *path, const GError *error)
{
  g_autofree char *name = g_path_get_basename (path);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || g_error_matches (error, MW_ERROR, MW_ERROR_CANCELLED)) {
    say (self, _ ("Saving was cancelled; the file is as it was."));
    return;
  }
  g_autofree char *what = g_strdup_printf (
    _ ("%s could not be saved. The file on disk is as it was; what you changed is still open here."), name);
  mw_error_bar_show_error (MW_ERROR_BAR (self->errors), what, error, path);
  say (self, _ ("Not saved"));
}

static char *
loss_key (const MwLoss *loss)
{
  return g_strdup_printf ("%u %s %d", loss->id, loss->field ? loss->field->name : "", loss->layout);
}

static void
encoded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  MwDocumentPage *self = g_task_get_source_object (task);
  GError *error = NULL;
  MwEncoded *done = mw_encode_finish (result, &error);
  if (done) {
    g_task_return_pointer (task, done, (GDestroyNotify) mw_encoded_free);
    return;
  }
  set_saving (self, FALSE);
  if (self->document)
    tell_failure (self, g_task_get_task_data (task), error);
  g_task_return_error (task, error);
}

void
mw_document_page_encode_async (MwDocumentPage *self, const char *path, MwSaveChoice choice, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);
  g_task_set_source_tag (task, mw_document_page_encode_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  set_saving (self, TRUE);
  say (self, _ ("Saving…"));
  const MwFileSet *known = g_strcmp0 (path, self->path) == 0 ? mw_disk_watch_known (self->watch) : NULL;
  mw_encode_async (self->document, choice, path, self->set, known, cancellable, encoded, task);
}

MwEncoded *
mw_document_page_encode_finish (MwDocumentPage *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
remember_wrong (MwDocumentPage *self, const GPtrArray *wrong)
{
  g_hash_table_remove_all (self->known);
  for (guint i = 0; wrong && i < wrong->len; i++)
    g_hash_table_add (self->known, g_strdup (((const MwWrong *) wrong->pdata[i])->key));
}

/* Lines on what was not wrong before; free with g_ptr_array_unref(). */
static GPtrArray *
newly_wrong (MwDocumentPage *self, const GPtrArray *wrong)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < wrong->len; i++) {
    const MwWrong *one = wrong->pdata[i];
    if (!g_hash_table_contains (self->known, one->key))
      g_ptr_array_add (lines, g_strdup (one->line));
  }
  return lines;
}

MwLossQuestion *
mw_document_page_question (MwDocumentPage *self, const char *path, const MwEncoded *encoded, gboolean replaces,
                           gboolean again)
{
  MwFormat now = mw_document_get_format (self->document);
  gboolean other = now.text != encoded->format.text || encoded->converted, anew = other || again;
  for (guint i = 0; i < encoded->report->losses->len && !anew; i++) {
    g_autofree char *key = loss_key (&g_array_index (encoded->report->losses, MwLoss, i));
    anew = !g_hash_table_contains (self->accepted, key);
  }
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GPtrArray) wrong = newly_wrong (self, encoded->wrong);
  MwLossQuestion *question = mw_loss_question (name, now, encoded->format, self->reading, anew ? encoded->report : NULL,
                                               encoded->lost, encoded->notes, replaces, encoded->taken, wrong,
                                               encoded->scale, again);
  if (question) {
    question->side_channel = encoded->side_channel;
    question->offers_side_channel = encoded->side_channel || encoded->notes || encoded->unstated;
  }
  return question;
}

void
mw_document_page_give_up_save (MwDocumentPage *self)
{
  set_saving (self, FALSE);
  if (self->document)
    say (self, _ ("Not saved"));
}

/* What the user was told of, and is not asked again. */
static void
remember_told (MwDocumentPage *self, const MwEncoded *encoded)
{
  g_clear_pointer (&self->reading, mw_report_free);
  g_hash_table_remove_all (self->accepted);
  for (guint i = 0; i < encoded->report->losses->len; i++)
    g_hash_table_add (self->accepted, loss_key (&g_array_index (encoded->report->losses, MwLoss, i)));
  remember_wrong (self, encoded->wrong);
  /* What of a text was not kept is not in the new file; files that are missing still are. */
  if (!self->companions)
    mw_error_bar_hide (MW_ERROR_BAR (self->notices));
}

/* What became of the bytes of the file that the page was before, `was`. Of another kind of file all are others. */
static char *
saved_text (const MwSaved *done, const char *was, gboolean other_kind)
{
  g_autofree char *changed = mw_ui_count (done->changed), *size = mw_ui_count (done->size);
  g_autofree char *name = g_path_get_basename (done->path), *old = was ? g_path_get_basename (was) : NULL;
  if (g_strcmp0 (was, done->path) == 0 && !other_kind)
    return g_strdup_printf (_ ("Saved and verified, %s of %s bytes changed"), changed, size);
  if (!old || other_kind)
    return g_strdup_printf (_ ("Saved and verified as %s, %s bytes"), name, size);
  if (done->changed == 0)
    return g_strdup_printf (_ ("Saved and verified as %s, the same %s bytes as %s"), name, size, old);
  return g_strdup_printf (_ ("Saved and verified as %s: %s of %s bytes differ from %s"), name, changed, size, old);
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  MwDocumentPage *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (MwSaved) done = mw_save_finish (result, &error);
  set_saving (self, FALSE);
  if (!done) {
    /* Of what changed in the meantime, the window asks. */
    if (self->document && !g_error_matches (error, MW_ERROR, MW_ERROR_CHANGED))
      tell_failure (self, g_task_get_task_data (task), error);
    g_task_return_error (task, error);
    return;
  }
  if (!self->document) {
    /* The tab was closed in the meantime. */
    g_task_return_boolean (task, TRUE);
    return;
  }
  if (done->encoded->converted) {
    /* Another version is another model: this one stays what it is, with its history. */
    g_autofree char *name = g_path_get_basename (done->path), *title = mw_target_title (done->encoded->format);
    g_autofree char *text = g_strdup_printf (_ ("Saved and verified as %s: %s"), name, title);
    say (self, text);
    g_task_return_boolean (task, TRUE);
    return;
  }
  g_autofree char *was = g_strdup (self->path);
  gboolean other_kind = mw_document_get_format (self->document).text != done->encoded->format.text;
  gboolean same = g_strcmp0 (self->path, done->path) == 0;
  if (!same)
    mw_viewport_set_path (MW_VIEWPORT (self->viewport), done->path);
  g_free (self->path);
  self->path = g_strdup (done->path);
  g_clear_pointer (&self->set, mw_file_set_free);
  self->set = mw_file_set_share (done->encoded->set);
  know_saved (self, done->known, same);
  if (self->companions)
    mw_companions_table_set_files (MW_COMPANIONS_TABLE (self->companions), self->set);
  mw_document_set_format (self->document, done->encoded->format);
  if (done->encoded->format.text)
    mw_document_set_side_channel (self->document, done->encoded->side_channel);
  remember_told (self, done->encoded);
  mw_error_bar_hide (MW_ERROR_BAR (self->errors));
  mw_document_mark_clean (self->document, done->encoded->generation);
  if (self->journal)
    mw_journal_saved (self->journal, self->set);
  g_autofree char *text = saved_text (done, was, other_kind);
  g_signal_emit (self, signals[STATE_CHANGED], 0);
  say (self, text);
  g_task_return_boolean (task, TRUE);
}

void
mw_document_page_save_async (MwDocumentPage *self, const char *path, MwEncoded *encoded, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);
  g_task_set_source_tag (task, mw_document_page_save_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  set_saving (self, TRUE);
  GSettings *settings = mw_places_settings ();
  gboolean text = mw_document_get_format (self->document).text;
  gboolean comparable = !encoded->converted && text == encoded->format.text;
  gboolean backup = settings && g_settings_get_boolean (settings, "keep-backup");
  gboolean same = g_strcmp0 (path, self->path) == 0;
  mw_save_async (encoded, comparable || same ? self->set : NULL, same ? mw_disk_watch_known (self->watch) : NULL,
                 backup, cancellable, saved, task);
}

gboolean
mw_document_page_save_finish (MwDocumentPage *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

gboolean
mw_document_page_is_saving (MwDocumentPage *self)
{
  return self->saving;
}

/* --- Journal -------------------------------------------------------------------------------------------------------- */

static void
journal_failed (MwJournal *journal, const char *why, MwDocumentPage *self)
{
  g_autoptr (GError) error = g_error_new_literal (MW_ERROR, MW_ERROR_IO, why);
  mw_error_bar_show_error (
    MW_ERROR_BAR (self->errors),
    _ ("The recovery journal cannot be written. You can go on editing, but a crash would lose what "
       "you change until it can be written again: save often."),
    error, NULL);
  self->journal_failed = TRUE;
}

static void
journal_resumed (MwJournal *journal, MwDocumentPage *self)
{
  if (self->journal_failed)
    mw_error_bar_hide (MW_ERROR_BAR (self->errors));
  self->journal_failed = FALSE;
  say (self, _ ("The recovery journal is written again, with all that was changed."));
}

/* What came back after a crash, and what the user should know of it. */
static void
tell_recovered (MwDocumentPage *self, const MwRecovered *recovered)
{
  g_autofree char *name = mw_document_page_get_name (self);
  g_autoptr (GString) text = g_string_new (NULL);
  if (recovered->n_unsaved)
    g_string_append_printf (text,
                            ngettext ("%s was recovered, with %u unsaved step.",
                                      "%s was recovered, with %u unsaved steps.", recovered->n_unsaved),
                            name, recovered->n_unsaved);
  else
    g_string_append_printf (text, _ ("%s was recovered."), name);
  if (recovered->missing)
    g_string_append_printf (text, " %s", _ ("Its file is not there any more; saving makes it again."));
  else if (recovered->changed)
    g_string_append_printf (text, " %s",
                            _ ("Its file was changed by another program since: compare before you save over it."));
  if (recovered->damage)
    g_string_append_printf (text, " %s", _ ("The journal could not be read to its end; what was done later is lost."));
  mw_error_bar_show_notice (MW_ERROR_BAR (self->notices), text->str, recovered->damage);
}

static void
begin_journal (MwDocumentPage *self, MwRecovered *recovered)
{
  self->journal = recovered ? mw_recovered_resume (recovered)
                            : mw_journal_new (self->document, self->set, self->path, NULL);
  g_signal_connect (self->journal, "failed", G_CALLBACK (journal_failed), self);
  g_signal_connect (self->journal, "resumed", G_CALLBACK (journal_resumed), self);
  if (!recovered)
    return;
  guint n = mw_document_get_n_steps (self->document);
  self->newest_step = n ? mw_step_get_serial (mw_document_get_step (self->document, n - 1)) : 0;
  tell_recovered (self, recovered);
}

void
mw_document_page_end_journal (MwDocumentPage *self)
{
  if (!self->journal)
    return;
  mw_disconnect (self->journal, self);
  mw_journal_close (self->journal, FALSE);
  g_clear_object (&self->journal);
}

/* --- Status --------------------------------------------------------------------------------------------------------- */

static void
describe_selection (MwDocumentPage *self)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  g_autoptr (GPtrArray) surfaces = mw_ui_whole_surfaces (self->document, ids, n);
  if (n == 0) {
    say (self, "");
  } else if (n > 1 && surfaces && surfaces->len == 1) {
    const GPtrArray *surface = g_ptr_array_index (surfaces, 0);
    g_autofree char *title = mw_ui_surface_title (self->document, surface), *extent = mw_ui_surface_extent (surface);
    g_autofree char *text = g_strdup_printf ("%s · %s", title, extent);
    say (self, text);
  } else if (n == 1) {
    const MwRecord *record = mw_model_find (mw_document_get_model (self->document), ids[0]);
    g_autofree char *path = record ? mw_record_path (record) : g_strdup ("");
    g_autofree char *title = record ? mw_ui_record_long_title (record) : g_strdup ("");
    g_autofree char *text = g_strdup_printf ("%s · %s", title, path);
    say (self, text);
  } else {
    g_autofree char *text = g_strdup_printf (ngettext ("%u element selected", "%u elements selected", n), n);
    say (self, text);
  }
  self->selection_said = TRUE;
}

const char *
mw_document_page_get_status (MwDocumentPage *self)
{
  return self->status ? self->status : "";
}

/* A step that was made just now says what it removed; undone and redone ones were seen before. */
static void
tell_removed (MwDocumentPage *self)
{
  guint position = mw_document_get_position (self->document);
  const MwStep *step = position ? mw_document_get_step (self->document, position - 1) : NULL;
  if (!step || mw_step_get_serial (step) <= self->newest_step)
    return;
  self->newest_step = mw_step_get_serial (step);
  /* Nobody removed anything here. */
  if (mw_step_is_verbatim (step))
    return;
  g_autofree char *text = mw_removed_text (self->document, step);
  if (text)
    g_signal_emit (self, signals[REMOVED], 0, text);
}

static void
history_changed (MwDocument *document, MwDocumentPage *self)
{
  tell_removed (self);
  g_signal_emit (self, signals[STATE_CHANGED], 0);
  const char *const *notices = mw_document_get_notices (document);
  if (notices && notices[0])
    say (self, notices[0]);
}

static void
refused (MwOutline *outline, const char *reason, MwDocumentPage *self)
{
  const MwRemedy *remedy = mw_outline_get_remedy (outline);
  if (remedy)
    mw_error_bar_offer (MW_ERROR_BAR (self->errors), reason, mw_ui_label (remedy->label));
  else
    mw_document_page_show_message (self, reason);
}

static void
offer_taken (MwErrorBar *bar, MwDocumentPage *self)
{
  mw_error_bar_drop_messages (bar);
  mw_outline_take_remedy (MW_OUTLINE (self->outline));
}

MwViewport *
mw_document_page_get_viewport (MwDocumentPage *self)
{
  return MW_VIEWPORT (self->viewport);
}

MwTimeBar *
mw_document_page_get_time_bar (MwDocumentPage *self)
{
  return MW_TIME_BAR (self->time_bar);
}

const char *
mw_document_page_get_notice (MwDocumentPage *self)
{
  return mw_error_bar_get_text (MW_ERROR_BAR (self->notices));
}

const char *
mw_document_page_get_error (MwDocumentPage *self)
{
  return mw_error_bar_get_text (MW_ERROR_BAR (self->errors));
}

void
mw_document_page_show_message (MwDocumentPage *self, const char *message)
{
  mw_error_bar_show_message (MW_ERROR_BAR (self->errors), message);
}

static void
document_changed (MwDocument *document, MwChangeSet *set, MwDocumentPage *self)
{
  /* An error of a save stays until it is closed. */
  mw_error_bar_drop_messages (MW_ERROR_BAR (self->errors));
  if (self->selection_said)
    describe_selection (self);
}

/* --- Panels --------------------------------------------------------------------------------------------------------- */

MwOutline *
mw_document_page_get_outline (MwDocumentPage *self)
{
  return MW_OUTLINE (self->outline);
}

MwInspector *
mw_document_page_get_inspector (MwDocumentPage *self)
{
  return MW_INSPECTOR (self->inspector);
}

MwSequencesTable *
mw_document_page_get_sequences (MwDocumentPage *self)
{
  return MW_SEQUENCES_TABLE (self->sequences);
}

static GtkWidget *
panel_of (MwDocumentPage *self, const char *panel)
{
  return g_str_equal (panel, "left")    ? self->outline
         : g_str_equal (panel, "right") ? self->inspector
         : g_str_equal (panel, "view")  ? self->view
                                        : self->bottom;
}

void
mw_document_page_show_panel (MwDocumentPage *self, const char *panel, gboolean show)
{
  gtk_widget_set_visible (panel_of (self, panel), show);
  gtk_widget_set_visible (self->time_bar, gtk_widget_get_visible (self->view));
}

void
mw_document_page_toggle_panel (MwDocumentPage *self, const char *panel)
{
  mw_document_page_show_panel (self, panel, !gtk_widget_get_visible (panel_of (self, panel)));
}

void
mw_document_page_toggle_alone (MwDocumentPage *self)
{
  GtkWidget *panels[] = { self->outline, self->inspector, self->bottom };
  gboolean any = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    any |= gtk_widget_get_visible (panels[i]);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++) {
    if (any)
      self->was_shown[i] = gtk_widget_get_visible (panels[i]);
    gtk_widget_set_visible (panels[i], !any && self->was_shown[i]);
  }
}

static void
clock_changed (MwTimeBar *bar, const MwClock *clock, MwDocumentPage *self)
{
  mw_viewport_set_clock (MW_VIEWPORT (self->viewport), clock);
  mw_inspector_set_clock (MW_INSPECTOR (self->inspector), clock);
  mw_inspector_set_playing (MW_INSPECTOR (self->inspector), mw_time_bar_is_playing (bar));
}

static void
play (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_time_bar_toggle (MW_TIME_BAR (MW_DOCUMENT_PAGE (widget)->time_bar));
}

void
mw_document_page_get_panels (MwDocumentPage *self, MwPanels *panels)
{
  *panels = (MwPanels) { .outline = gtk_widget_get_visible (self->outline),
                         .inspector = gtk_widget_get_visible (self->inspector),
                         .bottom = gtk_widget_get_visible (self->bottom),
                         .view = gtk_widget_get_visible (self->view),
                         .tab = gtk_notebook_get_current_page (GTK_NOTEBOOK (self->bottom)) };
  memcpy (panels->was_shown, self->was_shown, sizeof panels->was_shown);
}

void
mw_document_page_set_panels (MwDocumentPage *self, const MwPanels *panels)
{
  gtk_widget_set_visible (self->outline, panels->outline);
  gtk_widget_set_visible (self->inspector, panels->inspector);
  gtk_widget_set_visible (self->bottom, panels->bottom);
  mw_document_page_show_panel (self, "view", panels->view);
  gtk_notebook_set_current_page (GTK_NOTEBOOK (self->bottom), panels->tab);
  memcpy (self->was_shown, panels->was_shown, sizeof panels->was_shown);
}

static void tell_reading (MwDocumentPage *self);
static void tell_missing (MwDocumentPage *self);

/* --- Other programs ------------------------------------------------------------------------------------------------- */

gboolean
mw_document_page_commit_typing (MwDocumentPage *self, const char *what)
{
  GtkWidget *entry = mw_typed_text_commit (GTK_WIDGET (self));
  if (entry && what) {
    g_autofree char *text = g_strdup_printf (
      _ ("%s: what is typed in the marked field cannot be taken. Correct it, or press Escape there."), what);
    mw_document_page_show_message (self, text);
    say (self, what);
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
  /* Text that is typed and not committed would be lost, too. */
  return mw_document_is_clean (self->document) && !mw_document_is_open (self->document) && !self->saving
         && !mw_typed_text_find (GTK_WIDGET (self));
}

/* A model whose file was deleted is in no file, unless that comes back. */
static void
follow_loss (MwDocumentPage *self, gboolean gone)
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
  g_autoptr (GPtrArray) changes = mw_disk_watch_changes (self->watch), untold = mw_disk_watch_untold (self->watch);
  gboolean gone = mw_disk_changes_gone (changes);
  if (self->saving)
    return; /* it looks again when that is done */
  follow_loss (self, gone);
  if (changes->len == 0)
    mw_disk_watch_tell (self->watch, NULL);
  if (changes->len == 0 || untold->len == 0) {
    mw_changed_bar_hide (MW_CHANGED_BAR (self->changed));
    return;
  }
  if (!gone && !error && mw_document_page_is_untouched (self)) {
    g_signal_emit (self, signals[RELOAD], 0, FALSE);
    return;
  }
  g_autofree char *what = mw_disk_changes_text (changes, self->path), *text = NULL;
  if (gone)
    text = g_strdup_printf (_ ("%s The model is still open here; saving it writes the file again."), what);
  else if (error) {
    g_autofree char *why = mw_error_describe (error, NULL);
    text = g_strdup_printf (_ ("%s It cannot be read now: %s"), what, why);
  } else
    text = g_strdup_printf (_ ("%s What you changed here is not saved yet."), what);
  mw_changed_bar_show (MW_CHANGED_BAR (self->changed), text, !gone, !gone && !error);
}

static void
disk_looked (MwDiskWatch *watch, MwDocumentPage *self)
{
  mw_document_page_consider_disk (self, NULL);
}

/* What is open stays; the file holds something else, so that it is unsaved whatever is undone. */
static void
keep_mine (MwChangedBar *bar, MwDocumentPage *self)
{
  mw_disk_watch_tell (self->watch, NULL);
  self->lost = FALSE;
  mw_document_mark_unsaved (self->document);
  mw_changed_bar_hide (bar);
  say (self, _ ("What is open here is kept; saving it replaces the file."));
}

static void
reload_chosen (MwChangedBar *bar, MwDocumentPage *self)
{
  g_signal_emit (self, signals[RELOAD], 0, TRUE);
}

void
mw_document_page_set_reloading (MwDocumentPage *self, gboolean reloading)
{
  self->reloading = reloading;
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
  g_clear_pointer (&self->set, mw_file_set_free);
  self->set = g_steal_pointer (&loaded->set);
  g_clear_pointer (&self->reading, mw_report_free);
  self->reading = g_steal_pointer (&loaded->report);
  g_hash_table_remove_all (self->accepted);
  remember_wrong (self, loaded->wrong);
  self->lost = FALSE;
  mw_disk_watch_set_files (self->watch, self->set);
  mw_changed_bar_hide (MW_CHANGED_BAR (self->changed));
  if (self->companions)
    mw_companions_table_set_files (MW_COMPANIONS_TABLE (self->companions), self->set);
  mw_viewport_look_again (MW_VIEWPORT (self->viewport));
  mw_document_mark_clean (document, mw_document_get_generation (document));
  if (self->journal)
    mw_journal_read_again (self->journal, self->set);
  mw_error_bar_hide (MW_ERROR_BAR (self->notices));
  tell_reading (self);
  tell_missing (self);
  g_signal_emit (self, signals[STATE_CHANGED], 0);
  return TRUE;
}

void
mw_document_page_say (MwDocumentPage *self, const char *text)
{
  say (self, text);
}

static void
compare_chosen (MwChangedBar *bar, MwDocumentPage *self)
{
  g_signal_emit (self, signals[COMPARE], 0);
}

MwDiskWatch *
mw_document_page_get_watch (MwDocumentPage *self)
{
  return self->watch;
}

MwChangedBar *
mw_document_page_get_changed_bar (MwDocumentPage *self)
{
  return MW_CHANGED_BAR (self->changed);
}

static void
build_changed_bar (MwDocumentPage *self)
{
  self->changed = mw_changed_bar_new ();
  g_signal_connect (self->changed, "reload", G_CALLBACK (reload_chosen), self);
  g_signal_connect (self->changed, "keep", G_CALLBACK (keep_mine), self);
  g_signal_connect (self->changed, "compare", G_CALLBACK (compare_chosen), self);
  gtk_box_append (GTK_BOX (self), self->changed);
}

/* --- Companions ----------------------------------------------------------------------------------------------------- */

static void
companions_changed (MwCompanionsTable *table, gboolean anew, MwDocumentPage *self)
{
  if (anew)
    g_signal_emit (self, signals[RELOAD], 0, TRUE);
}

static void
companions_failed (MwCompanionsTable *table, const char *text, MwDocumentPage *self)
{
  mw_document_page_show_message (self, text);
}

/* A file that comes in is read together with the model, which is read anew for it. */
static gboolean
may_locate (MwCompanionsTable *table, MwDocumentPage *self)
{
  if (mw_document_is_clean (self->document) && !self->saving)
    return TRUE;
  mw_document_page_show_message (
    self, _ ("Save or undo the changes first: the model is read again together with the file that is found."));
  return FALSE;
}

static void
build_companions (MwDocumentPage *self)
{
  self->companions = mw_companions_table_new ();
  mw_companions_table_set_files (MW_COMPANIONS_TABLE (self->companions), self->set);
  g_signal_connect (self->companions, "changed", G_CALLBACK (companions_changed), self);
  g_signal_connect (self->companions, "failed", G_CALLBACK (companions_failed), self);
  g_signal_connect (self->companions, "locating", G_CALLBACK (may_locate), self);
}

MwCompanionsTable *
mw_document_page_get_companions (MwDocumentPage *self)
{
  return self->companions ? MW_COMPANIONS_TABLE (self->companions) : NULL;
}

static void
tell_missing (MwDocumentPage *self)
{
  g_autofree char *missing = self->companions ? mw_companions_missing (self->set) : NULL;
  if (!missing)
    return;
  g_autofree char *names = mw_companions_missing_names (self->set);
  g_autofree char *text = g_strdup_printf (_ ("%s. What belongs in them is kept and cannot be edited."), missing);
  mw_error_bar_show_notice (MW_ERROR_BAR (self->notices), text, names);
}

static void
build (MwDocumentPage *self)
{
  build_changed_bar (self);
  self->notices = mw_error_bar_new ();
  gtk_box_append (GTK_BOX (self), self->notices);
  self->errors = mw_error_bar_new ();
  gtk_box_append (GTK_BOX (self), self->errors);
  self->outline = mw_outline_new (self->document);
  gtk_widget_set_size_request (self->outline, mw_panel_least (MW_PANEL_LEFT), -1);
  self->inspector = mw_inspector_new (self->document);
  gtk_widget_set_size_request (self->inspector, mw_panel_least (MW_PANEL_RIGHT), -1);
  self->sequences = mw_sequences_table_new (self->document);
  self->history = mw_history_view_new (self->document);
  if (mw_document_get_format (self->document).family == MW_FAMILY_M2)
    build_companions (self);
  self->bottom = gtk_notebook_new ();
  gtk_widget_add_css_class (self->bottom, "bottom-panel");
  gtk_notebook_append_page (GTK_NOTEBOOK (self->bottom), self->sequences, gtk_label_new (_ ("Sequences")));
  gtk_notebook_append_page (GTK_NOTEBOOK (self->bottom), self->history, gtk_label_new (_ ("History")));
  if (self->companions)
    gtk_notebook_append_page (GTK_NOTEBOOK (self->bottom), self->companions, gtk_label_new (_ ("Companions")));
  self->viewport = mw_viewport_new (self->document, self->path);
  self->time_bar = mw_time_bar_new (self->document);
  self->view = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_vexpand (self->viewport, TRUE);
  gtk_box_append (GTK_BOX (self->view), self->viewport);
  self->right_pane = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child (GTK_PANED (self->right_pane), self->view);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->right_pane), FALSE);
  gtk_paned_set_end_child (GTK_PANED (self->right_pane), self->inspector);
  gtk_paned_set_resize_end_child (GTK_PANED (self->right_pane), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->right_pane), FALSE);
  self->left_pane = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child (GTK_PANED (self->left_pane), self->outline);
  gtk_paned_set_resize_start_child (GTK_PANED (self->left_pane), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->left_pane), FALSE);
  gtk_paned_set_end_child (GTK_PANED (self->left_pane), self->right_pane);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->left_pane), FALSE);
  gtk_widget_set_vexpand (self->left_pane, TRUE);
  /* Time and tables have the whole width. */
  GtkWidget *above = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (above), self->left_pane);
  gtk_box_append (GTK_BOX (above), self->time_bar);
  self->middle = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_start_child (GTK_PANED (self->middle), above);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->middle), FALSE);
  gtk_paned_set_end_child (GTK_PANED (self->middle), self->bottom);
  gtk_paned_set_resize_end_child (GTK_PANED (self->middle), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->middle), FALSE);
  /* A thin handle takes the clicks meant for the tabs below it. */
  gtk_paned_set_wide_handle (GTK_PANED (self->middle), TRUE);
  gtk_widget_set_size_request (self->bottom, -1, mw_panel_least (MW_PANEL_BOTTOM));
  mw_panel_keep_size (GTK_PANED (self->left_pane), MW_PANEL_LEFT);
  mw_panel_keep_size (GTK_PANED (self->right_pane), MW_PANEL_RIGHT);
  mw_panel_keep_size (GTK_PANED (self->middle), MW_PANEL_BOTTOM);
  gtk_widget_set_vexpand (self->middle, TRUE);
  gtk_box_append (GTK_BOX (self), self->middle);
  g_signal_connect (self->outline, "refused", G_CALLBACK (refused), self);
  g_signal_connect (self->errors, "offer-taken", G_CALLBACK (offer_taken), self);
  g_signal_connect (self->time_bar, "clock-changed", G_CALLBACK (clock_changed), self);
  g_signal_connect_swapped (self->sequences, "picked", G_CALLBACK (mw_time_bar_play_sequence), self->time_bar);
}

static void
mw_document_page_dispose (GObject *object)
{
  MwDocumentPage *self = MW_DOCUMENT_PAGE (object);
  mw_document_page_end_journal (self);
  mw_disconnect (self->document, self);
  mw_disconnect (self->watch, self);
  if (self->watch)
    mw_disk_watch_set_files (self->watch, NULL);
  g_clear_pointer (&self->bottom, mw_notebook_clear);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->watch);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_document_page_parent_class)->dispose (object);
}

static void
mw_document_page_finalize (GObject *object)
{
  MwDocumentPage *self = MW_DOCUMENT_PAGE (object);
  g_free (self->path);
  g_clear_pointer (&self->set, mw_file_set_free);
  g_clear_pointer (&self->reading, mw_report_free);
  g_hash_table_unref (self->accepted);
  g_hash_table_unref (self->known);
  g_free (self->status);
  G_OBJECT_CLASS (mw_document_page_parent_class)->finalize (object);
}

static void
mw_document_page_class_init (MwDocumentPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_document_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_document_page_finalize;
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.play", NULL, play);
  signals[STATE_CHANGED] = g_signal_new ("state-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 0);
  signals[STATUS] = g_signal_new ("status", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[REMOVED] = g_signal_new ("removed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[COMPARE] = g_signal_new ("compare", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[RELOAD] = g_signal_new ("reload", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
mw_document_page_init (MwDocumentPage *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->accepted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* What the text had that the model has not. */
static void
tell_reading (MwDocumentPage *self)
{
  g_autofree char *summary = mw_report_summary (self->reading), *name = mw_document_page_get_name (self);
  if (!summary)
    return;
  g_autofree char *lines = mw_report_lines (self->reading, FALSE);
  g_autofree char *text = g_strdup_printf (
    mw_report_leaves_out (self->reading) ? _ ("%s: %s. A saved file is without them.") : "%s: %s.", name, summary);
  mw_error_bar_show_notice (MW_ERROR_BAR (self->notices), text, lines);
}

GtkWidget *
mw_document_page_new (MwLoaded *loaded)
{
  MwDocumentPage *self = g_object_new (MW_TYPE_DOCUMENT_PAGE, NULL);
  self->document = loaded->recovered ? g_object_ref (loaded->recovered->document)
                                     : mw_document_new (g_steal_pointer (&loaded->model), loaded->format);
  self->path = g_strdup (loaded->path);
  self->set = g_steal_pointer (&loaded->set);
  self->reading = g_steal_pointer (&loaded->report);
  remember_wrong (self, loaded->wrong);
  build (self);
  self->watch = mw_disk_watch_new ();
  mw_disk_watch_set_files (self->watch, self->set);
  g_signal_connect (self->watch, "looked", G_CALLBACK (disk_looked), self);
  tell_reading (self);
  tell_missing (self);
  begin_journal (self, loaded->recovered);
  g_signal_connect (self->document, "history-changed", G_CALLBACK (history_changed), self);
  g_signal_connect (self->document, "changed", G_CALLBACK (document_changed), self);
  g_signal_connect_swapped (self->document, "selection-changed", G_CALLBACK (describe_selection), self);
  return GTK_WIDGET (self);
}
