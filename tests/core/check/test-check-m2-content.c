/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules for what the records of M2 models contain. Each is tested with a model that has only one fault: a sample in which a script, a
 * function, or other bytes put it. */
#include "core/check/fix.h"
#include "core/base/error.h"
#include "core/edit/operations/repairs.h"
#include "core/edit/progress.h"
#include "core/edit/operations/script.h"
#include "core/schema/notes.h"
#include "core/schema/wire-m2.h"
#include "tests/core/check/by-record.h"
#include "tests/core/check/fixed.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* --- The sample ----------------------------------------------------------------------------------------------------- */

static MwFileSet *
sample_set (void)
{
  static const struct {
    const char *role, *name;
  } files[] = { { "model", "beetle.m2" }, { "skin0", "beetle00.skin" } };
  MwFileSet *set = mw_file_set_new ();
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *path = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"), "data", "samples", files[i].name,
                                              NULL);
    g_autoptr (GError) error = NULL;
    char *bytes;
    gsize size;
    g_file_get_contents (path, &bytes, &size, &error);
    g_assert_no_error (error);
    g_autoptr (GBytes) whole = g_bytes_new_take (bytes, size);
    mw_file_set_add (set, files[i].role, NULL, whole);
  }
  return set;
}

static const MwM2Ribbon *
ribbon (const MwM2 *model)
{
  return (const MwM2Ribbon *) model->ribbons.items[0];
}

/* --- Faults in the model -------------------------------------------------------------------------------------------- */

static MwM2Lane *
append_lane (MwM2 *model, MwM2Track *track, MwId sequence, const int32_t *times, uint32_t n)
{
  const MwField *lanes = MW_FIELD_IN (track->record.schema, MwM2Track, lanes);
  MwM2Lane *lane = (MwM2Lane *) mw_record_new (lanes->schema);
  lane->sequence = (MwRef) { sequence, 0 };
  lane->times = mw_array_copy (times, n, 4);
  mw_list_append (&model->model, &track->record, lanes, &lane->record);
  return lane;
}

static void
event_beyond (MwDocument *document, MwM2 *model)
{
  const int32_t times[] = { 1000, 1001 };
  m2_do (document, "add events identifier=$HIT bone=bones[0]");
  MwM2Track *track = ((MwM2Event *) model->events.items[0])->track;
  track->spread = MW_M2_SPREAD_SEQUENCES;
  append_lane (model, track, model->sequences.items[1]->id, times, 2);
}

static void
submesh_unused (MwDocument *document, MwM2 *model)
{
  MwM2Skin *skin = (MwM2Skin *) model->skins.items[0];
  const MwRef first = { skin->submeshes.items[0]->id, 0 };
  for (uint32_t i = skin->batches.n; i-- > 0;)
    if (((const MwM2Batch *) skin->batches.items[i])->submesh.id == first.id)
      mw_record_free (mw_list_take (&model->model, &skin->record, MW_FIELD (MwM2Skin, batches), i));
}

static void
global_lanes (MwDocument *document, MwM2 *model)
{
  MwM2Track *track = ((MwM2Bone *) model->bones.items[1])->translation_track;
  track->global_sequence = (MwRef) { model->global_sequences.items[0]->id, 0 };
}

static void
lengths (MwDocument *document, MwM2 *model)
{
  MwM2Track *track = ((MwM2Bone *) model->bones.items[1])->translation_track;
  ((MwM2Lane *) track->lanes.items[1])->values.n--;
}

static void
few_lanes (MwDocument *document, MwM2 *model)
{
  const MwWireEntriesHead head = { 2, 2 };
  m2_do (document, "duplicate sequences[1]");
  MwRecord *track = &ribbon (model)->visibility_track->record;
  const MwField *lanes = MW_FIELD_IN (track->schema, MwM2Track, lanes);
  g_assert_cmpuint (model->sequences.n, ==, 3);
  while (mw_record_list (track, lanes)->n > 2)
    mw_record_free (mw_list_take (&model->model, track, lanes, 2));
  mw_notes_add (track, MW_NOTE_LAYOUT, lanes, 0, &head, sizeof head, 0);
}

