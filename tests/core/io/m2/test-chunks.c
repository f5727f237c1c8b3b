/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "core/base/error.h"
#include "core/io/registry.h"
#include "core/model/m2/m2.h"
#include "tests/core/io/m2/sets.h"

#include <string.h>

/* Files in chunks that are not as usual (m2.md 10 and 12). */

static MwFileSet *
made (void)
{
  return m2_set_make (&(M2GenerateOptions) { .version = 272, .seed = 3, .form = M2_FORM_CHUNKS });
}

/* The set with a model file of other chunks: `edit` appends each chunk of the file, or something else, to `out`. */
typedef void (*Edit) (GByteArray *out, const char *tag, const uint8_t *payload, uint32_t size);

static void
append (GByteArray *out, const char *tag, const void *payload, uint32_t size)
{
  g_byte_array_append (out, (const guint8 *) tag, 4);
  g_byte_array_append (out, (const guint8 *) &size, 4);
  if (size)
    g_byte_array_append (out, payload, size);
}

static MwFileSet *
edited (Edit edit)
{
  g_autoptr (MwFileSet) set = made ();
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  for (gsize at = 0; at < size;) {
    uint32_t length;
    memcpy (&length, bytes + at + 4, 4);
    edit (out, (const char *) bytes + at, bytes + at + 8, length);
    at += 8 + length;
  }
  return m2_set_with (set, "model", out->data, out->len);
}

static MwM2 *
read_same (const MwFileSet *set, const char *what)
{
  GError *error = NULL;
  MwFormat format;
  MwModel *model = mw_io_read (set, &format, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (MwFileSet) written = mw_io_write (model, format, NULL, &error);
  g_assert_no_error (error);
  m2_assert_same (set, written, what);
  return (MwM2 *) model;
}

static gboolean
is (const char *tag, const char *other)
{
  return memcmp (tag, other, 4) == 0;
}

/* --- Sizes ---------------------------------------------------------------------------------------------------------- */

static void
cut_sfid (GByteArray *out, const char *tag, const uint8_t *payload, uint32_t size)
{
  append (out, tag, payload, is (tag, "SFID") ? 20 : size);
}

static void
cut_sfid_more (GByteArray *out, const char *tag, const uint8_t *payload, uint32_t size)
{
  append (out, tag, payload, is (tag, "SFID") ? 8 : size);
}

static void
test_short_sfid (void)
{
  g_autoptr (MwFileSet) set = edited (cut_sfid), shorter = edited (cut_sfid_more);
  MwM2 *model = read_same (set, "SFID of 20 bytes");
  g_assert_cmpuint (model->skins.n, ==, 4);
  g_assert_cmpuint (model->lod_skin_files.n, ==, 1);
  mw_model_free (&model->model);
  model = read_same (shorter, "SFID of 8 bytes");
  g_assert_cmpuint (model->lod_skin_files.n, ==, 0);
  g_assert_cmpuint (((const MwM2Skin *) model->skins.items[1])->file_id, !=, 0);
  g_assert_cmpuint (((const MwM2Skin *) model->skins.items[2])->file_id, ==, 0);
  g_assert_cmpuint (model->unknown_chunks.n, ==, 3);
  mw_model_free (&model->model);
}

static void
cut_detl (GByteArray *out, const char *tag, const uint8_t *payload, uint32_t size)
{
  if (!is (tag, "DETL")) {
    append (out, tag, payload, size);
    return;
  }
  g_assert_cmpuint (size, ==, 32);
  uint8_t parts[24];
  memcpy (parts, payload, 12);
  memcpy (parts + 12, payload + 16, 12);
  append (out, tag, parts, sizeof parts);
}

static void
test_short_detl (void)
{
  g_autoptr (MwFileSet) set = edited (cut_detl), usual = made ();
  MwM2 *model = read_same (set, "DETL of 12 bytes"), *other = read_same (usual, "DETL of 16 bytes");
  const MwM2Light *light = (const MwM2Light *) model->lights.items[1],
                  *same = (const MwM2Light *) other->lights.items[1];
  g_assert_cmpuint (light->detail_unknown_08, ==, same->detail_unknown_08);
  g_assert_cmpuint (light->detail_unknown_0c, ==, 0);
  mw_model_free (&model->model);
  mw_model_free (&other->model);
}

/* --- Kept as bytes -------------------------------------------------------------------------------------------------- */

static void
spoil (GByteArray *out, const char *tag, const uint8_t *payload, uint32_t size)
{
  static const uint8_t plain[] = { 4, 0, 5, 0, 6, 0 };
  if (is (tag, "TXID") || is (tag, "EXP2")) /* one texture or emitter too few */
    append (out, tag, payload, size - 4);
  else if (is (tag, "PABC"))
    append (out, tag, plain, sizeof plain);
  else
    append (out, tag, payload, size);
  if (is (tag, "PFID"))
    append (out, tag, "\1\2\3\4", 4);
}

static void
test_kept (void)
{
  g_autoptr (MwFileSet) set = edited (spoil);
  MwM2 *model = read_same (set, "chunks that do not fit");
  static const char *const tags[] = { "TXID", "PFID", "XUNK", "PABC", "YUNK", "XUNK" };
  g_assert_cmpuint (model->unknown_chunks.n, ==, G_N_ELEMENTS (tags));
  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    g_assert_cmpmem (((const MwM2UnknownChunk *) model->unknown_chunks.items[i])->tag, 4, tags[i], 4);
  g_assert_cmpuint (model->physics_file, !=, 0x04030201);
  g_assert_cmpuint (((const MwM2Texture *) model->textures.items[0])->file_id, ==, 0);
  mw_model_free (&model->model);
}

/* --- Damaged -------------------------------------------------------------------------------------------------------- */

static void
test_end (void)
{
  g_autoptr (MwFileSet) set = made ();
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  g_autofree uint8_t *more = g_malloc0 (size + 8);
  memcpy (more, bytes, size);
  g_autoptr (MwFileSet) zeros = m2_set_with (set, "model", more, size + 7);
  MwM2 *model = read_same (zeros, "seven zero bytes at the end");
  mw_model_free (&model->model);
  more[size + 6] = 1;
  g_autoptr (MwFileSet) garbage = m2_set_with (set, "model", more, size + 7);
  m2_assert_error (garbage, MW_ERROR_TRUNCATED, (gint64) size,
                   "needs 8 bytes for the tag and size of a chunk, found 7");
  memcpy (more + size, "LONG\1\0\0\0", 8);
  g_autoptr (MwFileSet) cut = m2_set_with (set, "model", more, size + 8);
  m2_assert_error (cut, MW_ERROR_TRUNCATED, (gint64) size + 4, "found a chunk size of 1, but only 0 bytes are left");
}

/* An error inside a chunk has its place in the file. */
static void
break_exp2 (GByteArray *out, const char *tag, const uint8_t *payload, uint32_t size)
{
  append (out, tag, payload, size);
  if (is (tag, "EXP2")) {
    uint32_t at;
    memcpy (&at, payload + 4, 4);
    memcpy (out->data + out->len - size + at + 12, "\0\0\0\x10", 4);
  }
}

static void
test_place (void)
{
  g_autoptr (MwFileSet) set = edited (break_exp2);
  gsize size;
  const char *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size), *tag = memmem (bytes, size, "EXP2", 4);
  m2_assert_error (set, MW_ERROR_CORRUPT, tag - bytes + 8 + 16 + 12, "found an array of 268435456 elements");
}

