/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for MDX models of World of Warcraft's alpha and beta. See core/check/list.h. */

MW_RULE (WOW_OBJECT_ID, "wow-object-id", ERROR,
  N_ ("The object ids of the nodes have gaps or are out of order: clients of World of Warcraft's alpha stop with an error."),
  NULL, NULL)

MW_RULE (WOW_OBJECT_ORDER, "wow-object-order", WARNING,
  N_ ("The object ids of the nodes are not in the order of their kinds."),
  NULL, NULL)

MW_RULE (WOW_NODE_FLAGS, "wow-node-flags", ERROR,
  N_ ("A node has flags that only particle emitters may have: clients of World of Warcraft's alpha stop with an error."),
  NULL, NULL)

MW_RULE (WOW_COUNT, "wow-count", ERROR,
  N_ ("The model has more sequences, materials or geosets than clients of World of Warcraft's alpha support."),
  NULL, NULL)

MW_RULE (WOW_LAYER_FLAGS, "wow-layer-flags", UNUSED,
  N_ ("A layer has flags that do nothing before version 1500."),
  NULL, NULL)

MW_RULE (WOW_CAMERA_NAME, "wow-camera-name", WARNING,
  N_ ("A camera has a name that clients of World of Warcraft's alpha do not look for."),
  NULL, NULL)

MW_RULE (WOW_BONE_WEIGHTS, "wow-bone-weights", ERROR,
  N_ ("A geoset has a different number of bone weights than bone indices."),
  NULL, NULL)

MW_RULE (WOW_FREQUENCY, "wow-frequency", WARNING,
  N_ ("The frequencies of the sequences of an animation do not sum to 1."),
  NULL, NULL)

MW_RULE (WOW_ATTACHMENT_NAME, "wow-attachment-name", UNUSED,
  N_ ("The name of an attachment does not match its id."),
  NULL, NULL)

MW_RULE (WOW_BONE_WORDS, "wow-bone-words", WARNING,
  N_ ("The bone indices and the matrix groups of a geoset refer to different bones."),
  NULL, NULL)
