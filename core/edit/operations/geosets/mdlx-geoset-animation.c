/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"
#include "core/model/mdlx/mdlx.h"

/* The geoset animation of a geoset: its colour and visibility. */

static gboolean
add_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *geoset = mw_model_find (mw_document_get_model (document), ids[i]);
    MwShownBy by[MW_SHOWN_BY_MOST];
    if (geoset->schema != &mw_mdlx_geoset_schema)
      return mw_operation_refuse (geoset, error, "is not a geoset");
    if (!mw_new_elements (document)->shown_by (document, geoset, by, error))
      return FALSE;
    if (by[0].owner)
      return mw_operation_refuse (geoset, error, "has a geoset animation already");
  }
  return TRUE;
}

static gboolean
add_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwNewElements *elements = mw_new_elements (document);
  for (guint i = 0; i < n; i++) {
    MwShownBy by[MW_SHOWN_BY_MOST];
    if (!elements->shown_by (document, mw_model_find (mw_document_get_model (document), ids[i]), by, error)
        || !elements->shown_owner (document, ids[i], by[0].slot, error))
      return FALSE;
  }
  return TRUE;
}

const MwOperation mw_operation_geoset_animation_add = {
  .id = "geoset-animation-add",
  .label = N_ ("Add Geoset Animation"),
  .step = N_ ("Add a geoset animation to %s"),
  .doc = N_ (
    "Gives geosets that have none a geoset animation, which holds their colour and visibility. It is white and opaque, so "
    "they look as before."),
  .aliases = "alpha visibility fade color colour tint transparency",
  .domain = MW_DOMAIN_GEOSETS,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .applies = add_applies,
  .run = add_run,
};
