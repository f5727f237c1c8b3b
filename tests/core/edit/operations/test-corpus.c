/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What operations keep, over real models: what new sequences show, and times that are scaled there and back. */
#include "core/edit/operations/script.h"
#include "core/model/aspects.h"
#include "core/pose/mdlx-material.h"
#include "core/pose/skeleton.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/operations/table.h"

#include <math.h>
#include <string.h>

enum { LARGEST = 3 * 1024 * 1024 };

enum { FEWEST = 20 };

/* The documents of a family: MDX 800 files, or M2 sets; a part of them (work_part()), but at least `least`. NULL: there is no
 * corpus, and the test is skipped. */
static GPtrArray *
documents_of (gboolean m2, guint least)
{
  GPtrArray *documents = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) found = m2 ? m2_corpus_sets (LARGEST) : corpus_files ("mdx800");
  if (!found) {
    g_ptr_array_unref (documents);
    return NULL;
  }
  work_part (found, least);
  for (guint i = 0; i < found->len; i++) {
    g_autoptr (GError) error = NULL;
    MwFormat format;
    if (m2) {
      g_ptr_array_add (documents, m2_open (found->pdata[i]));
      continue;
    }
    g_autoptr (MwFileSet) files = mw_io_load (found->pdata[i], NULL, &error);
    MwModel *model = files ? mw_io_read (files, &format, NULL, &error) : NULL;
    g_assert_no_error (error);
    g_ptr_array_add (documents, mw_document_new (model, format));
  }
  return documents;
}

/* --- What a new sequence shows -------------------------------------------------------------------------------------- */

/* Which geosets are drawn at a time of a sequence: a string of 0 and 1. Free with g_free(). */
static char *
shown (const MwMdlx *model, MwId sequence, guint32 time)
{
  g_autofree MwGeosetState *states = g_new0 (MwGeosetState, model->geosets.n + 1);
  char *text = g_malloc0 (model->geosets.n + 1);
  MwClock clock = { .rest = TRUE };
  mw_clock_play (&clock, &model->model, sequence);
  clock.time += (int32_t) time;
  mw_geosets_evaluate (model, &clock, states);
  for (uint32_t i = 0; i < model->geosets.n; i++)
    text[i] = states[i].visible ? '1' : '0';
  return text;
}

/* The sequence named Stand, or the first whose name begins so. */
static const MwMdlxSequence *
stand_of (const MwMdlx *model)
{
  const MwMdlxSequence *like = NULL;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwMdlxSequence *sequence = (const MwMdlxSequence *) model->sequences.items[i];
    if (g_ascii_strcasecmp (sequence->name ? sequence->name : "", "Stand") == 0)
      return sequence;
    if (!like && sequence->name && g_ascii_strncasecmp (sequence->name, "Stand", 5) == 0)
      like = sequence;
  }
  return like;
}

static gboolean
hides_a_geoset (const MwMdlx *model)
{
  enum { MOMENTS = 8 };
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwMdlxSequence *sequence = (const MwMdlxSequence *) model->sequences.items[i];
    gint64 length = (gint64) sequence->interval[1] - sequence->interval[0];
    for (guint k = 0; k <= MOMENTS && length >= 0; k++) {
      g_autofree char *now = shown (model, sequence->record.id, (guint32) (length * k / MOMENTS));
      if (strchr (now, '0'))
        return TRUE;
    }
  }
  return FALSE;
}

static void
new_sequences_show_what_stand_shows (void)
{
  g_autoptr (GPtrArray) documents = documents_of (FALSE, FEWEST);
  guint with_stand = 0, hiding = 0, several = 0;
  for (guint i = 0; documents && i < documents->len; i++) {
    MwDocument *document = documents->pdata[i];
    const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
    several += model->sequences.n >= 2;
    if (model->sequences.n < 2 || !hides_a_geoset (model))
      continue;
    hiding++;
    const MwMdlxSequence *stand = stand_of (model);
    if (!stand)
      continue;
    with_stand++;
    g_autofree char *wanted = shown (model, stand->record.id, 0);
    m2_do (document, "sequence-add name=\"A New One\" length=1000");
    guint n;
    MwId made = mw_document_get_selection (document, &n)[0];
    for (guint32 time = 0; time <= 1000; time += 250) {
      g_autofree char *found = shown (model, made, time);
      if (strcmp (found, wanted) != 0)
        g_error ("%s: at %u ms the new sequence shows %s, Stand shows %s", mw_text (model->name), time, found, wanted);
    }
  }
  if (!documents)
    return;
  g_test_message ("%u of %u files with two or more sequences hide a geoset; %u of them have a Stand", hiding, several,
                  with_stand);
  g_assert_cmpuint (with_stand, >, 0);
}

