/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "core/model/track.h"
#include "ui/inspector/rotation-editor.h"
#include "ui/inspector/value-entry.h"

#include <math.h>
#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static GtkWidget *editor;

/* Opens the rotation of the first node that has keys, and shows its first key, which gets this value. */
static void
begin (const float q[4])
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  MwRecord *bone = fixture_record (document, "bones[0]");
  const MwField *slot = mw_schema_field (bone->schema, "rotation.track");
  MwRecord *track = *(MwRecord **) mw_field_at (bone, slot);
  const MwField *values = mw_schema_part (track->schema, MW_PART_VALUES);
  GError *error = NULL;
  mw_document_begin (document, "Set");
  mw_document_replace_span (document, track->id, values, 0, 1, q, &error);
  g_assert_no_error (error);
  mw_document_commit (document);
  fixture_open_track (fixture_select (page, "bones[0]"), bone->schema, slot);
  editor = fixture_element (fixture_field (page, track->id, values));
  g_assert_true (MW_IS_ROTATION_EDITOR (editor));
}

static void
end (void)
{
  fixture_end (window);
}

static const float *
value (void)
{
  return (const float *) mw_field_editor_get_value (MW_FIELD_EDITOR (editor));
}

static void
assert_near (const float wanted[4])
{
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon (value ()[i], wanted[i], 1e-6f);
}

static void
assert_shown (const char *first, const char *second, const char *third)
{
  g_assert_cmpstr (fixture_shown (editor, 0), ==, first);
  g_assert_cmpstr (fixture_shown (editor, 1), ==, second);
  g_assert_cmpstr (fixture_shown (editor, 2), ==, third);
}

static void
show_as (const char *way)
{
  g_assert_true (act_choose_named (find_type (editor, GTK_TYPE_DROP_DOWN), way));
}

static void
test_euler (void)
{
  const float half = (float) sqrt (0.5), turned[4] = { 0, 0, half, half };
  begin (turned);
  assert_shown ("0", "0", "90");
  /* Typing what is shown changes nothing, whatever the rounding. */
  guint steps = mw_document_get_position (document);
  for (guint i = 0; i < 3; i++) {
    g_autofree char *shown = g_strdup (fixture_shown (editor, i));
    act_type_and_enter (fixture_entry (editor, i), shown);
  }
  act_type_and_enter (fixture_entry (editor, 2), "90,0");
  g_assert_cmpuint (mw_document_get_position (document), ==, steps);
  g_assert_cmpmem (value (), 16, turned, 16);
  /* One angle, as one step. It stays as it was typed. */
  act_type_and_enter (fixture_entry (editor, 2), "270");
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  assert_shown ("0", "0", "270");
  /* On the side of the value before, or curves would turn the other way. */
  g_assert_cmpfloat (value ()[2] * turned[2] + value ()[3] * turned[3], >=, -1e-6f);
  mw_document_undo (document);
  assert_shown ("0", "0", "90");
  act_type_and_enter (fixture_entry (editor, 0), "x");
  g_assert_nonnull (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)));
  end ();
}

static void
test_odd (void)
{
  const float half = (float) sqrt (0.5), locked[4] = { 0, half, 0, half };
  begin (locked);
  g_assert_cmpstr (fixture_shown (editor, 1), ==, "90");
  g_assert_nonnull (find_words (editor, "same axis"));
  /* Where X and Z do the same, what was typed stays. */
  act_type_and_enter (fixture_entry (editor, 2), "30");
  assert_shown ("0", "90", "30");
  end ();
  const float longer[4] = { -0.0f, 0, 0, 2 };
  begin (longer);
  /* No minus before 0, and the length is said. */
  assert_shown ("0", "0", "0");
  g_assert_nonnull (find_words (editor, "Length 2"));
  act_type_and_enter (fixture_entry (editor, 0), "0");
  g_assert_cmpmem (value (), 16, longer, 16);
  act_type_and_enter (fixture_entry (editor, 0), "180");
  assert_near ((const float[]) { 1, 0, 0, 0 });
  g_assert_null (find_words (editor, "Length"));
  end ();
}

static void
test_ways (void)
{
  const float half = (float) sqrt (0.5), turned[4] = { half, 0, 0, half };
  begin (turned);
  show_as ("Axis and angle");
  assert_shown ("1", "0", "0");
  g_assert_cmpstr (fixture_shown (editor, 3), ==, "90");
  act_type_and_enter (fixture_entry (editor, 3), "180");
  assert_near ((const float[]) { 1, 0, 0, 0 });
  act_type_and_enter (fixture_entry (editor, 0), "0");
  g_assert_cmpstr (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)), ==, "The axis has no length");
  assert_near ((const float[]) { 1, 0, 0, 0 });
  act_key (fixture_entry (editor, 0), GDK_KEY_Escape, 0);
  show_as ("Quaternion");
  act_type_and_enter (fixture_entry (editor, 1), "0.5");
  assert_near ((const float[]) { 1, 0.5f, 0, value ()[3] });
  g_assert_nonnull (find_words (editor, "Length 1.118"));
  show_as ("Angles");
  end ();
}

