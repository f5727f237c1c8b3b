/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "tests/core/io/files.h"

/* Opens a copy of data/samples/NAME, which is called `as` in the temporary folder, with its files. */
MwDocument *saved_sample (Files *files, const char *name, const char *as);
