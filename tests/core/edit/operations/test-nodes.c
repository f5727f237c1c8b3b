/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "core/edit/operations/nodes/sides.h"
#include "core/pose/skeleton.h"
#include "core/schema/notes.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* What operations on nodes refuse, and what the models of the table test do not have. */

#define ADD(path, func) g_test_add (path, FixtureWorld, NULL, fixture_world_setup, func, fixture_world_teardown)
#define VALUE(path, expected) fixture_assert_value (world->document, path, expected)

static void
run (FixtureWorld *world, const char *line)
{
  g_autoptr (GError) error = NULL;
  gboolean ok = mw_script_run_line (world->document, line, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ok);
}

static void
assert_refused (FixtureWorld *world, const char *line, const char *words)
{
  g_autoptr (GError) error = NULL;
  MwModel *before = mw_model_copy (mw_document_get_model (world->document), TRUE);
  g_assert_false (mw_script_run_line (world->document, line, NULL, &error));
  g_assert_true (g_error_matches (error, MW_ERROR, MW_ERROR_REFUSED)
                 || g_error_matches (error, MW_ERROR, MW_ERROR_NOTHING));
  if (!strstr (error->message, words))
    g_error ("found \"%s\", expected it to say \"%s\"", error->message, words);
  fixture_assert_same (mw_document_get_model (world->document), before);
  mw_model_free (before);
}

static void
assert_notice (FixtureWorld *world, const char *words)
{
  const char *const *notices = mw_document_get_notices (world->document);
  for (guint i = 0; notices && notices[i]; i++)
    if (strstr (notices[i], words))
      return;
  g_error ("no notice says \"%s\"", words);
}

/* --- Retarget ------------------------------------------------------------------------------------------------------- */

static void
test_retarget (FixtureWorld *world, gconstpointer data)
{
  fixture_set (world->document, "bones[0].pivot", "{1, 2, 3}");
  fixture_set (world->document, "bones[2].pivot", "{5, 5, 5}");
  fixture_set (world->document, "attachments[0].pivot", "{6, 5, 5}");
  run (world, "node-retarget attachments[0] bone=bones[0]");
  VALUE ("attachments[0].parent", "bones[0]");
  VALUE ("attachments[0].pivot", "{6, 5, 5}");
  mw_document_undo (world->document);
  /* A collision shape that follows the point moves with it, and its corners too. */
  fixture_set (world->document, "collision_shapes[0].parent", "attachments[0]");
  run (world, "node-retarget attachments[0] bone=bones[0] keep=local");
  VALUE ("attachments[0].pivot", "{2, 2, 3}");
  VALUE ("collision_shapes[0].pivot", "{-4, -3, -2}");
  VALUE ("collision_shapes[0].vertices.first", "{-5, -3, -2}");
  VALUE ("collision_shapes[0].vertices.second", "{-3, -3, -2}");
}

static void
test_retarget_refused (FixtureWorld *world, gconstpointer data)
{
  assert_refused (world, "node-retarget bones[1] bone=bones[0]", "is a bone or helper");
  assert_refused (world, "node-retarget textures[0] bone=bones[0]", "has no place in the skeleton");
  assert_refused (world, "node-retarget attachments[0] bone=collision_shapes[0]", "must be a bone or helper");
  assert_refused (world, "node-retarget attachments[0] bone=none", "must be a bone or helper");
  assert_refused (world, "node-retarget attachments[0] bone=bones[2]", "nothing to retarget");
  assert_refused (world, "node-retarget collision_shapes[0] bone=bones[2] keep=local", "follows no bone");
}

/* --- Move pivot ----------------------------------------------------------------------------------------------------- */

static void
test_pivot (FixtureWorld *world, gconstpointer data)
{
  run (world, "pivot-move bones[1],bones[2] by={1,0,0} below=1");
  VALUE ("bones[0].pivot", "{0, 0, 0}");
  VALUE ("bones[1].pivot", "{1, 0, 0}");
  VALUE ("bones[2].pivot", "{1, 0, 0}");
  VALUE ("attachments[0].pivot", "{1, 0, 0}");
  run (world, "pivot-move collision_shapes[0] by={0,1,0}");
  VALUE ("collision_shapes[0].pivot", "{0, 1, 0}");
  VALUE ("collision_shapes[0].vertices.first", "{-1, 0, 0}");
  assert_refused (world, "pivot-move bones[1] by={0,0,0}", "nothing to move");
  assert_refused (world, "pivot-move materials[0] by={1,0,0}", "has no place in the skeleton");
}

/* --- Slots of attachments ------------------------------------------------------------------------------------------- */

static void
test_slot (FixtureWorld *world, gconstpointer data)
{
  run (world, "duplicate attachments[0]");
  fixture_set (world->document, "attachments[1].name", "\"Foot -left  Ref 01\"");
  run (world, "attachment-set-id attachments[0] slot=\"HAND-left\"");
  VALUE ("attachments[0].name", "\"Hand Left Ref\"");
  /* The same words in any order, case and spelling are the same slot, and the spelling stays. */
  assert_refused (world, "attachment-set-id attachments[0] slot=\"left_hand ref 2\"", "already has this slot");
  assert_refused (world, "attachment-set-id attachments[1] slot=\"Left Foot\"", "nothing to change");
  assert_refused (world, "attachment-set-id attachments[1] slot=\"Hand Left\"", "or swap them");
  run (world, "attachment-set-id attachments[1] slot=\"Hand Left\" swap=1");
  VALUE ("attachments[0].name", "\"Foot -left  Ref 01\"");
  VALUE ("attachments[1].name", "\"Hand Left Ref\"");
  assert_refused (world, "attachment-set-id attachments[0] slot=\"Elbow Left\"", "\"Elbow\" is not a word");
  assert_refused (world, "attachment-set-id attachments[0] slot=\"Left\"", "exactly one of the words");
  assert_refused (world, "attachment-set-id attachments[0] slot=\"Hand Foot\"", "exactly one of the words");
  assert_refused (world, "attachment-set-id attachments[0] slot=\"\"", "exactly one of the words");
  assert_refused (world, "attachment-set-id attachments[*] slot=Head", "select one attachment");
  assert_refused (world, "attachment-set-id bones[0] slot=Head", "is not an attachment");
  assert_refused (world, "attachment-add name=\"hand LEFT\"", "already has this name");
}

