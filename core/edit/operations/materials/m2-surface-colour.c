/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/m2-rules.h"
#include "core/edit/operations/materials/m2-constant.h"
#include "core/edit/operations/materials/m2-surface-list.h"
#include "core/edit/operations/materials/m2-surface-shown.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/sequence-values.h"
#include "core/edit/operations/uses.h"
#include "core/model/track.h"

#include <math.h>

/* The opacity and the colour of surfaces. Batches refer to them in lists of the model, and many batches share them. */

enum { MOST_NUMBERS = 3 };

#define STORED_STEP (0.5 / 0x7FFF) /* how far off a stored weight may be (m2.md 3) */

/* What surfaces have one of: a texture weight, or a colour. */
typedef struct {
  const MwField *of_batch, *of_shadow, *list, *slot;
  const MwSchema *kind;
  guint count;
} Part;

static const Part *
weight_part (void)
{
  static Part part;
  part = (Part) { MW_FIELD (MwM2Batch, weight),     MW_FIELD (MwM2ShadowBatch, weight),
                  MW_FIELD (MwM2, texture_weights), MW_FIELD (MwM2TextureWeight, weight_track),
                  &mw_m2_texture_weight_schema,     1 };
  return &part;
}

static const Part *
colour_part (void)
{
  static Part part;
  part = (Part) { MW_FIELD (MwM2Batch, color), MW_FIELD (MwM2ShadowBatch, color),
                  MW_FIELD (MwM2, colors),     MW_FIELD (MwM2Color, color_track),
                  &mw_m2_color_schema,         3 };
  return &part;
}

/* What is to be shown. */
typedef struct {
  const Part *part;
  double from[MOST_NUMBERS], to[MOST_NUMBERS];
  gboolean changes; /* from one to the other in each sequence */
  const char *sequences;
} Wanted;

/* --- A record of its own --------------------------------------------------------------------------------------------- */

static MwRef
ref_of (const MwRecord *record, const MwField *field)
{
  return *(const MwRef *) mw_field_at (record, field);
}

/* The shadow batches that are cast by a batch: they refer to the same (m2.md 6.3). */
static void
add_shadows (const MwM2Batch *batch, GPtrArray *users)
{
  const MwM2Skin *skin = (const MwM2Skin *) batch->record.owner;
  const MwId texture = batch->textures.n ? ((const MwRef *) batch->textures.data)->id : 0;
  for (uint32_t i = 0; i < skin->shadow_batches.n; i++) {
    const MwM2ShadowBatch *shadow = (const MwM2ShadowBatch *) skin->shadow_batches.items[i];
    if (shadow->submesh.id && shadow->submesh.id == batch->submesh.id && shadow->texture.id == texture
        && shadow->color.id == batch->color.id && shadow->weight.id == batch->weight.id
        && !g_ptr_array_find (users, shadow, NULL))
      g_ptr_array_add (users, (gpointer) shadow);
  }
}

/* All that must refer to the record of a surface. Free with g_ptr_array_unref(). */
static GPtrArray *
users_of (const GPtrArray *surface)
{
  GPtrArray *users = g_ptr_array_new ();
  for (guint i = 0; i < surface->len; i++)
    g_ptr_array_add (users, surface->pdata[i]);
  for (guint i = 0; i < surface->len; i++)
    add_shadows (surface->pdata[i], users);
  return users;
}

static gboolean
refer (MwDocument *document, const Part *part, const GPtrArray *users, MwId id, GError **error)
{
  const MwRef to = { id, 0 };
  for (guint i = 0; i < users->len; i++) {
    const MwRecord *user = users->pdata[i];
    const MwField *field = user->schema == &mw_m2_batch_schema ? part->of_batch : part->of_shadow;
    if (!mw_document_set_field (document, user->id, field, &to, sizeof to, error))
      return FALSE;
  }
  return TRUE;
}

/* A new record that changes nothing: white and opaque. */
static MwRecord *
new_part (MwDocument *document, const Part *part)
{
  static const float one = 1, white[3] = { 1, 1, 1 };
  MwRecord *record = mw_record_new (part->kind);
  mw_m2_add_constant (mw_m2_of (document), record, part->slot, part->count == 1 ? &one : white);
  if (part->kind == &mw_m2_color_schema)
    mw_m2_add_constant (mw_m2_of (document), record, MW_FIELD (MwM2Color, alpha_track), &one);
  return record;
}

