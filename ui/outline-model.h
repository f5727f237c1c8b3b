/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gio/gio.h>

/* The elements of a document as a tree of list models, made as far as somebody looks (style: outline tree). A change touches
 * only the lists that it names: rows that stay keep their node. */

typedef enum {
  MW_OUTLINE_BY_KIND,    /* groups of elements of one kind, in the order of the file */
  MW_OUTLINE_BY_SKELETON /* nodes below their parents */
} MwOutlineArrangement;

#define MW_TYPE_OUTLINE_MODEL (mw_outline_model_get_type ())
G_DECLARE_FINAL_TYPE (MwOutlineModel, mw_outline_model, MW, OUTLINE_MODEL, GObject)

/* A row: an element, a surface of an M2 model, or a group of these. Signal "changed": title, info or count are others now. */
#define MW_TYPE_OUTLINE_NODE (mw_outline_node_get_type ())
G_DECLARE_FINAL_TYPE (MwOutlineNode, mw_outline_node, MW, OUTLINE_NODE, GObject)

/* Signals: "changing" before, "changed" after rows came or went. */
MwOutlineModel *mw_outline_model_new (MwDocument *document);
void mw_outline_model_set_arrangement (MwOutlineModel *self, MwOutlineArrangement arrangement);
MwOutlineArrangement mw_outline_model_get_arrangement (MwOutlineModel *self);
/* Shows only elements and surfaces whose title or kind holds the text (any case), and what they stand in. NULL or "": all. */
void mw_outline_model_set_filter (MwOutlineModel *self, const char *text);
gboolean mw_outline_model_is_filtered (MwOutlineModel *self);
/* How many elements and surfaces the filter found. */
guint mw_outline_model_get_n_found (MwOutlineModel *self);
/* A new list of the top rows; arrangement and filter count from the next call on. */
GListModel *mw_outline_model_create_root (MwOutlineModel *self);
/* For gtk_tree_list_model_new(): the rows below a node, or NULL. */
GListModel *mw_outline_model_create_children (gpointer node, gpointer unused);
/* The way to an element as positions, from the top; FALSE if it is not shown. */
gboolean mw_outline_model_find (MwOutlineModel *self, MwId id, GArray *positions);
/* The same to a surface (see surfaces.h). */
gboolean mw_outline_model_find_surface (MwOutlineModel *self, const GPtrArray *surface, GArray *positions);
/* Elements that came back and were open when they left; emptied by the call. Free with g_array_unref(). */
GArray *mw_outline_model_steal_reopen (MwOutlineModel *self);

/* 0 for a group and for a surface. */
MwId mw_outline_node_get_id (MwOutlineNode *self);
gboolean mw_outline_node_is_group (MwOutlineNode *self);
gboolean mw_outline_node_is_surface (MwOutlineNode *self);
/* What tells a row of one outline model from its others; the ids are those of the document. */
typedef struct {
  MwId id, owner;
  const MwField *list;
  const MwSchema *kind;
  gboolean surface;
} MwOutlineKey;
MwOutlineKey mw_outline_node_get_key (MwOutlineNode *self);
guint mw_outline_key_hash (gconstpointer key);
gboolean mw_outline_key_equal (gconstpointer a, gconstpointer b);
/* The elements (MwId) that are selected with the row: itself, or all batches of a surface. */
void mw_outline_node_append_ids (MwOutlineNode *self, GArray *ids);
char *mw_outline_node_get_title (MwOutlineNode *self);
/* A count or a remark, or NULL. */
char *mw_outline_node_get_info (MwOutlineNode *self);
const char *mw_outline_node_get_icon (MwOutlineNode *self);
