/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/shown-textures.h"
#include "core/image/image.h"
#include "core/model/aspects.h"
#include "core/pose/sections.h"
#include "core/schema/catalogue.h"
#include "core/vfs/skins.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/viewport/shown-character.h"
#include "ui/viewport/shown-sections.h"
#include "ui/viewport/shown-skins.h"
#include "ui/viewport/shown-tables.h"
#include "ui/viewport/shown-tileset.h"
#include "ui/widgets.h"

#include <string.h>

/* The image that is shown for a type, and its chooser. Rows of the chooser: none, the images, the user's own file (once there is
 * one), "Choose File". */
typedef struct {
  guint type;
  char *path; /* NULL: none */
  GtkWidget *chooser;
  MwShownTextures *owner;
} Shown;

struct _MwShownTextures {
  GtkBox parent_instance;
  GtkWidget *button, *grid, *sections, *skins, *tileset, *character, *tables;
  GPtrArray *shown;  /* Shown, sorted by type */
  GPtrArray *images; /* names in the model's folder */
  MwShown *chosen;   /* of the view; NULL: no model was set */
  MwLookup *(*make_lookup) (gpointer data);
  gpointer make_data;
  gboolean tables_stale;            /* the choosers that read tables have those of before */
  gboolean has_types, is_character; /* the model for which they read them */
  gboolean filling;
};

G_DEFINE_FINAL_TYPE (MwShownTextures, mw_shown_textures, GTK_TYPE_BOX)

enum { SHOW, CHOSEN, TABLES, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
shown_free (gpointer data)
{
  Shown *shown = data;
  g_free (shown->path);
  g_free (shown);
}

static Shown *
find (MwShownTextures *self, guint type)
{
  for (guint i = 0; i < self->shown->len; i++)
    if (((Shown *) self->shown->pdata[i])->type == type)
      return self->shown->pdata[i];
  return NULL;
}

const char *
mw_shown_textures_get (MwShownTextures *self, guint type)
{
  const Shown *shown = find (self, type);
  return shown ? shown->path : NULL;
}

void
mw_shown_textures_append_images (MwShownTextures *self, GPtrArray *names)
{
  const MwCharacterSkin *skin = mw_shown_textures_get_skin (self);
  GHashTableIter each;
  gpointer name;
  for (guint i = 0; i < self->shown->len; i++) {
    const Shown *shown = self->shown->pdata[i];
    if (shown->path)
      g_ptr_array_add (names, g_strdup (shown->path));
  }
  if (!skin)
    return;
  g_hash_table_iter_init (&each, skin->images);
  while (g_hash_table_iter_next (&each, NULL, &name))
    g_ptr_array_add (names, g_strdup (name));
}

static void
emit_show (MwShownTextures *self, const Shown *shown)
{
  g_signal_emit (self, signals[SHOW], 0, shown->type, shown->path);
}

void
mw_shown_textures_emit_all (MwShownTextures *self)
{
  for (guint i = 0; i < self->shown->len; i++)
    emit_show (self, self->shown->pdata[i]);
}

/* Whether the skin by the tables has an image for a type. */
static gboolean
is_of_skin (MwShownTextures *self, guint type)
{
  const MwCharacterSkin *skin = mw_shown_character_get_skin (MW_SHOWN_CHARACTER (self->character));
  return skin && mw_character_skin_has (skin, type);
}

static void
fill_chooser (Shown *shown)
{
  MwShownTextures *self = shown->owner;
  g_autoptr (GtkStringList) rows = gtk_string_list_new (NULL);
  guint selected = 0;
  gtk_string_list_append (rows, is_of_skin (self, shown->type) ? _ ("As the character") : _ ("None"));
  for (guint i = 0; self->images && i < self->images->len; i++) {
    g_autofree char *name = mw_ui_text (self->images->pdata[i]);
    gtk_string_list_append (rows, name);
    if (g_strcmp0 (shown->path, self->images->pdata[i]) == 0)
      selected = i + 1;
  }
  if (shown->path && !selected) {
    g_autofree char *last = g_path_get_basename (shown->path), *name = mw_ui_text (last);
    gtk_string_list_append (rows, name);
    selected = g_list_model_get_n_items (G_LIST_MODEL (rows)) - 1;
  }
  gtk_string_list_append (rows, _ ("Choose File…"));
  self->filling = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (shown->chooser), G_LIST_MODEL (rows));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (shown->chooser), selected);
  self->filling = FALSE;
}

