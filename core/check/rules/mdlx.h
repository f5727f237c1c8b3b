/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for MDL and MDX models of both games. See core/check/list.h. */
#undef MW_RULE_FAMILIES
#define MW_RULE_FAMILIES (MW_FAMILY_MDX | MW_FAMILY_MDX_WOW)

MW_RULE (SEQUENCE_EMPTY, "sequence-empty", WARNING,
  N_ ("A sequence has no duration."),
  N_ ("The sequence shows a single moment."),
  "rendering.md 1.4; mdx-m3-viewer sanity test")

MW_RULE (TEXTURE_EMPTY, "texture-empty", WARNING,
  N_ ("A texture has neither a path nor a replaceable id."),
  N_ ("What the game draws is not known; viewers draw a placeholder."),
  "rendering.md 3.8; HiveWE validator")

MW_RULE (MATERIAL_NO_LAYERS, "material-no-layers", WARNING,
  N_ ("A material has no layer."),
  N_ ("What the game does is not known. There is no texture, so viewers draw nothing."),
  "HiveWE validator; mdx-m3-viewer sanity test")

MW_RULE (LAYER_UV_SET, "layer-uv-set", SEVERE,
  N_ ("A layer uses a UV set that a geoset of its material does not have."),
  N_ ("What games do is not known. The texture has no coordinates, so it looks wrong."),
  "mdlx.md 5.5 and 5.7")

MW_RULE (GEOSET_VERTICES, "geoset-vertices", ERROR,
  N_ ("A geoset has more than 65535 vertices, the most that its faces can refer to."),
  N_ ("Faces have 16 bits for the number of a vertex, so no face can use the others, and the file cannot be written."),
  "mdlx.md 14")

MW_RULE (GEOSET_NORMALS, "geoset-normals", ERROR,
  N_ ("A geoset has a different number of normals than vertices."),
  N_ ("What games do is not known. A program that trusts the number of vertices reads something else as normals."),
  "mdlx.md 5.7; HiveWE validator")

MW_RULE (GEOSET_VERTEX_GROUPS, "geoset-vertex-groups", ERROR,
  N_ ("A geoset has a different number of vertex groups than vertices."),
  N_ ("What the game does is not known; HiveWE calls it an error."),
  "mdlx.md 5.7; HiveWE validator")

MW_RULE (GEOSET_UVS, "geoset-uvs", ERROR,
  N_ ("A UV set has a different number of coordinates than the geoset has vertices."),
  N_ ("What games do is not known. A program that trusts the number of vertices reads something else as coordinates."),
  "mdlx.md 5.7; HiveWE validator")

MW_RULE_IN (GEOSET_SKIN, "geoset-skin", ERROR,
  N_ ("A geoset has a different number of skin bones or weights than vertices."),
  N_ ("What the game does is not known. A program that trusts the number of vertices reads something else as bones."),
  "mdlx.md 5.7; HiveWE validator", 900, G_MAXUINT)

MW_RULE_IN (GEOSET_TANGENTS, "geoset-tangents", ERROR,
  N_ ("A geoset has a different number of tangents than vertices."),
  N_ ("What the game does is not known. A program that trusts the number of vertices reads something else as tangents."),
  "mdlx.md 5.7", 900, G_MAXUINT)

MW_RULE (GEOSET_PRIMITIVES, "geoset-primitives", ERROR,
  N_ ("The sizes of the primitives do not add up to the number of face indices, or there is not one size for each type."),
  N_ ("What games do is not known. Faces are missing, or a program reads beyond their end."),
  "mdlx.md 5.7")

MW_RULE (GEOSET_PRIMITIVE_TYPE, "geoset-primitive-type", SEVERE,
  N_ ("A primitive does not consist of triangles (type 4)."),
  N_ ("What games draw is not known, as none of their files has another type. Most programs take all faces for triangles."),
  "mdlx.md 5.7")

MW_RULE (GEOSET_TRIANGLES, "geoset-triangles", ERROR,
  N_ ("The number of indices of a triangle primitive is not a multiple of three."),
  N_ ("What games do is not known. The last face is incomplete, and the faces of the next primitive may be torn."),
  "mdlx.md 5.7; HiveWE validator")

