/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/reload.h"
#include "core/edit/step-private.h"
#include "core/io/m2/companions.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/draw.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* Another program changes files that are open. The step that reads them again must lead to their bytes, and undo
 * back to the bytes before, whatever was changed on either side. */

enum { LARGEST = 300 << 10 };

/* --- One reload ----------------------------------------------------------------------------------------------------- */

static guint planned, refused;

static MwModel *
read_set (const MwFileSet *set, MwFormat *format)
{
  g_autoptr (GError) error = NULL;
  MwModel *model = mw_io_read (set, format, NULL, &error);
  g_assert_no_error (error);
  return model;
}

static MwFileSet *
write_set (MwDocument *document)
{
  return mw_io_write (mw_document_get_model (document), mw_document_get_format (document), NULL, NULL);
}

/* Checks that both have the same parts with the same bytes. */
static void
assert_same_files (const MwFileSet *a, const MwFileSet *b)
{
  m2_assert_same_set (a, b);
  m2_assert_same_set (b, a);
}

static MwReload *
plan (MwDocument *document, const MwFileSet *files, GError **error)
{
  MwFormat format;
  MwModel *fresh = read_set (files, &format);
  return mw_reload_plan (mw_document_snapshot (document, NULL), mw_document_get_format (document), fresh, format, NULL,
                         error);
}

/* Reloads `files` into the document. Returns FALSE if that was refused. */
static gboolean
reload (MwDocument *document, const MwFileSet *files)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReload) made = plan (document, files, &error);
  if (!made) {
    g_test_message ("refused: %s", error->message);
    refused++;
    return FALSE;
  }
  planned++;
  g_assert_true (mw_document_reload (document, made, &error));
  g_assert_no_error (error);
  fixture_assert_same (mw_document_get_model (document), made->model);
  return TRUE;
}

static gboolean
collect (MwRecord *record, gpointer ids)
{
  g_array_append_val ((GArray *) ids, record->id);
  return TRUE;
}

/* Selects three random elements. */
static GArray *
select_some (MwDocument *document, GRand *rand)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (MwId)), *some = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_record_foreach (&mw_document_get_model (document)->record, collect, all);
  for (guint i = 0; i < 3; i++)
    g_array_append_val (some, g_array_index (all, MwId, (guint) g_rand_int_range (rand, 0, (gint32) all->len)));
  mw_document_select (document, (const MwId *) some->data, some->len);
  g_array_unref (all);
  return some;
}

static void
assert_selected (MwDocument *document, const GArray *ids)
{
  guint n, left = 0;
  const MwId *selected = mw_document_get_selection (document, &n);
  for (guint i = 0; i < ids->len; i++)
    if (mw_model_find (mw_document_get_model (document), g_array_index (ids, MwId, i))) {
      g_assert_cmpuint (left, <, n);
      g_assert_cmpuint (selected[left++], ==, g_array_index (ids, MwId, i));
    }
  g_assert_cmpuint (left, ==, n);
}

/* Replays all steps as text on a fresh read of what was opened. */
static void
assert_replays (MwDocument *document, const MwFileSet *opened)
{
  MwDocument *other = m2_open (opened);
  for (guint i = 0; i < mw_document_get_position (document); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *text = mw_step_to_text (mw_document_get_step (document, i));
    if (!mw_document_replay_text (other, text, strlen (text), &error))
      g_error ("step %u: %s\n%s", i, error->message, text);
  }
  /* The side channel is not part of a step. */
  mw_document_set_side_channel (other, mw_document_has_side_channel (document));
  fixture_assert_same (mw_document_get_model (document), mw_document_get_model (other));
  g_object_unref (other);
}

/* Reloads `files` into a document that was opened from `opened` and may have been edited since; checks the result,
 * undo and redo. */
