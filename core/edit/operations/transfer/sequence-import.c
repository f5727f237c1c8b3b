/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/document-private.h"
#include "core/edit/operations/transfer/bone-map.h"
#include "core/edit/operations/transfer/import-fate.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/sequence-copy.h"
#include "core/edit/operations/sequences/sequence-names.h"
#include "core/edit/operations/transfer/sequence-retarget.h"
#include "core/edit/operations/sequences/time-line.h"
#include "core/edit/operations/transfer/transfer-put.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

/* Sequences of another model, with the keys that nodes, emitters, materials and events have in them. */

enum { RETARGET_NONE, RETARGET_LENGTH };
typedef struct {
  MwRecord record;
  char *file, *sequences, *map, *map_file;
  uint8_t retarget, rest;
  uint32_t gap;
} ImportParams;

MW_NAMES (retarget_names, FALSE, { RETARGET_NONE, "none", N_ ("As they are") },
          { RETARGET_LENGTH, "bone_length", N_ ("Scaled by bone length") });
static const MwField import_fields[] = {
  MW_FIELD_TEXT (ImportParams, file, 4096, "file", .role = MW_ROLE_DISK_FILE, .label = N_ ("File"),
                 .doc = N_ ("The other model: a file of the same family (MDX and MDL, or M2), in any version.")),
  MW_FIELD_TEXT (ImportParams, sequences, 4096, "sequences", .role = MW_ROLE_SEQUENCE_LIST, .label = N_ ("Sequences"),
                 .doc = N_ ("Their names or numbers, separated by semicolons; * and ? match any characters. Default: "
                            "all.")),
  MW_FIELD_TEXT (ImportParams, map, 32768, "map", .role = MW_ROLE_BONE_MAP, .label = N_ ("Bones"),
                 .doc = N_ ("Pairs for bones that do not match by name or key bone: \"Source Bone=Target Bone\", "
                            "separated by semicolons. A bone without a target is left out. Add \", rest\" or \", no "
                            "rest\" after a target to correct the rest pose of that bone or not.")),
  MW_FIELD_TEXT (ImportParams, map_file, 4096, "map_file", .hidden = TRUE, .role = MW_ROLE_DISK_FILE,
                 .label = N_ ("File of bones"),
                 .doc = N_ ("A text file with such pairs, one on each line. Pairs in map= take precedence.")),
  MW_FIELD_U8 (ImportParams, retarget, "retarget", .names = &retarget_names, .label = N_ ("Translations"),
               .doc = N_ ("Whether movements are scaled by the ratio of the lengths of the two bones.")),
  MW_FIELD_U8 (ImportParams, rest, "rest", .role = MW_ROLE_SWITCH, .max = 1, .label = N_ ("Correct rest pose"),
               .doc = N_ ("Adjusts rotations for bones that point elsewhere at rest, so that they point where those "
                          "of the other model do.")),
  MW_FIELD_U32 (ImportParams, gap, "gap", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 1000, .min = 1,
                .max = 1000000, .label = N_ ("Gap"),
                .doc = N_ ("Milliseconds between the last used time and each new interval, on one time line.")),
};
static const MwSchema import_params = { .name = "sequence-import",
                                        .label = N_ ("Import Sequences"),
                                        .size = sizeof (ImportParams),
                                        .fields = import_fields,
                                        .n_fields = G_N_ELEMENTS (import_fields) };
static const char *const import_required[] = { "file", NULL };

typedef struct {
  MwDocument *document;
  const MwModel *model;
  const ImportParams *params;
  gint64 gap;
  MwTransfer *transfer;
  MwRetarget *retarget;
  MwId stand;        /* the sequence of the model that states what new sequences show by default; 0: none */
  guint n_resampled; /* tracks whose keys are not exact */
  GHashTable *lost;  /* records of the source with keys that have no match */
  GHashTable *given; /* ids of tracks that got keys for the present sequence */
  GError **error;
} Import;

/* --- Which sequences ------------------------------------------------------------------------------------------------- */

