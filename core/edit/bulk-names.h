/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Updates bulk arrays whose elements refer to records, for example to the bones that move a vertex. Private to
 * core/edit.
 *
 * An element refers to several records, each with a weight. Its field describes how: MwBulkNames
 * (core/schema/schema.h). An insert, move or removal, or a change of object ids, builds an MwNameMap from old names to
 * new ones, and the elements are rewritten by it:
 *
 * - A name that stays or has an heir is replaced as the map says, and keeps its weight.
 * - A name without an heir is replaced by `first`. Its weight is shared among the element's other names, in proportion.
 * - If no other name has a weight, the element is lost: either the edit is refused before anything changes, or `first`
 *   gets the whole weight.
 * - A place or object id with weight 0 is unused. It is kept as long as the list has that many places. */

#define MW_NAME_GONE G_MAXUINT32

/* What each name becomes after a change. Free with g_free(). */
typedef struct {
  guint32 n_before; /* names of this value and above refer to nothing and are kept */
  guint32 n_after;  /* the same limit after the change; 0: no record is left */
  guint32 first;    /* the replacement of a name without an heir; MW_NAME_GONE: the name is kept */
  guint32 to[];     /* n_before entries; MW_NAME_GONE: no heir */
} MwNameMap;

/* Maps of places in a list: without a change; when a record is inserted at `index`; when a record is moved. `first`
 * is 0. */
MwNameMap *mw_name_map_new (guint32 n);
MwNameMap *mw_name_map_inserted (guint32 n, guint32 index);
MwNameMap *mw_name_map_moved (guint32 n, guint32 from, guint32 to);
/* Map of places in a list when the doomed records are removed. `heirs` maps ids (NULL: no record has an heir). An
 * heir counts only if it is a remaining record of the same list. */
MwNameMap *mw_name_map_removed (const MwModel *model, const MwList *list, const guint8 *doomed, const MwNameMap *heirs);

/* The planned change of one array and of the array of its weights. */
typedef struct {
  MwRecord *record;
  const MwField *field, *weights_field; /* weights_field: NULL where there are no weights */
  MwArray names, weights;
  guint shared;      /* elements whose other names took over weight */
  guint lost;        /* elements without another name that could take over */
  guint32 lost_name; /* a removed name of the first of these */
  guint cut;         /* elements that would need a weight above `most`, the largest that the format can store */
  guint most;
  guint too_high;             /* elements that would need a name too large for its bytes; they stay unchanged */
  guint32 high_at, high_name; /* the first of these, and that name */
} MwBulkChange;

/* Computes the change; the model is not changed yet. */
void mw_bulk_change_init (MwBulkChange *change, MwDocument *self, MwRecord *record, const MwField *field,
                          const MwNameMap *map);
void mw_bulk_change_clear (MwBulkChange *change);
/* Applies the change and clears it. Adds a notice if weights were reduced to `most`. */
void mw_bulk_change_put (MwDocument *self, MwBulkChange *change);
/* Adds the notice that n elements (at `path`) are now moved by their other names alone. Does nothing if n is 0. */
void mw_bulk_notice_shared (MwDocument *self, const char *path, guint n);

/* --- Arrays of the model itself that hold places in one of its lists --- */

/* Whether any such array holds places in this list of `owner`. */
gboolean mw_document_has_places (MwDocument *self, const MwRecord *owner, const MwField *list);
/* Computes the changes of these arrays; the model is not changed yet. *changes becomes NULL if none change. Fails if
 * a place would be too large for its bytes, or an element would be lost. */
gboolean mw_document_plan_places (MwDocument *self, const MwRecord *owner, const MwField *list, const MwNameMap *map,
                                  GArray **changes, GError **error);
/* Applies the changes, after the list was changed. Takes ownership of `changes`, which may be NULL. */
void mw_document_put_places (MwDocument *self, GArray *changes);
