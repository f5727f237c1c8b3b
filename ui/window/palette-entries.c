/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/palette-entries.h"
#include "ui/edit.h"
#include "ui/fuzzy.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/places.h"
#include "ui/outline/surfaces.h"

#include <string.h>

struct _MwPaletteEntries {
  GArray *all;       /* MwPaletteEntry; does not change after it is made */
  GPtrArray *found;  /* MwPaletteEntry, those of `all` that match, in the same order */
  GPtrArray *best;   /* the best of them, the best first; at most MW_PALETTE_MAX */
  MwFuzzy *searched; /* what they were found by */
  GHashTable *kinds; /* MwSchema -> its folded words (char *) */
  GStrv recent;
};

static const char *const SETTING = "palette-recent";
enum { MOST_RECENT = 12 };
/* Without settings the recent ones are remembered for as long as the program runs. */
static char **recent_without_settings;

/* --- Recent ones ---------------------------------------------------------------------------------------------------- */

static GStrv
get_recent (void)
{
  GSettings *settings = mw_places_settings ();
  if (settings)
    return g_settings_get_strv (settings, SETTING);
  return recent_without_settings ? g_strdupv (recent_without_settings) : g_new0 (char *, 1);
}

/* "operation:delete", "win.save"; NULL for an element. Free with g_free(). */
static char *
name_of (const MwPaletteEntry *entry)
{
  return entry->operation ? g_strconcat ("operation:", entry->operation->id, NULL)
         : entry->command ? g_strdup (entry->command->id)
                          : NULL;
}

void
mw_palette_remember (const MwPaletteEntry *entry)
{
  g_autofree char *name = name_of (entry);
  if (!name)
    return;
  g_auto (GStrv) before = get_recent ();
  g_autoptr (GStrvBuilder) after = g_strv_builder_new ();
  g_strv_builder_add (after, name);
  for (guint i = 0, n = 1; before[i] && n < MOST_RECENT; i++)
    if (strcmp (before[i], name) != 0) {
      g_strv_builder_add (after, before[i]);
      n++;
    }
  g_auto (GStrv) names = g_strv_builder_end (after);
  GSettings *settings = mw_places_settings ();
  if (settings)
    g_settings_set_strv (settings, SETTING, (const char *const *) names);
  else {
    g_strfreev (recent_without_settings);
    recent_without_settings = g_steal_pointer (&names);
  }
}

/* --- Collecting ----------------------------------------------------------------------------------------------------- */

/* Takes ownership of the label, words, key and reason of the entry. */
static void
add (MwPaletteEntries *self, MwPaletteEntry entry)
{
  entry.folded = mw_fuzzy_fold (entry.label);
  g_autofree char *name = name_of (&entry);
  for (guint i = 0; name && self->recent[i]; i++)
    if (strcmp (self->recent[i], name) == 0)
      entry.recent = i + 1;
  g_array_append_val (self->all, entry);
}

/* Words of several sources as one folded text; each may be NULL. */
static char *
words_of (const char *a, const char *b, const char *c)
{
  g_autofree char *text = g_strjoin (" ", a ? a : "", b ? b : "", c ? c : "", NULL);
  return mw_fuzzy_fold (text);
}

static void
add_operations (MwPaletteEntries *self, MwOutline *outline, MwDocument *document)
{
  for (const MwOperation *const *at = mw_operations_list (); *at; at++) {
    const MwOperation *operation = *at;
    g_autoptr (GError) error = NULL;
    gboolean offered = mw_outline_may_run (outline, operation, &error);
    /* The command pastes what is on the clipboard; the operation asks for a text. */
    if ((!offered && !error) || operation == &mw_operation_paste)
      continue;
    MwPaletteEntry entry = { .operation = operation, .group = mw_ui_label (mw_domain_label (operation->domain)) };
    entry.label = g_strconcat (mw_ui_label (operation->label), mw_operation_asks (operation) ? "…" : NULL, NULL);
    entry.words = words_of (operation->id, operation->aliases, entry.group);
    entry.elsewhere = operation->families && !(operation->families & mw_document_get_format (document).family);
    entry.reason = offered ? NULL : mw_ui_refusal (document, error);
    guint key;
    GdkModifierType modifiers;
    if (operation->accelerator && gtk_accelerator_parse (operation->accelerator, &key, &modifiers))
      entry.key = gtk_accelerator_get_label (key, modifiers);
    add (self, entry);
  }
}

