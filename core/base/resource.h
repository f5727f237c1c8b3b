/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* The resource that a generated function such as mw_shaders_get_resource() returns, in any thread. GLib registers all
 * linked resources when one of them is first asked for, and gives NULL to a second thread that asks meanwhile. */
GResource *mw_resource (GResource *(*get) (void) );
