/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem */
#include "core/io/mdl/side-channel.h"
#include "core/base/number.h"
#include "core/io/registry.h"
#include "core/schema/path.h"
#include "tests/core/corpus.h"

#include <string.h>

static const MwFormat mdx800 = { MW_FAMILY_MDX, 800, FALSE }, mdl800 = { MW_FAMILY_MDX, 800, TRUE };

/* --- Ways there and back -------------------------------------------------------------------------------------------- */

/* Of the last text that was written: notes on spelling that found no room. They are named, as warnings. */
static guint spelling_left_out;

/* The text with its side channel; *losses gets how much it cannot state all the same. */
static GBytes *
text_of (MwModel *model, MwByteMap *map, guint *losses)
{
  GError *error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  mw_mdl_set_side_channel (model, TRUE);
  GBytes *text = mw_io_write_reported (model, mdl800, map, report, &error);
  g_assert_no_error (error);
  mw_io_prove_reported (model, mdl800, text, report, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < report->losses->len; i++)
    g_test_message ("lost: %s", g_array_index (report->losses, MwLoss, i).path);
  spelling_left_out = 0;
  for (guint i = 0; i < report->remarks->len; i++)
    spelling_left_out += strstr (g_array_index (report->remarks, MwRemark, i).text, "has no room") != NULL;
  if (losses)
    *losses = report->losses->len;
  return text;
}

static MwModel *
read_text (const char *text, gsize size, MwReport *report)
{
  GError *error = NULL;
  MwFormat format;
  MwModel *model = mw_io_read_reported ((const uint8_t *) text, size, &format, report, &error);
  g_assert_no_error (error);
  return model;
}

static GBytes *
mdx_of (const MwModel *model)
{
  GError *error = NULL;
  GBytes *mdx = mw_io_write (model, mdx800, NULL, &error);
  g_assert_no_error (error);
  return mdx;
}

static GBytes *
mdx_of_text (const char *text, gsize size)
{
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *model = read_text (text, size, report);
  if (report->n[MW_REMARK_UNKNOWN] + report->n[MW_REMARK_COMMENT])
    g_error ("%s", g_array_index (report->remarks, MwRemark, 0).text);
  g_assert_true (mw_mdl_has_side_channel (model));
  GBytes *mdx = mdx_of (model);
  mw_model_free (model);
  return mdx;
}

/* A side channel has at most so many bytes, its unknown chunks not counted. */
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

