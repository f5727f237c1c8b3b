/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/start-page.h"
#include "ui/document/file-picture.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/places.h"
#include "ui/window/recent.h"

#include <string.h>

enum { RECENT_MAX = 10, PICTURE_SIDE = 56 };

struct _MwStartPage {
  GtkBox parent_instance;
  GtkWidget *recent_title, *recent, *samples_title, *samples;
  MwThumbnails *thumbnails;
};

G_DEFINE_FINAL_TYPE (MwStartPage, mw_start_page, GTK_TYPE_BOX)

static void
row_activated (GtkListBox *list, GtkListBoxRow *row, MwStartPage *self)
{
  const char *path = g_object_get_data (G_OBJECT (row), "path");
  /* A sample always plays; the user's own files follow the setting. */
  const char *action = GTK_WIDGET (list) == self->samples ? "win.play-path" : "win.open-path";
  gtk_widget_activate_action (GTK_WIDGET (self), action, "s", path);
}

static void
add_row (MwStartPage *self, GtkWidget *list, const char *path, const char *title, const char *below)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *name = gtk_label_new (title),
            *place = gtk_label_new (below), *picture = mw_file_picture_new (self->thumbnails, PICTURE_SIDE);
  mw_file_picture_set_address (MW_FILE_PICTURE (picture), path);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_xalign (GTK_LABEL (place), 0);
  mw_label_ellipsize (place, PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (place, "dim-label");
  gtk_widget_add_css_class (place, "caption");
  gtk_box_append (GTK_BOX (texts), name);
  gtk_box_append (GTK_BOX (texts), place);
  gtk_box_append (GTK_BOX (box), picture);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data_full (G_OBJECT (row), "path", g_strdup (path), g_free);
  gtk_list_box_append (GTK_LIST_BOX (list), row);
}

static void
fill_recent (MwStartPage *self)
{
  g_auto (GStrv) paths = mw_recent_list (RECENT_MAX);
  for (char **path = paths; *path; path++) {
    g_autofree char *name = g_filename_display_basename (*path), *folder = g_path_get_dirname (*path);
    g_autofree char *shown = g_filename_display_name (folder);
    add_row (self, self->recent, *path, name, shown);
  }
  gtk_widget_set_visible (self->recent_title, *paths != NULL);
  gtk_widget_set_visible (self->recent, *paths != NULL);
}

/* Titles of the samples that come with the program; others are listed by file name. */
static const struct {
  const char *file, *title, *below;
} known[] = {
  { "figure.mdx", N_ ("Figure"), N_ ("Walks and stands, with attachments, events and a camera") },
  { "effect.mdx", N_ ("Effect"), N_ ("Particles and a ribbon") },
  { "beetle.m2", N_ ("Beetle"), N_ ("A creature of World of Warcraft, with its skin profile beside it") },
  { "lantern.mdx", N_ ("Lantern"), N_ ("HD materials of Warcraft III: Reforged") },
  { "lantern-1000.mdx", N_ ("Lantern of 1.32"), N_ ("The same with HD materials of the first versions of Reforged") },
  { "banner.mdl", N_ ("Banner"), N_ ("A small model as MDL text that can also be read and edited by hand") },
  { "everything.mdx", N_ ("Everything"), N_ ("One element and one track of each kind") },
};

static int
by_rank (gconstpointer a, gconstpointer b)
{
  const char *names[2] = { *(const char *const *) a, *(const char *const *) b };
  guint rank[2] = { G_N_ELEMENTS (known), G_N_ELEMENTS (known) };
  for (guint side = 0; side < 2; side++)
    for (guint i = G_N_ELEMENTS (known); i-- > 0;)
      if (strcmp (known[i].file, names[side]) == 0)
        rank[side] = i;
  return rank[0] != rank[1] ? (int) rank[0] - (int) rank[1] : strcmp (names[0], names[1]);
}

static void
fill_samples (MwStartPage *self)
{
  g_autofree char *folder = mw_places_samples ();
  g_autoptr (GDir) dir = folder ? g_dir_open (folder, 0, NULL) : NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  while (dir && (name = g_dir_read_name (dir)))
    if (g_str_has_suffix (name, ".mdx") || g_str_has_suffix (name, ".mdl") || g_str_has_suffix (name, ".m2"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, by_rank);
  for (guint i = 0; i < names->len; i++) {
    name = g_ptr_array_index (names, i);
    const char *title = name, *below = name;
    for (guint k = 0; k < G_N_ELEMENTS (known); k++)
      if (strcmp (known[k].file, name) == 0) {
        title = gettext (known[k].title);
        below = gettext (known[k].below);
      }
    g_autofree char *path = g_build_filename (folder, name, NULL);
    add_row (self, self->samples, path, title, below);
  }
  gtk_widget_set_visible (self->samples_title, names->len > 0);
  gtk_widget_set_visible (self->samples, names->len > 0);
}

static void
clear (GtkWidget *list)
{
  GtkWidget *row;
  while ((row = gtk_widget_get_first_child (list)))
    gtk_list_box_remove (GTK_LIST_BOX (list), row);
}

void
mw_start_page_refresh (MwStartPage *self)
{
  clear (self->recent);
  clear (self->samples);
  mw_thumbnails_forget (self->thumbnails); /* a file may have been saved */
  fill_recent (self);
  fill_samples (self);
}

static void
clear_recent (MwStartPage *self)
{
  mw_recent_clear ();
  mw_start_page_refresh (self);
}

static void
mw_start_page_dispose (GObject *object)
{
  MwStartPage *self = MW_START_PAGE (object);
  g_clear_object (&self->thumbnails);
  G_OBJECT_CLASS (mw_start_page_parent_class)->dispose (object);
}

static void
mw_start_page_class_init (MwStartPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_start_page_dispose;
  g_type_ensure (GTK_TYPE_LIST_BOX);
  gtk_widget_class_set_template_from_resource (GTK_WIDGET_CLASS (klass), "/org/modelwright/Modelwright/start-page.ui");
  gtk_widget_class_bind_template_child (GTK_WIDGET_CLASS (klass), MwStartPage, recent_title);
  gtk_widget_class_bind_template_child (GTK_WIDGET_CLASS (klass), MwStartPage, recent);
  gtk_widget_class_bind_template_child (GTK_WIDGET_CLASS (klass), MwStartPage, samples_title);
  gtk_widget_class_bind_template_child (GTK_WIDGET_CLASS (klass), MwStartPage, samples);
  gtk_widget_class_bind_template_callback (GTK_WIDGET_CLASS (klass), row_activated);
  gtk_widget_class_bind_template_callback (GTK_WIDGET_CLASS (klass), clear_recent);
}

static void
mw_start_page_init (MwStartPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->thumbnails = mw_thumbnails_new_kept ();
  mw_start_page_refresh (self);
}

GtkWidget *
mw_start_page_new (void)
{
  mw_places_register_resources ();
  return g_object_new (MW_TYPE_START_PAGE, NULL);
}
