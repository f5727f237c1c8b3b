/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem */
#include "core/io/mdl/side-channel.h"
#include "core/base/number.h"
#include "core/io/registry.h"
#include "core/schema/path.h"
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "tests/core/io/mdl/side-texts.h"

#include <string.h>

/* --- Ways there and back -------------------------------------------------------------------------------------------- */

/* A side channel has a size limit that does not include unknown chunks. */
static void
assert_small (GBytes *text, gsize mdx_size)
{
  gsize size, n = 0;
  const char *at = g_bytes_get_data (text, &size), *end = at + size, *next;
  for (; at < end; at = next) {
    next = memchr (at, '\n', (gsize) (end - at));
    next = next ? next + 1 : end;
    if (g_str_has_prefix (at, "//@mdlx ") && !g_str_has_prefix (at, "//@mdlx chunk:")
        && !g_str_has_prefix (at, "//@mdlx again:"))
      n += (gsize) (next - at);
  }
  g_assert_cmpuint (n, <=, 1024 + mdx_size / 100);
}

/* An MDX file that can be read gives the same bytes after a way through text, unless the text reports a loss. */
static gboolean
comes_back (const uint8_t *bytes, gsize size, gboolean *lossy)
{
  MwFormat format;
  MwModel *model = io_read_bytes (bytes, size, &format, NULL, NULL);
  guint losses;
  /* Damage can change the version. */
  if (model && format.version != mdx800.version)
    g_clear_pointer (&model, mw_model_free);
  if (!model)
    return FALSE;
  g_autoptr (GBytes) same = side_mdx_of (model), text = side_text_of (model, NULL, &losses);
  g_autoptr (GBytes) back = side_mdx_of_text (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  losses += side_spelling_left_out;
  *lossy = losses > 0;
  assert_small (text, g_bytes_get_size (same));
  if (!losses && !g_bytes_equal (same, back))
    g_error ("nothing is lost, but the file is another: %s", (const char *) g_bytes_get_data (text, NULL));
  mw_model_free (model);
  return TRUE;
}

/* --- Whole files ---------------------------------------------------------------------------------------------------- */

static void
corpus_comes_back (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  if (!files)
    return;
  for (guint i = 0; i < files->len; i += work_fraction ()) {
    gsize size;
    gboolean lossy;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    g_test_message ("%s", (const char *) files->pdata[i]);
    g_assert_true (comes_back (bytes, size, &lossy));
    g_assert_false (lossy);
  }
}

/* The other versions of both families, if they can be read. FALSE: this one cannot. */
static gboolean
other_version_comes_back (const char *path)
{
  gsize size;
  MwFormat format, found;
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  MwModel *model = io_read_bytes (bytes, size, &format, NULL, &error);
  if (g_error_matches (error, MW_ERROR, MW_ERROR_UNSUPPORTED))
    return FALSE;
  g_assert_no_error (error);
  MwFormat as_text = format;
  as_text.text = TRUE;
  mw_mdl_set_side_channel (model, TRUE);
  g_autoptr (GBytes) text = io_write_bytes (model, as_text, NULL, report, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report->losses->len, ==, 0);
  assert_small (text, size);
  MwModel *again = io_read_bytes (g_bytes_get_data (text, NULL), g_bytes_get_size (text), &found, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) back = io_write_bytes (again, format, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (back, NULL), g_bytes_get_size (back), bytes, size);
  mw_model_free (again);
  mw_model_free (model);
  return TRUE;
}

static void
other_versions_come_back (void)
{
  static const char *const folders[] = { "mdx1000", "mdx1100", "mdx1300" };
  guint n = 0;
  for (guint k = 0; k < G_N_ELEMENTS (folders); k++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[k]);
    if (!files)
      return;
    for (guint i = 0; i < files->len; i += work_fraction ()) {
      g_test_message ("%s", (const char *) files->pdata[i]);
      n += other_version_comes_back (files->pdata[i]);
    }
  }
  g_test_message ("%u files", n);
  if (n == 0)
    g_test_skip ("no other version is read");
}

