/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

/* The parameters with which the user last ran an operation, kept in the settings. Parameters that refer to an element
 * of a model are not kept: references and arrays. */

/* Gives the parameters the values that were used last. Values that the operation does not take any more are left out. */
void mw_last_values_recall (const MwOperation *operation, MwDocument *document, MwRecord *params);
void mw_last_values_remember (const MwOperation *operation, MwDocument *document, const MwRecord *params);
