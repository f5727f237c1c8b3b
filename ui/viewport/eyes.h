/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/render/shown.h"

/* Which elements of a document its views do not draw, and which cannot be picked or dragged there. Both are settings of the view: they are
 * never in the document, and are remembered for its file. An id stays when its element is deleted, because undo brings that back.
 *
 * Signal "changed". */
#define MW_TYPE_EYES (mw_eyes_get_type ())
G_DECLARE_FINAL_TYPE (MwEyes, mw_eyes, MW, EYES, GObject)

typedef enum { MW_EYE_HIDDEN, MW_EYE_LOCKED, MW_EYE_COUNT } MwEye;

/* Those of a document, to which they belong. */
MwEyes *mw_eyes_of (MwDocument *document);
/* Whether views draw something for this element alone, so that it can be hidden: a mesh, a batch of a surface, a node or a camera. */
gboolean mw_eyes_takes (MwEyes *self, MwId id);
gboolean mw_eyes_get (MwEyes *self, MwEye eye, MwId id);
/* How many are hidden or locked. */
guint mw_eyes_count (MwEyes *self, MwEye eye);
void mw_eyes_set (MwEyes *self, MwEye eye, const MwId *ids, guint n, gboolean on);
/* Sets none of them any more. FALSE: none was set. */
gboolean mw_eyes_clear (MwEyes *self, MwEye eye);
/* Shows these elements and hides all others that are like them: other meshes and batches, other nodes, other cameras. FALSE: that hides
 * nothing that was not hidden before, as when these are the only ones. */
gboolean mw_eyes_isolate (MwEyes *self, const MwId *ids, guint n);
/* Appends the ids (MwId) that are set, the smallest first. */
void mw_eyes_append (MwEyes *self, MwEye eye, GArray *ids);

/* Takes over what is remembered for the file, and puts into that what is set now, by the paths that the elements have now. */
void mw_eyes_recall (MwEyes *self, const MwShown *shown);
void mw_eyes_remember (MwEyes *self, MwShown *shown);
