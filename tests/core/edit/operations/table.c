/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/table.h"
#include "core/check/new-findings.h"
#include "core/edit/adopt.h"
#include "core/edit/operations/script.h"
#include "core/edit/progress.h"
#include "core/io/place.h"
#include "core/io/registry.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/pose/evaluate.h"
#include "tests/core/corpus.h"
#include "tests/core/io/m2/sets.h"

#include <math.h>
#include <string.h>

/* --- Models --------------------------------------------------------------------------------------------------------- */

typedef struct {
  char *name;
  MwFileSet *files;
  MwModel *model;
  MwFormat format;
  gboolean real;
  MwFileSet
    *unchanged; /* as it is saved without a step, and its findings that are errors or severe: made when first needed */
  GPtrArray *grave;
} Model;

static GPtrArray *models;
static gboolean have_corpus;

static void
add_model (const char *name, MwFileSet *files, gboolean real)
{
  Model *model = g_new0 (Model, 1);
  g_autoptr (GError) error = NULL;
  *model = (Model) { g_strdup (name), files, NULL, { 0 }, real };
  model->model = mw_io_read (files, &model->format, NULL, &error);
  g_assert_no_error (error);
  g_ptr_array_add (models, model);
}

static gsize
size_of (const MwFileSet *files)
{
  gsize size = 0;
  for (guint i = 0; i < files->parts->len; i++)
    size += g_bytes_get_size (((const MwFilePart *) files->parts->pdata[i])->bytes);
  return size;
}

static void
add_file (const char *path, gsize largest)
{
  g_autoptr (GError) error = NULL;
  MwFileSet *files = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  if (size_of (files) <= largest)
    add_model (path, files, TRUE);
  else
    mw_file_set_free (files);
}

/* One file of each folder in turn, so that the first few models are of many versions. */
static void
load_corpus (void)
{
  static const char *const folders[] = { "mdx800", "mdx1000", "mdx1100", "mdx1300", "mdl", NULL };
  enum { LARGEST_MDLX = 160 << 10, LARGEST_M2 = 1 << 20 };
  GPtrArray *files[G_N_ELEMENTS (folders)];
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    files[i] = folders[i] ? corpus_files (folders[i]) : m2_corpus ();
    have_corpus |= files[i] != NULL;
  }
  gboolean more = have_corpus;
  for (guint k = 0; more; k++) {
    more = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
      if (k < files[i]->len) {
        add_file (files[i]->pdata[k], folders[i] ? LARGEST_MDLX : LARGEST_M2);
        more = TRUE;
      }
  }
  for (guint i = 0; have_corpus && i < G_N_ELEMENTS (folders); i++)
    g_ptr_array_unref (files[i]);
}

static const guint made_versions[] = { 256, 260, 264, 272 };

static void
load_made (void)
{
  static const char *const samples[] = { "everything.mdx", "figure.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    g_autofree char *path = sample_path (samples[i]);
    g_autoptr (GError) error = NULL;
    add_model (samples[i], mw_io_load (path, NULL, &error), FALSE);
  }
  for (guint i = 0; i < G_N_ELEMENTS (made_versions); i++) {
    g_autofree char *name = g_strdup_printf ("made M2 %u", made_versions[i]);
    add_model (name, m2_set_make (&(M2GenerateOptions) { made_versions[i], 1, 0 }), FALSE);
  }
}

static void
load_models (void)
{
  if (models)
    return;
  models = g_ptr_array_new ();
  load_made ();
  load_corpus ();
}

/* --- One try -------------------------------------------------------------------------------------------------------- */

static MwFileSet *
saved (MwDocument *document, const char *what)
{
  g_autoptr (GError) error = NULL;
  MwFileSet *set = mw_io_write (mw_document_get_model (document), mw_document_get_format (document), NULL, &error);
  if (!set)
    g_error ("%s: cannot be written: %s", what, error->message);
  return set;
}

