/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/m2.h"
#include "tests/m2/external-keys.h"
#include "tests/m2/includes.h"

#include <string.h>

/* Edits of a set without some of its .anim files. When the files are present again, every track must have the keys
 * in them that it had before, unless the edit was refused with the name of a missing file. tests/m2/external-keys.c
 * looks the keys up in the bytes of the files; records are identified by their ids. */

enum { LARGEST = 4 << 20 };

typedef struct {
  const MwFileSet *set;
  MwFileSet *part;
  MwDocument *document;
  GArray *before;
  GArray *ids[M2_N_KEYS], *sequences; /* MwId, in their first order */
  guint done, refused;
} Run;

static const char *const lists[M2_N_KEYS] = { "bones", "colors", "texture_weights", "texture_transforms" };

/* Finds a file that is missing. */
static GBytes *
find_away (guint animation, guint variation, gpointer data)
{
  const Run *run = data;
  g_autofree char *role = g_strdup_printf ("anim%u-%u", animation, variation);
  const MwFilePart *part = mw_file_set_find (run->set, role);
  return part && !mw_file_set_find (run->part, role) ? part->bytes : NULL;
}

/* Opens the set without some .anim files: the n-th is missing if bit n % 3 of `away` is set. */
static void
run_init (Run *run, const MwFileSet *set, guint away)
{
  guint nth = 0;
  *run = (Run) { .set = set, .part = mw_file_set_new () };
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *file = set->parts->pdata[i];
    if (!g_str_has_prefix (file->role, "anim") || !(away >> (nth++ % 3) & 1))
      mw_file_set_add_companion (run->part, file->role, file->path, file->suffix, file->bytes);
  }
  run->document = m2_open (run->part);
  run->before = m2_external_keys (mw_file_set_main (set)->bytes, find_away, run);
  for (guint i = 0; i < M2_N_KEYS; i++)
    run->ids[i] = m2_ids (run->document, lists[i]);
  run->sequences = m2_ids (run->document, "sequences");
}

static void
run_clear (Run *run)
{
  mw_file_set_free (run->part);
  g_object_unref (run->document);
  g_array_unref (run->before);
  g_array_unref (run->sequences);
  for (guint i = 0; i < M2_N_KEYS; i++)
    g_array_unref (run->ids[i]);
}

static void
check_keys (Run *run, const char *line)
{
  g_autoptr (MwFileSet) saved = m2_saved (run->document);
  g_autoptr (GArray) now = m2_external_keys (mw_file_set_main (saved)->bytes, find_away, run);
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < now->len; i++) {
    const M2ExternalKeys *keys = &g_array_index (now, M2ExternalKeys, i);
    g_hash_table_insert (sums,
                         g_strdup_printf ("%d %u %u %u %u-%u", keys->of, keys->record, keys->track, keys->sequence,
                                          keys->animation, keys->variation),
                         (gpointer) &keys->sum);
  }
  for (guint i = 0; i < run->before->len; i++) {
    const M2ExternalKeys *was = &g_array_index (run->before, M2ExternalKeys, i);
    const MwRecord *record = mw_model_find (&m2_model (run->document)->model,
                                            g_array_index (run->ids[was->of], MwId, was->record));
    const MwRecord *sequence = mw_model_find (&m2_model (run->document)->model,
                                              g_array_index (run->sequences, MwId, was->sequence));
    if (!record || !sequence)
      continue;
    g_autofree char *key = g_strdup_printf ("%d %u %u %u %u-%u", was->of, mw_record_index (record), was->track,
                                            mw_record_index (sequence), was->animation, was->variation);
    const guint64 *sum = g_hash_table_lookup (sums, key);
    if (!sum || *sum != was->sum)
      g_error ("%s: track %u of %s[%u] has %s keys in the file %04u-%02u.anim", line, was->track, lists[was->of],
               mw_record_index (record), sum ? "other" : "no", was->animation, was->variation);
  }
  /* Now including the files that were missing. */
  for (guint i = 1; i < run->set->parts->len; i++) {
    const MwFilePart *part = run->set->parts->pdata[i];
    if (!mw_file_set_find (run->part, part->role))
      mw_file_set_add (saved, part->role, NULL, part->bytes);
  }
  g_autoptr (GError) error = NULL;
  MwFormat format;
  MwModel *whole = mw_io_read (saved, &format, NULL, &error);
  if (!whole)
    g_error ("%s: %s", line, error->message);
  mw_model_free (whole);
}

