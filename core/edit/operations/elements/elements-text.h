/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Elements as text, for the clipboard, a mail or a script, with all that they refer to and the sequences that their keys are for.
 *
 * The first line is a comment that names the elements:
 *
 *   // Modelwright elements: particle_emitters2[0], attachments[1]
 *   // Modelwright elements of M2 264 flags 8: particles[0]
 *
 * Of MDX and MDL models an MDL text of only these records follows (mdlx.md 10), which every program that reads MDL can open, with
 * a side channel (mdlx.md 12), so that values which MDL cannot state are there too. Of
 * M2, for which there is no text format, a step follows that adds the records to an empty model (core/edit/step-text.c). */

/* The text of these records. Refused for those that are a part of another element, and for sequences. Free with g_free(). */
char *mw_elements_to_text (MwDocument *document, const MwId *ids, guint n, GError **error);

/* The model that a text states, and the ids (MwId) of the elements that it names. Other MDL text is read too: then the elements are
 * its nodes, geosets and cameras, or else its materials, or else its textures. *ids is not NULL on success; free it with
 * g_array_unref(), and the model with mw_model_free(). */
MwModel *mw_elements_from_text (const char *text, gsize length, MwFormat *format, GArray **ids, GError **error);

/* The parameters of the operation paste for this text, of any length. Free with mw_record_free(). */
MwRecord *mw_elements_paste_params (const char *text);
