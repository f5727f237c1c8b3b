/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for MDX models of World of Warcraft's alpha and beta. See core/check/list.h. */
#undef MW_RULE_FAMILIES
#define MW_RULE_FAMILIES MW_FAMILY_MDX_WOW

MW_RULE (WOW_OBJECT_ID, "wow-object-id", ERROR,
  N_ ("The object ids of the nodes have gaps or are out of order: clients of World of Warcraft's alpha stop with an error."),
  N_ ("The clients of the alpha stop with an error while they load the model."),
  "mdlx.md 7.1")

MW_RULE (WOW_OBJECT_ORDER, "wow-object-order", WARNING,
  N_ ("The object ids of the nodes are not in the order of their kinds."),
  N_ ("What the clients do is not known. The one known file of the game has this order."),
  "mdlx.md 7.1")

MW_RULE (WOW_NODE_FLAGS, "wow-node-flags", ERROR,
  N_ ("A node has flags that only particle emitters may have: clients of World of Warcraft's alpha stop with an error."),
  N_ ("The clients of the alpha stop with an error while they load the model."),
  "mdlx.md 7.1")

MW_RULE (WOW_COUNT, "wow-count", ERROR,
  N_ ("The model has more sequences, materials or geosets than clients of World of Warcraft's alpha support."),
  N_ ("What the clients do with more is not known."),
  "mdlx.md 7.1")

MW_RULE_IN (WOW_LAYER_FLAGS, "wow-layer-flags", UNUSED,
  N_ ("A layer has flags that do nothing before version 1500."),
  N_ ("Clients before version 1500 ignore these flags."),
  "mdlx.md 7.2", 1300, 1499)

MW_RULE (WOW_REPLACEABLE, "wow-replaceable", WARNING,
  N_ ("A texture has a replaceable id that clients of World of Warcraft's alpha do not have."),
  N_ ("No image is known for the id. What the clients draw is not known."),
  "names.md 4")

MW_RULE (WOW_ATTACHMENT_ID, "wow-attachment-id", WARNING,
  N_ ("An attachment has an id that clients of World of Warcraft's alpha do not have."),
  N_ ("No client asks for it, so nothing is ever attached to it."),
  "mdlx.md 7.2; names.md 3.2")

MW_RULE (WOW_CAMERA_NAME, "wow-camera-name", WARNING,
  N_ ("A camera has a name that clients of World of Warcraft's alpha do not look for."),
  N_ ("The clients do not find the camera, so it is never used."),
  "mdlx.md 7.2")

MW_RULE_IN (WOW_BONE_WEIGHTS, "wow-bone-weights", ERROR,
  N_ ("A geoset has a different number of bone weights than bone indices."),
  N_ ("What the clients do is not known. The two lists belong together, entry by entry."),
  "mdlx.md 7.3", 1300, 1499)

MW_RULE (WOW_FREQUENCY, "wow-frequency", WARNING,
  N_ ("The frequencies of the sequences of an animation do not sum to 1."),
  N_ ("Some variations are chosen more often or less often than their numbers say."),
  "mdlx.md 7.2; rendering.md 1.6")

MW_RULE (WOW_ATTACHMENT_NAME, "wow-attachment-name", UNUSED,
  N_ ("The name of an attachment does not match its id."),
  N_ ("Clients go by the id, so the name only misleads people."),
  "mdlx.md 7.2")

MW_RULE_IN (WOW_BONE_WORDS, "wow-bone-words", WARNING,
  N_ ("The bone indices and the matrix groups of a geoset refer to different bones."),
  N_ ("Which of the two the clients use is not known, so the vertices may follow other bones than in editors."),
  "mdlx.md 7.3", 1300, 1499)

MW_RULE_IN (WOW_GEOSET_BATCH, "wow-geoset-batch", ERROR,
  N_ ("A geoset has more than a batch of version 1500 holds, or not exactly two UV sets."),
  N_ ("A batch has 16 bits for the number of its indices, 8 for each weight and bone, and two UV sets: the file cannot be written."),
  "mdlx.md 7.4", 1500, 1599)