/* Bytes of an MDX file that can be read: the same again by way of text, but where the text says what is lost. */
static gboolean
comes_back (const uint8_t *bytes, gsize size, gboolean *lossy)
{
  MwFormat format;
  MwModel *model = mw_io_read_bytes (bytes, size, &format, NULL);
  guint losses;
  /* Damage can make another version of it. */
  if (model && format.version != mdx800.version)
    g_clear_pointer (&model, mw_model_free);
  if (!model)
    return FALSE;
  g_autoptr (GBytes) same = mdx_of (model), text = text_of (model, NULL, &losses);
  g_autoptr (GBytes) back = mdx_of_text (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  losses += spelling_left_out;
  *lossy = losses > 0;
  assert_small (text, g_bytes_get_size (same));
  if (!losses && !g_bytes_equal (same, back))
    g_error ("nothing is lost, but the file is another: %s", (const char *) g_bytes_get_data (text, NULL));
  mw_model_free (model);
  return TRUE;
}

static uint8_t *
load_everything (gsize *size)
{
  g_autofree char *path = sample_path ("everything.mdx");
  return load_exactly (path, size);
}

/* The same with a large unknown chunk behind: in a file of this size so many odd things in little room are no more than a side
 * channel takes. */
static uint8_t *
load_roomy_everything (gsize *size, gsize *odd)
{
  const guint32 room = 400000;
  g_autofree uint8_t *bytes = load_everything (odd);
  uint8_t *roomy = g_malloc (*odd + 8 + room);
  memcpy (roomy, bytes, *odd);
  memcpy (roomy + *odd, "ROOM", 4);
  memcpy (roomy + *odd + 4, &room, 4);
  memset (roomy + *odd + 8, ' ', room);
  *size = *odd + 8 + room;
  return roomy;
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

/* The other versions, of both families, as far as they are read at all. FALSE: this one is not. */
static gboolean
other_version_comes_back (const char *path)
{
  gsize size;
  MwFormat format, found;
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  MwModel *model = mw_io_read_bytes (bytes, size, &format, &error);
  if (g_error_matches (error, MW_ERROR, MW_ERROR_UNSUPPORTED))
    return FALSE;
  g_assert_no_error (error);
  MwFormat as_text = format;
  as_text.text = TRUE;
  mw_mdl_set_side_channel (model, TRUE);
  g_autoptr (GBytes) text = mw_io_write_reported (model, as_text, NULL, report, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report->losses->len, ==, 0);
  assert_small (text, size);
  MwModel *again = mw_io_read_bytes (g_bytes_get_data (text, NULL), g_bytes_get_size (text), &found, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) back = mw_io_write (again, format, NULL, &error);
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

/* Bytes of a file with everything in it, one at a time, become others; what can still be read comes back. */
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
  /* Sizes of primitive groups that do not fit the faces are the one thing without a note. */
  g_assert_cmpuint (lossy, <=, read / 100);
  g_rand_free (rand);
}

/* Each float of the file, one at a time, becomes a NaN with sign and payload. */
static void
every_nan_comes_back (void)
{
  gsize size, odd;
  g_autofree uint8_t *bytes = load_roomy_everything (&size, &odd);
  MwFormat format;
  GError *error = NULL;
  MwModel *model = mw_io_read_bytes (bytes, size, &format, &error);
  g_assert_no_error (error);
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  g_bytes_unref (mw_io_write (model, mdx800, map, &error));
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
    memcpy (&before, bytes + entry->offset, 4);
    memcpy (bytes + entry->offset, &nan, 4);
    g_assert_true (comes_back (bytes, size, &lost));
    g_assert_false (lost);
    memcpy (bytes + entry->offset, &before, 4);
    n++;
  }
  g_test_message ("%u numbers", n);
  g_assert_cmpuint (n, >, 100 / work_fraction ());
  mw_model_free (model);
}

/* --- One file with a note of every kind ----------------------------------------------------------------------------- */

static void
set (MwModel *model, const char *path, const void *value)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (model, path, &target, &error);
  g_assert_no_error (error);
  memcpy (mw_field_at (target.record, target.field), value, mw_field_storage_size (target.field));
}

static void
set_bits (MwModel *model, const char *path, uint32_t bits)
{
  set (model, path, &bits);
}

static GBytes *
odd_mdx (void)
{
  gsize size, odd;
  g_autofree uint8_t *bytes = load_roomy_everything (&size, &odd);
  MwFormat format;
  GError *error = NULL;
  MwModel *model = mw_io_read_bytes (bytes, size, &format, &error);
  g_assert_no_error (error);
  MwMdlx *mdlx = (MwMdlx *) model;
  MwTarget target;
  set_bits (model, "bones[0].flags", 0x80000108);
  set_bits (model, "bones[1].flags", 0x80000100);
  set_bits (model, "helpers[0].flags", 0x100);
  set_bits (model, "geoset_animations[0].flags", 0x1A);
  set_bits (model, "sequences[0].rarity", 0xFFC00001);
  set_bits (model, "textures[0].flags", 0xF3);
  mw_text_set (&mdlx->name, "a \"name\"", 8);
  mw_notes_add (&model->record, MW_NOTE_TEXT_TAIL, mw_schema_field (model->record.schema, "animation_file"), 252, "PDR",
                3, 3);
  mw_notes_add (&model->record, MW_NOTE_TRAILING, NULL, 0, "\1\2", 2, 2);
  /* Groups that are a strip, a fan and points. */
  g_assert_true (mw_path_resolve_one (model, "geosets[0]", &target, NULL));
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) target.record;
  mw_array_clear (&geoset->faces);
  mw_array_clear (&geoset->primitive_types);
  mw_array_clear (&geoset->primitive_sizes);
  geoset->faces = mw_array_copy ((const uint16_t[]) { 0, 1, 2, 3, 4, 2, 1, 0, 3, 1, 4, 0, 1, 2 }, 14, 2);
  geoset->primitive_types = mw_array_copy ((const uint32_t[]) { 5, 6, 0, 4 }, 4, 4);
  geoset->primitive_sizes = mw_array_copy ((const uint32_t[]) { 5, 4, 2, 3 }, 4, 4);
  GBytes *mdx = mdx_of (model);
  mw_model_free (model);

  /* Unknown chunks, one of them in front; an empty PREM behind. */
  gsize length;
  const uint8_t *from = g_bytes_get_data (mdx, &length);
  GByteArray *to = g_byte_array_new ();
  g_byte_array_append (to, (const guint8 *) "MDLXINFO\5\0\0\0hello", 17);
  g_byte_array_append (to, from + 4, (guint) length - 6);
  g_byte_array_append (to, (const guint8 *) "MD %\6\0\0\0\0\1\2\3\4\5PREM\0\0\0\0INFO\0\0\0\0\1\2", 32);
  g_bytes_unref (mdx);
  return g_byte_array_free_to_bytes (to);
}

