/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An M2 model merged into another: where it comes to, what is shared, what is left out, and what there is no room for. */
#include "core/check/new-findings.h"
#include "core/edit/operations/script.h"
#include "core/io/place.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/operations/refusals.h"
#include "tests/core/io/files.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

static char *folder;

static MwDocument *
made (guint version, guint form)
{
  g_autoptr (MwFileSet) set = m2_made_set (version, 1, form);
  return m2_open (set);
}

/* Writes a model beside its companions, in a folder of its own. Free with g_free(). */
static char *
written (MwDocument *document)
{
  static guint number;
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) set = m2_saved (document);
  g_autofree char *name = g_strdup_printf ("%u", number++), *its_own = g_build_filename (folder, name, NULL);
  g_assert_cmpint (g_mkdir (its_own, 0700), ==, 0);
  char *path = g_build_filename (its_own, "other.m2", NULL);
  g_assert_true (mw_io_place (set, NULL, path, &error));
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    gsize size;
    const char *bytes = g_bytes_get_data (part->bytes, &size);
    g_assert_true (g_file_set_contents (part->path, bytes, (gssize) size, &error));
  }
  return path;
}

/* The notices of a merge; free with g_free(). */
static char *
merge (MwDocument *document, const char *file, const char *more)
{
  g_autofree char *line = g_strdup_printf ("model-merge file=\"%s\" %s", file, more);
  return refusals_run (document, line);
}

static void
assert_refused (MwDocument *document, const char *file, const char *more, const char *words)
{
  g_autofree char *line = g_strdup_printf ("model-merge file=\"%s\" %s", file, more),
                  *message = m2_refusal (document, line);
  if (!strstr (message, words))
    g_error ("found \"%s\", expected it to say \"%s\"", message, words);
}

static const MwM2Skin *
skin_at (MwDocument *document, guint i)
{
  return (const MwM2Skin *) m2_model (document)->skins.items[i];
}

static void
assert_moved (const float *was, const float *now, const float by[3])
{
  for (guint c = 0; c < 3; c++)
    g_assert_cmpfloat_with_epsilon (was[c] + by[c], now[c], 1e-3);
}

/* The other model comes to the bone: vertices, submeshes, bones, points, cameras, the collision mesh and the bounds. */
static void
attached (void)
{
  g_autoptr (MwDocument) document = made (264, 0), source = made (264, 0);
  g_autofree char *file = written (source);
  static const float by[] = { 100, 10, 1 };
  m2_do (document, "set bones[3].pivot={100,10,1}");
  g_autofree char *notices = merge (document, file, "attach=3");
  g_assert_nonnull (strstr (notices, "8 added bones are no key bones"));
  g_assert_nonnull (strstr (notices, "2 added ribbons have no texture transform"));
  const MwM2 *now = m2_model (document), *was = m2_model (source);
  const uint32_t vertices = was->positions.n, bones = was->bones.n, submeshes = skin_at (source, 0)->submeshes.n;
  guint roots = 0;
  for (uint32_t i = 0; i < vertices; i++)
    assert_moved ((const float *) was->positions.data + 3 * i, (const float *) now->positions.data + 3 * (vertices + i),
                  by);
  for (uint32_t i = 0; i < bones; i++) {
    const MwM2Bone *a = (const MwM2Bone *) was->bones.items[i], *b = (const MwM2Bone *) now->bones.items[bones + i];
    assert_moved (a->pivot, b->pivot, by);
    g_assert_cmpint (b->key_bone, ==, -1);
    roots += !a->parent.id;
    if (!a->parent.id)
      g_assert_true (b->parent.id == now->bones.items[3]->id);
  }
  g_assert_cmpuint (roots, >, 0);
  for (uint32_t i = 0; i < submeshes; i++) {
    const MwM2Submesh *a = (const MwM2Submesh *) skin_at (source, 0)->submeshes.items[i],
                      *b = (const MwM2Submesh *) skin_at (document, 0)->submeshes.items[submeshes + i];
    assert_moved (a->center, b->center, by);
    assert_moved (a->sort_center, b->sort_center, by);
    g_assert_cmpfloat (a->sort_radius, ==, b->sort_radius);
  }
  const MwM2Camera *a = (const MwM2Camera *) was->cameras.items[0],
                   *b = (const MwM2Camera *) now->cameras.items[was->cameras.n];
  assert_moved (a->position, b->position, by);
  assert_moved (a->target, b->target, by);
  assert_moved (((const MwM2Attachment *) was->attachments.items[0])->position,
                ((const MwM2Attachment *) now->attachments.items[was->attachments.n])->position, by);
  assert_moved (was->collision_vertices.data,
                (const float *) now->collision_vertices.data + 3 * was->collision_vertices.n, by);
  g_assert_cmpfloat_with_epsilon (now->bounds.max[0], MAX (was->bounds.max[0], was->bounds.max[0] + 100), 1e-3);
  g_assert_cmpfloat_with_epsilon (now->bounds.min[0], was->bounds.min[0], 1e-3);
  g_autoptr (MwFileSet) saved = m2_saved (document);
}

