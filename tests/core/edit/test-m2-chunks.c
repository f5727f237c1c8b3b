/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/chunks.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* Edits of models in chunks: what a chunk says of a record follows the record (m2.md 12). */

typedef struct {
  const char *tag;
  gsize at, size; /* of the payload */
} Chunk;

/* The n-th chunk with this tag in the model file, found by walking the bytes. */
static gboolean
find_chunk (const MwFileSet *set, const char *tag, guint n, Chunk *chunk)
{
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  for (gsize at = 0; at + 8 <= size;) {
    uint32_t length;
    memcpy (&length, bytes + at + 4, 4);
    g_assert_cmpuint (length, <=, size - at - 8);
    *chunk = (Chunk) { tag, at + 8, length };
    if (memcmp (bytes + at, tag, 4) == 0 && n-- == 0)
      return TRUE;
    at += 8 + length;
  }
  return FALSE;
}

static gsize
size_of (const MwFileSet *set, const char *tag)
{
  Chunk chunk;
  g_assert_true (find_chunk (set, tag, 0, &chunk));
  return chunk.size;
}

static uint32_t
word (const MwFileSet *set, const char *tag, gsize at)
{
  Chunk chunk;
  uint32_t value;
  g_assert_true (find_chunk (set, tag, 0, &chunk));
  g_assert_cmpuint (at + 4, <=, chunk.size);
  memcpy (&value, (const uint8_t *) g_bytes_get_data (mw_file_set_main (set)->bytes, NULL) + chunk.at + at, 4);
  return value;
}

static MwFileSet *
made (void)
{
  return m2_made_set (272, 3, M2_FORM_CHUNKS);
}

static void
test_emitter (void)
{
  g_autoptr (MwFileSet) before = made ();
  g_autoptr (MwDocument) document = m2_open (before);
  m2_do (document, "delete particles[1]");
  g_autoptr (MwFileSet) after = m2_saved (document);
  const MwM2 *model = m2_model (document);
  uint32_t n = model->particles.n;
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (size_of (after, "TXAC"), ==, 2 * (model->materials.n + n));
  g_assert_cmpuint (size_of (after, "EXPT"), ==, 12 * n);
  g_assert_cmpuint (size_of (after, "RPID"), ==, 4 * n);
  g_assert_cmpuint (size_of (after, "GPID"), ==, 4 * n);
  g_assert_cmpuint (word (after, "EXP2", 0), ==, n);
  g_assert_cmpuint (word (after, "PGD1", 0), ==, n);
  /* What belonged to the third emitter belongs to the second now, and offsets count from the payload. */
  g_assert_cmpuint (word (after, "RPID", 4), ==, word (before, "RPID", 8));
  uint32_t old = word (before, "EXP2", 4), at = word (after, "EXP2", 4);
  for (gsize k = 0; k < 12; k += 4)
    g_assert_cmphex (word (after, "EXP2", at + 28 + k), ==, word (before, "EXP2", old + 56 + k));
  uint32_t times = word (after, "EXP2", at + 28 + 16), old_times = word (before, "EXP2", old + 56 + 16);
  g_assert_cmphex (word (after, "EXP2", times), ==, word (before, "EXP2", old_times));
  mw_document_go_to (document, 0);
  g_autoptr (MwFileSet) undone = m2_saved (document);
  m2_assert_same_set (before, undone);
}

static void
test_texture (void)
{
  g_autoptr (MwFileSet) before = made ();
  g_autoptr (MwDocument) document = m2_open (before);
  uint32_t n = m2_model (document)->textures.n;
  m2_do (document, "add textures file_id=4711");
  g_autoptr (MwFileSet) after = m2_saved (document);
  g_assert_cmpuint (size_of (after, "TXID"), ==, 4 * (n + 1));
  g_assert_cmpuint (word (after, "TXID", 4 * n), ==, 4711);
}

/* A chunk that the file does not have is added at the end when a field of it gets a value. */
static void
test_new_chunk (void)
{
  Chunk chunk;
  g_autoptr (MwFileSet) bare = m2_made_set (272, 3, 0), set = NULL;
  g_autoptr (MwDocument) plain = m2_open (bare);
  m2_model (plain)->chunked = TRUE;
  set = m2_saved (plain);
  g_assert_true (find_chunk (set, "MD21", 0, &chunk));
  g_assert_cmpuint (chunk.at, ==, 8);
  g_assert_false (find_chunk (set, "PFID", 0, &chunk));
  g_autoptr (MwDocument) document = m2_open (set);
  m2_do (document, "set physics_file=99");
  m2_do (document, "set particles[0].exp2_z_source=2.5");
  g_autoptr (MwFileSet) after = m2_saved (document);
  g_assert_cmpuint (word (after, "PFID", 0), ==, 99);
  g_assert_cmpuint (word (after, "EXP2", 0), ==, m2_model (document)->particles.n);
  g_assert_cmphex (word (after, "EXP2", 16 + 28 + 4), ==, 0x3F800000); /* the others multiply by 1 */
  g_assert_false (find_chunk (after, "TXID", 0, &chunk));
}

static void
test_unknown (void)
{
  Chunk chunk;
  g_autoptr (MwFileSet) before = made ();
  g_autoptr (MwDocument) document = m2_open (before);
  g_assert_cmpuint (m2_model (document)->unknown_chunks.n, ==, 3);
  m2_do (document, "delete unknown_chunks[0]");
  g_autoptr (MwFileSet) after = m2_saved (document);
  g_assert_true (find_chunk (after, "XUNK", 0, &chunk));
  g_assert_false (find_chunk (after, "XUNK", 1, &chunk));
  gsize kept = chunk.at;
  g_assert_true (find_chunk (after, "YUNK", 0, &chunk));
  g_assert_cmpuint (chunk.at, <, kept);
  m2_do (document, "delete unknown_chunks[1]");
  m2_do (document, "delete unknown_chunks[0]");
  g_autoptr (MwFileSet) none = m2_saved (document);
  g_assert_false (find_chunk (none, "XUNK", 0, &chunk) || find_chunk (none, "YUNK", 0, &chunk));
}

/* Fields of chunks belong to files in chunks only. */
static void
test_live (void)
{
  g_autoptr (MwFileSet) bare = m2_made_set (272, 3, 0), chunked = made ();
  g_autoptr (MwDocument) a = m2_open (bare), b = m2_open (chunked);
  const MwFormat format = { MW_FAMILY_M2, 272, FALSE };
  const MwField *field = MW_FIELD (MwM2Texture, file_id), *list = MW_FIELD (MwM2, anim_files);
  g_assert_false (mw_field_is_live (m2_model (a)->textures.items[0], field, format));
  g_assert_true (mw_field_is_live (m2_model (b)->textures.items[0], field, format));
  g_assert_false (mw_field_is_live (&m2_model (a)->model.record, list, format));
  g_assert_true (mw_field_is_live (&m2_model (b)->model.record, list, format));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/m2-chunks/deleting an emitter takes its part out of every chunk", test_emitter);
  g_test_add_func ("/edit/m2-chunks/a new texture has its file id in TXID", test_texture);
  g_test_add_func ("/edit/m2-chunks/a chunk that the file does not have is added when it is needed", test_new_chunk);
  g_test_add_func ("/edit/m2-chunks/unknown chunks can be deleted, and the others keep their places", test_unknown);
  g_test_add_func ("/edit/m2-chunks/fields of chunks are live in files in chunks only", test_live);
  return g_test_run ();
}
