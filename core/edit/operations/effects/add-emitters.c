/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"

/* Operations that add emitters of particles and ribbons which work at once. */

/* --- Particles ------------------------------------------------------------------------------------------------------ */

typedef enum { FIRE, SMOKE, GLOW, SPARKS } Look;

/* Files and cells are those that the games' own models use. */
static const MwNewEmitter looks[] = {
  [FIRE] = { .texture = "Textures\\Clouds8x8Fire.blp",
             .wow_texture = "Spells\\ToonSmoke16.blp",
             .rows = 8,
             .columns = 8,
             .additive = TRUE,
             .unshaded = TRUE,
             .speed = 60,
             .variation = 0.2f,
             .latitude = 10,
             .gravity = -20,
             .life_span = 0.8f,
             .rate = 30,
             .area = 8,
             .middle = 0.3f,
             .color = { { 255, 190, 90, 120 }, { 255, 110, 30, 255 }, { 200, 40, 10, 0 } },
             .scale = { 10, 16, 5 },
             .head_life = { 0, 31 },
             .head_decay = { 32, 63 } },
  [SMOKE] = { .texture = "Textures\\Clouds8x8.blp",
              .wow_texture = "Spells\\Clouds8x8.blp",
              .rows = 8,
              .columns = 8,
              .unshaded = TRUE,
              .speed = 40,
              .variation = 0.3f,
              .latitude = 15,
              .gravity = -10,
              .life_span = 2,
              .rate = 12,
              .area = 6,
              .middle = 0.4f,
              .color = { { 110, 110, 110, 60 }, { 90, 90, 90, 150 }, { 60, 60, 60, 0 } },
              .scale = { 8, 20, 35 },
              .head_life = { 0, 31 },
              .head_decay = { 32, 63 } },
  [GLOW] = { .texture = "Textures\\GenericGlow2_64.blp",
             .wow_texture = "Interface\\Glues\\Models\\UI_NightElf\\GenericGlow2_32.blp",
             .rows = 1,
             .columns = 1,
             .additive = TRUE,
             .unshaded = TRUE,
             .model_space = TRUE,
             .life_span = 1,
             .rate = 4,
             .middle = 0.5f,
             .color = { { 255, 255, 255, 0 }, { 255, 255, 255, 160 }, { 255, 255, 255, 0 } },
             .scale = { 25, 30, 25 } },
  [SPARKS] = { .texture = "Textures\\star5tga.blp",
               .wow_texture = "Item\\ObjectComponents\\Weapon\\Flare.blp",
               .rows = 1,
               .columns = 1,
               .additive = TRUE,
               .unshaded = TRUE,
               .tail = TRUE,
               .speed = 120,
               .variation = 0.5f,
               .latitude = 60,
               .gravity = 150,
               .life_span = 0.7f,
               .rate = 25,
               .area = 3,
               .tail_length = 0.1f,
               .middle = 0.5f,
               .color = { { 255, 240, 180, 255 }, { 255, 190, 80, 255 }, { 255, 120, 20, 0 } },
               .scale = { 2, 2, 1 } },
};

typedef struct {
  MwRecord record;
  MwNewPlace place;
  char *name, *texture;
  uint8_t look; /* Look */
  float size;
} EmitterParams;

MW_NAMES (look_names, FALSE, { FIRE, "fire", N_ ("Fire") }, { SMOKE, "smoke", N_ ("Smoke") },
          { GLOW, "glow", N_ ("Glow") }, { SPARKS, "sparks", N_ ("Sparks") });
static const MwField emitter_fields[] = {
  MW_FIELD_U8 (EmitterParams, look, "look", .names = &look_names, .label = N_ ("Look"),
               .doc = N_ ("The effect that its values produce. All of them can be changed afterwards.")),
  MW_FIELD_TEXT (EmitterParams, name, 80, "name", .label = N_ ("Name"),
                 .doc = N_ ("Its name, in Warcraft III only. Empty: Emitter.")),
  MW_FIELD_TEXT (
    EmitterParams, texture, 260, "texture", .role = MW_ROLE_FILE, .label = N_ ("Texture"),
    .doc = N_ ("The image of its particles; it is added if the model has no texture with this path. Empty: a "
               "suitable one of the game's own.")),
  MW_FIELD_F32 (
    EmitterParams, size, "size", .unit = MW_UNIT_FACTOR, .def = 1, .min = 0.001, .max = 1000, .label = N_ ("Size"),
    .doc = N_ ("What all its lengths and speeds are multiplied by: 1 suits a unit of the size of a human.")),
  MW_NEW_PLACE_FIELDS (EmitterParams),
};
static const MwSchema emitter_params = { .name = "emitter-add",
                                         .label = N_ ("Add Particle Emitter"),
                                         .size = sizeof (EmitterParams),
                                         .fields = emitter_fields,
                                         .n_fields = G_N_ELEMENTS (emitter_fields) };