static void
texture_32 (MwDocument *document, MwM2 *model)
{
  MwM2Particle *emitter = (MwM2Particle *) model->particles.items[0];
  while (model->textures.n < 33)
    m2_do (document, "duplicate textures[0]");
  emitter->flags |= MW_M2_PARTICLE_MULTITEXTURE;
  emitter->texture = (MwRef) { model->textures.items[32]->id, 0 };
}

/* --- Faults in the bytes -------------------------------------------------------------------------------------------- */

/* Offsets in the header and in records of version 264 (m2.md 2, 5.10 and 5.16). */
enum {
  ANIMATIONS = 0x24,
  TEXTURES = 0x50,
  COORD_COMBOS = 0x88,
  ATTACHMENT_TABLE = 0xF8,
  CAMERA_TABLE = 0x118,
  RIBBONS = 0x120,
  TEXT = 8,
  RIBBON_TIMES = 0x9C,
  RIBBON_VALUES = 0xA4
};

static guint8 *
at (GByteArray *bytes, gsize offset)
{
  g_assert_cmpuint (offset + 8, <=, bytes->len);
  return bytes->data + offset;
}

static uint32_t
number (GByteArray *bytes, gsize offset)
{
  uint32_t value;
  memcpy (&value, at (bytes, offset), sizeof value);
  return value;
}

static void
put (GByteArray *bytes, gsize offset, uint32_t value)
{
  memcpy (at (bytes, offset), &value, sizeof value);
}

/* Moves an array to the end of the file and gives it another length; new elements are 0. */
static void
move_array (GByteArray *bytes, gsize pair, uint32_t n, gsize size)
{
  const uint32_t old = number (bytes, pair), offset = number (bytes, pair + 4);
  g_autofree guint8 *copy = g_malloc0 ((n + 1) * size);
  memcpy (copy, bytes->data + offset, MIN (old, n) * size);
  put (bytes, pair, n);
  put (bytes, pair + 4, bytes->len);
  g_byte_array_append (bytes, copy, (guint) ((n + 1) * size));
}

static void
many_lanes (GByteArray *bytes)
{
  const uint32_t first = number (bytes, RIBBONS + 4);
  move_array (bytes, first + RIBBON_TIMES, 3, 8);
  move_array (bytes, first + RIBBON_VALUES, 3, 8);
}

static void
coords_empty (GByteArray *bytes)
{
  put (bytes, COORD_COMBOS, 0);
  put (bytes, COORD_COMBOS + 4, 0);
}

static void
wrong_lookup (GByteArray *bytes)
{
  enum { HELM = 11 };
  memset (at (bytes, number (bytes, ATTACHMENT_TABLE + 4) + 2 * HELM), 0, 2);
}

static void
wrong_camera_lookup (GByteArray *bytes)
{
  memset (at (bytes, number (bytes, CAMERA_TABLE + 4)), 0xFF, 2);
}

/* Both sequences are found in it, but the search for any other never ends. */
static void
full_hash (GByteArray *bytes)
{
  static const uint16_t slots[] = { 0, 1, 0, 0 };
  put (bytes, ANIMATIONS, 2);
  put (bytes, ANIMATIONS + 4, bytes->len);
  g_byte_array_append (bytes, (const guint8 *) slots, sizeof slots);
}

/* The same without a way to the second one. */
static void
wrong_hash (GByteArray *bytes)
{
  static const uint16_t slots[] = { 0, 0xFFFF, 1, 0 };
  put (bytes, ANIMATIONS, 3);
  put (bytes, ANIMATIONS + 4, bytes->len);
  g_byte_array_append (bytes, (const guint8 *) slots, sizeof slots);
}

static void
no_nul (GByteArray *bytes)
{
  const uint32_t texture = number (bytes, TEXTURES + 4);
  put (bytes, texture + TEXT, number (bytes, texture + TEXT) - 1);
}

static void
byte_after_nul (GByteArray *bytes)
{
  const uint32_t texture = number (bytes, TEXTURES + 4);
  move_array (bytes, texture + TEXT, number (bytes, texture + TEXT) + 1, 1);
}