static void
test_slot_m2 (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  g_autoptr (GHashTable) broken = m2_broken_rules (set);
  m2_do (document, "attachment-set-id attachments[0] slot=vehicleseat8");
  fixture_assert_value (document, "attachments[0].attachment_id", "VehicleSeat8");
  m2_do (document, "attachment-set-id attachments[0] slot=2147483647");
  fixture_assert_value (document, "attachments[0].attachment_id", "2147483647");
  g_autofree char *large = m2_refusal (document, "attachment-set-id attachments[0] slot=2147483648");
  g_assert_nonnull (strstr (large, "name or the number"));
  m2_do (document, "attachment-set-id attachments[0] slot=47");
  m2_do (document, "attachment-add name=48");
  g_autofree char *taken = m2_refusal (document, "attachment-set-id attachments[0] slot=RightFoot");
  g_assert_nonnull (strstr (taken, "or swap them"));
  m2_do (document, "attachment-set-id attachments[0] slot=RightFoot swap=1");
  fixture_assert_value (document, "attachments[0].attachment_id", "RightFoot");
  guint last = m2_list (document, "attachments")->n - 1;
  g_autofree char *path = g_strdup_printf ("attachments[%u].attachment_id", last);
  fixture_assert_value (document, path, "LeftFoot");
  g_autoptr (MwFileSet) saved = m2_assert_sound (document, broken, "attachment-set-id");
}

/* --- Key bones and standard attachments ------------------------------------------------------------------------------ */

static void
test_key (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  const guint n = m2_model (document)->bones.n;
  m2_do (document, "set bones[*].key_bone=-1");
  m2_do (document, "set bones[*].name_crc=0");
  g_autofree char *none = m2_refusal (document, "bone-set-key bones[*]");
  g_assert_nonnull (strstr (none, "neither a name nor a counterpart"));
  m2_do (document, "bone-set-key bones[1] key=ShoulderL");
  fixture_assert_value (document, "bones[1].key_bone", "ShoulderL");
  g_autofree char *again = m2_refusal (document, "bone-set-key bones[1] key=ShoulderL"),
                  *taken = m2_refusal (document, "bone-set-key bones[2] key=ShoulderL"),
                  *many = m2_refusal (document, "bone-set-key bones[2],bones[3] key=Head"),
                  *other = m2_refusal (document, "bone-set-key attachments[0] key=Head");
  g_assert_nonnull (strstr (again, "already"));
  g_assert_nonnull (strstr (taken, "bones[1]"));
  g_assert_nonnull (strstr (many, "select one bone"));
  g_assert_nonnull (strstr (other, "is not a bone"));
  /* The bone at the mirrored place is the other shoulder, but not the one at the middle or in front of it. */
  m2_do (document, "set bones[*].pivot={9,9,9}");
  m2_do (document, "set bones[1].pivot={1,2,3}");
  m2_do (document, "set bones[2].pivot={1,-2,4}");
  m2_do (document, "set bones[3].pivot={1,-2,3}");
  m2_do (document, "bone-set-key bones[*]");
  fixture_assert_value (document, "bones[2].key_bone", "-1");
  fixture_assert_value (document, "bones[3].key_bone", "ShoulderR");
  /* The name counts before the place. A key that another bone has is left alone. */
  m2_do (document, "set bones[3].key_bone=-1");
  m2_do (document, "set bones[3].name_crc=Head");
  m2_do (document, "set bones[2].name_crc=ShoulderL");
  m2_do (document, "bone-set-key bones[*]");
  fixture_assert_value (document, "bones[2].key_bone", "-1");
  fixture_assert_value (document, "bones[3].key_bone", "Head");
  g_assert_cmpuint (n, >, 3);
}

static void
test_standard (FixtureWorld *world, gconstpointer data)
{
  assert_refused (world, "attachment-add-standard map=\"Head Ref=Nobody\"", "no node \"Nobody\"");
  assert_refused (world, "attachment-add-standard map=\"Head Ref\"", "expected \"Attachment=Bone\"");
  fixture_set (world->document, "attachments[0].name", "\"chest - ref\"");
  fixture_set (world->document, "bones[0].name", "\"bone_HeadBand_Chest\"");
  fixture_set (world->document, "bones[1].name", "\"Bip01 L Hand\"");
  fixture_set (world->document, "bones[1].pivot", "{1, 2, 3}");
  fixture_set (world->document, "bones[2].name", "\"FingerLeftHand01End\"");
  const MwOperation *operation = mw_operation_find ("attachment-add-standard");
  MwRecord *params = mw_operation_params_for (operation, world->document, NULL, 0);
  g_autofree char *text = mw_operation_params_print (operation, world->document, params);
  mw_record_free (params);
  /* What is proposed: nothing for the chest, which is there, and not the finger. */
  g_assert_cmpstr (
    text, ==, "map=\"Overhead Ref=bone_HeadBand_Chest; Head Ref=bone_HeadBand_Chest; Hand Left Ref=Bip01 L Hand\"");
  run (world, "attachment-add-standard map=\"Hand Left Ref = Bip01 L Hand; chest=bones[0]\"");
  VALUE ("attachments[1].name", "\"Hand Left Ref\"");
  VALUE ("attachments[1].parent", "bones[1]");
  VALUE ("attachments[1].pivot", "{1, 2, 3}");
  assert_refused (world, "attachment-add-standard map=\"Hand Left Ref=bones[0]\"", "nothing to add");
  run (world, "attachment-add-standard");
  VALUE ("attachments[3].name", "\"Head Ref\"");
  assert_refused (world, "attachment-add-standard", "nothing to add");
  /* Of two bones that fit equally well the first counts. */
  fixture_set (world->document, "bones[1].name", "\"Foot_R\"");
  fixture_set (world->document, "bones[2].name", "\"rightFoot\"");
  run (world, "attachment-add-standard");
  VALUE ("attachments[4].name", "\"Foot Right Ref\"");
  VALUE ("attachments[4].parent", "bones[1]");
}

