/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/core/edit/fixture.h"

#include <string.h>
#include <time.h>

/* Runs script lines, each of which must succeed. */
static void
run_lines (FixtureWorld *world, const char *lines)
{
  g_autoptr (GError) error = NULL;
  gboolean ok = mw_script_run (world->document, lines, strlen (lines), NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ok);
}

static void
assert_refused (FixtureWorld *world, const char *line, MwErrorCode code, guint column, const char *words)
{
  g_autoptr (GError) error = NULL;
  guint steps = mw_document_get_n_steps (world->document);
  MwModel *before = mw_model_copy (mw_document_get_model (world->document), TRUE);
  g_assert_false (mw_script_run_line (world->document, line, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, MW_ERROR, (int) code);
  g_assert_cmpuint (mw_error_line (error), ==, 1);
  g_assert_cmpuint (mw_error_column (error), ==, column);
  if (!strstr (error->message, words))
    g_error ("found \"%s\", expected it to say \"%s\"", error->message, words);
  fixture_assert_same (mw_document_get_model (world->document), before);
  g_assert_cmpuint (mw_document_get_n_steps (world->document), ==, steps);
  mw_model_free (before);
}

#define VALUE(path, expected) fixture_assert_value (world->document, path, expected)

/* --- The table ------------------------------------------------------------------------------------------------------ */

/* Checks that the window's form and scripts can ask for a parameter: its value is plain data, and a reference points
 * into a list of the model. */
static void
assert_askable (const MwField *field)
{
  const MwSchema *const roots[] = { &mw_mdlx_schema, &mw_m2_schema };
  gboolean known = FALSE;
  g_assert_true (field->label && *field->label && field->doc && *field->doc);
  g_assert_true (field->type != MW_TYPE_LIST && field->type != MW_TYPE_CHILD);
  for (guint i = 0; i < G_N_ELEMENTS (roots) && field->refers; i++)
    known |= mw_schema_field (roots[i], field->refers)
             || (field->or_refers && mw_schema_field (roots[i], field->or_refers));
  g_assert_true (known == (field->refers != NULL));
  g_assert_true (field->role != MW_ROLE_SIBLING || field->type == MW_TYPE_TEXT);
}

/* Menu items are in title case: every long word begins with a capital letter. */
static gboolean
is_title (const char *label)
{
  enum { LONG = 5 };
  g_auto (GStrv) words = g_strsplit (label, " ", -1);
  for (guint i = 0; words[i]; i++)
    if (strlen (words[i]) >= LONG && !g_ascii_isupper (words[i][0]))
      return FALSE;
  return g_ascii_isupper (label[0]);
}

static gboolean
is_refusal (const GError *error)
{
  return g_error_matches (error, MW_ERROR, MW_ERROR_REFUSED) || g_error_matches (error, MW_ERROR, MW_ERROR_NOTHING);
}

static void
test_table (FixtureWorld *world, gconstpointer data)
{
  guint refused = 0;
  for (const MwOperation *const *at = mw_operations_list (); *at; at++) {
    const MwOperation *operation = *at;
    g_assert_true (mw_operation_find (operation->id) == operation);
    g_assert_true (operation->label && *operation->label && operation->doc && *operation->doc);
    g_assert_nonnull (operation->run);
    g_assert_true (is_title (operation->label));
    g_assert_true (operation->applies || operation->families || operation->menu == MW_MENU_ADD
                   || operation->subject == MW_SUBJECT_MODEL);
    for (guint i = 0; operation->required && operation->required[i]; i++)
      g_assert_nonnull (mw_schema_field (operation->params, operation->required[i]));
    g_assert_true (!operation->step || strstr (operation->step, "%s"));
    for (guint i = 0; operation->params && i < mw_schema_n_fields (operation->params); i++)
      assert_askable (mw_schema_field_at (operation->params, i));
    /* An accelerator has one meaning for each subject. */
    g_assert_true (mw_operation_for_subject (operation, operation->subject) == operation);
    for (const MwOperation *const *other = at + 1; *other && operation->accelerator; other++)
      g_assert_true ((*other)->subject != operation->subject
                     || g_strcmp0 ((*other)->accelerator, operation->accelerator) != 0);
    /* Without a selection, and for the model itself, there must be a reason; operations on the model need no selection. */
    g_autoptr (GError) error = NULL;
    MwId root = mw_document_get_model (world->document)->record.id;
    if (!mw_operation_applies (operation, world->document, NULL, 0, &error))
      g_assert_true (is_refusal (error));
    else
      g_assert_true (operation->subject == MW_SUBJECT_MODEL);
    g_clear_error (&error);
    /* Some operations apply to the model itself, which has a name. */
    if (!mw_operation_applies (operation, world->document, &root, 1, &error)) {
      g_assert_true (is_refusal (error));
      refused++;
    }
  }
  g_assert_cmpuint (refused, >=, 6);
  g_assert_null (mw_operation_find ("no-such-operation"));
  g_assert_true (mw_operation_for_subject (&mw_operation_delete, MW_SUBJECT_SURFACES) == &mw_operation_surface_delete);
  g_assert_null (mw_operation_for_subject (&mw_operation_duplicate, MW_SUBJECT_SURFACES));
  g_assert_null (mw_operation_for_subject (&mw_operation_reparent, MW_SUBJECT_SURFACES));
}

/* --- Parameters ----------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  char *text;
  MwArray numbers;
  float place[3];
  uint32_t bits;
  MwRef profile;
} AllParams;

MW_NAMES (all_bits, TRUE, { 1, "one", "One" }, { 2, "two", "Two" });
static const MwField all_fields[] = {
  MW_FIELD_TEXT (AllParams, text, 8, "text"),
  MW_FIELD_ARRAY (AllParams, numbers, MW_TYPE_F32, 2, "numbers"),
  MW_FIELD_VEC (AllParams, place, 3, "place"),
  MW_FIELD_U32 (AllParams, bits, "bits", .names = &all_bits),
  MW_FIELD_REF (AllParams, profile, "profile", "skins"),
};
static const MwSchema all_params = {
  .name = "all", .size = sizeof (AllParams), .fields = all_fields, .n_fields = G_N_ELEMENTS (all_fields)
};
static const MwOperation all_types = { .id = "all", .params = &all_params };

static gboolean
set_part (FixtureWorld *world, MwRecord *params, const char *name, const MwTarget *part, const char *text,
          GError **error)
{
  MwTarget target = *part;
  target.record = params;
  target.field = mw_schema_field (&all_params, name);
  return mw_operation_param_set_target (world->document, &target, text, strlen (text), error);
}

/* Set as a whole, as scripts do, and in parts, as the form does. */
static void
test_parameters (FixtureWorld *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwRecord) record = mw_operation_params_new (&all_types);
  AllParams *params = (AllParams *) record;
  static const char *const given[][2] = {
    { "text", "\"abc\"" }, { "numbers", "[{1, 2}, {3, 4}, {5, 6}]" }, { "place", "{1, 2, 3}" }, { "bits", "5" }
  };
  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    g_assert_true (mw_operation_param_set (&all_types, world->document, record, given[i][0], given[i][1],
                                           strlen (given[i][1]), NULL));
  const float *numbers = params->numbers.data;
  g_assert_cmpstr (params->text, ==, "abc");
  g_assert_cmpuint (params->numbers.n, ==, 3);
  g_assert_true (numbers[0] == 1 && numbers[5] == 6 && params->place[2] == 3);
  g_assert_cmpuint (params->bits, ==, 5);

  g_assert_true (set_part (world, record, "place", &(MwTarget) { .n = 1, .component = 1 }, "7", NULL));
  g_assert_true (params->place[0] == 1 && params->place[1] == 7 && params->place[2] == 3);
  g_assert_true (set_part (world, record, "bits", &(MwTarget) { .n = 1, .component = -1, .bit = 2 }, "1", NULL));
  g_assert_cmpuint (params->bits, ==, 7);
  MwTarget element = { .first = 1, .n = 1, .one = TRUE, .component = -1 };
  g_assert_true (set_part (world, record, "numbers", &element, "{8, 9}", NULL));
  numbers = params->numbers.data;
  g_assert_true (numbers[1] == 2 && numbers[2] == 8 && numbers[3] == 9 && numbers[4] == 5);
  element.component = 0;
  g_assert_true (set_part (world, record, "numbers", &element, "10", NULL));
  numbers = params->numbers.data;
  g_assert_true (numbers[2] == 10 && numbers[3] == 9);

  /* Wrong values are refused and change nothing. */
  element = (MwTarget) { .first = 3, .n = 1, .one = TRUE, .component = -1 };
  g_assert_false (set_part (world, record, "numbers", &element, "{8, 9}", &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
  g_clear_error (&error);
  g_assert_cmpuint (params->numbers.n, ==, 3);
  g_assert_false (
    mw_operation_param_set (&all_types, world->document, record, "text", "\"longer than that\"", 18, &error));
  g_clear_error (&error);
  g_assert_cmpstr (params->text, ==, "abc");
  /* Models of this family have no skin profiles. */
  g_assert_false (mw_operation_param_set (&all_types, world->document, record, "profile", "0", 1, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  g_assert_nonnull (strstr (error->message, "has no skins"));
}

static guint n_presets;

static void
count_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  n_presets++;
}

static gboolean
applies_to_none (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return FALSE;
}

static const MwOperation for_none = {
  .id = "none", .params = &all_params, .preset = count_preset, .applies = applies_to_none
};

/* The initial values of a form. Scripts start from the defaults. */
static void
test_preset (FixtureWorld *world, gconstpointer data)
{
  MwId id = fixture_id (world->document, "bones[0]");
  const char *name = mw_record_name (mw_model_find (mw_document_get_model (world->document), id));
  g_autoptr (MwRecord) form = mw_operation_params_for (&mw_operation_rename, world->document, &id, 1);
  g_autoptr (MwRecord) script = mw_operation_params_new (&mw_operation_rename);
  const MwField *field = mw_schema_field (mw_operation_rename.params, "name");
  g_assert_cmpstr (*(char **) mw_field_at (form, field), ==, name);
  g_assert_null (*(char **) mw_field_at (script, field));
  /* It may read the records as those that the operation is for. */
  n_presets = 0;
  mw_record_free (mw_operation_params_for (&for_none, world->document, &id, 1));
  g_assert_cmpuint (n_presets, ==, 0);
}

static void
test_delete (FixtureWorld *world, gconstpointer data)
{
  run_lines (world, "delete sequences[0],attachments[0].visibility.track");
  VALUE ("sequences", "1");
  VALUE ("attachments[0].visibility.track", "none");
  g_assert_cmpuint (mw_document_get_n_steps (world->document), ==, 1);
  g_assert_cmpstr (mw_document_get_undo_label (world->document), ==, "Delete");
  fixture_assert_undo (world->document, world->first);
  assert_refused (world, "delete textures[1]", MW_ERROR_REFUSED, 1, "used by materials[0].layers[1].texture");
}

static void
test_rename (FixtureWorld *world, gconstpointer data)
{
  run_lines (world, "rename sequences[Walk] name=\"Walk Fast - 1\"\nrename bones[0] name=Bone_Root");
  VALUE ("sequences[1].name", "\"Walk Fast - 1\"");
  VALUE ("bones[0].name", "\"Bone_Root\"");
  fixture_assert_undo (world->document, world->first);
  assert_refused (world, "rename materials[0] name=x", MW_ERROR_REFUSED, 1, "has no name");
  assert_refused (world, "rename bones[*] name=x", MW_ERROR_REFUSED, 1, "one record");
  assert_refused (world, "rename bones[0]", MW_ERROR_USAGE, 16, "name=VALUE");
  g_autofree char *longer = g_strdup_printf ("rename bones[0] name=%0100d", 0);
  assert_refused (world, longer, MW_ERROR_VALUE, 1, "79");
}

static void
test_move (FixtureWorld *world, gconstpointer data)
{
  run_lines (world, "move-down bones[0]");
  VALUE ("bones[0].name", "\"Arm\"");
  VALUE ("bones[1].name", "\"Root\"");
  VALUE ("bones[0].parent", "bones[1]");
  run_lines (world, "move-up bones[1],bones[2]");
  VALUE ("bones[0].name", "\"Root\"");
  VALUE ("bones[1].name", "\"Hand\"");
  VALUE ("bones[2].name", "\"Arm\"");
  run_lines (world, "move-up materials[0].layers[1]\nmove-down materials[0].layers[0]");
  fixture_assert_undo (world->document, world->first);
  assert_refused (world, "move-up bones[0]", MW_ERROR_REFUSED, 1, "first already");
  assert_refused (world, "move-down bones[2]", MW_ERROR_REFUSED, 1,
                  "last already"); /* it is the last bone, although records of other kinds follow */
  assert_refused (world, "move-up attachments[0].visibility.track", MW_ERROR_REFUSED, 1, "not in a list");
}

static void
test_reparent (FixtureWorld *world, gconstpointer data)
{
  run_lines (world, "re-parent attachments[0],collision_shapes[0] parent=bones[1]\nre-parent bones[1] parent=none");
  VALUE ("attachments[0].parent", "bones[1]");
  VALUE ("collision_shapes[0].parent", "bones[1]");
  VALUE ("bones[1].parent", "none");
  fixture_assert_undo (world->document, world->first);
  assert_refused (world, "re-parent bones[1] parent=attachments[0]", MW_ERROR_REFUSED, 1, "\"Point\" is below");
  assert_refused (world, "re-parent bones[1] parent=bones[1]", MW_ERROR_REFUSED, 1, "its own parent");
  assert_refused (world, "re-parent sequences[0] parent=bones[0]", MW_ERROR_REFUSED, 1, "not a node");
  assert_refused (world, "re-parent bones[0] parent=bones[9]", MW_ERROR_VALUE, 20, "bones[9]");
}

/* --- Duplicate ------------------------------------------------------------------------------------------------------ */

static void
test_duplicate_node (FixtureWorld *world, gconstpointer data)
{
  MwRecord *arm = fixture_target (world->document, "bones[1]").record;
  mw_notes_add (arm, MW_NOTE_OBJECT_ID, NULL, 0, "\7\0\0\0", 4, 4);
  mw_notes_add (arm, MW_NOTE_TEXT_TAIL, fixture_field (arm, "name"), 6, "tail", 4, 4);
  mw_model_free (world->first);
  world->first = mw_model_copy (mw_document_get_model (world->document), TRUE);
  run_lines (world, "duplicate bones[1],bones[2]");
  VALUE ("bones", "5");
  VALUE ("bones[2].name", "\"Arm 2\"");
  VALUE ("bones[4].name", "\"Hand 2\"");
  VALUE ("bones[2].parent", "bones[0]"); /* Root was not copied */
  VALUE ("bones[3].parent", "bones[1]");
  VALUE ("bones[4].parent", "bones[2]"); /* the copy of Arm is the parent of the copy of Hand */
  VALUE ("attachments[0].parent", "bones[3]");
  MwRecord *copy = fixture_target (world->document, "bones[2]").record;
  g_assert_cmpuint (mw_notes_count (copy), ==, 1);
  g_assert_nonnull (mw_notes_find (copy, MW_NOTE_TEXT_TAIL, fixture_field (copy, "name")));
  guint n;
  const MwId *selected = mw_document_get_selection (world->document, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (selected[0], ==, copy->id);
  fixture_assert_undo (world->document, world->first);
  run_lines (world, "duplicate bones[1]");
  VALUE ("bones[2].name", "\"Arm 3\"");
}

static void
test_duplicate_names (FixtureWorld *world, gconstpointer data)
{
  run_lines (world, "rename sequences[0] name=\"Stand - 9\"\nduplicate sequences[0]");
  VALUE ("sequences[1].name", "\"Stand - 10\"");
  /* A name without room for a suffix is cut, but not in the middle of a character. */
  g_autofree char *full = g_strnfill (76, 'x');
  g_autofree char *lines = g_strdup_printf ("rename sequences[0] name=%s\xC3\xA4y\nduplicate sequences[0]", full);
  run_lines (world, lines);
  MwMdlxSequence *copy = (MwMdlxSequence *) fixture_target (world->document, "sequences[1]").record;
  g_autofree char *expected = g_strdup_printf ("%s 2", full);
  g_assert_cmpstr (copy->name, ==, expected);
}

static void
test_duplicate_sequence (FixtureWorld *world, gconstpointer data)
{
  run_lines (world, "duplicate sequences[0]");
  VALUE ("sequences", "3");
  VALUE ("sequences[1].name", "\"Stand 2\"");
  VALUE ("sequences[1].interval.end", "1000");
  VALUE ("geosets[0].extents", "3");
  VALUE ("geosets[0].extents[1].sequence", "sequences[1]");
  VALUE ("geosets[0].extents[1].bounds.radius", "10");
  VALUE ("geosets[0].extents[2].sequence", "sequences[2]");
  VALUE ("geosets[0].extents[2].bounds.radius", "11");
  fixture_assert_undo (world->document, world->first);
}

static void
test_duplicate_deep (FixtureWorld *world, gconstpointer data)
{
  run_lines (world, "duplicate materials[0],textures[1],geosets[0],geoset_animations[0],sequences[1]");
  VALUE ("materials[1].layers[1].texture", "textures[2]"); /* the copy */
  VALUE ("materials[1].layers[0].texture", "textures[0]");
  VALUE ("materials[0].layers[1].texture", "textures[1]");
  VALUE ("geosets[1].material", "materials[1]");
  VALUE ("geoset_animations[1].geoset", "geosets[1]");
  VALUE ("geoset_animations[0].geoset", "geosets[0]");
  VALUE ("geosets[0].extents", "3");
  VALUE ("geosets[1].extents", "3");
  VALUE ("geosets[1].extents[1].sequence", "sequences[1]");
  VALUE ("geosets[1].extents[2].sequence", "sequences[2]");
  const MwMdlxGeoset *a = (const MwMdlxGeoset *) fixture_target (world->document, "geosets[0]").record;
  const MwMdlxGeoset *b = (const MwMdlxGeoset *) fixture_target (world->document, "geosets[1]").record;
  g_assert_true (a->vertices.data == b->vertices.data); /* shared until one is written to */
  run_lines (world, "set geosets[1].vertices[0].x=9");
  VALUE ("geosets[0].vertices[0].x", "0");
  run_lines (world, "duplicate materials[0].layers[1]");
  VALUE ("materials[0].layers", "3");
  VALUE ("materials[0].layers[2].texture.track.keys[0].value", "textures[0]");
  fixture_assert_undo (world->document, world->first);
  assert_refused (world, "duplicate attachments[0].visibility.track", MW_ERROR_REFUSED, 1, "room for only one");
}

/* --- Scripts -------------------------------------------------------------------------------------------------------- */

static void
test_script (FixtureWorld *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  static const char script[] = "# a comment\n"
                               "\n"
                               "  select sequences[\"Walk\"], bones[0]\n"
                               "set materials[*].layers[*].alpha = 0.5  \n"
                               "set sequences[0].name=A \"quoted\" name\n"
                               "select sequences[1]\n"
                               "duplicate\n"
                               "rename name=Run\n"
                               "set bones[0].name=\"x\" ";
  guint done;
  run_lines (world, "select sequences[\"Walk\"],bones[0]");
  guint n;
  mw_document_get_selection (world->document, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_false (
    mw_script_run (world->document, script, sizeof script - 1, &done, NULL, &error)); /* a blank in the list of paths */
  g_assert_cmpuint (mw_error_line (error), ==, 3);
  g_clear_error (&error);
  const char *from_set = strstr (script, "set mat");
  g_assert_true (mw_script_run (world->document, from_set, strlen (from_set), &done, NULL, &error));
  g_assert_cmpuint (done, ==, 6);
  VALUE ("materials[0].layers[0].alpha", "0.5");
  VALUE ("materials[0].layers[1].alpha", "0.5");
  VALUE ("sequences[0].name", "\"A \"quoted\" name\"");
  VALUE ("sequences[2].name", "\"Run\"");
  VALUE ("bones[0].name", "\"x\"");
  fixture_assert_undo (world->document, world->first);
}

static void
test_script_names (FixtureWorld *world, gconstpointer data)
{
  run_lines (world, "rename sequences[0] name=\"Stand, Ready = 1\"\nset sequences[\"Stand, Ready = 1\"].rarity=4\n"
                    "duplicate sequences[\"Stand, Ready = 1\"],sequences[Walk]");
  VALUE ("sequences[0].rarity", "4");
  VALUE ("sequences[1].name", "\"Stand, Ready = 2\"");
  VALUE ("sequences[3].name", "\"Walk 2\"");
  fixture_assert_undo (world->document, world->first);
}

/* A step that has nothing to do stops a script, unless the caller takes its message. A path that names nothing never means the
 * selection. */
static void
test_nothing_to_do (FixtureWorld *world, gconstpointer data)
{
  static const char script[] =
    "select sequences[0]\ntexture-remove-unused\ndelete cameras[*]\nrename sequences[0] name=Idle\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) idle = g_ptr_array_new_with_free_func (g_free);
  guint done;
  g_assert_false (mw_script_run (world->document, script, sizeof script - 1, &done, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_NOTHING);
  g_assert_cmpuint (mw_error_line (error), ==, 2);
  g_clear_error (&error);
  g_assert_true (mw_script_run (world->document, script, sizeof script - 1, &done, idle, &error));
  g_assert_cmpuint (done, ==, 2);
  g_assert_cmpuint (idle->len, ==, 2);
  g_assert_cmpstr (idle->pdata[0], ==, "step \"texture-remove-unused\": nothing to remove: all textures are used");
  g_assert_cmpstr (idle->pdata[1], ==, "step \"delete cameras[*]\": nothing to do: the model has no cameras[*]");
  VALUE ("sequences[0].name", "\"Idle\"");
}

static void
test_script_errors (FixtureWorld *world, gconstpointer data)
{
  assert_refused (world, "explode bones[0]", MW_ERROR_USAGE, 1, "or an operation");
  assert_refused (world, "  explode", MW_ERROR_USAGE, 3, "explode");
  assert_refused (world, "delete bones[9]", MW_ERROR_PATH, 8, "bones[9]");
  assert_refused (world, "delete cameras[*]", MW_ERROR_NOTHING, 8, "no cameras[*]");
  assert_refused (world, "delete bones[0],bones[9]", MW_ERROR_PATH, 17, "bones[9]");
  assert_refused (world, "delete bones[0],,bones[1]", MW_ERROR_USAGE, 17, "path");
  assert_refused (world, "delete bones[0].name", MW_ERROR_PATH, 8, "is not an element");
  assert_refused (world, "delete sequences", MW_ERROR_PATH, 8, "sequences[0]");
  assert_refused (world, "delete", MW_ERROR_REFUSED, 1, "nothing is selected");
  assert_refused (world, "delete bones[0] depth=3", MW_ERROR_USAGE, 17, "no parameter \"depth\"");
  assert_refused (world, "rename bones[0] nme=x", MW_ERROR_USAGE, 17, "it has name");
  assert_refused (world, "set bones[0].name", MW_ERROR_USAGE, 18, "PATH=VALUE");
  assert_refused (world, "set bones[0].pivot={1, 2}", MW_ERROR_VALUE, 20, "bones[0].pivot");
  assert_refused (world, "set bones[*].pivot.x=much", MW_ERROR_VALUE, 22, "much");
  assert_refused (world, "select", MW_ERROR_USAGE, 7, "path");
  assert_refused (world, "set version=900", MW_ERROR_REFUSED, 13, "version");
}

/* A free name is found quickly even if many nodes have the same one, and the time to copy a large model does not
 * grow with its square. */
static void
test_large (void)
{
  enum { NODES = 6700 };
  g_autoptr (GError) error = NULL;
  MwMdlx *model = mw_mdlx_new ();
  MwRecord *root = &model->model.record;
  g_autofree MwId *ids = g_new (MwId, NODES);
  for (int i = 0; i < NODES; i++) {
    MwMdlxNode *bone = (MwMdlxNode *) mw_record_new (&mw_mdlx_bone_schema);
    g_autofree char *name = g_strdup_printf ("Bone_%d", i);
    mw_text_set (&bone->name, name, strlen (name));
    mw_list_append (&model->model, root, fixture_field (root, "nodes"), &bone->record);
    ids[i] = bone->record.id;
  }
  MwDocument *document = mw_document_new (&model->model, FIXTURE_FORMAT);
  clock_t start = clock ();
  g_assert_true (mw_operation_run (&mw_operation_duplicate, document, ids, NODES, NULL, &error));
  clock_t taken = clock () - start;
  g_test_message ("%d nodes duplicated in %.3f s of the processor", NODES, (double) taken / CLOCKS_PER_SEC);
  g_assert_cmpuint (model->nodes.n, ==, 2 * NODES);
  g_assert_cmpint (taken, <, 20 * CLOCKS_PER_SEC);
  g_object_unref (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(claim, function)                                                                                          \
  g_test_add ("/edit/operations/" claim, FixtureWorld, NULL, fixture_world_setup, function, fixture_world_teardown)
  TEST ("the table is complete, and each entry says why it does not apply", test_table);
  TEST ("delete applies the policies", test_delete);
  TEST ("parameters of every type are set, as a whole and in parts", test_parameters);
  TEST ("a form starts with what there is now", test_preset);
  TEST ("rename checks the room", test_rename);
  TEST ("move up and down keep to the kind", test_move);
  TEST ("re-parent refuses circles", test_reparent);
  TEST ("duplicate gives nodes free names and inner references", test_duplicate_node);
  TEST ("duplicate counts names on and cuts them to fit", test_duplicate_names);
  TEST ("duplicate copies a sequence's extents", test_duplicate_sequence);
  TEST ("duplicate copies what is below", test_duplicate_deep);
  TEST ("scripts select, set and do", test_script);
  TEST ("scripts take names with blanks, commas and signs", test_script_names);
  TEST ("a step that has nothing to do need not stop a script", test_nothing_to_do);
  TEST ("script errors name the column", test_script_errors);
  g_test_add_func ("/edit/operations/large models duplicate quickly", test_large);
  return g_test_run ();
}