static const MwFileSet *
unchanged (Model *model)
{
  if (!model->unchanged) {
    g_autoptr (MwDocument) document = mw_document_new (mw_model_copy (model->model, FALSE), model->format);
    model->unchanged = saved (document, model->name);
    model->grave = mw_check_grave (model->model, model->format);
  }
  return model->unchanged;
}

static void
assert_same_files (const MwFileSet *a, const MwFileSet *b, const char *what)
{
  g_assert_cmpuint (a->parts->len, ==, b->parts->len);
  for (guint i = 0; i < a->parts->len; i++) {
    const MwFilePart *x = a->parts->pdata[i], *y = mw_file_set_find (b, x->role);
    if (!y || !g_bytes_equal (x->bytes, y->bytes))
      g_error ("%s: the bytes of %s differ", what, x->role);
  }
}

/* Whether the model had such a finding before, in an element of which the operation has made a copy. */
static gboolean
was_copied (const GPtrArray *before, const MwFinding *finding)
{
  for (guint i = 0; i < before->len; i++) {
    const MwFinding *old = before->pdata[i];
    if (old->rule == finding->rule && strcmp (old->message, finding->message) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Whether the step asks for just that: the static alpha of a geoset becomes what it is at the given time, which may be 0. */
static gboolean
is_asked_for (const char *what, const MwFinding *finding)
{
  return strstr (what, ": track-make-static ") && strcmp (finding->rule->id, "wc3-bone-hidden") == 0;
}

/* No operation may add a finding that is an error or severe. */
static void
assert_no_new_finding (const Model *model, MwDocument *document, const char *what)
{
  g_autoptr (GPtrArray) after = mw_check_grave (mw_document_get_model (document), model->format);
  g_autoptr (GHashTable) known = mw_findings_known (model->grave);
  for (guint i = 0; i < after->len; i++) {
    const MwFinding *finding = after->pdata[i];
    g_autofree char *path = mw_target_path (&finding->target);
    if (!mw_finding_is_known (finding, known) && !was_copied (model->grave, finding) && !is_asked_for (what, finding))
      g_error ("%s: new finding %s at %s: %s", what, finding->rule->id, path, finding->message);
  }
}

static void
assert_judged (const TableRow *row, const Model *model, const MwFileSet *written, const char *step, const char *what)
{
  g_autoptr (GError) error = NULL;
  MwModel *after = mw_io_read (written, NULL, NULL, &error);
  if (!after)
    g_error ("%s: cannot be read: %s", what, error->message);
  TableCase changed = { model->model, after, model->format, step },
            unchanged = { model->model, model->model, model->format, step };
  g_autofree char *wrong = row->judge (&changed), *missed = row->judge (&unchanged);
  if (wrong)
    g_error ("%s: %s", what, wrong);
  if (!missed)
    g_error ("%s: the judge does not notice when the operation does nothing", what);
  mw_model_free (after);
}

static void
assert_undone (MwDocument *document, const MwFileSet *before, const MwFileSet *after, const char *what)
{
  mw_document_undo (document);
  g_autoptr (MwFileSet) undone = saved (document, what);
  assert_same_files (before, undone, what);
  mw_document_redo (document);
  g_autoptr (MwFileSet) redone = saved (document, what);
  assert_same_files (after, redone, what);
}

/* --- For other readers ---------------------------------------------------------------------------------------------- */

/* Where tests/oracle wants one output of each operation for each family; NULL: nowhere. */
static const char *
output_folder (void)
{
  return g_getenv ("MODELWRIGHT_TABLE_OUT");
}

/* The file for an output of the operation, if other readers know the version and there is none yet; else NULL. Free with g_free(). */
static char *
output_of (const TableRow *row, const Model *model)
{
  gboolean m2 = model->format.family == MW_FAMILY_M2;
  if (!output_folder () || !model->real || model->format.text || model->format.version != (m2 ? 264 : 800))
    return NULL;
  g_autofree char *folder = g_build_filename (output_folder (), m2 ? "m2" : "mdx", NULL),
                  *name = g_strconcat (row->operation, m2 ? ".m2" : ".mdx", NULL);
  char *path = g_build_filename (folder, name, NULL);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0777), ==, 0);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    g_clear_pointer (&path, g_free);
  return path;
}

/* Whether a row is tried on a model: in a run for other readers, only until the family has an output. */
static gboolean
is_wanted (const TableRow *row, const Model *model)
{
  g_autofree char *path = output_of (row, model);
  return !output_folder () || path;
}

/* Writes the output, with its companions, unless it is not wanted. */
static void
write_output (const TableRow *row, const Model *model, MwFileSet *written)
{
  g_autofree char *path = output_of (row, model);
  g_autoptr (GError) error = NULL;
  if (!path)
    return;
  mw_io_place (written, model->files, path, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < written->parts->len; i++) {
    const MwFilePart *part = written->parts->pdata[i];
    gsize size;
    const char *bytes = g_bytes_get_data (part->bytes, &size);
    g_file_set_contents (part->path, bytes, (gssize) size, &error);
    g_assert_no_error (error);
  }
}

/* A model after lines that make a place for a step; NULL if one of them was refused. */
static Model *
prepared (const Model *model, const char *lines, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = mw_document_new (mw_model_copy (model->model, FALSE), model->format);
  if (!mw_script_run (document, lines, length, NULL, NULL, &error)) {
    g_test_message ("%s: %.*s: %s", model->name, (int) length, lines, error->message);
    g_assert_true (g_error_matches (error, MW_ERROR, MW_ERROR_REFUSED)
                   || g_error_matches (error, MW_ERROR, MW_ERROR_NOTHING));
    return NULL;
  }
  Model *after = g_new0 (Model, 1);
  *after = (Model) {
    g_strdup_printf ("%s, prepared", model->name), saved (document, model->name), NULL, { 0 }, model->real
  };
  after->model = mw_io_read (after->files, &after->format, NULL, &error);
  g_assert_no_error (error);
  return after;
}

static void
free_model (Model *model)
{
  g_free (model->name);
  mw_file_set_free (model->files);
  mw_model_free (model->model);
  g_clear_pointer (&model->unchanged, mw_file_set_free);
  g_clear_pointer (&model->grave, g_ptr_array_unref);
  g_free (model);
}

/* --- Progress -------------------------------------------------------------------------------------------------------- */

typedef struct {
  guint calls, most; /* `most`: the call that stops the operation; 0: none */
  double last;
  const char *what;
} Heard;

static gboolean
hear (double fraction, gpointer data)
{
  Heard *heard = data;
  if (fraction < heard->last || fraction > 1 || heard->last == 1)
    g_error ("%s: the progress goes from %g to %g", heard->what, heard->last, fraction);
  heard->last = fraction;
  return ++heard->calls != heard->most;
}

static void
assert_saves_as (MwDocument *document, const MwFileSet *expected, const char *what, const char *when)
{
  g_autofree char *place = g_strdup_printf ("%s, %s", what, when);
  g_autoptr (MwFileSet) now = saved (document, place);
  assert_same_files (expected, now, place);
}

/* An operation that is stopped halfway leaves nothing. Done on a copy, it gives the same bytes as on the document. */
static void
assert_stops_and_moves (const Model *model, const char *step, guint calls, const MwFileSet *before,
                        const MwFileSet *after, const char *what)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = mw_document_new (mw_model_copy (model->model, FALSE), model->format);
  Heard heard = { .what = what, .most = calls / 2 };
  mw_document_set_progress (document, &(MwProgress) { hear, &heard });
  if (calls > 1) {
    g_assert_false (mw_script_run_line (document, step, NULL, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_CANCELLED);
    g_clear_error (&error);
    assert_saves_as (document, before, what, "after it was stopped");
  }
  mw_document_set_progress (document, NULL);
  g_autoptr (MwDocument) copy = mw_document_copy (document);
  mw_document_begin (copy, "Step");
  g_assert_true (mw_script_run_line (copy, step, NULL, &error));
  if (!mw_document_adopt (document, copy, &error))
    g_error ("%s: on a copy: %s", what, error->message);
  assert_saves_as (document, after, what, "when done on a copy");
  guint n, n_copied;
  const MwId *selected = mw_document_get_selection (document, &n),
             *copied = mw_document_get_selection (copy, &n_copied);
  g_assert_cmpmem (selected, n * sizeof (MwId), copied, n_copied * sizeof (MwId));
  assert_undone (document, before, after, what);
}

/* Operations with long loops, which must say how far they are. */
static const char *const slow[] = { "bone-insert",
                                    "bounds-recompute",
                                    "duplicate",
                                    "effect-scale",
                                    "geoset-merge",
                                    "geoset-recompute-normals",
                                    "geoset-weld",
                                    "material-merge",
                                    "model-centre",
                                    "model-merge",
                                    "model-move",
                                    "model-rotate",
                                    "model-scale",
                                    "node-change-kind",
                                    "node-mirror",
                                    "node-rename-pattern",
                                    "node-reparent-keep",
                                    "node-retarget",
                                    "node-sort",
                                    "paste",
                                    "pivot-move",
                                    "place-transform",
                                    "sequence-crop",
                                    "sequence-import",
                                    "sequence-pack",
                                    "sequence-recompute-bounds",
                                    "sequence-retime",
                                    "sequence-reverse",
                                    "sequence-split",
                                    "texture-merge",
                                    "track-bake",
                                    "track-reduce",
                                    "track-set-interpolation",
                                    "visibility-set",
                                    NULL };
static guint most_calls; /* of one step of the present row */

static guint n_moved[2]; /* by family: on how many models the present row was stopped and moved */

/* On how many of each family: three, and in the sanitizer build one. */
static guint
most_moved (void)
{
  return CLAMP (12 / work_fraction (), 1, 3);
}

/* Returns FALSE if the operation was refused. */
static gboolean
try_line (const TableRow *row, Model *model, const char *step)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = mw_document_new (mw_model_copy (model->model, FALSE), model->format);
  g_autofree char *what = g_strdup_printf ("%s: %s", model->name, step);
  const MwFileSet *before = unchanged (model);
  Heard heard = { .what = what };
  mw_document_set_progress (document, &(MwProgress) { hear, &heard });
  if (!mw_script_run_line (document, step, NULL, &error)) {
    g_test_message ("%s: %s", what, error->message);
    g_assert_true (g_error_matches (error, MW_ERROR, MW_ERROR_REFUSED)
                   || g_error_matches (error, MW_ERROR, MW_ERROR_NOTHING));
    return FALSE;
  }
  if (mw_document_get_n_steps (document) != 1)
    g_error ("%s: made %u undo steps instead of one", what, mw_document_get_n_steps (document));
  g_assert_cmpfloat (heard.last, ==, 1);
  most_calls = MAX (most_calls, heard.calls);
  assert_no_new_finding (model, document, what);
  g_autoptr (MwFileSet) after = saved (document, what);
  assert_judged (row, model, after, step, what);
  assert_undone (document, before, after, what);
  if (n_moved[model->format.family == MW_FAMILY_M2]++ < most_moved ())
    assert_stops_and_moves (model, step, heard.calls, before, after, what);
  write_output (row, model, after);
  return TRUE;
}

