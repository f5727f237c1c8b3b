/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/shown-skins.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

#include <string.h>

struct _MwShownSkins {
  GtkBox parent_instance;
  MwLookup *lookup; /* of the worker from when it begins to read; then NULL */
  char *file;
  GHashTable *types;                 /* what is shown, as in MwShown; or NULL */
  MwParticleColors *particle_colors; /* the same; or NULL */
  GPtrArray *skins;                  /* MwNamedSkin, or NULL: not read yet */
  GArray *rows;                      /* guint: the skin of each row of the chooser after the first */
  GCancellable *reading;             /* while the worker reads; or NULL */
  GtkWidget *chooser, *trouble;
  gboolean filling;
};

G_DEFINE_FINAL_TYPE (MwShownSkins, mw_shown_skins, GTK_TYPE_BOX)

static guint chosen_signal;

/* --- Reading -------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwLookup *lookup;
  char *file;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;
  mw_lookup_free (wanted->lookup);
  g_free (wanted->file);
  g_free (wanted);
}

static void
read_skins (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Wanted *wanted = data;
  GError *error = NULL;
  GPtrArray *skins = mw_named_skins (wanted->lookup, wanted->file, &error);
  if (skins)
    g_task_return_pointer (task, skins, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static gboolean
are_same (const MwParticleColors *a, const MwParticleColors *b)
{
  return a && b ? memcmp (a, b, sizeof *a) == 0 : !a && !b;
}

static gboolean
is_shown (const MwNamedSkin *skin, const MwShownSkins *self)
{
  static const guint all[] = MW_NAMED_SKIN_TYPES;
  if (!are_same (skin->particle_colors, self->particle_colors))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    const char *shown = g_hash_table_lookup (self->types, GUINT_TO_POINTER (all[i]));
    g_autofree char *wanted = NULL;
    for (guint k = 0; k < skin->n_images; k++)
      if (skin->images[k].type == all[i])
        wanted = g_strdelimit (g_strdup (skin->images[k].path), "\\", '/');
    if (g_strcmp0 (shown ? shown : "", wanted ? wanted : "") != 0)
      return FALSE;
  }
  return TRUE;
}

static void
mark (MwShownSkins *self)
{
  guint at = 0;
  for (guint i = 0; self->types && self->skins && !at && i < self->rows->len; i++)
    at = is_shown (self->skins->pdata[g_array_index (self->rows, guint, i)], self) ? i + 1 : 0;
  self->filling = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->chooser), at);
  self->filling = FALSE;
}

void
mw_shown_skins_mark (MwShownSkins *self, const MwShown *shown)
{
  g_hash_table_ref (shown->types);
  g_clear_pointer (&self->types, g_hash_table_unref);
  self->types = shown->types;
  g_free (self->particle_colors);
  self->particle_colors = g_memdup2 (shown->particle_colors, sizeof *shown->particle_colors);
  mark (self);
}

/* One row for each name and its particle colours: many display ids have the same. */
static void
fill (MwShownSkins *self)
{
  g_autoptr (GtkStringList) texts = gtk_string_list_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gtk_string_list_append (texts, _ ("As chosen below"));
  g_array_set_size (self->rows, 0);
  for (guint i = 0; i < self->skins->len; i++) {
    const MwNamedSkin *skin = self->skins->pdata[i];
    g_autofree char *name = mw_ui_text (skin->name), *text = g_strdup_printf ("%s (%u)", name, skin->number);
    g_autofree char *colors = skin->particle_colors ? mw_particle_colors_to_text (skin->particle_colors) : NULL;
    if (!g_hash_table_add (seen, g_strconcat (skin->name, "\n", colors, NULL)))
      continue;
    gtk_string_list_append (texts, text);
    g_array_append_val (self->rows, i);
  }
  self->filling = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->chooser), G_LIST_MODEL (texts));
  self->filling = FALSE;
  mark (self);
}

