/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/checksum.h"
#include "core/io/m2/m2-places.h"
#include "core/model/m2/derived.h"
#include "core/schema/wire-m2.h"
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* Steps from a journal or a clipboard contain notes, which are hostile input. Whatever bytes a note has, a step with
 * it must be refused or applied, and the result must be written without reads out of bounds (which the sanitizers
 * detect). */

/* Derived data that a note may be about, besides the record's own fields. */
static const MwField *
derived_field (const MwSchema *schema, guint index)
{
  static const MwField *const places[] = { &mw_m2_skin_vertices_field, &mw_m2_skin_indices_field,
                                           &mw_m2_skin_bones_field };
  if (!schema->note_field || index >= G_N_ELEMENTS (places) + MW_M2_N_TABLES)
    return NULL;
  const MwField *field = index < G_N_ELEMENTS (places) ? places[index]
                                                       : mw_m2_table_field (index - G_N_ELEMENTS (places));
  return schema->note_field (field->name);
}

static const guint8 zeros[256], ones[256] = { [0 ... 255] = 0xFF };
/* Places in the packed form that notes have: an array far beyond the end of the file; a file of 4 GiB; more arrays
 * than exist; loose bytes beyond the end. */
static const guint8 far_away[] = { 0x63, 0x60, 0x10, 0x60, 0x60, 0x64, 0x60, 0x00, 0x63, 0x10,
                                   0xF8, 0xF0, 0xFF, 0xFF, 0x7F, 0x07, 0x20, 0x0D, 0x00 };
static const guint8 huge[] = { 0xFB, 0xFF, 0xFF, 0xFF, 0x7F, 0x06, 0x20, 0x00, 0x00 };
static const guint8 too_many[] = { 0x63, 0x10, 0x60, 0x60, 0x78, 0xC1, 0xCC, 0xC0, 0x00, 0x00 };
static const guint8 loose_beyond[] = { 0x63, 0x10, 0x60, 0x00, 0x83, 0x05, 0xFC, 0x0C, 0x0C,
                                       0x1D, 0xC2, 0x0C, 0x0C, 0x89, 0x49, 0xC9, 0x29, 0x00 };

static const struct {
  const guint8 *bytes;
  guint32 size, offset;
} contents[] = {
  { zeros, 0, 0 },
  { ones, 1, 0 },
  { ones, 3, 4 },
  { zeros, 8, 0 },
  { ones, 8, 0xFFFFFFF0u },
  { zeros, 12, 1 },
  { ones, 32, 0xFFFFFFF0u },
  { zeros, sizeof zeros, 0 },
  { ones, sizeof ones, 2 },
  { far_away, sizeof far_away, 0 },
  { huge, sizeof huge, 0 },
  { too_many, sizeof too_many, 0 },
  { loose_beyond, sizeof loose_beyond, 0 },
};

/* Writes a step that gives the record this note as text, and replays that text. */
static gboolean
try_note (MwDocument *document, MwId id, MwNoteKind kind, const MwField *field, guint content)
{
  g_autoptr (GError) error = NULL;
  MwRecord *copy = mw_record_copy (mw_model_find (mw_document_get_model (document), id), FALSE);
  mw_notes_add (copy, kind, field, contents[content].offset, contents[content].bytes, contents[content].size, 0);
  mw_document_begin (document, "Note");
  gboolean ok = mw_document_replace_record (document, id, copy, NULL);
  mw_document_commit (document);
  if (!ok)
    return FALSE;
  g_autofree char *text = mw_step_to_text (mw_document_get_step (document, mw_document_get_position (document) - 1));
  mw_document_undo (document);
  mw_document_replay_text (document, text, strlen (text), &error);
  g_assert_no_error (error);
  const MwModel *model = mw_document_get_model (document);
  MwFormat format = mw_document_get_format (document);
  G_GNUC_UNUSED g_autoptr (MwFileSet) set = mw_io_write (model, format, NULL, &error);
  mw_document_undo (document);
  return TRUE;
}

typedef struct {
  GHashTable *schemas;
  GArray *ids;     /* one record of each kind */
  gboolean tracks; /* only tracks */
} Kinds;

static gboolean
add_kind (MwRecord *record, gpointer data)
{
  Kinds *kinds = data;
  if (kinds->tracks && !mw_schema_field (record->schema, "spread"))
    return TRUE;
  if (record->owner && g_hash_table_add (kinds->schemas, (gpointer) record->schema))
    g_array_append_val (kinds->ids, record->id);
  return TRUE;
}

static guint
try_contents (MwDocument *document, MwId id, MwNoteKind kind, const MwField *field)
{
  guint done = 0;
  for (guint content = 0; content < G_N_ELEMENTS (contents); content++)
    done += try_note (document, id, kind, field, content);
  return done;
}

