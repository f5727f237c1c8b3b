/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/visibility-grid.h"
#include "core/edit/operations/history-script.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* A row for each element, a letter for each sequence: # shown, . hidden, ~ fades, ? no key, x unknown; with ! after it if it is
 * locked. */
static char *
text_of (MwVisibilityGrid *grid)
{
  GString *text = g_string_new (NULL);
  for (guint row = 0; row < mw_visibility_grid_n_rows (grid); row++) {
    g_string_append (text, row ? " " : "");
    for (guint column = 0; column < mw_visibility_grid_n_columns (grid); column++) {
      const MwVisibleCell *cell = mw_visibility_grid_cell (grid, row, column);
      g_string_append_c (text, "#.~?x"[cell->seen]);
      g_string_append (text, cell->locked ? "!" : "");
    }
  }
  return g_string_free (text, FALSE);
}

static void
assert_grid (MwDocument *document, const char *expected)
{
  g_autoptr (MwVisibilityGrid) grid = mw_visibility_grid_new (document);
  g_autofree char *text = text_of (grid);
  g_assert_cmpstr (text, ==, expected);
}

/* The same for the row of one element. */
static void
assert_row (MwDocument *document, const char *path, const char *expected)
{
  g_autoptr (MwVisibilityGrid) grid = mw_visibility_grid_new (document);
  g_autofree char *text = text_of (grid);
  g_auto (GStrv) rows = g_strsplit (text, " ", -1);
  const MwId id = fixture_id (document, path);
  for (guint row = 0; row < mw_visibility_grid_n_rows (grid); row++)
    if (mw_visibility_grid_row (grid, row) == id) {
      g_assert_cmpstr (rows[row], ==, expected);
      return;
    }
  g_error ("%s has no row", path);
}

static gboolean
set_places (MwDocument *document, const MwGridPlace *places, guint n, const char *state, GError **error)
{
  g_autoptr (MwVisibilityGrid) grid = mw_visibility_grid_new (document);
  return mw_visibility_grid_set (grid, places, n, state, "Paint", error);
}

static void
must_set (MwDocument *document, const MwGridPlace *places, guint n, const char *state)
{
  g_autoptr (GError) error = NULL;
  set_places (document, places, n, state, &error);
  g_assert_no_error (error);
}

/* --- Cells ------------------------------------------------------------------------------------------------------------ */

/* The fixture has a geoset with keys in Stand alone, and an attachment that follows a global sequence. */
static void
test_cells (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  assert_grid (document, "~? ~!~!");
  m2_do (document, "visibility-set geosets[0] sequences=1 state=hidden");
  assert_grid (document, "~. ~!~!");
  m2_do (document, "visibility-set geosets[0] sequences=0;1 state=shown");
  assert_grid (document, "## ~!~!");
  m2_do (document, "visibility-set geosets[0] sequences=1 state=no_keys");
  assert_grid (document, "#? ~!~!");
  m2_do (document, "visibility-set geosets[0] sequences=0 state=fade_out fade=100");
  assert_grid (document, "~? ~!~!");
  m2_do (document, "track-release-global attachments[0].visibility.track sequence=sequences[0]");
  m2_do (document, "key-remove-all attachments[0].visibility.track");
  assert_row (document, "attachments[0]", "##");
  m2_do (document, "visibility-set attachments[0] sequences=1 state=hidden");
  assert_row (document, "attachments[0]", "?.");
  m2_do (document, "key-remove-all geoset_animations[0].alpha.track");
  m2_do (document, "set geoset_animations[0].alpha=0");
  assert_row (document, "geosets[0]", "..");
  m2_do (document, "delete geoset_animations[0]");
  assert_row (document, "geosets[0]", "##");
  m2_do (document, "set sequences[1].interval.end=1999");
  assert_row (document, "geosets[0]", "##!");
}

