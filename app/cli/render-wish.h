/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"
#include "core/render/film.h"

/* What the options of `render` ask for. */

/* An image for the textures of a type that the game fills in. */
typedef struct {
  uint32_t type;
  char *path; /* absolute */
} MwRenderTexture;

typedef struct {
  guint width, height;
  const char *sequence, *camera, *bone; /* names; NULL: not given. They belong to `cli` */
  gint64 time;                          /* ms from the start of the sequence; -1: not given */
  float background[4];
  MwFilm film;
  double seconds; /* that an animation takes; 0: not given */
  gboolean sheet;
  MwShading shading;
  MwLighting lighting;
  float light_turn[2]; /* radians */
  int minute;          /* of MW_LIGHTING_HOUR; -1: not given */
  gboolean has_light;  /* --light was given */
  gboolean model_lights, shadow, no_effects;
  gboolean has_fog; /* --fog was given */
  MwFog fog;
  unsigned overlays; /* MwOverlay */
  gboolean has_team; /* --team was given */
  guint team;
  gboolean has_tileset; /* --tileset was given */
  char tileset;         /* its letter; 0: none */
  GArray *textures;     /* MwRenderTexture */
  GPtrArray *attached;  /* char *: NODE=FILE. The texts belong to `cli` */
  const char *skin;     /* its name or number; NULL: not given, or parts. It belongs to `cli` */
  GHashTable *parts;    /* of a character, as in MwShown; empty: not given */
  const char *tables;   /* as in MwShown; it belongs to `cli` */
} MwRenderWish;

/* The options that mw_render_wish_read() reads. */
#define MW_RENDER_WISH_OPTIONS                                                                                                                         \
  { 0, "sequence", "NAME", "show this sequence (default: the one that shows the model standing)" },                                                    \
    { 0, "time", "MS", "show the moment so many milliseconds after the start of the sequence" },                                                       \
    { 0, "camera", "NAME",                                                                                                                             \
      "look through this camera of the model, or as the game does: game or portrait; auto (default): from the front right, framed by what is seen" },  \
    { 0, "size", "WxH", "size of the picture in pixels (default 512x512)" },                                                                           \
    { 0, "background", "COLOUR", "#RRGGBB, or transparent (default: #383838)" },                                                                       \
    { 0, "frames", "N", "N pictures, evenly over the sequence, numbered before the extension: OUT-1.png ..." },                                        \
    { 0, "turntable", "N", "N pictures of one moment from all around the model, numbered like frames" },                                               \
    { 0, "seconds", "S", "an animation takes so long (default: as long as the sequence; 4 for a turn)" },                                              \
    { 0, "sheet", NULL, "with --frames or --turntable: one picture with all of them in rows" },                                                        \
    { 0, "shading", "MODE", "textured (default), solid, wireframe, normals, groups, uv, missing or weights" },                                         \
    { 0, "bone", "NAME",                                                                                                                               \
      "with --shading weights: how much this bone moves each vertex, from blue (not at all) to red (it alone)" },                                      \
    { 0, "light", "PRESET", "game (default), plain, portrait, studio, night, or model: the model's own lights only" },                                 \
    { 0, "light-turn", "A,B", "turn the light by A degrees about the vertical and B degrees up" },                                                     \
    { 0, "time-of-day", "HH[:MM]",                                                                                                                     \
      "the light of this hour in Warcraft III, from the files of the game, as on maps of the tileset "                                                 \
      "(default: that of the window for this file, else none)" },                                                                                      \
    { 0, "no-model-lights", NULL, "the model's own lights do not shine" },                                                                             \
    { 0, "shadow", NULL, "the model's shadow falls on the ground" },                                                                                   \
    { 0, "no-effects", NULL, "without particles, ribbons, and the models and marks that emitters and events show" },                                   \
    { 0, "fog", "COLOUR,START,END[,KIND]",                                                                                                             \
      "fog of this colour (#RRGGBB), which begins at a distance from the eye and hides all at another, in units of the model; "                        \
      "for Warcraft III also of the kind exponential or squared, which begins at 0; or none (default: that of the window for this file, else none)" }, \
    { 0, "overlay", "LIST",                                                                                                                            \
      "also draw, separated by commas: grid, axes, bones, attachments, events, emitters, lights, collision, bounds, cameras, pivots, normals, wire" }, \
    { 0, "team", "N",                                                                                                                                  \
      "team colour of this player: 0 to 23, or 24 for neutral (default: that of the window for this file, else 0)" },                                  \
    { 0, "tileset", "NAME",                                                                                                                            \
      "show trees as on maps of this tileset of Warcraft III, a name or a letter, or none (default: that of the window for this file, else none)" },   \
    { 0, "texture", "TYPE=FILE",                                                                                                                       \
      "show this image for textures of this type that the game fills in; can be given several times" },                                                \
    { 0, "attach", "NODE=FILE",                                                                                                                        \
      "show another model at this node, such as a sword in a hand; can be given several times (default: those of the window for this file)" },         \
    { 0, "skin", "NAME|NUMBER|PART=NUMBER,...",                                                                                                        \
      "show this skin of a creature, or these parts of a character: skin, face, facial-hair, hair, hair-colour, "                                      \
      "underwear, and displays of what is worn: shirt, chest, belt, legs, boots, wrists, gloves, tabard, cloak, "                                      \
      "helm, shoulders, main-hand, off-hand, shield (what is held is never sheathed, and guild emblems are not shown); from "                          \
      "the tables of the game (--game, --data, --dbc)" },                                                                                              \
  {                                                                                                                                                    \
    0, "dbc", "DIR", "take the tables of the game (.dbc) from this folder"                                                                             \
  }

/* FALSE: an option is wrong, and this was reported (exit code 2). Clear it with mw_render_wish_clear(). */
gboolean mw_render_wish_read (MwCli *cli, MwRenderWish *wish);
void mw_render_wish_clear (MwRenderWish *wish);