/* What the user chose for a type; NULL: no image. */
static void
set_chosen (MwShownTextures *self, Shown *shown, const char *path)
{
  char *copy = g_strdup (path);
  g_free (shown->path);
  shown->path = copy;
  if (path || !is_of_skin (self, shown->type))
    g_hash_table_replace (self->chosen->types, GUINT_TO_POINTER (shown->type), g_strdup (path ? path : ""));
  else
    g_hash_table_remove (self->chosen->types, GUINT_TO_POINTER (shown->type));
  emit_show (self, shown);
  mw_shown_skins_mark (MW_SHOWN_SKINS (self->skins), self->chosen);
  g_signal_emit (self, signals[CHOSEN], 0);
}

/* The colours of particles belong to a skin. When the user chooses an image for one of its types himself, they go with it. */
static void
leave_skin (MwShownTextures *self, guint type)
{
  static const guint types[] = MW_NAMED_SKIN_TYPES;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i] == type)
      g_clear_pointer (&self->chosen->particle_colors, g_free);
}

void
mw_shown_textures_choose (MwShownTextures *self, guint type, const char *path)
{
  Shown *shown = find (self, type);
  if (!shown)
    return;
  set_chosen (self, shown, path);
  if (shown->chooser)
    fill_chooser (shown);
}

static void
file_chosen (GtkNativeDialog *dialog, int response, MwShownTextures *self)
{
  guint type = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (dialog), "type"));
  const Shown *shown = find (self, type);
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog))
                                                           : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  if (path) {
    leave_skin (self, type);
    mw_shown_textures_choose (self, type, path);
  } else if (shown && shown->chooser)
    fill_chooser ((Shown *) shown);
  g_object_unref (dialog);
}

GtkFileChooserNative *
mw_shown_textures_ask (GtkWidget *widget, const char *title)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (title, GTK_WINDOW (root), GTK_FILE_CHOOSER_ACTION_OPEN,
                                                              _ ("_Choose"), _ ("_Cancel"));
  g_autoptr (GtkFileFilter) images = gtk_file_filter_new ();
  gtk_file_filter_set_name (images, _ ("Images"));
  for (const char *const *extension = mw_image_extensions (); *extension; extension++)
    gtk_file_filter_add_suffix (images, *extension + 1);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), images);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  return dialog;
}

