/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/tables.h"

/* FAFX: mdlx.md 5.20. */

static const MwField face_effect_fields[] = {
  MW_FIELD_TEXT (MwMdlxFaceEffect, name, 80, "name", .role = MW_ROLE_NAME, .touches = MW_TOUCH_TEXT, .label = N_ ("Target"),
                 .doc = N_ ("Name of the actor in the file (MDL FaceFX).")),
  MW_FIELD_TEXT (MwMdlxFaceEffect, path, 260, "path", .role = MW_ROLE_FILE, .touches = MW_TOUCH_TEXT, .label = N_ ("Path"),
                 .doc = N_ ("The .facefx_ingame file (MDL Path).")),
};
static const MwGroup face_effect_groups[] = {
  IN_GENERAL ("name path"),
};
static const MwWireRow face_effect_rows[] = { CHARS ("name", 80), CHARS ("path", 260) };
static const MwMdlRow face_effect_mdl[] = {
  MDL_HEAD_NAMED ("FaceFX"),
  MDL_VALUE ("name", "Target", .read_only = TRUE),
  MDL_VALUE ("path", "Path"),
};
const MwSchema mw_mdlx_face_effect_schema = { .name = "face_effect",
                                              .label = N_ ("Face effect"),
                                              .doc = N_ ("Facial animation of a portrait (FAFX)."),
                                              .size = sizeof (MwMdlxFaceEffect),
                                              TABLE (face_effect),
                                              MDL_ROWS (face_effect) };
