/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why operations on tracks refuse, and cases that real models may not have. */
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/operations/refusals.h"
#include "core/edit/operations/transfer/transfer-keys.h"

#include <string.h>

#define ALPHA "geoset_animations[0].alpha.track"

static void
refusals (void)
{
  static const char *const cases[][2] = {
    { "keys-move bones[0] by=1", "has no keys" },
    { "keys-move " ALPHA " by=0", "nothing to move" },
    { "keys-move " ALPHA " by=1 sequence=sequences[1]", "nothing to move" },
    { "keys-move " ALPHA " by=1 sequence=sequences[0]", "1000 ms would leave its sequence" },
    { "keys-move " ALPHA " by=-1 sequence=sequences[0]", "0 ms would leave its sequence" },
    { "keys-move " ALPHA " by=2147483647", "500 ms would leave its sequence" },
    { "keys-scale-values bones[0] factor=2", "has no keys" },
    { "keys-scale-values " ALPHA " factor=1", "nothing to scale" },
    { "keys-scale-values attachments[0].visibility.track factor=2", "cannot" },
    { "keys-scale-values materials[0].layers[1].texture.track factor=2", "cannot" },
    { "track-fix-hemisphere " ALPHA, "has no rotations" },
    { "track-make-static attachments[0].visibility.track time=0", "has no static value" },
    { "track-make-static bones[0] time=0", "is not a track" },
    { "track-make-animated bones[0] field=name time=0", "is not a value" },
    { "track-make-animated materials[0].layers[0] field=flags time=0", "is not a value" },
    { "track-make-animated geoset_animations[0] field=alpha time=0", "is animated already" },
    { "track-make-animated textures[0] field=path time=0", "has no value that could be animated" },
    { "track-remove-redundant", "nothing to remove" },
    { "track-reduce bones[0]", "has no keys" },
    { "track-reduce materials[0].layers[1].texture.track", "has no values that are interpolated" },
    { "track-reduce attachments[0].visibility.track tolerance=0", "nothing to remove" },
    { "track-set-interpolation " ALPHA " interpolation=linear", "already have that interpolation" },
    { "track-set-interpolation attachments[0].visibility.track interpolation=linear", "has no curve" },
    { "track-set-interpolation materials[0].layers[1].texture.track interpolation=none", "has no curve" },
    { "track-attach-global bones[0] global_sequence=global_sequences[0] sequence=sequences[0]", "is not a track" },
    { "track-attach-global " ALPHA " global_sequence=global_sequences[0] sequence=sequences[1]",
      "has no keys in that" },
    { "track-attach-global attachments[0].visibility.track global_sequence=global_sequences[0] sequence=sequences[0]",
      "follows a global sequence already" },
    { "track-release-global " ALPHA " sequence=sequences[0]", "follows no global sequence" },
  };
  g_autoptr (MwDocument) document = fixture_document ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *message = m2_refusal (document, cases[i][0]);
    if (!strstr (message, cases[i][1]))
      g_error ("%s: found \"%s\", expected it to say \"%s\"", cases[i][0], message, cases[i][1]);
  }
}

/* Only the keys of the named sequence move; without one, all do. */
static void
moved (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set sequences[0].interval.end=700");
  m2_do (document, "keys-move " ALPHA " by=200 sequence=sequences[0]");
  fixture_assert_value (document, ALPHA ".keys.time", "[200, 700, 1000]");
  fixture_assert_value (document, ALPHA ".keys.value", "[1, 0.5, 0]");
  m2_do (document, "keys-move " ALPHA " by=-300");
  fixture_assert_value (document, ALPHA ".keys.time", "[-100, 400, 700]");
}

static void
scaled (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "keys-scale-values " ALPHA " factor=0.5");
  fixture_assert_value (document, ALPHA ".keys.value", "[0.5, 0.25, 0]");
  m2_do (document, "keys-scale-values " ALPHA " factor=2 about=first");
  fixture_assert_value (document, ALPHA ".keys.value", "[0.5, 0, -0.5]");
  /* A slope has no place to be scaled about; a control value has. */
  m2_do (document, "set " ALPHA ".interpolation=Hermite");
  m2_do (document, "set " ALPHA ".keys.out_tan=[1, 1, 1]");
  m2_do (document, "keys-scale-values " ALPHA " factor=2 about=first");
  fixture_assert_value (document, ALPHA ".keys.out_tan", "[2, 2, 2]");
  m2_do (document, "set " ALPHA ".interpolation=Bezier");
  m2_do (document, "keys-scale-values " ALPHA " factor=2 about=first");
  fixture_assert_value (document, ALPHA ".keys.out_tan", "[3.5, 3.5, 3.5]");
}

