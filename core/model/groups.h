/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/i18n.h"
#include "core/schema/groups.h"

/* The sections that the tables of all records have, so that the same things are found under the same words. `names` are
 * path names in the order in which the inspector shows them, what people edit first on top. */
#define IN_GENERAL(names) { .label = N_ ("General"), .fields = names }
#define IN_MATERIAL(names) { .label = N_ ("Material"), .fields = names }
#define IN_VISIBILITY(names) { .label = N_ ("Visibility"), .fields = names }
#define IN_COLOUR(names) { .label = N_ ("Colour"), .fields = names }
#define IN_TEXTURE(names) { .label = N_ ("Texture"), .fields = names }
#define IN_LOOK(names) { .label = N_ ("Look"), .fields = names }
#define IN_HD(names) { .label = N_ ("HD"), .fields = names }
#define IN_TRANSFORM(names) { .label = N_ ("Transform"), .fields = names }
#define IN_BEHAVIOUR(names) { .label = N_ ("Behaviour"), .fields = names }
#define IN_PLAYBACK(names) { .label = N_ ("Playback"), .fields = names }
#define IN_EMISSION(names) { .label = N_ ("Emission"), .fields = names }
#define IN_LIFE(names) { .label = N_ ("Over the life of a particle"), .fields = names }
#define IN_MOVEMENT(names) { .label = N_ ("Movement"), .fields = names }
#define IN_LIGHT(names) { .label = N_ ("Light"), .fields = names }
#define IN_RANGE(names) { .label = N_ ("Range"), .fields = names }
#define IN_SHADOW(names) { .label = N_ ("Shadow"), .fields = names }
#define IN_VIEW(names) { .label = N_ ("View"), .fields = names }
#define IN_LENS(names) { .label = N_ ("Lens"), .fields = names }
#define IN_EVENTS(names) { .label = N_ ("Events"), .fields = names }
#define IN_SHAPE(names) { .label = N_ ("Shape"), .fields = names }
#define IN_SELECTION(names) { .label = N_ ("Selection"), .fields = names }
#define IN_DETAIL(names) { .label = N_ ("Level of detail"), .fields = names }
#define IN_BONES(names, finds) { .label = N_ ("Bones"), .fields = names, .bones = finds }
#define IN_BOUNDS(names) { .label = N_ ("Bounds"), .fields = names }
#define IN_PARTS(names) { .label = N_ ("Parts"), .fields = names }
/* Raw arrays, numbers that the game does not need, and bytes that nobody knows. */
#define IN_DATA(names) { .label = N_ ("Data"), .fields = names, .folded = TRUE }