static void
assert_reloads (MwDocument *document, const MwFileSet *opened, const MwFileSet *files, GRand *rand)
{
  MwModel *before = mw_model_copy (mw_document_get_model (document), TRUE);
  g_autoptr (MwFileSet) saved = write_set (document);
  g_autoptr (GArray) selected = select_some (document, rand);
  guint position = mw_document_get_position (document);
  gboolean side_channel = mw_document_has_side_channel (document);
  if (reload (document, files)) {
    MwFormat format;
    MwModel *fresh = read_set (files, &format);
    g_autoptr (MwFileSet) now = write_set (document), expected = mw_io_write (fresh, format, NULL, NULL);
    g_assert_nonnull (expected);
    assert_same_files (now, expected);
    guint steps = mw_document_get_position (document) - position;
    g_assert_cmpuint (steps, <=, 1);
    assert_selected (document, selected);
    assert_replays (document, opened);
    if (steps) {
      mw_document_undo (document);
      mw_document_set_side_channel (document, side_channel);
      fixture_assert_same (mw_document_get_model (document), before);
      g_autoptr (MwFileSet) back = write_set (document);
      g_assert_true (!back == !saved);
      if (saved)
        assert_same_files (back, saved);
      assert_selected (document, selected);
      mw_document_redo (document);
      mw_document_set_side_channel (document, mw_notes_find (&fresh->record, MW_NOTE_SIDE_CHANNEL, NULL) != NULL);
      g_autoptr (MwFileSet) again = write_set (document);
      assert_same_files (again, expected);
    }
    mw_model_free (fresh);
  } else {
    fixture_assert_same (mw_document_get_model (document), before);
    g_assert_cmpuint (mw_document_get_position (document), ==, position);
  }
  mw_model_free (before);
}

/* The files after edits by another program; NULL if it could not save the result. */
static MwFileSet *
edit_outside (Draw *draw, const MwFileSet *set, guint steps, GRand *rand)
{
  MwDocument *other = m2_open (set);
  while (mw_document_get_position (other) < steps)
    draw_step (draw, other, rand);
  g_autoptr (MwFileSet) saved = write_set (other);
  gboolean whole = saved
                   && mw_io_prove (mw_document_get_model (other), mw_document_get_format (other), saved, NULL, NULL);
  g_object_unref (other);
  return whole ? g_steal_pointer (&saved) : NULL;
}

static void
run (Draw *draw, const MwFileSet *set, guint here, guint outside)
{
  guint32 seed = work_random ();
  g_test_message ("%u steps here, %u outside, seed %u", here, outside, seed);
  GRand *rand = g_rand_new_with_seed (seed);
  MwDocument *document = m2_open (set);
  while (mw_document_get_position (document) < here)
    draw_step (draw, document, rand);
  g_autoptr (MwFileSet) files = edit_outside (draw, set, outside, rand);
  if (files)
    assert_reloads (document, set, files, rand);
  g_object_unref (document);
  g_rand_free (rand);
}

static void
run_many (const MwFileSet *set, guint runs)
{
  MwFormat format;
  MwModel *model = read_set (set, &format);
  Draw *draw = draw_new (model->record.schema, format);
  mw_model_free (model);
  for (guint i = 0; i < runs; i++) {
    static const guint steps[][2] = { { 0, 1 }, { 3, 3 }, { 0, 20 }, { 10, 30 } };
    run (draw, set, steps[i % 4][0], steps[i % 4][1]);
  }
  draw_free (draw);
}

static MwFileSet *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  MwFileSet *set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  return set;
}

/* --- Made models ---------------------------------------------------------------------------------------------------- */

static void
begin_count (void)
{
  planned = refused = 0;
}

/* Nine of ten random edits or more can be read again as a step. Others break an edit rule; one may even among few. */
static void
end_count (void)
{
  g_test_message ("%u of %u read again as a step", planned, planned + refused);
  g_assert_cmpuint (refused, <=, 1 + (planned + refused) / 10);
  g_assert_cmpuint (planned, >, refused);
}

static void
test_samples (void)
{
  static const char *const names[] = { "everything.mdx", "figure.mdx" };
  begin_count ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = sample_path (names[i]);
    g_autoptr (MwFileSet) set = load (path);
    run_many (set, 60 / work_fraction ());
  }
  end_count ();
}

/* The same model as text, with and without a side channel. */
static void
test_texts (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  g_autoptr (MwFileSet) set = load (path);
  begin_count ();
  for (guint side = 0; side < 2; side++) {
    MwDocument *document = m2_open (set);
    MwFormat format = mw_document_get_format (document);
    format.text = TRUE;
    mw_document_set_format (document, format);
    mw_document_set_side_channel (document, side);
    g_autoptr (MwFileSet) text = write_set (document);
    g_assert_nonnull (text);
    run_many (text, 200 / work_fraction ());
    g_object_unref (document);
  }
  end_count ();
}

