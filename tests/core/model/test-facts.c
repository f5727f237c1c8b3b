/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/facts.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/catalogue.h"
#include "tests/core/pose/m2-models.h"

#include <string.h>

/* What the catalogues know about an event, an event object, a batch or a playable animation. */

/* All facts as lines "name: text". */
static char *
lines_of (GArray *facts)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < facts->len; i++)
    g_string_append_printf (text, "%s%s: %s", i ? "\n" : "", g_array_index (facts, MwFact, i).name,
                            g_array_index (facts, MwFact, i).text);
  return g_string_free (text, FALSE);
}

static void
assert_facts (const MwRecord *record, const char *expected)
{
  g_autoptr (GArray) facts = mw_record_facts (record);
  g_autofree char *text = lines_of (facts);
  g_assert_cmpstr (text, ==, expected);
}

static void
set_text (char **slot, const char *text)
{
  g_free (*slot);
  *slot = g_strdup (text);
}

static void
events_of_m2 (void)
{
  static const struct {
    const char *identifier;
    uint32_t data;
    const char *facts;
  } cases[] = {
    { "$DTH", 0,
      "meaning: Death thud and loot effect\nused_by: unit\nhandler: DeathThud\nfired_on: Death, Drown, Knockdown" },
    { "$DTH", 7,
      "meaning: Death thud and loot effect\nused_by: unit\nhandler: DeathThud\nfired_on: Death, Drown, Knockdown\n"
      "data_is: not used by this event" },
    { "$CSD", 12,
      "meaning: Emote sound\nused_by: unit\nhandler: PlayEmoteSound\nfired_on: Emote*\ndata_is: id in SoundEntries.dbc" },
    { "$CHD", 0, "meaning: Head point\nused_by: unit\nfired_on: nothing: only its position is used" },
    { "$DSL", 1,
      "meaning: Looped sound\nused_by: doodad, game-object\nhandler: DoodadSoundLoop\ndata_is: id in SoundEntries.dbc" },
    { "TOP ", 3, "meaning: Top\nused_by: doodad" },
    { "$FD0", 0, "" },
    { "", 0, "" },
  };
  MwM2 *model = mw_m2_new (264);
  MwM2Event *event = m2_add (model, "events", &mw_m2_event_schema);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    set_text (&event->identifier, cases[i].identifier);
    event->data = cases[i].data;
    assert_facts (&event->record, cases[i].facts);
  }
  mw_model_free (&model->model);
}

static void
event_objects (void)
{
  static const struct {
    const char *name, *facts;
  } cases[] = {
    { "SNDxAGB2", "meaning: Sound\ndata_is: row AGB2 of UI\\SoundInfo\\AnimSounds.slk" },
    { "sndXAGB2", "meaning: Sound\ndata_is: row AGB2 of UI\\SoundInfo\\AnimSounds.slk" },
    { "FPTxFBR1", "meaning: Footprint\ndata_is: row FBR1 of Splats\\SplatData.slk" },
    { "FTPxFBR1", "meaning: Footprint\ndata_is: row FBR1 of Splats\\SplatData.slk" },
    { "UBRxTHND", "meaning: Large splat on the ground\ndata_is: row THND of Splats\\UberSplatData.slk" },
    { "SPNaDBBM", "meaning: Spawned model\ndata_is: row DBBM of Splats\\SpawnData.slk" },
    { "SPLx",
      "meaning: Splat on the ground\ndata_is: a row of Splats\\SplatData.slk, but the name ends before its id" },
    { "SP", "" },
    { "Building", "" },
    { "$DTH",
      "meaning: Death thud and loot effect\nused_by: unit\nhandler: DeathThud\nfired_on: Death, Drown, Knockdown" },
    { "$DTHx", "" },
  };
  MwMdlxEventObject *event = (MwMdlxEventObject *) mw_record_new (&mw_mdlx_event_object_schema);
  const MwField *name = mw_schema_field (&mw_mdlx_event_object_schema, "name");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    set_text ((char **) mw_field_at (&event->node.record, name), cases[i].name);
    assert_facts (&event->node.record, cases[i].facts);
  }
  mw_record_free (&event->node.record);
}

