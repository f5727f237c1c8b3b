/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/time-bar.h"
#include "core/pose/fading.h"
#include "core/model/aspects.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/time/played-chooser.h"
#include "ui/widgets.h"

#include <string.h>

struct _MwTimeBar {
  GtkBox parent_instance;
  MwDocument *document;
  MwClock clock;
  MwId sequence; /* 0: rest */
  GtkWidget *chooser, *play, *scale, *loop, *speed, *time;
  gboolean playing;
  MwId last; /* the sequence that was shown before the rest pose; or 0 */
  GdkSurface *surface;
  GdkFrameClock *frame_clock;  /* set while it plays and is visible */
  guint when_idle, at_last;    /* GLib sources, idle and timeout, that start the next frame */
  gboolean drawing;            /* a frame was started and is not painted yet */
  gint64 paint_began, typed;   /* µs: when painting began, and when a key was last pressed in a text */
  gint64 began;                /* µs: when the last frame was started */
  gboolean slow;               /* the last frame took long */
  gint64 slow_us, slow_all_us; /* from how long on painting the window, and a frame with all its parts, are slow */
  GtkEventController *keys;    /* on the window, while this is mapped */
  gint64 last_frame;           /* µs; 0: none yet */
  double pending;              /* ms that the clock has not been advanced by yet */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (MwTimeBar, mw_time_bar, GTK_TYPE_BOX)

static guint clock_changed_signal;
static const double speeds[] = { 0.1, 0.25, 0.5, 1, 2, 4 };
enum { SPEED_NORMAL = 3, TIME_CHARS = 16, AT_LAST_MS = 100, SLOW_US = 20000, SLOW_ALL_US = 35000 };

static const MwList *
sequences_of (MwTimeBar *self)
{
  return mw_model_sequences (mw_document_get_model (self->document));
}

static const MwRecord *
sequence_of (MwTimeBar *self)
{
  const MwRecord *record = self->sequence ? mw_model_find (mw_document_get_model (self->document), self->sequence)
                                          : NULL;
  const MwField *slot = record && record->owner && !record->owner->owner ? mw_record_slot (record) : NULL;
  return slot && slot->part == MW_PART_SEQUENCES ? record : NULL;
}

/* --- Showing the time ----------------------------------------------------------------------------------------------- */

static void
show_clock (MwTimeBar *self)
{
  gint64 length = self->clock.rest ? 0 : (gint64) self->clock.end - self->clock.start;
  gint64 at = self->clock.rest ? 0 : (gint64) self->clock.time - self->clock.start;
  self->updating = TRUE;
  /* Each of these setters causes a new layout of the bar, so they are called only for what has changed. */
  GtkAdjustment *adjustment = gtk_range_get_adjustment (GTK_RANGE (self->scale));
  if (gtk_adjustment_get_upper (adjustment) != (double) MAX (length, 1))
    gtk_range_set_range (GTK_RANGE (self->scale), 0, (double) MAX (length, 1));
  gtk_range_set_value (GTK_RANGE (self->scale), (double) at);
  self->updating = FALSE;
  gtk_widget_set_sensitive (self->scale, length > 0);
  g_autofree char *now = mw_ui_count ((guint64) MAX (at, 0)), *all = mw_ui_count ((guint64) MAX (length, 0));
  g_autofree char *text = self->clock.rest ? g_strdup (_ ("Rest pose")) : g_strdup_printf (_ ("%s / %s ms"), now, all);
  gtk_inscription_set_text (GTK_INSCRIPTION (self->time), text);
  g_signal_emit (self, clock_changed_signal, 0, &self->clock);
}

static gboolean
time_tooltip (GtkWidget *label, int x, int y, gboolean by_keys, GtkTooltip *tooltip, MwTimeBar *self)
{
  g_autofree char *in_file = g_strdup_printf (_ ("%d ms in the file"), self->clock.time);
  gtk_tooltip_set_text (tooltip, in_file);
  return !self->clock.rest;
}

/* --- Play ----------------------------------------------------------------------------------------------------------- */

static void set_playing (MwTimeBar *self, gboolean playing);

/* Advances the clock by one frame. */
static void
advance (MwTimeBar *self)
{
  gint64 now = g_get_monotonic_time ();
  if (self->last_frame)
    self->pending += (double) (now - self->last_frame) / 1000
                     * speeds[gtk_drop_down_get_selected (GTK_DROP_DOWN (self->speed))];
  self->last_frame = now;
  guint32 ms = (guint32) CLAMP (self->pending, 0, 60000);
  self->pending -= ms;
  if (!ms)
    return;
  const guint64 beyond_ms = self->clock.beyond_ms;
  gboolean over = mw_clock_advance (&self->clock, ms);
  if (over && !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->loop))) {
    self->clock.beyond_ms = beyond_ms;
    mw_clock_seek (&self->clock, self->clock.end);
    set_playing (self, FALSE);
  } else if (over && !self->clock.looping) {
    mw_clock_seek (&self->clock, self->clock.start);
  }
  show_clock (self);
}