/* The text of that, and the model. */
static char *
odd_text (MwModel **model, MwByteMap *map)
{
  g_autoptr (GBytes) mdx = odd_mdx ();
  MwFormat format;
  GError *error = NULL;
  guint losses;
  *model = mw_io_read_bytes (g_bytes_get_data (mdx, NULL), g_bytes_get_size (mdx), &format, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) text = text_of (*model, map, &losses);
  g_assert_cmpuint (losses, ==, 0);
  g_autoptr (GBytes) back = mdx_of_text (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  g_assert_true (g_bytes_equal (mdx, back));
  return g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
}

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
  g_autofree char *text = odd_text (&model, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autofree char *line = g_strdup_printf ("\n//@mdlx %s\n", lines[i]);
    if (!strstr (text, line))
      g_error ("found no line %s", lines[i]);
  }
  g_assert_nonnull (strstr (text, "\n//@mdlx chunkorder \"INFO INFO VERS "));
  mw_model_free (model);
}

/* A text that has a side channel has it again when it is written again, and the same one. */
static void
is_kept (void)
{
  MwModel *model;
  g_autofree char *text = odd_text (&model, NULL);
  mw_model_free (model);
  model = read_text (text, strlen (text), NULL);
  GError *error = NULL;
  g_autoptr (GBytes) again = mw_io_write (model, mdl800, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (again, NULL), g_bytes_get_size (again), text, strlen (text));
  mw_mdl_set_side_channel (model, FALSE);
  g_autoptr (GBytes) without = mw_io_write (model, mdl800, NULL, &error);
  g_assert_no_error (error);
  g_autofree char *plain = g_strndup (g_bytes_get_data (without, NULL), g_bytes_get_size (without));
  g_assert_true (g_str_has_prefix (text, plain));
  g_assert_null (strstr (plain, "//"));
  mw_model_free (model);
}

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

/* Lines with something in them, those with counts not counted. */
static guint
count_lines (const char *text, const char *head, const char *list)
{
  guint n = 0;
  for (const char *at = text; (at = strstr (at, head)); at++) {
    g_autofree char *line = g_strndup (at, strcspn (at, "\n"));
    n += strstr (line, list) && !strstr (line, " count:");
  }
  return n;
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

/* --- Blocks more or less -------------------------------------------------------------------------------------------- */

/* What the report says is not kept, with all others: `list` is in the key of each. How many there are. */
static guint
dropped (const MwReport *report, const char *list)
{
  for (guint i = 0; i < report->remarks->len; i++) {
    const MwRemark *remark = &g_array_index (report->remarks, MwRemark, i);
    if (remark->kind == MW_REMARK_UNKNOWN && !strstr (remark->text, list))
      g_error ("another line is not kept: %s", remark->text);
  }
  return report->n[MW_REMARK_UNKNOWN];
}

/* The first block that begins with such a line is there `times` times. */
static char *
with_block (const char *text, const char *head, guint times)
{
  const char *from = strstr (text, head), *to = from ? strstr (from, "\n}\n") : NULL;
  g_assert_nonnull (to);
  GString *changed = g_string_new_len (text, from - text);
  for (guint i = 0; i < times; i++)
    g_string_append_len (changed, from, to + 2 - from);
  g_string_append (changed, to + 2);
  return g_string_free (changed, FALSE);
}

static void
block_more_or_less_drops_its_list (void)
{
  MwModel *model;
  g_autofree char *text = odd_text (&model, NULL);
  mw_model_free (model);
  static const struct {
    const char *head, *list;
  } lists[] = { { "\nHelper \"", "helpers[" }, { "\nBone \"", "bones[" }, { "\nGeosetAnim {", "geoset_animations[" } };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint times = 0; times < 3; times++) {
      g_autofree char *changed = with_block (text, lists[i].head, times);
      g_autoptr (MwReport) report = mw_report_new ();
      g_test_message ("%s %u times", lists[i].list, times);
      MwModel *read = read_text (changed, strlen (changed), report);
      guint lines = count_lines (text, "//@mdlx ", lists[i].list);
      g_assert_cmpuint (lines, >, 0);
      g_assert_cmpuint (dropped (report, lists[i].list), ==, times == 1 ? 0 : lines);
      mw_model_free (read);
    }
}