/* --- Rotate --------------------------------------------------------------------------------------------------------- */

static void
test_rotate (FixtureWorld *world, gconstpointer data)
{
  fixture_set (world->document, "bones[1].pivot", "{1, 2, 3}");
  run (world, "model-rotate angle=-90");
  VALUE ("bones[1].pivot", "{2, -1, 3}");
  run (world, "model-rotate angle=90 axis={0,0,-7}");
  VALUE ("bones[1].pivot", "{-1, -2, 3}");
  run (world, "model-rotate angle=120 axis={1,1,1}");
  VALUE ("bones[1].pivot", "{3, -1, -2}");
  /* Bounds that an exporter did not know: a turned corner would be no number, so both stay. */
  fixture_set (world->document, "bounds.min", "{3.3e38, 3.3e38, 3.3e38}");
  fixture_set (world->document, "bounds.max", "{-3.3e38, -3.3e38, -3.3e38}");
  run (world, "model-rotate angle=45");
  VALUE ("bounds.min", "{3.3e38, 3.3e38, 3.3e38}");
  VALUE ("bounds.max", "{-3.3e38, -3.3e38, -3.3e38}");
  assert_refused (world, "model-rotate angle=0", "whole turn");
  assert_refused (world, "model-rotate angle=360", "whole turn");
  assert_refused (world, "model-rotate angle=-360", "whole turn");
}

/* --- Rename by pattern ---------------------------------------------------------------------------------------------- */

static void
test_rename (FixtureWorld *world, gconstpointer data)
{
  run (world, "node-rename-pattern bones[*] find=A replace=_ ignore_case=1");
  VALUE ("bones[1].name", "\"_rm\"");
  VALUE ("bones[2].name", "\"H_nd\"");
  run (world, "node-rename-pattern bones[2],bones[1] replace=Bone number=1");
  VALUE ("bones[0].name", "\"Root\"");
  VALUE ("bones[1].name", "\"Bone01\"");
  VALUE ("bones[2].name", "\"Bone02\"");
  run (world, "node-rename-pattern bones[1] find=01 replace=02");
  assert_notice (world, "another node is called \"Bone02\" too");
}

static void
test_rename_refused (FixtureWorld *world, gconstpointer data)
{
  g_autofree char *long_text = g_strnfill (79, 'x'),
                  *fits = g_strdup_printf ("node-rename-pattern bones[1] replace=%s", long_text),
                  *too_long = g_strdup_printf ("node-rename-pattern bones[0],bones[1] find=R replace=%s", long_text);
  run (world, fits);
  mw_document_undo (world->document);
  assert_refused (world, too_long, "would have a name of 82 bytes");
  g_autofree char *one_more = g_strdup_printf ("node-rename-pattern bones[1] replace=%sx", long_text);
  assert_refused (world, one_more, "would have a name of 80 bytes");
  assert_refused (world, "node-rename-pattern bones[1] find=Arm", "empty name");
  assert_refused (world, "node-rename-pattern bones[1] find=a replace=b", "nothing to rename");
  assert_refused (world, "node-rename-pattern bones[1] find=A replace=A", "nothing to rename");
  assert_refused (world, "node-rename-pattern sequences[0] find=A replace=A", "has no place in the skeleton");
}

/* --- Insert bone ---------------------------------------------------------------------------------------------------- */

static void
test_insert (FixtureWorld *world, gconstpointer data)
{
  fixture_set (world->document, "bones[1].pivot", "{1, 2, 3}");
  run (world, "bone-insert bones[1],attachments[0]");
  VALUE ("bones[1].name", "\"Arm Parent\"");
  VALUE ("bones[1].parent", "bones[0]");
  VALUE ("bones[1].pivot", "{1, 2, 3}");
  VALUE ("bones[2].name", "\"Arm\"");
  VALUE ("bones[2].parent", "bones[1]");
  VALUE ("bones[4].name", "\"Point Parent\"");
  VALUE ("bones[4].parent", "bones[3]");
  VALUE ("attachments[0].parent", "bones[4]");
  run (world, "bone-insert bones[0] name=Top offset={0,0,9}");
  VALUE ("bones[0].name", "\"Top\"");
  VALUE ("bones[0].parent", "none");
  VALUE ("bones[0].pivot", "{0, 0, 9}");
  /* What moves vertices is what moved them before. */
  VALUE ("geosets[0].group_members", "[bones[1], bones[1], bones[3]]");
  assert_refused (world, "bone-insert geosets[0]", "has no place in the skeleton");
}

/* A name that is too long is shortened at the beginning of a character. */
static void
test_insert_long_name (FixtureWorld *world, gconstpointer data)
{
  g_autofree char *start = g_strnfill (71, 'x'), *name = g_strdup_printf ("\"%s\u00e9yyy\"", start),
                  *expected = g_strdup_printf ("\"%s Parent\"", start), *long_name = g_strnfill (80, 'x'),
                  *line = g_strdup_printf ("bone-insert bones[1] name=%s", long_name);
  g_assert_true (fixture_set (world->document, "bones[1].name", name));
  run (world, "bone-insert bones[1]");
  VALUE ("bones[1].name", expected);
  g_autoptr (GError) error = NULL;
  g_assert_false (mw_script_run_line (world->document, line, NULL, &error));
}

