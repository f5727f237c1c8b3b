/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/schema/mdl.h"

/* MDL text for the shaders of materials and layers, and for the textures of layers (mdlx.md 10.5). Their place
 * differs between versions, and their spelling between programs. */

/* The shader of a layer, as a number or as a name. */
extern const MwMdlHand mw_mdlx_layer_shader_number, mw_mdlx_layer_shader_name;
/* A shader in the Material from 1100 on, which applies to all its layers. */
extern const MwMdlHand mw_mdlx_material_shader_of_layers;
/* The words for textures. All of them read; only the first also writes. */
extern const MwMdlHand mw_mdlx_layer_textures, mw_mdlx_layer_texture_normal, mw_mdlx_layer_texture_orm,
    mw_mdlx_layer_texture_emissive, mw_mdlx_layer_texture_team_color, mw_mdlx_layer_texture_reflections;

/* Call when a whole text has been read. Moves what materials state about their layers into the layers. Below 1100,
 * splits a layer with several textures into one layer for each, as those versions store them. `report` may be NULL. */
void mw_mdlx_materials_from_text (MwMdlx *model, MwReport *report);
