/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/key-bar.h"
#include "core/edit/operations/tracks/keys.h"
#include "ui/i18n.h"
#include "ui/time/key-edit.h"
#include "ui/labels.h"
#include "ui/inspector/value-entry.h"
#include "ui/widgets.h"

struct _MwKeyBar {
  GtkBox parent_instance;
  MwDocument *document;
  GArray *tracks; /* MwId */
  guint at;
  gint32 time;
  gboolean limited; /* only keys from `start` to `end` are shown */
  gint32 start, end;
  GArray *shown;       /* indices of the shown keys in the first track */
  gint32 from, length; /* of the sequence whose time is shown; length 0: times are those of the file */
  GtkWidget *index, *previous, *next, *add, *append, *remove, *when, *error;
};

G_DEFINE_FINAL_TYPE (MwKeyBar, mw_key_bar, GTK_TYPE_BOX)

static guint picked_signal, seek_signal;

static const MwRecord *
first_track (MwKeyBar *self)
{
  return self->tracks->len
           ? mw_model_find (mw_document_get_model (self->document), g_array_index (self->tracks, MwId, 0))
           : NULL;
}

static void
look_for_keys (MwKeyBar *self)
{
  const MwRecord *track = first_track (self);
  guint n = track ? mw_ui_n_keys (track) : 0;
  g_array_set_size (self->shown, 0);
  for (guint i = 0; i < n; i++) {
    gint32 time = mw_ui_key_time (track, i);
    if (!self->limited || (time >= self->start && time <= self->end))
      g_array_append_val (self->shown, i);
  }
}

/* The position of the chosen key among the shown ones. */
static guint
number_of (MwKeyBar *self)
{
  guint number = 0;
  while (number + 1 < self->shown->len && g_array_index (self->shown, guint, number) < self->at)
    number++;
  return number;
}

static void
show_error (MwKeyBar *self, const char *message)
{
  gtk_label_set_text (GTK_LABEL (self->error), message ? message : "");
  gtk_widget_set_visible (self->error, message != NULL);
}

/* "433 / 1,000 ms": the time of the chosen key, from the start of its sequence. */
static void
show_time (MwKeyBar *self)
{
  const MwRecord *track = first_track (self);
  gboolean any = track && self->at < mw_ui_n_keys (track) && self->shown->len;
  gint64 time = any ? (gint64) mw_ui_key_time (track, self->at) - (self->length ? self->from : 0) : 0;
  g_autofree char *count = mw_ui_count ((guint64) ABS (time)), *length = mw_ui_count ((guint64) self->length),
                  *at = g_strconcat (time < 0 ? "-" : "", count, NULL);
  g_autofree char *text = self->length ? g_strdup_printf (_ ("%s / %s ms"), at, length)
                                       : g_strdup_printf (_ ("%s ms"), at);
  gtk_label_set_text (GTK_LABEL (self->when), any ? text : "");
  gtk_widget_set_visible (self->when, any);
}

void
mw_key_bar_refresh (MwKeyBar *self)
{
  look_for_keys (self);
  guint n = self->shown->len, number = number_of (self), at = n ? g_array_index (self->shown, guint, number) : 0;
  gboolean moved = at != self->at;
  self->at = at;
  g_autofree char *text = g_strdup_printf ("%u", number), *count = mw_ui_count (n);
  /* Translators: after the number of a key: "3 of 12" */
  g_autofree char *of = g_strdup_printf (_ ("of %s"), count);
  mw_value_entry_set_text (MW_VALUE_ENTRY (self->index), text);
  mw_value_entry_set_unit (MW_VALUE_ENTRY (self->index), of);
  gtk_widget_set_sensitive (self->index, n > 0);
  gtk_widget_set_sensitive (self->previous, number > 0);
  gtk_widget_set_sensitive (self->next, number + 1 < n);
  gtk_widget_set_sensitive (self->remove, n > 0);
  show_time (self);
  if (moved)
    g_signal_emit (self, picked_signal, 0, at);
}