static gboolean
try_on (const TableRow *row, Model *model, const char *step)
{
  const char *end = strrchr (step, '\n'), *line = end ? end + 1 : step;
  g_assert_true (g_str_has_prefix (line, row->operation));
  if (!end)
    return try_line (row, model, line);
  Model *made = prepared (model, step, (gsize) (end - step));
  gboolean done = made && try_line (row, made, line);
  if (made)
    free_model (made);
  return done;
}

const TableRow *
table_row (const char *operation)
{
  static const TableRow *const tables[] = { table_elements, table_sequences, table_materials, table_surfaces,
                                            table_textures, table_nodes,     table_poses,     table_attachments,
                                            table_geosets,  table_tracks,    table_key_edits, table_effects,
                                            table_model,    table_add,       table_node_ids };
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const TableRow *row = tables[i]; row->operation; row++)
      if (strcmp (row->operation, operation) == 0)
        return row;
  return NULL;
}

/* Made M2 models differ in their version only. The sanitizer build tries an operation on one of them, always the same one; other
 * operations have others. */
static gboolean
is_in_part (const TableRow *row, guint version)
{
  return work_fraction () < 12 || g_str_hash (row->operation) % G_N_ELEMENTS (made_versions) == version;
}

void
table_try (const TableRow *row)
{
  enum { ENOUGH = 8, LEAST = 3 };
  const guint enough = CLAMP (3 * ENOUGH / work_fraction (), LEAST, ENOUGH);
  guint done[2] = { 0 }, refused = 0, n_made_m2 = 0;
  memset (n_moved, 0, sizeof n_moved);
  most_calls = 0;
  load_models ();
  for (guint i = 0; i < models->len; i++) {
    Model *model = models->pdata[i];
    guint family = model->format.family == MW_FAMILY_M2;
    if (family && !model->real && !is_in_part (row, n_made_m2++))
      continue;
    g_autofree char *step = done[family] < enough && is_wanted (row, model) ? row->step (model->model, model->format)
                                                                            : NULL;
    if (!step)
      continue;
    if (try_on (row, model, step))
      done[family] += model->real;
    else
      refused++;
  }
  g_test_message ("%s: %u MDLX, %u M2, refused by %u", row->operation, done[0], done[1], refused);
  for (guint family = 0; have_corpus && !output_folder () && family < 2; family++)
    if (row->families & (1u << family) && done[family] < LEAST)
      g_error ("%s: changed only %u real models of %s", row->operation, done[family], family ? "M2" : "MDLX");
  if (!have_corpus)
    g_test_skip ("no corpus: only made models were tried");
  if (g_strv_contains (slow, row->operation) && most_calls == 1)
    g_error ("%s does not say how far it is", row->operation);
}