/* The value between two keys becomes the static one; a track of its own takes it back. */
static void
there_and_back (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "track-make-static " ALPHA " time=750");
  fixture_assert_value (document, "geoset_animations[0].alpha", "0.25");
  g_autofree char *notice = refusals_run (document, "track-make-animated geoset_animations[0] field=alpha time=12");
  g_assert_nonnull (strstr (notice, "show its neutral value"));
  fixture_assert_value (document, ALPHA ".keys.time", "[12]");
  fixture_assert_value (document, ALPHA ".keys.value", "[0.25]");
  fixture_assert_value (document, ALPHA ".interpolation", "Linear");
}

/* Bones have no static values: a new track shows what they show without one. */
static void
animated_without_still (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  g_autofree char *notice = refusals_run (document, "track-make-animated bones[0] field=scaling time=7");
  g_assert_cmpstr (notice, ==, "");
  fixture_assert_value (document, "bones[0].scaling.track.keys.time", "[7]");
  fixture_assert_value (document, "bones[0].scaling.track.keys.value", "[{1, 1, 1}]");
  m2_do (document, "track-make-animated bones[0] field=rotation.track time=0");
  fixture_assert_value (document, "bones[0].rotation.track.keys.value", "[{0, 0, 0, 1}]");
  fixture_assert_value (document, "bones[0].rotation.track.interpolation", "Linear");
  refusals_check_on (document,
                     &(Refusal) { "track-make-animated bones[0] field=rotation time=0", "is animated already" });
  m2_do (document, "key-remove-all attachments[0].visibility.track");
  m2_do (document, "track-make-animated attachments[0] field=visibility time=0");
  fixture_assert_value (document, "attachments[0].visibility.track.keys.value", "[1]");
  fixture_assert_value (document, "attachments[0].visibility.track.interpolation", "DontInterp");
}

static const MwM2Bone *
bone_at (MwDocument *document, guint i)
{
  return (const MwM2Bone *) m2_model (document)->bones.items[i];
}

/* In M2 each sequence gets a key, which must be within all of them. */
static void
animated_in_lanes (void)
{
  static const guint versions[] = { 260, 264 };
  for (guint v = 0; v < G_N_ELEMENTS (versions); v++) {
    g_autoptr (MwFileSet) set = m2_made_set (versions[v], 1, 0);
    g_autoptr (MwDocument) document = m2_open (set);
    guint bone = 0;
    while (bone_at (document, bone)->scaling_track)
      bone++;
    const MwList *sequences = &m2_model (document)->sequences;
    guint n = 0;
    gint64 least = G_MAXINT32;
    for (guint i = 0; i < sequences->n; i++) {
      const MwM2Sequence *sequence = (const MwM2Sequence *) sequences->items[i];
      if (sequence->flags & MW_M2_SEQUENCE_ALIAS)
        continue;
      least = MIN (least, versions[v] >= 264 ? sequence->duration : sequence->end - sequence->start);
      n++;
    }
    g_autofree char *late = g_strdup_printf ("track-make-animated bones[%u] field=scaling time=%" G_GINT64_FORMAT, bone,
                                             least + 1),
                    *early = g_strdup_printf ("track-make-animated bones[%u] field=scaling time=-1", bone),
                    *last = g_strdup_printf ("track-make-animated bones[%u] field=scaling time=%" G_GINT64_FORMAT, bone,
                                             least);
    if (versions[v] >= 264) {
      refusals_check_on (document, &(Refusal) { late, "does not last until this time" });
      refusals_check_on (document, &(Refusal) { early, "does not last until this time" });
    }
    m2_do (document, last);
    const MwM2Track *track = bone_at (document, bone)->scaling_track;
    g_assert_cmpuint (track->lanes.n, ==, versions[v] >= 264 ? n : 0);
    for (guint i = 0; i < track->lanes.n; i++)
      g_assert_cmpint (((const gint32 *) ((const MwM2Lane *) track->lanes.items[i])->times.data)[0], ==, least);
    if (versions[v] < 264)
      g_assert_cmpint (((const gint32 *) track->times.data)[0], ==, least);
    m2_do (document, "key-remove-all texture_weights[0].weight.track");
    m2_do (document, "track-make-animated texture_weights[0] field=weight time=0");
    m2_do (document, "key-remove-all colors[0].color.track");
    m2_do (document, "track-make-animated colors[0] field=color time=0");
    fixture_assert_value (document,
                          versions[v] >= 264 ? "colors[0].color.track.lanes[0].keys.value[0]"
                                             : "colors[0].color.track.keys.value[0]",
                          "{1, 1, 1}");
    const MwM2TextureWeight *weight = (const MwM2TextureWeight *) m2_model (document)->texture_weights.items[0];
    g_assert_cmpuint (weight->weight_track->lanes.n, ==, versions[v] >= 264 ? n : 0);
    g_assert_cmpuint (mw_track_interpolation (mw_document_get_model (document), &track->record), ==,
                      MW_INTERPOLATION_LINEAR);
  }
}

