/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/materials/m2-surface-stages.h"
#include "core/edit/operations/operations.h"

/* Another surface over the same submeshes: a texture or a glow that is drawn over what is there. */

enum { MOST_LAYER = 7, STATIC_TRANSFORM = 0x10 };

extern const MwNames mw_m2_blend_modes;

typedef struct {
  MwRecord record;
  MwRef texture;
  uint16_t blend_mode;
} AddParams;

static const MwField add_fields[] = {
  MW_FIELD_REF (AddParams, texture, "texture", "textures", .label = N_ ("Texture"),
                .doc = N_ ("The texture of the new surface.")),
  MW_FIELD_U16 (AddParams, blend_mode, "blend_mode", .names = &mw_m2_blend_modes, .def = 4, .max = 7,
                .label = N_ ("Blend mode"), .doc = N_ ("How it is blended with the surface below it.")),
};
static const MwSchema add_params = { .name = "surface-add",
                                     .label = N_ ("Add Surface"),
                                     .size = sizeof (AddParams),
                                     .fields = add_fields,
                                     .n_fields = G_N_ELEMENTS (add_fields) };
static const char *const add_required[] = { "texture", NULL };

/* The last layer of the submesh, and in *place where the batch after it goes: layers follow each other (m2.md 6.2). */
static uint16_t
last_layer (const MwM2Batch *batch, uint32_t *place)
{
  const MwM2Skin *skin = (const MwM2Skin *) batch->record.owner;
  uint16_t last = 0;
  for (uint32_t i = 0; i < skin->batches.n; i++) {
    const MwM2Batch *other = (const MwM2Batch *) skin->batches.items[i];
    if (other->submesh.id != batch->submesh.id)
      continue;
    last = MAX (last, other->layer);
    *place = i + 1;
  }
  return last;
}

static MwRecord *
new_batch (const MwM2Batch *below, uint16_t layer, MwRef texture, MwId material)
{
  MwM2Batch *batch = (MwM2Batch *) mw_record_new (&mw_m2_batch_schema);
  static const uint16_t first_coords = 0;
  batch->flags = STATIC_TRANSFORM;
  batch->priority_plane = below->priority_plane;
  batch->submesh = below->submesh;
  batch->surface = below->surface;
  batch->color = below->color;
  batch->weight = below->weight;
  batch->material = (MwRef) { material, 0 };
  batch->layer = layer;
  batch->textures = mw_array_copy (&texture, 1, sizeof texture);
  batch->transforms = mw_array_copy (&MW_REF_NONE, 1, sizeof (MwRef));
  batch->coords = mw_array_copy (&first_coords, 1, sizeof first_coords);
  return &batch->record;
}

static gboolean
add_over (MwDocument *document, const GPtrArray *surface, const AddParams *p, GArray *made, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  const MwM2Batch *first = surface->pdata[0];
  const MwM2Material *material = (const MwM2Material *) mw_model_resolve (&model->model, first->material);
  if (!material)
    return mw_operation_refuse (&first->record, error, "has no material");
  const MwId used = mw_material_like (document, material, p->blend_mode, error);
  const MwStages stages = { .n = 1, .ops = { MW_STAGES_PLAIN }, .coords = { MW_COORD_FIRST } };
  g_autoptr (GPtrArray) batches = g_ptr_array_new ();
  for (guint i = 0; used && i < surface->len; i++) {
    const MwM2Batch *below = surface->pdata[i];
    uint32_t place = 0;
    const uint16_t layer = last_layer (below, &place);
    if (layer >= MOST_LAYER)
      return mw_operation_refuse (&below->record, error, "has as many layers over it as a submesh can have");
    MwRecord *batch = new_batch (below, layer + 1, p->texture, used);
    if (!mw_document_insert (document, below->record.owner->id, MW_FIELD (MwM2Skin, batches), place, batch, error))
      return FALSE;
    g_array_append_val (made, batch->id);
    g_ptr_array_add (batches, batch);
  }
  return used && mw_stages_set (document, batches, &stages, error);
}

static gboolean
add_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const AddParams *p = (const AddParams *) params;
  g_autoptr (GPtrArray) surfaces = mw_surfaces_chosen (document, ids, n);
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (MwId));
  if (!mw_model_resolve (mw_document_get_model (document), p->texture))
    return mw_operation_refuse (NULL, error, "a new surface needs a texture");
  for (guint k = 0; k < surfaces->len; k++)
    if (!add_over (document, surfaces->pdata[k], p, made, error))
      return FALSE;
  mw_document_select (document, (const MwId *) (gpointer) made->data, made->len);
  return TRUE;
}

const MwOperation mw_operation_surface_add = {
  .id = "surface-add",
  .label = N_ ("Add Surface"),
  .step = N_ ("Add a surface over %s"),
  .doc = N_ (
    "Adds a surface with a texture over the same submeshes, in all skin profiles. It has the colour, the texture "
    "weight and the render flags of the surface below it."),
  .aliases = "new batch layer pass glow overlay texture unit",
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_SURFACES,
  .families = MW_FAMILY_M2,
  .params = &add_params,
  .required = add_required,
  .applies = mw_surfaces_apply,
  .run = add_run,
};