/* Changes the bytes of a file with everything in it, one at a time; whatever can still be read comes back. */
static void
any_byte_comes_back (void)
{
  gsize size, odd;
  g_autofree uint8_t *bytes = load_roomy_everything (&size, &odd);
  GRand *rand = g_rand_new_with_seed (800);
  guint read = 0, lossy = 0, fraction = 16 * work_fraction ();
  for (gsize at = 4; at < odd; at += (gsize) g_rand_int_range (rand, 1, (gint) (2 * fraction))) {
    uint8_t before = bytes[at];
    gboolean lost = FALSE;
    bytes[at] ^= (uint8_t) g_rand_int_range (rand, 1, 256);
    if (comes_back (bytes, size, &lost))
      read++;
    lossy += lost;
    bytes[at] = before;
  }
  g_test_message ("%u files, %u of them with losses", read, lossy);
  g_assert_cmpuint (read, >, 2000 / fraction);
  /* Only sizes of primitive groups that do not fit the faces have no note. */
  g_assert_cmpuint (lossy, <=, read / 100);
  g_rand_free (rand);
}

/* Each float of the file in turn becomes a NaN with sign and payload. */
static void
every_nan_comes_back (void)
{
  gsize size, odd;
  g_autofree uint8_t *bytes = load_roomy_everything (&size, &odd);
  MwFormat format;
  GError *error = NULL;
  MwModel *model = io_read_bytes (bytes, size, &format, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  g_bytes_unref (io_write_bytes (model, mdx800, map, NULL, &error));
  guint n = 0;
  for (guint i = 0; i < map->entries->len; i += work_fraction ()) {
    const MwBytes *entry = &g_array_index (map->entries, MwBytes, i);
    const MwField *field = entry->field;
    if (entry->kind != MW_BYTES_VALUE || !field
        || (field->type == MW_TYPE_ARRAY ? field->element : field->type) != MW_TYPE_F32)
      continue;
    static const uint32_t nan = 0xFF812345;
    uint32_t before;
    gboolean lost;
    /* The first number of an array, or the last. */
    uint8_t *at = bytes + entry->offset + (n % 2 ? entry->size - 4 : 0);
    memcpy (&before, at, 4);
    memcpy (at, &nan, 4);
    g_assert_true (comes_back (bytes, size, &lost));
    g_assert_false (lost);
    memcpy (at, &before, 4);
    n++;
  }
  g_test_message ("%u numbers", n);
  g_assert_cmpuint (n, >, 100 / work_fraction ());
  mw_model_free (model);
}

/* --- Elements after those that text states ---------------------------------------------------------------------------- */

/* Makes an array longer by n elements whose bytes are 1, 2, 3 ... */
static void
lengthen (MwModel *model, const char *path, guint n)
{
  MwTarget target;
  g_assert_true (mw_path_resolve_one (model, path, &target, NULL));
  MwArray *array = mw_field_at (target.record, target.field);
  gsize size = mw_field_element_size (target.field), old = array->n * size;
  g_autofree uint8_t *bytes = g_malloc (old + n * size);
  memcpy (bytes, array->data, old);
  for (gsize i = 0; i < n * size; i++)
    bytes[old + i] = target.field->element == MW_TYPE_REF ? 0 : (uint8_t) (i + 1);
  MwArray longer = mw_array_copy (bytes, (uint32_t) (array->n + n), size);
  mw_array_clear (array);
  *array = longer;
}

static void
elements_that_text_does_not_state_come_back (void)
{
  static const struct {
    const char *path, *line;
  } cases[] = { { "geosets[0].group_members", "tail:geosets[0].group_members [0,0]" },
                { "geosets[0].faces", "tail:geosets[0].faces [513,1027]" },
                { "geosets[0].primitive_types", "tail:geosets[0].primitive_types [67305985,134678021]" },
                { "geosets[0].group_sizes", "value:geosets[0].group_sizes[5] 134678021" } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gsize size, odd;
    guint losses;
    MwFormat format;
    g_autofree uint8_t *bytes = load_roomy_everything (&size, &odd);
    g_autofree char *line = g_strdup_printf ("\n//@mdlx %s\n", cases[i].line);
    MwModel *model = io_read_bytes (bytes, size, &format, NULL, NULL);
    lengthen (model, cases[i].path, 2);
    g_autoptr (GBytes) mdx = side_mdx_of (model), text = side_text_of (model, NULL, &losses);
    g_assert_cmpuint (losses, ==, 0);
    g_autofree char *string = g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
    if (!strstr (string, line))
      g_error ("found no line %s", cases[i].line);
    g_autoptr (GBytes) back = side_mdx_of_text (string, strlen (string));
    g_assert_true (g_bytes_equal (mdx, back));
    mw_model_free (model);
  }
}

/* --- One file with a note of every kind ----------------------------------------------------------------------------- */

static void
has_every_note (void)
{
  static const char *const lines[] = {
    "version 1",
    "chunk:INFO \"hello\"",
    "chunk:MD%20%25 AAECAwQF",
    "chunk:INFO \"\"",
    "trailing AQI=",
    "strtail:animation_file [252,\"PDR\"]",
    "value:name \"a \\\"name\\\"\"",
    "flags:bones[0:2].flags [2147483648,0]",
    "flags:helpers[0:2].flags [256,0]",
    "nan:sequences[0].rarity \"nan(0xffc00001)\"",
    "prims:geosets[0] [[5,5],[6,4],[0,2,[1,4]],4]",
  };
  MwModel *model;
  g_autofree char *text = side_odd_text (&model, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autofree char *line = g_strdup_printf ("\n//@mdlx %s\n", lines[i]);
    if (!strstr (text, line))
      g_error ("found no line %s", lines[i]);
  }
  g_assert_nonnull (strstr (text, "\n//@mdlx chunkorder \"INFO INFO VERS "));
  mw_model_free (model);
}

/* A text with a side channel keeps the same one when it is written again. */
static void
is_kept (void)
{
  MwModel *model;
  g_autofree char *text = side_odd_text (&model, NULL);
  mw_model_free (model);
  model = side_read_text (text, strlen (text), NULL);
  GError *error = NULL;
  g_autoptr (GBytes) again = io_write_bytes (model, mdl800, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (again, NULL), g_bytes_get_size (again), text, strlen (text));
  mw_mdl_set_side_channel (model, FALSE);
  g_autoptr (GBytes) without = io_write_bytes (model, mdl800, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autofree char *plain = g_strndup (g_bytes_get_data (without, NULL), g_bytes_get_size (without));
  g_assert_true (g_str_has_prefix (text, plain));
  g_assert_null (strstr (plain, "//"));
  mw_model_free (model);
}

/* --- Changes by hand ------------------------------------------------------------------------------------------------ */

/* Whether a number in the text is a value; its place in the binary file is found by what changes there. */
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
  /* A count comes before a brace, or before another count. */
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

/* After a number in its text was changed, an MDX that is fully stated differs in one place of at most four bytes. */
static void
change_number (const char *text, gsize at, gsize end, const uint8_t *mdx, gsize size)
{
  g_autofree char *number = g_strndup (text + at, end - at);
  gboolean is_float = strpbrk (number, ".e") != NULL;
  /* Replaces a digit: the first one of a fraction, the last one of an integer. */
  char *digit = is_float ? number + (*number == '-') : number + strlen (number) - 1;
  *digit = *digit == '1' ? '2' : '1';
  /* The smallest numbers have many spellings. */
  float before, after;
  size_t used;
  if (is_float && mw_float_from_text (text + at, end - at, &used, &before)
      && mw_float_from_text (number, strlen (number), &used, &after) && memcmp (&before, &after, 4) == 0)
    return;
  g_autofree char *changed = g_strdup_printf ("%.*s%s%s", (int) at, text, number, text + end);
  g_autoptr (GBytes) other = side_mdx_of_text (changed, strlen (changed));
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
  MwModel *model = io_read_bytes (bytes, size, &format, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  g_autoptr (GBytes) written = side_text_of (model, map, &losses);
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
    /* Ids and counts are derived; the version decides how to read the text. */
    if (!owner || strcmp (owner->field->name, "version") == 0)
      continue;
    /* Triangles of groups that were not triangles: a change voids the note about their type. */
    if (strcmp (owner->field->name, "faces") == 0 && strstr (notes, "//@mdlx prims:"))
      continue;
    /* Text states what only the usual layout has, so a change there voids the note about the other layout. */
    const MwRecord *record = mw_model_find (model, owner->record);
    if (record->variant)
      continue;
    /* Without PIVT all pivots are at the origin; another pivot would need the chunk. */
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
  g_autoptr (GBytes) odd = side_odd_mdx ();
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

/* Each change by hand, and the notes that it voids, in the words of the report; all other notes stay. */
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
  g_autofree char *text = side_odd_text (&model, NULL);
  mw_model_free (model);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
    g_autofree char *changed = replaced (text, changes[i].from, changes[i].to);
    g_autoptr (MwReport) report = mw_report_new ();
    g_test_message ("%s", changes[i].name);
    model = side_read_text (changed, strlen (changed), report);
    g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, changes[i].gone != NULL);
    for (guint k = 0; k < report->remarks->len; k++) {
      const MwRemark *remark = &g_array_index (report->remarks, MwRemark, k);
      if (remark->kind != MW_REMARK_UNKNOWN)
        continue;
      g_test_message ("%u: %s", remark->line, remark->text);
      g_assert_nonnull (strstr (remark->text, changes[i].gone));
      g_assert_cmpuint (remark->line, >, 100);
    }
    /* The text written from the result has exactly the other notes. */
    GError *error = NULL;
    g_autoptr (GBytes) again = io_write_bytes (model, mdl800, NULL, NULL, &error);
    g_assert_no_error (error);
    g_autoptr (GBytes) mdx = side_mdx_of_text (g_bytes_get_data (again, NULL), g_bytes_get_size (again)),
                       same = side_mdx_of (model);
    g_assert_true (g_bytes_equal (mdx, same));
    g_autofree char *rest = g_strndup (g_bytes_get_data (again, NULL), g_bytes_get_size (again));
    guint before = side_count_lines (text, "//@mdlx ", ""), after = side_count_lines (rest, "//@mdlx ", "");
    gboolean whole_line = changes[i].gone && !strstr (changes[i].from, "//");
    g_assert_cmpuint (after, ==, before - (whole_line || changes[i].to[0] == 0));
    mw_model_free (model);
  }
}

/* A shape in the rare layout has no vertices; if the text gives it some, it has the common layout. */
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
    MwModel *model = side_read_text (text, strlen (text), report);
    const MwMdlxCollisionShape *shape = (const MwMdlxCollisionShape *) ((MwMdlx *) model)->nodes.items[0];
    g_assert_cmpuint (shape->node.record.variant, ==, 1 - i);
    g_assert_cmpfloat (shape->length, ==, i ? 0 : 100);
    g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, 2 * i);
    mw_model_free (model);
  }
}

