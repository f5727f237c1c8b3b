/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/live.h"
#include "core/io/registry.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/draw.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* Whatever is edited, a live check finds what a whole check finds. Edits are drawn from all primitives on all fields, so this also holds
 * for rules that are added later. */

enum { RUNS = 12, STEPS = 60, LARGEST = 300 << 10 };

typedef struct {
  MwDocument *document;
  MwLiveCheck *live;
  MwFormat format;
  const MwTargetClient *client;
  gboolean alone;
} World;

static void
changed (MwDocument *document, const MwChangeSet *set, MwLiveCheck *live)
{
  mw_live_check_note (live, set);
}

/* Takes a reference of the document. */
static World
world_of (MwDocument *document)
{
  World world = { document, mw_live_check_new (), mw_document_get_format (document), NULL, FALSE };
  g_signal_connect (document, "changed", G_CALLBACK (changed), world.live);
  return world;
}

static void
end (World *world)
{
  g_object_unref (world->document);
  mw_live_check_free (world->live);
}

/* All that a finding says. */
static char *
text_of (const GPtrArray *findings)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    const MwTarget *at = &finding->target;
    g_autofree char *path = mw_target_path (at);
    g_string_append_printf (text, "%s %u %s %u+%u %d %d %d: %s\n", finding->rule->id, at->record->id, path, at->first,
                            at->n, at->whole, at->one, at->component, finding->message);
  }
  return g_string_free (text, FALSE);
}

/* Checks a snapshot, as a worker does. Returns the number of findings. */
static guint
assert_same (World *world, const char *when)
{
  mw_live_check_begin (world->live);
  MwModel *model = mw_document_snapshot (world->document, NULL);
  g_autoptr (GPtrArray) found = mw_live_check_run (world->live, model, world->format, world->client, world->alone);
  g_autoptr (GPtrArray) expected = mw_check_for (model, world->format, world->client, world->alone);
  g_autofree char *is = text_of (found), *should = text_of (expected);
  for (guint i = 0; i < found->len; i++)
    g_assert_true (mw_model_find (model, ((const MwFinding *) found->pdata[i])->target.record->id)
                   == ((const MwFinding *) found->pdata[i])->target.record);
  if (strcmp (is, should) != 0)
    g_error ("%s:\n%s\nexpected:\n%s", when, is, should);
  mw_model_free (model);
  return expected->len;
}

static void
run (MwDocument *document, const char *name, guint32 seed)
{
  World world = world_of (document);
  GRand *rand = g_rand_new_with_seed (seed);
  Draw *draw = draw_new (mw_document_get_model (document)->record.schema, world.format);
  g_autofree char *when = g_strdup_printf ("%s, seed %u", name, seed);
  guint n = 0;
  g_test_message ("%s", when);
  assert_same (&world, when);
  for (guint i = 0; i < STEPS; i++) {
    draw_step (draw, document, rand);
    /* Several edits may come before the next check. */
    if (g_rand_boolean (rand))
      n += assert_same (&world, when);
  }
  const guint position = mw_document_get_position (document);
  mw_document_go_to (document, position / 2);
  n += assert_same (&world, when);
  mw_document_go_to (document, 0);
  n += assert_same (&world, when);
  mw_document_go_to (document, position);
  n += assert_same (&world, when);
  g_assert_cmpuint (n, >, 0);
  draw_free (draw);
  g_rand_free (rand);
  end (&world);
}

static MwDocument *
open_path (const char *path)
{
  GError *error = NULL;
  MwFormat format;
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  MwModel *model = mw_io_read (set, &format, NULL, &error);
  g_assert_no_error (error);
  return mw_document_new (model, format);
}

static void
test_samples (void)
{
  static const char *const names[] = { "everything.mdx", "effect.mdx", "figure.mdx", "lantern.mdx", "beetle.m2" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = sample_path (names[i]);
    for (guint k = 0; k < MAX (RUNS / work_fraction (), 2); k++)
      run (open_path (path), names[i], work_random ());
  }
}

/* Models with every field, list and track of a version. */
static void
test_made (void)
{
  static const char *const names[] = { "everything.mdx", "wow-1300", "wow-1500" };
  static const guint versions[] = { 256, 260, 264, 272 };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = seed_path (names[i]);
    if (g_file_test (path, G_FILE_TEST_EXISTS))
      for (guint k = 0; k < MAX (RUNS / work_fraction (), 2); k++)
        run (open_path (path), names[i], work_random ());
  }
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    for (guint k = 0; k < MAX (RUNS / work_fraction (), 2); k++)
      run (m2_open_made (versions[i]), "a made M2", work_random ());
}

static void
test_corpus (void)
{
  static const char *const folders[] = { "mdx800", "mdx1000", "mdx1300", "m2-256", "m2-264" };
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[i]);
    for (guint k = 0, done = 0; files && k < files->len && done < 4; k++) {
      g_autofree char *bytes = NULL;
      gsize size;
      if (!g_file_get_contents (files->pdata[k], &bytes, &size, NULL) || size > LARGEST)
        continue;
      run (open_path (files->pdata[k]), files->pdata[k], work_random ());
      done++;
    }
  }
}

static void
set (World *world, const char *path, const char *value)
{
  fixture_must_set (world->document, path, value);
}

/* Sets a value of which the live check is not told. */
static void
set_untold (World *world, const char *path, const char *value)
{
  g_signal_handlers_block_by_func (world->document, changed, world->live);
  set (world, path, value);
  g_signal_handlers_unblock_by_func (world->document, changed, world->live);
}

