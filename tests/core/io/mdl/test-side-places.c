/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of a side channel name records by index. Tests what becomes of them after edits by hand that change indices. */
#include "core/io/mdl/side-channel.h"
#include "core/io/registry.h"
#include "core/schema/path.h"
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "tests/core/io/mdl/side-texts.h"

#include <string.h>

/* --- Blocks more or less -------------------------------------------------------------------------------------------- */

/* How many notes the report says are not kept; asserts that each key contains `list`. */
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

/* The text with its first block that begins with `head` repeated `times` times (0: removed). */
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

/* For each kind of record, a number that text cannot state: its path without the index. */
static const struct {
  const char *head, *list, *field;
} hidden_fields[] = { { "\nHelper \"", "helpers", "flags" },
                      { "\nBone \"", "bones", "flags" },
                      { "\nGeosetAnim {", "geoset_animations", "flags" } };

static uint32_t
number_at (MwModel *model, const char *list, guint index, const char *field)
{
  g_autofree char *path = g_strdup_printf ("%s[%u].%s", list, index, field);
  MwTarget target;
  uint32_t bits;
  g_assert_true (mw_path_resolve_one (model, path, &target, NULL));
  memcpy (&bits, mw_field_at (target.record, target.field), 4);
  return bits;
}

/* Whichever block is removed, the others keep their hidden values. */
static void
block_less_takes_its_own_notes_along (void)
{
  MwModel *model;
  g_autofree char *text = side_odd_text (&model, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (hidden_fields); i++) {
    const char *list = hidden_fields[i].list, *field = hidden_fields[i].field;
    g_autofree char *in_list = g_strconcat (list, "[", NULL);
    g_autofree char *changed = with_block (text, hidden_fields[i].head, 0);
    g_autoptr (MwReport) report = mw_report_new ();
    g_test_message ("%s", list);
    MwModel *read = side_read_text (changed, strlen (changed), report);
    g_assert_cmpuint (side_count_lines (text, "//@mdlx ", in_list), >, 0);
    dropped (report, in_list);
    for (guint k = 0; k < 2; k++)
      g_assert_cmphex (number_at (read, list, k, field), ==, number_at (model, list, k + 1, field));
    mw_model_free (read);
  }
  mw_model_free (model);
}

/* A block is duplicated: the first copy keeps its notes, and so do all others. */
static void
block_more_has_no_notes (void)
{
  MwModel *model;
  g_autofree char *text = side_odd_text (&model, NULL);
  g_autofree char *changed = with_block (text, "\nHelper \"", 2);
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *read = side_read_text (changed, strlen (changed), report);
  g_assert_cmpuint (dropped (report, "helpers["), ==, 0);
  g_assert_cmphex (number_at (read, "helpers", 0, "flags"), ==, 0x100);
  g_assert_cmphex (number_at (read, "helpers", 1, "flags"), ==, 0);
  mw_model_free (read);
  mw_model_free (model);
}

/* Lists inside records, each record separately. Texts without counts are applied as they are. */
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
    MwModel *model = side_read_text (text->str, text->len, report);
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

/* When a material loses a layer, its other layers and the material itself keep their hidden values. */
static void
layer_less_leaves_the_others (void)
{
  MwModel *model;
  g_autofree char *text = side_odd_text (&model, NULL);
  const char *from = strstr (text, "\n\t\tLayer {"), *to = from ? strstr (from + 1, "\n\t\t}\n") : NULL;
  g_assert_nonnull (to);
  g_autofree char *changed = g_strdup_printf ("%.*s%s", (int) (from - text), text, to + strlen ("\n\t\t}"));
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *read = side_read_text (changed, strlen (changed), report);
  g_assert_cmpuint (dropped (report, "materials[0].layers[0]"), ==, 2);
  g_assert_cmphex (number_at (read, "materials[0].layers", 0, "alpha"), ==,
                   number_at (model, "materials[0].layers", 1, "alpha"));
  g_assert_cmphex (number_at (read, "materials[1].layers", 2, "alpha"), ==,
                   number_at (model, "materials[1].layers", 2, "alpha"));
  mw_model_free (read);
  mw_model_free (model);
}

/* --- A block less in real files ------------------------------------------------------------------------------------- */

static gboolean same_records (const MwRecord *a, const MwRecord *b);

