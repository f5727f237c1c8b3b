/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/bytes-diff.h"
#include "tests/core/corpus.h"

#include <string.h>

static GByteArray *
random_bytes (guint n)
{
  GByteArray *bytes = g_byte_array_new ();
  for (guint i = 0; i < n; i++) {
    const guint8 byte = (guint8) work_random ();
    g_byte_array_append (bytes, &byte, 1);
  }
  return bytes;
}

/* Bytes as models have them: numbers, many of them equal, and runs of zeros. */
static GByteArray *
model_bytes (guint n)
{
  GByteArray *bytes = g_byte_array_new ();
  while (bytes->len < n) {
    guint32 word = work_random_range (0, 3) ? work_random () : 0x3f800000;
    for (gint k = work_random_range (1, 9); k; k--)
      g_byte_array_append (bytes, (const guint8 *) &word, 4);
    if (work_random_range (0, 4) == 0) {
      static const guint8 zeros[64];
      g_byte_array_append (bytes, zeros, (guint) work_random_range (0, 65));
    }
  }
  return bytes;
}

static void
insert (GByteArray *bytes, guint at, guint n)
{
  g_autoptr (GByteArray) more = random_bytes (n);
  g_autoptr (GByteArray) rest = g_byte_array_new ();
  g_byte_array_append (rest, bytes->data + at, bytes->len - at);
  g_byte_array_set_size (bytes, at);
  g_byte_array_append (bytes, more->data, more->len);
  g_byte_array_append (bytes, rest->data, rest->len);
}

static GArray *
changes_of (const GByteArray *old, const GByteArray *new)
{
  g_autoptr (GBytes) a = g_bytes_new (old->data, old->len), b = g_bytes_new (new->data, new->len);
  return mw_bytes_changes (a, b, NULL);
}

/* Between two changes the bytes are equal, and no change begins with equal bytes in place. Returns the bytes changed. */
static gsize
check (const GByteArray *old, const GByteArray *new)
{
  g_autoptr (GArray) changes = changes_of (old, new);
  gsize a = 0, b = 0, total = 0;
  for (guint i = 0; i <= changes->len; i++) {
    const MwBytesChange end = { .offset = new->len };
    const MwBytesChange *change = i < changes->len ? &g_array_index (changes, MwBytesChange, i) : &end;
    g_assert_cmpuint (change->offset, >=, b);
    g_assert_cmpuint (change->offset + change->size, <=, new->len);
    g_assert_cmpuint (a + (change->offset - b) + change->removed, <=, old->len);
    g_assert_cmpmem (old->data + a, change->offset - b, new->data + b, change->offset - b);
    a += change->offset - b + change->removed;
    b = change->offset + change->size;
    total += change->size + change->removed;
    g_assert_true (i == changes->len || change->size || change->removed);
  }
  g_assert_cmpuint (a, ==, old->len);
  return total;
}

static GByteArray *
copy (const GByteArray *bytes)
{
  GByteArray *copy = g_byte_array_new ();
  return g_byte_array_append (copy, bytes->data, bytes->len);
}

static void
equal_bytes_have_no_changes (void)
{
  g_autoptr (GByteArray) some = random_bytes (10000), none = g_byte_array_new ();
  g_assert_cmpuint (check (some, some), ==, 0);
  g_assert_cmpuint (check (none, none), ==, 0);
  g_assert_cmpuint (check (none, some), ==, 10000);
  g_assert_cmpuint (check (some, none), ==, 10000);
}

static void
an_insertion_marks_only_itself (void)
{
  g_autoptr (GByteArray) old = random_bytes (20000), new = copy (old);
  insert (new, 5000, 37);
  g_autoptr (GArray) changes = changes_of (old, new);
  g_assert_cmpuint (changes->len, ==, 1);
  const MwBytesChange *change = &g_array_index (changes, MwBytesChange, 0);
  g_assert_cmpuint (change->size, ==, 37);
  g_assert_cmpuint (change->removed, ==, 0);
  /* A byte that was inserted may be equal to that after it. */
  g_assert_cmpuint (change->offset, >=, 4995);
  g_assert_cmpuint (change->offset, <=, 5005);
}

static void
a_removal_marks_its_place (void)
{
  g_autoptr (GByteArray) old = random_bytes (20000), new = copy (old);
  g_byte_array_remove_range (new, 7000, 1234);
  g_autoptr (GArray) changes = changes_of (old, new);
  g_assert_cmpuint (changes->len, ==, 1);
  const MwBytesChange *change = &g_array_index (changes, MwBytesChange, 0);
  g_assert_cmpuint (change->size, ==, 0);
  g_assert_cmpuint (change->removed, ==, 1234);
  g_assert_cmpuint (ABS ((gint) change->offset - 7000), <=, 5);
}

