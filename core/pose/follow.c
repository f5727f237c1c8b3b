/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/follow.h"
#include "core/model/aspects.h"
#include "core/model/titles.h"

#include <string.h>

const MwRecord *
mw_follow_stand (const MwModel *model)
{
  const MwList *sequences = mw_model_sequences (model);
  const MwRecord *best = sequences->n ? sequences->items[0] : NULL;
  MwStand most = MW_STAND_NO;
  for (guint i = 0; i < sequences->n; i++) {
    MwStand stand = mw_sequence_aspect (model, sequences->items[i]).stand;
    if (stand > most) {
      most = stand;
      best = sequences->items[i];
    }
  }
  return best;
}

/* What counts of a sequence's name. `whole`: with its number. Free with g_free(). */
static char *
name_of (const MwRecord *sequence, gboolean whole)
{
  g_autofree char *title = mw_record_title (sequence);
  GString *name = g_string_new (NULL);
  /* In M2 the variation follows a slash. */
  gsize n = whole ? strlen (title) : strcspn (title, "/");
  for (gsize i = 0; i < n; i++)
    if (!strchr (" -_", title[i]))
      g_string_append_c (name, g_ascii_tolower (title[i]));
  while (!whole && name->len && g_ascii_isdigit (name->str[name->len - 1]))
    g_string_truncate (name, name->len - 1);
  return g_string_free (name, FALSE);
}

const MwRecord *
mw_follow_sequence (const MwModel *model, const MwRecord *other, gboolean *same)
{
  const MwList *sequences = mw_model_sequences (model);
  *same = other != NULL;
  for (guint part = 0; other && part < 2; part++) {
    g_autofree char *wanted = name_of (other, part == 0);
    for (guint i = 0; *wanted && i < sequences->n; i++) {
      g_autofree char *name = name_of (sequences->items[i], part == 0);
      if (strcmp (name, wanted) == 0)
        return sequences->items[i];
    }
  }
  *same = FALSE;
  return mw_follow_stand (model);
}

void
mw_follow_set_age (MwClock *clock, guint64 ms)
{
  const guint64 length = (guint64) ((gint64) clock->end - clock->start);
  const guint64 at = length == 0 ? 0 : clock->looping ? ms % length : MIN (ms, length);
  clock->time = (int32_t) (clock->start + (gint64) at);
  clock->beyond_ms = ms - at;
}

MwClock
mw_follow_clock (const MwClock *leader, const MwModel *model, MwId sequence, gboolean same)
{
  MwClock clock = { .global_ms = leader->global_ms };
  mw_clock_play (&clock, model, leader->rest ? 0 : sequence);
  if (!clock.rest)
    /* A single blow is struck again in each pass of the leader. */
    mw_follow_set_age (&clock, (guint64) (same && !clock.looping ? MAX ((gint64) leader->time - leader->start, 0)
                                                                 : mw_clock_played (leader)));
  return clock;
}
