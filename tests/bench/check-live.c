/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the window's check of a model takes (core/check/live.h), in milliseconds and as a multiple of one read of the file in the same
 * run: whole, and after one value was set. The snapshot is taken in the main thread, so it must fit into a frame; the rest is done by a
 * worker. The models have about 5 MB: of MDX and of M2, one has mostly keys and one mostly vertices. */
#include "core/check/live.h"
#include "core/edit/operations/script.h"
#include "core/io/m2/m2.h"
#include "core/io/mdx/mdx.h"
#include "core/io/registry.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/bench/make-mdx.h"
#include "tests/bench/make-model.h"
#include "tests/bench/timing.h"

#include <string.h>

enum { ROUNDS = 15 };
#define FRAME 0.016
#define WHOLE 0.100
#define EDITED 0.020

static MwModel *
read_set (const MwFileSet *set, MwFormat *format)
{
  GError *error = NULL;
  MwModel *model = mw_io_read (set, format, NULL, &error);
  if (!model)
    bench_die ("reading", error);
  return model;
}

static double
time_of_read (const MwFileSet *set)
{
  double seconds[ROUNDS];
  for (guint i = 0; i < ROUNDS; i++) {
    const double start = bench_now ();
    MwModel *model = read_set (set, NULL);
    seconds[i] = bench_now () - start;
    mw_model_free (model);
  }
  return bench_median (seconds, ROUNDS);
}

static gsize
size_of (const MwFileSet *set)
{
  gsize size = 0;
  for (guint i = 0; i < set->parts->len; i++)
    size += g_bytes_get_size (((const MwFilePart *) set->parts->pdata[i])->bytes);
  return size;
}

static gboolean
report (const char *name, const char *what, double *seconds, double limit, double read)
{
  const double median = bench_median (seconds, ROUNDS);
  g_print ("%-9s %-44s %8.2f ms  %6.2f reads (allowed %.0f ms)%s\n", name, what, median * 1e3, median / read,
           limit * 1e3, median <= limit ? "" : "  TOO SLOW");
  return median <= limit;
}

static void
changed (MwDocument *document, const MwChangeSet *set, MwLiveCheck *live)
{
  mw_live_check_note (live, set);
}

/* `line` sets one value, with a number that differs each time. */
static gboolean
bench_model (const char *name, const MwFileSet *set, const char *line)
{
  GError *error = NULL;
  MwFormat format;
  const double read = time_of_read (set);
  MwModel *model = read_set (set, &format);
  g_autoptr (MwDocument) document = mw_document_new (model, format);
  double snapshots[ROUNDS], whole[ROUNDS], again[ROUNDS], edited[ROUNDS];
  guint found = 0;
  for (guint i = 0; i < ROUNDS; i++) {
    g_autoptr (MwLiveCheck) live = mw_live_check_new ();
    const gulong handler = g_signal_connect (document, "changed", G_CALLBACK (changed), live);
    double start = bench_now ();
    MwModel *copy = mw_document_snapshot (document, NULL);
    snapshots[i] = bench_now () - start;
    start = bench_now ();
    mw_live_check_begin (live);
    g_autoptr (GPtrArray) first = mw_live_check_run (live, copy, format, NULL, FALSE);
    whole[i] = bench_now () - start;
    start = bench_now ();
    g_autoptr (GPtrArray) expected = mw_check (copy, format);
    again[i] = bench_now () - start;
    mw_model_free (copy);
    g_autofree char *step = g_strdup_printf ("%s%u", line, i + 1);
    if (!mw_script_run_line (document, step, NULL, &error))
      bench_die (step, error);
    copy = mw_document_snapshot (document, NULL);
    start = bench_now ();
    mw_live_check_begin (live);
    g_autoptr (GPtrArray) second = mw_live_check_run (live, copy, format, NULL, FALSE);
    edited[i] = bench_now () - start;
    if (first->len != expected->len)
      bench_die ("a live check finds something else", NULL);
    found = second->len;
    mw_model_free (copy);
    g_signal_handler_disconnect (document, handler);
  }
  g_print ("%-9s %.1f MB, one read %.1f ms, %u findings\n", name, (double) size_of (set) / 1e6, read * 1e3, found);
  gboolean ok = report (name, "snapshot (main thread)", snapshots, FRAME, read);
  ok &= report (name, "whole check", whole, WHOLE, read);
  ok &= report (name, "the same, with nothing remembered", again, WHOLE, read);
  ok &= report (name, "check after one value was set", edited, EDITED, read);
  return ok;
}

static MwFileSet *
make_mesh (void)
{
  MwMdlx *model = make_model_many_triangles (220000, 64);
  GError *error = NULL;
  MwBuffer file;
  mw_buffer_init (&file, 0);
  if (!mw_mdx_write (model, &file, NULL, &error))
    bench_die ("writing", error);
  GBytes *bytes = g_bytes_new (file.bytes, file.size);
  mw_buffer_clear (&file);
  mw_model_free (&model->model);
  MwFileSet *set = mw_file_set_of_bytes (bytes);
  g_bytes_unref (bytes);
  return set;
}

/* --- Made sets of M2 -------------------------------------------------------------------------------------------------- */

enum { SEQUENCES = 40, BONES = 200, KEYS = 20, VERTICES = 60000, SUBMESHES = 40, TRIANGLES = 180000 };

static MwRecord *
append (MwM2 *model, MwRecord *owner, const char *list, const MwSchema *schema)
{
  MwRecord *record = mw_record_new (schema);
  mw_list_append (&model->model, owner, mw_schema_field (owner->schema, list), record);
  return record;
}