/* --- For steps and judges ------------------------------------------------------------------------------------------- */

MwTarget
table_target (const MwModel *model, const char *path)
{
  MwTarget target;
  return mw_path_resolve_one (model, path, &target, NULL) ? target : (MwTarget) { 0 };
}

char *
table_parameter (const char *step, const char *name)
{
  g_auto (GStrv) words = g_strsplit (step, " ", -1);
  gsize length = strlen (name);
  for (guint i = 0; words[i]; i++)
    if (strncmp (words[i], name, length) == 0 && words[i][length] == '=')
      return g_strdup (words[i] + length + 1);
  return NULL;
}

MwRecord *
table_record (const MwModel *model, const char *path)
{
  MwTarget target = table_target (model, path);
  return target.field && target.field->type == MW_TYPE_CHILD ? *(MwRecord **) mw_field_at (target.record, target.field)
                                                             : target.record;
}

const MwList *
table_list (const MwModel *model, const char *name)
{
  const MwField *field = mw_schema_field (model->record.schema, name);
  return field ? mw_record_list (&model->record, field) : NULL;
}

double
table_number (const MwRecord *record, const char *name)
{
  const MwField *field = mw_schema_field (record->schema, name);
  const void *at = mw_field_at (record, field);
  switch (field->type) {
  case MW_TYPE_U8:
    return *(const uint8_t *) at;
  case MW_TYPE_I8:
    return *(const int8_t *) at;
  case MW_TYPE_U16:
    return *(const uint16_t *) at;
  case MW_TYPE_I16:
    return *(const int16_t *) at;
  case MW_TYPE_U32:
    return *(const uint32_t *) at;
  case MW_TYPE_I32:
    return *(const int32_t *) at;
  case MW_TYPE_F32:
    return (double) *(const float *) at;
  default:
    g_error ("%s is no number", name);
  }
}

