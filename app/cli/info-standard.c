/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/info-standard.h"
#include "app/cli/values.h"
#include "core/model/standard-sequences.h"

/* What a sequence is called in a line: "Walk" or "Walk/0". Free with g_free(). */
static char *
called (const MwRecord *sequence)
{
  const char *name = mw_record_name (sequence);
  return name ? mw_cli_plain (name, 0) : mw_record_called (sequence);
}

static void
print_standard (MwCli *cli, const MwStandardSequence *is)
{
  g_autofree char *path = is->sequence ? mw_record_path (is->sequence) : NULL,
                  *name = is->sequence ? called (is->sequence) : NULL,
                  *from = is->from ? mw_record_path (is->from) : NULL;
  if (is->state == MW_STANDARD_HAVE && cli->quiet)
    return;
  mw_cli_print (cli, "  %-11s%-20s", mw_standard_state_name (is->state), is->expected->name);
  if (path)
    mw_cli_print (cli, " %s \"%s\"", path, name);
  if (from && is->state != MW_STANDARD_HAVE)
    mw_cli_print (cli, "%s make it from %s", path ? ";" : "", from);
  mw_cli_print (cli, "\n");
}

static void
json_standard (MwJson *json, const MwStandardSequence *is)
{
  g_autofree char *path = is->sequence ? mw_record_path (is->sequence) : NULL,
                  *from = is->from ? mw_record_path (is->from) : NULL;
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "name", is->expected->name);
  mw_json_string (json, "state", mw_standard_state_name (is->state));
  if (path)
    mw_json_string (json, "sequence", path);
  if (from)
    mw_json_string (json, "from", from);
  mw_json_end_object (json);
}

/* Prints which expected sequences a model has. */
static void
standard (MwCli *cli, const char *file, const MwModel *model, MwFormat format, const MwStandardSet *set)
{
  g_autoptr (GArray) all = mw_standard_sequences (model, set);
  g_autoptr (MwJson) json = cli->json ? mw_json_new () : NULL;
  g_autofree char *where = mw_cli_plain (file, 0);
  if (!json)
    mw_cli_print (cli, "%s%s%s: %s\n", mw_cli_color (cli, "1"), where, mw_cli_color (cli, "0"), set->id);
  else {
    mw_json_string (json, "set", set->id);
    mw_json_begin_array (json, "expected");
  }
  for (guint i = 0; i < all->len; i++) {
    const MwStandardSequence *is = &g_array_index (all, MwStandardSequence, i);
    if (json)
      json_standard (json, is);
    else
      print_standard (cli, is);
  }
  if (!json)
    return;
  mw_json_end_array (json);
  mw_cli_object (cli, file, TRUE, json);
}

void
mw_cli_standard (MwCli *cli, const char *file, const MwModel *model, MwFormat format)
{
  const char *id = mw_cli_option (cli, "standard");
  const MwStandardSet *set = mw_standard_set (model, format.family, id && *id ? id : NULL);
  if (set) {
    standard (cli, file, model, format, set);
    return;
  }
  g_autoptr (GPtrArray) sets = mw_standard_sets (model, format.family);
  g_autoptr (GString) known = g_string_new (NULL);
  for (guint i = 0; i < sets->len; i++)
    g_string_append_printf (known, "%s%s", i ? ", " : "", ((const MwStandardSet *) sets->pdata[i])->id);
  g_autoptr (GError) error = NULL;
  mw_set_error (&error, MW_ERROR_USAGE, -1, NULL,
                "nothing is known about the sequences of \"%s\": for this model --standard takes %s", id, known->str);
  mw_cli_fail (cli, file, error, MW_EXIT_USAGE);
}
