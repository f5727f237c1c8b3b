/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/tracks/timed-keys.h"

/* Gives tracks new keys in some sequences. In all others they show what they did. */

typedef struct {
  MwDocument *document;
  gboolean every; /* no sequence was named */
  GArray *ranges; /* MwKeyRange: the chosen sequences */
  GArray *others; /* MwKeyRange: all other sequences with keys of their own */
} MwSequenceChoice;

/* The sequences that a parameter names (mw_sequences_named()). Aliases play what another sequence shows: they are passed over when all
 * sequences are meant, and refused by name. Refused, too, if a chosen sequence has keys in common with another one. Clear it with
 * mw_sequence_choice_clear() in any case. */
gboolean mw_sequence_choice_open (MwSequenceChoice *choice, MwDocument *document, const char *names, GError **error);
void mw_sequence_choice_clear (MwSequenceChoice *choice);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MwSequenceChoice, mw_sequence_choice_clear)

enum { MW_VALUE_MOST_NUMBERS = 4 };

/* The keys of one sequence. add() takes a time in ms after the start of the sequence and the numbers of the value. */
typedef struct _MwValueKeys MwValueKeys;
void mw_value_keys_add (MwValueKeys *keys, gint64 time, const double *numbers);
/* Adds the keys for a sequence of this length in ms. */
typedef void (*MwValueFunc) (MwValueKeys *keys, gint64 length, gconstpointer data);

/* Gives the track in a slot of a record, which is added if there is none, the keys that `func` adds in each chosen sequence, in place
 * of those that it has there. `still`: what is shown without a track. Refused if the track follows a global sequence, or with
 * `ramps` if its values do not change evenly between keys. */
gboolean mw_sequence_values_set (const MwSequenceChoice *choice, MwId owner, const MwField *slot, gboolean ramps,
                                 const double *still, MwValueFunc func, gconstpointer data, GError **error);
/* Refuses a track that follows a global sequence. */
gboolean mw_sequence_values_may_set (const MwRecord *track, GError **error);
/* Removes the keys of a track in the chosen sequences, which then show its neutral value: what is not hidden. Does nothing without a
 * track. Refused where sequences also play the keys beside them. */
gboolean mw_sequence_values_clear (const MwSequenceChoice *choice, MwId owner, const MwField *slot, GError **error);
