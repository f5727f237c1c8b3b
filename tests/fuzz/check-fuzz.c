/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz check SECONDS. The checker, on damaged files and on models that were edited in any way. An input is either
 *   - "E", u8 which model is edited, then u32 for each edit (the last may be shorter): the lowest bit says whether it is an operation, and
 *     all of it is the seed from which the rest of the edit is drawn;
 *   - or the bytes of a file, MDX, MDL or the main file of an M2. */
#include "core/check/fix.h"
#include "core/check/live.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/repairs.h"
#include "core/edit/progress.h"
#include "core/io/m2/companions.h"
#include "core/io/registry.h"
#include "tests/core/edit/draw.h"
#include "tests/core/edit/fixture.h"
#include "tests/m2/generate.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

enum { MOST_EDITS = 24, MOST_FIXES = 200, ROUNDS = 3 };

/* --- Models --------------------------------------------------------------------------------------------------------- */

static MwDocument *
read_files (const MwFileSet *set)
{
  g_autoptr (GError) error = NULL;
  MwFormat format;
  MwModel *model = mw_io_read (set, &format, NULL, &error);
  return model ? mw_document_new (model, format) : NULL;
}

static MwDocument *
open_m2 (guint version)
{
  g_autoptr (GPtrArray) files = m2_generate (&(M2GenerateOptions) { .version = version });
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  for (guint i = 0; i < files->len; i++) {
    const M2File *file = files->pdata[i];
    g_autofree char *role = i ? mw_m2_companion_role (file->name + strlen ("Sample")) : g_strdup ("model");
    mw_file_set_add (set, role, NULL, file->bytes);
  }
  MwDocument *document = read_files (set);
  g_assert (document);
  return document;
}

/* A new document on a model that is made once. */
static MwDocument *
open_made (guint which)
{
  static const guint versions[] = { 0, 256, 264, 272 };
  static MwDocument *made[G_N_ELEMENTS (versions)];
  which %= G_N_ELEMENTS (versions);
  if (!made[which])
    made[which] = versions[which] ? open_m2 (versions[which]) : fixture_document ();
  return mw_document_new (mw_document_snapshot (made[which], NULL), mw_document_get_format (made[which]));
}

static MwDocument *
open_bytes (const uint8_t *data, size_t size)
{
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  mw_file_set_add (set, "model", NULL, bytes);
  return read_files (set);
}

/* --- Edits ---------------------------------------------------------------------------------------------------------- */

static gboolean
gather (MwRecord *record, gpointer ids)
{
  g_array_append_val (ids, record->id);
  return TRUE;
}

/* Any operation on any record. Most are refused. */
static void
run_operation (MwDocument *document, GRand *rand)
{
  const MwOperation *const *operations = mw_operations_list ();
  const guint n = g_strv_length ((char **) operations);
  const MwOperation *operation = operations[g_rand_int (rand) % n];
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GError) error = NULL;
  mw_record_foreach (&mw_document_get_model (document)->record, gather, ids);
  const MwId id = g_array_index (ids, MwId, g_rand_int (rand) % ids->len);
  g_autoptr (MwRecord) params = mw_operation_params_for (operation, document, &id, 1);
  mw_operation_run (operation, document, &id, 1, params, &error);
}

static void
edit (MwDocument *document, Draw *draw, guint32 word)
{
  GRand *rand = g_rand_new_with_seed (word);
  if (word & 1)
    run_operation (document, rand);
  else
    draw_step (draw, document, rand);
  g_rand_free (rand);
}

/* --- Checks --------------------------------------------------------------------------------------------------------- */

static void
changed (MwDocument *document, const MwChangeSet *set, MwLiveCheck *live)
{
  mw_live_check_note (live, set);
}

static void
assert_same (const MwFinding *a, const MwFinding *b)
{
  if (a->rule != b->rule || a->target.record != b->target.record || a->target.field != b->target.field
      || strcmp (a->message, b->message) != 0)
    g_error ("%s is found after an edit, but in a whole check %s", a->rule->id, b->rule->id);
}

/* The findings. Each names a place of this model, and what is checked after an edit is what is checked of the whole. */
static GPtrArray *
check (MwDocument *document, MwLiveCheck *live)
{
  const MwModel *model = mw_document_get_model (document);
  const MwFormat format = mw_document_get_format (document);
  GPtrArray *findings = mw_check (model, format);
  mw_live_check_begin (live);
  g_autoptr (GPtrArray) again = mw_live_check_run (live, model, format, NULL, FALSE);
  if (again->len != findings->len)
    g_error ("%u findings after an edit, but %u in a whole check", again->len, findings->len);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    assert_same (again->pdata[i], finding);
    if (mw_model_find (model, finding->target.record->id) != finding->target.record)
      g_error ("%s is found in a record that is not in the model", finding->rule->id);
    g_autofree char *path = mw_target_path (&finding->target);
    g_autoptr (GError) error = NULL;
    g_autoptr (GArray) targets = mw_path_resolve (model, path, &error);
    if (!targets)
      g_error ("%s is found at %s: %s", finding->rule->id, path, error->message);
  }
  return findings;
}

static GPtrArray *
fixes_of (const GPtrArray *findings)
{
  GPtrArray *fixes = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < findings->len && fixes->len < MOST_FIXES; i++) {
    char *fix = mw_finding_fix (findings->pdata[i]);
    if (fix)
      g_ptr_array_add (fixes, fix);
  }
  return fixes;
}

/* A fix may have to find very many keys, in which a user would press Cancel. */
static gboolean
goes_on (double fraction, gpointer rounds)
{
  enum { MOST_ROUNDS = 2000 };
  return ++*(guint *) rounds < MOST_ROUNDS;
}

/* Fixes may be refused, as when a model is too damaged, and may uncover something else. */
static void
check_and_fix (MwDocument *document, MwLiveCheck *live)
{
  for (guint i = 0; i < ROUNDS; i++) {
    g_autoptr (GPtrArray) findings = check (document, live), fixes = fixes_of (findings);
    g_autoptr (GError) error = NULL;
    guint rounds = 0;
    mw_document_set_progress (document, &(MwProgress) { goes_on, &rounds });
    const guint done = fixes->len ? mw_repairs_run (document, (const char *const *) fixes->pdata, fixes->len, &error)
                                  : 0;
    mw_document_set_progress (document, NULL);
    if (!done)
      return;
  }
  g_autoptr (GPtrArray) left = check (document, live);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const gboolean edits = size >= 2 && data[0] == 'E';
  g_autoptr (MwDocument) document = edits ? open_made (data[1]) : open_bytes (data, size);
  if (!document)
    return 0;
  g_autoptr (MwLiveCheck) live = mw_live_check_new ();
  g_signal_connect (document, "changed", G_CALLBACK (changed), live);
  g_autoptr (GPtrArray) first = check (document, live);
  const guint n = first->len;
  if (edits) {
    Draw *draw = draw_new (mw_document_get_model (document)->record.schema, mw_document_get_format (document));
    for (size_t at = 2, done = 0; at < size && done < MOST_EDITS; at += 4, done++) {
      guint32 word = 0;
      memcpy (&word, data + at, MIN (size - at, sizeof word));
      edit (document, draw, word);
    }
    draw_free (draw);
  }
  check_and_fix (document, live);
  mw_document_go_to (document, 0);
  g_autoptr (GPtrArray) last = check (document, live);
  if (last->len != n)
    g_error ("%u findings at first, but %u after everything was undone", n, last->len);
  g_signal_handlers_disconnect_by_data (document, live);
  return 0;
}