/* The record that only this surface uses: its own, a copy of what it shares, or a new one. 0 and an error on failure. */
static MwId
own_part (MwDocument *document, const Part *part, const GPtrArray *surface, GHashTable *uses, guint *n_copied,
          GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (GPtrArray) users = users_of (surface);
  const MwRecord *used = mw_model_resolve (model, ref_of (surface->pdata[0], part->of_batch));
  const guint n = used ? GPOINTER_TO_UINT (g_hash_table_lookup (uses, GUINT_TO_POINTER (used->id))) : 0;
  if (used && n <= users->len)
    return used->id;
  const MwRecord *track = used ? *(MwRecord *const *) mw_field_at (used, part->slot) : NULL,
                 *alpha = used && part->kind == &mw_m2_color_schema
                            ? (const MwRecord *) ((const MwM2Color *) used)->alpha_track
                            : NULL;
  if ((track && !mw_track_is_loaded (document, track, error))
      || (alpha && !mw_track_is_loaded (document, alpha, error)))
    return 0;
  MwRecord *made = used ? mw_record_copy (used, FALSE) : new_part (document, part);
  if (used)
    mw_record_forget_ids (made);
  if (!mw_document_insert (document, model->record.id, part->list, mw_record_list (&model->record, part->list)->n, made,
                           error)
      || !refer (document, part, users, made->id, error))
    return 0;
  if (used)
    g_hash_table_insert (uses, GUINT_TO_POINTER (used->id), GUINT_TO_POINTER (n - users->len));
  *n_copied += used != NULL;
  return made->id;
}

/* --- Values ---------------------------------------------------------------------------------------------------------- */

static MwRecord *
track_in (MwDocument *document, MwId id, const MwField *slot)
{
  return *(MwRecord *const *) mw_field_at (mw_model_find (mw_document_get_model (document), id), slot);
}

/* The times and values of the only key of a track that always shows it; NULL: it is no such track. */
static const float *
constant_of (const MwModel *model, const MwRecord *record)
{
  const MwM2Track *track = (const MwM2Track *) record;
  if (!track || !mw_ref_is_none (track->global_sequence))
    return NULL;
  if (!mw_m2_has_lanes ((const MwM2 *) model))
    return track->values.n == 1 ? track->values.data : NULL;
  const MwM2Lane *lane = track->spread == MW_M2_SPREAD_ALL && track->lanes.n == 1
                           ? (const MwM2Lane *) track->lanes.items[0]
                           : NULL;
  return lane && lane->values.n == 1 ? lane->values.data : NULL;
}

/* Whether a record always shows the first value. Surfaces without such a record are white and opaque. */
static gboolean
shows_always (MwDocument *document, const Wanted *w, const MwRecord *record)
{
  static const float ones[MOST_NUMBERS] = { 1, 1, 1 };
  const float *now = record ? constant_of (mw_document_get_model (document),
                                           *(MwRecord *const *) mw_field_at (record, w->part->slot))
                            : ones;
  for (guint i = 0; now && i < w->part->count; i++)
    if (fabs ((double) now[i] - w->from[i]) > STORED_STEP)
      return FALSE;
  return now != NULL;
}

/* Replaces the track by one key. */
static gboolean
make_constant (MwDocument *document, const Wanted *w, MwId id, GError **error)
{
  const MwRecord *track = track_in (document, id, w->part->slot);
  float value[MOST_NUMBERS];
  for (guint i = 0; i < MOST_NUMBERS; i++)
    value[i] = (float) w->from[i];
  return (!track || mw_track_is_loaded (document, track, error))
         && mw_m2_make_constant (document, id, w->part->slot, value, error);
}

static void
add_ends (MwValueKeys *keys, gint64 length, gconstpointer data)
{
  const Wanted *w = data;
  mw_value_keys_add (keys, 0, w->from);
  mw_value_keys_add (keys, length, w->changes ? w->to : w->from);
}

