/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/companions-table.h"
#include "core/io/place.h"
#include "core/schema/catalogue.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/list-panel.h"
#include "ui/operations/pick-list.h"
#include "ui/text-size.h"
#include "ui/widgets.h"

#include <string.h>

typedef enum {
  MW_COMPANION_FOUND,
  MW_COMPANION_OTHER_NAME, /* found, but under a name that the clients do not look for */
  MW_COMPANION_CARRIED,    /* not declared by the model; a save copies it unchanged */
  MW_COMPANION_MISSING
} MwCompanionState;

/* --- A row ---------------------------------------------------------------------------------------------------------- */

#define MW_TYPE_COMPANION (mw_companion_get_type ())
G_DECLARE_FINAL_TYPE (MwCompanion, mw_companion, MW, COMPANION, GObject)
struct _MwCompanion {
  GObject parent_instance;
  char *role, *title;
  char *path;     /* of the file that was found, or NULL */
  char *expected; /* the name that the clients look for */
  MwCompanionState state;
  gsize size;
  guint index; /* in the order of the model */
};
G_DEFINE_FINAL_TYPE (MwCompanion, mw_companion, G_TYPE_OBJECT)

static void
mw_companion_finalize (GObject *object)
{
  MwCompanion *self = MW_COMPANION (object);
  g_free (self->role);
  g_free (self->title);
  g_free (self->path);
  g_free (self->expected);
  G_OBJECT_CLASS (mw_companion_parent_class)->finalize (object);
}

static void
mw_companion_class_init (MwCompanionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mw_companion_finalize;
}

static void
mw_companion_init (MwCompanion *self)
{}

/* The numbers in a role: 4 and 1 for "anim4-1"; 0 for a number that is missing. */
static void
numbers_of (const char *role, guint *first, guint *second)
{
  const char *at = role + strcspn (role, "0123456789");
  char *end;
  *first = (guint) g_ascii_strtoull (at, &end, 10);
  *second = *end == '-' ? (guint) g_ascii_strtoull (end + 1, NULL, 10) : 0;
}

static char *
title_of (const char *role)
{
  guint n, variation;
  numbers_of (role, &n, &variation);
  if (g_str_has_prefix (role, "skin"))
    return g_strdup_printf (_ ("Skin profile %u"), n);
  if (g_str_has_prefix (role, "lod"))
    return g_strdup_printf (_ ("Level of detail %u"), n);
  if (g_str_has_prefix (role, "bone"))
    return g_strdup_printf (_ ("Facial bones %u"), n);
  if (!g_str_has_prefix (role, "anim"))
    return g_strdup (_ ("Physics"));
  const char *name = mw_catalogue_name (MW_CATALOGUE_ANIMATION, n);
  g_autofree char *animation = name ? g_strdup_printf ("%s (%u)", name, n) : g_strdup_printf ("%u", n);
  return variation ? g_strdup_printf (_ ("Animation %s v%u"), animation, variation)
                   : g_strdup_printf (_ ("Animation %s"), animation);
}

static MwCompanion *
companion_new (const MwFileSet *set, const char *role, gboolean expected, guint index)
{
  const MwFilePart *model = mw_file_set_main (set), *part = mw_file_set_find (set, role);
  MwCompanion *self = g_object_new (MW_TYPE_COMPANION, NULL);
  g_autofree char *stem = mw_file_stem (model->path ? model->path : ""), *suffix = mw_io_companion_suffix (set, role);
  self->index = index;
  self->role = g_strdup (role);
  self->title = title_of (role);
  self->expected = g_strconcat (stem, suffix, NULL);
  if (!part) {
    self->state = MW_COMPANION_MISSING;
    return self;
  }
  g_autofree char *name = part->path ? g_path_get_basename (part->path) : g_strdup (self->expected);
  self->path = g_strdup (part->path);
  self->size = g_bytes_get_size (part->bytes);
  self->state = strcmp (name, self->expected) != 0 ? MW_COMPANION_OTHER_NAME
                : expected                         ? MW_COMPANION_FOUND
                                                   : MW_COMPANION_CARRIED;
  return self;
}

static char *
name_of (const MwCompanion *companion)
{
  return companion->path ? g_path_get_basename (companion->path) : g_strdup (companion->expected);
}

/* --- Missing companions --------------------------------------------------------------------------------------------- */

