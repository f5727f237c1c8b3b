/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for MDL and MDX models of Warcraft III. See core/check/list.h. */
#undef MW_RULE_FAMILIES
#define MW_RULE_FAMILIES MW_FAMILY_MDX

MW_RULE (WC3_EXTENT, "wc3-extent", WARNING,
  N_ ("The maximum of an extent is below its minimum."),
  N_ ("What the game uses extents for is not known. If it leaves out by them what is not in view, the model may vanish at the edge of the screen."),
  "mdx-m3-viewer sanity test")

MW_RULE (WC3_ANIMATION_FILE, "wc3-animation-file", WARNING,
  N_ ("The model names an animation file, which the game does not use."),
  N_ ("The game ignores it."),
  "mdx-m3-viewer sanity test")

MW_RULE (WC3_TEXTURE_FORMAT, "wc3-texture-format", SEVERE,
  N_ ("A texture is of a format that the game does not read."),
  N_ ("The game does not load the texture."),
  "mdx-m3-viewer sanity test; rendering.md 6.3")

MW_RULE (WC3_TEXTURE_TWICE, "wc3-texture-twice", WARNING,
  N_ ("A texture has both a path and a replaceable id."),
  N_ ("The game uses its own texture and not that of the path."),
  "mdlx.md 5.4; mdx-m3-viewer sanity test")

MW_RULE (WC3_TEXTURES_NONE, "wc3-textures-none", WARNING,
  N_ ("The model has geosets but no texture."),
  N_ ("What the game draws is not known. No layer has an image, so viewers draw nothing or a placeholder."),
  "rendering.md 3.8; mdx-m3-viewer sanity test")

MW_RULE (WC3_LAYER_BARE, "wc3-layer-bare", WARNING,
  N_ ("A layer has no texture."),
  N_ ("What the game does is not known. HiveWE does not display such a model."),
  "mdlx.md 5.5; HiveWE validator")

MW_RULE (WC3_GEOSET_EMPTY, "wc3-geoset-empty", WARNING,
  N_ ("A geoset has no faces."),
  N_ ("The game draws nothing. War3 Model Editor crashes."),
  "mdx-m3-viewer sanity test")

MW_RULE (WC3_ANIMATED_TWICE, "wc3-animated-twice", WARNING,
  N_ ("Two geoset animations have the same geoset."),
  N_ ("Which of them the game uses is not known; viewers use one of them."),
  "rendering.md 3.3; mdx-m3-viewer sanity test")

MW_RULE_IN (WC3_SKIN_WEIGHTS, "wc3-skin-weights", SEVERE,
  N_ ("The weights of a vertex do not sum to 255."),
  N_ ("What the game does is not known. Viewers pull the vertex towards the origin of the model, or beyond its bones."),
  "rendering.md 2.5; mdx-m3-viewer sanity test", 900, G_MAXUINT)

MW_RULE (WC3_GROUP_BONE, "wc3-group-bone", SEVERE,
  N_ ("Vertices are moved by a node that is not a bone."),
  N_ ("The game skins only to bones, so the vertices do not follow the node."),
  "HiveWE validator; mdx-m3-viewer sanity test")

MW_RULE (WC3_MODEL_PATH, "wc3-model-path", SEVERE,
  N_ ("The path of an attachment or emitter is not that of a model."),
  N_ ("The game does not find the model, so that nothing is attached or emitted."),
  "mdlx.md 5.14; mdx-m3-viewer sanity test")

MW_RULE (WC3_PARTICLE_QUAD, "wc3-particle-quad", SEVERE,
  N_ ("The particles of an emitter of XY quads do not fly along the plane of the quads, so they do not lie in it."),
  N_ ("The particles face the camera instead of lying in the plane."),
  "rendering.md 4.1; mdx-m3-viewer sanity test")

MW_RULE (WC3_PARTICLE_TIME, "wc3-particle-time", SEVERE,
  N_ ("The middle of a particle's life is not within its life."),
  N_ ("The colours, sizes and cells of one part of a particle's life are never reached."),
  "rendering.md 4.1; mdx-m3-viewer sanity test")

MW_RULE (WC3_PARTICLE_SQUIRT, "wc3-particle-squirt", WARNING,
  N_ ("An emitter of bursts has no keys of the emission rate, so it bursts only once."),
  N_ ("The emitter gives one burst when it is made, and none later."),
  "rendering.md 4.1")

MW_RULE (WC3_PARTICLE_LIFE, "wc3-particle-life", SEVERE,
  N_ ("The life span of particles is below 0."),
  N_ ("Each particle is gone at once, so none is seen."),
  "rendering.md 4.1; HiveWE validator")

