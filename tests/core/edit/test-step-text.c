/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/fixture.h"

#include <string.h>

#define ROOT (&mw_mdlx_schema)

/* Writing, reading and writing a step again gives the same text. Replaying it on a fresh fixture gives the same
 * model, including notes. */
static void
check_all_steps (MwDocument *document)
{
  g_autoptr (GError) error = NULL;
  MwDocument *fresh = fixture_document ();
  guint n = mw_document_get_n_steps (document);
  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++) {
    g_autofree char *text = mw_step_to_text (mw_document_get_step (document, i));
    MwStep *step = mw_step_from_text (ROOT, text, strlen (text), &error);
    g_assert_no_error (error);
    g_autofree char *again = mw_step_to_text (step);
    g_assert_cmpstr (text, ==, again);
    g_assert_true (mw_document_replay (fresh, step, &error));
    g_assert_no_error (error);
    mw_step_free (step);
    g_autofree char *replayed = mw_step_to_text (mw_document_get_step (fresh, i));
    g_assert_cmpstr (text, ==, replayed);
  }
  fixture_assert_same (mw_document_get_model (fresh), mw_document_get_model (document));
  mw_document_go_to (fresh, 0);
  MwModel *first = &fixture_model ()->model;
  fixture_assert_same (mw_document_get_model (fresh), first);
  mw_model_free (first);
  g_object_unref (fresh);
}

static void
test_values (void)
{
  MwDocument *document = fixture_document ();
  static const struct {
    const char *path, *value;
  } sets[] = { { "name", "\"quotes \" back\\slash \xC3\xA4 \x01 and  blanks\"" },
               { "name", "" },
               { "sequences[0].rarity", "nan(0x7fc00001)" },
               { "sequences[0].rarity", "-0" },
               { "sequences[0].rarity", "3.4028235e38" },
               { "sequences[1].interval.start", "-5" },
               { "bones[0].pivot", "{0.1, 1e-7, -inf}" },
               { "materials[0].layers[0].texture", "textures[1]" },
               { "materials[0].layers[0].texture", "none" },
               { "materials[0].layers[0].texture", "9" },
               { "geosets[0].vertices[1:3]", "[{9, 8, 7}, {6, 5, 4}]" },
               { "geosets[0].group_members[0]", "bones[2]" },
               { "geosets[0].faces", "[]" },
               { "geosets[0].faces", "[1, 2, 3]" },
               { "geoset_animations[0].alpha.track.interpolation", "Bezier" },
               { "collision_shapes[0].type", "Sphere" } };
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    g_assert_true (fixture_set (document, sets[i].path, sets[i].value));
  check_all_steps (document);
  g_object_unref (document);
}

/* A step knows the operation that made it; not where something else was changed, too. */
static void
test_operation (void)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = fixture_document ();
  g_assert_true (mw_script_run_line (document, "rename sequences[0] name=\"a \\ b\"", NULL, &error));
  g_assert_no_error (error);
  g_autofree char *text = mw_step_to_text (mw_document_get_step (document, 0));
  g_autofree char *line = g_strdup_printf ("\nsubjects %u\n", fixture_target (document, "sequences[0]").record->id);
  g_assert_nonnull (strstr (text, "\noperation \"rename\" \"name=\\\"a \\\\ b\\\"\"\n"));
  g_assert_nonnull (strstr (text, line));
  mw_document_begin (document, "Both");
  g_assert_true (mw_script_run_line (document, "rename sequences[0] name=b", NULL, &error));
  g_assert_true (mw_script_run_line (document, "set sequences[1].rarity=3", NULL, &error));
  mw_document_commit (document);
  mw_document_begin (document, "Both, in the other order");
  g_assert_true (mw_script_run_line (document, "set sequences[1].rarity=4", NULL, &error));
  g_assert_true (mw_script_run_line (document, "rename sequences[0] name=c", NULL, &error));
  mw_document_commit (document);
  /* A preview that was taken back leaves nothing of its operation. */
  mw_document_begin (document, "Preview");
  g_assert_true (mw_script_run_line (document, "rename sequences[0] name=d", NULL, &error));
  mw_document_rewind (document);
  g_assert_true (mw_script_run_line (document, "set sequences[1].rarity=5", NULL, &error));
  mw_document_commit (document);
  for (guint i = 1; i < 4; i++) {
    g_autofree char *other = mw_step_to_text (mw_document_get_step (document, i));
    g_assert_null (strstr (other, "\noperation "));
  }
  check_all_steps (document);
  g_object_unref (document);
}

