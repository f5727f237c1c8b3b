/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/key-edit.h"
#include "core/edit/operations/tracks/keys.h"
#include "ui/i18n.h"
#include "ui/labels.h"

/* The distance of a second key from the first one. */
enum { GAP_MS = 100 };

static const MwArray *
times_of (const MwRecord *track)
{
  const MwField *field = mw_schema_part (track->schema, MW_PART_TIMES);
  return field && field->element == MW_TYPE_I32 ? mw_field_at (track, field) : NULL;
}

guint
mw_ui_n_keys (const MwRecord *track)
{
  const MwArray *times = times_of (track);
  return times ? times->n : 0;
}

gint32
mw_ui_key_time (const MwRecord *track, guint index)
{
  const MwArray *times = times_of (track);
  return times && index < times->n ? ((const gint32 *) times->data)[index] : 0;
}

gint32
mw_ui_next_key_time (const MwRecord *track, guint last)
{
  guint n = mw_ui_n_keys (track);
  if (n == 0)
    return 0;
  last = MIN (last, n - 1);
  gint64 time = mw_ui_key_time (track, last), gap = last ? time - mw_ui_key_time (track, last - 1) : GAP_MS;
  return (gint32) CLAMP (time + (gap > 0 ? gap : GAP_MS), G_MININT32, G_MAXINT32);
}

static char *
title_of (MwDocument *document, const MwId *tracks, guint n)
{
  const MwRecord *first = n ? mw_model_find (mw_document_get_model (document), tracks[0]) : NULL;
  if (n == 1 && first)
    return mw_ui_record_long_title (first);
  return g_strdup_printf (ngettext ("%u track", "%u tracks", n), n);
}

/* Says which operation does what a step with keys has done. */
static void
note (MwDocument *document, const MwOperation *operation, const MwId *tracks, guint n, gint32 time)
{
  g_autofree char *params = g_strdup_printf ("time=%d", time);
  mw_document_note_operation (document, operation->id, tracks, n, params);
}

gboolean
mw_ui_add_key (MwDocument *document, const MwId *tracks, guint n, gint32 time, GError **error)
{
  g_autofree char *title = title_of (document, tracks, n);
  g_autofree char *label = g_strdup_printf (_ ("Add a key at %d ms to %s"), time, title);
  gboolean all = TRUE;
  mw_document_begin (document, label);
  for (guint i = 0; i < n; i++) {
    const MwRecord *track = mw_model_find (mw_document_get_model (document), tracks[i]);
    gboolean has_keys = track && times_of (track);
    all &= has_keys;
    if (has_keys && !mw_key_add (document, tracks[i], time, error)) {
      mw_document_cancel (document);
      return FALSE;
    }
  }
  if (all)
    note (document, &mw_operation_key_add, tracks, n, time);
  mw_document_commit (document);
  return TRUE;
}

gboolean
mw_ui_remove_key (MwDocument *document, const MwId *tracks, guint n, guint index, GError **error)
{
  MwModel *model = mw_document_get_model (document);
  const MwRecord *first = n ? mw_model_find (model, tracks[0]) : NULL;
  if (!first || index >= mw_ui_n_keys (first))
    return TRUE;
  gint32 time = mw_ui_key_time (first, index);
  /* If several keys have one time, the operation removes the one that is found first. */
  gboolean same = mw_key_find (first, time) == (gint) index;
  g_autofree char *title = title_of (document, tracks, n);
  g_autofree char *label = g_strdup_printf (_ ("Remove the key at %d ms of %s"), time, title);
  mw_document_begin (document, label);
  for (guint i = 0; i < n; i++) {
    const MwRecord *track = mw_model_find (model, tracks[i]);
    gint place = !track ? -1 : i == 0 ? (gint) index : mw_key_find (track, time);
    same &= track != NULL;
    if (place >= 0 && !mw_key_remove (document, tracks[i], (guint) place, error)) {
      mw_document_cancel (document);
      return FALSE;
    }
  }
  if (same)
    note (document, &mw_operation_key_remove, tracks, n, time);
  mw_document_commit (document);
  return TRUE;
}
