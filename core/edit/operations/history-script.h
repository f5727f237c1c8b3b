/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* The done steps of a document as a script (script.h), which does the same to the model as it was before them.
 *
 * A step that one operation made is the line of the operation. Other steps are lines set, add and delete; each is tried on a copy of
 * the model as it was then. A step for which they do not give the same model is a comment that says so. *left_out (may be NULL) gets
 * the number of these. Steps that the history has dropped are not in the script; a comment says so, too. Free with g_free(). */
char *mw_script_from_history (MwDocument *document, guint *left_out);
