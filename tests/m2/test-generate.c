/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/generate.h"
#include "tests/m2/includes.h"

#include <glib/gstdio.h>
#include <string.h>

/* Tests the generator itself with a second copy of the tables of m2.md: where arrays are and how large they are. The values are
 * checked by the tests that read the sets. */

/* --- Records: where their arrays are ------------------------------------------------------------------------------ */

/* Up to 263 and from 264 on. t: track, e: track of an event, c: curve, a: array; offset and size of a value in hex. */
typedef struct {
  guint header[2];
  guint size[2];
  const char *arrays[2];
} Kind;

static const Kind kinds[] = {
  { { 0x008, 0x008 }, { 1, 1 } },
  { { 0x014, 0x014 }, { 4, 4 } },
  { { 0x01C, 0x01C }, { 0x44, 0x40 } },
  { { 0x024, 0x024 }, { 2, 2 } },
  { { 0x02C, 0 }, { 4, 0 } },
  { { 0x034, 0x02C }, { 0x70, 0x58 }, { "t10:C t2C:8 t48:C", "t10:C t24:8 t38:C" } },
  { { 0x03C, 0x034 }, { 2, 2 } },
  { { 0x044, 0x03C }, { 48, 48 } },
  { { 0x04C, 0 }, { 44, 0 }, { "a0:2 a8:2 a10:4 a18:30 a20:18" } },
  { { 0x054, 0x048 }, { 0x38, 0x28 }, { "t0:C t1C:2", "t0:C t14:2" } },
  { { 0x05C, 0x050 }, { 16, 16 }, { "a8:1", "a8:1" } },
  { { 0x064, 0x058 }, { 0x1C, 0x14 }, { "t0:2", "t0:2" } },
  { { 0x06C, 0 }, { 28, 0 } },
  { { 0x074, 0x060 }, { 0x54, 0x3C }, { "t0:C t1C:10 t38:C", "t0:C t14:10 t28:C" } },
  { { 0x07C, 0x068 }, { 2, 2 } },
  { { 0x084, 0x070 }, { 4, 4 } },
  { { 0x08C, 0x078 }, { 2, 2 } },
  { { 0x094, 0x080 }, { 2, 2 } },
  { { 0x09C, 0x088 }, { 2, 2 } },
  { { 0x0A4, 0x090 }, { 2, 2 } },
  { { 0x0AC, 0x098 }, { 2, 2 } },
  { { 0x0EC, 0x0D8 }, { 2, 2 } },
  { { 0x0F4, 0x0E0 }, { 12, 12 } },
  { { 0x0FC, 0x0E8 }, { 12, 12 } },
  { { 0x104, 0x0F0 }, { 0x30, 0x28 }, { "t14:1", "t14:1" } },
  { { 0x10C, 0x0F8 }, { 2, 2 } },
  { { 0x114, 0x100 }, { 0x2C, 0x24 }, { "e18:0", "e18:0" } },
  { { 0x11C, 0x108 },
    { 0xD4, 0x9C },
    { "t10:C t2C:4 t48:C t64:4 t80:4 t9C:4 tB8:1", "t10:C t24:4 t38:C t4C:4 t60:4 t74:4 t88:1" } },
  { { 0x124, 0x110 }, { 0x7C, 0x64 }, { "t10:24 t38:24 t60:C", "t10:24 t30:24 t50:C" } },
  { { 0x12C, 0x118 }, { 2, 2 } },
  { { 0x134, 0x120 },
    { 0xDC, 0xB0 },
    { "a14:2 a1C:2 t24:C t40:2 t5C:4 t78:4 tA4:2 tC0:1", "a14:2 a1C:2 t24:C t38:2 t4C:4 t60:4 t84:2 t98:1" } },
  { { 0x13C, 0x128 },
    { 504, 476 },
    { "a18:1 a20:1 t34:4 t50:4 t6C:4 t88:4 tA4:4 tC0:4 tDC:4 tF8:4 t114:4 t130:4 a1D4:C t1DC:1",
      "a18:1 a20:1 t34:4 t48:4 t5C:4 t70:4 t84:4 t98:4 tB0:4 tC8:4 tDC:4 tF0:4 c104:C c114:2 c124:8 c13C:2 c14C:2 "
      "a1C0:C t1C8:1" } },
  { { 0, 0x130 }, { 0, 2 } },
};
enum { BONES_OLD = 0x034, PROFILES_OLD = 0x04C, CAMERAS_NEW = 0x110, PARTICLES_NEW = 0x128, COMBINERS = 0x130 };