/* The parts of a cell that the letters leave out: how much is seen, and whether that is the same everywhere. */
static void
test_values (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  m2_do (document, "key-remove-all geoset_animations[0].alpha.track");
  m2_do (document, "set geoset_animations[0].alpha=0.5");
  g_autoptr (MwVisibilityGrid) still = mw_visibility_grid_new (document);
  g_assert_true (mw_visibility_grid_cell (still, 0, 1)->fixed);
  g_assert_cmpfloat (mw_visibility_grid_cell (still, 0, 1)->least, ==, 0.5f);
  /* Both sequences keep what the geoset showed. */
  m2_do (document, "visibility-set geosets[0] sequences=0 state=fade_in fade=100");
  g_autoptr (MwVisibilityGrid) grid = mw_visibility_grid_new (document);
  const MwVisibleCell *stand = mw_visibility_grid_cell (grid, 0, 0), *walk = mw_visibility_grid_cell (grid, 0, 1);
  g_assert_cmpint (stand->seen, ==, MW_VISIBLE_FADES);
  g_assert_cmpfloat (stand->least, ==, 0);
  g_assert_cmpfloat (stand->most, ==, 0.5f);
  g_assert_false (stand->fixed);
  g_assert_cmpint (walk->seen, ==, MW_VISIBLE_SHOWN);
  g_assert_cmpfloat (walk->most, ==, 0.5f);
}

/* A key between the ends is seen; one after the end, or of a visibility that the game does not interpolate, is not. */
static void
test_between (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  m2_do (document, "visibility-set geosets[0] state=shown");
  m2_do (document, "key-add geoset_animations[0].alpha.track time=500");
  m2_do (document, "set geoset_animations[0].alpha.track.keys[1].value=0");
  assert_row (document, "geosets[0]", "~#");
  m2_do (document, "set sequences[0].interval.end=499");
  assert_row (document, "geosets[0]", "##");
  m2_do (document, "set sequences[0].interval.end=500");
  assert_row (document, "geosets[0]", "~#");
  m2_do (document, "track-release-global attachments[0].visibility.track sequence=sequences[0]");
  m2_do (document, "visibility-set attachments[0] state=shown");
  m2_do (document, "set attachments[0].visibility.track.interpolation=1");
  m2_do (document, "key-add attachments[0].visibility.track time=1500");
  m2_do (document, "set attachments[0].visibility.track.keys[1].value=0");
  assert_row (document, "attachments[0]", "##");
}

/* Without keys the game shows the geoset, whatever its static value is. Single keys are made to fade. */
static void
test_no_keys (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  m2_do (document, "visibility-set geosets[0] state=hidden");
  m2_do (document, "set geoset_animations[0].alpha=0");
  m2_do (document, "visibility-set geosets[0] state=no_keys");
  assert_row (document, "geosets[0]", "##");
  fixture_assert_value (document, "geoset_animations[0].alpha", "1");
  m2_do (document, "visibility-set geosets[0] sequences=0 state=shown");
  m2_do (document, "set geoset_animations[0].alpha.track.interpolation=0");
  m2_do (document, "visibility-set geosets[0] sequences=1 state=fade_in");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.interpolation", "Linear");
  m2_do (document, "set geoset_animations[0].alpha.track.interpolation=0");
  g_autofree char *refused = m2_refusal (document, "visibility-set geosets[0] sequences=1 state=fade_in");
  g_assert_nonnull (strstr (refused, "not interpolated linearly"));
}

/* --- Painting --------------------------------------------------------------------------------------------------------- */

static void
test_paint (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  const MwGridPlace row[] = { { 0, 0 }, { 0, 1 } };
  must_set (document, row, 2, "hidden");
  assert_row (document, "geosets[0]", "..");
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 1);
  g_assert_cmpstr (mw_document_get_undo_label (document), ==, "Paint");
  g_autofree char *script = mw_script_from_history (document, NULL);
  g_assert_nonnull (strstr (script, "visibility-set geosets[0] sequences=\"0;1\" state=hidden"));
  mw_document_undo (document);
  assert_row (document, "geosets[0]", "~?");
  /* Rows with different cells are set one after the other, in one step. */
  m2_do (document, "duplicate geosets[0]");
  m2_do (document, "duplicate geosets[0]");
  const MwGridPlace some[] = { { 1, 0 }, { 2, 1 }, { 0, 0 }, { 1, 0 } };
  guint before = mw_document_get_position (document);
  must_set (document, some, 4, "hidden");
  assert_row (document, "geosets[0]", ".?");
  assert_row (document, "geosets[1]", ".?");
  assert_row (document, "geosets[2]", "?.");
  g_assert_cmpuint (mw_document_get_position (document), ==, before + 1);
}

/* Cells that cannot be set are passed over, unless there are no others. */
static void
test_locked (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  g_autoptr (GError) error = NULL;
  const MwGridPlace all[] = { { 1, 0 }, { 1, 1 }, { 0, 1 } };
  must_set (document, all, 3, "hidden");
  assert_grid (document, "~. ~!~!");
  g_assert_false (set_places (document, all, 2, "hidden", &error));
  g_assert_nonnull (strstr (error->message, "follows a global sequence"));
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 1);
  g_assert_false (set_places (document, NULL, 0, "hidden", NULL));
}