/* The shaders of added batches name the added texture combiners. */
static void
combiners (void)
{
  g_autoptr (MwDocument) document = made (264, 0), source = made (264, 0), without = made (264, M2_FORM_NO_COMBINERS);
  g_autofree char *file = written (source), *other = written (without), *notices = merge (document, file, "");
  const MwArray *was = &m2_model (source)->texture_combiners, *now = &m2_model (document)->texture_combiners;
  const uint32_t batches = skin_at (source, 0)->batches.n;
  g_assert_cmpuint (was->n, >, 0);
  g_assert_cmpuint (now->n, ==, 2 * was->n);
  g_assert_cmpmem (was->data, 2 * was->n, (const guint8 *) now->data + 2 * was->n, 2 * was->n);
  for (uint32_t i = 0; i < batches; i++)
    g_assert_cmpuint (((const MwM2Batch *) skin_at (document, 0)->batches.items[batches + i])->shader, ==,
                      ((const MwM2Batch *) skin_at (source, 0)->batches.items[i])->shader + was->n);
  g_autofree char *none = merge (without, other, "");
  g_assert_cmpuint (m2_model (without)->texture_combiners.n, ==, 0);
  for (uint32_t i = 0; i < batches; i++)
    g_assert_cmpuint (((const MwM2Batch *) skin_at (without, 0)->batches.items[batches + i])->shader, ==,
                      ((const MwM2Batch *) skin_at (without, 0)->batches.items[i])->shader);
  /* The made model has surfaces with two textures. */
  assert_refused (document, other, "", "a surface of the other model has a second texture");
  assert_refused (without, file, "", "has a second texture");
}

/* A combiner of its own is found for what has none, in this or the other model. */
static void
one_texture (void)
{
  enum { PLAIN = 1 };
  g_autoptr (MwDocument) with = made (264, 0), without = made (264, M2_FORM_NO_COMBINERS);
  for (uint32_t k = 0; k < m2_model (without)->skins.n; k++)
    for (uint32_t i = skin_at (without, k)->batches.n; i-- > 0;) {
      g_autofree char *line = g_strdup_printf ("delete skins[%u].batches[%u]", k, i);
      if (((const MwM2Batch *) skin_at (without, k)->batches.items[i])->textures.n > 1)
        m2_do (without, line);
    }
  const uint32_t few = skin_at (without, 0)->batches.n, many = skin_at (with, 0)->batches.n;
  const uint32_t special = 0x8000;
  guint n = 0;
  g_assert_cmpuint (few, >, 0);
  g_autofree char *plain = written (without), *file = written (with), *first = merge (without, file, "");
  const MwM2 *now = m2_model (without), *other = m2_model (with);
  g_assert_true (now->global_flags & 8);
  for (uint32_t i = 0; i < few + many; i++) {
    const MwM2Batch *batch = (const MwM2Batch *) skin_at (without, 0)->batches.items[i];
    const uint16_t *ops = now->texture_combiners.data;
    if (batch->shader & special)
      continue;
    n++;
    if (i < few)
      g_assert_cmpuint (ops[batch->shader], ==, PLAIN);
    else
      g_assert_cmpuint (ops[batch->shader], ==,
                        ((const uint16_t *) other->texture_combiners
                           .data)[((const MwM2Batch *) skin_at (with, 0)->batches.items[i - few])->shader]);
  }
  g_assert_cmpuint (n, >, 1);
  g_autofree char *second = merge (with, plain, "");
  for (uint32_t i = many; i < few + many; i++) {
    const uint16_t shader = ((const MwM2Batch *) skin_at (with, 0)->batches.items[i])->shader;
    if (!(shader & special))
      g_assert_cmpuint (((const uint16_t *) other->texture_combiners.data)[shader], ==, PLAIN);
  }
}

