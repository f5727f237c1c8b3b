/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for M2 models. See core/check/list.h. */
#undef MW_RULE_FAMILIES
#define MW_RULE_FAMILIES MW_FAMILY_M2

MW_RULE (M2_PROFILES_NONE, "m2-profiles-none", ERROR,
  N_ ("An M2 model has no skin profile."),
  N_ ("The 3.3.5 client never finishes loading the model."),
  "m2.md 14")

MW_RULE (M2_PROFILES_MANY, "m2-profiles-many", WARNING,
  N_ ("An M2 model has more skin profiles than clients look for."),
  N_ ("Clients look for four profiles at most and never read the others."),
  "m2.md 6")

MW_RULE (M2_BONES_NONE, "m2-bones-none", ERROR,
  N_ ("An M2 model has no bone."),
  N_ ("Clients count on a first bone, whose clock drives colours, textures and cameras. What they do without one is not known."),
  "m2.md 14; rendering.md 1.3")

MW_RULE (M2_VERTICES_MANY, "m2-vertices-many", ERROR,
  N_ ("An M2 model has more vertices than triangles can refer to."),
  N_ ("Triangles have 16 bits for the number of a vertex, so none can use the others, and the file cannot be written."),
  "m2.md 13")

MW_RULE (M2_COLLISION, "m2-collision", SEVERE,
  N_ ("The collision mesh refers to vertices that do not exist, or does not have one normal for each triangle."),
  N_ ("What clients do is not known. Characters may fall through the model, or get stuck in it."),
  "m2.md 2")

MW_RULE_IN (M2_ALIAS_ENDLESS, "m2-alias-endless", ERROR,
  N_ ("An alias never leads to a sequence with keys of its own: clients hang."),
  N_ ("The 3.3.5 client hangs."),
  "m2.md 14", 264, G_MAXUINT)

MW_RULE (M2_VARIATIONS_ENDLESS, "m2-variations-endless", ERROR,
  N_ ("The variations of a sequence form an endless loop: clients hang."),
  N_ ("What clients do is not known. A search for a variation that follows the chain never ends."),
  "m2.md 5.1; rendering.md 1.6")

MW_RULE (M2_VARIATION_FOREIGN, "m2-variation-foreign", SEVERE,
  N_ ("The next variation of a sequence belongs to another animation."),
  N_ ("A client that chooses a variation plays another animation."),
  "m2.md 5.1; rendering.md 1.6")

MW_RULE_IN (M2_SEQUENCE_EXTERNAL, "m2-sequence-external", WARNING,
  N_ ("The first sequence has its keys in a separate file."),
  N_ ("What clients do is not known. Without the keys of its first sequence a model stands in its rest pose."),
  "m2.md 5.1; rendering.md 1.4 and 1.6", 264, G_MAXUINT)

MW_RULE_IN (M2_PLAYABLE_MISSING, "m2-playable-missing", WARNING,
  N_ ("The animation that is played instead of a missing one is missing too."),
  N_ ("The client finds no sequence to play and falls back to another one."),
  "m2.md 5.3; rendering.md 1.6", 0, 263)

MW_RULE_IN (M2_PROFILE_MISSING, "m2-profile-missing", ERROR,
  N_ ("The file of a skin profile was not found: clients wait for it forever."),
  N_ ("Clients wait for the file forever, so the model is never seen."),
  "m2.md 6 and 14", 264, G_MAXUINT)

MW_RULE_IN (M2_NOT_LOADED, "m2-not-loaded", WARNING,
  N_ ("A file of the model was not found, so its content is not checked."),
  N_ ("Nothing, if the file is there in the game. Without it, the sequences in it show the rest pose."),
  "m2.md 5.1", 264, G_MAXUINT)

MW_RULE (M2_BONE_ORDER, "m2-bone-order", SEVERE,
  N_ ("A bone comes before its parent."),
  N_ ("The bone moves one frame late, or its matrix is garbage."),
  "m2.md 14")

