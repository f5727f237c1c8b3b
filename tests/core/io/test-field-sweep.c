/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes every scalar row of fixed size in every record in turn: changes it through its path, writes, and compares
 * the changed bytes with the byte map. The map is what `mwright layout` prints, so this checks layout, paths,
 * values, editing and the writer against each other. MODELWRIGHT_FRACTION=n takes every n-th row only (all rows for
 * the sample). */
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "tests/core/io/m2/sets.h"
#include "tests/core/io/mdlx-made.h"
#include "core/edit/document.h"
#include "core/io/registry.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/value.h"

#include <string.h>

typedef struct {
  MwDocument *document;
  MwModel *model;
  MwFormat format;
  MwFileSet *files;
  MwByteMap *map;
  GHashTable *entries; /* "record/field" -> GArray of indices into the map */
} Open;

static GBytes *
bytes_of (const MwFileSet *files, guint part)
{
  return ((const MwFilePart *) files->parts->pdata[part])->bytes;
}

static char *
key_of (MwId record, const MwField *field)
{
  return g_strdup_printf ("%u/%s", record, field->name);
}

static void
index_map (Open *open)
{
  open->entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < open->map->entries->len; i++) {
    const MwBytes *bytes = &g_array_index (open->map->entries, MwBytes, i);
    if (!bytes->record || !bytes->field)
      continue;
    char *key = key_of (bytes->record, bytes->field);
    GArray *indices = g_hash_table_lookup (open->entries, key);
    if (!indices)
      g_hash_table_insert (open->entries, g_strdup (key), indices = g_array_new (FALSE, FALSE, sizeof (guint)));
    g_array_append_val (indices, i);
    g_free (key);
  }
}

static void
open_set (Open *open, const MwFileSet *set)
{
  GError *error = NULL;
  *open = (Open) { 0 };
  open->model = mw_io_read (set, &open->format, NULL, &error);
  g_assert_no_error (error);
  open->document = mw_document_new (open->model, open->format);
  open->map = mw_byte_map_new ();
  open->files = mw_io_write (open->model, open->format, &(MwIoOptions) { .map = open->map }, &error);
  g_assert_no_error (error);
  m2_assert_same (set, open->files, "the set to be swept");
  index_map (open);
}

static MwFileSet *
load_file (const char *path)
{
  gsize size;
  uint8_t *data = load_exactly (path, &size);
  g_autoptr (GBytes) bytes = g_bytes_new_take (data, size);
  MwFileSet *set = mw_file_set_new ();
  mw_file_set_add (set, "model", NULL, bytes);
  return set;
}

static void
close_set (Open *open)
{
  g_hash_table_unref (open->entries);
  mw_byte_map_free (open->map);
  mw_file_set_free (open->files);
  g_object_unref (open->document);
}

static gboolean
is_swept (const MwField *field)
{
  return field->type != MW_TYPE_ARRAY && field->type != MW_TYPE_LIST && field->type != MW_TYPE_CHILD
         && !field->read_only;
}

/* The path of the list that a reference points into: of the root, or of a record that contains this one. */
static char *
list_of (const MwRecord *record, const MwField *field)
{
  for (const MwRecord *at = record; at; at = at->owner)
    if (mw_schema_field (at->schema, field->refers)) {
      g_autofree char *path = mw_record_path (at);
      return *path ? g_strdup_printf ("%s.%s", path, field->refers) : g_strdup (field->refers);
    }
  return g_strdup (field->refers);
}

