/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/tracks/keys.h"
#include "core/edit/operations/script.h"
#include "core/model/track.h"
#include "core/pose/evaluate.h"
#include "core/pose/interpolate.h"
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <math.h>
#include <string.h>

#define ALPHA "geoset_animations[0].alpha.track"

#define VALUE(path, expected) fixture_assert_value (world->document, path, expected)

static const MwTrack *
track (FixtureWorld *world)
{
  return (const MwTrack *) mw_model_find (mw_document_get_model (world->document), fixture_id (world->document, ALPHA));
}

/* The value of a track in a sequence, with `time` counted from its start. */
static float
value_at (FixtureWorld *world, const MwTrack *track, guint sequence, gint32 time)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (world->document);
  MwClock clock = { 0 };
  mw_clock_play (&clock, &model->model, model->sequences.items[sequence]->id);
  clock.time = clock.start + time;
  return mw_evaluate_float (&model->model, track, &clock, 1, 1);
}

static void
assert_same_curve (FixtureWorld *world, const char *line)
{
  enum { STEP = 25, N = 41, SEQUENCES = 2 };
  float before[SEQUENCES][N];
  for (guint k = 0; k < SEQUENCES; k++)
    for (gint32 i = 0; i < N; i++)
      before[k][i] = value_at (world, track (world), k, i * STEP);
  guint n = track (world)->times.n;
  m2_do (world->document, line);
  g_assert_cmpuint (track (world)->times.n, ==, n + 1);
  for (guint k = 0; k < SEQUENCES; k++)
    for (gint32 i = 0; i < N; i++)
      g_assert_cmpfloat_with_epsilon (value_at (world, track (world), k, i * STEP), before[k][i], 1e-5f);
}

static void
test_line (FixtureWorld *world, gconstpointer data)
{
  assert_same_curve (world, "key-add " ALPHA " time=250");
  VALUE (ALPHA ".keys.time", "[0, 250, 500, 1000]");
  VALUE (ALPHA ".keys[1].value", "0.75");
  assert_same_curve (world, "key-add " ALPHA " time=-100");
  assert_same_curve (world, "key-add " ALPHA " time=1500");
  VALUE (ALPHA ".keys.time", "[-100, 0, 250, 500, 1000, 1500]");
  /* Adding a key where one exists does nothing. */
  m2_do (world->document, "key-add " ALPHA " time=250");
  g_assert_cmpuint (track (world)->times.n, ==, 6);
  fixture_assert_undo (world->document, world->first);
}

static void
test_steps (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "set " ALPHA ".interpolation=DontInterp");
  assert_same_curve (world, "key-add " ALPHA " time=700");
  VALUE (ALPHA ".keys[2].value", "0.5");
}

static void
test_curve (FixtureWorld *world, gconstpointer interpolation)
{
  g_autofree char *line = g_strdup_printf ("set " ALPHA ".interpolation=%s", (const char *) interpolation);
  m2_do (world->document, line);
  m2_do (world->document, "set " ALPHA ".keys.out_tan=[0.5, -2, 3]");
  m2_do (world->document, "set " ALPHA ".keys.in_tan=[1, 0.75, -0.25]");
  assert_same_curve (world, "key-add " ALPHA " time=200");
  assert_same_curve (world, "key-add " ALPHA " time=900");
  assert_same_curve (world, "key-add " ALPHA " time=1200");
  assert_same_curve (world, "key-add " ALPHA " time=-50");
  /* Between keys the new tangent follows the curve, so it neither rests nor is zero. */
  const float *in = track (world)->in_tans.data, *values = track (world)->values.data;
  g_assert_cmpfloat (fabsf (in[2]), >, 0.01f);
  g_assert_cmpfloat (fabsf (in[2] - values[2]), >, 0.001f);
  fixture_assert_undo (world->document, world->first);
}