/* Lists in records: of each record by itself. Texts without counts are taken as they stand. */
static void
layer_more_or_less_drops_its_list (void)
{
  static const char layer[] = "Layer { FilterMode None, Alpha 1 { Linear, 0: 0.5, } }\n",
                    counts[] = "//@mdlx count:materials[0].layers 2\n//@mdlx count:materials[1].layers 1\n"
                               "//@mdlx count:materials 2\n",
                    base[] = "//@mdlx base:materials[0:2].layers[0].alpha 0.25\n";
  static const struct {
    guint n_materials, n_first;
    gboolean counts;
    guint gone;
    float first, second;
  } cases[] = {
    { 2, 2, TRUE, 0, 0.25f, 0.25f }, { 2, 1, TRUE, 1, 1, 0.25f },      { 2, 3, TRUE, 1, 1, 0.25f },
    { 3, 2, TRUE, 1, 1, 1 },         { 2, 1, FALSE, 0, 0.25f, 0.25f }, { 3, 3, FALSE, 0, 0.25f, 0.25f },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GString *text = g_string_new ("Version { FormatVersion 800, } Model \"\" { }\n");
    g_string_append_printf (text, "Materials %u {\n", cases[i].n_materials);
    for (guint k = 0; k < cases[i].n_materials; k++) {
      g_string_append (text, "Material {\n");
      for (guint j = 0; j < (k ? 1 : cases[i].n_first); j++)
        g_string_append (text, layer);
      g_string_append (text, "}\n");
    }
    g_string_append_printf (text, "}\n//@mdlx version 1\n%s%s", base, cases[i].counts ? counts : "");
    g_autoptr (MwReport) report = mw_report_new ();
    MwModel *model = read_text (text->str, text->len, report);
    g_test_message ("case %u", i);
    g_assert_cmpuint (dropped (report, "base:materials["), ==, cases[i].gone);
    for (guint k = 0; k < 2; k++) {
      g_autofree char *path = g_strdup_printf ("materials[%u].layers[0].alpha", k);
      MwTarget target;
      g_assert_true (mw_path_resolve_one (model, path, &target, NULL));
      g_assert_cmpfloat (*(float *) mw_field_at (target.record, target.field), ==,
                         k ? cases[i].second : cases[i].first);
    }
    mw_model_free (model);
    g_string_free (text, TRUE);
  }
}

/* The first animation of a real file goes: the static values of the others are not those of their neighbours. */
static void
geoset_animation_less_in_the_corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  guint n = 0;
  if (!files)
    return;
  for (guint i = 0; i < files->len; i += work_fraction ()) {
    gsize size;
    MwFormat format;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    MwModel *model = mw_io_read_bytes (bytes, size, &format, NULL);
    g_assert_nonnull (model);
    g_autoptr (GBytes) written = text_of (model, NULL, NULL);
    mw_model_free (model);
    g_autofree char *text = g_strndup (g_bytes_get_data (written, NULL), g_bytes_get_size (written));
    guint lines = count_lines (text, "//@mdlx ", "geoset_animations[");
    if (lines == 0)
      continue;
    g_autofree char *changed = with_block (text, "\nGeosetAnim {", 0);
    g_autoptr (MwReport) report = mw_report_new ();
    g_test_message ("%s", (const char *) files->pdata[i]);
    model = read_text (changed, strlen (changed), report);
    g_assert_cmpuint (dropped (report, "geoset_animations["), ==, lines);
    mw_model_free (model);
    n++;
  }
  g_test_message ("%u files", n);
  g_assert_true (n > 0 || work_fraction () > 1);
}