/* A text to set for candidate number `which` of a field; NULL after the last. */
static char *
candidate (const MwRecord *record, const MwField *field, guint which)
{
  static const char *const numbers[] = { "1", "2", "3", "0", "7", "515" };
  static const char *const texts[] = { "Swept", "Swept away", "Swpt", "$WPT" };
  if (field->type == MW_TYPE_TEXT)
    return which < G_N_ELEMENTS (texts) ? g_strdup (texts[which]) : NULL;
  if (field->type == MW_TYPE_REF) {
    g_autofree char *list = list_of (record, field);
    return which == 0   ? g_strdup ("none")
           : which <= 3 ? g_strdup_printf ("%s[%u]", list, which - 1)
           : which == 4 ? g_strdup ("12321")
                        : NULL;
  }
  if (which >= G_N_ELEMENTS (numbers))
    return NULL;
  if (field->count == 1)
    return g_strdup_printf ("%s%s", numbers[which], field->type == MW_TYPE_F32 ? ".75" : "");
  GString *vector = g_string_new ("{");
  for (guint i = 0; i < field->count; i++)
    g_string_append_printf (vector, "%s%u", i ? ", " : "", which + 1 + i);
  g_string_append_c (vector, '}');
  return g_string_free (vector, FALSE);
}

/* Gives the field another value within the open transaction; returns its text. */
static char *
change (Open *open, const char *path)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (open->model, path, &target, &error);
  g_assert_no_error (error);
  g_autofree char *before = mw_value_print (open->model, &target);
  char *text;
  for (guint which = 0; (text = candidate (target.record, target.field, which)); which++) {
    gboolean ok = mw_document_set_text (open->document, &target, text, strlen (text), NULL);
    g_free (text);
    g_autofree char *after = ok ? mw_value_print (open->model, &target) : NULL;
    if (ok && strcmp (before, after) != 0)
      return g_steal_pointer (&after);
  }
  g_error ("%s = %s takes no other value", path, before);
}

/* Counts the changed bytes in the entry and restores the old ones. */
static guint
take_back (const MwBytes *entry, const guint8 *old, guint8 *new)
{
  guint changed = 0;
  for (uint64_t i = entry->offset; i < entry->offset + entry->size; i++) {
    changed += old[i] != new[i];
    new[i] = old[i];
  }
  return changed;
}

/* Derived data that depends on more than the list named in its entry, and a word of the map that identifies it. */
static const struct {
  const char *field, *tag;
} followers[] = {
  /* Ranges of tracks on one time line, and which entries of a track are keys of which sequence. */
  { "sequence.interval.start", "ranges" },
  { "sequence.interval.end", "ranges" },
  { "sequence.alias", "lanes" },
  { "sequence.flags", "lanes" },
  /* Where the texture units of batches are in the combos, which the first profile decides for all. */
  { "batch.submesh", "copy" },
  { "batch.weight", "copy" },
  { "batch.weight_2", "copy" },
  { "batch.weight_3", "copy" },
  { "batch.shader", "copy" }, /* it says how many weights there are */
  { "batch.layer", "copy" },
  /* The bone limit of a profile decides the palettes of its submeshes, and the palettes of all profiles share a
   * table. */
  { "skin.bone_limit", "copy" },
  { "skin.bone_limit", "vertice" },
  { "skin.bone_limit", "indices" },
  { "skin.bone_limit", "bones" },
  /* World of Warcraft's alpha: next to the count of attachments. */
  { "attachment.attachment_id", "highest id" },
};

/* Tables that find records by a value: their entries name the whole list. */
static gboolean
is_below (const MwRecord *record, const MwBytes *entry)
{
  for (; record->owner; record = record->owner)
    if (record->owner->id == entry->record && mw_record_slot (record) == entry->field)
      return TRUE;
  return FALSE;
}

static gboolean
follows (const Open *open, const MwRecord *record, const MwField *field, const MwBytes *entry)
{
  if (entry->kind != MW_BYTES_DERIVED || open->format.family == MW_FAMILY_MDX)
    return FALSE;
  if (open->format.family == MW_FAMILY_M2 && entry->field && is_below (record, entry))
    return TRUE;
  g_autofree char *name = g_strdup_printf ("%s.%s", record->schema->name, field->name);
  for (guint i = 0; i < G_N_ELEMENTS (followers); i++)
    if (strcmp (followers[i].field, name) == 0 && g_str_has_prefix (entry->tag, followers[i].tag))
      return TRUE;
  return FALSE;
}

