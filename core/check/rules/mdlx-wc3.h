/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for MDL and MDX models of Warcraft III. See core/check/list.h. */
#undef MW_RULE_FAMILIES
#define MW_RULE_FAMILIES MW_FAMILY_MDX

MW_RULE (WC3_EXTENT, "wc3-extent", WARNING,
  N_ ("The maximum of an extent is below its minimum."),
  N_ ("What the game does is not known. It uses extents to decide what is in view, so the model may vanish at the edge of the screen."),
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

MW_RULE (WC3_PARTICLE_SQUIRT, "wc3-particle-squirt", SEVERE,
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

MW_RULE_IN (WC3_POPCORN_GUIDE, "wc3-popcorn-guide", SEVERE,
  N_ ("A PopcornFX emitter does not say in which animations it is visible."),
  N_ ("What the game does is not known. Files of the game always say when their effects run."),
  "mdlx.md 5.20; mdx-m3-viewer sanity test", 900, G_MAXUINT)

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
