/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/facts.h"
#include "core/base/i18n.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/catalogue.h"
#include "core/schema/path.h"

#include <string.h>

typedef enum { MEANING, USED_BY, HANDLER, FIRED_ON, DATA, COMBINES, PLAYS, HOW } Fact;

static const MwFact kinds[] = {
  [MEANING] = { "meaning", N_ ("Meaning"), N_ ("What happens.") },
  [USED_BY] = { "used_by", N_ ("Used by"), N_ ("The kinds of objects that react to it.") },
  [HANDLER] = { "handler", N_ ("Handler"), N_ ("The function of the 3.3.5 client that takes it.") },
  [FIRED_ON] = { "fired_on", N_ ("Fired on"), N_ ("The animations of the game's own models that fire it.") },
  [DATA] = { "data_is", N_ ("Data"), N_ ("What its number or name is an id of.") },
  [COMBINES] = { "combines", N_ ("Combines"), N_ ("How the textures are combined.") },
  [PLAYS] = { "plays", N_ ("Plays"), N_ ("The animation that is played instead if the model does not have this one.") },
  [HOW] = { "mode", N_ ("Mode"), N_ ("How the substitute is played.") },
};

static void
clear (gpointer fact)
{
  g_free (((MwFact *) fact)->text);
}

static GArray *
no_facts (void)
{
  GArray *facts = g_array_new (FALSE, FALSE, sizeof (MwFact));
  g_array_set_clear_func (facts, clear);
  return facts;
}

/* Takes ownership of the text; NULL adds nothing. */
static void
add (GArray *facts, Fact which, char *text)
{
  MwFact fact = kinds[which];
  fact.text = text;
  if (text)
    g_array_append_val (facts, fact);
}

/* Turns "unit mount" into "unit, mount". */
static char *
listed (const char *words)
{
  g_auto (GStrv) split = words ? g_strsplit (words, " ", -1) : NULL;
  return split ? g_strjoinv (", ", split) : NULL;
}

/* --- Events --------------------------------------------------------------------------------------------------------- */

static char *
fired_on (const char *animations)
{
  return g_strcmp0 (animations, "none") == 0 ? g_strdup ("nothing: only its position is used") : listed (animations);
}

/* Adds the facts of an event. `number` is the data that the file has with it. */
static void
add_event (GArray *facts, const char *identifier, uint32_t number)
{
  const MwCatalogueEntry *entry = mw_catalogue_entry (MW_CATALOGUE_EVENT, mw_catalogue_identifier (identifier));
  if (!entry || strlen (identifier) > 4)
    return;
  add (facts, MEANING, g_strdup (entry->name.label));
  add (facts, USED_BY, listed (entry->object));
  add (facts, HANDLER, g_strdup (entry->handler));
  add (facts, FIRED_ON, fired_on (entry->fired_on));
  if (entry->data && strcmp (entry->data, "unknown") != 0)
    add (facts, DATA, g_strdup_printf ("id in %s.dbc", entry->data));
  else if (!entry->data && number)
    add (facts, DATA, g_strdup ("not used by this event"));
}

/* Parses names like "SNDxAGB2": what kind of event object it is, a letter, and the id within its kind. */
static void
add_event_object (GArray *facts, const char *name)
{
  enum { WORD = 3, ID = 4 };
  g_autofree char *word = g_strndup (name, WORD);
  uint32_t value;
  if (*name == '$') { /* World of Warcraft's alpha */
    add_event (facts, name, 0);
    return;
  }
  if (strlen (word) < WORD || !mw_catalogue_value (MW_CATALOGUE_EVENT_OBJECT, word, &value))
    return;
  const MwCatalogueEntry *entry = mw_catalogue_entry (MW_CATALOGUE_EVENT_OBJECT, value);
  add (facts, MEANING, g_strdup (entry->name.label));
  add (facts, DATA,
       strlen (name) > ID ? g_strdup_printf ("row %s of %s", name + ID, entry->data)
                          : g_strdup_printf ("a row of %s, but the name ends before its id", entry->data));
}

/* --- Shaders below 0x8000 (m2.md 7) ------------------------------------------------------------------ */

enum { SHADER_LISTED = 0x8000, SECOND_UV = 0x4000, ENVIRONMENT = 8, OPERATION = 7, GLOBAL_COMBINERS = 0x8 };

