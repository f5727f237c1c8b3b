/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/shown-character.h"
#include "ui/drop-down-search.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

#include <string.h>

/* The tables of the model, which the worker reads once. The lookup is only used by one worker at a time. */
typedef struct {
  gatomicrefcount references;
  MwLookup *lookup;
  char *file;
  gboolean read;
  MwCharacter *character; /* NULL: not read, or the tables do not have it */
} Tables;

/* A row: a drop-down of numbers, or for what is worn an entry. */
typedef struct {
  GtkWidget *chooser, *name;
  GArray *numbers; /* guint32 */
  MwCharacterPart part;
} Row;

struct _MwShownCharacter {
  GtkBox parent_instance;
  GtkWidget *choosers, *why;
  gboolean has_choosers; /* `choosers` is filled */
  Row rows[MW_CHARACTER_PARTS];
  MwShown *chosen;
  Tables *tables;       /* NULL: no character */
  GCancellable *making; /* while the worker makes a skin; or NULL */
  gboolean again;       /* other parts were chosen meanwhile */
  gboolean by_user;     /* the parts were chosen by the user, not read */
  MwCharacterSkin *skin;
  guint32 parts[MW_CHARACTER_PARTS]; /* of the skin */
  gboolean filling;
};

G_DEFINE_FINAL_TYPE (MwShownCharacter, mw_shown_character, GTK_TYPE_BOX)

enum { SKIN, CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
tables_unref (Tables *tables)
{
  if (!g_atomic_ref_count_dec (&tables->references))
    return;
  g_clear_pointer (&tables->character, mw_character_free);
  mw_lookup_free (tables->lookup);
  g_free (tables->file);
  g_free (tables);
}

/* --- The worker ----------------------------------------------------------------------------------------------------- */

typedef struct {
  Tables *tables;
  GHashTable *chosen;
  guint32 parts[MW_CHARACTER_PARTS];
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;
  tables_unref (wanted->tables);
  g_hash_table_unref (wanted->chosen);
  g_free (wanted);
}

static void
make_skin (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Wanted *wanted = data;
  Tables *tables = wanted->tables;
  GError *error = NULL;
  MwCharacterSkin *skin = NULL;
  if (!tables->read)
    tables->character = mw_character_read (tables->lookup, tables->file, &error);
  tables->read = !error;
  if (tables->character) {
    mw_character_fill (tables->character, wanted->chosen, wanted->parts);
    skin = mw_character_skin_make (tables->character, wanted->parts, tables->lookup, &error);
  }
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, skin, (GDestroyNotify) mw_character_skin_free);
}

static GHashTable *
copy_of (GHashTable *numbers)
{
  GHashTable *copy = g_hash_table_new (NULL, NULL);
  GHashTableIter each;
  gpointer key, value;
  g_hash_table_iter_init (&each, numbers);
  while (g_hash_table_iter_next (&each, &key, &value))
    g_hash_table_insert (copy, key, value);
  return copy;
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static gboolean
is_worn (MwCharacterPart part)
{
  return part >= MW_CHARACTER_FIRST_WORN;
}

static char *
text_of (MwShownCharacter *self, MwCharacterPart part, guint32 number)
{
  g_autofree char *stored = mw_character_choice_name (self->tables->character, part, number),
                  *name = stored ? mw_ui_text (stored) : NULL;
  if (part == MW_CHARACTER_UNDERWEAR)
    return g_strdup (number ? _ ("Shown") : _ ("None"));
  return name ? g_strdup_printf ("%u: %s", number, name) : g_strdup_printf ("%u", number);
}

static void
fill_drop_down (MwShownCharacter *self, Row *row)
{
  g_autoptr (GtkStringList) texts = gtk_string_list_new (NULL);
  guint selected = GTK_INVALID_LIST_POSITION;
  for (guint i = 0; i < row->numbers->len; i++) {
    const guint32 number = g_array_index (row->numbers, guint32, i);
    g_autofree char *text = text_of (self, row->part, number);
    gtk_string_list_append (texts, text);
    if (number == self->parts[row->part])
      selected = i;
  }
  gtk_drop_down_set_model (GTK_DROP_DOWN (row->chooser), G_LIST_MODEL (texts));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (row->chooser), selected);
}

