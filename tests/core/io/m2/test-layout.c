/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/byte-owner.h"
#include "core/io/registry.h"
#include "core/model/m2/m2.h"
#include "tests/core/io/m2/sets.h"

#include <string.h>

/* The byte map of M2 sets explains every byte as header, array, zero fill or space for aliases; anything else is
 * marked. */

typedef struct {
  MwModel *model;
  MwFormat format;
  MwFileSet *written;
  MwByteMap *map;
} Mapped;

static void
mapped_init (Mapped *m, const MwFileSet *set)
{
  GError *error = NULL;
  m->map = mw_byte_map_new ();
  m->model = mw_io_read (set, &m->format, NULL, &error);
  g_assert_no_error (error);
  m->written = mw_io_write (m->model, m->format, &(MwIoOptions) { .map = m->map }, &error);
  g_assert_no_error (error);
  m2_assert_same (set, m->written, "written with a map");
}

static void
mapped_clear (Mapped *m)
{
  mw_model_free (m->model);
  mw_file_set_free (m->written);
  mw_byte_map_free (m->map);
}

static const MwBytes *
entry_at (const Mapped *m, guint i)
{
  return &g_array_index (m->map->entries, MwBytes, i);
}

static gboolean
has_tag (const MwBytes *entry, const char *tag)
{
  return strcmp (entry->tag, tag) == 0;
}

/* The number of bytes with a tag in all parts. */
static uint64_t
bytes_of (const Mapped *m, const char *tag)
{
  uint64_t sum = 0;
  for (guint i = 0; i < m->map->entries->len; i++)
    sum += has_tag (entry_at (m, i), tag) ? entry_at (m, i)->size : 0;
  return sum;
}

static const MwBytes *
find_entry (const Mapped *m, guint part, uint64_t offset, const char *tag)
{
  for (guint i = 0; i < m->map->entries->len; i++)
    if (entry_at (m, i)->part == part && entry_at (m, i)->offset == offset && has_tag (entry_at (m, i), tag))
      return entry_at (m, i);
  return NULL;
}

/* Where the block begins from which offsets around there count: the file, or the payload of a chunk. */
static uint64_t
start_of (const Mapped *m, guint part, uint64_t offset)
{
  uint64_t start = 0;
  for (guint i = 0; part == 0 && i < m->map->entries->len; i++)
    if (entry_at (m, i)->part == part && entry_at (m, i)->offset <= offset && has_tag (entry_at (m, i), "chunk size"))
      start = entry_at (m, i)->offset + entry_at (m, i)->size;
  return start;
}

/* --- Coverage --------------------------------------------------------------------------------------------------------- */

/* Each byte belongs to one entry, or an entry says that several share it. */
static void
check_part (const Mapped *m, guint part, const char *what)
{
  const MwFilePart *file = m->written->parts->pdata[part];
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (file->bytes, &size);
  g_autofree guint8 *owners = g_new0 (guint8, size + 1), *notes = g_new0 (guint8, size + 1);
  for (guint i = 0; i < m->map->entries->len; i++) {
    const MwBytes *entry = entry_at (m, i);
    if (entry->part != part)
      continue;
    uint64_t end = entry->stride ? entry->offset + (uint64_t) entry->stride * entry->count
                                 : entry->offset + entry->size;
    for (uint64_t at = entry->offset; at < end; at++)
      if (mw_bytes_has (entry, at)) {
        g_assert_cmpuint (at, <, size);
        guint8 *count = entry->kind == MW_BYTES_NOTE ? &notes[at] : &owners[at];
        *count += *count < 255;
      }
    gboolean pad = has_tag (entry, "pad"), room = has_tag (entry, "room");
    if ((pad || room) && !entry->record) {
      g_assert_cmpint (entry->kind, ==, MW_BYTES_FIXED);
      for (uint64_t at = entry->offset; at < entry->offset + entry->size; at++)
        g_assert_cmpuint (bytes[at], ==, 0);
      g_assert_cmpuint (pad ? entry->size : 0, <, 16);
      uint64_t start = start_of (m, part, entry->offset);
      g_assert_cmpuint ((pad ? entry->offset + entry->size - start : entry->offset - start) % 16, ==, 0);
    }
  }
  for (gsize at = 0; at < size; at++)
    if (owners[at] != 1 && !notes[at])
      g_error ("%s: byte 0x%" G_GSIZE_MODIFIER "x of %s has %u owners", what, at, file->role, owners[at]);
}

