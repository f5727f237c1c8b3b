/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "tests/core/edit/operations/table.h"

/* What rows about bounds need of particles and ribbons. */

/* Lines of a script, ended by a line break, that give a model an emitter, and a ribbon that falls, far from all else; NULL: the model has emitters of
 * its own for which bounds promise nothing, because wind may carry their particles. Free with g_free(). */
char *rows_reach_prepare (const MwModel *model, MwFormat format);
/* Whether the bounds of a sequence contain the mesh while it plays, and all particles and ribbons that the simulations of the viewport
 * show. Where no other emitters are than those that were made they are not much larger than these need. What is wrong, or NULL. */
char *rows_reach_judge (const TableCase *at, guint sequence);
