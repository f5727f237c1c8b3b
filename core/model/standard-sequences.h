/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* The sequences that a game expects of a kind of model, such as a unit, and which of them a model has. */

/* An expected sequence. */
typedef struct {
  const char *name; /* never translated */
  const char *from; /* names of sequences from which it is best made, separated by semicolons, the best first; or NULL */
} MwStandardName;

/* What is expected of one kind of model. Each family has sets (mdlx/standard.c, m2/standard.c), and MwAspects lists them. */
typedef struct _MwStandardSet MwStandardSet;
struct _MwStandardSet {
  const char *id;              /* "unit": what the command line calls it */
  const char *label;           /* the same in the window, marked for translation */
  uint8_t families;            /* MwFamily mask */
  const MwStandardName *names; /* ended by one without a name; NULL: those that `made` returns */
  const MwStandardName *(*made) (void);
  /* Whether a sequence is the one with this name, or a variation of it. */
  gboolean (*is) (const MwRecord *sequence, const char *name);
  /* Whether it has a name that is probably meant as this one. NULL: its sequences have no names that could be misspelt. */
  gboolean (*nearly) (const MwRecord *sequence, const char *name);
  /* The names of what the game plays instead of a sequence that is not there, the best first. Free with g_strfreev(). */
  GStrv (*played) (const char *name);
};

typedef enum {
  MW_STANDARD_HAVE,
  MW_STANDARD_FALLS_BACK, /* the game plays another sequence */
  MW_STANDARD_MISSPELT,   /* a sequence has nearly this name */
  MW_STANDARD_MISSING
} MwStandardState;

typedef struct {
  const MwStandardName *expected;
  MwStandardState state;
  const MwRecord *sequence; /* the sequence itself, the one that is played, or the one with nearly the name; NULL: missing */
  const MwRecord *from;     /* a sequence with keys from which it can be made; NULL: none is suitable, or it is there */
} MwStandardSequence;

/* The sets for models of a family: const MwStandardSet *. The first is the usual one. Free with g_ptr_array_unref(). */
GPtrArray *mw_standard_sets (const MwModel *model, MwFamily family);
/* The set with this id, or the usual one for NULL. NULL: the family has no such set. */
const MwStandardSet *mw_standard_set (const MwModel *model, MwFamily family, const char *id);
/* What the model has of a set: MwStandardSequence, in the order of the set. Free with g_array_unref(). */
GArray *mw_standard_sequences (const MwModel *model, const MwStandardSet *set);
/* "have", "falls back", "misspelt" or "missing". */
const char *mw_standard_state_name (MwStandardState state);

/* What creatures of World of Warcraft have, and what its clients play instead (names.md 7). For the sets of the families. */
extern const MwStandardName mw_standard_creature[];
GStrv mw_standard_substitutes (const char *name);
