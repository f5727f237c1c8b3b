/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/adopt.h"
#include "core/edit/review.h"
#include "core/edit/operations/script.h"
#include "core/io/mdx/mdx.h"
#include "core/io/registry.h"
#include "core/schema/path.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/draw.h"
#include "tests/core/edit/fixture.h"

#include <string.h>

/* What changed since the last save is listed value by value, and each can be taken back. */

static MwDocument *
open_sample (const char *name)
{
  g_autoptr (GError) error = NULL;
  MwFileSet *set;
  g_autofree char *path = sample_path (name);
  MwFormat format;
  set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  MwModel *model = mw_io_read (set, &format, NULL, &error);
  g_assert_no_error (error);
  MwDocument *document = mw_document_new (model, format);
  mw_document_set_files (document, set);
  return document;
}

static MwReview *
review_of (MwDocument *document)
{
  g_autoptr (GError) error = NULL;
  MwReview *review = mw_review_new (document, &error);
  g_assert_no_error (error);
  g_assert_true (mw_review_compute (review, NULL, &error));
  g_assert_no_error (error);
  return review;
}

static char *
path_of (const MwDiffEntry *entry)
{
  if (entry->kind == MW_DIFF_CHANGED)
    return mw_field_path (entry->b, entry->field);
  return mw_record_path (entry->b ? entry->b : entry->a);
}

/* "-bones[1] =bones[2].name ..." */
static char *
list (const MwReview *review)
{
  const GArray *entries = mw_review_get_entries (review);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < entries->len; i++) {
    const MwDiffEntry *entry = &g_array_index (entries, MwDiffEntry, i);
    g_autofree char *path = path_of (entry);
    g_string_append_printf (text, "%s%c%s", i ? " " : "", "-+>="[entry->kind], path);
  }
  return g_string_free (text, FALSE);
}

#define assert_list(document, expected)                                                                                \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autoptr (MwReview) listed = review_of (document);                                                                \
    g_autofree char *text = list (listed);                                                                             \
    g_assert_cmpstr (text, ==, expected);                                                                              \
  }                                                                                                                    \
  G_STMT_END

/* Takes back the entries whose list text is in `which` ("=bones[2].name"); NULL: all. Returns the reason of a refusal, or NULL. Free
 * with g_free(). */
static char *
revert (MwDocument *document, const char *const *which)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReview) review = review_of (document);
  g_autofree char *text = list (review);
  g_auto (GStrv) all = g_strsplit (text, " ", -1);
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; all[i]; i++)
    if (!which || g_strv_contains (which, all[i]))
      g_array_append_val (chosen, i);
  g_assert_cmpuint (chosen->len, ==, which ? g_strv_length ((char **) which) : g_strv_length (all));
  guint before = mw_document_get_position (document);
  MwModel *was = mw_model_copy (mw_document_get_model (document), FALSE);
  mw_document_begin (document, "Revert");
  if (mw_review_revert (review, document, (const guint *) chosen->data, chosen->len, NULL, &error)) {
    mw_document_commit (document);
    if (mw_document_get_position (document) != before + 1)
      g_test_message ("nothing changed: %s", which ? which[0] : text);
    g_assert_cmpuint (mw_document_get_position (document), ==, before + 1);
  } else {
    mw_document_cancel (document);
    fixture_assert_same (mw_document_get_model (document), was);
  }
  mw_model_free (was);
  return error ? mw_error_describe (error, NULL) : NULL;
}

#define assert_reverts(document, ...)                                                                                  \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autofree char *reverted = revert (document, (const char *const[]) { __VA_ARGS__, NULL });                        \
    g_assert_cmpstr (reverted, ==, NULL);                                                                              \
  }                                                                                                                    \
  G_STMT_END

static void
remove_path (MwDocument *document, const char *path)
{
  g_autoptr (GError) error = NULL;
  mw_document_begin (document, "Delete");
  g_assert_true (mw_document_remove (document, fixture_id (document, path), &error));
  g_assert_no_error (error);
  mw_document_commit (document);
}

static void
move (MwDocument *document, const char *path, guint32 to)
{
  g_autoptr (GError) error = NULL;
  mw_document_begin (document, "Move");
  g_assert_true (mw_document_move (document, fixture_id (document, path), to, &error));
  g_assert_no_error (error);
  mw_document_commit (document);
}

/* --- The list ------------------------------------------------------------------------------------------------------- */