static void
test_insert_m2 (void)
{
  static const guint versions[] = { 260, 264 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autoptr (MwFileSet) set = m2_made_set (versions[i], 1, 0);
    g_autoptr (MwDocument) document = m2_open (set);
    g_autoptr (GHashTable) broken = m2_broken_rules (set);
    if (versions[i] < 264) {
      g_autofree char *refusal = m2_refusal (document, "bone-insert bones[1] name=HandR");
      g_assert_nonnull (strstr (refusal, "bones have no names"));
      m2_do (document, "bone-insert bones[1]");
    } else {
      m2_do (document, "bone-insert bones[1] name=HandR");
      fixture_assert_value (document, "bones[1].name_crc", "HandR");
    }
    fixture_assert_value (document, "bones[1].key_bone", "-1");
    fixture_assert_value (document, "bones[1].flags", "0x0");
    fixture_assert_value (document, "bones[2].parent", "bones[1]");
    g_autoptr (MwFileSet) saved = m2_assert_sound (document, broken, "bone-insert");
  }
}

/* --- Change kind ---------------------------------------------------------------------------------------------------- */

static void
test_kind (FixtureWorld *world, gconstpointer data)
{
  assert_refused (world, "node-change-kind bones[1] kind=helper", "moves vertices of geosets[0]");
  assert_refused (world, "node-change-kind attachments[0] kind=helper", "neither a bone nor a helper");
  assert_refused (world, "node-change-kind bones[2] kind=bone", "nothing to change");
  fixture_set (world->document, "bones[2].geoset", "geosets[0]");
  run (world, "node-change-kind bones[2] kind=helper");
  assert_notice (world, "those of the bone are dropped");
  VALUE ("helpers[0].name", "\"Hand\"");
  VALUE ("helpers[0].parent", "bones[1]");
  VALUE ("helpers[0].flags", "0x0");
  VALUE ("attachments[0].parent", "helpers[0]");
  run (world, "node-change-kind helpers[0] kind=bone");
  VALUE ("bones[2].flags", "0x100");
  VALUE ("bones[2].geoset", "none");
}

/* --- Mirror --------------------------------------------------------------------------------------------------------- */

static void
test_mirror (FixtureWorld *world, gconstpointer data)
{
  assert_refused (world, "node-mirror attachments[0]", "no left or right in its name");
  fixture_set (world->document, "bones[2].name", "\"Hand_L\"");
  fixture_set (world->document, "bones[1].name", "\"Hand_R\"");
  fixture_set (world->document, "attachments[0].name", "\"Weapon Left\"");
  fixture_set (world->document, "attachments[0].pivot", "{1, 2, 3}");
  assert_refused (world, "node-mirror bones[1]", "\"Hand_L\" already exists");
  run (world, "node-mirror attachments[0]");
  VALUE ("attachments[1].name", "\"Weapon Right\"");
  VALUE ("attachments[1].pivot", "{1, -2, 3}");
  VALUE ("attachments[1].parent", "bones[1]");
  VALUE ("attachments[0].parent", "bones[2]");
  mw_document_undo (world->document);
  fixture_set (world->document, "bones[1].name", "\"Elbow\"");
  run (world, "node-mirror attachments[0]");
  VALUE ("attachments[1].parent", "bones[2]");
  assert_notice (world, "no bone of the other side");
  mw_document_undo (world->document);
  /* A copied bone carries the copies of what followed its original. */
  run (world, "node-mirror bones[2],attachments[0]");
  VALUE ("bones[3].name", "\"Hand_R\"");
  VALUE ("bones[3].parent", "bones[1]");
  VALUE ("attachments[1].parent", "bones[3]");
}

/* The corners of a box stay sorted. */
static void
test_mirror_box (FixtureWorld *world, gconstpointer data)
{
  fixture_set (world->document, "collision_shapes[0].name", "\"Box R\"");
  fixture_set (world->document, "collision_shapes[0].vertices.first", "{-1, 2, 0}");
  fixture_set (world->document, "collision_shapes[0].vertices.second", "{1, 5, 3}");
  run (world, "node-mirror collision_shapes[0]");
  VALUE ("collision_shapes[1].name", "\"Box L\"");
  VALUE ("collision_shapes[1].vertices.first", "{-1, -5, 0}");
  VALUE ("collision_shapes[1].vertices.second", "{1, -2, 3}");
}

/* The matrix of the bind pose is mirrored as a whole: its position, and the axes on both sides. */
static void
test_mirror_bind_pose (void)
{
  MwMdlx *model = fixture_model ();
  model->version = 1000;
  FixtureWorld made = { mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 1000 }), NULL }, *world = &made;
  g_assert_true (fixture_set (world->document, "attachments[0].name", "\"Hand Left\""));
  g_assert_true (fixture_set (world->document, "attachments[0].pivot", "{10, 11, 12}"));
  g_assert_true (fixture_set (world->document, "attachments[0].bind_pose", "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}"));
  run (world, "node-mirror attachments[0]");
  VALUE ("attachments[1].pivot", "{10, -11, 12}");
  VALUE ("attachments[1].bind_pose", "{1, -2, 3, -4, 5, -6, 7, -8, 9, 10, -11, 12}");
  g_object_unref (made.document);
}

