/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/notes.h"
#include "tests/core/edit/operations/rows-nodes.h"

/* Rows for what files of MDX and MDL store about nodes beside their values. */

/* Whether the file had other object ids than follow from the order of the nodes. */
static gboolean
has_own_ids (const MwModel *model)
{
  const MwList *nodes = table_list (model, "nodes");
  for (uint32_t i = 0; i < nodes->n; i++)
    if (mw_notes_find (nodes->items[i], MW_NOTE_OBJECT_ID, NULL))
      return TRUE;
  return FALSE;
}

static char *
renumber_step (const MwModel *model, MwFormat format)
{
  return format.family != MW_FAMILY_M2 && has_own_ids (model) ? g_strdup ("node-renumber") : NULL;
}

/* Whether the file had another number of pivots or bind poses than there are nodes. */
static gboolean
has_own_counts (const MwModel *model)
{
  return mw_notes_find (&model->record, MW_NOTE_PIVOTS, NULL)
         || mw_notes_find (&model->record, MW_NOTE_BIND_POSES, NULL);
}

static char *
complete_step (const MwModel *model, MwFormat format)
{
  return format.family != MW_FAMILY_M2 && has_own_counts (model) && !has_own_ids (model) ? g_strdup ("node-complete")
                                                                                         : NULL;
}

/* Each has its own, and no pivot is another. */
static char *
complete_judge (const TableCase *at)
{
  if (has_own_counts (at->after))
    return g_strdup ("the file still has another number of pivots or bind poses");
  return table_expect (mw_model_copy (at->before, FALSE), at);
}

/* The ids are those of the order, and no value is another. */
static char *
renumber_judge (const TableCase *at)
{
  if (has_own_ids (at->after))
    return g_strdup ("a node still has an id of its own");
  return table_expect (mw_model_copy (at->before, FALSE), at);
}

const TableRow table_node_ids[] = {
  { "node-complete", 0, complete_step, complete_judge }, /* no model of the corpus has other counts */
  { "node-renumber", 0, renumber_step, renumber_judge }, /* one model of the corpus has other ids */
  { NULL, 0, NULL, NULL },
};
