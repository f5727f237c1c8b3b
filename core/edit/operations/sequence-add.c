/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/time-line.h"
#include "core/model/aspects.h"
#include "core/model/mdlx/mdlx.h"
#include "core/pose/keys.h"

#include <string.h>

/* A new sequence after everything on the time line of a model. */

enum { OPENING_STAND, OPENING_NONE };
typedef struct {
  MwRecord record;
  char *name;
  uint32_t length, gap;
  uint8_t opening;
} AddParams;

MW_NAMES (opening_names, FALSE, { OPENING_STAND, "stand", N_ ("As in Stand") }, { OPENING_NONE, "none", N_ ("None") });
static const MwField add_fields[] = {
  MW_FIELD_TEXT (AddParams, name, 80, "name", .label = N_ ("Name"),
                 .doc = N_ ("The name of the sequence, by which the game finds it.")),
  MW_FIELD_U32 (AddParams, length, "length", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 1000, .min = 1,
                .max = 100000000, .label = N_ ("Length"), .doc = N_ ("Its length in milliseconds.")),
  MW_FIELD_U32 (AddParams, gap, "gap", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 1000, .min = 1, .max = 1000000,
                .label = N_ ("Gap"), .doc = N_ ("Milliseconds between the last time in use and the new interval.")),
  MW_FIELD_U8 (
    AddParams, opening, "opening", .names = &opening_names, .label = N_ ("Opening keys"),
    .doc = N_ ("Keys at its start for visibility, alpha, emission, colours and textures, with the values at the "
               "start of Stand, so that the same things are shown.")),
};
static const MwSchema add_params = { .name = "sequence-add",
                                     .label = N_ ("Add Sequence"),
                                     .size = sizeof (AddParams),
                                     .fields = add_fields,
                                     .n_fields = G_N_ELEMENTS (add_fields) };
static const char *const add_required[] = { "name", NULL };

/* --- Opening keys --------------------------------------------------------------------------------------------------- */

static const MwRecord *
find_stand (const MwModel *model)
{
  const MwList *sequences = &((const MwMdlx *) model)->sequences;
  const MwRecord *like = NULL;
  for (uint32_t i = 0; i < sequences->n; i++) {
    MwStand stand = mw_sequence_aspect (model, sequences->items[i]).stand;
    if (stand == MW_STAND)
      return sequences->items[i];
    if (stand == MW_STAND_LIKE && !like)
      like = sequences->items[i];
  }
  return like;
}

static gboolean
is_emission (const MwField *slot)
{
  return slot == MW_FIELD (MwMdlxParticleEmitter, emission_rate_track)
         || slot == MW_FIELD (MwMdlxParticleEmitter2, emission_rate_track)
         || slot == MW_FIELD (MwMdlxPopcornEmitter, emission_rate_track);
}

/* Whether a track decides what is shown, and not how it moves. */
static gboolean
opens (const MwRecord *holder)
{
  const MwField *slot = mw_record_slot (holder);
  return mw_schema_is_track (holder->schema)
         && (slot->role == MW_ROLE_VISIBILITY || slot->role == MW_ROLE_ALPHA || slot->role == MW_ROLE_COLOUR
             || holder->schema == &mw_track_texture_schema || is_emission (slot));
}

/* The value that a track shows at the start of a sequence in which it has keys. */
static void
opening_value (const MwModel *model, const MwRecord *holder, MwId sequence, void *value)
{
  const MwField *values = mw_schema_part (holder->schema, MW_PART_VALUES), *slot = mw_record_slot (holder);
  MwClock clock = { .rest = TRUE };
  MwTrackKeys keys;
  MwKeySpan span;
  mw_clock_play (&clock, model, sequence);
  mw_track_keys_open (&keys, model, holder, sequence);
  MwKeyWindow window = mw_track_keys_window (&keys, &clock);
  gboolean found = mw_track_keys_span (&keys, &window, &span);
  g_assert (found);
  gsize size = mw_field_element_size (values);
  if (values->element == MW_TYPE_F32 && slot->role != MW_ROLE_VISIBILITY)
    mw_track_keys_floats (&keys, &span, values->count, value);
  else
    memcpy (value, (const guint8 *) keys.values.values->data + span.a * size, size);
}

static MwArray
with_one_more (const MwArray *array, gsize size, const void *value)
{
  MwArray result = mw_array_new (array->n + 1, size);
  memcpy (result.data, array->data, array->n * size);
  memcpy ((guint8 *) result.data + array->n * size, value, size);
  return result;
}

