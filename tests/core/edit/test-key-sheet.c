/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/key-sheet.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

#define ALPHA "geoset_animations[0].alpha.track"
#define MOVES "bones[0].translation.track"
#define SHOWN "attachments[0].visibility.track"

/* A sheet of the fixture: the visibility of the attachment follows the global sequence; alpha has keys at 0, 500, 1000 and 2500 ms;
 * the bone moves at 100, 500 and 2100 ms. */
typedef struct {
  FixtureWorld world;
  MwKeySheet *sheet;
  guint updates;
} Sheet;

static void
changed (MwDocument *document, const MwChangeSet *set, Sheet *s)
{
  s->updates += mw_key_sheet_update (s->sheet, set);
}

static void
step_done (MwDocument *document, Sheet *s)
{
  mw_key_sheet_step_done (s->sheet);
}

static void
setup (Sheet *s, gconstpointer data)
{
  static const char *const lines[] = { "add " MOVES, "key-add " MOVES " time=100", "key-add " MOVES " time=500",
                                       "key-add " MOVES " time=2100", "key-add " ALPHA " time=2500" };
  fixture_world_setup (&s->world, data);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    m2_do (s->world.document, lines[i]);
  mw_document_select (s->world.document, NULL, 0);
  s->sheet = mw_key_sheet_new (s->world.document);
  s->updates = 0;
  mw_key_sheet_set_all (s->sheet, TRUE);
  mw_key_sheet_reload (s->sheet);
  g_signal_connect (s->world.document, "changed", G_CALLBACK (changed), s);
  g_signal_connect (s->world.document, "history-changed", G_CALLBACK (step_done), s);
}

static void
teardown (Sheet *s, gconstpointer data)
{
  g_signal_handlers_disconnect_by_data (s->world.document, s);
  mw_key_sheet_free (s->sheet);
  fixture_world_teardown (&s->world, data);
}

static guint
row_of (const Sheet *s, const char *path)
{
  return mw_key_sheet_find (s->sheet, fixture_id (s->world.document, path));
}

/* The times of a row, and a * after those that are chosen: "0 500*". */
static char *
text_of (const MwSheetRow *row)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < row->n; i++)
    g_string_append_printf (text, "%s%d%s", i ? " " : "", row->times[i], row->chosen[i] ? "*" : "");
  return g_string_free (text, FALSE);
}

static void
assert_row (const Sheet *s, guint row, const char *expected)
{
  g_autofree char *text = text_of (mw_key_sheet_row (s->sheet, row));
  g_assert_cmpstr (text, ==, expected);
}

static void
assert_track (const Sheet *s, const char *path, const char *expected)
{
  g_assert_cmpuint (row_of (s, path), !=, 0);
  assert_row (s, row_of (s, path), expected);
}

static void
select_path (Sheet *s, const char *path)
{
  const MwId id = fixture_id (s->world.document, path);
  mw_document_select (s->world.document, &id, 1);
}

