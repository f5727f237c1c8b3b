/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time-bar.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

#include <string.h>

struct _MwTimeBar {
  GtkBox parent_instance;
  MwDocument *document;
  MwClock clock;
  MwId sequence; /* 0: rest */
  GtkStringList *choices;
  GtkWidget *chooser, *play, *scale, *loop, *speed, *time;
  guint tick;
  gint64 last_frame; /* µs; 0: none yet */
  double pending;    /* ms that were not yet given to the clock */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (MwTimeBar, mw_time_bar, GTK_TYPE_BOX)

static guint clock_changed_signal;
static const double speeds[] = { 0.1, 0.25, 0.5, 1, 2, 4 };
enum { SPEED_NORMAL = 3 };

static const MwList *
sequences_of (MwTimeBar *self)
{
  const MwRecord *root = &mw_document_get_model (self->document)->record;
  return mw_record_list (root, mw_schema_field (root->schema, "sequences"));
}

static const MwRecord *
sequence_of (MwTimeBar *self)
{
  const MwRecord *record = self->sequence ? mw_model_find (mw_document_get_model (self->document), self->sequence)
                                          : NULL;
  const MwField *slot = record && record->owner && !record->owner->owner ? mw_record_slot (record) : NULL;
  return slot && g_str_equal (slot->name, "sequences") ? record : NULL;
}

/* Bit 1 of the flags means the same in both families. */
static gboolean
is_looping (const MwRecord *sequence)
{
  const MwField *flags = mw_schema_field (sequence->schema, "flags");
  return !(*(const uint32_t *) mw_field_at (sequence, flags) & 1);
}

/* --- What is shown -------------------------------------------------------------------------------------------------- */

static void
show_clock (MwTimeBar *self)
{
  gint64 length = self->clock.rest ? 0 : (gint64) self->clock.end - self->clock.start;
  gint64 at = self->clock.rest ? 0 : (gint64) self->clock.time - self->clock.start;
  self->updating = TRUE;
  gtk_range_set_range (GTK_RANGE (self->scale), 0, (double) MAX (length, 1));
  gtk_range_set_value (GTK_RANGE (self->scale), (double) at);
  self->updating = FALSE;
  gtk_widget_set_sensitive (self->scale, length > 0);
  g_autofree char *now = mw_ui_count ((guint64) MAX (at, 0)), *all = mw_ui_count ((guint64) MAX (length, 0));
  g_autofree char *text = self->clock.rest ? g_strdup (_ ("Rest pose")) : g_strdup_printf (_ ("%s / %s ms"), now, all);
  g_autofree char *in_file = self->clock.rest ? NULL : g_strdup_printf (_ ("%d ms in the file"), self->clock.time);
  gtk_label_set_text (GTK_LABEL (self->time), text);
  gtk_widget_set_tooltip_text (self->time, in_file);
  g_signal_emit (self, clock_changed_signal, 0, &self->clock);
}

static void
fill_choices (MwTimeBar *self)
{
  const MwList *list = sequences_of (self);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (names, g_strdup (_ ("Rest pose")));
  guint selected = 0;
  for (guint i = 0; i < list->n; i++) {
    g_autofree char *title = mw_ui_record_title (list->items[i]), *info = mw_ui_record_info (list->items[i]);
    g_ptr_array_add (names,
                     g_strdup_printf ("%s · %s%s", title, info ? info : "", is_looping (list->items[i]) ? " ⟳" : ""));
    if (list->items[i]->id == self->sequence)
      selected = i + 1;
  }
  g_ptr_array_add (names, NULL);
  self->updating = TRUE;
  gtk_string_list_splice (self->choices, 0, g_list_model_get_n_items (G_LIST_MODEL (self->choices)),
                          (const char *const *) names->pdata);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->chooser), selected);
  self->updating = FALSE;
}

/* Only the selection: to change the list while the drop-down tells of a choice makes it tell again, without end. */
static void
select_choice (MwTimeBar *self)
{
  const MwRecord *sequence = sequence_of (self);
  guint position = sequence ? mw_record_index (sequence) + 1 : 0;
  self->updating = TRUE;
  if (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->chooser)) != position)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->chooser), position);
  self->updating = FALSE;
}

/* --- Play ----------------------------------------------------------------------------------------------------------- */

static void set_playing (MwTimeBar *self, gboolean playing);