static void
fill_entry (MwShownCharacter *self, Row *row)
{
  const guint32 number = self->parts[row->part];
  g_autofree char *stored = number ? mw_character_choice_name (self->tables->character, row->part, number) : NULL,
                  *name = stored ? mw_ui_text (stored) : g_strdup (number ? _ ("Not in the tables") : ""),
                  *text = number ? g_strdup_printf ("%u", number) : g_strdup ("");
  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (row->chooser)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (row->chooser), text);
  gtk_label_set_text (GTK_LABEL (row->name), name);
}

static void
fill (MwShownCharacter *self)
{
  self->filling = TRUE;
  for (guint part = 0; part < MW_CHARACTER_PARTS; part++) {
    Row *row = &self->rows[part];
    g_clear_pointer (&row->numbers, g_array_unref);
    row->numbers = mw_character_choices (self->tables->character, (MwCharacterPart) part, self->parts);
    if (is_worn ((MwCharacterPart) part))
      fill_entry (self, row);
    else
      fill_drop_down (self, row);
  }
  self->filling = FALSE;
}

/* What was chosen for the meshes of a group gives way to a part that shows another variant of it. */
static void
follow (MwShownCharacter *self, const MwCharacterSkin *before, const MwCharacterSkin *now)
{
  const MwCharacterSkin *const skins[] = { before, now };
  for (guint i = 0; i < G_N_ELEMENTS (skins); i++) {
    GHashTableIter each;
    gpointer group, variant, was, is;
    g_hash_table_iter_init (&each, skins[i]->sections);
    while (g_hash_table_iter_next (&each, &group, &variant)) {
      const gboolean had = g_hash_table_lookup_extended (before->sections, group, NULL, &was),
                     has = g_hash_table_lookup_extended (now->sections, group, NULL, &is);
      if (had != has || was != is)
        g_hash_table_remove (self->chosen->sections, group);
    }
  }
}

static void make (MwShownCharacter *self);

/* Why there is no skin. */
static void
show_why (MwShownCharacter *self, const GError *error)
{
  g_autofree char *text =
    error
      ? g_strdup_printf (_ ("The tables of the game cannot be read: %s"), error->message)
      : g_strdup (_ (
        "Without the tables of its game, the skin of this character is grey clay. Add the game in Games, or choose a "
        "folder with its tables (CharSections.dbc)."));
  gtk_label_set_text (GTK_LABEL (self->why), text);
}

static void
skin_made (GObject *source, GAsyncResult *result, gpointer unused)
{
  MwShownCharacter *self = MW_SHOWN_CHARACTER (source);
  const Wanted *wanted = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  MwCharacterSkin *skin = g_task_propagate_pointer (G_TASK (result), &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->making);
  if (self->by_user && self->skin && skin)
    follow (self, self->skin, skin);
  g_clear_pointer (&self->skin, mw_character_skin_free);
  self->skin = skin;
  memcpy (self->parts, wanted->parts, sizeof self->parts);
  if (!skin)
    show_why (self, error);
  else if (!self->again)
    fill (self);
  gtk_widget_set_visible (self->why, !skin);
  gtk_widget_set_visible (self->choosers, skin != NULL);
  g_signal_emit (self, signals[SKIN], 0);
  if (self->again)
    make (self);
}

static void
make (MwShownCharacter *self)
{
  self->again = self->making != NULL;
  if (self->making)
    return;
  Wanted *wanted = g_new0 (Wanted, 1);
  wanted->tables = self->tables;
  g_atomic_ref_count_inc (&self->tables->references);
  wanted->chosen = copy_of (self->chosen->parts);
  self->making = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, self->making, skin_made, NULL);
  g_task_set_task_data (task, wanted, wanted_free);
  g_task_run_in_thread (task, make_skin);
}

static void
forget (MwShownCharacter *self)
{
  if (self->making)
    g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
  g_clear_pointer (&self->tables, tables_unref);
  g_clear_pointer (&self->skin, mw_character_skin_free);
  self->again = self->by_user = FALSE;
}

static void make_choosers (MwShownCharacter *self);

