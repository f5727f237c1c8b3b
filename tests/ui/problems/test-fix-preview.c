/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/problems/fix-preview.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/notes.h"

/* No window: a preview needs a document and a main loop. */

static void
done (GObject *source, GAsyncResult *result, gpointer text)
{
  GError *error = NULL;
  *(char **) text = mw_fix_preview_finish (result, &error);
  g_assert_no_error (error);
}

static void
a_fix_that_changes_no_value_says_so (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwRecord *bone = mw_record_new (&mw_mdlx_bone_schema);
  const guint32 number = 7;
  char *text = NULL;
  mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, nodes), bone);
  mw_notes_add (bone, MW_NOTE_OBJECT_ID, NULL, 0, &number, sizeof number, 0);
  g_autoptr (MwDocument) document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 });
  mw_fix_preview_run (document, (const char *const[]) { "node-renumber", NULL }, 1, 10, NULL, done, &text);
  while (!text)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (text, ==, "No values differ; only the way in which the file stores them does.");
  g_free (text);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/problems/fix-preview/a fix that changes no value says so", a_fix_that_changes_no_value_says_so);
  return g_test_run ();
}