char *
mw_companions_missing (const MwFileSet *set)
{
  g_autoptr (GPtrArray) roles = mw_io_expected_roles (set);
  guint skins = 0, no_skins = 0, no_anims = 0;
  for (guint i = 0; i < roles->len; i++) {
    gboolean skin = g_str_has_prefix (roles->pdata[i], "skin"), there = mw_file_set_find (set, roles->pdata[i]) != NULL;
    skins += skin;
    no_skins += skin && !there;
    no_anims += !skin && !there;
  }
  g_autofree char *anims = g_strdup_printf (ngettext ("%u animation file", "%u animation files", no_anims), no_anims);
  g_autofree char *profiles = g_strdup_printf (_ ("%u of %u skin profiles"), no_skins, skins);
  if (no_skins && no_anims)
    return g_strdup_printf (_ ("%s and %s were not found"), profiles, anims);
  if (no_skins)
    return g_strdup_printf (ngettext ("%s was not found", "%s were not found", no_skins), profiles);
  return no_anims ? g_strdup_printf (ngettext ("%s was not found", "%s were not found", no_anims), anims) : NULL;
}

char *
mw_companions_missing_names (const MwFileSet *set)
{
  const MwFilePart *model = mw_file_set_main (set);
  g_autoptr (GPtrArray) roles = mw_io_expected_roles (set);
  g_autofree char *stem = mw_file_stem (model->path ? model->path : "");
  GString *names = g_string_new (NULL);
  for (guint i = 0; i < roles->len; i++) {
    if (mw_file_set_find (set, roles->pdata[i]))
      continue;
    g_autofree char *suffix = mw_io_companion_suffix (set, roles->pdata[i]), *name = g_strconcat (stem, suffix, NULL);
    g_autofree char *shown = mw_ui_text (name);
    g_string_append_printf (names, "%s\n", shown);
  }
  return g_string_free (names, FALSE);
}

/* --- The table ------------------------------------------------------------------------------------------------------ */

struct _MwCompanionsTable {
  GtkBox parent_instance;
  MwFileSet *set;       /* owned by the page */
  const MwModel *model; /* the same */
  gboolean fixed;       /* in a game or an archive, where no file can be added or renamed */
  GListStore *rows;
  GtkSingleSelection *selection;
  GtkWidget *view, *summary, *stack, *none, *go, *again, *folder;
};

G_DEFINE_FINAL_TYPE (MwCompanionsTable, mw_companions_table, GTK_TYPE_BOX)

enum { CHANGED, FAILED, LOCATING, GO, N_SIGNALS };
static guint signals[N_SIGNALS];

static const char why_fixed[] = N_ ("Save the model first: the game or archive that it is in is never changed.");

static const char *
model_path (MwCompanionsTable *self)
{
  return self->set ? mw_file_set_main (self->set)->path : NULL;
}

static MwCompanion *
find (MwCompanionsTable *self, const char *role)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++) {
    g_autoptr (MwCompanion) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);
    if (strcmp (row->role, role) == 0)
      return row; /* the store has a reference */
  }
  return NULL;
}

/* Rows that want something done come first: among a hundred animations nobody would find the one that is missing. Those that are alike
 * stay in the order of the model. */