void
mw_shown_character_set_model (MwShownCharacter *self, MwLookup *lookup, const char *file, MwShown *chosen)
{
  const gboolean had = self->skin != NULL;
  forget (self);
  self->chosen = chosen;
  gtk_widget_set_visible (GTK_WIDGET (self), lookup != NULL);
  gtk_widget_set_visible (self->choosers, FALSE);
  gtk_widget_set_visible (self->why, FALSE);
  if (lookup) {
    if (!self->has_choosers)
      make_choosers (self);
    self->tables = g_new0 (Tables, 1);
    g_atomic_ref_count_init (&self->tables->references);
    self->tables->lookup = lookup;
    self->tables->file = g_strdup (file);
    make (self);
  }
  if (had)
    g_signal_emit (self, signals[SKIN], 0);
}

const MwCharacterSkin *
mw_shown_character_get_skin (MwShownCharacter *self)
{
  return self->skin;
}

/* --- Choosing ------------------------------------------------------------------------------------------------------- */

static void
choose (MwShownCharacter *self, MwCharacterPart part, guint32 number)
{
  if (!self->tables || !self->chosen)
    return;
  g_hash_table_replace (self->chosen->parts, GUINT_TO_POINTER ((guint) part), GUINT_TO_POINTER (number));
  self->parts[part] = number;
  self->by_user = TRUE;
  make (self);
  g_signal_emit (self, signals[CHOSEN], 0);
}

static Row *
row_of (gpointer chooser)
{
  return g_object_get_data (G_OBJECT (chooser), "row");
}

static void
selected (GtkDropDown *chooser, GParamSpec *property, MwShownCharacter *self)
{
  const Row *row = row_of (chooser);
  const guint at = gtk_drop_down_get_selected (chooser);
  if (!self->filling && row->numbers && at < row->numbers->len)
    choose (self, row->part, g_array_index (row->numbers, guint32, at));
}

/* The number that is so many after the one that is shown, from the first after the last. */
static guint32
number_after (const Row *row, guint32 number, int steps)
{
  guint at = 0;
  while (at + 1 < row->numbers->len && g_array_index (row->numbers, guint32, at) < number)
    at++;
  return g_array_index (row->numbers, guint32, (at + row->numbers->len + (guint) steps) % row->numbers->len);
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, MwShownCharacter *self)
{
  const Row *row = row_of (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller)));
  const gboolean next = key == GDK_KEY_Down || (key == GDK_KEY_Right && !is_worn (row->part)),
                 previous = key == GDK_KEY_Up || (key == GDK_KEY_Left && !is_worn (row->part));
  if ((!next && !previous) || (state & gtk_accelerator_get_default_mod_mask ()) || !row->numbers || !row->numbers->len)
    return FALSE;
  choose (self, row->part, number_after (row, self->parts[row->part], next ? 1 : -1));
  return TRUE;
}

static void
typed (GtkEntry *entry, MwShownCharacter *self)
{
  const Row *row = row_of (entry);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  guint64 number = 0;
  if (*text && !g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &number, NULL)) {
    gtk_label_set_text (GTK_LABEL (row->name), _ ("Not a number"));
    return;
  }
  if (!self->filling && number != self->parts[row->part])
    choose (self, row->part, (guint32) number);
}

static void
left (GtkEventControllerFocus *controller, MwShownCharacter *self)
{
  typed (GTK_ENTRY (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller))), self);
}

/* Any of the numbers that there are for each part of the body. */
static void
choose_at_random (MwShownCharacter *self)
{
  for (guint part = 0; part < MW_CHARACTER_UNDERWEAR; part++) {
    const Row *row = &self->rows[part];
    if (row->numbers && row->numbers->len > 0)
      choose (self, (MwCharacterPart) part,
              g_array_index (row->numbers, guint32, (guint) g_random_int_range (0, (gint32) row->numbers->len)));
  }
}

/* --- The choosers ------------------------------------------------------------------------------------------------- */

static GtkWidget *
new_grid (void)
{
  GtkWidget *grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  return grid;
}