/* On a loop of 500 ms, 750 is 250. */
static void
on_a_loop (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set " ALPHA ".global_sequence=global_sequences[0]");
  m2_do (document, "track-make-static " ALPHA " time=750");
  fixture_assert_value (document, "geoset_animations[0].alpha", "0.75");
}

/* The curve has tangents, so it is left alone; without them, the key in the middle of a line goes. */
static void
reduced (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set " ALPHA ".interpolation=Hermite");
  g_autofree char *curved = m2_refusal (document, "track-reduce " ALPHA);
  g_assert_nonnull (strstr (curved, "has curves with tangents"));
  m2_do (document, "set " ALPHA ".interpolation=Linear");
  m2_do (document, "track-reduce " ALPHA);
  fixture_assert_value (document, ALPHA ".keys.time", "[0, 1000]");
  /* The middle key would be off by 0.1. */
  mw_document_undo (document);
  m2_do (document, "set " ALPHA ".keys.value=[1, 0.6, 0]");
  g_autofree char *needed = m2_refusal (document, "track-reduce " ALPHA " tolerance=0.09");
  g_assert_nonnull (strstr (needed, "nothing to remove"));
  m2_do (document, "track-reduce " ALPHA " tolerance=0.11");
  fixture_assert_value (document, ALPHA ".keys.value", "[1, 0]");
  /* Each sequence keeps its first and last key. */
  m2_do (document, "set " ALPHA ".keys.value=[1, 1]");
  for (guint time = 500; time <= 3000; time += 500) {
    g_autofree char *add = g_strdup_printf ("key-add " ALPHA " time=%u", time);
    if (time != 1000)
      m2_do (document, add);
  }
  m2_do (document, "track-reduce " ALPHA);
  fixture_assert_value (document, ALPHA ".keys.time", "[0, 1000, 2000, 3000]");
}

/* The end of a sequence that loops is followed by its start, with tangents for the way there. */
static void
curved (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=hermite");
  fixture_assert_value (document, ALPHA ".interpolation", "Hermite");
  fixture_assert_value (document, ALPHA ".keys.value", "[1, 0.5, 0]");
  fixture_assert_value (document, ALPHA ".keys.in_tan", "[1, -0.5, -0.5]");
  fixture_assert_value (document, ALPHA ".keys.out_tan", "[-0.5, -0.5, 1]");
  m2_do (document, "set " ALPHA ".keys.out_tan=[-0.75, -0.5, 1]");
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=bezier");
  fixture_assert_value (document, ALPHA ".keys.out_tan[0]", "0.75");
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=hermite");
  fixture_assert_value (document, ALPHA ".keys.out_tan[0]", "-0.75");
  /* Lines need more keys where it is curved, and only there. */
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=linear max_error=0.005");
  g_autofree char *times = fixture_get (document, ALPHA ".keys.time");
  g_assert_true (g_str_has_prefix (times, "[0, ") && g_str_has_suffix (times, ", 500, 1000]"));
  fixture_assert_value (document, ALPHA ".keys.out_tan", "[]");
  /* How far they are off is said, and it is less than what was allowed. */
  const char *const *notices = mw_document_get_notices (document);
  const char *most = NULL, *words = "differ from before by at most ";
  for (guint i = 0; notices[i]; i++)
    most = strstr (notices[i], words) ? strstr (notices[i], words) + strlen (words) : most;
  g_assert_nonnull (most);
  g_assert_cmpfloat (g_ascii_strtod (most, NULL), >, 0.001);
  g_assert_cmpfloat (g_ascii_strtod (most, NULL), <=, 0.005);
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=bezier");
  notices = mw_document_get_notices (document);
  for (guint i = 0; notices && notices[i]; i++)
    g_assert_null (strstr (notices[i], words));
}

