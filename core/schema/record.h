/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/notes.h"
#include "core/schema/schema.h"

/* A model: the root record and an index from ids to records. It is the first member of the model struct of each
 * family. */
struct _MwModel {
  MwRecord record;
  MwRecord **by_id; /* by_id[id]; NULL if no record has that id (any more) */
  uint32_t n_ids;   /* number of ids assigned so far, including 0 */
  uint32_t ids_capacity;
};

/* Returns a new detached record, that is, one that belongs to no model: fields have their defaults, children are NULL,
 * lists and arrays are empty. Free it with mw_record_free() as long as it is detached; a record in a model is freed
 * with the model. */
MwRecord *mw_record_new (const MwSchema *schema);
/* Frees a detached record with everything that it owns and its notes. NULL is allowed. */
void mw_record_free (MwRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwRecord, mw_record_free)

/* Returns a deep copy, detached, with the same ids and notes. Arrays share their elements with the original, unless
 * `deep_arrays` is set. References keep their ids, which are valid in a copy of the whole model. */
MwRecord *mw_record_copy (const MwRecord *record, gboolean deep_arrays);
/* Copies the values of all fields of `schema`, which both records have, except the fields in the NULL-terminated
 * list `except` (NULL: no exceptions). `to` must be new: its texts, arrays, lists and children are empty. Copied
 * children keep their ids and notes; arrays are shared. */
void mw_record_copy_fields (MwRecord *to, const MwRecord *from, const MwSchema *schema, const MwField *const *except);

/* Returns a new model whose root record has its defaults and the id 1. */
MwModel *mw_model_new (const MwSchema *root);
void mw_model_free (MwModel *model);
/* Returns a copy of the whole model with the same ids. Without `deep_arrays` it is cheap, and is the snapshot that
 * worker threads get. */
MwModel *mw_model_copy (const MwModel *model, gboolean deep_arrays);
/* Changes the id of each record to to[id], also in references. `to` has an entry for each id below model->n_ids, and
 * all entries differ. Ids inside notes are not changed: the code that wrote those notes has to change them. */
void mw_model_rename (MwModel *model, const MwId *to);
/* For tests and verify: overwrites all values, texts and arrays with 0xDD, also arrays that are shared, then frees
 * the model, so that a use after free is noticed. */
void mw_model_poison_and_free (MwModel *model);

/* Returns the record with that id, or NULL. */
MwRecord *mw_model_find (const MwModel *model, MwId id);
/* Returns the record that a reference points to, or NULL. */
static inline MwRecord *
mw_model_resolve (const MwModel *model, MwRef ref)
{
  return ref.id ? mw_model_find (model, ref.id) : NULL;
}

/* Finds the list that the reference field `field` of `record` points into: returns the record that holds the list,
 * and sets *list. That is the model if it has a list of that name, otherwise the nearest owner of `record` that has
 * one. Returns NULL if there is none. */
MwRecord *mw_ref_scope (const MwModel *model, const MwRecord *record, const MwField *field, const MwField **list);

/* --- Structure. Only readers, converters and core/edit call these. ------------------------------------------------- */

/* Appends a detached record to a list of `owner`, which then owns it. The record and everything below it get new
 * ids, in order, where they have none. */
void mw_list_append (MwModel *model, MwRecord *owner, const MwField *list, MwRecord *record);
/* Appends n new records of a schema that has no `init` function. They share one allocation, which is freed with the
 * last of them: for lists with many thousands of records. */
void mw_list_append_new (MwModel *model, MwRecord *owner, const MwField *list, const MwSchema *schema, uint32_t n);
void mw_list_insert (MwModel *model, MwRecord *owner, const MwField *list, uint32_t index, MwRecord *record);
/* Allocates room for that many more records, so that a reader that knows the number allocates once. */
void mw_list_reserve (MwRecord *owner, const MwField *list, uint32_t more);
/* Removes a record from its list and returns it, detached; the caller owns it. Its ids are given to no other record. */
MwRecord *mw_list_take (MwModel *model, MwRecord *owner, const MwField *list, uint32_t index);
/* Moves a record within its list; `to` is its position afterwards. */
void mw_list_move (MwRecord *owner, const MwField *list, uint32_t from, uint32_t to);
/* Puts a detached record into an empty child slot. */
void mw_child_set (MwModel *model, MwRecord *owner, const MwField *child, MwRecord *record);
MwRecord *mw_child_take (MwModel *model, MwRecord *owner, const MwField *child);
/* Clears the ids of `record` and of everything below it, so that they get new ones when it is added to a model. */
void mw_record_forget_ids (MwRecord *record);