static void
bytes_after_nul (GByteArray *bytes)
{
  const uint32_t texture = number (bytes, TEXTURES + 4);
  move_array (bytes, texture + TEXT, number (bytes, texture + TEXT) + 3, 1);
}

/* --- Each rule ------------------------------------------------------------------------------------------------------ */

static const struct {
  const char *script;
  gboolean old;
  void (*in_model) (MwDocument *document, MwM2 *model);
  void (*in_bytes) (GByteArray *bytes);
  const char *rule, *place;
} cases[] = {
#define ROW(script, rule, place) { script, FALSE, NULL, NULL, rule, place },
#define OLD_ROW(script, rule, place) { script, TRUE, NULL, NULL, rule, place },
#define MODEL_ROW(function, rule, place) { NULL, FALSE, function, NULL, rule, place },
#define BYTES_ROW(function, rule, place) { NULL, FALSE, NULL, function, rule, place },
#include "tests/core/check/rows/m2-content.h"
#undef ROW
  { NULL, FALSE, NULL, wrong_hash, "m2-lookup", "sequences[1]" },
};

static MwDocument *
open_sample (void (*change) (GByteArray *bytes))
{
  g_autoptr (MwFileSet) set = sample_set (), changed = mw_file_set_new ();
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    g_byte_array_append (bytes, g_bytes_get_data (part->bytes, NULL), (guint) g_bytes_get_size (part->bytes));
    if (i == 0 && change)
      change (bytes);
    g_autoptr (GBytes) whole = g_bytes_new (bytes->data, bytes->len);
    mw_file_set_add (changed, part->role, NULL, whole);
  }
  return m2_open (changed);
}

static MwDocument *
open_case (guint i)
{
  return cases[i].old ? m2_open_made (260) : open_sample (NULL);
}

/* The findings, as "RULE PLACE", each with its number. */
static GHashTable *
findings_of (MwDocument *document)
{
  const MwModel *model = mw_document_get_model (document);
  assert_by_record (model, mw_document_get_format (document));
  g_autoptr (GPtrArray) findings = mw_check (model, mw_document_get_format (document));
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    g_autofree char *path = mw_target_path (&finding->target);
    char *key = g_strdup_printf ("%s %s", finding->rule->id, path);
    g_assert_cmpuint (strlen (finding->message), >, 0);
    g_hash_table_insert (found, key, GUINT_TO_POINTER (1 + GPOINTER_TO_UINT (g_hash_table_lookup (found, key))));
  }
  return found;
}

/* What is found now and was not before. Free with g_free(). */
static char *
new_findings (GHashTable *before, GHashTable *after)
{
  GString *text = g_string_new (NULL);
  GHashTableIter iter;
  gpointer key, n;
  g_hash_table_iter_init (&iter, after);
  while (g_hash_table_iter_next (&iter, &key, &n))
    for (guint k = GPOINTER_TO_UINT (g_hash_table_lookup (before, key)); k < GPOINTER_TO_UINT (n); k++)
      g_string_append_printf (text, "%s%s", text->len ? ", " : "", (const char *) key);
  return g_string_free (text, FALSE);
}

static void
run_script (MwDocument *document, const char *script)
{
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    m2_do (document, lines[i]);
}

static void
each_rule (void)
{
  g_autoptr (GHashTable) fixed = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) wrong = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (MwDocument) sound = open_case (i);
    g_autoptr (GHashTable) before = findings_of (sound);
    g_autoptr (MwDocument) document = cases[i].in_bytes ? open_sample (cases[i].in_bytes) : open_case (i);
    if (cases[i].script)
      run_script (document, cases[i].script);
    if (cases[i].in_model)
      cases[i].in_model (document, m2_model (document));
    g_autoptr (GHashTable) after = findings_of (document);
    g_autofree char *found = new_findings (before, after),
                    *expected = g_strdup_printf ("%s %s", cases[i].rule, cases[i].place);
    if (strcmp (found, expected) != 0)
      g_string_append_printf (wrong, "\n%s: found %s", expected, *found ? found : "nothing");
    if (assert_fixed (mw_document_get_model (document), mw_document_get_format (document), cases[i].rule))
      g_hash_table_add (fixed, (gpointer) cases[i].rule);
  }
  g_assert_cmpstr (wrong->str, ==, "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (g_str_has_prefix (cases[i].rule, "m2-"))
      assert_fix_shown (cases[i].rule, fixed);
}

