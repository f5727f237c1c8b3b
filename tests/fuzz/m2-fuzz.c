/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz m2 SECONDS. To build it by hand, see mdx-fuzz.c, and add tests/m2/generate*.c except generate-main.c.
 *
 * An input is a set of files in one of two forms:
 *   - "S", u8 number of parts, then for each part u32 role, u32 size and the bytes (the last part has all that are left).
 *     Roles: 0 the model, 1 + k skin profile k, 0x80000000 | animation << 8 | variation the keys of a sequence.
 *   - Otherwise a generated set and changes to it: u8 version - 256, u8 form, then any number of changes: u8 part and
 *     width, u16 offset, u32 value. The low six bits select the part, the others the width: one, two or four bytes, or
 *     the value is the part's new size. */
#include "core/io/m2/companions.h"
#include "core/io/registry.h"
#include "tests/core/io/salvaged.h"
#include "tests/m2/generate.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

enum { MOST_PARTS = 12, HEAD = 2, PATCH = 7 };

static uint32_t
word (const uint8_t *at)
{
  uint32_t value;
  memcpy (&value, at, sizeof value);
  return value;
}

/* Adds a part in a block of exactly its size, so that reads past its end are found. */
static void
add_part (MwFileSet *set, const char *role, const uint8_t *bytes, size_t size)
{
  uint8_t *exact = g_malloc (MAX (size, 1));
  if (size)
    memcpy (exact, bytes, size);
  g_autoptr (GBytes) block = g_bytes_new_take (exact, size);
  if (!mw_file_set_find (set, role))
    mw_file_set_add (set, role, NULL, block);
}

static MwFileSet *
set_of_parts (const uint8_t *data, size_t size)
{
  if (size < HEAD || data[1] == 0 || data[1] > MOST_PARTS || size < HEAD + 8 * (size_t) data[1])
    return NULL;
  MwFileSet *set = mw_file_set_new ();
  size_t at = HEAD + 8 * (size_t) data[1];
  for (guint i = 0; i < data[1]; i++) {
    uint32_t code = word (data + HEAD + 8 * i), length = word (data + HEAD + 8 * i + 4);
    if (i + 1u == data[1] || length > size - at)
      length = (uint32_t) (size - at);
    g_autofree char *role = i == 0               ? g_strdup ("model")
                            : code & 0x80000000u ? g_strdup_printf ("anim%u-%u", code >> 8 & 0xFFFF, code & 0xFF)
                                                 : g_strdup_printf ("skin%u", (code - 1) % 5);
    add_part (set, role, data + at, length);
    at += length;
  }
  return set;
}

/* Generated sets are cached, because generating one takes longer than reading it. */
static GPtrArray *
made (guint version, guint form)
{
  static GPtrArray *sets[M2_LAST_VERSION - M2_FIRST_VERSION + 1][M2_FORM_ALL + 1];
  GPtrArray **slot = &sets[version - M2_FIRST_VERSION][form];
  if (!*slot)
    *slot = m2_generate (&(M2GenerateOptions) { .version = version, .form = form });
  return *slot;
}

static void
patch (GByteArray *bytes, guint width, guint at, uint32_t value)
{
  guint n = 1u << width;
  if (width == 3)
    g_byte_array_set_size (bytes, MIN (bytes->len, value));
  else if (at + n <= bytes->len)
    memcpy (bytes->data + at, &value, n);
}

static MwFileSet *
set_of_changes (const uint8_t *data, size_t size)
{
  if (size < HEAD)
    return NULL;
  GPtrArray *files = made (M2_FIRST_VERSION + data[0] % (M2_LAST_VERSION - M2_FIRST_VERSION + 1),
                           data[1] & M2_FORM_ALL);
  MwFileSet *set = mw_file_set_new ();
  for (guint i = 0; i < files->len; i++) {
    const M2File *file = files->pdata[i];
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    gsize length;
    const guint8 *old = g_bytes_get_data (file->bytes, &length);
    g_byte_array_append (bytes, old, (guint) length);
    for (size_t at = HEAD; at + PATCH <= size; at += PATCH)
      if ((data[at] & 0x3F) % files->len == i)
        patch (bytes, data[at] >> 6, data[at + 1] | (guint) data[at + 2] << 8, word (data + at + 3));
    g_autofree char *role = i ? mw_m2_companion_role (file->name + strlen ("Sample")) : g_strdup ("model");
    add_part (set, role, bytes->data, bytes->len);
  }
  return set;
}

/* The size of the part in which the error is. */
static size_t
size_of_culprit (const MwFileSet *set, const char *path)
{
  for (guint i = 1; path && i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    if (g_str_has_prefix (path, part->role) && strchr (".", path[strlen (part->role)]))
      return g_bytes_get_size (part->bytes);
  }
  return g_bytes_get_size (mw_file_set_main (set)->bytes);
}

/* Reading must give an error with a place, after which the set can be salvaged or is refused (salvaged.h), or a model whose copy is written as the same bytes. */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (MwFileSet) set = size && data[0] == 'S' ? set_of_parts (data, size) : set_of_changes (data, size);
  g_autoptr (GError) error = NULL;
  MwFormat format;
  if (!set)
    return 0;
  MwModel *model = mw_io_read (set, &format, NULL, &error);
  if (!model) {
    gint64 offset = mw_error_offset (error);
    if (offset > (gint64) size_of_culprit (set, mw_error_path (error)) || (offset < 0 && !mw_error_path (error)))
      g_error ("an error without a place: %s", error->message);
    salvage_check (set, "what was refused");
    return 0;
  }
  if (format.family != MW_FAMILY_M2) {
    mw_model_free (model);
    return 0;
  }
  MwModel *copy = mw_model_copy (model, TRUE);
  mw_model_poison_and_free (model);
  g_autoptr (MwFileSet) written = mw_io_write (copy, format, NULL, &error);
  if (!written)
    g_error ("read but not written: %s", error->message);
  for (guint i = 0; i < written->parts->len; i++) {
    const MwFilePart *part = written->parts->pdata[i], *was = mw_file_set_find (set, part->role);
    if (!was || !g_bytes_equal (part->bytes, was->bytes))
      g_error ("%s is written as other bytes", part->role);
  }
  if (!mw_io_prove (copy, format, written, NULL, &error))
    g_error ("%s", error->message);
  mw_model_free (copy);
  return 0;
}
