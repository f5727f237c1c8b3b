/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document/convert-item.h"

/* What Convert Files says about its files (MwConvertItem), as text for users. Free all with g_free(). */

/* The state of a file in a few words: "Converted, 12 values not kept", "Failed: ..."; "" while it waits for nothing special. */
char *mw_convert_state_text (MwConvertItem *item);
/* "12 converted, 3 of them with losses, 1 failed". */
char *mw_convert_sums (GListModel *items);
/* The losses of all files, by kind, each with the number of values and files; then the files that were not converted, and why. */
char *mw_convert_summary (GListModel *items);
/* All about one file, or that there is nothing to tell. */
char *mw_convert_report (MwConvertItem *item);
/* All of these, to copy. */
char *mw_convert_whole_report (GListModel *items);
