/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/problems/fix-preview.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/notes.h"

#include <string.h>

/* No window: a preview needs a document and a main loop. */

static void
done (GObject *source, GAsyncResult *result, gpointer text)
{
  GError *error = NULL;
  *(char **) text = mw_fix_preview_finish (result, &error);
  g_assert_no_error (error);
}

/* Free with g_free(). */
static char *
preview (MwDocument *document, const char *const *fixes, MwId record, const MwField *field, guint most)
{
  char *text = NULL;
  mw_fix_preview_run (document, fixes, g_strv_length ((char **) fixes), record, field, most, NULL, done, &text);
  while (!text)
    g_main_context_iteration (NULL, TRUE);
  return text;
}

static void
a_fix_that_changes_no_value_says_so (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwRecord *bone = mw_record_new (&mw_mdlx_bone_schema);
  const guint32 number = 7;
  mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, nodes), bone);
  mw_notes_add (bone, MW_NOTE_OBJECT_ID, NULL, 0, &number, sizeof number, 0);
  g_autoptr (MwDocument) document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 });
  g_autofree char *text = preview (document, (const char *const[]) { "node-renumber", NULL }, 0, NULL, 10);
  g_assert_cmpstr (text, ==, "No values differ; only the way in which the file stores them does.");
}

/* --- The order ------------------------------------------------------------------------------------------------------ */

static const char *const edits[] = { "set name=new",           "set bones[0].pivot.x=2",  "set bones[1].name=B",
                                     "set bones[1].pivot.x=3", "sequence-add name=Stand", NULL };

/* A document with two bones, which the edits can change. */
static MwDocument *
two_bones (void)
{
  MwMdlx *model = mw_mdlx_new ();
  for (guint i = 0; i < 2; i++) {
    MwMdlxNode *bone = (MwMdlxNode *) mw_record_new (&mw_mdlx_bone_schema);
    mw_text_set (&bone->name, i ? "b" : "a", 1);
    mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, nodes), &bone->record);
  }
  return mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 });
}

static MwId
bone (MwDocument *document, guint i)
{
  return ((const MwRecord *) ((const MwMdlx *) mw_document_get_model (document))->nodes.items[i])->id;
}

/* Asserts where each of these parts of lines is in a text: on its first line, on its second one ... */
static void
assert_lines (const char *text, const char *const *parts)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_test_message ("%s", text);
  g_assert_cmpuint (g_strv_length (lines), >=, g_strv_length ((char **) parts));
  for (guint i = 0; parts[i]; i++)
    g_assert_nonnull (strstr (lines[i], parts[i]));
}

static void
what_the_problem_is_about_comes_first (void)
{
  g_autoptr (MwDocument) document = two_bones ();
  g_autofree char *text = preview (document, edits, bone (document, 1), MW_FIELD (MwMdlxNode, pivot), 10);
  assert_lines (text, (const char *const[]) { "→ {3, 0, 0}", "→ \"B\"", "→ \"new\"", NULL });
}

static void
without_a_place_the_order_is_that_of_the_model (void)
{
  g_autoptr (MwDocument) document = two_bones ();
  g_autofree char *text = preview (document, edits, 0, NULL, 10);
  assert_lines (text, (const char *const[]) { "→ \"new\"", NULL });
  g_assert_true (strstr (text, "→ {2, 0, 0}") < strstr (text, "→ {3, 0, 0}"));
}

static void
a_record_that_is_added_to_the_list_comes_first (void)
{
  g_autoptr (MwDocument) document = two_bones ();
  g_autofree char *text = preview (document, edits, mw_document_get_model (document)->record.id,
                                   MW_FIELD (MwMdlx, sequences), 10);
  assert_lines (text, (const char *const[]) { "Stand", "→ \"new\"", NULL });
}

static void
what_comes_first_is_shown_if_there_is_no_room_for_all (void)
{
  g_autoptr (MwDocument) document = two_bones ();
  g_autofree char *text = preview (document, edits, bone (document, 1), MW_FIELD (MwMdlxNode, name), 1);
  assert_lines (text, (const char *const[]) { "→ \"B\"", "more", NULL });
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/problems/fix-preview/a fix that changes no value says so", a_fix_that_changes_no_value_says_so);
  g_test_add_func ("/ui/problems/fix-preview/what the problem is about comes first",
                   what_the_problem_is_about_comes_first);
  g_test_add_func ("/ui/problems/fix-preview/without a place the order is that of the model",
                   without_a_place_the_order_is_that_of_the_model);
  g_test_add_func ("/ui/problems/fix-preview/a record that is added to the list comes first",
                   a_record_that_is_added_to_the_list_comes_first);
  g_test_add_func ("/ui/problems/fix-preview/what comes first is shown if there is no room for all",
                   what_comes_first_is_shown_if_there_is_no_room_for_all);
  return g_test_run ();
}