/* Where a file has fewer bind poses than nodes, those that it has stay. */
static void
test_complete (void)
{
  MwMdlx *model = fixture_model ();
  const uint32_t stored = 1;
  model->version = 1000;
  mw_notes_add (&model->model.record, MW_NOTE_BIND_POSES, NULL, model->nodes.n + model->cameras.n, &stored,
                sizeof stored, 0);
  FixtureWorld made = { mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 1000 }), NULL }, *world = &made;
  const MwRecord *root = &mw_document_get_model (world->document)->record;
  g_assert_true (fixture_set (world->document, "bones[0].bind_pose", "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}"));
  g_assert_true (fixture_set (world->document, "attachments[0].pivot", "{10, 11, 12}"));
  run (world, "node-complete");
  VALUE ("bones[0].bind_pose", "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}");
  VALUE ("attachments[0].bind_pose", "{1, 0, 0, 0, 1, 0, 0, 0, 1, 10, 11, 12}");
  g_assert_null (mw_notes_find (root, MW_NOTE_BIND_POSES, NULL));
  mw_document_undo (world->document);
  VALUE ("attachments[0].bind_pose", "{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}");
  g_assert_nonnull (mw_notes_find (root, MW_NOTE_BIND_POSES, NULL));
  g_object_unref (made.document);
}

static void
test_sides (void)
{
  static const char *const names[][2] = {
    { "Hand Left Ref", "Hand Right Ref" },
    { "HandRight", "HandLeft" },
    { "SpellLeftHand", "SpellRightHand" },
    { "hand left", "hand right" },
    { "HAND_LEFT", "HAND_RIGHT" },
    { "ArmL", "ArmR" },
    { "Bip01 R Hand", "Bip01 L Hand" },
    { "Bone_L01", "Bone_R01" },
    { "arm_l", "arm_r" },
    { "R_Left", "R_Right" },
    { "Bright", NULL },
    { "Leftover", NULL },
    { "Upright", NULL },
    { "HAIR", NULL },
    { "Root", NULL },
    { "Large", NULL },
    { "pearl", NULL },
    { "", NULL },
  };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *swapped = mw_side_swapped (names[i][0]), *back = swapped ? mw_side_swapped (swapped) : NULL;
    g_assert_cmpstr (swapped, ==, names[i][1]);
    g_assert_cmpstr (back, ==, swapped ? names[i][0] : NULL);
  }
}

static void
test_mirror_m2 (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  g_autofree char *refusal = m2_refusal (document, "node-mirror bones[0]");
  g_assert_nonnull (strstr (refusal, "a bone without a name"));
}

/* --- Copies --------------------------------------------------------------------------------------------------------- */

/* Version 1000 stores the bones of a vertex in bytes. */
static void
test_copies_leave_skins_their_ids (void)
{
  enum { FIT = 254 };
  GError *error = NULL;
  g_autofree char *path = sample_path ("lantern-1000.mdx");
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (MwDocument) document = m2_open (set);
  for (guint i = 0; i < FIT; i++)
    m2_do (document, "duplicate bones[0]");
  MwModel *before = mw_model_copy (mw_document_get_model (document), TRUE);
  g_autofree char *refusal = m2_refusal (document, "duplicate bones[0]");
  g_assert_nonnull (strstr (refusal, "bones[256], which moves its vertices, would get the object id 256"));
  fixture_assert_same (mw_document_get_model (document), before);
  mw_model_free (before);
  /* One after all others changes none of their ids. */
  m2_do (document, "duplicate bones[255]");
}

/* --- Order -------------------------------------------------------------------------------------------------------- */

static void
test_sort (FixtureWorld *world, gconstpointer data)
{
  assert_refused (world, "node-sort", "nothing to sort");
  assert_refused (world, "node-sort order=tree", "nothing to sort");
  assert_refused (world, "node-renumber", "nothing to renumber");
  run (world, "move-down bones[0]");
  run (world, "move-down bones[1]");
  run (world, "node-sort");
  VALUE ("bones[0].name", "\"Root\"");
  VALUE ("bones[1].name", "\"Arm\"");
  VALUE ("bones[2].name", "\"Hand\"");
  VALUE ("geosets[0].group_members", "[bones[0], bones[0], bones[1]]");
  /* Two below Root: as a tree, what is below Arm comes before Other. */
  run (world, "add bones name=Other parent=bones[0]");
  run (world, "move-up bones[3]");
  assert_refused (world, "node-sort", "nothing to sort");
  run (world, "node-sort order=tree");
  VALUE ("bones[2].name", "\"Hand\"");
  VALUE ("bones[3].name", "\"Other\"");
}

/* --- Re-parent and keep motion -------------------------------------------------------------------------------------- */

/* Gives a node a track with keys at 0, 500 and 1000 ms. */
static void
give_track (FixtureWorld *world, const char *path, const char *slot, const float *values, uint32_t interpolation)
{
  static const gint32 times[] = { 0, 500, 1000 };
  g_autoptr (GError) error = NULL;
  MwRecord *node = fixture_target (world->document, path).record;
  const MwField *field = fixture_field (node, slot);
  MwTrack *track = (MwTrack *) mw_record_new (field->schema);
  track->interpolation = interpolation;
  track->times = mw_array_copy (times, 3, sizeof *times);
  track->values = mw_array_copy (values, 3, mw_field_element_size (mw_track_value_field (field->schema)));
  mw_document_begin (world->document, "Track");
  mw_document_insert (world->document, node->id, field, 0, &track->record, &error);
  g_assert_no_error (error);
  mw_document_commit (world->document);
}

static const float turns[] = { 0, 0, 0, 1, 0, 0, 0.6f, 0.8f, 0.6f, 0, 0, 0.8f },
                   moves[] = { 0, 0, 0, 10, 0, 0, 0, 5, 0 }, stretches[] = { 1, 1, 1, 1, 1, 3, 1, 2, 1 },
                   vanishes[] = { 1, 1, 1, 0, 0, 0, 1, 1, 1 };

static void
place_at (FixtureWorld *world, gint32 time, float out[3])
{
  MwModel *model = mw_document_get_model (world->document);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  MwClock clock = { 0 };
  mw_clock_play (&clock, model, fixture_id (world->document, "sequences[0]"));
  clock.time = time;
  mw_skeleton_update (skeleton, &clock, NULL);
  mw_skeleton_position (skeleton, fixture_id (world->document, "attachments[0]"), out);
}