/* --- One block more and one less ------------------------------------------------------------------------------------ */

/* Records of a kind, or keys of a track, as text: four, and the first with one number changed. Each of the first three has
 * something that text cannot say. */
typedef struct {
  const char *name, *head, *blocks[5], *foot; /* A B C D a */
  const char *path;                            /* of what text cannot say; # is the place */
  uint32_t hidden[3], stated;
  gboolean array; /* it goes as a whole */
  gboolean alike; /* they differ in one number, so that one in the place of another is that number changed */
} Blocks;

#define GEOSET(x, z)                                                                                                    \
  "Geoset { Vertices 3 { { " x ", 0, 0 }, { 1, 0, " z " }, { 0, 1, 0 }, } Normals 3 { { 0, 0, 1 }, { 0, 0, 1 }, { 0, "   \
  z ", 1 }, } TVertices 3 { { 0, 0 }, { " z ", 0 }, { 0, 1 }, } VertexGroup { 0, 0, 0, } Faces 1 3 { Triangles { { 0, "  \
  "1, 2 }, } } Groups 1 1 { Matrices { 0 }, } MinimumExtent { 0, 0, " z " }, MaximumExtent { 1, " z ", 0 }, BoundsRadius nan, }\n"
#define GEOSET_ANIM(key, colour)                                                                                        \
  "GeosetAnim { Alpha 1 { Linear, 0: " key ", } Color 1 { Linear, " colour ": { 1, 1, 1 }, } GeosetId -1, }\n"
#define MATERIAL(key, filter, plane)                                                                                     \
  "Material { PriorityPlane " plane ", Layer { FilterMode " filter ", Alpha 1 { Linear, 0: " key ", } CoordId " plane ", } }\n"