/* --- What a file has beside the values ------------------------------------------------------------------------------ */

/* The first fix of a rule. Free with g_free(). */
static char *
fix_of (MwDocument *document, const char *rule)
{
  g_autoptr (GPtrArray) findings = mw_check (mw_document_get_model (document), mw_document_get_format (document));
  for (guint i = 0; i < findings->len; i++)
    if (strcmp (((const MwFinding *) findings->pdata[i])->rule->id, rule) == 0)
      return mw_finding_fix (findings->pdata[i]);
  return NULL;
}

static gboolean
same_bytes (const MwFileSet *a, const MwFileSet *b)
{
  return g_bytes_equal (((const MwFilePart *) a->parts->pdata[0])->bytes,
                        ((const MwFilePart *) b->parts->pdata[0])->bytes);
}

/* What is repaired is so in the saved file, and undo gives the bytes that the file had. */
static void
repaired_bytes (void)
{
  guint n_fixed = 0;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    if (!cases[i].in_bytes)
      continue;
    g_autoptr (MwDocument) document = open_sample (cases[i].in_bytes);
    g_autoptr (MwFileSet) before = m2_saved (document);
    g_autofree char *fix = fix_of (document, cases[i].rule);
    if (!fix)
      continue;
    m2_do (document, fix);
    g_autoptr (MwFileSet) after = m2_saved (document);
    g_autoptr (MwDocument) again = m2_open (after);
    g_autofree char *left = fix_of (again, cases[i].rule);
    g_assert_null (left);
    g_assert_false (same_bytes (before, after));
    mw_document_undo (document);
    g_autoptr (MwFileSet) undone = m2_saved (document);
    g_assert_true (same_bytes (before, undone));
    n_fixed++;
  }
  g_assert_cmpuint (n_fixed, >=, 7);
}

/* As many_lanes(), with the keys of the first sequence in the third set, which is that of no sequence. */
static void
keys_beyond (GByteArray *bytes)
{
  const uint32_t first = number (bytes, RIBBONS + 4);
  many_lanes (bytes);
  const gsize pairs[] = { first + RIBBON_TIMES, first + RIBBON_VALUES };
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    const uint32_t entries = number (bytes, pairs[i] + 4);
    memcpy (at (bytes, entries + 16), at (bytes, entries), 8);
    g_assert_cmpuint (number (bytes, entries + 16), >, 0);
  }
}

static void
keys_without_sequence (void)
{
  g_autoptr (MwDocument) document = open_sample (keys_beyond);
  const MwList *lanes = &ribbon (m2_model (document))->visibility_track->lanes;
  g_autoptr (MwFileSet) before = m2_saved (document);
  const uint32_t n = lanes->n;
  m2_do (document, "track-trim ribbons[0].visibility.track");
  lanes = &ribbon (m2_model (document))->visibility_track->lanes;
  g_assert_cmpuint (lanes->n, ==, n - 1);
  for (uint32_t i = 0; i < lanes->n; i++)
    g_assert_nonnull (mw_model_resolve (&m2_model (document)->model, ((const MwM2Lane *) lanes->items[i])->sequence));
  g_autoptr (MwFileSet) after = m2_saved (document);
  g_autoptr (MwDocument) again = m2_open (after);
  g_autofree char *nothing = m2_refusal (again, "track-trim ribbons[0].visibility.track"),
                  *other = m2_refusal (document, "track-trim bones[1].translation.track.lanes[1]"),
                  *keyless = m2_refusal (document, "track-trim bones[0]");
  g_assert_nonnull (strstr (nothing, "nothing to drop"));
  g_assert_nonnull (strstr (other, "nothing to drop"));
  g_assert_nonnull (strstr (keyless, "has no keys"));
  mw_document_undo (document);
  g_autoptr (MwFileSet) undone = m2_saved (document);
  g_assert_true (same_bytes (before, undone));
}