/* A key between two sequences is shown by none, and stays. */
static void
between_sequences (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "key-add " ALPHA " time=1500");
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=hermite");
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=linear");
  fixture_assert_value (document, ALPHA ".keys.time", "[0, 500, 1000, 1500]");
}

/* Steps of one millisecond each for 200,000 ms would be more keys than a track can sensibly have. */
static void
too_many_keys (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set sequences[0].interval.end=200000");
  m2_do (document, "set sequences[1].interval.end=300001");
  m2_do (document, "set sequences[1].interval.start=300000");
  m2_do (document, "set " ALPHA ".keys.time=[0, 1000, 200000]");
  m2_do (document, "set " ALPHA ".keys.value=[0, 1, 10000]");
  g_autofree char *message = m2_refusal (document,
                                         "track-set-interpolation " ALPHA " interpolation=none max_error=0.000001");
  g_assert_nonnull (strstr (message, "more than 100,000 keys"));
}

/* A step becomes a line of one millisecond. */
static void
stepped (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set " ALPHA ".interpolation=DontInterp");
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=linear");
  fixture_assert_value (document, ALPHA ".keys.time", "[0, 499, 500, 999, 1000]");
  fixture_assert_value (document, ALPHA ".keys.value", "[1, 1, 0.5, 0.5, 0]");
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=none max_error=0.3");
  fixture_assert_value (document, ALPHA ".interpolation", "DontInterp");
  fixture_assert_value (document, ALPHA ".keys.time", "[0, 499, 500, 999, 1000]");
}

/* A loop of 500 ms is played twice in Walk; its end jumps back to its start. */
static void
released (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "track-attach-global " ALPHA " global_sequence=global_sequences[0] sequence=sequences[0]");
  fixture_assert_value (document, ALPHA ".keys.time", "[0, 500, 1000]");
  m2_do (document, "track-release-global " ALPHA " sequence=sequences[1]");
  fixture_assert_value (document, ALPHA ".keys.time", "[2000, 2499, 2500, 2999, 3000]");
  m2_do (document, "track-attach-global " ALPHA " global_sequence=global_sequences[0] sequence=sequences[1]");
  m2_do (document, "set global_sequences[0].duration=0");
  g_autofree char *still = m2_refusal (document, "track-release-global " ALPHA " sequence=sequences[1]");
  g_assert_nonnull (strstr (still, "without a duration"));
}

enum { ON_A_LINE = 256, IN_LANES = 264 };

/* The first holder of two or more values whose track has at least `lanes` lanes and no global sequence. */
typedef struct {
  guint lanes;
  const MwRecord *holder;
} Wanted;

static gboolean
find_holder (MwRecord *record, gpointer data)
{
  Wanted *wanted = data;
  const MwM2Track *track = (const MwM2Track *) (mw_m2_is_lane (record) ? record->owner : record);
  const MwField *times = mw_schema_has_timed_keys (record->schema) ? mw_schema_part (record->schema, MW_PART_TIMES)
                                                                   : NULL;
  if (times && mw_schema_part (record->schema, MW_PART_VALUES) && mw_ref_is_none (track->global_sequence)
      && ((const MwArray *) mw_field_at (record, times))->n >= 2 && track->lanes.n >= wanted->lanes)
    wanted->holder = record;
  return !wanted->holder;
}

/* The path of such a holder in a made model, which becomes *document. Free with g_free(). */
static char *
m2_holder (guint version, guint lanes, MwDocument **document)
{
  for (guint seed = 1; seed < 60; seed++) {
    g_autoptr (MwFileSet) set = m2_made_set (version, seed, 0);
    Wanted wanted = { lanes, NULL };
    *document = m2_open (set);
    mw_record_foreach (&m2_model (*document)->model.record, find_holder, &wanted);
    if (wanted.holder)
      return mw_record_path (wanted.holder);
    g_clear_object (document);
  }
  g_assert_not_reached ();
}