static const Blocks kinds_of_blocks[] = {
  { "sequences",
    "Sequences 3 {\n",
    { "Anim \"a\" { Interval { 0, 10 }, Rarity nan, }\n", "Anim \"b\" { Interval { 20, 30 }, Rarity nan, }\n",
      "Anim \"c\" { Interval { 40, 50 }, Rarity nan, }\n", "Anim \"d\" { Interval { 60, 70 }, Rarity nan, }\n",
      "Anim \"a\" { Interval { 0, 15 }, Rarity nan, }\n" },
    "}\n",
    "sequences[#].rarity",
    { 0x7FC00001, 0x7FC00002, 0x7FC00003 },
    0x7FC00000 },
  { "textures",
    "Textures 3 {\n",
    { "Bitmap { Image \"a\", }\n", "Bitmap { Image \"b\", }\n", "Bitmap { Image \"c\", }\n", "Bitmap { Image \"d\", }\n",
      "Bitmap { Image \"a\", ReplaceableId 3, }\n" },
    "}\n",
    "textures[#].flags",
    { 0x100, 0x200, 0x300 } },
  { "textures without a name",
    "Textures 3 {\n",
    { "Bitmap { Image \"\", ReplaceableId 1, }\n", "Bitmap { Image \"\", ReplaceableId 2, }\n",
      "Bitmap { Image \"\", ReplaceableId 3, }\n", "Bitmap { Image \"\", ReplaceableId 4, }\n",
      "Bitmap { Image \"\", ReplaceableId 5, }\n" },
    "}\n",
    "textures[#].flags",
    { 0x100, 0x200, 0x300 },
    .alike = TRUE },
  { "bones",
    "",
    { "Bone \"a\" { }\n", "Bone \"b\" { }\n", "Bone \"c\" { }\n", "Bone \"d\" { }\n",
      "Bone \"a\" { Translation 1 { Linear, 0: { 0, 0, 1 }, } }\n" },
    "",
    "bones[#].flags",
    { 0x80000100, 0x80000200, 0x80000300 },
    0x100 },
  { "bones of one name",
    "",
    { "Bone \"a\" { Translation 1 { Linear, 0: { 0, 0, 1 }, } Scaling 1 { Linear, 0: { 1, 1, 1 }, } }\n",
      "Bone \"a\" { Translation 1 { Linear, 0: { 0, 0, 2 }, } Scaling 1 { Linear, 0: { 1, 1, 2 }, } }\n",
      "Bone \"a\" { Translation 1 { Linear, 0: { 0, 0, 3 }, } Scaling 1 { Linear, 0: { 1, 1, 3 }, } }\n",
      "Bone \"d\" { Translation 1 { Linear, 0: { 0, 0, 4 }, } Scaling 1 { Linear, 0: { 1, 1, 4 }, } }\n",
      "Bone \"a\" { Translation 1 { Linear, 0: { 0, 0, 1 }, } Scaling 1 { Linear, 0: { 1, 1, 5 }, } }\n" },
    "",
    "bones[#].flags",
    { 0x80000100, 0x80000200, 0x80000300 },
    0x100 },
  { "geosets",
    "",
    { GEOSET ("0", "0.5"), GEOSET ("2", "0.25"), GEOSET ("3", "1.25"), GEOSET ("4", "2.25"), GEOSET ("7", "0.5") },
    "",
    "geosets[#].bounds.radius",
    { 0x7FC00001, 0x7FC00002, 0x7FC00003 },
    0x7FC00000 },
  { "geoset animations",
    "",
    { GEOSET_ANIM ("0.5", "1"), GEOSET_ANIM ("0.25", "2"), GEOSET_ANIM ("0.125", "3"), GEOSET_ANIM ("0", "4"),
      GEOSET_ANIM ("0.75", "1") },
    "",
    "geoset_animations[#].alpha",
    { 0x3F000000, 0x3E800000, 0x3E000000 },
    0x3F800000 },
  { "layers of materials",
    "Materials 3 {\n",
    { MATERIAL ("0.5", "Additive", "1"), MATERIAL ("0.25", "Blend", "2"), MATERIAL ("0.125", "Modulate", "3"),
      MATERIAL ("0.75", "None", "4"), MATERIAL ("0.625", "Additive", "1") },
    "}\n",
    "materials[#].layers[0].alpha",
    { 0x3F000000, 0x3E800000, 0x3E000000 },
    0x3F800000 },
  { "keys",
    "Bone \"a\" { Translation 3 { Linear,\n",
    { "0: { nan, 0, 1 },\n", "10: { nan, 0, 2 },\n", "20: { nan, 0, 3 },\n", "30: { nan, 0, 4 },\n",
      "5: { nan, 0, 1 },\n" },
    "} }\n",
    "bones[0].translation.track.keys[#].value.x",
    { 0x7FC00001, 0x7FC00002, 0x7FC00003 },
    0x7FC00000,
    .array = TRUE,
    .alike = TRUE },
};

static char *
text_of_blocks (const Blocks *blocks, const char *order)
{
  GString *text = g_string_new ("Version { FormatVersion 800, }\nModel \"\" { }\n");
  g_string_append (text, blocks->head);
  for (; *order; order++)
    g_string_append (text, blocks->blocks[*order == 'a' ? 4 : *order - 'A']);
  g_string_append (text, blocks->foot);
  return g_string_free (text, FALSE);
}

static uint32_t *
bits_at (MwModel *model, const Blocks *blocks, guint place)
{
  const char *mark = strchr (blocks->path, '#');
  g_autofree char *path = g_strdup_printf ("%.*s%u%s", (int) (mark - blocks->path), blocks->path, place, mark + 1);
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (model, path, &target, &error);
  g_assert_no_error (error);
  char *at = mw_field_at (target.record, target.field);
  if (target.field->type == MW_TYPE_ARRAY)
    at = (char *) ((MwArray *) (gpointer) at)->data + target.first * mw_field_element_size (target.field);
  return (uint32_t *) (gpointer) (at + 4 * MAX (target.component, 0));
}