static void
show_sequence (Sheet *s, guint number)
{
  mw_key_sheet_set_sequence (s->sheet,
                             mw_model_sequences (mw_document_get_model (s->world.document))->items[number]->id);
  mw_key_sheet_reload (s->sheet);
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static void
test_rows (Sheet *s, gconstpointer data)
{
  const MwSheetScope *scope = mw_key_sheet_get_scope (s->sheet);
  /* The texture of a layer, two keys at 0 and 100 ms, counts too. */
  assert_row (s, 0, "0 100 500 1000 2100 2500");
  assert_track (s, ALPHA, "0 500 1000 2500");
  assert_track (s, MOVES, "100 500 2100");
  assert_row (s, row_of (s, "bones[0]"), "100 500 2100");
  g_assert_cmpint (mw_key_sheet_row (s->sheet, row_of (s, MOVES) - 1)->kind, ==, MW_SHEET_ELEMENT);
  g_assert_cmpint (scope->start, ==, 0);
  g_assert_cmpint (scope->end, ==, 3000);
  g_assert_true (mw_key_sheet_row (s->sheet, row_of (s, SHOWN))->global);
  g_assert_false (mw_key_sheet_row (s->sheet, row_of (s, ALPHA))->global);
  g_assert_cmpint (mw_key_sheet_row (s->sheet, row_of (s, SHOWN))->shape, ==, MW_SHEET_HOLD);
  g_assert_cmpint (mw_key_sheet_row (s->sheet, row_of (s, ALPHA))->shape, ==, MW_SHEET_LINEAR);
  m2_do (s->world.document, "set " ALPHA ".interpolation=Hermite");
  g_assert_cmpint (mw_key_sheet_row (s->sheet, row_of (s, ALPHA))->shape, ==, MW_SHEET_TANGENTS);
  m2_do (s->world.document, "set " ALPHA ".interpolation=DontInterp");
  g_assert_cmpint (mw_key_sheet_row (s->sheet, row_of (s, ALPHA))->shape, ==, MW_SHEET_HOLD);
}

static void
test_selected (Sheet *s, gconstpointer data)
{
  mw_key_sheet_set_all (s->sheet, FALSE);
  mw_key_sheet_reload (s->sheet);
  g_assert_cmpuint (mw_key_sheet_n_rows (s->sheet), ==, 1);
  select_path (s, "bones[0]");
  mw_key_sheet_reload (s->sheet);
  g_assert_cmpuint (mw_key_sheet_n_rows (s->sheet), ==, 3);
  assert_row (s, 0, "100 500 2100");
  /* What is below the selected element, and a track itself. */
  select_path (s, "materials[0]");
  mw_key_sheet_reload (s->sheet);
  assert_row (s, 2, "0 100");
  select_path (s, ALPHA);
  mw_key_sheet_reload (s->sheet);
  g_assert_cmpuint (mw_key_sheet_n_rows (s->sheet), ==, 3);
  assert_row (s, 2, "0 500 1000 2500");
  /* An element and what contains it: each track once. */
  const MwId both[] = { fixture_id (s->world.document, "materials[0].layers[1]"),
                        fixture_id (s->world.document, "materials[0]") };
  mw_document_select (s->world.document, both, 2);
  mw_key_sheet_reload (s->sheet);
  g_assert_cmpuint (mw_key_sheet_n_rows (s->sheet), ==, 3);
}

static void
test_sequence (Sheet *s, gconstpointer data)
{
  show_sequence (s, 1);
  assert_track (s, ALPHA, "2500");
  assert_track (s, MOVES, "2100");
  /* A global sequence has its own time, which is shown from the start of the sequence on. */
  assert_track (s, SHOWN, "0 500 1000");
  assert_row (s, 0, "2000 2100 2500 3000");
  mw_key_sheet_choose (s->sheet, row_of (s, SHOWN), row_of (s, SHOWN), 2500, 3000, MW_CHOOSE_TOGGLE);
  assert_track (s, SHOWN, "0 500* 1000*");
  assert_row (s, 0, "2000 2100 2500* 3000*");
  gint64 offset;
  g_assert_true (mw_key_sheet_chosen_offset (s->sheet, &offset));
  g_assert_cmpint (offset, ==, 2000);
  mw_key_sheet_choose (s->sheet, row_of (s, MOVES), row_of (s, MOVES), 2100, 2100, MW_CHOOSE_ADD);
  g_assert_false (mw_key_sheet_chosen_offset (s->sheet, &offset));
  mw_key_sheet_choose (s->sheet, row_of (s, MOVES), row_of (s, MOVES), 2100, 2100, MW_CHOOSE_TOGGLE);
  mw_key_sheet_choose (s->sheet, row_of (s, SHOWN), row_of (s, SHOWN), 2500, 3000, MW_CHOOSE_TOGGLE);
  assert_track (s, SHOWN, "0 500 1000");
  g_assert_cmpint (mw_key_sheet_get_scope (s->sheet)->start, ==, 2000);
  g_assert_cmpint (mw_key_sheet_get_scope (s->sheet)->end, ==, 3000);
  /* Keys at both ends of a sequence belong to it. */
  m2_do (s->world.document, "set " ALPHA ".keys.time=[1999, 2000, 3000, 3001]");
  assert_track (s, ALPHA, "2000 3000");
  m2_do (s->world.document, "set sequences[1].interval.end=3001");
  assert_track (s, ALPHA, "2000 3000 3001");
}

static void
test_collapsed (Sheet *s, gconstpointer data)
{
  m2_do (s->world.document, "add bones[0].scaling.track");
  m2_do (s->world.document, "key-add bones[0].scaling.track time=100");
  const guint n = mw_key_sheet_n_rows (s->sheet), row = row_of (s, "bones[0]");
  mw_key_sheet_set_collapsed (s->sheet, mw_key_sheet_row (s->sheet, row)->element, TRUE);
  g_assert_cmpuint (mw_key_sheet_n_rows (s->sheet), ==, n - 2);
  g_assert_cmpuint (row_of (s, MOVES), ==, 0);
  g_assert_true (mw_key_sheet_row (s->sheet, row)->collapsed);
  mw_key_sheet_reload (s->sheet);
  g_assert_cmpuint (mw_key_sheet_n_rows (s->sheet), ==, n - 2);
  /* Its keys are still chosen through it. */
  mw_key_sheet_choose (s->sheet, row, row, 0, 500, MW_CHOOSE_ONLY);
  assert_row (s, row, "100* 500* 2100");
  mw_key_sheet_set_collapsed (s->sheet, mw_key_sheet_row (s->sheet, row)->element, FALSE);
  assert_track (s, MOVES, "100* 500* 2100");
}

static void
test_updates (Sheet *s, gconstpointer data)
{
  m2_do (s->world.document, "key-add " MOVES " time=700");
  assert_track (s, MOVES, "100 500 700 2100");
  assert_row (s, row_of (s, "bones[0]"), "100 500 700 2100");
  assert_row (s, 0, "0 100 500 700 1000 2100 2500");
  g_assert_cmpuint (s->updates, ==, 1);
  m2_do (s->world.document, "set bones[0].name=Trunk");
  g_assert_cmpuint (s->updates, ==, 1);
  m2_do (s->world.document, "delete " MOVES);
  g_assert_cmpuint (mw_key_sheet_find (s->sheet, fixture_id (s->world.document, "bones[0]")), ==, 0);
  assert_row (s, 0, "0 100 500 1000 2500");
  mw_document_undo (s->world.document);
  assert_track (s, MOVES, "100 500 700 2100");
  /* Beyond the end of the time line, and before its start. */
  m2_do (s->world.document, "key-add " MOVES " time=4000");
  m2_do (s->world.document, "key-add " MOVES " time=-50");
  g_assert_cmpint (mw_key_sheet_get_scope (s->sheet)->start, ==, -50);
  g_assert_cmpint (mw_key_sheet_get_scope (s->sheet)->end, ==, 4000);
  assert_track (s, MOVES, "-50 100 500 700 2100 4000");
}

static void
test_near (Sheet *s, gconstpointer data)
{
  const MwSheetRow *row = mw_key_sheet_row (s->sheet, row_of (s, ALPHA));
  g_assert_cmpint (mw_sheet_row_near (row, 505, 5), ==, 1);
  g_assert_cmpint (mw_sheet_row_near (row, 506, 5), ==, -1);
  g_assert_cmpint (mw_sheet_row_near (row, 800, 1000), ==, 2);
  g_assert_cmpint (mw_sheet_row_near (row, 700, 1000), ==, 1);
  g_assert_cmpint (mw_sheet_row_near (row, 9000, 10000), ==, 3);
  g_assert_cmpint (mw_sheet_row_near (row, -10, 10), ==, 0);
  g_assert_cmpuint (mw_sheet_row_from (row, 501), ==, 2);
  g_assert_cmpuint (mw_sheet_row_from (row, 500), ==, 1);
  g_assert_cmpuint (mw_sheet_row_from (row, 2501), ==, 4);
}

/* --- What is chosen ------------------------------------------------------------------------------------------------- */

/* Runs an operation on the chosen keys. */
static void
run_on_chosen (Sheet *s, const char *operation, const char *name, const char *value)
{
  const MwOperation *found = mw_operation_find (operation);
  g_autoptr (MwRecord) params = mw_operation_params_new (found);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId)),
                     keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GError) error = NULL;
  mw_key_sheet_get_chosen (s->sheet, ids, keys);
  *(MwArray *) mw_field_at (params, mw_schema_field (params->schema, "keys")) = mw_array_copy (keys->data, keys->len,
                                                                                               4);
  if (name)
    mw_operation_param_set (found, s->world.document, params, name, value, strlen (value), &error);
  g_assert_no_error (error);
  mw_operation_run (found, s->world.document, (const MwId *) (gpointer) ids->data, ids->len, params, &error);
  g_assert_no_error (error);
}

