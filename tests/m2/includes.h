/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Fails the test where a source of this folder whose name begins with `prefix` includes anything but `allowed`, which ends with
 * NULL. Returns how many includes there are. */
guint includes_only (const char *prefix, const char *const *allowed);
