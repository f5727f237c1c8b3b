/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/m2/cut.h"
#include "core/base/error.h"
#include "core/io/registry.h"
#include "tests/core/io/m2/sets.h"
#include "tests/m2/structure.h"

#include <string.h>

typedef struct {
  const MwFileSet *set;
  const char *name;
  GArray *extents; /* M2Extent */
  const MwFilePart *part;
  guint number; /* of the part, in extents */
} Cut;

/* The extents of a set. Numbers of the parts, as the extents have them, go to `numbers`. */
static GArray *
extents_of (const MwFileSet *files, guint *numbers)
{
  M2StructureSet set = { .name = (char *) "set.m2", .incomplete = TRUE };
  set.anims = g_array_new (FALSE, FALSE, sizeof (M2StructureAnim));
  for (guint i = 0; i < files->parts->len; i++) {
    const MwFilePart *part = files->parts->pdata[i];
    numbers[i] = G_MAXUINT;
    if (i == 0) {
      set.model = part->bytes;
      numbers[i] = 0;
    } else if (g_str_has_prefix (part->role, "skin")) {
      guint skin = (guint) MIN (g_ascii_strtoull (part->role + strlen ("skin"), NULL, 10), 4);
      set.skins[skin] = part->bytes;
      numbers[i] = 1 + skin;
    } else if (g_str_has_prefix (part->role, "anim")) {
      char *end;
      guint animation = (guint) g_ascii_strtoull (part->role + strlen ("anim"), &end, 10);
      guint variation = (guint) g_ascii_strtoull (end + 1, NULL, 10);
      numbers[i] = 5 + set.anims->len;
      g_array_append_val (set.anims, ((M2StructureAnim) { animation, variation, part->bytes }));
    }
  }
  GArray *extents = m2_structure_extents (&set);
  g_array_unref (set.anims);
  return extents;
}

/* Whether bytes are missing that something needs. With `place`: whether an error there names such bytes, by the pair that leads to
 * them or by what is left of their array. */
static gboolean
is_missing (const Cut *cut, gsize size, gint64 place)
{
  for (guint i = 0; i < cut->extents->len; i++) {
    const M2Extent *extent = &g_array_index (cut->extents, M2Extent, i);
    if (extent->file != cut->number || extent->offset + extent->size <= size)
      continue;
    /* A file may end before any chunk; its size comes four bytes before its payload. */
    if (extent->offset == extent->place + 4 && size + 4 <= extent->place)
      continue;
    /* An error at the start says that a chunk is missing of which nothing is left, and one
     * at a chunk's tag that not all of its head is there. */
    if (place < 0 || place == (gint64) extent->place || (place == 0 && extent->place > size)
        || place + 4 == (gint64) extent->place || (place >= (gint64) extent->offset && place <= (gint64) size))
      return TRUE;
  }
  return FALSE;
}

static void
cut_at (const Cut *cut, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet)
    shorter = m2_set_with (cut->set, cut->part->role, g_bytes_get_data (cut->part->bytes, NULL), size);
  MwFormat format;
  MwModel *model = mw_io_read (shorter, &format, NULL, &error);
  gboolean missing = is_missing (cut, size, -1);
  if (!missing && !model)
    g_error ("%s: %s cut to %" G_GSIZE_FORMAT " bytes lacks nothing, but: %s", cut->name, cut->part->role, size,
             error->message);
  if (missing && model)
    g_error ("%s: %s cut to %" G_GSIZE_FORMAT " bytes is read", cut->name, cut->part->role, size);
  if (model) {
    g_autoptr (MwFileSet) written = mw_io_write (model, format, NULL, &error);
    g_assert_no_error (error);
    m2_assert_same (shorter, written, cut->name);
    mw_model_free (model);
  } else if (!is_missing (cut, size, mw_error_offset (error)))
    g_error ("%s: %s cut to %" G_GSIZE_FORMAT " bytes: error at %" G_GINT64_FORMAT ", where nothing is missing: %s",
             cut->name, cut->part->role, size, mw_error_offset (error), error->message);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  gsize x = *(const gsize *) a, y = *(const gsize *) b;
  return (x > y) - (x < y);
}

static void
add_around (GArray *places, gsize at, gsize size)
{
  for (gsize place = at ? at - 1 : 0; place <= at + 1; place++)
    if (place < size)
      g_array_append_val (places, place);
}

guint
cut_set (const MwFileSet *set, const char *name, guint slice, guint slices)
{
  guint n = 0, seen = 0;
  g_autofree guint *numbers = g_new (guint, set->parts->len);
  g_autoptr (GArray) extents = extents_of (set, numbers);
  Cut cut = { set, name, extents, NULL, 0 };
  for (guint i = 0; i < set->parts->len; i++) {
    if (numbers[i] == G_MAXUINT)
      continue;
    cut.part = set->parts->pdata[i];
    cut.number = numbers[i];
    gsize size = g_bytes_get_size (cut.part->bytes), last = G_MAXSIZE;
    g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (gsize));
    add_around (places, 4, size);
    add_around (places, 8, size);
    for (guint k = 0; k < extents->len; k++) {
      const M2Extent *extent = &g_array_index (extents, M2Extent, k);
      if (extent->file == cut.number) {
        add_around (places, extent->offset, size);
        add_around (places, extent->offset + extent->size, size);
      }
      if (extent->pair == cut.number) {
        add_around (places, extent->place, size);
        add_around (places, extent->place + 8, size);
      }
    }
    g_array_sort (places, compare);
    for (guint k = 0; k < places->len; k++) {
      gsize at = g_array_index (places, gsize, k);
      if (at != last && seen++ % slices == slice) {
        cut_at (&cut, at);
        n++;
      }
      last = at;
    }
  }
  return n;
}
