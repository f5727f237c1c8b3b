/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Import of sequences from another model: retargeting, other interpolations, and why it is refused. */
#include "core/edit/operations/transfer/bone-map.h"
#include "core/edit/operations/transfer/import-fate.h"
#include "core/io/place.h"
#include "core/model/aspects.h"
#include "core/pose/evaluate.h"
#include "core/pose/skeleton.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/operations/refusals.h"
#include "tests/core/io/bytes.h"
#include "tests/core/io/files.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <string.h>

enum { WALK = 1 };

static char *figure;

static MwDocument *
open_figure (void)
{
  g_autoptr (GError) error = NULL;
  MwFormat format;
  g_autoptr (MwFileSet) set = mw_io_load (figure, NULL, &error);
  g_assert_no_error (error);
  return mw_document_new (mw_io_read (set, &format, NULL, &error), format);
}

static MwMdlx *
mdlx (MwDocument *document)
{
  return (MwMdlx *) mw_document_get_model (document);
}

static char *
import (MwDocument *document, const char *rest)
{
  g_autofree char *line = g_strdup_printf ("sequence-import file=\"%s\" %s", figure, rest);
  return refusals_run (document, line);
}

static MwClock
clock_at (MwDocument *document, guint sequence, gint32 time)
{
  MwClock clock = { .rest = TRUE };
  mw_clock_play (&clock, mw_document_get_model (document), mdlx (document)->sequences.items[sequence]->id);
  clock.time = clock.start + time;
  return clock;
}

/* The first bone below a bone, in file order, as a place in the list of nodes; -1: none. */
static int
first_below (const MwMdlx *model, uint32_t node)
{
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwMdlxNode *child = (const MwMdlxNode *) model->nodes.items[i];
    gboolean bone = child->record.schema == &mw_mdlx_bone_schema || child->record.schema == &mw_mdlx_helper_schema;
    if (bone && child->parent.id == model->nodes.items[node]->id)
      return (int) i;
  }
  return -1;
}

static void
between (const MwSkeleton *skeleton, const MwMdlx *model, uint32_t a, int b, double out[3])
{
  float x[3], y[3];
  mw_skeleton_position (skeleton, model->nodes.items[a]->id, x);
  mw_skeleton_position (skeleton, model->nodes.items[b]->id, y);
  for (guint i = 0; i < 3; i++)
    out[i] = (double) y[i] - (double) x[i];
}

/* The model is twice as large and turned by a right angle. With its own rest pose the figure then walks sideways; with the
 * correction each bone is twice as long as that of the source, and points the same way. */
static void
rest_pose (void)
{
  g_autoptr (MwDocument) source = open_figure (), document = open_figure ();
  for (uint32_t i = 0; i < mdlx (document)->nodes.n; i++) {
    MwMdlxNode *node = (MwMdlxNode *) mdlx (document)->nodes.items[i];
    float x = node->pivot[0], y = node->pivot[1];
    node->pivot[0] = -2 * y;
    node->pivot[1] = 2 * x;
    node->pivot[2] *= 2;
  }
  g_autofree char *notices = import (document, "sequences=Walk retarget=bone_length rest=1");
  g_assert_cmpstr (notices, ==, "");
  fixture_assert_value (document, "sequences[4].name", "\"Walk 2\"");
  g_autoptr (MwSkeleton) before = mw_skeleton_new (mw_document_get_model (source)),
                         after = mw_skeleton_new (mw_document_get_model (document));
  guint n = 0, moved = 0;
  for (gint32 time = 0; time <= 800; time += 100) {
    MwClock a = clock_at (source, WALK, time), b = clock_at (document, 4, time);
    mw_skeleton_update (before, &a, NULL);
    mw_skeleton_update (after, &b, NULL);
    for (uint32_t i = 0; i < mdlx (source)->nodes.n; i++) {
      int child = first_below (mdlx (source), i);
      double x[3], y[3];
      if (child < 0)
        continue;
      between (before, mdlx (source), i, child, x);
      between (after, mdlx (document), i, child, y);
      for (guint c = 0; c < 3; c++)
        if (fabs (2 * x[c] - y[c]) > 2e-3)
          g_error ("node %u at %d ms: %g, %g, %g instead of twice %g, %g, %g", i, time, y[0], y[1], y[2], x[0], x[1],
                   x[2]);
      n++;
      moved += fabs (x[0]) > 1;
    }
  }
  g_assert_cmpuint (n, >, 100);
  g_assert_cmpuint (moved, >, 20);
}