static void
check_set (const MwFileSet *set, const char *what, gboolean original)
{
  Mapped m;
  mapped_init (&m, set);
  for (guint part = 0; part < m.written->parts->len; part++)
    check_part (&m, part, what);
  uint64_t gaps = bytes_of (&m, "gap"), loose = bytes_of (&m, "loose"), shared = bytes_of (&m, "overlap");
  if (original && gaps + loose + shared)
    g_error ("%s: %" G_GUINT64_FORMAT " bytes of gaps, %" G_GUINT64_FORMAT " loose, %" G_GUINT64_FORMAT " shared", what,
             gaps, loose, shared);
  if (gaps + loose + shared)
    g_test_message ("%s: %" G_GUINT64_FORMAT " bytes of gaps, %" G_GUINT64_FORMAT " loose, %" G_GUINT64_FORMAT
                    " shared",
                    what, gaps, loose, shared);
  mapped_clear (&m);
}

/* Whether a file was written by the games' exporter and not changed since. */
static gboolean
is_original (const char *path)
{
  static const char *const places[] = { "m2-260",
                                        "m2-262",
                                        "m2-272",
                                        "m2-264/Adrinalin4ik__Rabbit",
                                        "m2-264/Haaxor1689__GnomePounder",
                                        "m2-264/heyitsbench__WorgenFemaleDeathSkeleton",
                                        "m2-264/vjeux__scourgefemale",
                                        "m2-264/wowserhq__creature" };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (strstr (path, places[i]))
      return TRUE;
  return FALSE;
}

static void
test_corpus (void)
{
  g_autoptr (GPtrArray) paths = m2_corpus ();
  for (guint i = 0; paths && i < paths->len; i++) {
    g_autoptr (MwFileSet) set = m2_set_load (paths->pdata[i]);
    g_autofree char *name = g_path_get_basename (paths->pdata[i]);
    check_set (set, name, is_original (paths->pdata[i]));
  }
}

static void
test_made (void)
{
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    guint n;
    g_autofree guint *forms = m2_forms (version, &n);
    for (guint i = 0; i < n; i++) {
      g_autofree char *what = g_strdup_printf ("version %u, form %u", version, forms[i]);
      g_autoptr (MwFileSet) set = m2_set_make (&(M2GenerateOptions) { .version = version, .form = forms[i] });
      Mapped m;
      check_set (set, what, TRUE);
      mapped_init (&m, set);
      /* Two aliases of sequences in the model, one of a sequence in a separate file. */
      g_assert_cmpint (version >= 264, ==, bytes_of (&m, "room") > 0);
      mapped_clear (&m);
    }
  }
}

/* --- Faults ----------------------------------------------------------------------------------------------------------- */

static MwFileSet *
made_set (void)
{
  return m2_set_make (&(M2GenerateOptions) { .version = 264 });
}

static uint32_t
word_at (const uint8_t *bytes, gsize at)
{
  uint32_t word;
  memcpy (&word, bytes + at, sizeof word);
  return word;
}

/* The part with `n` bytes inserted at `at`. */
static MwFileSet *
with_bytes (const MwFileSet *set, const char *role, gsize at, const void *bytes, gsize n)
{
  gsize size;
  const uint8_t *old = g_bytes_get_data (mw_file_set_find (set, role)->bytes, &size);
  g_autofree uint8_t *copy = g_memdup2 (old, size);
  g_assert_cmpuint (at + n, <=, size);
  memcpy (copy + at, bytes, n);
  return m2_set_with (set, role, copy, size);
}

/* Plants four bytes or more in the padding of each part. */
static void
test_planted (void)
{
  static const uint8_t planted[4] = { 1, 2, 3, 4 };
  g_autoptr (MwFileSet) set = made_set ();
  Mapped sound;
  guint found = 0;
  mapped_init (&sound, set);
  for (guint part = 0; part < sound.written->parts->len; part++) {
    const MwBytes *pad = NULL;
    const char *role = ((const MwFilePart *) sound.written->parts->pdata[part])->role;
    for (guint i = 0; i < sound.map->entries->len && !pad; i++)
      if (entry_at (&sound, i)->part == part && has_tag (entry_at (&sound, i), "pad") && !entry_at (&sound, i)->record
          && entry_at (&sound, i)->size >= 4)
        pad = entry_at (&sound, i);
    if (!pad)
      continue;
    g_autoptr (MwFileSet) other = with_bytes (set, role, pad->offset, planted, sizeof planted);
    Mapped m;
    mapped_init (&m, other);
    const MwBytes *loose = find_entry (&m, part, pad->offset, "loose");
    if (!loose)
      g_error ("%s: nothing is said of what was planted at 0x%" G_GINT64_MODIFIER "x", role, pad->offset);
    g_assert_cmpint (loose->kind, ==, MW_BYTES_NOTE);
    g_assert_cmpuint (loose->size, ==, sizeof planted);
    g_assert_cmpuint (bytes_of (&m, "loose"), ==, sizeof planted);
    mapped_clear (&m);
    found++;
  }
  g_assert_cmpuint (found, >=, 3);
  mapped_clear (&sound);
}