/* --- Times there and back ------------------------------------------------------------------------------------------- */

/* The speed of a sequence follows its length, which may be rounded by one millisecond in each of the two steps. */
static void
take_speeds (MwModel *back, const MwModel *first, MwFormat format, const char *what)
{
  const MwList *sequences = table_list (back, "sequences"), *old = table_list (first, "sequences");
  for (guint i = 0; i < sequences->n; i++) {
    float *speed = mw_field_at (sequences->items[i], mw_schema_field (sequences->items[i]->schema, "move_speed"));
    gint64 start, end;
    gboolean lanes;
    table_interval (sequences->items[i], format, &start, &end, &lanes);
    double was = table_number (old->items[i], "move_speed"), allowed = fabs (was) * 2 / (double) MAX (end - start, 1);
    if (!(fabs ((double) *speed - was) <= allowed) && !isnan (was))
      g_error ("%s: the speed %g is %g afterwards", what, was, (double) *speed);
    *speed = (float) was;
  }
}

/* The times of all keys, and of the sequences, as they were: they may differ by one millisecond. */
static void
take_times (MwModel *back, const MwModel *first, MwFormat format, const char *what)
{
  g_autoptr (GArray) now = table_keys (back), was = table_keys (first);
  g_assert_cmpuint (now->len, ==, was->len);
  for (guint i = 0; i < was->len; i++) {
    const TableKeys *a = &g_array_index (was, TableKeys, i), *b = &g_array_index (now, TableKeys, i);
    g_assert_cmpuint (a->n, ==, b->n);
    for (guint k = 0; k < a->n; k++)
      if (ABS ((gint64) a->times[k] - b->times[k]) > 1)
        g_error ("%s: a key at %d is at %d afterwards", what, a->times[k], b->times[k]);
    if (a->n)
      memcpy ((gint32 *) b->times, a->times, a->n * sizeof *a->times);
  }
  take_speeds (back, first, format, what);
  const MwList *sequences = table_list (back, "sequences"), *old = table_list (first, "sequences");
  static const char *const fields[] = { "interval.start", "interval.end", "start", "end", "duration" };
  for (guint i = 0; i < sequences->n; i++)
    for (guint f = 0; f < G_N_ELEMENTS (fields); f++) {
      const MwField *field = mw_schema_field (sequences->items[i]->schema, fields[f]);
      gsize size = field ? mw_field_storage_size (field) : 0;
      const gint32 *from = field ? mw_field_at (old->items[i], field) : NULL;
      gint32 *to = field ? mw_field_at (sequences->items[i], field) : NULL;
      for (gsize k = 0; k < size / sizeof *to; k++) {
        if (ABS ((gint64) from[k] - to[k]) > 1)
          g_error ("%s: %s is %d, and %d afterwards", what, fields[f], from[k], to[k]);
        to[k] = from[k];
      }
    }
}

/* A sequence is made twice as long and then as long as it was, or first half as long. */
static gboolean
there_and_back (MwDocument *document, guint sequence, const char *there, const char *back)
{
  g_autoptr (GError) error = NULL;
  MwModel *model = mw_document_get_model (document), *first = mw_model_copy (model, TRUE);
  g_autofree char *out = g_strdup_printf ("sequence-retime sequences[%u] factor=%s", sequence, there),
                  *home = g_strdup_printf ("sequence-retime sequences[%u] factor=%s", sequence, back);
  gboolean done = mw_script_run_line (document, out, NULL, &error);
  if (done) {
    m2_do (document, home);
    MwModel *result = mw_model_copy (model, TRUE);
    take_times (result, first, mw_document_get_format (document), out);
    g_autofree char *where = NULL;
    if (!mw_model_equal (first, result, mw_document_get_format (document), &where))
      g_error ("%s and back: %s is not as before", out, where);
    mw_model_free (result);
  }
  mw_model_free (first);
  return done;
}