static void
test_choose (Sheet *s, gconstpointer data)
{
  const guint alpha = row_of (s, ALPHA), moves = row_of (s, MOVES);
  gint32 first, last;
  mw_key_sheet_choose (s->sheet, alpha, alpha, 500, 1000, MW_CHOOSE_ONLY);
  assert_track (s, ALPHA, "0 500* 1000* 2500");
  assert_row (s, 0, "0 100 500* 1000* 2100 2500");
  g_assert_cmpuint (mw_key_sheet_count_chosen (s->sheet, &first, &last), ==, 2);
  g_assert_cmpint (first, ==, 500);
  g_assert_cmpint (last, ==, 1000);
  mw_key_sheet_choose (s->sheet, moves, moves, 500, 500, MW_CHOOSE_ADD);
  assert_track (s, MOVES, "100 500* 2100");
  mw_key_sheet_choose (s->sheet, alpha, alpha, 1000, 2500, MW_CHOOSE_TOGGLE);
  assert_track (s, ALPHA, "0 500* 1000* 2500*");
  mw_key_sheet_choose (s->sheet, alpha, alpha, 1000, 2500, MW_CHOOSE_TOGGLE);
  assert_track (s, ALPHA, "0 500* 1000 2500");
  /* The summary stands for all tracks. */
  mw_key_sheet_choose (s->sheet, 0, 0, 500, 500, MW_CHOOSE_ONLY);
  g_assert_cmpuint (mw_key_sheet_count_chosen (s->sheet, &first, &last), ==, 3);
  /* An element and its track, which is meant once. */
  mw_key_sheet_choose (s->sheet, moves - 1, moves, 500, 500, MW_CHOOSE_TOGGLE);
  assert_track (s, MOVES, "100 500 2100");
  mw_key_sheet_choose_none (s->sheet);
  g_assert_cmpuint (mw_key_sheet_count_chosen (s->sheet, &first, &last), ==, 0);
}

