/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/lane-form.h"
#include "ui/i18n.h"
#include "ui/inspector/add-row.h"
#include "ui/inspector/lane-edit.h"
#include "ui/widgets.h"

struct _MwLaneForm {
  GtkBox parent_instance;
  MwDocument *document;
  GArray *tracks; /* MwId */
  MwId sequence;
  MwClock clock;
  GtkWidget *rows; /* MwRecordForm of the lanes */
  MwAddRow add;
};

G_DEFINE_FINAL_TYPE (MwLaneForm, mw_lane_form, GTK_TYPE_BOX)

/* --- What is shown -------------------------------------------------------------------------------------------------- */

static GArray *
lanes_of (MwLaneForm *self)
{
  const MwModel *model = mw_document_get_model (self->document);
  GArray *lanes = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < self->tracks->len; i++) {
    const MwRecord *track = mw_model_find (model, g_array_index (self->tracks, MwId, i));
    const MwRecord *lane = track ? mw_ui_lane_of (track, self->sequence) : NULL;
    if (lane)
      g_array_append_val (lanes, lane->id);
  }
  return lanes;
}

static void
refresh (MwLaneForm *self)
{
  g_autoptr (GArray) lanes = lanes_of (self);
  guint n = self->tracks->len, without = n - lanes->len;
  g_autofree char *some = g_strdup_printf (_ ("%u of %u have no keys here"), without, n);
  gtk_label_set_text (GTK_LABEL (self->add.state), lanes->len ? some : _ ("No keys here"));
  gtk_widget_set_visible (self->add.row, without > 0);
  gtk_widget_set_visible (self->rows, lanes->len > 0);
  if (lanes->len)
    mw_record_form_set_ids (MW_RECORD_FORM (self->rows), (const MwId *) lanes->data, lanes->len);
}

void
mw_lane_form_set_tracks (MwLaneForm *self, const MwId *tracks, guint n)
{
  g_array_set_size (self->tracks, 0);
  if (n)
    g_array_append_vals (self->tracks, tracks, n);
  mw_add_row_show_error (&self->add, NULL);
  refresh (self);
}

/* The clock's time applies to the sequence that is being played; in other sequences new keys go to the start. */
static void
pass_clock (MwLaneForm *self)
{
  MwClock clock = self->clock;
  if (self->sequence && self->sequence != clock.sequence)
    clock.time = 0;
  mw_record_form_set_clock (MW_RECORD_FORM (self->rows), &clock);
}

void
mw_lane_form_set_sequence (MwLaneForm *self, MwId sequence)
{
  self->sequence = sequence;
  mw_add_row_show_error (&self->add, NULL);
  pass_clock (self);
  refresh (self);
}

void
mw_lane_form_set_clock (MwLaneForm *self, const MwClock *clock)
{
  self->clock = *clock;
  pass_clock (self);
}

void
mw_lane_form_apply_change (MwLaneForm *self, const MwChangeSet *set)
{
  if (gtk_widget_get_visible (self->rows))
    mw_record_form_apply_change (MW_RECORD_FORM (self->rows), set);
  for (guint i = 0; i < set->changes->len; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    for (guint k = 0; k < self->tracks->len && change->kind > MW_CHANGE_SWAP; k++)
      if (change->owner == g_array_index (self->tracks, MwId, k)) {
        refresh (self);
        return;
      }
  }
}

MwRecordForm *
mw_lane_form_get_rows (MwLaneForm *self)
{
  return MW_RECORD_FORM (self->rows);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
add_clicked (GtkButton *button, MwLaneForm *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwLaneForm) keep G_GNUC_UNUSED = g_object_ref (self);
  gboolean played = !self->clock.rest && (!self->sequence || self->sequence == self->clock.sequence);
  gboolean ok = mw_ui_add_lane_key (self->document, (const MwId *) self->tracks->data, self->tracks->len,
                                    self->sequence, played ? self->clock.time : 0, &error);
  mw_add_row_show_error (&self->add, ok ? NULL : error->message);
}

static void
dispose (GObject *object)
{
  MwLaneForm *self = MW_LANE_FORM (object);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_lane_form_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_array_unref (MW_LANE_FORM (object)->tracks);
  G_OBJECT_CLASS (mw_lane_form_parent_class)->finalize (object);
}

static void
mw_lane_form_class_init (MwLaneFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
}

static void
mw_lane_form_init (MwLaneForm *self)
{
  self->tracks = g_array_new (FALSE, FALSE, sizeof (MwId));
  self->clock = MW_CLOCK_REST;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  mw_add_row_init (&self->add, GTK_BOX (self), _ ("Add a Key"),
                   _ ("Add a first key for this sequence, at the time shown"), G_CALLBACK (add_clicked), self);
}

GtkWidget *
mw_lane_form_new (MwDocument *document, const MwSchema *track)
{
  MwLaneForm *self = g_object_new (MW_TYPE_LANE_FORM, NULL);
  self->document = g_object_ref (document);
  const MwSchema *lane = mw_schema_part (track, MW_PART_LANES)->schema;
  self->rows = mw_record_form_new (document, lane);
  /* The sequence is chosen above the form. */
  mw_record_form_leave_out (MW_RECORD_FORM (self->rows), mw_schema_part (lane, MW_PART_SEQUENCE));
  gtk_box_append (GTK_BOX (self), self->rows);
  return GTK_WIDGET (self);
}