static void
ask_file (MwShownTextures *self, const Shown *shown)
{
  GtkFileChooserNative *dialog = mw_shown_textures_ask (GTK_WIDGET (self), _ ("Choose an Image"));
  g_object_set_data (G_OBJECT (dialog), "type", GUINT_TO_POINTER (shown->type));
  g_signal_connect_object (dialog, "response", G_CALLBACK (file_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
chosen (GtkDropDown *chooser, GParamSpec *property, Shown *shown)
{
  MwShownTextures *self = shown->owner;
  guint at = gtk_drop_down_get_selected (chooser), n_images = self->images ? self->images->len : 0;
  if (self->filling || at == GTK_INVALID_LIST_POSITION)
    return;
  if (at + 1 == g_list_model_get_n_items (gtk_drop_down_get_model (chooser))) {
    ask_file (self, shown);
    return;
  }
  if (at > n_images)
    return; /* the user's own file, which is shown already */
  leave_skin (self, shown->type);
  set_chosen (self, shown, at ? self->images->pdata[at - 1] : NULL);
}

char *
mw_shown_textures_title (guint type)
{
  const MwCatalogueEntry *entry = mw_catalogue_entry (MW_CATALOGUE_TEXTURE_TYPE, type);
  return entry ? g_strdup (mw_ui_label (entry->name.label)) : g_strdup_printf (_ ("Texture type %u"), type);
}

static void
add_chooser (MwShownTextures *self, guint type, int row)
{
  Shown *shown = find (self, type);
  g_autofree char *title = mw_shown_textures_title (type);
  GtkWidget *label = gtk_label_new (title);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  shown->chooser = gtk_drop_down_new (NULL, NULL);
  mw_drop_down_keep_inside (GTK_DROP_DOWN (shown->chooser));
  gtk_widget_set_hexpand (shown->chooser, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (shown->chooser), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  fill_chooser (shown);
  g_signal_connect (shown->chooser, "notify::selected", G_CALLBACK (chosen), shown);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), shown->chooser, 1, row, 1, 1);
}

/* What is shown for a type at first: what the user chose for this file earlier, else a likely image. NULL: none. */
static char *
first_image (const MwShownTextures *self, MwLookup *lookup, const char *file, guint type, gboolean is_character)
{
  const char *chosen = g_hash_table_lookup (self->chosen->types, GUINT_TO_POINTER (type));
  if (chosen)
    return *chosen ? g_strdup (chosen) : NULL;
  /* The cape of a character is none of the images beside it. */
  return lookup && file && !is_character ? mw_skin_find (lookup, file, type) : NULL;
}

/* Reads the tables for the model, unless that was done. */
static void
set_tables (MwShownTextures *self, const char *file, gboolean has_types, gboolean is_character)
{
  if (!self->tables_stale && has_types == self->has_types && is_character == self->is_character)
    return;
  MwLookup *lookup = file && has_types && self->make_lookup ? self->make_lookup (self->make_data) : NULL;
  self->tables_stale = FALSE;
  self->has_types = has_types;
  self->is_character = is_character;
  mw_shown_character_set_model (MW_SHOWN_CHARACTER (self->character), is_character ? lookup : NULL, file, self->chosen);
  mw_shown_skins_set_model (MW_SHOWN_SKINS (self->skins), is_character ? NULL : lookup, file);
  mw_shown_skins_mark (MW_SHOWN_SKINS (self->skins), self->chosen);
}

void
mw_shown_textures_set_tables (MwShownTextures *self, MwLookup *(*make) (gpointer data), gpointer data)
{
  self->make_lookup = make;
  self->make_data = data;
  self->tables_stale = TRUE;
}

void
mw_shown_textures_forget_tables (MwShownTextures *self)
{
  self->tables_stale = TRUE;
}

const MwCharacterSkin *
mw_shown_textures_get_skin (MwShownTextures *self)
{
  return mw_shown_character_get_skin (MW_SHOWN_CHARACTER (self->character));
}

void
mw_shown_textures_set_model (MwShownTextures *self, const MwModel *model, MwLookup *lookup, const char *file,
                             MwShown *chosen)
{
  GtkWidget *child;
  int rows = 0;
  g_autoptr (GArray) sections = mw_sections_list (model);
  const gboolean is_character = sections->len > 0;
  while ((child = gtk_widget_get_first_child (self->grid)))
    gtk_grid_remove (GTK_GRID (self->grid), child);
  for (guint i = 0; i < self->shown->len; i++)
    ((Shown *) self->shown->pdata[i])->chooser = NULL;
  g_clear_pointer (&self->images, g_ptr_array_unref);
  self->images = lookup ? mw_lookup_images (lookup) : NULL;
  self->chosen = chosen;
  const MwList *textures = mw_record_list (&model->record, mw_schema_part (model->record.schema, MW_PART_TEXTURES));
  for (guint i = 0; i < textures->n; i++) {
    guint type = mw_texture_aspect (textures->items[i]).type;
    Shown *shown = find (self, type);
    if (!type || (shown && shown->chooser))
      continue;
    if (!shown) {
      shown = g_new0 (Shown, 1);
      shown->type = type;
      shown->owner = self;
      shown->path = first_image (self, lookup, file, type, is_character);
      g_ptr_array_add (self->shown, shown);
      emit_show (self, shown);
    }
    add_chooser (self, type, rows++);
  }
  set_tables (self, file, rows > 0, is_character);
  mw_shown_tables_set (MW_SHOWN_TABLES (self->tables), chosen);
  gtk_widget_set_visible (self->tables, rows > 0 && file);
  mw_shown_sections_set_model (MW_SHOWN_SECTIONS (self->sections), model, chosen);
  mw_shown_tileset_set_model (MW_SHOWN_TILESET (self->tileset), model, lookup, chosen);
  gtk_widget_set_visible (self->grid, rows > 0);
  gtk_widget_set_visible (GTK_WIDGET (self), rows > 0 || gtk_widget_get_visible (self->sections)
                                               || gtk_widget_get_visible (self->tileset));
}

static void
other_chosen (MwShownTextures *self)
{
  g_signal_emit (self, signals[CHOSEN], 0);
}

/* What shows images of the character's skin shows those of the new one. */
static void
character_ready (MwShownTextures *self)
{
  const MwCharacterSkin *skin = mw_shown_textures_get_skin (self);
  static const guint types[] = MW_CHARACTER_SKIN_TYPES;
  mw_shown_sections_set_base (MW_SHOWN_SECTIONS (self->sections), skin ? skin->sections : NULL);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    Shown *shown = find (self, types[i]);
    if (!shown)
      continue;
    emit_show (self, shown);
    if (shown->chooser)
      fill_chooser (shown);
  }
  g_signal_emit (self, signals[SHOW], 0, 0, NULL);
}

static void
tables_chosen (MwShownTextures *self)
{
  g_signal_emit (self, signals[CHOSEN], 0);
  g_signal_emit (self, signals[TABLES], 0);
}

/* Types without an image in the skin show none. */
static void
skin_chosen (MwShownSkins *skins, const MwNamedSkin *skin, MwShownTextures *self)
{
  static const guint types[] = MW_NAMED_SKIN_TYPES;
  g_free (self->chosen->particle_colors);
  self->chosen->particle_colors = g_memdup2 (skin->particle_colors, sizeof *skin->particle_colors);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    g_autofree char *path = NULL;
    for (guint k = 0; k < skin->n_images; k++)
      if (skin->images[k].type == types[i])
        path = g_strdelimit (g_strdup (skin->images[k].path), "\\", '/');
    mw_shown_textures_choose (self, types[i], path);
  }
}

