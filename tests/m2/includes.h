/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Fails the test if a source of this folder whose name begins with `prefix` includes anything that is not in `allowed`
 * (NULL-terminated). Returns the number of includes. */
guint includes_only (const char *prefix, const char *const *allowed);