/* Sequences that play the same keys are refused together with nothing changed. */
static void
test_overlap (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  g_autoptr (GError) error = NULL;
  const MwGridPlace first[] = { { 0, 0 } }, both[] = { { 0, 0 }, { 0, 1 } };
  m2_do (document, "set sequences[1].interval.start=900");
  g_assert_false (set_places (document, first, 1, "hidden", &error));
  g_assert_nonnull (strstr (error->message, "shares times with sequences[1]"));
  must_set (document, both, 2, "hidden");
  assert_row (document, "geosets[0]", "..");
}

/* The number of a sequence is meant even if another one is called so. */
static void
test_numbers (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  const MwGridPlace second[] = { { 0, 1 } };
  m2_do (document, "set sequences[0].name=1");
  must_set (document, second, 1, "hidden");
  assert_row (document, "geosets[0]", "~.");
}

static void
test_toggled (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  const MwGridPlace row[] = { { 0, 0 }, { 0, 1 }, { 1, 0 } };
  g_autoptr (MwVisibilityGrid) grid = mw_visibility_grid_new (document);
  g_assert_cmpstr (mw_visibility_grid_toggled (grid, row[0]), ==, "hidden");
  g_assert_cmpstr (mw_visibility_grid_toggled (grid, row[1]), ==, "hidden");
  g_assert_cmpstr (mw_visibility_grid_toggled_all (grid, row, 3), ==, "shown");
  m2_do (document, "visibility-set geosets[0] sequences=0 state=shown");
  g_autoptr (MwVisibilityGrid) shown = mw_visibility_grid_new (document);
  g_assert_cmpstr (mw_visibility_grid_toggled_all (shown, row, 3), ==, "hidden");
  m2_do (document, "visibility-set geosets[0] state=hidden");
  g_autoptr (MwVisibilityGrid) hidden = mw_visibility_grid_new (document);
  g_assert_cmpstr (mw_visibility_grid_toggled (hidden, row[0]), ==, "shown");
}

typedef struct {
  MwVisibilityGrid *grid;
  guint moved, changed;
} Follow;

static void
follow (MwDocument *document, const MwChangeSet *set, Follow *f)
{
  f->changed++;
  f->moved += mw_visibility_grid_update (f->grid, set);
}

static void
test_update (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  g_autoptr (MwVisibilityGrid) grid = mw_visibility_grid_new (document);
  Follow f = { grid, 0, 0 };
  g_signal_connect (document, "changed", G_CALLBACK (follow), &f);
  g_assert_cmpint (mw_visibility_grid_cell (grid, 0, 1)->seen, ==, MW_VISIBLE_NO_KEY);
  m2_do (document, "visibility-set geosets[0] sequences=1 state=hidden");
  g_assert_cmpint (mw_visibility_grid_cell (grid, 0, 1)->seen, ==, MW_VISIBLE_HIDDEN);
  g_assert_cmpuint (f.moved, ==, 0);
  m2_do (document, "set geoset_animations[0].alpha.track.keys[3].value=1");
  g_assert_cmpint (mw_visibility_grid_cell (grid, 0, 1)->seen, ==, MW_VISIBLE_SHOWN);
  m2_do (document, "sequence-add name=Run");
  g_assert_cmpuint (f.moved, ==, 1);
  g_assert_cmpuint (mw_visibility_grid_n_columns (grid), ==, 3);
  m2_do (document, "delete attachments[0]");
  g_assert_cmpuint (f.moved, ==, 2);
  g_assert_cmpuint (mw_visibility_grid_n_rows (grid), ==, 1);
  g_signal_handlers_disconnect_by_data (document, &f);
}

/* --- Surfaces of M2 --------------------------------------------------------------------------------------------------- */

static char **
rows_of (MwDocument *document)
{
  g_autoptr (MwVisibilityGrid) grid = mw_visibility_grid_new (document);
  g_autofree char *text = text_of (grid);
  return g_strsplit (text, " ", -1);
}

/* Gives the first sequence of a surface a state. Nothing else changes, although surfaces share colours and weights, and
 * what is saved is sound. */
