/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"

/* Keys at the playhead: the state and the actions of the diamond beside a field. */

typedef enum {
  MW_KEYED_NONE, /* no record has a track for the field */
  MW_KEYED_PART, /* some records have a track, but not all have a key at this time */
  MW_KEYED_HERE  /* all records have a key at this time */
} MwKeyed;

/* Whether the records have a track in `slot`, and a key at the clock's time. */
MwKeyed mw_keyed (MwDocument *document, const MwId *ids, guint n, const MwField *slot, const MwClock *clock);
/* Adds a key to each record that has none at this time, with the value that it has there, as one named undo step. A
 * record that is not animated gets a track. `fixed` is the field of the static value, or NULL. */
gboolean mw_key_here (MwDocument *document, const MwId *ids, guint n, const MwField *slot, const MwField *fixed,
                      const MwClock *clock, GError **error);
/* Removes the key of each record at this time. A track whose last key is removed is removed, too. */
gboolean mw_unkey_here (MwDocument *document, const MwId *ids, guint n, const MwField *slot, const MwClock *clock,
                        GError **error);