/* Half as long loses keys that fall on one millisecond, so it is tried on sequences whose keys are 2 ms apart or more. */
static gboolean
is_coarse (const MwModel *model)
{
  g_autoptr (GArray) keys = table_keys (model);
  for (guint i = 0; i < keys->len; i++) {
    const TableKeys *at = &g_array_index (keys, TableKeys, i);
    for (guint k = 1; k < at->n; k++)
      if (at->times[k] - at->times[k - 1] < 2)
        return FALSE;
  }
  return TRUE;
}

static void
retimed_there_and_back (gconstpointer m2)
{
  g_autoptr (GPtrArray) documents = documents_of (m2 != NULL, FEWEST);
  guint doubled = 0, halved = 0;
  for (guint i = 0; documents && i < documents->len; i++) {
    MwDocument *document = documents->pdata[i];
    guint n = MIN (table_list (mw_document_get_model (document), "sequences")->n, 4);
    for (guint k = 0; k < n; k++)
      doubled += there_and_back (document, k, "2", "0.5");
    for (guint k = 0; k < n && is_coarse (mw_document_get_model (document)); k++)
      halved += there_and_back (document, k, "0.5", "2");
  }
  if (!documents)
    return;
  g_test_message ("%u sequences doubled and halved, %u halved and doubled", doubled, halved);
  g_assert_cmpuint (doubled, >, 0);
  g_assert_cmpuint (halved, >, 0);
}

/* --- Other interpolations ------------------------------------------------------------------------------------------- */

/* The largest number among the values of a holder. */
static double
largest_of (const TableKeys *keys)
{
  const MwField *field = mw_schema_part (keys->holder->schema, MW_PART_VALUES);
  const MwArray *values = mw_field_at (keys->holder, field);
  double largest = 0;
  for (gsize i = 0; i < (gsize) values->n * field->count; i++)
    largest = MAX (largest, fabs ((double) ((const float *) values->data)[i]));
  return largest;
}

/* Whether no rotation is on the other side than the one before it. */
static gboolean
is_on_one_side (const MwRecord *holder)
{
  const MwField *field = mw_schema_part (holder->schema, MW_PART_VALUES);
  const MwArray *values = mw_field_at (holder, field);
  const float *at = values->data;
  for (uint32_t i = 1; field->count == 4 && i < values->n; i++, at += 4)
    if ((double) (at[0] * at[4] + at[1] * at[5] + at[2] * at[6] + at[3] * at[7]) < -1e-6)
      return FALSE;
  return TRUE;
}

typedef struct {
  guint done, refused; /* refused: because sequences share keys */
} Count;

/* Sets the interpolation of a track, and looks at up to 1,000 times of each sequence. */
static void
interpolate (MwDocument *document, const char *path, const char *interpolation, double error_allowed, Count *count)
{
  enum { SAMPLES = 1000, SEQUENCES = 4 };
  g_autoptr (GError) error = NULL;
  const MwModel *model = mw_document_get_model (document);
  MwModel *first = mw_model_copy (model, TRUE);
  g_autofree char *step = g_strdup_printf ("track-set-interpolation %s interpolation=%s max_error=%.9g", path,
                                           interpolation, error_allowed);
  gboolean done = mw_script_run_line (document, step, NULL, &error);
  const MwList *sequences = table_list (first, "sequences"), *now = table_list (model, "sequences");
  for (guint i = 0; done && i < MIN (sequences->n, SEQUENCES); i++) {
    gint64 start, end;
    gboolean lanes;
    table_interval (sequences->items[i], mw_document_get_format (document), &start, &end, &lanes);
    TableCurve was = { first, table_record (first, path), sequences->items[i], 0 },
               is = { model, table_record (model, path), now->items[i], 0 };
    if (lanes && was.track->schema->keys == MW_KEYS_LANE)
      was.track = was.track->owner, is.track = is.track->owner;
    if (end > start && !table_same_curve (&was, &is, end - start, SAMPLES, error_allowed * 1.001 + 2e-5))
      g_error ("%s: the curve has changed in sequence %u by more than %g", step, i, error_allowed);
  }
  if (done && (strcmp (interpolation, "linear") == 0 || strcmp (interpolation, "none") == 0))
    g_assert_true (is_on_one_side (table_record (model, path)));
  count->done += done;
  count->refused += error && strstr (error->message, "would show");
  mw_model_free (first);
}