static void
test_structure (void)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = fixture_document ();
  MwRecord *root = &mw_document_get_model (document)->record;
  MwRecord *copy = mw_record_copy (fixture_target (document, "materials[0]").record, FALSE);
  mw_record_forget_ids (copy);
  mw_notes_add (copy, MW_NOTE_PAD, fixture_field (copy, "priority_plane"), 3, "\1\2\0\xff", 4, 4);
  mw_notes_add (copy, MW_NOTE_LAYOUT, NULL, 0, NULL, 0, 0);
  mw_document_begin (document, "Insert “material”");
  g_assert_true (mw_document_insert (document, root->id, fixture_field (root, "materials"), 1, copy, &error));
  mw_document_select (document, &copy->id, 1);
  mw_document_commit (document);

  mw_document_begin (document, "Remove");
  g_assert_true (mw_document_remove (document, fixture_id (document, "geosets[0]"), &error));
  g_assert_true (mw_document_remove (document, fixture_id (document, "attachments[0].visibility.track"), &error));
  mw_document_commit (document);

  MwId arm = fixture_id (document, "bones[1]");
  MwRecord *helper = mw_record_convert_kind (mw_model_find (mw_document_get_model (document), arm),
                                             &mw_mdlx_helper_schema);
  mw_document_begin (document, "Replace and move");
  g_assert_true (mw_document_replace_record (document, arm, helper, &error));
  g_assert_true (mw_document_move (document, arm, 0, &error));
  mw_document_commit (document);
  check_all_steps (document);
  g_object_unref (document);
}

static void
assert_misfit (MwDocument *document, const char *text)
{
  g_autoptr (GError) error = NULL;
  MwModel *before = mw_model_copy (mw_document_get_model (document), TRUE);
  g_assert_false (mw_document_replay_text (document, text, strlen (text), &error));
  g_assert_nonnull (error);
  fixture_assert_same (mw_document_get_model (document), before);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 0);
  mw_model_free (before);
}

static void
test_misfit (void)
{
  MwDocument *document = fixture_document ();
  g_assert_true (fixture_set (document, "sequences[0].rarity", "2"));
  g_autofree char *text = mw_step_to_text (mw_document_get_step (document, 0));
  MwDocument *other = fixture_document ();
  ((MwMdlxSequence *) fixture_target (other, "sequences[0]").record)->rarity = 1; /* not the value before the step */
  assert_misfit (other, text);
#define STEP(lines) "modelwright-step 1\nlabel \"x\"\nselection-before\nselection-after\n" lines "end-step\n"
  /* The first sequence has id 2. */
  assert_misfit (other, STEP ("set 2 texture flags 0 1\n"));
  assert_misfit (other, STEP ("set 4000 sequence rarity 0 1\n"));
  assert_misfit (other, STEP ("move 2 sequence 1 mdlx sequences 0 2\n"));
  assert_misfit (other, STEP ("move 2 sequence 1 mdlx textures 0 1\n"));
  assert_misfit (other, STEP ("insert 1 mdlx global_sequences 2\nrecord 900 global_sequence 0\nend\n"));
  assert_misfit (other, STEP ("insert 1 mdlx global_sequences 1\nrecord 2 global_sequence 0\nend\n"));
  assert_misfit (other, STEP ("insert 1 mdlx global_sequences 1\nrecord 4294967295 global_sequence 0\nend\n"));
  assert_misfit (other, STEP ("remove 1 mdlx sequences 0\nrecord 2 sequence 0\nend\n"
                              "set 3 sequence rarity 0 1\nset 2 sequence rarity 0 1\n"));
  /* A step that would leave a dangling reference. */
  g_autofree char *bone = g_strdup_printf (STEP ("remove 1 mdlx nodes 0\nrecord %u bone 0\nend\n"),
                                           fixture_id (other, "bones[0]"));
  assert_misfit (other, bone);
  g_autofree char *dangling = g_strdup_printf (STEP ("set %u bone geoset none #3000\n"),
                                               fixture_id (other, "bones[0]"));
  assert_misfit (other, dangling);
  g_autofree char *keys = g_strdup_printf (STEP ("swap %u track_float keys.time 3 AAAAAPQBAADoAwAA 1 AAAAAA==\n"),
                                           fixture_id (other, "attachments[0].visibility.track"));
  assert_misfit (other, keys);
  g_object_unref (document);
  g_object_unref (other);
}

