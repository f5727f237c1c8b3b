/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/elements/new-elements.h"

/* What is seen of an element in each sequence: the cells of the visibility grid. */

typedef enum {
  MW_VISIBLE_SHOWN,
  MW_VISIBLE_HIDDEN,
  MW_VISIBLE_FADES,  /* not the same at all times of the sequence */
  MW_VISIBLE_NO_KEY, /* there are keys, but none for this sequence: the game shows it (rendering.md 1.5) */
  MW_VISIBLE_UNKNOWN /* the keys are in a file that was not found */
} MwVisible;

typedef struct {
  MwVisible seen;
  float least, most; /* of the alpha or visibility; both 0 where it is unknown */
  gboolean fixed;    /* no key of the sequence decides it: all sequences play the same */
  gboolean locked;   /* no keys can be set here; mw_visible_may_set() says why */
} MwVisibleCell;

/* The cells of an element for all sequences, in the order of the model. FALSE, and all cells unknown and locked, if nothing decides
 * whether the element is shown. `cells` has room for all sequences. */
gboolean mw_visible_in_sequences (MwDocument *document, MwId element, MwVisibleCell *cells);
/* Whether one of the things that decide whether an element is shown hides it in a sequence, even if only for a time. */
gboolean mw_visible_hides (MwDocument *document, const MwShownBy *by, MwId sequence);
/* Whether visibility-set can give the element keys in a sequence; the error says why not. Another sequence that shares its times is not
 * considered. */
gboolean mw_visible_may_set (MwDocument *document, MwId element, MwId sequence, GError **error);
