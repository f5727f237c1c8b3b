/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/schema/report.h"

/* The value at an address, as `mwright get` prints it; the address must match exactly one thing. Free with g_free(). */
char *get_value (const MwMdlx *model, const char *path);

/* The remarks of a kind, one per line: LINE:COLUMN TEXT. Free with g_free(). */
char *remarks_of (const MwReport *report, MwRemarkKind kind);

#define assert_value(model, path, expected)                                                                            \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autofree char *value_ = get_value (model, path);                                                                 \
    g_assert_cmpstr (value_, ==, expected);                                                                            \
  }                                                                                                                    \
  G_STMT_END
