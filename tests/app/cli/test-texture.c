/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pixels are compared in core/image and by other decoders (core/image/test-decoders.py). */
#include "core/image/write.h"
#include "tests/app/cli/run.h"
#include "tests/core/vfs/archives.h"

#include <string.h>

typedef struct {
  char *folder;
} Place;

#define MWRIGHT(...) run_words (place->folder, __VA_ARGS__, NULL)

static MwImage *
new_image (guint width, guint height, guint8 alpha)
{
  MwImage *image = mw_image_new (width, height, "drawn", NULL);
  for (guint i = 0; i < width * height; i++)
    memcpy (image->rgba + i * 4, (const guint8[]) { (guint8) (i * 7), 30, 200, alpha }, 4);
  mw_image_update_has_alpha (image);
  return image;
}

static void
put (Place *place, const char *name, GBytes *bytes)
{
  g_autofree char *path = g_build_filename (place->folder, name, NULL);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
}

static GBytes *
made (const char *kind, guint width, guint height, guint8 alpha)
{
  g_autoptr (MwImage) image = new_image (width, height, alpha);
  const MwImageWriting writing = { .kind = mw_image_kind_named (kind), .alpha_bits = -1, .any_size = TRUE };
  GBytes *bytes = mw_image_write (image, &writing, NULL);
  g_assert_nonnull (bytes);
  return bytes;
}

static void
set_up (Place *place, gconstpointer data)
{
  place->folder = make_folder ();
  g_autoptr (GBytes) png = made ("png", 16, 8, 255), odd = made ("png", 12, 8, 9), blp = made ("blp2-dxt5", 8, 8, 90);
  put (place, "a.png", png);
  put (place, "odd.png", odd);
  put (place, "b.blp", blp);
}

static void
tear_down (Place *place, gconstpointer data)
{
  remove_folder (place->folder);
  g_free (place->folder);
}

static void
assert_is (Place *place, const char *name, const char *format_name)
{
  g_autoptr (GBytes) bytes = bytes_in (place->folder, name);
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  g_autoptr (MwImage) image = mw_image_decode_with_levels (data, size, NULL);
  g_assert_nonnull (image);
  g_assert_cmpstr (image->format_name, ==, format_name);
}

static void
says_what_a_file_is (Place *place, gconstpointer data)
{
  g_auto (Run) run = MWRIGHT ("texture", "a.png", "b.blp"), json = MWRIGHT ("texture", "--json", "b.blp");
  g_assert_cmpint (run.code, ==, 0);
  g_autoptr (GBytes) png = bytes_in (place->folder, "a.png");
  g_autofree char *text = g_strdup_printf ("a.png: PNG, 16 x 8, no alpha, 1 mip level, %u bytes\n"
                                           "b.blp: BLP2 DXT5, 8 x 8, 8 bits of alpha, 4 mip levels, 1284 bytes\n",
                                           (guint) g_bytes_get_size (png));
  g_assert_cmpstr (run.out, ==, text);
  g_assert_cmpint (json.code, ==, 0);
  g_assert_nonnull (
    strstr (json.out, "\"kind\": \"BLP2 DXT5\", \"width\": 8, \"height\": 8, \"alpha_bits\": 8, \"transparent\": true, "
                      "\"levels\": 4, \"bytes\": 1284"));
}

static void
says_what_is_wrong_with_a_file (Place *place, gconstpointer data)
{
  g_autoptr (GBytes) blp = bytes_in (place->folder, "b.blp");
  g_autoptr (GByteArray) bytes = g_bytes_unref_to_array (g_steal_pointer (&blp));
  bytes->data[0x14 + 8 + 3] = 0x7F; /* the offset of level 2 */
  g_autoptr (GBytes) bad = g_bytes_new (bytes->data, bytes->len), cut = g_bytes_new (bytes->data, 900);
  put (place, "bad.blp", bad);
  put (place, "cut.blp", cut);
  g_auto (Run) run = MWRIGHT ("texture", "bad.blp"), json = MWRIGHT ("texture", "--json", "bad.blp"),
               write = MWRIGHT ("texture", "bad.blp", "-o", "out.blp"),
               unread = MWRIGHT ("texture", "cut.blp", "a.png");
  g_assert_cmpint (run.code, ==, 0);
  g_assert_nonnull (strstr (run.out, " 2 mip levels"));
  g_assert_nonnull (strstr (run.out, "\n  mip level 2 cannot be read: "));
  g_assert_nonnull (strstr (json.out, "\"levels_fault\": \"mip level 2 cannot be read: "));
  g_assert_nonnull (strstr (write.err, "it and the smaller ones were made from the level above"));
  g_assert_cmpint (write.code, ==, 0);
  g_assert_cmpint (unread.code, ==, 3);
  g_assert_nonnull (strstr (unread.err, "cut.blp"));
  g_assert_nonnull (strstr (unread.out, "a.png: PNG"));
}