/* At every millisecond within the tolerance, also where the old parent jumps. */
static void
test_keep (FixtureWorld *world, gconstpointer data)
{
  float before[1001][3], after[3];
  fixture_set (world->document, "bones[1].pivot", "{0, 0, 50}");
  fixture_set (world->document, "attachments[0].pivot", "{20, 0, 80}");
  fixture_set (world->document, "bounds.radius", "100");
  give_track (world, "bones[1]", "rotation.track", turns, MW_INTERPOLATION_LINEAR);
  give_track (world, "bones[2]", "translation.track", moves, MW_INTERPOLATION_NONE);
  give_track (world, "bones[0]", "rotation.track", turns, MW_INTERPOLATION_LINEAR);
  give_track (world, "bones[2]", "rotation.track", turns, MW_INTERPOLATION_LINEAR);
  for (int time = 0; time <= 1000; time++)
    place_at (world, time, before[time]);
  run (world, "node-reparent-keep attachments[0] parent=bones[0]");
  VALUE ("attachments[0].parent", "bones[0]");
  for (int time = 0; time <= 1000; time++) {
    place_at (world, time, after);
    for (int k = 0; k < 3; k++)
      g_assert_cmpfloat_with_epsilon (after[k], before[time][k], time % 500 ? 0.3 : 0.01);
  }
  run (world, "node-reparent-keep attachments[0] parent=none");
  for (int time = 0; time <= 1000; time += 500) {
    place_at (world, time, after);
    for (int k = 0; k < 3; k++)
      g_assert_cmpfloat_with_epsilon (after[k], before[time][k], 0.01);
  }
  /* It turns by more than half a circle, and yet no key is the opposite of the one before. */
  const MwMdlxNode *node = (const MwMdlxNode *) fixture_target (world->document, "attachments[0]").record;
  const float *values = node->rotation_track->values.data;
  for (guint i = 4; i < 4 * node->rotation_track->values.n; i += 4)
    g_assert_cmpfloat (values[i] * values[i - 4] + values[i + 1] * values[i - 3] + values[i + 2] * values[i - 2]
                         + values[i + 3] * values[i - 1],
                       >=, 0);
}

/* A parent that mirrors the node: the node then has a scale below 0 itself. */
static void
test_keep_mirrored (FixtureWorld *world, gconstpointer data)
{
  static const float mirrors[] = { 1, -1, 1, 1, -1, 1, 1, -1, 1 };
  float before[3], after[3];
  fixture_set (world->document, "attachments[0].pivot", "{20, 7, 80}");
  give_track (world, "bones[2]", "scaling.track", mirrors, MW_INTERPOLATION_LINEAR);
  give_track (world, "attachments[0]", "rotation.track", turns, MW_INTERPOLATION_LINEAR);
  place_at (world, 500, before);
  run (world, "node-reparent-keep attachments[0] parent=bones[0]");
  place_at (world, 500, after);
  for (int k = 0; k < 3; k++)
    g_assert_cmpfloat_with_epsilon (after[k], before[k], 0.01);
  MwTarget node = fixture_target (world->document, "attachments[0]");
  const float *scale = ((const MwMdlxNode *) node.record)->scaling_track->values.data;
  g_assert_cmpfloat (scale[0] * scale[1] * scale[2], <, 0);
}

static void
test_keep_refused (FixtureWorld *world, gconstpointer data)
{
  assert_refused (world, "node-reparent-keep attachments[0] parent=bones[2]", "this is its parent already");
  assert_refused (world, "node-reparent-keep textures[0] parent=bones[2]", "has no place in the skeleton");
  assert_refused (world, "node-reparent-keep bones[0] parent=bones[2]", "");
  fixture_set (world->document, "bones[1].flags.billboarded", "1");
  assert_refused (world, "node-reparent-keep attachments[0] parent=bones[0]", "faces the camera");
  mw_document_undo (world->document);
  fixture_set (world->document, "attachments[0].flags.dont_inherit_rotation", "1");
  assert_refused (world, "node-reparent-keep attachments[0] parent=bones[0]", "inherits only a part");
  mw_document_undo (world->document);
  /* Only movement, rotation and scale have keys: a stretched parent that the node turns in would shear it. */
  fixture_set (world->document, "attachments[0].pivot", "{20, 0, 80}");
  give_track (world, "bones[0]", "scaling.track", stretches, MW_INTERPOLATION_LINEAR);
  give_track (world, "bones[1]", "rotation.track", turns, MW_INTERPOLATION_LINEAR);
  assert_refused (world, "node-reparent-keep attachments[0] parent=none", "cannot be kept at");
  mw_document_undo (world->document);
  mw_document_undo (world->document);
  give_track (world, "bones[0]", "scaling.track", vanishes, MW_INTERPOLATION_LINEAR);
  assert_refused (world, "node-reparent-keep attachments[0] parent=bones[0]", "has a scale of 0");
  mw_document_undo (world->document);
  give_track (world, "bones[1]", "rotation.track", turns, MW_INTERPOLATION_LINEAR);
  fixture_set (world->document, "bones[1].rotation.track.global_sequence", "global_sequences[0]");
  assert_refused (world, "node-reparent-keep attachments[0] parent=bones[0]", "follows a global sequence");
}

/* --- Re-parent and keep motion, M2 ------------------------------------------------------------------------------------ */