static void
check_same_layout (const Open *open, MwId id, const MwField *field, const char *path, const MwFileSet *written)
{
  const MwRecord *record = mw_model_find (open->model, id);
  /* The textures of a multitexture emitter share one word, and so does the run of a batch's weights. It belongs to the first. */
  static const struct {
    const char *kind, *first, *others[4]; /* up to NULL */
  } words[] = { { "particle", "texture", { "texture_2", "texture_3", "texture_bit" } },
                { "batch", "weight", { "weight_2", "weight_3" } } };
  const MwField *owner = field;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (record->schema->name, words[i].kind) == 0 && g_strv_contains (words[i].others, field->name))
      owner = mw_schema_field (record->schema, words[i].first);
  g_autofree char *key = key_of (id, owner);
  const GArray *indices = g_hash_table_lookup (open->entries, key);
  guint changed = 0, n_values = 0;
  if (!indices)
    g_error ("the map has no bytes of %s", path);
  /* A value in a table shared by records has no bytes of its own. */
  for (guint i = 0; i < indices->len; i++)
    n_values += g_array_index (open->map->entries, MwBytes, g_array_index (indices, guint, i)).kind == MW_BYTES_VALUE;
  for (guint part = 0; part < written->parts->len; part++) {
    gsize size;
    const guint8 *old = g_bytes_get_data (bytes_of (open->files, part), &size),
                 *now = g_bytes_get_data (bytes_of (written, part), NULL);
    if (memcmp (old, now, size) == 0)
      continue;
    g_autofree guint8 *new = g_memdup2 (now, size);
    for (guint i = 0; i < indices->len; i++) {
      const MwBytes *entry = &g_array_index (open->map->entries, MwBytes, g_array_index (indices, guint, i));
      if (entry->part != part)
        continue;
      g_assert_cmpuint (entry->stride, ==, 0); /* scalars are contiguous */
      guint n = take_back (entry, old, new);
      changed += n_values == 0 || entry->kind == MW_BYTES_VALUE ? n : 0;
    }
    if (memcmp (old, new, size) != 0)
      for (guint i = 0; i < open->map->entries->len; i++) {
        const MwBytes *entry = &g_array_index (open->map->entries, MwBytes, i);
        if (entry->part == part && follows (open, record, field, entry))
          changed += take_back (entry, old, new) && n_values == 0;
        /* One texture or three, depending on the flags. */
        else if (entry->part == part && entry->record == id && strcmp (record->schema->name, "particle") == 0
                 && strcmp (field->name, "flags") == 0 && strcmp (entry->field->name, "texture") == 0)
          take_back (entry, old, new);
      }
    for (gsize at = 0; at < size; at++)
      if (old[at] != new[at])
        g_error ("%s changed, and so did byte 0x%" G_GSIZE_MODIFIER "x of part %u outside its bytes", path, at, part);
  }
  if (changed == 0)
    g_error ("%s changed, but none of its own bytes did", path);
}

/* For a row that moves others: reads the files again and checks the value. */
static void
check_read_again (const Open *open, const char *path, const char *value, const MwFileSet *written)
{
  MwFormat format;
  MwTarget target;
  GError *error = NULL;
  MwModel *again = mw_io_read (written, &format, NULL, &error);
  if (!again)
    g_error ("%s = %s is written, but not read again: %s", path, value, error->message);
  char *where = NULL;
  if (!mw_model_equal (open->model, again, open->format, &where))
    g_error ("%s changed; read again, %s differs", path, where);
  mw_path_resolve_one (again, path, &target, &error);
  g_assert_no_error (error);
  g_autofree char *text = mw_value_print (again, &target);
  g_assert_cmpstr (text, ==, value);
  mw_model_free (again);
}

