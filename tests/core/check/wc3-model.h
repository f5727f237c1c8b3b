/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"

/* The sample in version 1000, with one record more of each kind that the rules for Warcraft III are about. Nothing is wrong with it but
 * what is useless. */
MwMdlx *wc3_sound_model (void);
/* Appends a record with a name to a list of the model. */
gpointer wc3_add (MwMdlx *model, const char *list, const MwSchema *schema, const char *name);
/* The last record of a kind. */
gpointer wc3_added (const MwMdlx *model, const char *list, const MwSchema *schema);
