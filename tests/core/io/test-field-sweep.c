/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every scalar row of fixed width of every record, one after the other: changed through its path, written, and compared with
 * what the byte map says about it. The map is what `mwright layout` prints, so this holds layout, paths, values, editing
 * and the writer against each other. MODELWRIGHT_FRACTION=n takes every n-th row only (never of the sample). */
#include "tests/core/corpus.h"
#include "core/edit/document.h"
#include "core/io/registry.h"
#include "core/schema/value.h"

#include <string.h>

typedef struct {
  MwDocument *document;
  MwModel *model;
  MwFormat format;
  GBytes *bytes;
  MwByteMap *map;
  GHashTable *entries; /* "record/field" -> GArray of indices into the map */
} Open;

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
open_file (Open *open, const char *path)
{
  GError *error = NULL;
  gsize size;
  uint8_t *data = load_exactly (path, &size);
  *open = (Open) { .model = mw_io_read_bytes (data, size, &open->format, &error) };
  g_assert_no_error (error);
  MwFormat format;
  g_assert_nonnull (mw_io_probe (data, size, &format, NULL));
  open->format = format;
  open->document = mw_document_new (open->model, open->format);
  open->map = mw_byte_map_new ();
  open->bytes = mw_io_write (open->model, open->format, open->map, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (open->bytes, NULL), g_bytes_get_size (open->bytes), data, size);
  index_map (open);
  g_free (data);
}

static void
close_file (Open *open)
{
  g_hash_table_unref (open->entries);
  mw_byte_map_free (open->map);
  g_bytes_unref (open->bytes);
  g_object_unref (open->document);
}

static gboolean
is_swept (const MwField *field)
{
  return field->type != MW_TYPE_ARRAY && field->type != MW_TYPE_LIST && field->type != MW_TYPE_CHILD
         && !field->read_only;
}

/* The text that stands for candidate `which` of a field, or NULL behind the last. */
static char *
candidate (const MwField *field, guint which)
{
  static const char *const numbers[] = { "1", "2", "3", "0", "7" };
  static const char *const texts[] = { "Swept", "Swept away" };
  if (field->type == MW_TYPE_TEXT)
    return which < G_N_ELEMENTS (texts) ? g_strdup (texts[which]) : NULL;
  if (field->type == MW_TYPE_REF)
    return which == 0   ? g_strdup ("none")
           : which <= 3 ? g_strdup_printf ("%s[%u]", field->refers, which - 1)
           : which == 4 ? g_strdup ("54321")
                        : NULL;
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

/* Gives the field another value inside the open transaction; returns its text. */
static char *
change (Open *open, const char *path)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (open->model, path, &target, &error);
  g_assert_no_error (error);
  g_autofree char *before = mw_value_print (open->model, &target);
  char *text;
  for (guint which = 0; (text = candidate (target.field, which)); which++) {
    gboolean ok = mw_document_set_text (open->document, &target, text, strlen (text), NULL);
    g_free (text);
    g_autofree char *after = ok ? mw_value_print (open->model, &target) : NULL;
    if (ok && strcmp (before, after) != 0)
      return g_steal_pointer (&after);
  }
  g_error ("%s = %s takes no other value", path, before);
}

/* Counts bytes that changed in the entry and puts the old ones back. */
static guint
take_back (const MwBytes *entry, const guint8 *old, guint8 *new)
{
  guint changed = 0;
  g_assert_cmpuint (entry->stride, ==, 0); /* scalars stand together */
  for (uint64_t i = entry->offset; i < entry->offset + entry->size; i++) {
    changed += old[i] != new[i];
    new[i] = old[i];
  }
  return changed;
}

static void
check_same_length (const Open *open, MwId id, const MwField *field, const char *path, GBytes *written)
{
  gsize size;
  const guint8 *old = g_bytes_get_data (open->bytes, &size);
  g_autofree guint8 *new = g_memdup2 (g_bytes_get_data (written, NULL), size);
  g_autofree char *key = key_of (id, field);
  const GArray *indices = g_hash_table_lookup (open->entries, key);
  guint changed = 0;
  if (!indices)
    g_error ("the map has no bytes of %s", path);
  for (guint i = 0; i < indices->len; i++) {
    const MwBytes *entry = &g_array_index (open->map->entries, MwBytes, g_array_index (indices, guint, i));
    guint n = take_back (entry, old, new);
    changed += entry->kind == MW_BYTES_VALUE ? n : 0;
  }
  if (changed == 0)
    g_error ("%s changed, but none of its own bytes did", path);
  for (gsize at = 0; at < size; at++)
    if (old[at] != new[at])
      g_error ("%s changed, and so did byte 0x%" G_GSIZE_MODIFIER "x outside its bytes", path, at);
}

