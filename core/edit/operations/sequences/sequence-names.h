/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* The sequences of a model that a parameter names: names or numbers, separated by semicolons, in which * and ? match
 * any characters. Without any names, these are all sequences, of which there may be none. Several sequences can have
 * the same name. Each sequence is returned once, in the order of the text. NULL and an error if one names nothing;
 * `model_name` names the model in it. Free with g_ptr_array_unref(). */
GPtrArray *mw_sequences_named (const MwModel *model, const char *text, const char *model_name, GError **error);
