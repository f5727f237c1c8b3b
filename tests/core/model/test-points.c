/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "core/model/m2/m2.h"
#include "core/model/points.h"

#include <string.h>

static MwRecord *
add (MwModel *model, const char *list, const MwSchema *kind, const char *name)
{
  MwRecord *record = mw_record_new (kind);
  if (name)
    mw_text_set (&((MwMdlxNode *) record)->name, name, strlen (name));
  mw_list_append (model, &model->record, mw_schema_field (model->record.schema, list), record);
  return record;
}

static void
a_point_is_found_by_its_name_or_its_path (void)
{
  MwMdlx *model = mw_mdlx_new ();
  add (&model->model, "textures", &mw_mdlx_texture_schema, NULL);
  const MwRecord *bone = add (&model->model, "nodes", &mw_mdlx_bone_schema, "hand right ref"),
                 *hand = add (&model->model, "nodes", &mw_mdlx_attachment_schema, "Hand Right Ref "),
                 *twin = add (&model->model, "nodes", &mw_mdlx_attachment_schema, "Hand Right Ref ");
  g_autoptr (GPtrArray) points = mw_points_list (&model->model);
  g_assert_cmpuint (points->len, ==, 3);
  g_assert_true (points->pdata[1] == hand);
  g_assert_true (mw_point_find (&model->model, "Hand Right Ref") == hand);
  g_assert_true (mw_point_find (&model->model, "hand right ref  ") == bone);
  g_assert_true (mw_point_find (&model->model, "HAND RIGHT REF") == bone);
  g_assert_true (mw_point_find (&model->model, "attachments[1]") == twin);
  g_assert_null (mw_point_find (&model->model, "Hand"));
  g_assert_null (mw_point_find (&model->model, " "));
  g_assert_null (mw_point_find (&model->model, "textures[0]"));
  g_autofree char *a = mw_point_name (&model->model, bone), *b = mw_point_name (&model->model, hand),
                  *c = mw_point_name (&model->model, twin);
  g_assert_cmpstr (a, ==, "hand right ref");
  g_assert_cmpstr (b, ==, "Hand Right Ref ");
  g_assert_cmpstr (c, ==, "attachments[1]");
  mw_model_free (&model->model);
}

/* Points of M2 have no names of their own. */
static void
an_attachment_of_m2_is_called_by_its_number (void)
{
  MwM2 *model = mw_m2_new (264);
  MwM2Attachment *shield = (MwM2Attachment *) add (&model->model, "attachments", &mw_m2_attachment_schema, NULL),
                 *hand = (MwM2Attachment *) add (&model->model, "attachments", &mw_m2_attachment_schema, NULL);
  shield->attachment_id = 0;
  hand->attachment_id = 1;
  g_autofree char *name = mw_point_name (&model->model, &hand->record);
  g_assert_true (mw_point_find (&model->model, name) == &hand->record);
  g_autofree char *lower = g_ascii_strdown (name, -1);
  g_assert_cmpstr (lower, !=, name);
  g_assert_true (mw_point_find (&model->model, lower) == &hand->record);
  g_assert_true (mw_point_find (&model->model, "attachments[0]") == &shield->record);
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/model/points/a point is found by its name or its path",
                   a_point_is_found_by_its_name_or_its_path);
  g_test_add_func ("/core/model/points/an attachment of M2 is called by its number",
                   an_attachment_of_m2_is_called_by_its_number);
  return g_test_run ();
}