static void
pick (MwKeyBar *self, guint index)
{
  self->at = index;
  mw_key_bar_refresh (self);
  g_signal_emit (self, picked_signal, 0, self->at);
}

void
mw_key_bar_set_tracks (MwKeyBar *self, const MwId *ids, guint n)
{
  gboolean other = n == 0 || self->tracks->len == 0 || g_array_index (self->tracks, MwId, 0) != ids[0];
  g_array_set_size (self->tracks, 0);
  if (n)
    g_array_append_vals (self->tracks, ids, n);
  show_error (self, NULL);
  if (other)
    pick (self, 0);
  else
    mw_key_bar_refresh (self);
}

void
mw_key_bar_set_time (MwKeyBar *self, gint32 time)
{
  self->time = time;
}

void
mw_key_bar_set_range (MwKeyBar *self, gboolean limited, gint32 start, gint32 end)
{
  if (self->limited == limited && (!limited || (self->start == start && self->end == end)))
    return;
  self->limited = limited;
  self->start = start;
  self->end = end;
  look_for_keys (self);
  pick (self, self->shown->len ? g_array_index (self->shown, guint, 0) : 0);
}

void
mw_key_bar_set_sequence (MwKeyBar *self, gint32 from, gint32 length)
{
  self->from = from;
  self->length = MAX (length, 0);
  show_time (self);
}

guint
mw_key_bar_get_n_shown (MwKeyBar *self)
{
  return self->shown->len;
}

guint
mw_key_bar_get_picked (MwKeyBar *self)
{
  return self->at;
}

/* The user chose a key. */
static void
pick_number (MwKeyBar *self, guint number)
{
  if (number >= self->shown->len)
    return;
  pick (self, g_array_index (self->shown, guint, number));
  if (first_track (self))
    g_signal_emit (self, seek_signal, 0, mw_ui_key_time (first_track (self), self->at));
}

/* --- Input ---------------------------------------------------------------------------------------------------------- */

static gboolean
index_commit (MwValueEntry *entry, const char *typed, MwKeyBar *self)
{
  guint64 index;
  guint n = self->shown->len;
  if (!n || !g_ascii_string_to_unsigned (typed, 10, 0, n - 1, &index, NULL)) {
    g_autofree char *reason = g_strdup_printf (_ ("Choose a key from 0 to %u"), n ? n - 1 : 0);
    show_error (self, reason);
    return FALSE;
  }
  show_error (self, NULL);
  pick_number (self, (guint) index);
  return TRUE;
}

static void
index_reverted (MwValueEntry *entry, MwKeyBar *self)
{
  show_error (self, NULL);
}

static void
previous_clicked (GtkButton *button, MwKeyBar *self)
{
  pick_number (self, number_of (self) - 1);
}

static void
next_clicked (GtkButton *button, MwKeyBar *self)
{
  pick_number (self, number_of (self) + 1);
}

static void
add_at (MwKeyBar *self, gint32 time)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwKeyBar) keep G_GNUC_UNUSED = g_object_ref (self);
  guint position = mw_document_get_position (self->document);
  if (!mw_ui_add_key (self->document, (const MwId *) self->tracks->data, self->tracks->len, time, &error)) {
    show_error (self, error->message);
    return;
  }
  gboolean added = mw_document_get_position (self->document) != position;
  show_error (self, added ? NULL : _ ("There is already a key at this time"));
  gint at = first_track (self) ? mw_key_find (first_track (self), time) : -1;
  if (at >= 0)
    pick (self, (guint) at);
}

static void
add_clicked (GtkButton *button, MwKeyBar *self)
{
  add_at (self, self->limited ? CLAMP (self->time, self->start, self->end) : self->time);
}

