/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* How test-check-m2-content.c breaks the rules for what M2 records contain: ROW (SCRIPT, RULE, PLACE), with the lines of a script that is run
 * in the sample beetle.m2, and the place of the finding. OLD_ROW: in a made model of version 260. MODEL_ROW (FUNCTION, RULE, PLACE): the function
 * changes the model. BYTES_ROW (FUNCTION, RULE, PLACE): it changes the bytes of the sample's main file. See tests/core/check/rows.h. */
#ifndef OLD_ROW
#define OLD_ROW ROW
#endif
#ifndef BYTES_ROW
#define BYTES_ROW ROW
#endif
#ifndef MODEL_ROW
#define MODEL_ROW ROW
#endif

OLD_ROW ("set sequences[1].interval.start=1", "m2-sequence-overlap", "sequences[0]")
ROW ("set sequences[1].animation=0\nset sequences[1].variation=0", "m2-sequence-twice", "sequences[1]")
ROW ("set sequences[1].animation=0\nset sequences[0].next=none", "m2-variation-unreached", "sequences[1]")
ROW ("set bones[1].translation.track.lanes[1].keys.time=[0,0,1000]\nset bones[1].translation.track.lanes[1].keys.value=[{0,0,0},{0,0,0},{0,0,0}]", "m2-key-twice", "bones[1].translation.track.lanes[1].keys[1].time")
ROW ("set bones[1].translation.track.lanes[1].keys.time=[0,1000,1001]", "m2-key-beyond", "bones[1].translation.track.lanes[1].keys[2].time")
MODEL_ROW (event_beyond, "m2-event-beyond", "events[0].track.lanes[0].keys[1].time")
ROW ("set bones[1].translation.track.interpolation=Bezier", "m2-interpolation", "bones[1].translation.track.interpolation")
ROW ("set bones[1].flags=0", "m2-bone-still", "bones[1].flags")
ROW ("set bones[1].flags=0x218", "m2-billboard", "bones[1].flags")
ROW ("set bones[1].parent_distance=13", "m2-bone-distance", "bones[1].parent_distance")
ROW ("set bones[1].parent_distance=9", "m2-bone-distance", "bones[1].parent_distance")
ROW ("set bones[0].parent_distance=2", "m2-bone-distance", "bones[0].parent_distance")
OLD_ROW ("set bones[0].parent_distance=200", "m2-bone-distance", "bones[0].parent_distance")
ROW ("set bones[1].key_bone=4", "m2-bone-name", "bones[1].name_crc")
ROW ("set bones[1].name_crc=0", "m2-bone-name", "bones[1].name_crc")
ROW ("set bones[1].key_bone=4\nset bones[1].name_crc=SpineLow\nset bones[2].key_bone=4\nset bones[2].name_crc=SpineLow", "m2-key-bone-twice", "bones[2]")
ROW ("set vertices[7].weights={100,0,0,0}", "m2-weights-sum", "vertices[7].weights")
ROW ("set skins[0].submeshes[*].influences=4\nset vertices[7].weights={200,100,0,0}", "m2-weights-sum", "vertices[7].weights")
ROW ("set skins[0].submeshes[0].triangles[3]=2", "m2-triangle-flat", "skins[0].submeshes[0].triangles[3]")
ROW ("set vertices[0].weights={128,127,0,0}\nset vertices[0].bones={1,2,0,0}", "m2-influences-few", "skins[0].submeshes[0].influences")
ROW ("set bounds.radius=0", "m2-bounds-empty", "bounds.max")
ROW ("set sequences[0].bounds.max={-1,-2,-1}", "m2-bounds-empty", "sequences[0].bounds.max")
ROW ("set bounds.max={0.7,0.8333,0.6389}", "m2-bounds-small", "bounds.max")
ROW ("set skins[0].batches[0].units.coord=[2]", "m2-batch-coords", "skins[0].batches[0].units[0].coord")
ROW ("set skins[0].batches[0].layer=1", "m2-batch-layers", "skins[0].batches[0]")
ROW ("set skins[0].batches[0].layer=8", "m2-batch-layer", "skins[0].batches[0].layer")
ROW ("set textures[0].path=\"\"", "m2-texture-empty", "textures[0]")
ROW ("set textures[0].type=11", "m2-texture-unused-path", "textures[0].path")
ROW ("set textures[0].path=\"\"\nset textures[0].type=99", "m2-texture-type", "textures[0].type")
ROW ("set textures[0].path=\"skin.tga\"", "m2-texture-suffix", "textures[0].path")
ROW ("set attachments[0].attachment_id=99", "m2-attachment-id", "attachments[0].attachment_id")
ROW ("set attachments[0].attachment_id=11", "m2-attachment-twice", "attachments[1]")
ROW ("set sequences[0].animation=1\nset attachments[2].attachment_id=17", "m2-attachment-name", "attachments")
ROW ("set sequences[0].animation=1", "m2-attachment-breath", "attachments")
ROW ("set sequences[0].animation=1\nset attachments[0].attachment_id=17\nmodel-scale factor=0.25", "m2-bounds-low", "bounds.max")
ROW ("duplicate cameras[0]", "m2-camera-twice", "cameras[1]")
ROW ("add events identifier=$XYZ bone=bones[0]", "m2-event-unknown", "events[0].identifier")
ROW ("add events identifier=$FD6 bone=bones[0]", "m2-event-silent", "events[0].identifier")
ROW ("add events identifier=$HIT bone=bones[0] data=5", "m2-event-data", "events[0].data")
ROW ("add events identifier=$CFM bone=bones[0]\nadd events identifier=$CMA bone=bones[0]", "m2-event-camera", "events[0]")
ROW ("set lights[0].type=0", "m2-light-directional", "lights[0].type")
ROW ("set particles[0].flags=0x29", "m2-particle-heads", "particles[0].flags")
ROW ("set particles[0].head_or_tail=1", "m2-particle-heads", "particles[0].head_or_tail")
ROW ("set particles[0].blend_mode=5", "m2-particle-blend", "particles[0].blend_mode")
ROW ("set particles[0].emitter_type=3", "m2-particle-spline", "particles[0].spline")
ROW ("set particles[0].emitter_type=3\nset particles[0].spline=[{0,0,0}]", "m2-particle-spline", "particles[0].spline")
ROW ("set particles[0].rows=0", "m2-cells-none", "particles[0].rows")
ROW ("set ribbons[0].columns=0", "m2-cells-none", "ribbons[0].columns")
ROW ("set ribbons[0].textures=[]", "m2-ribbon-empty", "ribbons[0].textures")
ROW ("set ribbons[0].materials=[]", "m2-ribbon-empty", "ribbons[0].materials")
ROW ("set ribbons[0].height_above.track.lanes[0].keys.value=[-1]", "ribbon-height", "ribbons[0].height_above.track.lanes[0].keys[0].value")
ROW ("set ribbons[0].height_above.track.lanes[0].keys.value=[0]\nset ribbons[0].height_below.track.lanes[0].keys.value=[0]", "ribbon-flat", "ribbons[0]")
ROW ("set ribbons[0].life_span=0", "ribbon-life", "ribbons[0].life_span")
ROW ("set ribbons[0].emission_rate=0", "ribbon-rate", "ribbons[0].emission_rate")
ROW ("set particles[0].z_source.track.lanes[0].keys.value=[-1]", "particle-z-source", "particles[0].z_source.track.lanes[0].keys[0].value")
ROW ("set particles[0].emission_rate.track.lanes[0].keys.value=[-1]", "particle-rate", "particles[0].emission_rate.track.lanes[0].keys[0].value")
ROW ("set bones[1].translation.track.lanes[1].keys.value=[{0,0,0},{0,19,0},{0,0,0}]", "bounds-left", "sequences[1].bounds.max")
ROW ("set bones[1].translation.track.lanes[1].keys.value=[{0,0,0},{0,0.8,0},{0,1.6,0}]", "bounds-left", "sequences[1].bounds.max")
ROW ("set bones[1].translation.track.lanes[1].keys.value=[{0,1.6,0},{0,0.8,0},{0,0,0}]", "bounds-left", "sequences[1].bounds.max")
MODEL_ROW (submesh_unused, "m2-submesh-unused", "skins[0].submeshes[0]")
MODEL_ROW (global_lanes, "m2-global-lanes", "bones[1].translation.track.lanes[1]")
MODEL_ROW (texture_32, "m2-particle-textures", "particles[0].texture")
MODEL_ROW (lengths, "track-lengths", "bones[1].translation.track.lanes[1].keys.value")
OLD_ROW ("set bones[0].flags=0x218", "m2-billboard", "bones[0].flags")
OLD_ROW ("set particles[0].flags=0x20000", "m2-particle-heads", "particles[0].flags")
BYTES_ROW (many_lanes, "m2-track-lanes", "ribbons[0].visibility.track")
MODEL_ROW (few_lanes, "m2-track-lanes-few", "ribbons[0].visibility.track")
BYTES_ROW (coords_empty, "m2-coords-empty", "")
BYTES_ROW (wrong_lookup, "m2-lookup", "attachments[1]")
BYTES_ROW (wrong_camera_lookup, "m2-lookup", "cameras[0]")
BYTES_ROW (full_hash, "m2-lookup-full", "sequences")
BYTES_ROW (no_nul, "m2-text-end", "textures[0]")
BYTES_ROW (byte_after_nul, "m2-text-rest", "textures[0]")
BYTES_ROW (bytes_after_nul, "m2-text-rest", "textures[0]")
#undef OLD_ROW
#undef BYTES_ROW
#undef MODEL_ROW
