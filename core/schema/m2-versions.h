/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What differs between the versions of M2, each fact once. A name with SINCE gives the first version that has
 * something, one with UNTIL the last. Row tables use these numbers in `since` and `until`; code compares the version
 * of a model with them. The file is in core/schema because the walkers need the layout of tracks; the other facts
 * are for io, edit and the rest. Sections are those of docs/formats/m2.md. */

#define MW_M2_FIRST_VERSION 256
#define MW_M2_LAST_VERSION 274

/* 258 */
#define MW_M2_QUAT16_SINCE 258         /* rotation keys are four 16-bit numbers; before, four floats (15.1) */
#define MW_M2_BONE_DISTANCES_SINCE 258 /* the two words of a bone are about its place in the skeleton (5.4) */
#define MW_M2_SORT_SPHERE_SINCE 258    /* a submesh has a centre and radius to sort by */

/* 262 */
#define MW_M2_EMITTER_BYTES_SINCE 262 /* blend mode and type of an emitter are bytes, beside a colour index (15.2) */

/* 264: Wrath of the Lich King */
#define MW_M2_LANES_SINCE 264      /* a track has an array of keys for each sequence; before, one time line (4) */
#define MW_M2_COMPANIONS_SINCE 264 /* profiles are in .skin files, and the keys of some sequences in .anim files (1) */
#define MW_M2_NAME_CRC_SINCE 264   /* a bone has the CRC of its name instead of two words about its chain (5.4) */
#define MW_M2_MULTITEXTURE_SINCE 264   /* an emitter may name three textures by five bits each (5.17) */
#define MW_M2_COMBINER_RUNS_SINCE 264  /* with a global flag, batches refer to runs of texture_combiners (7) */
#define MW_M2_SPECIAL_SHADER_SINCE 264 /* clients use a stored shader with the bit 0x8000 unchanged (7) */

/* 265: Cataclysm */
#define MW_M2_SHADERS_STORED_SINCE 265  /* the file stores the shader of a batch; before, clients compute it (7) */
#define MW_M2_SHADOW_BATCHES_SINCE 265  /* clients read shadow batches (6.3) */
#define MW_M2_FOUR_TEXTURES_SINCE 265   /* a batch has up to four textures; before, two */
#define MW_M2_COORDS_OPTIONAL_SINCE 265 /* the table of coordinates may be missing, which means 0 for all (7) */
#define MW_M2_PHYSICS_SINCE 265         /* there may be a .phys file beside the model (1) */
#define MW_M2_EMITTER_TEXTURE_SCALE_SINCE 265 /* an emitter has scales of two textures instead of two bytes */
#define MW_M2_ATTACHMENT_TRACK_UNTIL 264      /* exporters write a visibility track for every attachment (5.12) */

/* 271. Files of versions 265 to 271 may have either camera layout, so readers look at the bytes (5.15). */
#define MW_M2_CAMERA_PROBED_SINCE 265
#define MW_M2_CAMERA_PROBED_UNTIL 271
#define MW_M2_FIELD_OF_VIEW_TRACK_SINCE 271 /* the field of view of a camera is a track; before, a number (5.15) */

/* 272: Mists of Pandaria */
#define MW_M2_SCROLLING_SINCE                                                                                          \
  272 /* every emitter has scroll speeds; from 264 on only those of models with a global flag (5.17) */
#define MW_M2_BLEND_ADD_SINCE 272 /* blend mode 7 */
#define MW_M2_CHUNKS_SINCE 272    /* the file may be a stream of chunks, one of which has what older files are (12) */