static void
block_for_a_block_drops_what_moved (void)
{
  static const struct {
    const char *order, *holds; /* for each place whether its note holds */
    gboolean in_place;         /* a block stands where another stood */
  } orders[] = {
    { "ABC", "111" }, { "aBC", "111" }, { "BCD", "000" },       { "DAB", "000" }, { "ACB", "100" },
    { "BAC", "001" }, { "ADB", "100" }, { "ADC", "101", TRUE }, { "DBC", "011", TRUE },
  };
  for (guint k = 0; k < G_N_ELEMENTS (kinds_of_blocks); k++) {
    const Blocks *blocks = &kinds_of_blocks[k];
    g_autofree char *plain = text_of_blocks (blocks, "ABC");
    MwModel *model = read_text (plain, strlen (plain), NULL);
    for (guint i = 0; i < 3; i++) {
      g_assert_cmphex (*bits_at (model, blocks, i), ==, blocks->stated);
      *bits_at (model, blocks, i) = blocks->hidden[i];
    }
    guint losses;
    g_autoptr (GBytes) written = text_of (model, NULL, &losses);
    g_assert_cmpuint (losses, ==, 0);
    mw_model_free (model);
    g_autofree char *text = g_strndup (g_bytes_get_data (written, NULL), g_bytes_get_size (written));
    for (guint o = 0; o < G_N_ELEMENTS (orders); o++) {
      if (orders[o].in_place && blocks->alike)
        continue;
      g_autofree char *other = text_of_blocks (blocks, orders[o].order);
      g_autofree char *changed = g_strconcat (other, strstr (text, "//@mdlx version"), NULL);
      g_autoptr (MwReport) report = mw_report_new ();
      g_test_message ("%s: %s", blocks->name, orders[o].order);
      model = read_text (changed, strlen (changed), report);
      guint gone = 0;
      for (guint i = 0; i < 3; i++) {
        gboolean holds = orders[o].holds[i] == '1' && (!blocks->array || strcmp (orders[o].holds, "111") == 0);
        g_assert_cmphex (*bits_at (model, blocks, i), ==, holds ? blocks->hidden[i] : blocks->stated);
        gone += !holds;
      }
      g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, gone);
      mw_model_free (model);
    }
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
  "tail:geosets[0].normals [1,2,3]",
  "tail:geosets[0].normals [[1,2,3]]",
  "nan:geosets[0].vertices[0].x \"nan(0x7fc00001)\"",
  "nan:geosets[0].vertices[0].x 1",
  "nan:geosets[0].vertices \"nan(0x7fc00001)\"",
  "nan:name \"nan(0x7fc00001)\"",
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
  MwModel *model = mw_io_read_bytes (bytes, size, &format, NULL);
  g_autoptr (GBytes) written = mw_io_write (model, mdl800, NULL, NULL);
  g_autofree char *text = g_strndup (g_bytes_get_data (written, NULL), g_bytes_get_size (written));
  MwModel *plain = read_text (text, strlen (text), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (bad_lines); i++) {
    g_autofree char *with = g_strconcat (text, "//@mdlx ", bad_lines[i], "\n", NULL);
    g_autoptr (MwReport) report = mw_report_new ();
    g_autofree char *where = NULL;
    MwModel *read = read_text (with, strlen (with), report);
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

/* The second line of a key, a NUL, a line of a megabyte, a hundred thousand lines, a span of all numbers. */
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
  MwModel *model = read_text (text->str, text->len, report);
  /* Of all that only the first line and its span hold. */
  g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, 4 + 100000);
  g_assert_cmpuint (report->remarks->len, <=, MW_REPORT_KEPT + 10);
  MwTarget target;
  g_assert_true (mw_path_resolve_one (model, "helpers[0].flags", &target, NULL));
  g_assert_cmphex (*(uint32_t *) mw_field_at (target.record, target.field), ==, 0x300);
  mw_model_free (model);
  g_string_free (text, TRUE);
}

/* --- How large it may be -------------------------------------------------------------------------------------------- */

