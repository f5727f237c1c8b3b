/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/film.h"
#include "core/render/framing.h"

/* The intervals between pictures in the time of the film: the first picture of a loop follows the last one. */
static guint
steps (const MwFilm *film, const MwClock *clock)
{
  return film->kind == MW_FILM_TURN || clock->looping ? film->n : MAX (film->n - 1, 1);
}

static gint64
length_of (const MwClock *clock)
{
  return clock->rest ? 0 : (gint64) clock->end - clock->start;
}

MwClock
mw_film_clock (const MwFilm *film, const MwClock *clock, guint i)
{
  MwClock moment = *clock;
  if (film->kind != MW_FILM_SEQUENCE)
    return moment;
  moment.time = (int32_t) (clock->start + length_of (clock) * i / steps (film, clock));
  moment.global_ms = clock->rest ? 0 : (guint64) ((gint64) moment.time - moment.start);
  moment.fading = (MwFading) { 0 };
  return moment;
}

double
mw_film_seconds (const MwFilm *film, const MwClock *clock)
{
  enum { TURN_S = 4, MS = 1000 };
  return film->kind == MW_FILM_TURN ? TURN_S : (double) length_of (clock) / MS;
}

double
mw_film_ms (const MwFilm *film, const MwClock *clock, double seconds)
{
  enum { STILL_MS = 100 };
  return seconds > 0 ? seconds * 1000 / steps (film, clock) : STILL_MS;
}

void
mw_film_set (const MwFilm *film, const MwClock *clock, guint i, const MwModel *model, MwFrame *frame)
{
  frame->clock = mw_film_clock (film, clock, i);
  if (film->kind == MW_FILM_TURN)
    mw_framing_turn (frame, model, -2 * (float) G_PI * (float) i / (float) film->n);
}