static void
append_clicked (GtkButton *button, MwKeyBar *self)
{
  const MwRecord *track = first_track (self);
  if (!track)
    return;
  /* The times may be out of order. */
  gint last = -1;
  for (guint i = 0; i < self->shown->len; i++) {
    guint at = g_array_index (self->shown, guint, i);
    if (last < 0 || mw_ui_key_time (track, at) >= mw_ui_key_time (track, (guint) last))
      last = (gint) at;
  }
  gint32 time = last >= 0 ? mw_ui_next_key_time (track, (guint) last) : self->limited ? self->start : 0;
  add_at (self, self->limited ? MIN (time, self->end) : time);
}

static void
remove_clicked (GtkButton *button, MwKeyBar *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwKeyBar) keep G_GNUC_UNUSED = g_object_ref (self);
  gboolean ok = mw_ui_remove_key (self->document, (const MwId *) self->tracks->data, self->tracks->len, self->at,
                                  &error);
  show_error (self, ok ? NULL : error->message);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
finalize (GObject *object)
{
  MwKeyBar *self = MW_KEY_BAR (object);
  g_array_unref (self->tracks);
  g_array_unref (self->shown);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_key_bar_parent_class)->finalize (object);
}

static void
mw_key_bar_class_init (MwKeyBarClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  picked_signal = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_UINT);
  seek_signal = g_signal_new ("seek", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                              G_TYPE_INT);
}

static GtkWidget *
add_button (MwKeyBar *self, GtkWidget *line, GtkWidget *button, const char *label, GCallback clicked)
{
  gtk_widget_add_css_class (button, "flat");
  mw_widget_set_tooltip (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (line), button);
  return button;
}

static void
mw_key_bar_init (MwKeyBar *self)
{
  self->tracks = g_array_new (FALSE, FALSE, sizeof (MwId));
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "field-row");
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *label = gtk_label_new (_ ("Key"));
  gtk_widget_set_margin_end (label, 6);
  gtk_box_append (GTK_BOX (line), label);
  self->index = mw_value_entry_new ("#", NULL);
  mw_value_entry_set_numeric (MW_VALUE_ENTRY (self->index), TRUE);
  mw_value_entry_set_label (MW_VALUE_ENTRY (self->index), _ ("Number of the key"));
  gtk_widget_set_hexpand (self->index, TRUE);
  g_signal_connect (self->index, "commit", G_CALLBACK (index_commit), self);
  g_signal_connect (self->index, "reverted", G_CALLBACK (index_reverted), self);
  gtk_box_append (GTK_BOX (line), self->index);
  self->previous = add_button (self, line, gtk_button_new_from_icon_name ("go-previous-symbolic"), _ ("Previous key"),
                               G_CALLBACK (previous_clicked));
  self->next = add_button (self, line, gtk_button_new_from_icon_name ("go-next-symbolic"), _ ("Next key"),
                           G_CALLBACK (next_clicked));
  self->add = add_button (self, line, gtk_button_new_from_icon_name ("list-add-symbolic"),
                          _ ("Add a key at the time shown"), G_CALLBACK (add_clicked));
  /* Translators: on the button that adds a key after the last one */
  self->append = add_button (self, line, gtk_button_new_with_label (_ ("+ End")), _ ("Add a key after the last"),
                             G_CALLBACK (append_clicked));
  self->remove = add_button (self, line, gtk_button_new_from_icon_name ("list-remove-symbolic"), _ ("Remove this key"),
                             G_CALLBACK (remove_clicked));
  gtk_box_append (GTK_BOX (self), line);
  self->when = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->when), 0);
  gtk_widget_add_css_class (self->when, "dim-label");
  gtk_widget_add_css_class (self->when, "caption");
  gtk_widget_add_css_class (self->when, "numeric");
  gtk_box_append (GTK_BOX (self), self->when);
  self->error = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->error), 0);
  gtk_widget_add_css_class (self->error, "field-error");
  gtk_widget_set_visible (self->error, FALSE);
  gtk_box_append (GTK_BOX (self), self->error);
}

GtkWidget *
mw_key_bar_new (MwDocument *document)
{
  MwKeyBar *self = g_object_new (MW_TYPE_KEY_BAR, NULL);
  self->document = g_object_ref (document);
  return GTK_WIDGET (self);
}