static gboolean
ticked (GtkWidget *widget, GdkFrameClock *frame_clock, gpointer unused)
{
  MwTimeBar *self = MW_TIME_BAR (widget);
  gint64 now = gdk_frame_clock_get_frame_time (frame_clock);
  if (self->last_frame)
    self->pending += (double) (now - self->last_frame) / 1000
                     * speeds[gtk_drop_down_get_selected (GTK_DROP_DOWN (self->speed))];
  self->last_frame = now;
  guint32 ms = (guint32) CLAMP (self->pending, 0, 60000);
  self->pending -= ms;
  if (!ms)
    return G_SOURCE_CONTINUE;
  gint32 end = self->clock.end;
  gboolean over = mw_clock_advance (&self->clock, ms);
  if (over && !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->loop))) {
    self->clock.time = end;
    self->tick = 0;
    set_playing (self, FALSE);
    show_clock (self);
    return G_SOURCE_REMOVE;
  }
  if (over && !self->clock.looping)
    self->clock.time = self->clock.start;
  show_clock (self);
  return G_SOURCE_CONTINUE;
}

static void
set_playing (MwTimeBar *self, gboolean playing)
{
  gboolean was_playing = self->tick != 0;
  if (playing && !self->tick) {
    self->last_frame = 0;
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), ticked, NULL, NULL);
  } else if (!playing && self->tick) {
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
    self->tick = 0;
  }
  const char *label = playing ? _ ("Pause (Space)") : _ ("Play (Space)");
  gtk_button_set_icon_name (GTK_BUTTON (self->play),
                            playing ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (self->play, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (was_playing != playing)
    g_signal_emit (self, clock_changed_signal, 0, &self->clock);
}

gboolean
mw_time_bar_is_playing (MwTimeBar *self)
{
  return self->tick != 0;
}

void
mw_time_bar_set_sequence (MwTimeBar *self, MwId id)
{
  self->sequence = id;
  const MwRecord *sequence = sequence_of (self);
  self->sequence = sequence ? id : 0;
  mw_clock_play (&self->clock, mw_document_get_model (self->document), sequence ? sequence->id : 0);
  if (!sequence)
    set_playing (self, FALSE);
  select_choice (self);
  show_clock (self);
}

void
mw_time_bar_play_sequence (MwTimeBar *self, guint sequence)
{
  mw_time_bar_set_sequence (self, sequence);
  set_playing (self, self->sequence != 0);
}

void
mw_time_bar_play_stand (MwTimeBar *self)
{
  const MwList *list = sequences_of (self);
  const MwRecord *found = list->n ? list->items[0] : NULL;
  for (guint i = 0; i < list->n; i++) {
    g_autofree char *title = mw_ui_record_title (list->items[i]);
    if (g_ascii_strncasecmp (title, "Stand", strlen ("Stand")) == 0) {
      found = list->items[i];
      break;
    }
  }
  mw_time_bar_play_sequence (self, found ? found->id : 0);
}

MwId
mw_time_bar_get_sequence (MwTimeBar *self)
{
  return self->sequence;
}

void
mw_time_bar_toggle (MwTimeBar *self)
{
  if (self->tick) {
    set_playing (self, FALSE);
    return;
  }
  const MwList *list = sequences_of (self);
  if (!self->sequence && list->n)
    mw_time_bar_set_sequence (self, list->items[0]->id);
  else if (!self->clock.rest && self->clock.time >= self->clock.end)
    self->clock.time = self->clock.start;
  set_playing (self, self->sequence != 0);
}

void
mw_time_bar_set_time (MwTimeBar *self, gint32 time)
{
  if (self->clock.rest)
    return;
  self->clock.time = (gint32) CLAMP ((gint64) self->clock.start + time, self->clock.start, self->clock.end);
  show_clock (self);
}

const MwClock *
mw_time_bar_get_clock (MwTimeBar *self)
{
  return &self->clock;
}

GtkDropDown *
mw_time_bar_get_chooser (MwTimeBar *self)
{
  return GTK_DROP_DOWN (self->chooser);
}

GListModel *
mw_time_bar_get_choices (MwTimeBar *self)
{
  return G_LIST_MODEL (self->choices);
}

/* --- Input ---------------------------------------------------------------------------------------------------------- */

static void
chosen (GtkDropDown *chooser, GParamSpec *property, MwTimeBar *self)
{
  guint position = gtk_drop_down_get_selected (chooser);
  const MwList *list = sequences_of (self);
  if (self->updating || position == GTK_INVALID_LIST_POSITION || position > list->n)
    return;
  mw_time_bar_set_sequence (self, position ? list->items[position - 1]->id : 0);
}

static void
scrubbed (GtkRange *range, MwTimeBar *self)
{
  if (!self->updating)
    mw_time_bar_set_time (self, (gint32) gtk_range_get_value (range));
}

static void
play_clicked (GtkButton *button, MwTimeBar *self)
{
  mw_time_bar_toggle (self);
}

static gboolean
is_sequence (const MwSchema *schema)
{
  return schema == &mw_mdlx_sequence_schema || schema == &mw_m2_sequence_schema;
}

/* The interval may be another now, and the sequence may be gone. */
static void
document_changed (MwDocument *document, MwChangeSet *set, MwTimeBar *self)
{
  gboolean concerns = FALSE;
  for (guint i = 0; i < set->changes->len && !concerns; i++)
    concerns = is_sequence (g_array_index (set->changes, MwChange, i).schema);
  if (!concerns)
    return;
  fill_choices (self);
  const MwRecord *sequence = sequence_of (self);
  if (!sequence && !self->sequence)
    return;
  gint64 at = (gint64) self->clock.time - self->clock.start;
  mw_clock_play (&self->clock, mw_document_get_model (self->document), sequence ? sequence->id : 0);
  if (!sequence) {
    self->sequence = 0;
    set_playing (self, FALSE);
    show_clock (self);
  } else {
    mw_time_bar_set_time (self, (gint32) CLAMP (at, 0, G_MAXINT32));
  }
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
mw_time_bar_dispose (GObject *object)
{
  MwTimeBar *self = MW_TIME_BAR (object);
  if (self->tick)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  mw_disconnect (self->document, self);
  mw_disconnect (self->chooser, self);
  self->chooser = NULL;
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->choices);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_time_bar_parent_class)->dispose (object);
}