static int
by_trouble (gconstpointer a, gconstpointer b)
{
  static const guint rank[] = {
    [MW_COMPANION_MISSING] = 0, [MW_COMPANION_OTHER_NAME] = 1, [MW_COMPANION_CARRIED] = 2, [MW_COMPANION_FOUND] = 2
  };
  const MwCompanion *x = *(MwCompanion *const *) a, *y = *(MwCompanion *const *) b;
  if (rank[x->state] != rank[y->state])
    return rank[x->state] < rank[y->state] ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

void
mw_companions_table_set_files (MwCompanionsTable *self, MwFileSet *set, const MwModel *model, gboolean fixed)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) roles = mw_io_expected_roles (set);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  self->set = set;
  self->model = model;
  self->fixed = fixed;
  gtk_widget_set_sensitive (self->again, !fixed);
  gtk_widget_set_sensitive (self->folder, !fixed);
  gtk_widget_set_tooltip_text (self->again,
                               fixed ? _ (why_fixed) : _ ("Read the model again with the files that are there now"));
  gtk_widget_set_tooltip_text (self->folder,
                               fixed ? _ (why_fixed) : _ ("Show the folder of the model in the file manager"));
  for (guint i = 0; i < roles->len; i++) {
    g_hash_table_add (seen, roles->pdata[i]);
    g_ptr_array_add (rows, companion_new (set, roles->pdata[i], TRUE, rows->len));
  }
  for (guint i = 1; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    if (!g_hash_table_contains (seen, part->role))
      g_ptr_array_add (rows, companion_new (set, part->role, FALSE, rows->len));
  }
  g_ptr_array_sort (rows, by_trouble);
  g_list_store_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)), rows->pdata, rows->len);
  g_autofree char *missing = mw_companions_missing (set);
  g_autofree char *all = g_strdup_printf (
    ngettext ("%u file belongs to the model", "%u files belong to the model", rows->len), rows->len);
  g_autofree char *text = missing ? g_strdup_printf ("%s; %s", all, missing) : g_strdup (all);
  gtk_label_set_text (GTK_LABEL (self->summary), text);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), rows->len ? gtk_widget_get_parent (self->view) : self->none);
}

/* --- Showing what is in a file -------------------------------------------------------------------------------------- */

static const MwRecord *
content_of (MwCompanionsTable *self, const MwCompanion *row)
{
  return row ? mw_io_companion_content (self->set, self->model, row->role) : NULL;
}

static void
update_go (MwCompanionsTable *self)
{
  gtk_widget_set_sensitive (self->go,
                            content_of (self, gtk_single_selection_get_selected_item (self->selection)) != NULL);
}

static void
go_to (MwCompanionsTable *self, const MwCompanion *row)
{
  const MwRecord *content = content_of (self, row);
  if (content)
    g_signal_emit (self, signals[GO], 0, content->id, 0, NULL, 0);
}

static void
go_clicked (MwCompanionsTable *self)
{
  go_to (self, gtk_single_selection_get_selected_item (self->selection));
}

static void
activated (GtkColumnView *view, guint position, MwCompanionsTable *self)
{
  g_autoptr (MwCompanion) row = g_list_model_get_item (G_LIST_MODEL (self->rows), position);
  go_to (self, row);
}

/* --- Locating and renaming ------------------------------------------------------------------------------------------ */

static void
report_error (MwCompanionsTable *self, const char *format, const char *name, GError *error)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_autofree char *text = g_strdup_printf (format, name, error->message);
#pragma GCC diagnostic pop
  g_signal_emit (self, signals[FAILED], 0, text);
  g_error_free (error);
}

static void
copied (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (MwCompanionsTable) self = data;
  GError *error = NULL;
  if (g_file_copy_finish (G_FILE (source), result, &error)) {
    g_signal_emit (self, signals[CHANGED], 0, TRUE);
    return;
  }
  g_autofree char *name = g_file_get_basename (G_FILE (source));
  report_error (self, _ ("%s could not be copied to the model's folder: %s"), name, error);
}

void
mw_companions_table_locate (MwCompanionsTable *self, const char *role, GFile *file)
{
  const MwCompanion *row = find (self, role);
  if (!row || !model_path (self))
    return;
  g_autofree char *target = mw_file_beside (model_path (self), row->expected);
  g_autoptr (GFile) to = g_file_new_for_path (target);
  g_file_copy_async (file, to, G_FILE_COPY_NONE, G_PRIORITY_DEFAULT, NULL, NULL, NULL, copied, g_object_ref (self));
}

/* Renames the file that was found to the name that the clients look for. */
static void
rename_to_expected (MwCompanionsTable *self, const char *role)
{
  const MwCompanion *row = find (self, role);
  MwFilePart *part = self->set ? mw_file_set_find (self->set, role) : NULL;
  if (!row || !row->path || !part)
    return;
  g_autofree char *target = mw_file_beside (row->path, row->expected), *stem = mw_file_stem (model_path (self));
  g_autoptr (GFile) from = g_file_new_for_path (row->path), to = g_file_new_for_path (target);
  GError *error = NULL;
  if (!g_file_move (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, &error)) {
    g_autofree char *name = name_of (row);
    report_error (self, _ ("%s could not be renamed: %s"), name, error);
    return;
  }
  g_free (part->path);
  g_free (part->suffix);
  part->path = g_strdup (target);
  part->suffix = g_strdup (row->expected + strlen (stem));
  mw_companions_table_set_files (self, self->set, self->model, FALSE);
  g_signal_emit (self, signals[CHANGED], 0, FALSE);
}

