/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/groups.h"
#include "core/base/i18n.h"
#include "core/model/mdlx/mdlx.h"

/* Replaceable ids: what the game uses instead of a texture. */
extern const MwNames mw_mdlx_replaceable_names;

/* Sets the kind bit of a new node, as the games' own files have it: mw_mdlx_init_node() for Warcraft III,
 * mw_mdlx_init_node_for_family() for the given family. */
void mw_mdlx_init_node (MwRecord *record);
void mw_mdlx_init_node_for_family (MwRecord *record, MwFamily family);

/* Abbreviations for the tables in this folder. The game and versions may follow a row's name: PLAIN
 * ("emissive_gain", WC3, .since = 900). */
#define WC3 .families = MW_FAMILY_MDX
#define WOW .families = MW_FAMILY_MDX_WOW
#define PLAIN(name, ...) { .field = name, .wire = MW_WIRE_PLAIN, ##__VA_ARGS__ }
#define BGR(name, ...) { .field = name, .wire = MW_WIRE_BGR, ##__VA_ARGS__ }
#define CHARS(name, bytes, ...) { .field = name, .wire = MW_WIRE_CHARS, .count = bytes, ##__VA_ARGS__ }
#define REF32(name, ...) { .field = name, .wire = MW_WIRE_REF32, ##__VA_ARGS__ }
#define TRACK(name, four, ...) { .field = name, .wire = MW_WIRE_TRACK, .tag = four, ##__VA_ARGS__ }
/* A rotation; World of Warcraft stores it compressed. */
#define TRACK_QUAT(name, four)                                                                                          \
  TRACK (name, four, WC3), TRACK (name, four, WOW, .codec = MW_CODEC_QUAT64)
#define TRACK_BGR(name, four, ...) { .field = name, .wire = MW_WIRE_TRACK_BGR, .tag = four, ##__VA_ARGS__ }
#define TAGGED_ARRAY(name, four, ...) { .field = name, .wire = MW_WIRE_ARRAY, .tag = four, ##__VA_ARGS__ }
#define ELSEWHERE(name, ...) { .field = name, .wire = MW_WIRE_ELSEWHERE, ##__VA_ARGS__ }
#define SIZE { .wire = MW_WIRE_SIZE }
#define SIZE_END { .wire = MW_WIRE_SIZE_END }
#define BASE { .wire = MW_WIRE_BASE }
#define UNKNOWN_TAIL { .field = "unknown", .wire = MW_WIRE_TAIL }

#define UNKNOWN_FIELD(Struct)                                                                                           \
  MW_FIELD_ARRAY (Struct, unknown, MW_TYPE_U8, 1, "unknown", .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown bytes"),    \
                  .doc = N_ ("Bytes of a track or field that no known version has; kept as they are."))

#define TRACK_FIELD(Struct, member, path, of, ...)                                                                      \
  MW_FIELD_CHILD (Struct, member, MwTrack *, path, &of, .touches = MW_TOUCH_POSE, __VA_ARGS__)

/* The same for rows of MDL text. */
#define MDL_HEAD(word_) { .form = MW_MDL_HEAD, .word = word_ }
#define MDL_HEAD_NAMED(word_) { .field = "name", .form = MW_MDL_HEAD, .word = word_ }
#define MDL_BASE { .form = MW_MDL_BASE }
#define MDL_VALUE(name, word_, ...) { .field = name, .form = MW_MDL_VALUE, .word = word_, __VA_ARGS__ }
#define MDL_COLOR(name, word_) { .field = name, .form = MW_MDL_COLOR, .word = word_ }
#define MDL_FLAG(name, mask_, word_, ...) { .field = name, .form = MW_MDL_FLAG, .mask = mask_, .word = word_, __VA_ARGS__ }
#define MDL_NAME(name) { .field = name, .form = MW_MDL_NAME }
/* Written as the name alone. In texts of World of Warcraft a word precedes it, so that a number without a name can
 * be written too. */
#define MDL_NAME_OR(name, wow_word)                                                                                     \
  { .field = name, .form = MW_MDL_NAME, WC3 }, { .field = name, .form = MW_MDL_NAME, WOW, .read_only = TRUE },          \
  { .field = name, .form = MW_MDL_ENUM, .word = wow_word, WOW }
#define MDL_ANIM(name, word_, ...) { .field = name, .track = name ".track", .form = MW_MDL_ANIM, .word = word_, __VA_ARGS__ }
#define MDL_ANIM_COLOR(name, word_, ...)                                                                                \
  { .field = name, .track = name ".track", .form = MW_MDL_ANIM_COLOR, .word = word_, __VA_ARGS__ }
#define MDL_ANIM_RIM(name, word_, ...)                                                                                  \
  { .field = name, .track = name ".track", .form = MW_MDL_ANIM_RIM, .word = word_, __VA_ARGS__ }
#define MDL_TRACK(name, word_) { .field = name, .form = MW_MDL_TRACK, .word = word_ }
#define MDL_ARRAY(name, word_, ...) { .field = name, .form = MW_MDL_ARRAY, .word = word_, __VA_ARGS__ }
#define MDL_BLOCK(word_, list) { .form = MW_MDL_BLOCK, .word = word_, .rows = list, .n_rows = G_N_ELEMENTS (list) }
#define MDL_ITEMS(name, of) { .field = name, .form = MW_MDL_ITEMS, .element = &of }
#define MDL_LIST(name, word_, of) { .field = name, .form = MW_MDL_LIST, .word = word_, .element = &of }
#define MDL_COUNT(name, word_, ...) { .field = name, .form = MW_MDL_COUNT, .word = word_, __VA_ARGS__ }
#define MDL_HAND(word_, functions, ...) { .form = MW_MDL_HAND, .word = word_, .hand = &functions, __VA_ARGS__ }

/* Overrides for World of Warcraft: value names, catalogue, unit, names of flags. */
#define WOW_NAMES(of) .family_names = &(const MwFamilyNames) { MW_FAMILY_MDX_WOW, &of, MW_CATALOGUE_NONE }
#define WOW_CATALOGUE(of) .family_names = &(const MwFamilyNames) { MW_FAMILY_MDX_WOW, NULL, of }
#define WOW_UNIT(of) .family_names = &(const MwFamilyNames) { .family = MW_FAMILY_MDX_WOW, .unit = of }
#define WOW_FLAG_NAMES(of) .family_flag_names = &(const MwFamilyNames) { MW_FAMILY_MDX_WOW, &of, MW_CATALOGUE_NONE }

/* The families whose models have the record; rows can restrict this further. */
#define MDX (MW_FAMILY_MDX | MW_FAMILY_MDX_WOW)

#define TABLE(list) .fields = list##_fields, .n_fields = G_N_ELEMENTS (list##_fields), .wire = list##_rows,             \
                    .n_wire = G_N_ELEMENTS (list##_rows), .groups = list##_groups,          \
                    .n_groups = G_N_ELEMENTS (list##_groups), .families = MDX
#define MDL_ROWS(list) .mdl = list##_mdl, .n_mdl = G_N_ELEMENTS (list##_mdl)