static gboolean
same_field (const MwRecord *a, const MwRecord *b, const MwField *field)
{
  const void *x = mw_field_at (a, field), *y = mw_field_at (b, field);
  if (field->type == MW_TYPE_LIST) {
    const MwList *these = x, *those = y;
    gboolean same = these->n == those->n;
    for (guint i = 0; same && i < these->n; i++)
      same = same_records (these->items[i], those->items[i]);
    return same;
  }
  /* Numbers of later records change, and pivots are in a separate list. */
  return !mw_field_is_number (field) || field->type == MW_TYPE_REF || strcmp (field->name, "pivot") == 0
         || memcmp (x, y, mw_field_storage_size (field)) == 0;
}

/* Counts notes that only a side channel can state; object ids are in the text. */
static guint
n_side_notes (const MwRecord *record)
{
  guint n = 0;
  for (guint i = 0; i < mw_notes_count (record); i++) {
    MwNoteKind kind = mw_notes_at (record, i)->kind;
    n += kind == MW_NOTE_TEXT_TAIL || kind == MW_NOTE_TRACK_ORDER;
  }
  return n;
}

/* Whether two records are equal in numbers and in how many notes they have. */
static gboolean
same_records (const MwRecord *a, const MwRecord *b)
{
  gboolean same = a->schema == b->schema && n_side_notes (a) == n_side_notes (b);
  for (guint i = 0; same && i < mw_schema_n_fields (a->schema); i++) {
    const MwField *field = mw_schema_field_at (a->schema, i);
    same = same_field (a, b, field);
    if (!same)
      g_test_message ("another %s", field->name);
  }
  return same;
}

static const struct {
  const char *head, *list;
} real_blocks[] = {
  { "\n\tAnim \"", "sequences" },
  { "\n\tBitmap {", "textures" },
  { "\n\tMaterial {", "materials" },
  { "\nGeoset {", "geosets" },
  { "\nBone \"", "bones" },
  { "\nGeosetAnim {", "geoset_animations" },
  { "\nHelper \"", "helpers" },
  { "\nLight \"", "lights" },
  { "\nAttachment \"", "attachments" },
  { "\nParticleEmitter2 \"", "particle_emitters2" },
  { "\nRibbonEmitter \"", "ribbon_emitters" },
  { "\nEventObject \"", "event_objects" },
};

/* The start and end of each block with this head. */
static GArray *
blocks_of (const char *text, const char *head)
{
  GArray *bounds = g_array_new (FALSE, FALSE, sizeof (const char *));
  const char *close = head[1] == '\t' ? "\n\t}" : "\n}";
  for (const char *from = text; (from = strstr (from, head));) {
    const char *to = strstr (from + 1, close);
    g_assert_nonnull (to);
    to += strcspn (to + 1, "\n") + 1;
    g_array_append_val (bounds, from);
    g_array_append_val (bounds, to);
    from = to;
  }
  return bounds;
}

/* Of two blocks with equal content it is unknown which one was removed. */
static gboolean
has_a_twin (const GArray *bounds, guint block)
{
  const char *const *at = (const char *const *) (gpointer) bounds->data;
  gsize size = (gsize) (at[2 * block + 1] - at[2 * block]);
  for (guint i = 0; i < bounds->len / 2; i++)
    if (i != block && (gsize) (at[2 * i + 1] - at[2 * i]) == size && memcmp (at[2 * i], at[2 * block], size) == 0)
      return TRUE;
  return FALSE;
}

/* Asserts that all lists of `read` equal those of `model`, except for the removed record of `list`. */
static void
assert_rest_is_the_same (MwModel *model, MwModel *read, const char *list, guint gone)
{
  for (guint i = 0; i < G_N_ELEMENTS (real_blocks); i++) {
    gboolean less = strcmp (real_blocks[i].list, list) == 0;
    for (guint k = 0;; k++) {
      g_autofree char *path = g_strdup_printf ("%s[%u]", real_blocks[i].list, k);
      g_autofree char *now = g_strdup_printf ("%s[%u]", real_blocks[i].list, k - (less && k > gone));
      MwTarget was, is;
      if (!mw_path_resolve_one (model, path, &was, NULL))
        break;
      if (less && k == gone)
        continue;
      g_assert_true (mw_path_resolve_one (read, now, &is, NULL));
      if (!same_records (was.record, is.record))
        g_error ("%s is not the same after %s[%u] went", path, list, gone);
    }
  }
}