/* Thousands of NaNs are more than a side channel takes: the field is lost, and what was kept stays within the bound. */
static void
what_is_too_much_is_lost (void)
{
  gsize size, odd;
  g_autofree uint8_t *bytes = load_roomy_everything (&size, &odd);
  MwFormat format;
  MwModel *model = mw_io_read_bytes (bytes, size, &format, NULL);
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) ((MwMdlx *) model)->geosets.items[0];
  mw_array_clear (&geoset->vertices);
  geoset->vertices = mw_array_new (3000, 12);
  for (guint i = 0; i < 9000; i++) {
    uint32_t bits = 0x7F800001 + i;
    memcpy ((char *) geoset->vertices.data + 4 * (gsize) i, &bits, 4);
  }
  guint losses;
  g_autoptr (GBytes) text = text_of (model, NULL, &losses), mdx = mdx_of (model);
  assert_small (text, g_bytes_get_size (mdx));
  g_assert_cmpuint (losses, ==, 1);
  mw_model_free (model);
}

/* Bytes behind names take more room than there is: what would be a loss comes before them. */
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
  MwModel *model = read_text (made->str, made->len, NULL);
  for (guint i = 0; i < N; i++) {
    g_autofree char *path = g_strdup_printf ("textures[%u].flags", i);
    MwTarget target;
    tail[0] = (char) (1 + i); /* each has its own line */
    set_bits (model, path, 0x100 + 0x100 * i);
    g_assert_true (mw_path_resolve_one (model, path, &target, NULL));
    mw_notes_add (target.record, MW_NOTE_TEXT_TAIL, mw_schema_field (target.record->schema, "path"), 20, tail,
                  sizeof tail, sizeof tail);
  }
  guint losses;
  g_autoptr (GBytes) text = text_of (model, NULL, &losses), mdx = mdx_of (model);
  g_autofree char *lines = g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  assert_small (text, g_bytes_get_size (mdx));
  g_assert_cmpuint (losses, ==, 0);
  guint tails = count_lines (lines, "//@mdlx strtail:", "");
  g_assert_true (tails > 0 && tails < N);
  mw_model_free (model);
  g_string_free (made, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdl/side-channel/files of the corpus come back byte for byte", corpus_comes_back);
  g_test_add_func ("/io/mdl/side-channel/files of other versions come back byte for byte", other_versions_come_back);
  g_test_add_func ("/io/mdl/side-channel/a file with any byte changed comes back byte for byte", any_byte_comes_back);
  g_test_add_func ("/io/mdl/side-channel/the bits of every NaN come back", every_nan_comes_back);
  g_test_add_func ("/io/mdl/side-channel/has a line for each kind of note", has_every_note);
  g_test_add_func ("/io/mdl/side-channel/a text that has one keeps it", is_kept);
  g_test_add_func ("/io/mdl/side-channel/one number changed changes its bytes alone", one_number_changes_its_bytes);
  g_test_add_func ("/io/mdl/side-channel/one number changed changes its bytes alone in the corpus",
                   one_number_changes_its_bytes_in_the_corpus);
  g_test_add_func ("/io/mdl/side-channel/a change by hand drops the notes that it touches",
                   hand_edit_drops_what_it_touches);
  g_test_add_func ("/io/mdl/side-channel/a layout gives way to what it has not", layout_gives_way_to_what_it_has_not);
  g_test_add_func ("/io/mdl/side-channel/a static value needs its track", static_value_needs_its_track);
  g_test_add_func ("/io/mdl/side-channel/a block more or less drops the notes on its list",
                   block_more_or_less_drops_its_list);
  g_test_add_func ("/io/mdl/side-channel/a layer more or less drops the notes on its material's",
                   layer_more_or_less_drops_its_list);
  g_test_add_func ("/io/mdl/side-channel/a geoset animation less drops the notes on all in the corpus",
                   geoset_animation_less_in_the_corpus);
  g_test_add_func ("/io/mdl/side-channel/a block for a block drops the notes on what moved",
                   block_for_a_block_drops_what_moved);
  g_test_add_func ("/io/mdl/side-channel/lines that make no sense are named", bad_lines_are_named);
  g_test_add_func ("/io/mdl/side-channel/many and large lines are named", many_and_large_lines_are_named);
  g_test_add_func ("/io/mdl/side-channel/what is too much for it is lost", what_is_too_much_is_lost);
  g_test_add_func ("/io/mdl/side-channel/losses come before how a file spelled it", losses_come_before_spelling);
  return g_test_run ();
}