static void
skins_read (GObject *source, GAsyncResult *result, gpointer unused)
{
  MwShownSkins *self = MW_SHOWN_SKINS (source);
  g_autoptr (GError) error = NULL;
  GPtrArray *skins = g_task_propagate_pointer (G_TASK (result), &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->reading);
  self->skins = skins ? skins : g_ptr_array_new ();
  fill (self);
  g_autofree char *text = error ? g_strdup_printf (_ ("The skins cannot be read: %s"), error->message) : NULL;
  gtk_label_set_text (GTK_LABEL (self->trouble), text ? text : "");
  gtk_widget_set_visible (self->trouble, text != NULL);
  gtk_widget_set_visible (gtk_widget_get_parent (self->chooser), self->skins->len > 0);
  gtk_widget_set_visible (GTK_WIDGET (self), text || self->skins->len > 0);
}

void
mw_shown_skins_read (MwShownSkins *self)
{
  if (self->skins || self->reading || !self->lookup || !self->file)
    return;
  Wanted *wanted = g_new0 (Wanted, 1);
  wanted->lookup = g_steal_pointer (&self->lookup);
  wanted->file = g_strdup (self->file);
  self->reading = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, self->reading, skins_read, NULL);
  g_task_set_task_data (task, wanted, wanted_free);
  g_task_run_in_thread (task, read_skins);
}

static void
forget (MwShownSkins *self)
{
  if (self->reading)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->skins, g_ptr_array_unref);
  g_clear_pointer (&self->lookup, mw_lookup_free);
  g_clear_pointer (&self->types, g_hash_table_unref);
  g_clear_pointer (&self->particle_colors, g_free);
  g_clear_pointer (&self->file, g_free);
}

void
mw_shown_skins_set_model (MwShownSkins *self, MwLookup *lookup, const char *file)
{
  forget (self);
  self->lookup = lookup;
  self->file = g_strdup (file);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
selected (MwShownSkins *self)
{
  const guint at = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->chooser));
  if (!self->filling && at != GTK_INVALID_LIST_POSITION && at > 0 && at <= self->rows->len)
    g_signal_emit (self, chosen_signal, 0, self->skins->pdata[g_array_index (self->rows, guint, at - 1)]);
}

static void
mw_shown_skins_dispose (GObject *object)
{
  MwShownSkins *self = MW_SHOWN_SKINS (object);
  forget (self);
  mw_box_clear (GTK_WIDGET (self));
  G_OBJECT_CLASS (mw_shown_skins_parent_class)->dispose (object);
}

static void
mw_shown_skins_finalize (GObject *object)
{
  g_array_unref (MW_SHOWN_SKINS (object)->rows);
  G_OBJECT_CLASS (mw_shown_skins_parent_class)->finalize (object);
}

static void
mw_shown_skins_class_init (MwShownSkinsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_shown_skins_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_shown_skins_finalize;
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
mw_shown_skins_init (MwShownSkins *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *label = gtk_label_new (_ ("Skin"));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint));
  self->chooser = gtk_drop_down_new_from_strings ((const char *const[]) { "", NULL });
  mw_drop_down_keep_inside (GTK_DROP_DOWN (self->chooser));
  mw_drop_down_enable_search (GTK_DROP_DOWN (self->chooser));
  gtk_widget_set_hexpand (self->chooser, TRUE);
  gtk_widget_set_tooltip_text (self->chooser, _ ("A skin from the tables of the game; the number is its display id"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chooser), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Skin"), -1);
  g_signal_connect_swapped (self->chooser, "notify::selected", G_CALLBACK (selected), self);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), self->chooser);
  self->trouble = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->trouble), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->trouble), 40);
  gtk_label_set_xalign (GTK_LABEL (self->trouble), 0);
  gtk_widget_add_css_class (self->trouble, "warning");
  gtk_box_append (GTK_BOX (self), row);
  gtk_box_append (GTK_BOX (self), self->trouble);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
mw_shown_skins_new (void)
{
  return g_object_new (MW_TYPE_SHOWN_SKINS, NULL);
}
