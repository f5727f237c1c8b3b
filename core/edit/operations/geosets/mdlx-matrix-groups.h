/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/edit/operations/geosets/bone-slots.h"
#include "core/model/mdlx/mdlx.h"

/* Changes the bones of marked vertices (one flag for each) in the matrix groups of a geoset (mdlx.md 5.7), and in the bone words of World of
 * Warcraft's alpha (mdlx.md 7.3), which are in the order of the groups. A group of which all vertices are marked is changed itself;
 * otherwise its marked vertices get a group of their own. Groups that no vertex has any more are dropped. Refused, and nothing has changed,
 * if the groups do not match the vertices, or if a vertex would be left without a bone. Sets *changed if something has changed. */
gboolean mw_matrix_groups_change (MwDocument *document, const MwMdlxGeoset *geoset, const guint8 *marked,
                                  const MwBonesChange *change, gboolean *changed, GError **error);