/* A `base` note holds only while its track is there: a static value in the text wins, and without either the value is the
 * default. */
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
    MwModel *model = side_read_text (text, strlen (text), report);
    MwTarget target;
    g_assert_true (mw_path_resolve_one (model, "materials[0].layers[0].alpha", &target, NULL));
    g_assert_cmpfloat (*(float *) mw_field_at (target.record, target.field), ==, expected[i]);
    g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, i > 0);
    mw_model_free (model);
  }
}

/* --- Lines that make no sense --------------------------------------------------------------------------------------- */

static const char *const bad_lines[] = {
  "",
  "version",
  "version 2",
  "version one",
  "nothing 1",
  "nothing:bones[0].flags 1",
  "flags:bones[0].flags",
  "flags:bones[0].flags 1",
  "flags:bones[0].flags [1",
  "flags:bones[0].flags [1,2] 3",
  "flags:bones[0].flags [1,1]",
  "flags:bones[0].flags [-1,0]",
  "flags:bones[0].flags [4294967296,0]",
  "flags:bones[0].flags [8,0]",
  "flags:bones[99999].flags [256,0]",
  "flags:bones[0:4294967295].name [256,0]",
  "flags:bones[1:0,x].flags [256,0]",
  "flags:bones[*].flags [256,0]",
  "flags:bones[\"a\"].flags [256,0]",
  "flags:bones[0].flags.billboarded [256,0]",
  "flags:bones[0 [256,0]",
  "flags:bones[18446744073709551616].flags [256,0]",
  "flags:unknown_chunks[0].tag [256,0]",
  "base:bones[0].flags 1",
  "base:bones[0] 1",
  "value:version 900",
  "value:name \"x\"",
  "value:name 7",
  "value:name \"\\q\"",
  "value:name \"\\u0100\"",
  "value:name \"\\u0000\"",
  "value:name \"no end",
  "value:name bm90aGluZyA=x",
  "value:bones \"a\"",
  "value:geosets[0].vertices []",
  "value:geosets[0].vertices [[1,2]]",
  "value:geosets[0].vertices[0].x 99",
  "value:geosets[0].vertices[0] 99",
  "value:geosets[0].vertices[4294967295].x 99",
  "value:bones[0].rotation.track.keys.value []",
  "tail:bones[0].rotation.track.keys.value []",
  "tail:geosets[0].faces[0] [1]",
  "tail:name \"x\"",
  "tail:bones [1]",
  "tail:bones[0] [1]",
  "tail:geosets[0].faces [1",
  "tail:geosets[0].normals [1,2,3]",
  "tail:geosets[0].normals [[1,2,3]]",
  "nan:geosets[0].vertices[0].x \"nan(0x7fc00001)\"",
  "nan:geosets[0].vertices[0].x 1",
  "nan:geosets[0].vertices \"nan(0x7fc00001)\"",
  "nan:name \"nan(0x7fc00001)\"",
  "nan:geosets[0].faces[0] \"nan(0x7fc00001)\"",
  "nan:geosets[0].vertex_groups[0] \"nan(0x7fc00001)\"",
  "strtail:name [0,\"x\"]",
  "strtail:name [2,\"x\"]",
  "strtail:name [79,\"xx\"]",
  "strtail:name [100,\"x\"]",
  "strtail:name [70,\"\"]",
  "strtail:name [70,{\"base64\": \"A\"}]",
  "strtail:bones[0].flags [70,\"x\"]",
  "trackorder:bones[0].flags \"KGTR\"",
  "trackorder:bones[0].translation.track \"XXXX\"",
  "trackorder:bones[0].translation.track \"KGT\"",
  "trackorder:bones[0].translation.track KGTR",
  "chunk:GEOS \"x\"",
  "chunk:TOOLONG \"x\"",
  "chunk: \"x\"",
  "chunk:AB%zz \"x\"",
  "chunk:ABCD",
  "chunk:ABCD A",
  "chunk:ABCD ====",
  "chunk:ABCD AAA=AAA=",
  "chunk:ABCD AA*A",
  "chunkorder 5",
  "chunkorder \"\"",
  "chunkorder \"VER\"",
  "chunkorder \"VERS VERS\"",
  "chunkorder \"VERS:x\"",
  "trailing \"\"",
  "trailing \"12345678\"",
  "pivots \"x\"",
  "pivots AAAAAA==",
  "variant:collision_shapes[0] 1",
  "variant:collision_shapes[0] 255",
  "variant:bones[0] 1",
  "prims:geosets[0] []",
  "prims:geosets[0] [7]",
  "prims:geosets[0] [[5,4294967295]]",
  "prims:geosets[0].faces [4]",
  "prims:bones[0] [4]",
  "note:text-tail:name \"x\"",
  "note:layout",
  "note:layout:bones[0]#x \"x\"",
  "note:layout:bones[99999] \"x\"",
  "count:bones",
  "count:bones -1",
  "count:bones x",
  "count:nothing 1",
  "count:bones[0] 1",
  "count:geosets[0].normals.x 1",
  "count:bones [1]",
  "count:bones [1,2]",
  "count:bones [99,\"AAAA\"]",
  "count:bones [1,\"AA*A\"]",
  "count:geosets[0].vertices [5,\"AAAAAAAA\"]",
  "count:geosets[00].vertices 5",
  "count:materials[99999].layers 1",
};