static GPtrArray *
choose (const Import *im)
{
  g_autoptr (GPtrArray)
    chosen = mw_sequences_named (im->transfer->source, im->params->sequences, im->transfer->name, im->error);
  if (chosen && !chosen->len)
    mw_operation_nothing (im->error, "nothing to import: the other model has no sequences");
  return chosen && chosen->len ? g_steal_pointer (&chosen) : NULL;
}

/* --- The sequence ---------------------------------------------------------------------------------------------------- */

/* Fields that files of the document's format do not have get their defaults. */
static void
drop_foreign (const Import *im, MwRecord *record)
{
  const MwFormat format = mw_document_get_format (im->document);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if ((mw_field_is_number (field) || field->type == MW_TYPE_TEXT)
        && mw_field_in_format (record->schema, field, format) == MW_IN_FORMAT_NEVER)
      mw_field_set_default (record, field);
  }
}

static gboolean
is_taken (const Import *im, const char *name)
{
  const MwList *sequences = mw_model_sequences (im->model);
  for (uint32_t i = 0; i < sequences->n; i++)
    if (g_strcmp0 (mw_record_name (sequences->items[i]), name) == 0)
      return TRUE;
  return FALSE;
}

/* The game finds a sequence by its name: "Walk" becomes "Walk 2" where there is a Walk. */
static void
name_sequence (const Import *im, MwMdlxSequence *sequence)
{
  enum { MOST = 79, ROOM = 6 };
  g_autofree char *name = g_strdup (mw_text (sequence->name));
  for (guint number = 2; is_taken (im, mw_text (sequence->name)); number++) {
    g_autofree char *next = g_strdup_printf ("%.*s %u", MOST - ROOM, name, number);
    mw_text_set (&sequence->name, next, strlen (next));
  }
}

/* Its keys are in the model's own file, it is no alias, and no variation yet. */
static void
settle_m2 (const Import *im, MwM2Sequence *sequence)
{
  enum { ALIAS = 0x40, STORAGE = 0x130, IN_MODEL = 0x20 };
  const gboolean split = (sequence->flags & MW_M2_SEQUENCE_SPLIT_BLEND) != 0,
                 lanes = mw_m2_has_lanes ((const MwM2 *) im->model),
                 from_lanes = mw_m2_has_lanes ((const MwM2 *) im->transfer->source);
  sequence->flags &= ~(uint32_t) (ALIAS | STORAGE);
  if (lanes)
    sequence->flags |= IN_MODEL;
  if (split && from_lanes && !lanes)
    sequence->blend_time = sequence->blend_in;
  if (lanes != from_lanes)
    sequence->flags &= ~MW_M2_SEQUENCE_SPLIT_BLEND;
  sequence->next = MW_REF_NONE;
  sequence->alias = (MwRef) { im->model->n_ids, 0 };
  sequence->not_loaded = FALSE;
}

static void
scale_bounds (MwRecord *record, double ratio)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    float *values = mw_field_at (record, field);
    for (guint c = 0; field->role == MW_ROLE_BOUNDS && field->type == MW_TYPE_F32 && c < field->count; c++)
      values[c] = (float) ((double) values[c] * ratio);
  }
}

static void
put_time (MwRecord *record, MwPart part, gint64 time)
{
  const MwField *field = mw_schema_part (record->schema, part);
  if (field)
    *(gint32 *) mw_field_at (record, field) = (gint32) time;
}

static MwRecord *
copy_sequence (const Import *im, const MwRecord *from, const MwNewSequence *at)
{
  MwRecord *copy = mw_record_copy (from, FALSE);
  mw_record_forget_ids (copy);
  mw_notes_drop (copy);
  copy->id = im->model->n_ids;
  put_time (copy, MW_PART_START, at->start);
  put_time (copy, MW_PART_END, at->start + at->length);
  put_time (copy, MW_PART_DURATION, at->length);
  scale_bounds (copy, mw_retarget_ratio (im->retarget));
  if (copy->schema == &mw_m2_sequence_schema)
    settle_m2 (im, (MwM2Sequence *) copy);
  else
    name_sequence (im, (MwMdlxSequence *) copy);
  drop_foreign (im, copy);
  return copy;
}

