/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"
#include "core/io/m2/m2.h"
#include "core/io/registry.h"
#include "core/schema/value.h"
#include "tests/core/corpus.h"
#include "tests/core/io/m2/sets.h"

#include <string.h>

/* Sets of M2 files read and written: unchanged, value by value, with parts missing, and files that are refused. */

static MwModel *
read_set (const MwFileSet *set, MwFormat *format)
{
  GError *error = NULL;
  MwModel *model = mw_io_read (set, format, NULL, &error);
  g_assert_no_error (error);
  return model;
}

static MwFileSet *
write_set (const MwModel *model, MwFormat format)
{
  GError *error = NULL;
  MwFileSet *set = mw_io_write (model, format, NULL, &error);
  g_assert_no_error (error);
  return set;
}

static gboolean
add_note_bytes (MwRecord *record, gpointer data)
{
  for (guint i = 0; i < mw_notes_count (record); i++)
    *(gsize *) data += mw_notes_at (record, i)->from_file;
  return TRUE;
}

/* How many bytes of the set are kept in notes, in addition to the values. */
static gsize
note_bytes (MwModel *model)
{
  gsize sum = 0;
  mw_record_foreach (&model->record, add_note_bytes, &sum);
  return sum;
}

/* Writes from a copy, after the original bytes were freed; asserts that the result is identical. Returns the size of
 * the notes. */
static gsize
assert_identical (const MwFileSet *set, const char *what)
{
  MwFormat format;
  MwModel *model = read_set (set, &format), *copy = mw_model_copy (model, TRUE);
  gsize noted = note_bytes (model);
  mw_model_poison_and_free (model);
  g_autoptr (MwFileSet) written = write_set (copy, format);
  m2_assert_same (set, written, what);
  mw_model_free (copy);
  return noted;
}

/* --- Real files ------------------------------------------------------------------------------------------------------- */

static int
by_value (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

static void
test_corpus (void)
{
  g_autoptr (GPtrArray) paths = m2_corpus ();
  if (!paths)
    return;
  g_autoptr (GArray) shares = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree char *worst = NULL;
  double most = -1;
  guint parts = 0;
  for (guint i = 0; i < paths->len; i++) {
    g_autoptr (MwFileSet) set = m2_set_load (paths->pdata[i]);
    double share = 100.0 * (double) assert_identical (set, paths->pdata[i]) / (double) m2_set_size (set);
    g_array_append_val (shares, share);
    parts += set->parts->len;
    if (share > most) {
      most = share;
      g_free (worst);
      worst = g_path_get_basename (paths->pdata[i]);
    }
  }
  g_array_sort (shares, by_value);
  double median = g_array_index (shares, double, shares->len / 2);
  g_test_message ("%u sets of %u files; of their bytes in notes: median %.3f %%, most %.2f %% (%s)", paths->len, parts,
                  median, most, worst);
  g_assert_cmpuint (paths->len, >=, 41);
  /* Community files follow no placement rule, and one has random values in the unused local bones of each vertex. */
  g_assert_cmpfloat (median, <=, 0.5);
  g_assert_cmpfloat (most, <=, 7);
}

/* All parts that belong to the model are read and written, not copied. */
static void
test_corpus_whole (void)
{
  g_autoptr (GPtrArray) paths = m2_corpus ();
  for (guint i = 0; paths && i < paths->len; i++) {
    g_autoptr (MwFileSet) set = m2_set_load (paths->pdata[i]);
    MwFormat format;
    MwModel *model = read_set (set, &format);
    g_autoptr (MwFileSet) written = write_set (model, format);
    const MwM2 *m2 = (const MwM2 *) model;
    for (guint k = 1; k < set->parts->len; k++) {
      const char *role = ((const MwFilePart *) set->parts->pdata[k])->role;
      gboolean ours = g_str_has_prefix (role, "anim")
                      || (g_str_has_prefix (role, "skin") && g_ascii_strtoull (role + 4, NULL, 10) < m2->skins.n);
      if (ours && !mw_file_set_find (written, role))
        g_error ("%s: %s was not read", (char *) paths->pdata[i], role);
    }
    mw_model_free (model);
  }
}

/* --- Made files ------------------------------------------------------------------------------------------------------- */

/* Whether a value is one of the three textures of a multitexture emitter, which files hold in one word. */
static gboolean
is_word_of_textures (const MwModel *model, const M2Value *value)
{
  static const char *const names[] = { "texture", "texture_2", "texture_3" };
  MwTarget target;
  if (!g_str_has_prefix (value->path, "particles[") || !g_str_has_suffix (value->path, "].textures"))
    return FALSE;
  g_autofree char *path = g_strndup (value->path, strlen (value->path) - strlen (".textures"));
  g_assert_true (mw_path_resolve_one (model, path, &target, NULL));
  uint32_t word = (uint32_t) ((const MwM2Particle *) target.record)->texture_bit << 15;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    MwRef ref = *(const MwRef *) mw_field_at (target.record, mw_schema_field (target.record->schema, names[i]));
    const MwRecord *texture = mw_model_resolve (model, ref);
    word |= (texture ? mw_record_index (texture) : ref.raw) << (5 * i);
  }
  g_autofree char *text = g_strdup_printf ("%u", word);
  g_assert_cmpstr (text, ==, value->value);
  return TRUE;
}

