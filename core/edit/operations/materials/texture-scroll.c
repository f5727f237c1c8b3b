/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/materials/texture-scroll.h"
#include "core/edit/operations/elements/new-elements.h"

gboolean
mw_scroll_make (MwDocument *document, const MwScrollParams *p, MwRef *made, GError **error)
{
  const float to[] = { p->u, p->v };
  *made = MW_REF_NONE;
  if (p->remove)
    return TRUE;
  if (p->u == 0 && p->v == 0)
    return mw_operation_refuse (NULL, error, "a texture that moves needs u or v; remove=1 stops it");
  const MwId clock = mw_new_global_sequence (document, p->period, error);
  const MwId id = clock ? mw_new_insert (document, mw_new_elements (document)->scroll (document, clock, p->period, to),
                                         FALSE, error)
                        : 0;
  *made = (MwRef) { id, 0 };
  return id != 0;
}

gboolean
mw_scroll_nothing (GError **error)
{
  return mw_operation_nothing (error, "nothing to change: none of the textures moves");
}
