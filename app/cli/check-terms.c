/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/check-terms.h"
#include "app/cli/check-rules.h"
#include "app/cli/data.h"
#include "core/check/files.h"
#include "core/check/switched-off.h"
#include "core/vfs/archive.h"

#include <string.h>

/* A folder with models, and its .mwcheck. */
typedef struct {
  char *path;
  GArray *lines;         /* MwSwitchedOff; NULL: there is no such file */
  GPtrArray *complaints; /* char *: what follows the name of the file and a colon */
  gboolean whole;        /* all models in it and below it are checked */
} Folder;

struct _MwCliTerms {
  gboolean has_client;
  MwTargetClient client;
  gboolean *left_out;      /* by the number of the rule */
  MwCliBaseline *baseline; /* may be NULL */
  MwCliData *data;         /* where files are looked for; NULL: no rule about files is asked */
  MwFileChecks *files;     /* what they are like */
  GPtrArray *roots;        /* char *: folders among the arguments */
  GMutex lock;             /* of `folders` and `data` */
  GHashTable *folders;     /* path -> Folder */
};

static void
folder_free (gpointer data)
{
  Folder *folder = data;
  g_free (folder->path);
  g_clear_pointer (&folder->lines, g_array_unref);
  g_ptr_array_unref (folder->complaints);
  g_free (folder);
}

static void
judged_free (gpointer data)
{
  MwCliJudged *judged = data;
  mw_finding_free (judged->finding);
  g_free (judged->reason);
  g_free (judged);
}

/* --- Options -------------------------------------------------------------------------------------------------------- */

static gboolean
take_client (MwCliTerms *self, MwCli *cli)
{
  const char *word = mw_cli_option (cli, "to");
  self->has_client = word && mw_target_client (word, &self->client);
  if (!word || self->has_client)
    return TRUE;
  g_autofree char *known = mw_target_clients_text (G_MAXUINT, 0, G_MAXUINT);
  mw_cli_usage (cli, "--to=%s: expected a game (%s) or a version of the format (mdx1000, m2-264)", word, known);
  return FALSE;
}

/* Sets whether the rules that an option names are left out. */
static gboolean
name_rules (MwCliTerms *self, MwCli *cli, const char *option, gboolean left_out)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  g_autoptr (GPtrArray) values = mw_cli_options (cli, option);
  for (guint i = 0; i < values->len; i++) {
    g_auto (GStrv) ids = g_strsplit (values->pdata[i], ",", -1);
    /* As when a script's variable is empty. With --only, nothing would ever be found. */
    if (!ids[0]) {
      mw_cli_usage (cli, "--%s: no rule is given (mwright check --rules lists them)", option);
      return FALSE;
    }
    for (guint k = 0; ids[k]; k++) {
      const MwRule *rule = mw_cli_find_rule (cli, option, g_strstrip (ids[k]));
      if (!rule)
        return FALSE;
      self->left_out[rule - rules] = left_out;
    }
  }
  return TRUE;
}

static gboolean
take_rules (MwCliTerms *self, MwCli *cli)
{
  guint n;
  const gboolean only = mw_cli_has (cli, "only");
  mw_rules (&n);
  self->left_out = g_new0 (gboolean, n);
  if (only && mw_cli_has (cli, "except")) {
    mw_cli_usage (cli, "give either --only or --except, not both");
    return FALSE;
  }
  for (guint i = 0; i < n; i++)
    self->left_out[i] = only;
  return name_rules (self, cli, "only", FALSE) && name_rules (self, cli, "except", TRUE);
}

static gboolean
take_baseline (MwCliTerms *self, MwCli *cli)
{
  const char *path = mw_cli_option (cli, "baseline");
  self->baseline = path ? mw_cli_baseline_read (cli, path) : NULL;
  return !path || self->baseline;
}

static gboolean
asks_files (const MwCliTerms *self)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  for (guint i = 0; i < n; i++)
    if (!self->left_out[i] && mw_rule_is_about_files (&rules[i]))
      return TRUE;
  return FALSE;
}

static gboolean
take_data (MwCliTerms *self, MwCli *cli)
{
  if (!asks_files (self))
    return TRUE;
  self->files = mw_file_checks_new ();
  self->data = mw_cli_data_new (cli);
  return self->data != NULL;
}