static void
block_less_in_a_real_file_changes_no_other (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  guint n = 0;
  if (!files)
    return;
  for (guint i = 0; i < files->len; i += work_fraction ()) {
    gsize size;
    MwFormat format;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    MwModel *model = io_read_bytes (bytes, size, &format, NULL, NULL);
    g_assert_nonnull (model);
    g_autoptr (GBytes) written = side_text_of (model, NULL, NULL);
    g_autofree char *text = g_strndup (g_bytes_get_data (written, NULL), g_bytes_get_size (written));
    g_test_message ("%s", (const char *) files->pdata[i]);
    for (guint k = 0; k < G_N_ELEMENTS (real_blocks); k++) {
      g_autoptr (GArray) bounds = blocks_of (text, real_blocks[k].head);
      guint n_blocks = bounds->len / 2, block = n_blocks ? (guint) work_random_range (0, (gint) n_blocks) : 0;
      if (n_blocks == 0 || has_a_twin (bounds, block))
        continue;
      const char *from = g_array_index (bounds, const char *, 2 * block),
                 *to = g_array_index (bounds, const char *, 2 * block + 1);
      g_autofree char *changed = g_strdup_printf ("%.*s%s", (int) (from - text), text, to);
      MwModel *read = side_read_text (changed, strlen (changed), NULL);
      assert_rest_is_the_same (model, read, real_blocks[k].list, block);
      mw_model_free (read);
      n++;
    }
    mw_model_free (model);
  }
  g_test_message ("%u blocks", n);
  g_assert_cmpuint (n, >, 50);
}

/* --- Blocks added and removed --------------------------------------------------------------------------------------- */

/* Four records of a kind (or keys of a track) as text, and the first one again with a number changed. Each of the
 * first three has a hidden value that text cannot state. */
typedef struct {
  const char *name, *head, *blocks[5], *foot; /* A B C D, and a: A changed */
  const char *path;                           /* path of the hidden value; # is the index */
  uint32_t hidden[3], stated;
  gboolean array; /* it is matched as a whole */
  gboolean alike; /* they differ in a single number, so one in another's place looks like that one changed */
} Blocks;

#define GEOSET(x, z)                                                                                                   \
  "Geoset { Vertices 3 { { " x ", 0, 0 }, { 1, 0, " z                                                                  \
  " }, { 0, 1, 0 }, } Normals 3 { { 0, 0, 1 }, { 0, 0, 1 }, { 0, " z ", 1 }, } TVertices 3 { { 0, 0 }, { " z           \
  ", 0 }, { 0, 1 }, } VertexGroup { 0, 0, 0, } Faces 1 3 { Triangles { { 0, "                                          \
  "1, 2 }, } } Groups 1 1 { Matrices { 0 }, } MinimumExtent { 0, 0, " z " }, MaximumExtent { 1, " z                    \
  ", 0 }, BoundsRadius nan, }\n"
#define GEOSET_ANIM(key, colour)                                                                                       \
  "GeosetAnim { Alpha 1 { Linear, 0: " key ", } Color 1 { Linear, " colour ": { 1, 1, 1 }, } GeosetId -1, }\n"
#define MATERIAL(key, filter, plane)                                                                                   \
  "Material { PriorityPlane " plane ", Layer { FilterMode " filter ", Alpha 1 { Linear, 0: " key ", } CoordId " plane  \
  ", } }\n"
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
    { "Bitmap { Image \"a\", }\n", "Bitmap { Image \"b\", }\n", "Bitmap { Image \"c\", }\n",
      "Bitmap { Image \"d\", }\n", "Bitmap { Image \"a\", ReplaceableId 3, }\n" },
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

/* The value at a place: the hidden one, or what the text states; *held counts the notes that hold. */
static uint32_t
expected_of (const Blocks *blocks, const char *order, guint place, guint *held)
{
  char block = g_ascii_toupper (order[place]);
  gboolean holds = block != 'D' && (!blocks->array || g_ascii_strcasecmp (order, "ABC") == 0);
  *held += holds;
  return holds ? blocks->hidden[block - 'A'] : blocks->stated;
}