static void
add_commands (MwPaletteEntries *self, MwWindow *window)
{
  guint n;
  const MwCommand *commands = mw_commands (&n);
  for (guint i = 0; i < n; i++)
    add (self, (MwPaletteEntry) { .command = &commands[i],
                                  .group = _ ("Window"),
                                  .label = g_strdup (mw_ui_label (commands[i].label)),
                                  .words = words_of (commands[i].aliases, NULL, NULL),
                                  .key = mw_command_get_key (&commands[i], window),
                                  .reason = g_strdup (mw_command_get_reason (&commands[i], window)) });
}

/* What kinds of elements are called in the other game, in other editors, and by people. */
static const char *
other_words (const char *schema)
{
  static const struct {
    const char *schema, *words;
  } kinds[] = {
    { "sequence", "animation anim clip action" },
    { "geoset", "submesh mesh" },
    { "submesh", "geoset mesh" },
    { "layer", "batch texture unit render pass" },
    { "batch", "layer texture unit render pass" },
    { "material", "render flags shader" },
    { "texture", "image bitmap skin" },
    { "texture_animation", "uv animation texture transform" },
    { "texture_transform", "uv animation texture animation" },
    { "geoset_animation", "visibility colour color alpha" },
    { "color", "colour visibility geoset animation alpha" },
    { "bone", "joint node skeleton" },
    { "helper", "bone dummy node skeleton" },
    { "attachment", "attach point dummy" },
    { "event_object", "event sound footprint splat" },
    { "event", "event object sound footstep" },
    { "collision_shape", "hit test bounding box sphere" },
    { "particle", "particle emitter effect" },
    { "particle_emitter", "effect" },
    { "particle_emitter2", "effect" },
    { "ribbon_emitter", "trail effect" },
    { "ribbon", "trail emitter effect" },
    { "camera", "portrait view" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].schema, schema) == 0)
      return kinds[i].words;
  return NULL;
}

static const char *
kind_words (MwPaletteEntries *self, const MwSchema *schema, const MwField *list)
{
  char *words = g_hash_table_lookup (self->kinds, schema);
  if (!words) {
    g_autofree char *kind = g_strjoin (" ", mw_ui_label (schema->label), mw_ui_plural (schema, list), NULL);
    words = words_of (kind, list->aliases, other_words (schema->name));
    g_hash_table_insert (self->kinds, (gpointer) schema, words);
  }
  return words;
}

static void
add_elements (MwPaletteEntries *self, const MwRecord *record, const MwField *list)
{
  const MwSchema *schema = record->schema;
  if (list)
    add (self, (MwPaletteEntry) { .element = record->id,
                                  .group = mw_ui_label (schema->label),
                                  .label = mw_ui_record_long_title (record),
                                  .words = (char *) kind_words (self, schema, list) });
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (field->type != MW_TYPE_LIST)
      continue;
    const MwList *records = mw_record_list (record, field);
    for (guint32 k = 0; k < records->n; k++)
      add_elements (self, records->items[k], field);
  }
}

static void
add_surfaces (MwPaletteEntries *self, MwDocument *document)
{
  const GPtrArray *surfaces = mw_ui_surfaces (document);
  for (guint i = 0; i < surfaces->len; i++) {
    const GPtrArray *surface = g_ptr_array_index (surfaces, i);
    add (self, (MwPaletteEntry) { .element = mw_ui_surface_id (surface),
                                  .surface = TRUE,
                                  .group = _ ("Surface"),
                                  .label = mw_ui_surface_title (document, surface),
                                  .words = words_of ("texture unit render pass batch", NULL, NULL) });
  }
}

static void
clear_entry (MwPaletteEntry *entry)
{
  g_free (entry->label);
  g_free (entry->folded);
  if (!entry->element || entry->surface)
    g_free (entry->words);
  g_free (entry->key);
  g_free (entry->reason);
}

MwPaletteEntries *
mw_palette_entries_new (MwWindow *window)
{
  MwPaletteEntries *self = g_new0 (MwPaletteEntries, 1);
  MwDocumentPage *page = mw_window_get_page (window);
  self->all = g_array_new (FALSE, FALSE, sizeof (MwPaletteEntry));
  g_array_set_clear_func (self->all, (GDestroyNotify) clear_entry);
  self->found = g_ptr_array_new ();
  self->best = g_ptr_array_new ();
  self->kinds = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->recent = get_recent ();
  if (page)
    add_operations (self, mw_document_page_get_outline (page), mw_document_page_get_document (page));
  add_commands (self, window);
  if (page) {
    MwDocument *document = mw_document_page_get_document (page);
    add_surfaces (self, document);
    add_elements (self, &mw_document_get_model (document)->record, NULL);
  }
  return self;
}