/* A made model whose bones have no keys and no flags. */
static MwDocument *
open_still (const MwFileSet *set)
{
  static const char *const tracks[] = { "translation", "rotation", "scaling" };
  MwDocument *document = m2_open (set);
  const MwList *bones = m2_list (document, "bones");
  for (guint i = 0; i < bones->n; i++) {
    g_autofree char *flags = g_strdup_printf ("bones[%u].flags", i);
    for (guint t = 0; t < G_N_ELEMENTS (tracks); t++) {
      g_autofree char *line = g_strdup_printf ("delete bones[%u].%s.track", i, tracks[t]),
                      *name = g_strdup_printf ("%s.track", tracks[t]);
      if (*(MwRecord **) mw_field_at (bones->items[i], mw_schema_field (bones->items[i]->schema, name)))
        m2_do (document, line);
    }
    fixture_set (document, flags, "0");
  }
  return document;
}

/* Parents stay before their children, and all that names a bone names the same one. */
static void
test_keep_m2_order (void)
{
  static const guint versions[] = { 256, 260, 264, 272 };
  for (guint v = 0; v < G_N_ELEMENTS (versions); v++) {
    g_autoptr (MwFileSet) set = m2_made_set (versions[v], 1, 0);
    g_autoptr (MwDocument) document = open_still (set);
    g_autoptr (GHashTable) broken = m2_broken_rules (set);
    const MwM2 *model = m2_model (document);
    MwM2Bone *first = (MwM2Bone *) model->bones.items[1], *last = (MwM2Bone *) model->bones.items[model->bones.n - 1];
    g_autofree char *root = g_strdup_printf ("re-parent bones[%u] parent=none", model->bones.n - 1),
                    *line = g_strdup_printf ("node-reparent-keep bones[1] parent=bones[%u]", model->bones.n - 1),
                    *back = NULL;
    const MwId first_id = first->record.id, last_id = last->record.id;
    const guint8 *bones = model->bone_indices.data;
    if (last->parent.id)
      m2_do (document, root);
    guint named = 0, now = 0;
    for (guint i = 0; i < 4 * model->bone_indices.n; i++)
      named += bones[i] == 1;
    m2_do (document, line);
    const MwRecord *moved = mw_model_find (mw_document_get_model (document), first_id);
    g_assert_cmpuint (((const MwM2Bone *) moved)->parent.id, ==, last_id);
    g_assert_cmpuint (mw_record_index (moved), >,
                      mw_record_index (mw_model_find (mw_document_get_model (document), last_id)));
    bones = m2_model (document)->bone_indices.data;
    for (guint i = 0; i < 4 * m2_model (document)->bone_indices.n; i++)
      now += bones[i] == mw_record_index (moved);
    g_assert_cmpuint (now, ==, named);
    /* It does not move, so it needs no keys. */
    g_assert_null (((const MwM2Bone *) moved)->translation_track);
    g_assert_cmpuint (((const MwM2Bone *) moved)->flags & 0x200, ==, 0);
    g_autoptr (MwFileSet) saved = m2_assert_sound (document, broken, "node-reparent-keep");
    back = g_strdup_printf ("node-reparent-keep bones[%u] parent=none", mw_record_index (moved));
    m2_do (document, back);
    g_assert_cmpuint (((const MwM2Bone *) mw_model_find (mw_document_get_model (document), first_id))->parent.id, ==,
                      0);
  }
}

static void
assert_m2_refused (MwDocument *document, const char *line, const char *words)
{
  g_autofree char *refusal = m2_refusal (document, line);
  if (!strstr (refusal, words))
    g_error ("%s: found \"%s\", expected it to say \"%s\"", line, refusal, words);
}

static void
test_keep_m2_refused (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = open_still (set);
  m2_do (document, "re-parent bones[2] parent=bones[1]");
  assert_m2_refused (document, "node-reparent-keep bones[2] parent=bones[1]", "this is its parent already");
  assert_m2_refused (document, "node-reparent-keep textures[0] parent=bones[1]", "has no place in the skeleton");
  m2_do (document, "set bones[2].flags=8");
  assert_m2_refused (document, "node-reparent-keep bones[2] parent=bones[0]", "bones[2]: faces the camera");
  m2_do (document, "set bones[2].flags=2");
  assert_m2_refused (document, "node-reparent-keep bones[2] parent=bones[0]", "inherits only a part");
  m2_do (document, "set bones[2].flags=0");
  m2_do (document, "set bones[1].flags=16");
  assert_m2_refused (document, "node-reparent-keep bones[2] parent=none", "bones[1]: faces the camera");
  m2_do (document, "set bones[1].flags=0");
  assert_m2_refused (document, "node-reparent-keep bones[1] parent=bones[2]", "");
  /* A point follows a bone that is made for it. */
  const guint n = m2_list (document, "bones")->n;
  g_autofree char *bone = g_strdup_printf ("bones[%u]", n);
  m2_do (document, "set attachments[0].bone=bones[1]");
  m2_do (document, "node-reparent-keep attachments[0] parent=bones[0]");
  fixture_assert_value (document, "attachments[0].bone", bone);
  g_autofree char *parent = g_strdup_printf ("%s.parent", bone);
  fixture_assert_value (document, parent, "bones[0]");
}

/* Gives a bone a track that shows one value in all sequences. */
static void
give_constant (MwDocument *document, guint bone, const char *name, const float *value, guint count)
{
  const MwRecord *owner = m2_list (document, "bones")->items[bone];
  const MwField *slot = mw_schema_field (owner->schema, name);
  MwM2Track *track = (MwM2Track *) mw_record_new (slot->schema);
  static const gint32 start = 0;
  track->interpolation = 1;
  track->times = mw_array_copy (&start, 1, sizeof start);
  track->values = mw_array_copy (value, 1, count * sizeof *value);
  mw_document_begin (document, "track");
  g_assert_true (mw_document_insert (document, owner->id, slot, 0, &track->record, NULL));
  mw_document_commit (document);
}