typedef struct {
  const M2GenerateOptions *options;
  const char *file;
  const guint8 *bytes;
  gsize size;
  GArray *extents; /* of Extent */
} Walk;

typedef struct {
  guint32 at, end;
} Extent;

static guint32
u32_at (const Walk *walk, gsize at)
{
  guint32 value;
  g_assert_cmpuint (at + 4, <=, walk->size);
  memcpy (&value, walk->bytes + at, 4);
  return GUINT32_FROM_LE (value);
}

static guint
u16_at (const Walk *walk, gsize at)
{
  return u32_at (walk, at & ~(gsize) 3) >> (at & 2) * 8 & 0xFFFF;
}

/* Adds the array that {count, offset} at `at` of `walk` refers to; it is in `owner`, which may be another file. */
static guint32
take (const Walk *walk, Walk *owner, gsize at, guint size)
{
  Extent extent = { u32_at (walk, at + 4), 0 };
  guint32 count = u32_at (walk, at);
  if (count == 0) {
    g_assert_cmpuint (extent.at, ==, 0);
    return 0;
  }
  extent.end = extent.at + count * size;
  g_assert_cmpuint (extent.at % 16, ==, 0);
  g_assert_cmpuint (extent.end, <=, owner->size);
  g_array_append_val (owner->extents, extent);
  return count;
}

static gint
by_offset (gconstpointer a, gconstpointer b)
{
  const Extent *x = a, *y = b;
  return x->at < y->at ? -1 : x->at > y->at;
}

/* Checks that arrays do not overlap and that there are only zeros between them. Returns the bytes of unused whole 16-byte
 * blocks. */
static guint32
tile (Walk *walk, guint32 header)
{
  guint32 end = header, unnamed = 0;
  g_array_sort (walk->extents, by_offset);
  for (guint i = 0; i <= walk->extents->len; i++) {
    guint32 next = i < walk->extents->len ? g_array_index (walk->extents, Extent, i).at : (guint32) walk->size;
    if (next < end)
      g_error ("%u: arrays overlap at 0x%X of %s", walk->options->version, next, walk->file);
    for (guint32 k = end; k < next; k++)
      if (walk->bytes[k] != 0)
        g_error ("%u: padding at 0x%X of %s is not zero", walk->options->version, k, walk->file);
    unnamed += next - ((end + 15) & ~15u);
    if (i < walk->extents->len)
      end = g_array_index (walk->extents, Extent, i).end;
  }
  g_assert_cmpuint (walk->size % 16, ==, 0);
  return unnamed;
}

/* --- Sets --------------------------------------------------------------------------------------------------------- */

typedef struct {
  const M2GenerateOptions *options;
  GPtrArray *files;
  Walk model;
  Walk anims[32];  /* by sequence, where it has one */
  guint rooms[32]; /* bytes of the sequence's own group */
  guint n_sequences;
} Set;

static void
open_walk (Walk *walk, const Set *set, const M2File *file)
{
  *walk = (Walk) { .options = set->options,
                   .file = file->name,
                   .bytes = g_bytes_get_data (file->bytes, NULL),
                   .size = g_bytes_get_size (file->bytes),
                   .extents = g_array_new (FALSE, FALSE, sizeof (Extent)) };
}

/* Walks the image of a model in chunks: the payload of MD21. */
static void
open_image (Walk *walk)
{
  guint at = 0;
  while (memcmp (walk->bytes + at, "MD21", 4) != 0) {
    at += 8 + u32_at (walk, at + 4);
    g_assert_cmpuint (at + 8, <=, walk->size);
  }
  walk->size = u32_at (walk, at + 4);
  walk->bytes += at + 8;
}

static const M2File *
find_file (const Set *set, const char *name)
{
  for (guint i = 0; i < set->files->len; i++)
    if (g_str_equal (((M2File *) set->files->pdata[i])->name, name))
      return set->files->pdata[i];
  return NULL;
}

static guint32
sequence_at (const Set *set, guint i)
{
  return u32_at (&set->model, 0x01C + 4) + i * 0x40;
}

static guint
flags_of (const Set *set, guint i)
{
  return u32_at (&set->model, sequence_at (set, i) + 0x0C);
}

