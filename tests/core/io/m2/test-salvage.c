/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is kept of broken M2 sets, rule by rule. The sets are generated and damaged byte by byte. */
#include "core/base/buffer.h"
#include "core/model/m2/m2.h"
#include "tests/core/io/m2/sets.h"
#include "tests/core/io/salvaged.h"

#include <string.h>

/* Places in the header from 264 on (m2.md 3). */
enum { N_SEQUENCES = 0x1C, N_BONES = 0x2C, N_VERTICES = 0x3C, N_TEXTURES = 0x50 };

static MwM2 *
salvage (const MwFileSet *set, MwSalvage *list)
{
  g_autoptr (GError) error = NULL;
  salvage_check (set, "made");
  g_autoptr (MwFileSet) out = mw_io_salvage (set, NULL, list, NULL, &error);
  g_assert_no_error (error);
  MwM2 *model = (MwM2 *) mw_io_read (out, NULL, NULL, &error);
  g_assert_no_error (error);
  return model;
}

/* The set with another word in one of its parts. */
static MwFileSet *
with_word (const MwFileSet *set, const char *role, guint at, uint32_t word)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize size;
  const guint8 *old = g_bytes_get_data (mw_file_set_find (set, role)->bytes, &size);
  g_byte_array_append (bytes, old, (guint) size);
  memcpy (bytes->data + at, &word, 4);
  return m2_set_with (set, role, bytes->data, bytes->len);
}

static MwFileSet *
made (void)
{
  return m2_set_make (&(M2GenerateOptions) { .version = 264 });
}

static void
sound (void)
{
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version += 4) {
    g_autoptr (MwFileSet) set = m2_set_make (&(M2GenerateOptions) { .version = version });
    g_assert_true (salvage_check (set, "made"));
  }
}

static void
bad_list (void)
{
  g_autoptr (MwFileSet) set = made (), broken = with_word (set, "model", N_TEXTURES, 0x10000000);
  g_autoptr (MwSalvage) list = mw_salvage_new (), none = mw_salvage_new ();
  MwM2 *model = salvage (broken, list), *whole = salvage (set, none);
  g_assert_cmpuint (none->n, ==, 0);
  g_assert_cmpuint (model->textures.n, ==, 0);
  g_assert_cmpuint (model->bones.n, ==, whole->bones.n);
  const MwSalvageEntry *first = &g_array_index (list->entries, MwSalvageEntry, 0);
  g_assert_cmpint (first->offset, ==, N_TEXTURES);
  g_assert_cmpstr (first->what, ==, "the array");
  mw_model_free (&model->model);
  mw_model_free (&whole->model);
}

/* Without bones nothing refers to them; vertices and textures stay. */
static void
no_bones (void)
{
  g_autoptr (MwFileSet) set = made (), broken = with_word (set, "model", N_BONES + 4, 0x7FFFFFF0);
  g_autoptr (MwSalvage) list = mw_salvage_new ();
  MwM2 *model = salvage (broken, list);
  g_assert_cmpuint (model->bones.n, ==, 0);
  g_assert_cmpuint (model->textures.n, >, 0);
  g_assert_cmpuint (model->positions.n, >, 0);
  for (guint i = 0; i < model->attachments.n; i++)
    g_assert_cmphex (((MwM2Attachment *) model->attachments.items[i])->bone.raw, ==, MW_REF_NONE.raw);
  mw_model_free (&model->model);
}

/* If the times of a lane are not in the file, its values are no keys either. */
static void
half_a_lane (void)
{
  g_autoptr (MwFileSet) set = made ();
  const guint8 *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, NULL);
  guint n = mw_u32_at (bytes + N_BONES), at = mw_u32_at (bytes + N_BONES + 4), track = 0;
  /* The outer times of the first track that has some: of a bone's translation (m2.md 5.4). */
  for (guint i = 0; i < n && !track; i++)
    if (mw_u32_at (bytes + at + 88 * i + 0x10 + 4) > 0)
      track = at + 88 * i + 0x10;
  g_assert_cmpuint (track, >, 0);
  g_autoptr (MwFileSet) broken = with_word (set, "model", track + 8, 0x7FFFFFF0);
  g_autoptr (MwSalvage) list = mw_salvage_new ();
  MwM2 *model = salvage (broken, list);
  g_assert_cmpuint (list->n, ==, 1);
  const MwM2Bone *bone = (const MwM2Bone *) model->bones.items[(track - at) / 88];
  g_assert_true (!bone->translation_track || ((MwM2Track *) bone->translation_track)->lanes.n == 0);
  mw_model_free (&model->model);
}

static void
no_skin (void)
{
  g_autoptr (MwFileSet) set = made (), broken = with_word (set, "skin0", 0, mw_u32_at ((const uint8_t *) "WHAT"));
  g_autoptr (MwSalvage) list = mw_salvage_new (), cut_list = mw_salvage_new ();
  MwM2 *model = salvage (broken, list);
  g_assert_true (((MwM2Skin *) model->skins.items[0])->not_loaded);
  g_assert_cmpuint (list->n, ==, 1);
  const MwSalvageEntry *entry = &g_array_index (list->entries, MwSalvageEntry, 0);
  g_assert_cmpstr (entry->path, ==, "skin0");
  g_assert_cmpstr (entry->what, ==, "the whole companion");
  mw_model_free (&model->model);
  g_autoptr (MwFileSet) cut = m2_set_with (set, "skin0", "SKIN\1\0\0\0", 8);
  g_autoptr (MwFileSet) out = mw_io_salvage (cut, NULL, cut_list, NULL, NULL);
  g_assert_nonnull (out);
  g_assert_null (mw_file_set_find (out, "skin0"));
}