/* Without the choice, movements stay as long as they were. */
static void
lengths (void)
{
  g_autoptr (MwDocument) plain = open_figure (), longer = open_figure ();
  for (guint k = 0; k < 2; k++)
    for (uint32_t i = 0; i < mdlx (plain)->nodes.n; i++) {
      MwMdlxNode *node = (MwMdlxNode *) mdlx (k ? longer : plain)->nodes.items[i];
      for (guint c = 0; c < 3; c++)
        node->pivot[c] *= 3;
    }
  g_autofree char *first = import (plain, "sequences=1"), *second = import (longer, "sequences=1 retarget=bone_length");
  guint n = 0;
  for (uint32_t i = 0; i < mdlx (plain)->nodes.n; i++) {
    const MwMdlxNode *a = (const MwMdlxNode *) mdlx (plain)->nodes.items[i],
                     *b = (const MwMdlxNode *) mdlx (longer)->nodes.items[i];
    const MwTrack *x = a->translation_track, *y = b->translation_track;
    const gint32 start = ((const MwMdlxSequence *) mdlx (plain)->sequences.items[4])->interval[0];
    for (uint32_t k = 0; x && k < x->times.n; k++) {
      const float *p = (const float *) x->values.data + 3 * k, *q = (const float *) y->values.data + 3 * k;
      float factor = ((const gint32 *) x->times.data)[k] >= start ? 3 : 1;
      for (guint c = 0; c < 3; c++)
        g_assert_cmpfloat_with_epsilon (q[c], factor * p[c], 1e-4);
      n += factor > 1 && (p[0] != 0 || p[1] != 0 || p[2] != 0);
    }
  }
  g_assert_cmpuint (n, >, 2);
}

/* --- Interpolations -------------------------------------------------------------------------------------------------- */

static void
set_interpolations (MwDocument *document, const char *name)
{
  static const char *const kinds[] = { "translation", "rotation", "scaling" };
  for (uint32_t i = 0; i < mdlx (document)->nodes.n; i++)
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
      g_autofree char *record = mw_record_path (mdlx (document)->nodes.items[i]),
                      *track = g_strdup_printf ("%s.%s.track", record, kinds[k]),
                      *path = g_strdup_printf ("%s.interpolation", track);
      MwTarget target;
      if (mw_path_resolve_one (mw_document_get_model (document), path, &target, NULL))
        g_assert_true (fixture_set (document, path, name));
    }
}

static void
assert_same_poses (MwDocument *a, guint i, MwDocument *b, guint j, double step, double tolerance, const char *what)
{
  g_autoptr (MwSkeleton) x = mw_skeleton_new (mw_document_get_model (a)),
                         y = mw_skeleton_new (mw_document_get_model (b));
  for (double time = 0; time <= 800; time += step) {
    MwClock p = clock_at (a, i, (gint32) time), q = clock_at (b, j, (gint32) time);
    mw_skeleton_update (x, &p, NULL);
    mw_skeleton_update (y, &q, NULL);
    for (guint k = 0; k < mw_skeleton_n_nodes (x); k++) {
      float at[3], is[3];
      mw_skeleton_position_at (x, k, at);
      mw_skeleton_position_at (y, k, is);
      for (guint c = 0; c < 3; c++)
        if (!(fabsf (at[c] - is[c]) <= (float) tolerance))
          g_error ("%s: node %u at %g ms is at %g instead of %g", what, k, time, (double) is[c], (double) at[c]);
    }
  }
}

/* Writes the source to a file and imports from it. Returns the notices. */
static char *
import_from (MwDocument *document, MwDocument *source, const char *more)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet)
    set = mw_io_write (mw_document_get_model (source), mw_document_get_format (source), NULL, &error);
  g_assert_no_error (error);
  g_autofree char *folder = g_dir_make_tmp ("import-XXXXXX", &error),
                  *path = g_build_filename (folder, "other.mdx", NULL),
                  *line = g_strdup_printf ("sequence-import file=\"%s\" %s", path, more);
  gsize size;
  const char *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, &error));
  char *notices = refusals_run (document, line);
  files_remove (folder);
  return notices;
}

/* The tracks of the model have another interpolation than those of the source. */
static void
interpolations (void)
{
  static const char *const names[] = { "DontInterp", "Linear", "Hermite", "Bezier" };
  for (guint from = 0; from < G_N_ELEMENTS (names); from++)
    for (guint to = 0; to < G_N_ELEMENTS (names); to++) {
      g_autoptr (MwDocument) source = open_figure (), document = open_figure ();
      g_autofree char *what = g_strdup_printf ("%s to %s", names[from], names[to]);
      set_interpolations (source, names[from]);
      set_interpolations (document, names[to]);
      g_autofree char *notices = import_from (document, source, "sequences=Walk");
      gboolean steps = to == MW_INTERPOLATION_NONE || (to == MW_INTERPOLATION_LINEAR && from > to);
      /* Tracks that were sampled have keys every 1/30 s, rounded to milliseconds. */
      gboolean sampled = steps && from != to;
      g_assert_true (!sampled == !strstr (notices, "every 1/30 s"));
      assert_same_poses (source, WALK, document, 4, sampled ? 100 : 40, 5e-3, what);
      /* The sequences before it are as they were. */
      g_autoptr (MwDocument) unchanged = open_figure ();
      set_interpolations (unchanged, names[to]);
      assert_same_poses (unchanged, WALK, document, WALK, 40, 1e-5, what);
    }
}

