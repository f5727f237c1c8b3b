/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/change-set.h"

MwChangeSet *
mw_change_set_new (void)
{
  MwChangeSet *set = g_new0 (MwChangeSet, 1);
  set->changes = g_array_new (FALSE, FALSE, sizeof (MwChange));
  return set;
}

void
mw_change_set_free (MwChangeSet *set)
{
  if (!set)
    return;
  g_array_unref (set->changes);
  g_free (set);
}

void
mw_change_set_add (MwChangeSet *set, MwChange change)
{
  g_array_append_val (set->changes, change);
  set->touches |= change.field->touches;
  if (change.kind >= MW_CHANGE_INSERT)
    set->touches |= MW_TOUCH_STRUCTURE;
}
