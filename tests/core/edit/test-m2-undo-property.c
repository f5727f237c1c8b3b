/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/corpus.h"
#include "tests/core/edit/draw.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* The undo property (see test-undo-property.c) for M2, on made and real sets of every layout. The edited model must
 * also be read back equal, if the files can store it. */

enum { STEPS = 100, LARGEST = 400 << 10, REAL_RUNS = 3 };

typedef struct {
  MwFileSet *set;
  char *failure;
} Saved;

static guint runs_done, saved_last;

static Saved
save (MwDocument *document)
{
  Saved saved = { 0 };
  g_autoptr (GError) error = NULL;
  saved.set = mw_io_write (mw_document_get_model (document), mw_document_get_format (document), NULL, &error);
  if (!saved.set)
    saved.failure = mw_error_describe (error, NULL);
  return saved;
}

static void
saved_clear (Saved *saved)
{
  if (saved->set)
    mw_file_set_free (saved->set);
  g_free (saved->failure);
}

static void
assert_is (MwDocument *document, const MwModel *expected, const Saved *saved)
{
  g_autofree char *where = NULL;
  if (!mw_model_equal (mw_document_get_model (document), expected, mw_document_get_format (document), &where))
    g_error ("the models differ at %s", where);
  fixture_assert_same (mw_document_get_model (document), expected);
  Saved now = save (document);
  g_assert_cmpstr (now.failure, ==, saved->failure);
  if (now.set)
    m2_assert_same_set (now.set, saved->set);
  saved_clear (&now);
}

/* Replays the steps as text on a fresh read of the set. */
static void
replay (MwDocument *document, const MwFileSet *set, const MwModel *first, const Saved *first_saved, const MwModel *last,
        const Saved *last_saved)
{
  MwDocument *fresh = m2_open (set);
  fixture_replay_as_text (document, fresh);
  assert_is (fresh, last, last_saved);
  mw_document_go_to (fresh, 0);
  assert_is (fresh, first, first_saved);
  g_object_unref (fresh);
}

static void
run (Draw *draw, const MwFileSet *set, guint32 seed)
{
  GRand *rand = g_rand_new_with_seed (seed);
  MwDocument *document = m2_open (set);
  MwModel *first = mw_model_copy (mw_document_get_model (document), TRUE);
  Saved first_saved = save (document);
  while (mw_document_get_position (document) < STEPS)
    draw_step (draw, document, rand);
  MwModel *last = mw_model_copy (mw_document_get_model (document), TRUE);
  Saved last_saved = save (document);
  guint position = mw_document_get_position (document);
  if (last_saved.set) {
    g_autoptr (GError) error = NULL;
    if (!mw_io_prove (mw_document_get_model (document), mw_document_get_format (document), last_saved.set, NULL,
                      &error)) {
      g_autofree char *sentence = mw_error_describe (error, NULL);
      g_error ("seed %u: %s", seed, sentence);
    }
  } else
    g_test_message ("not saved: %s", last_saved.failure);
  mw_document_go_to (document, 0);
  assert_is (document, first, &first_saved);
  mw_document_go_to (document, position);
  assert_is (document, last, &last_saved);
  replay (document, set, first, &first_saved, last, &last_saved);
  g_assert_null (first_saved.failure);
  saved_last += !last_saved.failure;
  saved_clear (&first_saved);
  saved_clear (&last_saved);
  mw_model_free (first);
  mw_model_free (last);
  g_object_unref (document);
  g_rand_free (rand);
  runs_done++;
}

static void
run_many (Draw *draw, const MwFileSet *set, const char *what, guint runs)
{
  for (guint i = 0; i < runs; i++) {
    guint32 seed = work_random ();
    g_test_message ("%s: run %u of %u, seed %u", what, i + 1, runs, seed);
    run (draw, set, seed);
  }
}