/* --- Between small models -------------------------------------------------------------------------------------------- */

/* A track in an empty slot of a bone or geoset animation, with values of `count` floats. */
static MwTrack *
give_track (MwDocument *document, const char *path, const char *slot, const gint32 *times, guint n, const float *values)
{
  MwRecord *owner = fixture_target (document, path).record;
  const MwField *field = fixture_field (owner, slot);
  MwTrack *track = (MwTrack *) mw_record_new (field->schema);
  track->interpolation = MW_INTERPOLATION_LINEAR;
  track->times = mw_array_copy (times, n, sizeof (gint32));
  track->values = mw_array_copy (values, n, mw_field_element_size (mw_track_value_field (field->schema)));
  mw_child_set (mw_document_get_model (document), owner, field, &track->record);
  return track;
}

/* Each bone has its own ratio, and bounds have that of all together. */
static void
ratios (void)
{
  static const gint32 times[] = { 100 };
  static const float way[] = { 1, 2, 0 };
  g_autoptr (MwDocument) source = fixture_document (), document = fixture_document ();
  m2_do (source, "set bones[1].pivot={10,0,0}");
  m2_do (source, "set bones[2].pivot={20,0,0}");
  m2_do (document, "set bones[1].pivot={20,0,0}");
  m2_do (document, "set bones[2].pivot={50,0,0}");
  m2_do (source, "set sequences[0].bounds.max={4,6,8}");
  for (guint i = 0; i < 3; i++) {
    g_autofree char *path = g_strdup_printf ("bones[%u]", i);
    give_track (source, path, "translation.track", times, 1, way);
  }
  g_autofree char *notices = import_from (document, source, "sequences=Stand retarget=bone_length");
  fixture_assert_value (document, "bones[0].translation.track.keys.value", "[{2.5, 5, 0}]");
  fixture_assert_value (document, "bones[1].translation.track.keys.value", "[{2, 4, 0}]");
  fixture_assert_value (document, "bones[2].translation.track.keys.value", "[{3, 6, 0}]");
  fixture_assert_value (document, "bones[2].translation.track.keys.time", "[4100]");
  fixture_assert_value (document, "sequences[2].bounds.max", "{10, 15, 20}");
  fixture_assert_value (document, "geosets[0].extents[2].bounds.radius", "25");
}

/* Control points of Bezier curves are a third of the way along the slopes of Hermite curves. */
static void
tangents (void)
{
  static const gint32 times[] = { 0, 500 };
  static const float values[] = { 0, 0, 0, 9, 0, 0 }, in[] = { 0, 0, 0, 6, 0, 0 }, out[] = { 3, 0, 0, 0, 0, 0 };
  for (guint to = MW_INTERPOLATION_HERMITE; to <= MW_INTERPOLATION_BEZIER; to++) {
    g_autoptr (MwDocument) source = fixture_document (), document = fixture_document ();
    MwTrack *from = give_track (source, "bones[0]", "translation.track", times, 2, values),
            *there = give_track (document, "bones[0]", "translation.track", times, 1, values);
    from->interpolation = MW_INTERPOLATION_HERMITE + MW_INTERPOLATION_BEZIER - to;
    from->in_tans = mw_array_copy (in, 2, 12);
    from->out_tans = mw_array_copy (out, 2, 12);
    there->interpolation = to;
    there->in_tans = mw_array_copy (values, 1, 12);
    there->out_tans = mw_array_copy (values, 1, 12);
    g_autofree char *notices = import_from (document, source, "sequences=Stand");
    gboolean bezier = to == MW_INTERPOLATION_BEZIER;
    fixture_assert_value (document, "bones[0].translation.track.keys[1].out_tan", bezier ? "{1, 0, 0}" : "{9, 0, 0}");
    fixture_assert_value (document, "bones[0].translation.track.keys[2].in_tan", bezier ? "{7, 0, 0}" : "{9, 0, 0}");
    g_assert_null (strstr (notices, "1/30"));
  }
}

/* A track that is new here keeps what the static value showed in the other sequences, and one that the source does not have opens
 * as in Stand. */
static void
other_sequences (void)
{
  static const gint32 times[] = { 0, 2500 };
  static const float values[] = { 0.25f, 1 };
  g_autoptr (MwDocument) source = fixture_document (), document = fixture_document (), opened = fixture_document ();
  m2_do (document, "key-remove-all geoset_animations[0].alpha.track");
  m2_do (document, "set geoset_animations[0].alpha=0.5");
  g_autofree char *first = import_from (document, source, "sequences=Stand");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.keys.time", "[0, 2000, 4000, 4500, 5000]");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.keys[0:2].value", "[0.5, 0.5]");
  m2_do (source, "key-remove-all geoset_animations[0].alpha.track");
  m2_do (opened, "key-remove-all geoset_animations[0].alpha.track");
  give_track (opened, "geoset_animations[0]", "alpha.track", times, 2, values);
  give_track (opened, "bones[2]", "scaling.track", times, 1, (float[]) { 2, 2, 2 });
  g_autofree char *second = import_from (opened, source, "sequences=Walk");
  fixture_assert_value (opened, "geoset_animations[0].alpha.track.keys.time", "[0, 2500, 4000]");
  fixture_assert_value (opened, "geoset_animations[0].alpha.track.keys[2].value", "0.25");
  fixture_assert_value (opened, "bones[2].scaling.track.keys.time", "[0]");
}