/* The numbers of the keys are those in the tracks, also where a sequence hides the keys before them. */
static void
test_edit (Sheet *s, gconstpointer data)
{
  show_sequence (s, 1);
  mw_key_sheet_choose (s->sheet, 0, 0, 2100, 2500, MW_CHOOSE_ONLY);
  mw_key_sheet_choose (s->sheet, row_of (s, SHOWN), row_of (s, SHOWN), 2100, 2500, MW_CHOOSE_TOGGLE);
  g_autoptr (MwSheetChoice) choice = mw_key_sheet_get_choice (s->sheet);
  run_on_chosen (s, "keys-move-some", "by", "40");
  mw_key_sheet_set_choice (s->sheet, choice, 0, 1, 40);
  assert_track (s, ALPHA, "2540*");
  assert_track (s, MOVES, "2140*");
  fixture_assert_value (s->world.document, ALPHA ".keys.time", "[0, 500, 1000, 2540]");
  fixture_assert_value (s->world.document, MOVES ".keys.time", "[100, 500, 2140]");
  mw_document_undo (s->world.document);
  /* Half as far from 2000 ms there is no key, and then nothing is chosen. */
  gint32 first, last;
  mw_key_sheet_set_choice (s->sheet, choice, 2000, 0.5, 0);
  g_assert_cmpuint (mw_key_sheet_count_chosen (s->sheet, &first, &last), ==, 0);
  mw_key_sheet_set_choice (s->sheet, choice, 0, 1, 0);
  run_on_chosen (s, "keys-delete-some", NULL, NULL);
  fixture_assert_value (s->world.document, ALPHA ".keys.time", "[0, 500, 1000]");
  fixture_assert_value (s->world.document, MOVES ".keys.time", "[100, 500]");
}

