/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A made model of day and night, as MDL text: a day from 1000 to 25000 ms, an hour a second. Its second light is the sun, which is first in the
 * list of lights; at noon it is white and in the zenith, at 6:00 it comes from +X with a quarter of that, at midnight it is black. Its ambient light is
 * always (0.25, 0.125, 0.0625). The other light shines on nothing. */
#define DAY_MODEL                                                                                                              \
  "Version {\n\tFormatVersion 800,\n}\nModel \"Day\" {\n\tNumLights 2,\n\tNumHelpers 1,\n\tBlendTime 150,\n}\n"                \
  "Sequences 1 {\n\tAnim \"Stand\" {\n\t\tInterval { 1000, 25000 },\n\t}\n}\n"                                                 \
  "Light \"Sun\" {\n\tObjectId 1,\n\tParent 2,\n\tDirectional,\n\tstatic AttenuationStart 80,\n"                               \
  "\tstatic AttenuationEnd 200,\n\tIntensity 5 {\n\t\tLinear,\n\t\t1000: 0,\n\t\t7000: 0.25,\n\t\t13000: 1,\n"                 \
  "\t\t19000: 0.25,\n\t\t25000: 0,\n\t}\n\tColor 2 {\n\t\tLinear,\n\t\t7000: { 0.2, 0.6, 1 },\n"                               \
  "\t\t13000: { 1, 1, 1 },\n\t}\n\tstatic AmbIntensity 0.25,\n\tstatic AmbColor { 0.25, 0.5, 1 },\n}\n"                        \
  "Light \"Rim\" {\n\tObjectId 0,\n\tParent 2,\n\tDirectional,\n\tstatic AttenuationStart 80,\n\tstatic AttenuationEnd 200,\n" \
  "\tstatic Intensity 3,\n\tstatic Color { 0, 1, 0 },\n\tstatic AmbIntensity 1,\n\tstatic AmbColor { 0, 1, 0 },\n}\n"          \
  "Helper \"Turn\" {\n\tObjectId 2,\n\tRotation 2 {\n\t\tLinear,\n\t\t7000: { 0, 0.70710678, 0, 0.70710678 },\n"               \
  "\t\t13000: { 0, 0, 0, 1 },\n\t}\n}\n"                                                                                       \
  "PivotPoints 3 {\n\t{ 0, 0, 0 },\n\t{ 0, 0, 0 },\n\t{ 0, 0, 0 },\n}\n"