/* Follows the ring of aliases to the member that has keys. */
static guint
head_of (const Set *set, guint i)
{
  guint steps = 0;
  for (; flags_of (set, i) & 0x40; steps++) {
    i = u16_at (&set->model, sequence_at (set, i) + 0x3E);
    g_assert_cmpuint (steps, <, set->n_sequences);
  }
  return i;
}

/* The inner arrays of an outer one. */
static void
take_inner (Set *set, gsize at, guint size)
{
  guint32 n = u32_at (&set->model, at), outer = u32_at (&set->model, at + 4);
  take (&set->model, &set->model, at, 8);
  g_assert_true (n == 1 || n == set->n_sequences);
  for (guint i = 0; i < n; i++) {
    gsize pair = outer + 8 * i;
    guint head = n == 1 ? i : head_of (set, i);
    if (head != i) {
      g_assert_cmpmem (set->model.bytes + pair, 8, set->model.bytes + outer + 8 * head, 8);
      continue;
    }
    gboolean away = n > 1 && set->anims[i].bytes;
    guint32 count = take (&set->model, away ? &set->anims[i] : &set->model, pair, size);
    if (n > 1)
      set->rooms[i] += (count * size + 15) & ~15u;
  }
}

static void
take_track (Set *set, gsize at, guint size, gboolean event)
{
  if (set->options->version >= 264) {
    guint32 n = u32_at (&set->model, at + 4);
    if (!event)
      g_assert_cmpuint (u32_at (&set->model, at + 12), ==, n);
    if (n == 0)
      return;
    take_inner (set, at + 4, 4);
    if (!event)
      take_inner (set, at + 12, size);
    return;
  }
  guint32 ranges = take (&set->model, &set->model, at + 4, 8);
  g_assert_true (ranges == 0 || ranges == set->n_sequences);
  guint32 n = take (&set->model, &set->model, at + 12, 4);
  for (guint i = 0; i < 2 * ranges; i++)
    g_assert_cmpuint (u32_at (&set->model, u32_at (&set->model, at + 8) + 4 * i), <, n + event);
  if (!event)
    g_assert_cmpuint (take (&set->model, &set->model, at + 20, size), ==, n);
}

static void
take_record (Set *set, Walk *walk, gsize at, const char *arrays)
{
  while (*arrays) {
    char kind = *arrays++, *rest;
    gsize offset = at + g_ascii_strtoull (arrays, &rest, 16);
    guint size = (guint) g_ascii_strtoull (rest + 1, &rest, 16);
    for (arrays = rest; *arrays == ' ';)
      arrays++;
    if (kind == 'a') {
      take (walk, walk, offset, size);
    } else if (kind == 'c') {
      guint32 n = take (walk, walk, offset, 2);
      g_assert_cmpuint (take (walk, walk, offset + 8, size), ==, n);
    } else {
      take_track (set, offset, size, kind == 'e');
    }
  }
}

static void
take_kind (Set *set, const Kind *kind)
{
  guint version = set->options->version, form = set->options->form;
  gboolean lanes = version >= 264;
  guint header = kind->header[lanes], size = kind->size[lanes];
  const char *arrays = kind->arrays[lanes];
  if (size == 0 || (lanes && header == COMBINERS && (form & M2_FORM_NO_COMBINERS)))
    return;
  if (header == BONES_OLD && version <= 257) {
    size = 0x6C;
    arrays = "tC:C t28:10 t44:C";
  } else if (!lanes && header == PROFILES_OLD && version <= 257) {
    arrays = "a0:2 a8:2 a10:4 a18:20 a20:18";
  } else if (lanes && header == CAMERAS_NEW) {
    gboolean other = version >= 265 && version <= 271 && (form & M2_FORM_OTHER_CAMERA);
    if ((version >= 271) != other) {
      size = 0x74;
      arrays = "tC:24 t2C:24 t4C:C t60:C";
    }
  } else if (lanes && header == PARTICLES_NEW) {
    if (version >= 272 || (version >= 265 && (form & M2_FORM_LONG_PARTICLE)))
      size = 492;
  }
  guint32 n = take (&set->model, &set->model, header, size), offset = n ? u32_at (&set->model, header + 4) : 0;
  for (guint32 i = 0; arrays && i < n; i++)
    take_record (set, &set->model, offset + i * size, arrays);
}

