/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/progress.h"
#include "core/edit/document-private.h"

typedef struct {
  guint n, begun; /* rounds */
} Loop;

void
mw_document_set_progress (MwDocument *self, const MwProgress *progress)
{
  g_clear_pointer (&self->progress, g_free);
  g_clear_pointer (&self->loops, g_array_unref);
  self->runs = 0;
  if (!progress)
    return;
  self->progress = g_memdup2 (progress, sizeof *progress);
  self->loops = g_array_new (FALSE, FALSE, sizeof (Loop));
}

void
mw_progress_begin (MwDocument *self, guint n)
{
  const Loop loop = { n, 0 };
  if (self->progress)
    g_array_append_val (self->loops, loop);
}

void
mw_progress_end (MwDocument *self)
{
  if (self->progress)
    g_array_set_size (self->loops, self->loops->len - 1);
}

/* The part of the whole that is done: the rounds that have ended, each loop within a round of the one around it. */
static double
fraction_of (const GArray *loops)
{
  double fraction = 0, round = 1;
  for (guint i = 0; i < loops->len; i++) {
    const Loop *loop = &g_array_index (loops, Loop, i);
    round /= MAX (loop->n, 1);
    fraction += round * (loop->begun ? MIN (loop->begun, MAX (loop->n, 1)) - 1 : 0);
  }
  return fraction;
}

/* A second loop begins at 0 again; the fraction that is reported never decreases. */
static gboolean
tell (MwDocument *self, double fraction)
{
  self->told = MAX (self->told, fraction);
  return self->progress->advance (self->told, self->progress->data);
}

gboolean
mw_progress_next (MwDocument *self, GError **error)
{
  if (!self->progress)
    return TRUE;
  g_array_index (self->loops, Loop, self->loops->len - 1).begun++;
  if (tell (self, fraction_of (self->loops)))
    return TRUE;
  mw_set_error (error, MW_ERROR_CANCELLED, -1, NULL, "stopped before it was done; nothing has changed");
  return FALSE;
}

guint
mw_progress_enter (MwDocument *self)
{
  if (!self->progress)
    return 0;
  if (!self->runs++)
    self->told = 0;
  return self->loops->len;
}

void
mw_progress_leave (MwDocument *self, guint depth, gboolean ok)
{
  if (!self->progress)
    return;
  g_array_set_size (self->loops, depth);
  if (!--self->runs && ok)
    tell (self, 1);
}
