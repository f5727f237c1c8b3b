/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/io/registry.h"

/* Salvages a set of files: it must be refused with a reason, or become files that are read without salvage, written as the same bytes
 * and have nothing left to salvage. If the set can be read as it is, nothing may be dropped, and its bytes must stay. Anything else
 * ends the program. `what` is for the message. Returns whether it was salvaged. */
gboolean salvage_check (const MwFileSet *set, const char *what);