static void
several_edits_do_not_disturb_each_other (void)
{
  g_autoptr (GByteArray) old = random_bytes (200000), new = copy (old);
  new->data[199990] ^= 1;
  insert (new, 150000, 100);
  g_byte_array_remove_range (new, 100000, 100); /* the length is that of the old bytes again */
  new->data[50000] ^= 0x80;
  new->data[50001] ^= 0x80;
  g_assert_cmpuint (check (old, new), ==, 2 + 100 + 100 + 4);
}

static void
what_keeps_its_place_is_compared_in_place (void)
{
  /* Every fourth word differs, and the others are equal to each other: no block occurs only once. */
  g_autoptr (GByteArray) old = g_byte_array_new (), new = NULL;
  for (guint32 i = 0; i < 3000; i++) {
    const guint32 word = i % 4 ? 0x3f800000 : 7;
    g_byte_array_append (old, (const guint8 *) &word, 4);
  }
  new = copy (old);
  for (guint i = 0; i < 3000; i += 4)
    new->data[4 * i] = 9;
  g_assert_cmpuint (check (old, new), ==, 2 * 750);
}

static void
append (GByteArray *to, const GByteArray *bytes, guint n)
{
  g_byte_array_append (to, bytes->data, n);
}

/* The first of two equal parts goes away, and a byte further on is another. */
static void
what_occurs_twice_does_not_mislead (void)
{
  g_autoptr (GByteArray) head = random_bytes (400), twice = random_bytes (64), between = random_bytes (7),
                         tail = random_bytes (400), old = g_byte_array_new (), new = g_byte_array_new ();
  append (old, head, 400);
  append (old, twice, 64);
  append (new, head, 400);
  append (old, between, 7);
  append (new, between, 7);
  append (old, twice, 64);
  append (new, twice, 64);
  append (old, tail, 400);
  tail->data[300] ^= 1;
  append (new, tail, 400);
  g_assert_cmpuint (check (old, new), ==, 64 + 2);
}

static void
any_edits_are_exact (void)
{
  for (guint round = 0; round < 60; round++) {
    g_autoptr (GByteArray) old = model_bytes ((guint) work_random_range (0, 6000)), new = copy (old);
    for (gint edits = work_random_range (1, 6); edits && new->len > 200; edits--) {
      const guint at = (guint) work_random_range (0, (gint32) new->len - 100);
      switch (work_random_range (0, 3)) {
      case 0:
        insert (new, at, (guint) work_random_range (1, 300));
        break;
      case 1:
        g_byte_array_remove_range (new, at, (guint) work_random_range (1, 100));
        break;
      default:
        new->data[at] ^= 0x55;
      }
    }
    check (old, new);
  }
}

/* Each new byte would begin a block that occurs in the old bytes, or many blocks have the same hash slot: the search
 * for blocks stays bounded. */
static void
repeating_bytes_end (void)
{
  g_autoptr (GByteArray) old = g_byte_array_new (), new = g_byte_array_new ();
  g_byte_array_set_size (old, 300000);
  g_byte_array_set_size (new, 400000);
  memset (old->data, 0, old->len);
  memset (new->data, 0, new->len);
  old->data[0] = 1;
  new->data[399999] = 2;
  g_assert_cmpuint (check (old, new), <=, 700000);
  memset (new->data, 1, 200000);
  check (old, new);
}

static void
a_cancelled_comparison_has_no_result (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GBytes) a = g_bytes_new_static ("abc", 3), b = g_bytes_new_static ("abd", 3);
  g_cancellable_cancel (cancellable);
  g_assert_null (mw_bytes_changes (a, b, cancellable));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bytes-diff/equal-bytes-have-no-changes", equal_bytes_have_no_changes);
  g_test_add_func ("/bytes-diff/an-insertion-marks-only-itself", an_insertion_marks_only_itself);
  g_test_add_func ("/bytes-diff/a-removal-marks-its-place", a_removal_marks_its_place);
  g_test_add_func ("/bytes-diff/several-edits-do-not-disturb-each-other", several_edits_do_not_disturb_each_other);
  g_test_add_func ("/bytes-diff/what-keeps-its-place-is-compared-in-place", what_keeps_its_place_is_compared_in_place);
  g_test_add_func ("/bytes-diff/what-occurs-twice-does-not-mislead", what_occurs_twice_does_not_mislead);
  g_test_add_func ("/bytes-diff/any-edits-are-exact", any_edits_are_exact);
  g_test_add_func ("/bytes-diff/repeating-bytes-end", repeating_bytes_end);
  g_test_add_func ("/bytes-diff/a-cancelled-comparison-has-no-result", a_cancelled_comparison_has_no_result);
  return g_test_run ();
}
