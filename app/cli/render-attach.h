/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"
#include "app/cli/data.h"
#include "core/render/renderer.h"
#include "core/render/shown.h"

/* Models that `render` shows at points of another model (--attach). */

typedef struct {
  MwId node;
  MwInnerModel *model;
} MwRenderAttached;

/* Reads those that `wishes` (char *, "NODE=FILE") name, and at other points those that the window remembers. Of the latter, what cannot be
 * shown is said, and the picture is made without it; of the former it is an error. Returns MwRenderAttached, the textures of which are
 * looked for in `data`, which `lock` guards. Free with g_array_unref(). */
GArray *mw_render_attached_read (MwCli *cli, const GPtrArray *wishes, const MwShown *shown, const MwModel *model,
                                 const char *file, MwCliData *data, GMutex *lock, GError **error);