static void
check_skin (const Set *set, guint k)
{
  gboolean shadows = set->options->version >= 265 || (set->options->form & M2_FORM_LATE_SKIN);
  g_autofree char *name = g_strdup_printf ("Sample%02u.skin", k);
  const M2File *file = find_file (set, name);
  g_assert_nonnull (file);
  Walk walk;
  open_walk (&walk, set, file);
  take_record (NULL, &walk, 4, "a0:2 a8:2 a10:4 a18:30 a20:18");
  if (shadows)
    take (&walk, &walk, 0x30, 12);
  g_assert_cmpuint (tile (&walk, shadows ? 56 : 48), ==, 0);
  g_array_unref (walk.extents);
}

static void
find_anims (Set *set)
{
  for (guint i = 0; set->options->version >= 264 && i < set->n_sequences; i++) {
    guint id = u16_at (&set->model, sequence_at (set, i)), variation = u16_at (&set->model, sequence_at (set, i) + 2);
    g_autofree char *name = g_strdup_printf ("Sample%04u-%02u.anim", id, variation);
    const M2File *file = find_file (set, name);
    gboolean external = (flags_of (set, i) & 0x170) == 0;
    g_assert_true (external == (file != NULL));
    if (file)
      open_walk (&set->anims[i], set, file);
  }
}

static void
check_set (const M2GenerateOptions *options)
{
  g_autoptr (GPtrArray) files = m2_generate (options);
  Set *set = g_new0 (Set, 1);
  guint reserved = 0;
  guint lanes = options->version >= 264, n_anims = 0;
  set->options = options;
  set->files = files;
  open_walk (&set->model, set, files->pdata[0]);
  g_assert_cmpstr (set->model.file, ==, "Sample.m2");
  if (options->version >= 272 && (options->form & M2_FORM_CHUNKS))
    open_image (&set->model);
  g_assert_cmpmem (set->model.bytes, 4, "MD20", 4);
  g_assert_cmpuint (u32_at (&set->model, 4), ==, options->version);
  set->n_sequences = u32_at (&set->model, 0x01C);
  g_assert_cmpuint (set->n_sequences, <=, G_N_ELEMENTS (set->rooms));
  find_anims (set);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    take_kind (set, &kinds[i]);
  for (guint i = 0; i < G_N_ELEMENTS (set->anims); i++) {
    guint copies = 0;
    for (guint k = 0; lanes && k < set->n_sequences; k++)
      copies += k != i && head_of (set, k) == i;
    if (!set->anims[i].bytes) {
      reserved += copies * set->rooms[i];
      continue;
    }
    g_assert_cmpuint (tile (&set->anims[i], 0), ==, copies * set->rooms[i]);
    g_assert_cmpuint (set->anims[i].size, ==, (copies + 1) * set->rooms[i]);
    g_array_unref (set->anims[i].extents);
    n_anims++;
  }
  guint header = !lanes ? 0x144 : options->form & M2_FORM_NO_COMBINERS ? 0x130 : 0x138;
  g_assert_cmpuint (tile (&set->model, header), ==, reserved);
  for (guint k = 0; lanes && k < u32_at (&set->model, 0x044); k++)
    check_skin (set, k);
  g_assert_cmpuint (files->len, ==, lanes ? 1 + u32_at (&set->model, 0x044) + n_anims : 1);
  g_assert_cmpuint (n_anims, ==, lanes ? 3 : 0);
  g_array_unref (set->model.extents);
  g_free (set);
}

static void
test_tiles (void)
{
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    check_set (&(M2GenerateOptions) { .version = version });
    check_set (&(M2GenerateOptions) { .version = version, .form = M2_FORM_ALL, .seed = 1 });
    for (guint form = 1; form <= M2_FORM_ALL; form *= 2)
      check_set (&(M2GenerateOptions) { .version = version, .form = form, .seed = 2 });
  }
}

/* --- Seeds and forms ---------------------------------------------------------------------------------------------- */

static gboolean
same_files (const M2GenerateOptions *a, const M2GenerateOptions *b)
{
  g_autoptr (GPtrArray) x = m2_generate (a);
  g_autoptr (GPtrArray) y = m2_generate (b);
  gboolean same = x->len == y->len;
  for (guint i = 0; same && i < x->len; i++) {
    const M2File *p = x->pdata[i], *q = y->pdata[i];
    same = g_str_equal (p->name, q->name) && g_bytes_equal (p->bytes, q->bytes);
  }
  return same;
}

static void
test_seed (void)
{
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    M2GenerateOptions options = { .version = version, .seed = 5 }, other = { .version = version, .seed = 6 };
    g_assert_true (same_files (&options, &options));
    g_assert_false (same_files (&options, &other));
  }
}