/* Geosets that have an extent for every other sequence get one: that of the matched geoset, or their own bounds. */
static gboolean
add_extents (const Import *im, const MwRecord *from, MwId sequence, uint32_t n_before)
{
  if (im->model->record.schema != &mw_mdlx_schema)
    return TRUE;
  const MwMdlx *model = (const MwMdlx *) im->model;
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    const MwMdlxGeoset *other = (const MwMdlxGeoset *) mw_transfer_from (im->transfer, &geoset->record);
    if (geoset->extents.n != n_before)
      continue;
    MwMdlxGeosetExtent *extent = (MwMdlxGeosetExtent *) mw_record_new (&mw_mdlx_geoset_extent_schema);
    extent->sequence = (MwRef) { sequence, 0 };
    extent->bounds = geoset->bounds;
    for (uint32_t k = 0; other && k < other->extents.n; k++) {
      const MwMdlxGeosetExtent *theirs = (const MwMdlxGeosetExtent *) other->extents.items[k];
      if (theirs->sequence.id == from->id) {
        extent->bounds = theirs->bounds;
        scale_bounds (&extent->record, mw_retarget_ratio (im->retarget));
      }
    }
    if (!mw_document_insert (im->document, geoset->record.id, MW_FIELD (MwMdlxGeoset, extents), geoset->extents.n,
                             &extent->record, im->error))
      return FALSE;
  }
  return TRUE;
}

/* --- Keys ------------------------------------------------------------------------------------------------------------ */

/* The interpolation that the track has, or that a new one gets. */
static uint32_t
interpolation_in (const Import *im, const MwRecord *to, const MwField *slot, const MwKeySet *keys)
{
  const MwRecord *track = *(MwRecord *const *) mw_field_at (to, slot);
  if (track)
    return mw_track_interpolation (im->model, track);
  if (mw_track_is_simple (to, slot, mw_document_get_format (im->document))) {
    g_autoptr (MwRecord) fresh = mw_record_new (slot->schema);
    return mw_track_interpolation (im->model, fresh);
  }
  return keys->interpolation;
}

static gboolean
give_keys (Import *im, const MwNewSequence *at, const MwRecord *from, const MwRecord *track, MwId sequence,
           const MwRecord *to, const MwField *slot, MwKeySet *keys)
{
  uint32_t interpolation = interpolation_in (im, to, slot, keys);
  im->n_resampled += !mw_key_set_adapt (keys, im->transfer->source, track, sequence, at->length, interpolation,
                                        mw_track_stores_tangents (im->model, slot, interpolation));
  if (from)
    mw_retarget_keys (im->retarget, from, slot, keys);
  MwId owner = to->id;
  if (!mw_put_keys (at, owner, slot, keys, im->error))
    return FALSE;
  const MwRecord *made = *(MwRecord *const *) mw_field_at (mw_model_find (im->model, owner), slot);
  g_hash_table_add (im->given, GUINT_TO_POINTER (made->id));
  return TRUE;
}

/* The keys of one slot of a record of the source. */
static gboolean
import_slot (Import *im, const MwNewSequence *at, const MwRecord *from, const MwField *slot, const MwRecord *sequence)
{
  const MwRecord *track = *(MwRecord *const *) mw_field_at (from, slot), *to = mw_transfer_to (im->transfer, from);
  g_autoptr (MwKeySet) keys = track ? mw_key_set_of (im->transfer->source, track, sequence->id, at->length) : NULL;
  float rotation[4];
  if (!keys && to && slot->role == MW_ROLE_ROTATION && slot->schema->key_count == 4
      && mw_retarget_rest (im->retarget, from, rotation)) {
    static const float none[4] = { 0, 0, 0, 1 };
    keys = mw_key_set_single (mw_schema_part (slot->schema, MW_PART_VALUES), none);
  }
  if (!keys)
    return TRUE;
  const MwFate fate = mw_import_fate (im->transfer, from, slot, keys);
  if (fate != MW_FATE_TAKEN) {
    if (fate != MW_FATE_LEFT_OUT)
      g_hash_table_add (im->lost, (gpointer) from);
    return TRUE;
  }
  return give_keys (im, at, from, track, sequence->id, to, slot, keys);
}

