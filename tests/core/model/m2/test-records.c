/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/plan.h"
#include "tests/core/corpus.h"
#include "tests/core/model/m2/layouts.h"

#include <string.h>

/* The tables of M2 records cover every byte: a record that is read, copied and written with each array at its old
 * place gives the same file. And what they read is what m2.md says is there. */

/* --- Places of arrays ----------------------------------------------------------------------------------------------- */

typedef struct {
  MwId owner;
  const MwField *field;
  uint32_t offset;
} Spot;

static guint
spot_hash (gconstpointer spot)
{
  const Spot *s = spot;
  return s->owner * 2654435761u ^ g_direct_hash (s->field);
}

static gboolean
spot_equal (gconstpointer a, gconstpointer b)
{
  const Spot *x = a, *y = b;
  return x->owner == y->owner && x->field == y->field;
}

typedef struct {
  const uint8_t *file;
  size_t size;
  MwFormat format;
  uint32_t surplus;  /* lane entries beyond the number of sequences */
  GHashTable *spots; /* where each array was */
  uint8_t *image;    /* the bytes written */
  uint8_t *expected; /* bytes that belong to the records according to m2.md */
  uint8_t *written;
  MwBuffer out; /* the records without their arrays */
  guint records, arrays, lanes;
} Proof;

static void
proof_init (Proof *proof, const uint8_t *file, size_t size, uint32_t version)
{
  *proof = (Proof) { .file = file, .size = size, .format = { MW_FAMILY_M2, (uint16_t) version } };
  proof->spots = g_hash_table_new_full (spot_hash, spot_equal, g_free, NULL);
  proof->image = g_malloc (MAX (size, 1));
  memset (proof->image, 0xCC, size);
  proof->expected = g_malloc0 (MAX (size, 1));
  proof->written = g_malloc0 (MAX (size, 1));
  mw_buffer_init (&proof->out, 0);
}

static void
proof_clear (Proof *proof)
{
  g_hash_table_unref (proof->spots);
  g_free (proof->image);
  g_free (proof->expected);
  g_free (proof->written);
  mw_buffer_clear (&proof->out);
}

static void
seen (const MwRecord *owner, const MwField *field, uint32_t offset, uint32_t count, size_t size, gpointer data)
{
  Proof *proof = data;
  Spot spot = { owner->id, field, offset };
  g_assert_cmpuint (owner->id, !=, 0);
  g_assert_false (g_hash_table_contains (proof->spots, &spot));
  g_hash_table_add (proof->spots, g_memdup2 (&spot, sizeof spot));
}

static void
place_back (Proof *proof, size_t at, const void *bytes, size_t size)
{
  g_assert_cmpuint (at, <=, proof->size);
  g_assert_cmpuint (size, <=, proof->size - at);
  memcpy (proof->image + at, bytes, size);
  memset (proof->written + at, 1, size);
}

static uint32_t
sink (const MwRecord *owner, const MwField *field, const void *bytes, size_t size, gboolean lasting, uint32_t count,
      MwWirePlace pointer, gpointer data)
{
  Proof *proof = data;
  Spot wanted = { owner->id, field, 0 };
  const Spot *spot = g_hash_table_lookup (proof->spots, &wanted);
  g_assert_nonnull (spot);
  if (size)
    place_back (proof, spot->offset, bytes, size);
  if (pointer.piece == 0)
    mw_buffer_set_u32 (&proof->out, pointer.offset, spot->offset);
  else
    memcpy (proof->image + pointer.piece + pointer.offset, &spot->offset, 4);
  proof->arrays++;
  return MAX (spot->offset, 1);
}

static void
claim (uint32_t offset, uint32_t size, gpointer data)
{
  Proof *proof = data;
  g_assert_cmpuint (offset, <=, proof->size);
  g_assert_cmpuint (size, <=, proof->size - offset);
  memset (proof->expected + offset, 1, size);
}

/* Asserts that every byte of the records is written, no other byte is, and all are equal to the file's. */
static size_t
proof_compare (const Proof *proof, const char *name)
{
  size_t bytes = 0;
  for (size_t i = 0; i < proof->size; i++) {
    if (proof->written[i] != proof->expected[i])
      g_error ("%s: byte 0x%zX is%s written, but does%s belong to a record", name, i, proof->written[i] ? "" : " not",
               proof->expected[i] ? "" : " not");
    if (proof->written[i] && proof->image[i] != proof->file[i])
      g_error ("%s: byte 0x%zX is 0x%02X, expected 0x%02X", name, i, proof->image[i], proof->file[i]);
    bytes += proof->written[i];
  }
  return bytes;
}

/* --- Whole files ---------------------------------------------------------------------------------------------------- */

