/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/sequence-chooser.h"
#include "core/model/aspects.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/inspector/lane-edit.h"
#include "ui/operations/pick-list.h"
#include "ui/widgets.h"

#include <string.h>

struct _MwSequenceChooser {
  GtkBox parent_instance;
  MwDocument *document;
  MwId track, played, sequence;
  GArray *ids; /* MwId of each row; 0: all sequences */
  GPtrArray *names;
  GtkStringList *rows;
  GtkWidget *drop_down;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (MwSequenceChooser, mw_sequence_chooser, GTK_TYPE_BOX)

static guint chosen_signal;

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static const MwRecord *
track_of (MwSequenceChooser *self)
{
  return self->track ? mw_model_find (mw_document_get_model (self->document), self->track) : NULL;
}

static void
add_row (MwSequenceChooser *self, const MwRecord *sequence, const MwRecord *track)
{
  guint n = mw_ui_count_keys (self->document, track, sequence ? sequence->id : 0);
  g_autofree char *title = sequence ? mw_ui_record_title (sequence) : g_strdup (_ ("All sequences"));
  g_autofree char *count = mw_ui_count (n);
  g_autofree char *keys = sequence && mw_ui_is_not_loaded (sequence) ? g_strdup (_ ("not loaded"))
                          : n ? g_strdup_printf (ngettext ("%s key", "%s keys", n), count)
                              : g_strdup (_ ("no keys"));
  MwId id = sequence ? sequence->id : 0;
  g_array_append_val (self->ids, id);
  g_ptr_array_add (self->names, g_strdup_printf ("%s · %s", title, keys));
}

static void
list_sequences (MwSequenceChooser *self, const MwRecord *track)
{
  const MwList *sequences = mw_model_sequences (mw_document_get_model (self->document));
  gboolean lanes = mw_ui_has_lanes (self->document, track->schema);
  g_array_set_size (self->ids, 0);
  g_ptr_array_set_size (self->names, 0);
  if (!lanes || mw_ui_is_for_all (track))
    add_row (self, NULL, track);
  for (guint i = 0; sequences && i < sequences->n && !(lanes && mw_ui_is_for_all (track)); i++)
    if (!lanes || !mw_sequence_aspect (mw_document_get_model (self->document), sequences->items[i]).is_alias)
      add_row (self, sequences->items[i], track);
}

static guint
place_of (MwSequenceChooser *self, MwId sequence)
{
  for (guint i = 0; i < self->ids->len; i++)
    if (g_array_index (self->ids, MwId, i) == sequence)
      return i;
  return GTK_INVALID_LIST_POSITION;
}

/* The first sequence that has keys of the track. */
static MwId
first_with_keys (MwSequenceChooser *self, const MwRecord *track)
{
  for (guint i = 0; i < self->ids->len; i++)
    if (mw_ui_count_keys (self->document, track, g_array_index (self->ids, MwId, i)))
      return g_array_index (self->ids, MwId, i);
  return self->ids->len ? g_array_index (self->ids, MwId, 0) : 0;
}

static gboolean
names_differ (MwSequenceChooser *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  if (n != self->names->len)
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (strcmp (gtk_string_list_get_string (self->rows, i), g_ptr_array_index (self->names, i)) != 0)
      return TRUE;
  return FALSE;
}

static void
set_sequence (MwSequenceChooser *self, MwId sequence)
{
  if (sequence == self->sequence)
    return;
  self->sequence = sequence;
  g_signal_emit (self, chosen_signal, 0);
}

void
mw_sequence_chooser_refresh (MwSequenceChooser *self)
{
  const MwRecord *track = track_of (self);
  if (!track)
    return;
  list_sequences (self, track);
  MwId wanted = place_of (self, self->sequence) != GTK_INVALID_LIST_POSITION ? self->sequence
                                                                             : first_with_keys (self, track);
  self->updating = TRUE;
  if (names_differ (self)) {
    g_ptr_array_add (self->names, NULL);
    gtk_string_list_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)),
                            (const char *const *) self->names->pdata);
    g_ptr_array_set_size (self->names, (int) self->names->len - 1);
  }
  guint place = place_of (self, wanted);
  if (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->drop_down)) != place)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->drop_down), place);
  self->updating = FALSE;
  const MwField *clock = mw_schema_part (track->schema, MW_PART_CLOCK);
  gboolean own = clock && ((const MwRef *) mw_field_at (track, clock))->id
                 && !mw_ui_has_lanes (self->document, track->schema);
  gtk_widget_set_visible (GTK_WIDGET (self), self->ids->len > 1 && !own);
  set_sequence (self, own ? 0 : wanted);
}