/* Whether the files have the same parts with the same arrays in the same places. */
static gboolean
same_layout (const Open *open, const MwFileSet *written, const MwByteMap *map)
{
  gboolean same = written->parts->len == open->files->parts->len && map->entries->len == open->map->entries->len;
  for (guint i = 0; same && i < written->parts->len; i++)
    same = g_bytes_get_size (bytes_of (written, i)) == g_bytes_get_size (bytes_of (open->files, i));
  for (guint i = 0; same && i < map->entries->len; i++) {
    const MwBytes *a = &g_array_index (open->map->entries, MwBytes, i), *b = &g_array_index (map->entries, MwBytes, i);
    same = a->part == b->part && a->offset == b->offset && a->size == b->size && a->record == b->record
           && a->field == b->field;
  }
  return same;
}

static void
sweep_row (Open *open, MwId id, const MwField *field, guint *lengths)
{
  MwRecord *record = mw_model_find (open->model, id);
  g_autofree char *path = mw_field_path (record, field);
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  GError *error = NULL;
  mw_document_begin (open->document, "Sweep");
  g_autofree char *value = change (open, path);
  g_autoptr (MwFileSet) written = mw_io_write (open->model, open->format, &(MwIoOptions) { .map = map }, &error);
  g_assert_no_error (error);
  /* Bones without a parent are numbered first there, so all others are renumbered. */
  gboolean renumbers = open->format.family == MW_FAMILY_MDX_WOW && strcmp (field->name, "parent") == 0;
  if (!renumbers && same_layout (open, written, map)) {
    check_same_layout (open, id, field, path, written);
  } else {
    check_read_again (open, path, value, written);
    ++*lengths;
  }
  mw_document_cancel (open->document);
}

typedef struct {
  Open *open;
  GArray *rows;      /* Row */
  GHashTable *kinds; /* "schema.field" of all rows */
} Collecting;

typedef struct {
  MwId id;
  const MwField *field;
} Row;

static gboolean
collect (MwRecord *record, gpointer data)
{
  Collecting *c = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (!is_swept (field) || !mw_field_is_live (record, field, c->open->format))
      continue;
    Row row = { record->id, field };
    g_array_append_val (c->rows, row);
    g_hash_table_add (c->kinds, g_strdup_printf ("%s.%s", record->schema->name, field->name));
  }
  return TRUE;
}

/* Sweeps one of every `fraction` rows, from a seeded start. */
static void
sweep_set (const MwFileSet *set, const char *name, guint fraction, GHashTable *kinds)
{
  Open open;
  guint lengths = 0, done = 0;
  open_set (&open, set);
  Collecting c = { &open, g_array_new (FALSE, FALSE, sizeof (Row)), kinds };
  mw_record_foreach (&open.model->record, collect, &c);
  guint start = fraction > 1 ? (guint) work_random_range (0, (gint32) fraction) : 0;
  for (guint i = start; i < c.rows->len; i += fraction, done++) {
    const Row *row = &g_array_index (c.rows, Row, i);
    sweep_row (&open, row->id, row->field, &lengths);
  }
  g_autoptr (MwFileSet) last = mw_io_write (open.model, open.format, NULL, NULL);
  m2_assert_same (open.files, last, name);
  g_test_message ("%s: %u of %u rows, %u of them changed the layout", name, done, c.rows->len, lengths);
  g_assert_cmpuint (done, >, 0);
  g_array_unref (c.rows);
  close_set (&open);
}

static void
sweep_file (const char *path, guint fraction, GHashTable *kinds)
{
  g_autoptr (MwFileSet) set = load_file (path);
  g_autofree char *name = g_path_get_basename (path);
  sweep_set (set, name, fraction, kinds);
}