static void
shaders (void)
{
  static const uint16_t combiners[] = { 1, 4, 9 };
  static const struct {
    guint version, textures, shader, flags;
    const char *facts;
  } cases[] = {
    { 272, 1, 0x10, 0, "combines: Mod/T1" },
    { 272, 1, 0x4010, 0, "combines: Mod/T2" },
    { 272, 1, 0x90, 0, "combines: Mod/Env" },
    { 272, 2, 0x14, 0, "combines: Mod_Mod2x/T1_T1" },
    { 272, 2, 0x4014, 0, "combines: Mod_Mod2x/T1_T2" },
    { 272, 2, 0x1E, 0, "combines: Mod_Mod2xNA/T1_Env" },
    { 272, 2, 0x83, 0, "combines: Opaque_Add/Env_T1" },
    { 272, 2, 0x8F, 0, "combines: Opaque_AddNA/Env_Env" },
    { 265, 2, 0x8001, 0, "combines: Opaque_AddAlpha/T1_Env" },
    { 272, 2, 0x8FFF, 0, "" },
    { 264, 2, 0, 0x8, "combines: Mod, Mod2x (texture_combiners[0])" },
    { 264, 2, 1, 0x8, "combines: Mod2x, unknown (texture_combiners[1])" },
    { 264, 2, 2, 0x8, "combines: unknown, nothing: there is no texture_combiners[3] (texture_combiners[2])" },
    { 264, 1, 0x10, 0, "" },
    { 263, 2, 0, 0x8, "" },
    { 264, 2, 0x8001, 0x8, "" }, /* the 3.3.5 client has its own table for this */
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwM2 *model = mw_m2_new (cases[i].version);
    MwM2Skin *skin = m2_add (model, "skins", &mw_m2_skin_schema);
    MwM2Batch *batch = m2_add_to (model, skin, "batches", &mw_m2_batch_schema);
    model->global_flags = cases[i].flags;
    model->texture_combiners = mw_array_copy (combiners, G_N_ELEMENTS (combiners), sizeof combiners[0]);
    MwRef none[2] = { { 0, 0 }, { 0, 0 } };
    mw_array_clear (&batch->textures);
    batch->textures = mw_array_copy (none, cases[i].textures, sizeof none[0]);
    batch->shader = (uint16_t) cases[i].shader;
    g_test_message ("%u: 0x%x", cases[i].version, cases[i].shader);
    assert_facts (&batch->record, cases[i].facts);
    mw_model_free (&model->model);
  }
}

static void
playable_animations (void)
{
  static const int16_t pairs[] = { 0, 0, 147, 3, 5, 2, 4, 1, 700, 9 };
  static const char *const expected[] = {
    "meaning: Stand (0)\nplays: Stand (0)\nmode: As it is",
    "meaning: Death (1)\nplays: Closed (147)\nmode: Held at the last frame",
    "meaning: Spell (2)\nplays: Run (5)\nmode: Frame by frame",
    "meaning: Stop (3)\nplays: Walk (4)\nmode: Backwards",
    "meaning: Walk (4)\nplays: animation 700\nmode: 9, which has no meaning",
    "",
  };
  MwM2 *model = mw_m2_new (256);
  model->playable_animations = mw_array_copy (pairs, G_N_ELEMENTS (pairs) / 2, 2 * sizeof pairs[0]);
  const MwField *field = mw_schema_field (&mw_m2_schema, "playable_animations");
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    g_autoptr (GArray) facts = mw_element_facts (&model->model.record, field, i);
    g_autofree char *text = lines_of (facts);
    g_assert_cmpstr (text, ==, expected[i]);
  }
  g_autoptr (GArray)
    other = mw_element_facts (&model->model.record, mw_schema_field (&mw_m2_schema, "texture_combiners"), 0);
  g_assert_cmpuint (other->len, ==, 0);
  mw_model_free (&model->model);
}

/* "Attack*", "*Unarmed": whether some animation has such a name. */
static gboolean
some_animation (const char *pattern)
{
  const MwNames *names = mw_catalogue_names (MW_CATALOGUE_ANIMATION);
  for (guint i = 0; i < names->n; i++)
    if (g_pattern_match_simple (pattern, names->names[i].name))
      return TRUE;
  return FALSE;
}

static void
animations_that_fire (void)
{
  const MwNames *names = mw_catalogue_names (MW_CATALOGUE_EVENT);
  guint fired = 0, objects = 0, handlers = 0;
  for (guint i = 0; i < names->n; i++) {
    const MwCatalogueEntry *entry = mw_catalogue_entry (MW_CATALOGUE_EVENT, names->names[i].value);
    g_auto (GStrv) patterns = g_strsplit (entry->fired_on ? entry->fired_on : "none", " ", -1);
    objects += entry->object != NULL;
    handlers += entry->handler != NULL;
    for (guint k = 0; patterns[k] && strcmp (patterns[k], "none") != 0; k++) {
      if (!some_animation (patterns[k]))
        g_error ("%s: no animation is called %s", names->names[i].name, patterns[k]);
      fired += k == 0;
    }
  }
  /* All but two identifiers, whose use is unknown. */
  g_assert_cmpuint (objects, ==, names->n - 2);
  g_assert_cmpuint (handlers, >, 100);
  g_assert_cmpuint (fired, >=, 40);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/facts/an event of M2 says what it does, for whom and when it is fired", events_of_m2);
  g_test_add_func ("/model/facts/an event object says what the letters of its name mean", event_objects);
  g_test_add_func ("/model/facts/a batch says how its shader number combines textures", shaders);
  g_test_add_func ("/model/facts/a playable animation says what plays and how", playable_animations);
  g_test_add_func ("/model/facts/events are fired on animations that exist", animations_that_fire);
  return g_test_run ();
}
