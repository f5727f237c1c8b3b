/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/missing-textures.h"
#include "core/base/error.h"
#include "core/model/aspects.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/viewport/shown-textures.h"
#include "ui/widgets.h"

/* The most textures that the list has, and the most users that it names of each. */
enum { LISTED_MAX = 40, USERS_MAX = 3 };

struct _MwMissingTextures {
  GtkBox parent_instance;
  GtkWidget *button, *text, *list, *more, *where, *places, *popover;
  GHashTable *failed; /* file name in the model -> reason; NULL: not found */
  GPtrArray *missing; /* Missing: each title once */
  MwDocument *document;
  MwLookup *lookup;
  gboolean has_file;
};

G_DEFINE_FINAL_TYPE (MwMissingTextures, mw_missing_textures, GTK_TYPE_BOX)

enum { LOOK_AGAIN, LOCATE, N_SIGNALS };
static guint signals[N_SIGNALS];

/* A missing texture. Several records may have the same. */
typedef struct {
  char *title;
  char *path; /* in the model; NULL: the game chooses it */
  guint type;
  GArray *ids; /* MwId */
} Missing;

static void
missing_free (gpointer data)
{
  Missing *missing = data;
  g_free (missing->title);
  g_free (missing->path);
  g_array_unref (missing->ids);
  g_free (missing);
}

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
mw_missing_textures_set_lookup (MwMissingTextures *self, MwLookup *lookup, gboolean has_file)
{
  self->lookup = lookup;
  self->has_file = has_file;
}

/* --- The list ------------------------------------------------------------------------------------------------------- */

static char *
title_of (const MwTextureAspect *look)
{
  if (look->type)
    return mw_shown_textures_title (look->type);
  if (look->path)
    return mw_ui_text (look->path);
  return g_strdup_printf (_ ("Replaceable texture %u"), look->replaceable_id);
}

static void
add (MwMissingTextures *self, const MwRenderer *renderer, const MwRecord *texture)
{
  MwTextureAspect look = mw_renderer_look (renderer, texture);
  g_autofree char *title = title_of (&look);
  Missing *missing = NULL;
  for (guint i = 0; i < self->missing->len && !missing; i++)
    if (g_str_equal (((Missing *) self->missing->pdata[i])->title, title))
      missing = self->missing->pdata[i];
  if (!missing) {
    missing = g_new0 (Missing, 1);
    missing->title = g_steal_pointer (&title);
    missing->path = look.type ? NULL : g_strdup (look.path);
    missing->type = look.type;
    missing->ids = g_array_new (FALSE, FALSE, sizeof (MwId));
    g_ptr_array_add (self->missing, missing);
  }
  g_array_append_val (missing->ids, texture->id);
}

/* "Used by Layer 0 of Material 2, Layer 1 of Material 4 and 3 more". Free with g_free(). */
static char *
users_of (MwMissingTextures *self, const Missing *missing)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const MwRecord *last = NULL;
  guint n = 0;
  for (guint k = 0; k < missing->ids->len; k++) {
    g_autoptr (GArray) users = mw_document_find_referrers (self->document, g_array_index (missing->ids, MwId, k));
    for (guint i = 0; i < users->len; i++) {
      const MwRecord *user = g_array_index (users, MwTarget, i).record;
      while (user->owner && mw_record_slot (user) && mw_record_slot (user)->type == MW_TYPE_CHILD)
        user = user->owner;
      if (user == last)
        continue;
      last = user;
      if (n++ >= USERS_MAX)
        continue;
      g_autofree char *title = mw_ui_record_long_title (user);
      g_string_append_printf (names, "%s%s", names->len ? ", " : "", title);
    }
  }
  if (n == 0)
    return g_strdup (_ ("Used by nothing"));
  if (n <= USERS_MAX)
    return g_strdup_printf (_ ("Used by %s"), names->str);
  return g_strdup_printf (_ ("Used by %s and %u more"), names->str, n - USERS_MAX);
}

static GtkWidget *
left_label (const char *text, gboolean selectable)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 50);
  gtk_label_set_selectable (GTK_LABEL (label), selectable);
  return label;
}

static void
locate_clicked (GtkButton *button, MwMissingTextures *self)
{
  const Missing *missing = g_object_get_data (G_OBJECT (button), "missing");
  g_autofree char *path = g_strdup (missing->path);
  guint type = missing->type;
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  g_signal_emit (self, signals[LOCATE], 0, path, type);
}

static GtkWidget *
row_of (MwMissingTextures *self, Missing *missing)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *users = users_of (self, missing);
  const char *why = missing->type   ? _ ("The game chooses this image.")
                    : missing->path ? g_hash_table_lookup (self->failed, missing->path)
                                    : _ ("The game sets this image.");
  gtk_box_append (GTK_BOX (texts), left_label (missing->title, FALSE));
  g_autofree char *more = why ? g_strdup_printf ("%s\n%s", why, users) : g_strdup (users);
  GtkWidget *small = left_label (more, FALSE);
  gtk_widget_add_css_class (small, "dim-label");
  gtk_widget_add_css_class (small, "caption");
  gtk_box_append (GTK_BOX (texts), small);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (row), texts);
  if (missing->path || missing->type) {
    GtkWidget *locate = gtk_button_new_with_label (_ ("Locate…"));
    g_autofree char *name = g_strdup_printf (_ ("Locate %s"), missing->title);
    gtk_widget_set_tooltip_text (locate, _ ("Choose the file. Its folder is searched for all missing textures."));
    gtk_accessible_update_property (GTK_ACCESSIBLE (locate), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
    gtk_widget_set_valign (locate, GTK_ALIGN_CENTER);
    g_object_set_data (G_OBJECT (locate), "missing", missing);
    g_signal_connect (locate, "clicked", G_CALLBACK (locate_clicked), self);
    gtk_box_append (GTK_BOX (row), locate);
  }
  return row;
}

