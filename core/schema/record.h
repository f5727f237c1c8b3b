/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/notes.h"
#include "core/schema/schema.h"

/* A model: the root record, and the index from identities to records. It heads the struct of each family's model. */
struct _MwModel {
  MwRecord record;
  MwRecord **by_id; /* by_id[id], NULL where nobody has that id (any more) */
  uint32_t n_ids;   /* ids given out so far, with 0 */
  uint32_t ids_capacity;
};

/* A new detached record with the defaults of its fields; children are NULL, lists and arrays empty. Free it with
 * mw_record_free() while it is detached; what is in a model is freed with the model. */
MwRecord *mw_record_new (const MwSchema *schema);
/* Frees the record, what it owns, and its notes. It must be detached. NULL is fine. */
void mw_record_free (MwRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwRecord, mw_record_free)

/* A deep copy, detached, with the same ids and notes; arrays are shared slices (`deep_arrays`: copied). Its children are
 * owned by the copy. References keep their ids: they mean the same records in a copy of the whole model. */
MwRecord *mw_record_copy (const MwRecord *record, gboolean deep_arrays);
/* Copies the values of all fields of `schema`, which both records have, except the fields of a NULL-terminated list (NULL: none).
 * `to` is new, so its texts, arrays, lists and children are empty. Copied children keep their ids and notes; arrays are shared. */
void mw_record_copy_fields (MwRecord *to, const MwRecord *from, const MwSchema *schema, const MwField *const *except);

/* A new model with its root record's defaults; the root has id 1. */
MwModel *mw_model_new (const MwSchema *root);
void mw_model_free (MwModel *model);
/* A whole copy with the same identities. With shared arrays this is what workers get as snapshot. */
MwModel *mw_model_copy (const MwModel *model, gboolean deep_arrays);
/* Gives each record the identity to[id] instead of its own, in references too; `to` has an entry for each id below model->n_ids,
 * no two of them equal. Identities in notes are a matter of who wrote the notes. */
void mw_model_rename (MwModel *model, const MwId *to);
/* Overwrites every value and every array that no one else holds with 0xDD, then frees: what reads it afterwards shows. */
void mw_model_poison_and_free (MwModel *model);

/* The record of that id, or NULL. */
MwRecord *mw_model_find (const MwModel *model, MwId id);
/* The record that a reference points to, or NULL. */
static inline MwRecord *
mw_model_resolve (const MwModel *model, MwRef ref)
{
  return ref.id ? mw_model_find (model, ref.id) : NULL;
}

/* The record whose list a reference field of `record` points into, and that list: the model where it has a list
 * of that name, else the nearest one above `record` that has. NULL: no such list. */
MwRecord *mw_ref_scope (const MwModel *model, const MwRecord *record, const MwField *field, const MwField **list);

/* --- Structure. Only readers, converters and core/edit call these (design: floors). -------------------------------- */

/* Appends to a list of `owner` and gives the record (and what it owns) new ids where it has none, in order. */
void mw_list_append (MwModel *model, MwRecord *owner, const MwField *list, MwRecord *record);
/* Appends n new records of a schema whose defaults say all about one (no `init`); they share an allocation, which goes with
 * the last of them. For what files have many thousands of. */
void mw_list_append_new (MwModel *model, MwRecord *owner, const MwField *list, const MwSchema *schema, uint32_t n);
void mw_list_insert (MwModel *model, MwRecord *owner, const MwField *list, uint32_t index, MwRecord *record);
/* Makes room for so many more records, so that a reader that knows how many can come asks for memory once. */
void mw_list_reserve (MwRecord *owner, const MwField *list, uint32_t more);
/* Takes the record out, with its ids; they stay reserved. The caller owns it. */
MwRecord *mw_list_take (MwModel *model, MwRecord *owner, const MwField *list, uint32_t index);
/* Moves within one list so that the record then stands at `to`. */
void mw_list_move (MwRecord *owner, const MwField *list, uint32_t from, uint32_t to);
/* Puts a record into an empty child slot. */
void mw_child_set (MwModel *model, MwRecord *owner, const MwField *child, MwRecord *record);
MwRecord *mw_child_take (MwModel *model, MwRecord *owner, const MwField *child);
/* Gives every record below (and with) `record` that has no id a new one. */
void mw_record_forget_ids (MwRecord *record);

/* Gives a number, reference, text or array field its default (arrays and texts: empty). */
void mw_field_set_default (MwRecord *record, const MwField *field);

/* Sets text: `length` bytes without NUL inside; empty text is stored as NULL. */
void mw_text_set (char **slot, const char *bytes, size_t length);
static inline const char *
mw_text (const char *slot)
{
  return slot ? slot : "";
}

/* --- Where a record stands ------------------------------------------------------------------------------------------ */

/* The family of the model that it stands in. Detached, a record of several families is of none of them (0). */
MwFamily mw_record_family (const MwRecord *record);
/* The version of that model; 0 where names do not depend on it, and detached. */
uint32_t mw_record_version (const MwRecord *record);
/* The unit of a field of this record: MW_UNIT_NONE where it does not hold here. Keys of a track have that of the track. */
MwUnit mw_record_unit (const MwRecord *record, const MwField *field);
/* mw_schema_names_in() of a record. */
const MwNames *mw_record_names (const MwRecord *record, const MwField *field);
/* Position in the list that holds it (0 for a child, and for the model). */
uint32_t mw_record_index (const MwRecord *record);
/* Position among the records of the same kind in its list: what bones[2] counts. */
uint32_t mw_record_kind_index (const MwRecord *record);
/* The field of the owner that holds it; NULL for the model. */
const MwField *mw_record_slot (const MwRecord *record);
/* The list behind a LIST field. */
static inline MwList *
mw_record_list (const MwRecord *record, const MwField *field)
{
  return (MwList *) mw_field_at (record, field);
}

/* Calls for the record itself and everything below it, in table order. Return FALSE from the function to stop. */
typedef gboolean (*MwRecordFunc) (MwRecord *record, gpointer data);
gboolean mw_record_foreach (MwRecord *record, MwRecordFunc func, gpointer data);

/* --- Equality (design: by bits, references by place, notes and ids not, fields without a live row not) -------------- */

/* Whether the format has a row for this field that holds now in this record. */
gboolean mw_field_is_live (const MwRecord *record, const MwField *field, MwFormat format);

/* Whether the format says no interpolation of a track that stands in this slot, or is to. */
gboolean mw_track_is_simple (const MwRecord *owner, const MwField *slot, MwFormat format);

/* How a file of the format spells the values of a number field or of an array; MW_CODEC_NONE: as they are in memory. Of keys
 * the row over the track says it, so `owner` and `slot` (see mw_record_slot()) say where the record stands, or is to stand. */
MwCodec mw_field_codec (const MwRecord *record, const MwField *field, const MwRecord *owner, const MwField *slot,
                        MwFormat format);

/* Whether two models are equal as `format` sees them. On a difference *where (if not NULL) gets the path in `a` of the
 * first that differs (to free with g_free()). */
gboolean mw_model_equal (const MwModel *a, const MwModel *b, MwFormat format, char **where);
/* The same for two records (of the same or of different models). */
gboolean mw_record_equal (const MwModel *model_a, const MwRecord *a, const MwModel *model_b, const MwRecord *b,
                          MwFormat format, char **where);