static void
test_forms (void)
{
  static const struct {
    guint form, since, until;
  } forms[] = {
    { M2_FORM_OTHER_CAMERA, 265, 271 },   { M2_FORM_SPLIT_BLEND, 265, 274 }, { M2_FORM_LONG_PARTICLE, 265, 271 },
    { M2_FORM_PARTICLE_BYTES, 256, 261 }, { M2_FORM_LATE_SKIN, 264, 264 },   { M2_FORM_NO_COMBINERS, 264, 274 },
    { M2_FORM_NO_COORDS, 265, 274 },      { M2_FORM_CHUNKS, 272, 274 },
  };
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++)
    for (guint i = 0; i < G_N_ELEMENTS (forms); i++) {
      M2GenerateOptions usual = { .version = version }, other = { .version = version, .form = forms[i].form };
      gboolean there = version >= forms[i].since && version <= forms[i].until;
      g_assert_true (same_files (&usual, &other) == !there);
    }
}

/* --- Values ------------------------------------------------------------------------------------------------------- */

/* "bones[3].pivot" as "bones[].pivot". */
static char *
class_of (const char *path)
{
  GString *class = g_string_new (NULL);
  for (; *path; path++)
    if (!g_ascii_isdigit (*path) || (class->len && class->str[class->len - 1] != '['))
      g_string_append_c (class, *path);
    else
      while (g_ascii_isdigit (path[1]))
        path++;
  return g_string_free (class, FALSE);
}

static gboolean
is_default (const char *value)
{
  static const char *const defaults[] = { "0",  "0x0",  "none",       "\"\"", "{0, 0}", "{0, 0, 0}", "{0, 0, 0, 0}",
                                          "[]", "Head", "DontInterp", NULL };
  return g_strv_contains (defaults, value);
}

/* Whether the format forces the default value: no level below 65,536 indices, no stored shader without combiner combos up to
 * 264, flags instead of the head byte in 264. */
static gboolean
must_be_default (guint version, const char *class)
{
  return g_str_has_suffix (class, "submeshes[].level") || (version < 264 && g_str_has_suffix (class, ".shader"))
         || (version == 264 && g_str_has_suffix (class, ".head_or_tail"));
}

/* Parts of a track whose pattern does not have them. */
static gboolean
is_of_track (const char *class)
{
  static const char *const parts[] = { ".track", ".interpolation", ".global_sequence", ".lanes[].sequence" };
  gboolean is = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    is = is || g_str_has_suffix (class, parts[i]);
  return is;
}

static void
test_not_default (void)
{
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    g_autoptr (GPtrArray) values = m2_generate_values (&(M2GenerateOptions) { .version = version });
    g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < values->len; i++) {
      const M2Value *value = values->pdata[i];
      g_autofree char *class = class_of (value->path);
      gboolean other = !is_default (value->value);
      if (other || !g_hash_table_contains (seen, class))
        g_hash_table_insert (seen, g_steal_pointer (&class), GINT_TO_POINTER (other));
    }
    GHashTableIter iter;
    gpointer class, other;
    g_hash_table_iter_init (&iter, seen);
    while (g_hash_table_iter_next (&iter, &class, &other))
      if (!other && !must_be_default (version, class) && !is_of_track (class))
        g_error ("%u: no %s has a value of its own", version, (char *) class);
    g_assert_cmpuint (g_hash_table_size (seen), >, 200);
  }
}

/* Fractions are free floats, but in the profiles (which repeat each other), in times of life and in fixed point. */
static gboolean
is_free (const char *path, const char *number)
{
  return strchr (number, '.') && !g_str_has_prefix (path, "skins[") && !g_str_has_suffix (path, ".time")
         && !strstr (path, "color.curve") && !strstr (path, ".scroll_") && !strstr (path, ".texture_scale");
}

static void
test_distinct (void)
{
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    g_autoptr (GPtrArray) values = m2_generate_values (&(M2GenerateOptions) { .version = version });
    g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr (GHashTable) paths = g_hash_table_new (g_str_hash, g_str_equal);
    for (guint i = 0; i < values->len; i++) {
      const M2Value *value = values->pdata[i];
      if (!g_hash_table_add (paths, value->path))
        g_error ("%u: %s is said twice", version, value->path);
      /* Unit quaternions that are near each other may share a component. */
      gboolean whole = strstr (value->path, "rotation.track") != NULL;
      g_auto (GStrv) parts = g_strsplit_set (value->value, whole ? "" : "{}, ", -1);
      for (guint k = 0; parts[k]; k++) {
        if (*value->value == '"' || *value->value == '[' || !is_free (value->path, parts[k]))
          continue;
        const char *before = g_hash_table_lookup (numbers, parts[k]);
        if (before)
          g_error ("%u: %s and %s both hold %s", version, before, value->path, parts[k]);
        g_hash_table_insert (numbers, g_strdup (parts[k]), value->path);
      }
    }
    g_assert_cmpuint (g_hash_table_size (numbers), >, 1500);
  }
}

