/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem */
#include "core/io/mdl/side-channel.h"
#include "core/io/registry.h"
#include "core/schema/path.h"
#include "tests/core/corpus.h"
#include "tests/core/io/mdl/side-texts.h"

#include <string.h>

/* --- Changes by hand ------------------------------------------------------------------------------------------------ */

/* A number of the text; where it stands in the binary file is seen by what changes there. */
static gboolean
is_number_here (const char *text, gsize at, gsize *end)
{
  if (!g_ascii_isdigit (text[at]) && text[at] != '-')
    return FALSE;
  if (at && (g_ascii_isalnum (text[at - 1]) || text[at - 1] == '.' || text[at - 1] == '-' || text[at - 1] == '_'))
    return FALSE;
  for (*end = at + 1; g_ascii_isdigit (text[*end]) || strchr (".e-", text[*end]); ++*end)
    if (!text[*end])
      break;
  /* A count stands before a brace, or before another count. */
  return !(text[*end] == ' ' && (text[*end + 1] == '{' || g_ascii_isdigit (text[*end + 1])));
}

static const MwBytes *
owner_of (const MwByteMap *map, uint64_t offset)
{
  for (guint i = 0; i < map->entries->len; i++) {
    const MwBytes *bytes = &g_array_index (map->entries, MwBytes, i);
    if (bytes->kind == MW_BYTES_VALUE && offset >= bytes->offset && offset < bytes->offset + bytes->size)
      return bytes;
  }
  return NULL;
}

/* What a fully stated MDX is after a number of its text was changed: other bytes in one place of at most four. */
static void
change_number (const char *text, gsize at, gsize end, const uint8_t *mdx, gsize size)
{
  g_autofree char *number = g_strndup (text + at, end - at);
  gboolean is_float = strpbrk (number, ".e") != NULL;
  /* A digit becomes another one: of fractions the first, of whole numbers the last. */
  char *digit = is_float ? number + (*number == '-') : number + strlen (number) - 1;
  *digit = *digit == '1' ? '2' : '1';
  g_autofree char *changed = g_strdup_printf ("%.*s%s%s", (int) at, text, number, text + end);
  g_autoptr (GBytes) other = mdx_of_text (changed, strlen (changed));
  g_assert_cmpuint (g_bytes_get_size (other), ==, size);
  const uint8_t *bytes = g_bytes_get_data (other, NULL);
  gsize first = 0, last = size;
  while (first < size && bytes[first] == mdx[first])
    first++;
  while (last > first && bytes[last - 1] == mdx[last - 1])
    last--;
  if (first == size || last - first > 4)
    g_error ("bytes %zu to %zu differ after %.*s -> %s in %.60s", first, last, (int) (end - at), text + at, number,
             text + at - MIN (at, 40));
}

static guint
change_numbers (GBytes *mdx, guint most, guint32 seed)
{
  MwFormat format;
  GError *error = NULL;
  guint losses, done = 0;
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (mdx, &size);
  MwModel *model = mw_io_read_bytes (bytes, size, &format, &error);
  g_assert_no_error (error);
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  g_autoptr (GBytes) written = text_of (model, map, &losses);
  g_assert_cmpuint (losses, ==, 0);
  g_autofree char *text = g_strndup (g_bytes_get_data (written, NULL), g_bytes_get_size (written));
  char *notes = strstr (text, "//@mdlx");
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (gsize));
  gboolean quoted = FALSE;
  for (gsize at = 0, end; text + at < notes; at++) {
    quoted ^= text[at] == '"';
    if (!quoted && is_number_here (text, at, &end))
      g_array_append_val (places, at);
  }
  GRand *rand = g_rand_new_with_seed (seed);
  for (guint tries = 0; done < most && tries < 20 * most && places->len; tries++) {
    gsize at = g_array_index (places, gsize, g_rand_int_range (rand, 0, (gint) places->len)), end;
    const MwBytes *owner = owner_of (map, at);
    is_number_here (text, at, &end);
    /* Ids and counts follow from the rest; the version says how to read it. */
    if (!owner || strcmp (owner->field->name, "version") == 0)
      continue;
    /* Triangles that were no triangles: a change there voids what they were. */
    if (strcmp (owner->field->name, "faces") == 0 && strstr (notes, "//@mdlx prims:"))
      continue;
    /* Text states what only the layout has that most files have, so a change there voids the other layout. */
    const MwRecord *record = mw_model_find (model, owner->record);
    if (record->variant)
      continue;
    /* Without PIVT all pivots are at the origin; one that is not there needs the chunk. */
    if (strcmp (owner->field->name, "pivot") == 0 && !memmem (bytes, size, "PIVT", 4))
      continue;
    change_number (text, at, end, bytes, size);
    done++;
  }
  g_rand_free (rand);
  mw_model_free (model);
  return done;
}

static void
one_number_changes_its_bytes (void)
{
  g_autoptr (GBytes) odd = odd_mdx ();
  g_assert_cmpuint (change_numbers (odd, 1500 / work_fraction (), 1), ==, 1500 / work_fraction ());
}

static void
one_number_changes_its_bytes_in_the_corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  guint n = 0;
  if (!files)
    return;
  for (guint i = 0; i < files->len; i += work_fraction ()) {
    gsize size;
    uint8_t *bytes = load_exactly (files->pdata[i], &size);
    g_autoptr (GBytes) mdx = g_bytes_new_take (bytes, size);
    g_test_message ("%s", (const char *) files->pdata[i]);
    n += change_numbers (mdx, size > 200000 ? 3 : 12, i);
  }
  g_test_message ("%u numbers", n);
}

static char *
replaced (const char *text, const char *from, const char *to)
{
  const char *at = strstr (text, from);
  if (!at)
    g_error ("the text has no %s", from);
  return g_strdup_printf ("%.*s%s%s", (int) (at - text), text, to, at + strlen (from));
}