static void
two_texts (GByteArray *bytes)
{
  enum { SIZE = 16 };
  const uint32_t second = number (bytes, TEXTURES + 4) + SIZE;
  byte_after_nul (bytes);
  put (bytes, second + TEXT, number (bytes, second + TEXT) - 1);
}

/* The fix of each is the same line, which ends all texts. */
static void
repaired_at_once (void)
{
  static const char *const fixes[] = { "end-texts", "end-texts" };
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = open_sample (two_texts);
  g_autoptr (MwFileSet) before = m2_saved (document);
  for (guint i = 0; i < 2; i++) {
    g_autofree char *fix = fix_of (document, i ? "m2-text-end" : "m2-text-rest");
    g_assert_cmpstr (fix, ==, fixes[i]);
  }
  g_assert_cmpuint (mw_repairs_run (document, fixes, 2, &error), ==, 2);
  g_assert_no_error (error);
  for (guint i = 0; i < 2; i++) {
    g_autofree char *fix = fix_of (document, i ? "m2-text-end" : "m2-text-rest");
    g_assert_null (fix);
  }
  g_autofree char *nothing = m2_refusal (document, "end-texts");
  g_assert_nonnull (strstr (nothing, "nothing to end"));
  mw_document_undo (document);
  g_autoptr (MwFileSet) undone = m2_saved (document);
  g_assert_true (same_bytes (before, undone));
}

static gboolean
goes_on_twice (double fraction, gpointer rounds)
{
  return ++*(guint *) rounds <= 2;
}