typedef struct {
  Import *im;
  const MwNewSequence *at;
  const MwRecord *sequence;
} Visiting;

static gboolean
import_record (MwRecord *from, gpointer data)
{
  const Visiting *v = data;
  if (!mw_progress_next (v->im->document, v->im->error))
    return FALSE;
  for (guint i = 0; i < mw_schema_n_fields (from->schema); i++) {
    const MwField *slot = mw_schema_field_at (from->schema, i);
    if (slot->type == MW_TYPE_CHILD && mw_schema_has_timed_keys (slot->schema)
        && !import_slot (v->im, v->at, from, slot, v->sequence))
      return FALSE;
  }
  return TRUE;
}

/* --- All of it ------------------------------------------------------------------------------------------------------- */

static gint64
length_of (const Import *im, const MwRecord *sequence)
{
  MwSequenceAspect aspect = mw_sequence_aspect (im->transfer->source, sequence);
  return MAX (aspect.end - aspect.start, 0);
}

static gboolean
refuse_source (const Import *im, const MwRecord *sequence, const char *why)
{
  g_autofree char *path = mw_record_path (sequence);
  mw_set_error (im->error, MW_ERROR_REFUSED, -1, NULL, "%s: %s %s", im->transfer->name, path, why);
  return FALSE;
}

static MwId
import_one (Import *im, const MwRecord *from)
{
  const MwSequenceAspect aspect = mw_sequence_aspect (im->transfer->source, from),
                         played = mw_sequence_aspect (im->transfer->source, aspect.plays);
  MwNewSequence at = mw_new_sequence (im->document, length_of (im, from));
  const uint32_t n_before = mw_model_sequences (im->model)->n;
  if (played.not_loaded || aspect.not_loaded)
    return refuse_source (im, from, "has its keys in a file that was not found"), 0;
  if (aspect.end < aspect.start)
    return refuse_source (im, from, "ends before it starts"), 0;
  if (!at.lanes && !mw_time_line_room (im->document, NULL, at.length, im->gap, &at.start, im->error))
    return 0;
  MwRecord *sequence = copy_sequence (im, from, &at);
  const MwField *list = mw_schema_part (im->model->record.schema, MW_PART_SEQUENCES);
  if (!mw_document_insert (im->document, im->model->record.id, list, n_before, sequence, im->error))
    return 0;
  const MwId id = at.sequence = sequence->id;
  if (im->document->rules->join && !im->document->rules->join (im->document, sequence, im->error))
    return 0;
  Visiting v = { im, &at, from };
  g_hash_table_remove_all (im->given);
  mw_progress_begin (im->document, im->transfer->source->n_ids);
  if (!add_extents (im, from, id, n_before) || !mw_record_foreach (&im->transfer->source->record, import_record, &v)
      || !mw_sequence_open (&at, im->stand, im->given, im->error))
    return 0;
  mw_progress_end (im->document);
  return id;
}

static void
note_lost (const Import *im)
{
  g_autoptr (GPtrArray) lost = g_ptr_array_new ();
  for (MwId id = 1; id < im->transfer->source->n_ids; id++) {
    const MwRecord *record = mw_model_find (im->transfer->source, id);
    if (record && g_hash_table_contains (im->lost, record))
      g_ptr_array_add (lost, (gpointer) record);
  }
  g_autofree char *names = mw_transfer_names (lost);
  if (lost->len)
    mw_document_notice (im->document, g_strdup_printf ("%u elements of %s have no match in this model, so their keys "
                                                       "were not imported: %s",
                                                       lost->len, im->transfer->name, names));
  if (im->n_resampled)
    mw_document_notice (
      im->document,
      g_strdup_printf ("%u tracks have another interpolation here and got keys every 1/30 s", im->n_resampled));
}

static gboolean
gather_idle_bone (MwRecord *record, gpointer data)
{
  const gpointer *both = data;
  const Import *im = both[0];
  if (mw_transfer_is_bone (im->model, record) && !mw_transfer_from (im->transfer, record))
    g_ptr_array_add (both[1], record);
  return TRUE;
}