static MwRecord *tracks[2];

/* Shows the first keys of two bones together, which get these values. */
static void
begin_two (const float a[4], const float b[4])
{
  static const char *const bones[] = { "bones[0]", "bones[1]" };
  const float *const values[] = { a, b };
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwId ids[2];
  GError *error = NULL;
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  const MwSchema *schema = fixture_record (document, "bones[0]")->schema;
  const MwField *slot = mw_schema_field (schema, "rotation.track"), *field = NULL;
  for (guint i = 0; i < 2; i++) {
    MwRecord *bone = fixture_record (document, bones[i]);
    ids[i] = bone->id;
    tracks[i] = *(MwRecord **) mw_field_at (bone, slot);
    field = mw_schema_part (tracks[i]->schema, MW_PART_VALUES);
    mw_document_begin (document, "Set");
    mw_document_replace_span (document, tracks[i]->id, field, 0, 1, values[i], &error);
    g_assert_no_error (error);
    mw_document_commit (document);
  }
  mw_document_select (document, ids, 2);
  editor = fixture_element (
    fixture_find_editor (fixture_open_track (fixture_form (page), schema, slot), tracks[0]->id, field));
  g_assert_true (MW_IS_ROTATION_EDITOR (editor));
}

/* The first key of the i-th bone. */
static const float *
key_of (guint i)
{
  return ((const MwArray *) mw_field_at (tracks[i], mw_schema_part (tracks[i]->schema, MW_PART_VALUES)))->data;
}

static void
assert_key (guint i, double x, double y, double z, double w)
{
  const double wanted[] = { x, y, z, w };
  for (guint k = 0; k < 4; k++)
    g_assert_cmpfloat_with_epsilon ((double) key_of (i)[k], wanted[k], 1e-6);
}

/* Of several rotations only the numbers that differ are called so, and an input sets that number in all of them. */
static void
test_several (void)
{
  const float half = (float) sqrt (0.5), a[4] = { 0, 0, half, half }, b[4] = { 0, 0, 0.6f, 0.8f };
  const double sixth = sin (G_PI / 12), rest = cos (G_PI / 12);
  begin_two (a, b);
  const guint steps = mw_document_get_position (document);
  assert_shown ("0", "0", "");
  act_type_and_enter (fixture_entry (editor, 0), "0");
  g_assert_cmpuint (mw_document_get_position (document), ==, steps);
  act_type_and_enter (fixture_entry (editor, 2), "30");
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  assert_key (0, 0, 0, sixth, rest);
  assert_key (1, 0, 0, sixth, rest);
  assert_shown ("0", "0", "30");
  mw_document_undo (document);
  assert_key (1, 0, 0, 0.6, 0.8);
  assert_shown ("0", "0", "");
  /* The rotation that shows 90 already stays, bit for bit. */
  act_type_and_enter (fixture_entry (editor, 2), "90");
  g_assert_cmpmem (key_of (0), 16, a, 16);
  assert_key (1, 0, 0, sqrt (0.5), sqrt (0.5));
  mw_document_undo (document);
  /* Each keeps its other angles. */
  act_type_and_enter (fixture_entry (editor, 0), "180");
  assert_key (0, sqrt (0.5), sqrt (0.5), 0, 0);
  assert_shown ("180", "0", "");
  mw_document_undo (document);
  show_as ("Axis and angle");
  assert_shown ("0", "0", "1");
  g_assert_cmpstr (fixture_shown (editor, 3), ==, "");
  act_type_and_enter (fixture_entry (editor, 3), "30");
  assert_key (0, 0, 0, sixth, rest);
  assert_key (1, 0, 0, sixth, rest);
  mw_document_undo (document);
  /* Refused for one: none has changed. */
  act_type_and_enter (fixture_entry (editor, 2), "0");
  g_assert_cmpstr (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)), ==, "The axis has no length");
  g_assert_cmpmem (key_of (0), 16, a, 16);
  act_key (fixture_entry (editor, 2), GDK_KEY_Escape, 0);
  show_as ("Quaternion");
  assert_shown ("0", "0", "");
  act_type_and_enter (fixture_entry (editor, 0), "0.5");
  assert_key (0, 0.5, 0, sqrt (0.5), sqrt (0.5));
  assert_key (1, 0.5, 0, 0.6, 0.8);
  show_as ("Angles");
  end ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/inspector/rotation/angles are typed without drift", test_euler);
  g_test_add_func ("/ui/inspector/rotation/gimbal lock, other lengths and -0 are shown", test_odd);
  g_test_add_func ("/ui/inspector/rotation/as axis and angle, and as quaternion", test_ways);
  g_test_add_func ("/ui/inspector/rotation/of several elements at once", test_several);
  return g_test_run ();
}
