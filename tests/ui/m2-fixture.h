/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "tests/ui/fixture.h"

/* A set of M2 files that the generator makes, written into the folder of the fixture with another stem than its own. Returns the
 * model's path; free with g_free(). */
char *fixture_m2_set (guint version, const char *stem);
