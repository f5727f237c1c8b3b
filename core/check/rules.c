/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/rules.h"
#include "core/base/i18n.h"

#include <string.h>

static const MwRule rules[MW_N_RULES] = {
  [MW_RULE_REFERENCE_DANGLING] = { "reference-dangling", MW_SEVERITY_ERROR,
                                   N_ ("A reference names a record that does not exist.") },
  [MW_RULE_NUMBER_NOT_FINITE] = { "number-not-finite", MW_SEVERITY_SEVERE,
                                  N_ ("A number is infinite or not a number.") },
  [MW_RULE_ENUM_UNNAMED] = { "enum-unnamed", MW_SEVERITY_WARNING,
                             N_ ("A choice has a number without a meaning in this format.") },
  [MW_RULE_TEXT_FULL] = { "text-full", MW_SEVERITY_WARNING,
                          N_ ("A text fills its whole buffer and leaves no room for the NUL at its end.") },
  [MW_RULE_FILE_CUT] = { "file-cut", MW_SEVERITY_WARNING,
                         N_ ("The file ends with a few bytes that are no chunk, as if it had been cut short.") },
  [MW_RULE_SEQUENCES_NONE] = { "sequences-none", MW_SEVERITY_WARNING, N_ ("The model has no sequence.") },
  [MW_RULE_SEQUENCE_BACKWARDS] = { "sequence-backwards", MW_SEVERITY_WARNING,
                                   N_ ("A sequence ends before it starts.") },
  [MW_RULE_SEQUENCE_EMPTY] = { "sequence-empty", MW_SEVERITY_WARNING, N_ ("A sequence has no duration.") },
  [MW_RULE_GLOBAL_SEQUENCE_EMPTY] = { "global-sequence-empty", MW_SEVERITY_WARNING,
                                      N_ ("A global sequence has no duration.") },
  [MW_RULE_TEXTURE_EMPTY] = { "texture-empty", MW_SEVERITY_WARNING,
                              N_ ("A texture has neither a path nor a replaceable id.") },
  [MW_RULE_MATERIAL_NO_LAYERS] = { "material-no-layers", MW_SEVERITY_WARNING, N_ ("A material has no layer.") },
  [MW_RULE_LAYER_UV_SET] = { "layer-uv-set", MW_SEVERITY_SEVERE,
                             N_ ("A layer picks a UV set that a geoset of its material lacks.") },
  [MW_RULE_GEOSET_VERTICES] = { "geoset-vertices", MW_SEVERITY_ERROR,
                                N_ ("A geoset has more than 65535 vertices; its faces can name only those.") },
  [MW_RULE_GEOSET_NORMALS] = { "geoset-normals", MW_SEVERITY_ERROR,
                               N_ ("A geoset has a different number of normals than vertices.") },
  [MW_RULE_GEOSET_VERTEX_GROUPS] = { "geoset-vertex-groups", MW_SEVERITY_ERROR,
                                     N_ ("A geoset has a different number of vertex groups than vertices.") },
  [MW_RULE_GEOSET_UVS] = { "geoset-uvs", MW_SEVERITY_ERROR,
                           N_ ("A UV set has a different number of coordinates than the geoset has vertices.") },
  [MW_RULE_GEOSET_SKIN] = { "geoset-skin", MW_SEVERITY_ERROR,
                            N_ ("A geoset has a different number of skin bones or weights than vertices.") },
  [MW_RULE_GEOSET_TANGENTS] = { "geoset-tangents", MW_SEVERITY_ERROR,
                                N_ ("A geoset has a different number of tangents than vertices.") },
  [MW_RULE_GEOSET_PRIMITIVES] = { "geoset-primitives", MW_SEVERITY_ERROR,
                                  N_ (
                                    "The sizes of the primitives do not add up to the number of face indices, or there "
                                    "is not one size for each type.") },
  [MW_RULE_GEOSET_PRIMITIVE_TYPE] = { "geoset-primitive-type", MW_SEVERITY_SEVERE,
                                      N_ ("A primitive does not consist of triangles (type 4).") },
  [MW_RULE_GEOSET_TRIANGLES] = { "geoset-triangles", MW_SEVERITY_ERROR,
                                 N_ ("The number of indices of a triangle primitive is not a multiple of three.") },
  [MW_RULE_GEOSET_FACE_INDEX] = { "geoset-face-index", MW_SEVERITY_ERROR,
                                  N_ ("A face names a vertex that does not exist.") },
  [MW_RULE_GEOSET_GROUP_INDEX] = { "geoset-group-index", MW_SEVERITY_SEVERE,
                                   N_ ("A vertex belongs to a matrix group that does not exist.") },
  [MW_RULE_GEOSET_GROUP_MEMBERS] = { "geoset-group-members", MW_SEVERITY_ERROR,
                                     N_ ("The sizes of the matrix groups do not add up to their members.") },
  [MW_RULE_GEOSET_GROUP_UNMOVED] = { "geoset-group-unmoved", MW_SEVERITY_SEVERE,
                                     N_ ("A matrix group that vertices belong to has no node that moves it.") },
  [MW_RULE_GEOSET_GROUP_COUNT] = { "geoset-group-count", MW_SEVERITY_WARNING,
                                   N_ ("A geoset has more than 256 matrix groups; a vertex can name only those.") },
  [MW_RULE_GEOSET_EXTENTS] = { "geoset-extents", MW_SEVERITY_WARNING,
                               N_ ("A geoset has a different number of extents than there are sequences.") },
  [MW_RULE_NODE_CYCLE] = { "node-cycle", MW_SEVERITY_ERROR, N_ ("A node is its own ancestor.") },
  [MW_RULE_NODE_NAME_EMPTY] = { "node-name-empty", MW_SEVERITY_WARNING, N_ ("A node has no name.") },
  [MW_RULE_TRACK_LENGTHS] = { "track-lengths", MW_SEVERITY_ERROR,
                              N_ ("A track has a different number of values or tangents than times.") },
  [MW_RULE_TRACK_UNSORTED] = { "track-unsorted", MW_SEVERITY_SEVERE,
                               N_ ("The keys of a track are not in order of time.") },
  [MW_RULE_TRACK_NEGATIVE] = { "track-negative", MW_SEVERITY_WARNING, N_ ("A key is before time 0.") },
  [MW_RULE_TRACK_BEYOND_LOOP] = { "track-beyond-loop", MW_SEVERITY_UNUSED,
                                  N_ ("A key is after the end of its global sequence, so it is never reached.") },
  [MW_RULE_EVENT_BEYOND_LOOP] = { "event-beyond-loop", MW_SEVERITY_WARNING,
                                  N_ ("An event is after the end of its global sequence, so it never happens.") },
  [MW_RULE_WOW_OBJECT_ID] = { "wow-object-id", MW_SEVERITY_ERROR,
                              N_ (
                                "The object ids of the nodes have gaps or are out of order: clients of World of Warcraft's "
                                "alpha stop.") },
  [MW_RULE_WOW_OBJECT_ORDER] = { "wow-object-order", MW_SEVERITY_WARNING,
                                 N_ ("The object ids of the nodes are not in the order of their kinds.") },
  [MW_RULE_WOW_NODE_FLAGS] = { "wow-node-flags", MW_SEVERITY_ERROR,
                               N_ ("A node has flags that only particle emitters may have: clients of World of "
                                   "Warcraft's alpha stop.") },
  [MW_RULE_WOW_COUNT] = { "wow-count", MW_SEVERITY_ERROR,
                          N_ ("The model has more sequences, materials or geosets than clients of World of Warcraft's "
                              "alpha can count.") },
  [MW_RULE_WOW_LAYER_FLAGS] = { "wow-layer-flags", MW_SEVERITY_UNUSED,
                                N_ ("A layer has flags that do nothing before version 1500.") },
  [MW_RULE_WOW_CAMERA_NAME] = { "wow-camera-name", MW_SEVERITY_WARNING,
                                N_ ("A camera has a name that clients of World of Warcraft's alpha do not look for.") },
  [MW_RULE_WOW_BONE_WEIGHTS] = { "wow-bone-weights", MW_SEVERITY_ERROR,
                                 N_ ("A geoset has a different number of bone weights than bone indices.") },
  [MW_RULE_WOW_FREQUENCY] = { "wow-frequency", MW_SEVERITY_WARNING,
                              N_ ("The frequencies of the sequences of an animation do not sum to 1.") },
  [MW_RULE_WOW_ATTACHMENT_NAME] = { "wow-attachment-name", MW_SEVERITY_UNUSED,
                                    N_ ("The name of an attachment does not match its id.") },
  [MW_RULE_WOW_BONE_WORDS] = { "wow-bone-words", MW_SEVERITY_WARNING,
                               N_ ("The bone indices of a geoset name other bones than its matrix groups.") },
  [MW_RULE_RIBBON_HEIGHT] = { "ribbon-height", MW_SEVERITY_SEVERE, N_ ("A height of a ribbon is below 0.") },
  [MW_RULE_RIBBON_FLAT] = { "ribbon-flat", MW_SEVERITY_WARNING, N_ ("A ribbon has no height, so it cannot be seen.") },
  [MW_RULE_RIBBON_LIFE] = { "ribbon-life", MW_SEVERITY_SEVERE, N_ ("The edges of a ribbon have no life span.") },
  [MW_RULE_RIBBON_RATE] = { "ribbon-rate", MW_SEVERITY_SEVERE, N_ ("A ribbon emits less than one edge a second.") },
  [MW_RULE_PARTICLE_Z_SOURCE] = { "particle-z-source", MW_SEVERITY_WARNING,
                                  N_ ("The point that particles fly away from is below their emitter.") },
  [MW_RULE_PARTICLE_RATE] = { "particle-rate", MW_SEVERITY_WARNING,
                              N_ ("The emission rate of an emitter is below 0, which counts as 0.") },
  [MW_RULE_PARTICLE_TWINKLE] = { "particle-twinkle", MW_SEVERITY_UNUSED,
                                 N_ ("Particles twinkle between two sizes that are the same.") },
  [MW_RULE_M2_PROFILES_NONE] = { "m2-profiles-none", MW_SEVERITY_ERROR, N_ ("An M2 model has no skin profile.") },
  [MW_RULE_M2_PROFILES_MANY] = { "m2-profiles-many", MW_SEVERITY_WARNING,
                                 N_ ("An M2 model has more skin profiles than clients look for.") },
  [MW_RULE_M2_BONES_NONE] = { "m2-bones-none", MW_SEVERITY_ERROR, N_ ("An M2 model has no bone.") },
  [MW_RULE_M2_VERTICES_MANY] = { "m2-vertices-many", MW_SEVERITY_ERROR,
                                 N_ ("An M2 model has more vertices than triangles can name.") },
  [MW_RULE_M2_COLLISION] = { "m2-collision", MW_SEVERITY_SEVERE,
                             N_ ("The collision mesh names vertices that do not exist, or does not have one normal for "
                                 "each triangle.") },
  [MW_RULE_M2_ALIAS_ENDLESS] = { "m2-alias-endless", MW_SEVERITY_ERROR,
                                 N_ ("An alias never leads to a sequence with keys of its own: clients hang.") },
  [MW_RULE_M2_VARIATIONS_ENDLESS] = { "m2-variations-endless", MW_SEVERITY_ERROR,
                                      N_ ("The variations of a sequence never end: clients hang.") },
  [MW_RULE_M2_VARIATION_FOREIGN] = { "m2-variation-foreign", MW_SEVERITY_SEVERE,
                                     N_ ("The next variation of a sequence has another animation.") },
  [MW_RULE_M2_SEQUENCE_EXTERNAL] = { "m2-sequence-external", MW_SEVERITY_WARNING,
                                     N_ ("The first sequence has its keys in a file of its own.") },
  [MW_RULE_M2_PLAYABLE_MISSING] = { "m2-playable-missing", MW_SEVERITY_WARNING,
                                    N_ ("The animation that is played instead of a missing one is missing too.") },
  [MW_RULE_M2_PROFILE_MISSING] = { "m2-profile-missing", MW_SEVERITY_ERROR,
                                   N_ ("The file of a skin profile was not found: clients wait for it forever.") },
  [MW_RULE_M2_NOT_LOADED] = { "m2-not-loaded", MW_SEVERITY_WARNING,
                              N_ ("A file of the model was not found, so its content is not checked.") },
  [MW_RULE_M2_BONE_ORDER] = { "m2-bone-order", MW_SEVERITY_SEVERE, N_ ("A bone comes before its parent.") },
  [MW_RULE_M2_VERTEX_BONE] = { "m2-vertex-bone", MW_SEVERITY_ERROR,
                               N_ ("A vertex is moved by a bone that does not exist.") },
  [MW_RULE_M2_BONE_MISSING] = { "m2-bone-missing", MW_SEVERITY_ERROR,
                                N_ ("An attachment, event, light or emitter has no bone.") },
  [MW_RULE_M2_CAMERA] = { "m2-camera", MW_SEVERITY_SEVERE,
                          N_ ("A camera sees nothing: clients skip it and all cameras after it.") },
  [MW_RULE_M2_BLEND_MODE] = { "m2-blend-mode", MW_SEVERITY_ERROR,
                              N_ ("A blend mode is higher than those that clients of this version know.") },
  [MW_RULE_M2_TEXTURE_PATH] = { "m2-texture-path", MW_SEVERITY_ERROR,
                                N_ ("The path of a texture is longer than clients' buffers.") },
  [MW_RULE_M2_TRIANGLE_VERTEX] = { "m2-triangle-vertex", MW_SEVERITY_ERROR,
                                   N_ ("A triangle names a vertex that does not exist.") },
  [MW_RULE_M2_TRIANGLES] = { "m2-triangles", MW_SEVERITY_ERROR,
                             N_ ("The number of corners of a submesh is not a multiple of three.") },
  [MW_RULE_M2_INFLUENCES] = { "m2-influences", MW_SEVERITY_WARNING,
                              N_ ("A submesh says that no bone moves its vertices.") },
  [MW_RULE_M2_SUBMESH_NO_BONES] = { "m2-submesh-no-bones", MW_SEVERITY_ERROR,
                                    N_ ("No bone moves any vertex of a submesh: clients divide by zero.") },
  [MW_RULE_M2_BONE_LIMIT] = { "m2-bone-limit", MW_SEVERITY_ERROR,
                              N_ ("A submesh needs more bones than its profile's limit.") },
  [MW_RULE_M2_BATCH_TEXTURES] = { "m2-batch-textures", MW_SEVERITY_ERROR,
                                  N_ (
                                    "A batch has no texture, or more textures than clients of this version accept.") },
  [MW_RULE_M2_BATCH_LAYER] = { "m2-batch-layer", MW_SEVERITY_SEVERE,
                               N_ ("The layer of a batch is higher than those that clients know.") },
  [MW_RULE_M2_BATCH_INCOMPLETE] = { "m2-batch-incomplete", MW_SEVERITY_ERROR,
                                    N_ ("A batch lacks its material or its submesh.") },
  [MW_RULE_M2_SHADOW_BATCH] = { "m2-shadow-batch", MW_SEVERITY_WARNING,
                                N_ (
                                  "A shadow batch names something that does not exist; only later clients look at it.") },
};

const MwRule *
mw_rules (guint *n)
{
  *n = MW_N_RULES;
  return rules;
}

const MwRule *
mw_rule_find (const char *id)
{
  for (guint i = 0; i < MW_N_RULES; i++)
    if (strcmp (rules[i].id, id) == 0)
      return &rules[i];
  return NULL;
}

const char *
mw_severity_name (MwSeverity severity)
{
  static const char *const names[] = { "error", "severe", "warning", "unused" };
  return names[severity];
}