static void
notes_go_where_their_blocks_go (void)
{
  static const struct {
    const char *order;
    gboolean in_place; /* whether a block has taken another's place */
  } orders[] = {
    { "ABC" }, { "aBC" }, { "BCD" },       { "DAB" },       { "ACB" }, { "BAC" },  { "CAB" },
    { "ADB" }, { "AC" },  { "ADC", TRUE }, { "DBC", TRUE }, { "B" },   { "DABC" },
  };
  for (guint k = 0; k < G_N_ELEMENTS (kinds_of_blocks); k++) {
    const Blocks *blocks = &kinds_of_blocks[k];
    g_autofree char *plain = text_of_blocks (blocks, "ABC");
    MwModel *model = side_read_text (plain, strlen (plain), NULL);
    for (guint i = 0; i < 3; i++) {
      g_assert_cmphex (*bits_at (model, blocks, i), ==, blocks->stated);
      *bits_at (model, blocks, i) = blocks->hidden[i];
    }
    guint losses;
    g_autoptr (GBytes) written = side_text_of (model, NULL, &losses);
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
      model = side_read_text (changed, strlen (changed), report);
      guint held = 0;
      for (guint i = 0; orders[o].order[i]; i++)
        g_assert_cmphex (*bits_at (model, blocks, i), ==, expected_of (blocks, orders[o].order, i, &held));
      g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, 3 - held);
      mw_model_free (model);
    }
  }
}

/* --- Made texts ----------------------------------------------------------------------------------------------------- */

/* Reads `plain`, hides flags in `n` records of a list, writes that, and returns the lines of its side channel. */
static char *
lines_of_hidden_flags (const char *plain, const char *list, guint n, const uint32_t *flags)
{
  MwModel *model = side_read_text (plain, strlen (plain), NULL);
  guint losses;
  for (guint i = 0; i < n; i++) {
    g_autofree char *path = g_strdup_printf ("%s[%u].flags", list, i);
    side_set_bits (model, path, flags[i]);
  }
  g_autoptr (GBytes) written = side_text_of (model, NULL, &losses);
  g_assert_cmpuint (losses, ==, 0);
  mw_model_free (model);
  g_autofree char *text = g_strndup (g_bytes_get_data (written, NULL), g_bytes_get_size (written));
  return g_strdup (strstr (text, "//@mdlx version"));
}

/* Asserts the hidden flags of each record in an edited text, and the number of dropped notes. */
static void
assert_hidden_flags (const char *plain, const char *lines, const char *list, guint n, const uint32_t *flags, guint gone)
{
  g_autofree char *text = g_strconcat (plain, lines, NULL);
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *model = side_read_text (text, strlen (text), report);
  for (guint i = 0; i < n; i++)
    g_assert_cmphex (number_at (model, list, i, "flags"), ==, flags[i]);
  g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, gone);
  mw_model_free (model);
}

#define HEAD "Version { FormatVersion 800, }\nModel \"\" { }\n"
#define SHAPE(x)                                                                                                       \
  "Geoset { Vertices 1 { { " x ", 0, 0 }, } Normals 1 { { 0, 0, 1 }, } TVertices 1 { { 0, 0 }, } VertexGroup { 0, } "  \
  "Faces 0 0 { Triangles { { }, } } Groups 1 1 { Matrices { 0 }, } }\n"
#define OF_GEOSET(id) "GeosetAnim { static Alpha 1, GeosetId " id ", }\n"

/* Animations that differ only in which geoset they refer to. Its number may change with the geosets, or alone. */
static void
references_count_by_what_they_point_to (void)
{
  const uint32_t hidden[] = { 0x10, 0x20, 0x40 };
  g_autofree char *lines = lines_of_hidden_flags (HEAD SHAPE ("1") SHAPE ("2") SHAPE ("3") OF_GEOSET ("0")
                                                    OF_GEOSET ("1") OF_GEOSET ("2"),
                                                  "geoset_animations", 3, hidden);
  assert_hidden_flags (HEAD SHAPE ("2") SHAPE ("3") OF_GEOSET ("0") OF_GEOSET ("1"), lines, "geoset_animations", 2,
                       (const uint32_t[]) { 0x20, 0x40 }, 1);
  assert_hidden_flags (HEAD SHAPE ("3") SHAPE ("1") SHAPE ("2") OF_GEOSET ("0") OF_GEOSET ("1") OF_GEOSET ("2"), lines,
                       "geoset_animations", 3, hidden, 0);
}

#define TEXTURE(id) "Bitmap { Image \"\", ReplaceableId " id ", }\n"
#define TEXTURES(n, bitmaps) HEAD "Textures " n " {\n" bitmaps "}\n"