static void
lists_since_save (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  assert_list (document, "");
  fixture_must_set (document, "sequences[1].name", "Run");
  fixture_must_set (document, "sequences[0].move_speed", "5");
  assert_list (document, "=sequences[0].move_speed =sequences[1].name");
  /* From the moment of a save on, in both directions of the history. */
  mw_document_mark_clean (document, mw_document_get_generation (document));
  assert_list (document, "");
  fixture_must_set (document, "sequences[1].name", "Jog");
  assert_list (document, "=sequences[1].name");
  mw_document_undo (document);
  mw_document_undo (document);
  assert_list (document, "=sequences[0].move_speed");
  mw_document_undo (document);
  assert_list (document, "=sequences[0].move_speed =sequences[1].name");
  /* A value that was set back is no change. */
  mw_document_redo (document);
  mw_document_redo (document);
  fixture_must_set (document, "sequences[1].name", "Jog");
  fixture_must_set (document, "sequences[1].name", "Run");
  assert_list (document, "");
}

static void
groups_by_element (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  fixture_must_set (document, "materials[0].priority_plane", "3");
  fixture_must_set (document, "materials[0].layers[1].texture.track.keys[0].value", "1");
  fixture_must_set (document, "materials[0].layers[1].alpha", "0.5");
  g_autoptr (MwReview) review = review_of (document);
  const GArray *entries = mw_review_get_entries (review);
  g_assert_cmpuint (entries->len, ==, 3);
  /* The track belongs to its layer. */
  MwId layer = fixture_id (document, "materials[0].layers[1]"), material = fixture_id (document, "materials[0]");
  guint n_layer = 0;
  for (guint i = 0; i < entries->len; i++)
    n_layer += mw_review_get_element (review, i)->id == layer;
  g_assert_cmpuint (n_layer, ==, 2);
  guint first = mw_review_get_element (review, 0)->id == material ? 1 : 0;
  g_assert_cmpuint (mw_review_get_element (review, first)->id, ==, layer);
  g_assert_cmpuint (mw_review_get_element (review, first + 1)->id, ==, layer);
}

/* From the front to the middle of its list, and the other way. */
static void
takes_back_places_among_many (void)
{
  MwDocument *document = open_sample ("figure.mdx");
  MwModel *first = mw_document_snapshot (document, NULL);
  move (document, "sequences[2]", 0);
  assert_reverts (document, ">sequences[0]");
  fixture_assert_equal (mw_document_get_model (document), first);
  move (document, "sequences[1]", 3);
  assert_reverts (document, ">sequences[3]");
  fixture_assert_equal (mw_document_get_model (document), first);
  mw_model_free (first);
  g_object_unref (document);
}

/* The model has values before and after its bones. */
static void
groups_the_model (void)
{
  MwDocument *document = open_sample ("beetle.m2");
  fixture_must_set (document, "name", "Bug");
  fixture_must_set (document, "bones[0].pivot", "{ 1, 2, 3 }");
  fixture_must_set (document, "bounds.max", "{ 9, 9, 9 }");
  assert_list (document, "=name =bounds.max =bones[0].pivot =bones[1].parent_distance");
  g_object_unref (document);
}

