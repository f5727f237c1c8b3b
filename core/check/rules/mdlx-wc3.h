/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for MDL and MDX models of Warcraft III. See core/check/list.h. */

MW_RULE (WC3_EXTENT, "wc3-extent", WARNING,
  N_ ("The maximum of an extent is below its minimum."),
  NULL, NULL)

MW_RULE (WC3_ANIMATION_FILE, "wc3-animation-file", WARNING,
  N_ ("The model names an animation file, which the game does not use."),
  NULL, NULL)

MW_RULE (WC3_TEXTURE_FORMAT, "wc3-texture-format", SEVERE,
  N_ ("A texture is of a format that the game does not read."),
  NULL, NULL)

MW_RULE (WC3_TEXTURE_TWICE, "wc3-texture-twice", WARNING,
  N_ ("A texture has both a path and a replaceable id."),
  NULL, NULL)

MW_RULE (WC3_GEOSET_EMPTY, "wc3-geoset-empty", WARNING,
  N_ ("A geoset has no faces."),
  NULL, NULL)

MW_RULE (WC3_ANIMATED_TWICE, "wc3-animated-twice", WARNING,
  N_ ("Two geoset animations have the same geoset."),
  NULL, NULL)

MW_RULE (WC3_SKIN_WEIGHTS, "wc3-skin-weights", SEVERE,
  N_ ("The weights of a vertex do not sum to 255."),
  NULL, NULL)

MW_RULE (WC3_GROUP_BONE, "wc3-group-bone", SEVERE,
  N_ ("Vertices are moved by a node that is not a bone."),
  NULL, NULL)

MW_RULE (WC3_MODEL_PATH, "wc3-model-path", SEVERE,
  N_ ("The path of an attachment or emitter is not that of a model."),
  NULL, NULL)

MW_RULE (WC3_PARTICLE_QUAD, "wc3-particle-quad", SEVERE,
  N_ ("The particles of an emitter of XY quads do not fly along the plane of the quads, so they do not lie in it."),
  NULL, NULL)

MW_RULE (WC3_PARTICLE_TIME, "wc3-particle-time", SEVERE,
  N_ ("The middle of a particle's life is not within its life."),
  NULL, NULL)

MW_RULE (WC3_PARTICLE_SQUIRT, "wc3-particle-squirt", SEVERE,
  N_ ("An emitter of bursts has no keys of the emission rate, so it bursts only once."),
  NULL, NULL)

MW_RULE (WC3_PARTICLE_LIFE, "wc3-particle-life", SEVERE,
  N_ ("The life span of particles is below 0."),
  NULL, NULL)

MW_RULE (WC3_PARTICLE_CELLS, "wc3-particle-cells", SEVERE,
  N_ ("The rows or columns of a particle texture are not a power of two: the game takes 1."),
  NULL, NULL)

MW_RULE (WC3_POPCORN_GUIDE, "wc3-popcorn-guide", SEVERE,
  N_ ("A PopcornFX emitter does not say in which animations it is visible."),
  NULL, NULL)

MW_RULE (WC3_EVENT_NAME, "wc3-event-name", WARNING,
  N_ ("The name of an event object is not one that the game knows."),
  NULL, NULL)

MW_RULE (WC3_CAMERA_RANGE, "wc3-camera-range", WARNING,
  N_ ("A camera has no range between its near and far planes."),
  NULL, NULL)

MW_RULE (WC3_FACE_EFFECT, "wc3-face-effect", SEVERE,
  N_ ("The path of a face effect does not end with .facefx or .facefx_ingame."),
  NULL, NULL)

MW_RULE (WC3_TRACK_EMPTY, "wc3-track-empty", WARNING,
  N_ ("A track has no keys."),
  NULL, NULL)
