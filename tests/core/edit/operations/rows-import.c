/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-import.h"
#include "core/io/place.h"
#include "core/io/registry.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/pose/skeleton.h"
#include "tests/core/io/files.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- The other model ------------------------------------------------------------------------------------------------- */

static void
remove_folder (gpointer folder)
{
  files_remove (folder);
  g_free (folder);
}

static GPtrArray *folders;

static void
remove_folders (void)
{
  g_clear_pointer (&folders, g_ptr_array_unref);
}

char *
import_written (const MwModel *model, MwFormat format)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("import-XXXXXX", &error);
  g_assert_no_error (error);
  if (folders && folders->len > 4) /* earlier models have been tried */
    g_ptr_array_remove_index (folders, 0);
  if (!folders) {
    folders = g_ptr_array_new_with_free_func (remove_folder);
    atexit (remove_folders);
  }
  g_ptr_array_add (folders, folder);
  char *path = g_build_filename (folder, format.family == MW_FAMILY_M2 ? "other.m2" : "other.mdx", NULL);
  format.text = FALSE;
  g_autoptr (MwFileSet) set = mw_io_write (model, format, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (mw_io_place (set, NULL, path, &error));
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    gsize size;
    const char *bytes = g_bytes_get_data (part->bytes, &size);
    g_assert_true (g_file_set_contents (part->path, bytes, (gssize) size, &error));
  }
  return path;
}

static const MwField *
bones_list (const MwModel *model)
{
  return mw_schema_field (model->record.schema, model->record.schema == &mw_m2_schema ? "bones" : "nodes");
}

static gboolean
is_above (const MwRecord *a, const MwRecord *b)
{
  return b->schema == &mw_m2_bone_schema && ((const MwM2Bone *) b)->parent.id == a->id;
}

/* Exchanges neighbours, except a bone of M2 with its parent. */
static void
shuffle (MwModel *copy)
{
  const MwField *list = bones_list (copy);
  MwList *records = mw_record_list (&copy->record, list);
  for (guint round = 0; round < 3; round++)
    for (uint32_t i = round % 2; i + 1 < records->n; i += 2)
      if (!is_above (records->items[i], records->items[i + 1]))
        mw_list_move (&copy->record, list, i, i + 1);
}

/* Takes away what bones could be recognised by. */
static void
rename_bone (MwRecord *bone, guint number)
{
  g_autofree char *name = g_strdup_printf ("Renamed %u", number);
  if (bone->schema == &mw_m2_bone_schema) {
    ((MwM2Bone *) bone)->key_bone = -1;
    ((MwM2Bone *) bone)->name_crc = 0x10000 + number;
  } else
    mw_text_set (&((MwMdlxNode *) bone)->name, name, strlen (name));
}

static gboolean
is_alone (const MwList *list, const MwRecord *record)
{
  guint n = 0;
  for (uint32_t i = 0; i < list->n; i++)
    n += g_strcmp0 (mw_record_name (list->items[i]), mw_record_name (record)) == 0;
  return n == 1;
}

/* Whether a bone is left as it is, to be found by itself. */
static gboolean
is_left (const MwList *list, const MwRecord *bone)
{
  if (mw_record_index (bone) % 3)
    return FALSE;
  return bone->schema == &mw_m2_bone_schema ? ((const MwM2Bone *) bone)->key_bone >= 0 : is_alone (list, bone);
}

