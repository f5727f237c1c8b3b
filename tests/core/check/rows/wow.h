/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* How test-check-wow.c breaks the rules for World of Warcraft's alpha, and for ribbons and particles of both games, in its sound_model(). See tests/core/check/rows.h. */

ROW (gap, "wow-object-id", "particle_emitters2[0]")
ROW (swapped, "wow-object-order", "bones[0]")
ROW (late_root, "wow-object-id", "bones[2]")
ROW (falling, "wow-object-id", "bones[1]")
ROW (node_flags, "wow-node-flags", "bones[0].flags")
ROW (too_many, "wow-count", "sequences")
ROW (layer_flags, "wow-layer-flags", "materials[0].layers[0].flags")
ROW (camera_name, "wow-camera-name", "cameras[0].name")
ROW (frequency, "wow-frequency", "sequences[0].frequency")
ROW (bone_weights, "wow-bone-weights", "geosets[0].bone_weights, wow-bone-words geosets[0].bone_indices")
ROW (bone_words, "wow-bone-words", "geosets[0].bone_indices")
ROW (attachment_name, "wow-attachment-name", "attachments[0].name")
ROW (ribbon_above, "ribbon-height", "ribbon_emitters[0].height_above")
ROW (ribbon_below, "ribbon-height", "ribbon_emitters[0].height_below")
ROW (ribbon_flat, "ribbon-flat", "ribbon_emitters[0].height_below")
ROW (ribbon_life, "ribbon-life", "ribbon_emitters[0].life_span")
ROW (ribbon_rate, "ribbon-rate", "ribbon_emitters[0].emission_rate")
ROW (z_source, "particle-z-source", "particle_emitters2[0].z_source")
ROW (rate, "particle-rate", "particle_emitters2[0].emission_rate")
ROW (twinkle, "particle-twinkle", "particle_emitters2[0].twinkle_max")