/* Whether to delay the next frame because the user is typing and frames are slow. Otherwise each
 * letter would wait for a frame. */
static gboolean
gives_way (MwTimeBar *self)
{
  enum { TYPING_US = 300000 };
  gint64 now = g_get_monotonic_time ();
  /* A model that is drawn in parts makes the time between frames long, but not the painting of the window. */
  gboolean slow = self->slow || now - self->began > self->slow_all_us;
  return slow && now - self->typed < TYPING_US;
}

static gboolean
key_pressed (GtkEventControllerKey *keys, guint keyval, guint code, GdkModifierType state, MwTimeBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  if (root && GTK_IS_TEXT (gtk_root_get_focus (root)))
    self->typed = g_get_monotonic_time ();
  return FALSE;
}

/* Starts the next frame, and removes the other of the two sources. The idle source lets everything that the user waits for
 * go first, so slow frames are dropped. The timeout starts a frame even if something else draws all the time, such as a text
 * cursor. */
static gboolean
next_frame (gpointer data)
{
  MwTimeBar *self = data;
  g_clear_handle_id (&self->when_idle, g_source_remove);
  g_clear_handle_id (&self->at_last, g_source_remove);
  if (gives_way (self)) {
    self->at_last = g_timeout_add (AT_LAST_MS, next_frame, self);
    return G_SOURCE_REMOVE;
  }
  self->began = g_get_monotonic_time ();
  advance (self);
  if (self->frame_clock) {
    self->drawing = TRUE;
    gdk_frame_clock_request_phase (self->frame_clock, GDK_FRAME_CLOCK_PHASE_PAINT);
  }
  return G_SOURCE_REMOVE;
}

static void
queue_frame (MwTimeBar *self)
{
  self->drawing = FALSE;
  if (!self->when_idle)
    self->when_idle = g_idle_add_full (G_PRIORITY_LOW, next_frame, self, NULL);
  if (!self->at_last)
    self->at_last = g_timeout_add (AT_LAST_MS, next_frame, self);
}

static void
paint_begins (GdkFrameClock *frame_clock, MwTimeBar *self)
{
  self->paint_began = g_get_monotonic_time ();
}

static void
painted (GdkFrameClock *frame_clock, MwTimeBar *self)
{
  if (!self->drawing)
    return;
  self->slow = g_get_monotonic_time () - self->paint_began > self->slow_us;
  queue_frame (self);
}

static void
stop_frames (MwTimeBar *self)
{
  g_clear_handle_id (&self->when_idle, g_source_remove);
  g_clear_handle_id (&self->at_last, g_source_remove);
  mw_disconnect (self->frame_clock, self);
  self->frame_clock = NULL;
  self->drawing = FALSE;
}

/* Whether it can be visible: not in a hidden tab or a minimised window. */
static gboolean
is_seen (MwTimeBar *self)
{
  return gtk_widget_get_mapped (GTK_WIDGET (self))
         && !(self->surface && gdk_toplevel_get_state (GDK_TOPLEVEL (self->surface)) & GDK_TOPLEVEL_STATE_MINIMIZED);
}

