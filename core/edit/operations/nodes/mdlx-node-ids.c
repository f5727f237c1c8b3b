/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/notes.h"

/* Object ids of MDX and MDL follow from the order of the nodes. Only what a file had instead is stored. */

static gboolean
renumber_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  for (uint32_t i = 0; i < model->nodes.n; i++)
    if (mw_notes_find (model->nodes.items[i], MW_NOTE_OBJECT_ID, NULL))
      return TRUE;
  return mw_operation_nothing (error, "nothing to renumber: the object ids are in the order of the nodes already");
}

static gboolean
renumber_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  for (uint32_t i = 0; i < model->nodes.n; i++)
    if (!mw_document_forget (document, model->nodes.items[i]->id, MW_NOTE_OBJECT_ID, error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_node_renumber = {
  .id = "node-renumber",
  .label = N_ ("Renumber Nodes"),
  .step = N_ ("Renumber the nodes of %s"),
  .doc = N_ (
    "Gives the nodes object ids from 0 on without gaps, kind by kind, bones first, as the games' own files have them. "
    "References to nodes are kept."),
  .aliases = "object id ids gap bones first",
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .domain = MW_DOMAIN_NODES,
  .subject = MW_SUBJECT_MODEL,
  .applies = renumber_applies,
  .run = renumber_run,
};
