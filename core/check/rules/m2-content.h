/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for what the records of M2 models contain: keys, meshes, surfaces, named points and effects. See core/check/list.h. */
#undef MW_RULE_FAMILIES
#define MW_RULE_FAMILIES MW_FAMILY_M2

/* Sequences and tracks */

MW_RULE_IN (M2_SEQUENCE_OVERLAP, "m2-sequence-overlap", SEVERE,
  N_ ("Two sequences share a part of the time line, but not all of it."),
  N_ ("Each of them plays keys that belong to the other."),
  "m2.md 4.1", 0, 263)

MW_RULE (M2_SEQUENCE_TWICE, "m2-sequence-twice", WARNING,
  N_ ("Two sequences have the same animation and the same variation number."),
  N_ ("If both keep their keys in a file, the files have the same name. What clients do is not known."),
  "m2.md 1 and 5.1")

MW_RULE_IN (M2_VARIATION_UNREACHED, "m2-variation-unreached", UNUSED,
  N_ ("No chain of variations leads to a sequence."),
  N_ ("Clients find the first sequence of an animation and follow its chain, so they never play this one."),
  "m2.md 5.1 and 5.2", 264, G_MAXUINT)

MW_RULE (M2_KEY_TWICE, "m2-key-twice", WARNING,
  N_ ("Two keys of a track have the same time."),
  N_ ("What clients do is not known. In files of the games the times strictly increase."),
  "m2.md 4.2")

MW_RULE_IN (M2_KEY_BEYOND, "m2-key-beyond", UNUSED,
  N_ ("A key is after the end of its sequence, so it is never reached."),
  N_ ("The key is never reached, so it only makes the file larger."),
  "m2.md 4.2", 264, G_MAXUINT)

MW_RULE_IN (M2_EVENT_BEYOND, "m2-event-beyond", WARNING,
  N_ ("An event is after the end of its sequence, so it never happens."),
  N_ ("The sound, footprint or other event never happens."),
  "m2.md 4.2", 264, G_MAXUINT)

MW_RULE_IN (M2_TRACK_LANES, "m2-track-lanes", ERROR,
  N_ ("A track has sets of keys for more sequences than the model has."),
  N_ ("The 3.3.5 client reads beyond the end of its array of sequences."),
  "m2.md 14", 264, G_MAXUINT)

MW_RULE_IN (M2_TRACK_LANES_FEW, "m2-track-lanes-few", SEVERE,
  N_ ("A track has sets of keys for some sequences only."),
  N_ ("The 3.3.5 client plays the keys of the first sequence in all sequences that have no set."),
  "m2.md 4.2", 264, G_MAXUINT)

MW_RULE_IN (M2_GLOBAL_LANES, "m2-global-lanes", UNUSED,
  N_ ("A track of a global sequence has more than one set of keys."),
  N_ ("Only the first set is used."),
  "m2.md 4.2", 264, G_MAXUINT)

MW_RULE (M2_INTERPOLATION, "m2-interpolation", UNUSED,
  N_ ("A track has an interpolation with tangents, but its keys have none."),
  N_ ("The 3.3.5 client interpolates linearly."),
  "m2.md 4.3")

/* Bones and vertices */

MW_RULE (M2_BONE_STILL, "m2-bone-still", SEVERE,
  N_ ("A bone has keys, but not the flag that makes it move."),
  N_ ("The 3.3.5 client ignores the keys, so the bone stays in its rest pose."),
  "m2.md 5.4 and 14")

MW_RULE (M2_BILLBOARD, "m2-billboard", WARNING,
  N_ ("A bone is a spherical and a cylindrical billboard at once."),
  N_ ("What clients do is not known. The two kinds exclude each other."),
  "m2.md 5.4")

MW_RULE (M2_KEY_BONE_TWICE, "m2-key-bone-twice", WARNING,
  N_ ("Two bones have the same key bone id."),
  N_ ("Clients find a key bone by a table with one bone for each id, so they use only one of them."),
  "m2.md 8")

MW_RULE_IN (M2_BONE_DISTANCE, "m2-bone-distance", WARNING,
  N_ ("The distance of a bone to its parent is not that of their pivots."),
  N_ ("What clients do with the number is not known. All known files of their versions have the right one."),
  "m2.md 5.4", 258, G_MAXUINT)

MW_RULE_IN (M2_BONE_NAME, "m2-bone-name", WARNING,
  N_ ("The checksum of a bone's name is 0, or is not that of its key bone."),
  N_ ("What clients do with the number is not known. In all known files key bones have the name of their id."),
  "m2.md 5.4; names.md 2", 264, G_MAXUINT)