/* Each change by hand, and the notes that go with it, in the words of the report; all others stay. */
static const struct {
  const char *name, *from, *to, *gone;
} changes[] = {
  { "a name", "Model \"a 'name'\"", "Model \"another\"", "value:name" },
  { "a nan", "Rarity nan,", "Rarity 3,", "nan:sequences[0].rarity" },
  { "a triangle", "{ 0, 1, 2, 1, 3, 2, 2, 3, 4 },", "{ 0, 1, 2, 1, 4, 2, 2, 3, 4 },", "prims:geosets[0]" },
  { "another spelling", "Rarity nan,", "rarity NaN", NULL },
  { "a line that names one of two", "//@mdlx flags:bones[0:2].flags", "//@mdlx flags:bones[0:1,77].flags",
    "flags:bones[77:78].flags" },
  { "a chunk's line", "//@mdlx chunk:MD%20%25 AAECAwQF\n", "", NULL },
};

static void
hand_edit_drops_what_it_touches (void)
{
  MwModel *model;
  g_autofree char *text = odd_text (&model, NULL);
  mw_model_free (model);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
    g_autofree char *changed = replaced (text, changes[i].from, changes[i].to);
    g_autoptr (MwReport) report = mw_report_new ();
    g_test_message ("%s", changes[i].name);
    model = read_text (changed, strlen (changed), report);
    g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, changes[i].gone != NULL);
    for (guint k = 0; k < report->remarks->len; k++) {
      const MwRemark *remark = &g_array_index (report->remarks, MwRemark, k);
      if (remark->kind != MW_REMARK_UNKNOWN)
        continue;
      g_test_message ("%u: %s", remark->line, remark->text);
      g_assert_nonnull (strstr (remark->text, changes[i].gone));
      g_assert_cmpuint (remark->line, >, 100);
    }
    /* What is written of that has the other notes, and only them. */
    GError *error = NULL;
    g_autoptr (GBytes) again = mw_io_write (model, mdl800, NULL, &error);
    g_assert_no_error (error);
    g_autoptr (GBytes) mdx = mdx_of_text (g_bytes_get_data (again, NULL), g_bytes_get_size (again)),
                       same = mdx_of (model);
    g_assert_true (g_bytes_equal (mdx, same));
    g_autofree char *rest = g_strndup (g_bytes_get_data (again, NULL), g_bytes_get_size (again));
    guint before = count_lines (text, "//@mdlx ", ""), after = count_lines (rest, "//@mdlx ", "");
    gboolean whole_line = changes[i].gone && !strstr (changes[i].from, "//");
    g_assert_cmpuint (after, ==, before - (whole_line || changes[i].to[0] == 0));
    mw_model_free (model);
  }
}

/* A shape of the rare layout has no vertices; where a text gives it some it has the common layout. */
static void
layout_gives_way_to_what_it_has_not (void)
{
  for (guint i = 0; i < 2; i++) {
    g_autofree char *text = g_strdup_printf (
      "Version { FormatVersion 800, } Model \"\" { }\n"
      "CollisionShape \"a\" { Cylinder, Vertices 2 { { 0, 0, %u }, { 0, 0, 0 }, } BoundsRadius 0, }\n"
      "//@mdlx version 1\n//@mdlx variant:collision_shapes[0] 1\n//@mdlx value:collision_shapes[0].length 100\n",
      i);
    g_autoptr (MwReport) report = mw_report_new ();
    MwModel *model = read_text (text, strlen (text), report);
    const MwMdlxCollisionShape *shape = (const MwMdlxCollisionShape *) ((MwMdlx *) model)->nodes.items[0];
    g_assert_cmpuint (shape->node.record.variant, ==, 1 - i);
    g_assert_cmpfloat (shape->length, ==, i ? 0 : 100);
    g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, 2 * i);
    mw_model_free (model);
  }
}

/* Static values under tracks, and what stands where they are, on a real chain of them. */
static void
static_value_needs_its_track (void)
{
  static const char head[] =
    "Version { FormatVersion 800, } Model \"\" { }\nMaterials 1 { Material { Layer { FilterMode None,\n";
  static const char track[] = "Alpha 1 { Linear, 0: 0.5, }",
                    notes[] = "} } }\n//@mdlx version 1\n"
                              "//@mdlx base:materials[0].layers[0].alpha 0.25\n";
  for (guint i = 0; i < 3; i++) {
    const char *statements[] = { track, "static Alpha 0.75,", "" };
    const float expected[] = { 0.25f, 0.75f, 1 };
    g_autofree char *text = g_strconcat (head, statements[i], notes, NULL);
    g_autoptr (MwReport) report = mw_report_new ();
    MwModel *model = read_text (text, strlen (text), report);
    MwTarget target;
    g_assert_true (mw_path_resolve_one (model, "materials[0].layers[0].alpha", &target, NULL));
    g_assert_cmpfloat (*(float *) mw_field_at (target.record, target.field), ==, expected[i]);
    g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, i > 0);
    mw_model_free (model);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdl/side-channel/one number changed changes its bytes alone", one_number_changes_its_bytes);
  g_test_add_func ("/io/mdl/side-channel/one number changed changes its bytes alone in the corpus",
                   one_number_changes_its_bytes_in_the_corpus);
  g_test_add_func ("/io/mdl/side-channel/a change by hand drops the notes that it touches",
                   hand_edit_drops_what_it_touches);
  g_test_add_func ("/io/mdl/side-channel/a layout gives way to what it has not", layout_gives_way_to_what_it_has_not);
  g_test_add_func ("/io/mdl/side-channel/a static value needs its track", static_value_needs_its_track);
  return g_test_run ();
}
