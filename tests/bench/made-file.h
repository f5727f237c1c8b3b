/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"

/* Files of made models, for benches of the window. Errors end the program. */

/* A model as MDX 800. Frees the model. Free with g_bytes_unref(). */
GBytes *made_bytes (MwMdlx *model);
/* Writes a file into a folder, and returns its path. Free with g_free(). */
char *made_file (const char *folder, const char *name, GBytes *bytes);
