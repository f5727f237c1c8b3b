/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is kept of broken MDX files and MDL texts, rule by rule. The files are samples, damaged byte by byte. */
#include "core/base/buffer.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/path.h"
#include "tests/core/corpus.h"
#include "tests/core/io/salvaged.h"

#include <string.h>

/* A file, and what was salvaged of it. */
typedef struct {
  GByteArray *bytes;
  MwSalvage *salvage;
  MwMdlx *model;
  GBytes *out;
} Case;

static void
case_clear (Case *c)
{
  g_clear_pointer (&c->bytes, g_byte_array_unref);
  g_clear_pointer (&c->salvage, mw_salvage_free);
  g_clear_pointer ((MwModel **) &c->model, mw_model_free);
  g_clear_pointer (&c->out, g_bytes_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

static Case
everything (void)
{
  Case c = { g_byte_array_new () };
  g_autofree char *path = sample_path ("everything.mdx"), *bytes = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  g_byte_array_append (c.bytes, (const guint8 *) bytes, (guint) size);
  return c;
}

static Case
text (const char *words)
{
  Case c = { g_byte_array_new () };
  g_byte_array_append (c.bytes, (const guint8 *) words, (guint) strlen (words));
  return c;
}

/* The offset of the header of a chunk; `after`: of the place after its content. */
static guint
chunk (const Case *c, const char *tag, gboolean after)
{
  guint at = 4;
  while (memcmp (c->bytes->data + at, tag, 4) != 0)
    at += 8 + mw_u32_at (c->bytes->data + at + 4);
  return after ? at + 8 + mw_u32_at (c->bytes->data + at + 4) : at;
}

static uint32_t
put (Case *c, guint at, uint32_t value)
{
  uint32_t before = mw_u32_at (c->bytes->data + at);
  memcpy (c->bytes->data + at, &value, 4);
  return before;
}

static void
salvage (Case *c)
{
  g_autoptr (GBytes) bytes = g_bytes_new (c->bytes->data, c->bytes->len);
  g_autoptr (MwFileSet) set = mw_file_set_of_bytes (bytes);
  g_autoptr (GError) error = NULL;
  MwFormat format;
  salvage_check (set, "made");
  c->salvage = mw_salvage_new ();
  g_autoptr (MwFileSet) out = mw_io_salvage (set, &format, c->salvage, NULL, &error);
  g_assert_no_error (error);
  c->out = g_bytes_ref (mw_file_set_main (out)->bytes);
  c->model = (MwMdlx *) mw_io_read (out, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* One line for each entry. */
static void
assert_entries (const Case *c, const char *expected)
{
  g_autoptr (GString) found = g_string_new (NULL);
  for (guint i = 0; i < c->salvage->entries->len; i++) {
    g_autofree char *line = mw_salvage_describe (&g_array_index (c->salvage->entries, MwSalvageEntry, i));
    g_string_append_printf (found, "%s\n", line);
  }
  g_assert_cmpstr (found->str, ==, expected);
}

/* Asserts that exactly the original file came out, which `c` was before a word of it was changed. */
static void
assert_restored (Case *c, guint at, uint32_t word)
{
  put (c, at, word);
  g_assert_cmpmem (g_bytes_get_data (c->out, NULL), g_bytes_get_size (c->out), c->bytes->data, c->bytes->len);
  g_assert_cmpuint (c->salvage->n_dropped, ==, 0);
}

/* --- Sizes -------------------------------------------------------------------------------------------------------------- */

static void
zeroed_chunk (void)
{
  g_auto (Case) c = everything ();
  guint at = chunk (&c, "GEOS", FALSE);
  uint32_t size = put (&c, at + 4, 0);
  salvage (&c);
  assert_entries (
    &c, "byte 0x1100 in GEOS: guessed its size: 1358 bytes, up to the next chunk: found a chunk size of 0, but no "
        "known chunk begins after it\n");
  assert_restored (&c, at + 4, size);
}

static void
huge_chunk (void)
{
  g_auto (Case) c = everything ();
  guint at = chunk (&c, "BONE", FALSE);
  uint32_t size = put (&c, at + 4, 0x7FFFFFFF);
  salvage (&c);
  g_assert_cmpuint (c.salvage->n, ==, 1);
  assert_restored (&c, at + 4, size);
}

/* The sizes that tools get wrong: of a geoset, a light, and the node block of a bone. */
static void
wrong_records (void)
{
  static const char *const tags[] = { "GEOS", "LITE", "BONE", "MTLS" };
  static const uint32_t sizes[] = { 0, 3, 5, 40, 0xFFFFFFFF };
  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    for (guint k = 0; k < G_N_ELEMENTS (sizes); k++) {
      g_auto (Case) c = everything ();
      guint at = chunk (&c, tags[i], FALSE) + 8;
      uint32_t size = put (&c, at, sizes[k]);
      salvage (&c);
      g_assert_cmpuint (c.salvage->n, ==, 1);
      assert_restored (&c, at, size);
    }
}

/* The size of the first record leads into the middle of the second one. */
static void
misleading_record (void)
{
  g_auto (Case) c = everything ();
  guint at = chunk (&c, "LITE", FALSE) + 8;
  uint32_t size = put (&c, at, mw_u32_at (c.bytes->data + at) + 8);
  salvage (&c);
  assert_restored (&c, at, size);
}

/* --- Contents ----------------------------------------------------------------------------------------------------------- */

static void
lying_count (void)
{
  g_auto (Case) c = everything ();
  guint at = chunk (&c, "BONE", FALSE);
  while (memcmp (c.bytes->data + at, "KGTR", 4) != 0)
    at++;
  put (&c, at + 4, 0xFFFFFFFF);
  salvage (&c);
  /* The bone lost its tracks and nothing else. */
  g_assert_cmpuint (c.salvage->n, ==, 1);
  g_assert_cmpuint (c.salvage->n_dropped, ==, 1);
  const MwSalvageEntry *entry = &g_array_index (c.salvage->entries, MwSalvageEntry, 0);
  g_assert_cmpint (entry->offset, ==, at + 4);
  g_assert_true (g_str_has_suffix (entry->path, ".KGTR"));
  g_auto (Case) sound = everything ();
  salvage (&sound);
  g_assert_cmpuint (sound.salvage->n, ==, 0);
  g_assert_cmpuint (c.model->nodes.n, ==, sound.model->nodes.n);
  g_assert_cmpuint (c.model->geosets.n, ==, sound.model->geosets.n);
}

/* After the cut no bones are left, so nothing refers to them; the textures before it are whole. */
static void
cut (void)
{
  g_auto (Case) c = everything (), sound = everything ();
  g_byte_array_set_size (c.bytes, chunk (&c, "GEOS", FALSE) + 100);
  salvage (&c);
  salvage (&sound);
  g_assert_cmpuint (c.model->textures.n, ==, sound.model->textures.n);
  g_assert_cmpuint (c.model->geosets.n, ==, 0);
  g_assert_cmpuint (c.model->nodes.n, ==, 0);
}

/* Without the second half of the textures, layers that showed them show none, and say so. */
static void
references (void)
{
  g_auto (Case) c = everything ();
  guint from = chunk (&c, "TEXS", FALSE), n = mw_u32_at (c.bytes->data + from + 4) / 268;
  g_assert_cmpuint (n, >, 1);
  put (&c, from + 4, 268 + 8);
  g_byte_array_remove_range (c.bytes, from + 8 + 268 + 8, (n - 1) * 268 - 8);
  salvage (&c);
  g_assert_cmpuint (c.model->textures.n, ==, 1);
  guint cleared = 0;
  for (guint i = 0; i < c.salvage->entries->len; i++) {
    const MwSalvageEntry *entry = &g_array_index (c.salvage->entries, MwSalvageEntry, i);
    cleared += strcmp (entry->what, "the reference") == 0;
  }
  g_assert_cmpuint (cleared, >, 0);
  for (guint i = 0; i < c.model->materials.n; i++) {
    const MwMdlxMaterial *material = (const MwMdlxMaterial *) c.model->materials.items[i];
    for (guint k = 0; k < material->layers.n; k++) {
      MwRef texture = ((const MwMdlxLayer *) material->layers.items[k])->texture;
      g_assert_true (texture.id != 0 || texture.raw == MW_REF_NONE.raw);
    }
  }
}

/* A chunk whose tag is damaged is dropped with all that it had. */
static void
no_tag (void)
{
  g_auto (Case) c = everything ();
  put (&c, chunk (&c, "TEXS", FALSE), 0x04030201);
  put (&c, chunk (&c, "VERS", FALSE) + 4, 5); /* else the sizes lead through the file, and an unknown chunk is kept */
  salvage (&c);
  g_assert_cmpuint (c.model->textures.n, ==, 0);
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) c.model->materials.items[0];
  g_assert_cmphex (((const MwMdlxLayer *) material->layers.items[0])->texture.raw, ==, MW_REF_NONE.raw);
}

/* An animation of a geoset that was dropped is nothing. */
static void
cascade (void)
{
  g_auto (Case) c = everything (), sound = everything ();
  guint from = chunk (&c, "GEOS", FALSE), to = chunk (&c, "GEOS", TRUE);
  put (&c, from + 4, 4);
  g_byte_array_remove_range (c.bytes, from + 12, to - from - 12);
  salvage (&c);
  salvage (&sound);
  g_assert_cmpuint (sound.model->geoset_animations.n, >, 0);
  g_assert_cmpuint (c.model->geoset_animations.n, ==, 0);
}

static void
garbage (void)
{
  g_auto (Case) c = everything (), sound = everything ();
  static const guint8 junk[] = "\x01\x02\x03\x04\xFF\xFF\xFF\x7F??";
  guint at = chunk (&c, "TEXS", FALSE), after = c.bytes->len - at; /* after the materials */
  g_byte_array_append (c.bytes, junk, sizeof junk);
  memmove (c.bytes->data + at + sizeof junk, c.bytes->data + at, after);
  memcpy (c.bytes->data + at, junk, sizeof junk);
  salvage (&c);
  salvage (&sound);
  g_assert_cmpuint (c.model->materials.n, ==, sound.model->materials.n);
  g_assert_cmpuint (c.model->textures.n, ==, sound.model->textures.n);
  g_assert_cmpuint (c.model->nodes.n, ==, sound.model->nodes.n);
}

static void
no_version (void)
{
  g_auto (Case) c = everything ();
  g_byte_array_remove_range (c.bytes, chunk (&c, "VERS", FALSE), 12);
  salvage (&c);
  g_assert_cmpuint (c.model->version, ==, 800);
  assert_entries (&c, "byte 0x4: guessed version 800: found no VERS chunk, so the version is unknown\n");
}

/* What is no model is refused, with the reason. */
static void
hopeless (void)
{
  static const char *const files[] = { "", "PNG?", "version https://git-lfs", "\"\"", "MDLX", "MDLXVERS\4" };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (GBytes) bytes = g_bytes_new (files[i], strlen (files[i]));
    g_autoptr (MwFileSet) set = mw_file_set_of_bytes (bytes);
    g_autoptr (MwSalvage) list = mw_salvage_new ();
    g_autoptr (GError) error = NULL;
    g_assert_null (mw_io_salvage (set, NULL, list, NULL, &error));
    g_assert_nonnull (error);
  }
}

/* Each entry is counted, but not more are kept than people can read. */
static void
many_entries (void)
{
  g_autoptr (MwSalvage) list = mw_salvage_new ();
  g_autoptr (GError) why = NULL;
  mw_set_error (&why, MW_ERROR_CORRUPT, 7, "X", "wrong");
  for (guint i = 0; i < MW_SALVAGE_KEPT + 5; i++)
    mw_salvage_add (list, i % 2 ? MW_SALVAGE_DROPPED : MW_SALVAGE_GUESSED, why, "number %u", i);
  g_assert_cmpuint (list->entries->len, ==, MW_SALVAGE_KEPT);
  g_assert_cmpuint (list->n, ==, MW_SALVAGE_KEPT + 5);
  g_assert_cmpuint (list->n_dropped, ==, (MW_SALVAGE_KEPT + 5) / 2);
}

/* --- Text --------------------------------------------------------------------------------------------------------------- */

#define HEAD "Version { FormatVersion 800 }\nModel \"A\" { BlendTime 150, }\n"

static void
bad_statement (void)
{
  g_auto (Case) c = text (HEAD "Sequences 2 {\n Anim \"One\" { Interval { 0, x }, MoveSpeed 7, }\n"
                               " Anim \"Two\" { Interval { 10, 20 }, }\n}\n");
  salvage (&c);
  assert_entries (&c, "line 4: dropped the rest of the statement: found \"x\", expected a whole number\n");
  g_assert_cmpuint (c.model->sequences.n, ==, 2);
  const MwMdlxSequence *one = (const MwMdlxSequence *) c.model->sequences.items[0];
  g_assert_cmpfloat (one->move_speed, ==, 7);
}

static void
cut_text (void)
{
  g_auto (Case) c = text (HEAD "Textures 2 {\n Bitmap { Image \"a.blp\", }\n Bitmap { Image \"b.blp\",");
  salvage (&c);
  g_assert_cmpuint (c.model->textures.n, ==, 2);
  g_assert_cmpuint (c.salvage->n, >=, 1);
}

/* More errors than are listed for a text that is refused. */
static void
many_errors (void)
{
  g_autoptr (GString) words = g_string_new (HEAD "Textures 40 {\n");
  for (guint i = 0; i < 40; i++)
    g_string_append (words, " Bitmap { Image 5, WrapWidth, }\n");
  g_string_append (words, "}\nBone \"Root\" { ObjectId 0, }\n");
  g_auto (Case) c = text (words->str);
  salvage (&c);
  g_assert_cmpuint (c.salvage->n, ==, 40);
  g_assert_cmpuint (c.model->textures.n, ==, 40);
  g_assert_cmpuint (c.model->nodes.n, ==, 1);
}

/* Nobody knows which textures a broken list had. */
static void
text_references (void)
{
  g_auto (Case) c = text (HEAD "Textures 2 {\n Bitmap { Image \"a.blp\", }\n 5\n}\n"
                               "Materials 1 { Material { Layer { FilterMode None, static TextureID 1, } } }\n");
  salvage (&c);
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) c.model->materials.items[0];
  const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[0];
  g_assert_cmpuint (c.model->textures.n, ==, 1);
  g_assert_cmphex (layer->texture.raw, ==, MW_REF_NONE.raw);
}

static void
two_versions (void)
{
  g_auto (Case) c = text ("Version { FormatVersion 800 FormatVersion 900, }\nModel \"A\" { BlendTime 150, }\n");
  salvage (&c);
  assert_entries (&c, "line 1: guessed version 800: found two format versions, 800 and 900\n");
  g_assert_cmpuint (c.model->version, ==, 800);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/salvage/a chunk whose size is zero extends to the next one", zeroed_chunk);
  g_test_add_func ("/salvage/a chunk whose size is too large extends to the next one", huge_chunk);
  g_test_add_func ("/salvage/a record whose size is wrong is read by its fields", wrong_records);
  g_test_add_func ("/salvage/a size that leads into the next record is not believed", misleading_record);
  g_test_add_func ("/salvage/a count that lies costs only its block", lying_count);
  g_test_add_func ("/salvage/a file that was cut short is read up to there", cut);
  g_test_add_func ("/salvage/references to what was dropped become none", references);
  g_test_add_func ("/salvage/a chunk without a known tag is dropped", no_tag);
  g_test_add_func ("/salvage/what cannot be without a dropped record is dropped", cascade);
  g_test_add_func ("/salvage/garbage between chunks is dropped", garbage);
  g_test_add_func ("/salvage/a file without a version is taken for 800", no_version);
  g_test_add_func ("/salvage/what is no model is refused", hopeless);
  g_test_add_func ("/salvage/a long list is cut but counted", many_entries);
  g_test_add_func ("/salvage/a statement with an error is skipped", bad_statement);
  g_test_add_func ("/salvage/a text that ends too early is read up to there", cut_text);
  g_test_add_func ("/salvage/all errors of a text are passed over", many_errors);
  g_test_add_func ("/salvage/references of a broken text become none", text_references);
  g_test_add_func ("/salvage/of two versions the first counts", two_versions);
  return g_test_run ();
}