static void
file_chosen (GtkNativeDialog *dialog, int response, MwCompanionsTable *self)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog))
                                                           : NULL;
  if (file)
    mw_companions_table_locate (self, g_object_get_data (G_OBJECT (dialog), "role"), file);
  g_object_unref (dialog);
}

static void
ask_file (MwCompanionsTable *self, const MwCompanion *row)
{
  gboolean may = TRUE;
  g_signal_emit (self, signals[LOCATING], 0, &may);
  if (!may || !model_path (self))
    return;
  g_autofree char *title = g_strdup_printf (_ ("Locate %s"), row->expected);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
    title, GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Choose"),
    _ ("_Cancel"));
  g_autofree char *folder = g_path_get_dirname (model_path (self));
  g_autoptr (GFile) at = g_file_new_for_path (folder);
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), at, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_object_set_data_full (G_OBJECT (dialog), "role", g_strdup (row->role), g_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (file_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
action_clicked (GtkButton *button, MwCompanionsTable *self)
{
  GtkListItem *item = g_object_get_data (G_OBJECT (button), "item");
  g_autoptr (MwCompanion) row = g_object_ref (gtk_list_item_get_item (item));
  if (row->state == MW_COMPANION_MISSING)
    ask_file (self, row);
  else
    rename_to_expected (self, row->role);
}

static void
folder_clicked (MwCompanionsTable *self)
{
  if (!model_path (self))
    return;
  g_autofree char *folder = g_path_get_dirname (model_path (self)), *uri = g_filename_to_uri (folder, NULL, NULL);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  if (uri)
    gtk_show_uri (GTK_WINDOW (root), uri, GDK_CURRENT_TIME);
}

static void
again_clicked (MwCompanionsTable *self)
{
  gboolean may = TRUE;
  g_signal_emit (self, signals[LOCATING], 0, &may);
  if (may)
    g_signal_emit (self, signals[CHANGED], 0, TRUE);
}

/* --- Columns -------------------------------------------------------------------------------------------------------- */

static void
bind_title (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      ((MwCompanion *) gtk_list_item_get_item (item))->title);
}

static void
bind_name (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  const MwCompanion *row = gtk_list_item_get_item (item);
  g_autofree char *name = name_of (row), *shown = mw_ui_text (name);
  GtkWidget *label = gtk_list_item_get_child (item);
  gtk_label_set_text (GTK_LABEL (label), shown);
  mw_widget_set_css_class (label, "dim-label", row->state == MW_COMPANION_MISSING);
  g_autofree char *path = row->path ? g_filename_display_name (row->path) : NULL;
  mw_widget_set_tooltip (label, path); /* where it was found */
}

static void
bind_state (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  const MwCompanion *row = gtk_list_item_get_item (item);
  const char *words[] = { _ ("found"), _ ("found under another name"), _ ("kept unchanged"), _ ("not found") };
  GtkWidget *label = gtk_list_item_get_child (item);
  gtk_label_set_text (GTK_LABEL (label), words[row->state]);
  mw_widget_set_css_class (label, "warning",
                           row->state == MW_COMPANION_MISSING || row->state == MW_COMPANION_OTHER_NAME);
}

static void
bind_size (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  const MwCompanion *row = gtk_list_item_get_item (item);
  g_autofree char *count = mw_ui_count (row->size);
  g_autofree char *size = row->state == MW_COMPANION_MISSING ? g_strdup ("") : g_strdup_printf (_ ("%s bytes"), count);
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), size);
}

static void
setup_action (GtkSignalListItemFactory *factory, GtkListItem *item, MwCompanionsTable *self)
{
  GtkWidget *button = gtk_button_new ();
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "item", item);
  g_signal_connect (button, "clicked", G_CALLBACK (action_clicked), self);
  gtk_list_item_set_child (item, button);
}