/* Asserts the value as printed; for a named number, the number itself is accepted. */
static void
assert_value (const MwModel *model, const M2Value *value, const char *what)
{
  MwTarget target;
  GError *error = NULL;
  if (is_word_of_textures (model, value))
    return;
  if (!mw_path_resolve_one (model, value->path, &target, &error))
    g_error ("%s: %s: %s", what, value->path, error->message);
  g_autofree char *text = mw_value_print (model, &target);
  if (strcmp (text, value->value) == 0)
    return;
  const MwNames *names = mw_record_names (target.record, target.field);
  g_auto (MwValue) number = { 0 };
  if (!names || !mw_value_parse (model, &target, value->value, strlen (value->value), &number, NULL)
      || memcmp (number.bytes->data, mw_field_at (target.record, target.field), number.bytes->len) != 0)
    g_error ("%s: %s is %s, expected %s", what, value->path, text, value->value);
}

/* Everything derived must follow from the values without notes: offsets, lookups, the hash table, ranges, vertices
 * of profiles. The combos are excepted, because the made sets have them in arbitrary order. */
static gboolean
assert_no_note (MwRecord *record, gpointer what)
{
  for (guint i = 0; i < mw_notes_count (record); i++) {
    const MwNote *note = mw_notes_at (record, i);
    gboolean combos = note->field
                      && (g_str_has_suffix (note->field->name, "_combos")
                          || strcmp (note->field->name, "units.texture") == 0);
    /* The made files have their chunks in an order of their own. */
    if (note->kind != MW_NOTE_CHUNK_ORDER && (note->kind != MW_NOTE_LAYOUT || !combos)) {
      g_autofree char *path = mw_record_path (record);
      g_error ("%s: %s has a note of %u bytes (%s, %s)", (char *) what, path, note->size,
               mw_note_kind_name (note->kind), note->field ? note->field->name : "no field");
    }
  }
  return TRUE;
}

static void
test_made (gconstpointer data)
{
  guint version = GPOINTER_TO_UINT (data), n, n_values = 0;
  g_autofree guint *forms = m2_forms (version, &n);
  for (guint i = 0; i < n; i++)
    for (guint seed = 0; seed < (i == 0 ? 2 : 1); seed++) {
      M2GenerateOptions options = { version, seed, forms[i] };
      g_autofree char *what = g_strdup_printf ("version %u, form %u, seed %u", version, forms[i], seed);
      g_autoptr (MwFileSet) set = m2_set_make (&options);
      g_autoptr (GPtrArray) values = m2_generate_values (&options);
      MwFormat format;
      MwModel *model = read_set (set, &format);
      g_assert_cmpuint (format.version, ==, version);
      for (guint k = 0; k < values->len; k++)
        assert_value (model, values->pdata[k], what);
      n_values += values->len;
      mw_record_foreach (&model->record, assert_no_note, (gpointer) what);
      mw_model_free (model);
      assert_identical (set, what);
    }
  g_test_message ("%u forms, %u values", n, n_values);
}

