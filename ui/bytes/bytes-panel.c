/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/bytes/bytes-panel.h"
#include "core/schema/byte-owner.h"
#include "core/schema/value.h"
#include "ui/bytes/bytes-view.h"
#include "ui/bytes/colours.h"
#include "ui/bytes/decoded.h"
#include "ui/bytes/needle.h"
#include "ui/document/offsets.h"
#include "ui/edit.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

#include <string.h>

struct _MwBytesPanel {
  GtkBox parent_instance;
  MwDocument *document;
  MwOffsetsWatch *watch;
  MwOffsets *offsets; /* NULL: none yet, or the document cannot be written */
  guint8 *colours;    /* of its map */
  guint part;         /* the file that is shown */
  MwId marked;        /* the value that was chosen elsewhere; 0: none */
  const MwField *marked_field;
  gboolean reveals; /* it is to be scrolled to when the bytes are there */
  gboolean picking; /* the selection follows the cursor, not the other way round */
  gboolean filling; /* the list of files is being filled */
  GtkWidget *bar, *files, *go_to, *find, *previous, *next, *differences;
  GtkWidget *stack, *view, *message, *place, *decoded;
};

G_DEFINE_FINAL_TYPE (MwBytesPanel, mw_bytes_panel, GTK_TYPE_BOX)

enum { PICKED, SAID, N_SIGNALS };
static guint signals[N_SIGNALS];

static MwBytesView *
view_of (MwBytesPanel *self)
{
  return MW_BYTES_VIEW (self->view);
}

static void
say (MwBytesPanel *self, const char *text)
{
  g_signal_emit (self, signals[SAID], 0, text);
}

/* --- The line below ------------------------------------------------------------------------------------------------- */

static const MwBytes *
owner_at_cursor (MwBytesPanel *self)
{
  return mw_byte_map_owner (mw_offsets_get_written (self->offsets)->map, self->part,
                            mw_bytes_view_get_cursor (view_of (self)));
}

/* What the bytes at the cursor are: "materials[0].layers[0].alpha = 0.5". Free with g_free(). */
static char *
describe_owner (MwBytesPanel *self, const MwBytes *owner)
{
  enum { VALUE_MAX = 60 };
  const MwModel *model = mw_document_get_model (self->document);
  const gsize at = mw_bytes_view_get_cursor (view_of (self));
  if (!owner)
    return g_strdup (_ ("between two arrays"));
  g_autofree char *path = mw_bytes_path_at (owner, model, at);
  const char *whose = *path ? path : _ ("the model");
  MwTarget target;
  switch (owner->kind) {
  case MW_BYTES_DERIVED:
    /* Translators: what a byte of a file is, and what it is computed from: "size, follows from sequences[0]" */
    return g_strdup_printf (_ ("%s, follows from %s"), owner->tag, whose);
  case MW_BYTES_FIXED:
    return g_strdup (*owner->tag ? owner->tag : _ ("always the same"));
  case MW_BYTES_NOTE:
    /* Translators: what a byte of a file is: a detail of the file that was read, and of which element */
    return g_strdup_printf (_ ("%s of %s, as it was in the file"), owner->tag, whose);
  case MW_BYTES_VALUE:
  default:
    break;
  }
  MwRecord *record = mw_model_find (model, owner->record);
  if (record && owner->field && owner->field->type == MW_TYPE_TEXT)
    target = mw_ui_target (record, owner->field);
  else if (!mw_bytes_target_at (owner, model, at, &target))
    return g_steal_pointer (&path);
  g_autofree char *value = mw_value_print (model, &target), *shown = mw_ui_text (value);
  return g_utf8_strlen (shown, -1) <= VALUE_MAX ? g_strdup_printf ("%s = %s", path, shown) : g_steal_pointer (&path);
}