/* Whether a field belongs to layouts that sets of this version do not have. */
static gboolean
is_foreign (const DrawAction *action, const M2GenerateOptions *options)
{
  gboolean shadows = options->version > 264 || (options->form & M2_FORM_LATE_SKIN);
  gboolean scrolling = options->version > 271 || (options->form & M2_FORM_LONG_PARTICLE);
  gboolean by_track = (options->version > 270)
                      != (options->version >= 265 && options->version <= 271 && (options->form & M2_FORM_OTHER_CAMERA));
  if (action->schema == &mw_m2_camera_schema && g_str_has_prefix (action->field->name, "field_of_view"))
    return strcmp (action->field->name, by_track ? "field_of_view" : "field_of_view.track") == 0;
  return (!shadows
          && (strcmp (action->field->name, "shadow_batches") == 0 || action->schema == &mw_m2_shadow_batch_schema))
         || (!scrolling && g_str_has_prefix (action->field->name, "scroll_"));
}

static guint
never_done (const Draw *draw, const M2GenerateOptions *options)
{
  guint never = 0;
  for (guint i = 0; i < draw->actions->len; i++) {
    const DrawAction *action = &g_array_index (draw->actions, DrawAction, i);
    never += action->done == 0 && !is_foreign (action, options);
  }
  return never;
}

/* One of each layout. */
static const M2GenerateOptions layouts[] = {
  { 256, 1, 0 },
  { 260, 2, 0 },
  { 262, 3, 0 },
  { 264, 4, 0 },
  { 264, 5, M2_FORM_LATE_SKIN },
  { 265, 6, M2_FORM_SPLIT_BLEND },
  { 272, 7, M2_FORM_CHUNKS },
};

static void
test_made (gconstpointer data)
{
  enum { RUNS = 20, MORE = 60 };
  const M2GenerateOptions *options = data;
  g_autoptr (MwFileSet) set = m2_made_set (options->version, options->seed, options->form);
  Draw *draw = draw_new (&mw_m2_schema, (MwFormat) { MW_FAMILY_M2, (uint16_t) options->version });
  g_autofree char *what = g_strdup_printf ("version %u, form %u", options->version, options->form);
  run_many (draw, set, what, MAX (RUNS / work_fraction (), 1));
  for (guint i = 0; i < MORE && never_done (draw, options); i++)
    run_many (draw, set, what, 1);
  guint done = 0;
  for (guint i = 0; i < draw->actions->len; i++) {
    const DrawAction *action = &g_array_index (draw->actions, DrawAction, i);
    done += action->done;
    if (!action->done && !is_foreign (action, options))
      g_test_message ("never done, tried %u times: %s %s.%s", action->tried, draw_kind_name (action->kind),
                      action->schema->name, action->field->name);
  }
  g_test_message (
    "%u runs (the last model of %u could be saved), %u primitives that did something over %u rows and primitives",
    runs_done, saved_last, done, draw->actions->len);
  g_assert_cmpuint (never_done (draw, options), ==, 0);
  draw_free (draw);
}

static void
test_real (void)
{
  g_autoptr (GPtrArray) sets = m2_corpus_sets (LARGEST);
  if (!sets)
    return;
  for (guint i = 0; i < sets->len; i++) {
    const MwFileSet *set = sets->pdata[i];
    MwDocument *document = m2_open (set);
    Draw *draw = draw_new (&mw_m2_schema, mw_document_get_format (document));
    g_autofree char *name = g_path_get_basename (mw_file_set_main (set)->path);
    g_object_unref (document);
    run_many (draw, set, name, MAX (REAL_RUNS / work_fraction (), 1));
    draw_free (draw);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++) {
    g_autofree char *path = g_strdup_printf (
      "/edit/m2 undo property/holds on every row and primitive, version %u, form %u", layouts[i].version,
      layouts[i].form);
    g_test_add_data_func (path, &layouts[i], test_made);
  }
  g_test_add_func ("/edit/m2 undo property/holds on real sets", test_real);
  return g_test_run ();
}
