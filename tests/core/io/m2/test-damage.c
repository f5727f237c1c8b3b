/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/corpus.h"
#include "tests/core/io/damage.h"
#include "tests/core/io/m2/sets.h"

#include <string.h>
#include <time.h>

/* Sets of M2 files with a part cut short or a byte changed. */

static const guint32 seed = 20261121;

static void
test_made (void)
{
  g_test_message ("seed %u", seed);
  guint sets = 0;
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    guint n;
    g_autofree guint *forms = m2_forms (version, &n);
    g_autoptr (MwFileSet) set = m2_set_make (&(M2GenerateOptions) { .version = version, .form = forms[n - 1] });
    g_autofree char *name = g_strdup_printf ("made %u (form %u)", version, forms[n - 1]);
    sets += damage_set (set, name, seed + version, 20 / work_fraction () + 1, 100 / work_fraction () + 1);
  }
  g_assert_cmpuint (sets, ==, M2_LAST_VERSION - M2_FIRST_VERSION + 1);
}

static void
test_corpus (void)
{
  g_autoptr (GPtrArray) paths = m2_corpus ();
  guint sets = 0;
  for (guint i = 0; paths && i < paths->len; i++) {
    g_autoptr (MwFileSet) set = m2_set_load (paths->pdata[i]);
    sets += damage_set (set, paths->pdata[i], seed + i, 20 / work_fraction () + 1, 100 / work_fraction () + 1);
  }
  g_test_message ("seed %u, %u sets", seed, sets);
}

/* --- Time ------------------------------------------------------------------------------------------------------------- */

/* Bytes to fill in; an array's count and offset are written to its place in the header. */
typedef struct {
  GByteArray *bytes;
} Builder;

static void
put (Builder *b, gsize at, const void *bytes, gsize n)
{
  if (at + n > b->bytes->len) {
    gsize old = b->bytes->len;
    g_byte_array_set_size (b->bytes, (guint) (at + n));
    memset (b->bytes->data + old, 0, at + n - old);
  }
  memcpy (b->bytes->data + at, bytes, n);
}

static void
put16 (Builder *b, gsize at, guint value)
{
  put (b, at, &(guint16) { (guint16) value }, 2);
}

static void
put32 (Builder *b, gsize at, guint value)
{
  put (b, at, &value, 4);
}

/* Appends space for an array; returns its offset. */
static gsize
array (Builder *b, gsize pair, guint n, gsize size)
{
  gsize at = (b->bytes->len + 15) / 16 * 16;
  put32 (b, pair, n);
  put32 (b, pair + 4, (guint) at);
  put (b, at + n * size - 1, "", 1);
  return at;
}

/* A plain run has them at full size, for only that shows that nothing takes a quadratic time. */
static guint
size_fraction (void)
{
  return g_getenv ("MODELWRIGHT_SANITIZED") ? work_fraction () : 1;
}

static Builder
begin (const char *magic, guint version, gsize head)
{
  Builder b = { g_byte_array_new () };
  put (&b, head - 1, "", 1);
  put (&b, 0, magic, 4);
  if (version)
    put32 (&b, 4, version);
  return b;
}

static void
add (MwFileSet *set, const char *role, Builder *b)
{
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (b->bytes);
  mw_file_set_add (set, role, NULL, bytes);
}

/* 40,000 submeshes with different bones, each claiming all vertices; twice as many batches on one of them, with
 * units at random places in a large table. */
static void
many_submeshes (MwFileSet *set, GRand *random)
{
  const guint n = 40000 / size_fraction ();
  Builder m = begin ("MD20", 264, 0x130), s = begin ("SKIN", 0, 48);
  gsize vertices = array (&m, 0x3C, n, 48);
  for (guint i = 0; i < n; i++) {
    put32 (&m, vertices + 48 * i + 12, 0x40404040);
    put32 (&m, vertices + 48 * i + 16, g_rand_int (random));
  }
  put32 (&m, 0x44, 1);
  gsize combos = array (&m, 0x80, n, 2);
  for (guint i = 0; i < n; i++)
    put16 (&m, combos + 2 * i, g_rand_int (random));
  gsize list = array (&s, 4, n, 2), corners = array (&s, 0x0C, 9 * n, 2);
  for (guint i = 0; i < n; i++)
    put16 (&s, list + 2 * i, i);
  for (guint i = 0; i < 9 * n; i++)
    put16 (&s, corners + 2 * i, g_rand_int (random) % n);
  array (&s, 0x14, n, 4);
  gsize submeshes = array (&s, 0x1C, n, 48), batches = array (&s, 0x24, 2 * n, 24);
  for (guint i = 0; i < n; i++) {
    put16 (&s, submeshes + 48 * i + 2, 9 * i >> 16);
    put16 (&s, submeshes + 48 * i + 6, n);
    put16 (&s, submeshes + 48 * i + 8, 9 * i);
    put16 (&s, submeshes + 48 * i + 10, 9);
  }
  for (guint i = 0; i < 2 * n; i++) {
    put16 (&s, batches + 24 * i + 0x0C, i);
    put16 (&s, batches + 24 * i + 0x0E, 4);
    put16 (&s, batches + 24 * i + 0x10, g_rand_int (random));
  }
  put32 (&s, 0x2C, 21);
  add (set, "model", &m);
  add (set, "skin0", &s);
}