static GHashTable *
new_kinds (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* Sweeps a file that has each row of its version. */
static void
sweep_whole (const char *path, MwFormat format)
{
  g_autoptr (GHashTable) kinds = new_kinds ();
  sweep_file (path, 1, kinds);
  g_autoptr (GPtrArray) schemas = mw_schema_reachable_in (&mw_mdlx_schema, format);
  guint missing = 0;
  for (guint i = 0; i < schemas->len; i++) {
    const MwSchema *schema = schemas->pdata[i];
    g_autoptr (MwRecord) record = schema->kinds ? NULL : mw_record_new (schema);
    for (guint k = 0; record && k < mw_schema_n_fields (schema); k++) {
      const MwField *field = mw_schema_field_at (schema, k);
      g_autofree char *kind = g_strdup_printf ("%s.%s", schema->name, field->name);
      if (!is_swept (field) || g_hash_table_contains (kinds, kind) || !mw_field_is_live (record, field, format))
        continue;
      g_test_message ("the sample has no %s", kind);
      missing++;
    }
  }
  g_assert_cmpuint (missing, ==, 0);
}

static void
sweep_sample (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  sweep_whole (path, (MwFormat) { MW_FAMILY_MDX, 800 });
}

static void
sweep_wow (void)
{
  static const uint16_t versions[] = { 1300, 1400, 1500 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autofree char *name = g_strdup_printf ("wow-%u", versions[i]), *path = seed_path (name);
    sweep_whole (path, (MwFormat) { MW_FAMILY_MDX_WOW, versions[i] });
  }
}

static void
sweep_wow_corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx1300");
  g_autoptr (GHashTable) all = new_kinds ();
  for (guint i = 0; files && i < files->len; i++)
    sweep_file (files->pdata[i], work_fraction (), all);
}

typedef struct {
  char *path;
  guint rows;
} Rich;

static gint
by_riches (gconstpointer a, gconstpointer b)
{
  const Rich *x = a, *y = b;
  return x->rows != y->rows ? (x->rows > y->rows ? -1 : 1) : strcmp (x->path, y->path);
}

/* How many kinds of rows a model has. */
static guint
riches_of (MwModel *model, MwFormat format)
{
  g_autoptr (GHashTable) kinds = new_kinds ();
  Open open = { .format = format };
  Collecting c = { &open, g_array_new (FALSE, FALSE, sizeof (Row)), kinds };
  mw_record_foreach (&model->record, collect, &c);
  g_array_unref (c.rows);
  return g_hash_table_size (kinds);
}

static void
sweep_corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  if (!files)
    return;
  g_autoptr (GArray) rich = g_array_new (FALSE, FALSE, sizeof (Rich));
  g_autoptr (GHashTable) all = new_kinds ();
  for (guint i = 0; i < files->len; i++) {
    gsize size;
    g_autofree uint8_t *data = load_exactly (files->pdata[i], &size);
    MwFormat format;
    MwModel *model = size <= 200 * 1024 ? io_read_bytes (data, size, &format, NULL, NULL) : NULL;
    if (!model)
      continue;
    Rich entry = { files->pdata[i], riches_of (model, format) };
    g_array_append_val (rich, entry);
    mw_model_free (model);
  }
  g_array_sort (rich, by_riches);
  g_assert_cmpuint (rich->len, >=, 10);
  for (guint i = 0; i < 10; i++)
    sweep_file (g_array_index (rich, Rich, i).path, work_fraction (), all);
}

/* A made model, and the real file of up to 200 KB with the most kinds of rows, if there is any. */
static void
sweep_version (gconstpointer data)
{
  guint version = GPOINTER_TO_UINT (data), most = 0;
  g_autoptr (GHashTable) kinds = new_kinds ();
  g_autoptr (MwFileSet) made = mdlx_made_set (version);
  g_autofree char *name = g_strdup_printf ("made %u", version), *folder = g_strdup_printf ("mdx%u", version);
  sweep_set (made, name, work_fraction (), kinds);
  g_autoptr (GPtrArray) files = version == 1000 || version == 1100 ? corpus_files (folder) : NULL;
  const char *richest = NULL;
  for (guint i = 0; files && i < files->len; i++) {
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    MwFormat format;
    MwModel *model = size <= 200 << 10 ? io_read_bytes (bytes, size, &format, NULL, NULL) : NULL;
    guint riches = model ? riches_of (model, format) : 0;
    if (riches > most) {
      most = riches;
      richest = files->pdata[i];
    }
    if (model)
      mw_model_free (model);
  }
  g_assert_true (!files || richest);
  if (richest)
    sweep_file (richest, work_fraction (), kinds);
}

