/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/document-page-private.h"
#include "core/convert/targets.h"
#include "core/edit/operations/geosets/mesh-list.h"
#include "core/model/aspects.h"
#include "ui/bytes/bytes-panel.h"
#include "ui/document/companions-table.h"
#include "ui/time/dope-sheet.h"
#include "ui/error-bar.h"
#include "ui/games/game-files.h"
#include "ui/document/history-view.h"
#include "ui/document/salvage-view.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/operations/operator-panel.h"
#include "ui/put-over.h"
#include "ui/window/panel-sizes.h"
#include "ui/document/removed-text.h"
#include "ui/outline/surfaces.h"
#include "ui/preferences/undo-memory.h"
#include "ui/text-encoding.h"
#include "ui/time/time-bar.h"
#include "ui/time/visibility-view.h"
#include "ui/viewport/viewport.h"
#include "ui/widgets.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (MwDocumentPage, mw_document_page, GTK_TYPE_BOX)

enum { STATE_CHANGED, STATUS, RELOAD, REMOVED, COMPARE, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- Name ----------------------------------------------------------------------------------------------------------- */

MwDocument *
mw_document_page_get_document (MwDocumentPage *self)
{
  return self->document;
}

const char *
mw_document_page_get_path (MwDocumentPage *self)
{
  return self->document ? mw_document_get_path (self->document) : NULL;
}

const MwOrigin *
mw_document_page_get_origin (MwDocumentPage *self)
{
  return self->origin;
}

char *
mw_document_page_get_name (MwDocumentPage *self)
{
  const char *path = mw_document_page_get_path (self);
  if (!path && self->broken)
    return mw_salvaged_name (self->broken);
  return self->origin ? g_strdup (mw_origin_base (self->origin))
         : path       ? g_path_get_basename (path)
                      : g_strdup (_ ("Untitled"));
}

const char *
mw_document_page_get_broken (MwDocumentPage *self)
{
  return self->broken;
}

char *
mw_document_page_get_format_title (MwDocumentPage *self)
{
  g_autofree char *title = mw_target_short_title (mw_document_get_format (self->document));
  return self->origin ? g_strdup_printf (_ ("%s · read-only, from %s"), title, self->origin->from)
                      : g_steal_pointer (&title);
}

/* --- Status --------------------------------------------------------------------------------------------------------- */

void
mw_document_page_say (MwDocumentPage *self, const char *text)
{
  self->describes_selection = FALSE;
  if (self->status != text) {
    g_free (self->status);
    self->status = g_strdup (text);
  }
  g_signal_emit (self, signals[STATUS], 0, text);
}

/* What is marked in the view: "12 of 340 vertices marked". FALSE: whole objects are selected there. */
static gboolean
describe_marks (MwDocumentPage *self)
{
  const MwMeshMarks *marks = self->viewport ? mw_viewport_get_marks (MW_VIEWPORT (self->viewport)) : NULL;
  guint of;
  if (!marks)
    return FALSE;
  const guint n = mw_mesh_marks_count (marks, &of);
  g_autofree char *marked = mw_ui_count (n), *all = mw_ui_count (of);
  g_autofree char *text = g_strdup_printf (marks->kind == MW_MARKS_FACES
                                             ? ngettext ("%s of %s face marked", "%s of %s faces marked", of)
                                             : ngettext ("%s of %s vertex marked", "%s of %s vertices marked", of),
                                           marked, all);
  mw_document_page_say (self, text);
  self->describes_selection = TRUE;
  return TRUE;
}

static void
describe_selection (MwDocumentPage *self)
{
  guint n;
  if (describe_marks (self))
    return;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  g_autoptr (GPtrArray) surfaces = mw_ui_whole_surfaces (self->document, ids, n);
  if (n == 0) {
    mw_document_page_say (self, "");
  } else if (n > 1 && surfaces && surfaces->len == 1) {
    const GPtrArray *surface = g_ptr_array_index (surfaces, 0);
    g_autofree char *title = mw_ui_surface_title (self->document, surface), *extent = mw_ui_surface_extent (surface);
    g_autofree char *text = g_strdup_printf ("%s · %s", title, extent);
    mw_document_page_say (self, text);
  } else if (n == 1) {
    const MwRecord *record = mw_model_find (mw_document_get_model (self->document), ids[0]);
    g_autofree char *path = record ? mw_record_path (record) : g_strdup ("");
    g_autofree char *title = record ? mw_ui_record_long_title (record) : g_strdup ("");
    g_autofree char *text = g_strdup_printf ("%s · %s", title, path);
    mw_document_page_say (self, text);
  } else {
    g_autofree char *text = g_strdup_printf (ngettext ("%u element selected", "%u elements selected", n), n);
    mw_document_page_say (self, text);
  }
  self->describes_selection = TRUE;
}

const char *
mw_document_page_get_status (MwDocumentPage *self)
{
  return self->status ? self->status : "";
}

/* Emits "removed" for a new step. Steps that are undone and redone are not new. */
static void
report_removed (MwDocumentPage *self)
{
  guint position = mw_document_get_position (self->document);
  const MwStep *step = position ? mw_document_get_step (self->document, position - 1) : NULL;
  if (!step || mw_step_get_serial (step) <= self->newest_step)
    return;
  self->newest_step = mw_step_get_serial (step);
  /* This step replaced the model by a fresh reading of the file: the user did not remove anything. */
  if (mw_step_is_verbatim (step))
    return;
  g_autofree char *text = mw_removed_text (self->document, step);
  if (text)
    g_signal_emit (self, signals[REMOVED], 0, text);
}

static void
undo_changed (MwDocumentPage *self)
{
  g_signal_emit (self, signals[STATE_CHANGED], 0);
}

static void
history_changed (MwDocument *document, MwDocumentPage *self)
{
  report_removed (self);
  g_signal_emit (self, signals[STATE_CHANGED], 0);
  const char *const *notices = mw_document_get_notices (document);
  if (notices && notices[0])
    mw_document_page_say (self, notices[0]);
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
applied (MwOutline *outline, const MwApplied *applied, MwDocumentPage *self)
{
  mw_operator_panel_show (MW_OPERATOR_PANEL (self->adjust), applied->operation, applied->ids, applied->n,
                          applied->params);
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

void
mw_document_page_show_message (MwDocumentPage *self, const char *message)
{
  mw_error_bar_show_message (MW_ERROR_BAR (self->errors), message);
}

static void
document_changed (MwDocument *document, MwChangeSet *set, MwDocumentPage *self)
{
  /* Drops messages only: an error of a save stays until the user closes it. */
  mw_error_bar_drop_messages (MW_ERROR_BAR (self->errors));
  if (self->describes_selection)
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
  gtk_widget_set_visible (self->time_bars, gtk_widget_get_visible (self->view));
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
  if (!self->source_view || !mw_source_view_is_shown (self->source_view))
    mw_viewport_set_clock (MW_VIEWPORT (self->viewport), clock);
  mw_inspector_set_clock (MW_INSPECTOR (self->inspector), clock);
  mw_dope_sheet_set_clock (MW_DOPE_SHEET (self->dope), clock);
  mw_sequences_table_set_playing (MW_SEQUENCES_TABLE (self->sequences), clock->rest ? 0 : clock->sequence);
  mw_visibility_view_set_clock (MW_VISIBILITY_VIEW (self->visibility), clock);
  mw_viewport_set_playing (MW_VIEWPORT (self->viewport), mw_time_bar_is_playing (bar));
  mw_inspector_set_playing (MW_INSPECTOR (self->inspector), mw_time_bar_is_playing (bar));
}

static void
play (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwDocumentPage *self = MW_DOCUMENT_PAGE (widget);
  if (self->source_view && mw_source_view_is_shown (self->source_view))
    mw_source_view_toggle (self->source_view);
  else
    mw_time_bar_toggle (MW_TIME_BAR (self->time_bar));
}

/* Shows a moment of a sequence: its id and ms from its start. */
static void
seek (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwId sequence;
  gint32 time;
  g_variant_get (parameter, "(ui)", &sequence, &time);
  mw_time_bar_seek (MW_TIME_BAR (MW_DOCUMENT_PAGE (widget)->time_bar), sequence, time);
}

/* Marks vertices of a mesh in the view: its id, and their numbers as operations take them ("0-15;40"). */
static void
mark_vertices (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwDocumentPage *self = MW_DOCUMENT_PAGE (widget);
  const MwModel *model = mw_document_get_model (self->document);
  MwMeshAspect mesh;
  MwId id;
  const char *list;
  g_variant_get (parameter, "(u&s)", &id, &list);
  const MwRecord *record = mw_model_find (model, id);
  g_autoptr (GPtrArray) flags = mw_mesh_list_flags (self->document, MW_MARKS_VERTICES, list, &id, 1, NULL);
  if (flags && record && self->viewport && *list && mw_aspects_of (model)->mesh (model, record, &mesh))
    mw_viewport_mark_vertices (MW_VIEWPORT (self->viewport), id, flags->pdata[0], mesh.vertices->n);
}

/* Shows the curves of a track in the dope sheet. */
static void
show_curve (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwDocumentPage *self = MW_DOCUMENT_PAGE (widget);
  mw_document_page_show_panel (self, "bottom", TRUE);
  gtk_notebook_set_current_page (GTK_NOTEBOOK (self->bottom),
                                 gtk_notebook_page_num (GTK_NOTEBOOK (self->bottom), self->dope));
  mw_dope_sheet_show_curve (MW_DOPE_SHEET (self->dope), g_variant_get_uint32 (parameter));
}

static void
pose (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_time_bar_set_posing (MW_TIME_BAR (MW_DOCUMENT_PAGE (widget)->time_bar), g_variant_get_boolean (parameter));
}

static void
copy_script (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_history_view_copy_script (MW_HISTORY_VIEW (MW_DOCUMENT_PAGE (widget)->history));
}

void
mw_document_page_get_panels (MwDocumentPage *self, MwPanels *panels)
{
  *panels = (MwPanels) { .outline = gtk_widget_get_visible (self->outline) || self->outline_hidden,
                         .inspector = gtk_widget_get_visible (self->inspector) || self->inspector_hidden,
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

/* --- A form beside the views ---------------------------------------------------------------------------------------- */

static void
set_editable (MwDocumentPage *self, gboolean editable)
{
  GtkWidget *const panels[] = { self->outline, self->inspector, self->bottom };
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    gtk_widget_set_sensitive (panels[i], editable);
}

static void
undock (MwDocumentPage *self)
{
  MwOperationForm *form = g_steal_pointer (&self->form);
  if (!form)
    return;
  mw_disconnect (form, self);
  g_clear_pointer (&self->source_view, mw_source_view_free);
  gtk_box_remove (GTK_BOX (self->across), GTK_WIDGET (form));
  set_editable (self, TRUE);
  if (self->outline_hidden)
    gtk_widget_set_visible (self->outline, TRUE);
  if (self->inspector_hidden)
    gtk_widget_set_visible (self->inspector, TRUE);
  self->outline_hidden = self->inspector_hidden = FALSE;
  if (gtk_widget_get_visible (self->outline))
    gtk_widget_grab_focus (GTK_WIDGET (mw_outline_get_view (MW_OUTLINE (self->outline))));
}

void
mw_document_page_close_form (MwDocumentPage *self)
{
  if (self->form)
    mw_operation_form_close (self->form);
}

void
mw_document_page_dock (MwDocumentPage *self, MwOperationForm *form)
{
  mw_document_page_close_form (self);
  self->form = form;
  /* Two views and the form need the width. */
  self->outline_hidden = gtk_widget_get_visible (self->outline);
  self->inspector_hidden = gtk_widget_get_visible (self->inspector);
  gtk_widget_set_visible (self->outline, FALSE);
  gtk_widget_set_visible (self->inspector, FALSE);
  set_editable (self, FALSE);
  gtk_box_append (GTK_BOX (self->across), GTK_WIDGET (form));
  self->source_view = mw_source_view_new (form, MW_VIEWPORT (self->viewport), self->time_bars,
                                          MW_TIME_BAR (self->time_bar));
  g_signal_connect_swapped (form, "closed", G_CALLBACK (undock), self);
  mw_operation_form_dock (form);
}

static gboolean
escape_pressed (GtkEventControllerKey *key, guint keyval, guint keycode, GdkModifierType state, MwDocumentPage *self)
{
  if (keyval != GDK_KEY_Escape || !self->form)
    return FALSE;
  mw_document_page_close_form (self);
  return TRUE;
}

/* --- Companions ----------------------------------------------------------------------------------------------------- */

static void
companions_changed (MwCompanionsTable *table, gboolean reload, MwDocumentPage *self)
{
  if (reload)
    g_signal_emit (self, signals[RELOAD], 0, TRUE);
}

static void
companions_failed (MwCompanionsTable *table, const char *text, MwDocumentPage *self)
{
  mw_document_page_show_message (self, text);
}

/* When a companion is added, the model is read again together with it. */
static gboolean
may_locate (MwCompanionsTable *table, MwDocumentPage *self)
{
  if (mw_document_is_clean (self->document) && !self->saving)
    return TRUE;
  mw_document_page_show_message (
    self, _ ("Save or undo your changes first, because the model is read again together with this file."));
  return FALSE;
}

void
mw_document_page_show_companions (MwDocumentPage *self)
{
  if (self->companions)
    mw_companions_table_set_files (MW_COMPANIONS_TABLE (self->companions), mw_document_get_files (self->document),
                                   mw_document_get_model (self->document), self->origin != NULL);
}

static void
build_companions (MwDocumentPage *self)
{
  self->companions = mw_companions_table_new ();
  mw_document_page_show_companions (self);
  g_signal_connect (self->companions, "changed", G_CALLBACK (companions_changed), self);
  g_signal_connect (self->companions, "failed", G_CALLBACK (companions_failed), self);
  g_signal_connect (self->companions, "locating", G_CALLBACK (may_locate), self);
  g_signal_connect (self->companions, "go", G_CALLBACK (mw_document_page_go_to), self);
}

static void
report_missing (MwDocumentPage *self)
{
  const MwFileSet *files = mw_document_get_files (self->document);
  g_autofree char *missing = self->companions ? mw_companions_missing (files) : NULL;
  if (!missing)
    return;
  g_autofree char *names = mw_companions_missing_names (files);
  g_autofree char *text = g_strdup_printf (_ ("%s. Their content is kept but cannot be edited."), missing);
  mw_error_bar_show_notice (MW_ERROR_BAR (self->notices), text, names);
}

static void
report_reading (MwDocumentPage *self)
{
  const MwReport *reading = mw_acknowledged_get_reading (self->acknowledged);
  g_autofree char *summary = mw_report_summary (reading), *name = mw_document_page_get_name (self);
  if (!summary)
    return;
  g_autofree char *lines = mw_report_lines (reading, FALSE);
  g_autofree char *text = g_strdup_printf (
    mw_report_leaves_out (reading) ? _ ("%s: %s. A saved file will not contain them.") : "%s: %s.", name, summary);
  mw_error_bar_show_notice (MW_ERROR_BAR (self->notices), text, lines);
}

static void
report_salvage (MwDocumentPage *self)
{
  g_autofree char *name = g_path_get_basename (self->broken), *summary = mw_salvage_summary (self->salvage);
  g_autofree char *text = g_strdup_printf (_ ("This is what could be read of %s. %s The tab Salvaged below lists it."),
                                           name, summary);
  mw_error_bar_show_notice (MW_ERROR_BAR (self->notices), text, NULL);
  mw_document_mark_unsaved (self->document);
}

void
mw_document_page_report_files (MwDocumentPage *self)
{
  report_reading (self);
  report_missing (self);
}

/* Shows the list at once. A notebook switches only where it is in a window. */
static void
show_tab (GtkWidget *notebook, GtkWidget *tab)
{
  g_signal_handlers_disconnect_by_func (notebook, show_tab, tab);
  gtk_notebook_set_current_page (GTK_NOTEBOOK (notebook), gtk_notebook_page_num (GTK_NOTEBOOK (notebook), tab));
}

static gboolean
get_shown (MwShownView *view, gpointer data)
{
  return mw_viewport_get_shown (MW_VIEWPORT (((MwDocumentPage *) data)->viewport), view);
}

/* The element that a byte belongs to is what the outline shows of its record: that of a key is what the track animates. */
static void
byte_picked (MwBytesPanel *bytes, guint id, const MwField *field, guint element, MwDocumentPage *self)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwRecord *record = mw_model_find (model, id), *shown = record;
  for (const MwRecord *at = record; at && at->owner; at = at->owner)
    if (mw_record_slot (at)->type == MW_TYPE_CHILD)
      shown = at->owner;
  guint n;
  const MwId *selected = mw_document_get_selection (self->document, &n);
  const guint wanted = shown && shown != &model->record; /* nothing selected is the model itself */
  if (n != wanted || (n && selected[0] != shown->id))
    mw_document_select (self->document, wanted ? &shown->id : NULL, wanted);
  mw_inspector_show_field (MW_INSPECTOR (self->inspector), id, field, element);
}

static GtkWidget *
get_stage (gpointer data)
{
  return mw_viewport_get_stage (MW_VIEWPORT (((MwDocumentPage *) data)->viewport));
}

static void
build (MwDocumentPage *self)
{
  self->banners = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_valign (self->banners, GTK_ALIGN_START);
  mw_document_page_build_changed_bar (self);
  self->notices = mw_error_bar_new ();
  gtk_box_append (GTK_BOX (self->banners), self->notices);
  self->errors = mw_error_bar_new ();
  gtk_box_append (GTK_BOX (self->banners), self->errors);
  self->outline = mw_outline_new (self->document);
  self->inspector = mw_inspector_new (self->document);
  self->sequences = mw_sequences_table_new (self->document);
  self->dope = mw_dope_sheet_new (self->document);
  self->visibility = mw_visibility_view_new (self->document);
  if (mw_io_has_companions (mw_document_get_model (self->document)->record.schema))
    build_companions (self);
  self->bytes = mw_bytes_panel_new (self->document);
  g_signal_connect_swapped (self->dope, "said", G_CALLBACK (mw_document_page_say), self);
  g_signal_connect_swapped (self->visibility, "said", G_CALLBACK (mw_document_page_say), self);
  g_signal_connect_swapped (self->bytes, "said", G_CALLBACK (mw_document_page_say), self);
  self->bottom = gtk_notebook_new ();
  gtk_widget_add_css_class (self->bottom, "bottom-panel");
  gtk_notebook_set_scrollable (GTK_NOTEBOOK (self->bottom), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bottom), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Bottom panel"), -1);
  gtk_notebook_append_page (GTK_NOTEBOOK (self->bottom), self->sequences, gtk_label_new (_ ("Sequences")));
  gtk_notebook_append_page (GTK_NOTEBOOK (self->bottom), self->dope, gtk_label_new (_ ("Dope Sheet")));
  GtkWidget *bars = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (bars), mw_dope_sheet_get_bar (MW_DOPE_SHEET (self->dope)));
  gtk_box_append (GTK_BOX (bars), mw_bytes_panel_get_bar (MW_BYTES_PANEL (self->bytes)));
  gtk_notebook_set_action_widget (GTK_NOTEBOOK (self->bottom), bars, GTK_PACK_END);
  gtk_notebook_append_page (GTK_NOTEBOOK (self->bottom), self->visibility, gtk_label_new (_ ("Visibility")));
  mw_document_page_build_problems (self);
  mw_document_page_build_history (self);
  if (self->salvage) {
    GtkWidget *list = mw_salvage_view_new (self->salvage, self->broken);
    gtk_notebook_append_page (GTK_NOTEBOOK (self->bottom), list, gtk_label_new (_ ("Salvaged")));
    g_signal_connect (self->bottom, "realize", G_CALLBACK (show_tab), list);
  }
  if (self->companions)
    gtk_notebook_append_page (GTK_NOTEBOOK (self->bottom), self->companions, gtk_label_new (_ ("Companions")));
  gtk_notebook_append_page (GTK_NOTEBOOK (self->bottom), self->bytes, gtk_label_new (_ ("Bytes")));
  MwPlaces *game = self->origin && !self->origin->archive ? self->origin->places : NULL;
  /* The images of a salvaged model are beside the broken file. */
  self->viewport = mw_viewport_new (self->document,
                                    game           ? self->origin->name
                                    : self->broken ? self->broken
                                                   : mw_document_get_path (self->document),
                                    game);
  mw_document_page_build_images (self);
  mw_document_page_build_checks (self);
  mw_outline_set_view_source (MW_OUTLINE (self->outline), get_shown, self);
  g_signal_connect_swapped (self->viewport, "marked", G_CALLBACK (describe_selection), self);
  g_signal_connect_swapped (self->viewport, "undo-changed", G_CALLBACK (undo_changed), self);
  g_signal_connect_swapped (self->viewport, "said", G_CALLBACK (mw_document_page_say), self);
  self->time_bar = mw_time_bar_new (self->document);
  self->view = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_vexpand (self->viewport, TRUE);
  self->adjust = mw_operator_panel_new (self->document);
  GtkWidget *overlay = gtk_overlay_new ();
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->viewport);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->adjust);
  gtk_box_append (GTK_BOX (self->view), overlay);
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
  /* The time bar and the tables have the full width. */
  GtkWidget *above = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (above), self->left_pane);
  self->time_bars = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->time_bars), self->time_bar);
  gtk_box_append (GTK_BOX (above), self->time_bars);
  self->middle = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_start_child (GTK_PANED (self->middle), above);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->middle), FALSE);
  gtk_paned_set_end_child (GTK_PANED (self->middle), self->bottom);
  gtk_paned_set_resize_end_child (GTK_PANED (self->middle), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->middle), FALSE);
  /* A thin handle takes clicks in an area larger than itself, which would cover the tabs below it. */
  gtk_paned_set_wide_handle (GTK_PANED (self->middle), TRUE);
  mw_panel_keep_size (GTK_PANED (self->left_pane), MW_PANEL_LEFT);
  mw_panel_keep_size (GTK_PANED (self->right_pane), MW_PANEL_RIGHT);
  mw_panel_keep_size (GTK_PANED (self->middle), MW_PANEL_BOTTOM);
  gtk_widget_set_vexpand (self->middle, TRUE);
  gtk_widget_set_hexpand (self->middle, TRUE);
  self->across = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->across), self->middle);
  GtkWidget *over = gtk_overlay_new ();
  gtk_overlay_set_child (GTK_OVERLAY (over), self->across);
  mw_put_over (GTK_OVERLAY (over), self->banners, get_stage, self);
  gtk_box_append (GTK_BOX (self), over);
  GtkEventController *key = gtk_event_controller_key_new ();
  g_signal_connect (key, "key-pressed", G_CALLBACK (escape_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
  g_signal_connect (self->outline, "refused", G_CALLBACK (refused), self);
  g_signal_connect (self->outline, "applied", G_CALLBACK (applied), self);
  g_signal_connect (self->errors, "offer-taken", G_CALLBACK (offer_taken), self);
  g_signal_connect (self->time_bar, "clock-changed", G_CALLBACK (clock_changed), self);
  g_signal_connect_swapped (self->dope, "seek", G_CALLBACK (mw_time_bar_seek), self->time_bar);
  g_signal_connect_swapped (self->visibility, "picked", G_CALLBACK (mw_time_bar_play_sequence), self->time_bar);
  g_signal_connect (self->bytes, "picked", G_CALLBACK (byte_picked), self);
  g_signal_connect_swapped (self->inspector, "pointed", G_CALLBACK (mw_bytes_panel_show_field), self->bytes);
  g_signal_connect_swapped (self->sequences, "picked", G_CALLBACK (mw_time_bar_play_sequence), self->time_bar);
}

static void
mw_document_page_dispose (GObject *object)
{
  MwDocumentPage *self = MW_DOCUMENT_PAGE (object);
  undock (self);
  mw_document_page_end_journal (self);
  mw_disconnect (self->document, self);
  mw_disconnect (self->watch, self);
  if (self->watch)
    mw_disk_watch_set_files (self->watch, NULL);
  g_clear_pointer (&self->bottom, mw_notebook_clear);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->watch);
  g_clear_object (&self->named);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_document_page_parent_class)->dispose (object);
}