static void add_line (GPtrArray *lines, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add_line (GPtrArray *lines, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_ptr_array_add (lines, g_strdup_vprintf (format, args));
  va_end (args);
}

static GPtrArray *
lines_for (const MwM2 *model)
{
  static const char *const names[] = { "bones",           "sequences",          "global_sequences", "colors",
                                       "texture_weights", "texture_transforms", "attachments",      "events" };
  static const char *const verbs[] = { "delete", "duplicate", "move-up", "move-down" };
  static const char *const tracks[] = { "translation.track", "rotation.track", "scaling.track" };
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    guint n = mw_record_list (&model->model.record, mw_schema_field (&mw_m2_schema, names[i]))->n;
    const guint places[] = { 0, n / 3, n / 2, n - 1 };
    for (guint v = 0; v < G_N_ELEMENTS (verbs); v++)
      for (guint p = 0; n && p < G_N_ELEMENTS (places); p++)
        if (p == 0 || places[p] != places[p - 1])
          add_line (lines, "%s %s[%u]", verbs[v], names[i], places[p]);
    add_line (lines, "add %s", names[i]);
  }
  for (guint i = 0; i < model->sequences.n; i++) {
    if (!((const MwM2Sequence *) model->sequences.items[i])->not_loaded && i % 5)
      continue;
    add_line (lines, "delete sequences[%u]", i);
    add_line (lines, "move-up sequences[%u]", i);
    add_line (lines, "move-down sequences[%u]", i);
    add_line (lines, "duplicate sequences[%u]", i);
    add_line (lines, "set sequences[%u].animation=400", i);
    add_line (lines, "set sequences[%u].variation=9", i);
    add_line (lines, "set sequences[%u].flags=0x20", i);
    add_line (lines, "set sequences[%u].flags=0x40", i);
    add_line (lines, "set sequences[%u].flags=0", i);
  }
  for (guint i = 0; i < model->bones.n; i += MAX (model->bones.n / 6, 1))
    for (guint t = 0; t < G_N_ELEMENTS (tracks); t++) {
      add_line (lines, "delete bones[%u].%s.lanes[0]", i, tracks[t]);
      add_line (lines, "set bones[%u].%s.global_sequence=global_sequences[0]", i, tracks[t]);
      add_line (lines, "set bones[%u].%s.global_sequence=none", i, tracks[t]);
      add_line (lines, "set bones[%u].%s.interpolation=0", i, tracks[t]);
    }
  add_line (lines, "delete global_sequences[*]");
  add_line (lines, "rebuild-layout");
  return lines;
}

static void
check_set (const MwFileSet *set, guint *done, guint *refused)
{
  for (guint away = 1; away < 8; away++) {
    Run run;
    run_init (&run, set, away);
    g_autoptr (GPtrArray) lines = lines_for (m2_model (run.document));
    guint share = (m2_set_size (set) > 300 << 10 ? 8 : 2) * work_fraction ();
    for (guint i = away % share; run.before->len && i < lines->len; i += share) {
      g_autoptr (GError) error = NULL;
      if (!mw_script_run_line (run.document, lines->pdata[i], NULL, &error)) {
        *refused += strstr (error->message, ".anim\", which is not loaded") != NULL;
        continue;
      }
      check_keys (&run, lines->pdata[i]);
      (*done)++;
      mw_document_go_to (run.document, 0);
    }
    run_clear (&run);
  }
}

static void
test_real (void)
{
  g_autoptr (GPtrArray) sets = m2_corpus_sets (LARGEST);
  guint done = 0, refused = 0;
  for (guint i = 0; sets && i < sets->len; i++)
    if (m2_set_version (sets->pdata[i]) >= 264)
      check_set (sets->pdata[i], &done, &refused);
  g_test_message ("%u edits were made, %u refused for a missing file", done, refused);
  g_assert_true (!sets || (done > 20 && refused > 2));
}

static void
test_made (void)
{
  guint done = 0, refused = 0;
  for (guint version = 264; version <= 272; version += 4) {
    g_autoptr (MwFileSet) set = m2_made_set (version, version, 0);
    check_set (set, &done, &refused);
  }
  g_test_message ("%u edits were made, %u refused for a missing file", done, refused);
  g_assert_true (done > 20 && refused > 2);
}

/* A set in which the outer arrays of bones end with the first sequence that has a file. Clients do not look further,
 * so such files are valid. */
static MwFileSet *
short_set (void)
{
  enum { SEQUENCES_AT = 0x1C, SEQUENCE_SIZE = 0x40, FLAGS_AT = 0x0C, BONES_AT = 0x2C, BONE_SIZE = 0x58 };
  static const guint tracks[] = { 0x10, 0x24, 0x38 };
  g_autoptr (MwFileSet) made = m2_made_set (264, 3, 0);
  gsize size;
  const guint8 *bytes = g_bytes_get_data (mw_file_set_main (made)->bytes, &size);
  g_autofree guint8 *model = g_memdup2 (bytes, size);
  guint32 sequences[2], bones[2], n = 0;
  memcpy (sequences, model + SEQUENCES_AT, sizeof sequences);
  memcpy (bones, model + BONES_AT, sizeof bones);
  for (guint32 i = 0; i < sequences[0]; i++) {
    guint32 flags;
    memcpy (&flags, model + sequences[1] + SEQUENCE_SIZE * (gsize) i + FLAGS_AT, 4);
    n = n || flags & 0x170 ? n : i + 1;
  }
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <, sequences[0]);
  for (guint32 i = 0; i < bones[0]; i++)
    for (guint t = 0; t < G_N_ELEMENTS (tracks); t++) {
      guint8 *track = model + bones[1] + BONE_SIZE * (gsize) i + tracks[t];
      guint32 times, values;
      memcpy (&times, track + 4, 4);
      memcpy (&values, track + 12, 4);
      times = MIN (times, n);
      values = MIN (values, n);
      memcpy (track + 4, &times, 4);
      memcpy (track + 12, &values, 4);
    }
  return m2_set_with (made, mw_file_set_main (made)->role, model, size);
}

