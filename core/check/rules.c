/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/rules.h"
#include "core/base/i18n.h"

#include <string.h>

#define MW_RULE_ROW(name, id, severity, text, effect, source, families, first, last)                                   \
  { id, MW_SEVERITY_##severity, text, effect, source, (MwFamily) (families), first, last },
static const MwRule rules[MW_N_RULES] = {
#include "core/check/list.h"
};
#undef MW_RULE_ROW

const MwRule *
mw_rules (guint *n)
{
  *n = MW_N_RULES;
  return rules;
}

const MwRule *
mw_rule (const char *id)
{
  for (guint i = 0; i < MW_N_RULES; i++)
    if (strcmp (rules[i].id, id) == 0)
      return &rules[i];
  return NULL;
}

const char *
mw_severity_name (MwSeverity severity)
{
  static const char *const names[] = { "error", "severe", "warning", "unused" };
  return names[severity];
}
