/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/byte-owner.h"

static void
add (MwByteMap *map, uint64_t offset, uint64_t size, MwBytesKind kind, const char *tag)
{
  mw_byte_map_add (map, offset, size, 1, 0, kind, NULL, NULL, tag);
}

static const char *
owner (const MwByteMap *map, guint part, uint64_t offset)
{
  const MwBytes *bytes = mw_byte_map_owner (map, part, offset);
  return bytes ? bytes->tag : NULL;
}

static void
a_short_entry_does_not_hide_a_long_one (void)
{
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  add (map, 10, 2, MW_BYTES_NOTE, "short");
  add (map, 0, 100, MW_BYTES_VALUE, "long");
  mw_byte_map_finish (map);
  g_assert_cmpstr (owner (map, 0, 0), ==, "long");
  g_assert_cmpstr (owner (map, 0, 11), ==, "short");
  g_assert_cmpstr (owner (map, 0, 12), ==, "long");
  g_assert_cmpstr (owner (map, 0, 99), ==, "long");
  g_assert_null (owner (map, 0, 100));
}

static void
a_note_comes_before_values_and_the_last_note_before_others (void)
{
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  add (map, 0, 80, MW_BYTES_NOTE, "outer");
  add (map, 10, 20, MW_BYTES_VALUE, "value");
  add (map, 40, 10, MW_BYTES_NOTE, "inner");
  mw_byte_map_finish (map);
  g_assert_cmpstr (owner (map, 0, 15), ==, "outer");
  g_assert_cmpstr (owner (map, 0, 45), ==, "inner");
}

static void
the_first_of_several_values_is_the_owner (void)
{
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  add (map, 0, 80, MW_BYTES_VALUE, "first");
  add (map, 10, 20, MW_BYTES_VALUE, "second");
  mw_byte_map_finish (map);
  g_assert_cmpstr (owner (map, 0, 15), ==, "first");
}

static void
interleaved_elements_own_their_bytes_only (void)
{
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  mw_byte_map_add (map, 0, 12, 3, 16, MW_BYTES_VALUE, NULL, NULL, "times");
  mw_byte_map_add (map, 4, 36, 3, 16, MW_BYTES_VALUE, NULL, NULL, "values");
  map->part = 1;
  add (map, 0, 4, MW_BYTES_FIXED, "other");
  mw_byte_map_finish (map);
  g_assert_cmpstr (owner (map, 0, 33), ==, "times");
  g_assert_cmpstr (owner (map, 0, 36), ==, "values");
  g_assert_cmpstr (owner (map, 0, 47), ==, "values");
  g_assert_null (owner (map, 0, 48));
  g_assert_cmpstr (owner (map, 1, 3), ==, "other");
  g_assert_null (owner (map, 1, 4));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/byte-owner/a-short-entry-does-not-hide-a-long-one", a_short_entry_does_not_hide_a_long_one);
  g_test_add_func ("/byte-owner/a-note-comes-before-values-and-the-last-note-before-others",
                   a_note_comes_before_values_and_the_last_note_before_others);
  g_test_add_func ("/byte-owner/the-first-of-several-values-is-the-owner", the_first_of_several_values_is_the_owner);
  g_test_add_func ("/byte-owner/interleaved-elements-own-their-bytes-only", interleaved_elements_own_their_bytes_only);
  return g_test_run ();
}
