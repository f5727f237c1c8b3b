/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "ui/i18n.h"
#include "ui/viewport/viewport-private.h"

/* The light of an hour of the day, from the model of day and night that the game has for the tileset, and what HD surfaces mirror then. A worker
 * reads them; until then, and without the game, the light is that of an ordinary day, and the surroundings are neutral. */

enum { WANTS_DAY = 1 << 0, WANTS_SKY = 1 << 1 };

typedef struct {
  MwLookup *lookup;
  char tileset;
  guint wants;
  MwDayNight *day;
  MwSurroundings *sky;
  char *day_wrong, *sky_wrong;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;
  mw_lookup_free (job->lookup);
  mw_day_night_free (job->day);
  mw_surroundings_unref (job->sky);
  g_free (job->day_wrong);
  g_free (job->sky_wrong);
  g_free (job);
}

static void
read_both (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  g_autoptr (GError) error = NULL;
  if ((job->wants & WANTS_DAY) && !(job->day = mw_day_night_read (job->lookup, job->tileset, &error)))
    job->day_wrong = g_strdup (error->message);
  if (job->wants & WANTS_SKY)
    job->sky = mw_surroundings_read (job->lookup, job->tileset, &job->sky_wrong);
  g_task_return_boolean (task, TRUE);
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
both_read (GObject *source, GAsyncResult *result, gpointer data)
{
  MwViewport *self = MW_VIEWPORT (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  if (!g_task_propagate_boolean (G_TASK (result), NULL)) /* it was cancelled */
    return;
  g_clear_object (&self->day_reading);
  self->day = g_steal_pointer (&job->day);
  g_clear_pointer (&self->sky, mw_surroundings_unref);
  self->sky = g_steal_pointer (&job->sky);
  g_free (self->sky_wrong);
  self->sky_wrong = job->sky_wrong ? g_strdup_printf (_ ("Surroundings of the game cannot be read: %s"), job->sky_wrong)
                                   : NULL;
  if (self->renderer)
    mw_renderer_set_surroundings (self->renderer, self->sky);
  say (self, job->day_wrong);
  mw_viewport_redraw (self);
}

void
mw_viewport_forget_day (MwViewport *self)
{
  if (self->day_reading)
    g_cancellable_cancel (self->day_reading);
  g_clear_object (&self->day_reading);
  g_clear_pointer (&self->day, mw_day_night_free);
  g_clear_pointer (&self->sky, mw_surroundings_unref);
  g_clear_pointer (&self->day_wrong, g_free);
  g_clear_pointer (&self->sky_wrong, g_free);
  self->day_wants = 0;
}

void
mw_viewport_find_day (MwViewport *self)
{
  const guint wants = (mw_viewport_is_of_hour (self) ? WANTS_DAY : 0)
                      | (mw_surroundings_are_for (mw_document_get_model (self->document)) ? WANTS_SKY : 0);
  if (!(wants & ~self->day_wants) && self->day_tileset == self->chosen->tileset)
    return;
  mw_viewport_forget_day (self);
  self->day_tileset = self->chosen->tileset;
  self->day_wants = wants;
  MwLookup *lookup = wants ? mw_viewport_make_lookup (self) : NULL;
  if (!lookup && (wants & WANTS_DAY))
    say (self, _ ("this model has no file yet"));
  if (!lookup)
    return;
  Job *job = g_new0 (Job, 1);
  job->lookup = lookup;
  job->tileset = self->day_tileset;
  job->wants = wants;
  self->day_reading = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, self->day_reading, both_read, NULL);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, read_both);
}

void
mw_viewport_fill_sun (MwViewport *self, const MwLightView *light, MwFrame *frame)
{
  if (light->lighting == MW_LIGHTING_HOUR && self->day)
    mw_day_night_sun (self->day, light->minute, &frame->sun);
}
