/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/played-chooser.h"
#include "core/model/aspects.h"
#include "ui/drop-down-search.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

#include <string.h>

struct _MwPlayedChooser {
  GtkBox parent_instance;
  MwDocument *document;
  GListStore *rows; /* GtkStringObject */
  GtkWidget *drop_down;
  MwId shown;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (MwPlayedChooser, mw_played_chooser, GTK_TYPE_BOX)

static guint chosen_signal;

#define GROUPED "mw-played-chooser-grouped"
enum { WIDTH_CHARS = 24, INDENT = 16 };

static MwId
id_of (gpointer row)
{
  return GPOINTER_TO_UINT (g_object_get_data (row, MW_PLAYED_CHOOSER_ID));
}

static const MwRecord *
record_of (MwPlayedChooser *self, gpointer row)
{
  const MwId id = id_of (row);
  return id ? mw_model_find (mw_document_get_model (self->document), id) : NULL;
}

/* --- Groups ----------------------------------------------------------------------------------------------------------- */

/* The n-th number that a sequence is called by, such as the animation and its variation; 0: it is called by its name. */
static guint32
number_of (const MwRecord *sequence, guint n)
{
  const MwSchema *schema = sequence->schema;
  const MwField *field = schema->called[n] ? mw_schema_member (schema, schema->called[n]) : NULL;
  guint32 number = 0;
  if (field)
    memcpy (&number, mw_field_at (sequence, field), MIN (mw_type_size (field->type), sizeof number));
  return number;
}

/* Whether both are variations of one animation. */
static gboolean
are_grouped (const MwRecord *a, const MwRecord *b)
{
  return a->schema->called[0] && number_of (a, 0) == number_of (b, 0);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const MwRecord *x = *(const MwRecord *const *) a, *y = *(const MwRecord *const *) b;
  for (guint i = 0; i < 2; i++)
    if (number_of (x, i) != number_of (y, i))
      return number_of (x, i) < number_of (y, i) ? -1 : 1;
  return mw_record_index (x) < mw_record_index (y) ? -1 : 1;
}

/* The sequences in the order of their numbers, then of the file: const MwRecord *. */
static GPtrArray *
sequences_in_groups (const MwModel *model)
{
  const MwList *list = mw_model_sequences (model);
  GPtrArray *sequences = g_ptr_array_new ();
  for (guint i = 0; i < list->n; i++)
    g_ptr_array_add (sequences, list->items[i]);
  g_ptr_array_sort (sequences, compare);
  return sequences;
}

/* --- The list --------------------------------------------------------------------------------------------------------- */

static gboolean
is_looping (MwPlayedChooser *self, const MwRecord *sequence)
{
  return mw_sequence_aspect (mw_document_get_model (self->document), sequence).looping;
}

/* All that is known of a sequence in one line, which is searched. Free with g_free(). */
static char *
text_of (MwPlayedChooser *self, const MwRecord *sequence)
{
  g_autofree char *title = mw_ui_record_title (sequence), *info = mw_ui_record_info (sequence);
  return g_strdup_printf ("%s · %s%s", title, info ? info : "", is_looping (self, sequence) ? " ⟳" : "");
}

static void
show_tooltip (MwPlayedChooser *self)
{
  GtkStringObject *row = gtk_drop_down_get_selected_item (GTK_DROP_DOWN (self->drop_down));
  mw_widget_set_tooltip (self->drop_down, row ? gtk_string_object_get_string (row) : NULL);
}

/* Sets only the selection, not the list: changing the list while the drop-down signals a choice makes it signal again, endlessly. */
static void
select_shown (MwPlayedChooser *self)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  guint at = 0;
  for (guint i = 0; i < n; i++) {
    g_autoptr (GObject) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);
    if (id_of (row) == self->shown)
      at = i;
  }
  self->updating = TRUE;
  if (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->drop_down)) != at)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->drop_down), at);
  self->updating = FALSE;
  show_tooltip (self);
}

/* A row has its id before it is in the list, which shows it at once. */
static void
add_row (GPtrArray *rows, const char *text, MwId id, gboolean grouped)
{
  GtkStringObject *row = gtk_string_object_new (text);
  g_object_set_data (G_OBJECT (row), MW_PLAYED_CHOOSER_ID, GUINT_TO_POINTER (id));
  g_object_set_data (G_OBJECT (row), GROUPED, GINT_TO_POINTER (grouped));
  g_ptr_array_add (rows, row);
}