MW_RULE (GEOSET_FACE_INDEX, "geoset-face-index", ERROR,
  N_ ("A face refers to a vertex that does not exist."),
  N_ ("What games do is not known. A program that does not test it reads beyond the vertices: spikes, or a crash."),
  "mdlx.md 14; HiveWE validator")

MW_RULE (GEOSET_GROUP_INDEX, "geoset-group-index", SEVERE,
  N_ ("A vertex belongs to a matrix group that does not exist."),
  N_ ("Warcraft III leaves the vertex where it is while the model moves."),
  "rendering.md 2.4")

MW_RULE (GEOSET_GROUP_MEMBERS, "geoset-group-members", ERROR,
  N_ ("The sizes of the matrix groups do not add up to the number of members."),
  N_ ("What games do is not known. A group at the end lacks nodes, or a program reads beyond the members."),
  "rendering.md 2.4; HiveWE validator")

MW_RULE (GEOSET_GROUP_UNMOVED, "geoset-group-unmoved", SEVERE,
  N_ ("A matrix group is used by vertices but has no node."),
  N_ ("What games do is not known. Viewers leave the vertices where they are, or divide by 0, the number of nodes."),
  "rendering.md 2.4; HiveWE validator")

MW_RULE (GEOSET_GROUP_COUNT, "geoset-group-count", WARNING,
  N_ ("A geoset has more than 256 matrix groups; a vertex can refer only to the first 256."),
  N_ ("A vertex has one byte for the number of its group, so no vertex can use the others."),
  "mdlx.md 5.7")

MW_RULE (GEOSET_EXTENTS, "geoset-extents", WARNING,
  N_ ("A geoset has a different number of extents than there are sequences."),
  N_ ("Games do not mind, as their own files have other numbers too. War3 Model Editor cannot read the model."),
  "mdlx.md 5.7; mdx-m3-viewer sanity test")

MW_RULE (NODE_CYCLE, "node-cycle", ERROR,
  N_ ("A node is its own ancestor."),
  N_ ("What games do is not known. A program that follows the parents never ends."),
  "mdlx.md 14; HiveWE validator")

MW_RULE (NODE_NAME_EMPTY, "node-name-empty", WARNING,
  N_ ("A node has no name."),
  N_ ("The game cannot find an attachment or an event without its name. Other nodes work without one."),
  "mdlx.md 5.12 and 5.18")

MW_RULE (NODE_PIVOTS, "node-pivots", WARNING,
  N_ ("The file has a different number of pivots than nodes."),
  N_ ("What games do is not known. Pivots belong to nodes by their number, so a node without one turns about the origin of the model, and others are not used."),
  "mdlx.md 5.13; mdx-m3-viewer sanity test")

MW_RULE (EVENT_NO_TRACK, "event-no-track", SEVERE,
  N_ ("An event object has no event track: other programs cannot read the file."),
  N_ ("The event never happens. War3-model and mdx-m3-viewer refuse the file."),
  "mdlx.md 2.4 and 5.18")

MW_RULE (TEXT_QUOTE, "text-quote", WARNING,
  N_ ("A name or path has a quotation mark or a line break, which MDL text cannot hold."),
  N_ ("In MDX the game reads it. A program that writes MDL changes the name, or writes a file that cannot be read."),
  "HiveWE validator")

MW_RULE (GEOSET_DEGENERATE, "geoset-degenerate", UNUSED,
  N_ ("A triangle has no area: it is never visible."),
  N_ ("It is drawn and nothing is seen, so it only makes the file larger."),
  "War3 Model Tuner")

MW_RULE (GEOSET_TRIANGLE_TWICE, "geoset-triangle-twice", WARNING,
  N_ ("A geoset has the same triangle more than once."),
  N_ ("It is drawn more than once. With blending it is brighter or more opaque than its neighbours; otherwise nothing is seen of it."),
  "War3 Model Tuner")

MW_RULE (GEOSET_VERTEX_UNUSED, "geoset-vertex-unused", UNUSED,
  N_ ("A vertex is in no triangle."),
  N_ ("It is not drawn, so it only makes the file larger."),
  "War3 Model Tuner")

MW_RULE (GEOSET_GROUP_UNUSED, "geoset-group-unused", UNUSED,
  N_ ("A matrix group has no vertex."),
  N_ ("It moves nothing, so it only makes the file larger."),
  "War3 Model Tuner")