/* In M2 a track is static if it has one key, which all sequences play. */
static void
constant (void)
{
  for (guint lanes = 0; lanes <= 2; lanes += 2) {
    g_autoptr (MwDocument) document = NULL;
    g_autofree char *path = m2_holder (lanes ? IN_LANES : ON_A_LINE, lanes, &document);
    const MwRecord *holder = mw_document_get_model (document)->by_id[fixture_id (document, path)],
                   *track = lanes ? holder->owner : holder, *owner = track->owner;
    const MwField *values = mw_schema_part (holder->schema, MW_PART_VALUES), *slot = mw_record_slot (track);
    const gsize size = mw_field_element_size (values);
    const MwArray *times = mw_field_at (holder, mw_schema_part (holder->schema, MW_PART_TIMES));
    g_autofree guint8 *second = g_memdup2 (
      (const guint8 *) ((const MwArray *) mw_field_at (holder, values))->data + size, size);
    g_autofree char *step = g_strdup_printf ("track-make-static %s time=%d", path, ((const gint32 *) times->data)[1]),
                    *all = mw_record_path (track), *on_track = g_strdup_printf ("track-make-static %s time=0", all);
    if (lanes) {
      g_autofree char *several = m2_refusal (document, on_track);
      g_assert_nonnull (strstr (several, "give one of its lanes"));
    }
    m2_do (document, step);
    const MwM2Track *now = *(const MwM2Track *const *) mw_field_at (owner, slot);
    const MwM2Lane *lane = lanes ? (const MwM2Lane *) now->lanes.items[0] : NULL;
    const MwArray *at = lane ? &lane->times : &now->times, *of = lane ? &lane->values : &now->values;
    g_assert_cmpuint (at->n, ==, 1);
    g_assert_cmpint (((const gint32 *) at->data)[0], ==, 0);
    g_assert_cmpmem (of->data, size, second, size);
    const gboolean bone = owner->schema == &mw_m2_bone_schema;
    g_assert_cmpuint (now->spread, ==, !lanes ? MW_M2_SPREAD_NONE : bone ? MW_M2_SPREAD_SEQUENCES : MW_M2_SPREAD_ALL);
    if (!lanes || !bone) {
      g_autofree char *again = m2_refusal (document, on_track);
      g_assert_nonnull (strstr (again, "always show one value"));
    }
  }
}

/* A lane becomes a loop for all sequences, and then the keys of one sequence. */
static void
looped_lane (void)
{
  g_autoptr (MwDocument) document = NULL;
  g_autofree char *path = m2_holder (IN_LANES, 2, &document);
  const MwM2 *model = m2_model (document);
  const MwRecord *owner = model->model.by_id[fixture_id (document, path)]->owner->owner;
  const MwField *slot = mw_record_slot (model->model.by_id[fixture_id (document, path)]->owner);
  const MwM2Track *before = (const MwM2Track *) model->model.by_id[fixture_id (document, path)]->owner;
  const MwM2Lane *lane = (const MwM2Lane *) before->lanes.items[1];
  const MwId sequence = lane->sequence.id;
  const guint n = lane->times.n;
  g_autofree guint8 *times = g_memdup2 (lane->times.data, n * sizeof (gint32));
  g_autofree char *of = mw_record_path (model->model.by_id[sequence]), *track = mw_record_path (lane->record.owner);
  g_autofree char *attach = g_strdup_printf ("track-attach-global %s global_sequence=global_sequences[0] sequence=%s",
                                             track, of),
                  *release = g_strdup_printf ("track-release-global %s sequence=%s", track, of);
  m2_do (document, "global-sequence-add duration=50000");
  g_autofree char *last = g_strdup_printf ("global_sequences[%u]", model->global_sequences.n - 1);
  g_autofree char *to_last = g_strdup_printf ("track-attach-global %s global_sequence=%s sequence=%s", track, last, of);
  m2_do (document, to_last);
  const MwM2Track *now = *(const MwM2Track *const *) mw_field_at (owner, slot);
  g_assert_cmpuint (now->lanes.n, ==, 1);
  g_assert_cmpuint (now->spread, ==, MW_M2_SPREAD_ALL);
  g_assert_cmpuint (now->global_sequence.id, ==, model->global_sequences.items[model->global_sequences.n - 1]->id);
  lane = (const MwM2Lane *) now->lanes.items[0];
  g_assert_cmpmem (lane->times.data, lane->times.n * sizeof (gint32), times, n * sizeof (gint32));
  g_autofree char *twice = m2_refusal (document, attach);
  g_assert_nonnull (strstr (twice, "follows a global sequence already"));
  m2_do (document, release);
  now = *(const MwM2Track *const *) mw_field_at (owner, slot);
  g_assert_cmpuint (now->lanes.n, ==, 1);
  g_assert_cmpuint (now->spread, ==, MW_M2_SPREAD_SEQUENCES);
  g_assert_true (mw_ref_is_none (now->global_sequence));
  g_assert_cmpuint (((const MwM2Lane *) now->lanes.items[0])->sequence.id, ==, sequence);
}

