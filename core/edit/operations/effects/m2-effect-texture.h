/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* MwNewElements.effect_texture of this family. */
gboolean mw_m2_effect_texture (MwDocument *document, const MwId *ids, guint n, MwId texture, guint at, guint *changed,
                               GError **error);
