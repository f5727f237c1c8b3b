/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document/convert-item.h"

/* Converts the files of Convert Files in workers, one for each core. */

/* Runs the items (MwConvertItem) that are waiting and have no error. `terms` is copied; its flags say nothing about replacing: only the
 * file of an item that exists (mw_convert_item_exists()) is replaced. Each item's state changes in the caller's main loop. After a
 * cancel, those that are not begun get the error of a cancel. The callback gets no source and is called when all are done. */
void mw_convert_run_async (GPtrArray *items, const MwConversionTerms *terms, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer data);