static void
show_place (MwBytesPanel *self)
{
  gsize size, n;
  const guint8 *data = mw_bytes_view_get_data (view_of (self), &size);
  const gsize first = mw_bytes_view_get_chosen (view_of (self), &n);
  if (!self->offsets || !n) {
    gtk_label_set_text (GTK_LABEL (self->place), "");
    gtk_label_set_text (GTK_LABEL (self->decoded), "");
    return;
  }
  const guint line = mw_bytes_view_get_line (view_of (self));
  g_autofree char *what = describe_owner (self, owner_at_cursor (self)), *count = mw_ui_count (n);
  g_autofree char *where = line ? g_strdup_printf (_ ("line %u"), line)
                                : g_strdup_printf ("0x%" G_GSIZE_MODIFIER "X (%" G_GSIZE_FORMAT ")",
                                                   mw_bytes_view_get_cursor (view_of (self)),
                                                   mw_bytes_view_get_cursor (view_of (self)));
  /* Translators: a place in a file, how many bytes are chosen there, and what they are */
  g_autofree char *text = n == 1 ? g_strdup_printf ("%s · %s", where, what)
                                 : g_strdup_printf (ngettext ("%s, %s byte · %s", "%s, %s bytes · %s", (gulong) n),
                                                    where, count, what);
  g_autofree char *decoded = mw_bytes_decode (data + first, size - first);
  gtk_label_set_text (GTK_LABEL (self->place), text);
  gtk_label_set_text (GTK_LABEL (self->decoded), line ? "" : decoded);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/* --- Differences ---------------------------------------------------------------------------------------------------- */

static const GArray *
changes_of (MwBytesPanel *self)
{
  return self->offsets ? mw_offsets_get_written (self->offsets)->changes->pdata[self->part] : NULL;
}

static void
show_differences (MwBytesPanel *self)
{
  const GArray *changes = changes_of (self);
  const guint n = changes ? changes->len : 0;
  g_autofree char *count = mw_ui_count (n);
  g_autofree char *some = g_strdup_printf (ngettext ("%s difference", "%s differences", n), count);
  gtk_label_set_text (GTK_LABEL (self->differences), !self->offsets ? ""
                                                     : !changes     ? _ ("not on the disk yet")
                                                     : n            ? some
                                                                    : _ ("same as on the disk"));
  gtk_widget_set_sensitive (self->previous, n > 0);
  gtk_widget_set_sensitive (self->next, n > 0);
}

static void
go_to_difference (MwBytesPanel *self, gboolean forwards)
{
  const GArray *changes = changes_of (self);
  const gsize at = mw_bytes_view_get_cursor (view_of (self));
  if (!changes || !changes->len)
    return;
  guint i = 0;
  while (i < changes->len && g_array_index (changes, MwBytesChange, i).offset < at + forwards)
    i++;
  if (!forwards)
    i = i ? i - 1 : changes->len - 1;
  const MwBytesChange *change = &g_array_index (changes, MwBytesChange, i % changes->len);
  gsize size;
  mw_bytes_view_get_data (view_of (self), &size);
  if (size)
    mw_bytes_view_choose (view_of (self), MIN (change->offset, size - 1), change->size);
  g_autofree char *removed = mw_ui_count (change->removed), *now = mw_ui_count (change->size);
  /* Translators: how many bytes the file on the disk has at a place where the shown bytes differ, and how many are shown */
  g_autofree char *text = g_strdup_printf (_ ("On the disk %s bytes, here %s"), removed, now);
  say (self, text);
}

static void
previous_clicked (GtkButton *button, MwBytesPanel *self)
{
  go_to_difference (self, FALSE);
}

static void
next_clicked (GtkButton *button, MwBytesPanel *self)
{
  go_to_difference (self, TRUE);
}

/* --- Files ---------------------------------------------------------------------------------------------------------- */

static gboolean
is_text (MwBytesPanel *self)
{
  return mw_document_get_format (self->document).text;
}

static void
show_part (MwBytesPanel *self)
{
  MwWritten *written = self->offsets ? mw_offsets_get_written (self->offsets) : NULL;
  mw_bytes_view_set (view_of (self), written, self->part, is_text (self), self->colours);
  show_place (self);
  show_differences (self);
}

static void
file_chosen (GtkDropDown *files, GParamSpec *property, MwBytesPanel *self)
{
  const guint at = gtk_drop_down_get_selected (files);
  if (self->filling || !self->offsets || at >= mw_written_n_files (mw_offsets_get_written (self->offsets)))
    return;
  self->part = at;
  show_part (self);
}

/* Names the files: the main file as it is called on the disk, the others by the end of their names. */
static void
fill_files (MwBytesPanel *self)
{
  const MwWritten *written = mw_offsets_get_written (self->offsets);
  const char *path = mw_document_get_path (self->document);
  g_autofree char *name = path ? g_path_get_basename (path) : g_strdup (_ ("Model"));
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  for (guint i = 0; i < written->names->len; i++) {
    const char *suffix = written->names->pdata[i];
    g_autofree char *shown = mw_ui_text (i ? suffix : name);
    gtk_string_list_append (list, shown);
  }
  self->part = MIN (self->part, written->names->len - 1);
  self->filling = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->files), G_LIST_MODEL (list));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->files), self->part);
  gtk_widget_set_visible (self->files, written->names->len > 1);
  self->filling = FALSE;
}