static void
emitter_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  ((EmitterParams *) params)->place.bone = mw_new_place_bone (document, ids, n);
}

static gboolean
emitter_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const EmitterParams *p = (const EmitterParams *) params;
  const MwNewEmitter *look = &looks[p->look];
  MwId texture = mw_new_game_texture (document, mw_text (p->texture), look->texture, look->wow_texture, error);
  const MwNewEffect effect = { .name = *mw_text (p->name) ? p->name : "Emitter", .texture = texture, .size = p->size };
  MwRecord *made = texture ? mw_new_elements (document)->emitter (document, look, &effect, error) : NULL;
  return made && mw_new_place_insert (document, made, &p->place, ids, n, error);
}

const MwOperation mw_operation_emitter_add = {
  .id = "emitter-add",
  .label = N_ ("Add Particle Emitter"),
  .doc = N_ ("Adds a particle emitter that is ready to use, with its texture: fire, smoke, a glow or sparks."),
  .aliases = "new particles fire smoke glow sparks flame effect create pre2",
  .domain = MW_DOMAIN_EFFECTS,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .params = &emitter_params,
  .preset = emitter_preset,
  .applies = mw_new_place_applies,
  .run = emitter_run,
};

/* --- Ribbons -------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  MwNewPlace place;
  char *name, *texture;
  float size;
} RibbonParams;

static const MwField ribbon_fields[] = {
  MW_FIELD_TEXT (RibbonParams, name, 80, "name", .label = N_ ("Name"),
                 .doc = N_ ("Its name, in Warcraft III only. Empty: Ribbon.")),
  MW_FIELD_TEXT (
    RibbonParams, texture, 260, "texture", .role = MW_ROLE_FILE, .label = N_ ("Texture"),
    .doc = N_ ("The image of the trail; it is added if the model has no texture with this path. Empty: one of the "
               "game's own.")),
  MW_FIELD_F32 (RibbonParams, size, "size", .unit = MW_UNIT_FACTOR, .def = 1, .min = 0.001, .max = 1000,
                .label = N_ ("Size"),
                .doc = N_ ("What its height is multiplied by: 1 suits the blade of a human's sword.")),
  MW_NEW_PLACE_FIELDS (RibbonParams),
};
static const MwSchema ribbon_params = { .name = "ribbon-add",
                                        .label = N_ ("Add Ribbon"),
                                        .size = sizeof (RibbonParams),
                                        .fields = ribbon_fields,
                                        .n_fields = G_N_ELEMENTS (ribbon_fields) };

static void
ribbon_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  ((RibbonParams *) params)->place.bone = mw_new_place_bone (document, ids, n);
}

static gboolean
ribbon_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const RibbonParams *p = (const RibbonParams *) params;
  MwId texture = mw_new_game_texture (document, mw_text (p->texture), "Textures\\RibbonBlur1.blp",
                                      "Spells\\RibbonBlur1bea_Gold.blp", error);
  const MwNewEffect effect = { .name = *mw_text (p->name) ? p->name : "Ribbon", .texture = texture, .size = p->size };
  MwRecord *made = texture ? mw_new_elements (document)->ribbon (document, &effect, error) : NULL;
  return made && mw_new_place_insert (document, made, &p->place, ids, n, error);
}

const MwOperation mw_operation_ribbon_add = {
  .id = "ribbon-add",
  .label = N_ ("Add Ribbon"),
  .doc = N_ (
    "Adds an emitter of a ribbon, the trail of a weapon or missile, with its texture and an additive material."),
  .aliases = "new trail streak swoosh blur create",
  .domain = MW_DOMAIN_EFFECTS,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .params = &ribbon_params,
  .preset = ribbon_preset,
  .applies = mw_new_place_applies,
  .run = ribbon_run,
};