/* Tries all kinds of notes on the record, and on each field the kind that applies to it. */
static guint
try_record (MwDocument *document, MwId id)
{
  const MwSchema *schema = mw_model_find (mw_document_get_model (document), id)->schema;
  const MwField *field;
  guint done = 0;
  for (guint kind = 0; kind <= MW_NOTE_LAYOUT; kind++)
    done += try_contents (document, id, kind, NULL);
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    field = mw_schema_field_at (schema, i);
    if (field->type == MW_TYPE_TEXT)
      done += try_contents (document, id, MW_NOTE_TEXT_TAIL, field);
    else if (field->type == MW_TYPE_CHILD)
      done += try_contents (document, id, MW_NOTE_TRACK_ORDER, field);
    else if (field->type == MW_TYPE_LIST || field->type == MW_TYPE_ARRAY)
      done += try_contents (document, id, MW_NOTE_LAYOUT, field);
  }
  for (guint i = 0; (field = derived_field (schema, i)); i++)
    done += try_contents (document, id, MW_NOTE_LAYOUT, field);
  return done;
}

static void
try_document (MwDocument *document, gboolean tracks)
{
  g_autoptr (GHashTable) schemas = g_hash_table_new (NULL, NULL);
  Kinds kinds = { schemas, g_array_new (FALSE, FALSE, sizeof (MwId)), tracks };
  guint done = 0;
  mw_record_foreach (&mw_document_get_model (document)->record, add_kind, &kinds);
  for (guint i = 0; i < kinds.ids->len; i += work_fraction ())
    done += try_record (document, g_array_index (kinds.ids, MwId, i));
  g_test_message ("%u notes on %u kinds of records", done, kinds.ids->len);
  g_assert_cmpuint (done, >, 500 / work_fraction () / 2);
  g_array_unref (kinds.ids);
}

static void
test_m2 (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  MwDocument *document = m2_open (set);
  try_document (document, FALSE);
  g_object_unref (document);
}

/* Only tracks: all other records are stored as in later versions. */
static void
test_ranges (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  MwDocument *document = m2_open (set);
  try_document (document, TRUE);
  g_object_unref (document);
}

typedef struct {
  guint32 words[2 + 3 * 300]; /* checksum of no ranges, count, then number, first and last of each */
  guint32 size;
} Ranges;

static gboolean
add_ranges (MwRecord *record, gpointer data)
{
  const Ranges *ranges = data;
  const MwField *spread = mw_schema_field (record->schema, "spread"),
                *times = mw_schema_field (record->schema, "keys.time");
  if (!record->owner || !spread || !times)
    return TRUE;
  *(MwRef *) mw_field_at (record, mw_schema_field (record->schema, "global_sequence")) = (MwRef) { 0, 7 };
  mw_notes_add (record, MW_NOTE_LAYOUT, times, 0, ranges->words, ranges->size, 0);
  return TRUE;
}

static GBytes *
with_ranges (const Ranges *ranges)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (GError) error = NULL;
  MwFormat format;
  MwModel *model = mw_io_read (set, &format, NULL, &error);
  g_assert_no_error (error);
  mw_record_foreach (&model->record, add_ranges, (gpointer) ranges);
  GBytes *bytes = io_write_bytes (model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  mw_model_free (model);
  return bytes;
}

/* Ranges of tracks with their own clock do not follow from anything, so a note keeps them. As many are written as
 * the note lists, whatever count it states. */
static void
test_range_counts (void)
{
  enum { MANY = 300, FAR = 1 << 18 };
  Ranges ranges = { { mw_checksum (NULL, 0), FAR }, 8 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) few = with_ranges (&ranges);
  g_assert_cmpuint (g_bytes_get_size (few), <, 8 * FAR);
  ranges.words[1] = MANY;
  for (guint i = 0; i < MANY; i++)
    ranges.words[2 + 3 * i] = i;
  ranges.size = sizeof ranges.words;
  g_autoptr (GBytes) many = with_ranges (&ranges);
  g_assert_cmpuint (g_bytes_get_size (many), >=, g_bytes_get_size (few) + 8 * MANY);
  MwFormat format;
  gsize size;
  const guint8 *bytes = g_bytes_get_data (many, &size);
  MwModel *model = io_read_bytes (bytes, size, &format, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) again = io_write_bytes (model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (many, again));
  mw_model_free (model);
}

static void
test_mdx (void)
{
  MwDocument *document = fixture_document ();
  try_document (document, FALSE);
  g_object_unref (document);
}

/* --- Places of arrays ----------------------------------------------------------------------------------------------- */

static GBytes *
packed (const guint32 *words, guint n)
{
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, 9));
  g_autoptr (GInputStream) from = g_memory_input_stream_new_from_data (words, (gssize) (4 * n), NULL);
  g_autoptr (GInputStream) through = g_converter_input_stream_new (from, converter);
  g_autoptr (GOutputStream) to = g_memory_output_stream_new_resizable ();
  g_output_stream_splice (to, through, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (to));
}

