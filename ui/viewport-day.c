/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "ui/i18n.h"
#include "ui/viewport-private.h"

/* The light of an hour of the day, from the model of day and night that the game has for the tileset. A worker reads it; until then, and without
 * the game, the light is that of an ordinary day. */

typedef struct {
  MwLookup *lookup;
  char tileset;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;
  mw_lookup_free (wanted->lookup);
  g_free (wanted);
}

static void
read_day (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Wanted *wanted = data;
  GError *error = NULL;
  MwDayNight *day = mw_day_night_read (wanted->lookup, wanted->tileset, &error);
  if (day)
    g_task_return_pointer (task, day, (GDestroyNotify) mw_day_night_free);
  else
    g_task_return_error (task, error);
}

gboolean
mw_viewport_is_of_hour (MwViewport *self)
{
  MwLightView view;
  mw_light_button_get (MW_LIGHT_BUTTON (self->light), &view);
  return view.lighting == MW_LIGHTING_HOUR;
}

/* `why`: an error; or NULL. */
static void
say (MwViewport *self, const char *why)
{
  g_free (self->day_wrong);
  self->day_wrong = why ? g_strdup_printf (_ ("The light is that of an ordinary day, not of the hour: %s"), why) : NULL;
  mw_light_button_set_note (MW_LIGHT_BUTTON (self->light), self->day_wrong);
  mw_viewport_show_note (self);
}

static void
day_read (GObject *source, GAsyncResult *result, gpointer unused)
{
  MwViewport *self = MW_VIEWPORT (source);
  g_autoptr (GError) error = NULL;
  MwDayNight *day = g_task_propagate_pointer (G_TASK (result), &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->day_reading);
  self->day = day;
  say (self, error ? error->message : NULL);
  mw_viewport_redraw (self);
}

void
mw_viewport_forget_day (MwViewport *self)
{
  if (self->day_reading)
    g_cancellable_cancel (self->day_reading);
  g_clear_object (&self->day_reading);
  g_clear_pointer (&self->day, mw_day_night_free);
  g_clear_pointer (&self->day_wrong, g_free);
}

void
mw_viewport_find_day (MwViewport *self)
{
  const gboolean known = self->day || self->day_reading || self->day_wrong;
  if (!mw_viewport_is_of_hour (self) || (known && self->day_tileset == self->chosen->tileset))
    return;
  mw_viewport_forget_day (self);
  self->day_tileset = self->chosen->tileset;
  MwLookup *lookup = mw_viewport_make_lookup (self);
  if (!lookup) {
    say (self, _ ("this model has no file yet"));
    return;
  }
  Wanted *wanted = g_new (Wanted, 1);
  *wanted = (Wanted) { lookup, self->day_tileset };
  self->day_reading = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, self->day_reading, day_read, NULL);
  g_task_set_task_data (task, wanted, wanted_free);
  g_task_run_in_thread (task, read_day);
}

void
mw_viewport_fill_sun (MwViewport *self, const MwLightView *light, MwFrame *frame)
{
  if (light->lighting == MW_LIGHTING_HOUR && self->day)
    mw_day_night_sun (self->day, light->minute, &frame->sun);
}