static uint32_t
u32_at (const uint8_t *bytes)
{
  uint32_t value;
  memcpy (&value, bytes, 4);
  return value;
}

/* Where the arrays are in the header (m2.md 2), before 264 and from 264 on. */
static const struct {
  const char *list;
  RecordKind kind;
  uint16_t old_at, new_at;
} lists[] = {
  { "sequences", SEQUENCE, 0x01C, 0x01C },
  { "bones", BONE, 0x034, 0x02C },
  { "cameras", CAMERA, 0x124, 0x110 },
  { "particles", PARTICLE, 0x13C, 0x128 },
};

static gboolean
as_bytes (uint32_t version, const uint8_t *particle)
{
  return version < 262 && (particle[0x28] | particle[0x29] << 8) > 7;
}

static uint32_t
flags_of (RecordKind kind, uint32_t version, const uint8_t *record)
{
  return kind == PARTICLE   ? u32_at (record + 4)
         : kind == SEQUENCE ? u32_at (record + (version < 264 ? 0x10 : 0x0C))
                            : 0;
}

static void
read_file (Proof *proof, MwM2 *model, const char *name)
{
  GError *error = NULL;
  g_autofree MwWireSequence *sequences = NULL;
  guint n_sequences = 0;
  MwWireReader *reader = mw_wire_reader_new (&model->model, proof->format, proof->file, proof->size, NULL);
  mw_wire_reader_set_seen (reader, seen, proof);
  const uint8_t *loops = proof->file + 0x14;
  const MwField *globals = mw_schema_field (&mw_m2_schema, "global_sequences");
  for (uint32_t i = 0; i < u32_at (loops); i++) {
    MwRecord *record = mw_record_new (&mw_m2_global_sequence_schema);
    mw_list_append (&model->model, &model->model.record, globals, record);
    mw_wire_reader_seek (reader, u32_at (loops + 4) + 4 * i, proof->size);
    g_assert_true (mw_wire_read_record (reader, record, NULL));
  }
  for (guint l = 0; l < G_N_ELEMENTS (lists); l++) {
    const uint8_t *pair = proof->file + (model->version < 264 ? lists[l].old_at : lists[l].new_at);
    uint32_t count = u32_at (pair), at = u32_at (pair + 4);
    for (uint32_t i = 0; i < count; i++) {
      g_assert_cmpuint (at, <=, proof->size - 0x40);
      uint32_t flags = flags_of (lists[l].kind, model->version, proof->file + at);
      Layout layout = layout_of (lists[l].kind, model->version, model->global_flags, flags,
                                 lists[l].kind == PARTICLE && as_bytes (model->version, proof->file + at));
      MwRecord *record = mw_record_new (layout.schema);
      mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_m2_schema, lists[l].list), record);
      mw_wire_reader_seek (reader, at, at + layout.size);
      if (!mw_wire_read_record (reader, record, &error))
        g_error ("%s: %s[%u]: %s", name, lists[l].list, i, mw_error_describe (error, NULL));
      g_assert_cmpuint (mw_wire_reader_at (reader), ==, at + layout.size);
      claim (at, layout.size, proof);
      for (guint k = 0; k < layout.n; k++) {
        /* Global sequences are not resolved yet, so the stored numbers are visible. */
        g_autofree char *wrong = check_place (proof->file, proof->size, at, &layout.places[k], record, model->version,
                                              sequences, n_sequences);
        if (wrong)
          g_error ("%s: %s[%u]: %s", name, lists[l].list, i, wrong);
        claim_place (proof->file, at, &layout.places[k], model->version, sequences, n_sequences, claim, proof);
      }
      at += layout.size;
      g_free ((gpointer) layout.places);
    }
    if (lists[l].kind == SEQUENCE) {
      sequences = mw_m2_wire_sequences (model, &n_sequences);
      mw_wire_reader_set_sequences (reader, sequences, n_sequences);
    }
  }
  proof->surplus = mw_wire_reader_surplus_ranges (reader);
  mw_wire_reader_free (reader);
  mw_wire_resolve (&model->model, NULL, NULL, NULL);
}

static gboolean
count_lane (MwRecord *record, gpointer data)
{
  ((Proof *) data)->lanes += mw_m2_is_lane (record);
  return TRUE;
}