static void
writes_by_extension_and_kind (Place *place, gconstpointer data)
{
  g_auto (Run) blp = MWRIGHT ("texture", "a.png", "-o", "a.blp"),
               dds = MWRIGHT ("texture", "a.png", "-o", "a.dds", "--kind=dds-dxt1"),
               tga = MWRIGHT ("texture", "b.blp", "-o", "sub.tga", "--quiet"),
               free_name = MWRIGHT ("texture", "b.blp", "-o", "x.tmp", "--kind", "tga-rle"),
               printed = MWRIGHT ("texture", "b.blp", "-o", "-", "--kind=png");
  g_assert_cmpstr (blp.out, ==, "a.png -> a.blp (blp1-jpeg)\n");
  g_assert_cmpint (dds.code, ==, 0);
  g_assert_cmpstr (tga.out, ==, "");
  g_assert_cmpint (free_name.code, ==, 0);
  assert_is (place, "a.blp", "BLP1 JPEG");
  assert_is (place, "a.dds", "DDS DXT1");
  assert_is (place, "sub.tga", "TGA");
  assert_is (place, "x.tmp", "TGA RLE");
  g_assert_cmpmem (printed.out, 4, "\x89PNG", 4);
}

/* -f keeps the kind of the file that it replaces. */
static void
replaces_only_with_f (Place *place, gconstpointer data)
{
  g_autoptr (GBytes) before = bytes_in (place->folder, "b.blp");
  g_auto (Run) refused = MWRIGHT ("texture", "a.png", "-o", "b.blp");
  g_autoptr (GBytes) after = bytes_in (place->folder, "b.blp");
  g_assert_cmpint (refused.code, ==, 4);
  g_assert_nonnull (strstr (refused.err, "exists"));
  g_assert_true (g_bytes_equal (before, after));
  g_auto (Run) forced = MWRIGHT ("texture", "a.png", "-o", "b.blp", "-f");
  g_assert_cmpstr (forced.out, ==, "a.png -> b.blp (blp2-dxt5)\n");
  g_auto (Run) other = MWRIGHT ("texture", "a.png", "-o", "b.blp", "-f", "--kind=blp1-palette");
  g_assert_cmpint (other.code, ==, 0);
  assert_is (place, "b.blp", "BLP1 palette");
}

static void
takes_many_files (Place *place, gconstpointer data)
{
  g_autofree char *archive = g_build_filename (place->folder, "x.mpq", NULL);
  g_autoptr (GBytes) blp = bytes_in (place->folder, "b.blp");
  archives_make (archive, "Units\\x.txt", "x", NULL);
  archives_add (archive, "Units\\Skin.blp", blp);
  g_auto (Run) run = MWRIGHT ("texture", "a.png", "x.mpq:units/skin.blp", "--out-dir", "out/deep", "--kind=tga"),
               same = MWRIGHT ("texture", "a.png", "./a.png", "--out-dir", "out", "--kind=tga"),
               info = MWRIGHT ("texture", "x.mpq:Units\\Skin.blp");
  g_assert_cmpint (run.code, ==, 0);
  g_assert_cmpstr (run.out, ==, "a.png -> out/deep/a.tga (tga)\nx.mpq:units/skin.blp -> out/deep/skin.tga (tga)\n");
  assert_is (place, "out/deep/skin.tga", "TGA");
  g_assert_cmpint (same.code, ==, 2);
  g_assert_nonnull (strstr (info.out, "BLP2 DXT5"));
}

