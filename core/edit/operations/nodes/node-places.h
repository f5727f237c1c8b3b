/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* What operations on nodes share: where bones, nodes and the points attached to bones are, which of them follow which, and
 * how they are moved. Places are in model space, also those of points, so no place depends on that of a parent. */

/* The field with the place of a record: 3 floats. NULL for records that have no place in the skeleton. */
const MwField *mw_node_place_field (const MwModel *model, const MwRecord *record);
/* The place of a record, which must have one. */
const float *mw_node_place (const MwModel *model, const MwRecord *record);
/* The field that says which bone or node a record follows; NULL if it has none. */
const MwField *mw_node_parent_field (const MwRecord *record);
/* The bone or node that it follows, or NULL. */
const MwRecord *mw_node_parent (const MwModel *model, const MwRecord *record);
/* Whether other records can follow a record: it is a bone or a helper. */
gboolean mw_node_carries (const MwModel *model, const MwRecord *record);
/* Refuses ids that are no points of the model, and, without `bones`, also bones and helpers. */
gboolean mw_nodes_check (MwDocument *document, const MwId *ids, guint n, gboolean bones, GError **error);
/* The same, with bones and helpers. Operations on points of all kinds use it as `applies`. */
gboolean mw_nodes_apply (MwDocument *document, const MwId *ids, guint n, GError **error);

/* The ids (MwId), each once: the given ones and, with `below`, everything that follows them directly or not, in file order.
 * Free with g_array_unref(). */
GArray *mw_nodes_with_those_below (MwDocument *document, const MwId *ids, guint n, gboolean below);

/* Whether a record moves (MW_ROLE_POSITION), turns (MW_ROLE_ROTATION) or is scaled (MW_ROLE_SCALE) with one of these, because it
 * follows it, directly or not, and nothing on the way declines to inherit that. With `billboards`, what turns to the viewer does not turn
 * with what it follows. FALSE for records whose parents form a circle. */
gboolean mw_node_is_carried (const MwModel *model, const MwRecord *record, const MwId *ids, guint n, MwRole role,
                             gboolean billboards);

/* The rules of a family may require records to come after their parents. If then a record that gets this parent (NULL: none) comes
 * before it, moves the record and all records below it to after the parent. Does nothing if the parent is below the record
 * itself: setting it is refused then. */
gboolean mw_node_move_after (MwDocument *document, MwId id, const MwRecord *parent, GError **error);

/* What is moved together with the place of a node. */
typedef enum {
  MW_NODE_MOVE_PIVOT, /* only the bind pose, if it states the same place */
  MW_NODE_MOVE_SHAPE  /* also the corners and centres of a collision shape, which are in model space */
} MwNodeMove;
/* Moves a record by an offset. */
gboolean mw_node_move (MwDocument *document, MwId id, const double by[3], MwNodeMove what, GError **error);