static void
test_wow (void)
{
  static const char *const names[] = { "wow-1300", "wow-1400", "wow-1500" };
  begin_count ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = seed_path (names[i]);
    g_autoptr (MwFileSet) set = load (path);
    run_many (set, 40 / work_fraction ());
  }
  end_count ();
}

static void
test_m2 (void)
{
  static const M2GenerateOptions layouts[] = {
    { 256, 1, 0 }, { 260, 2, 0 }, { 264, 4, 0 }, { 264, 5, M2_FORM_LATE_SKIN }, { 272, 7, 0 }
  };
  begin_count ();
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++) {
    g_autoptr (MwFileSet) set = m2_made_set (layouts[i].version, layouts[i].seed, layouts[i].form);
    run_many (set, 40 / work_fraction ());
  }
  end_count ();
}

/* Damages bytes in ways that no edit of ours would write. A reload must not make the changes that follow from normal
 * edits. */
static void
run_damage (const MwFileSet *set, guint runs)
{
  for (guint i = 0; i < runs; i++) {
    guint32 seed = work_random ();
    GRand *rand = g_rand_new_with_seed (seed);
    const MwFilePart *part = set->parts->pdata[g_rand_int_range (rand, 0, (gint32) set->parts->len)];
    gsize size;
    const char *data = g_bytes_get_data (part->bytes, &size);
    g_autofree char *bytes = g_memdup2 (data, size);
    for (guint k = 0; k < 3; k++)
      bytes[g_rand_int_range (rand, 0, (gint32) size)] ^= (char) (1 << g_rand_int_range (rand, 0, 8));
    g_autoptr (MwFileSet) files = m2_set_with (set, part->role, bytes, size);
    MwFormat format;
    MwModel *fresh = mw_io_read (files, &format, NULL, NULL);
    g_autoptr (MwFileSet) written = fresh ? mw_io_write (fresh, format, NULL, NULL) : NULL;
    if (written) {
      MwDocument *document = m2_open (set);
      g_test_message ("damage with seed %u in %s", seed, part->role);
      assert_reloads (document, set, files, rand);
      g_object_unref (document);
    }
    mw_model_free (fresh);
    g_rand_free (rand);
  }
}

static void
test_any_bytes (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  g_autoptr (MwFileSet) sample = load (path), m2 = m2_made_set (264, 4, 0), old = m2_made_set (260, 2, 0);
  const MwFileSet *const sets[] = { sample, m2, old };
  begin_count ();
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    run_damage (sets[i], 400 / work_fraction ());
  /* Many damaged files have another format, or values that no edit may set. */
  g_test_message ("%u of %u read again as a step", planned, planned + refused);
  g_assert_cmpuint (planned, >, refused);
}

/* Changes that follow from a normal edit must not follow from a reload: another program has set only the pivot of a
 * bone. */
static void
test_nothing_follows (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 2, 0);
  MwDocument *document = m2_open (set), *other = m2_open (set);
  MwM2 *model = (MwM2 *) mw_document_get_model (other);
  MwM2Bone *bone = (MwM2Bone *) model->bones.items[model->bones.n - 1];
  uint16_t distance = bone->parent_distance;
  bone->pivot[0] += 100;
  g_autoptr (MwFileSet) files = write_set (other);
  g_assert_true (reload (document, files));
  const MwM2 *now = (const MwM2 *) mw_document_get_model (document);
  g_assert_cmpuint (((const MwM2Bone *) now->bones.items[now->bones.n - 1])->parent_distance, ==, distance);
  g_assert_null (mw_document_get_notices (document));
  g_object_unref (document);
  g_object_unref (other);
}

