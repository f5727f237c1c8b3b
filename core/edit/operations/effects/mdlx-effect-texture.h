/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* MwNewElements.effect_texture of this family. A material that others than the given ribbons use, too, is copied first. */
gboolean mw_mdlx_effect_texture (MwDocument *document, const MwId *ids, guint n, MwId texture, guint at, guint *changed,
                                 GError **error);