/* Appends a key whose tangents let the curve rest. */
static gboolean
append_key (MwDocument *document, MwId holder, gint32 time, const void *value, GError **error)
{
  const MwTrack *track = (const MwTrack *) mw_model_find (mw_document_get_model (document), holder);
  const MwField *values = mw_schema_part (track->record.schema, MW_PART_VALUES);
  gsize size = mw_field_element_size (values);
  const float flat[4] = { 0 };
  gboolean slopes = track->interpolation == MW_INTERPOLATION_HERMITE && values->element == MW_TYPE_F32,
           tangents = mw_interpolation_has_tangents (track->interpolation);
  const void *tangent = slopes ? flat : value;
  MwArray none = { 0 };
  return mw_document_swap_keys (document, holder, with_one_more (&track->times, sizeof time, &time),
                                with_one_more (&track->values, size, value),
                                tangents ? with_one_more (&track->in_tans, size, tangent) : none,
                                tangents ? with_one_more (&track->out_tans, size, tangent) : none, error);
}

static gboolean
add_opening (MwDocument *document, const MwRecord *stand, gint64 start, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  MwKeyRange range;
  if (!mw_key_range_of (document, stand->id, &range, error))
    return FALSE;
  g_autoptr (GArray) holders = mw_key_range_holders (document, &range);
  for (guint i = 0; i < holders->len; i++) {
    const MwRecord *holder = mw_model_find (model, g_array_index (holders, MwId, i));
    guint8 value[16];
    if (!opens (holder))
      continue;
    if (!mw_holder_is_complete (holder, error))
      return FALSE;
    opening_value (model, holder, stand->id, value);
    if (!append_key (document, holder->id, (gint32) start, value, error))
      return FALSE;
  }
  return TRUE;
}

/* --- The sequence --------------------------------------------------------------------------------------------------- */

/* Adds an extent for the sequence to each geoset that has one for every other sequence. */
static gboolean
add_extents (MwDocument *document, MwId sequence, uint32_t n_before, GError **error)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    if (geoset->extents.n != n_before)
      continue;
    MwMdlxGeosetExtent *extent = (MwMdlxGeosetExtent *) mw_record_new (&mw_mdlx_geoset_extent_schema);
    extent->sequence = (MwRef) { sequence, 0 };
    extent->bounds = geoset->bounds;
    if (!mw_document_insert (document, geoset->record.id, MW_FIELD (MwMdlxGeoset, extents), geoset->extents.n,
                             &extent->record, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
add_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return TRUE;
}

static gboolean
add_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const AddParams *p = (const AddParams *) params;
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  const MwRecord *stand = find_stand (&model->model);
  uint32_t n_before = model->sequences.n;
  gint64 start;
  if (!*mw_text (p->name))
    return mw_operation_refuse (NULL, error, "a sequence needs a name, because the game finds it by its name");
  if (!mw_time_line_room (document, NULL, p->length, p->gap, &start, error)
      || (p->opening == OPENING_STAND && stand && !add_opening (document, stand, start, error)))
    return FALSE;
  if (p->opening == OPENING_STAND && !stand)
    mw_document_notice (document, g_strdup ("there is no Stand, so the new sequence has no opening keys"));
  MwMdlxSequence *sequence = (MwMdlxSequence *) mw_record_new (&mw_mdlx_sequence_schema);
  mw_text_set (&sequence->name, p->name, strlen (p->name));
  sequence->interval[0] = (int32_t) start;
  sequence->interval[1] = (int32_t) (start + p->length);
  sequence->bounds = stand ? ((const MwMdlxSequence *) stand)->bounds : model->bounds;
  if (!mw_document_insert (document, model->model.record.id, MW_FIELD (MwMdlx, sequences), n_before, &sequence->record,
                           error))
    return FALSE;
  MwId id = model->sequences.items[n_before]->id;
  mw_document_select (document, &id, 1);
  return add_extents (document, id, n_before, error);
}

const MwOperation mw_operation_sequence_add = {
  .id = "sequence-add",
  .label = N_ ("Add Sequence"),
  .doc = N_ (
    "Adds a sequence with an interval of its own after everything on the time line, with extents in geosets, and "
    "with keys at its start that show what Stand shows."),
  .aliases = "new create animation anim insert",
  .domain = MW_DOMAIN_SEQUENCES,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &add_params,
  .required = add_required,
  .applies = add_applies,
  .run = add_run,
};