/* Such a value that is an error. */
static void
set_in_secret (World *world)
{
  set_untold (world, "materials[0].layers[0].filter_mode", "77");
}

static guint
count (World *world)
{
  mw_live_check_begin (world->live);
  g_autoptr (GPtrArray) found = mw_live_check_run (world->live, mw_document_get_model (world->document), world->format,
                                                   world->client, world->alone);
  return found->len;
}

static void
only_what_was_edited_is_asked (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  World world = world_of (open_path (path));
  const guint before = assert_same (&world, "at first");
  set_in_secret (&world);
  g_assert_cmpuint (count (&world), ==, before);
  set (&world, "materials[0].priority_plane", "3");
  g_assert_cmpuint (count (&world), ==, before);
  /* A value of the root may say how all else is stored. */
  set (&world, "name", "\"Other\"");
  g_assert_cmpuint (assert_same (&world, "a value of the root"), >, before);
  end (&world);
}

static void
edits_during_a_run_are_for_the_next (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  World world = world_of (open_path (path));
  const guint before = assert_same (&world, "at first");
  mw_live_check_begin (world.live);
  MwModel *model = mw_document_snapshot (world.document, NULL);
  set (&world, "materials[0].layers[0].filter_mode", "77");
  g_autoptr (GPtrArray) found = mw_live_check_run (world.live, model, world.format, NULL, FALSE);
  mw_model_free (model);
  g_assert_cmpuint (found->len, ==, before);
  g_assert_cmpuint (assert_same (&world, "afterwards"), >, before);
  end (&world);
}

/* Each of them brings out what was set in secret. */
static void
another_target_is_checked_whole (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  for (guint i = 0; i < 3; i++) {
    World world = world_of (open_path (path));
    MwTargetClient client;
    g_assert_true (mw_target_client ("classic", &client));
    const guint before = assert_same (&world, "at first");
    set_in_secret (&world);
    g_assert_cmpuint (count (&world), ==, before);
    world.client = i == 0 ? &client : NULL;
    world.alone = i == 1;
    world.format.version = i == 2 ? 900 : world.format.version;
    g_assert_cmpuint (assert_same (&world, "for something else"), >, before);
    g_assert_cmpuint (count (&world), >, before);
    end (&world);
  }
}

static void
keys_follow_the_length_of_their_loop (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  World world = world_of (open_path (path));
  const guint before = assert_same (&world, "at first");
  set (&world, "global_sequences[0].duration", "1");
  g_assert_cmpuint (assert_same (&world, "a short loop"), >, before);
  mw_document_undo (world.document);
  g_assert_cmpuint (assert_same (&world, "as it was"), ==, before);
  end (&world);
}

static void
a_mesh_is_asked_only_after_an_edit_of_its_geoset (void)
{
  g_autofree char *path = sample_path ("figure.mdx");
  World world = world_of (open_path (path));
  const guint before = assert_same (&world, "at first");
  /* A triangle without an area, and vertices that no triangle uses. */
  for (guint i = 0; i < 3; i++) {
    g_autofree char *corner = g_strdup_printf ("geosets[0].faces[%u]", i);
    set_untold (&world, corner, "0");
  }
  g_assert_cmpuint (count (&world), ==, before);
  set (&world, "geosets[1].selection_group", "3");
  set (&world, "sequences[0].name", "\"Stand Other\"");
  g_assert_cmpuint (count (&world), ==, before);
  set (&world, "geosets[0].selection_group", "3");
  g_assert_cmpuint (assert_same (&world, "an edit of the geoset"), >, before);
  end (&world);
}

/* Which keys are reached depends on all sequences, so an edit of one asks for the keys of all tracks. */
static void
keys_are_asked_only_after_an_edit_of_a_track_or_a_sequence (void)
{
  g_autofree char *path = sample_path ("figure.mdx");
  World world = world_of (open_path (path));
  const guint before = assert_same (&world, "at first");
  set_untold (&world, "sequences[0].interval.end", "1");
  const guint secret = count (&world);
  set (&world, "materials[0].priority_plane", "3");
  g_assert_cmpuint (count (&world), ==, secret);
  set (&world, "sequences[1].rarity", "2");
  g_assert_cmpuint (assert_same (&world, "an edit of another sequence"), >, secret);
  set (&world, "sequences[0].interval.end", "2");
  assert_same (&world, "the sequence itself");
  mw_document_undo (world.document);
  mw_document_undo (world.document);
  mw_document_undo (world.document);
  mw_document_undo (world.document);
  g_assert_cmpuint (assert_same (&world, "as it was"), ==, before);
  end (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/check/live/only what was edited is asked", only_what_was_edited_is_asked);
  g_test_add_func ("/core/check/live/edits during a run are for the next one", edits_during_a_run_are_for_the_next);
  g_test_add_func ("/core/check/live/another target is checked whole", another_target_is_checked_whole);
  g_test_add_func ("/core/check/live/keys follow the length of their loop", keys_follow_the_length_of_their_loop);
  g_test_add_func ("/core/check/live/a mesh is asked only after an edit of its geoset",
                   a_mesh_is_asked_only_after_an_edit_of_its_geoset);
  g_test_add_func ("/core/check/live/keys are asked only after an edit of a track or a sequence",
                   keys_are_asked_only_after_an_edit_of_a_track_or_a_sequence);
  g_test_add_func ("/core/check/live/after any edits of the samples it finds what a whole check finds", test_samples);
  g_test_add_func ("/core/check/live/after any edits of made models too", test_made);
  g_test_add_func ("/core/check/live/after any edits of real models too", test_corpus);
  return g_test_run ();
}