static void
write_file (Proof *proof, MwM2 *model)
{
  guint n_sequences;
  g_autofree MwWireSequence *sequences = mw_m2_wire_sequences (model, &n_sequences);
  g_autofree uint32_t *numbers = mw_model_numbers (&model->model);
  MwWireWriter *writer = mw_wire_writer_new (&model->model, proof->format, &proof->out, NULL, numbers, NULL);
  mw_wire_writer_set_sequences (writer, sequences, n_sequences);
  mw_wire_writer_set_surplus_ranges (writer, proof->surplus);
  mw_wire_writer_set_sink (writer, sink, proof);
  for (guint l = 0; l < G_N_ELEMENTS (lists); l++) {
    const MwList *list = mw_record_list (&model->model.record, mw_schema_field (&mw_m2_schema, lists[l].list));
    uint32_t at = u32_at (proof->file + (model->version < 264 ? lists[l].old_at : lists[l].new_at) + 4);
    for (uint32_t i = 0; i < list->n; i++) {
      proof->out.size = 0;
      mw_wire_write_record (writer, list->items[i]);
      place_back (proof, at, proof->out.bytes, proof->out.size);
      at += (uint32_t) proof->out.size;
      proof->records++;
    }
  }
  mw_wire_writer_free (writer);
  mw_record_foreach (&model->model.record, count_lane, proof);
}

static void
prove_file (const char *path, guint64 totals[4])
{
  gsize size;
  g_autofree uint8_t *file = load_exactly (path, &size);
  g_autofree char *name = g_path_get_basename (path);
  g_assert_cmpuint (size, >, 0x144);
  Proof proof;
  proof_init (&proof, file, size, u32_at (file + 4));
  MwM2 *model = (MwM2 *) mw_model_new (&mw_m2_schema);
  model->version = u32_at (file + 4);
  model->global_flags = u32_at (file + 0x10);
  read_file (&proof, model, name);
  MwM2 *copy = (MwM2 *) mw_model_copy (&model->model, TRUE);
  g_autofree char *where = NULL;
  g_assert_true (mw_model_equal (&model->model, &copy->model, proof.format, &where));
  mw_model_poison_and_free (&model->model);
  write_file (&proof, copy);
  size_t bytes = proof_compare (&proof, name);
  g_test_message ("%s: version %u, %u records, %u lanes, %u arrays, %zu of %zu bytes", name, copy->version,
                  proof.records, proof.lanes, proof.arrays, bytes, (size_t) size);
  totals[0] += proof.records;
  totals[1] += proof.lanes;
  totals[2] += proof.arrays;
  totals[3] += bytes;
  mw_model_free (&copy->model);
  proof_clear (&proof);
}

static void
test_corpus (gconstpointer folder)
{
  g_autoptr (GPtrArray) models = corpus_files (folder);
  guint64 totals[4] = { 0 };
  guint files = 0;
  for (guint i = 0; models && i < models->len; i++) {
    GDir *dir = g_dir_open (models->pdata[i], 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name (dir))) {
      size_t length = strlen (name);
      if (length < 3 || g_ascii_strcasecmp (name + length - 3, ".m2") != 0)
        continue;
      g_autofree char *path = g_build_filename (models->pdata[i], name, NULL);
      prove_file (path, totals);
      files++;
    }
    if (dir)
      g_dir_close (dir);
  }
  if (!models)
    return;
  g_assert_cmpuint (files, >, 0);
  g_assert_cmpuint (totals[0], >, 0);
  g_test_message ("%u files: %" G_GUINT64_FORMAT " records, %" G_GUINT64_FORMAT " lanes, %" G_GUINT64_FORMAT
                  " arrays, %" G_GUINT64_FORMAT " bytes",
                  files, totals[0], totals[1], totals[2], totals[3]);
}

/* --- Made-up records ------------------------------------------------------------------------------------------------ */

/* clang-format off */
static const struct {
  RecordKind kind;
  uint16_t version, global_flags;
  uint32_t flags;
  gboolean bytes;
  uint32_t size;
} made[] = {
  { SEQUENCE, 256, 0, 0x3, FALSE, 0x44 },      { SEQUENCE, 261, 0, 0x3, FALSE, 0x44 },
  { SEQUENCE, 264, 0, 0x21, FALSE, 0x40 },     { SEQUENCE, 274, 0, 0x221, FALSE, 0x40 },
  { BONE, 257, 0, 0, FALSE, 0x6C },            { BONE, 258, 0, 0, FALSE, 0x70 },
  { BONE, 259, 0, 0, FALSE, 0x70 },            { BONE, 261, 0, 0, FALSE, 0x70 },
  { BONE, 264, 0, 0, FALSE, 0x58 },            { BONE, 272, 0, 0, FALSE, 0x58 },
  { CAMERA, 258, 0, 0, FALSE, 0x7C },          { CAMERA, 259, 0, 0, FALSE, 0x7C },
  { CAMERA, 261, 0, 0, FALSE, 0x7C },          { CAMERA, 264, 0, 0, FALSE, 0x64 },
  { CAMERA, 270, 0, 0, FALSE, 0x64 },          { CAMERA, 271, 0, 0, FALSE, 0x74 },
  { CAMERA, 274, 0, 0, FALSE, 0x74 },          { PARTICLE, 256, 0, 0x29, TRUE, 504 },
  { PARTICLE, 258, 0, 0x29, FALSE, 504 },      { PARTICLE, 259, 0, 0x800029, FALSE, 504 },
  { PARTICLE, 261, 0, 0x10000029, FALSE, 504 }, { PARTICLE, 262, 0, 0x29, FALSE, 504 },
  { PARTICLE, 264, 0, 0x20029, FALSE, 476 },   { PARTICLE, 264, 0, 0x10820029, FALSE, 476 },
  { PARTICLE, 264, 0x200, 0x20029, FALSE, 492 }, { PARTICLE, 270, 0, 0x20029, FALSE, 476 },
  { PARTICLE, 271, 0x200, 0x20029, FALSE, 492 }, { PARTICLE, 272, 0, 0x10820029, FALSE, 492 },
};
/* clang-format on */

