/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long operations take on large models, in milliseconds and as a multiple of one read of the file in the same run: on two files of
 * 50 MB (mesh and keys), and on a model of 100,000 triangles. Then what a form does for each change of a value on a model of 5 MB:
 * the preview is rewound and run again, which must fit into one frame. */
#include "core/edit/operations/operations.h"
#include "core/edit/operations/script.h"
#include "core/io/mdx/mdx.h"
#include "core/model/track.h"
#include "tests/bench/make-mdx.h"
#include "tests/bench/make-model.h"
#include "tests/bench/timing.h"

#include <glib/gstdio.h>
#include <string.h>

enum { ROUNDS = 5, PREVIEWS = 25, SEQUENCES = 50 };
#define FRAME 0.016

static MwMdlx *
read_model (GBytes *bytes)
{
  GError *error = NULL;
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  MwMdlx *model = mw_mdx_read (data, size, NULL, &error);
  if (!model)
    bench_die ("reading", error);
  return model;
}

static double
time_of_read (GBytes *bytes)
{
  double seconds[ROUNDS];
  for (guint i = 0; i < ROUNDS; i++) {
    double start = bench_now ();
    MwMdlx *model = read_model (bytes);
    seconds[i] = bench_now () - start;
    mw_model_free (&model->model);
  }
  return bench_median (seconds, ROUNDS);
}

/* Each round does the step and takes it back. With `ids` the line has only the operation and its parameter, and they are what it is
 * done to. */
static void
bench_step (const char *name, MwDocument *document, double read, const char *what, const char *line, const GArray *ids)
{
  double seconds[ROUNDS];
  gboolean searched = FALSE;
  g_auto (GStrv) words = g_strsplit_set (line, " =", 3);
  const MwOperation *operation = ids ? mw_operation_find (words[0]) : NULL;
  MwRecord *params = ids ? mw_operation_params_new (operation) : NULL;
  if (ids)
    mw_operation_param_set (operation, document, params, words[1], words[2], strlen (words[2]), NULL);
  for (guint i = 0; i < ROUNDS; i++) {
    g_autoptr (GError) error = NULL;
    double start = bench_now ();
    gboolean done = ids ? mw_operation_run (operation, document, (const MwId *) (gpointer) ids->data, ids->len, params,
                                            &error)
                        : mw_script_run_line (document, line, NULL, &error);
    seconds[i] = bench_now () - start;
    searched = g_error_matches (error, MW_ERROR, MW_ERROR_NOTHING);
    if (done)
      mw_document_undo (document);
    else if (!searched)
      bench_die (line, error);
  }
  if (params)
    mw_record_free (params);
  double median = bench_median (seconds, ROUNDS);
  g_print ("%-6s %-42s %9.1f ms  %6.1f reads%s\n", name, what, median * 1e3, median / read,
           searched ? "  (found nothing to do)" : "");
}

/* TRUE if the median is within a frame. */
static gboolean
bench_preview (MwDocument *document, const char *what, const char *line)
{
  double seconds[PREVIEWS];
  GError *error = NULL;
  mw_document_begin (document, "Preview");
  for (guint i = 0; i < PREVIEWS; i++) {
    double start = bench_now ();
    mw_document_rewind (document);
    if (!mw_script_run_line (document, line, NULL, &error))
      bench_die (line, error);
    mw_document_update (document);
    seconds[i] = bench_now () - start;
  }
  mw_document_cancel (document);
  double longest = 0;
  for (guint i = 1; i < PREVIEWS; i++)
    longest = MAX (longest, seconds[i]);
  double median = bench_median (seconds, PREVIEWS);
  g_print ("5 MB   %-42s %9.1f ms  longest %.1f ms (allowed %.0f)%s\n", what, median * 1e3, longest * 1e3, FRAME * 1e3,
           median <= FRAME ? "" : "  TOO SLOW");
  return median <= FRAME;
}

static MwDocument *
document_of (MwMdlx *model)
{
  return mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 });
}

static void
bench_mesh (GBytes *bytes)
{
  double read = time_of_read (bytes);
  g_autoptr (MwDocument) document = document_of (read_model (bytes));
  g_print ("mesh   %.1f MB, one read %.1f ms\n", (double) g_bytes_get_size (bytes) / 1e6, read * 1e3);
  bench_step ("mesh", document, read, "recompute normals", "geoset-recompute-normals geosets[*]", NULL);
  bench_step ("mesh", document, read, "weld", "geoset-weld geosets[*] distance=2 angle=180 uv_distance=1000", NULL);
  bench_step ("mesh", document, read, "recompute bounds of 12 sequences", "bounds-recompute", NULL);
}