/* --- Parts that are not there ----------------------------------------------------------------------------------------- */

static MwFileSet *
made_264 (void)
{
  return m2_set_make (&(M2GenerateOptions) { .version = 264 });
}

/* Reads the set without some of its parts; after an edit elsewhere, the parts that are there have the edit, and all
 * else is kept. */
static void
check_without (const MwFileSet *whole, const char *const *roles)
{
  MwFileSet *set = m2_set_with (whole, roles[0], NULL, 0);
  for (guint i = 1; roles[i]; i++) {
    MwFileSet *less = m2_set_with (set, roles[i], NULL, 0);
    mw_file_set_free (set);
    set = less;
  }
  assert_identical (set, roles[0]);
  MwFormat format;
  MwModel *model = read_set (set, &format);
  const MwM2 *m2 = (const MwM2 *) model;
  for (guint i = 0; i < m2->skins.n; i++) {
    g_autofree char *role = g_strdup_printf ("skin%u", i);
    g_assert_cmpint (((const MwM2Skin *) m2->skins.items[i])->not_loaded, ==, g_strv_contains (roles, role));
  }
  for (guint i = 0; i < m2->sequences.n; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) m2->sequences.items[i];
    g_autofree char *role = mw_m2_sequence_role (sequence);
    g_assert_cmpint (sequence->not_loaded, ==, mw_m2_sequence_is_external (sequence) && g_strv_contains (roles, role));
  }
  MwDocument *document = mw_document_new (model, format);
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (model, "bounds.radius", &target, &error);
  g_assert_no_error (error);
  mw_document_begin (document, "Edit");
  mw_document_set_text (document, &target, "77.25", 5, &error);
  g_assert_no_error (error);
  mw_document_commit (document);
  g_autoptr (MwFileSet) written = write_set (model, format);
  g_assert_cmpuint (written->parts->len, ==, set->parts->len);
  for (guint i = 0; i < written->parts->len; i++) {
    gsize size, was;
    const MwFilePart *part = written->parts->pdata[i];
    const uint8_t *new = g_bytes_get_data (part->bytes, &size),
                  *old = g_bytes_get_data (mw_file_set_find (set, part->role)->bytes, &was);
    guint changed = 0;
    g_assert_cmpuint (size, ==, was);
    for (gsize at = 0; at < size; at++)
      changed += old[at] != new[at];
    g_assert_cmpuint (changed, <=, i == 0 ? 4 : 0);
    g_assert_cmpint (changed > 0, ==, i == 0);
  }
  g_object_unref (document);
  mw_file_set_free (set);
}

static void
test_missing (void)
{
  static const char *const sets[][8] = {
    { "skin0", NULL },
    { "skin2", NULL },
    { "skin0", "skin1", "skin2", "skin3", NULL },
    { "anim4-0", NULL },
    { "anim60-0", NULL },
    { "anim4-0", "anim60-0", "anim5-1", NULL },
    { "skin0", "skin1", "skin2", "skin3", "anim4-0", "anim60-0", "anim5-1", NULL },
  };
  g_autoptr (MwFileSet) set = made_264 (), late = m2_set_make (&(M2GenerateOptions) { .version = 272 });
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++) {
    check_without (set, sets[i]);
    check_without (late, sets[i]);
  }
}

