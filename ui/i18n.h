/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/i18n.h"

/* Translation of texts: N_() marks, _() translates. core/base/i18n.h only marks; its N_() gives way to GLib's here. */
#undef N_
#include <glib/gi18n.h>