/* Profiles appear or disappear, with unsaved edits that are possible without them. */
static void
test_profiles (void)
{
  static const struct {
    guint version, seed, form;
  } made[] = { { 264, 4, 0 }, { 264, 5, M2_FORM_LATE_SKIN }, { 272, 7, 0 } };
  for (guint i = 0; i < G_N_ELEMENTS (made); i++) {
    g_autoptr (MwFileSet) whole = m2_made_set (made[i].version, made[i].seed, made[i].form),
                          without = m2_set_with (whole, "skin1", NULL, 0);
    const MwFileSet *const sides[][2] = { { without, whole }, { whole, without } };
    for (guint k = 0; k < G_N_ELEMENTS (sides); k++) {
      GRand *rand = g_rand_new_with_seed (7);
      MwDocument *document = m2_open (sides[k][0]);
      m2_do (document, "set sequences[0].move_speed=3");
      m2_do (document, "add textures");
      begin_count ();
      assert_reloads (document, sides[k][0], sides[k][1], rand);
      g_assert_cmpuint (planned, ==, 1);
      /* The tables that a missing profile indexes must be as in a fresh read. */
      MwDocument *control = m2_open (sides[k][1]);
      g_autoptr (MwFileSet) expected = write_set (control), now = write_set (document);
      assert_same_files (expected, now);
      m2_do (document, "add textures");
      m2_do (control, "add textures");
      g_autoptr (MwFileSet) expected_then = write_set (control), then = write_set (document);
      assert_same_files (expected_then, then);
      g_object_unref (control);
      g_object_unref (document);
      g_rand_free (rand);
    }
  }
}

/* Keys in a missing file stay with their sequence, and tables of a missing profile with their records, although
 * these have other ids in the fresh reading. Whatever is edited then, the same bytes are written as by a fresh
 * document. */
static void
test_absent_files (void)
{
  static const struct {
    guint version, seed, form;
  } made[] = { { 264, 4, 0 }, { 264, 5, M2_FORM_LATE_SKIN }, { 272, 7, 0 } };
  for (guint i = 0; i < G_N_ELEMENTS (made); i++) {
    g_autoptr (MwFileSet) whole = m2_made_set (made[i].version, made[i].seed, made[i].form),
                          profiles = m2_set_with (whole, "skin1", NULL, 0), set = mw_file_set_share (profiles);
    guint n_anims = 0;
    for (guint k = 0; k < whole->parts->len; k++) {
      const MwFilePart *part = whole->parts->pdata[k];
      if (g_str_has_prefix (part->role, "anim")) {
        MwFileSet *less = m2_set_with (set, part->role, NULL, 0);
        mw_file_set_free (set);
        set = less;
        n_anims++;
      }
    }
    g_assert_cmpuint (n_anims, >, 0);
    MwDocument *document = m2_open (set), *other = m2_open (set);
    /* Records that come early in the file change the ids of all that are read after them. */
    m2_do (other, "add global_sequences");
    m2_do (other, "duplicate sequences[0]");
    m2_do (other, "add textures");
    g_autoptr (MwFileSet) files = write_set (other);
    GRand *rand = g_rand_new_with_seed (3);
    begin_count ();
    assert_reloads (document, set, files, rand);
    g_assert_cmpuint (planned, ==, 1);
    MwDocument *control = m2_open (files);
    static const char *const lines[] = { "duplicate sequences[0]", "add textures", "add bones" };
    for (guint k = 0; k < G_N_ELEMENTS (lines); k++) {
      m2_do (document, lines[k]);
      m2_do (control, lines[k]);
      g_autoptr (MwFileSet) now = write_set (document), expected = write_set (control);
      g_assert_nonnull (now);
      assert_same_files (now, expected);
    }
    g_rand_free (rand);
    g_object_unref (control);
    g_object_unref (document);
    g_object_unref (other);
  }
}

/* Elements in reversed order keep their ids, and references keep naming them. */
static void
test_order (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  g_autoptr (MwFileSet) set = load (path);
  MwDocument *document = m2_open (set), *other = m2_open (set);
  static const char *const lists[] = { "sequences", "textures", "materials" };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    MwModel *model = mw_document_get_model (other);
    const MwList *list = mw_record_list (&model->record, mw_schema_field (model->record.schema, lists[i]));
    mw_document_begin (other, "Move");
    for (guint k = 1; k < list->n; k++)
      g_assert_true (mw_document_move (other, list->items[k]->id, 0, NULL));
    mw_document_commit (other);
  }
  g_autoptr (MwFileSet) files = write_set (other);
  MwId first = fixture_id (document, "sequences[0]");
  GRand *rand = g_rand_new_with_seed (1);
  begin_count ();
  assert_reloads (document, set, files, rand);
  g_assert_cmpuint (planned, ==, 1);
  const MwList *sequences = &((MwMdlx *) mw_document_get_model (document))->sequences;
  g_assert_cmpuint (fixture_id (document, "sequences[0]"), !=, first);
  g_assert_cmpuint (sequences->items[sequences->n - 1]->id, ==, first);
  g_rand_free (rand);
  g_object_unref (document);
  g_object_unref (other);
}

