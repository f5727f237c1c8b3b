/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/buffer.h"
#include "core/io/mdx/mdx.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/draw.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/io/mdlx-made.h"

#include <string.h>

/* The undo property. After any edits, undoing all of them gives the first model and the same saved bytes, and
 * redoing them gives the last. The steps, written as text, read and replayed on a fresh read of the file, give the
 * same. Edits are drawn from all primitives on all fields. */

enum { RUNS = 200, STEPS = 100, FILES = 5, LARGEST = 400 << 10 };

static Draw *draw;
static guint runs_done, saved_last;

/* The result of saving: bytes, or an error. */
typedef struct {
  MwBuffer bytes;
  char *failure;
} Saved;

static Saved
save (MwModel *model)
{
  Saved saved = { 0 };
  g_autoptr (GError) error = NULL;
  mw_buffer_init (&saved.bytes, 1 << 16);
  if (!mw_mdx_write ((MwMdlx *) model, &saved.bytes, NULL, &error))
    saved.failure = mw_error_describe (error, NULL);
  return saved;
}

static void
saved_clear (Saved *saved)
{
  mw_buffer_clear (&saved->bytes);
  g_free (saved->failure);
}

static void
assert_saves_as (MwModel *model, const Saved *expected)
{
  Saved now = save (model);
  g_assert_cmpstr (now.failure, ==, expected->failure);
  if (!now.failure)
    g_assert_cmpmem (now.bytes.bytes, now.bytes.size, expected->bytes.bytes, expected->bytes.size);
  saved_clear (&now);
}

static MwDocument *
open_file (const uint8_t *bytes, gsize size)
{
  g_autoptr (GError) error = NULL;
  MwMdlx *model = mw_mdx_read (bytes, size, NULL, &error);
  g_assert_no_error (error);
  return mw_document_new (&model->model, mw_mdlx_format (model));
}

static void
assert_is (MwDocument *document, const MwModel *expected, const Saved *saved)
{
  MwModel *model = mw_document_get_model (document);
  fixture_assert_equal (model, expected);
  fixture_assert_same (model, expected); /* also compares what equality ignores */
  assert_saves_as (model, saved);
}

static void
run (const uint8_t *bytes, gsize size, guint32 seed)
{
  GRand *rand = g_rand_new_with_seed (seed);
  MwDocument *document = open_file (bytes, size);
  MwModel *model = mw_document_get_model (document);
  MwModel *first = mw_model_copy (model, TRUE);
  Saved first_saved = save (model);
  while (mw_document_get_position (document) < STEPS)
    draw_step (draw, document, rand);
  guint n = mw_document_get_n_steps (document), position = mw_document_get_position (document);
  MwModel *last = mw_model_copy (model, TRUE);
  Saved last_saved = save (model);

  mw_document_go_to (document, 0);
  assert_is (document, first, &first_saved);
  mw_document_go_to (document, position);
  assert_is (document, last, &last_saved);
  mw_document_go_to (document, n / 2);
  while (mw_document_can_undo (document))
    mw_document_undo (document);
  assert_is (document, first, &first_saved);

  MwDocument *fresh = open_file (bytes, size);
  mw_document_go_to (document, position);
  fixture_replay_as_text (document, fresh);
  assert_is (fresh, last, &last_saved);
  mw_document_go_to (fresh, 0);
  assert_is (fresh, first, &first_saved);

  g_assert_null (first_saved.failure);
  saved_last += !last_saved.failure;
  saved_clear (&first_saved);
  saved_clear (&last_saved);
  mw_model_free (first);
  mw_model_free (last);
  g_object_unref (fresh);
  g_object_unref (document);
  g_rand_free (rand);
  runs_done++;
}