static void
without_image (GByteArray *out, const char *tag, const uint8_t *payload, uint32_t size)
{
  append (out, is (tag, "MD21") ? "MD2X" : tag, payload, size);
}

static void
test_no_image (void)
{
  g_autoptr (MwFileSet) set = edited (without_image);
  m2_assert_error (set, MW_ERROR_UNSUPPORTED, 0, "found \"LDV1\" at the start, which is not a known kind of model");
}

/* --- Keys ----------------------------------------------------------------------------------------------------------- */

static void
test_anim (void)
{
  g_autoptr (MwFileSet) set = made ();
  const char *role = NULL;
  for (guint i = 1; i < set->parts->len && !role; i++)
    if (g_str_has_prefix (((const MwFilePart *) set->parts->pdata[i])->role, "anim"))
      role = ((const MwFilePart *) set->parts->pdata[i])->role;
  g_assert_nonnull (role);
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_find (set, role)->bytes, &size);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  append (out, "AFSA", NULL, 0);
  append (out, "AFM2", bytes, (uint32_t) size);
  append (out, "AFSB", NULL, 0);
  g_autoptr (MwFileSet) chunked = m2_set_with (set, role, out->data, out->len);
  MwM2 *model = read_same (chunked, "keys in AFM2"), *plain = read_same (set, "plain keys");
  g_autofree char *where = NULL;
  if (!mw_model_equal (&model->model, &plain->model, (MwFormat) { MW_FAMILY_M2, 272, FALSE }, &where))
    g_error ("%s differs", where);
  mw_model_free (&model->model);
  mw_model_free (&plain->model);
  /* A part of the keys is in a chunk that goes with a skeleton file. */
  append (out, "AFSA", bytes, 16);
  g_autoptr (MwFileSet) other = m2_set_with (set, role, out->data, out->len);
  m2_assert_error (other, MW_ERROR_UNSUPPORTED, (gint64) out->len - 24, "belongs to a skeleton file");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/m2/chunks/SFID may end early", test_short_sfid);
  g_test_add_func ("/io/m2/chunks/DETL may have 12 bytes for each light", test_short_detl);
  g_test_add_func ("/io/m2/chunks/a chunk that is repeated or does not fit the model is kept as bytes", test_kept);
  g_test_add_func ("/io/m2/chunks/after the last chunk there may be a few zero bytes and nothing else", test_end);
  g_test_add_func ("/io/m2/chunks/an error in a chunk has its place in the file", test_place);
  g_test_add_func ("/io/m2/chunks/a file without a model is refused", test_no_image);
  g_test_add_func ("/io/m2/chunks/keys may be in the chunk AFM2", test_anim);
  return g_test_run ();
}
