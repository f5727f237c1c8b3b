/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Writes a generated M2 set of a version, "Sample.m2" with its companions, into a folder. Returns the names of all its files.
 * Free with g_ptr_array_unref(). */
GPtrArray *write_m2_set (const char *folder, guint version);