static void
fill_places (MwMissingTextures *self)
{
  g_autoptr (GPtrArray) places = self->lookup ? mw_lookup_places (self->lookup) : NULL;
  g_autoptr (GString) lines = g_string_new (NULL);
  for (guint i = 0; places && i < places->len; i++) {
    g_autofree char *shown = mw_ui_text (places->pdata[i]);
    g_string_append_printf (lines, "%s%s", i ? "\n" : "", shown);
  }
  const char *where = self->has_file
                        ? _ ("Looked for in these places, in any letter case and with any texture extension:")
                      : lines->len
                        ? _ (
                          "The model has not been saved yet, so it has no folder. Save it beside its images, or locate "
                          "one of them. Until then they are looked for in these places only:")
                        : _ ("The model has not been saved yet, so there is no folder to search. Save it beside its "
                             "images, or locate one of them.");
  gtk_label_set_text (GTK_LABEL (self->where), where);
  gtk_label_set_text (GTK_LABEL (self->places), lines->str);
}

void
mw_missing_textures_open (MwMissingTextures *self)
{
  if (self->missing->len && gtk_widget_get_mapped (self->button))
    gtk_menu_button_popup (GTK_MENU_BUTTON (self->button));
}

/* The users are found only when somebody looks: in a large model that takes a while. */
static void
fill (MwMissingTextures *self)
{
  mw_box_clear (self->list);
  for (guint i = 0; i < MIN (self->missing->len, LISTED_MAX); i++)
    gtk_box_append (GTK_BOX (self->list), row_of (self, self->missing->pdata[i]));
  g_autofree char *more = g_strdup_printf (_ ("and %u more"),
                                           self->missing->len - MIN (self->missing->len, LISTED_MAX));
  gtk_label_set_text (GTK_LABEL (self->more), more);
  gtk_widget_set_visible (self->more, self->missing->len > LISTED_MAX);
  fill_places (self);
}

void
mw_missing_textures_show (MwMissingTextures *self, MwDocument *document, const MwRenderer *renderer,
                          const GArray *hidden)
{
  g_autoptr (GPtrArray) textures = renderer ? mw_renderer_missing (renderer, hidden) : NULL;
  self->document = document;
  mw_box_clear (self->list); /* its buttons have pointers to what is missing */
  g_ptr_array_set_size (self->missing, 0);
  for (guint i = 0; textures && i < textures->len; i++)
    add (self, renderer, textures->pdata[i]);
  guint n = self->missing->len;
  g_autofree char *text = g_strdup_printf (ngettext ("%u texture missing", "%u textures missing", n), n);
  gtk_label_set_text (GTK_LABEL (self->text), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  /* A popover must not outlive the button that it points to. */
  if (n == 0)
    gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  else if (gtk_widget_get_visible (self->popover))
    fill (self);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
again_clicked (GtkButton *button, MwMissingTextures *self)
{
  g_signal_emit (self, signals[LOOK_AGAIN], 0);
}

static void
game_clicked (GtkButton *button, MwMissingTextures *self)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.add-game", NULL);
}

static void
finalize (GObject *object)
{
  MwMissingTextures *self = MW_MISSING_TEXTURES (object);
  g_hash_table_unref (self->failed);
  g_ptr_array_unref (self->missing);
  G_OBJECT_CLASS (mw_missing_textures_parent_class)->finalize (object);
}

static void
mw_missing_textures_class_init (MwMissingTexturesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  signals[LOOK_AGAIN] = g_signal_new ("look-again", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                      G_TYPE_NONE, 0);
  signals[LOCATE] = g_signal_new ("locate", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_UINT);
}

/* `child` in a view that scrolls when it is higher. */
static GtkWidget *
scrolled (GtkWidget *child, int height)
{
  GtkWidget *view = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (view), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (view), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (view), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (view), height);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (view), child);
  return view;
}

static GtkWidget *
button (const char *label, GCallback clicked, MwMissingTextures *self)
{
  GtkWidget *widget = gtk_button_new_with_label (label);
  g_signal_connect (widget, "clicked", clicked, self);
  return widget;
}

static void
make_popover (MwMissingTextures *self)
{
  enum { LIST_HEIGHT = 240, PLACES_HEIGHT = 90 };
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->more = left_label (NULL, FALSE);
  self->where = left_label (NULL, FALSE);
  gtk_widget_add_css_class (self->where, "dim-label");
  self->places = left_label (NULL, TRUE);
  gtk_widget_add_css_class (self->places, "caption");
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_set_halign (buttons, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (buttons), button (_ ("Add Game Folder…"), G_CALLBACK (game_clicked), self));
  gtk_box_append (GTK_BOX (buttons), button (_ ("Look Again"), G_CALLBACK (again_clicked), self));
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *parts[] = { scrolled (self->list, LIST_HEIGHT), self->more, self->where,
                         scrolled (self->places, PLACES_HEIGHT), buttons };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    gtk_box_append (GTK_BOX (box), parts[i]);
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  g_signal_connect_swapped (self->popover, "show", G_CALLBACK (fill), self);
}

static void
mw_missing_textures_init (MwMissingTextures *self)
{
  self->failed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->missing = g_ptr_array_new_with_free_func (missing_free);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->text = gtk_label_new (NULL);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("dialog-warning-symbolic"));
  gtk_box_append (GTK_BOX (content), self->text);
  make_popover (self);
  self->button = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->button), content);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), self->popover);
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