static void
bad_lines_are_named (void)
{
  gsize size;
  g_autofree uint8_t *bytes = load_everything (&size);
  MwFormat format;
  MwModel *model = io_read_bytes (bytes, size, &format, NULL, NULL);
  g_autoptr (GBytes) written = io_write_bytes (model, mdl800, NULL, NULL, NULL);
  g_autofree char *text = g_strndup (g_bytes_get_data (written, NULL), g_bytes_get_size (written));
  MwModel *plain = side_read_text (text, strlen (text), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (bad_lines); i++) {
    g_autofree char *with = g_strconcat (text, "//@mdlx ", bad_lines[i], "\n", NULL);
    g_autoptr (MwReport) report = mw_report_new ();
    g_autofree char *where = NULL;
    MwModel *read = side_read_text (with, strlen (with), report);
    g_assert_cmpuint (report->n[MW_REMARK_COMMENT], ==, 0);
    if (report->n[MW_REMARK_UNKNOWN] == 0)
      g_error ("nothing is said of: %s", bad_lines[i]);
    if (!mw_model_equal (plain, read, mdx800, &where))
      g_error ("%s is another after: %s", where, bad_lines[i]);
    mw_model_free (read);
  }
  mw_model_free (plain);
  mw_model_free (model);
}

/* The lines with the mark count, whatever is in them. */
static void
size_is_counted (void)
{
  static const char text[] = "Version { FormatVersion 800, }\n//@mdlx version 1\n// other\n//@mdlx x";
  guint n_lines;
  gsize n_bytes;
  mw_mdl_side_channel_size (text, strlen (text), &n_lines, &n_bytes);
  g_assert_cmpuint (n_lines, ==, 2);
  g_assert_cmpuint (n_bytes, ==, strlen ("//@mdlx version 1\n//@mdlx x"));
  mw_mdl_side_channel_size (text, strlen ("Version"), &n_lines, &n_bytes);
  g_assert_cmpuint (n_lines + n_bytes, ==, 0);
}