/* Bones of this model are used and keep their key bones; points on them are shared, and what emits is added. */
static void
same_bones (void)
{
  g_autoptr (MwDocument) document = made (264, 0), source = made (264, 0);
  g_autofree char *file = written (source), *notices = merge (document, file, "bones=match");
  const MwM2 *now = m2_model (document), *was = m2_model (source);
  const uint32_t n = 4 * was->bone_indices.n;
  g_assert_cmpuint (now->bones.n, ==, was->bones.n);
  g_assert_cmpuint (now->attachments.n, ==, was->attachments.n);
  g_assert_cmpuint (now->particles.n, ==, 2 * was->particles.n);
  g_assert_cmpuint (now->ribbons.n, ==, 2 * was->ribbons.n);
  g_assert_cmpuint (now->lights.n, ==, 2 * was->lights.n);
  for (uint32_t i = 0; i < n; i++)
    if (((const guint8 *) was->bone_weights.data)[i])
      g_assert_cmpuint (((const guint8 *) now->bone_indices.data)[n + i], ==,
                        ((const guint8 *) was->bone_indices.data)[i]);
  assert_refused (document, file, "bones=match attach=3", "not both");
}

/* --- Sequences ------------------------------------------------------------------------------------------------------- */

static const MwM2Lane *
lane_of (MwDocument *document, uint32_t bone, uint32_t sequence)
{
  const MwM2 *model = m2_model (document);
  const MwM2Track *track = ((const MwM2Bone *) model->bones.items[bone])->translation_track;
  for (uint32_t i = 0; track && i < track->lanes.n; i++)
    if (((const MwM2Lane *) track->lanes.items[i])->sequence.id == model->sequences.items[sequence]->id)
      return (const MwM2Lane *) track->lanes.items[i];
  return NULL;
}

/* A sequence gets the keys that its match plays, and an alias gets none. */
static void
aliases (void)
{
  enum { ALIAS = 5, PLAYED = 4, BONE = 1 };
  g_autoptr (MwDocument) with = made (264, 0), without = made (264, 0);
  m2_do (without, "set sequences[5].flags=0x21");
  const uint32_t bones = m2_model (with)->bones.n;
  g_assert_null (lane_of (with, BONE, ALIAS));
  g_assert_nonnull (lane_of (without, BONE, ALIAS));
  g_autofree char *alias = written (with), *own = written (without), *first = merge (without, alias, ""),
                  *second = merge (with, own, "");
  const MwM2Lane *played = lane_of (without, bones + BONE, PLAYED), *copy = lane_of (without, bones + BONE, ALIAS);
  g_assert_nonnull (played);
  g_assert_nonnull (copy);
  g_assert_true (mw_array_equal (&played->times, &copy->times, 4)
                 && mw_array_equal (&played->values, &copy->values, 12));
  g_assert_null (strstr (first, "were left out"));
  g_assert_null (lane_of (with, bones + BONE, ALIAS));
  g_assert_nonnull (lane_of (with, bones + BONE, PLAYED));
  g_assert_nonnull (strstr (second, "were left out, because they are aliases in this model"));
  g_autoptr (MwFileSet) a = m2_saved (with), b = m2_saved (without);
}

static void
sequences (void)
{
  g_autoptr (MwDocument) document = made (272, 0), source = made (272, 0), more = made (272, 0);
  m2_do (document, "set sequences[9].animation=77");
  g_autofree char *file = written (source), *matched = merge (document, file, "");
  g_assert_nonnull (strstr (matched, "this model has no sequences"));
  g_assert_cmpuint (m2_model (document)->sequences.n, ==, m2_model (source)->sequences.n);
  m2_do (more, "set sequences[9].animation=77");
  g_autofree char *added = merge (more, file, "sequences=match_or_add");
  const MwM2 *now = m2_model (more);
  const uint32_t bones = m2_model (source)->bones.n, last = now->sequences.n - 1;
  g_assert_cmpuint (last, ==, m2_model (source)->sequences.n);
  g_assert_cmpuint (((const MwM2Sequence *) now->sequences.items[last])->animation, ==, 1);
  const MwM2Lane *lane = lane_of (more, bones + 1, last), *its = lane_of (source, 1, 9);
  g_assert_true (lane && its && mw_array_equal (&lane->times, &its->times, 4));
}

