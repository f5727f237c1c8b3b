/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for MDL and MDX models of both games. See core/check/list.h. */

MW_RULE (SEQUENCES_NONE, "sequences-none", WARNING,
  N_ ("The model has no sequence."),
  NULL, NULL)

MW_RULE (SEQUENCE_BACKWARDS, "sequence-backwards", WARNING,
  N_ ("A sequence ends before it starts."),
  NULL, NULL)

MW_RULE (SEQUENCE_EMPTY, "sequence-empty", WARNING,
  N_ ("A sequence has no duration."),
  NULL, NULL)

MW_RULE (GLOBAL_SEQUENCE_EMPTY, "global-sequence-empty", WARNING,
  N_ ("A global sequence has no duration."),
  NULL, NULL)

MW_RULE (TEXTURE_EMPTY, "texture-empty", WARNING,
  N_ ("A texture has neither a path nor a replaceable id."),
  NULL, NULL)

MW_RULE (MATERIAL_NO_LAYERS, "material-no-layers", WARNING,
  N_ ("A material has no layer."),
  NULL, NULL)

MW_RULE (LAYER_UV_SET, "layer-uv-set", SEVERE,
  N_ ("A layer uses a UV set that a geoset of its material does not have."),
  NULL, NULL)

MW_RULE (GEOSET_VERTICES, "geoset-vertices", ERROR,
  N_ ("A geoset has more than 65535 vertices, the most that its faces can refer to."),
  NULL, NULL)

MW_RULE (GEOSET_NORMALS, "geoset-normals", ERROR,
  N_ ("A geoset has a different number of normals than vertices."),
  NULL, NULL)

MW_RULE (GEOSET_VERTEX_GROUPS, "geoset-vertex-groups", ERROR,
  N_ ("A geoset has a different number of vertex groups than vertices."),
  NULL, NULL)

MW_RULE (GEOSET_UVS, "geoset-uvs", ERROR,
  N_ ("A UV set has a different number of coordinates than the geoset has vertices."),
  NULL, NULL)

MW_RULE (GEOSET_SKIN, "geoset-skin", ERROR,
  N_ ("A geoset has a different number of skin bones or weights than vertices."),
  NULL, NULL)

MW_RULE (GEOSET_TANGENTS, "geoset-tangents", ERROR,
  N_ ("A geoset has a different number of tangents than vertices."),
  NULL, NULL)

MW_RULE (GEOSET_PRIMITIVES, "geoset-primitives", ERROR,
  N_ ("The sizes of the primitives do not add up to the number of face indices, or there is not one size for each type."),
  NULL, NULL)

MW_RULE (GEOSET_PRIMITIVE_TYPE, "geoset-primitive-type", SEVERE,
  N_ ("A primitive does not consist of triangles (type 4)."),
  NULL, NULL)

MW_RULE (GEOSET_TRIANGLES, "geoset-triangles", ERROR,
  N_ ("The number of indices of a triangle primitive is not a multiple of three."),
  NULL, NULL)

MW_RULE (GEOSET_FACE_INDEX, "geoset-face-index", ERROR,
  N_ ("A face refers to a vertex that does not exist."),
  NULL, NULL)

MW_RULE (GEOSET_GROUP_INDEX, "geoset-group-index", SEVERE,
  N_ ("A vertex belongs to a matrix group that does not exist."),
  NULL, NULL)

MW_RULE (GEOSET_GROUP_MEMBERS, "geoset-group-members", ERROR,
  N_ ("The sizes of the matrix groups do not add up to the number of members."),
  NULL, NULL)

MW_RULE (GEOSET_GROUP_UNMOVED, "geoset-group-unmoved", SEVERE,
  N_ ("A matrix group is used by vertices but has no node."),
  NULL, NULL)

MW_RULE (GEOSET_GROUP_COUNT, "geoset-group-count", WARNING,
  N_ ("A geoset has more than 256 matrix groups; a vertex can refer only to the first 256."),
  NULL, NULL)

MW_RULE (GEOSET_EXTENTS, "geoset-extents", WARNING,
  N_ ("A geoset has a different number of extents than there are sequences."),
  NULL, NULL)

MW_RULE (NODE_CYCLE, "node-cycle", ERROR,
  N_ ("A node is its own ancestor."),
  NULL, NULL)

MW_RULE (NODE_NAME_EMPTY, "node-name-empty", WARNING,
  N_ ("A node has no name."),
  NULL, NULL)

MW_RULE (EVENT_NO_TRACK, "event-no-track", SEVERE,
  N_ ("An event object has no event track: other programs cannot read the file."),
  NULL, NULL)