/* The paths of some holders that have curves, a few in each file, and all of cameras. Free with g_ptr_array_unref(). */
static GPtrArray *
some_curves (const MwModel *model)
{
  enum { TRACKS = 6, MOST_KEYS = 200 };
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) all = table_keys (model);
  for (guint k = 0; k < all->len; k++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, k);
    const MwField *values = mw_schema_part (keys->holder->schema, MW_PART_VALUES);
    g_autofree char *path = mw_record_path (keys->holder);
    if (values && values->element == MW_TYPE_F32 && keys->n >= 2 && keys->n <= MOST_KEYS
        && (k % MAX (all->len / TRACKS, 1) == 0 || g_str_has_prefix (path, "cameras[")))
      g_ptr_array_add (paths, g_steal_pointer (&path));
  }
  return paths;
}

/* Lines become curves of both kinds, then lines and steps. What is allowed grows with the values of the track. */
static void
curves_are_kept (gconstpointer m2)
{
  static const char *const ways[] = { "hermite", "bezier", "hermite", "linear", "bezier", "linear", "none", "linear" };
  /* Few M2 models have a camera that moves. */
  g_autoptr (GPtrArray) documents = documents_of (m2 != NULL, m2 ? G_MAXUINT : FEWEST);
  Count counts[G_N_ELEMENTS (ways)] = { 0 };
  for (guint i = 0; documents && i < documents->len; i++) {
    MwDocument *document = documents->pdata[i];
    const MwModel *model = mw_document_get_model (document);
    g_autoptr (GPtrArray) paths = some_curves (model);
    for (guint k = 0; k < paths->len; k++) {
      const MwRecord *holder = table_record (model, paths->pdata[k]);
      const TableKeys keys = { .holder = holder };
      double size = largest_of (&keys);
      /* M2 has tangents for cameras only. */
      for (guint way = mw_schema_part (holder->schema, MW_PART_IN_TANS) ? 0 : 6; way < G_N_ELEMENTS (ways); way++)
        interpolate (document, paths->pdata[k], ways[way], size * (way < 6 ? 1e-4 : 5e-3) + 1e-6, &counts[way]);
    }
  }
  for (guint way = 0; documents && way < G_N_ELEMENTS (ways); way++) {
    g_test_message ("%s: %u tracks, %u refused", ways[way], counts[way].done, counts[way].refused);
    g_assert_cmpuint (counts[way].done, >, m2 && way < 6 ? 0 : 50);
    g_assert_cmpuint (counts[way].refused * 20, <=, counts[way].done);
  }
}

/* --- Points that follow another bone --------------------------------------------------------------------------------- */

/* How far a point is from where it was, at most: at the keys of the tracks that move it now, and every 50 ms. */
typedef struct {
  double at_keys, between;
  guint n_times;
} Distance;

/* The bone that a point of M2 follows, or else the point itself. */
static MwId
moved_by (const MwModel *model, MwId point)
{
  const MwRecord *record = mw_model_find (model, point);
  const MwField *bone = mw_schema_field (record->schema, "bone");
  const MwRecord *found = bone ? mw_model_resolve (model, *(const MwRef *) mw_field_at (record, bone)) : NULL;
  return found ? found->id : point;
}

