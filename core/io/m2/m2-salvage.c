/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/m2/m2-salvage.h"
#include "core/schema/path.h"

/* The reader takes at most this many textures of a batch (core/model/m2/units.c). */
enum { MOST_TEXTURES = 4 };

G_GNUC_PRINTF (4, 5)
static void
drop (MwSalvage *salvage, const MwRecord *record, const char *what, const char *why, ...)
{
  va_list args;
  va_start (args, why);
  g_autofree char *reason = g_strdup_vprintf (why, args), *path = mw_record_path (record);
  va_end (args);
  g_autoptr (GError) error = NULL;
  mw_set_error (&error, MW_ERROR_CORRUPT, -1, path, "%s", reason);
  mw_salvage_add (salvage, MW_SALVAGE_DROPPED, error, "%s", what);
}

/* Why the corners of a submesh cannot be read; NULL: they can. */
static char *
bad_corners (const MwM2SkinFrame *frame, const MwM2Runs *run)
{
  uint32_t start = run->index_start + ((uint32_t) run->level << 16), n = frame->indices.n;
  if (run->n_indices && (start > n || run->n_indices > n - start))
    return g_strdup_printf ("its corners end at %u, but the profile has %u", start + run->n_indices, n);
  for (uint32_t i = 0; i < run->n_indices; i++)
    if (frame->indices.values[start + i] >= frame->vertices.n)
      return g_strdup_printf ("found vertex %u, but the profile has %u", frame->indices.values[start + i],
                              frame->vertices.n);
  return NULL;
}

static void
salvage_skin (MwM2SkinFrame *frame, const MwM2Skin *skin, MwSalvage *salvage)
{
  uint64_t taken = 0;
  g_array_set_size (frame->runs, skin->submeshes.n);
  g_array_set_size (frame->units, skin->batches.n);
  for (guint i = 0; i < frame->runs->len; i++) {
    MwM2Runs *run = &g_array_index (frame->runs, MwM2Runs, i);
    g_autofree char *why = bad_corners (frame, run);
    /* The same limit as in mw_m2_resolve_triangles(). */
    if (!why && taken + run->n_indices > 16 * (uint64_t) frame->indices.n + 0x100000)
      why = g_strdup ("the submeshes up to here have far more corners than the profile");
    if (why) {
      drop (salvage, skin->submeshes.items[i], "its triangles", "%s", why);
      run->n_indices = 0;
    }
    taken += run->n_indices;
  }
  for (guint i = 0; i < frame->units->len; i++) {
    MwM2Units *units = &g_array_index (frame->units, MwM2Units, i);
    if (units->n <= MOST_TEXTURES)
      continue;
    drop (salvage, skin->batches.items[i], "its textures", "found %u, expected at most %d", units->n, MOST_TEXTURES);
    units->n = 0;
  }
}

void
mw_m2_salvage_frame (MwM2Frame *frame, const MwM2 *model, MwSalvage *salvage)
{
  for (guint i = 0; i < model->skins.n; i++)
    salvage_skin (mw_m2_frame_skin (frame, i), (const MwM2Skin *) model->skins.items[i], salvage);
}
