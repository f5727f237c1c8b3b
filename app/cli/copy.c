/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "core/edit/operations/elements/elements-text.h"

#include <string.h>

static gboolean
add_paths (MwCli *cli, const char *file, const MwModel *model, GArray *ids)
{
  for (guint i = 1; i < cli->args->len; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GArray) targets = mw_path_resolve (model, cli->args->pdata[i], &error);
    for (guint k = 0; targets && k < targets->len && !error; k++) {
      const MwTarget *target = &g_array_index (targets, MwTarget, k);
      if (target->field)
        mw_set_error (&error, MW_ERROR_USAGE, -1, NULL, "%s is a value or a list, not a record",
                      (const char *) cli->args->pdata[i]);
      else
        g_array_append_val (ids, target->record->id);
    }
    if (error) {
      mw_cli_fail (cli, file, error, MW_EXIT_USAGE);
      return FALSE;
    }
  }
  return TRUE;
}

static void
run (MwCli *cli)
{
  const char *file = cli->args->pdata[0];
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  MwFormat format;
  MwModel *model = mw_cli_load (cli, file, &format, NULL);
  if (!model)
    return;
  g_autoptr (MwDocument) document = mw_document_new (model, format);
  if (!add_paths (cli, file, model, ids))
    return;
  g_autofree char *text = mw_elements_to_text (document, (const MwId *) (gpointer) ids->data, ids->len, &error);
  if (!text) {
    mw_cli_fail (cli, file, error, MW_EXIT_USAGE);
  } else if (cli->json) {
    g_autoptr (MwJson) json = mw_json_new ();
    mw_json_string (json, "text", text);
    mw_cli_object (cli, file, TRUE, json);
  } else
    mw_cli_print (cli, "%s", text);
}

const MwCliVerb mw_verb_copy = {
  .name = "copy",
  .arguments = "FILE PATH...",
  .summary = "print elements as text that can be pasted into another model",
  .about =
    "Prints the elements at PATH as text, with all that they refer to and the sequences of their keys. The operation paste\n"
    "of `mwright do` adds them to another model of the same family; the window pastes the same text. For MDX and MDL it\n"
    "is MDL text of only these elements.\n",
  .examples = "copy fire.mdx 'particle_emitters2[0]' > fire.txt\n"
              "do -e 'paste file=fire.txt attach=\"Hand Right\"' footman.mdx -o burning.mdx",
  .least = 2,
  .run = run,
};