MW_RULE (M2_VERTEX_BONE, "m2-vertex-bone", ERROR,
  N_ ("A vertex is moved by a bone that does not exist."),
  N_ ("What clients do is not known. They take something else for its matrix: spikes, or a crash."),
  "m2.md 5.5")

MW_RULE (M2_BONE_MISSING, "m2-bone-missing", ERROR,
  N_ ("An attachment, event, light or emitter has no bone."),
  N_ ("The 3.3.5 client looks up the bone without a test, and reads or crashes at what is not a bone."),
  "m2.md 14")

MW_RULE (M2_CAMERA, "m2-camera", SEVERE,
  N_ ("A camera sees nothing: clients skip it and all cameras after it."),
  N_ ("The 3.3.5 client skips this camera and all cameras after it."),
  "m2.md 5.15")

MW_RULE (M2_BLEND_MODE, "m2-blend-mode", ERROR,
  N_ ("A blend mode is higher than those that clients of this version know."),
  N_ ("The 3.3.5 client reads beyond the end of a table; what is drawn is not defined."),
  "m2.md 5.11 and 14")

MW_RULE (M2_TEXTURE_PATH, "m2-texture-path", ERROR,
  N_ ("The path of a texture is longer than clients' buffers."),
  N_ ("Clients up to Warlords of Draenor copy the path into a buffer of 264 bytes."),
  "m2.md 5.10 and 13")

MW_RULE (M2_TRIANGLE_VERTEX, "m2-triangle-vertex", ERROR,
  N_ ("A triangle refers to a vertex that does not exist."),
  N_ ("Spikes, or the client crashes."),
  "m2.md 14")

MW_RULE (M2_TRIANGLES, "m2-triangles", ERROR,
  N_ ("The number of corners of a submesh is not a multiple of three."),
  N_ ("What clients do is not known. The last triangle is incomplete, and those of the next submesh may be torn."),
  "m2.md 6.1")

MW_RULE (M2_INFLUENCES, "m2-influences", WARNING,
  N_ ("The number of bone influences of a submesh is 0."),
  N_ ("A client crashes, or does not draw the submesh."),
  "m2.md 6.1")

MW_RULE (M2_SUBMESH_NO_BONES, "m2-submesh-no-bones", ERROR,
  N_ ("No bone moves any vertex of a submesh: clients divide by zero."),
  N_ ("The 3.3.5 client divides by zero and crashes."),
  "m2.md 14")

MW_RULE (M2_BONE_LIMIT, "m2-bone-limit", ERROR,
  N_ ("A submesh needs more bones than its profile allows."),
  N_ ("What clients do is not known. They choose a profile by how many bones the graphics card takes."),
  "m2.md 6 and 13")

MW_RULE (M2_BATCH_TEXTURES, "m2-batch-textures", ERROR,
  N_ ("A batch has no texture, or more textures than clients of this version accept."),
  N_ ("What clients do is not known. Shaders take one to four textures, before Cataclysm two."),
  "m2.md 6.2 and 13")

MW_RULE (M2_BATCH_LAYER, "m2-batch-layer", SEVERE,
  N_ ("The layer of a batch is higher than those that clients know."),
  N_ ("What clients do is not known. No known file has more than eight layers."),
  "m2.md 6.2 and 13")

MW_RULE (M2_BATCH_INCOMPLETE, "m2-batch-incomplete", ERROR,
  N_ ("A batch has no material or no submesh."),
  N_ ("A client crashes or draws garbage."),
  "m2.md 14")

MW_RULE_IN (M2_SHADOW_BATCH, "m2-shadow-batch", WARNING,
  N_ ("A shadow batch refers to something that does not exist; only later clients read it."),
  N_ ("Clients up to 3.3.5 do not read it. Later ones may cast a wrong shadow."),
  "m2.md 6 and 6.3", 0, 264)
