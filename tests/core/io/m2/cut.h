/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"

/* Cuts each part of a set at both ends of its header and of each array, as tests/m2/structure.c finds them, and one byte before and
 * after them. While bytes of an array or header are missing, the set must be refused, with the offset of a pair that leads to missing
 * bytes; otherwise it must be read, and written as it was cut.
 *
 * Does every cut whose number is `slice` modulo `slices`. Returns how many. */
guint cut_set (const MwFileSet *set, const char *name, guint slice, guint slices);
