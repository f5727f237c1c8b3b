/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/finding.h"

/* Private to core/check: whether the mesh stays within the bounds while sequences play, for all families. */
void mw_check_posed_bounds (MwChecking *c);
