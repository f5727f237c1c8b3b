/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* How test-check-wc3-content.c breaks more rules for Warcraft III in the model of wc3-model.c. See tests/core/check/rows.h. */

ROW (no_textures, "wc3-textures-none", "textures")
ROW (bare_layer, "wc3-layer-bare", "materials[0].layers[0].texture")
ROW (bare_list, "wc3-layer-bare", "materials[0].layers[0].textures")
ROW (gravity_keys, "wc3-particle-keys", "particle_emitters2[0].gravity.track")
ROW (variation_keys, "wc3-particle-keys", "particle_emitters2[0].variation.track")
ROW (popcorn_life, "wc3-popcorn-life", "popcorn_emitters[0].life_span")
ROW (smooth_visibility, "wc3-visibility-steps", "particle_emitters2[0].visibility.track.interpolation")
ROW (high_id, "wc3-object-id", "event_objects[4]")
ROW (same_id, "wc3-object-id", "event_objects[4]")
ROW (skin_range, "wc3-skin-range", "geosets[0].skin[3].bones")
ROW (bind_poses, "wc3-bind-poses", "nodes")
ROW (key_twice, "wc3-key-twice", "particle_emitters2[0].speed.track.keys[1].time")
ROW (event_twice, "wc3-key-twice", "event_objects[4].track.keys[1].time")