/* Parts that the model does not refer to are left to the caller; an .anim may be empty. */
static void
test_odd_parts (void)
{
  g_autoptr (MwFileSet) set = made_264 ();
  gsize size;
  g_autoptr (GBytes) skin = g_bytes_ref (mw_file_set_find (set, "skin0")->bytes), junk = g_bytes_new_static ("junk", 4);
  mw_file_set_add (set, "skin4", NULL, skin);
  mw_file_set_add (set, "anim999-7", NULL, junk);
  mw_file_set_add (set, "phys", NULL, junk);
  assert_identical (set, "surplus parts");
  MwFormat format;
  MwModel *model = read_set (set, &format);
  g_autoptr (MwFileSet) written = write_set (model, format);
  g_assert_cmpuint (written->parts->len, ==, set->parts->len - 3);
  mw_model_free (model);

  /* The model still refers to keys in the empty file. */
  g_autoptr (MwFileSet) empty = m2_set_with (set, "anim4-0", "", 0);
  g_autoptr (GError) error = NULL;
  g_assert_null (mw_io_read (empty, &format, NULL, &error));
  g_assert_nonnull (strstr (error->message, "the file of its sequence has 0x0 bytes"));

  /* A sequence marked as external in a model without keys: the lists with tracks are removed from the header. */
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  g_autofree uint8_t *copy = g_memdup2 (bytes, size);
  guint32 bones;
  memcpy (&bones, copy + 0x2C, 4);
  g_assert_cmpuint (bones, ==, 24);
  static const guint lists[] = { 0x2C, 0x34, 0x48, 0x58, 0x60, 0xF0, 0xF8, 0x100, 0x108, 0x110, 0x118, 0x120, 0x128 };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    memset (copy + lists[i], 0, 8);
  g_autoptr (MwFileSet) still = m2_set_with (set, "model", copy, size), quiet = m2_set_with (still, "anim4-0", "", 0);
  assert_identical (quiet, "an empty .anim");
  model = read_set (quiet, &format);
  g_assert_false (((const MwM2Sequence *) ((const MwM2 *) model)->sequences.items[2])->not_loaded);
  g_autoptr (MwFileSet) again = write_set (model, format);
  g_assert_cmpuint (g_bytes_get_size (mw_file_set_find (again, "anim4-0")->bytes), ==, 0);
  mw_model_free (model);
}

/* Two sequences with the same animation and variation share a file. */
static void
test_twins (void)
{
  g_autoptr (MwFileSet) set = made_264 ();
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  g_autofree uint8_t *copy = g_memdup2 (bytes, size);
  guint32 at;
  memcpy (&at, copy + 0x1C + 4, 4);
  /* Sequence 11 (5/1) becomes a second 4/0, so its pairs are now offsets in the file of sequence 2. */
  memcpy (copy + at + 11 * 0x40, copy + at + 2 * 0x40, 4);
  g_autoptr (MwFileSet) twins = m2_set_with (set, "model", copy, size);
  g_autoptr (GError) error = NULL;
  MwFormat format;
  MwModel *model = mw_io_read (twins, &format, NULL, &error);
  if (model) {
    mw_model_free (model);
    assert_identical (twins, "two sequences of one file");
  } else {
    g_assert_nonnull (strstr (error->message, "the file of its sequence"));
  }
  /* A file that is large enough for both. */
  gsize length;
  const uint8_t *anim = g_bytes_get_data (mw_file_set_find (set, "anim5-1")->bytes, &length);
  g_autofree uint8_t *large = g_malloc0 (length + 0x10000);
  memcpy (large, anim, length);
  g_autoptr (MwFileSet) both = m2_set_with (twins, "anim4-0", large, length + 0x10000);
  assert_identical (both, "two sequences of one large file");
}

/* --- Refused ---------------------------------------------------------------------------------------------------------- */