/* Before 264 keys outside a sequence count in it too, so they are taken as they are only if all sequences are at the same times. */
static void
time_lines (void)
{
  g_autoptr (MwDocument) same = made (256, 0), shorter = made (256, 0), longer = made (256, 0), source = made (256, 0);
  const MwM2Sequence *first = (const MwM2Sequence *) m2_model (source)->sequences.items[0];
  g_autofree char *file = written (source),
                  *line = g_strdup_printf ("set sequences[0].interval.end=%u", first->end - 1),
                  *one = merge (same, file, ""), *two = NULL;
  const uint32_t bones = m2_model (source)->bones.n;
  guint kept = 0, cut = 0, held = 0;
  m2_do (shorter, line);
  two = merge (shorter, file, "");
  g_autofree char *other = g_strdup_printf ("set sequences[0].interval.end=%u", first->end + 500), *three = NULL;
  m2_do (longer, other);
  three = merge (longer, file, "");
  for (uint32_t i = 0; i < bones; i++) {
    const MwM2Track *was = ((const MwM2Bone *) m2_model (source)->bones.items[i])->rotation_track,
                    *now = ((const MwM2Bone *) m2_model (same)->bones.items[bones + i])->rotation_track,
                    *less = ((const MwM2Bone *) m2_model (shorter)->bones.items[bones + i])->rotation_track;
    if (!was || was->global_sequence.id)
      continue;
    g_assert_true (mw_array_equal (&was->times, &now->times, 4));
    kept++;
    const MwM2Track *more = ((const MwM2Bone *) m2_model (longer)->bones.items[bones + i])->rotation_track;
    for (uint32_t k = 1; k < more->times.n; k++)
      if (((const gint32 *) more->times.data)[k] == (gint32) first->end + 500) {
        g_assert_cmpmem ((const float *) more->values.data + 4 * k, 16, (const float *) more->values.data + 4 * (k - 1),
                         16);
        held++;
      }
    for (uint32_t k = 0; k < less->times.n; k++) {
      const gint32 time = ((const gint32 *) less->times.data)[k];
      g_assert_cmpint (time, !=, (gint32) first->end);
      cut += time == (gint32) first->end - 1;
    }
  }
  g_assert_cmpuint (kept, >, 0);
  g_assert_cmpuint (cut, >, 0);
  g_assert_cmpuint (held, >, 0);
}

/* --- Limits ---------------------------------------------------------------------------------------------------------- */

static void
versions (void)
{
  g_autoptr (MwDocument) document = made (264, 0), old = made (256, 0), late = made (265, 0);
  g_autofree char *first = written (old), *second = written (late);
  assert_refused (document, first, "", "has version 256, and this model has version 264");
  assert_refused (document, second, "", "has version 265, and this model has version 264");
}

/* A model with that many vertices, all at the origin and moved by no bone. */
static MwDocument *
with_vertices (guint32 n)
{
  g_autoptr (MwDocument) document = made (256, 0);
  MwM2 *model = (MwM2 *) mw_model_copy (mw_document_get_model (document), FALSE);
  MwArray *const columns[] = { &model->positions, &model->bone_weights, &model->bone_indices,
                               &model->normals,   &model->uvs,          &model->uvs2 };
  static const gsize sizes[] = { 12, 4, 4, 12, 8, 8 };
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++) {
    MwArray longer = mw_array_new (n, sizes[i]);
    memset (longer.data, 0, n * sizes[i]);
    memcpy (longer.data, columns[i]->data, columns[i]->n * sizes[i]);
    mw_array_clear (columns[i]);
    *columns[i] = longer;
  }
  return mw_document_new (&model->model, mw_document_get_format (document));
}

