/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/key-here.h"
#include "core/model/aspects.h"
#include "core/base/error.h"
#include "core/edit/operations/tracks/keys.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/time/key-edit.h"
#include "ui/labels.h"
#include "ui/inspector/lane-edit.h"

/* --- Asking --------------------------------------------------------------------------------------------------------- */

static const MwRef *
global_sequence (const MwRecord *track)
{
  const MwField *field = track ? mw_schema_part (track->schema, MW_PART_CLOCK) : NULL;
  const MwRef *ref = field ? mw_field_at (track, field) : NULL;
  return ref && (ref->id != 0 || ref->raw != MW_REF_NONE.raw) ? ref : NULL;
}

/* The time on the clock of a global sequence in ms, computed as in core/pose. */
static gint32
global_time (MwDocument *document, const MwRef *ref, const MwClock *clock)
{
  const MwRecord *record = mw_model_resolve (mw_document_get_model (document), *ref);
  const MwField *field = record ? mw_schema_part (record->schema, MW_PART_DURATION) : NULL;
  guint32 duration = field ? *(const guint32 *) mw_field_at (record, field) : 0;
  return duration ? (gint32) MIN (clock->global_ms % duration, G_MAXINT32) : 0;
}

static gboolean
has_sequences (MwDocument *document)
{
  return mw_model_sequences (mw_document_get_model (document))->n > 0;
}

/* The moment that a click means. */
typedef struct {
  gboolean known;  /* FALSE: in the rest pose it is unclear which moment of an animated value is meant */
  gboolean global; /* on the clock of a global sequence */
  MwId sequence;   /* 0: none */
  gint32 time;     /* in ms, as keys count them */
  gint32 shown;    /* the same from the start of the sequence, as the window shows it */
} Moment;

/* The moment at which `track` (NULL: one that is yet to be made) would get a key. In the rest pose, a first key
 * belongs to the start of the model's first sequence. */
static Moment
moment_of (MwDocument *document, const MwField *slot, const MwRecord *track, const MwClock *clock)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRef *global = global_sequence (track);
  if (global) {
    gint32 time = global_time (document, global, clock);
    return (Moment) { TRUE, TRUE, 0, time, time };
  }
  if (clock->rest && !has_sequences (document))
    return (Moment) { .known = TRUE };
  if (clock->rest && track)
    return (Moment) { .known = FALSE };
  MwClock at = *clock;
  if (clock->rest && mw_ui_has_lanes (document, slot->schema))
    mw_clock_play (&at, model, mw_ui_first_sequence (document));
  else
    at = mw_clock_started (clock, model);
  return (Moment) { TRUE, FALSE, at.sequence, at.rest ? 0 : at.time, at.rest ? 0 : at.time - at.start };
}

static MwRecord *
track_of (MwDocument *document, MwId id, const MwField *slot)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), id);
  return record && mw_schema_field (record->schema, slot->name) == slot ? *(MwRecord **) mw_field_at (record, slot)
                                                                        : NULL;
}

/* The record that has the keys being played: the track itself or one of its lanes. NULL: there is no such lane. */
static MwRecord *
keys_of (MwDocument *document, MwRecord *track, const Moment *moment)
{
  if (!mw_ui_has_lanes (document, track->schema))
    return track;
  const MwList *lanes = mw_record_list (track, mw_schema_part (track->schema, MW_PART_LANES));
  /* A global sequence plays the first lane, whatever sequence that belongs to. */
  if (moment->global)
    return lanes->n ? lanes->items[0] : NULL;
  return mw_ui_lane_of (track, moment->sequence);
}

static gint
key_at (MwDocument *document, MwRecord *track, const Moment *moment)
{
  const MwRecord *keys = moment->known ? keys_of (document, track, moment) : NULL;
  return keys ? mw_key_find (keys, moment->time) : -1;
}

MwKeyed
mw_keyed (MwDocument *document, const MwId *ids, guint n, const MwField *slot, const MwClock *clock)
{
  guint animated = 0, here = 0;
  for (guint i = 0; i < n; i++) {
    MwRecord *track = track_of (document, ids[i], slot);
    if (!track)
      continue;
    Moment moment = moment_of (document, slot, track, clock);
    animated++;
    here += key_at (document, track, &moment) >= 0;
  }
  return animated == 0 ? MW_KEYED_NONE : here == n ? MW_KEYED_HERE : MW_KEYED_PART;
}

/* --- Doing ---------------------------------------------------------------------------------------------------------- */

