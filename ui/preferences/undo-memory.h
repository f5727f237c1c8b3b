/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Keeps the undo history of a document within the setting "undo-memory", also when that changes. */
void mw_undo_memory_follow (MwDocument *document);