/* --- The bytes ------------------------------------------------------------------------------------------------------ */

/* The bytes of what is marked: of a value all, of a record the first that is written. NULL: it has none. */
static const MwBytes *
find_marked (MwBytesPanel *self)
{
  guint n;
  if (self->marked_field)
    return mw_offsets_find (self->offsets, self->marked, self->marked_field, &n);
  const GArray *entries = mw_offsets_get_written (self->offsets)->map->entries;
  for (guint i = 0; i < entries->len; i++) {
    const MwBytes *bytes = &g_array_index (entries, MwBytes, i);
    if (bytes->record == self->marked)
      return bytes;
  }
  return NULL;
}

static void
reveal_marked (MwBytesPanel *self)
{
  mw_bytes_view_mark (view_of (self), self->marked, self->marked_field);
  if (!self->offsets || !self->reveals)
    return;
  self->reveals = FALSE;
  const MwBytes *found = self->marked ? find_marked (self) : NULL;
  if (!found)
    return;
  if (found->part != self->part)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->files), found->part);
  const uint64_t size = found->stride && found->count ? found->size / found->count : found->size;
  mw_bytes_view_choose (view_of (self), found->offset, self->marked_field ? size : 1);
}

static void
update_busy (MwBytesPanel *self)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY,
                               !self->watch || mw_offsets_watch_is_busy (self->watch), -1);
}

static void
found (MwOffsets *offsets, const GError *error, gpointer data)
{
  MwBytesPanel *self = data;
  MwOffsets *before = self->offsets;
  guint8 *colours = self->colours;
  self->offsets = offsets ? mw_offsets_ref (offsets) : NULL;
  self->colours = offsets ? mw_bytes_colours_of (mw_offsets_get_written (offsets)->map) : NULL;
  if (offsets)
    fill_files (self);
  show_part (self);
  reveal_marked (self);
  if (error) {
    g_autofree char *text = g_strdup_printf (_ ("A save of this model would fail: %s"), error->message);
    gtk_label_set_text (GTK_LABEL (self->message), text);
  }
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), offsets ? "bytes" : "message");
  g_clear_pointer (&before, mw_offsets_unref);
  g_free (colours);
  update_busy (self);
}

static void
show_marked (MwBytesPanel *self, MwId record, const MwField *field)
{
  self->marked = record;
  self->marked_field = field;
  self->reveals = record != 0;
  reveal_marked (self);
}

void
mw_bytes_panel_show_field (MwBytesPanel *self, MwId record, const MwField *field)
{
  show_marked (self, record, field);
}

static void
selection_changed (MwDocument *document, MwBytesPanel *self)
{
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  if (!self->picking)
    show_marked (self, n == 1 ? ids[0] : 0, NULL);
}

static void
document_changed (MwDocument *document, MwChangeSet *changes, MwBytesPanel *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update_busy (self);
}

/* --- The user ------------------------------------------------------------------------------------------------------- */

static void
moved (MwBytesView *view, MwBytesPanel *self)
{
  show_place (self);
}

static void
picked (MwBytesView *view, MwBytesPanel *self)
{
  const MwBytes *owner = self->offsets ? owner_at_cursor (self) : NULL;
  if (!owner || !owner->record || !mw_model_find (mw_document_get_model (self->document), owner->record)) {
    self->marked = 0;
    reveal_marked (self);
    return;
  }
  MwTarget target;
  const gboolean one = mw_bytes_target_at (owner, mw_document_get_model (self->document),
                                           mw_bytes_view_get_cursor (view), &target);
  self->marked = owner->record;
  self->marked_field = owner->kind == MW_BYTES_VALUE ? owner->field : NULL;
  self->reveals = FALSE;
  reveal_marked (self);
  self->picking = TRUE;
  g_signal_emit (self, signals[PICKED], 0, self->marked, self->marked_field, one ? target.first : 0);
  self->picking = FALSE;
}

static void
went_to (GtkEntry *entry, MwBytesPanel *self)
{
  gsize size, offset;
  mw_bytes_view_get_data (view_of (self), &size);
  const gboolean ok = mw_offset_from_text (gtk_editable_get_text (GTK_EDITABLE (entry)),
                                           mw_bytes_view_get_cursor (view_of (self)), size, &offset);
  mw_widget_set_css_class (GTK_WIDGET (entry), "error", !ok);
  if (!ok) {
    g_autofree char *count = mw_ui_count (size);
    g_autofree char *text = g_strdup_printf (_ ("Type an offset such as 1234, 0x4D2 or +16. The file has %s bytes."),
                                             count);
    say (self, text);
    return;
  }
  mw_bytes_view_choose (view_of (self), offset, 1);
  gtk_widget_grab_focus (self->view);
}

