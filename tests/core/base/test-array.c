/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"

#include <string.h>

/* More than the number of references that an arena takes in one batch. */
#define MANY 1000

static MwArray
numbered (MwArena *arena, uint32_t n, uint8_t number)
{
  MwArray array = mw_arena_take (arena, n, 1);
  memset (array.data, number, n);
  return array;
}

static void
test_outlive (void)
{
  MwArena arena;
  MwArray arrays[MANY];
  mw_arena_init (&arena, 5000);
  for (guint i = 0; i < MANY; i++)
    arrays[i] = numbered (&arena, i % 40 + 1, (uint8_t) i);
  mw_arena_finish (&arena);
  for (guint i = 0; i < MANY; i++) {
    g_assert_cmpuint (arrays[i].n, ==, i % 40 + 1);
    g_assert_cmpuint ((uintptr_t) arrays[i].data % 8, ==, 0);
    for (guint k = 0; k < arrays[i].n; k++)
      g_assert_cmpuint (((uint8_t *) arrays[i].data)[k], ==, (uint8_t) i);
    mw_array_clear (&arrays[i]);
  }
}

static void
test_last (void)
{
  MwArena arena;
  MwArray arrays[MANY];
  mw_arena_init (&arena, 8 * MANY);
  for (guint i = 0; i < MANY; i++)
    arrays[i] = numbered (&arena, 8, (uint8_t) i);
  mw_arena_finish (&arena);
  for (guint i = 2; i < MANY; i++)
    mw_array_clear (&arrays[i]);
  MwArray other = mw_array_share (&arrays[1]);
  mw_array_clear (&arrays[1]);
  g_assert_true (mw_array_make_writable (&other, 1) != arrays[0].data);
  mw_array_clear (&other);
  /* The block has no other owner now, so no copy is made. */
  const void *before = arrays[0].data;
  g_assert_true (mw_array_make_writable (&arrays[0], 1) == before);
  mw_array_clear (&arrays[0]);
}

static void
test_places (void)
{
  MwArena arena;
  mw_arena_init (&arena, 64);
  uint8_t *bytes = mw_arena_bytes (&arena);
  for (guint i = 0; i < 64; i++)
    bytes[i] = (uint8_t) i;
  MwArray all = mw_arena_slice (&arena, 0, 64), some = mw_arena_slice (&arena, 16, 4),
          none = mw_arena_slice (&arena, 32, 0);
  g_assert_true (some.data == bytes + 16);
  g_assert_null (none.block);
  g_assert_cmpuint (none.n, ==, 0);
  mw_arena_finish (&arena);
  ((uint8_t *) mw_array_make_writable (&some, 1))[0] = 99;
  g_assert_cmpuint (((uint8_t *) some.data)[0], ==, 99);
  g_assert_cmpuint (((uint8_t *) some.data)[3], ==, 19);
  g_assert_cmpuint (((uint8_t *) all.data)[16], ==, 16);
  mw_array_clear (&some);
  mw_array_clear (&all);
}

static void
test_unused (void)
{
  MwArena arena;
  mw_arena_init (&arena, 100);
  mw_arena_finish (&arena);
  mw_arena_init (&arena, 100);
  MwArray none = mw_arena_take (&arena, 0, 4);
  g_assert_null (none.block);
  mw_arena_bytes (&arena);
  mw_arena_finish (&arena);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/array/memory from an arena outlives the arena", test_outlive);
  g_test_add_func ("/base/array/the only slice of a block is written in place", test_last);
  g_test_add_func ("/base/array/writing to a slice changes no other slice", test_places);
  g_test_add_func ("/base/array/an unused arena leaks nothing", test_unused);
  return g_test_run ();
}