MW_RULE (WC3_PARTICLE_CELLS, "wc3-particle-cells", SEVERE,
  N_ ("The rows or columns of a particle texture are not a power of two: the game takes 1."),
  N_ ("The game takes 1, so that particles show more of the texture than one cell."),
  "HiveWE validator")

MW_RULE (WC3_PARTICLE_KEYS, "wc3-particle-keys", WARNING,
  N_ ("The gravity of an emitter, or the variation of its speed, has keys."),
  N_ ("The game plays them. War3 Model Editor cannot write them."),
  "mdx-m3-viewer sanity test")

MW_RULE_IN (WC3_POPCORN_GUIDE, "wc3-popcorn-guide", SEVERE,
  N_ ("A PopcornFX emitter does not say in which animations it is visible."),
  N_ ("What the game does is not known. Files of the game always say when their effects run."),
  "mdlx.md 5.20; mdx-m3-viewer sanity test", 900, G_MAXUINT)

MW_RULE_IN (WC3_POPCORN_LIFE, "wc3-popcorn-life", WARNING,
  N_ ("The life span of a PopcornFX emitter is 0."),
  N_ ("What the game does is not known. The life span is a factor of that of the effect, and 1 in files of the game. Some tools write 0 because they take it for a colour."),
  "mdlx.md 5.20", 900, G_MAXUINT)

MW_RULE (WC3_EVENT_NAME, "wc3-event-name", WARNING,
  N_ ("The name of an event object is not one that the game knows."),
  N_ ("The game does not know the event, so that nothing happens."),
  "mdlx.md 5.18; HiveWE validator")

MW_RULE (WC3_CAMERA_RANGE, "wc3-camera-range", WARNING,
  N_ ("A camera has no range between its near and far planes."),
  N_ ("Nothing lies between the planes, so the camera shows nothing."),
  "HiveWE validator")

MW_RULE_IN (WC3_FACE_EFFECT, "wc3-face-effect", SEVERE,
  N_ ("The path of a face effect does not end with .facefx or .facefx_ingame."),
  N_ ("The game does not load the facial animation."),
  "mdx-m3-viewer sanity test", 900, G_MAXUINT)

MW_RULE (WC3_TRACK_EMPTY, "wc3-track-empty", WARNING,
  N_ ("A track has no keys."),
  N_ ("While it plays, the value is the default of its kind, and not the static value."),
  "rendering.md 1.4 and 1.5; mdx-m3-viewer sanity test")

MW_RULE (WC3_VISIBILITY_STEPS, "wc3-visibility-steps", UNUSED,
  N_ ("The interpolation of a track of visibility is not None."),
  N_ ("The game takes None whatever the file says. Programs that do not may show it earlier or later."),
  "rendering.md 1.1; mdx-m3-viewer sanity test")

MW_RULE_IN (WC3_VERSION, "wc3-version", ERROR,
  N_ ("The model is of version 900, which only the beta of Reforged read."),
  N_ ("The game that was shipped refuses or misreads it."),
  "mdlx.md 1.2; mdx-m3-viewer sanity test", 900, 900)

MW_RULE (WC3_SEQUENCE_MISSING, "wc3-sequence-missing", WARNING,
  N_ ("No sequence is named Stand, or none Death."),
  N_ ("A unit without Stand shows its first moment, and one without Death does not fall. Models of other things may do without."),
  "names.md 9; mdx-m3-viewer sanity test")

MW_RULE_IN (WC3_SEQUENCE_OVERLAP, "wc3-sequence-overlap", WARNING,
  N_ ("A sequence starts before an earlier one ends, or at the same time."),
  N_ ("What the game does is not known in each case. The author of mdx-m3-viewer saw sequences of version 800 play wrong for it."),
  "mdx-m3-viewer sanity test", 800, 800)

MW_RULE (WC3_SEQUENCE_NAME, "wc3-sequence-name", WARNING,
  N_ ("The name of a sequence does not begin with a word that the game looks for."),
  N_ ("The game never plays it by itself. Triggers of a map can."),
  "names.md 9; mdx-m3-viewer sanity test")

MW_RULE_IN (WC3_MATERIAL_SHADER, "wc3-material-shader", WARNING,
  N_ ("A material names a shader that the game does not know."),
  N_ ("What the game draws is not known. Viewers draw the material without the shader."),
  "mdlx.md 5.5; mdx-m3-viewer sanity test", 900, 1099)

MW_RULE (WC3_GEOSET_LARGE, "wc3-geoset-large", SEVERE,
  N_ ("A geoset has more vertices than the game draws right."),
  N_ ("The geoset is drawn torn: one with 7433 vertices was, one with 7394 was not."),
  "mdx-m3-viewer sanity test")

