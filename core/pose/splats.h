/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"
#include "core/pose/sprite.h"

/* The marks that an event object leaves on the ground: splats, footprints and ubersplats of Warcraft III (rendering.md 4.3). */

/* How marks of one name look. All have this life: in the first of the times their colour goes from the first to the second, in the next it
 * stays, and in the last it goes to the third. Lengths are those of the model, times seconds, colours 0 to 1. */
typedef struct {
  char *image; /* game path of the texture; NULL: not known */
  float half_side;
  float times[3];
  float rgba[3][4];
  guint32 rows, columns; /* cells of the texture */
  gint64 cells[2][3];    /* for the first and the last time: first cell, last one, and how many times they are shown */
  guint32 filter_mode;   /* as that of a PRE2 */
} MwSplatKind;

/* Marks by name: MwSplatKind by what mw_splat_name() says. Made by mw_splat_kinds_new(); free with g_hash_table_unref(). */
GHashTable *mw_splat_kinds_new (void);
/* The name of an id of the tables, for the kinds. Ubersplats have a table of their own. Free with g_free(). */
char *mw_splat_name (gboolean uber, const char *id);

/* The marks of one event object at a moment. They depend on the moment alone: each key of the past leaves one where the node was
 * then, also keys of the loops before. After the end of a sequence that does not loop, marks age with global_ms. */
typedef struct _MwSplats MwSplats;

/* The largest number of marks of one event object; the newest are kept. */
#define MW_SPLATS_MAX 256

/* NULL if the record leaves no marks. `kinds` may be NULL; a kind that it lacks has a neutral look without a texture. Skeleton, node and kinds
 * must outlive the marks. */
MwSplats *mw_splats_new (const MwSkeleton *skeleton, const MwRecord *node, GHashTable *kinds);
void mw_splats_free (MwSplats *splats);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSplats, mw_splats_free)

const MwSplatKind *mw_splats_kind (const MwSplats *splats);
/* Sets the moment. At rest there are no marks. */
void mw_splats_update (MwSplats *splats, const MwClock *clock);
/* Appends a quad (4 MwSpriteVertex) for each mark to a GArray of MwSpriteVertex, the oldest first. They lie in the plane z = 0 and face up. Returns
 * the number of quads. */
guint mw_splats_append_quads (const MwSplats *splats, GArray *vertices);

/* Whether the model has event objects that leave marks, and whether `kinds` (may be NULL) lacks one of them. */
gboolean mw_splats_in (const MwModel *model);
gboolean mw_splats_lack (const MwModel *model, GHashTable *kinds);
