/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Names of records inside bulk arrays: which bones move a vertex. Private to core/edit.
 *
 * An element of such an array names several records, each with a weight. How it names them and where the weights are, its field
 * says (MwBulkNames, core/schema/schema.h). Whatever changes the names, be it an insert, a move, a removal or other object ids,
 * says in a map what each name becomes, and this rewrites the elements:
 *
 * - A name that stays or has an heir becomes what the map says, and keeps its weight.
 * - A name without an heir loses its weight to the element's other names, in proportion, and names `first` from then on.
 * - Where there are no others, the element is lost. That is refused before anything changes, or `first` takes it over.
 * - A place or number with weight 0 names nothing. It is kept while the list has such a place at all. */

#define MW_NAME_GONE G_MAXUINT32

/* What names become. Free with g_free(). */
typedef struct {
  guint32 n_before; /* names from here on name nothing: they are kept */
  guint32 n_after;  /* the same after the change; 0: no record is left */
  guint32 first;    /* what a name without an heir becomes; MW_NAME_GONE: it is kept */
  guint32 to[];     /* n_before; MW_NAME_GONE: it has no heir */
} MwNameMap;

/* Places: nobody moves; a record comes to `index`; one moves. `first` is 0. */
MwNameMap *mw_name_map_new (guint32 n);
MwNameMap *mw_name_map_inserted (guint32 n, guint32 index);
MwNameMap *mw_name_map_moved (guint32 n, guint32 from, guint32 to);
/* Places in a list of which some records go, when identities become what `heirs` says (NULL: none has an heir). What is not a
 * record of the list that stays is no heir. */
MwNameMap *mw_name_map_removed (const MwModel *model, const MwList *list, const guint8 *doomed, const MwNameMap *heirs);

/* What one array becomes, and the array of its weights. */
typedef struct {
  MwRecord *record;
  const MwField *field, *weights_field; /* weights: NULL where there are none */
  MwArray names, weights;
  guint shared;      /* elements whose other names count for more now */
  guint lost;        /* elements that had no other names */
  guint32 lost_name; /* one of the first of these */
  guint cut;         /* elements that would need a weight above `most`, the largest of the format */
  guint most;
  guint too_high;             /* elements that would need a name too high for their bytes: they are as they were */
  guint32 high_at, high_name; /* the first of these, and that name */
} MwBulkChange;

/* Works out what the array becomes; nothing is changed yet. */
void mw_bulk_change_init (MwBulkChange *change, MwDocument *self, MwRecord *record, const MwField *field,
                          const MwNameMap *map);
void mw_bulk_change_clear (MwBulkChange *change);
/* Makes it so, with a notice where weights were cut, and clears it. */
void mw_bulk_change_put (MwDocument *self, MwBulkChange *change);
/* Adds the notice that the other names of n elements count for more now; `path` is where. Nothing for 0. */
void mw_bulk_notice_shared (MwDocument *self, const char *path, guint n);

/* --- Arrays of the model itself that hold places in one of its lists --- */

/* Whether any holds places in this list of `owner`. */
gboolean mw_document_has_places (MwDocument *self, const MwRecord *owner, const MwField *list);
/* What these arrays become; nothing is changed yet. *changes may become NULL: nothing. An error where a place is too high for
 * its bytes, or an element would be lost. */
gboolean mw_document_plan_places (MwDocument *self, const MwRecord *owner, const MwField *list, const MwNameMap *map,
                                  GArray **changes, GError **error);
/* After the change of the list: makes it so. Takes `changes` over; NULL is fine. */
void mw_document_put_places (MwDocument *self, GArray *changes);