/* The step has only the differences. */
static void
test_small (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) set = load (path);
  MwDocument *document = m2_open (set), *other = m2_open (set);
  g_autoptr (MwReload) same = plan (document, set, &error);
  g_assert_no_error (error);
  g_assert_null (same->step);
  g_assert_true (mw_document_reload (document, same, &error));
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 0);
  g_assert_true (fixture_set (other, "sequences[1].move_speed", "345"));
  g_assert_true (fixture_set (other, "geosets[0].vertices[1]", "{ 1, 2, 3 }"));
  g_autoptr (MwFileSet) files = write_set (other);
  g_autoptr (MwReload) two = plan (document, files, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (two->step->changes->len, ==, 2);
  g_assert_cmpuint (mw_step_get_size (two->step), <, 2000);
  g_assert_true (mw_step_is_verbatim (two->step));
  g_object_unref (document);
  g_object_unref (other);
}

/* Of a long array the step has only what differs, not the whole array twice. */
static void
test_few_of_many (void)
{
  g_autofree char *path = sample_path ("figure.mdx");
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) set = load (path);
  MwDocument *document = m2_open (set), *other = m2_open (set);
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) ((MwMdlx *) mw_document_get_model (other))->geosets.items[0];
  gsize bytes = 12 * (gsize) geoset->vertices.n;
  g_assert_cmpuint (bytes, >, 2000);
  g_assert_true (fixture_set (other, "geosets[0].vertices[1]", "{ 1, 2, 3 }"));
  g_autoptr (MwFileSet) files = write_set (other);
  g_autoptr (MwReload) made = plan (document, files, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (made->step->changes->len, ==, 1);
  g_assert_cmpuint (mw_step_get_size (made->step), <, bytes);
  g_object_unref (document);
  g_object_unref (other);
}

/* Whether a text has a side channel is not a value of the model, but it belongs to the reading. */
static void
test_side_channel (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  g_autoptr (MwFileSet) set = load (path);
  g_autoptr (GError) error = NULL;
  MwDocument *document = m2_open (set);
  MwFormat format = mw_document_get_format (document);
  format.text = TRUE;
  mw_document_set_format (document, format);
  g_autoptr (MwFileSet) plain = write_set (document);
  mw_document_set_side_channel (document, TRUE);
  g_autoptr (MwFileSet) full = write_set (document);
  g_object_unref (document);
  const MwFileSet *const sides[][2] = { { plain, full }, { full, plain } };
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
    document = m2_open (sides[i][0]);
    g_assert_cmpuint (mw_document_has_side_channel (document), ==, i);
    g_autoptr (MwReload) made = plan (document, sides[i][1], &error);
    g_assert_no_error (error);
    g_assert_true (mw_document_reload (document, made, &error));
    g_assert_cmpuint (mw_document_has_side_channel (document), ==, !i);
    g_autoptr (MwFileSet) now = write_set (document);
    assert_same_files (now, sides[i][1]);
    g_object_unref (document);
  }
}

static void
assert_refuses (MwDocument *document, const MwFileSet *files, const char *why)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReload) none = plan (document, files, &error);
  g_assert_null (none);
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  g_assert_nonnull (strstr (error->message, why));
}