/* Many fixes at once, as of all problems of a model, can be stopped between any two. */
static void
repairs_can_be_stopped (void)
{
  static const char *const fixes[] = { "set bones[0].pivot.x=1", "set bones[0].pivot.x=2", "set bones[0].pivot.x=3",
                                       "set bones[0].pivot.x=4" };
  guint rounds = 0;
  GError *error = NULL;
  g_autoptr (MwDocument) document = open_sample (NULL);
  g_autoptr (MwFileSet) before = m2_saved (document);
  mw_document_set_progress (document, &(MwProgress) { goes_on_twice, &rounds });
  g_assert_cmpuint (mw_repairs_run (document, fixes, G_N_ELEMENTS (fixes), &error), ==, 0);
  g_assert_error (error, MW_ERROR, MW_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_cmpuint (rounds, ==, 3);
  g_assert_false (mw_document_is_open (document));
  g_assert_false (mw_document_can_undo (document));
  g_autoptr (MwFileSet) stopped = m2_saved (document);
  g_assert_true (same_bytes (before, stopped));
  /* Without an end, all are done, from the last to the first. One that cannot be done does not stop the others. */
  static const char *const some[] = { "set bones[0].pivot.x=5", "set bones[99].pivot.x=6", "set bones[0].pivot.x=7" };
  mw_document_set_progress (document, NULL);
  g_assert_cmpuint (mw_repairs_run (document, some, G_N_ELEMENTS (some), &error), ==, 2);
  g_assert_nonnull (error);
  g_assert_false (g_error_matches (error, MW_ERROR, MW_ERROR_CANCELLED));
  g_clear_error (&error);
  mw_document_undo (document);
  g_assert_false (mw_document_can_undo (document));
  g_assert_cmpuint (mw_repairs_run (document, some, 0, &error), ==, 0);
  g_assert_no_error (error);
}

/* From 272 on a texture may be given by an id, and then its text has no byte. Sets of a global sequence are those of no sequence. */
static void
not_repaired (void)
{
  g_autoptr (MwDocument) by_id = m2_open_made (272), looped = open_sample (keys_beyond);
  MwM2 *model = m2_model (by_id);
  for (uint32_t i = 0; i < model->textures.n; i++) {
    MwRecord *texture = model->textures.items[i];
    const MwField *path = MW_FIELD (MwM2Texture, path);
    mw_text_set (mw_field_at (texture, path), "", 0);
    mw_notes_remove (texture, MW_NOTE_TEXT_TAIL);
    mw_notes_add (texture, MW_NOTE_TEXT_TAIL, path, 0, "", 0, 0);
  }
  g_assert_cmpuint (model->textures.n, >, 0);
  g_autofree char *no_text = m2_refusal (by_id, "end-texts");
  g_assert_nonnull (strstr (no_text, "nothing to end"));
  model = m2_model (looped);
  ribbon (model)->visibility_track->global_sequence = (MwRef) { model->global_sequences.items[0]->id, 0 };
  g_autofree char *no_set = m2_refusal (looped, "track-trim ribbons[0].visibility.track");
  g_assert_nonnull (strstr (no_set, "nothing to drop"));
}

/* What is just within the limits of a rule, or what a rule does not apply to. */
static void
nothing_else (void)
{
  static const char *const scripts[] = {
    "set bones[1].parent_distance=12",
    "set bones[1].parent_distance=10",
    "set bones[1].flags=0x80",
    "set bones[1].flags=0x208",
    "set sequences[0].bounds.min={-5,0,0}\nset sequences[0].bounds.max={5,0,0}",
    "set particles[0].emitter_type=3\nset particles[0].spline=[{0,0,0}, {1,0,0}]",
    "set bones[1].flags=0x210",
    "set bones[1].key_bone=4\nset bones[1].name_crc=SpineLow",
    "set skins[0].batches[0].units.coord=[1]",
    "set skins[0].batches[0].units.coord=[65535]",
    "set textures[0].path=\"skin.BLP\"",
    "set textures[0].path=\"\"\nset textures[0].type=11",
    "set particles[0].blend_mode=4",
    "set particles[0].emitter_type=2",
    "set lights[0].type=0\nset flags=0x8000",
    "set cameras[0].type=-1\nset lights[0].type=0",
    "set cameras[0].type=-1\nduplicate cameras[0]",
    "set sequences[0].animation=1\nset attachments[0].attachment_id=17",
    "set sequences[0].animation=1\nset attachments[0].attachment_id=17\nset attachments[2].attachment_id=29",
    "set sequences[0].animation=1\nset attachments[0].attachment_id=17\nmodel-scale factor=0.26",
    "delete attachments[*]\ndelete cameras[*]\nset sequences[0].animation=1",
    "set attachments[0].attachment_id=17",
    "add events identifier=$FD5 bone=bones[0]",
    "add events identifier=$CSD bone=bones[0] data=5",
    "add events identifier=$CFM bone=bones[0]",
    "add events identifier=$CMA bone=bones[0]",
    "set ribbons[0].emission_rate=0.5",
    "set ribbons[0].height_above.track.lanes[0].keys.value=[0]",
    "set particles[0].z_source.track.lanes[0].keys.value=[0]",
    "set particles[0].emission_rate.track.lanes[0].keys.value=[0]",
    "set particles[0].rows=1\nset particles[0].columns=1",
  };
  g_autoptr (GString) wrong = g_string_new (NULL);
  g_autoptr (MwDocument) sound = open_sample (NULL);
  g_autoptr (GHashTable) before = findings_of (sound);
  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++) {
    g_autoptr (MwDocument) document = open_sample (NULL);
    run_script (document, scripts[i]);
    g_autoptr (GHashTable) after = findings_of (document);
    g_autofree char *found = new_findings (before, after);
    if (*found)
      g_string_append_printf (wrong, "\n%s: found %s", scripts[i], found);
  }
  g_assert_cmpstr (wrong->str, ==, "");
}

/* Files from Cataclysm on have no table if all is 0, and a conversion for an older client makes it. */
static void
no_table_needed (void)
{
  g_autoptr (MwDocument) document = m2_open_made (272);
  MwM2 *model = m2_model (document);
  MwTargetClient client;
  guint n = 0;
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwList *batches = &((MwM2Skin *) model->skins.items[k])->batches;
    for (uint32_t i = 0; i < batches->n; i++, n++) {
      MwArray *coords = &((MwM2Batch *) batches->items[i])->coords;
      memset (mw_array_make_writable (coords, 2), 0, 2 * (gsize) coords->n);
      mw_notes_remove (batches->items[i], MW_NOTE_LAYOUT);
    }
  }
  g_assert_cmpuint (n, >, 0);
  g_assert_true (mw_target_client ("wow-3.3.5", &client));
  mw_notes_remove (&model->model.record, MW_NOTE_LAYOUT);
  g_autoptr (GPtrArray) findings = mw_check_for (&model->model, mw_document_get_format (document), &client, FALSE);
  gboolean too_new = FALSE;
  for (guint i = 0; i < findings->len; i++) {
    const char *rule = ((const MwFinding *) findings->pdata[i])->rule->id;
    g_assert_cmpstr (rule, !=, "m2-coords-empty");
    too_new |= strcmp (rule, "target-version") == 0;
  }
  g_assert_true (too_new);
}