/* Copied keys are found again after other edits, and while another sequence is shown. */
static void
test_found (Sheet *s, gconstpointer data)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId)),
                     keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  mw_key_sheet_choose (s->sheet, row_of (s, ALPHA), row_of (s, ALPHA), 500, 1000, MW_CHOOSE_ONLY);
  mw_key_sheet_choose (s->sheet, row_of (s, MOVES), row_of (s, MOVES), 100, 100, MW_CHOOSE_ADD);
  g_autoptr (MwSheetChoice) choice = mw_key_sheet_get_choice (s->sheet);
  m2_do (s->world.document, "key-remove " ALPHA " time=1000");
  m2_do (s->world.document, "key-add " ALPHA " time=300");
  show_sequence (s, 1);
  mw_key_sheet_find_choice (s->sheet, choice, ids, keys);
  g_assert_cmpuint (ids->len, ==, 2);
  g_assert_cmpuint (keys->len, ==, 2);
  const gboolean alpha_first = g_array_index (ids, MwId, 0) == fixture_id (s->world.document, ALPHA);
  /* Alpha: 0, 300, 500 and 2500 ms; the bone: 100, 500 and 2100 ms. */
  g_assert_cmpuint (g_array_index (keys, guint32, 0), ==, alpha_first ? 2 : 0);
  g_assert_cmpuint (g_array_index (keys, guint32, 1), ==, alpha_first ? 4 : 3 + 2);
}

/* Some files have keys that are not in the order of their times. */
static void
test_unordered (Sheet *s, gconstpointer data)
{
  m2_do (s->world.document, "set " ALPHA ".keys.time=[2500, 10, 2100, 20]");
  assert_track (s, ALPHA, "10 20 2100 2500");
  show_sequence (s, 1);
  assert_track (s, ALPHA, "2100 2500");
  mw_key_sheet_choose (s->sheet, row_of (s, ALPHA), row_of (s, ALPHA), 2100, 2100, MW_CHOOSE_ONLY);
  run_on_chosen (s, "keys-delete-some", NULL, NULL);
  fixture_assert_value (s->world.document, ALPHA ".keys.time", "[2500, 10, 20]");
}

/* --- Snapping ------------------------------------------------------------------------------------------------------- */

