/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"

/* Removes all that plays in time: every track, and the event objects, which cannot do without one. Geoset animations are visible then. */
void remove_tracks (MwMdlx *model);