/* The times at which a node has keys in a sequence: a set, with TRUE for each. Other times, every 50 ms, have FALSE. */
static GHashTable *
times_of (const MwModel *model, MwId node, const MwRecord *sequence, MwFormat format)
{
  enum { STEP = 50, MOST_TIMES = 400 };
  GHashTable *times = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) all = table_keys (model);
  gint64 start, end;
  gboolean lanes;
  table_interval (sequence, format, &start, &end, &lanes);
  for (gint64 time = start; time <= end && g_hash_table_size (times) < MOST_TIMES; time += STEP)
    g_hash_table_insert (times, GINT_TO_POINTER ((gint) time), GINT_TO_POINTER (FALSE));
  for (guint k = 0; k < all->len; k++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, k);
    const MwRecord *track = keys->holder->schema->keys == MW_KEYS_LANE ? keys->holder->owner : keys->holder;
    const MwField *values = mw_schema_part (keys->holder->schema, MW_PART_VALUES);
    gboolean moves = track->owner->id == node && values && values->count >= 3;
    for (guint t = 0; moves && t < keys->n; t++)
      if (table_plays (keys, sequence, format, keys->times[t]))
        g_hash_table_insert (times, GINT_TO_POINTER (keys->times[t]), GINT_TO_POINTER (TRUE));
  }
  return times;
}

static double
distance_at (const MwSkeleton *a, const MwSkeleton *b, MwId point)
{
  float old[3], new[3];
  double far = 0;
  mw_skeleton_position (a, point, old);
  mw_skeleton_position (b, point, new);
  for (guint k = 0; k < 3; k++)
    far += ((double) old[k] - (double) new[k]) * ((double) old[k] - (double) new[k]);
  return sqrt (far);
}

/* Of a point in two states of one model. */
static Distance
distance_of (const MwModel *before, const MwModel *after, MwId point, MwFormat format)
{
  g_autoptr (MwSkeleton) a = mw_skeleton_new (before), b = mw_skeleton_new (after);
  const MwList *sequences = table_list (before, "sequences");
  Distance found = { 0 };
  for (guint i = 0; i < sequences->n; i++) {
    MwClock clock = { .rest = TRUE };
    if (mw_sequence_aspect (before, sequences->items[i]).is_alias)
      continue;
    g_autoptr (GHashTable)
      times = times_of (after, moved_by (after, point), table_list (after, "sequences")->items[i], format);
    GHashTableIter iter;
    gpointer time, is_key;
    mw_clock_play (&clock, before, sequences->items[i]->id);
    g_hash_table_iter_init (&iter, times);
    for (; g_hash_table_iter_next (&iter, &time, &is_key); found.n_times++) {
      double *most = is_key ? &found.at_keys : &found.between;
      clock.time = GPOINTER_TO_INT (time);
      mw_skeleton_update (a, &clock, NULL);
      mw_skeleton_update (b, &clock, NULL);
      *most = MAX (*most, distance_at (a, b, point));
    }
  }
  return found;
}

/* The radius that a model states, or the distance of its farthest attachment or bone. */
static double
radius_of (const MwModel *model)
{
  const MwBounds *bounds = mw_model_member (model, mw_aspects_of (model)->bounds);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  double radius = bounds && bounds->radius > 0 ? (double) bounds->radius : 0;
  for (guint i = 0; i < mw_skeleton_n_nodes (skeleton) && !(bounds && bounds->radius > 0); i++) {
    float place[3];
    mw_skeleton_position_at (skeleton, i, place);
    for (guint k = 0; k < 3; k++)
      radius = MAX (radius, fabs ((double) place[k]));
  }
  return MAX (radius, 1e-3);
}

typedef struct {
  guint done, refused, times;
} Tally;

/* With its place at rest. FALSE: it follows this bone already. */
static gboolean
stays_at_rest (MwDocument *document, const MwModel *first, MwId point, const char *step)
{
  const MwModel *model = mw_document_get_model (document);
  const MwClock clock = MW_CLOCK_REST;
  if (!mw_script_run_line (document, step, NULL, NULL))
    return FALSE;
  g_autoptr (MwSkeleton) was = mw_skeleton_new (first), is = mw_skeleton_new (model);
  mw_skeleton_update (was, &clock, NULL);
  mw_skeleton_update (is, &clock, NULL);
  g_assert_cmpfloat (distance_at (was, is, point), <=, 1e-4 * radius_of (first));
  mw_document_undo (document);
  return TRUE;
}

/* With its motion in every sequence. */
static void
stays_in_motion (MwDocument *document, const MwModel *first, MwId point, const char *step, Tally *tally)
{
  const double radius = radius_of (first);
  if (!mw_script_run_line (document, step, NULL, NULL)) {
    tally->refused++;
    return;
  }
  Distance far = distance_of (first, mw_document_get_model (document), point, mw_document_get_format (document));
  if (far.at_keys > 1e-4 * radius || far.between > 3e-3 * radius)
    g_error ("%s: it is %g away at its keys and %g between them, with a radius of %g", step, far.at_keys, far.between,
             radius);
  mw_document_undo (document);
  tally->done++;
  tally->times += far.n_times;
}