static void
vertices (void)
{
  g_autoptr (MwDocument) document = made (256, 0), full = NULL, over = NULL;
  const uint32_t n = m2_model (document)->positions.n;
  full = with_vertices (65535 - n);
  over = with_vertices (65536 - n);
  g_autofree char *most = written (full), *more = written (over);
  assert_refused (document, more, "", "65536 vertices together");
  g_autofree char *notices = merge (document, most, "");
  g_assert_cmpuint (m2_model (document)->positions.n, ==, 65535);
}

/* Vertices name their bones by bytes. */
static void
bytes (void)
{
  g_autoptr (MwDocument) document = made (256, 0), source = made (256, 0);
  g_autofree char *file = written (source);
  const MwM2 *other = m2_model (source);
  guint most = 0;
  for (guint32 i = 0; i < 4 * other->bone_indices.n; i++)
    if (((const guint8 *) other->bone_weights.data)[i])
      most = MAX (most, ((const guint8 *) other->bone_indices.data)[i]);
  while (m2_model (document)->bones.n + most <= 255) {
    g_autofree char *notices = merge (document, file, "");
  }
  assert_refused (document, file, "", "can name only the first 256");
}

static void
profiles (void)
{
  g_autoptr (MwDocument) document = made (256, 0), fewer = made (256, 0), limited = made (256, 0);
  const uint32_t n = m2_model (document)->skins.n, submeshes = skin_at (document, 0)->submeshes.n;
  g_autofree char *whole = written (document);
  g_assert_cmpuint (n, >, 1);
  for (uint32_t i = n - 1; i > 0; i--) {
    g_autofree char *line = g_strdup_printf ("delete skins[%u]", i);
    m2_do (fewer, line);
  }
  /* More profiles than this model has are not needed, and of fewer the last one is used. */
  g_autofree char *file = written (fewer), *first = merge (fewer, whole, "");
  g_assert_cmpuint (m2_model (fewer)->skins.n, ==, 1);
  g_assert_cmpuint (skin_at (fewer, 0)->submeshes.n, ==, 2 * submeshes);
  g_autofree char *line = g_strdup_printf ("model-merge file=\"%s\"", file);
  for (uint32_t i = 1; i < n; i++) {
    g_autofree char *wide = g_strdup_printf ("set skins[%u].bone_limit=256", i);
    m2_do (limited, wide);
  }
  const uint32_t last = skin_at (limited, n - 1)->submeshes.n;
  m2_do (limited, line);
  g_assert_cmpuint (skin_at (limited, n - 1)->submeshes.n, ==, last + submeshes);
  m2_do (document, "set skins[1].bone_limit=1");
  assert_refused (document, whole, "", "skins[1] allows 1: raise its bone limit");
}

/* The profiles of 264 have no place for shadow batches in their usual form. */
static void
shadows (void)
{
  g_autoptr (MwDocument) plain = made (264, 0), late = made (264, M2_FORM_LATE_SKIN);
  const uint32_t n = skin_at (late, 0)->shadow_batches.n;
  g_autofree char *file = written (late), *first = merge (plain, file, ""), *second = merge (late, file, "");
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (skin_at (plain, 0)->shadow_batches.n, ==, 0);
  g_assert_cmpuint (skin_at (late, 0)->shadow_batches.n, ==, 2 * n);
}

static void
missing_profile (void)
{
  g_autoptr (MwDocument) document = made (264, 0), source = made (264, 0);
  g_autofree char *file = written (source), *its_own = g_path_get_dirname (file),
                  *skin = g_build_filename (its_own, "other01.skin", NULL);
  g_assert_cmpint (g_unlink (skin), ==, 0);
  assert_refused (document, file, "", "01.skin\" of the other model was not found");
}

/* Keys in files that are not there are said to be left out. */
static void
missing_keys (void)
{
  g_autoptr (MwDocument) document = made (264, 0), source = made (264, 0);
  g_autofree char *file = written (source), *its_own = g_path_get_dirname (file),
                  *anim = g_build_filename (its_own, "other0004-00.anim", NULL), *notices = NULL;
  g_assert_cmpint (g_unlink (anim), ==, 0);
  notices = merge (document, file, "");
  g_assert_nonnull (strstr (notices, "were left out, because their files are not beside the other model"));
}

/* --- Real files ------------------------------------------------------------------------------------------------------ */