/* A model with the sequences that the samples' tracks need. */
static MwM2 *
model_for (guint i)
{
  MwM2 *model = (MwM2 *) mw_model_new (&mw_m2_schema);
  model->version = made[i].version;
  model->global_flags = made[i].global_flags;
  for (guint k = 0; k < SAMPLE_SEQUENCES; k++) {
    MwM2Sequence *sequence = (MwM2Sequence *) mw_record_new (&mw_m2_sequence_schema);
    sequence->flags = sample_sequence_flags[k];
    sequence->alias = (MwRef) { 0, sample_sequence_alias[k] };
    mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_m2_schema, "sequences"),
                    &sequence->record);
  }
  return model;
}

/* Reads the sample's record using `schema`. NULL, or what is wrong with the result. */
static char *
read_made (guint i, const Sample *sample, const MwSchema *schema, Proof *proof, MwM2 *model, MwRecord *record)
{
  g_autoptr (GError) error = NULL;
  guint n_sequences;
  g_autofree MwWireSequence *sequences = mw_m2_wire_sequences (model, &n_sequences);
  MwWireReader *reader = mw_wire_reader_new (&model->model, proof->format, proof->file, proof->size, NULL);
  mw_wire_reader_set_seen (reader, seen, proof);
  mw_wire_reader_set_sequences (reader, sequences, n_sequences);
  mw_wire_reader_seek (reader, sample->at, sample->at + sample->layout.size);
  char *wrong = NULL;
  if (!mw_wire_read_record (reader, record, &error))
    wrong = mw_error_describe (error, NULL);
  else if (mw_wire_reader_at (reader) != sample->at + sample->layout.size)
    wrong = g_strdup_printf ("%zu bytes were read", mw_wire_reader_at (reader) - sample->at);
  mw_wire_reader_free (reader);
  for (guint k = 0; !wrong && k < sample->layout.n; k++)
    wrong = check_place (sample->bytes->data, sample->bytes->len, sample->at, &sample->layout.places[k], record,
                         made[i].version, sequences, n_sequences);
  return wrong;
}

static const MwField *
list_for (const MwSchema *schema)
{
  for (guint l = 0; l < G_N_ELEMENTS (lists); l++) {
    const MwField *list = mw_schema_field (&mw_m2_schema, lists[l].list);
    if (list->schema == schema)
      return list;
  }
  g_assert_not_reached ();
}

static void
write_made (const Sample *sample, Proof *proof, MwM2 *model, const MwRecord *record)
{
  guint n_sequences;
  g_autofree MwWireSequence *sequences = mw_m2_wire_sequences (model, &n_sequences);
  g_autofree uint32_t *numbers = mw_model_numbers (&model->model);
  MwWireWriter *writer = mw_wire_writer_new (&model->model, proof->format, &proof->out, NULL, numbers, NULL);
  mw_wire_writer_set_sequences (writer, sequences, n_sequences);
  mw_wire_writer_set_sink (writer, sink, proof);
  mw_wire_write_record (writer, record);
  place_back (proof, sample->at, proof->out.bytes, proof->out.size);
  mw_wire_writer_free (writer);
}

