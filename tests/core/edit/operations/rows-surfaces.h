/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"
#include "tests/core/edit/operations/table.h"

/* Rows about surfaces of M2: what rows-surfaces.c, rows-surface-shaders.c and rows-surface-values.c share. They work on the surface
 * of the first batch. */

#define ROWS_SURFACE "skins[0].batches[0]"

static inline gboolean
rows_is_m2 (MwFormat format)
{
  return format.family == MW_FAMILY_M2;
}

static inline const MwM2 *
rows_m2 (const MwModel *model)
{
  return (const MwM2 *) model;
}

static inline MwM2Batch *
rows_batch_at (const GPtrArray *batches, guint i)
{
  return batches->pdata[i];
}

/* The first batch of the first profile; NULL if there is none. */
const MwM2Batch *rows_first_batch (const MwModel *model);
/* The batches of its surface, in all profiles. Free with g_ptr_array_unref(). */
GPtrArray *rows_surface_of (const MwModel *model);
/* The surface in the result: its batches are at the same places as before. Free with g_ptr_array_unref(). */
GPtrArray *rows_surface_after (const TableCase *table);

/* Rows on shaders (rows-surface-shaders.c). */
char *rows_surface_shader_step (const MwModel *model, MwFormat format);
char *rows_surface_shader_judge (const TableCase *table);
char *rows_surface_second_step (const MwModel *model, MwFormat format);
char *rows_surface_second_judge (const TableCase *table);
char *rows_surface_environment_step (const MwModel *model, MwFormat format);
char *rows_surface_environment_judge (const TableCase *table);

/* Rows on opacity, colour and moving textures (rows-surface-values.c). */
char *rows_surface_opacity_step (const MwModel *model, MwFormat format);
char *rows_surface_opacity_judge (const TableCase *table);
char *rows_surface_colour_step (const MwModel *model, MwFormat format);
char *rows_surface_colour_judge (const TableCase *table);
char *rows_surface_scroll_step (const MwModel *model, MwFormat format);
char *rows_surface_scroll_judge (const TableCase *table);