static void
test_rotation (FixtureWorld *world, gconstpointer data)
{
  static const gint32 times[] = { 0, 1000 };
  static const float keys[] = { 0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f };
  static const float tangents[] = { 0, 0, 0.38268343f, 0.92387953f, 0, 0, 0.5f, 0.8660254f };
  MwRecord *bone = mw_model_find (mw_document_get_model (world->document), fixture_id (world->document, "bones[0]"));
  MwTrack *made = (MwTrack *) mw_record_new (&mw_track_quat_schema);
  g_autoptr (GError) error = NULL;
  made->interpolation = MW_INTERPOLATION_HERMITE;
  made->times = mw_array_copy (times, 2, 4);
  made->values = mw_array_copy (keys, 2, 16);
  made->in_tans = mw_array_copy (tangents, 2, 16);
  made->out_tans = mw_array_copy (tangents, 2, 16);
  mw_document_begin (world->document, "Track");
  mw_document_insert (world->document, bone->id, fixture_field (bone, "rotation.track"), 0, &made->record, &error);
  g_assert_no_error (error);
  mw_document_commit (world->document);
  float expected[4];
  mw_interpolate_quat (MW_INTERPOLATION_HERMITE, keys, tangents, tangents + 4, keys + 4, 0.25f, expected);
  m2_do (world->document, "key-add bones[0].rotation.track time=250");
  g_assert_cmpuint (made->times.n, ==, 3);
  const float *values = made->values.data, *in = made->in_tans.data, *out = made->out_tans.data;
  for (guint i = 0; i < 4; i++) {
    g_assert_cmpfloat_with_epsilon (values[4 + i], expected[i], 1e-6f);
    g_assert_cmpfloat (in[4 + i], ==, out[4 + i]);
    /* The neighbours keep their control values. */
    g_assert_cmpfloat (out[i], ==, tangents[i]);
    g_assert_cmpfloat (in[8 + i], ==, tangents[4 + i]);
  }
  g_assert_cmpfloat_with_epsilon (in[4] * in[4] + in[5] * in[5] + in[6] * in[6] + in[7] * in[7], 1, 1e-5f);
  g_assert_cmpfloat (in[6], >, tangents[2]);
  g_assert_cmpfloat (in[6], <, tangents[6]);
}

static void
test_loop (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "set global_sequences[0].duration=800");
  m2_do (world->document, "set " ALPHA ".global_sequence=global_sequences[0]");
  m2_do (world->document, "key-add " ALPHA " time=1900");
  VALUE (ALPHA ".keys.time", "[0, 300, 500, 1000]");
  m2_do (world->document, "key-add " ALPHA " time=800");
  m2_do (world->document, "key-add " ALPHA " time=-100");
  VALUE (ALPHA ".keys.time", "[0, 300, 500, 700, 800, 1000]");
}

/* The first key of a track gets the static value, which is shown without keys. */
static void
test_first (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "delete " ALPHA);
  m2_do (world->document, "set geoset_animations[0].alpha=0.25");
  m2_do (world->document, "add " ALPHA);
  m2_do (world->document, "set " ALPHA ".interpolation=Hermite");
  m2_do (world->document, "key-add " ALPHA " time=40");
  VALUE (ALPHA ".keys.value", "[0.25]");
  VALUE (ALPHA ".keys.in_tan", "[0]");
  m2_do (world->document, "add bones[0].scaling.track");
  m2_do (world->document, "key-add bones[0].scaling.track time=0");
  VALUE ("bones[0].scaling.track.keys.value", "[{1, 1, 1}]");
  m2_do (world->document, "add bones[0].rotation.track");
  m2_do (world->document, "key-add bones[0].rotation.track time=0");
  VALUE ("bones[0].rotation.track.keys.value", "[{0, 0, 0, 1}]");
}