static void
test_made (void)
{
  guint arrays = 0;
  for (guint i = 0; i < G_N_ELEMENTS (made); i++) {
    Sample sample = sample_make (made[i].kind, made[i].version, made[i].global_flags, made[i].flags, made[i].bytes);
    g_assert_cmpuint (sample.layout.size, ==, made[i].size);
    Proof proof;
    proof_init (&proof, sample.bytes->data, sample.bytes->len, made[i].version);
    MwM2 *model = model_for (i);
    MwRecord *record = mw_record_new (sample.layout.schema);
    mw_list_append (&model->model, &model->model.record, list_for (sample.layout.schema), record);
    g_autofree char *wrong = read_made (i, &sample, sample.layout.schema, &proof, model, record);
    if (wrong)
      g_error ("%s of %u: %s", record->schema->name, made[i].version, wrong);
    guint n_sequences;
    g_autofree MwWireSequence *sequences = mw_m2_wire_sequences (model, &n_sequences);
    claim (sample.at, sample.layout.size, &proof);
    for (guint k = 0; k < sample.layout.n; k++)
      claim_place (proof.file, sample.at, &sample.layout.places[k], made[i].version, sequences, n_sequences, claim,
                   &proof);
    MwId id = record->id;
    MwM2 *copy = (MwM2 *) mw_model_copy (&model->model, TRUE);
    mw_model_poison_and_free (&model->model);
    write_made (&sample, &proof, copy, mw_model_find (&copy->model, id));
    g_autofree char *name = g_strdup_printf ("%s of %u", sample.layout.schema->name, made[i].version);
    proof_compare (&proof, name);
    arrays += proof.arrays;
    mw_model_free (&copy->model);
    proof_clear (&proof);
    sample_clear (&sample);
  }
  g_test_message ("%zu records, %u arrays", G_N_ELEMENTS (made), arrays);
}

/* --- The test itself ------------------------------------------------------------------------------------------------ */

static gboolean
both_hold (const MwWireRow *a, const MwWireRow *b, const MwRecord *record, MwFormat format)
{
  /* Such a row takes no bytes in the file, so its position cannot be seen. */
  if (a->wire == MW_WIRE_ELSEWHERE || b->wire == MW_WIRE_ELSEWHERE)
    return FALSE;
  const MwWireRow *rows[2] = { a, b };
  for (guint k = 0; k < 2; k++)
    if (!mw_wire_row_applies (rows[k], record->schema, format, record->variant)
        || !mw_when_holds (&rows[k]->when,
                           rows[k]->when.field ? mw_schema_field (record->schema, rows[k]->when.field) : NULL, record))
      return FALSE;
  return TRUE;
}

/* Whether the table with these two rows swapped fails the check for at least one made-up record. *held: whether both
 * rows apply in one of them. */
static gboolean
mutant_is_seen (const MwSchema *schema, guint swapped, gboolean *held)
{
  /* Plans live as long as the program and identify their schema by its address. */
  static GPtrArray *mutants;
  if (!mutants)
    mutants = g_ptr_array_new ();
  MwWireRow *rows = g_memdup2 (schema->wire, schema->n_wire * sizeof (MwWireRow));
  MwWireRow row = rows[swapped];
  rows[swapped] = rows[swapped + 1];
  rows[swapped + 1] = row;
  MwSchema *mutant = g_memdup2 (schema, sizeof *schema);
  mutant->wire = rows;
  g_ptr_array_add (mutants, mutant);
  gboolean found = FALSE;
  *held = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (made) && !found; i++) {
    Sample sample = sample_make (made[i].kind, made[i].version, made[i].global_flags, made[i].flags, made[i].bytes);
    if (sample.layout.schema == schema) {
      Proof proof;
      proof_init (&proof, sample.bytes->data, sample.bytes->len, made[i].version);
      MwM2 *model = model_for (i);
      MwRecord *record = mw_record_new (mutant);
      record->id = model->model.n_ids++;
      g_autofree char *wrong = read_made (i, &sample, mutant, &proof, model, record);
      *held |= wrong != NULL || both_hold (&rows[swapped], &rows[swapped + 1], record, proof.format);
      found = wrong != NULL;
      mw_record_free (record);
      mw_model_free (&model->model);
      proof_clear (&proof);
    }
    sample_clear (&sample);
  }
  return found;
}

static void
test_swapped_rows (void)
{
  static const MwSchema *const schemas[] = { &mw_m2_sequence_schema, &mw_m2_bone_schema, &mw_m2_camera_schema,
                                             &mw_m2_particle_schema };
  guint seen_swaps = 0, apart = 0;
  for (guint s = 0; s < G_N_ELEMENTS (schemas); s++)
    /* Rows of chunks come last; files with them are read back elsewhere (core/io/m2). */
    for (guint k = 0; k + 1 < schemas[s]->n_wire && schemas[s]->wire[k + 1].wire != MW_WIRE_CHUNK; k++) {
      gboolean held;
      if (mutant_is_seen (schemas[s], k, &held)) {
        seen_swaps++;
        continue;
      }
      if (held)
        g_error ("%s: nobody sees that rows %u (%s) and %u are swapped", schemas[s]->name, k, schemas[s]->wire[k].field,
                 k + 1);
      apart++;
    }
  g_test_message ("%u swaps seen, %u of rows that are never in one record", seen_swaps, apart);
  g_assert_cmpuint (seen_swaps, >, 80);
}

