/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/geosets/m2-submesh-weights.h"
#include "core/edit/operations/operations.h"
#include "core/model/m2/derived.h"

/* What submeshes of M2 state of the bones of their vertices. */

enum { SLOTS = 4 };

uint16_t
mw_submesh_influences (const MwM2 *model, const MwArray *triangles)
{
  const guint8 *weights = model->bone_weights.data;
  guint most = 1;
  for (guint32 i = 0; i < triangles->n; i++) {
    const guint16 vertex = ((const guint16 *) triangles->data)[i];
    guint n = 0;
    for (guint k = 0; k < SLOTS; k++)
      n += weights[SLOTS * (gsize) vertex + k] > 0;
    most = MAX (most, n);
  }
  return (uint16_t) most;
}

static gboolean
has_marked (const MwM2Submesh *submesh, const guint8 *marked)
{
  const guint16 *corners = submesh->triangles.data;
  for (guint32 i = 0; i < submesh->triangles.n; i++)
    if (marked[corners[i]])
      return TRUE;
  return FALSE;
}

static guint
count_bones (const MwM2 *model, const MwM2Submesh *submesh)
{
  guint n;
  G_GNUC_UNUSED g_autofree uint16_t *bones = mw_m2_submesh_bones (model, submesh, &n);
  return n;
}

/* `bones`: how many the submesh needed before. */
static gboolean
follow (MwDocument *document, const MwM2Submesh *submesh, guint bones, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  const MwM2Skin *skin = (const MwM2Skin *) submesh->record.owner;
  const guint limit = mw_m2_skin_bone_limit (model, skin), now = count_bones (model, submesh);
  const uint16_t influences = mw_submesh_influences (model, &submesh->triangles);
  if (now > limit && now > bones) {
    g_autofree char *reason = g_strdup_printf (
      "would need %u bones, and its skin profile allows %u: assign all vertices of a bone that it has already, or "
      "delete the profile first",
      now, limit);
    return mw_operation_refuse (&submesh->record, error, reason);
  }
  return influences == submesh->influences
         || mw_document_set_field (document, submesh->record.id, MW_FIELD (MwM2Submesh, influences), &influences,
                                   sizeof influences, error);
}

gboolean
mw_submesh_put_weights (MwDocument *document, MwArray bones, MwArray weights, const guint8 *marked, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  const MwField *const fields[] = { MW_FIELD (MwM2, bone_indices), MW_FIELD (MwM2, bone_weights) };
  MwArray arrays[] = { bones, weights };
  /* Pairs of a submesh with a marked vertex, and the number of bones that it needs before. */
  g_autoptr (GPtrArray) submeshes = g_ptr_array_new (), counts = g_ptr_array_new ();
  for (uint32_t i = 0; i < model->skins.n; i++) {
    const MwList *list = &((const MwM2Skin *) model->skins.items[i])->submeshes;
    for (uint32_t k = 0; k < list->n; k++) {
      const MwM2Submesh *submesh = (const MwM2Submesh *) list->items[k];
      if (!has_marked (submesh, marked))
        continue;
      g_ptr_array_add (submeshes, (gpointer) submesh);
      g_ptr_array_add (counts, GUINT_TO_POINTER (count_bones (model, submesh)));
    }
  }
  if (!mw_document_swap_arrays (document, model->model.record.id, G_N_ELEMENTS (fields), fields, arrays, error))
    return FALSE;
  for (guint i = 0; i < submeshes->len; i++)
    if (!follow (document, submeshes->pdata[i], GPOINTER_TO_UINT (counts->pdata[i]), error))
      return FALSE;
  return TRUE;
}