/* The references of a field into a list, as in memory; *n gets their number. NULL: it is no such field. */
static MwRef *
references_in (MwRecord *record, const MwField *field, const char *list, gsize *n)
{
  gboolean array = field->type == MW_TYPE_ARRAY && field->element == MW_TYPE_REF;
  if ((field->type != MW_TYPE_REF && !array) || g_strcmp0 (field->refers, list) != 0)
    return NULL;
  const MwArray *elements = mw_field_at (record, field);
  *n = array ? (gsize) elements->n * field->count : 1;
  return array ? elements->data : mw_field_at (record, field);
}

typedef struct {
  const char *list;
  MwId from, to; /* to: 0 only counts */
  guint n;
} Redirecting;

static gboolean
redirect_one (MwRecord *record, gpointer data)
{
  Redirecting *r = data;
  gsize n = 0;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    MwRef *refs = references_in (record, mw_schema_field_at (record->schema, i), r->list, &n);
    for (gsize k = 0; refs && k < n; k++)
      if (refs[k].id == r->from) {
        r->n++;
        if (r->to)
          refs[k].id = r->to;
      }
  }
  return TRUE;
}

void
table_redirect (MwModel *copy, const char *list, MwId from, MwId to)
{
  Redirecting r = { list, from, to, 0 };
  mw_record_foreach (&copy->record, redirect_one, &r);
}