/* The sequences are 0 to 1000 and 2000 to 3000. Keys of one do not affect the other. */
static void
test_sequences (FixtureWorld *world, gconstpointer interpolation)
{
  g_autofree char *line = g_strdup_printf ("set " ALPHA ".interpolation=%s", (const char *) interpolation);
  m2_do (world->document, line);
  gboolean curved = mw_interpolation_has_tangents (track (world)->interpolation);
  m2_do (world->document, "set " ALPHA ".keys.time=[100, 500, 3100]");
  if (curved) {
    m2_do (world->document, "set " ALPHA ".keys.out_tan=[0.5, -2, 3]");
    m2_do (world->document, "set " ALPHA ".keys.in_tan=[1, 0.75, -0.25]");
  }
  /* Walk has no keys and shows the default. */
  assert_same_curve (world, "key-add " ALPHA " time=2500");
  VALUE (ALPHA ".keys[2].value", "1");
  /* One key only in a loop. */
  assert_same_curve (world, "key-add " ALPHA " time=2700");
  /* Within the keys, on both sides of the loop's seam, and at the ends. */
  assert_same_curve (world, "key-add " ALPHA " time=300");
  assert_same_curve (world, "key-add " ALPHA " time=800");
  assert_same_curve (world, "key-add " ALPHA " time=40");
  assert_same_curve (world, "key-add " ALPHA " time=1000");
  assert_same_curve (world, "key-add " ALPHA " time=2000");
  /* Between sequences, which is never shown. */
  assert_same_curve (world, "key-add " ALPHA " time=1500");
  assert_same_curve (world, "key-add " ALPHA " time=3050");
  VALUE (ALPHA ".keys.time", "[40, 100, 300, 500, 800, 1000, 1500, 2000, 2500, 2700, 3050, 3100]");
  fixture_assert_undo (world->document, world->first);
}

static void
test_no_loop (FixtureWorld *world, gconstpointer interpolation)
{
  g_autofree char *line = g_strdup_printf ("set " ALPHA ".interpolation=%s", (const char *) interpolation);
  m2_do (world->document, line);
  m2_do (world->document, "set sequences[0].flags=1");
  m2_do (world->document, "set " ALPHA ".keys.time=[100, 500, 2300]");
  assert_same_curve (world, "key-add " ALPHA " time=0");
  assert_same_curve (world, "key-add " ALPHA " time=900");
  assert_same_curve (world, "key-add " ALPHA " time=2600");
}

/* Visibility is not interpolated. */
static void
test_visibility (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "delete attachments[0].visibility.track");
  m2_do (world->document, "add attachments[0].visibility.track");
  m2_do (world->document, "key-add attachments[0].visibility.track time=0");
  VALUE ("attachments[0].visibility.track.keys.value", "[1]");
  m2_do (world->document, "set attachments[0].visibility.track.interpolation=Linear");
  m2_do (world->document, "set attachments[0].visibility.track.keys[0].value=0");
  m2_do (world->document, "key-add attachments[0].visibility.track time=800");
  m2_do (world->document, "set attachments[0].visibility.track.keys[1].value=1");
  m2_do (world->document, "key-add attachments[0].visibility.track time=400");
  VALUE ("attachments[0].visibility.track.keys.value", "[0, 0, 1]");
  m2_do (world->document, "key-add attachments[0].visibility.track time=2400");
  VALUE ("attachments[0].visibility.track.keys.value", "[0, 0, 1, 1]");
}

static void
test_removal (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "set " ALPHA ".interpolation=Bezier");
  m2_do (world->document, "key-remove " ALPHA " time=500");
  VALUE (ALPHA ".keys.time", "[0, 1000]");
  VALUE (ALPHA ".keys.value", "[1, 0]");
  VALUE (ALPHA ".keys.in_tan", "[1, 0]");
  g_autofree char *reason = m2_refusal (world->document, "key-remove " ALPHA " time=500");
  g_assert_nonnull (strstr (reason, "has no key at that time"));
  m2_do (world->document, "key-remove " ALPHA " time=0");
  m2_do (world->document, "key-remove " ALPHA " time=1000");
  VALUE (ALPHA, "none");
  fixture_assert_undo (world->document, world->first);
}

