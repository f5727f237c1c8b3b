/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* What the catalogues know of one record beyond its values: what an event does, how a batch combines its textures, how a playable
 * animation is played. For people; nothing is decided by it. */

typedef struct {
  const char *name;  /* "fired_on": as --json spells it */
  const char *label; /* "Fired on", marked for translation */
  const char *about; /* what the label means, marked for translation */
  char *text;        /* "Walk, Run"; in English, for names of the client are not translated */
} MwFact;

/* The facts of a record, the one that says what it is first; empty where none are known. Free with g_array_unref(). */
GArray *mw_record_facts (const MwRecord *record);

/* The same for one element of an array ("playable_animations[8]"). */
GArray *mw_element_facts (const MwRecord *record, const MwField *field, guint index);