/* A second line with the same key, a NUL, a line of a megabyte, a hundred thousand lines, a range of all numbers. */
static void
many_and_large_lines_are_named (void)
{
  static const char head[] = "Version { FormatVersion 800, } Model \"\" { }\nHelper \"a\" { }\n";
  g_autoptr (MwReport) report = mw_report_new ();
  GString *text = g_string_new (head);
  g_string_append (text, "//@mdlx flags:helpers[0].flags [256,0]\n//@mdlx flags:helpers[0].flags [512,0]\n//@mdlx a");
  g_string_append_len (text, "\0b 1\n//@mdlx value:name \"", 24);
  for (guint i = 0; i < 1 << 20; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\"\n//@mdlx flags:helpers[0:4294967295].flags [512,0]\n");
  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "//@mdlx flags:helpers[%u].flags [256,0]\n", i + 1);
  MwModel *model = side_read_text (text->str, text->len, report);
  /* Of all these, only the first line and its range hold. */
  g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, 4 + 100000);
  g_assert_cmpuint (report->remarks->len, <=, MW_REPORT_KEPT + 10);
  MwTarget target;
  g_assert_true (mw_path_resolve_one (model, "helpers[0].flags", &target, NULL));
  g_assert_cmphex (*(uint32_t *) mw_field_at (target.record, target.field), ==, 0x300);
  mw_model_free (model);
  g_string_free (text, TRUE);
}