/* Different models of one version: all vertices and submeshes are there, and nothing new is wrong. */
static void
real (void)
{
  enum { LARGEST = 2000000 };
  g_autoptr (GPtrArray) paths = m2_corpus ();
  g_autofree char *before = NULL;
  guint last = 0, merged = 0;
  for (guint i = 0; paths && i < paths->len; i++) {
    g_autoptr (MwFileSet) set = m2_set_load (paths->pdata[i]);
    const guint version = m2_set_version (set);
    if (m2_set_size (set) > LARGEST)
      continue;
    g_autofree char *other = g_steal_pointer (&before);
    const gboolean same = other && version == last;
    before = g_strdup (paths->pdata[i]);
    last = version;
    if (!same)
      continue;
    g_autoptr (MwDocument) document = m2_open (set);
    g_autoptr (MwFileSet) from = m2_set_load (other);
    g_autoptr (MwDocument) source = m2_open (from);
    g_autoptr (MwDocument) kept = mw_document_new (mw_model_copy (mw_document_get_model (document), FALSE),
                                                   mw_document_get_format (document));
    const MwModel *first = mw_document_get_model (kept);
    const MwFormat format = mw_document_get_format (document);
    g_autoptr (GPtrArray) wrong = mw_check_grave (first, format),
                          theirs = mw_check_grave (mw_document_get_model (source), format);
    g_autofree char *line = g_strdup_printf ("model-merge file=\"%s\"", other);
    g_autoptr (GError) error = NULL;
    if (!mw_script_run_line (document, line, NULL, &error)) {
      g_test_message ("%s into %s: %s", other, (const char *) paths->pdata[i], error->message);
      g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
      continue;
    }
    merged++;
    const MwM2 *a = (const MwM2 *) first, *b = m2_model (source), *now = m2_model (document);
    g_assert_cmpuint (now->positions.n, ==, a->positions.n + b->positions.n);
    g_assert_cmpmem ((const guint8 *) now->positions.data + 12 * (gsize) a->positions.n, 12 * (gsize) b->positions.n,
                     b->positions.data, 12 * (gsize) b->positions.n);
    g_assert_cmpuint (now->bones.n, ==, a->bones.n + b->bones.n);
    g_assert_cmpuint (skin_at (document, 0)->submeshes.n, ==,
                      ((const MwM2Skin *) a->skins.items[0])->submeshes.n
                        + ((const MwM2Skin *) b->skins.items[0])->submeshes.n);
    g_autoptr (MwFileSet) saved = m2_saved (document);
    g_autoptr (MwDocument) again = m2_open (saved);
    g_autoptr (GPtrArray) after = mw_check_grave (mw_document_get_model (again), format);
    g_assert_cmpuint (after->len, <=, wrong->len + theirs->len);
    fixture_assert_undo (document, first);
  }
  g_assert_true (!paths || merged >= 3);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("m2-merge-XXXXXX", NULL);
  g_test_add_func ("/core/edit/m2-merge/the other model comes to a bone", attached);
  g_test_add_func ("/core/edit/m2-merge/texture combiners are joined", combiners);
  g_test_add_func ("/core/edit/m2-merge/what has no texture combiners gets the usual one", one_texture);
  g_test_add_func ("/core/edit/m2-merge/bones of this model are used", same_bones);
  g_test_add_func ("/core/edit/m2-merge/aliases have no keys", aliases);
  g_test_add_func ("/core/edit/m2-merge/sequences are matched or added", sequences);
  g_test_add_func ("/core/edit/m2-merge/keys on one time line", time_lines);
  g_test_add_func ("/core/edit/m2-merge/shadow batches need a place", shadows);
  g_test_add_func ("/core/edit/m2-merge/another version is refused", versions);
  g_test_add_func ("/core/edit/m2-merge/too many vertices are refused", vertices);
  g_test_add_func ("/core/edit/m2-merge/bones that vertices cannot name are refused", bytes);
  g_test_add_func ("/core/edit/m2-merge/profiles are matched by number", profiles);
  g_test_add_func ("/core/edit/m2-merge/a profile that is missing is refused", missing_profile);
  g_test_add_func ("/core/edit/m2-merge/keys that are missing are left out", missing_keys);
  g_test_add_func ("/core/edit/m2-merge/real models", real);
  const int result = g_test_run ();
  files_remove (folder);
  return result;
}
