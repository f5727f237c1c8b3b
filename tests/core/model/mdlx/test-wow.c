/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/wow.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/core/io/mdx-bytes.h"

/* The two layouts of the tracks KMTF and KRTX in World of Warcraft's alpha (mdlx.md 7.5). */

/* What comes after the fixed part of an item: words of four letters, or numbers. */
typedef struct {
  const char *name, *words;
  uint8_t form;
} Case;

static const MwMdlxTrackSize others[] = { { "KMTA", 4 }, { "KRCO", 12 }, { "" } };

/* The number of `fixed` bytes between the item's size and its tracks is the distance to them, so it counts the size. */
enum { FIXED = 12 };

static GByteArray *
item_of (const char *words)
{
  GByteArray *item = g_byte_array_new ();
  g_auto (GStrv) all = g_strsplit (words, " ", -1);
  guint n = *words ? g_strv_length (all) : 0;
  put_u32 (item, FIXED + 4 * n);
  put_u32 (item, 7);
  put_u32 (item, 8);
  for (guint i = 0; i < n; i++)
    if (g_ascii_isalpha (all[i][0]))
      put_tag (item, all[i]);
    else
      put_u32 (item, (uint32_t) g_ascii_strtoll (all[i], NULL, 10));
  return item;
}

static uint8_t
form_of (const uint8_t *bytes, size_t size)
{
  MwMdlx *model = mw_mdlx_new ();
  g_autofree uint8_t *exact = g_memdup2 (bytes, size);
  MwWireReader *reader = mw_wire_reader_new (&model->model, (MwFormat) { MW_FAMILY_MDX_WOW, 1300 }, exact, size, NULL);
  uint8_t form = mw_mdlx_probe_item (reader, FIXED, "KMTF", others);
  mw_wire_reader_free (reader);
  mw_model_free (&model->model);
  return form;
}

static void
layout_is_the_one_that_ends_well (void)
{
  enum { SIMPLE = MW_MDLX_SIMPLE_TRACK, FULL = MW_MDLX_FULL_TRACK };
  static const Case cases[] = {
    { "no tracks", "", SIMPLE },
    { "simple, without keys", "KMTF 0 -1", SIMPLE },
    { "full, without keys", "KMTF 0 0 -1", FULL },
    { "simple", "KMTF 1 -1 0 5", SIMPLE },
    { "full", "KMTF 1 0 -1 0 5", FULL },
    { "full, with a global sequence", "KMTF 2 1 3 0 5 9 6", FULL },
    { "full, with tangents", "KMTF 1 2 -1 0 5 5 5", FULL },
    { "simple, before another", "KMTF 1 -1 0 5 KMTA 0 0 -1", SIMPLE },
    { "full, before another", "KMTF 1 0 -1 0 5 KMTA 0 0 -1", FULL },
    { "full, before an unknown one", "KMTF 1 0 -1 0 5 K123 0 0 -1", FULL },
    { "simple, after another", "KMTA 1 0 -1 0 5 KMTF 1 -1 0 5", SIMPLE },
    { "full, after another", "KMTA 1 0 -1 0 5 KMTF 1 0 -1 0 5", FULL },
    { "full, after one of three numbers with tangents", "KRCO 1 2 -1 0 1 2 3 4 5 6 7 8 9 KMTF 1 0 -1 0 5", FULL },
    { "full, after one without keys", "KMTA 0 0 -1 KMTF 0 0 -1", FULL },
    { "after an unknown one", "KXYZ 0 0 -1 KMTF 0 0 -1", SIMPLE },
    /* Both fit: the last value, or the global sequence, reads as a tag. The third word decides. */
    { "both, an interpolation", "KMTF 1 3 -1 0 KAAA 7 7", FULL },
    { "both, no interpolation", "KMTF 1 4 -1 0 KAAA 7 7", SIMPLE },
    { "both, without keys", "KMTF 0 3 KAAA", FULL },
    { "both, the third word is no interpolation", "KMTF 0 4 KAAA", SIMPLE },
    /* Neither fits. */
    { "more keys than bytes", "KMTF 9 0 -1 0 5", SIMPLE },
    { "neither", "KMTF 1 0 -1 0 5 7", SIMPLE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GByteArray) item = item_of (cases[i].words);
    if (form_of (item->data, item->len) != cases[i].form)
      g_error ("%s: %s", cases[i].name, cases[i].words);
  }
}

/* The size of the item is not trusted. */
static void
broken_sizes (void)
{
  g_autoptr (GByteArray) item = item_of ("KMTF 0 0 -1");
  g_assert_cmpuint (form_of (item->data, item->len), ==, MW_MDLX_FULL_TRACK);
  for (guint n = 0; n < item->len; n++)
    g_assert_cmpuint (form_of (item->data, n), ==, MW_MDLX_SIMPLE_TRACK);
  for (guint8 size = 0; size < item->len; size++) {
    item->data[0] = size;
    g_assert_cmpuint (form_of (item->data, item->len), ==, MW_MDLX_SIMPLE_TRACK);
  }
  item->data[0] = (guint8) (item->len + 1);
  g_assert_cmpuint (form_of (item->data, item->len), ==, MW_MDLX_SIMPLE_TRACK);
  /* A full track would end before a tag here, but that is after the item. */
  g_autoptr (GByteArray) simple = item_of ("KMTF 1 0 5 0");
  put_tag (simple, "KMTA");
  put_tag (simple, "KMTA");
  g_assert_cmpuint (form_of (simple->data, simple->len), ==, MW_MDLX_SIMPLE_TRACK);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/mdlx/wow/the layout of a track is the one that ends well", layout_is_the_one_that_ends_well);
  g_test_add_func ("/model/mdlx/wow/the size of an item is not trusted", broken_sizes);
  return g_test_run ();
}