/* Keys with tangents are not reduced. */
static gboolean
add_plain_track (MwRecord *record, gpointer ids)
{
  if (record->schema->keys == MW_KEYS_TRACK
      && !mw_interpolation_has_tangents (((const MwTrack *) record)->interpolation))
    g_array_append_val (ids, record->id);
  return TRUE;
}

static void
bench_keys (GBytes *bytes)
{
  double read = time_of_read (bytes);
  g_autoptr (MwDocument) document = document_of (read_model (bytes));
  GError *error = NULL;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree char *folder = g_dir_make_tmp ("mw-bench-XXXXXX", &error);
  g_autofree char *source = folder ? g_build_filename (folder, "source.mdx", NULL) : NULL;
  if (!folder || !g_file_set_contents (source, data, (gssize) size, &error))
    bench_die ("temporary file", error);
  g_autofree char *import = g_strdup_printf (
    "sequence-import file=\"%s\" sequences=\"0;1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19\"", source);
  g_print ("keys   %.1f MB, one read %.1f ms\n", (double) size / 1e6, read * 1e3);
  bench_step ("keys", document, read, "retime a sequence", "sequence-retime sequences[3] factor=2", NULL);
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_record_foreach (&mw_document_get_model (document)->record, add_plain_track, tracks);
  g_autofree char *reduced = g_strdup_printf ("reduce keys of %u tracks", tracks->len);
  bench_step ("keys", document, read, reduced, "track-reduce tolerance=0.5", tracks);
  bench_step ("keys", document, read, "import of 20 sequences", import, NULL);
  g_unlink (source);
  g_rmdir (folder);
}

/* 50 sequences, each over the 2 s that the model moves in. */
static void
bench_triangles (void)
{
  MwMdlx *model = make_model_many_triangles (100000, 64);
  const MwField *list = mw_schema_part (model->model.record.schema, MW_PART_SEQUENCES);
  for (guint i = 1; i < SEQUENCES; i++) {
    MwRecord *copy = mw_record_copy (model->sequences.items[0], FALSE);
    mw_record_forget_ids (copy);
    mw_list_append (&model->model, &model->model.record, list, copy);
  }
  MwBuffer file;
  GError *error = NULL;
  mw_buffer_init (&file, 0);
  if (!mw_mdx_write (model, &file, NULL, &error))
    bench_die ("writing", error);
  g_autoptr (GBytes) bytes = g_bytes_new (file.bytes, file.size);
  double read = time_of_read (bytes);
  mw_buffer_clear (&file);
  g_autoptr (MwDocument) document = document_of (model);
  g_print ("dense  100,000 triangles, %.1f MB, one read %.1f ms\n", (double) g_bytes_get_size (bytes) / 1e6,
           read * 1e3);
  bench_step ("dense", document, read, "recompute normals", "geoset-recompute-normals geosets[*]", NULL);
  bench_step ("dense", document, read, "weld", "geoset-weld geosets[*] distance=0.5 angle=10 uv_distance=1", NULL);
  bench_step ("dense", document, read, "recompute bounds of 50 sequences", "bounds-recompute", NULL);
}

int
main (void)
{
  setvbuf (stdout, NULL, _IOLBF, 0);
  g_print ("Median of %d rounds, one transaction each; undo is not in the time.\n", ROUNDS);
  g_autoptr (GBytes) mesh = make_mdx_mesh (), keys = make_mdx_keys (1), small = make_mdx_keys (10);
  bench_mesh (mesh);
  bench_keys (keys);
  bench_triangles ();
  g_autoptr (MwDocument) document = document_of (read_model (small));
  g_print ("5 MB   %.1f MB: rewind, run and update for each change of a value\n",
           (double) g_bytes_get_size (small) / 1e6);
  GError *error = NULL;
  if (!mw_script_run_line (document, "attachment-add name=\"Hand Left Ref\" bone=bones[10]", NULL, &error))
    bench_die ("attachment-add", error);
  gboolean ok = bench_preview (document, "preview of a retarget", "node-retarget attachments[0] bone=bones[40]");
  ok &= bench_preview (document, "preview of a retime", "sequence-retime sequences[38] factor=2");
  return ok ? 0 : 1;
}
