/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/rules.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

/* Private to core/check: how checks tell what they find. */
typedef struct {
  const MwModel *model;
  MwFormat format;
  gboolean alone; /* nobody looked for companions */
  gboolean one;   /* of one record, and nothing that takes long */
  GPtrArray *findings;
  GHashTable *uv_sets; /* MDX: material record -> fewest UV sets of a geoset that uses it, + 1 */
} MwChecking;

void mw_check_find (MwChecking *c, MwRuleNumber number, const MwTarget *target, const char *format, ...)
  G_GNUC_PRINTF (4, 5);
/* Both in one: a finding at a whole field (NULL: at the record). */
void mw_check_find_in (MwChecking *c, MwRuleNumber number, const MwRecord *record, const MwField *field,
                       const char *format, ...) G_GNUC_PRINTF (5, 6);
MwTarget mw_check_element (const MwRecord *record, const MwField *field, uint32_t index);

/* What clients do not load, or load wrongly (m2.md 13 and 14). */
void mw_check_m2 (MwChecking *c, const MwM2 *model);
/* Those of one record that its fields and those that it refers to decide. */
void mw_check_m2_record (MwChecking *c, const MwM2 *model, const MwRecord *record);
/* The same for MDX of World of Warcraft's alpha (mdlx.md 7). */
void mw_check_wow (MwChecking *c, const MwMdlx *model);
void mw_check_wow_record (MwChecking *c, const MwMdlx *model, const MwRecord *record);