static gboolean
set_in_sequences (MwDocument *document, const Wanted *w, const MwSequenceChoice *choice, MwId id, GError **error)
{
  static const double neutral[MOST_NUMBERS] = { 1, 1, 1 };
  const MwRecord *track = track_in (document, id, w->part->slot);
  if (track && !mw_track_is_loaded (document, track, error))
    return FALSE;
  return mw_sequence_values_set (choice, id, w->part->slot, w->changes, neutral, add_ends, w, error);
}

static gboolean
set_surfaces (MwDocument *document, const MwId *ids, guint n, const Wanted *w, GError **error)
{
  const gboolean always = !w->changes && !*w->sequences;
  g_autoptr (GPtrArray) surfaces = mw_surfaces_chosen (document, ids, n);
  g_autoptr (GHashTable) uses = mw_uses_of_list (document, w->part->list);
  g_auto (MwSequenceChoice) choice = { 0 };
  gboolean changed = FALSE;
  guint n_copied = 0;
  if (!always && !mw_sequence_choice_open (&choice, document, w->sequences, error))
    return FALSE;
  for (guint k = 0; k < surfaces->len; k++) {
    const GPtrArray *surface = surfaces->pdata[k];
    const MwRef used = ref_of (surface->pdata[0], w->part->of_batch);
    if (always && shows_always (document, w, mw_model_resolve (mw_document_get_model (document), used)))
      continue;
    const MwId id = own_part (document, w->part, surface, uses, &n_copied, error);
    if (!id || !(always ? make_constant (document, w, id, error) : set_in_sequences (document, w, &choice, id, error)))
      return FALSE;
    changed = TRUE;
  }
  if (!changed)
    return mw_operation_nothing (error, "nothing to change: the surfaces already show that");
  if (n_copied)
    mw_document_notice (document, g_strdup_printf ("surfaces that no longer share it with others: %u", n_copied));
  return TRUE;
}

/* --- What is shown ---------------------------------------------------------------------------------------------------- */

/* Whether a track has keys that decide more than one value for all times. */
static gboolean
is_animated (const MwModel *model, const MwRecord *track)
{
  return track && !constant_of (model, track)
         && (((const MwM2Track *) track)->times.n || ((const MwM2Track *) track)->lanes.n);
}

guint
mw_surface_shown_by (const MwModel *model, const MwM2Batch *batch, MwShownBy out[MW_SHOWN_BY_MOST])
{
  const MwM2Color *color = (const MwM2Color *) mw_model_resolve (model, batch->color);
  const MwShownBy weight = { mw_model_resolve (model, batch->weight), weight_part ()->slot },
                  alpha = { (const MwRecord *) color, MW_FIELD (MwM2Color, alpha_track) };
  const gboolean by_alpha = color && is_animated (model, (const MwRecord *) color->alpha_track);
  out[0] = by_alpha ? alpha : weight;
  out[1] = by_alpha ? weight : alpha;
  return out[1].owner ? 2 : 1;
}

MwId
mw_surface_shown_owner (MwDocument *document, const MwM2Batch *batch, const MwField *slot, GError **error)
{
  const Part *part = slot == weight_part ()->slot ? weight_part () : colour_part ();
  g_autoptr (GPtrArray) surface = mw_m2_surface_of ((const MwM2 *) mw_document_get_model (document), batch);
  g_autoptr (GHashTable) uses = mw_uses_of_list (document, part->list);
  guint n_copied = 0;
  return own_part (document, part, surface, uses, &n_copied, error);
}

/* --- Opacity --------------------------------------------------------------------------------------------------------- */

#define SEQUENCES_FIELD(Params)                                                                                        \
  MW_FIELD_TEXT (                                                                                                      \
    Params, sequences, 4096, "sequences", .label = N_ ("Sequences"),                                                   \
    .doc = N_ ("Names or numbers of the sequences to change, separated by semicolons; * and ? match any characters. "  \
               "Default: all."))
#define ANIMATE_FIELD(Params)                                                                                          \
  MW_FIELD_U8 (Params, animate, "animate", .max = 1, .role = MW_ROLE_SWITCH, .label = N_ ("Animate"),                  \
               .doc = N_ ("1: it changes evenly from the start to the end of each sequence; 0: it is constant."))

typedef struct {
  MwRecord record;
  float opacity, end;
  char *sequences;
  uint8_t animate;
} OpacityParams;

