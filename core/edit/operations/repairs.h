/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Runs fixes of findings (core/check/fix.h), in the order of the findings that mw_check() gave for the document as it is now. Several
 * are one step of the history. Returns how many were done; the error (may be NULL) is that of one that could not be done, which changed
 * nothing. If the document's MwProgress stops it, none is done, and the error is MW_ERROR_CANCELLED. */
guint mw_repairs_run (MwDocument *document, const char *const *fixes, guint n, GError **error);
