/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* How test-check-wow-1500.c breaks the rules for geosets of version 1500 in a made model. See tests/core/check/rows.h. */

ROW (three_uv_sets, "wow-geoset-batch", "geosets[1].uv_sets")
ROW (many_indices, "wow-geoset-batch", "geosets[0].faces")
ROW (large_weight, "wow-geoset-batch", "geosets[0].skin[1].weights")
ROW (far_bone, "wow-geoset-batch", "geosets[0].skin[1].bones")