/* --- How large it may be -------------------------------------------------------------------------------------------- */

/* Thousands of NaNs exceed the limit: the field is lost, and what was kept is within the limit. */
static void
what_is_too_much_is_lost (void)
{
  gsize size, odd;
  g_autofree uint8_t *bytes = load_roomy_everything (&size, &odd);
  MwFormat format;
  MwModel *model = io_read_bytes (bytes, size, &format, NULL, NULL);
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) ((MwMdlx *) model)->geosets.items[0];
  mw_array_clear (&geoset->vertices);
  geoset->vertices = mw_array_new (3000, 12);
  for (guint i = 0; i < 9000; i++) {
    uint32_t bits = 0x7F800001 + i;
    memcpy ((char *) geoset->vertices.data + 4 * (gsize) i, &bits, 4);
  }
  guint losses;
  g_autoptr (GBytes) text = side_text_of (model, NULL, &losses), mdx = side_mdx_of (model);
  assert_small (text, g_bytes_get_size (mdx));
  g_assert_cmpuint (losses, ==, 1);
  mw_model_free (model);
}

/* Bytes after names need more room than there is; notes that prevent a loss have priority. */
static void
losses_come_before_spelling (void)
{
  enum { N = 16 };
  char tail[100] = "x";
  GString *made = g_string_new ("Version { FormatVersion 800, } Model \"\" { }\n");
  g_string_append_printf (made, "Textures %u {\n", N);
  for (guint i = 0; i < N; i++)
    g_string_append (made, "Bitmap { Image \"a.blp\", }\n");
  g_string_append (made, "}\n");
  MwModel *model = side_read_text (made->str, made->len, NULL);
  for (guint i = 0; i < N; i++) {
    g_autofree char *path = g_strdup_printf ("textures[%u].flags", i);
    MwTarget target;
    tail[0] = (char) (1 + i); /* so that each needs its own line */
    side_set_bits (model, path, 0x100 + 0x100 * i);
    g_assert_true (mw_path_resolve_one (model, path, &target, NULL));
    mw_notes_add (target.record, MW_NOTE_TEXT_TAIL, mw_schema_field (target.record->schema, "path"), 20, tail,
                  sizeof tail, sizeof tail);
  }
  guint losses;
  g_autoptr (GBytes) text = side_text_of (model, NULL, &losses), mdx = side_mdx_of (model);
  g_autofree char *lines = g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  assert_small (text, g_bytes_get_size (mdx));
  g_assert_cmpuint (losses, ==, 0);
  guint tails = side_count_lines (lines, "//@mdlx strtail:", "");
  g_assert_true (tails > 0 && tails < N);
  mw_model_free (model);
  g_string_free (made, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdl/side channel/its lines and bytes are counted", size_is_counted);
  g_test_add_func ("/io/mdl/side-channel/elements that text does not state come back",
                   elements_that_text_does_not_state_come_back);
  g_test_add_func ("/io/mdl/side-channel/files of the corpus come back byte for byte", corpus_comes_back);
  g_test_add_func ("/io/mdl/side-channel/files of other versions come back byte for byte", other_versions_come_back);
  g_test_add_func ("/io/mdl/side-channel/a file with any byte changed comes back byte for byte", any_byte_comes_back);
  g_test_add_func ("/io/mdl/side-channel/the bits of every NaN come back", every_nan_comes_back);
  g_test_add_func ("/io/mdl/side-channel/has a line for each kind of note", has_every_note);
  g_test_add_func ("/io/mdl/side-channel/a text keeps its side channel", is_kept);
  g_test_add_func ("/io/mdl/side-channel/changing one number changes only its bytes", one_number_changes_its_bytes);
  g_test_add_func ("/io/mdl/side-channel/changing one number changes only its bytes in the corpus",
                   one_number_changes_its_bytes_in_the_corpus);
  g_test_add_func ("/io/mdl/side-channel/a change by hand drops the notes that it touches",
                   hand_edit_drops_what_it_touches);
  g_test_add_func ("/io/mdl/side-channel/a layout note is dropped if the text has a value that it lacks",
                   layout_gives_way_to_what_it_has_not);
  g_test_add_func ("/io/mdl/side-channel/a static value is kept only with its track", static_value_needs_its_track);
  g_test_add_func ("/io/mdl/side-channel/invalid lines are reported", bad_lines_are_named);
  g_test_add_func ("/io/mdl/side-channel/too many or too large lines are reported", many_and_large_lines_are_named);
  g_test_add_func ("/io/mdl/side-channel/what has no room in it is lost", what_is_too_much_is_lost);
  g_test_add_func ("/io/mdl/side-channel/losses have priority over notes", losses_come_before_spelling);
  return g_test_run ();
}