static void
refuses_without_a_state (FixtureWorld *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  mw_document_begin (world->document, "Drag");
  g_assert_null (mw_review_new (world->document, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  g_clear_error (&error);
  mw_document_cancel (world->document);
  mw_document_mark_unsaved (world->document);
  g_assert_null (mw_review_new (world->document, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
}

/* --- Taking back ---------------------------------------------------------------------------------------------------- */

static void
takes_back_values (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  fixture_must_set (document, "sequences[0].move_speed", "5");
  fixture_must_set (document, "sequences[1].name", "Run");
  fixture_must_set (document, "materials[0].layers[1].texture", "textures[0]");
  fixture_must_set (document, "geosets[0].vertices[1]", "{ 7, 8, 9 }");
  assert_reverts (document, "=sequences[1].name");
  fixture_assert_value (document, "sequences[1].name", "\"Walk\"");
  fixture_assert_value (document, "sequences[0].move_speed", "5");
  assert_reverts (document, "=sequences[0].move_speed", "=geosets[0].vertices");
  assert_list (document, "=materials[0].layers[1].texture");
  assert_reverts (document, "=materials[0].layers[1].texture");
  fixture_assert_equal (mw_document_get_model (document), world->first);
  fixture_assert_undo (document, world->first);
}

static void
takes_back_keys (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  g_autoptr (GError) error = NULL;
  MwRecord *track = fixture_target (document, "materials[0].layers[1].texture.track").record;
  track = *(MwRecord **) mw_field_at (track, fixture_field (track, "texture.track"));
  mw_document_begin (document, "Clear keys");
  g_assert_true (mw_document_swap_keys (document, track->id, (MwArray) { 0 }, (MwArray) { 0 }, (MwArray) { 0 },
                                        (MwArray) { 0 }, &error));
  mw_document_commit (document);
  /* The times alone would leave a track with times and without values. */
  assert_reverts (document, "=materials[0].layers[1].texture.track.keys.time");
  assert_list (document, "");
}

static void
takes_back_records (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  remove_path (document, "attachments[0]");
  remove_path (document, "bones[2]");
  remove_path (document, "bones[1]");
  g_autoptr (MwReview) review = review_of (document);
  g_autofree char *text = list (review);
  g_test_message ("%s", text);
  /* The hand needs the arm, the attachment the hand, all in one step. */
  g_autofree char *why = revert (document, NULL);
  g_assert_cmpstr (why, ==, NULL);
  fixture_assert_equal (mw_document_get_model (document), world->first);
  fixture_assert_undo (document, world->first);
}

/* The parent is after its child in the list. */
static void
takes_back_what_needs_a_later_one (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  fixture_must_set (document, "collision_shapes[0].parent", "attachments[0]");
  move (document, "collision_shapes[0]", 3);
  MwModel *first = mw_document_snapshot (document, NULL);
  mw_document_mark_clean (document, mw_document_get_generation (document));
  remove_path (document, "collision_shapes[0]");
  remove_path (document, "attachments[0]");
  g_autofree char *why = revert (document, NULL);
  g_assert_cmpstr (why, ==, NULL);
  fixture_assert_equal (mw_document_get_model (document), first);
  mw_model_free (first);
}

static void
refuses_what_is_done (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  g_autoptr (GError) error = NULL;
  guint which = 0;
  fixture_must_set (document, "sequences[1].name", "Run");
  g_autoptr (MwReview) review = review_of (document);
  fixture_must_set (document, "sequences[1].name", "Walk");
  mw_document_begin (document, "Revert");
  g_assert_false (mw_review_revert (review, document, &which, 1, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  mw_document_cancel (document);
}

/* A track was removed, and the value got another. */
static void
takes_back_a_track (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  g_autoptr (GError) error = NULL;
  MwRecord *layer = fixture_target (document, "materials[0].layers[1]").record;
  const MwField *slot = fixture_field (layer, "texture.track");
  MwRecord *copy = mw_record_copy (*(MwRecord **) mw_field_at (layer, slot), FALSE);
  copy->id = 0;
  mw_document_begin (document, "Animate again");
  g_assert_true (mw_document_remove (document, (*(MwRecord **) mw_field_at (layer, slot))->id, &error));
  g_assert_true (mw_document_insert (document, layer->id, slot, 0, copy, &error));
  mw_document_commit (document);
  assert_reverts (document, "-materials[0].layers[1].texture.track");
  assert_list (document, "");
}

static void
refuses_what_is_in_the_way (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  remove_path (document, "attachments[0]");
  remove_path (document, "bones[2]");
  /* The attachment was on the hand, which is not there. */
  g_autofree char *why = revert (document, (const char *const[]) { "-attachments[0]", NULL });
  g_assert_nonnull (why);
  assert_reverts (document, "-bones[2]");
  assert_reverts (document, "-attachments[0]");
  assert_list (document, "");
}

static void
takes_back_what_was_added (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  g_autoptr (GError) error = NULL;
  MwRecord *sequence = fixture_target (document, "sequences[0]").record;
  MwRecord *copy = mw_record_copy (sequence, FALSE);
  copy->id = 0;
  mw_document_begin (document, "Add");
  g_assert_true (mw_document_insert (document, sequence->owner->id, mw_record_slot (sequence), 0, copy, &error));
  mw_document_commit (document);
  fixture_must_set (document, "sequences[2].name", "Run");
  assert_reverts (document, "+sequences[0]");
  assert_list (document, "=sequences[1].name");
}

static void
takes_back_places (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  move (document, "sequences[0]", 1);
  g_autofree char *why = revert (document, NULL);
  g_assert_cmpstr (why, ==, NULL);
  fixture_assert_equal (mw_document_get_model (document), world->first);
  move (document, "nodes[0]", 3);
  g_autofree char *why_not = revert (document, NULL);
  g_assert_cmpstr (why_not, ==, NULL);
  fixture_assert_equal (mw_document_get_model (document), world->first);
}

static void
takes_back_a_kind (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  g_autoptr (GError) error = NULL;
  for (guint i = 0; i < 2; i++) {
    MwRecord *bone = fixture_target (document, "bones[0]").record;
    mw_document_begin (document, "Convert");
    g_assert_true (
      mw_document_replace_record (document, bone->id, mw_record_convert_kind (bone, &mw_mdlx_helper_schema), &error));
    mw_document_commit (document);
    /* Either half of the change takes it back. */
    const char *const either[] = { i ? "-bones[0]" : "+helpers[0]", NULL };
    g_autoptr (MwReview) review = review_of (document);
    g_autofree char *text = list (review);
    g_test_message ("%s", text);
    g_autofree char *why = revert (document, either);
    g_assert_cmpstr (why, ==, NULL);
    fixture_assert_equal (mw_document_get_model (document), world->first);
  }
}

/* A worker takes back in a copy, and the document adopts it. */
static void
works_in_a_copy (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  g_autoptr (GError) error = NULL;
  fixture_must_set (document, "sequences[1].name", "Run");
  remove_path (document, "attachments[0]");
  g_autoptr (MwReview) review = review_of (document);
  guint n = mw_review_get_entries (review)->len;
  g_autofree guint *all = g_new (guint, n);
  for (guint i = 0; i < n; i++)
    all[i] = n - 1 - i;
  MwDocument *copy = mw_document_copy (document);
  mw_document_begin (copy, "Revert");
  g_assert_true (mw_review_revert (review, copy, all, n, NULL, &error));
  g_assert_true (mw_document_adopt (document, copy, &error));
  g_assert_no_error (error);
  g_object_unref (copy);
  fixture_assert_equal (mw_document_get_model (document), world->first);
}

/* --- From the files -------------------------------------------------------------------------------------------------- */

/* The history does not reach back to the saved state: its oldest steps are gone, or another program has changed the file. */
static void
reads_files_without_history (void)
{
  MwDocument *document = open_sample ("figure.mdx");
  MwModel *first = mw_document_snapshot (document, NULL);
  mw_document_mark_unsaved (document);
  fixture_must_set (document, "sequences[1].move_speed", "345");
  remove_path (document, "attachments[0]");
  g_autoptr (MwReview) review = review_of (document);
  g_autofree char *text = list (review);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "=sequences[1].move_speed"));
  g_assert_nonnull (strstr (text, "-attachments[0]"));
  g_autofree char *why = revert (document, NULL);
  g_assert_cmpstr (why, ==, NULL);
  fixture_assert_equal (mw_document_get_model (document), first);
  mw_model_free (first);
  g_object_unref (document);
}

/* With a sequence its extents come back, which belong to each geoset. */
static void
takes_back_what_belongs_to_it (void)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = open_sample ("figure.mdx");
  MwModel *first = mw_document_snapshot (document, NULL);
  remove_path (document, "sequences[1]");
  assert_reverts (document, "-sequences[1]");
  fixture_assert_equal (mw_document_get_model (document), first);
  /* Also where the extents of another sequence are in their place, with the same values. */
  g_assert_true (mw_script_run_line (document, "duplicate sequences[1]", NULL, &error));
  remove_path (document, "sequences[1]");
  assert_list (document, "-sequences[1] +sequences[1]");
  assert_reverts (document, "-sequences[1]");
  assert_reverts (document, "+sequences[2]");
  fixture_assert_equal (mw_document_get_model (document), first);
  mw_model_free (first);
  g_object_unref (document);
}

/* The vertices of an M2 model name their bones by number. */
static void
takes_numbers_back_with_their_list (void)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = open_sample ("beetle.m2");
  MwModel *first = mw_document_snapshot (document, NULL);
  MwRecord *copy = mw_record_copy (fixture_target (document, "bones[0]").record, FALSE);
  copy->id = 0;
  mw_document_begin (document, "Add");
  g_assert_true (
    mw_document_insert (document, first->record.id, mw_schema_field (first->record.schema, "bones"), 0, copy, &error));
  mw_document_commit (document);
  g_autofree char *why = revert (document, (const char *const[]) { "=vertices.bones", NULL });
  g_assert_nonnull (why);
  g_assert_nonnull (strstr (why, "take that back as well"));
  g_autofree char *why_not = revert (document, NULL);
  g_assert_cmpstr (why_not, ==, NULL);
  fixture_assert_equal (mw_document_get_model (document), first);
  /* The same bones in another order. */
  move (document, "bones[6]", 5);
  g_autofree char *why_moved = revert (document, (const char *const[]) { "=vertices.bones", NULL });
  g_assert_nonnull (why_moved);
  mw_model_free (first);
  g_object_unref (document);
}

/* --- Any edits ------------------------------------------------------------------------------------------------------ */

/* After any edits each change alone is taken back or refused with nothing changed, and all together give the saved model, unless
 * that is refused. */
static void
takes_back_any (gconstpointer name)
{
  enum { RUNS = 10, STEPS = 6, ALONE = 3 };
  guint done = 0, alone = 0;
  for (guint run = 0; run < RUNS; run++) {
    MwDocument *document = open_sample (name);
    MwModel *first = mw_document_snapshot (document, NULL);
    guint32 seed = work_random ();
    GRand *rand = g_rand_new_with_seed (seed);
    Draw *draw = draw_new (first->record.schema, mw_document_get_format (document));
    while (mw_document_get_position (document) < STEPS)
      draw_step (draw, document, rand);
    for (guint i = 0; i < ALONE; i++) {
      g_autoptr (MwReview) review = review_of (document);
      g_autofree char *text = list (review);
      g_auto (GStrv) all = g_strsplit (text, " ", -1);
      if (!*text)
        break;
      guint which = (guint) g_rand_int_range (rand, 0, (gint32) g_strv_length (all));
      guint same = 0;
      for (guint k = 0; all[k]; k++)
        same += g_str_equal (all[k], all[which]);
      if (same > 1)
        continue;
      g_autofree char *why = revert (document, (const char *const[]) { all[which], NULL });
      alone += why == NULL;
    }
    g_autoptr (MwReview) review = review_of (document);
    guint n = mw_review_get_entries (review)->len;
    char *why = n ? revert (document, NULL) : NULL;
    /* Numbers of bones that were the same as before meant others. When the bones are back, that shows. */
    g_autoptr (MwReview) again = why ? NULL : review_of (document);
    if (again && mw_review_get_entries (again)->len)
      why = revert (document, NULL);
    g_test_message ("run %u, seed %u, %u changes: %s", run, seed, n, why ? why : "taken back");
    if (!why) {
      done++;
      fixture_assert_equal (mw_document_get_model (document), first);
    }
    g_free (why);
    mw_model_free (first);
    draw_free (draw);
    g_rand_free (rand);
    g_object_unref (document);
  }
  g_test_message ("%u of %d runs taken back whole, %u single changes", done, RUNS, alone);
  g_assert_cmpuint (done, >, RUNS / 2);
  g_assert_cmpuint (alone, >, RUNS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define WORLD(name, func)                                                                                              \
  g_test_add ("/edit/review/" name, FixtureWorld, NULL, fixture_world_setup, func, fixture_world_teardown)
  WORLD ("lists what changed since the save", lists_since_save);
  WORLD ("changes of an element are together, and those of its tracks", groups_by_element);
  WORLD ("is refused during an edit, and without a saved state", refuses_without_a_state);
  WORLD ("values are taken back one by one", takes_back_values);
  WORLD ("times and values of keys are taken back together", takes_back_keys);
  WORLD ("removed elements come back with what refers to them", takes_back_records);
  WORLD ("an element that needs one after it comes back with that", takes_back_what_needs_a_later_one);
  WORLD ("a change that is there no more is refused", refuses_what_is_done);
  WORLD ("a track comes back in place of another", takes_back_a_track);
  WORLD ("an element without its parent is refused", refuses_what_is_in_the_way);
  WORLD ("an added element is removed", takes_back_what_was_added);
  WORLD ("a moved element goes back to its place", takes_back_places);
  WORLD ("a converted element gets its kind back", takes_back_a_kind);
  WORLD ("a copy takes back in another thread", works_in_a_copy);
  g_test_add_func ("/edit/review/the files are read if the history does not reach back", reads_files_without_history);
  g_test_add_func ("/edit/review/a sequence comes back with its extents", takes_back_what_belongs_to_it);
  g_test_add_func ("/edit/review/changes of the model itself are together", groups_the_model);
  g_test_add_func ("/edit/review/a moved element goes back among many", takes_back_places_among_many);
  g_test_add_func ("/edit/review/numbers of bones come back when they mean the same",
                   takes_numbers_back_with_their_list);
  g_test_add_data_func ("/edit/review/any edits are taken back or refused whole", "everything.mdx", takes_back_any);
  g_test_add_data_func ("/edit/review/any edits of an M2 model, too", "beetle.m2", takes_back_any);
  return g_test_run ();
}