MwCliTerms *
mw_cli_terms_new (MwCli *cli)
{
  g_autoptr (MwCliTerms) self = g_new0 (MwCliTerms, 1);
  g_mutex_init (&self->lock);
  self->folders = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, folder_free);
  self->roots = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < cli->args->len; i++)
    if (g_file_test (cli->args->pdata[i], G_FILE_TEST_IS_DIR))
      g_ptr_array_add (self->roots, g_canonicalize_filename (cli->args->pdata[i], NULL));
  const gboolean ok = take_client (self, cli) && take_rules (self, cli) && take_baseline (self, cli)
                      && take_data (self, cli);
  return ok ? g_steal_pointer (&self) : NULL;
}

void
mw_cli_terms_free (MwCliTerms *self)
{
  g_free (self->left_out);
  g_clear_pointer (&self->data, mw_cli_data_free);
  g_clear_pointer (&self->files, mw_file_checks_unref);
  g_clear_pointer (&self->baseline, mw_cli_baseline_free);
  g_ptr_array_unref (self->roots);
  g_hash_table_unref (self->folders);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* --- .mwcheck ------------------------------------------------------------------------------------------------------- */

/* What follows a folder in the path of what is in it: "orc/grunt.mdx"; "" for the folder itself. NULL: it is somewhere else. */
static const char *
path_below (const char *folder, const char *path)
{
  gsize length = strlen (folder);
  if (strncmp (path, folder, length) != 0)
    return NULL;
  if (length && folder[length - 1] == G_DIR_SEPARATOR)
    return path + length;
  return path[length] == '\0' ? path + length : path[length] == G_DIR_SEPARATOR ? path + length + 1 : NULL;
}

static gboolean
is_below_a_root (const MwCliTerms *self, const char *path)
{
  for (guint i = 0; i < self->roots->len; i++)
    if (path_below (self->roots->pdata[i], path))
      return TRUE;
  return FALSE;
}

static Folder *
folder_new (const MwCliTerms *self, const char *path)
{
  Folder *folder = g_new0 (Folder, 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *file = g_build_filename (path, MW_SWITCHED_OFF_FILE, NULL);
  folder->path = g_strdup (path);
  folder->complaints = g_ptr_array_new_with_free_func (g_free);
  folder->whole = is_below_a_root (self, path);
  /* A link that leads nowhere is reported. */
  if (!g_file_test (file, G_FILE_TEST_EXISTS) && !g_file_test (file, G_FILE_TEST_IS_SYMLINK))
    return folder;
  g_autoptr (GBytes) bytes = mw_file_read (file, NULL, &error);
  if (bytes) {
    gsize size;
    const char *text = g_bytes_get_data (bytes, &size);
    folder->lines = mw_switched_off_read (text, size, folder->complaints);
  } else {
    g_ptr_array_add (folder->complaints, g_strconcat (" ", error->message, NULL));
  }
  return folder;
}

static const Folder *
find_folder (MwCliTerms *self, const char *path)
{
  g_mutex_lock (&self->lock);
  Folder *folder = g_hash_table_lookup (self->folders, path);
  if (!folder) {
    folder = folder_new (self, path);
    g_hash_table_insert (self->folders, folder->path, folder);
  }
  g_mutex_unlock (&self->lock);
  return folder;
}

/* The folder of a model and its parents up to an argument, the nearest first: const Folder *. A model that is given by its name has only
 * its own. */
static GPtrArray *
folders_of (MwCliTerms *self, const char *place)
{
  GPtrArray *folders = g_ptr_array_new ();
  for (g_autofree char *path = g_path_get_dirname (place);;) {
    g_ptr_array_add (folders, (gpointer) find_folder (self, path));
    char *parent = g_path_get_dirname (path);
    const gboolean last = strcmp (parent, path) == 0 || !is_below_a_root (self, parent);
    g_free (path);
    path = parent;
    if (last)
      return folders;
  }
}

static void
switch_off (MwCliJudged *judged, const GPtrArray *folders, const char *place)
{
  for (guint i = 0; i < folders->len && judged->standing == MW_CLI_COUNTS; i++) {
    const Folder *folder = folders->pdata[i];
    const MwSwitchedOff *line = folder->lines ? mw_switched_off_find (folder->lines, judged->finding->rule,
                                                                      path_below (folder->path, place))
                                              : NULL;
    if (!line)
      continue;
    judged->standing = MW_CLI_SWITCHED_OFF;
    judged->reason = g_strdup (line->reason);
  }
}

static int
compare_folders (gconstpointer a, gconstpointer b)
{
  return strcmp (((const Folder *) a)->path, ((const Folder *) b)->path);
}

/* The path of a folder's .mwcheck as the user would write it: from the current folder if it is below that. Free with g_free(). */
static char *
name_of (const Folder *folder)
{
  g_autofree char *here = g_get_current_dir ();
  const char *below = path_below (here, folder->path);
  return g_build_filename (below ? below : folder->path, MW_SWITCHED_OFF_FILE, NULL);
}

void
mw_cli_terms_say_switches (MwCli *cli, const MwCliTerms *self)
{
  g_autoptr (GList) folders = g_list_sort (g_hash_table_get_values (self->folders), compare_folders);
  for (GList *at = folders; at; at = at->next) {
    const Folder *folder = at->data;
    g_autofree char *name = name_of (folder);
    for (guint i = 0; i < folder->complaints->len; i++) {
      mw_cli_say (cli, "%s:%s", name, (char *) folder->complaints->pdata[i]);
      mw_cli_code (cli, MW_EXIT_USAGE);
    }
    for (guint i = 0; folder->lines && folder->whole && i < folder->lines->len && !cli->quiet; i++) {
      const MwSwitchedOff *line = &g_array_index (folder->lines, MwSwitchedOff, i);
      guint n;
      if (!line->used && !self->left_out[line->rule - mw_rules (&n)])
        mw_cli_say (cli, "%s:%u: nothing breaks %s, so this line can go", name, line->line, line->rule->id);
    }
  }
}

/* --- Checking ------------------------------------------------------------------------------------------------------- */

/* A thread's listings of folders, so that models in the same one share them. */
static MwFolders *
folders_of_thread (void)
{
  static GPrivate own = G_PRIVATE_INIT ((GDestroyNotify) mw_folders_free);
  MwFolders *folders = g_private_get (&own);
  if (!folders)
    g_private_set (&own, folders = mw_folders_new ());
  return folders;
}

/* Appends what is wrong with the files that a model names. */
static void
check_files (MwCliTerms *self, const char *file, const MwModel *model, MwFormat format, GPtrArray *findings)
{
  g_mutex_lock (&self->lock);
  MwPlaces *places = mw_cli_data_places (self->data, format);
  g_mutex_unlock (&self->lock);
  g_autoptr (MwLookup) lookup = mw_lookup_new (file, folders_of_thread (), places);
  g_autoptr (GPtrArray)
    found = mw_file_checks_run (self->files, model, format, self->has_client ? &self->client : NULL, lookup);
  g_ptr_array_set_free_func (found, NULL);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (findings, found->pdata[i]);
}

GPtrArray *
mw_cli_terms_check (MwCliTerms *self, const char *file, const MwModel *model, MwFormat format, gboolean alone)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  g_autoptr (GPtrArray) findings = mw_check_for (model, format, self->has_client ? &self->client : NULL, alone);
  g_autofree char *archive = NULL, *name = NULL, *place = g_canonicalize_filename (file, NULL);
  g_autoptr (GPtrArray) folders = alone || mw_archive_split (file, &archive, &name) ? g_ptr_array_new ()
                                                                                    : folders_of (self, place);
  GPtrArray *all = g_ptr_array_new_with_free_func (judged_free);
  if (self->data && !alone)
    check_files (self, file, model, format, findings);
  g_ptr_array_set_free_func (findings, NULL);
  for (guint i = 0; i < findings->len; i++) {
    MwFinding *finding = findings->pdata[i];
    if (self->left_out[finding->rule - rules]) {
      mw_finding_free (finding);
      continue;
    }
    MwCliJudged *judged = g_new0 (MwCliJudged, 1);
    judged->finding = finding;
    switch_off (judged, folders, place);
    if (judged->standing == MW_CLI_COUNTS && self->baseline && mw_cli_baseline_has (self->baseline, file, finding))
      judged->standing = MW_CLI_IN_BASELINE;
    g_ptr_array_add (all, judged);
  }
  return all;
}