/* The tracks of a bone are replaced. No keys give what a stretched and turned parent makes of it. */
static void
test_keep_m2_tracks (void)
{
  static const float stretch[] = { 1, 1, 3 }, turn[] = { 0.38268343f, 0, 0, 0.92387953f }, move[] = { 1, 2, 3 };
  g_autoptr (MwFileSet) set = m2_made_set (256, 1, 0);
  g_autoptr (MwDocument) document = open_still (set);
  m2_do (document, "re-parent bones[2] parent=bones[1]");
  m2_do (document, "re-parent bones[3] parent=bones[2]");
  give_constant (document, 3, "translation.track", move, 3);
  give_constant (document, 2, "rotation.track", turn, 4);
  fixture_set (document, "bones[3].flags", "0x200");
  m2_do (document, "node-reparent-keep bones[3] parent=bones[1]");
  const MwM2Bone *bone = (const MwM2Bone *) m2_list (document, "bones")->items[3];
  g_assert_nonnull (bone->rotation_track);
  g_assert_null (bone->scaling_track);
  for (guint i = 0; i < bone->rotation_track->times.n; i++)
    for (guint k = 0; k < 4; k++)
      g_assert_cmpfloat_with_epsilon (((const float *) bone->rotation_track->values.data)[4 * i + k], turn[k], 1e-5);
  /* Above the stretched bone the turned one would be sheared. */
  m2_do (document, "node-reparent-keep bones[3] parent=bones[2]");
  give_constant (document, 1, "scaling.track", stretch, 3);
  assert_m2_refused (document, "node-reparent-keep bones[3] parent=none", "cannot be kept at");
}

/* Without the file of a sequence the motion in it is not known. */
static void
test_keep_m2_unread (void)
{
  g_autoptr (GPtrArray) sets = m2_corpus_sets (3000000);
  guint n_refused = 0;
  for (guint i = 0; sets && i < sets->len; i++) {
    const MwFileSet *set = sets->pdata[i];
    g_autoptr (MwFileSet) part = mw_file_set_new ();
    gboolean any = FALSE;
    for (guint k = 0; k < set->parts->len; k++) {
      const MwFilePart *file = set->parts->pdata[k];
      if (g_str_has_prefix (file->role, "anim"))
        any = TRUE;
      else
        mw_file_set_add_companion (part, file->role, file->path, file->suffix, file->bytes);
    }
    if (!any)
      continue;
    g_autoptr (MwDocument) document = m2_open (part);
    const MwList *bones = m2_list (document, "bones");
    for (guint k = 1; k < bones->n; k++) {
      const MwM2Bone *bone = (const MwM2Bone *) bones->items[k];
      if (!bone->parent.id || bone->flags & 0x7f)
        continue;
      g_autofree char *line = g_strdup_printf ("node-reparent-keep bones[%u] parent=none", k),
                      *refusal = m2_refusal (document, line);
      n_refused += strstr (refusal, "in a file that is not loaded") != NULL;
      break;
    }
  }
  g_test_message ("%u models were refused", n_refused);
  g_assert_true (!sets || n_refused > 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/edit/operations/nodes/copies leave the bones of skins their object ids",
                   test_copies_leave_skins_their_ids);
  g_test_add_func ("/core/edit/operations/nodes/key bones from names and counterparts", test_key);
  ADD ("/core/edit/operations/nodes/the standard attachments are proposed", test_standard);
  ADD ("/core/edit/operations/nodes/the slot of an attachment", test_slot);
  g_test_add_func ("/core/edit/operations/nodes/the slot of an attachment of M2", test_slot_m2);
  ADD ("/core/edit/operations/nodes/the model turns about an axis", test_rotate);
  ADD ("/core/edit/operations/nodes/a point follows another bone", test_retarget);
  ADD ("/core/edit/operations/nodes/what cannot follow another bone", test_retarget_refused);
  ADD ("/core/edit/operations/nodes/pivots move, each once", test_pivot);
  ADD ("/core/edit/operations/nodes/names are replaced and numbered", test_rename);
  ADD ("/core/edit/operations/nodes/names that are not replaced", test_rename_refused);
  ADD ("/core/edit/operations/nodes/a bone is put above others", test_insert);
  ADD ("/core/edit/operations/nodes/a long name is shortened", test_insert_long_name);
  g_test_add_func ("/core/edit/operations/nodes/a bone is put above others in M2", test_insert_m2);
  ADD ("/core/edit/operations/nodes/a bone becomes a helper and a bone again", test_kind);
  ADD ("/core/edit/operations/nodes/a point is mirrored, and follows the other side", test_mirror);
  ADD ("/core/edit/operations/nodes/a mirrored box has sorted corners", test_mirror_box);
  g_test_add_func ("/core/edit/operations/nodes/left and right in names", test_sides);
  g_test_add_func ("/core/edit/operations/nodes/bones without names are not mirrored", test_mirror_m2);
  ADD ("/core/edit/operations/nodes/nodes are sorted", test_sort);
  ADD ("/core/edit/operations/nodes/a node gets another parent and keeps its motion", test_keep);
  ADD ("/core/edit/operations/nodes/a node keeps its motion below a parent that mirrors", test_keep_mirrored);
  g_test_add_func ("/core/edit/operations/nodes/a bind pose is mirrored", test_mirror_bind_pose);
  g_test_add_func ("/core/edit/operations/nodes/missing bind poses are at the pivots", test_complete);
  ADD ("/core/edit/operations/nodes/motion that cannot be kept", test_keep_refused);
  g_test_add_func ("/core/edit/operations/nodes/a bone of M2 gets another parent, also a later one",
                   test_keep_m2_order);
  g_test_add_func ("/core/edit/operations/nodes/motion of M2 that cannot be kept", test_keep_m2_refused);
  g_test_add_func ("/core/edit/operations/nodes/tracks of a bone of M2 are replaced", test_keep_m2_tracks);
  g_test_add_func ("/core/edit/operations/nodes/motion of M2 that is in another file", test_keep_m2_unread);
  return g_test_run ();
}