/* The two sets of a version up to 300 KB with the most kinds of rows. */
static void
sweep_m2 (gconstpointer data)
{
  guint version = GPOINTER_TO_UINT (data);
  g_autoptr (GPtrArray) paths = m2_corpus ();
  if (!paths)
    return;
  g_autoptr (GArray) rich = g_array_new (FALSE, FALSE, sizeof (Rich));
  g_autoptr (GHashTable) all = new_kinds ();
  for (guint i = 0; i < paths->len; i++) {
    g_autoptr (MwFileSet) set = m2_set_load (paths->pdata[i]);
    if (m2_set_version (set) != version || m2_set_size (set) > 300 << 10)
      continue;
    MwFormat format;
    MwModel *model = mw_io_read (set, &format, NULL, NULL);
    Rich entry = { paths->pdata[i], riches_of (model, format) };
    g_array_append_val (rich, entry);
    mw_model_free (model);
  }
  g_array_sort (rich, by_riches);
  g_assert_cmpuint (rich->len, >=, 1);
  for (guint i = 0; i < MIN (rich->len, 2); i++) {
    const char *path = g_array_index (rich, Rich, i).path;
    g_autoptr (MwFileSet) set = m2_set_load (path);
    g_autofree char *name = g_path_get_basename (path);
    sweep_set (set, name, work_fraction (), all);
  }
}

static void
sweep_made (gconstpointer data)
{
  guint version = GPOINTER_TO_UINT (data), n;
  g_autofree guint *forms = m2_forms (version, &n);
  g_autoptr (GHashTable) kinds = new_kinds ();
  g_autoptr (MwFileSet) set = m2_set_make (&(M2GenerateOptions) { .version = version, .form = forms[n - 1] });
  g_autofree char *name = g_strdup_printf ("made %u", version);
  sweep_set (set, name, work_fraction (), kinds);
}

int
main (int argc, char **argv)
{
  static const guint versions[] = { 256, 260, 262, 263, 264, 272 };
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/field-sweep/each row of the sample changes its own bytes and no others", sweep_sample);
  g_test_add_func ("/io/field-sweep/each row of generated models of World of Warcraft's alpha does", sweep_wow);
  g_test_add_func ("/io/field-sweep/each row of a real model of World of Warcraft's alpha does", sweep_wow_corpus);
  g_test_add_func ("/io/field-sweep/each row of the ten richest real files changes its own bytes and no others",
                   sweep_corpus);
  /* The samples are of the first version. */
  for (const guint *version = mdlx_versions () + 1; *version; version++) {
    g_autofree char *path = g_strdup_printf ("/io/field-sweep/each row of MDX %u changes its own bytes and no others",
                                             *version);
    g_test_add_data_func (path, GUINT_TO_POINTER (*version), sweep_version);
  }
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autofree char *path = g_strdup_printf (
      "/io/field-sweep/each row of two real M2 of %u changes its own bytes and no others", versions[i]);
    g_test_add_data_func (path, GUINT_TO_POINTER (versions[i]), sweep_m2);
  }
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version += 4) {
    g_autofree char *path = g_strdup_printf (
      "/io/field-sweep/each row of a made M2 of %u changes its own bytes and no others", version);
    g_test_add_data_func (path, GUINT_TO_POINTER (version), sweep_made);
  }
  return g_test_run ();
}