static MwFileSet *
written_m2 (const MwFileSet *set, char **path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("import-XXXXXX", &error);
  *path = g_build_filename (folder, "other.m2", NULL);
  MwFileSet *placed = mw_file_set_share (set);
  g_assert_true (mw_io_place (placed, NULL, *path, &error));
  for (guint i = 0; i < placed->parts->len; i++) {
    const MwFilePart *part = placed->parts->pdata[i];
    gsize size;
    const char *bytes = g_bytes_get_data (part->bytes, &size);
    g_assert_true (g_file_set_contents (part->path, bytes, (gssize) size, &error));
  }
  return placed;
}

static void
remove_m2 (const MwFileSet *placed)
{
  g_autofree char *folder = g_path_get_dirname (mw_file_set_main (placed)->path);
  files_remove (folder);
}

/* All sequences of M2, also aliases and those in files of their own, have their keys in the model. */
static void
m2_flags (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  g_autofree char *path = NULL;
  g_autoptr (MwFileSet) placed = written_m2 (set, &path);
  const guint n = m2_list (document, "sequences")->n;
  guint others = 0;
  g_autofree char *line = g_strdup_printf ("sequence-import file=\"%s\"", path);
  m2_do (document, line);
  g_assert_cmpuint (m2_list (document, "sequences")->n, ==, 2 * n);
  for (guint i = 0; i < 2 * n; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) m2_list (document, "sequences")->items[i];
    others += (sequence->flags & 0x40) || !(sequence->flags & 0x130);
  }
  g_assert_cmpuint (others, >, 0);
  g_assert_cmpuint (others, <=, n);
  guint now = 0;
  g_autoptr (MwDocument) first = m2_open (set);
  for (guint i = 0; i < n; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) m2_model (first)->sequences.items[i];
    now += (sequence->flags & 0x40) || !(sequence->flags & 0x130);
  }
  g_assert_cmpuint (others, ==, now);
  g_autoptr (MwFileSet) saved = m2_saved (document);
  remove_m2 (placed);
}

/* On the time line of M2 a bone without a match shows in the whole sequence what it shows at the start of Stand. */
static void
m2_time_line (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  g_autofree char *path = NULL;
  g_autoptr (MwFileSet) placed = written_m2 (set, &path);
  g_autofree char *line = g_strdup_printf ("sequence-import file=\"%s\" sequences=1 map=\"0=;1=;2=\"", path);
  const guint n = m2_list (document, "sequences")->n;
  m2_do (document, line);
  const MwM2 *model = m2_model (document);
  const MwM2Sequence *sequence = NULL;
  for (guint i = 0; i < model->sequences.n; i++)
    if (!sequence || ((const MwM2Sequence *) model->sequences.items[i])->start > sequence->start)
      sequence = (const MwM2Sequence *) model->sequences.items[i];
  g_assert_cmpuint (model->sequences.n, ==, n + 1);
  guint seen = 0;
  for (guint i = 0; i < 3; i++) {
    const MwM2Bone *bone = (const MwM2Bone *) model->bones.items[i];
    const MwM2Track *tracks[] = { bone->translation_track, bone->scaling_track };
    for (guint k = 0; k < G_N_ELEMENTS (tracks); k++) {
      MwClock stand = { .rest = TRUE }, clock = { .rest = TRUE };
      static const float none[3];
      float expected[3], found[3];
      if (!tracks[k] || !tracks[k]->times.n || !mw_ref_is_none (tracks[k]->global_sequence))
        continue;
      mw_clock_play (&stand, &model->model, model->sequences.items[0]->id);
      mw_evaluate_vec3 (&model->model, tracks[k], &stand, none, none, expected);
      for (guint s = 0; s < 5; s++) {
        mw_clock_play (&clock, &model->model, sequence->record.id);
        clock.time += (gint32) ((sequence->end - sequence->start) * s / 4);
        mw_evaluate_vec3 (&model->model, tracks[k], &clock, none, none, found);
        for (guint c = 0; c < 3; c++)
          g_assert_cmpfloat_with_epsilon (found[c], expected[c], 1e-4);
      }
      seen++;
    }
  }
  g_assert_cmpuint (seen, >, 0);
  remove_m2 (placed);
}

/* --- Mapping and refusals -------------------------------------------------------------------------------------------- */