static void
test_short (void)
{
  g_autoptr (MwFileSet) set = short_set ();
  guint done = 0, refused = 0;
  check_set (set, &done, &refused);
  g_assert_true (done > 20 && refused > 2);
}

/* Removing a bone with keys in a missing file is refused with the name of the file. It is accepted when the file is
 * present, or when all its sequences are removed. */
static void
test_removal (void)
{
  g_autoptr (MwFileSet) whole = m2_made_set (264, 4, 0), set = mw_file_set_share (whole);
  for (guint k = 0; k < whole->parts->len; k++) {
    const MwFilePart *part = whole->parts->pdata[k];
    if (!g_str_has_prefix (part->role, "anim"))
      continue;
    MwFileSet *less = m2_set_with (set, part->role, NULL, 0);
    mw_file_set_free (set);
    set = less;
  }
  MwDocument *full = m2_open (whole), *document = m2_open (set);
  const MwM2 *with = m2_model (full), *model = m2_model (document);
  guint refused = 0, made = 0;
  for (guint i = 0; i < with->bones.n; i++) {
    /* Determined from the complete set. */
    gboolean has = FALSE;
    const MwM2Bone *bone = (const MwM2Bone *) with->bones.items[i];
    const MwM2Track *const tracks[] = { bone->translation_track, bone->rotation_track, bone->scaling_track };
    for (guint t = 0; t < G_N_ELEMENTS (tracks); t++)
      for (guint k = 0; tracks[t] && k < tracks[t]->lanes.n; k++) {
        const MwM2Lane *lane = (const MwM2Lane *) tracks[t]->lanes.items[k];
        const MwRecord *sequence = mw_model_find (&with->model, lane->sequence.id);
        has |= sequence && lane->times.n
               && ((const MwM2Sequence *) model->sequences.items[mw_record_index (sequence)])->not_loaded;
      }
    g_autofree char *line = g_strdup_printf ("delete bones[%u] weights=nearest", i);
    g_autoptr (GError) error = NULL;
    if (mw_script_run_line (document, line, NULL, &error)) {
      g_assert_false (has);
      made++;
      mw_document_go_to (document, 0);
    } else if (strstr (error->message, "has keys in the file")) {
      g_assert_true (has);
      g_assert_nonnull (strstr (error->message, ".anim\", which is not loaded"));
      g_assert_nonnull (strstr (error->message, "delete sequences["));
      g_assert_cmpuint (mw_document_get_n_steps (document), ==, made ? 1 : 0);
      refused++;
    }
  }
  g_assert_cmpuint (refused, >, 0);
  /* Accepted after the sequences with files, and those that play them, are removed. */
  g_autoptr (GArray) going = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GError) why = NULL;
  for (guint i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) model->sequences.items[i];
    if (sequence->not_loaded || sequence->flags & MW_M2_SEQUENCE_ALIAS)
      g_array_append_val (going, sequence->record.id);
  }
  mw_document_begin (document, "Delete");
  mw_document_remove_many (document, (const MwId *) going->data, going->len, &why);
  g_assert_no_error (why);
  mw_document_commit (document);
  for (guint i = model->bones.n; i-- > 0;) {
    g_autofree char *line = g_strdup_printf ("delete bones[%u] weights=nearest", i);
    g_autoptr (GError) error = NULL;
    if (!mw_script_run_line (document, line, NULL, &error))
      g_assert_null (strstr (error->message, "has keys in the file"));
  }
  g_object_unref (full);
  g_object_unref (document);
}

static void
test_independent (void)
{
  static const char *const allowed[] = { "\"tests/m2/external-keys.h\"", "<glib.h>", NULL };
  g_assert_cmpuint (includes_only ("external-keys", allowed), ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/m2 unread keys/keys in a missing file stay with their tracks, in generated sets", test_made);
  g_test_add_func ("/edit/m2 unread keys/keys in a missing file stay with their tracks, in real sets", test_real);
  g_test_add_func ("/edit/m2 unread keys/keys in a missing file are kept if tracks have fewer lanes than sequences",
                   test_short);
  g_test_add_func ("/edit/m2 unread keys/a record with keys in a missing file cannot be removed", test_removal);
  g_test_add_func ("/edit/m2 unread keys/this test finds the keys with code of its own", test_independent);
  return g_test_run ();
}