static void
test_refused (FixtureWorld *world, gconstpointer data)
{
  g_autofree char *no_keys = m2_refusal (world->document, "key-add sequences[0] time=5");
  g_assert_nonnull (strstr (no_keys, "has no keys"));
  g_autofree char *no_time = m2_refusal (world->document, "key-add " ALPHA);
  g_assert_nonnull (strstr (no_time, "needs time=VALUE"));
}

/* Some files have such tracks. */
static void
test_lengths (FixtureWorld *world, gconstpointer data)
{
  static const char *const lines[] = { "key-add " ALPHA " time=2000", "key-add " ALPHA " time=100",
                                       "key-remove " ALPHA " time=1000" };
  ((MwTrack *) track (world))->values.n = 1;
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autofree char *reason = m2_refusal (world->document, lines[i]);
    g_assert_nonnull (strstr (reason, "has 3 times but 1 values"));
  }
  ((MwTrack *) track (world))->values.n = 3;
}

/* --- Real files ----------------------------------------------------------------------------------------------------- */

static gboolean
add_translation (MwRecord *record, gpointer data)
{
  const MwTrack *made = (const MwTrack *) record;
  if (record->schema == &mw_track_vec3_schema && made->times.n && made->times.n == made->values.n
      && strcmp (mw_record_slot (record)->name, "translation.track") == 0)
    g_array_append_val (data, record->id);
  return TRUE;
}

/* Values in all sequences; `chosen` is evaluated at more moments. */
static GArray *
shown_by_all (const MwMdlx *model, const MwTrack *made, const MwMdlxSequence *chosen)
{
  static const float zeros[3];
  GArray *values = g_array_new (FALSE, FALSE, sizeof (float));
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwMdlxSequence *sequence = (const MwMdlxSequence *) model->sequences.items[i];
    MwClock clock = { 0 };
    gint n = sequence == chosen ? 40 : 4;
    mw_clock_play (&clock, &model->model, sequence->record.id);
    for (gint k = 0; k <= n; k++) {
      float value[3];
      clock.time = clock.start + (gint32) ((gint64) (clock.end - clock.start) * k / n);
      clock.global_ms = (guint64) (k * 97);
      mw_evaluate_vec3 (&model->model, made, &clock, zeros, zeros, value);
      g_array_append_vals (values, value, 3);
    }
  }
  return values;
}

static void
try_key (MwDocument *document, const MwTrack *made, const MwMdlxSequence *chosen, gint32 time, const char *file)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  g_autoptr (GArray) before = shown_by_all (model, made, chosen);
  g_autoptr (GError) error = NULL;
  mw_document_begin (document, "Key");
  mw_key_add (document, made->record.id, time, &error);
  g_assert_no_error (error);
  g_autoptr (GArray) after = shown_by_all (model, made, chosen);
  g_autofree char *path = mw_record_path (&made->record);
  for (guint k = 0; k < before->len; k++) {
    float a = g_array_index (before, float, k), b = g_array_index (after, float, k);
    if (!(fabsf (a - b) <= 1e-3f * (1 + fabsf (a))))
      g_error ("%s: %s at %d: number %u was %f and is %f", file, path, time, k, (double) a, (double) b);
  }
  mw_document_cancel (document);
}

/* Adds keys in sequences that do not overlap with others. */
static void
try_keys (MwDocument *document, const char *file)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_record_foreach ((MwRecord *) &model->model.record, add_translation, ids);
  for (guint i = 0; i < ids->len; i++)
    for (uint32_t k = 0; k < model->sequences.n; k++) {
      const MwRecord *made = mw_model_find (&model->model, g_array_index (ids, MwId, i));
      const MwMdlxSequence *chosen = (const MwMdlxSequence *) model->sequences.items[k];
      gint64 length = (gint64) chosen->interval[1] - chosen->interval[0];
      gboolean alone = length >= 0;
      for (uint32_t other = 0; other < model->sequences.n && alone; other++) {
        const MwMdlxSequence *sequence = (const MwMdlxSequence *) model->sequences.items[other];
        alone = other == k || sequence->interval[0] > chosen->interval[1]
                || chosen->interval[0] > sequence->interval[1];
      }
      for (gint part = 0; part < 4 && alone; part++)
        try_key (document, (const MwTrack *) made, chosen,
                 (gint32) (chosen->interval[0] + length * ((gint) (i % 2) + 2 * part) / 7), file);
    }
}