guint
table_uses (const MwModel *model, const char *list, MwId id)
{
  Redirecting r = { list, id, 0, 0 };
  mw_record_foreach ((MwRecord *) &model->record, redirect_one, &r);
  return r.n;
}

char *
table_expect (MwModel *expected, const TableCase *at)
{
  char *where = NULL;
  gboolean equal = mw_model_equal (expected, at->after, at->format, &where);
  char *wrong = equal ? NULL : g_strdup_printf ("%s is not as expected", where);
  g_free (where);
  mw_model_free (expected);
  return wrong;
}

static gboolean
gather_keys (MwRecord *record, gpointer data)
{
  const MwField *times = mw_schema_has_timed_keys (record->schema) ? mw_schema_part (record->schema, MW_PART_TIMES)
                                                                   : NULL;
  const MwArray *array = times ? mw_field_at (record, times) : NULL;
  if (!array || !array->n)
    return TRUE;
  const MwRecord *track = record->schema->keys == MW_KEYS_LANE ? record->owner : record;
  const MwField *clock = mw_schema_part (track->schema, MW_PART_CLOCK),
                *of = mw_schema_part (record->schema, MW_PART_SEQUENCE);
  gboolean global = clock && !mw_ref_is_none (*(const MwRef *) mw_field_at (track, clock));
  const MwRecord *root = record;
  while (root->owner)
    root = root->owner;
  const MwRecord *sequence = of ? mw_model_resolve ((const MwModel *) root, *(const MwRef *) mw_field_at (record, of))
                                : NULL;
  g_array_append_val (data, ((TableKeys) { record, sequence, global, array->n, array->data }));
  return TRUE;
}

GArray *
table_keys (const MwModel *model)
{
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (TableKeys));
  mw_record_foreach ((MwRecord *) &model->record, gather_keys, keys);
  return keys;
}

