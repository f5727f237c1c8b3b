/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/bone-map-editor.h"
#include "core/edit/operations/transfer/bone-map.h"
#include "ui/edit.h"
#include "ui/ellipsis.h"
#include "ui/inspector/file-editor.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/operations/pick-list.h"
#include "ui/inspector/text-editor.h"
#include "ui/widgets.h"

#include <string.h>

struct _MwBoneMapEditor {
  MwFieldEditor parent_instance;
  GtkWidget *count, *unmatched, *load, *save, *scrolled, *grid;
  GtkWidget *popover, *targets; /* MwPickList: how it is matched by itself, none, all bones of the document */
  MwSourceReader *reader;       /* of the other model; or NULL */
  guint filled;                 /* serial of the model for which the targets were listed */
  GPtrArray *rows;              /* MwBoneRow; or NULL */
  GStrv names;                  /* of the targets, as pairs name them */
  guint picking;                /* the row of which the target is being chosen */
};

G_DEFINE_FINAL_TYPE (MwBoneMapEditor, mw_bone_map_editor, MW_TYPE_FIELD_EDITOR)

/* The first choices of the list, before the bones. */
enum { BY_ITSELF, LEFT_OUT, N_OTHERS };

static const char *
text_of (MwBoneMapEditor *self)
{
  const guint8 *at = mw_field_editor_get_value (MW_FIELD_EDITOR (self));
  const char *text = at ? *(char *const *) (gconstpointer) at : NULL;
  return text ? text : "";
}

static const char *
how_text (const MwBoneRow *row)
{
  static const char *const words[] = {
    [MW_MATCHED_NOT] = N_ ("not matched"),         [MW_MATCHED_BY_HAND] = N_ ("by hand"),
    [MW_MATCHED_BY_NAME] = N_ ("by name"),         [MW_MATCHED_BY_LIKE_NAME] = N_ ("by a similar name"),
    [MW_MATCHED_BY_KEY_BONE] = N_ ("by key bone"), [MW_MATCHED_BY_CRC] = N_ ("by name"),
    [MW_MATCHED_BY_PLACE] = N_ ("by place"),       [MW_MATCHED_BY_BONE] = N_ ("by bone"),
  };
  return row->how == MW_MATCHED_BY_HAND && !row->target ? _ ("left out") : mw_ui_label (words[row->how]);
}

static void
put (MwBoneMapEditor *self, const char *source, const char *target, guint rest)
{
  g_autofree char *text = mw_bone_map_put (text_of (self), source, target, rest);
  mw_text_editor_commit (MW_FIELD_EDITOR (self), text);
}

/* --- Rows ------------------------------------------------------------------------------------------------------------ */

static guint
row_of (gpointer widget)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), "row"));
}

static void
choose_target (GtkWidget *button, MwBoneMapEditor *self)
{
  graphene_rect_t bounds;
  self->picking = row_of (button);
  const MwBoneRow *row = g_ptr_array_index (self->rows, self->picking);
  guint marked = row->how == MW_MATCHED_BY_HAND ? LEFT_OUT : BY_ITSELF;
  for (guint i = 0; row->target && self->names[i]; i++)
    if (strcmp (self->names[i], row->target) == 0)
      marked = N_OTHERS + i;
  if (gtk_widget_compute_bounds (button, GTK_WIDGET (self), &bounds))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->popover),
                                 &(GdkRectangle) { (int) bounds.origin.x, (int) bounds.origin.y,
                                                   (int) bounds.size.width, (int) bounds.size.height });
  gtk_popover_popup (GTK_POPOVER (self->popover));
  mw_pick_list_begin (MW_PICK_LIST (self->targets), marked);
}

/* The table was made again: the widget of this type in the row, or else in the next one, gets the focus. Without rows the filter
 * gets it. */
static void
focus_row (MwBoneMapEditor *self, guint row, GType type)
{
  GtkWidget *best = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (self->grid); child; child = gtk_widget_get_next_sibling (child))
    if (G_TYPE_CHECK_INSTANCE_TYPE (child, type) && (!best || row_of (best) < row))
      best = child;
  gtk_widget_grab_focus (best ? best : self->unmatched);
}

static void
picked (MwPickList *list, guint index, MwBoneMapEditor *self)
{
  const MwBoneRow *row = g_ptr_array_index (self->rows, self->picking);
  g_autofree char *source = g_strdup (row->source), *target = index < N_OTHERS
                                                                ? g_strdup (index == LEFT_OUT ? "" : NULL)
                                                                : g_strdup (self->names[index - N_OTHERS]);
  const guint rest = row->rest;
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  put (self, source, target, rest);
  focus_row (self, self->picking, GTK_TYPE_BUTTON);
}