/* The same model, with its bones shuffled and most of them renamed, gives a sequence back. */
char *
import_step (const MwModel *model, MwFormat format)
{
  g_autofree char *path = table_sequence (model, format, 100, 5);
  const MwField *field = bones_list (model);
  const MwList *bones = mw_record_list (&model->record, field);
  if (!path || bones->n < 3 || bones->n > 200)
    return NULL;
  MwModel *copy = mw_model_copy (model, FALSE);
  g_autoptr (GString) map = g_string_new (NULL);
  guint number = mw_record_index (table_record (model, path));
  for (uint32_t i = 0; i < bones->n; i++)
    if (!is_left (bones, bones->items[i]))
      rename_bone (mw_model_find (copy, bones->items[i]->id), i);
  shuffle (copy);
  for (uint32_t i = 0; i < bones->n; i++) {
    g_autofree char *to = mw_record_path (bones->items[i]),
                    *from = mw_record_path (mw_model_find (copy, bones->items[i]->id));
    if (!is_left (bones, bones->items[i]))
      g_string_append_printf (map, "%s%s=%s", map->len ? ";" : "", from, to);
  }
  g_autofree char *file = import_written (copy, format);
  mw_model_free (copy);
  return g_strdup_printf ("sequence-import file=\"%s\" sequences=%u map=\"%s\" gap=700 retarget=bone_length rest=1",
                          file, number, map->str);
}

/* --- Judging --------------------------------------------------------------------------------------------------------- */

static gboolean
gather_track (MwRecord *record, gpointer data)
{
  const MwField *slot = mw_record_slot (record);
  if (slot && slot->type == MW_TYPE_CHILD && mw_schema_has_timed_keys (record->schema))
    g_ptr_array_add (data, record);
  return TRUE;
}

static GPtrArray *
tracks_of (const MwModel *model)
{
  GPtrArray *tracks = g_ptr_array_new ();
  mw_record_foreach ((MwRecord *) &model->record, gather_track, tracks);
  return tracks;
}

static gboolean
is_global (const MwRecord *track)
{
  const MwField *clock = mw_schema_part (track->schema, MW_PART_CLOCK);
  return clock && !mw_ref_is_none (*(const MwRef *) mw_field_at (track, clock));
}

/* Events of a sequence, after its start. */
static GArray *
events_in (const MwModel *model, const MwRecord *track, const MwRecord *sequence, MwFormat format)
{
  g_autoptr (GArray) all = table_keys (model);
  GArray *times = g_array_new (FALSE, FALSE, sizeof (gint32));
  gint64 start, end;
  gboolean lanes;
  table_interval (sequence, format, &start, &end, &lanes);
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    for (guint k = 0; k < keys->n; k++)
      if ((keys->holder == track || keys->holder->owner == track)
          && table_plays (keys, sequence, format, keys->times[k])) {
        gint32 time = (gint32) (keys->times[k] - start);
        g_array_append_val (times, time);
      }
  }
  return times;
}

/* What two sequences show in all tracks, over their whole length. */
static char *
compare_tracks (const TableCase *at, const MwRecord *old, const MwRecord *new)
{
  g_autoptr (GPtrArray) before = tracks_of (at->before), after = tracks_of (at->after);
  gint64 start, end;
  gboolean lanes;
  table_interval (old, at->format, &start, &end, &lanes);
  if (before->len != after->len)
    return g_strdup_printf ("there are %u tracks instead of %u", after->len, before->len);
  for (guint i = 0; i < before->len; i++) {
    const MwRecord *a = before->pdata[i], *b = after->pdata[i];
    g_autofree char *path = mw_record_path (a);
    if (is_global (a))
      continue;
    if (!mw_schema_part (a->schema, MW_PART_VALUES)) {
      g_autoptr (GArray) x = events_in (at->before, a, old, at->format), y = events_in (at->after, b, new, at->format);
      if (x->len != y->len || (x->len && memcmp (x->data, y->data, x->len * sizeof (gint32)) != 0))
        return g_strdup_printf ("%s has other events", path);
      continue;
    }
    TableCurve p = { at->before, a, old, 0 }, q = { at->after, b, new, 0 };
    if (!table_same_curve (&p, &q, end - start, 12, 1e-4)) {
      g_autofree char *called = mw_record_path (old);
      return g_strdup_printf ("%s differs from what it shows in %s", path, called);
    }
  }
  return NULL;
}

/* A vertex is inside the box of all vertices, and where it is posed is a mean of where the bones take it. So no vertex can be
 * further off than the corners of the box are for any bone. */