/* A block of zeros that no alias reserves is neither fill nor space for aliases. */
static void
test_surplus_zeros (void)
{
  enum { SURPLUS = 16 };
  g_autoptr (MwFileSet) set = made_set ();
  for (guint part = 0; part < set->parts->len; part++) {
    const MwFilePart *file = set->parts->pdata[part];
    gsize size;
    const uint8_t *bytes = g_bytes_get_data (file->bytes, &size);
    g_autofree uint8_t *longer = g_malloc0 (size + SURPLUS);
    memcpy (longer, bytes, size);
    g_autoptr (MwFileSet) other = m2_set_with (set, file->role, longer, size + SURPLUS);
    Mapped m;
    mapped_init (&m, other);
    const MwBytes *gap = NULL;
    for (guint i = 0; i < m.map->entries->len; i++) {
      const MwBytes *entry = entry_at (&m, i);
      if (entry->part == part && has_tag (entry, "gap") && entry->offset + entry->size == size + SURPLUS)
        gap = entry;
    }
    if (!gap || gap->size < SURPLUS || gap->kind != MW_BYTES_NOTE)
      g_error ("%s: nothing is said of the zeros behind 0x%" G_GSIZE_MODIFIER "x", file->role, size);
    mapped_clear (&m);
  }
}

/* Where the header has the pairs of arrays with elements of fixed size: materials, texture combos, collision
 * normals. */
static const gsize pairs[] = { 0x70, 0x80, 0xE8 };

static void
test_shifted (void)
{
  g_autoptr (MwFileSet) set = made_set ();
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    uint32_t was = word_at (bytes, pairs[i] + 4), offset = was + 4;
    g_autoptr (MwFileSet) other = with_bytes (set, "model", pairs[i] + 4, &offset, sizeof offset);
    Mapped m;
    mapped_init (&m, other);
    const MwBytes *loose = find_entry (&m, 0, was, "loose"), *gap = find_entry (&m, 0, was, "gap");
    if (!loose && !gap)
      g_error ("nothing is said of the four bytes at 0x%x that the array at 0x%x begins behind", was, offset);
    mapped_clear (&m);
  }
}

static void
test_grown (void)
{
  static const guint widths[] = { 4, 2, 12 };
  g_autoptr (MwFileSet) set = made_set ();
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    /* Enough more elements to reach four bytes into the next array. */
    uint32_t n = word_at (bytes, pairs[i]), offset = word_at (bytes, pairs[i] + 4), end = offset + n * widths[i],
             next = (end + 15) / 16 * 16, more = (next + 4 - end + widths[i] - 1) / widths[i];
    n += more;
    g_autoptr (MwFileSet) other = with_bytes (set, "model", pairs[i], &n, sizeof n);
    Mapped m;
    mapped_init (&m, other);
    const MwBytes *overlap = find_entry (&m, 0, next, "overlap");
    if (!overlap)
      g_error ("nothing is said of 0x%x, where the array at 0x%x reaches into the next", next, offset);
    g_assert_cmpint (overlap->kind, ==, MW_BYTES_NOTE);
    mapped_clear (&m);
    /* Beyond the end of the file: an error with the offset of the pair. */
    uint32_t many = 0x10000000;
    g_autoptr (MwFileSet) broken = with_bytes (set, "model", pairs[i], &many, sizeof many);
    g_autoptr (GError) error = NULL;
    MwFormat format;
    g_assert_null (mw_io_read (broken, &format, NULL, &error));
    g_assert_cmpint (mw_error_offset (error), ==, (gint64) pairs[i]);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func (
    "/io/m2/layout/every byte of a real set is explained, and originals have nothing but arrays and fill", test_corpus);
  g_test_add_func ("/io/m2/layout/every byte of a generated set is header, array, fill or reserved", test_made);
  g_test_add_func ("/io/m2/layout/bytes planted in the fill are reported with their offset", test_planted);
  g_test_add_func ("/io/m2/layout/zeros that nothing reserves are a gap", test_surplus_zeros);
  g_test_add_func ("/io/m2/layout/a shifted array leaves bytes that are reported", test_shifted);
  g_test_add_func ("/io/m2/layout/a count that is too large is reported as an overlap or an error", test_grown);
  return g_test_run ();
}