static void
mw_time_bar_class_init (MwTimeBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_time_bar_dispose;
  clock_changed_signal = g_signal_new ("clock-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
mw_time_bar_init (MwTimeBar *self)
{
  self->clock = MW_CLOCK_REST;
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_widget_add_css_class (GTK_WIDGET (self), "time-bar");
  self->choices = gtk_string_list_new (NULL);
  self->chooser = gtk_drop_down_new (g_object_ref (G_LIST_MODEL (self->choices)),
                                     gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  mw_drop_down_enable_search (GTK_DROP_DOWN (self->chooser));
  gtk_widget_set_size_request (self->chooser, 170, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chooser), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Sequence"), -1);
  gtk_widget_set_tooltip_text (self->chooser, _ ("Sequence"));
  self->play = gtk_button_new ();
  self->scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 1, 1);
  gtk_widget_set_hexpand (self->scale, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Time"), -1);
  self->loop = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->loop), "media-playlist-repeat-symbolic");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->loop), TRUE);
  gtk_widget_set_tooltip_text (self->loop, _ ("Play again and again"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->loop), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Loop"), -1);
  static const char *const names[] = { "0.1×", "0.25×", "0.5×", "1×", "2×", "4×", NULL };
  self->speed = gtk_drop_down_new_from_strings (names);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->speed), SPEED_NORMAL);
  gtk_widget_set_tooltip_text (self->speed, _ ("Speed"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->speed), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Speed"), -1);
  self->time = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->time, "numeric");
  gtk_label_set_width_chars (GTK_LABEL (self->time), 16);
  gtk_label_set_xalign (GTK_LABEL (self->time), 1);
  GtkWidget *all[] = { self->chooser, self->play, self->scale, self->time, self->loop, self->speed };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    gtk_box_append (GTK_BOX (self), all[i]);
  g_signal_connect (self->chooser, "notify::selected", G_CALLBACK (chosen), self);
  g_signal_connect (self->scale, "value-changed", G_CALLBACK (scrubbed), self);
  g_signal_connect (self->play, "clicked", G_CALLBACK (play_clicked), self);
  set_playing (self, FALSE);
}

GtkWidget *
mw_time_bar_new (MwDocument *document)
{
  MwTimeBar *self = g_object_new (MW_TYPE_TIME_BAR, NULL);
  self->document = g_object_ref (document);
  fill_choices (self);
  show_clock (self);
  g_signal_connect (document, "changed", G_CALLBACK (document_changed), self);
  return GTK_WIDGET (self);
}