static void
find (MwBytesPanel *self, gboolean backwards)
{
  gsize size, length;
  gboolean hex;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->find));
  const guint8 *data = mw_bytes_view_get_data (view_of (self), &size);
  g_autoptr (GBytes) needle = is_text (self) ? g_bytes_new (text, strlen (text)) : mw_needle_new (text, &hex);
  if (is_text (self))
    hex = FALSE;
  if (!needle || !g_bytes_get_size (needle) || !data)
    return;
  length = g_bytes_get_size (needle);
  const gsize cursor = mw_bytes_view_get_cursor (view_of (self));
  const gsize at = mw_needle_find (needle, !hex, data, size, backwards ? cursor : cursor + 1, backwards);
  mw_widget_set_css_class (self->find, "error", at == G_MAXSIZE);
  if (at == G_MAXSIZE) {
    g_autofree char *said = g_strdup_printf (
      hex ? _ ("The bytes %s do not occur in this file.") : _ ("The text %s does not occur in this file."), text);
    say (self, said);
    return;
  }
  mw_bytes_view_choose (view_of (self), at, length);
}

static void
find_next (GtkWidget *entry, MwBytesPanel *self)
{
  find (self, FALSE);
}

static void
find_previous (GtkWidget *entry, MwBytesPanel *self)
{
  find (self, TRUE);
}

static void
find_stopped (GtkWidget *entry, MwBytesPanel *self)
{
  gtk_widget_grab_focus (self->view);
}

static void
focus_find (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_widget_grab_focus (MW_BYTES_PANEL (widget)->find);
}

static void
focus_go_to (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_widget_grab_focus (MW_BYTES_PANEL (widget)->go_to);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

GtkWidget *
mw_bytes_panel_get_bar (MwBytesPanel *self)
{
  return self->bar;
}

static void
map (GtkWidget *widget)
{
  MwBytesPanel *self = MW_BYTES_PANEL (widget);
  GTK_WIDGET_CLASS (mw_bytes_panel_parent_class)->map (widget);
  gtk_widget_set_visible (self->bar, TRUE);
  mw_offsets_watch_set_wanted (self->watch, TRUE);
  self->reveals = self->marked != 0;
  update_busy (self);
}

/* Nothing is kept for a panel that nobody sees. */
static void
unmap (GtkWidget *widget)
{
  MwBytesPanel *self = MW_BYTES_PANEL (widget);
  gtk_widget_set_visible (self->bar, FALSE);
  if (self->watch)
    mw_offsets_watch_set_wanted (self->watch, FALSE);
  g_clear_pointer (&self->offsets, mw_offsets_unref);
  show_part (self);
  g_clear_pointer (&self->colours, g_free);
  GTK_WIDGET_CLASS (mw_bytes_panel_parent_class)->unmap (widget);
}

static void
dispose (GObject *object)
{
  MwBytesPanel *self = MW_BYTES_PANEL (object);
  g_clear_pointer (&self->watch, mw_offsets_watch_free);
  mw_disconnect (self->document, self);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->bar);
  g_clear_object (&self->document);
  g_clear_pointer (&self->offsets, mw_offsets_unref);
  g_clear_pointer (&self->colours, g_free);
  G_OBJECT_CLASS (mw_bytes_panel_parent_class)->dispose (object);
}

static void
mw_bytes_panel_class_init (MwBytesPanelClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = dispose;
  widget->map = map;
  widget->unmap = unmap;
  gtk_widget_class_install_action (widget, "panel.find", NULL, focus_find);
  gtk_widget_class_install_action (widget, "bytes.go-to", NULL, focus_go_to);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_g, GDK_CONTROL_MASK, "bytes.go-to", NULL);
  signals[PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_POINTER, G_TYPE_UINT);
  signals[SAID] = g_signal_new ("said", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_STRING);
}

static void
mw_bytes_panel_init (MwBytesPanel *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}