/* The message of the only finding of a rule; NULL: there is none. Free with g_free(). */
static char *
message_of (MwDocument *document, const char *rule)
{
  g_autoptr (GPtrArray) findings = mw_check (mw_document_get_model (document), mw_document_get_format (document));
  char *message = NULL;
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    if (strcmp (finding->rule->id, rule) != 0)
      continue;
    g_assert_null (message);
    message = g_strdup (finding->message);
  }
  return message;
}

/* Any two corners of a triangle may be the same vertex, and that is the one that is named. */
static void
the_vertex_that_is_there_twice_is_named (void)
{
  static const char *const values[] = { "[2,2,1]", "[1,2,2]", "[2,1,2]" };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autoptr (MwDocument) document = open_sample (NULL);
    MwM2Submesh *submesh = (MwM2Submesh *) ((MwM2Skin *) m2_model (document)->skins.items[0])->submeshes.items[0];
    const guint n = submesh->triangles.n / 3;
    g_autofree char *script = g_strdup_printf ("set skins[0].submeshes[0].triangles[0:3]=%s", values[i]),
                    *expected = g_strdup_printf ("found vertex 2 twice (1 of %u triangles)", n);
    m2_do (document, script);
    g_autofree char *message = message_of (document, "m2-triangle-flat");
    g_assert_cmpstr (message, ==, expected);
  }
}

/* A bone counts if its own weight does, in whichever of the four places it is. */
static void
a_bone_that_does_not_exist_is_found_in_any_place (void)
{
  static const char *const values[][2] = { { "{200,55,0,0}", "{0,250,0,0}" }, { "{200,0,0,55}", "{0,0,0,250}" } };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autoptr (MwDocument) document = open_sample (NULL);
    g_autofree char *script = g_strdup_printf ("set vertices[6:9].weights=[{255,0,0,0},%s,{255,0,0,0}]\n"
                                               "set vertices[6:9].bones=[{0,0,0,0},%s,{0,0,0,0}]",
                                               values[i][0], values[i][1]);
    run_script (document, script);
    g_autofree char *message = message_of (document, "m2-vertex-bone");
    g_assert_nonnull (message);
  }
}

/* A batch on layer 2 needs one on layer 1. */
static void
the_layer_that_is_missing_is_named (void)
{
  g_autoptr (MwDocument) document = open_sample (NULL);
  m2_do (document, "set skins[0].batches[0].layer=2");
  const MwM2Batch *batch = (const MwM2Batch *) ((MwM2Skin *) m2_model (document)->skins.items[0])->batches.items[0];
  const MwRecord *submesh = mw_model_resolve (&m2_model (document)->model, batch->submesh);
  g_autofree char *message = message_of (document, "m2-batch-layers"),
                  *expected = g_strdup_printf ("it is layer 2 of submeshes[%u], which has no layer 1",
                                               mw_record_index (submesh));
  g_assert_cmpstr (message, ==, expected);
}

/* A key is a twin of the one before it, not of any other. */
static void
a_later_key_with_the_time_and_value_of_the_one_before_it_is_deleted (void)
{
  g_autoptr (MwDocument) document = open_sample (NULL);
  run_script (document, "set bones[1].translation.track.lanes[1].keys.time=[0,500,500]\n"
                        "set bones[1].translation.track.lanes[1].keys.value=[{1,2,3},{4,5,6},{4,5,6}]");
  g_autofree char *fix = fix_of (document, "m2-key-twice");
  g_assert_cmpstr (fix, ==, "keys-delete-some bones[1].translation.track.lanes[1] keys=[2]");
  run_script (document, "set bones[1].translation.track.lanes[1].keys.value=[{4,5,6},{1,2,3},{4,5,6}]");
  g_autofree char *other = fix_of (document, "m2-key-twice");
  g_assert_null (other);
}

