/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/error-bar.h"
#include "core/base/error.h"
#include "ui/banner.h"
#include "ui/i18n.h"
#include "ui/document/loss-dialog.h"
#include "ui/widgets.h"

struct _MwErrorBar {
  GtkBox parent_instance;
  GtkWidget *bar, *earlier, *lines, *more, *copy, *offer;
  GPtrArray *entries; /* Entry, newest last */
};

/* A message that was shown and not dismissed yet. */
typedef struct {
  GtkMessageType type;
  char *text;
  char *lines;   /* shown below the text, or NULL */
  char *details; /* what Copy Details copies, or NULL */
  char *offer;   /* the label of the button with the remedy, or NULL */
  char *about;   /* what the offer is about, or NULL */
  gboolean passing;
} Entry;

/* The most messages that are kept. */
enum { ENTRIES_MAX = 20 };

static void
entry_free (gpointer data)
{
  Entry *entry = data;
  g_free (entry->text);
  g_free (entry->lines);
  g_free (entry->details);
  g_free (entry->offer);
  g_free (entry->about);
  g_free (entry);
}

G_DEFINE_FINAL_TYPE (MwErrorBar, mw_error_bar, GTK_TYPE_BOX)

static Entry *
newest (MwErrorBar *self)
{
  return self->entries->len ? g_ptr_array_index (self->entries, self->entries->len - 1) : NULL;
}

/* The details of all messages, newest first. Free with g_free(). */
static char *
all_details (MwErrorBar *self)
{
  GString *text = g_string_new (NULL);
  for (guint i = self->entries->len; i-- > 0;) {
    const Entry *entry = g_ptr_array_index (self->entries, i);
    g_string_append_printf (text, "%s%s", text->len ? "\n\n" : "", entry->details ? entry->details : entry->text);
  }
  return g_string_free (text, FALSE);
}

enum { RESPONSE_OFFER = 1 };
static guint offer_taken_signal;

static void
responded (GtkInfoBar *bar, int response, MwErrorBar *self)
{
  if (response == RESPONSE_OFFER)
    g_signal_emit (self, offer_taken_signal, 0);
  g_autofree char *details = all_details (self);
  if (response == GTK_RESPONSE_CLOSE)
    mw_error_bar_hide (self);
  else if (response == GTK_RESPONSE_HELP)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), details);
}

static void
more_toggled (GtkToggleButton *button, MwErrorBar *self)
{
  gtk_widget_set_visible (self->lines, gtk_toggle_button_get_active (button));
}

static void
finalize (GObject *object)
{
  g_ptr_array_unref (MW_ERROR_BAR (object)->entries);
  G_OBJECT_CLASS (mw_error_bar_parent_class)->finalize (object);
}

static void
mw_error_bar_class_init (MwErrorBarClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  offer_taken_signal = g_signal_new ("offer-taken", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);
}

static void
mw_error_bar_init (MwErrorBar *self)
{
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  GtkWidget *message;
  self->bar = mw_banner_new (&message);
  gtk_info_bar_set_show_close_button (GTK_INFO_BAR (self->bar), TRUE);
  self->lines = mw_lines_view_new (_ ("Details"));
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->lines), 200);
  gtk_widget_set_visible (self->lines, FALSE);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->earlier = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->earlier), 0);
  gtk_widget_add_css_class (self->earlier, "caption");
  gtk_box_append (GTK_BOX (box), message);
  gtk_box_append (GTK_BOX (box), self->earlier);
  gtk_box_append (GTK_BOX (box), self->lines);
  gtk_info_bar_add_child (GTK_INFO_BAR (self->bar), box);
  self->offer = gtk_info_bar_add_button (GTK_INFO_BAR (self->bar), "", RESPONSE_OFFER);
  gtk_button_set_use_underline (GTK_BUTTON (self->offer), TRUE);
  gtk_widget_set_visible (self->offer, FALSE);
  self->more = gtk_toggle_button_new_with_mnemonic (_ ("_Details"));
  g_signal_connect (self->more, "toggled", G_CALLBACK (more_toggled), self);
  gtk_info_bar_add_action_widget (GTK_INFO_BAR (self->bar), self->more, GTK_RESPONSE_NONE);
  self->copy = gtk_info_bar_add_button (GTK_INFO_BAR (self->bar), _ ("_Copy Details"), GTK_RESPONSE_HELP);
  g_signal_connect (self->bar, "response", G_CALLBACK (responded), self);
  /* Assistive technology would read a label with a mnemonic with its underscore. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->more), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Details"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->copy), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Copy Details"), -1);
  gtk_box_append (GTK_BOX (self), self->bar);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
mw_error_bar_new (void)
{
  return g_object_new (MW_TYPE_ERROR_BAR, NULL);
}

/* The lines of the newest message, then the earlier messages. Free with g_free(). */
static char *
lines_of (MwErrorBar *self)
{
  GString *lines = g_string_new (newest (self)->lines);
  for (guint i = self->entries->len - 1; i-- > 0;) {
    const Entry *entry = g_ptr_array_index (self->entries, i);
    if (lines->len)
      g_string_append (lines, g_str_has_suffix (lines->str, "\n") ? "\n" : "\n\n");
    g_string_append_printf (lines, _ ("Earlier: %s"), entry->text);
    if (entry->lines)
      g_string_append_printf (lines, "\n%s", entry->lines);
  }
  return g_string_free (lines, FALSE);
}

