/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/save/conversion.h"

/* A row of Convert Files: a file, what it becomes, and how far that is. Property: "state". */
#define MW_TYPE_CONVERT_ITEM (mw_convert_item_get_type ())
G_DECLARE_FINAL_TYPE (MwConvertItem, mw_convert_item, MW, CONVERT_ITEM, GObject)

typedef enum {
  MW_CONVERT_WAITING,
  MW_CONVERT_SKIPPED, /* the user keeps the file that is in its place */
  MW_CONVERT_RUNNING, /* a worker has the conversion */
  MW_CONVERT_DONE     /* its results are set: it was written, or not */
} MwConvertState;

/* Takes ownership of the conversion. `name` is that of the input, for people: its path below the folder. */
MwConvertItem *mw_convert_item_new (const char *name, MwConversion *conversion);
const char *mw_convert_item_get_name (MwConvertItem *self);
/* Only to be read, and not while the state is MW_CONVERT_RUNNING. */
const MwConversion *mw_convert_item_get (MwConvertItem *self);
/* The same for the worker that runs it, and for those who set its error before a run. */
MwConversion *mw_convert_item_take (MwConvertItem *self);
MwConvertState mw_convert_item_get_state (MwConvertItem *self);
void mw_convert_item_set_state (MwConvertItem *self, MwConvertState state);
/* Whether there was a file at the place of the output when this was asked last, and asking. */
gboolean mw_convert_item_exists (MwConvertItem *self);
gboolean mw_convert_item_look (MwConvertItem *self);

/* Whether it was written; failed (a cancel is no failure); was cancelled. FALSE until it is done. */
gboolean mw_convert_item_is_written (MwConvertItem *self);
gboolean mw_convert_item_has_failed (MwConvertItem *self);
gboolean mw_convert_item_is_cancelled (MwConvertItem *self);