static void
run_bytes (const uint8_t *bytes, gsize size, const char *name, guint runs)
{
  gint64 start = g_get_monotonic_time ();
  for (guint i = 0; i < runs; i++) {
    guint32 seed = work_random ();
    g_test_message ("%s: run %u of %u, seed %u", name, i + 1, runs, seed);
    run (bytes, size, seed);
  }
  g_test_message ("%s: %u runs of %d steps in %.1f s", name, runs, STEPS,
                  (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC);
}

static void
run_file (const char *path, guint runs)
{
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  g_autofree char *name = g_path_get_basename (path);
  run_bytes (bytes, size, name, runs);
}

static guint
runs_of_a_file (void)
{
  return MAX (RUNS / (FILES + 1) / work_fraction (), 1) + 1;
}

/* The n files that together have the most fields filled, the richest first. */
static GPtrArray *
choose_files (GPtrArray *all, guint n)
{
  GPtrArray *chosen = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) models = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_model_free);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  for (guint i = 0; i < all->len; i++) {
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (g_ptr_array_index (all, i), &size);
    MwMdlx *model = size <= LARGEST ? mw_mdx_read (bytes, size, NULL, NULL) : NULL;
    if (model) {
      g_ptr_array_add (models, model);
      g_ptr_array_add (paths, g_ptr_array_index (all, i));
    }
  }
  while (chosen->len < n && models->len) {
    guint best = 0, most = 0;
    for (guint i = 0; i < models->len; i++) {
      g_autoptr (GHashTable) trial = g_hash_table_new (NULL, NULL);
      GHashTableIter iter;
      gpointer key;
      g_hash_table_iter_init (&iter, seen);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        g_hash_table_add (trial, key);
      guint found = draw_richness (draw, g_ptr_array_index (models, i), trial);
      if (found > most) {
        most = found;
        best = i;
      }
    }
    draw_richness (draw, g_ptr_array_index (models, best), seen);
    g_ptr_array_add (chosen, g_ptr_array_index (paths, best));
    g_ptr_array_remove_index (models, best);
    g_ptr_array_remove_index (paths, best);
  }
  g_test_message ("%u of %u actions have something to act on in the chosen files", g_hash_table_size (seen),
                  draw->actions->len);
  return chosen;
}

static void
test_sample (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  run_file (path, runs_of_a_file ());
}

static void
test_corpus (void)
{
  g_autoptr (GPtrArray) all = corpus_files ("mdx800");
  if (!all)
    return;
  g_autoptr (GPtrArray) chosen = choose_files (all, FILES);
  g_assert_cmpuint (chosen->len, ==, FILES);
  for (guint i = 0; i < chosen->len; i++)
    run_file (g_ptr_array_index (chosen, i), runs_of_a_file ());
}

/* Runs on a file of another version, with the actions of that version. */
static void
run_version (const char *path, MwFormat format)
{
  Draw *usual = draw;
  draw = draw_new (&mw_mdlx_schema, format);
  guint saved_before = saved_last;
  run_file (path, runs_of_a_file ());
  g_test_message ("the last model of %u runs could be saved", saved_last - saved_before);
  draw_free (draw);
  draw = usual;
}

static void
test_wow (void)
{
  static const struct {
    const char *name;
    uint16_t version;
  } made[] = { { "wow-1300", 1300 }, { "wow-1400", 1400 }, { "wow-1500", 1500 } };
  for (guint i = 0; i < G_N_ELEMENTS (made); i++) {
    g_autofree char *path = seed_path (made[i].name);
    run_version (path, (MwFormat) { MW_FAMILY_MDX_WOW, made[i].version });
  }
}

static void
test_wow_corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx1300");
  for (guint i = 0; files && i < files->len; i++)
    run_version (files->pdata[i], (MwFormat) { MW_FAMILY_MDX_WOW, 1300 });
}

static guint
never_done (void)
{
  guint never = 0;
  for (guint i = 0; i < draw->actions->len; i++)
    never += g_array_index (draw->actions, DrawAction, i).done == 0;
  return never;
}

/* Another version: a made model, and the richest real file if there is one. */
static void
test_version (gconstpointer data)
{
  guint version = GPOINTER_TO_UINT (data);
  Draw *all_of_800 = draw;
  draw = draw_new (&mw_mdlx_schema, (MwFormat) { MW_FAMILY_MDX, (uint16_t) version });
  g_autoptr (MwFileSet) set = mdlx_made_set (version);
  g_autofree char *name = g_strdup_printf ("made %u", version), *folder = g_strdup_printf ("mdx%u", version);
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  run_bytes (bytes, size, name, MAX (runs_of_a_file () / 4, 1) + 1);
  g_autoptr (GPtrArray) all = version == 1000 || version == 1100 ? corpus_files (folder) : NULL;
  if (all) {
    g_autoptr (GPtrArray) chosen = choose_files (all, 1);
    g_assert_cmpuint (chosen->len, ==, 1);
    run_file (g_ptr_array_index (chosen, 0), MAX (runs_of_a_file () / 4, 1));
  }
  g_test_message ("%u of %u actions were never done", never_done (), draw->actions->len);
  draw_free (draw);
  draw = all_of_800;
}

