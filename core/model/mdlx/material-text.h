/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/schema/mdl.h"

/* How MDL text spells the shader of materials and layers, and the textures of layers (mdlx.md 10.5): they stand in
 * other places from version to version, and programs differ. */

/* The shader of a layer: by number or by name. */
extern const MwMdlHand mw_mdlx_layer_shader_number, mw_mdlx_layer_shader_name;
/* One in the Material from 1100 on: it holds for the layers. */
extern const MwMdlHand mw_mdlx_material_shader_of_layers;
/* The words for textures: the first also writes them. */
extern const MwMdlHand mw_mdlx_layer_textures, mw_mdlx_layer_texture_normal, mw_mdlx_layer_texture_orm,
    mw_mdlx_layer_texture_emissive, mw_mdlx_layer_texture_team_color, mw_mdlx_layer_texture_reflections;

/* When a whole text has been read: what materials say of their layers goes there, and below 1100 a layer of several textures
 * becomes one layer for each, which is how those versions hold them. `report` may be NULL. */
void mw_mdlx_materials_from_text (MwMdlx *model, MwReport *report);