/* The stored pair of an empty array, and texts in unusual forms, are kept while the model is unchanged; an edit
 * writes them afresh. */
static void
test_texts (void)
{
  static const struct {
    const char *bytes;
    uint32_t n;
    const char *text;
  } forms[] = { { "", 0, "" },       { "\0", 1, "" },        { "ab", 2, "ab" },
                { "ab\0", 3, "ab" }, { "ab\0\0c", 5, "ab" }, { "\0x", 2, "" } };
  guint index = 17; /* the emitter of 256 */
  g_assert_cmpuint (made[index].version, ==, 256);
  for (guint k = 0; k < G_N_ELEMENTS (forms); k++)
    for (guint edited = 0; edited < 2; edited++) {
      Sample sample = sample_make (PARTICLE, 256, 0, made[index].flags, TRUE);
      uint32_t offset = u32_at (sample.bytes->data + sample.at + 0x1C);
      memcpy (sample.bytes->data + sample.at + 0x18, &forms[k].n, 4);
      memcpy (sample.bytes->data + offset, forms[k].bytes, forms[k].n);
      Proof proof;
      proof_init (&proof, sample.bytes->data, sample.bytes->len, 256);
      MwM2 *model = model_for (index);
      MwRecord *record = mw_record_new (sample.layout.schema);
      mw_list_append (&model->model, &model->model.record, list_for (sample.layout.schema), record);
      g_autofree char *wrong = read_made (index, &sample, sample.layout.schema, &proof, model, record);
      g_assert_cmpstr (wrong, ==, NULL);
      MwM2Particle *particle = (MwM2Particle *) record;
      g_assert_cmpstr (mw_text (particle->geometry_model), ==, forms[k].text);
      if (edited)
        mw_text_set (&particle->geometry_model, "abc", 3);
      write_made (&sample, &proof, model, record);
      g_assert_cmpuint (u32_at (proof.image + sample.at + 0x18), ==, edited ? 4 : forms[k].n);
      g_assert_cmpmem (proof.image + offset, edited ? 4 : forms[k].n, edited ? "abc" : forms[k].bytes,
                       edited ? 4 : forms[k].n);
      g_assert_cmpuint (u32_at (proof.image + sample.at + 0x1C), ==, offset);
      mw_model_free (&model->model);
      proof_clear (&proof);
      sample_clear (&sample);
    }
}

/* Arrays read from the same bytes share memory. */
static void
test_shared (void)
{
  Sample sample = sample_make (BONE, 264, 0, 0, FALSE);
  /* The scaling track uses the arrays of the translation track. */
  memcpy (sample.bytes->data + sample.at + 0x38, sample.bytes->data + sample.at + 0x10, 20);
  MwM2 *model = model_for (8);
  g_assert_true (made[8].kind == BONE && made[8].version == 264);
  Proof proof;
  proof_init (&proof, sample.bytes->data, sample.bytes->len, 264);
  MwRecord *record = mw_record_new (&mw_m2_bone_schema);
  mw_list_append (&model->model, &model->model.record, list_for (&mw_m2_bone_schema), record);
  g_autofree char *wrong = read_made (8, &sample, &mw_m2_bone_schema, &proof, model, record);
  g_assert_cmpstr (wrong, ==, NULL);
  const MwM2Bone *bone = (const MwM2Bone *) record;
  const MwM2Lane *a = (const MwM2Lane *) bone->translation_track->lanes.items[0];
  const MwM2Lane *b = (const MwM2Lane *) bone->scaling_track->lanes.items[0];
  g_assert_cmpuint (a->values.n, >, 0);
  g_assert_true (a->values.data == b->values.data && a->times.data == b->times.data);
  mw_model_free (&model->model);
  proof_clear (&proof);
  sample_clear (&sample);
}