static void
test_corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  for (guint i = 0; files && i < files->len; i++) {
    gsize size;
    MwFormat format;
    g_autofree uint8_t *data = load_exactly (files->pdata[i], &size);
    MwModel *model = io_read_bytes (data, size, &format, NULL, NULL);
    g_assert_nonnull (model);
    MwDocument *document = mw_document_new (model, format);
    try_keys (document, files->pdata[i]);
    g_object_unref (document);
  }
}

/* --- M2 ------------------------------------------------------------------------------------------------------------- */

static gboolean
add_keyed (MwRecord *record, gpointer data)
{
  const MwField *field = mw_schema_field (record->schema, "keys.time");
  if (field && field->element == MW_TYPE_I32 && ((const MwArray *) mw_field_at (record, field))->n)
    g_array_append_val (data, record->id);
  return TRUE;
}

/* Adds a key between the first two, or after the only one, to every track and lane of a made set. */
static void
test_m2 (gconstpointer version)
{
  g_autoptr (MwFileSet) set = m2_made_set (GPOINTER_TO_UINT (version), 1, 0);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  MwDocument *document = m2_open (set);
  MwModel *model = mw_document_get_model (document);
  g_autoptr (MwFileSet) first = m2_saved (document);
  mw_record_foreach (&model->record, add_keyed, ids);
  g_assert_cmpuint (ids->len, >, 10);
  for (guint i = 0; i < ids->len; i++) {
    const MwRecord *record = mw_model_find (model, g_array_index (ids, MwId, i));
    const MwArray *times = mw_field_at (record, mw_schema_field (record->schema, "keys.time"));
    const gint32 *at = times->data;
    guint n = times->n;
    gint32 time = n > 1 ? at[0] + (at[1] - at[0]) / 2 : at[0] + 10;
    g_autofree char *path = mw_record_path (record);
    g_autofree char *line = g_strdup_printf ("key-add %s time=%d", path, time);
    if (n > 1 && (time == at[0] || time == at[1]))
      continue;
    m2_do (document, line);
    g_assert_cmpuint (times->n, ==, n + 1);
  }
  g_autoptr (MwFileSet) saved = m2_saved (document);
  guint position = mw_document_get_position (document);
  mw_document_go_to (document, 0);
  g_autoptr (MwFileSet) undone = m2_saved (document);
  m2_assert_same_set (undone, first);
  mw_document_go_to (document, position);
  g_autoptr (MwFileSet) again = m2_saved (document);
  m2_assert_same_set (again, saved);
  g_object_unref (document);
}

static MwM2Track *
keyed_translation (const MwM2 *model)
{
  for (uint32_t i = 0; i < model->bones.n; i++) {
    MwM2Track *track = ((const MwM2Bone *) model->bones.items[i])->translation_track;
    if (track && track->times.n > 1 && track->global_sequence.id == 0)
      return track;
  }
  return NULL;
}

/* Values of a track in all sequences, at a few moments each. */
static GArray *
shown (const MwM2 *model, const MwM2Track *track)
{
  static const float zeros[3];
  GArray *values = g_array_new (FALSE, FALSE, sizeof (float));
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    MwClock clock = { 0 };
    mw_clock_play (&clock, &model->model, model->sequences.items[i]->id);
    for (gint k = 0; k <= 8; k++) {
      float value[3];
      clock.time = clock.start + (gint32) ((gint64) (clock.end - clock.start) * k / 8);
      mw_evaluate_vec3 (&model->model, track, &clock, zeros, zeros, value);
      g_array_append_vals (values, value, 3);
    }
  }
  return values;
}

