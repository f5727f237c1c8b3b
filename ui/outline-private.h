/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/outline-model.h"

/* Private to the outline's model: outline-model.c (the model and what changes do to it), outline-rows.c (lists of rows and
 * their nodes), outline-content.c (what stands where), outline-filter.c. */

typedef enum {
  ROWS_GROUPS,   /* the lists of `owner`, one row for each kind that there is */
  ROWS_RECORDS,  /* the records of one kind in a list of `owner` */
  ROWS_CHILDREN, /* the nodes whose parent is `owner` (0: those without) */
  ROWS_SURFACES, /* the surfaces of an M2 model */
  ROWS_BATCHES   /* the batches of the surface that goes by `owner` */
} RowsKind;

/* Which rows a list has. */
typedef struct {
  RowsKind what;
  MwId owner;
  const MwField *list;
  const MwSchema *kind; /* NULL: all */
} RowsOf;

/* Keys of ROWS_GROUPS: index of the list field and of the kind, or this one; of the others: the record's id, for surfaces the
 * one that they go by. */
#define SURFACES_KEY G_MAXUINT32

#define MW_TYPE_OUTLINE_ROWS (mw_outline_rows_get_type ())
G_DECLARE_FINAL_TYPE (MwOutlineRows, mw_outline_rows, MW, OUTLINE_ROWS, GObject)

struct _MwOutlineRows {
  GObject parent_instance;
  MwOutlineModel *model; /* NULL once the model is gone */
  RowsOf of;
  GArray *keys;     /* guint32 */
  GPtrArray *nodes; /* MwOutlineNode or NULL, beside keys; unowned: each clears its place when it goes */
};

struct _MwOutlineNode {
  GObject parent_instance;
  MwOutlineRows *rows; /* that it is a row of; NULL when it is none any more */
  guint place;         /* where it stood there: a hint */
  MwId id;             /* of the record; surfaces: that they go by; groups: 0 */
  MwId owner;          /* groups */
  const MwField *list; /* NULL: the group of surfaces */
  const MwSchema *kind;
  MwOutlineRows *children; /* weak: alive while the row is open */
  gboolean surface, has_children;
};

/* A list of the model whose elements refer to a parent: nodes, or bones and what hangs on them. */
typedef struct {
  const MwField *list, *parent;
} NodeList;

struct _MwOutlineModel {
  GObject parent_instance;
  MwDocument *document; /* unowned: the widget that has both keeps it */
  MwOutlineArrangement arrangement;
  char *filter;
  GHashTable *shown;            /* ids that the filter leaves; NULL: all */
  GHashTable *direct;           /* those that the text itself found */
  GHashTable *surfaces;         /* surfaces that it found, by what they go by */
  const MwSchema *asked_schema; /* the kind that was last looked at, and whether its own words were found */
  const MwField *asked_list;
  gboolean asked;
  GHashTable *nodes;       /* id -> MwOutlineNode alive, of rows that are records */
  GPtrArray *live;         /* MwOutlineRows alive */
  GArray *node_lists;      /* NodeList: what stands below something else in the skeleton */
  GHashTable *children_of; /* by skeleton: parent id -> GArray of MwId; NULL until asked for */
  GArray *reopen;
};

/* --- outline-content.c --- */

MwRecord *mw_outline_record (MwOutlineModel *self, MwId id);
/* The keys of rows as they are now. Free with g_array_unref(). */
GArray *mw_outline_keys (MwOutlineModel *self, const RowsOf *of);
/* How many rows a group has. */
guint mw_outline_count (MwOutlineModel *self, const RowsOf *of);
/* How many list fields records of a schema have; *only is one of them. */
guint mw_outline_n_lists (const MwSchema *schema, const MwField **only);
/* Finds what stands in the skeleton, once. */
void mw_outline_find_node_lists (MwOutlineModel *self);
/* The reference to the parent, of what stands in the skeleton; else NULL. */
const MwField *mw_outline_parent_field (MwOutlineModel *self, const MwRecord *record);
const MwRecord *mw_outline_parent (MwOutlineModel *self, const MwRecord *record);
/* Whether a field is one of the skeleton's lists or the reference to a parent in one. */
gboolean mw_outline_is_of_skeleton (MwOutlineModel *self, const MwField *field);
/* Whether the way up from a node ends: in a cycle there is none. */
gboolean mw_outline_reaches_top (MwOutlineModel *self, const MwRecord *node);

/* --- outline-filter.c --- */

void mw_outline_apply_filter (MwOutlineModel *self);
gboolean mw_outline_is_shown (MwOutlineModel *self, MwId id);
/* Whether everything below a record is shown: because there is no filter, or it is found itself. */
gboolean mw_outline_shows_all (MwOutlineModel *self, const MwRecord *owner);
/* The same of a surface, and whether it is shown at all. */
gboolean mw_outline_surface_shows_all (MwOutlineModel *self, const GPtrArray *surface);
gboolean mw_outline_surface_is_shown (MwOutlineModel *self, const GPtrArray *surface);

/* --- outline-rows.c --- */

/* Takes the keys over. */
MwOutlineRows *mw_outline_rows_new (MwOutlineModel *model, const RowsOf *of, GArray *keys);
/* Makes the rows those of the keys; what stays keeps its node. */
void mw_outline_rows_update (MwOutlineRows *self, const GArray *wanted);
/* Rows that get or lose their arrow are made anew. */
void mw_outline_rows_renew_arrows (MwOutlineRows *self);
/* Emits "changed" on all nodes of the rows. */
void mw_outline_rows_tell (MwOutlineRows *self);
void mw_outline_node_tell (MwOutlineNode *self);