static void
mapping (void)
{
  g_autoptr (MwDocument) document = open_figure ();
  g_autofree char *left_out = import (document, "sequences=Wal? map=\"Bone_arm_up_L=;Bone_head=Bone_cape_2\"");
  g_assert_nonnull (
    strstr (left_out, "bones of this model have no match in figure.mdx and do not move: Bone_head, Bone_arm_up_L"));
  g_assert_nonnull (strstr (left_out, "no match in this model, so their keys were not imported: Bone_cape_2"));
  g_assert_null (strstr (left_out, "not imported: Bone_arm_up_L"));
  m2_do (document, "set bones[3].name=BONE-HEAD");
  g_autofree char *loose = import (document, "sequences=Stand;Death");
  g_assert_cmpstr (loose, ==, "");
  fixture_assert_value (document, "sequences[5].name", "\"Stand 2\"");
  fixture_assert_value (document, "sequences[6].name", "\"Death 2\"");
}

static void
refusals (void)
{
  static const char *const cases[][2] = {
    { "file=\"\"", "give the file" },
    { "file=/nowhere/x.mdx", "/nowhere/x.mdx" },
    { "file=F sequences=Fly", "figure.mdx has no sequence \"Fly\"" },
    { "file=F map=Bone_head", "expected \"Source Bone=Target Bone\"" },
    { "file=F map=\"Nobody=Bone_head\"", "figure.mdx has no node \"Nobody\"" },
    { "file=F map=\"Bone_head=Nobody\"", "this model has no node \"Nobody\"" },
    { "file=F map=\"Bone_head=Bone_spine;Bone_chest=Bone_spine\"",
      "two nodes of figure.mdx are mapped to \"Bone_spine\"" },
    { "file=F sequences=Walk gap=1000000", NULL },
  };
  g_autoptr (MwDocument) document = open_figure ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (GStrv) parts = g_strsplit (cases[i][0], "file=F", 2);
    g_autofree char *file = g_strdup_printf ("file=\"%s\"", figure), *rest = g_strjoinv (file, parts),
                    *line = g_strdup_printf ("sequence-import %s", rest);
    g_autofree char *message = cases[i][1] ? m2_refusal (document, line) : NULL;
    if (message && !strstr (message, cases[i][1]))
      g_error ("%s: found \"%s\"", line, message);
  }
  m2_do (document, "set sequences[3].interval.end=2147483000");
  g_autofree char *line = g_strdup_printf ("sequence-import file=\"%s\" sequences=Walk", figure),
                  *message = m2_refusal (document, line);
  g_assert_nonnull (strstr (message, "2147483647 ms"));
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) m2 = m2_open (set);
  g_autofree char *other = m2_refusal (m2, line);
  g_assert_nonnull (strstr (other, "figure.mdx is a model of"));
}

/* --- Bones ----------------------------------------------------------------------------------------------------------- */

/* Every bone of the figure, with a word about its rest pose. Free with g_free(). */
static char *
all_bones (const MwMdlx *model, const char *word)
{
  GString *pairs = g_string_new (NULL);
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwRecord *node = model->nodes.items[i];
    if (node->schema == &mw_mdlx_bone_schema || node->schema == &mw_mdlx_helper_schema)
      g_string_append_printf (pairs, "%s=%s, %s;", mw_record_name (node), mw_record_name (node), word);
  }
  return g_string_free (pairs, FALSE);
}

static GBytes *
bytes_of (MwDocument *document)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = io_write_bytes (mw_document_get_model (document), mw_document_get_format (document), NULL, NULL,
                                  &error);
  g_assert_no_error (error);
  return bytes;
}

/* A figure that is turned by a right angle at rest, after an import. */
static GBytes *
turned_import (const char *rest)
{
  g_autoptr (MwDocument) document = open_figure ();
  for (uint32_t i = 0; i < mdlx (document)->nodes.n; i++) {
    MwMdlxNode *node = (MwMdlxNode *) mdlx (document)->nodes.items[i];
    float x = node->pivot[0], y = node->pivot[1];
    node->pivot[0] = -y;
    node->pivot[1] = x;
  }
  g_autofree char *notices = import (document, rest);
  g_assert_cmpstr (notices, ==, "");
  return bytes_of (document);
}

static void
rest_of_each (void)
{
  g_autoptr (MwDocument) document = open_figure ();
  g_autofree char *yes = all_bones (mdlx (document), "rest"), *no = all_bones (mdlx (document), "no rest");
  g_autofree char *each = g_strdup_printf ("sequences=Walk map=\"%s\"", yes),
                  *none = g_strdup_printf ("sequences=Walk rest=1 map=\"%s\"", no);
  g_autoptr (GBytes) corrected = turned_import ("sequences=Walk rest=1"), plain = turned_import ("sequences=Walk"),
                     by_bone = turned_import (each), not_by_bone = turned_import (none),
                     but_one = turned_import ("sequences=Walk rest=1 map=\"Bone_head=Bone_head, no rest\""),
                     only_one = turned_import ("sequences=Walk map=\"Bone_spine=Bone_spine, rest\"");
  g_assert_true (g_bytes_equal (corrected, by_bone));
  g_assert_true (g_bytes_equal (plain, not_by_bone));
  g_assert_false (g_bytes_equal (corrected, plain));
  g_assert_false (g_bytes_equal (corrected, but_one));
  g_assert_false (g_bytes_equal (plain, only_one));
}

