/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/earlier-values.h"
#include "tests/core/edit/fixture.h"

static MwDocument *document;

static const MwRecord *
record_at (const char *path)
{
  return fixture_target (document, path).record;
}

/* The saved value at a path; NULL: the record is as it was saved, or is not in the saved model. Free with g_free(). */
static char *
saved (const char *path)
{
  MwTarget target = fixture_target (document, path);
  g_autoptr (MwRecord) record = mw_document_get_saved (document, target.record->id);
  target.record = record;
  if (target.field->type == MW_TYPE_ARRAY && record)
    target.n = ((const MwArray *) mw_field_at (record, target.field))->n;
  return record ? mw_value_print (mw_document_get_model (document), &target) : NULL;
}

static void
assert_saved (const char *path, const char *wanted)
{
  g_autofree char *value = saved (path);
  g_assert_cmpstr (value, ==, wanted);
}

static void
set (const char *path, const char *value)
{
  g_assert_true (fixture_set (document, path, value));
}

static void
save (void)
{
  mw_document_mark_clean (document, mw_document_get_generation (document));
}

static void
set_back (const char *path, const MwRecord *from)
{
  MwTarget target = fixture_target (document, path);
  GError *error = NULL;
  mw_document_begin (document, "Back");
  g_assert_true (mw_document_set_back (document, target.record->id, target.field, from, &error));
  g_assert_no_error (error);
  mw_document_commit (document);
}

static void
test_saved (void)
{
  document = fixture_document ();
  g_autofree char *alpha = fixture_get (document, "materials[0].layers[1].alpha");
  save ();
  assert_saved ("materials[0].layers[1].alpha", NULL);
  set ("materials[0].layers[1].alpha", "0.25");
  set ("materials[0].layers[1].alpha", "0.5");
  assert_saved ("materials[0].layers[1].alpha", alpha);
  /* Another record is as it was. */
  assert_saved ("materials[0].layers[0].alpha", NULL);
  /* A save moves the mark, and undo goes past it. */
  save ();
  assert_saved ("materials[0].layers[1].alpha", NULL);
  mw_document_undo (document);
  assert_saved ("materials[0].layers[1].alpha", "0.5");
  mw_document_undo (document);
  assert_saved ("materials[0].layers[1].alpha", "0.5");
  mw_document_go_to (document, 2);
  assert_saved ("materials[0].layers[1].alpha", NULL);
  /* The state that was saved can no longer be reached. */
  mw_document_undo (document);
  set ("materials[0].layers[1].alpha", "0.75");
  assert_saved ("materials[0].layers[1].alpha", NULL);
  /* What an open gesture has changed counts. */
  save ();
  mw_document_begin (document, "Gesture");
  MwTarget target = fixture_target (document, "materials[0].layers[1].alpha");
  g_assert_true (mw_document_set_text (document, &target, "1", 1, NULL));
  assert_saved ("materials[0].layers[1].alpha", "0.75");
  mw_document_cancel (document);
  assert_saved ("materials[0].layers[1].alpha", NULL);
  g_object_unref (document);
}

static void
test_kinds (void)
{
  document = fixture_document ();
  save ();
  set ("name", "Other");
  set ("geosets[0].vertices[1]", "{5, 6, 7}");
  set ("materials[0].layers[0].texture", "none");
  g_autoptr (MwRecord) root = mw_document_get_saved (document, record_at ("name")->id);
  g_autoptr (MwRecord) geoset = mw_document_get_saved (document, record_at ("geosets[0]")->id);
  g_autoptr (MwRecord) layer = mw_document_get_saved (document, record_at ("materials[0].layers[0]")->id);
  g_assert_false (mw_field_is_same (fixture_target (document, "name").field, root, record_at ("name")));
  g_assert_true (mw_field_is_same (fixture_target (document, "blend_time").field, root, record_at ("name")));
  g_assert_false (
    mw_field_is_same (fixture_target (document, "geosets[0].vertices").field, geoset, record_at ("geosets[0]")));
  g_assert_true (
    mw_field_is_same (fixture_target (document, "geosets[0].faces").field, geoset, record_at ("geosets[0]")));
  g_assert_false (mw_field_is_same (fixture_target (document, "materials[0].layers[0].texture").field, layer,
                                    record_at ("materials[0].layers[0]")));
  set_back ("name", root);
  set_back ("geosets[0].vertices", geoset);
  set_back ("materials[0].layers[0].texture", layer);
  g_assert_cmpuint (mw_document_get_position (document), ==, 6);
  fixture_assert_value (document, "geosets[0].vertices", "[{0, 0, 0}, {1, 0, 0}, {0, 1, 0}]");
  g_assert_true (mw_field_is_same (fixture_target (document, "name").field, root, record_at ("name")));
  g_assert_true (mw_field_is_same (fixture_target (document, "materials[0].layers[0].texture").field, layer,
                                   record_at ("materials[0].layers[0]")));
  g_object_unref (document);
}

