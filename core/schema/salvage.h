/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"
#include "core/schema/schema.h"

/* Salvage: a reader that is given an MwSalvage goes on where it would fail otherwise. It drops what it cannot read, up to the
 * next place where it can go on, or guesses what the file states wrongly, and records each of these here. A file that it could
 * read without leaves the list empty. */
typedef enum {
  MW_SALVAGE_DROPPED, /* not in the model */
  MW_SALVAGE_GUESSED  /* in the model, but read otherwise than the file states */
} MwSalvageKind;

typedef struct {
  MwSalvageKind kind;
  gint64 offset;      /* in the file, or in the companion that `path` begins with; -1: a text, or no place */
  guint line, column; /* of a text, from 1; 0: no place */
  char *path;         /* the place as in errors ("GEOS[2].VRTX"), or NULL */
  char *what;         /* what was dropped or guessed: "the rest of the chunk, 120 bytes" */
  char *why;          /* why it could not be read as it is */
} MwSalvageEntry;

/* How many entries are kept. All are counted. */
#define MW_SALVAGE_KEPT 1000

typedef struct {
  GArray *entries;  /* MwSalvageEntry, in the order in which the file was read */
  guint n;          /* how many there are, with those that are not kept */
  guint n_dropped;  /* how many of them are of that kind */
  GHashTable *lost; /* const MwField *: the lists that may lack records which the file has; NULL in it: any list may */
  uint32_t version; /* the version that was guessed; 0: the file states it */
  GHashTable *left_out; /* char *: the roles of companions that are not read */
} MwSalvage;

MwSalvage *mw_salvage_new (void);
void mw_salvage_free (MwSalvage *salvage);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSalvage, mw_salvage_free)

/* Adds an entry; place and reason are those of `why`. */
void mw_salvage_add (MwSalvage *salvage, MwSalvageKind kind, const GError *why, const char *what, ...)
  G_GNUC_PRINTF (4, 5);
/* Says that records of this list may be missing, so that references to it may point nowhere. NULL: of any list. */
void mw_salvage_lose (MwSalvage *salvage, const MwField *list);
/* Removes all entries. */
void mw_salvage_clear (MwSalvage *salvage);

/* The stable word for a kind, as in JSON: "dropped", "guessed". */
const char *mw_salvage_kind_name (MwSalvageKind kind);
/* One line for people: "byte 0x565 in BONE[0].KGTR: dropped the rest of its block, 36 bytes: found a count of ...". Free with
 * g_free(). */
char *mw_salvage_describe (const MwSalvageEntry *entry);
