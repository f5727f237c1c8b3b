/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document/offsets.h"

/* For offsets-watch.c: the offsets of what was written. Takes the reference. May be called in a worker. */
MwOffsets *mw_offsets_new (MwWritten *written);