MW_RULE (WC3_BONE_HIDDEN, "wc3-bone-hidden", SEVERE,
  N_ ("A bone refers to a geoset and to a geoset animation that is always invisible."),
  N_ ("The geoset may be invisible."),
  "mdx-m3-viewer sanity test")

MW_RULE (WC3_BONE_UNUSED, "wc3-bone-unused", UNUSED,
  N_ ("A bone or helper moves nothing."),
  N_ ("Nothing is seen of it, so it only makes the file larger."),
  "mdx-m3-viewer sanity test; War3 Model Tuner")

MW_RULE (WC3_BONE_ID, "wc3-bone-id", SEVERE,
  N_ ("The bones do not have the first object ids."),
  N_ ("The game skins only to the first object ids, says the author of HiveWE, so the vertices of this bone may not follow it."),
  "HiveWE validator")

MW_RULE (WC3_OBJECT_ID, "wc3-object-id", WARNING,
  N_ ("The object ids of the nodes are not 0 and the numbers after it, each once."),
  N_ ("What the game does is not known. Nothing can refer to the second of two nodes with the same id, and pivots belong to nodes by their id."),
  "mdlx.md 2.2 and 5.13; HiveWE validator")

MW_RULE_IN (WC3_SKIN_RANGE, "wc3-skin-range", ERROR,
  N_ ("A vertex is moved by a node whose object id is too high for the version of the file."),
  N_ ("Before version 1400 a vertex has one byte for each of its bones: the file cannot be written."),
  "mdlx.md 5.7; mdx-m3-viewer sanity test", 900, G_MAXUINT)

MW_RULE_IN (WC3_BIND_POSES, "wc3-bind-poses", WARNING,
  N_ ("The file has a different number of bind poses than nodes and cameras."),
  N_ ("What the game does is not known. Its own files have one for each node and each camera, in their order."),
  "mdlx.md 5.20; mdx-m3-viewer sanity test", 900, G_MAXUINT)

MW_RULE (WC3_ORIGIN_MISSING, "wc3-origin-missing", WARNING,
  N_ ("The model has attachments, but none is named Origin Ref."),
  N_ ("Effects that are attached to the origin of the unit have no place there."),
  "mdx-m3-viewer sanity test")

MW_RULE (WC3_LIGHT_RANGE, "wc3-light-range", WARNING,
  N_ ("The attenuation of a light ends before it starts."),
  N_ ("What the game does is not known. There is no distance at which the light fades."),
  "HiveWE validator; mdx-m3-viewer sanity test")

MW_RULE (WC3_PARTICLE_INVISIBLE, "wc3-particle-invisible", WARNING,
  N_ ("The particles of an emitter are invisible all their life."),
  N_ ("Nothing is seen of the emitter."),
  "rendering.md 4.1; War3 Model Tuner")

MW_RULE (WC3_TRACK_TIMELESS, "wc3-track-timeless", WARNING,
  N_ ("Tracks have keys on the time line of the model, but the model has no sequences."),
  N_ ("Nothing plays, so no key is reached."),
  "rendering.md 1.4; mdx-m3-viewer sanity test")

MW_RULE (WC3_TRACK_OPENING, "wc3-track-opening", WARNING,
  N_ ("The first key of a track in a sequence comes after the sequence has begun, and the last one has another value."),
  N_ ("Before the first key the value is between that of the last key and that of the first, so that the model may warp."),
  "rendering.md 1.4; mdx-m3-viewer sanity test")

MW_RULE (WC3_KEY_UNREACHED, "wc3-key-unreached", UNUSED,
  N_ ("A key or an event is in no sequence."),
  N_ ("It is never reached, so it only makes the file larger. An event there never happens."),
  "rendering.md 1.4; mdx-m3-viewer sanity test")

MW_RULE (WC3_KEY_TWICE, "wc3-key-twice", WARNING,
  N_ ("Two keys of a track, or two events, have the same time."),
  N_ ("What the game does is not known. Which of the two values is used differs between programs."),
  "mdx-m3-viewer sanity test")

MW_RULE (WC3_KEY_REDUNDANT, "wc3-key-redundant", UNUSED,
  N_ ("A key has the same value as the keys before and after it in the same sequence."),
  N_ ("Without it the value is the same, so it only makes the file larger."),
  "rendering.md 1.1; mdx-m3-viewer sanity test")

MW_RULE (WC3_UNUSED, "wc3-unused", UNUSED,
  N_ ("Nothing that is used refers to a texture, material, texture animation or global sequence."),
  N_ ("Nothing is seen of it, so it only makes the file larger."),
  "HiveWE validator; mdx-m3-viewer sanity test")