/* On one time line, values are interpolated across the ends of sequences. A new key must lie on that curve. */
static void
test_m2_line (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (256, 1, 0);
  MwDocument *document = m2_open (set);
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  const MwM2Track *track = keyed_translation (model);
  g_assert_nonnull (track);
  g_assert_cmpuint (model->sequences.n, >, 1);
  g_autofree char *path = mw_record_path (&track->record);
  g_autoptr (GArray) before = shown (model, track);
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) model->sequences.items[i];
    g_autofree char *line = g_strdup_printf ("key-add %s time=%u", path, (sequence->start + sequence->end) / 2 + 1);
    m2_do (document, line);
    g_autoptr (GArray) after = shown (model, track);
    for (guint k = 0; k < before->len; k++)
      g_assert_cmpfloat_with_epsilon (g_array_index (after, float, k), g_array_index (before, float, k), 1e-4f);
  }
  g_object_unref (document);
}

/* First keys of tracks that the records of a model with one time line lack. */
static void
test_m2_first (void)
{
  static const struct {
    const char *list, *track, *value;
  } slots[] = {
    { "attachments", "visibility.track", "1" },
    { "lights", "visibility.track", "1" },
    { "lights", "intensity.track", "1" },
    { "lights", "color.track", "{1, 1, 1}" },
    { "colors", "alpha.track", "1" },
    { "texture_weights", "weight.track", "1" },
    { "texture_transforms", "scaling.track", "{1, 1, 1}" },
    { "cameras", "rotation.track", "0" },
  };
  g_autoptr (MwFileSet) set = m2_made_set (256, 1, 0);
  MwDocument *document = m2_open (set);
  for (guint i = 0; i < G_N_ELEMENTS (slots); i++) {
    const MwField *list = mw_schema_field (&mw_m2_schema, slots[i].list);
    guint n = ((const MwList *) mw_field_at (&mw_document_get_model (document)->record, list))->n;
    g_autofree char *add = g_strdup_printf ("add %s", slots[i].list);
    m2_do (document, add);
    g_autofree char *path = g_strdup_printf ("%s[%u].%s", slots[i].list, n, slots[i].track);
    g_autofree char *made = g_strdup_printf ("add %s", path), *key = g_strdup_printf ("key-add %s time=0", path);
    const MwRecord *owner = ((const MwList *) mw_field_at (&mw_document_get_model (document)->record, list))->items[n];
    if (!*(MwRecord *const *) mw_field_at (owner, fixture_field (owner, slots[i].track)))
      m2_do (document, made);
    m2_do (document, key);
    g_autofree char *value = g_strdup_printf ("%s.keys[0].value", path);
    fixture_assert_value (document, value, slots[i].value);
  }
  /* Whole numbers are truncated: from 1 to 0 the value is 0 from the start. */
  const MwList *lights = &((const MwM2 *) mw_document_get_model (document))->lights;
  g_autofree char *path = g_strdup_printf ("lights[%u].visibility.track", lights->n - 3);
  g_autofree char *line = g_strdup_printf ("set %s.interpolation=1", path);
  g_autofree char *end = g_strdup_printf ("key-add %s time=100", path);
  g_autofree char *zero = g_strdup_printf ("set %s.keys[1].value=0", path);
  g_autofree char *between = g_strdup_printf ("key-add %s time=50", path);
  g_autofree char *values = g_strdup_printf ("%s.keys.value", path);
  m2_do (document, line);
  m2_do (document, end);
  m2_do (document, zero);
  m2_do (document, between);
  fixture_assert_value (document, values, "[1, 0, 0]");
  g_object_unref (document);
}