static void
add_row (MwShownCharacter *self, GtkWidget *grid, MwCharacterPart part)
{
  Row *row = &self->rows[part];
  const char *title = _ (mw_character_part_label (part));
  GtkWidget *label = gtk_label_new (title);
  GtkEventController *keys = gtk_event_controller_key_new ();
  row->part = part;
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (is_worn (part)) {
    row->chooser = gtk_entry_new ();
    row->name = gtk_label_new (NULL);
    gtk_label_set_xalign (GTK_LABEL (row->name), 0);
    mw_label_ellipsize (row->name, PANGO_ELLIPSIZE_END);
    gtk_label_set_max_width_chars (GTK_LABEL (row->name), 20);
    gtk_widget_set_hexpand (row->name, TRUE);
    gtk_widget_add_css_class (row->name, "dim-label");
    gtk_editable_set_width_chars (GTK_EDITABLE (row->chooser), 7);
    gtk_editable_set_max_width_chars (GTK_EDITABLE (row->chooser), 7);
    gtk_entry_set_placeholder_text (GTK_ENTRY (row->chooser), _ ("None"));
    gtk_widget_set_tooltip_text (row->chooser, _ ("The id of a display of items; Up and Down show the next ones"));
    GtkEventController *focus = gtk_event_controller_focus_new ();
    g_signal_connect (focus, "leave", G_CALLBACK (left), self);
    gtk_widget_add_controller (row->chooser, focus);
    g_signal_connect (row->chooser, "activate", G_CALLBACK (typed), self);
    gtk_grid_attach (GTK_GRID (grid), row->name, 2, (int) part, 1, 1);
  } else {
    row->chooser = gtk_drop_down_new (NULL, NULL);
    mw_drop_down_keep_inside (GTK_DROP_DOWN (row->chooser));
    gtk_widget_set_hexpand (row->chooser, TRUE);
    gtk_widget_set_tooltip_text (row->chooser, _ ("The arrow keys show the next ones"));
    g_signal_connect (row->chooser, "notify::selected", G_CALLBACK (selected), self);
  }
  g_object_set_data (G_OBJECT (row->chooser), "row", row);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->chooser), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (row->chooser, keys);
  gtk_grid_attach (GTK_GRID (grid), label, 0, (int) part, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), row->chooser, 1, (int) part, 1, 1);
}

/* The choosers, which take long to make. Few models are characters, so they wait for the first one. */
static void
make_choosers (MwShownCharacter *self)
{
  GtkWidget *heading = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *title = gtk_label_new (_ ("Character")),
            *random = gtk_button_new_with_label (_ ("Random")), *body = new_grid (), *worn = new_grid (),
            *expander = gtk_expander_new (_ ("Worn items"));
  for (guint part = 0; part < MW_CHARACTER_PARTS; part++)
    add_row (self, is_worn ((MwCharacterPart) part) ? worn : body, (MwCharacterPart) part);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_set_tooltip_text (random, _ ("Any skin, face and hair"));
  g_signal_connect_swapped (random, "clicked", G_CALLBACK (choose_at_random), self);
  gtk_box_append (GTK_BOX (heading), title);
  gtk_box_append (GTK_BOX (heading), random);
  gtk_expander_set_child (GTK_EXPANDER (expander), worn);
  gtk_box_append (GTK_BOX (self->choosers), heading);
  gtk_box_append (GTK_BOX (self->choosers), body);
  gtk_box_append (GTK_BOX (self->choosers), expander);
  self->has_choosers = TRUE;
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
mw_shown_character_dispose (GObject *object)
{
  MwShownCharacter *self = MW_SHOWN_CHARACTER (object);
  forget (self);
  mw_box_clear (GTK_WIDGET (self));
  G_OBJECT_CLASS (mw_shown_character_parent_class)->dispose (object);
}

static void
mw_shown_character_finalize (GObject *object)
{
  MwShownCharacter *self = MW_SHOWN_CHARACTER (object);
  for (guint i = 0; i < MW_CHARACTER_PARTS; i++)
    g_clear_pointer (&self->rows[i].numbers, g_array_unref);
  G_OBJECT_CLASS (mw_shown_character_parent_class)->finalize (object);
}

static void
mw_shown_character_class_init (MwShownCharacterClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_shown_character_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_shown_character_finalize;
  signals[SKIN] = g_signal_new ("skin", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                0);
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void
mw_shown_character_init (MwShownCharacter *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->choosers = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->why = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->why), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->why), 40);
  gtk_label_set_xalign (GTK_LABEL (self->why), 0);
  gtk_box_append (GTK_BOX (self), self->choosers);
  gtk_box_append (GTK_BOX (self), self->why);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
mw_shown_character_new (void)
{
  return g_object_new (MW_TYPE_SHOWN_CHARACTER, NULL);
}