static char *
title_of (MwDocument *document, const MwId *ids, guint n)
{
  const MwRecord *record = n == 1 ? mw_model_find (mw_document_get_model (document), ids[0]) : NULL;
  return record ? mw_ui_record_long_title (record) : g_strdup_printf (ngettext ("%u element", "%u elements", n), n);
}

/* "433 ms of Stand", with the same time as in the time bar. */
static char *
moment_title (MwDocument *document, const Moment *moment)
{
  const MwRecord *sequence = moment->sequence ? mw_model_find (mw_document_get_model (document), moment->sequence)
                                              : NULL;
  g_autofree char *time = mw_ui_count ((guint64) MAX (moment->shown, 0));
  g_autofree char *name = sequence ? mw_ui_record_title (sequence) : NULL;
  if (moment->global)
    return g_strdup_printf (_ ("%s ms of its global sequence"), time);
  /* Translators: "433 ms of Stand" */
  return name ? g_strdup_printf (_ ("%s ms of %s"), time, name) : g_strdup_printf (_ ("%s ms"), time);
}

static gboolean
refuse_at_rest (GError **error)
{
  mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s",
                _ ("A key cannot be set in the rest pose. Choose a sequence in the time bar first."));
  return FALSE;
}

static gboolean
add_one (MwDocument *document, MwId id, const MwField *slot, const MwField *fixed, const MwClock *clock, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), id);
  if (!record || mw_schema_field (record->schema, slot->name) != slot)
    return TRUE;
  MwRecord *track = track_of (document, id, slot);
  Moment moment = moment_of (document, slot, track, clock);
  if (!moment.known)
    return refuse_at_rest (error);
  if (!track) {
    MwClock at = *clock;
    at.rest = FALSE;
    at.sequence = moment.sequence;
    at.time = moment.time;
    return mw_ui_animate_one (document, record, slot, fixed, &at, error);
  }
  const MwRecord *keys = keys_of (document, track, &moment);
  return keys ? mw_key_add (document, keys->id, moment.time, error)
              : mw_ui_put_lane_key (document, track->id, moment.sequence, moment.time, error);
}

gboolean
mw_key_here (MwDocument *document, const MwId *ids, guint n, const MwField *slot, const MwField *fixed,
             const MwClock *clock, GError **error)
{
  if (n == 0)
    return TRUE;
  Moment moment = moment_of (document, slot, track_of (document, ids[0], slot), clock);
  g_autofree char *title = title_of (document, ids, n), *when = moment_title (document, &moment);
  const char *name = mw_ui_label (slot->label);
  /* Translators: "Animate Alpha of Layer 0 by a key at 433 ms of Stand" */
  g_autofree char *label = mw_keyed (document, ids, n, slot, clock) == MW_KEYED_NONE
                             ? g_strdup_printf (_ ("Animate %s of %s with a key at %s"), name, title, when)
                             /* Translators: "Key Alpha of Layer 0 at 433 ms of Stand" */
                             : g_strdup_printf (_ ("Key %s of %s at %s"), name, title, when);
  mw_document_begin (document, label);
  for (guint i = 0; i < n; i++)
    if (!add_one (document, ids[i], slot, fixed, clock, error)) {
      mw_document_cancel (document);
      return FALSE;
    }
  mw_document_commit (document);
  return TRUE;
}

static gboolean
remove_one (MwDocument *document, MwId id, const MwField *slot, const MwClock *clock, GError **error)
{
  MwRecord *track = track_of (document, id, slot);
  if (!track)
    return TRUE;
  Moment moment = moment_of (document, slot, track, clock);
  if (!moment.known)
    return refuse_at_rest (error);
  gint at = key_at (document, track, &moment);
  return at < 0 || mw_key_remove (document, keys_of (document, track, &moment)->id, (guint) at, error);
}

gboolean
mw_unkey_here (MwDocument *document, const MwId *ids, guint n, const MwField *slot, const MwClock *clock,
               GError **error)
{
  if (n == 0)
    return TRUE;
  Moment moment = moment_of (document, slot, track_of (document, ids[0], slot), clock);
  g_autofree char *title = title_of (document, ids, n), *when = moment_title (document, &moment);
  /* Translators: "Remove the key of Alpha of Layer 0 at 433 ms of Stand" */
  g_autofree char *label = g_strdup_printf (_ ("Remove the key of %s of %s at %s"), mw_ui_label (slot->label), title,
                                            when);
  mw_document_begin (document, label);
  for (guint i = 0; i < n; i++)
    if (!remove_one (document, ids[i], slot, clock, error)) {
      mw_document_cancel (document);
      return FALSE;
    }
  mw_document_commit (document);
  return TRUE;
}