static void
retarget (MwDocument *document, const char *point, const char *bone, Tally *tally)
{
  MwModel *first = mw_model_copy (mw_document_get_model (document), TRUE);
  const MwId id = table_record (first, point)->id;
  g_autofree char *rest = g_strdup_printf ("node-retarget %s bone=%s", point, bone),
                  *motion = g_strdup_printf ("%s keep=motion", rest);
  if (stays_at_rest (document, first, id, rest))
    stays_in_motion (document, first, id, motion, tally);
  mw_model_free (first);
}

static Tally
points_stay_in (const GPtrArray *documents)
{
  enum { POINTS = 2, BONES = 3, APART = 5 };
  Tally tally = { 0 };
  for (guint i = 0; i < documents->len; i++)
    for (guint k = 0; k < POINTS * BONES; k++) {
      const MwModel *model = mw_document_get_model (documents->pdata[i]);
      g_autofree char *point = g_strdup_printf ("attachments[%u]", k / BONES),
                      *bone = g_strdup_printf ("bones[%u]", k % BONES * APART);
      if (table_record (model, point) && table_record (model, bone))
        retarget (documents->pdata[i], point, bone, &tally);
    }
  return tally;
}

static void
points_stay (gconstpointer m2)
{
  g_autoptr (GPtrArray) documents = documents_of (m2 != NULL, FEWEST);
  if (!documents)
    return;
  const Tally tally = points_stay_in (documents);
  g_test_message ("%u attachments with their motion, looked at at %u times; %u refused", tally.done, tally.times,
                  tally.refused);
  g_assert_cmpuint (tally.done, >, documents->len / 3);
}

static void
points_of_made_models_stay (void)
{
  g_autoptr (GPtrArray) documents = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint seed = 0; seed < 12; seed++) {
    g_autoptr (MwFileSet) set = m2_made_set (seed % 2 ? 256 : 264, seed, seed % 3);
    g_ptr_array_add (documents, m2_open (set));
    /* Its bones face the camera, and have scales with which nothing below them can keep its motion. */
    m2_do (documents->pdata[seed], "set bones[*].flags=0x200");
    for (guint i = 0; i < m2_list (documents->pdata[seed], "bones")->n; i++) {
      g_autofree char *unscaled = g_strdup_printf ("delete bones[%u].scaling.track", i);
      mw_script_run_line (documents->pdata[seed], unscaled, NULL, NULL);
    }
  }
  const Tally tally = points_stay_in (documents);
  g_test_message ("%u attachments with their motion, looked at at %u times; %u refused", tally.done, tally.times,
                  tally.refused);
  g_assert_cmpuint (tally.done, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/edit/operations/corpus/a new sequence shows the geosets that Stand shows",
                   new_sequences_show_what_stand_shows);
  g_test_add_data_func ("/core/edit/operations/corpus/retimed there and back an MDX file is as before, within 1 ms",
                        NULL, retimed_there_and_back);
  g_test_add_data_func ("/core/edit/operations/corpus/retimed there and back an M2 set is as before, within 1 ms", "m2",
                        retimed_there_and_back);
  g_test_add_data_func ("/core/edit/operations/corpus/another interpolation keeps the curves of an MDX file", NULL,
                        curves_are_kept);
  g_test_add_data_func ("/core/edit/operations/corpus/another interpolation keeps the curves of an M2 set", "m2",
                        curves_are_kept);
  g_test_add_data_func (
    "/core/edit/operations/corpus/retargeted with its motion a point of an MDX file is where it was", NULL,
    points_stay);
  g_test_add_func ("/core/edit/operations/corpus/retargeted with its motion a point of a made M2 set is where it was",
                   points_of_made_models_stay);
  g_test_add_data_func ("/core/edit/operations/corpus/retargeted with its motion a point of an M2 set is where it was",
                        "m2", points_stay);
  return g_test_run ();
}
