/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gio/gio.h>

/* The elements of a document as a tree of list models. A list is made when its row is opened. A change of the document
 * updates only the lists concerned, and rows that stay keep their node. */

typedef enum {
  MW_OUTLINE_BY_KIND,    /* groups of elements of one kind, in the order of the file */
  MW_OUTLINE_BY_SKELETON /* nodes below their parents */
} MwOutlineArrangement;

#define MW_TYPE_OUTLINE_MODEL (mw_outline_model_get_type ())
G_DECLARE_FINAL_TYPE (MwOutlineModel, mw_outline_model, MW, OUTLINE_MODEL, GObject)

/* A row: an element, a surface of an M2 model, or a group of these. Signal "changed": its title or info has changed. */
#define MW_TYPE_OUTLINE_NODE (mw_outline_node_get_type ())
G_DECLARE_FINAL_TYPE (MwOutlineNode, mw_outline_node, MW, OUTLINE_NODE, GObject)

/* Identifies a row within an outline model; the ids are those of the document. */
typedef struct {
  MwId id, owner;
  const MwField *list;
  const MwSchema *kind;
  gboolean surface;
} MwOutlineKey;

/* Signals: "changing" before and "changed" after rows were added or removed. */
MwOutlineModel *mw_outline_model_new (MwDocument *document);
void mw_outline_model_set_arrangement (MwOutlineModel *self, MwOutlineArrangement arrangement);
MwOutlineArrangement mw_outline_model_get_arrangement (MwOutlineModel *self);
/* Shows only elements and surfaces whose title or kind contains the text (ignoring case), and the rows above them. NULL
 * or "": all. */
void mw_outline_model_set_filter (MwOutlineModel *self, const char *text);
gboolean mw_outline_model_is_filtered (MwOutlineModel *self);
/* Whether rows are in the order of their titles rather than in that of the file: of all lists, or of one (as of a group; `kind` may be NULL).
 * What is set for all is set for each. It changes only the view. */
void mw_outline_model_set_sorted (MwOutlineModel *self, gboolean sorted);
gboolean mw_outline_model_is_sorted (MwOutlineModel *self);
void mw_outline_model_set_list_sorted (MwOutlineModel *self, const MwField *list, const MwSchema *kind,
                                       gboolean sorted);
/* The lists (MwOutlineKey with list and kind only) whose order is not that of all. Free with g_array_unref(). */
GArray *mw_outline_model_get_other_order (MwOutlineModel *self);
/* Whether the list of rows that an element is in is sorted; FALSE if it is in the order of the file. */
gboolean mw_outline_model_is_sorted_at (MwOutlineModel *self, MwId id);
gboolean mw_outline_model_is_list_sorted (MwOutlineModel *self, const MwField *list, const MwSchema *kind);
/* The number of elements and surfaces that match the filter. */
guint mw_outline_model_get_n_found (MwOutlineModel *self);
/* A new list of the top rows, with the current arrangement and filter; call it again after they have changed. */
GListModel *mw_outline_model_create_root (MwOutlineModel *self);
/* For gtk_tree_list_model_new(): the rows below a node, or NULL. */
GListModel *mw_outline_model_create_children (gpointer node, gpointer unused);
/* Appends the position (guint) of an element's row in each list on the way from the top. FALSE if it is not shown. */
gboolean mw_outline_model_find (MwOutlineModel *self, MwId id, GArray *positions);
/* The same for a surface (see surfaces.h). */
gboolean mw_outline_model_find_surface (MwOutlineModel *self, const GPtrArray *surface, GArray *positions);
/* The rows (MwOutlineKey) that were open and were removed since the last call, for example because they moved, and the open rows
 * below them. Free with g_array_unref(). */
GArray *mw_outline_model_steal_closed (MwOutlineModel *self);
/* Whether the model contains what a row shows, also if its row is not shown now. */
gboolean mw_outline_model_has (MwOutlineModel *self, const MwOutlineKey *key);

/* The id of the element; 0 for a group and for a surface. */
MwId mw_outline_node_get_id (MwOutlineNode *self);
gboolean mw_outline_node_is_group (MwOutlineNode *self);
gboolean mw_outline_node_is_surface (MwOutlineNode *self);
MwOutlineKey mw_outline_node_get_key (MwOutlineNode *self);
guint mw_outline_key_hash (gconstpointer key);
gboolean mw_outline_key_equal (gconstpointer a, gconstpointer b);
/* Appends the ids (MwId) that selecting the row selects: the element itself, or all batches of a surface. */
void mw_outline_node_append_ids (MwOutlineNode *self, GArray *ids);
/* The same; of a group, those of all its elements, with surfaces and what the filter leaves. */
void mw_outline_node_append_all_ids (MwOutlineNode *self, GArray *ids);
char *mw_outline_node_get_title (MwOutlineNode *self);
/* The text after the title: the count of a group, a short remark on an element, or NULL. Free with g_free(). */
char *mw_outline_node_get_info (MwOutlineNode *self);
const char *mw_outline_node_get_icon (MwOutlineNode *self);
/* The texture that stands for the element of a row: of what shows an image, but is no node. NULL: none does. */
const MwRecord *mw_outline_node_get_image (MwOutlineNode *self);
