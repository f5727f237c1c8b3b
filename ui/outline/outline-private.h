/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/outline/outline-model.h"

/* Private to the outline's model: outline-model.c (the model and its updates after changes), outline-rows.c (lists of
 * rows and their nodes), outline-content.c (which rows a list has), outline-sort.c (in which order), outline-filter.c. */

typedef enum {
  ROWS_GROUPS,   /* the lists of `owner`, one row for each kind that has records */
  ROWS_RECORDS,  /* the records of one kind in a list of `owner` */
  ROWS_CHILDREN, /* the nodes whose parent is `owner` (0: those without) */
  ROWS_SURFACES, /* the surfaces of an M2 model */
  ROWS_BATCHES   /* the batches of the surface with the id `owner` (mw_ui_surface_id()) */
} RowsKind;

/* Which rows a list has. */
typedef struct {
  RowsKind what;
  MwId owner;
  const MwField *list;
  const MwSchema *kind; /* NULL: all */
} RowsOf;

/* Each row has a key. ROWS_GROUPS: field index << 8 | (kind index + 1, or 0 if the list has no kinds), or SURFACES_KEY
 * for the group of surfaces. All others: the record's id; for a surface mw_ui_surface_id(). */
#define SURFACES_KEY G_MAXUINT32

#define MW_TYPE_OUTLINE_ROWS (mw_outline_rows_get_type ())
G_DECLARE_FINAL_TYPE (MwOutlineRows, mw_outline_rows, MW, OUTLINE_ROWS, GObject)

struct _MwOutlineRows {
  GObject parent_instance;
  MwOutlineModel *model; /* NULL once the model is gone */
  guint live_at;         /* where it is in the model's `live` */
  RowsOf of;
  GArray *keys; /* guint32 */
  GPtrArray *
    nodes; /* MwOutlineNode, or NULL until it is asked for; parallel to keys. They live as long as their row, because they
                       know what the tree knows of it: whether it has an arrow, and the rows below it. */
};

struct _MwOutlineNode {
  GObject parent_instance;
  MwOutlineRows *rows; /* the list that it is a row of; NULL once it was removed from it */
  MwId id;             /* of the record; for a surface mw_ui_surface_id(); for a group 0 */
  MwId owner;          /* groups */
  const MwField *list; /* NULL: the group of surfaces */
  const MwSchema *kind;
  MwOutlineRows *children; /* weak: alive while the row is open */
  gboolean surface;
  gboolean asked, has_children; /* whether the tree has asked for rows below it, and was given some */
};

/* A list of the model whose records have a parent: nodes, or bones and what is attached to them. */
typedef struct {
  const MwField *list, *parent;
} NodeList;

struct _MwOutlineModel {
  GObject parent_instance;
  MwDocument *document; /* unowned: the widget that owns this keeps it alive */
  MwOutlineArrangement arrangement;
  char *filter;
  GHashTable *shown;            /* ids that the filter leaves (matches and the records above them); NULL: all */
  GHashTable *direct;           /* ids that match the filter themselves */
  GHashTable *surfaces;         /* ids of surfaces that match the filter themselves */
  const MwSchema *asked_schema; /* cache: the kind that was checked last, and whether its words match */
  const MwField *asked_list;
  gboolean asked;
  GHashTable *nodes;       /* id -> MwOutlineNode that exists, for rows that are records */
  GPtrArray *live;         /* the MwOutlineRows that exist */
  GArray *node_lists;      /* NodeList: the lists of the skeleton */
  GHashTable *children_of; /* skeleton: parent id -> GArray of MwId; NULL until needed */
  gboolean sorted;         /* by title, all lists that are not in `other_order`; else only those that are */
  GHashTable *other_order; /* MwOutlineKey with list and kind only */
  GHashTable *sort_keys;   /* id -> its title as a key for sorting: a cache, emptied when titles change */
  GArray *closed;          /* MwOutlineKey: see mw_outline_model_steal_closed() */
};

/* --- outline-content.c --- */

MwRecord *mw_outline_record (MwOutlineModel *self, MwId id);
/* The keys of rows as they are now. Free with g_array_unref(). */
GArray *mw_outline_keys (MwOutlineModel *self, const RowsOf *of);
/* How many rows a group has. */
guint mw_outline_count (MwOutlineModel *self, const RowsOf *of);
/* The list fields of a schema (MwField), found once for each. Most have none. */
const GPtrArray *mw_outline_lists (const MwSchema *schema);
/* The number of list fields of a schema. *only becomes the last of them; it is unchanged if there is none. */
guint mw_outline_n_lists (const MwSchema *schema, const MwField **only);
/* Fills `node_lists`; called once. */
void mw_outline_find_node_lists (MwOutlineModel *self);
/* The field of a record that refers to its parent in the skeleton; NULL if it is not part of the skeleton. */
const MwField *mw_outline_parent_field (MwOutlineModel *self, const MwRecord *record);
const MwRecord *mw_outline_parent (MwOutlineModel *self, const MwRecord *record);
/* Whether a field is a list of the skeleton or the parent reference of its records. */
gboolean mw_outline_is_of_skeleton (MwOutlineModel *self, const MwField *field);
/* Whether following parents from a node ends at a node without parent, that is, does not run into a cycle. */
gboolean mw_outline_reaches_top (MwOutlineModel *self, const MwRecord *node);

/* --- outline-model.c --- */

/* Computes all lists of rows again, because their order is another. */
void mw_outline_update_all (MwOutlineModel *self);

/* --- outline-sort.c --- */

void mw_outline_init_sort (MwOutlineModel *self);
void mw_outline_free_sort (MwOutlineModel *self);
/* Puts keys of rows into the order in which they are shown. */
void mw_outline_sort (MwOutlineModel *self, const RowsOf *of, GArray *keys);
/* Titles may have changed. */
void mw_outline_forget_titles (MwOutlineModel *self);

/* --- outline-filter.c --- */

void mw_outline_apply_filter (MwOutlineModel *self);
gboolean mw_outline_is_shown (MwOutlineModel *self, MwId id);
/* Whether everything below a record is shown, because there is no filter or because it, or a record it is in,
 * matches. */
gboolean mw_outline_shows_all (MwOutlineModel *self, const MwRecord *owner);
/* The same for a surface; and whether the surface itself is shown. */
gboolean mw_outline_surface_shows_all (MwOutlineModel *self, const GPtrArray *surface);
gboolean mw_outline_surface_is_shown (MwOutlineModel *self, const GPtrArray *surface);

/* --- outline-rows.c --- */

/* Takes the keys. */
MwOutlineRows *mw_outline_rows_new (MwOutlineModel *model, const RowsOf *of, GArray *keys);
/* Changes the rows to these keys. Rows that stay keep their node. */
void mw_outline_rows_update (MwOutlineRows *self, const GArray *wanted);
/* Replaces the nodes of rows that now get or lose their expander arrow. */
void mw_outline_rows_renew_arrows (MwOutlineRows *self);
/* Emits "changed" on all nodes of the rows. */
void mw_outline_rows_emit_changed (MwOutlineRows *self);
void mw_outline_node_emit_changed (MwOutlineNode *self);
