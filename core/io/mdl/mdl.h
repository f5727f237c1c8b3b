/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/byte-map.h"
#include "core/schema/mdl.h"
#include "core/schema/report.h"
#include "core/schema/salvage.h"

/* MDL text of Warcraft III, from version 800 on (mdlx.md 10), and our extension of it for World of Warcraft, from 1300
 * on. The code that walks its rows is in core/schema/mdl.h.
 *
 * For Warcraft III all known spellings are read and one of them is written (MwMdlSpelling). A word of a later version than
 * the text states is an error, unless its value is the field's default (then it is not kept) or it is a count (these are
 * ignored). Blocks and statements of no known version are not kept, and names longer than a binary file allows are cut;
 * the report names both. An unknown version is read as the next lower known one, as in MDX files
 * (mw_mdlx_known_version()).
 *
 * Texts of World of Warcraft are like those of Warcraft III, with the following differences. No word has another meaning
 * than in Warcraft III:
 *
 *   Version            Family WorldOfWarcraft,     the first statement, since both games have versions from 1300 on
 *   Model              ModelFlags n, MaterialsWord n,
 *   Anim               SequenceFlags n, Frequency f, ReplayMin n, ReplayMax n, BlendDuration n,
 *   Bitmap             TextureFlags n,
 *   Layer              LayerFlags n,
 *   GeosetAnim         GeosetAnimFlags n,
 *   Geoset             SelectionFlags n, BoneIndices n { }, BoneWeights n { }, from 1500 on Center { }, GeosetIndex n,
 *                      and where Faces or Groups would not state it exactly: PrimitiveTypes n { }, PrimitiveSizes n { },
 *                      FaceIndices n { }; GroupSizes n { }, GroupMembers n { }
 *   every node         NodeFlags n,
 *   Light              LightType Omnidirectional|Directional|Ambient|n,
 *   Attachment         AttachmentByte n,
 *   ParticleEmitter2   EmitterType Base|Plane|Sphere|Spline|n, ParticleFilterMode Blend|...|n, HeadOrTail Head|Tail|Both|n,
 *                      Squirts n, ZSource (static or track), GeometryModel "", RecursionModel "", TwinkleFPS f,
 *                      TwinkleOnOff f, TwinkleMin f, TwinkleMax f, InheritVelocity f, TumbleX { }, TumbleY { }, TumbleZ { },
 *                      Drag f, Spin f, Wind { }, WindTime f, FollowSpeed1 f, FollowScale1 f, FollowSpeed2 f,
 *                      FollowScale2 f, Spline n { }; Longitude, and LifeSpan as static or track
 *   CollisionShape     ShapeHeight f, ShapeLength f, ShapeWidth f,
 *   the text           CollisionVertices n { }, CollisionTriangles n { }, CollisionNormals n { }
 *
 *   Flags are whole numbers; the words for single bits are those of Warcraft III. A static value may be stated beside its
 *   track. A track without an interpolation has the layout without one (KMTF, KRTX). */

/* Whether the bytes look like MDL text; sets *format to its family and version (800 where none is stated). */
gboolean mw_mdl_probe (const uint8_t *bytes, size_t size, MwFormat *format);
/* Whether text of this family and version is read and written. */
gboolean mw_mdl_supports (MwFormat format);

/* Reads a whole text from memory. The error gives line and column of the first fault; `report` (may be NULL) gets
 * the other faults and everything that is not kept. Free with mw_model_free(). */
MwMdlx *mw_mdl_read_text (const uint8_t *bytes, size_t size, MwReport *report, GError **error);

/* Reads what can be read of a text that mw_mdl_read_text() refuses (core/schema/salvage.h). */
MwMdlx *mw_mdl_salvage (const uint8_t *bytes, size_t size, MwReport *report, MwSalvage *salvage, GError **error);

/* Appends the text to `out`. `map` (may be NULL) gets the bytes of every value; `report` (may be NULL) gets what the
 * text cannot state. */
gboolean mw_mdl_write_text (const MwMdlx *model, MwMdlSpelling spelling, MwBuffer *out, MwByteMap *map,
                            MwReport *report, GError **error);