static void
test_refused (void)
{
  g_autoptr (MwFileSet) set = made_264 ();
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  static const struct {
    guint32 version;
    const char *sentence;
  } versions[] = { { 255, "M2 255" }, { 275, "M2 275" } };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autofree uint8_t *copy = g_memdup2 (bytes, size);
    memcpy (copy + 4, &versions[i].version, 4);
    g_autoptr (MwFileSet) other = m2_set_with (set, "model", copy, size);
    m2_assert_error (other, MW_ERROR_UNSUPPORTED, 4, versions[i].sentence);
  }
  g_autofree uint8_t *chunked = g_malloc (size + 8);
  memcpy (chunked + 8, bytes, size);
  memcpy (chunked, "MD21", 4);
  memcpy (chunked + 4, &(guint32) { (guint32) size }, 4);
  g_autoptr (MwFileSet) md21 = m2_set_with (set, "model", chunked, size + 8);
  m2_assert_error (md21, MW_ERROR_UNSUPPORTED, 12,
                   "this is an M2 file in chunks of version 264; versions 272 to 274 are read");
  static const char *const chunks[] = { "AFSA", "AFSB" };
  for (guint i = 0; i < G_N_ELEMENTS (chunks); i++) {
    g_autofree char *anim = g_strdup_printf ("%s\x04___data", chunks[i]);
    memset (anim + 5, 0, 3);
    g_autoptr (MwFileSet) other = m2_set_with (set, "anim60-0", anim, 12);
    m2_assert_error (other, MW_ERROR_UNSUPPORTED, 0, "which belongs to a skeleton file");
  }
}

static void
assert_not_writable (const MwModel *model, MwFormat format, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) set = mw_io_write (model, format, NULL, &error);
  g_assert_null (set);
  g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
  if (!strstr (error->message, words))
    g_error ("found \"%s\", expected it to say \"%s\"", error->message, words);
}

/* What the numbers of a profile cannot state is refused, and what just fits is not. */
static void
test_profile_limits (void)
{
  enum { MOST_CORNERS = 65535, MOST_TEXTURES = 64 };
  MwFormat format;
  g_autoptr (MwFileSet) made = made_264 ();
  MwModel *model = read_set (made, &format);
  MwM2Skin *skin = (MwM2Skin *) ((MwM2 *) model)->skins.items[0];
  MwM2Submesh *submesh = (MwM2Submesh *) skin->submeshes.items[0];
  MwM2Batch *batch = (MwM2Batch *) skin->batches.items[0];
  g_autofree uint16_t *corners = g_new (uint16_t, MOST_CORNERS + 3);
  for (guint i = 0; i < MOST_CORNERS + 3; i++)
    corners[i] = (uint16_t) (i % 3);
  mw_array_clear (&submesh->triangles);
  submesh->triangles = mw_array_copy (corners, MOST_CORNERS, sizeof *corners);
  g_autoptr (MwFileSet) written = write_set (model, format);
  g_assert_nonnull (written);
  mw_array_clear (&submesh->triangles);
  submesh->triangles = mw_array_copy (corners, MOST_CORNERS + 3, sizeof *corners);
  assert_not_writable (model, format, "has 65538 corners of triangles; the file has room for 65535");
  mw_array_clear (&submesh->triangles);
  submesh->triangles = mw_array_copy (corners, 3, sizeof *corners);
  MwRef textures[MOST_TEXTURES + 1];
  for (guint i = 0; i < G_N_ELEMENTS (textures); i++)
    textures[i] = ((const MwRef *) batch->textures.data)[0];
  mw_array_clear (&batch->textures);
  batch->textures = mw_array_copy (textures, MOST_TEXTURES + 1, sizeof *textures);
  assert_not_writable (model, format, "has 65 textures; the file has room for 64");
  mw_model_free (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/m2/every set of the corpus is written as it was read", test_corpus);
  g_test_add_func ("/io/m2/every companion of the corpus is read", test_corpus_whole);
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    g_autofree char *path = g_strdup_printf ("/io/m2/made sets of %u have the values that went in, in every form",
                                             version);
    g_test_add_data_func (path, GUINT_TO_POINTER (version), test_made);
  }
  g_test_add_func ("/io/m2/missing parts are marked, and edits keep what belongs to them", test_missing);
  g_test_add_func ("/io/m2/parts that the model does not name are ignored, and an .anim may be empty", test_odd_parts);
  g_test_add_func ("/io/m2/two sequences of one animation and variation share a file", test_twins);
  g_test_add_func ("/io/m2/a profile with too much is not written", test_profile_limits);
  g_test_add_func ("/io/m2/other versions, and keys of skeleton files, are refused with a clear message", test_refused);
  return g_test_run ();
}