/* Stops the time while nothing is visible and continues from there afterwards. */
static void
update_frame_clock (MwTimeBar *self)
{
  gboolean plays = self->playing && is_seen (self);
  if (plays && !self->frame_clock) {
    self->last_frame = 0;
    self->frame_clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));
    g_signal_connect (self->frame_clock, "before-paint", G_CALLBACK (paint_begins), self);
    g_signal_connect (self->frame_clock, "after-paint", G_CALLBACK (painted), self);
    queue_frame (self);
  } else if (!plays && self->frame_clock) {
    stop_frames (self);
  }
}

static void
mw_time_bar_map (GtkWidget *widget)
{
  MwTimeBar *self = MW_TIME_BAR (widget);
  GTK_WIDGET_CLASS (mw_time_bar_parent_class)->map (widget);
  self->surface = gtk_native_get_surface (gtk_widget_get_native (widget));
  if (GDK_IS_TOPLEVEL (self->surface))
    g_signal_connect_swapped (self->surface, "notify::state", G_CALLBACK (update_frame_clock), self);
  else
    self->surface = NULL;
  self->keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (self->keys, GTK_PHASE_CAPTURE);
  g_signal_connect (self->keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (gtk_widget_get_root (widget)), self->keys);
  update_frame_clock (self);
}

static void
mw_time_bar_unmap (GtkWidget *widget)
{
  MwTimeBar *self = MW_TIME_BAR (widget);
  GTK_WIDGET_CLASS (mw_time_bar_parent_class)->unmap (widget);
  mw_disconnect (self->surface, self);
  self->surface = NULL;
  if (self->keys)
    gtk_widget_remove_controller (gtk_event_controller_get_widget (self->keys), self->keys);
  self->keys = NULL;
  update_frame_clock (self);
}

static void
set_playing (MwTimeBar *self, gboolean playing)
{
  gboolean was_playing = self->playing;
  self->playing = playing;
  /* A moment that is looked at does not depend on what was played before. */
  if (!playing)
    self->clock.fading = (MwFading) { 0 };
  update_frame_clock (self);
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
  return self->playing;
}

/* Shows a sequence from its start; 0: the rest pose. If it was playing, it keeps playing, and changes from one sequence to the other as the
 * game does. */
static void
set_sequence (MwTimeBar *self, MwId id)
{
  self->sequence = id;
  const MwRecord *sequence = sequence_of (self);
  self->sequence = sequence ? id : 0;
  if (sequence)
    self->last = id;
  const MwModel *model = mw_document_get_model (self->document);
  if (self->playing)
    mw_clock_fade_to (&self->clock, model, self->sequence);
  else
    mw_clock_play (&self->clock, model, self->sequence);
  if (!sequence)
    set_playing (self, FALSE);
  mw_played_chooser_show (MW_PLAYED_CHOOSER (self->chooser), self->sequence);
  show_clock (self);
}

void
mw_time_bar_play_sequence (MwTimeBar *self, guint sequence)
{
  set_sequence (self, sequence);
  set_playing (self, self->sequence != 0);
}

/* How suitable a sequence is as the standing animation: 3 if it is "Stand" (M2: animation 0), 2 if its name begins with that
 * word, 1 if it is any other, 0 if its keys are not loaded. The games ignore case. */
static guint
rank_as_stand (const MwModel *model, const MwRecord *record)
{
  const char *stand = "Stand";
  MwSequenceAspect sequence = mw_sequence_aspect (model, record);
  if (sequence.not_loaded)
    return 0;
  if (sequence.stand == MW_STAND)
    return 3;
  g_autofree char *title = mw_ui_record_title (record);
  return g_ascii_strncasecmp (title, stand, strlen (stand)) == 0 ? 2 : 1;
}

/* The first sequence with the highest rank, or NULL. */
static const MwRecord *
find_stand (MwTimeBar *self)
{
  const MwList *list = sequences_of (self);
  const MwRecord *found = NULL;
  guint best = 0;
  for (guint i = 0; i < list->n; i++) {
    guint rank = rank_as_stand (mw_document_get_model (self->document), list->items[i]);
    if (!found || rank > best) {
      found = list->items[i];
      best = rank;
    }
  }
  return found;
}

void
mw_time_bar_play_stand (MwTimeBar *self)
{
  const MwRecord *found = find_stand (self);
  mw_time_bar_play_sequence (self, found ? found->id : 0);
}