static void
mw_shown_textures_dispose (GObject *object)
{
  MwShownTextures *self = MW_SHOWN_TEXTURES (object);
  for (guint i = 0; i < self->shown->len; i++) {
    Shown *shown = self->shown->pdata[i];
    if (shown->chooser)
      g_signal_handlers_disconnect_by_data (shown->chooser, shown);
    shown->chooser = NULL;
  }
  mw_box_clear (GTK_WIDGET (self));
  G_OBJECT_CLASS (mw_shown_textures_parent_class)->dispose (object);
}

static void
mw_shown_textures_finalize (GObject *object)
{
  MwShownTextures *self = MW_SHOWN_TEXTURES (object);
  g_ptr_array_unref (self->shown);
  g_clear_pointer (&self->images, g_ptr_array_unref);
  G_OBJECT_CLASS (mw_shown_textures_parent_class)->finalize (object);
}

static void
mw_shown_textures_class_init (MwShownTexturesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_shown_textures_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_shown_textures_finalize;
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  signals[TABLES] = g_signal_new ("tables", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  signals[SHOW] = g_signal_new ("show-texture", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_STRING);
}

static void
mw_shown_textures_init (MwShownTextures *self)
{
  enum { MOST_HEIGHT = 480 }; /* of the choosers, which fit a window of 720 pixels */
  self->shown = g_ptr_array_new_with_free_func (shown_free);
  self->grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 12);
  GtkWidget *popover = gtk_popover_new ();
  self->sections = mw_shown_sections_new ();
  g_signal_connect_swapped (self->sections, "chosen", G_CALLBACK (other_chosen), self);
  self->tileset = mw_shown_tileset_new ();
  g_signal_connect_swapped (self->tileset, "chosen", G_CALLBACK (other_chosen), self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  self->skins = mw_shown_skins_new ();
  g_signal_connect (self->skins, "chosen", G_CALLBACK (skin_chosen), self);
  g_signal_connect_object (popover, "show", G_CALLBACK (mw_shown_skins_read), self->skins, G_CONNECT_SWAPPED);
  self->character = mw_shown_character_new ();
  g_signal_connect_swapped (self->character, "chosen", G_CALLBACK (other_chosen), self);
  g_signal_connect_swapped (self->character, "skin", G_CALLBACK (character_ready), self);
  self->tables = mw_shown_tables_new ();
  g_signal_connect_swapped (self->tables, "chosen", G_CALLBACK (tables_chosen), self);
  gtk_box_append (GTK_BOX (box), self->skins);
  gtk_box_append (GTK_BOX (box), self->character);
  gtk_box_append (GTK_BOX (box), self->grid);
  gtk_box_append (GTK_BOX (box), self->tileset);
  gtk_box_append (GTK_BOX (box), self->sections);
  gtk_box_append (GTK_BOX (box), self->tables);
  GtkWidget *view = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (view), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (view), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (view), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (view), MOST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (view), box);
  gtk_popover_set_child (GTK_POPOVER (popover), view);
  /* To the side, so that the model is seen. */
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  self->button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->button), "mw-texture-symbolic");
  gtk_widget_set_tooltip_text (self->button, _ ("Textures shown: images instead of textures that the game supplies"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Textures shown"),
                                  -1);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), popover);
  gtk_box_append (GTK_BOX (self), self->button);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
mw_shown_textures_new (void)
{
  return g_object_new (MW_TYPE_SHOWN_TEXTURES, NULL);
}