static void
rest_toggled (GtkCheckButton *check, MwBoneMapEditor *self)
{
  if (mw_field_editor_is_refreshing (MW_FIELD_EDITOR (self)))
    return;
  const guint at = row_of (check);
  const MwBoneRow *row = g_ptr_array_index (self->rows, at);
  g_autofree char *source = g_strdup (row->source), *target = g_strdup (row->target);
  put (self, source, target, gtk_check_button_get_active (check) ? 1 : 2);
  focus_row (self, at, GTK_TYPE_CHECK_BUTTON);
}

static GtkWidget *
label_new (const char *text, const char *css_class)
{
  enum { MOST_CHARS = 18 };
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  mw_label_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MOST_CHARS);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* Whether the parameters correct the rest pose of all bones. That is the switch of operations that have a map of bones. */
static gboolean
rest_of_all (MwBoneMapEditor *self)
{
  MwRecord *params = mw_field_editor_get_record (MW_FIELD_EDITOR (self));
  const MwField *field = mw_schema_field_of_role (params->schema, MW_ROLE_SWITCH, MW_TYPE_U8);
  return field && *(const guint8 *) mw_field_at (params, field);
}

static void
add_row (MwBoneMapEditor *self, guint i, int line)
{
  const MwBoneRow *row = g_ptr_array_index (self->rows, i);
  const gboolean loose = !row->target && row->how != MW_MATCHED_BY_HAND;
  GtkWidget *button = gtk_button_new (), *rest = gtk_check_button_new ();
  gtk_button_set_child (GTK_BUTTON (button), label_new (row->target ? row->target_title : _ ("None"), NULL));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_hexpand (button, TRUE);
  g_object_set_data (G_OBJECT (button), "row", GUINT_TO_POINTER (i));
  g_object_set_data (G_OBJECT (rest), "row", GUINT_TO_POINTER (i));
  g_autofree char *name = g_strdup_printf (_ ("Target of %s"), row->title),
                  *of = g_strdup_printf (_ ("Correct the rest pose of %s"), row->title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (rest), GTK_ACCESSIBLE_PROPERTY_LABEL, of, -1);
  gtk_widget_set_tooltip_text (rest, of);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (rest), row->rest ? row->rest == 1 : rest_of_all (self));
  gtk_widget_set_sensitive (rest, row->target != NULL);
  g_signal_connect (button, "clicked", G_CALLBACK (choose_target), self);
  g_signal_connect (rest, "toggled", G_CALLBACK (rest_toggled), self);
  gtk_grid_attach (GTK_GRID (self->grid), label_new (row->title, loose ? "warning" : NULL), 0, line, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), button, 1, line, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), label_new (how_text (row), loose ? "warning" : "dim-label"), 2, line, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), rest, 3, line, 1, 1);
}

static void
clear_grid (MwBoneMapEditor *self)
{
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child (self->grid)))
    gtk_grid_remove (GTK_GRID (self->grid), child);
}

static void
fill (MwBoneMapEditor *self)
{
  const gboolean some = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->unmatched));
  const char *const heads[] = { _ ("Source bone"), _ ("Bone of this model"), _ ("Matched"), _ ("Rest") };
  clear_grid (self);
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    gtk_grid_attach (GTK_GRID (self->grid), label_new (heads[i], "heading"), (int) i, 0, 1, 1);
  for (guint i = 0; self->rows && i < self->rows->len; i++) {
    const MwBoneRow *row = g_ptr_array_index (self->rows, i);
    if (!some || !row->target)
      add_row (self, i, (int) i + 1);
  }
}

/* --- The file and the text -------------------------------------------------------------------------------------------- */

static const MwTransferSource *
source_of (MwBoneMapEditor *self)
{
  return self->reader ? mw_source_reader_get (self->reader) : NULL;
}

static void
fill_targets (MwBoneMapEditor *self)
{
  g_auto (GStrv) titles = NULL;
  g_strfreev (self->names);
  self->names = mw_bone_map_targets (mw_field_editor_get_document (MW_FIELD_EDITOR (self)), &titles);
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  g_strv_builder_add_many (all, _ ("By itself"), _ ("None: leave it out"), NULL);
  g_strv_builder_addv (all, (const char **) titles);
  g_auto (GStrv) choices = g_strv_builder_end (all);
  mw_pick_list_set_names (MW_PICK_LIST (self->targets), (const char *const *) choices);
}