/* A row that moves others about: what it was set to must stand there when the file is read again. */
static void
check_read_again (const Open *open, const char *path, const char *value, GBytes *written)
{
  gsize size;
  MwFormat format;
  MwTarget target;
  GError *error = NULL;
  const guint8 *data = g_bytes_get_data (written, &size);
  MwModel *again = mw_io_read_bytes (data, size, &format, &error);
  g_assert_no_error (error);
  char *where = NULL;
  if (!mw_model_equal (open->model, again, open->format, &where))
    g_error ("%s changed; read again, %s differs", path, where);
  mw_path_resolve_one (again, path, &target, &error);
  g_assert_no_error (error);
  g_autofree char *text = mw_value_print (again, &target);
  g_assert_cmpstr (text, ==, value);
  mw_model_free (again);
}

static void
sweep_row (Open *open, MwId id, const MwField *field, guint *lengths)
{
  MwRecord *record = mw_model_find (open->model, id);
  g_autofree char *path = mw_field_path (record, field);
  GError *error = NULL;
  mw_document_begin (open->document, "Sweep");
  g_autofree char *value = change (open, path);
  g_autoptr (GBytes) written = mw_io_write (open->model, open->format, NULL, &error);
  g_assert_no_error (error);
  if (g_bytes_get_size (written) == g_bytes_get_size (open->bytes)) {
    check_same_length (open, id, field, path, written);
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

/* Sweeps one row in `fraction`, from a seeded start. */
static void
sweep_file (const char *path, guint fraction, GHashTable *kinds)
{
  Open open;
  guint lengths = 0, done = 0;
  open_file (&open, path);
  Collecting c = { &open, g_array_new (FALSE, FALSE, sizeof (Row)), kinds };
  mw_record_foreach (&open.model->record, collect, &c);
  guint start = fraction > 1 ? (guint) g_test_rand_int_range (0, (gint32) fraction) : 0;
  for (guint i = start; i < c.rows->len; i += fraction, done++) {
    const Row *row = &g_array_index (c.rows, Row, i);
    sweep_row (&open, row->id, row->field, &lengths);
  }
  g_autoptr (GBytes) last = mw_io_write (open.model, open.format, NULL, NULL);
  g_assert_true (g_bytes_equal (last, open.bytes));
  g_autofree char *name = g_path_get_basename (path);
  g_test_message ("%s: %u of %u rows, %u of them changed the length", name, done, c.rows->len, lengths);
  g_assert_cmpuint (done, >, 0);
  g_array_unref (c.rows);
  close_file (&open);
}

static GHashTable *
new_kinds (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
sweep_sample (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  g_autoptr (GHashTable) kinds = new_kinds ();
  sweep_file (path, 1, kinds);

  /* The sample has each row that can live in version 800. */
  guint n;
  const MwIoFormat *formats = mw_io_formats (&n);
  g_autoptr (GPtrArray) schemas = mw_schema_reachable (formats[0].root);
  MwFormat format = { MW_FAMILY_MDX, 800 };
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
    MwModel *model = size <= 200 * 1024 ? mw_io_read_bytes (data, size, &format, NULL) : NULL;
    if (!model)
      continue;
    g_autoptr (GHashTable) kinds = new_kinds ();
    Open open = { .format = format };
    Collecting c = { &open, g_array_new (FALSE, FALSE, sizeof (Row)), kinds };
    mw_record_foreach (&model->record, collect, &c);
    Rich entry = { files->pdata[i], g_hash_table_size (kinds) };
    g_array_append_val (rich, entry);
    g_array_unref (c.rows);
    mw_model_free (model);
  }
  g_array_sort (rich, by_riches);
  g_assert_cmpuint (rich->len, >=, 10);
  for (guint i = 0; i < 10; i++)
    sweep_file (g_array_index (rich, Rich, i).path, work_fraction (), all);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/field-sweep/each row of the sample changes its own bytes and no others", sweep_sample);
  g_test_add_func ("/io/field-sweep/each row of the ten richest real files changes its own bytes and no others",
                   sweep_corpus);
  return g_test_run ();
}