static void
add_lanes (MwM2 *model, MwRecord *bone, const char *name, guint width)
{
  const MwField *field = mw_schema_field (bone->schema, name);
  MwM2Track *track = (MwM2Track *) mw_record_new (field->schema);
  mw_child_set (&model->model, bone, field, &track->record);
  track->interpolation = 1;
  track->spread = MW_M2_SPREAD_SEQUENCES;
  track->global_sequence = MW_REF_NONE;
  for (guint i = 0; i < SEQUENCES; i++) {
    MwM2Lane *lane = (MwM2Lane *) append (model, &track->record, "lanes",
                                          mw_schema_field (track->record.schema, "lanes")->schema);
    lane->sequence = (MwRef) { model->sequences.items[i]->id, 0 };
    lane->times = mw_array_new (KEYS, 4);
    lane->values = mw_array_new (KEYS, width);
    memset (lane->values.data, 0, KEYS * width);
    for (gint32 k = 0; k < KEYS; k++)
      ((gint32 *) lane->times.data)[k] = 100 * k;
  }
}

static void
add_bones (MwM2 *model, guint n_sequences)
{
  for (guint i = 0; i < n_sequences; i++) {
    MwM2Sequence *sequence = (MwM2Sequence *) append (model, &model->model.record, "sequences", &mw_m2_sequence_schema);
    sequence->animation = (uint16_t) i;
    sequence->flags = 0x20;
    sequence->duration = 100 * (KEYS - 1);
    sequence->next = sequence->alias = MW_REF_NONE;
  }
  for (guint i = 0; i < BONES; i++) {
    MwM2Bone *bone = (MwM2Bone *) append (model, &model->model.record, "bones", &mw_m2_bone_schema);
    bone->parent = i ? (MwRef) { model->bones.items[i / 2]->id, 0 } : MW_REF_NONE;
    bone->key_bone = -1;
    bone->flags = 0x200;
    if (n_sequences == SEQUENCES) {
      add_lanes (model, &bone->record, "translation.track", 12);
      add_lanes (model, &bone->record, "rotation.track", 16);
    }
  }
}

/* Each submesh has vertices of its own, which a few bones move. */
static void
add_mesh (MwM2 *model)
{
  model->positions = mw_array_new (VERTICES, 12);
  model->normals = mw_array_new (VERTICES, 12);
  model->uvs = mw_array_new (VERTICES, 8);
  model->uvs2 = mw_array_new (VERTICES, 8);
  model->bone_weights = mw_array_new (VERTICES, 4);
  model->bone_indices = mw_array_new (VERTICES, 4);
  MwArray *const arrays[] = { &model->positions, &model->normals, &model->uvs, &model->uvs2 };
  const gsize widths[] = { 12, 12, 8, 8 };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    memset (arrays[i]->data, 0, VERTICES * widths[i]);
  const guint each = VERTICES / SUBMESHES;
  for (guint v = 0; v < VERTICES; v++) {
    const uint8_t weights[4] = { 128, 127, 0, 0 },
                  bones[4] = { (uint8_t) (v / each + v % 3), (uint8_t) (v / each), 0, 0 };
    memcpy ((uint8_t *) model->bone_weights.data + 4 * v, weights, 4);
    memcpy ((uint8_t *) model->bone_indices.data + 4 * v, bones, 4);
  }
  MwRecord *material = append (model, &model->model.record, "materials", &mw_m2_material_schema),
           *texture = append (model, &model->model.record, "textures", &mw_m2_texture_schema),
           *skin = append (model, &model->model.record, "skins", &mw_m2_skin_schema);
  mw_text_set (&((MwM2Texture *) texture)->path, "a.blp", 5);
  for (guint i = 0; i < SUBMESHES; i++) {
    MwM2Submesh *submesh = (MwM2Submesh *) append (model, skin, "submeshes", &mw_m2_submesh_schema);
    submesh->influences = 4;
    submesh->triangles = mw_array_new (3 * (TRIANGLES / SUBMESHES), 2);
    for (guint k = 0; k < submesh->triangles.n; k++)
      ((uint16_t *) submesh->triangles.data)[k] = (uint16_t) (i * each + (k / 3 * 7 + k % 3) % each);
    MwM2Batch *batch = (MwM2Batch *) append (model, skin, "batches", &mw_m2_batch_schema);
    const MwRef first = { texture->id, 0 };
    batch->submesh = (MwRef) { submesh->record.id, 0 };
    batch->material = (MwRef) { material->id, 0 };
    batch->textures = mw_array_copy (&first, 1, sizeof first);
  }
}

static MwFileSet *
make_m2 (gboolean mesh)
{
  GError *error = NULL;
  MwM2 *model = mw_m2_new (264);
  add_bones (model, mesh ? 1 : SEQUENCES);
  if (mesh)
    add_mesh (model);
  MwFileSet *set = mw_file_set_new ();
  if (!mw_m2_write (model, set, NULL, &error))
    bench_die ("writing", error);
  mw_model_free (&model->model);
  return set;
}

int
main (void)
{
  g_print ("Median of %d rounds.\n", ROUNDS);
  g_autoptr (GBytes) bytes = make_mdx_keys (10);
  g_autoptr (MwFileSet) keys = mw_file_set_of_bytes (bytes), mesh = make_mesh (), m2_keys = make_m2 (FALSE),
                        m2_mesh = make_m2 (TRUE);
  gboolean ok = bench_model ("MDX keys", keys, "set bones[0].pivot.x=");
  ok &= bench_model ("MDX mesh", mesh, "set bones[0].pivot.x=");
  ok &= bench_model ("M2 keys", m2_keys, "set bones[0].pivot.x=");
  ok &= bench_model ("M2 mesh", m2_mesh, "set bones[0].pivot.x=");
  return ok ? 0 : 1;
}
