/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* What the catalogues know about a record beyond its own values: what an event does, how a batch combines its
 * textures, how a playable animation is played. For display only; no code decides anything by it. */

typedef struct {
  const char *name;  /* "fired_on": the key in --json output */
  const char *label; /* "Fired on", marked for translation */
  const char *about; /* what the label means, marked for translation */
  char *text;        /* "Walk, Run"; in English, because names from the client are not translated */
} MwFact;

/* The facts of a record as MwFact; the one that says what the record is comes first. Empty where nothing is known.
 * Free with g_array_unref(). */
GArray *mw_record_facts (const MwRecord *record);

/* The same for one element of an array ("playable_animations[8]"). */
GArray *mw_element_facts (const MwRecord *record, const MwField *field, guint index);