static void
test_snap (Sheet *s, gconstpointer data)
{
  const MwSheetSnap none = { 0, 0 }, keys = { 10, 0 }, frames = { 0, 30 };
  const guint alpha = row_of (s, ALPHA);
  g_assert_cmpint (mw_key_sheet_snap (s->sheet, 493.4, 9999, &none), ==, 493);
  g_assert_cmpint (mw_key_sheet_snap (s->sheet, 493.4, 9999, &keys), ==, 500);
  g_assert_cmpint (mw_key_sheet_snap (s->sheet, 490, 9999, &keys), ==, 500);
  g_assert_cmpint (mw_key_sheet_snap (s->sheet, 489.4, 9999, &keys), ==, 489);
  /* The nearest: the playhead. */
  g_assert_cmpint (mw_key_sheet_snap (s->sheet, 493.4, 490, &keys), ==, 490);
  /* Edges of all sequences on the time line: Walk begins at 2000. */
  g_assert_cmpint (mw_key_sheet_snap (s->sheet, 1995, 9999, &keys), ==, 2000);
  /* A key that moves does not hold itself. */
  mw_key_sheet_choose (s->sheet, alpha, alpha, 2500, 2500, MW_CHOOSE_ONLY);
  g_assert_cmpint (mw_key_sheet_snap (s->sheet, 2504, 9999, &keys), ==, 2504);
  g_assert_cmpint (mw_key_sheet_snap (s->sheet, 50, 9999, &frames), ==, 67);
  g_assert_cmpint (mw_key_sheet_snap (s->sheet, 49, 9999, &frames), ==, 33);
  show_sequence (s, 1);
  g_assert_cmpint (mw_key_sheet_snap (s->sheet, 2050, 9999, &frames), ==, 2067);
}

/* Single keys of a row, as the graph of the curves chooses them. */
static void
test_choose_keys (Sheet *s, gconstpointer data)
{
  static const guint ends[] = { 0, 3 }, second[] = { 1 };
  const guint row = row_of (s, ALPHA);
  mw_key_sheet_choose (s->sheet, row_of (s, MOVES), row_of (s, MOVES), 100, 100, MW_CHOOSE_ONLY);
  mw_key_sheet_choose_keys (s->sheet, row, ends, 2, MW_CHOOSE_ADD);
  assert_track (s, ALPHA, "0* 500 1000 2500*");
  assert_track (s, MOVES, "100* 500 2100");
  mw_key_sheet_choose_keys (s->sheet, row, second, 1, MW_CHOOSE_TOGGLE);
  assert_track (s, ALPHA, "0* 500* 1000 2500*");
  mw_key_sheet_choose_keys (s->sheet, row, ends, 2, MW_CHOOSE_TOGGLE);
  assert_track (s, ALPHA, "0 500* 1000 2500");
  mw_key_sheet_choose_keys (s->sheet, row, ends, 2, MW_CHOOSE_ONLY);
  assert_track (s, ALPHA, "0* 500 1000 2500*");
  assert_track (s, MOVES, "100 500 2100");
}

/* --- Lanes ---------------------------------------------------------------------------------------------------------- */

static gboolean
count_lane (MwRecord *record, gpointer data)
{
  guint *n = data;
  n[0] += record->schema->keys == MW_KEYS_LANE;
  return TRUE;
}

/* In each sequence a track shows the keys of its lane for it. */
static void
test_lanes (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  g_autoptr (MwKeySheet) sheet = mw_key_sheet_new (document);
  const MwModel *model = mw_document_get_model (document);
  const MwList *sequences = mw_model_sequences (model);
  g_autoptr (GHashTable) shown = g_hash_table_new (NULL, NULL);
  guint lanes = 0;
  mw_record_foreach (&mw_document_get_model (document)->record, count_lane, &lanes);
  mw_key_sheet_set_all (sheet, TRUE);
  for (uint32_t i = 0; i < sequences->n; i++) {
    mw_key_sheet_set_sequence (sheet, sequences->items[i]->id);
    mw_key_sheet_reload (sheet);
    const MwSheetScope *scope = mw_key_sheet_get_scope (sheet);
    g_assert_true (scope->lanes);
    for (guint k = 1; k < mw_key_sheet_n_rows (sheet); k++) {
      const MwSheetRow *row = mw_key_sheet_row (sheet, k);
      const MwM2Lane *lane = (const MwM2Lane *) mw_model_find (model, row->holder);
      if (row->kind != MW_SHEET_TRACK || !row->holder)
        continue;
      g_assert_cmpuint (lane->record.owner->id, ==, row->record);
      g_assert_true (row->global || !lane->sequence.id || lane->sequence.id == scope->sequence);
      g_assert_cmpuint (row->n, ==, lane->times.n);
      g_hash_table_add (shown, GUINT_TO_POINTER (row->holder));
    }
  }
  g_assert_cmpuint (g_hash_table_size (shown), >, 10);
  g_assert_cmpuint (g_hash_table_size (shown), ==, lanes);
}