/* Sets a number, reference, text or array field to its default (arrays and texts: empty). */
void mw_field_set_default (MwRecord *record, const MwField *field);

/* Sets a TEXT field: copies `length` bytes, which contain no NUL, and frees the old text. An empty text is stored as
 * NULL. */
void mw_text_set (char **slot, const char *bytes, size_t length);
static inline const char *
mw_text (const char *slot)
{
  return slot ? slot : "";
}

/* --- Where a record is ------------------------------------------------------------------------------------------ */

/* The family of the model that the record is in. For a detached record: the one family of its schema, or 0 if that
 * has several. */
MwFamily mw_record_family (const MwRecord *record);
/* The version of that model; 0 if the record is detached, or if names do not depend on the version. */
uint32_t mw_record_version (const MwRecord *record);
/* The unit of a field in this record; MW_UNIT_NONE if the unit does not apply here. The values of keys have the unit
 * of their track. */
MwUnit mw_record_unit (const MwRecord *record, const MwField *field);
/* The names of the field's values or bits in the family and version of the record's model (mw_schema_names_in()). */
const MwNames *mw_record_names (const MwRecord *record, const MwField *field);
/* Position in the list that holds it (0 for a child and for the model). */
uint32_t mw_record_index (const MwRecord *record);
/* Position among the records of the same kind in its list: the number in "bones[2]". */
uint32_t mw_record_kind_index (const MwRecord *record);
/* The field of the owner that holds it; NULL for the model and for detached records. */
const MwField *mw_record_slot (const MwRecord *record);
/* The list in a LIST field. */
static inline MwList *
mw_record_list (const MwRecord *record, const MwField *field)
{
  return (MwList *) mw_field_at (record, field);
}

/* Calls `func` for the record and everything below it, in table order. The function returns FALSE to stop; then
 * mw_record_foreach() returns FALSE too. */
typedef gboolean (*MwRecordFunc) (MwRecord *record, gpointer data);
gboolean mw_record_foreach (MwRecord *record, MwRecordFunc func, gpointer data);

/* --- Which fields a format stores (live.c) ------------------------------------------------------------------------ */

/* Whether records of a schema have a field in files of a format. A field that no row of any format names is in every
 * format: a hand function stores it (pivots), or it follows from the record's position (an extent's sequence). */
typedef enum {
  MW_IN_FORMAT_NEVER,
  MW_IN_FORMAT_ASK, /* it depends on the record: on its variant, on another value, or on what it is in */
  MW_IN_FORMAT_ALWAYS
} MwInFormat;
MwInFormat mw_field_in_format (const MwSchema *schema, const MwField *field, MwFormat format);
/* Whether files of a format can have records of a kind in a list of several kinds. */
gboolean mw_kind_in_format (const MwSchema *schema, const MwField *list, const MwSchema *kind, MwFormat format);

/* Whether the format stores this field in this record: it has a row for the field, the row's condition holds, and the
 * field's value matters (`live` in schema.h). TRUE and FALSE where mw_field_in_format() says ALWAYS and NEVER. */
gboolean mw_field_is_live (const MwRecord *record, const MwField *field, MwFormat format);

/* Whether the format stores tracks in this slot of `owner` without an interpolation type. */
gboolean mw_track_is_simple (const MwRecord *owner, const MwField *slot, MwFormat format);

/* The codec by which a file of the format stores the values of a number field or array; MW_CODEC_NONE: the bytes are
 * those in memory. The codec of keys is part of the row of their track, so `owner` and `slot` (see mw_record_slot())
 * say where the record is, or will be inserted. */
MwCodec mw_field_codec (const MwRecord *record, const MwField *field, const MwRecord *owner, const MwField *slot,
                        MwFormat format);

/* --- Equality: values bit by bit, references by position; ignores notes, ids and fields that are not live -------- */

/* Whether two models are equal as far as `format` can store them. If they differ, *where (unless NULL) is set to the
 * path, in `a`, of the first difference; free it with g_free(). */
gboolean mw_model_equal (const MwModel *a, const MwModel *b, MwFormat format, char **where);
/* The same for two records (of the same or of different models). */
gboolean mw_record_equal (const MwModel *model_a, const MwRecord *a, const MwModel *model_b, const MwRecord *b,
                          MwFormat format, char **where);