/* A profile whose list of vertices is gone keeps its submeshes, without triangles. */
static void
no_corners (void)
{
  g_autoptr (MwFileSet) set = made (), broken = with_word (set, "skin0", 8, 0x7FFFFFF0);
  g_autoptr (MwSalvage) list = mw_salvage_new ();
  MwM2 *model = salvage (broken, list);
  const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[0];
  g_assert_cmpuint (skin->submeshes.n, >, 0);
  for (guint i = 0; i < skin->submeshes.n; i++)
    g_assert_cmpuint (((MwM2Submesh *) skin->submeshes.items[i])->triangles.n, ==, 0);
  g_assert_cmpuint (list->n, >, 1);
  mw_model_free (&model->model);
}

/* The first number beyond the profile's vertices, and one texture more than a batch can have. */
static void
limits (void)
{
  enum { VERTICES = 4, INDICES = 0xC, BATCHES = 0x24, N_TEXTURES_OF_BATCH = 0x0E };
  g_autoptr (MwFileSet) set = made ();
  const guint8 *skin = g_bytes_get_data (mw_file_set_find (set, "skin0")->bytes, NULL);
  guint index = mw_u32_at (skin + INDICES + 4), batch = mw_u32_at (skin + BATCHES + 4) + N_TEXTURES_OF_BATCH;
  uint32_t corners = (mw_u32_at (skin + index) & 0xFFFF0000) | mw_u32_at (skin + VERTICES);
  uint32_t textures = (mw_u32_at (skin + batch) & 0xFFFF0000) | 5;
  g_autoptr (MwFileSet) other = with_word (set, "skin0", index, corners),
                        broken = with_word (other, "skin0", batch, textures);
  g_autoptr (MwSalvage) list = mw_salvage_new ();
  MwM2 *model = salvage (broken, list);
  g_assert_cmpuint (list->n, ==, 2);
  const MwM2Skin *profile = (const MwM2Skin *) model->skins.items[0];
  g_assert_cmpuint (((MwM2Submesh *) profile->submeshes.items[0])->triangles.n, ==, 0);
  g_assert_cmpuint (((MwM2Batch *) profile->batches.items[0])->textures.n, ==, 0);
  mw_model_free (&model->model);
}

/* More lanes than a sequence index can name, in a file that is long enough for them. */
static void
too_many_lanes (void)
{
  g_autoptr (MwFileSet) set = made ();
  gsize size;
  const guint8 *old = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  guint at = mw_u32_at (old + N_BONES + 4) + 0x10;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_byte_array_append (bytes, old, (guint) size);
  g_byte_array_set_size (bytes, (guint) size + 0x80010);
  memset (bytes->data + size, 0, 0x80010);
  const uint32_t outer[] = { 0x10001, (uint32_t) (size + 8) & ~7u };
  memcpy (bytes->data + at + 4, outer, 8);
  g_autoptr (MwFileSet) broken = m2_set_with (set, "model", bytes->data, bytes->len);
  g_autoptr (MwSalvage) list = mw_salvage_new ();
  MwM2 *model = salvage (broken, list);
  g_assert_cmpuint (list->n, ==, 1);
  g_assert_cmpstr (g_array_index (list->entries, MwSalvageEntry, 0).what, ==, "all keys of the track");
  mw_model_free (&model->model);
}

/* Each thing is listed once, however often the set is read to find the bad companions. */
static void
two_faults (void)
{
  g_autoptr (MwFileSet) set = made (), one = with_word (set, "skin0", 0, 0),
                        broken = with_word (one, "model", N_TEXTURES, 0x10000000);
  g_autoptr (MwSalvage) list = mw_salvage_new ();
  mw_model_free (&salvage (broken, list)->model);
  guint companions = 0, arrays = 0;
  for (guint i = 0; i < list->entries->len; i++) {
    companions += strcmp (g_array_index (list->entries, MwSalvageEntry, i).what, "the whole companion") == 0;
    arrays += strcmp (g_array_index (list->entries, MwSalvageEntry, i).what, "the array") == 0;
  }
  g_assert_cmpuint (companions, ==, 1);
  g_assert_cmpuint (arrays, ==, 1);
}

/* The header says where all else is. */
static void
half_a_header (void)
{
  g_autoptr (MwFileSet) set = made ();
  g_autoptr (MwFileSet)
    broken = m2_set_with (set, "model", g_bytes_get_data (mw_file_set_main (set)->bytes, NULL), 0x80);
  g_autoptr (MwSalvage) list = mw_salvage_new ();
  g_autoptr (GError) error = NULL;
  g_assert_null (mw_io_salvage (broken, NULL, list, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_TRUNCATED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/m2/salvage/a sound set stays as it is", sound);
  g_test_add_func ("/m2/salvage/a list that is not in the file becomes empty", bad_list);
  g_test_add_func ("/m2/salvage/references to a lost list become none", no_bones);
  g_test_add_func ("/m2/salvage/times and values are lost together", half_a_lane);
  g_test_add_func ("/m2/salvage/a companion that cannot be read counts as missing", no_skin);
  g_test_add_func ("/m2/salvage/submeshes without corners have no triangles", no_corners);
  g_test_add_func ("/m2/salvage/a number just beyond a limit is found", limits);
  g_test_add_func ("/m2/salvage/too many lanes are dropped", too_many_lanes);
  g_test_add_func ("/m2/salvage/nothing is listed twice", two_faults);
  g_test_add_func ("/m2/salvage/half a header is refused", half_a_header);
  return g_test_run ();
}