/* Aliases in one long chain, with tracks on the sequence at its end. */
static void
long_chain (MwFileSet *set, GRand *random)
{
  enum { BONES = 100 };
  const guint n = 60000 / size_fraction ();
  Builder m = begin ("MD20", 264, 0x130);
  gsize sequences = array (&m, 0x1C, n, 0x40), bones = array (&m, 0x2C, BONES, 0x58), keys = array (&m, 0x00E0, 1, 16);
  put32 (&m, 0xE0, 0);
  for (guint i = 0; i < n; i++) {
    put16 (&m, sequences + 0x40 * i, i);
    put32 (&m, sequences + 0x40 * i + 0x0C, i ? 0x40 : 0x20);
    put16 (&m, sequences + 0x40 * i + 0x3E, i ? i - 1 : 0);
  }
  gsize pairs = array (&m, 0xE0, n, 8);
  put32 (&m, 0xE0, 0);
  put32 (&m, pairs, 1);
  put32 (&m, pairs + 4, (guint) keys);
  for (guint i = 0; i < BONES; i++) {
    put16 (&m, bones + 0x58 * i + 0x12, 0xFFFF);
    put32 (&m, bones + 0x58 * i + 0x14, n);
    put32 (&m, bones + 0x58 * i + 0x18, (guint) pairs);
    put32 (&m, bones + 0x58 * i + 0x1C, n);
    put32 (&m, bones + 0x58 * i + 0x20, (guint) pairs);
  }
  add (set, "model", &m);
}

/* Many sequences and many tracks: each track has a range for each sequence. */
static void
many_ranges (MwFileSet *set, GRand *random)
{
  const guint n = 40000 / size_fraction (), n_bones = n;
  Builder m = begin ("MD20", 260, 0x144);
  gsize bones = array (&m, 0x34, n_bones, 0x70), keys = array (&m, 0x0EC, 2, 12);
  array (&m, 0x1C, n, 0x44);
  put32 (&m, 0xEC, 0);
  for (guint i = 0; i < n_bones; i++) {
    put16 (&m, bones + 0x70 * i + 0x12, 0xFFFF);
    put32 (&m, bones + 0x70 * i + 0x1C, 2);
    put32 (&m, bones + 0x70 * i + 0x20, (guint) keys);
    put32 (&m, bones + 0x70 * i + 0x24, 2);
    put32 (&m, bones + 0x70 * i + 0x28, (guint) keys);
  }
  add (set, "model", &m);
}

/* Empty profiles. */
static void
many_profiles (MwFileSet *set, GRand *random)
{
  Builder m = begin ("MD20", 260, 0x144);
  array (&m, 0x4C, 100000 / size_fraction (), 44);
  add (set, "model", &m);
}

/* Lists that are all at the same offset. */
static void
same_place (MwFileSet *set, GRand *random)
{
  static const guint pairs[] = { 0x14, 0x1C, 0x2C, 0x48,  0x50,  0x58,  0x60,  0x70, 0xD8,
                                 0xE0, 0xE8, 0xF0, 0x100, 0x108, 0x110, 0x120, 0x128 };
  Builder m = begin ("MD20", 264, 0x130);
  gsize at = array (&m, 0x3C, 60000, 48);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    put32 (&m, pairs[i], 5000);
    put32 (&m, pairs[i] + 4, (guint) at);
  }
  add (set, "model", &m);
}

static void
test_time (void)
{
  static const struct {
    const char *name;
    void (*make) (MwFileSet *set, GRand *random);
  } made[] = { { "submeshes", many_submeshes },
               { "aliases", long_chain },
               { "ranges", many_ranges },
               { "profiles", many_profiles },
               { "one place", same_place } };
  GRand *random = g_rand_new_with_seed (seed);
  for (guint i = 0; i < G_N_ELEMENTS (made); i++) {
    g_autoptr (MwFileSet) set = mw_file_set_new ();
    made[i].make (set, random);
    clock_t start = clock (); /* processor time, because the machine may be busy */
    damage_check (set, made[i].name);
    double seconds = (double) (clock () - start) / CLOCKS_PER_SEC;
    g_test_message ("%s: %" G_GSIZE_FORMAT " KB, %.2f s", made[i].name, m2_set_size (set) >> 10, seconds);
    /* Anything of quadratic time would take minutes here. */
    g_assert_cmpfloat (seconds, <, 60);
  }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func (
    "/io/m2/damage/a damaged generated set gives an error with a position, or a model that is written back", test_made);
  g_test_add_func ("/io/m2/damage/a damaged real set gives an error with a position, or a model that is written back",
                   test_corpus);
  g_test_add_func ("/io/m2/damage/large hostile sets are read and written in time proportional to their size",
                   test_time);
  return g_test_run ();
}
