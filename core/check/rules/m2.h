/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for M2 models. See core/check/list.h. */

MW_RULE (M2_PROFILES_NONE, "m2-profiles-none", ERROR,
  N_ ("An M2 model has no skin profile."),
  NULL, NULL)

MW_RULE (M2_PROFILES_MANY, "m2-profiles-many", WARNING,
  N_ ("An M2 model has more skin profiles than clients look for."),
  NULL, NULL)

MW_RULE (M2_BONES_NONE, "m2-bones-none", ERROR,
  N_ ("An M2 model has no bone."),
  NULL, NULL)

MW_RULE (M2_VERTICES_MANY, "m2-vertices-many", ERROR,
  N_ ("An M2 model has more vertices than triangles can refer to."),
  NULL, NULL)

MW_RULE (M2_COLLISION, "m2-collision", SEVERE,
  N_ ("The collision mesh refers to vertices that do not exist, or does not have one normal for each triangle."),
  NULL, NULL)

MW_RULE (M2_ALIAS_ENDLESS, "m2-alias-endless", ERROR,
  N_ ("An alias never leads to a sequence with keys of its own: clients hang."),
  NULL, NULL)

MW_RULE (M2_VARIATIONS_ENDLESS, "m2-variations-endless", ERROR,
  N_ ("The variations of a sequence form an endless loop: clients hang."),
  NULL, NULL)

MW_RULE (M2_VARIATION_FOREIGN, "m2-variation-foreign", SEVERE,
  N_ ("The next variation of a sequence belongs to another animation."),
  NULL, NULL)

MW_RULE (M2_SEQUENCE_EXTERNAL, "m2-sequence-external", WARNING,
  N_ ("The first sequence has its keys in a separate file."),
  NULL, NULL)

MW_RULE (M2_PLAYABLE_MISSING, "m2-playable-missing", WARNING,
  N_ ("The animation that is played instead of a missing one is missing too."),
  NULL, NULL)

MW_RULE (M2_PROFILE_MISSING, "m2-profile-missing", ERROR,
  N_ ("The file of a skin profile was not found: clients wait for it forever."),
  NULL, NULL)

MW_RULE (M2_NOT_LOADED, "m2-not-loaded", WARNING,
  N_ ("A file of the model was not found, so its content is not checked."),
  NULL, NULL)

MW_RULE (M2_BONE_ORDER, "m2-bone-order", SEVERE,
  N_ ("A bone comes before its parent."),
  NULL, NULL)

MW_RULE (M2_VERTEX_BONE, "m2-vertex-bone", ERROR,
  N_ ("A vertex is moved by a bone that does not exist."),
  NULL, NULL)

MW_RULE (M2_BONE_MISSING, "m2-bone-missing", ERROR,
  N_ ("An attachment, event, light or emitter has no bone."),
  NULL, NULL)

MW_RULE (M2_CAMERA, "m2-camera", SEVERE,
  N_ ("A camera sees nothing: clients skip it and all cameras after it."),
  NULL, NULL)

MW_RULE (M2_BLEND_MODE, "m2-blend-mode", ERROR,
  N_ ("A blend mode is higher than those that clients of this version know."),
  NULL, NULL)

MW_RULE (M2_TEXTURE_PATH, "m2-texture-path", ERROR,
  N_ ("The path of a texture is longer than clients' buffers."),
  NULL, NULL)

MW_RULE (M2_TRIANGLE_VERTEX, "m2-triangle-vertex", ERROR,
  N_ ("A triangle refers to a vertex that does not exist."),
  NULL, NULL)

MW_RULE (M2_TRIANGLES, "m2-triangles", ERROR,
  N_ ("The number of corners of a submesh is not a multiple of three."),
  NULL, NULL)

MW_RULE (M2_INFLUENCES, "m2-influences", WARNING,
  N_ ("The number of bone influences of a submesh is 0."),
  NULL, NULL)

MW_RULE (M2_SUBMESH_NO_BONES, "m2-submesh-no-bones", ERROR,
  N_ ("No bone moves any vertex of a submesh: clients divide by zero."),
  NULL, NULL)

MW_RULE (M2_BONE_LIMIT, "m2-bone-limit", ERROR,
  N_ ("A submesh needs more bones than its profile allows."),
  NULL, NULL)

MW_RULE (M2_BATCH_TEXTURES, "m2-batch-textures", ERROR,
  N_ ("A batch has no texture, or more textures than clients of this version accept."),
  NULL, NULL)

MW_RULE (M2_BATCH_LAYER, "m2-batch-layer", SEVERE,
  N_ ("The layer of a batch is higher than those that clients know."),
  NULL, NULL)

MW_RULE (M2_BATCH_INCOMPLETE, "m2-batch-incomplete", ERROR,
  N_ ("A batch has no material or no submesh."),
  NULL, NULL)

MW_RULE (M2_SHADOW_BATCH, "m2-shadow-batch", WARNING,
  N_ ("A shadow batch refers to something that does not exist; only later clients read it."),
  NULL, NULL)
