/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/elements/new-elements.h"

/* MwNewElements.standard of this family. */
GArray *mw_m2_standard_attachments (MwDocument *document, GError **error);
