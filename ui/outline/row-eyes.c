/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/row-eyes.h"
#include "ui/i18n.h"

MwRowEye
mw_row_eye_get (MwEyes *eyes, MwOutlineNode *node, MwEye eye)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  const gboolean none_is_set = mw_eyes_count (eyes, eye) == 0;
  guint n_set = 0;
  /* All elements of a group are of one kind, so the first says whether views draw them. */
  mw_outline_node_append_all_ids (node, ids);
  if (!ids->len || !mw_eyes_takes (eyes, g_array_index (ids, MwId, 0)))
    return MW_ROW_EYE_NONE;
  if (none_is_set)
    return MW_ROW_EYE_OFF;
  for (guint i = 0; i < ids->len; i++)
    n_set += mw_eyes_get (eyes, eye, g_array_index (ids, MwId, i));
  return n_set == 0 ? MW_ROW_EYE_OFF : n_set < ids->len ? MW_ROW_EYE_SOME : MW_ROW_EYE_ON;
}

void
mw_row_eye_set (MwEyes *eyes, MwOutlineNode *node, MwEye eye, gboolean on)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_outline_node_append_all_ids (node, ids);
  mw_eyes_set (eyes, eye, (const MwId *) (const void *) ids->data, ids->len, on);
}

const char *
mw_row_eye_icon (MwEye eye, MwRowEye state)
{
  static const char *const icons[MW_EYE_COUNT][2] = {
    [MW_EYE_HIDDEN] = { "view-reveal-symbolic", "view-conceal-symbolic" },
    [MW_EYE_LOCKED] = { "changes-allow-symbolic", "changes-prevent-symbolic" },
  };
  return icons[eye][state > MW_ROW_EYE_OFF];
}

const char *
mw_row_eye_tooltip (MwEye eye, MwRowEye state)
{
  if (state == MW_ROW_EYE_NONE)
    return NULL;
  if (eye == MW_EYE_HIDDEN)
    return state == MW_ROW_EYE_OFF
             ? _ ("Shown in the view. A click hides it, and so does dragging over several rows. Ctrl+click hides all "
                  "others of its kind. The model does not change.")
             : _ ("Hidden in the view. A click shows it, and so does dragging over several rows.");
  return state == MW_ROW_EYE_OFF ? _ (
           "A click locks it: then it cannot be selected or dragged in the view. Here it can still be selected, and "
           "its values can be edited.")
                                 : _ ("Locked: it cannot be selected or dragged in the view. A click unlocks it.");
}
