/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/i18n.h"

/* The core only marks texts; here they are translated too. GLib's header has a definition of the mark of its own. */
#undef N_
#include <glib/gi18n.h>
