/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/earlier-values.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

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

/* Keys that are other ones than before, and tracks that came or went. */
static void
test_tracks (void)
{
  document = fixture_document ();
  save ();
  const MwRecord *animation = record_at ("geoset_animations[0]");
  const MwField *slot = mw_schema_field (animation->schema, "alpha.track"),
                *other = mw_schema_field (animation->schema, "color.track");
  g_assert_false (mw_document_is_track_changed (document, animation->id, slot));
  const MwRecord *track = *(MwRecord **) mw_field_at (animation, slot);
  g_assert_nonnull (track);
  const gint32 time = 7;
  mw_document_begin (document, "Move");
  g_assert_true (
    mw_document_replace_span (document, track->id, mw_schema_part (track->schema, MW_PART_TIMES), 0, 1, &time, NULL));
  g_assert_true (mw_document_is_track_changed (document, animation->id, slot));
  mw_document_commit (document);
  g_assert_true (mw_document_is_track_changed (document, animation->id, slot));
  g_assert_false (mw_document_is_track_changed (document, animation->id, other));
  save ();
  g_assert_false (mw_document_is_track_changed (document, animation->id, slot));
  mw_document_undo (document);
  g_assert_true (mw_document_is_track_changed (document, animation->id, slot));
  mw_document_redo (document);
  /* A track that goes, and comes back as another one with the same keys. */
  MwRecord *copy = mw_record_copy (track, FALSE);
  mw_document_begin (document, "Remove");
  g_assert_true (mw_document_remove (document, track->id, NULL));
  g_assert_true (mw_document_is_track_changed (document, animation->id, slot));
  mw_document_commit (document);
  g_assert_true (mw_document_is_track_changed (document, animation->id, slot));
  g_assert_false (mw_document_is_track_changed (document, animation->id, other));
  mw_document_undo (document);
  g_assert_false (mw_document_is_track_changed (document, animation->id, slot));
  /* One that is added and removed again. */
  const MwRecord *layer = record_at ("materials[0].layers[1]");
  const MwField *empty = mw_schema_field (layer->schema, "alpha.track");
  g_assert_null (*(MwRecord **) mw_field_at (layer, empty));
  mw_document_begin (document, "Add");
  g_assert_true (mw_document_insert (document, layer->id, empty, 0, copy, NULL));
  mw_document_commit (document);
  g_assert_true (mw_document_is_track_changed (document, layer->id, empty));
  mw_document_begin (document, "Remove");
  g_assert_true (mw_document_remove (document, copy->id, NULL));
  mw_document_commit (document);
  g_assert_false (mw_document_is_track_changed (document, layer->id, empty));
  /* What was added since is not changed. */
  mw_document_begin (document, "Add");
  MwRecord *added = mw_record_copy (layer, FALSE);
  g_assert_true (mw_document_insert (document, layer->owner->id, fixture_target (document, "materials[0].layers").field,
                                     0, added, NULL));
  g_assert_true (mw_document_insert (document, added->id, empty, 0,
                                     mw_record_copy (*(MwRecord **) mw_field_at (animation, slot), FALSE), NULL));
  mw_document_commit (document);
  g_assert_false (mw_document_is_track_changed (document, added->id, empty));
  g_object_unref (document);
}

/* The first record of a list whose track in this field has a lane with keys. */
static MwRecord *
with_lane (const MwModel *model, const char *list, const char *name, MwRecord **lane)
{
  const MwList *records = mw_record_list (&model->record, mw_schema_field (model->record.schema, list));
  for (guint i = 0; i < records->n; i++) {
    const MwRecord *track = *(MwRecord **) mw_field_at (records->items[i],
                                                        mw_schema_field (records->items[i]->schema, name));
    const MwList *lanes = track ? mw_record_list (track, mw_schema_part (track->schema, MW_PART_LANES)) : NULL;
    for (guint k = 0; lanes && k < lanes->n; k++) {
      *lane = lanes->items[k];
      if (((const MwArray *) mw_field_at (*lane, mw_schema_part ((*lane)->schema, MW_PART_TIMES)))->n)
        return records->items[i];
    }
  }
  g_error ("no %s has keys in %s", list, name);
}

static void
test_lanes (void)
{
  g_autoptr (MwFileSet) files = m2_made_set (264, 3, 0);
  MwRecord *lane;
  document = m2_open (files);
  const MwRecord *bone = with_lane (mw_document_get_model (document), "bones", "rotation.track", &lane);
  const MwField *slot = mw_schema_field (bone->schema, "rotation.track");
  const gint32 time = 1;
  mw_document_begin (document, "Move");
  g_assert_true (
    mw_document_replace_span (document, lane->id, mw_schema_part (lane->schema, MW_PART_TIMES), 0, 1, &time, NULL));
  mw_document_commit (document);
  g_assert_true (mw_document_is_track_changed (document, bone->id, slot));
  mw_document_undo (document);
  g_assert_false (mw_document_is_track_changed (document, bone->id, slot));
  mw_document_begin (document, "Remove");
  g_assert_true (mw_document_remove (document, lane->id, NULL));
  mw_document_commit (document);
  g_assert_true (mw_document_is_track_changed (document, bone->id, slot));
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
  g_test_add_func ("/edit/earlier-values/keys are other ones than those that were saved", test_tracks);
  g_test_add_func ("/edit/earlier-values/keys of a sequence are other ones than those that were saved", test_lanes);
  g_test_add_func ("/edit/earlier-values/a field is set to the default of a new element", test_default);
  return g_test_run ();
}