static const MwBoneRow *
bone_row (const GPtrArray *rows, const char *source)
{
  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (((const MwBoneRow *) rows->pdata[i])->source, source))
      return rows->pdata[i];
  return NULL;
}

static void
bone_table (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = open_figure ();
  m2_do (document, "set bones[3].name=BONE-HEAD");
  m2_do (document, "set bones[2].name=Torso");
  g_autoptr (MwTransferSource) map = mw_transfer_source_open (figure, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) rows = mw_bone_map_rows (map, document, "", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (rows->len, ==, 22);
  g_assert_cmpint (bone_row (rows, "Bone_spine")->how, ==, MW_MATCHED_BY_NAME);
  g_assert_cmpint (bone_row (rows, "Bone_head")->how, ==, MW_MATCHED_BY_LIKE_NAME);
  g_assert_cmpstr (bone_row (rows, "Bone_head")->target, ==, "BONE-HEAD");
  g_assert_cmpint (bone_row (rows, "Bone_chest")->how, ==, MW_MATCHED_NOT);
  g_assert_null (bone_row (rows, "Bone_chest")->target);
  g_autofree char *one = mw_bone_map_put ("", "Bone_chest", "Torso", 1);
  g_assert_cmpstr (one, ==, "Bone_chest=Torso, rest");
  g_autofree char *two = mw_bone_map_put (one, "Bone_head", "", 0);
  g_assert_cmpstr (two, ==, "Bone_chest=Torso, rest; Bone_head=");
  g_autoptr (GPtrArray) by_hand = mw_bone_map_rows (map, document, two, &error);
  g_assert_no_error (error);
  g_assert_cmpint (bone_row (by_hand, "Bone_chest")->how, ==, MW_MATCHED_BY_HAND);
  g_assert_cmpstr (bone_row (by_hand, "Bone_chest")->target, ==, "Torso");
  g_assert_cmpuint (bone_row (by_hand, "Bone_chest")->rest, ==, 1);
  g_assert_cmpint (bone_row (by_hand, "Bone_head")->how, ==, MW_MATCHED_BY_HAND);
  g_assert_null (bone_row (by_hand, "Bone_head")->target);
  g_autofree char *other = mw_bone_map_put (two, "Bone_chest", "Bone_spine", 2);
  g_assert_cmpstr (other, ==, "Bone_head=; Bone_chest=Bone_spine, no rest");
  g_autofree char *less = mw_bone_map_put (other, "Bone_chest", NULL, 0);
  g_assert_cmpstr (less, ==, "Bone_head=");
  /* A name that is there twice, or that a pair would read in another way, is given as a path. */
  m2_do (document, "set bones[4].name=Torso");
  m2_do (document, "set bones[5].name=\"A=B\"");
  g_auto (GStrv) names = mw_bone_map_targets (document, NULL);
  g_assert_cmpstr (names[2], ==, "bones[2]");
  g_assert_cmpstr (names[3], ==, "BONE-HEAD");
  g_assert_cmpstr (names[4], ==, "bones[4]");
  g_assert_cmpstr (names[5], ==, "bones[5]");
  g_assert_null (mw_bone_map_rows (map, document, "Nobody=Torso", &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
}

/* Bones of M2 without a number or a name are the same if their places are, in all three directions. */
static void
bones_in_place (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) made = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) document = m2_open (made);
  const MwList *bones = m2_list (document, "bones");
  g_autofree char *path = NULL;
  MwM2Bone *last = NULL;
  for (guint i = 0; i < bones->n; i++) {
    MwM2Bone *bone = (MwM2Bone *) bones->items[i];
    bone->key_bone = -1;
    for (int k = 0; k < 3; k++)
      bone->pivot[k] = (float) (10 * i) + (float) k;
    last = bone;
  }
  g_autoptr (MwFileSet) saved = m2_saved (document);
  g_autoptr (MwFileSet) placed = written_m2 (saved, &path);
  g_autoptr (MwTransferSource) map = mw_transfer_source_open (path, NULL, &error);
  g_assert_no_error (error);
  for (int moved = -1; moved < 3; moved++) {
    if (moved >= 0)
      last->pivot[moved] += 1;
    g_autoptr (GPtrArray) rows = mw_bone_map_rows (map, document, "", &error);
    g_assert_no_error (error);
    g_assert_cmpuint (rows->len, ==, bones->n);
    for (guint i = 0; i < rows->len; i++) {
      const MwBoneRow *row = rows->pdata[i];
      gboolean away = moved >= 0 && i + 1 == rows->len;
      g_assert_cmpint (row->how, ==, away ? MW_MATCHED_NOT : MW_MATCHED_BY_PLACE);
      g_assert_cmpstr (row->target, ==, away ? NULL : row->source);
    }
    if (moved >= 0)
      last->pivot[moved] -= 1;
  }
  remove_m2 (placed);
}

static void
bone_file (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = open_figure (), other = open_figure ();
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL), *path = g_build_filename (folder, "bones.txt", NULL),
                  *text = mw_bone_map_print ("Bone_head=Bone_cape_2; Bone_spine=");
  g_assert_cmpstr (text, ==, "# Source Bone=Target Bone\nBone_head=Bone_cape_2\nBone_spine=\n");
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_autofree char *pairs = mw_bone_map_load (path, &error);
  g_assert_cmpstr (pairs, ==, "Bone_head=Bone_cape_2; Bone_spine=");
  /* The pairs of the parameter come after those of the file, so they count. */
  g_autofree char *line = g_strdup_printf ("sequences=Walk map_file=\"%s\" map=\"Bone_spine=Bone_spine\"", path);
  g_autofree char *a = import (document, line), *b = import (other, "sequences=Walk map=\"Bone_head=Bone_cape_2\"");
  g_assert_cmpstr (a, ==, b);
  g_autoptr (GBytes) one = bytes_of (document), two = bytes_of (other);
  g_assert_true (g_bytes_equal (one, two));
  g_assert_true (g_file_set_contents (path, "MDLX\0\1", 6, NULL));
  g_assert_null (mw_bone_map_load (path, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
  g_remove (path);
  g_rmdir (folder);
}

/* Whoever opens a path gets what is open already, as long as its files are as they were read. */
static void
shared_source (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL), *path = g_build_filename (folder, "a.mdx", NULL),
                  *bytes = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (figure, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  MwTransferSource *a = mw_transfer_source_open (path, NULL, &error), *b = mw_transfer_source_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (a == b);
  g_assert_cmpstr (mw_transfer_source_name (a), ==, "a.mdx");
  g_assert_cmpstr (mw_transfer_source_path (a), ==, path);
  mw_transfer_source_unref (b);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  g_assert_false (mw_transfer_source_is_current (a));
  b = mw_transfer_source_open (path, NULL, &error);
  g_assert_true (a != b);
  g_assert_true (mw_transfer_source_is_current (b));
  /* The older one is still whole, and does not take the newer one with it. */
  mw_transfer_source_unref (a);
  MwTransferSource *c = mw_transfer_source_open (path, NULL, &error);
  g_assert_true (b == c);
  mw_transfer_source_unref (b);
  g_assert_cmpint (mw_transfer_source_model (c)->record.id, ==, 1);
  /* What an operation takes from it is a copy. */
  g_autoptr (MwDocument) document = open_figure ();
  g_autoptr (MwTransfer) t = mw_transfer_open (document, path, &error);
  g_assert_true (t->source != mw_transfer_source_model (c));
  g_assert_cmpstr (t->name, ==, "a.mdx");
  mw_transfer_source_unref (c);
  g_remove (path);
  g_assert_null (mw_transfer_source_open (path, NULL, &error));
  g_assert_nonnull (strstr (error->message, "a.mdx"));
  g_rmdir (folder);
}

/* An .anim file that appears makes a source another one. */
static void
companions_of_source (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  M2GenerateOptions options = { .version = 264 };
  g_autoptr (GPtrArray) files = m2_generate (&options);
  g_autofree char *model = g_build_filename (folder, "Sample.m2", NULL), *anim = NULL;
  GBytes *keys = NULL;
  for (guint i = 0; i < files->len; i++) {
    const M2File *file = files->pdata[i];
    g_autofree char *path = g_build_filename (folder, file->name, NULL);
    if (!anim && g_str_has_suffix (file->name, ".anim")) {
      anim = g_steal_pointer (&path);
      keys = file->bytes;
    } else
      g_assert_true (g_file_set_contents (path, g_bytes_get_data (file->bytes, NULL),
                                          (gssize) g_bytes_get_size (file->bytes), NULL));
  }
  g_assert_nonnull (anim);
  g_autoptr (MwTransferSource) without = mw_transfer_source_open (model, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (mw_transfer_source_is_current (without));
  g_assert_true (g_file_set_contents (anim, g_bytes_get_data (keys, NULL), (gssize) g_bytes_get_size (keys), NULL));
  g_assert_false (mw_transfer_source_is_current (without));
  g_autoptr (MwTransferSource) with = mw_transfer_source_open (model, NULL, &error);
  g_assert_true (with != without);
  for (guint i = 0; i < files->len; i++) {
    g_autofree char *path = g_build_filename (folder, ((const M2File *) files->pdata[i])->name, NULL);
    g_remove (path);
  }
  g_rmdir (folder);
}

static guint
count_missed (const GArray *missed, MwMissedKind kind)
{
  guint n = 0;
  for (guint i = 0; i < missed->len; i++)
    n += g_array_index (missed, MwMissed, i).kind == kind;
  return n;
}

static GArray *
find_missed (MwDocument *document, const char *sample, const char *sequences, const char *pairs)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = sample_path (sample);
  g_autoptr (MwTransferSource) source = mw_transfer_source_open (path, NULL, &error);
  GArray *missed = mw_import_missed (source, document, sequences, pairs, &error);
  g_assert_no_error (error);
  return missed;
}

static void
assert_missed (GArray *missed, const guint expected[MW_N_MISSED])
{
  for (guint kind = 0; kind < MW_N_MISSED; kind++) {
    g_test_message ("%u: %u", kind, count_missed (missed, kind));
    g_assert_cmpuint (count_missed (missed, kind), ==, expected[kind]);
  }
}

static void
what_is_missed (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = open_figure ();
  g_autoptr (GArray) itself = find_missed (document, "figure.mdx", "", "");
  assert_missed (itself, (const guint[MW_N_MISSED]) { 0 });
  /* By hand: the bone is missed in both models, and says why. */
  g_autoptr (GArray) by_hand = find_missed (document, "figure.mdx", "Walk", "Bone_head=");
  assert_missed (by_hand, (const guint[MW_N_MISSED]) { [MW_MISSED_BONES] = 1, [MW_MISSED_IDLE] = 1 });
  g_assert_true (g_array_index (by_hand, MwMissed, 0).by_hand);
  g_assert_null (g_array_index (by_hand, MwMissed, 0).slot);
  /* Of its three events one has a match, one follows a global sequence, and one has no times; four of its eight emitters have keys in a
   * sequence. The one track of an event on a global sequence is among the five. */
  g_autoptr (GArray) all = find_missed (document, "everything.mdx", "", "");
  assert_missed (all, (const guint[MW_N_MISSED]) { 6, 0, 4, 28, 5, 22 });
  for (guint i = 1; i < all->len; i++) {
    const MwMissed *a = &g_array_index (all, MwMissed, i - 1), *b = &g_array_index (all, MwMissed, i);
    g_assert_false (a->kind == b->kind && a->record == b->record && a->slot == b->slot);
  }
  /* The reverse: of the figure's four events, two have no match, and one has one that follows a global sequence. */
  g_autofree char *path = sample_path ("everything.mdx");
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
  MwFormat format;
  MwModel *model = mw_io_read (set, &format, NULL, &error);
  g_autoptr (MwDocument) everything = mw_document_new (model, format);
  g_autoptr (GArray) reverse = find_missed (everything, "figure.mdx", "", "");
  g_assert_cmpuint (count_missed (reverse, MW_MISSED_BONES), ==, 22);
  g_assert_cmpuint (count_missed (reverse, MW_MISSED_EVENTS), ==, 3);
  g_assert_cmpuint (count_missed (reverse, MW_MISSED_IDLE), ==, 6);
  /* Steps are in Walk, and nothing happens in Stand. */
  g_autoptr (GArray) walk = find_missed (everything, "figure.mdx", "Walk", ""),
                     stand = find_missed (everything, "figure.mdx", "Stand", "");
  g_assert_cmpuint (count_missed (walk, MW_MISSED_EVENTS), ==, 2);
  g_assert_cmpuint (count_missed (stand, MW_MISSED_EVENTS), ==, 0);
  g_autoptr (MwTransferSource) source = mw_transfer_source_open (figure, NULL, &error);
  g_assert_null (mw_import_missed (source, document, "Nothing", "", &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  g_clear_error (&error);
  g_assert_null (mw_import_missed (source, document, "", "Nobody=", &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  figure = sample_path ("figure.mdx");
  g_test_add_func ("/core/edit/import/bones point where those of the source do", rest_pose);
  g_test_add_func ("/core/edit/import/movements follow the length of bones", lengths);
  g_test_add_func ("/core/edit/import/another interpolation plays the same", interpolations);
  g_test_add_func ("/core/edit/import/each bone has its own ratio", ratios);
  g_test_add_func ("/core/edit/import/tangents of the other kind", tangents);
  g_test_add_func ("/core/edit/import/other sequences and tracks show what they did", other_sequences);
  g_test_add_func ("/core/edit/import/sequences of M2 have their keys in the model", m2_flags);
  g_test_add_func ("/core/edit/import/bones without a match on the time line of M2", m2_time_line);
  g_test_add_func ("/core/edit/import/bones are matched as stated and by name", mapping);
  g_test_add_func ("/core/edit/import/a source is read once", shared_source);
  g_test_add_func ("/core/edit/import/a companion of a source appears", companions_of_source);
  g_test_add_func ("/core/edit/import/what does not come along", what_is_missed);
  g_test_add_func ("/core/edit/import/the rest pose of each bone", rest_of_each);
  g_test_add_func ("/core/edit/import/a table of bones and its text", bone_table);
  g_test_add_func ("/core/edit/import/bones without a name are matched by their places", bones_in_place);
  g_test_add_func ("/core/edit/import/a file of bones", bone_file);
  g_test_add_func ("/core/edit/import/what is refused", refusals);
  return g_test_run ();
}
