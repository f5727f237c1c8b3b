/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Renumbers the records of `fresh`, a model of the same kind that was just read: those that correspond to a record of the
 * document get its id, all others new ids. */
void mw_reload_rename (MwDocument *document, MwModel *fresh);