static const char *
combiner (guint op)
{
  return mw_catalogue_name (MW_CATALOGUE_COMBINER, op & OPERATION);
}

/* From Cataclysm on the number encodes an operation for each of up to two textures. */
static char *
stored_shader (guint shader, guint n_textures)
{
  guint first = shader >> 4 & 15, second = shader & 15;
  if (n_textures < 2)
    return g_strdup_printf ("%s/%s", combiner (first), first & ENVIRONMENT ? "Env" : shader & SECOND_UV ? "T2" : "T1");
  gboolean both = first & ENVIRONMENT && second & ENVIRONMENT;
  return g_strdup_printf ("%s_%s/%s", combiner (first), combiner (second),
                          both                    ? "Env_Env"
                          : first & ENVIRONMENT   ? "Env_T1"
                          : second & ENVIRONMENT  ? "T1_Env"
                          : shader & SECOND_UV    ? "T1_T2"
                                                  : "T1_T1");
}

/* In Wrath with the global flag, the number is an index into the model's texture_combiners, where its operations
 * are. */
static char *
combiner_run (const MwM2 *model, guint place, guint n_textures)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < MAX (n_textures, 1); i++) {
    if (place + i >= model->texture_combiners.n) {
      g_string_append_printf (text, "%snothing: there is no texture_combiners[%u]", i ? ", " : "", place + i);
      break;
    }
    guint op = ((const uint16_t *) model->texture_combiners.data)[place + i];
    g_string_append_printf (text, "%s%s", i ? ", " : "", op <= OPERATION ? combiner (op) : "unknown");
  }
  g_string_append_printf (text, " (texture_combiners[%u])", place);
  return g_string_free (text, FALSE);
}

static void
add_batch (GArray *facts, const MwM2Batch *batch)
{
  const MwRecord *root = &batch->record;
  while (root->owner)
    root = root->owner;
  if (root->schema != &mw_m2_schema)
    return;
  const MwM2 *model = (const MwM2 *) root;
  guint n = batch->textures.n;
  if (model->version >= MW_M2_SHADERS_STORED_SINCE && batch->shader < SHADER_LISTED)
    add (facts, COMBINES, stored_shader (batch->shader, n));
  else if (model->version >= MW_M2_SHADERS_STORED_SINCE)
    add (facts, COMBINES, g_strdup (mw_catalogue_name (MW_CATALOGUE_SHADER, batch->shader)));
  else if (model->version == MW_M2_SHADERS_STORED_SINCE - 1 && model->global_flags & GLOBAL_COMBINERS && batch->shader < SHADER_LISTED)
    add (facts, COMBINES, combiner_run (model, batch->shader, n));
}

GArray *
mw_record_facts (const MwRecord *record)
{
  GArray *facts = no_facts ();
  if (record->schema == &mw_m2_event_schema)
    add_event (facts, mw_text (((const MwM2Event *) record)->identifier), ((const MwM2Event *) record)->data);
  else if (record->schema == &mw_mdlx_event_object_schema)
    add_event_object (facts, mw_text (mw_record_name (record)));
  else if (record->schema == &mw_m2_batch_schema)
    add_batch (facts, (const MwM2Batch *) record);
  return facts;
}

/* --- Playable animations -------------------------------------------------------------------------------------------- */

static char *
animation_name (guint animation)
{
  const char *name = mw_catalogue_name (MW_CATALOGUE_ANIMATION, animation);
  return name ? g_strdup_printf ("%s (%u)", name, animation) : g_strdup_printf ("animation %u", animation);
}

GArray *
mw_element_facts (const MwRecord *record, const MwField *field, guint index)
{
  GArray *facts = no_facts ();
  if (record->schema != &mw_m2_schema || field != MW_FIELD (MwM2, playable_animations))
    return facts;
  const MwArray *array = mw_field_at (record, field);
  if (index >= array->n)
    return facts;
  const uint16_t *pair = (const uint16_t *) array->data + 2 * index;
  const MwCatalogueEntry *mode = mw_catalogue_entry (MW_CATALOGUE_PLAYABLE_MODE, pair[1]);
  add (facts, MEANING, animation_name (index));
  add (facts, PLAYS, animation_name (pair[0]));
  add (facts, HOW, mode ? g_strdup (mode->name.label) : g_strdup_printf ("%u, which has no meaning", pair[1]));
  return facts;
}
