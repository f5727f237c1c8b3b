/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/files.h"
#include "core/check/finding.h"
#include "core/check/image-facts.h"
#include "core/model/aspects.h"
#include "core/vfs/stock.h"

#include <string.h>

#define LARGEST_FILE ((gsize) 64 * 1024 * 1024)

struct _MwFileChecks {
  gatomicrefcount references;
  GMutex lock;
  GHashTable *images; /* address -> MwImageFacts, which stay until the end */
  /* name as the model writes it -> address, which stays until the end, or NULL: it was not found. NULL: not remembered */
  GHashTable *names;
  MwPlaces *places; /* of the game that the names were looked for in; or NULL */
};

typedef struct {
  MwFileChecks *checks;
  MwChecking checking;
  MwLookup *lookup;    /* NULL: only what is remembered is used */
  gboolean knows_game; /* a name in a folder of the game is missing if it is not found */
  gboolean unknown;    /* something was not remembered */
} Run;

MwFileChecks *
mw_file_checks_new (void)
{
  MwFileChecks *self = g_new0 (MwFileChecks, 1);
  g_atomic_ref_count_init (&self->references);
  g_mutex_init (&self->lock);
  self->images = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) mw_image_facts_free);
  return self;
}

MwFileChecks *
mw_file_checks_new_for_one (void)
{
  MwFileChecks *self = mw_file_checks_new ();
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

MwFileChecks *
mw_file_checks_ref (MwFileChecks *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
mw_file_checks_unref (MwFileChecks *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_hash_table_unref (self->images);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->places, mw_places_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* --- Images --------------------------------------------------------------------------------------------------------- */

/* NULL: nothing is remembered of it. */
static const MwImageFacts *
facts_of (Run *run, const char *name, const char *address)
{
  MwFileChecks *checks = run->checks;
  g_mutex_lock (&checks->lock);
  MwImageFacts *facts = g_hash_table_lookup (checks->images, address);
  g_mutex_unlock (&checks->lock);
  if (facts || !run->lookup)
    return facts;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mw_lookup_read (run->lookup, name, LARGEST_FILE, &error);
  MwImageFacts *made = bytes ? mw_image_facts_new (bytes) : mw_image_facts_new_unread (error);
  g_mutex_lock (&checks->lock);
  facts = g_hash_table_lookup (checks->images, address); /* another thread may have read it too */
  if (!facts)
    g_hash_table_insert (checks->images, g_strdup (address), made);
  g_mutex_unlock (&checks->lock);
  if (!facts)
    return made;
  mw_image_facts_free (made);
  return facts;
}

static void
check_image (Run *run, const MwRecord *record, const MwField *field, const char *name, const char *address)
{
  MwChecking *c = &run->checking;
  const MwImageFacts *facts = facts_of (run, name, address);
  if (!facts) {
    run->unknown = TRUE;
    return;
  }
  if (facts->error) {
    mw_check_find_in (c, MW_RULE_TEXTURE_UNREADABLE, record, field, "\"%s\": %s", name, facts->error);
    return;
  }
  if (facts->is == MW_IMAGE_IS_TIFF)
    return;
  if (facts->levels_fault)
    mw_check_find_in (c, MW_RULE_TEXTURE_LEVELS, record, field, "\"%s\": %s", name, facts->levels_fault);
  c->rules->image (c, record, field, name, facts);
}

/* --- Names ---------------------------------------------------------------------------------------------------------- */

/* Where the extension of a last part begins, else its end. */
static gsize
stem_length (const char *part)
{
  const char *dot = strrchr (part, '.');
  return dot ? (gsize) (dot - part) : strlen (part);
}

/* Whether parts of paths are equal but for case; of the last ones only what is before the extension counts, because the file may have
 * another one. */
static gboolean
alike (const char *a, const char *b, gboolean last)
{
  const gsize length = last ? stem_length (a) : strlen (a);
  return length == (last ? stem_length (b) : strlen (b)) && g_ascii_strncasecmp (a, b, length) == 0;
}

/* `name` with the case of the file at a path on disk, as far as its last parts are those of the path. Free with g_free(). */
static char *
in_case_of (const char *name, const char *path)
{
  char *right = g_strdup (name);
  gsize at = strlen (right), on_disk = strlen (path);
  for (gboolean last = TRUE;; last = FALSE) {
    gsize from = at, start = on_disk;
    while (from > 0 && !strchr ("\\/", right[from - 1]))
      from--;
    while (start > 0 && path[start - 1] != G_DIR_SEPARATOR)
      start--;
    g_autofree char *part = g_strndup (right + from, at - from), *real = g_strndup (path + start, on_disk - start);
    if (!alike (part, real, last))
      return right;
    /* Another extension stays as the model has it. */
    memcpy (right + from, real, g_ascii_strcasecmp (part, real) == 0 ? strlen (real) : stem_length (real));
    if (from == 0 || start == 0)
      return right;
    at = from - 1;
    on_disk = start - 1;
  }
}

/* Names in archives have no case. */
static void
check_case (Run *run, const MwRecord *record, const MwField *field, const char *name, const char *address)
{
  g_autofree char *archive = NULL, *inside = NULL, *right = NULL;
  if (mw_archive_split (address, &archive, &inside))
    return;
  right = in_case_of (name, address);
  if (strcmp (right, name) == 0)
    return;
  mw_check_find_in (&run->checking, MW_RULE_FILE_CASE, record, field, "found \"%s\", on the disk it is \"%s\"", name,
                    right);
  MwFinding *finding = run->checking.findings->pdata[run->checking.findings->len - 1];
  if (!strpbrk (right, "\"\r\n"))
    finding->right = g_steal_pointer (&right);
}

/* Where the file is, or NULL. FALSE: that is not remembered. Free *address with g_free(). */
static gboolean
find_file (Run *run, const char *name, char **address)
{
  MwFileChecks *checks = run->checks;
  gpointer found = NULL;
  gboolean known = FALSE;
  if (checks->names) {
    g_mutex_lock (&checks->lock);
    known = g_hash_table_lookup_extended (checks->names, name, NULL, &found);
    *address = g_strdup (found);
    g_mutex_unlock (&checks->lock);
  }
  if (known || !run->lookup)
    return known;
  *address = mw_lookup_find_model (run->lookup, name);
  if (checks->names) {
    g_mutex_lock (&checks->lock);
    g_hash_table_replace (checks->names, g_strdup (name), g_strdup (*address));
    g_mutex_unlock (&checks->lock);
  }
  return TRUE;
}

static void
check_name (Run *run, const MwRecord *record, const MwField *field)
{
  const char *name = mw_text (*(char *const *) mw_field_at (record, field));
  const gboolean texture = record->schema == mw_aspects_of (run->checking.model)->texture;
  g_autofree char *address = NULL;
  if (!*name)
    return;
  if (!find_file (run, name, &address)) {
    run->unknown = TRUE;
    return;
  }
  if (address) {
    check_case (run, record, field, name, address);
    if (texture)
      check_image (run, record, field, name, address);
  } else if (run->knows_game || !mw_stock_folder (run->checking.format.family, name)) {
    const MwRuleNumber rule = texture ? MW_RULE_TEXTURE_MISSING : MW_RULE_FILE_MISSING;
    if (run->knows_game)
      mw_check_find_in (&run->checking, rule, record, field, "\"%s\"", name);
    else
      mw_check_find_in (&run->checking, rule, record, field,
                        "\"%s\"; the files of a game that reads the model were not searched", name);
  }
}

/* --- The model ------------------------------------------------------------------------------------------------------ */

static gboolean
is_supplied (const MwRecord *record)
{
  const MwField *field = mw_schema_part (record->schema, MW_PART_SUPPLIED);
  return field && *(const uint32_t *) mw_field_at (record, field);
}

static gboolean
names_file (const MwRecord *record, const MwField *field, MwFormat format)
{
  /* The root names an animation file, which no game reads (rule wc3-animation-file). */
  return field->role == MW_ROLE_FILE && field->type == MW_TYPE_TEXT && record->owner && !is_supplied (record)
         && mw_field_is_live (record, field, format);
}

static gboolean
check_record (MwRecord *record, gpointer data)
{
  Run *run = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (names_file (record, field, run->checking.format))
      check_name (run, record, field);
  }
  return TRUE;
}

typedef struct {
  MwFormat format;
  GPtrArray *names;
  GHashTable *known; /* the same names, which belong to `names` */
} Naming;

static gboolean
add_names (MwRecord *record, gpointer data)
{
  Naming *naming = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    const char *name = names_file (record, field, naming->format)
                         ? mw_text (*(char *const *) mw_field_at (record, field))
                         : "";
    if (!*name || g_hash_table_contains (naming->known, name))
      continue;
    g_ptr_array_add (naming->names, g_strdup (name));
    g_hash_table_add (naming->known, naming->names->pdata[naming->names->len - 1]);
  }
  return TRUE;
}

GPtrArray *
mw_file_names (const MwModel *model, MwFormat format)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  Naming naming = { format, g_ptr_array_new_with_free_func (g_free), known };
  mw_record_foreach ((MwRecord *) &model->record, add_names, &naming);
  return naming.names;
}