/* One step that changes an element twice. */
static void
test_overlap (void)
{
  document = fixture_document ();
  save ();
  const MwRecord *geoset = record_at ("geosets[0]");
  const MwField *vertices = fixture_target (document, "geosets[0].vertices").field;
  const float first[6] = { 5, 5, 5, 6, 6, 6 }, second[6] = { 7, 7, 7, 8, 8, 8 };
  mw_document_begin (document, "Twice");
  g_assert_true (mw_document_replace_span (document, geoset->id, vertices, 0, 2, first, NULL));
  g_assert_true (mw_document_replace_span (document, geoset->id, vertices, 1, 2, second, NULL));
  mw_document_commit (document);
  assert_saved ("geosets[0].vertices", "[{0, 0, 0}, {1, 0, 0}, {0, 1, 0}]");
  g_object_unref (document);
}

static void
test_added (void)
{
  document = fixture_document ();
  save ();
  /* An element that was added since, with what is below it, has no saved value. */
  const MwRecord *root = record_at ("name");
  MwTarget layer = fixture_target (document, "materials[0].layers[1].alpha");
  const MwRecord *material = layer.record->owner;
  MwRecord *copy = mw_record_copy (material, FALSE);
  mw_document_begin (document, "Add");
  g_assert_true (mw_document_insert (document, root->id, fixture_target (document, "materials").field, 0, copy, NULL));
  mw_document_commit (document);
  set ("materials[0].layers[1].alpha", "0.125");
  assert_saved ("materials[0].layers[1].alpha", NULL);
  /* One that was removed and restored by undo has. */
  mw_document_go_to (document, 0);
  set ("materials[0].layers[1].alpha", "0.125");
  g_autofree char *value = saved ("materials[0].layers[1].alpha");
  g_assert_nonnull (value);
  g_object_unref (document);
}

static void
test_default (void)
{
  document = fixture_document ();
  set ("materials[0].layers[1].alpha", "0.25");
  set ("sequences[0].rarity", "3");
  g_autoptr (MwRecord) layer = mw_document_get_default (document, record_at ("materials[0].layers[1]")->schema);
  g_autoptr (MwRecord) sequence = mw_document_get_default (document, record_at ("sequences[0]")->schema);
  set_back ("materials[0].layers[1].alpha", layer);
  set_back ("sequences[0].rarity", sequence);
  fixture_assert_value (document, "materials[0].layers[1].alpha", "1");
  fixture_assert_value (document, "sequences[0].rarity", "0");
  /* Not for what the user cannot set, lists, and arrays that share their length. */
  g_assert_false (mw_field_has_earlier (fixture_target (document, "version").field));
  g_assert_false (mw_field_has_earlier (fixture_target (document, "materials").field));
  g_assert_false (mw_field_has_earlier (mw_schema_field (record_at ("geosets[0]")->schema, "skin.weights")));
  g_assert_true (mw_field_has_earlier (fixture_target (document, "geosets[0].faces").field));
  g_object_unref (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/earlier-values/the saved value follows saves, undo and gestures", test_saved);
  g_test_add_func ("/edit/earlier-values/texts, references and arrays are set back", test_kinds);
  g_test_add_func ("/edit/earlier-values/a step that changes an element twice is reverted from its end", test_overlap);
  g_test_add_func ("/edit/earlier-values/what was added since has no saved value", test_added);
  g_test_add_func ("/edit/earlier-values/a field is set to the default of a new element", test_default);
  return g_test_run ();
}