/* --- Undo and redo -------------------------------------------------------------------------------------------------- */

static void
choose_alpha (Sheet *s, gint64 from, gint64 to)
{
  mw_key_sheet_choose (s->sheet, row_of (s, ALPHA), row_of (s, ALPHA), from, to, MW_CHOOSE_ONLY);
}

/* Moves the chosen keys as a drag does: each change is shown, and the choice follows it. */
static void
drag_chosen (Sheet *s, const gint *by, guint n)
{
  MwDocument *document = s->world.document;
  g_autoptr (MwSheetChoice) choice = mw_key_sheet_get_choice (s->sheet);
  mw_document_begin (document, "Move keys");
  for (guint i = 0; i < n; i++) {
    g_autofree char *line = g_strdup_printf ("keys-move-some " ALPHA " keys=[1] by=%d", by[i]);
    mw_document_rewind (document);
    m2_do (document, line);
    mw_document_update (document);
    mw_key_sheet_set_choice (s->sheet, choice, 0, 1, by[i]);
  }
  mw_document_commit (document);
}

static void
test_undo (Sheet *s, gconstpointer data)
{
  MwDocument *document = s->world.document;
  static const gint by[] = { 20, 40 };
  choose_alpha (s, 500, 500);
  drag_chosen (s, by, G_N_ELEMENTS (by));
  assert_track (s, ALPHA, "0 540* 1000 2500");
  mw_document_undo (document);
  assert_track (s, ALPHA, "0 500* 1000 2500");
  mw_document_redo (document);
  assert_track (s, ALPHA, "0 540* 1000 2500");
  /* What is chosen later counts, where the document is left again. */
  choose_alpha (s, 1000, 2500);
  mw_document_undo (document);
  assert_track (s, ALPHA, "0 500* 1000 2500");
  choose_alpha (s, 0, 0);
  mw_document_redo (document);
  assert_track (s, ALPHA, "0 540 1000* 2500*");
  mw_document_undo (document);
  assert_track (s, ALPHA, "0* 500 1000 2500");
  /* Deleted keys come back chosen, also over several steps at once. */
  choose_alpha (s, 500, 1000);
  m2_do (document, "keys-delete-some " ALPHA " keys=[1, 2]");
  assert_track (s, ALPHA, "0 2500");
  choose_alpha (s, 0, 0);
  m2_do (document, "keys-delete-some " ALPHA " keys=[0]");
  mw_document_go_to (document, mw_document_get_position (document) - 2);
  assert_track (s, ALPHA, "0 500* 1000* 2500");
}

/* An edit of something else is no reason to choose other keys. */
static void
test_undo_elsewhere (Sheet *s, gconstpointer data)
{
  MwDocument *document = s->world.document;
  choose_alpha (s, 500, 500);
  m2_do (document, "set bones[0].name=Else");
  choose_alpha (s, 1000, 1000);
  mw_document_undo (document);
  assert_track (s, ALPHA, "0 500 1000* 2500");
  /* Nor one that was cancelled, or that nobody has seen. */
  mw_document_begin (document, "Move keys");
  m2_do (document, "keys-move-some " ALPHA " keys=[2] by=10");
  mw_document_update (document);
  choose_alpha (s, 0, 0);
  mw_document_cancel (document);
  assert_track (s, ALPHA, "0* 500 1000 2500");
  m2_do (document, "keys-move-some " ALPHA " keys=[2] by=10");
  mw_key_sheet_reload (s->sheet);
  choose_alpha (s, 500, 500);
  mw_document_undo (document);
  assert_track (s, ALPHA, "0* 500 1000 2500");
}