static const MwField opacity_fields[] = {
  MW_FIELD_F32 (OpacityParams, opacity, "opacity", .min = 0, .max = 1, .def = 1, .unit = MW_UNIT_FACTOR,
                .label = N_ ("Opacity"), .doc = N_ ("0 is invisible, 1 is opaque.")),
  ANIMATE_FIELD (OpacityParams),
  MW_FIELD_F32 (OpacityParams, end, "end", .min = 0, .max = 1, .def = 1, .unit = MW_UNIT_FACTOR,
                .label = N_ ("Opacity at the end"),
                .doc = N_ ("With animate: the opacity at the end of each sequence.")),
  SEQUENCES_FIELD (OpacityParams),
};
static const MwSchema opacity_params = { .name = "surface-set-opacity",
                                         .label = N_ ("Surface Opacity"),
                                         .size = sizeof (OpacityParams),
                                         .fields = opacity_fields,
                                         .n_fields = G_N_ELEMENTS (opacity_fields) };
static const char *const opacity_required[] = { "opacity", NULL };

static gboolean
opacity_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const OpacityParams *p = (const OpacityParams *) params;
  const Wanted wanted = {
    weight_part (), { (double) p->opacity }, { (double) p->end }, p->animate, mw_text (p->sequences)
  };
  return set_surfaces (document, ids, n, &wanted, error);
}

const MwOperation mw_operation_surface_set_opacity = {
  .id = "surface-set-opacity",
  .label = N_ ("Set Surface Opacity"),
  .step = N_ ("Set the opacity of %s"),
  .doc = N_ ("Sets the texture weight of surfaces in all sequences or in some, to one value or to a value that changes "
             "evenly. A surface that shares its texture weight with others gets its own."),
  .aliases = "alpha transparency weight fade hide visible",
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_SURFACES,
  .families = MW_FAMILY_M2,
  .params = &opacity_params,
  .required = opacity_required,
  .applies = mw_surfaces_apply,
  .run = opacity_run,
};

/* --- Colour ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  float color[3], end[3];
  char *sequences;
  uint8_t animate;
} ColourParams;

static const MwField colour_fields[] = {
  MW_FIELD_VEC (ColourParams, color, 3, "color", .role = MW_ROLE_COLOUR, .def = 1, .min = 0, .label = N_ ("Colour"),
                .doc = N_ ("Red, green and blue, with which the textures are multiplied: 1 leaves them as they are.")),
  ANIMATE_FIELD (ColourParams),
  MW_FIELD_VEC (ColourParams, end, 3, "end", .role = MW_ROLE_COLOUR, .def = 1, .min = 0,
                .label = N_ ("Colour at the end"), .doc = N_ ("With animate: the colour at the end of each sequence.")),
  SEQUENCES_FIELD (ColourParams),
};
static const MwSchema colour_params = { .name = "surface-set-colour",
                                        .label = N_ ("Surface Colour"),
                                        .size = sizeof (ColourParams),
                                        .fields = colour_fields,
                                        .n_fields = G_N_ELEMENTS (colour_fields) };
static const char *const colour_required[] = { "color", NULL };

static gboolean
colour_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const ColourParams *p = (const ColourParams *) params;
  Wanted wanted = { .part = colour_part (), .changes = p->animate, .sequences = mw_text (p->sequences) };
  for (guint i = 0; i < MOST_NUMBERS; i++) {
    wanted.from[i] = (double) p->color[i];
    wanted.to[i] = (double) p->end[i];
  }
  return set_surfaces (document, ids, n, &wanted, error);
}

const MwOperation mw_operation_surface_set_colour = {
  .id = "surface-set-colour",
  .label = N_ ("Set Surface Colour"),
  .step = N_ ("Set the colour of %s"),
  .doc = N_ (
    "Sets the colour of surfaces in all sequences or in some, to one value or to a value that changes evenly. A "
    "surface that shares its colour with others gets its own. The alpha of the colour does not change."),
  .aliases = "color tint recolour multiply",
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_SURFACES,
  .families = MW_FAMILY_M2,
  .params = &colour_params,
  .required = colour_required,
  .applies = mw_surfaces_apply,
  .run = colour_run,
};
