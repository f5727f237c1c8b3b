/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/missing-textures.h"
#include "core/base/error.h"
#include "core/model/aspects.h"
#include "ui/i18n.h"
#include "ui/labels.h"

/* The most textures that the list names. */
enum { LISTED_MAX = 40 };

struct _MwMissingTextures {
  GtkBox parent_instance;
  GtkWidget *button, *text, *place, *list;
  GHashTable *failed; /* file name in the model -> reason */
};

G_DEFINE_FINAL_TYPE (MwMissingTextures, mw_missing_textures, GTK_TYPE_BOX)

static guint look_again_signal;

void
mw_missing_textures_note (MwMissingTextures *self, const char *file, const GError *error)
{
  if (error)
    g_hash_table_replace (self->failed, g_strdup (file),
                          g_error_matches (error, MW_ERROR, MW_ERROR_IO) ? NULL : g_strdup (error->message));
  else
    g_hash_table_remove (self->failed, file);
}

void
mw_missing_textures_clear (MwMissingTextures *self)
{
  g_hash_table_remove_all (self->failed);
}

void
mw_missing_textures_show (MwMissingTextures *self, const MwModel *model, const char *folder)
{
  g_autoptr (GString) list = g_string_new (NULL);
  g_autoptr (GHashTable) listed = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = 0;
  const MwField *field = mw_schema_part (model->record.schema, MW_PART_TEXTURES);
  const MwList *textures = mw_record_list (&model->record, field);
  for (guint i = 0; i < textures->n; i++) {
    const char *file = mw_texture_aspect (textures->items[i]).path;
    gpointer why;
    if (!file || !g_hash_table_lookup_extended (self->failed, file, NULL, &why)
        || !g_hash_table_add (listed, (gpointer) file) || ++n > LISTED_MAX)
      continue;
    g_autofree char *name = mw_ui_text (file);
    g_string_append_printf (list, "%s%s", list->len ? "\n" : "", name);
    if (why)
      g_string_append_printf (list, " – %s", (const char *) why);
  }
  if (n > LISTED_MAX)
    g_string_append_printf (list, _ ("\nand %u more"), n - LISTED_MAX);
  g_autofree char *text = g_strdup_printf (ngettext ("%u texture missing", "%u textures missing", n), n);
  g_autofree char *shown = mw_ui_text (folder);
  g_autofree char *place = folder ? g_strdup_printf (
                             _ ("Looked for in %s and the folders above it, with any texture extension:"), shown)
                                  : g_strdup (_ ("The model has not been saved yet, so there is no folder to search:"));
  gtk_label_set_text (GTK_LABEL (self->text), text);
  gtk_label_set_text (GTK_LABEL (self->place), place);
  gtk_label_set_text (GTK_LABEL (self->list), list->str);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  /* A popover must not outlive the button that it points to. */
  if (n == 0)
    gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

static void
again_clicked (GtkButton *button, MwMissingTextures *self)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  g_signal_emit (self, look_again_signal, 0);
}

static void
finalize (GObject *object)
{
  g_hash_table_unref (MW_MISSING_TEXTURES (object)->failed);
  G_OBJECT_CLASS (mw_missing_textures_parent_class)->finalize (object);
}

static void
mw_missing_textures_class_init (MwMissingTexturesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  look_again_signal = g_signal_new ("look-again", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
}

static GtkWidget *
left_label (gboolean selectable)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  gtk_label_set_selectable (GTK_LABEL (label), selectable);
  return label;
}

static void
mw_missing_textures_init (MwMissingTextures *self)
{
  self->failed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->text = gtk_label_new (NULL);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("dialog-warning-symbolic"));
  gtk_box_append (GTK_BOX (content), self->text);
  self->place = left_label (FALSE);
  gtk_widget_add_css_class (self->place, "dim-label");
  self->list = left_label (TRUE);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 300);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  GtkWidget *again = gtk_button_new_with_label (_ ("Look again"));
  gtk_widget_set_halign (again, GTK_ALIGN_END);
  g_signal_connect (again, "clicked", G_CALLBACK (again_clicked), self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *popover = gtk_popover_new ();
  gtk_box_append (GTK_BOX (box), self->place);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_box_append (GTK_BOX (box), again);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  self->button = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->button), content);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), popover);
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (self->button), GTK_ARROW_UP);
  gtk_widget_set_tooltip_text (self->button, _ ("Show which textures are missing and where they were looked for"));
  gtk_widget_add_css_class (self->button, "missing-textures");
  gtk_box_append (GTK_BOX (self), self->button);
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_START);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_END);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
mw_missing_textures_new (void)
{
  return g_object_new (MW_TYPE_MISSING_TEXTURES, NULL);
}