static char *
compare_poses (const TableCase *at, const MwRecord *old, const MwRecord *new)
{
  g_autoptr (MwSkeleton) before = mw_skeleton_new (at->before), after = mw_skeleton_new (at->after);
  const MwList *x = mw_record_list (&at->before->record, bones_list (at->before)),
               *y = mw_record_list (&at->after->record, bones_list (at->after));
  const MwAspects *aspects = mw_aspects_of (at->before);
  float min[3] = { 0 }, max[3] = { 0 };
  enum { SAMPLES = 9 };
  for (guint k = 0; aspects->vertices (at->before, k); k++) {
    const MwArray *vertices = aspects->vertices (at->before, k);
    for (uint32_t i = 0; i < 3 * vertices->n; i++) {
      min[i % 3] = MIN (min[i % 3], ((const float *) vertices->data)[i]);
      max[i % 3] = MAX (max[i % 3], ((const float *) vertices->data)[i]);
    }
  }
  float radius = MAX (1e-3f, hypotf (hypotf (max[0] - min[0], max[1] - min[1]), max[2] - min[2]) / 2);
  for (guint s = 0; s < SAMPLES; s++) {
    MwClock a = { .rest = TRUE }, b = { .rest = TRUE };
    mw_clock_play (&a, at->before, old->id);
    mw_clock_play (&b, at->after, new->id);
    a.time += (gint32) ((gint64) (a.end - a.start) * s / (SAMPLES - 1));
    b.time += (gint32) ((gint64) (b.end - b.start) * s / (SAMPLES - 1));
    a.global_ms = b.global_ms = 100 * s;
    mw_skeleton_update (before, &a, NULL);
    mw_skeleton_update (after, &b, NULL);
    for (uint32_t i = 0; i < x->n; i++)
      for (guint corner = 0; corner < 8; corner++) {
        const float *m = mw_skeleton_matrix (before, x->items[i]->id), *n = mw_skeleton_matrix (after, y->items[i]->id);
        const float at_corner[3] = { corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1],
                                     corner & 4 ? max[2] : min[2] };
        for (guint c = 0; c < 3; c++) {
          float p = m[12 + c], q = n[12 + c];
          for (guint d = 0; d < 3; d++) {
            p += m[4 * d + c] * at_corner[d];
            q += n[4 * d + c] * at_corner[d];
          }
          if (!(fabsf (p - q) <= 1e-4f * MAX (radius, fabsf (p))))
            return g_strdup_printf ("node %u takes a vertex to %g instead of %g", i, (double) q, (double) p);
        }
      }
  }
  return NULL;
}

char *
import_judge (const TableCase *at)
{
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  const char *text = strstr (at->step, "sequences=") + strlen ("sequences=");
  const MwRecord *old = before->items[g_ascii_strtoull (text, NULL, 10)], *new = NULL;
  gint64 start, end, new_start, new_end;
  gboolean lanes;
  if (after->n != before->n + 1)
    return g_strdup ("there is no new sequence");
  /* A new variation of M2 comes after the other ones of its animation, and so does this one. */
  new = after->items[before->n];
  table_interval (old, at->format, &start, &end, &lanes);
  table_interval (new, at->format, &new_start, &new_end, &lanes);
  if (new_end - new_start != end - start)
    return g_strdup_printf ("it is %d ms long", (int) (new_end - new_start));
  for (uint32_t i = 0; i < before->n && !lanes; i++)
    if (new_start < (gint64) table_number (before->items[i], "interval.end") + 700)
      return g_strdup_printf ("it starts at %d", (int) new_start);
  char *wrong = compare_poses (at, old, new);
  if (!wrong)
    wrong = compare_tracks (at, old, new);
  for (uint32_t i = 0; !wrong && i < before->n; i++)
    wrong = compare_tracks (at, before->items[i], after->items[i]);
  return wrong;
}