MW_RULE (M2_WEIGHTS_SUM, "m2-weights-sum", SEVERE,
  N_ ("The weights of a vertex do not sum to 255."),
  N_ ("The vertex is drawn nearer to the origin, or farther away from it."),
  "m2.md 5.5 and 13")

MW_RULE (M2_TRIANGLE_FLAT, "m2-triangle-flat", UNUSED,
  N_ ("A triangle has the same vertex at two corners."),
  N_ ("It is never seen."),
  "geometry")

MW_RULE (M2_INFLUENCES_FEW, "m2-influences-few", WARNING,
  N_ ("A vertex is moved by more bones than its submesh says."),
  N_ ("What clients do is not known. Two files of the games are like that."),
  "m2.md 6.1")

MW_RULE (M2_SUBMESH_UNUSED, "m2-submesh-unused", UNUSED,
  N_ ("No batch draws a submesh."),
  N_ ("It is never seen."),
  "m2.md 6.2")

MW_RULE (M2_BOUNDS_EMPTY, "m2-bounds-empty", WARNING,
  N_ ("The bounds of a model or a sequence are empty."),
  N_ ("Clients leave out what is outside the view by the bounds, so the model may not be seen."),
  "m2.md 14; wowdev.wiki M2")

MW_RULE (M2_BOUNDS_SMALL, "m2-bounds-small", WARNING,
  N_ ("Vertices are outside the bounds of the model, even in the rest pose."),
  N_ ("Clients leave out what is outside the view by the bounds, so the model may vanish at the edge of the screen."),
  "m2.md 14")

MW_RULE (M2_BOUNDS_LOW, "m2-bounds-low", WARNING,
  N_ ("The bounds of a creature are so low that the camera stays at its feet."),
  N_ ("The camera never goes higher than 0.16 below the top of the bounds."),
  "m2.md 2")

/* Surfaces */

MW_RULE (M2_BATCH_COORDS, "m2-batch-coords", WARNING,
  N_ ("A batch uses texture coordinates that vertices do not have."),
  N_ ("What clients do is not known. Vertices have two sets; 65535 means environment mapping."),
  "m2.md 6.2")

MW_RULE (M2_BATCH_LAYERS, "m2-batch-layers", WARNING,
  N_ ("A submesh has a batch for a layer, but none for the layer below it."),
  N_ ("What clients do is not known. Layers of a submesh are counted from 0 without gaps."),
  "m2.md 6.2")

MW_RULE_IN (M2_COORDS_EMPTY, "m2-coords-empty", ERROR,
  N_ ("The table of texture coordinates is empty."),
  N_ ("Clients before Cataclysm crash or draw garbage."),
  "m2.md 14", 0, 264)

MW_RULE (M2_TEXTURE_EMPTY, "m2-texture-empty", SEVERE,
  N_ ("A texture that is a file has no path."),
  N_ ("The 3.3.5 client draws solid white."),
  "m2.md 5.10")

MW_RULE (M2_TEXTURE_UNUSED_PATH, "m2-texture-unused-path", UNUSED,
  N_ ("A texture that the game supplies has a path."),
  N_ ("The game chooses the image by the type, so the path is not used after that."),
  "m2.md 5.10")

MW_RULE (M2_TEXTURE_TYPE, "m2-texture-type", WARNING,
  N_ ("A texture has a type that no client knows."),
  N_ ("No game supplies an image for it, so the surface stays white."),
  "m2.md 5.10; names.md 4")

MW_RULE (M2_TEXTURE_SUFFIX, "m2-texture-suffix", WARNING,
  N_ ("The path of a texture does not end with .blp."),
  N_ ("Whether clients find the image is not known. All paths of the games end with .blp."),
  "m2.md 5.10")

MW_RULE (M2_TEXT_END, "m2-text-end", SEVERE,
  N_ ("The path of a texture has no NUL at its end."),
  N_ ("Clients up to Warlords of Draenor read beyond it, and look for a file with another name."),
  "m2.md 5.10 and 14")

MW_RULE (M2_TEXT_REST, "m2-text-rest", WARNING,
  N_ ("A text has more bytes after the NUL that ends it."),
  N_ ("Clients stop at the NUL. A texture that seems to have a name is loaded as a file by the 3.3.5 client."),
  "m2.md 5.10")

/* Points that clients find by an id */

MW_RULE (M2_LOOKUP, "m2-lookup", SEVERE,
  N_ ("A lookup table leads to another record than the one with the id."),
  N_ ("Clients find sequences, attachments, cameras and key bones only by these tables, so they use the wrong one or none."),
  "m2.md 5.2, 5.12 and 8")

