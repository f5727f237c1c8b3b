/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"

/* The stamp of the file at a path; all 0: there is no regular file. */
MwFileStamp mw_file_stamp_of (const char *path);