static void
note_idle (const Import *im)
{
  g_autoptr (GPtrArray) idle = g_ptr_array_new ();
  gpointer both[] = { (gpointer) im, idle };
  mw_record_foreach ((MwRecord *) &im->model->record, gather_idle_bone, both);
  g_autofree char *names = mw_transfer_names (idle);
  if (idle->len)
    mw_document_notice (im->document, g_strdup_printf ("%u bones of this model have no match in %s and do not move: %s",
                                                       idle->len, im->transfer->name, names));
}

static gboolean
import_all (Import *im)
{
  g_autoptr (GPtrArray) chosen = choose (im);
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (MwId));
  if (!chosen)
    return FALSE;
  mw_progress_begin (im->document, chosen->len);
  for (guint i = 0; i < chosen->len; i++) {
    MwId id = mw_progress_next (im->document, im->error) ? import_one (im, chosen->pdata[i]) : 0;
    if (!id)
      return FALSE;
    g_array_append_val (made, id);
  }
  mw_progress_end (im->document);
  note_lost (im);
  note_idle (im);
  mw_document_select (im->document, (const MwId *) (gpointer) made->data, made->len);
  return TRUE;
}

/* The pairs of the file, then those of the parameter, because the last pair for a bone counts. */
static char *
pairs_of (const ImportParams *p, GError **error)
{
  if (!*mw_text (p->map_file))
    return g_strdup (mw_text (p->map));
  g_autofree char *of_file = mw_bone_map_load (p->map_file, error);
  return of_file ? g_strdup_printf ("%s\n%s", of_file, mw_text (p->map)) : NULL;
}

static gboolean
import_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const ImportParams *p = (const ImportParams *) params;
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (MwTransfer) transfer = mw_transfer_open (document, p->file, error);
  g_autofree char *pairs = transfer ? pairs_of (p, error) : NULL;
  if (!pairs || !mw_transfer_match_nodes (transfer, pairs, error))
    return FALSE;
  mw_transfer_match_others (transfer);
  g_autoptr (MwRetarget) retarget = mw_retarget_new (transfer, p->retarget == RETARGET_LENGTH, p->rest != 0);
  g_autoptr (GHashTable) lost = g_hash_table_new (NULL, NULL), given = g_hash_table_new (NULL, NULL);
  Import im = { document, model, p, p->gap, transfer, retarget, mw_sequence_stand (model), 0, lost, given, error };
  return import_all (&im);
}

gboolean
mw_transfer_sequences (MwTransfer *transfer, const GPtrArray *sequences, gint64 gap, GError **error)
{
  MwDocument *document = transfer->document;
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (MwRetarget) retarget = mw_retarget_new (transfer, FALSE, FALSE);
  g_autoptr (GHashTable) lost = g_hash_table_new (NULL, NULL), given = g_hash_table_new (NULL, NULL);
  Import im = { document, model, NULL, gap, transfer, retarget, mw_sequence_stand (model), 0, lost, given, error };
  mw_progress_begin (document, sequences->len);
  for (guint i = 0; i < sequences->len; i++) {
    MwId id = mw_progress_next (document, error) ? import_one (&im, sequences->pdata[i]) : 0;
    if (!id)
      return FALSE;
    mw_transfer_map (transfer, ((const MwRecord *) sequences->pdata[i])->id, id);
  }
  mw_progress_end (document);
  return TRUE;
}

const MwOperation mw_operation_sequence_import = {
  .id = "sequence-import",
  .label = N_ ("Import Sequences"),
  .doc = N_ (
    "Adds sequences of another model after the last one, with their keys. Bones are matched by name, in M2 also by "
    "key bone and by the CRC of the name, or as you specify. Keys of events, visibility and materials are imported "
    "where these match. Tracks that follow a global sequence are not changed. In the window, the other model plays "
    "beside this one, and a list says what will not be imported."),
  .aliases = "animation anim retarget copy another file transfer motion",
  .domain = MW_DOMAIN_SEQUENCES,
  .subject = MW_SUBJECT_MODEL,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW | MW_FAMILY_M2,
  .params = &import_params,
  .required = import_required,
  .run = import_run,
};