/* A note places the first array of a profile in a file of some size, and loose bytes at an offset with a length. If
 * such a file is impossible, the file is laid out by the exporter's rule. */
static void
test_places (void)
{
  static const struct {
    guint32 size, offset, array_size, loose, loose_size;
    gboolean sound;
  } cases[] = {
    { 1 << 20, 48, 65536, 70000, 8, TRUE },
    { 1 << 20, (1 << 20) - 16, 65536, 64, 8, FALSE },
    { 1 << 20, 0xFFFFFFF0, 65536, 64, 8, FALSE },
    { 1 << 20, 4096, 0xFFFFFFFF, 64, 8, FALSE },
    { 1 << 20, 4096, 65536, (1 << 20) - 4, 8, FALSE },
    { 1 << 20, 4096, 65536, 0xFFFFFFFC, 8, FALSE },
    { 1 << 20, 4096, 65536, 64, 0xFFFFFFF0, FALSE },
    { 16, 0, 16, 0, 8, FALSE },                /* smaller than the header of a profile */
    { 0x7FFFFFF0, 4096, 65536, 64, 8, FALSE }, /* far larger than the contents */
  };
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  MwDocument *document = m2_open (set);
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  MwId id = model->skins.items[0]->id;
  g_autoptr (MwFileSet) by_rule = m2_saved (document);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const MwRecord *skin = mw_model_find (&model->model, id);
    guint32 words[] = { cases[i].size,
                        1,
                        id,
                        mw_m2_slot (skin, &mw_m2_skin_vertices_field),
                        cases[i].offset,
                        cases[i].array_size,
                        cases[i].loose,
                        cases[i].loose_size,
                        0xABABABAB,
                        0xABABABAB };
    g_autoptr (GBytes) note = packed (words, G_N_ELEMENTS (words));
    gsize size;
    const void *bytes = g_bytes_get_data (note, &size);
    MwRecord *copy = mw_record_copy (skin, FALSE);
    g_autoptr (GError) error = NULL;
    mw_notes_add (copy, MW_NOTE_PLACES, NULL, 0, bytes, (guint32) size, 0);
    mw_document_begin (document, "Places");
    mw_document_replace_record (document, id, copy, &error);
    g_assert_no_error (error);
    mw_document_commit (document);
    g_autoptr (MwFileSet) saved = m2_saved (document);
    gsize length = g_bytes_get_size (mw_file_set_find (saved, "skin0")->bytes);
    if (cases[i].sound)
      g_assert_cmpuint (length, >, cases[i].size); /* the other arrays come after it */
    else
      m2_assert_same_set (saved, by_rule);
    mw_document_undo (document);
  }
  g_object_unref (document);
}

/* A note that says of times or values that there are more entries than a file can have says nothing. */
static void
test_entry_counts (void)
{
  static const MwWireEntriesHead heads[] = { { MW_WIRE_MOST_ENTRIES + 1, MW_WIRE_AS_SPREAD },
                                             { MW_WIRE_AS_SPREAD, MW_WIRE_MOST_ENTRIES + 1 },
                                             { MW_WIRE_MOST_ENTRIES + 1, MW_WIRE_MOST_ENTRIES + 1 } };
  g_autoptr (MwFileSet) made = m2_made_set (264, 1, 0);
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (MwDocument) document = m2_open (made);
    const MwM2 *model = m2_model (document);
    MwM2Track *track = NULL;
    for (guint k = 0; k < model->bones.n && !track; k++)
      track = ((MwM2Bone *) model->bones.items[k])->translation_track;
    g_assert_nonnull (track);
    MwFormat format = mw_document_get_format (document);
    g_autoptr (MwFileSet) plain = mw_io_write (mw_document_get_model (document), format, NULL, &error);
    g_assert_no_error (error);
    mw_notes_add (&track->record, MW_NOTE_LAYOUT, fixture_field (&track->record, "lanes"), 0, &heads[i],
                  sizeof heads[i], 0);
    g_autoptr (MwFileSet) noted = mw_io_write (mw_document_get_model (document), format, NULL, &error);
    g_assert_no_error (error);
    g_assert_true (g_bytes_equal (mw_file_set_main (noted)->bytes, mw_file_set_main (plain)->bytes));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/hostile-notes/M2", test_m2);
  g_test_add_func ("/edit/hostile-notes/tracks on one time line", test_ranges);
  g_test_add_func ("/edit/hostile-notes/ranges have at most the elements that a note lists", test_range_counts);
  g_test_add_func ("/edit/hostile-notes/more entries than a file can have are ignored", test_entry_counts);
  g_test_add_func ("/edit/hostile-notes/MDX", test_mdx);
  g_test_add_func ("/edit/hostile-notes/impossible positions are ignored", test_places);
  return g_test_run ();
}