static void
bind_action (GtkSignalListItemFactory *factory, GtkListItem *item, MwCompanionsTable *self)
{
  const MwCompanion *row = gtk_list_item_get_item (item);
  GtkWidget *button = gtk_list_item_get_child (item);
  gboolean missing = row->state == MW_COMPANION_MISSING, other = row->state == MW_COMPANION_OTHER_NAME;
  g_autofree char *tooltip = missing ? g_strdup_printf (_ ("Choose a file; it is copied to the model's folder as %s"),
                                                        row->expected)
                             : other ? g_strdup_printf (_ ("Rename it to %s, which clients look for"), row->expected)
                                     : NULL;
  gtk_button_set_label (GTK_BUTTON (button), missing ? _ ("Locate…") : _ ("Rename"));
  gtk_widget_set_tooltip_text (button, self->fixed ? _ (why_fixed) : tooltip);
  gtk_widget_set_sensitive (button, !self->fixed);
  gtk_widget_set_visible (button, missing || other);
}

static void
add_column (MwCompanionsTable *self, const char *title, int width, gboolean expands, GCallback setup, GCallback bind)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", setup, self);
  g_signal_connect (factory, "bind", bind, self);
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_fixed_width (column, width);
  gtk_column_view_column_set_expand (column, expands);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
mw_companions_table_dispose (GObject *object)
{
  MwCompanionsTable *self = MW_COMPANIONS_TABLE (object);
  mw_box_clear (GTK_WIDGET (self));
  self->set = NULL;
  self->model = NULL;
  G_OBJECT_CLASS (mw_companions_table_parent_class)->dispose (object);
}

static void
mw_companions_table_finalize (GObject *object)
{
  g_object_unref (MW_COMPANIONS_TABLE (object)->rows);
  G_OBJECT_CLASS (mw_companions_table_parent_class)->finalize (object);
}

static void
mw_companions_table_class_init (MwCompanionsTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_companions_table_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_companions_table_finalize;
  GType type = G_TYPE_FROM_CLASS (klass);
  signals[CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                   G_TYPE_BOOLEAN);
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_STRING);
  signals[GO] = g_signal_new ("go", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 4, G_TYPE_UINT,
                              G_TYPE_UINT, G_TYPE_POINTER, G_TYPE_UINT);
  signals[LOCATING] = g_signal_new ("locating", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_BOOLEAN, 0);
}

static void
mw_companions_table_init (MwCompanionsTable *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->rows = g_list_store_new (MW_TYPE_COMPANION);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (update_go), self, G_CONNECT_SWAPPED);
  self->view = gtk_column_view_new (GTK_SELECTION_MODEL (self->selection));
  g_signal_connect (self->view, "activate", G_CALLBACK (activated), self);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Companions"), -1);
  add_column (self, _ ("Part"), 220, FALSE, G_CALLBACK (mw_setup_label_row), G_CALLBACK (bind_title));
  add_column (self, _ ("File"), 280, TRUE, G_CALLBACK (mw_setup_label_row), G_CALLBACK (bind_name));
  add_column (self, _ ("State"), 190, FALSE, G_CALLBACK (mw_setup_label_row), G_CALLBACK (bind_state));
  add_column (self, _ ("Size"), 130, FALSE, G_CALLBACK (mw_setup_label_row), G_CALLBACK (bind_size));
  add_column (self, "", 110, FALSE, G_CALLBACK (setup_action), G_CALLBACK (bind_action));
  mw_columns_fit_text (GTK_COLUMN_VIEW (self->view));
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  self->none = gtk_label_new (_ ("This model keeps everything in one file."));
  gtk_widget_add_css_class (self->none, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), scrolled);
  gtk_stack_add_child (GTK_STACK (self->stack), self->none);
  GtkWidget *bar = mw_list_bar_new (&self->summary);
  self->go = mw_list_bar_add (bar, _ ("Go to Element"), _ ("Select what is read from the file (double click)"),
                              G_CALLBACK (go_clicked), self);
  gtk_widget_set_sensitive (self->go, FALSE);
  self->again = mw_list_bar_add (bar, _ ("Look Again"), NULL, G_CALLBACK (again_clicked), self);
  self->folder = mw_list_bar_add (bar, _ ("Open Folder"), NULL, G_CALLBACK (folder_clicked), self);
  gtk_box_append (GTK_BOX (self), bar);
  gtk_box_append (GTK_BOX (self), self->stack);
}

GtkWidget *
mw_companions_table_new (void)
{
  return g_object_new (MW_TYPE_COMPANIONS_TABLE, NULL);
}