gboolean
table_same_keys (const TableKeys *a, const TableKeys *b)
{
  const MwField *values = mw_schema_part (a->holder->schema, MW_PART_VALUES);
  const MwArray *x = values ? mw_field_at (a->holder, values) : NULL,
                *y = values ? mw_field_at (b->holder, values) : NULL;
  return a->n == b->n && memcmp (a->times, b->times, a->n * sizeof (gint32)) == 0
         && (!values || (x->n == y->n && memcmp (x->data, y->data, x->n * mw_field_element_size (values)) == 0));
}

void
table_interval (const MwRecord *sequence, MwFormat format, gint64 *start, gint64 *end, gboolean *lanes)
{
  *lanes = format.family == MW_FAMILY_M2 && format.version >= 264;
  *start = *lanes ? 0 : (gint64) table_number (sequence, "interval.start");
  *end = (gint64) table_number (sequence, *lanes ? "duration" : "interval.end");
}

gboolean
table_plays (const TableKeys *keys, const MwRecord *sequence, MwFormat format, gint32 time)
{
  gint64 start, end;
  gboolean lanes;
  table_interval (sequence, format, &start, &end, &lanes);
  return !keys->global && (lanes ? keys->sequence == sequence : time >= start && time <= end);
}

static gboolean
is_own (const MwRecord *sequence, MwFormat format)
{
  enum { IS_ALIAS = 0x40 };
  const MwField *missing = mw_schema_field (sequence->schema, "not_loaded");
  return format.family != MW_FAMILY_M2
         || (!((guint) table_number (sequence, "flags") & IS_ALIAS)
             && !(missing && *(const guint8 *) mw_field_at (sequence, missing)));
}

char *
table_sequence (const MwModel *model, MwFormat format, gint64 length, guint n_keys)
{
  const MwList *sequences = table_list (model, "sequences");
  g_autoptr (GArray) all = table_keys (model);
  for (uint32_t i = 0; i < sequences->n; i++) {
    gint64 start, end;
    gboolean lanes;
    guint n = 0;
    table_interval (sequences->items[i], format, &start, &end, &lanes);
    if (end - start <= length || !is_own (sequences->items[i], format))
      continue;
    for (guint k = 0; k < all->len; k++) {
      const TableKeys *keys = &g_array_index (all, TableKeys, k);
      for (guint t = 0; t < keys->n; t++)
        n += table_plays (keys, sequences->items[i], format, keys->times[t]);
    }
    if (n >= n_keys)
      return mw_record_path (sequences->items[i]);
  }
  return NULL;
}

static const MwRecord *
track_of (const MwRecord *holder)
{
  return holder && holder->schema->keys == MW_KEYS_LANE ? holder->owner : holder;
}

static float
neutral_of (const MwField *slot)
{
  return slot->role == MW_ROLE_SCALE || slot->role == MW_ROLE_VISIBILITY || slot->role == MW_ROLE_ALPHA
         || slot->neutral == MW_NEUTRAL_ONE;
}

gboolean
table_static_is_neutral (const MwRecord *owner, const MwField *slot)
{
  const MwField *still = mw_schema_static_of (owner->schema, slot);
  if (!still || still->type == MW_TYPE_REF)
    return !still || ((const MwRef *) mw_field_at (owner, still))->id != 0;
  if (still->type != MW_TYPE_F32)
    return *(const uint32_t *) mw_field_at (owner, still) == 0;
  for (guint i = 0; i < still->count; i++)
    if (((const float *) mw_field_at (owner, still))[i] != neutral_of (slot))
      return FALSE;
  return TRUE;
}