/* One of two equal records was removed; or a new one is equal to them all. */
static void
what_cannot_be_distinguished_is_dropped (void)
{
  const uint32_t hidden[] = { 0x100, 0x200, 0x400 };
  g_autofree char *twins = lines_of_hidden_flags (TEXTURES ("3", TEXTURE ("1") TEXTURE ("1") TEXTURE ("2")), "textures",
                                                  3, hidden);
  assert_hidden_flags (TEXTURES ("2", TEXTURE ("1") TEXTURE ("2")), twins, "textures", 2,
                       (const uint32_t[]) { 0, 0x400 }, 2);
  g_autofree char *others = lines_of_hidden_flags (TEXTURES ("3", TEXTURE ("1") TEXTURE ("2") TEXTURE ("3")),
                                                   "textures", 3, hidden);
  assert_hidden_flags (TEXTURES ("1", TEXTURE ("9")), others, "textures", 1, (const uint32_t[]) { 0 }, 3);
}

/* All geosets refer to the sequences, and all animations to the geosets. When a sequence is removed, every mark of
 * an animation changes, and by chance some equals that of another animation. */
static void
marks_that_all_change_move_nothing (void)
{
  enum { N = 80 };
  uint32_t hidden[N];
  GString *geosets = g_string_new (NULL);
  for (guint i = 0; i < N; i++) {
    g_string_append_printf (
      geosets,
      "Geoset { Vertices 1 { { %u, 0, 0 }, } Normals 1 { { 0, 0, 1 }, } TVertices 1 { { 0, 0 }, } "
      "VertexGroup { 0, } Faces 0 0 { Triangles { { }, } } Groups 1 1 { Matrices { 0 }, } "
      "Anim { BoundsRadius 1, } Anim { BoundsRadius 2, } }\n",
      i);
    hidden[i] = i % 2 ? 0x10 : 0x20;
  }
  for (guint i = 0; i < N; i++)
    g_string_append_printf (geosets, OF_GEOSET ("%u"), i);
  g_autofree char *plain = g_strconcat (HEAD "Sequences 2 { Anim \"a\" { } Anim \"b\" { } }\n", geosets->str, NULL);
  g_autofree char *less = g_strconcat (HEAD "Sequences 1 { Anim \"b\" { } }\n", geosets->str, NULL);
  g_autofree char *lines = lines_of_hidden_flags (plain, "geoset_animations", N, hidden);
  assert_hidden_flags (less, lines, "geoset_animations", N, hidden, 0);
  g_string_free (geosets, TRUE);
}

/* Whatever the order of the lines, outer lists are matched first. */
static void
order_of_lines_does_not_matter (void)
{
  MwModel *model;
  g_autofree char *text = side_odd_text (&model, NULL);
  const char *line = strstr (text, "//@mdlx count:materials ["), *end = strchr (line, '\n') + 1;
  const char *list = strstr (strstr (text, "\nMaterials "), "{\n") + 2;
  g_assert_nonnull (strstr (end, "count:materials[0].layers"));
  g_autofree char *changed = g_strdup_printf (
    "%.*s\tMaterial {\n\t\tLayer {\n\t\t\tFilterMode Modulate2x,\n\t\t}\n\t}\n%.*s%s%.*s", (int) (list - text), text,
    (int) (line - list), list, end, (int) (end - line), line);
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *read = side_read_text (changed, strlen (changed), report);
  g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, 0);
  for (guint i = 0; i < 2; i++)
    g_assert_cmphex (number_at (read, "materials[1].layers", i, "alpha"), ==,
                     number_at (model, "materials[0].layers", i, "alpha"));
  mw_model_free (read);
  mw_model_free (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdl/side-places/removing a block removes its own notes and no others",
                   block_less_takes_its_own_notes_along);
  g_test_add_func ("/io/mdl/side-places/a copied block leaves the notes on the first", block_more_has_no_notes);
  g_test_add_func ("/io/mdl/side-places/removing a layer keeps the notes on the other layers",
                   layer_less_leaves_the_others);
  g_test_add_func (
    "/io/mdl/side-places/a layer more or less than counted without marks drops the notes on its material's",
    layer_more_or_less_drops_its_list);
  g_test_add_func ("/io/mdl/side-places/removing a block of a real file changes no other block",
                   block_less_in_a_real_file_changes_no_other);
  g_test_add_func ("/io/mdl/side-places/notes move with their blocks", notes_go_where_their_blocks_go);
  g_test_add_func ("/io/mdl/side-places/references are compared by their targets",
                   references_count_by_what_they_point_to);
  g_test_add_func ("/io/mdl/side-places/notes of indistinguishable blocks are dropped",
                   what_cannot_be_distinguished_is_dropped);
  g_test_add_func ("/io/mdl/side-places/if all marks change, no note moves", marks_that_all_change_move_nothing);
  g_test_add_func ("/io/mdl/side-places/the order of the lines does not matter", order_of_lines_does_not_matter);
  return g_test_run ();
}