/* Steps that were made while nobody showed the sheet have no choice of their own. */
static void
test_undo_unseen (Sheet *s, gconstpointer data)
{
  MwDocument *document = s->world.document;
  g_signal_handlers_block_by_func (document, changed, s);
  g_signal_handlers_block_by_func (document, step_done, s);
  m2_do (document, "keys-move-some " ALPHA " keys=[2] by=10");
  m2_do (document, "keys-move-some " ALPHA " keys=[2] by=10");
  g_signal_handlers_unblock_by_func (document, changed, s);
  g_signal_handlers_unblock_by_func (document, step_done, s);
  mw_key_sheet_reload (s->sheet);
  choose_alpha (s, 500, 500);
  mw_document_undo (document);
  assert_track (s, ALPHA, "0 500* 1010 2500");
  choose_alpha (s, 0, 0);
  mw_document_undo (document);
  assert_track (s, ALPHA, "0* 500 1000 2500");
  mw_document_redo (document);
  mw_document_redo (document);
  assert_track (s, ALPHA, "0 500* 1020 2500");
}

/* Only the last steps are remembered. */
static void
test_undo_limit (Sheet *s, gconstpointer data)
{
  MwDocument *document = s->world.document;
  enum { STEPS = 70, KEPT = 64 };
  for (guint i = 0; i < STEPS; i++) {
    choose_alpha (s, i % 2 ? 0 : 2500, i % 2 ? 0 : 2500);
    m2_do (document, i % 2 ? "keys-move-some " ALPHA " keys=[1] by=-1" : "keys-move-some " ALPHA " keys=[1] by=1");
  }
  choose_alpha (s, 1000, 1000);
  for (guint i = STEPS; i-- > 0;) {
    mw_document_undo (document);
    const gboolean kept = i > STEPS - KEPT;
    assert_track (s, ALPHA,
                  i % 2 ? (kept ? "0* 501 1000 2500" : "0 501 1000 2500*") : (kept ? "0 500 1000 2500*" : NULL));
    if (i == STEPS - KEPT + 1)
      break;
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add (path, Sheet, NULL, setup, func, teardown)
  ADD ("/key-sheet/lists-elements-and-their-tracks", test_rows);
  ADD ("/key-sheet/lists-what-is-selected-and-below-it", test_selected);
  ADD ("/key-sheet/shows-the-keys-of-a-sequence", test_sequence);
  ADD ("/key-sheet/hides-the-tracks-of-a-collapsed-element", test_collapsed);
  ADD ("/key-sheet/reads-only-what-has-changed", test_updates);
  ADD ("/key-sheet/finds-the-nearest-key", test_near);
  ADD ("/key-sheet/chooses-by-rows-and-times", test_choose);
  ADD ("/key-sheet/chooses-single-keys-of-a-row", test_choose_keys);
  ADD ("/key-sheet/gives-chosen-keys-to-operations", test_edit);
  ADD ("/key-sheet/finds-copied-keys-again", test_found);
  ADD ("/key-sheet/puts-keys-of-odd-files-in-order", test_unordered);
  ADD ("/key-sheet/snaps-to-keys-edges-and-frames", test_snap);
  ADD ("/key-sheet/undo-and-redo-choose-what-was-chosen", test_undo);
  ADD ("/key-sheet/undo-of-another-edit-chooses-nothing", test_undo_elsewhere);
  ADD ("/key-sheet/steps-that-the-sheet-has-not-seen-choose-nothing", test_undo_unseen);
  ADD ("/key-sheet/only-the-last-steps-choose-again", test_undo_limit);
  g_test_add_func ("/key-sheet/shows-the-lane-of-a-sequence", test_lanes);
  return g_test_run ();
}