static void
name (GtkWidget *widget, const char *label, const char *tooltip)
{
  gtk_widget_set_tooltip_text (widget, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static GtkWidget *
step_new (const char *icon, const char *label, GCallback clicked, MwBytesPanel *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  gtk_widget_add_css_class (button, "flat");
  name (button, label, label);
  g_signal_connect (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (self->bar), button);
  return button;
}

static void
build_bar (MwBytesPanel *self)
{
  self->bar = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  gtk_widget_add_css_class (self->bar, "sheet-bar");
  gtk_widget_add_css_class (self->bar, "bytes-bar");
  self->files = gtk_drop_down_new (NULL, NULL);
  gtk_widget_add_css_class (self->files, "small");
  name (self->files, _ ("File"), _ ("Which file of the model is shown"));
  self->go_to = gtk_entry_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (self->go_to), 9);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->go_to), 9);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->go_to), _ ("Offset"));
  name (self->go_to, _ ("Go to offset"), _ ("Go to an offset, such as 1234, 0x4D2 or +16 (Ctrl+G)"));
  self->find = gtk_search_entry_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (self->find), 12);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->find), 12);
  name (self->find, _ ("Find bytes or text"),
        _ ("Find bytes such as 4D 44 4C 58, or text; text of digits in quotes. Enter finds the next (Ctrl+F)"));
  self->differences = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->differences, "dim-label");
  gtk_widget_set_tooltip_text (self->differences, _ ("Where the bytes differ from the file on the disk"));
  gtk_box_append (GTK_BOX (self->bar), self->files);
  gtk_box_append (GTK_BOX (self->bar), self->differences);
  self->previous = step_new ("go-up-symbolic", _ ("Previous difference"), G_CALLBACK (previous_clicked), self);
  self->next = step_new ("go-down-symbolic", _ ("Next difference"), G_CALLBACK (next_clicked), self);
  gtk_box_append (GTK_BOX (self->bar), self->go_to);
  gtk_box_append (GTK_BOX (self->bar), self->find);
  gtk_widget_set_visible (self->bar, FALSE);
  g_signal_connect (self->files, "notify::selected", G_CALLBACK (file_chosen), self);
  g_signal_connect (self->go_to, "activate", G_CALLBACK (went_to), self);
  g_signal_connect (self->find, "activate", G_CALLBACK (find_next), self);
  g_signal_connect (self->find, "next-match", G_CALLBACK (find_next), self);
  g_signal_connect (self->find, "previous-match", G_CALLBACK (find_previous), self);
  g_signal_connect (self->find, "stop-search", G_CALLBACK (find_stopped), self);
}

static void
build_line (MwBytesPanel *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_add_css_class (line, "bytes-line");
  self->place = gtk_label_new (NULL);
  self->decoded = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->place), 0);
  mw_label_ellipsize (self->place, PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (self->place, TRUE);
  mw_label_ellipsize (self->decoded, PANGO_ELLIPSIZE_END);
  gtk_label_set_selectable (GTK_LABEL (self->decoded), TRUE);
  gtk_widget_set_focusable (self->decoded, FALSE);
  gtk_widget_add_css_class (self->decoded, "numeric");
  GtkWidget *read_only = gtk_label_new (_ ("Read-only"));
  gtk_widget_add_css_class (read_only, "dim-label");
  gtk_widget_set_tooltip_text (
    read_only, _ ("These are the bytes that a save would write now. Values are edited in the inspector."));
  gtk_box_append (GTK_BOX (line), read_only);
  gtk_box_append (GTK_BOX (line), self->place);
  gtk_box_append (GTK_BOX (line), self->decoded);
  gtk_box_append (GTK_BOX (self), line);
}

GtkWidget *
mw_bytes_panel_new (MwDocument *document)
{
  MwBytesPanel *self = g_object_new (MW_TYPE_BYTES_PANEL, NULL);
  self->document = g_object_ref (document);
  self->watch = mw_offsets_watch_new (document, TRUE, found, self);
  build_bar (self);
  self->view = mw_bytes_view_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (box), self->view);
  gtk_box_append (GTK_BOX (box),
                  gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, mw_bytes_view_get_adjustment (view_of (self))));
  self->message = gtk_label_new (_ ("The file is being written in memory…"));
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_widget_add_css_class (self->message, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), self->message, "message");
  gtk_stack_add_named (GTK_STACK (self->stack), box, "bytes");
  gtk_box_append (GTK_BOX (self), self->stack);
  build_line (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Bytes"), -1);
  g_signal_connect (self->view, "moved", G_CALLBACK (moved), self);
  g_signal_connect (self->view, "picked", G_CALLBACK (picked), self);
  g_signal_connect_swapped (self->view, "said", G_CALLBACK (say), self);
  g_signal_connect (document, "selection-changed", G_CALLBACK (selection_changed), self);
  g_signal_connect (document, "changed", G_CALLBACK (document_changed), self);
  return GTK_WIDGET (self);
}