/* A sequence of M2 before 264 plays the keys outside of it, so the loop gets keys where the sequence starts and ends. */
static void
looped_line (void)
{
  g_autoptr (MwDocument) document = NULL;
  g_autofree char *path = m2_holder (ON_A_LINE, 0, &document);
  const MwM2Track *track = (const MwM2Track *) mw_document_get_model (document)->by_id[fixture_id (document, path)];
  const gint32 first = ((const gint32 *) track->times.data)[0], second = ((const gint32 *) track->times.data)[1];
  g_assert_cmpint (second - first, >, 4);
  g_autofree char *start = g_strdup_printf ("set sequences[0].interval.start=%d", first + 1),
                  *end = g_strdup_printf ("set sequences[0].interval.end=%d", second - 1),
                  *attach = g_strdup_printf (
                    "track-attach-global %s global_sequence=global_sequences[0] sequence=sequences[0]", path);
  m2_do (document, start);
  m2_do (document, end);
  m2_do (document, "global-sequence-add duration=50000");
  m2_do (document, attach);
  g_assert_cmpuint (track->times.n, ==, 2);
  g_assert_cmpint (((const gint32 *) track->times.data)[0], ==, 0);
  g_assert_cmpint (((const gint32 *) track->times.data)[1], ==, second - first - 2);
}

/* Removing a track of ones leaves 1, whatever the static value was. Slopes are not redundant. */
static void
redundant (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set geoset_animations[0].alpha=0.5");
  m2_do (document, "set " ALPHA ".keys.value=[1, 1, 1]");
  m2_do (document, "set " ALPHA ".interpolation=Hermite");
  m2_do (document, "set " ALPHA ".keys.in_tan=[0, 1, 0]");
  g_autofree char *message = m2_refusal (document, "track-remove-redundant");
  g_assert_nonnull (strstr (message, "nothing to remove"));
  m2_do (document, "set " ALPHA ".keys.in_tan=[0, 0, 0]");
  m2_do (document, "track-remove-redundant");
  fixture_assert_value (document, "geoset_animations[0].alpha", "1");
  const MwRecord *animation = mw_document_get_model (document)->by_id[fixture_id (document, "geoset_animations[0]")];
  g_assert_null (((const MwMdlxGeosetAnimation *) animation)->alpha_track);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/edit/operations/tracks/each refusal says why", refusals);
  g_test_add_func ("/core/edit/operations/tracks/the keys of one sequence move, or all", moved);
  g_test_add_func ("/core/edit/operations/tracks/tangents are scaled with the values", scaled);
  g_test_add_func ("/core/edit/operations/tracks/a track becomes static and animated again", there_and_back);
  g_test_add_func ("/core/edit/operations/tracks/a value without a static one becomes a track", animated_without_still);
  g_test_add_func ("/core/edit/operations/tracks/a new track of M2 has a key in every sequence", animated_in_lanes);
  g_test_add_func ("/core/edit/operations/tracks/a time after the end of a loop is taken within it", on_a_loop);
  g_test_add_func ("/core/edit/operations/tracks/only keys that are needed stay", reduced);
  g_test_add_func ("/core/edit/operations/tracks/lines become curves and lines again", curved);
  g_test_add_func ("/core/edit/operations/tracks/a key that no sequence plays stays", between_sequences);
  g_test_add_func ("/core/edit/operations/tracks/a curve that needs too many keys is refused", too_many_keys);
  g_test_add_func ("/core/edit/operations/tracks/steps become lines of one millisecond", stepped);
  g_test_add_func ("/core/edit/operations/tracks/a loop is repeated in a sequence", released);
  g_test_add_func ("/core/edit/operations/tracks/a redundant track leaves its neutral value", redundant);
  g_test_add_func ("/core/edit/operations/tracks/a static track of M2 has one key for all sequences", constant);
  g_test_add_func ("/core/edit/operations/tracks/a lane becomes a loop and a lane again", looped_lane);
  g_test_add_func ("/core/edit/operations/tracks/a loop has keys at both ends of its sequence", looped_line);
  return g_test_run ();
}
