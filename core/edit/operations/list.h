/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* All operations, in the order of menus and of `mwright do --list`. MW_OPERATION (NAME, FILE) stands for
 * mw_operation_NAME, defined in FILE.c. This file is included several times, each time with another definition of
 * MW_OPERATION; meson.build reads the names of the source files from it. */

/* Elements of any kind */
MW_OPERATION (rename, structure)
MW_OPERATION (duplicate, duplicate)
MW_OPERATION (move_up, structure)
MW_OPERATION (move_down, structure)
MW_OPERATION (replace_uses, replace-uses)
MW_OPERATION (paste, paste)
MW_OPERATION (delete, structure)

/* Sequences */
MW_OPERATION (sequence_add, sequence-add)
MW_OPERATION (sequence_retime, sequence-time)
MW_OPERATION (sequence_reverse, sequence-time)
MW_OPERATION (sequence_crop, sequence-time)
MW_OPERATION (sequence_split, sequence-parts)
MW_OPERATION (sequence_join, sequence-parts)
MW_OPERATION (sequence_pack, sequence-pack)
MW_OPERATION (sequence_duplicate_keys, sequence-keys)
MW_OPERATION (sequence_normalise_frequency, sequence-frequency)
MW_OPERATION (sequence_recompute_bounds, bounds)
MW_OPERATION (visibility_set, visibility)
MW_OPERATION (sequence_import, sequence-import)
MW_OPERATION (sequence_delete_with_keys, sequence-keys)

/* Materials, layers and surfaces */
MW_OPERATION (layer_add, mdlx-layers)
MW_OPERATION (layer_set_filter, mdlx-layers)
MW_OPERATION (layer_set_flags, material-list)
MW_OPERATION (layer_set_alpha, mdlx-layers)
MW_OPERATION (material_assign, mdlx-materials)
MW_OPERATION (material_make_single_user, mdlx-materials)
MW_OPERATION (material_set_priority, mdlx-materials)
MW_OPERATION (material_merge, material-list)
MW_OPERATION (material_remove_unused, material-list)
MW_OPERATION (team_colour_add, mdlx-team-colour)
MW_OPERATION (surface_texture, surfaces)
MW_OPERATION (surface_blend, surfaces)
MW_OPERATION (surface_make_single_user, m2-surface-set)
MW_OPERATION (surface_set_priority, m2-surface-set)
MW_OPERATION (surface_delete, surfaces)

/* Textures */
MW_OPERATION (texture_add, texture-add)
MW_OPERATION (texture_replace_path, texture-edit)
MW_OPERATION (texture_set_wrap, texture-edit)
MW_OPERATION (texture_set_type, texture-edit)
MW_OPERATION (texture_merge, texture-list)
MW_OPERATION (texture_remove_unused, texture-list)

/* Nodes */
MW_OPERATION (bone_add, add-nodes)
MW_OPERATION (helper_add, add-nodes)
MW_OPERATION (attachment_add, add-nodes)
MW_OPERATION (event_add, add-nodes)
MW_OPERATION (reparent, structure)
MW_OPERATION (node_retarget, node-move)
MW_OPERATION (node_reparent_keep, mdlx-reparent)
MW_OPERATION (pivot_move, node-move)
MW_OPERATION (bone_insert, node-insert)
MW_OPERATION (node_change_kind, mdlx-node-kind)
MW_OPERATION (node_mirror, node-mirror)
MW_OPERATION (node_rename_pattern, mdlx-node-names)
MW_OPERATION (node_sort, node-sort)

/* Geosets and submeshes */
MW_OPERATION (geoset_recompute_normals, geoset-normals)
MW_OPERATION (geoset_flip_faces, geoset-normals)
MW_OPERATION (geoset_transform, geoset-transform)
MW_OPERATION (geoset_recompute_bounds, geoset-transform)
MW_OPERATION (geoset_remove_unused_vertices, geoset-vertices)
MW_OPERATION (geoset_weld, geoset-vertices)
MW_OPERATION (geoset_merge, geoset-merge)
MW_OPERATION (geoset_split_parts, geoset-parts)
MW_OPERATION (geoset_set_selection_group, geoset-faces)
MW_OPERATION (geoset_remove_degenerate, geoset-faces)

/* Tracks and keys */
MW_OPERATION (key_add, keys)
MW_OPERATION (key_remove, keys)
MW_OPERATION (key_remove_all, keys)
MW_OPERATION (keys_move, track-keys)
MW_OPERATION (keys_scale_values, track-keys)
MW_OPERATION (track_reduce, track-reduce)
MW_OPERATION (track_set_interpolation, track-interpolation)
MW_OPERATION (track_bake, track-bake)
MW_OPERATION (track_copy, track-bake)
MW_OPERATION (track_fix_hemisphere, track-keys)
MW_OPERATION (track_make_static, track-static)
MW_OPERATION (track_make_animated, track-static)
MW_OPERATION (track_attach_global, track-global)
MW_OPERATION (track_release_global, track-global)
MW_OPERATION (track_remove_redundant, track-redundant)

/* Cameras, lights, emitters, bounds */
MW_OPERATION (light_add, add-nodes)
MW_OPERATION (emitter_add, add-emitters)
MW_OPERATION (ribbon_add, add-emitters)
MW_OPERATION (camera_add, add-camera)
MW_OPERATION (collision_add, add-camera)
MW_OPERATION (effect_scale, model-scale)
MW_OPERATION (effect_recolour, effect-recolour)
MW_OPERATION (bounds_recompute, bounds)
MW_OPERATION (bounds_grow, bounds)

/* The whole model */
MW_OPERATION (model_merge, model-merge)
MW_OPERATION (model_scale, model-scale)
MW_OPERATION (model_move, model-move)
MW_OPERATION (model_centre, model-move)
MW_OPERATION (model_remove_unused, model-unused)
MW_OPERATION (rebuild_layout, layout)
