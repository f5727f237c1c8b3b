/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/shown-tileset.h"
#include "core/model/tilesets.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

struct _MwShownTileset {
  GtkBox parent_instance;
  GtkWidget *chooser; /* rows: none, then all tilesets */
  MwShown *chosen;    /* of the view; NULL: no model was set */
  gboolean filling;
  char *asked;    /* which files were looked for, and where; see is_needed() */
  gboolean found; /* any tileset has one of them */
};

G_DEFINE_FINAL_TYPE (MwShownTileset, mw_shown_tileset, GTK_TYPE_BOX)

static guint chosen_signal;

static void
row_chosen (MwShownTileset *self)
{
  guint n, at = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->chooser));
  const MwTileset *tilesets = mw_tilesets (&n);
  if (self->filling || !self->chosen || at > n)
    return;
  self->chosen->tileset = at ? tilesets[at - 1].letter : 0;
  g_signal_emit (self, chosen_signal, 0);
}

/* Whether a tileset has a file of its own for a texture. That is looked for in many folders, and only again if the textures or the places
 * have changed, because this is asked after each edit that adds or removes something. */
static gboolean
has_files (MwShownTileset *self, const MwList *textures, const MwLookup *lookup)
{
  g_autoptr (GString) asked = g_string_new (NULL);
  g_string_append_printf (asked, "%u", mw_lookup_serial (lookup));
  for (guint i = 0; i < textures->n; i++) {
    const char *path = mw_texture_aspect (textures->items[i]).path;
    g_string_append_printf (asked, "\n%s", path ? path : "");
  }
  if (g_strcmp0 (asked->str, self->asked) == 0)
    return self->found;
  self->found = FALSE;
  for (guint i = 0; i < textures->n && !self->found; i++)
    self->found = mw_lookup_has_tilesets (lookup, mw_texture_aspect (textures->items[i]).path);
  g_free (self->asked);
  self->asked = g_string_free (g_steal_pointer (&asked), FALSE);
  return self->found;
}

/* Whether the tileset changes a texture. It also changes the light of an hour. */
static gboolean
is_needed (MwShownTileset *self, const MwModel *model, const MwLookup *lookup)
{
  const MwList *textures = mw_record_list (&model->record, mw_schema_part (model->record.schema, MW_PART_TEXTURES));
  for (guint i = 0; i < textures->n; i++) {
    MwTextureAspect look = mw_texture_aspect (textures->items[i]);
    if (mw_tileset_changes (&look))
      return TRUE;
  }
  return lookup && has_files (self, textures, lookup);
}

void
mw_shown_tileset_set_model (MwShownTileset *self, const MwModel *model, const MwLookup *lookup, MwShown *chosen)
{
  guint n, selected = 0;
  const MwTileset *tilesets = mw_tilesets (&n);
  for (guint i = 0; i < n; i++)
    selected = tilesets[i].letter == chosen->tileset ? i + 1 : selected;
  self->chosen = chosen;
  self->filling = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->chooser), selected);
  self->filling = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self), chosen->tileset || chosen->minute >= 0 || is_needed (self, model, lookup));
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
mw_shown_tileset_dispose (GObject *object)
{
  mw_box_clear (GTK_WIDGET (object));
  G_OBJECT_CLASS (mw_shown_tileset_parent_class)->dispose (object);
}

static void
mw_shown_tileset_finalize (GObject *object)
{
  g_free (MW_SHOWN_TILESET (object)->asked);
  G_OBJECT_CLASS (mw_shown_tileset_parent_class)->finalize (object);
}

static void
mw_shown_tileset_class_init (MwShownTilesetClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_shown_tileset_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_shown_tileset_finalize;
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
mw_shown_tileset_init (MwShownTileset *self)
{
  guint n;
  const MwTileset *tilesets = mw_tilesets (&n);
  g_autoptr (GtkStringList) rows = gtk_string_list_new (NULL);
  GtkWidget *label = gtk_label_new (_ ("Tileset"));
  /* Translators: no tileset */
  gtk_string_list_append (rows, _ ("None"));
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (rows, tilesets[i].name);
  gtk_box_set_spacing (GTK_BOX (self), 12);
  self->chooser = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&rows)), NULL);
  mw_drop_down_keep_inside (GTK_DROP_DOWN (self->chooser));
  gtk_widget_set_hexpand (self->chooser, TRUE);
  gtk_widget_set_tooltip_text (
    self->chooser,
    _ (
      "The kind of map whose trees, cliffs, light and other files are shown; tilesets without files of their own change "
      "nothing"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chooser), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Tileset"), -1);
  g_signal_connect_object (self->chooser, "notify::selected", G_CALLBACK (row_chosen), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self), label);
  gtk_box_append (GTK_BOX (self), self->chooser);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
mw_shown_tileset_new (void)
{
  return g_object_new (MW_TYPE_SHOWN_TILESET, NULL);
}