static void
mw_document_page_finalize (GObject *object)
{
  MwDocumentPage *self = MW_DOCUMENT_PAGE (object);
  mw_acknowledged_free (self->acknowledged);
  mw_salvage_free (self->salvage);
  g_free (self->broken);
  mw_origin_free (self->origin);
  g_free (self->status);
  G_OBJECT_CLASS (mw_document_page_parent_class)->finalize (object);
}

static void
mw_document_page_class_init (MwDocumentPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_document_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_document_page_finalize;
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.play", NULL, play);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.pose", "b", pose);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.seek", "(ui)", seek);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.show-curve", "u", show_curve);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.mark-vertices", "(us)", mark_vertices);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.copy-script", NULL, copy_script);
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
}

/* Where a document was read from that was recovered, and not saved since. A game is looked for by its name, because the list of
 * games may have changed. */
static MwOrigin *
find_origin (const MwJournalOrigin *left)
{
  MwGame *game = left->archive ? NULL : mw_games_find (mw_game_files_list (), left->from);
  g_autoptr (MwPlaces) places = game ? mw_game_files_of (game) : NULL;
  return mw_origin_new (left->from, left->name, places, left->archive);
}

GtkWidget *
mw_document_page_new (MwLoaded *loaded)
{
  MwDocumentPage *self = g_object_new (MW_TYPE_DOCUMENT_PAGE, NULL);
  if (loaded->recovered) {
    self->document = g_object_ref (loaded->recovered->document);
  } else {
    self->document = mw_document_new (g_steal_pointer (&loaded->model), loaded->format);
    mw_document_set_files (self->document, g_steal_pointer (&loaded->set));
  }
  if (loaded->recovered && loaded->recovered->origin)
    self->origin = find_origin (loaded->recovered->origin);
  else
    self->origin = loaded->origin ? g_steal_pointer (&loaded->origin)
                                  : mw_origin_of_path (mw_document_get_path (self->document));
  self->salvage = g_steal_pointer (&loaded->salvage);
  self->broken = g_steal_pointer (&loaded->broken);
  self->acknowledged = mw_acknowledged_new (g_steal_pointer (&loaded->report), g_steal_pointer (&loaded->findings));
  mw_undo_memory_follow (self->document);
  mw_text_encoding_follow (self->document);
  build (self);
  mw_document_page_begin_watch (self);
  mw_document_page_report_files (self);
  if (self->salvage)
    report_salvage (self);
  mw_document_page_begin_journal (self, loaded->recovered);
  g_signal_connect (self->document, "history-changed", G_CALLBACK (history_changed), self);
  g_signal_connect (self->document, "changed", G_CALLBACK (document_changed), self);
  g_signal_connect_swapped (self->document, "selection-changed", G_CALLBACK (describe_selection), self);
  return GTK_WIDGET (self);
}