void
mw_time_bar_toggle (MwTimeBar *self)
{
  if (self->playing) {
    set_playing (self, FALSE);
    return;
  }
  const MwRecord *stand = self->sequence ? NULL : find_stand (self);
  if (stand)
    set_sequence (self, stand->id);
  else if (!self->clock.rest && self->clock.time >= self->clock.end)
    mw_clock_seek (&self->clock, self->clock.start);
  set_playing (self, self->sequence != 0);
}

void
mw_time_bar_set_posing (MwTimeBar *self, gboolean posing)
{
  set_playing (self, FALSE);
  if (posing == (self->sequence != 0))
    return;
  const MwRecord *last = mw_model_find (mw_document_get_model (self->document), self->last), *stand = find_stand (self);
  if (last && last->schema != mw_aspects_of (mw_document_get_model (self->document))->sequence)
    last = NULL;
  set_sequence (self, !posing ? 0 : last ? last->id : stand ? stand->id : 0);
}

/* `time`: milliseconds from the start of the sequence. */
static void
set_time (MwTimeBar *self, gint32 time)
{
  if (self->clock.rest)
    return;
  mw_clock_seek (&self->clock, (gint32) CLAMP ((gint64) self->clock.start + time, G_MININT32, G_MAXINT32));
  show_clock (self);
}

void
mw_time_bar_seek (MwTimeBar *self, MwId sequence, gint32 time)
{
  set_playing (self, FALSE);
  if (sequence && sequence != self->sequence)
    set_sequence (self, sequence);
  set_time (self, time);
}

void
mw_time_bar_get_view (MwTimeBar *self, MwTimeBarView *view)
{
  *view = (MwTimeBarView) { .sequence = self->sequence,
                            .time = self->clock.rest ? 0 : self->clock.time - self->clock.start,
                            .global_ms = self->clock.global_ms,
                            .playing = mw_time_bar_is_playing (self),
                            .loop = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->loop)),
                            .speed = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->speed)) };
}

void
mw_time_bar_set_view (MwTimeBar *self, const MwTimeBarView *view)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->loop), view->loop);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->speed), view->speed);
  self->clock.global_ms = view->global_ms;
  set_sequence (self, view->sequence);
  set_time (self, view->time);
  set_playing (self, view->playing && self->sequence);
}

/* --- Input ---------------------------------------------------------------------------------------------------------- */

static void
chosen (MwPlayedChooser *chooser, guint sequence, MwTimeBar *self)
{
  set_sequence (self, sequence);
}

static void
scrubbed (GtkRange *range, MwTimeBar *self)
{
  if (!self->updating)
    set_time (self, (gint32) gtk_range_get_value (range));
}

static void
play_clicked (GtkButton *button, MwTimeBar *self)
{
  mw_time_bar_toggle (self);
}

/* The interval of the sequence may have changed, or the sequence may be gone. */
static void
document_changed (MwDocument *document, MwChangeSet *set, MwTimeBar *self)
{
  const MwSchema *kind = mw_aspects_of (mw_document_get_model (document))->sequence;
  gboolean concerns = FALSE;
  for (guint i = 0; i < set->changes->len && !concerns; i++)
    concerns = g_array_index (set->changes, MwChange, i).schema == kind;
  if (!concerns)
    return;
  mw_played_chooser_fill (MW_PLAYED_CHOOSER (self->chooser));
  const MwRecord *sequence = sequence_of (self);
  if (!sequence && !self->sequence)
    return;
  gint64 at = (gint64) self->clock.time - self->clock.start;
  mw_clock_play (&self->clock, mw_document_get_model (self->document), sequence ? sequence->id : 0);
  if (!sequence) {
    self->sequence = 0;
    mw_played_chooser_show (MW_PLAYED_CHOOSER (self->chooser), 0);
    set_playing (self, FALSE);
    show_clock (self);
  } else {
    set_time (self, (gint32) CLAMP (at, 0, G_MAXINT32));
  }
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
mw_time_bar_dispose (GObject *object)
{
  MwTimeBar *self = MW_TIME_BAR (object);
  self->playing = FALSE;
  stop_frames (self);
  mw_disconnect (self->document, self);
  mw_disconnect (self->surface, self);
  self->surface = NULL;
  mw_disconnect (self->chooser, self);
  self->chooser = NULL;
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_time_bar_parent_class)->dispose (object);
}