static void
set_first (MwDocument *document, guint row, const char *state, char letter)
{
  g_auto (GStrv) before = rows_of (document);
  const MwGridPlace place = { row, 0 };
  must_set (document, &place, 1, state);
  g_auto (GStrv) after = rows_of (document);
  before[row][0] = letter;
  for (guint i = 0; before[i]; i++)
    g_assert_cmpstr (after[i], ==, before[i]);
  g_autoptr (MwFileSet) saved = m2_assert_sound (document, NULL, state);
}

static void
test_surfaces (gconstpointer version)
{
  enum { ROW = 2 };
  g_autoptr (MwDocument) document = m2_open_made (GPOINTER_TO_UINT (version));
  g_autoptr (GError) error = NULL;
  const MwGridPlace global = { 0, 0 };
  g_assert_false (set_places (document, &global, 1, "hidden", &error));
  g_assert_nonnull (strstr (error->message, "follows a global sequence"));
  set_first (document, ROW, "hidden", '.');
  set_first (document, ROW, "fade_in", '~');
  set_first (document, ROW, "shown", '#');
  mw_document_go_to (document, 0);
  /* Hidden by its weight, too: then both must show it. */
  m2_do (document, "surface-set-opacity skins[0].batches[2] opacity=0");
  set_first (document, ROW, "hidden", '.');
  set_first (document, ROW, "shown", '#');
  set_first (document, ROW, "hidden", '.');
  mw_document_go_to (document, 0);
  m2_do (document, "surface-set-opacity skins[0].batches[2] opacity=0");
  m2_do (document, "surface-set-opacity skins[0].batches[2] opacity=0 end=1 animate=1 sequences=0");
  set_first (document, ROW, "shown", '#');
}

/* What plays keys of a file that was not found is not known; what is the same in all sequences is. */
static void
test_unread (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0), part = mw_file_set_new ();
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *file = set->parts->pdata[i];
    if (!g_str_has_prefix (file->role, "anim"))
      mw_file_set_add_companion (part, file->role, file->path, file->suffix, file->bytes);
  }
  g_autoptr (MwDocument) document = m2_open (part);
  g_auto (GStrv) rows = rows_of (document);
  g_assert_cmpstr (rows[2], ==, "#~x!~!x!x!~#~~~!x!");
  g_assert_cmpstr (rows[4], ==, "###!#!#!#!#####!#!");
}

/* Sequences of M2 before 264 also play the keys beside them, so none is without keys. From 264 on, an alias is locked. */
static void
test_m2_keys (void)
{
  g_autoptr (MwDocument) lanes = m2_open_made (264), line = m2_open_made (256);
  g_autoptr (GError) error = NULL;
  const MwGridPlace emitter = { 8, 0 }, alias = { 8, 3 };
  set_first (lanes, 8, "hidden", '.');
  set_first (lanes, 8, "no_keys", '?');
  set_first (line, 8, "hidden", '.');
  g_assert_false (set_places (line, &emitter, 1, "no_keys", &error));
  g_assert_nonnull (strstr (error->message, "cannot be without keys"));
  g_clear_error (&error);
  g_assert_false (set_places (lanes, &alias, 1, "hidden", &error));
  g_assert_nonnull (strstr (error->message, "is an alias"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func)                                                                                                \
  g_test_add ("/core/edit/visibility-grid/" name, FixtureWorld, NULL, fixture_world_setup, func, fixture_world_teardown)
  ADD ("a cell says what is seen in a sequence", test_cells);
  ADD ("a cell knows how much is seen", test_values);
  ADD ("keys between the ends of a sequence count", test_between);
  ADD ("without keys the game shows what it has", test_no_keys);
  ADD ("painted cells are one step", test_paint);
  ADD ("cells that cannot be set say why", test_locked);
  ADD ("sequences that share times are set together", test_overlap);
  ADD ("a sequence is known by its number", test_numbers);
  ADD ("what is seen is hidden, and what is not is shown", test_toggled);
  ADD ("cells follow the document", test_update);
  g_test_add_data_func ("/core/edit/visibility-grid/a surface gets its own opacity on a time line",
                        GUINT_TO_POINTER (256), test_surfaces);
  g_test_add_data_func ("/core/edit/visibility-grid/a surface gets its own opacity in lanes", GUINT_TO_POINTER (264),
                        test_surfaces);
  g_test_add_func ("/core/edit/visibility-grid/what is in a missing file is not known", test_unread);
  g_test_add_func ("/core/edit/visibility-grid/a sequence can be without keys in lanes only", test_m2_keys);
  return g_test_run ();
}