/* --- Choosing ------------------------------------------------------------------------------------------------------- */

static void
chosen (GtkDropDown *drop_down, GParamSpec *property, MwSequenceChooser *self)
{
  guint place = gtk_drop_down_get_selected (drop_down);
  if (!self->updating && place < self->ids->len)
    set_sequence (self, g_array_index (self->ids, MwId, place));
}

static void
choose (MwSequenceChooser *self, MwId sequence)
{
  guint place = place_of (self, sequence);
  if (place != GTK_INVALID_LIST_POSITION)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->drop_down), place);
}

void
mw_sequence_chooser_set_playing (MwSequenceChooser *self, MwId sequence)
{
  if (sequence == self->played)
    return;
  self->played = sequence;
  choose (self, sequence);
}

void
mw_sequence_chooser_set_track (MwSequenceChooser *self, MwId track)
{
  gboolean other = track != self->track;
  self->track = track;
  if (other)
    self->sequence = self->played;
  const MwRecord *record = track_of (self);
  /* In the rest pose a track with lanes shows the first sequence that has keys. */
  if (other && record && !self->played && mw_ui_has_lanes (self->document, record->schema)) {
    list_sequences (self, record);
    self->sequence = first_with_keys (self, record);
  }
  mw_sequence_chooser_refresh (self);
}

MwId
mw_sequence_chooser_get_sequence (MwSequenceChooser *self)
{
  return self->sequence;
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  MwSequenceChooser *self = MW_SEQUENCE_CHOOSER (object);
  mw_disconnect (self->drop_down, self);
  self->drop_down = NULL;
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->rows);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_sequence_chooser_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  MwSequenceChooser *self = MW_SEQUENCE_CHOOSER (object);
  g_array_unref (self->ids);
  g_ptr_array_unref (self->names);
  G_OBJECT_CLASS (mw_sequence_chooser_parent_class)->finalize (object);
}

static void
mw_sequence_chooser_class_init (MwSequenceChooserClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
mw_sequence_chooser_init (MwSequenceChooser *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->rows = gtk_string_list_new (NULL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_widget_add_css_class (GTK_WIDGET (self), "field-row");
  GtkWidget *label = gtk_label_new (_ ("Keys of"));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "field-label");
  self->drop_down = gtk_drop_down_new (g_object_ref (G_LIST_MODEL (self->rows)),
                                       gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  mw_drop_down_enable_search (GTK_DROP_DOWN (self->drop_down));
  g_autoptr (GtkListItemFactory) rows = mw_string_factory_new ();
  gtk_drop_down_set_factory (GTK_DROP_DOWN (self->drop_down), rows);
  gtk_widget_set_hexpand (self->drop_down, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Keys of"), -1);
  mw_widget_set_tooltip (self->drop_down, _ ("The sequence whose keys are shown below"));
  g_signal_connect (self->drop_down, "notify::selected", G_CALLBACK (chosen), self);
  gtk_box_append (GTK_BOX (self), label);
  gtk_box_append (GTK_BOX (self), self->drop_down);
}

GtkWidget *
mw_sequence_chooser_new (MwDocument *document)
{
  MwSequenceChooser *self = g_object_new (MW_TYPE_SEQUENCE_CHOOSER, NULL);
  self->document = g_object_ref (document);
  return GTK_WIDGET (self);
}