static void
refuses_what_cannot_be (Place *place, gconstpointer data)
{
  g_auto (Run) size = MWRIGHT ("texture", "odd.png", "-o", "o.blp"),
               any = MWRIGHT ("texture", "odd.png", "-o", "any.blp", "--any-size", "--no-mips"),
               bits = MWRIGHT ("texture", "a.png", "-o", "o.blp", "--alpha-bits=4"),
               kind = MWRIGHT ("texture", "a.png", "-o", "o.blp", "--kind=blp2-dxt6"),
               extension = MWRIGHT ("texture", "a.png", "-o", "o.jpg"),
               many = MWRIGHT ("texture", "a.png", "b.blp", "-o", "o.png"),
               no_kind = MWRIGHT ("texture", "a.png", "--out-dir", "out"),
               both = MWRIGHT ("texture", "a.png", "-o", "o.png", "--out-dir=out"),
               quality = MWRIGHT ("texture", "a.png", "-o", "o.blp", "--quality=101"),
               alone = MWRIGHT ("texture", "a.png", "--kind=png");
  g_assert_cmpint (size.code, ==, 4);
  g_assert_nonnull (
    strstr (size.err, "12 x 8 pixels; the games take this kind of file only if both sides are powers of two"));
  g_assert_cmpint (any.code, ==, 0);
  assert_is (place, "any.blp", "BLP1 JPEG");
  g_assert_cmpint (bits.code, ==, 4);
  const Run *wrong[] = { &kind, &extension, &many, &no_kind, &both, &quality, &alone };
  static const char *const said[] = {
    "the nearest is blp2-dxt", "does not end in .blp, .dds, .tga or .png", "-o is for one file",
    "--out-dir needs --kind",  "one of -o FILE and --out-dir DIR",         "from 1 to 100",
    "--kind needs -o"
  };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_assert_cmpint (wrong[i]->code, ==, 2);
    g_assert_nonnull (strstr (wrong[i]->err, said[i]));
  }
  g_assert_false (exists_in (place->folder, "o.blp"));
  g_assert_false (exists_in (place->folder, "o.png"));
  g_assert_false (exists_in (place->folder, "out"));
}

#define ADD(name, function) g_test_add ("/mwright/texture/" name, Place, NULL, set_up, function, tear_down)

/* Light above 1 is cut, which is said, whatever the file is converted to. */
static void
light_that_is_cut_is_said (Place *place, gconstpointer data)
{
  /* A DDS file of half floats, three pixels: 2 and 1.5, 1, and infinite; alpha does not count. */
  guint8 bytes[0x80 + 24] = "DDS ";
  static const guint8 header[][2] = {
    { 0x04, 124 }, { 0x0C, 1 }, { 0x10, 3 }, { 0x4C, 32 }, { 0x50, 4 }, { 0x54, 113 }
  };
  static const guint16 halves[12] = { 0x3E00, 0x4000, 0,      0x4400, 0x3C00, 0x3C00,
                                      0x3C00, 0x3C00, 0x7C00, 0xFC00, 0x7E00, 0x3C00 };
  for (guint i = 0; i < G_N_ELEMENTS (header); i++)
    bytes[header[i][0]] = header[i][1];
  for (guint i = 0; i < G_N_ELEMENTS (halves); i++) {
    bytes[0x80 + 2 * i] = (guint8) halves[i];
    bytes[0x81 + 2 * i] = (guint8) (halves[i] >> 8);
  }
  g_autoptr (GBytes) file = g_bytes_new (bytes, sizeof bytes), whole = made ("dds-rgba", 4, 4, 255);
  put (place, "light.dds", file);
  put (place, "whole.dds", whole);
  g_auto (Run) said = MWRIGHT ("texture", "light.dds"), written = MWRIGHT ("texture", "light.dds", "-o", "light.png"),
               plain = MWRIGHT ("texture", "whole.dds"), json = MWRIGHT ("texture", "light.dds", "--json");
  g_assert_nonnull (strstr (said.out, "\n  light above 1 is cut in 2 of 3 pixels; the brightest has 65536\n"));
  g_assert_nonnull (
    strstr (written.err, "light.dds: light above 1 is cut in 2 of 3 pixels; the brightest has 65536\n"));
  g_assert_cmpint (written.code, ==, 0);
  g_assert_null (strstr (plain.out, "light"));
  g_assert_nonnull (strstr (json.out, "\"cut_pixels\": 2, \"brightest\": 65536"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("says what a file is", says_what_a_file_is);
  ADD ("says what is wrong with a file", says_what_is_wrong_with_a_file);
  ADD ("writes by extension and by kind", writes_by_extension_and_kind);
  ADD ("replaces a file only with -f, and then as its kind", replaces_only_with_f);
  ADD ("takes many files, and files in archives", takes_many_files);
  ADD ("light that is cut is said", light_that_is_cut_is_said);
  ADD ("refuses sizes, alpha and options that do not fit", refuses_what_cannot_be);
  return g_test_run ();
}