void
table_value (const MwModel *model, const MwRecord *holder, const MwRecord *sequence, gint64 time, double out[4])
{
  const MwRecord *track = track_of (holder);
  const MwField *values = mw_schema_part (holder->schema, MW_PART_VALUES), *slot = mw_record_slot (track);
  const float neutral[] = { neutral_of (slot), neutral_of (slot), neutral_of (slot) };
  MwClock clock = { .rest = TRUE };
  float floats[4] = { 0 };
  mw_clock_play (&clock, model, sequence->id);
  clock.time = clock.start + (gint32) time;
  clock.global_ms = (guint64) time;
  if (slot->role == MW_ROLE_VISIBILITY) {
    floats[0] = mw_evaluate_visibility (model, track, &clock);
  } else if (values->element == MW_TYPE_F32 && values->count == 4) {
    mw_evaluate_quat (model, track, &clock, floats);
  } else if (values->element == MW_TYPE_F32 && values->count == 3) {
    mw_evaluate_vec3 (model, track, &clock, neutral, neutral, floats);
  } else if (values->element == MW_TYPE_F32) {
    floats[0] = mw_evaluate_float (model, track, &clock, neutral[0], neutral[0]);
  } else if (values->element == MW_TYPE_REF) {
    MwRef none = { 0, 0 };
    const MwRecord *record = mw_model_resolve (model, none = mw_evaluate_ref (model, track, &clock, none, none));
    floats[0] = record ? (float) mw_record_index (record) : (float) none.raw;
  } else {
    floats[0] = (float) mw_evaluate_u32 (model, track, &clock, 0, 0);
  }
  for (guint i = 0; i < 4; i++)
    out[i] = (double) floats[i];
}

gboolean
table_same_curve (const TableCurve *a, const TableCurve *b, gint64 length, guint samples, double tolerance)
{
  samples = (guint) MIN ((gint64) samples, length + 1);
  for (guint i = 0; i < samples; i++) {
    gint64 time = samples > 1 ? length * i / (samples - 1) : 0;
    double x[4], y[4], sign = 1;
    table_value (a->model, a->track, a->sequence, a->time + time, x);
    table_value (b->model, b->track, b->sequence, b->time + time, y);
    const MwField *values = mw_schema_part (a->track->schema, MW_PART_VALUES);
    /* A quaternion and its opposite are the same rotation. */
    if (values->count == 4 && x[0] * y[0] + x[1] * y[1] + x[2] * y[2] + x[3] * y[3] < 0)
      sign = -1;
    for (guint k = 0; k < 4; k++)
      if (!(isnan (x[k]) && isnan (y[k])) && !(fabs (x[k] - sign * y[k]) <= tolerance * MAX (1, fabs (x[k]))))
        return FALSE;
  }
  return TRUE;
}

gboolean
table_is_squad (const MwRecord *holder)
{
  const MwRecord *track = track_of (holder);
  const MwField *values = mw_schema_part (holder->schema, MW_PART_VALUES),
                *interpolation = mw_schema_part (track->schema, MW_PART_INTERPOLATION);
  return values && values->count == 4 && interpolation && track->schema->keys == MW_KEYS_TRACK
         && *(const uint32_t *) mw_field_at (track, interpolation) >= 2;
}

gboolean
table_same_key (const TableCase *at, const TableKeys *a, guint k, const TableKeys *b, guint j)
{
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const MwField *field = mw_schema_part (a->holder->schema, parts[i]);
    const MwArray *x = field ? mw_field_at (a->holder, field) : NULL,
                  *y = field ? mw_field_at (b->holder, field) : NULL;
    gsize size = field ? mw_field_element_size (field) : 0;
    if (!x || (i > 0 && x->n == 0 && y->n == 0))
      continue;
    if (k >= x->n || j >= y->n)
      return FALSE;
    const guint8 *p = (const guint8 *) x->data + k * size, *q = (const guint8 *) y->data + j * size;
    if (field->element != MW_TYPE_REF) {
      if (memcmp (p, q, size) != 0)
        return FALSE;
      continue;
    }
    const MwRecord *from = mw_model_resolve (at->before, *(const MwRef *) p),
                   *to = mw_model_resolve (at->after, *(const MwRef *) q);
    if (!from || !to || mw_record_index (from) != mw_record_index (to))
      return FALSE;
  }
  return TRUE;
}
