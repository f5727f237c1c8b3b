/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* What a step removed, as text for users: "Removed Bone_Head and 3 attachments", "Removed 31 keys of Alpha of Layer 0".
 * NULL if it removed nothing or only one key. Free with g_free(). */
char *mw_removed_text (MwDocument *document, const MwStep *step);