/* Lanes follow their sequence: when sequences are reordered, so are the outer arrays. */
static void
test_moved_sequence (void)
{
  Sample sample = sample_make (BONE, 264, 0, 0, FALSE);
  MwM2 *model = model_for (8);
  Proof proof;
  proof_init (&proof, sample.bytes->data, sample.bytes->len, 264);
  MwRecord *record = mw_record_new (&mw_m2_bone_schema);
  mw_list_append (&model->model, &model->model.record, list_for (&mw_m2_bone_schema), record);
  g_autofree char *wrong = read_made (8, &sample, &mw_m2_bone_schema, &proof, model, record);
  g_assert_cmpstr (wrong, ==, NULL);
  mw_wire_resolve (&model->model, NULL, NULL, NULL);
  mw_list_move (&model->model.record, mw_schema_field (&mw_m2_schema, "sequences"), 2, 0);
  write_made (&sample, &proof, model, record);
  /* The translation track is at +0x10 and may be for all sequences; takes the first track with a lane per sequence. */
  uint32_t track = sample.at;
  for (guint k = 0; k < sample.layout.n; k++)
    if (sample.layout.places[k].kind == AT_TRACK
        && u32_at (proof.file + sample.at + sample.layout.places[k].at + 4) > 1) {
      track = sample.at + sample.layout.places[k].at;
      break;
    }
  g_assert_cmpuint (track, >, sample.at);
  uint32_t outer = u32_at (proof.file + track + 8);
  static const uint8_t was[SAMPLE_SEQUENCES] = { 2, 0, 1, 3, 4 };
  for (guint i = 0; i < SAMPLE_SEQUENCES; i++)
    g_assert_cmpmem (proof.image + outer + 8 * i, 8, proof.file + outer + 8 * was[i], 8);
  mw_model_free (&model->model);
  proof_clear (&proof);
  sample_clear (&sample);
}

/* Where the keys of a sequence are (m2.md 5.1, 10). */
static void
test_where_keys_are (void)
{
  static const struct {
    uint32_t flags, alias, target;
    gboolean away;
  } cases[] = {
    { 0x20, 0, 0, FALSE }, { 0x40, 2, 0, FALSE }, { 0x60, 0, 0, FALSE }, { 0x01, 3, 3, TRUE },  { 0x100, 9, 4, FALSE },
    { 0x40, 6, 5, TRUE },  { 0x40, 5, 6, TRUE },  { 0x40, 99, 7, TRUE }, { 0x10, 0, 8, FALSE }, { 0x41, 3, 3, FALSE },
  };
  MwM2 *model = (MwM2 *) mw_model_new (&mw_m2_schema);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwM2Sequence *sequence = (MwM2Sequence *) mw_record_new (&mw_m2_sequence_schema);
    sequence->flags = cases[i].flags;
    sequence->alias = (MwRef) { 0, cases[i].alias };
    mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_m2_schema, "sequences"),
                    &sequence->record);
  }
  for (guint resolved = 0; resolved < 2; resolved++) {
    guint n;
    model->version = 264;
    g_autofree MwWireSequence *sequences = mw_m2_wire_sequences (model, &n);
    g_assert_cmpuint (n, ==, G_N_ELEMENTS (cases));
    for (guint i = 0; i < n; i++) {
      g_assert_cmpuint (sequences[i].target, ==, cases[i].target);
      g_assert_cmpint (sequences[i].away, ==, cases[i].away);
    }
    mw_wire_resolve (&model->model, NULL, NULL, NULL);
  }
  guint n;
  model->version = 263;
  g_autofree MwWireSequence *old = mw_m2_wire_sequences (model, &n);
  for (guint i = 0; i < n; i++)
    g_assert_true (old[i].target == i && !old[i].away);
  mw_model_free (&model->model);
}

/* Corrupt bytes give an error with a position, or a record that is written back unchanged. */
static void
test_hostile (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20260);
  guint errors = 0, same = 0;
  for (guint i = 0; i < G_N_ELEMENTS (made); i++) {
    Sample sample = sample_make (made[i].kind, made[i].version, made[i].global_flags, made[i].flags, made[i].bytes);
    for (guint round = 0; round < 200; round++) {
      gsize size = round % 4 ? sample.bytes->len
                             : (gsize) g_rand_int_range (rand, (gint32) (sample.at + sample.layout.size),
                                                         (gint32) sample.bytes->len + 1);
      g_autofree uint8_t *bytes = g_memdup2 (sample.bytes->data, size);
      if (round % 4) {
        uint32_t at = sample.at + (uint32_t) g_rand_int_range (rand, 0, (gint32) sample.layout.size);
        bytes[at] = (uint8_t) (round % 3 ? bytes[at] + g_rand_int_range (rand, 1, 5) : g_rand_int_range (rand, 0, 256));
      }
      Proof proof;
      proof_init (&proof, bytes, size, made[i].version);
      MwM2 *model = model_for (i);
      guint n_sequences;
      g_autofree MwWireSequence *sequences = mw_m2_wire_sequences (model, &n_sequences);
      MwRecord *record = mw_record_new (sample.layout.schema);
      mw_list_append (&model->model, &model->model.record, list_for (sample.layout.schema), record);
      MwWireReader *reader = mw_wire_reader_new (&model->model, proof.format, bytes, size, NULL);
      mw_wire_reader_set_seen (reader, seen, &proof);
      mw_wire_reader_set_sequences (reader, sequences, n_sequences);
      mw_wire_reader_seek (reader, sample.at, sample.at + sample.layout.size);
      g_autoptr (GError) error = NULL;
      if (!mw_wire_read_record (reader, record, &error)) {
        g_assert_nonnull (error);
        g_assert_cmpint (mw_error_offset (error), >=, 0);
        g_assert_cmpint (mw_error_offset (error), <, (gint64) size);
        errors++;
      } else {
        gsize read = mw_wire_reader_at (reader) - sample.at;
        write_made (&sample, &proof, model, record);
        g_assert_cmpuint (proof.out.size, ==, read);
        for (gsize k = 0; k < size; k++)
          g_assert_true (!proof.written[k] || proof.image[k] == bytes[k]);
        same++;
      }
      mw_wire_reader_free (reader);
      mw_model_free (&model->model);
      proof_clear (&proof);
    }
    sample_clear (&sample);
  }
  g_test_message ("%u errors, %u written as they were", errors, same);
  g_assert_cmpuint (errors, >, 100);
  g_assert_cmpuint (same, >, 1000);
}