static void
test_refused (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  g_autoptr (MwFileSet) set = load (path), m2 = m2_made_set (264, 4, 0);
  MwDocument *document = m2_open (set);
  assert_refuses (document, m2, "another format or version");
  MwDocument *other = m2_open (set);
  MwFormat format = mw_document_get_format (other);
  format.text = TRUE;
  mw_document_set_format (other, format);
  g_autoptr (MwFileSet) text = write_set (other);
  assert_refuses (document, text, "another format or version");
  g_object_unref (other);
  /* More changed elements than a step may have. */
  other = m2_open (set);
  MwModel *model = mw_document_get_model (other);
  const MwField *list = mw_schema_field (model->record.schema, "global_sequences");
  for (guint i = 0; i < 20001; i++)
    mw_list_append (model, &model->record, list, mw_record_new (list->schema));
  g_autoptr (MwFileSet) large = write_set (other);
  assert_refuses (document, large, "20,000");
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 0);
  /* Refused while a transaction is open. */
  g_assert_true (fixture_set (other, "name", "Other"));
  g_object_unref (other);
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReload) same = plan (document, set, &error);
  mw_document_begin (document, "Drag");
  g_assert_false (mw_document_reload (document, same, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  mw_document_cancel (document);
  g_object_unref (document);
}

/* A step for a model that has changed since is refused and changes nothing. */
static void
test_too_late (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) set = load (path);
  MwDocument *document = m2_open (set), *other = m2_open (set);
  g_assert_true (fixture_set (other, "sequences[1].move_speed", "345"));
  g_autoptr (MwFileSet) files = write_set (other);
  g_autoptr (MwReload) late = plan (document, files, &error);
  g_assert_true (fixture_set (document, "sequences[1].move_speed", "7"));
  g_assert_false (mw_document_reload (document, late, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  fixture_assert_value (document, "sequences[1].move_speed", "7");
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 1);
  g_object_unref (document);
  g_object_unref (other);
}

/* --- Real models ---------------------------------------------------------------------------------------------------- */

static void
test_corpus (void)
{
  static const char *const folders[] = { "mdx800", "mdx1000", "mdl", "mdx1300" };
  begin_count ();
  for (guint k = 0; k < G_N_ELEMENTS (folders); k++) {
    g_autoptr (GPtrArray) paths = corpus_files (folders[k]);
    if (!paths)
      return;
    for (guint i = k; i < paths->len; i += 6) {
      gsize size;
      g_autofree char *bytes = NULL;
      g_assert_true (g_file_get_contents (paths->pdata[i], &bytes, &size, NULL));
      if (size > LARGEST)
        continue;
      g_test_message ("%s", (const char *) paths->pdata[i]);
      MwFileSet *set = mw_io_load (paths->pdata[i], NULL, NULL);
      MwFormat format;
      MwModel *model = set ? mw_io_read (set, &format, NULL, NULL) : NULL;
      g_autoptr (MwFileSet) written = model ? mw_io_write (model, format, NULL, NULL) : NULL;
      if (model)
        mw_model_free (model);
      if (written)
        run_many (set, 4);
      g_clear_pointer (&set, mw_file_set_free);
    }
  }
  end_count ();
}

static void
test_m2_corpus (void)
{
  g_autoptr (GPtrArray) sets = m2_corpus_sets (LARGEST);
  if (!sets)
    return;
  begin_count ();
  for (guint i = 0; i < sets->len; i++)
    run_many (sets->pdata[i], 4);
  end_count ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/reload/random edits of samples", test_samples);
  g_test_add_func ("/edit/reload/texts", test_texts);
  g_test_add_func ("/edit/reload/models of World of Warcraft's alpha", test_wow);
  g_test_add_func ("/edit/reload/M2 sets", test_m2);
  g_test_add_func ("/edit/reload/any changed byte", test_any_bytes);
  g_test_add_func ("/edit/reload/another program's change causes no further changes", test_nothing_follows);
  g_test_add_func ("/edit/reload/profiles that are added and removed", test_profiles);
  g_test_add_func ("/edit/reload/missing companion files", test_absent_files);
  g_test_add_func ("/edit/reload/elements in another order", test_order);
  g_test_add_func ("/edit/reload/only what differs is in the step", test_small);
  g_test_add_func ("/edit/reload/of a long array only the difference is in the step", test_few_of_many);
  g_test_add_func ("/edit/reload/the side channel is kept", test_side_channel);
  g_test_add_func ("/edit/reload/a refusal says why", test_refused);
  g_test_add_func ("/edit/reload/a step for an older state is refused", test_too_late);
  g_test_add_func ("/edit/reload/real models", test_corpus);
  g_test_add_func ("/edit/reload/real M2 sets", test_m2_corpus);
  return g_test_run ();
}