MW_RULE (M2_LOOKUP_FULL, "m2-lookup-full", ERROR,
  N_ ("The hash table of animations has no free slot: clients hang."),
  N_ ("The 3.3.5 client searches for a missing animation forever."),
  "m2.md 5.2 and 14")

MW_RULE (M2_ATTACHMENT_ID, "m2-attachment-id", WARNING,
  N_ ("An attachment has an id that no client knows."),
  N_ ("No client asks for it, so nothing is ever attached to it."),
  "m2.md 5.12; names.md 3.1")

MW_RULE (M2_ATTACHMENT_TWICE, "m2-attachment-twice", UNUSED,
  N_ ("Two attachments have the same id."),
  N_ ("Clients find only the first of them."),
  "m2.md 5.12")

MW_RULE (M2_ATTACHMENT_NAME, "m2-attachment-name", WARNING,
  N_ ("A creature has no attachment for its name."),
  N_ ("The name of a unit is placed at attachment 29, or else at 18."),
  "m2.md 5.12")

MW_RULE (M2_ATTACHMENT_BREATH, "m2-attachment-breath", WARNING,
  N_ ("A creature has no attachment for its breath."),
  N_ ("Clients use attachment 17 for the breath and for the camera. What they do without it is not known."),
  "m2.md 5.12")

MW_RULE (M2_CAMERA_TWICE, "m2-camera-twice", UNUSED,
  N_ ("Two cameras have the same type."),
  N_ ("Clients find a camera by a table with one camera for each type, so they never use the second one."),
  "m2.md 5.15")

MW_RULE (M2_EVENT_UNKNOWN, "m2-event-unknown", WARNING,
  N_ ("An event has an identifier that no client knows."),
  N_ ("Nothing happens at the event."),
  "m2.md 5.13; names.md 1")

MW_RULE (M2_EVENT_SILENT, "m2-event-silent", WARNING,
  N_ ("An event plays a fidget sound that does not exist."),
  N_ ("Only the sounds 1 to 5 exist; what clients do with 6 to 9 is not known."),
  "names.md 1")

MW_RULE (M2_EVENT_DATA, "m2-event-data", WARNING,
  N_ ("An event has a number that its identifier does not use."),
  N_ ("Clients ignore the number."),
  "names.md 1")

MW_RULE (M2_EVENT_CAMERA, "m2-event-camera", WARNING,
  N_ ("The model has an event for the height of the camera and one for its place."),
  N_ ("Clients ignore $CFM if the model has $CMA."),
  "names.md 1")

/* Lights, emitters and ribbons */

MW_RULE (M2_LIGHT_DIRECTIONAL, "m2-light-directional", WARNING,
  N_ ("A directional light is in a model that is not for a login screen."),
  N_ ("The light has no effect."),
  "m2.md 5.14")

MW_RULE_IN (M2_PARTICLE_HEADS, "m2-particle-heads", SEVERE,
  N_ ("What a particle draws is said in the way of other versions."),
  N_ ("Up to 263 clients read a byte, from 264 on two flags. With neither flag what they draw is not known."),
  "m2.md 5.17", 0, G_MAXUINT)

MW_RULE (M2_PARTICLE_BLEND, "m2-particle-blend", SEVERE,
  N_ ("Particles have a blend mode that clients of this version do not know."),
  N_ ("What clients do is not known. Particles of clients before Cataclysm have the modes 0 to 4."),
  "m2.md 5.17")

MW_RULE (M2_PARTICLE_SPLINE, "m2-particle-spline", SEVERE,
  N_ ("An emitter follows a spline that has fewer than two points."),
  N_ ("What clients do is not known. There is no line to emit particles along."),
  "rendering.md 4.4")

MW_RULE (M2_CELLS_NONE, "m2-cells-none", SEVERE,
  N_ ("An emitter or ribbon has no rows or no columns of cells."),
  N_ ("The size of a cell is 1 divided by their number. What clients do with 0 is not known."),
  "rendering.md 4.4 and 4.5")

MW_RULE_IN (M2_PARTICLE_TEXTURES, "m2-particle-textures", ERROR,
  N_ ("An emitter with several textures uses one whose number is above 31."),
  N_ ("The file has five bits for each of the numbers, so this one cannot be stored."),
  "m2.md 5.17 and 13", 264, G_MAXUINT)

MW_RULE (M2_RIBBON_EMPTY, "m2-ribbon-empty", SEVERE,
  N_ ("A ribbon has no texture or no material."),
  N_ ("What clients do is not known. There is nothing to draw the ribbon with."),
  "m2.md 5.16")
