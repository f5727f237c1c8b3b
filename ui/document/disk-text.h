/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-changes.h"

/* Describes changes that other programs made to the files of a model (GPtrArray of MwFileChange), as text for users. */

/* "bear00.skin, which belongs to bear.m2, was changed by another program." `model` is the path of the main file. Free
 * with g_free(). */
char *mw_disk_changes_text (const GPtrArray *changes, const char *model);
/* Whether the main file was removed. */
gboolean mw_disk_changes_gone (const GPtrArray *changes);