static void
mw_time_bar_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  MwTimeBar *self = MW_TIME_BAR (object);
  self->slow_us = self->slow_all_us = g_value_get_int64 (value);
}

static void
mw_time_bar_class_init (MwTimeBarClass *klass)
{
  G_OBJECT_CLASS (klass)->set_property = mw_time_bar_set_property;
  G_OBJECT_CLASS (klass)->dispose = mw_time_bar_dispose;
  GTK_WIDGET_CLASS (klass)->map = mw_time_bar_map;
  GTK_WIDGET_CLASS (klass)->unmap = mw_time_bar_unmap;
  clock_changed_signal = g_signal_new ("clock-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  g_object_class_install_property (
    G_OBJECT_CLASS (klass), 1,
    g_param_spec_int64 ("slow-frame", NULL, NULL, 0, G_MAXINT64, SLOW_US, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
}

static void
mw_time_bar_init (MwTimeBar *self)
{
  self->slow_us = SLOW_US;
  self->slow_all_us = SLOW_ALL_US;
  self->clock = MW_CLOCK_REST;
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_widget_add_css_class (GTK_WIDGET (self), "time-bar");
  self->play = gtk_button_new ();
  self->scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 1, 1);
  gtk_widget_set_hexpand (self->scale, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Time"), -1);
  self->loop = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->loop), "media-playlist-repeat-symbolic");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->loop), TRUE);
  gtk_widget_set_tooltip_text (self->loop, _ ("Repeat"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->loop), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Loop"), -1);
  static const char *const names[] = { "0.1×", "0.25×", "0.5×", "1×", "2×", "4×", NULL };
  self->speed = gtk_drop_down_new_from_strings (names);
  mw_drop_down_keep_inside (GTK_DROP_DOWN (self->speed));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->speed), SPEED_NORMAL);
  gtk_widget_set_tooltip_text (self->speed, _ ("Speed"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->speed), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Speed"), -1);
  /* The label has a fixed size, so that a new time causes no layout, and its tooltip is made when it is queried. Doing either in
   * each frame would make GTK look where the pointer is, which restarts the delay of any tooltip each time. */
  self->time = gtk_inscription_new (NULL);
  gtk_widget_add_css_class (self->time, "numeric");
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (self->time), TIME_CHARS);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (self->time), TIME_CHARS);
  gtk_inscription_set_xalign (GTK_INSCRIPTION (self->time), 1);
  gtk_widget_set_has_tooltip (self->time, TRUE);
  g_signal_connect (self->time, "query-tooltip", G_CALLBACK (time_tooltip), self);
  g_autoptr (GMenu) options = g_menu_new ();
  g_menu_append (options, _ ("_Play Models When Opened"), "win.play-when-opened");
  GtkWidget *menu = gtk_menu_button_new ();
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (menu), G_MENU_MODEL (options));
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (menu), GTK_ARROW_UP);
  gtk_widget_set_tooltip_text (menu, _ ("Playback options"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Playback options"), -1);
  GtkWidget *all[] = { self->play, self->scale, self->time, self->loop, self->speed, menu };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    gtk_box_append (GTK_BOX (self), all[i]);
  g_signal_connect (self->scale, "value-changed", G_CALLBACK (scrubbed), self);
  g_signal_connect (self->play, "clicked", G_CALLBACK (play_clicked), self);
  set_playing (self, FALSE);
}

GtkWidget *
mw_time_bar_new (MwDocument *document)
{
  MwTimeBar *self = g_object_new (MW_TYPE_TIME_BAR, NULL);
  self->document = g_object_ref (document);
  self->chooser = mw_played_chooser_new (document);
  g_signal_connect (self->chooser, "chosen", G_CALLBACK (chosen), self);
  gtk_box_prepend (GTK_BOX (self), self->chooser);
  show_clock (self);
  g_signal_connect (document, "changed", G_CALLBACK (document_changed), self);
  return GTK_WIDGET (self);
}
