/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/report.h"

/* The losses of a report as people read them: "geosets[0].tangents (why)". What is lost in the same way on three records or more
 * is one line: "bind_pose of all 57 nodes (why)", or "emissive_gain of 4 of 9 layers, the first materials[2].layers[0] (why)".
 * Of reasons that differ only behind a colon, what stands behind it is left out then.
 * `model` is the one that the report is of. Strings; free with g_ptr_array_unref(). */
GPtrArray *mw_loss_lines (const MwReport *report, const MwModel *model);
