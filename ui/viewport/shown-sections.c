/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/shown-sections.h"
#include "core/pose/sections.h"
#include "core/schema/catalogue.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

struct _MwShownSections {
  GtkBox parent_instance;
  GtkWidget *grid;
  GArray *ids; /* the sections of the model; NULL: none was set */
  MwShown *chosen;
  GHashTable *base; /* see mw_shown_sections_set_base() */
};

G_DEFINE_FINAL_TYPE (MwShownSections, mw_shown_sections, GTK_TYPE_BOX)

static guint chosen_signal;

static char *
title_of (guint group)
{
  const MwCatalogueEntry *entry = mw_catalogue_entry (MW_CATALOGUE_GEOSET_GROUP, group);
  enum { HAIR = 0 }; /* the texture type Hair is chosen beside it */
  if (group == HAIR)
    return g_strdup (_ ("Hair mesh"));
  return entry ? g_strdup (mw_ui_label (entry->name.label)) : g_strdup_printf (_ ("Group %u"), group);
}

/* The variants of a group, in the order of the rows between "None" and "All". */
static GArray *
variants_of (MwShownSections *self, guint group)
{
  GArray *variants = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < self->ids->len; i++) {
    guint32 id = g_array_index (self->ids, guint32, i);
    guint variant = id % 100;
    if (id / 100 == group && id != 0)
      g_array_append_val (variants, variant);
  }
  return variants;
}

static guint
shown_variant (MwShownSections *self, guint group)
{
  gpointer value;
  if (g_hash_table_lookup_extended (self->chosen->sections, GUINT_TO_POINTER (group), NULL, &value))
    return GPOINTER_TO_UINT (value);
  if (self->base && g_hash_table_lookup_extended (self->base, GUINT_TO_POINTER (group), NULL, &value))
    return GPOINTER_TO_UINT (value);
  return mw_section_default (self->ids, group);
}

static void
row_chosen (GtkDropDown *chooser, GParamSpec *property, MwShownSections *self)
{
  guint group = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (chooser), "group")),
        at = gtk_drop_down_get_selected (chooser);
  g_autoptr (GArray) variants = variants_of (self, group);
  guint variant = at == 0 ? 0 : at > variants->len ? MW_SECTION_ALL : g_array_index (variants, guint, at - 1);
  g_hash_table_replace (self->chosen->sections, GUINT_TO_POINTER (group), GUINT_TO_POINTER (variant));
  g_signal_emit (self, chosen_signal, 0);
}

static void
add_chooser (MwShownSections *self, guint group, int row)
{
  g_autofree char *title = title_of (group);
  g_autoptr (GtkStringList) rows = gtk_string_list_new (NULL);
  g_autoptr (GArray) variants = variants_of (self, group);
  guint shown = shown_variant (self, group), selected = shown == MW_SECTION_ALL ? variants->len + 1 : 0;
  gtk_string_list_append (rows, _ ("None"));
  for (guint i = 0; i < variants->len; i++) {
    guint variant = g_array_index (variants, guint, i);
    g_autofree char *text = g_strdup_printf ("%u", variant);
    gtk_string_list_append (rows, text);
    selected = variant == shown ? i + 1 : selected;
  }
  gtk_string_list_append (rows, _ ("All"));
  GtkWidget *label = gtk_label_new (title);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  GtkWidget *chooser = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&rows)), NULL);
  mw_drop_down_keep_inside (GTK_DROP_DOWN (chooser));
  gtk_widget_set_hexpand (chooser, TRUE);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (chooser), selected);
  gtk_accessible_update_property (GTK_ACCESSIBLE (chooser), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data (G_OBJECT (chooser), "group", GUINT_TO_POINTER (group));
  g_signal_connect_object (chooser, "notify::selected", G_CALLBACK (row_chosen), self, 0);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), chooser, 1, row, 1, 1);
}

static void
make_choosers (MwShownSections *self)
{
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child (self->grid)))
    gtk_grid_remove (GTK_GRID (self->grid), child);
  int rows = 0;
  guint last = G_MAXUINT;
  for (guint i = 0; i < self->ids->len; i++) {
    guint32 id = g_array_index (self->ids, guint32, i);
    if (id != 0 && id / 100 != last)
      add_chooser (self, last = id / 100, rows++);
  }
  gtk_widget_set_visible (GTK_WIDGET (self), rows > 0);
}

void
mw_shown_sections_set_model (MwShownSections *self, const MwModel *model, MwShown *chosen)
{
  g_autoptr (GArray) was = self->ids;
  gboolean same = self->chosen == chosen;
  self->ids = mw_sections_list (model);
  self->chosen = chosen;
  /* After most changes of a model the choosers stay, and one that is open stays open. */
  if (same && was && was->len == self->ids->len
      && (!was->len || memcmp (was->data, self->ids->data, was->len * sizeof (guint32)) == 0))
    return;
  make_choosers (self);
}

void
mw_shown_sections_set_base (MwShownSections *self, GHashTable *base)
{
  if (base)
    g_hash_table_ref (base);
  g_clear_pointer (&self->base, g_hash_table_unref);
  self->base = base;
  if (self->ids)
    make_choosers (self);
}

static void
mw_shown_sections_dispose (GObject *object)
{
  mw_box_clear (GTK_WIDGET (object));
  G_OBJECT_CLASS (mw_shown_sections_parent_class)->dispose (object);
}

static void
mw_shown_sections_finalize (GObject *object)
{
  g_clear_pointer (&MW_SHOWN_SECTIONS (object)->ids, g_array_unref);
  g_clear_pointer (&MW_SHOWN_SECTIONS (object)->base, g_hash_table_unref);
  G_OBJECT_CLASS (mw_shown_sections_parent_class)->finalize (object);
}

static void
mw_shown_sections_class_init (MwShownSectionsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_shown_sections_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_shown_sections_finalize;
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
mw_shown_sections_init (MwShownSections *self)
{
  GtkWidget *title = gtk_label_new (_ ("Parts of the character"));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
  self->grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 12);
  gtk_box_append (GTK_BOX (self), title);
  gtk_box_append (GTK_BOX (self), self->grid);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
mw_shown_sections_new (void)
{
  return g_object_new (MW_TYPE_SHOWN_SECTIONS, NULL);
}