/* Only two references of sequences are not read by old clients. */
static void
other_references_of_old_files_must_lead_somewhere (void)
{
  g_autoptr (MwDocument) document = m2_open_made (260);
  MwM2 *model = m2_model (document);
  g_autofree char *before = message_of (document, "reference-dangling");
  g_assert_null (before);
  ((MwM2Sequence *) model->sequences.items[0])->next = (MwRef) { 0, 999 };
  g_autofree char *ignored = message_of (document, "reference-dangling");
  g_assert_null (ignored);
  ((MwM2Bone *) model->bones.items[1])->parent = (MwRef) { 0, 999 };
  g_autofree char *found = message_of (document, "reference-dangling");
  g_assert_nonnull (found);
}

/* Variations may share their keys, and then have the same interval. */
static void
only_other_intervals_overlap (void)
{
  g_autoptr (MwDocument) document = m2_open_made (260);
  MwM2 *model = m2_model (document);
  MwM2Sequence *first = (MwM2Sequence *) model->sequences.items[0],
               *second = (MwM2Sequence *) model->sequences.items[1];
  for (uint32_t i = 2; i < model->sequences.n; i++) {
    MwM2Sequence *other = (MwM2Sequence *) model->sequences.items[i];
    other->start = 100000 + 1000 * i;
    other->end = other->start + 500;
  }
  first->start = second->start = 1000;
  first->end = second->end = 2000;
  g_autofree char *shared = message_of (document, "m2-sequence-overlap");
  g_assert_null (shared);
  second->end = 2500;
  g_autofree char *longer = message_of (document, "m2-sequence-overlap");
  g_assert_cmpstr (longer, ==, "it starts at 1000, and sequences[0] ends at 2000");
  second->start = 2000;
  g_autofree char *next = message_of (document, "m2-sequence-overlap");
  g_assert_null (next);
}

static void
the_sample_is_sound (void)
{
  g_autoptr (MwDocument) document = open_sample (NULL);
  g_autoptr (GHashTable) nothing = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) found = findings_of (document);
  g_autofree char *text = new_findings (nothing, found);
  g_assert_cmpstr (text, ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/m2-content/nothing is wrong with the sample", the_sample_is_sound);
  g_test_add_func ("/check/m2-content/what is within the limits breaks no rule", nothing_else);
  g_test_add_func ("/check/m2-content/what a file has beside its values is repaired, and undone to the same bytes",
                   repaired_bytes);
  g_test_add_func ("/check/m2-content/sets of keys without sequence are dropped with their keys",
                   keys_without_sequence);
  g_test_add_func ("/check/m2-content/what is right otherwise is not repaired", not_repaired);
  g_test_add_func ("/check/m2-content/texts are ended all at once", repaired_at_once);
  g_test_add_func ("/check/m2-content/repairs can be stopped between any two", repairs_can_be_stopped);
  g_test_add_func ("/check/m2-content/a table that a conversion makes is not missed", no_table_needed);
  g_test_add_func ("/check/m2-content/the vertex that a triangle has twice is named",
                   the_vertex_that_is_there_twice_is_named);
  g_test_add_func ("/check/m2-content/the layer below that no batch has is named", the_layer_that_is_missing_is_named);
  g_test_add_func ("/check/m2-content/a later key with the time and value of the one before it is deleted",
                   a_later_key_with_the_time_and_value_of_the_one_before_it_is_deleted);
  g_test_add_func ("/check/m2-content/a bone that does not exist is found in any place of a vertex",
                   a_bone_that_does_not_exist_is_found_in_any_place);
  g_test_add_func ("/check/m2-content/other references of old files must lead somewhere",
                   other_references_of_old_files_must_lead_somewhere);
  g_test_add_func ("/check/m2-content/sequences overlap only if their intervals are different",
                   only_other_intervals_overlap);
  g_test_add_func ("/check/m2-content/each fault breaks its rule and no other", each_rule);
  return g_test_run ();
}