void
mw_palette_entries_free (MwPaletteEntries *self)
{
  g_array_unref (self->all);
  g_ptr_array_unref (self->found);
  g_ptr_array_unref (self->best);
  g_clear_pointer (&self->searched, mw_fuzzy_free);
  g_hash_table_unref (self->kinds);
  g_strfreev (self->recent);
  g_free (self);
}

/* --- Searching ------------------------------------------------------------------------------------------------------ */

/* What decides among entries of equal score: recent ones first, then operations, commands and elements; what cannot be done now
 * comes after what can, and before elements. Smaller is better. */
static guint
class_of (const MwPaletteEntry *entry)
{
  return entry->recent && !entry->reason ? entry->recent
         : entry->elsewhere              ? MOST_RECENT + 5
         : entry->element                ? MOST_RECENT + 4
         : entry->reason                 ? MOST_RECENT + 3
         : entry->command                ? MOST_RECENT + 2
                                         : MOST_RECENT + 1;
}

/* What can be done is found before elements with names that match a little better; if what was typed is a word of its label, even
 * before an element with exactly that name: "portrait" finds Set Up Portrait before a camera that is called so, but "stand" finds
 * the sequence before Add Standard Sequence. What cannot be done comes before elements too, unless all of a name was typed: the
 * reason says what to select first. What is for models of other formats comes last. */
static guint
score_of (const MwPaletteEntry *entry, guint match, gboolean typed, gboolean in_label)
{
  enum { NOT_NOW = 21, DOING = 25, RECENT = 15, IN_LABEL = 60 };
  if (!typed || !match || entry->element)
    return match;
  if (entry->elsewhere)
    return (match + 1) / 2;
  if (entry->reason)
    return match + NOT_NOW;
  return match + DOING + (entry->recent ? RECENT : 0) + (in_label ? IN_LABEL : 0);
}

static int
compare (const MwPaletteEntry *x, const MwPaletteEntry *y)
{
  if (x->score != y->score)
    return x->score > y->score ? -1 : 1;
  guint of_x = class_of (x), of_y = class_of (y);
  if (of_x != of_y)
    return of_x < of_y ? -1 : 1;
  /* Both are in one array, in the order of menus and of the model. */
  return x < y ? -1 : x > y;
}

/* Puts the entry at its place among the best ones, if it is one of them. */
static void
rank (MwPaletteEntries *self, MwPaletteEntry *entry)
{
  GPtrArray *best = self->best;
  guint at = best->len;
  if (at == MW_PALETTE_MAX && compare (entry, best->pdata[at - 1]) > 0)
    return;
  while (at > 0 && compare (entry, best->pdata[at - 1]) < 0)
    at--;
  g_ptr_array_insert (best, (int) at, entry);
  if (best->len > MW_PALETTE_MAX)
    g_ptr_array_set_size (best, MW_PALETTE_MAX);
}

guint
mw_palette_entries_search (MwPaletteEntries *self, const char *typed)
{
  MwFuzzy *fuzzy = mw_fuzzy_new (typed);
  gboolean any = !mw_fuzzy_is_empty (fuzzy), again = self->searched && mw_fuzzy_narrows (fuzzy, self->searched);
  guint n = again ? self->found->len : self->all->len, kept = 0;
  if (!again)
    g_ptr_array_set_size (self->found, (int) n);
  g_ptr_array_set_size (self->best, 0);
  for (guint i = 0; i < n; i++) {
    MwPaletteEntry *entry = again ? self->found->pdata[i] : &g_array_index (self->all, MwPaletteEntry, i);
    entry->score = score_of (entry, mw_fuzzy_score (fuzzy, entry->folded, entry->words), any,
                             !entry->element && mw_fuzzy_is_in (fuzzy, entry->folded));
    if (!entry->score)
      continue;
    self->found->pdata[kept++] = entry;
    rank (self, entry);
  }
  g_ptr_array_set_size (self->found, (int) kept);
  g_clear_pointer (&self->searched, mw_fuzzy_free);
  self->searched = fuzzy;
  return kept;
}

const MwPaletteEntry *
mw_palette_entries_get (MwPaletteEntries *self, guint index)
{
  return index < self->best->len ? self->best->pdata[index] : NULL;
}