static void
refresh (MwErrorBar *self)
{
  const Entry *entry = newest (self);
  gtk_widget_set_visible (GTK_WIDGET (self), entry != NULL);
  gtk_widget_set_visible (self->offer, entry && entry->offer);
  if (!entry) {
    gtk_info_bar_set_revealed (GTK_INFO_BAR (self->bar), FALSE);
    return;
  }
  guint earlier = self->entries->len - 1;
  g_autofree char *lines = lines_of (self);
  g_autofree char *count = g_strdup_printf (
    ngettext ("The details include %u earlier message.", "The details include %u earlier messages.", earlier), earlier);
  gtk_label_set_text (GTK_LABEL (self->earlier), count);
  gtk_widget_set_visible (self->earlier, earlier > 0);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->more), FALSE);
  gtk_widget_set_visible (self->more, *lines != '\0');
  gtk_widget_set_visible (self->copy, entry->details || earlier);
  if (entry->offer)
    gtk_button_set_label (GTK_BUTTON (self->offer), entry->offer);
  mw_lines_view_set_text (self->lines, lines);
  mw_banner_show (self->bar, entry->type, entry->text);
}

/* Shows a message; an earlier entry with the same text is removed. Takes `details`; `lines` may be NULL. `passing`: see
 * mw_error_bar_drop_messages(). */
static void
show (MwErrorBar *self, GtkMessageType type, const char *text, const char *lines, char *details, gboolean passing)
{
  Entry *entry = g_new0 (Entry, 1);
  entry->type = type;
  entry->text = g_strdup (text);
  entry->lines = lines && *lines ? g_strdup (lines) : NULL;
  entry->details = details;
  entry->passing = passing;
  for (guint i = self->entries->len; i-- > 0;)
    if (g_str_equal (((Entry *) g_ptr_array_index (self->entries, i))->text, text))
      g_ptr_array_remove_index (self->entries, i);
  g_ptr_array_add (self->entries, entry);
  if (self->entries->len > ENTRIES_MAX)
    g_ptr_array_remove_index (self->entries, 0);
  refresh (self);
}

void
mw_error_bar_show_error (MwErrorBar *self, const char *what, const GError *error, const char *file)
{
  mw_error_bar_show_errors (self, what, error, file, NULL);
}

void
mw_error_bar_show_errors (MwErrorBar *self, const char *what, const GError *error, const char *file, const char *more)
{
  /* The text of a system error already names its file. */
  g_autofree char *described = mw_error_describe (error, g_strcmp0 (mw_error_path (error), file) == 0 ? NULL : file);
  g_autofree char *text = g_strdup_printf ("%s\n%s", what, described);
  show (self, GTK_MESSAGE_ERROR, text, more,
        g_strdup_printf ("Modelwright %s\n%s\n%s (%s)\n%s", MW_VERSION, what, described, mw_error_kind (error),
                         more ? more : ""),
        FALSE);
}

void
mw_error_bar_show_notice (MwErrorBar *self, const char *text, const char *lines)
{
  show (self, GTK_MESSAGE_WARNING, text, lines, g_strdup_printf ("%s\n%s", text, lines), FALSE);
}

void
mw_error_bar_show_message (MwErrorBar *self, const char *message)
{
  show (self, GTK_MESSAGE_ERROR, message, NULL, NULL, TRUE);
}

void
mw_error_bar_offer (MwErrorBar *self, const char *message, const char *label)
{
  mw_error_bar_show_message (self, message);
  mw_error_bar_add_offer (self, label, NULL);
}

void
mw_error_bar_add_offer (MwErrorBar *self, const char *label, const char *about)
{
  newest (self)->offer = g_strdup (label);
  newest (self)->about = g_strdup (about);
  refresh (self);
}

char *
mw_error_bar_take_offer (MwErrorBar *self)
{
  char *about = g_strdup (newest (self)->about);
  g_ptr_array_remove_index (self->entries, self->entries->len - 1);
  refresh (self);
  return about;
}

void
mw_error_bar_hide (MwErrorBar *self)
{
  g_ptr_array_set_size (self->entries, 0);
  refresh (self);
}

void
mw_error_bar_drop_messages (MwErrorBar *self)
{
  guint before = self->entries->len;
  for (guint i = before; i-- > 0;)
    if (((Entry *) g_ptr_array_index (self->entries, i))->passing)
      g_ptr_array_remove_index (self->entries, i);
  if (self->entries->len != before)
    refresh (self);
}
