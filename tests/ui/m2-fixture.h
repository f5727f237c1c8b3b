/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "tests/ui/fixture.h"

/* Writes a generated M2 set into the folder of the fixture, with `stem` in the names of its files. Returns the path of the
 * model; free with g_free(). */
char *fixture_m2_set (guint version, const char *stem);