static void
refresh (MwFieldEditor *editor)
{
  MwBoneMapEditor *self = MW_BONE_MAP_EDITOR (editor);
  g_autoptr (GError) error = NULL;
  guint matched = 0;
  const MwTransferSource *source = source_of (self);
  const guint serial = self->reader ? mw_source_reader_get_serial (self->reader) : 0;
  if (serial != self->filled)
    fill_targets (self);
  self->filled = serial;
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  if (source)
    self->rows = mw_bone_map_rows (source, mw_field_editor_get_document (editor), text_of (self), &error);
  for (guint i = 0; self->rows && i < self->rows->len; i++)
    matched += ((const MwBoneRow *) g_ptr_array_index (self->rows, i))->target != NULL;
  g_autofree char *count = !source ? g_strdup (self->reader && mw_source_reader_is_reading (self->reader)
                                                 ? mw_source_reader_why (self->reader)
                                                 : _ ("No file is read"))
                           : error ? g_strdup (error->message)
                                   : g_strdup_printf (
                                     ngettext ("%u of %u bone matched", "%u of %u bones matched", self->rows->len),
                                     matched, self->rows->len);
  gtk_label_set_text (GTK_LABEL (self->count), count);
  gtk_widget_set_visible (self->scrolled, self->rows != NULL);
  gtk_widget_set_visible (self->unmatched, self->rows != NULL);
  gtk_widget_set_sensitive (self->save, *text_of (self) != '\0');
  fill (self);
}

void
mw_bone_map_editor_load (MwBoneMapEditor *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *pairs = mw_bone_map_load (path, &error);
  g_autofree char *why = error ? mw_ui_refusal (mw_field_editor_get_document (MW_FIELD_EDITOR (self)), error) : NULL;
  if (pairs)
    mw_text_editor_commit (MW_FIELD_EDITOR (self), pairs);
  else
    mw_field_editor_show_error (MW_FIELD_EDITOR (self), why);
}

void
mw_bone_map_editor_save (MwBoneMapEditor *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = mw_bone_map_print (text_of (self));
  gboolean ok = g_file_set_contents (path, text, -1, &error);
  mw_field_editor_show_error (MW_FIELD_EDITOR (self), ok ? NULL : error->message);
}

static void
loaded (gpointer self, const char *path)
{
  mw_bone_map_editor_load (self, path);
}

static void
saved (gpointer self, const char *path)
{
  mw_bone_map_editor_save (self, path);
}

static void
ask_file (GtkWidget *button, MwBoneMapEditor *self)
{
  const gboolean save = button == self->save;
  const MwTransferSource *source = source_of (self);
  g_autofree char *folder = source ? g_path_get_dirname (mw_transfer_source_path (source)) : NULL;
  mw_file_choose (GTK_WIDGET (self), save ? _ ("Save the Bone Map") : _ ("Load a Bone Map"),
                  save ? _ ("bones.txt") : NULL, folder, save ? saved : loaded, self);
}

/* --- The widget ------------------------------------------------------------------------------------------------------ */

static GtkWidget *
text_button (MwBoneMapEditor *self, const char *label)
{
  GtkWidget *button = gtk_button_new_with_label (label);
  g_signal_connect (button, "clicked", G_CALLBACK (ask_file), self);
  return button;
}

static void
build (MwFieldEditor *editor)
{
  enum { HEIGHT = 200, MARGIN = 6 };
  MwBoneMapEditor *self = MW_BONE_MAP_EDITOR (editor);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->count = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->count), 0);
  gtk_label_set_wrap (GTK_LABEL (self->count), TRUE);
  gtk_widget_add_css_class (self->count, "dim-label");
  self->unmatched = gtk_check_button_new_with_label (_ ("Only unmatched"));
  g_signal_connect_swapped (self->unmatched, "toggled", G_CALLBACK (fill), self);
  self->load = text_button (self, _ ("Load…"));
  self->save = text_button (self, _ ("Save…"));
  gtk_widget_set_hexpand (self->unmatched, TRUE);
  gtk_box_append (GTK_BOX (editor), self->count);
  gtk_box_append (GTK_BOX (line), self->unmatched);
  gtk_box_append (GTK_BOX (line), self->load);
  gtk_box_append (GTK_BOX (line), self->save);
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 8);
  gtk_widget_set_margin_start (self->grid, MARGIN);
  gtk_widget_set_margin_end (self->grid, MARGIN);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scrolled), HEIGHT);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->grid);
  gtk_box_append (GTK_BOX (editor), line);
  gtk_box_append (GTK_BOX (editor), self->scrolled);
  self->targets = mw_pick_list_new (_ ("Bones of this model"));
  g_signal_connect (self->targets, "picked", G_CALLBACK (picked), self);
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), self->targets);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
}

static void
dispose (GObject *object)
{
  MwBoneMapEditor *self = MW_BONE_MAP_EDITOR (object);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  G_OBJECT_CLASS (mw_bone_map_editor_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  MwBoneMapEditor *self = MW_BONE_MAP_EDITOR (object);
  g_clear_object (&self->reader);
  g_strfreev (self->names);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  G_OBJECT_CLASS (mw_bone_map_editor_parent_class)->finalize (object);
}

static void
mw_bone_map_editor_class_init (MwBoneMapEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_bone_map_editor_init (MwBoneMapEditor *self)
{}

void
mw_bone_map_editor_set_reader (MwBoneMapEditor *self, MwSourceReader *reader)
{
  g_set_object (&self->reader, reader);
}