/* Two fields of a record with the same number could be swapped unnoticed. */
static void
test_fields_differ (void)
{
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    g_autoptr (GPtrArray) values = m2_generate_values (&(M2GenerateOptions) { .version = version });
    g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    guint same = 0, all = 0;
    for (guint i = 0; i < values->len; i++) {
      const M2Value *value = values->pdata[i];
      const char *end = strrchr (value->path, ']');
      if (!end || end[1] != '.' || strstr (value->path, ".track") || is_default (value->value)
          || !strchr ("-0123456789{", *value->value))
        continue;
      g_autofree char *record = g_strndup (value->path, (gsize) (end - value->path));
      g_autofree char *key = g_strdup_printf ("%s=%s", record, value->value);
      const char *before = g_hash_table_lookup (numbers, key);
      if (before && g_test_verbose ())
        g_test_message ("%u: %s and %s both hold %s", version, before, value->path, value->value);
      same += before != NULL;
      all++;
      g_hash_table_insert (numbers, g_steal_pointer (&key), value->path);
    }
    g_assert_cmpuint (all, >, 400);
    g_assert_cmpuint (same, ==, 0);
  }
}

/* --- Independence ------------------------------------------------------------------------------------------------- */

static void
test_independence (void)
{
  static const char *const allowed[] = { "<errno.h>",
                                         "<glib.h>",
                                         "<glib/gstdio.h>",
                                         "<math.h>",
                                         "<string.h>",
                                         "\"tests/m2/generate.h\"",
                                         "\"tests/m2/generate-private.h\"",
                                         NULL };
  g_assert_cmpuint (includes_only ("generate", allowed), >, 10);
}

/* --- The program -------------------------------------------------------------------------------------------------- */

static void
test_program (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *program = g_test_build_filename (G_TEST_BUILT, "m2-generate", NULL);
  g_autofree char *dir = g_dir_make_tmp ("m2-generate-XXXXXX", &error);
  g_assert_no_error (error);
  const char *argv[] = { program, dir, "256", "264:16", NULL };
  gint status;
  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  const M2GenerateOptions options[] = { { .version = 256 }, { .version = 264, .form = M2_FORM_LATE_SKIN } };
  const char *const folders[] = { "256", "264-16" };
  for (guint i = 0; i < G_N_ELEMENTS (options); i++) {
    g_autoptr (GPtrArray) files = m2_generate (&options[i]);
    g_autofree char *folder = g_build_filename (dir, folders[i], NULL);
    for (guint k = 0; k < files->len; k++) {
      const M2File *file = files->pdata[k];
      g_autofree char *path = g_build_filename (folder, file->name, NULL);
      g_autofree char *contents = NULL;
      gsize size;
      g_file_get_contents (path, &contents, &size, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (contents, size, g_bytes_get_data (file->bytes, NULL), g_bytes_get_size (file->bytes));
      g_assert_cmpint (g_remove (path), ==, 0);
    }
    g_autofree char *values = g_build_filename (folder, "values.txt", NULL);
    g_assert_cmpint (g_remove (values), ==, 0);
    g_assert_cmpint (g_rmdir (folder), ==, 0);
  }
  g_assert_cmpint (g_rmdir (dir), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/m2/generate/arrays tile every file of every version and form", test_tiles);
  g_test_add_func ("/m2/generate/the same seed gives the same bytes, another seed others", test_seed);
  g_test_add_func ("/m2/generate/a form changes the versions that have it and no other", test_forms);
  g_test_add_func ("/m2/generate/every field has a unique value somewhere", test_not_default);
  g_test_add_func ("/m2/generate/no two free numbers of a set are the same", test_distinct);
  g_test_add_func ("/m2/generate/no two fields of a record hold the same number", test_fields_differ);
  g_test_add_func ("/m2/generate/it shares no code with the reader or the writer", test_independence);
  g_test_add_func ("/m2/generate/the program writes the same sets", test_program);
  return g_test_run ();
}
