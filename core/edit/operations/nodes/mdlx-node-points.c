/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/model/mdlx/mdlx.h"
#include "core/model/mdlx/object-ids.h"
#include "core/schema/notes.h"

#include <string.h>

/* Files have the pivots of all nodes in one list, and the bind poses of nodes and cameras in another (mdlx.md 5.13 and 5.20). What such a
 * list had too many or too few of is only in a note, which a writer follows. */

static const MwNoteKind kinds[] = { MW_NOTE_PIVOTS, MW_NOTE_BIND_POSES };

static gboolean
complete_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwMdlx *mdlx = (const MwMdlx *) model;
  /* The lists have a place for each object id up to the highest. */
  for (uint32_t i = 0; i < mdlx->nodes.n; i++)
    if (mw_notes_find (mdlx->nodes.items[i], MW_NOTE_OBJECT_ID, NULL))
      return mw_operation_refuse (mdlx->nodes.items[i], error,
                                  "it has an object id of its own, by which the file orders pivots and bind poses; "
                                  "node-renumber gives it that of its place");
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (mw_notes_find (&model->record, kinds[i], NULL))
      return TRUE;
  return mw_operation_nothing (error, "nothing to complete: each node has its pivot and its bind pose already");
}

/* A bind pose that is missing is one of zeros, with which nothing can be drawn. */
static gboolean
complete_poses (MwDocument *document, const MwList *records, GError **error)
{
  static const float none[12];
  for (uint32_t i = 0; i < records->n; i++) {
    const MwRecord *record = records->items[i];
    const MwField *field = mw_mdlx_bind_pose_field (record);
    float pose[12];
    if (memcmp (mw_field_at (record, field), none, sizeof none) != 0)
      continue;
    mw_mdlx_unturned_bind_pose (record, pose);
    if (!mw_document_set_field (document, record->id, field, pose, sizeof pose, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
complete_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (!mw_document_forget (document, model->model.record.id, kinds[i], error))
      return FALSE;
  return !mw_mdlx_has_bind_poses (model)
         || (complete_poses (document, &model->nodes, error) && complete_poses (document, &model->cameras, error));
}

const MwOperation mw_operation_node_complete = {
  .id = "node-complete",
  .label = N_ ("Complete Pivots and Bind Poses"),
  .step = N_ ("Complete the pivots and bind poses of %s"),
  .doc = N_ (
    "Saves one pivot for each node, and one bind pose for each node and camera. A file that had fewer or more is otherwise saved "
    "as it was. A missing pivot is 0, 0, 0, as it is shown, and a missing bind pose is without rotation, at the pivot."),
  .aliases = "missing count repair",
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .domain = MW_DOMAIN_NODES,
  .subject = MW_SUBJECT_MODEL,
  .applies = complete_applies,
  .run = complete_run,
};