static gboolean
knows_game (MwPlaces *places, MwFormat format)
{
  const MwGame *game = places ? mw_places_game (places) : NULL;
  const MwClient *client = game ? game->client : NULL;
  return client && client->family == format.family && format.version >= client->first && format.version <= client->last
         && mw_places_errors (places)->len == 0;
}

static GPtrArray *
check_model (Run *run, MwPlaces *places, const MwModel *model, MwFormat format, const MwTargetClient *client)
{
  const gboolean same = client && client->family == format.family;
  run->knows_game = knows_game (places, format);
  run->checking = mw_checking_new (model, format, same ? client : NULL, FALSE);
  g_ptr_array_set_size (run->checking.findings, 0); /* that the client does not read the version is said of the model */
  mw_record_foreach ((MwRecord *) &model->record, check_record, run);
  return run->checking.findings;
}

GPtrArray *
mw_file_checks_run (MwFileChecks *self, const MwModel *model, MwFormat format, const MwTargetClient *client,
                    MwLookup *lookup)
{
  Run run = { .checks = self, .lookup = lookup };
  MwPlaces *places = mw_lookup_game (lookup);
  if (self->names) {
    g_mutex_lock (&self->lock);
    if (!self->places && places)
      self->places = mw_places_ref (places);
    g_mutex_unlock (&self->lock);
  }
  return check_model (&run, places, model, format, client);
}

GPtrArray *
mw_file_checks_recall (MwFileChecks *self, const MwModel *model, MwFormat format, const MwTargetClient *client,
                       gboolean *all)
{
  Run run = { .checks = self };
  g_mutex_lock (&self->lock);
  MwPlaces *places = self->places; /* once it is known it stays */
  g_mutex_unlock (&self->lock);
  GPtrArray *findings = check_model (&run, places, model, format, client);
  *all = !run.unknown;
  return findings;
}

gboolean
mw_rule_is_about_files (const MwRule *rule)
{
  static const MwRuleNumber numbers[] = {
    MW_RULE_TEXTURE_MISSING,    MW_RULE_FILE_MISSING,           MW_RULE_FILE_CASE,         MW_RULE_TEXTURE_UNREADABLE,
    MW_RULE_TEXTURE_KIND,       MW_RULE_TEXTURE_LEVELS,         MW_RULE_WC3_TEXTURE_SIDES, MW_RULE_WC3_TEXTURE_LARGE,
    MW_RULE_WC3_TEXTURE_HEADER, MW_RULE_WC3_TEXTURE_FEW_LEVELS,
  };
  guint n;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (rule == &mw_rules (&n)[numbers[i]])
      return TRUE;
  return FALSE;
}