/* Removes every key of a track's lanes; then the track is removed too. */
static void
test_last_lane (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  MwDocument *document = m2_open (set);
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  const MwM2Bone *bone = NULL;
  for (uint32_t i = 0; i < model->bones.n && !bone; i++)
    if (((const MwM2Bone *) model->bones.items[i])->rotation_track)
      bone = (const MwM2Bone *) model->bones.items[i];
  g_assert_nonnull (bone);
  for (guint steps = 0; bone->rotation_track && bone->rotation_track->lanes.n && steps < 1000; steps++) {
    const MwM2Lane *lane = (const MwM2Lane *) bone->rotation_track->lanes.items[0];
    g_autofree char *path = mw_record_path (&lane->record);
    g_autofree char *line = g_strdup_printf ("key-remove %s time=%d", path, ((const gint32 *) lane->times.data)[0]);
    m2_do (document, line);
  }
  g_assert_true (!bone->rotation_track
                 || mw_notes_find (&bone->rotation_track->record, MW_NOTE_LAYOUT,
                                   mw_schema_field (bone->rotation_track->record.schema, "lanes")));
  mw_document_go_to (document, 0);
  g_autoptr (MwFileSet) undone = m2_saved (document);
  m2_assert_same_set (undone, set);
  g_object_unref (document);
}

static void
test_lanes (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  MwDocument *document = m2_open (set);
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  const MwRecord *track = NULL;
  for (uint32_t i = 0; i < model->bones.n && !track; i++)
    track = (const MwRecord *) ((const MwM2Bone *) model->bones.items[i])->rotation_track;
  g_assert_nonnull (track);
  g_autofree char *path = mw_record_path (track);
  g_autofree char *line = g_strdup_printf ("key-add %s time=5", path), *reason = m2_refusal (document, line);
  g_assert_nonnull (strstr (reason, "has its keys in lanes"));
  g_object_unref (document);
}

/* A key that is not there is refused, and nothing changes. */
static void
test_no_such_key (FixtureWorld *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwId id = track (world)->record.id;
  guint n = track (world)->times.n;
  mw_document_begin (world->document, "Remove");
  g_assert_false (mw_key_remove (world->document, id, n, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  mw_document_cancel (world->document);
  g_assert_cmpuint (track (world)->times.n, ==, n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(claim, run, data)                                                                                          \
  g_test_add ("/edit/keys/" claim, FixtureWorld, data, fixture_world_setup, run, fixture_world_teardown)
  ADD ("a key on a line", test_line, NULL);
  ADD ("a key on a step", test_steps, NULL);
  ADD ("a key on a Hermite curve leaves it as it is", test_curve, "Hermite");
  ADD ("a key on a Bezier curve leaves it as it is", test_curve, "Bezier");
  ADD ("a key changes no other sequence, on lines", test_sequences, "Linear");
  ADD ("a key changes no other sequence, on steps", test_sequences, "DontInterp");
  ADD ("a key changes no other sequence, on Hermite curves", test_sequences, "Hermite");
  ADD ("a key changes no other sequence, on Bezier curves", test_sequences, "Bezier");
  ADD ("without a loop the ends hold, on lines", test_no_loop, "Linear");
  ADD ("without a loop the ends hold, on Hermite curves", test_no_loop, "Hermite");
  ADD ("a key of a visibility", test_visibility, NULL);
  ADD ("a key of a rotation", test_rotation, NULL);
  ADD ("the first key has the value that was there", test_first, NULL);
  ADD ("loops count from their start", test_loop, NULL);
  ADD ("keys can be removed, the last one with its track", test_removal, NULL);
  ADD ("things without keys", test_refused, NULL);
  ADD ("a key that is not there is not removed", test_no_such_key, NULL);
  ADD ("times without values are not changed", test_lengths, NULL);
  g_test_add_func ("/edit/keys/adding a key changes no pose in real files", test_corpus);
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    g_autofree char *path = g_strdup_printf ("/edit/keys/keys of version %u", version);
    g_test_add_data_func (path, GUINT_TO_POINTER (version), test_m2);
  }
  g_test_add_func ("/edit/keys/a key on the one time line of M2 leaves all sequences as they are", test_m2_line);
  g_test_add_func ("/edit/keys/the first key of a track of M2 changes nothing", test_m2_first);
  g_test_add_func ("/edit/keys/removing the last lane removes its track", test_last_lane);
  g_test_add_func ("/edit/keys/each lane has its own address", test_lanes);
  return g_test_run ();
}