/* Many overlapping arrays may not take more memory than the file's size justifies. */
static void
test_budget (void)
{
  Sample sample = sample_make (BONE, 264, 0, 0, FALSE);
  enum { ENTRIES = 4000 };
  g_byte_array_set_size (sample.bytes, 0x40000);
  uint8_t *bytes = sample.bytes->data;
  memset (bytes + 0x1000, 0, 0x40000 - 0x1000);
  /* One outer array whose entries each cover nearly the whole file. */
  uint32_t outer[4] = { ENTRIES, 0x1000, ENTRIES, 0x1000 };
  memcpy (bytes + sample.at + 0x14, outer, 16);
  memset (bytes + sample.at + 0x10, 0xFF, 4);
  for (uint32_t i = 0; i < ENTRIES; i++) {
    uint32_t pair[2] = { (0x40000 - 0x1000) / 12 - 20, 0x40 + i };
    memcpy (bytes + 0x1000 + 8 * i, pair, 8);
  }
  MwM2 *model = (MwM2 *) mw_model_new (&mw_m2_schema);
  model->version = 264;
  MwRecord *record = mw_record_new (&mw_m2_bone_schema);
  mw_list_append (&model->model, &model->model.record, list_for (&mw_m2_bone_schema), record);
  MwWireReader *reader = mw_wire_reader_new (&model->model, (MwFormat) { MW_FAMILY_M2, 264 }, bytes, sample.bytes->len,
                                             NULL);
  mw_wire_reader_seek (reader, sample.at, sample.at + sample.layout.size);
  g_autoptr (GError) error = NULL;
  g_assert_false (mw_wire_read_record (reader, record, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_LIMIT);
  mw_wire_reader_free (reader);
  mw_model_free (&model->model);
  sample_clear (&sample);
}

/* A camera that is added sees what the game's own cameras see. */
static void
test_camera_defaults (void)
{
  MwM2Camera *camera = (MwM2Camera *) mw_record_new (&mw_m2_camera_schema);
  g_assert_cmpfloat_with_epsilon (camera->near_clip, 8.0f / 36, 1e-6);
  g_assert_cmpfloat (camera->far_clip, >, camera->near_clip);
  mw_record_free (&camera->record);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/m2/records/a new camera has the usual distances", test_camera_defaults);
  g_test_add_func ("/model/m2/records/records of every generation equal the reference and are written unchanged",
                   test_made);
  g_test_add_func ("/model/m2/records/two swapped rows of a table are noticed", test_swapped_rows);
  g_test_add_func ("/model/m2/records/texts keep their form until they are edited", test_texts);
  g_test_add_func ("/model/m2/records/arrays of one place share a slice", test_shared);
  g_test_add_func ("/model/m2/records/lanes follow their sequence", test_moved_sequence);
  g_test_add_func ("/model/m2/records/aliases and sequences with their own files are distinguished",
                   test_where_keys_are);
  g_test_add_func ("/model/m2/records/broken bytes give an error or themselves", test_hostile);
  g_test_add_func ("/model/m2/records/overlapping arrays cannot eat the memory", test_budget);
  static const char *const folders[] = { "m2-256", "m2-260", "m2-262", "m2-263", "m2-264", "m2-272" };
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autofree char *path = g_strdup_printf ("/model/m2/records/files of %s are written as they were", folders[i]);
    g_test_add_data_func (path, folders[i], test_corpus);
  }
  return g_test_run ();
}
