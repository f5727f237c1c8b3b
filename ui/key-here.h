/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"

/* Keys at the playhead: what the diamond beside a field shows, and what it does. */

typedef enum {
  MW_KEYED_NONE, /* no record has a track in the slot */
  MW_KEYED_PART, /* some have, but not all have a key at the moment */
  MW_KEYED_HERE  /* all have a key at the moment */
} MwKeyed;

/* The moment that a click means. */
typedef struct {
  gboolean known;  /* FALSE: at rest nobody can say which moment of an animated value is meant */
  gboolean global; /* on the clock of a global sequence */
  MwId sequence;   /* 0: none */
  gint32 time;     /* in ms, as keys count them */
  gint32 shown;    /* the same from the sequence's start, as the window shows it */
} MwKeyMoment;

/* The moment at which `track` (NULL: one that is yet to be made) would get a key. Where the sequence stands still at rest, a first key
 * belongs to the start of the model's first sequence. */
MwKeyMoment mw_key_moment (MwDocument *document, const MwField *slot, const MwRecord *track, const MwClock *clock);
/* What the records have in their slot at the clock's moment. */
MwKeyed mw_keyed (MwDocument *document, const MwId *ids, guint n, const MwField *slot, const MwClock *clock);
/* Gives each record that has no key there one that holds the value which it has there, as one named step; what is not
 * animated becomes so. `fixed` is the field of the static value, or NULL. */
gboolean mw_key_here (MwDocument *document, const MwId *ids, guint n, const MwField *slot, const MwField *fixed,
                      const MwClock *clock, GError **error);
/* Removes that one key of each record. A track goes with its last key. */
gboolean mw_unkey_here (MwDocument *document, const MwId *ids, guint n, const MwField *slot, const MwClock *clock,
                        GError **error);