static void
test_bad_text (void)
{
  static const struct {
    const char *text;
    guint line;
  } bad[] = {
    { "", 0 },
    { "hello", 1 },
    { "modelwright-step 2\nlabel \"x\"\n", 1 },
    { "modelwright-step 1\nlabel x\n", 2 },
    { "modelwright-step 1\nlabel \"x\n", 2 },
    { "modelwright-step 1\nlabel \"\\x0\"\n", 2 },
    { "modelwright-step 1\nlabel \"\\x00\"\n", 2 },
    { "modelwright-step 1\nlabel \"x\"\nselection-before 0\n", 3 },
    { "modelwright-step 1\nlabel \"x\"\nselection-before\nselection-after 5000000000\n", 4 },
    { STEP ("") "more\n", 5 },
    { STEP ("operation \"delete\"\nsubjects 2\n"), 5 },
    { STEP ("operation \"delete\" \"\" more\nsubjects 2\n"), 5 },
    { STEP ("operation \"delete\" \"\"\nend-step\n"), 6 },
    { STEP ("operation \"delete\" \"\"\nsubjects 0\n"), 6 },
    { STEP ("operation \"delete\" \"\"\nsubjects 2\noperation \"delete\" \"\"\nsubjects 2\n"), 7 },
    { STEP ("set\n"), 5 },
    { STEP ("set 2 sequence rarity 0\n"), 5 },
    { STEP ("set 2 sequence rarity 0 1 2\n"), 5 },
    { STEP ("set 2 sequence rarity 0,1 1\n"), 5 },
    { STEP ("set 2 nothing rarity 0 1\n"), 5 },
    { STEP ("set 2 sequence flags 0 4294967296\n"), 5 },
    { STEP ("set 1 mdlx sequences 0 1\n"), 5 },
    { STEP ("set 2 sequence name \"\\q\" \"\"\n"), 5 },
    { STEP ("span 9 geoset vertices 0 4000000000 - -\n"), 5 },
    { STEP ("span 9 geoset vertices 0 1 AAAA AAAA\n"), 5 },
    { STEP ("span 9 geoset vertices 0 1 !!!!!!!!!!!!!!!! AAAAAAAAAAAAAAAA\n"), 5 },
    { STEP ("swap 9 geoset material 1 AAAA 1 AAAA\n"), 5 },
    { STEP ("insert 1 mdlx sequences 0\n"), 6 },
    { STEP ("insert 1 mdlx sequences 0\nrecord 9 texture 0\nend\n"), 6 },
    { STEP ("insert 1 mdlx nodes 0\nrecord 9 node 0\nend\n"), 6 },
    { STEP ("insert 1 mdlx materials 0\nrecord 9 material 0\nlist layers\nrecord 10 texture 0\nend\nend\nend\n"), 8 },
    { STEP ("insert 1 mdlx materials 0\nrecord 9 material 0\nlist layers\n"), 8 },
    { STEP ("insert 1 mdlx nodes 0\nrecord 9 bone 0\nchild translation.track\nrecord 10 track_vec3 0\nend\n"
            "child translation.track\nrecord 11 track_vec3 0\nend\nend\n"),
      10 },
    { STEP ("insert 1 mdlx nodes 0\nrecord 9 bone 0\nnote odd - 0 0 -\nend\n"), 7 },
    { STEP ("insert 1 mdlx nodes 0\nrecord 9 bone 0\nnote pad - 0 0 AAA\nend\n"), 7 },
    { STEP ("insert 1 mdlx nodes 0\nrecord 9 bone 300\nend\n"), 6 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;
    /* Exactly as large as the text, so that a read past the end is detected. */
    gsize length = strlen (bad[i].text);
    g_autofree char *bytes = g_memdup2 (bad[i].text, length);
    g_assert_null (mw_step_from_text (ROOT, bytes, length, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
    if (mw_error_line (error) != bad[i].line)
      g_error ("case %u: %s in line %u, expected in line %u", i, error->message, mw_error_line (error), bad[i].line);
  }
}

/* Records that contain each other without end must not exhaust the stack. */
static void
test_deep_text (void)
{
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new ("modelwright-step 1\nlabel \"x\"\nselection-before\nselection-after\n"
                                "insert 1 mdlx nodes 0\n");
  for (int i = 0; i < 200000; i++)
    g_string_append_printf (text, "record %d bone 0\nchild translation.track\n", i + 100);
  g_assert_null (mw_step_from_text (ROOT, text->str, text->len, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
  g_assert_cmpuint (mw_error_line (error), ==, 8);
  g_string_free (text, TRUE);
}

/* Tries every prefix, and a change of every single byte: the result must be an error or a step. */
static void
test_damaged_text (void)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = fixture_document ();
  MwRecord *root = &mw_document_get_model (document)->record;
  MwRecord *copy = mw_record_copy (fixture_target (document, "geoset_animations[0]").record, FALSE);
  mw_record_forget_ids (copy);
  mw_document_begin (document, "Mixed");
  g_assert_true (mw_document_insert (document, root->id, fixture_field (root, "geoset_animations"), 1, copy, &error));
  MwTarget vertex = fixture_target (document, "geosets[0].vertices[1]"), name = fixture_target (document, "name");
  g_assert_true (mw_document_set_text (document, &vertex, "{1, 2, 3}", 9, &error));
  g_assert_true (mw_document_set_text (document, &name, "Other", 5, &error));
  mw_document_commit (document);
  g_autofree char *text = mw_step_to_text (mw_document_get_step (document, 0));
  gsize length = strlen (text);
  GRand *rand = g_rand_new_with_seed (work_random ());
  guint good = 0;
  for (gsize i = 0; i < 3 * length; i++) {
    gsize n = i < length ? i : length;
    g_autofree char *bytes = g_memdup2 (text, n);
    if (n == length)
      bytes[g_rand_int_range (rand, 0, (gint32) length)] = (char) g_rand_int_range (rand, 0, 256);
    g_autoptr (GError) failure = NULL;
    MwStep *step = mw_step_from_text (ROOT, bytes, n, &failure);
    g_assert_true ((step != NULL) == (failure == NULL));
    if (step) {
      MwDocument *fresh = fixture_document ();
      good += mw_document_replay (fresh, step, NULL);
      g_object_unref (fresh);
      mw_step_free (step);
    }
  }
  g_test_message ("%u of %u damaged texts could still be replayed", good, (guint) (2 * length));
  g_rand_free (rand);
  g_object_unref (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/step text/values are written, read and replayed exactly", test_values);
  g_test_add_func ("/edit/step text/records and notes are written, read and replayed exactly", test_structure);
  g_test_add_func ("/edit/step text/the operation of a step", test_operation);
  g_test_add_func ("/edit/step text/a step that does not fit changes nothing", test_misfit);
  g_test_add_func ("/edit/step text/errors name the line", test_bad_text);
  g_test_add_func ("/edit/step text/records are nested no deeper than their tables allow", test_deep_text);
  g_test_add_func ("/edit/step text/damaged text gives an error or a step", test_damaged_text);
  return g_test_run ();
}
