/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/check/trackless.h"

static gboolean
collect_tracks (MwRecord *record, gpointer tracks)
{
  if (mw_schema_is_track (record->schema))
    g_ptr_array_add (tracks, record);
  return TRUE;
}

void
remove_tracks (MwMdlx *model)
{
  g_autoptr (GPtrArray) tracks = g_ptr_array_new ();
  mw_record_foreach (&model->model.record, collect_tracks, tracks);
  for (guint i = 0; i < tracks->len; i++) {
    MwRecord *track = tracks->pdata[i];
    if (track->owner->schema == &mw_mdlx_geoset_animation_schema)
      ((MwMdlxGeosetAnimation *) track->owner)->alpha = 1;
    mw_record_free (mw_child_take (&model->model, track->owner, mw_record_slot (track)));
  }
  for (uint32_t i = model->nodes.n; i-- > 0;)
    if (model->nodes.items[i]->schema == &mw_mdlx_event_object_schema)
      mw_record_free (mw_list_take (&model->model, &model->model.record, MW_FIELD (MwMdlx, nodes), i));
}