/* A model that the format cannot store gives the same error after redo, and undo makes it one that can be saved. */
static void
test_unwritable (void)
{
  enum { TOO_LARGE = 1 << 24 }; /* the size of a camera has 24 bits */
  g_autoptr (GError) error = NULL;
  g_autofree char *path = sample_path ("everything.mdx");
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  MwDocument *document = open_file (bytes, size), *fresh = open_file (bytes, size);
  MwModel *model = mw_document_get_model (document), *first = mw_model_copy (model, TRUE);
  Saved first_saved = save (model);
  MwRecord *camera = fixture_target (document, "cameras[0]").record;
  MwArray unknown = mw_array_new (TOO_LARGE, 1);
  memset (unknown.data, 7, TOO_LARGE);
  mw_document_begin (document, "Too large");
  g_assert_true (mw_document_swap_array (document, camera->id, fixture_field (camera, "unknown"), unknown, &error));
  mw_document_commit (document);
  Saved last_saved = save (model);
  g_assert_nonnull (last_saved.failure);
  g_test_message ("%s", last_saved.failure);
  MwModel *last = mw_model_copy (model, FALSE);
  mw_document_undo (document);
  assert_is (document, first, &first_saved);
  mw_document_redo (document);
  assert_is (document, last, &last_saved);
  g_autofree char *text = mw_step_to_text (mw_document_get_step (document, 0));
  g_assert_true (mw_document_replay_text (fresh, text, strlen (text), &error));
  assert_is (fresh, last, &last_saved);
  saved_clear (&first_saved);
  saved_clear (&last_saved);
  mw_model_free (first);
  mw_model_free (last);
  g_object_unref (document);
  g_object_unref (fresh);
}

static void
test_coverage (void)
{
  /* With few runs (no corpus, or a fraction of the work) rare actions may be missing, so the sample is run some
   * more. */
  enum { MORE = 100 };
  g_autofree char *path = sample_path ("everything.mdx");
  for (guint i = 0; i < MORE && never_done (); i++)
    run_file (path, 1);
  guint never = 0, kinds[DRAW_N_KINDS] = { 0 }, done = 0;
  for (guint i = 0; i < draw->actions->len; i++) {
    const DrawAction *action = &g_array_index (draw->actions, DrawAction, i);
    kinds[action->kind] += action->done;
    done += action->done;
    if (action->done)
      continue;
    never++;
    g_test_message ("never done, tried %u times: %s %s.%s", action->tried, draw_kind_name (action->kind),
                    action->schema->name, action->field->name);
  }
  g_test_message ("%u runs (the last model of %u could be saved), %u primitives that did something over %u rows and "
                  "primitives",
                  runs_done, saved_last, done, draw->actions->len);
  g_assert_cmpuint (saved_last, >, 0);
  for (guint i = 0; i < DRAW_N_KINDS; i++) {
    g_test_message ("%s: %u times", draw_kind_name (i), kinds[i]);
    g_assert_cmpuint (kinds[i], >, 0);
  }
  g_assert_cmpuint (never, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  draw = draw_new (&mw_mdlx_schema, FIXTURE_FORMAT);
  g_test_add_func ("/edit/undo property/holds on our own sample", test_sample);
  g_test_add_func ("/edit/undo property/holds on real files", test_corpus);
  g_test_add_func ("/edit/undo property/holds on generated models of World of Warcraft's alpha", test_wow);
  g_test_add_func ("/edit/undo property/holds on a real model of World of Warcraft's alpha", test_wow_corpus);
  /* The sample is of the first version. */
  for (const guint *version = mdlx_versions () + 1; *version; version++) {
    g_autofree char *path = g_strdup_printf ("/edit/undo property/holds in version %u", *version);
    g_test_add_data_func (path, GUINT_TO_POINTER (*version), test_version);
  }
  g_test_add_func ("/edit/undo property/holds for models that cannot be saved", test_unwritable);
  g_test_add_func ("/edit/undo property/every row and every primitive was exercised", test_coverage);
  int result = g_test_run ();
  draw_free (draw);
  return result;
}