void
mw_played_chooser_fill (MwPlayedChooser *self)
{
  g_autoptr (GPtrArray) sequences = sequences_in_groups (mw_document_get_model (self->document));
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  add_row (rows, _ ("Rest pose"), 0, FALSE);
  for (guint i = 0; i < sequences->len; i++) {
    const MwRecord *sequence = sequences->pdata[i];
    g_autofree char *text = text_of (self, sequence);
    add_row (rows, text, sequence->id, i && are_grouped (sequences->pdata[i - 1], sequence));
  }
  self->updating = TRUE;
  g_list_store_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)), rows->pdata, rows->len);
  self->updating = FALSE;
  select_shown (self);
}

void
mw_played_chooser_show (MwPlayedChooser *self, MwId sequence)
{
  self->shown = sequence;
  select_shown (self);
}

static void
chosen (GtkDropDown *drop_down, GParamSpec *property, MwPlayedChooser *self)
{
  gpointer row = gtk_drop_down_get_selected_item (drop_down);
  if (!self->updating && row)
    g_signal_emit (self, chosen_signal, 0, id_of (row));
}

/* --- Rows ------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
label_new (gboolean dim)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), dim ? 1 : 0);
  mw_widget_set_css_class (label, "dim-label", dim);
  mw_widget_set_css_class (label, "numeric", dim);
  return label;
}

/* The name, beside it the length or why there is none, and at the end a sign of its own width for looping. */
static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *name = label_new (FALSE), *info = label_new (TRUE),
            *loop = label_new (TRUE);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_width_chars (GTK_LABEL (loop), 2);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), info);
  gtk_box_append (GTK_BOX (box), loop);
  gtk_list_item_set_child (item, box);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwPlayedChooser *self)
{
  GtkStringObject *row = gtk_list_item_get_item (item);
  const MwRecord *sequence = record_of (self, row);
  GtkWidget *box = gtk_list_item_get_child (item), *name = gtk_widget_get_first_child (box),
            *info = gtk_widget_get_next_sibling (name), *loop = gtk_widget_get_next_sibling (info);
  g_autofree char *title = sequence ? mw_ui_record_title (sequence) : NULL,
                  *remark = sequence ? mw_ui_record_info (sequence) : NULL;
  const gboolean away = sequence && mw_ui_is_not_loaded (sequence);
  gtk_label_set_text (GTK_LABEL (name), title ? title : gtk_string_object_get_string (row));
  gtk_label_set_text (GTK_LABEL (info), remark ? remark : "");
  gtk_label_set_text (GTK_LABEL (loop), sequence && is_looping (self, sequence) ? "⟳" : "");
  gtk_widget_set_margin_start (box, g_object_get_data (G_OBJECT (row), GROUPED) ? INDENT : 0);
  mw_widget_set_tooltip (box, away ? _ ("Its keys are in a file that was not found. They stay unchanged.") : NULL);
}

/* What is chosen: one width for all names, so that nothing beside it moves. */
static void
setup_shown (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkWidget *label = label_new (FALSE);
  mw_label_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  gtk_list_item_set_child (item, label);
}

static void
bind_shown (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

/* --- The widget ------------------------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  MwPlayedChooser *self = MW_PLAYED_CHOOSER (object);
  mw_disconnect (self->drop_down, self);
  self->drop_down = NULL;
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->rows);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_played_chooser_parent_class)->dispose (object);
}

static void
mw_played_chooser_class_init (MwPlayedChooserClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
mw_played_chooser_init (MwPlayedChooser *self)
{
  self->rows = g_list_store_new (GTK_TYPE_STRING_OBJECT);
  self->drop_down = gtk_drop_down_new (g_object_ref (G_LIST_MODEL (self->rows)),
                                       gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  g_autoptr (GtkListItemFactory) shown = gtk_signal_list_item_factory_new ();
  g_signal_connect (shown, "setup", G_CALLBACK (setup_shown), NULL);
  g_signal_connect (shown, "bind", G_CALLBACK (bind_shown), NULL);
  gtk_drop_down_set_factory (GTK_DROP_DOWN (self->drop_down), shown);
  g_autoptr (GtkListItemFactory) rows = gtk_signal_list_item_factory_new ();
  g_signal_connect (rows, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (rows, "bind", G_CALLBACK (bind_row), self);
  gtk_drop_down_set_list_factory (GTK_DROP_DOWN (self->drop_down), rows);
  mw_drop_down_enable_search (GTK_DROP_DOWN (self->drop_down));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Sequence"), -1);
  g_signal_connect (self->drop_down, "notify::selected", G_CALLBACK (chosen), self);
  gtk_box_append (GTK_BOX (self), self->drop_down);
}

GtkWidget *
mw_played_chooser_new (MwDocument *document)
{
  MwPlayedChooser *self = g_object_new (MW_TYPE_PLAYED_CHOOSER, NULL);
  self->document = g_object_ref (document);
  mw_played_chooser_fill (self);
  return GTK_WIDGET (self);
}
