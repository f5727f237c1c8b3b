/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/transfer/transfer.h"

#include <string.h>

/* The attachments that the game looks for in a humanoid, each on the bone that its name or key bone says. */

typedef struct {
  MwRecord record;
  char *map;
} StandardParams;

static const MwField standard_fields[] = {
  MW_FIELD_TEXT (
    StandardParams, map, 4096, "map", .label = N_ ("Attachments"),
    .doc = N_ (
      "Pairs \"Attachment=Bone\", separated by semicolons; a bone is a name or a path. The form starts with all "
      "proposed pairs: remove those that you do not want. Empty: all proposed pairs.")),
};
static const MwSchema standard_params = { .name = "attachment-add-standard",
                                          .label = N_ ("Standard Attachments"),
                                          .size = sizeof (StandardParams),
                                          .fields = standard_fields,
                                          .n_fields = G_N_ELEMENTS (standard_fields) };

static gboolean
is_taken (MwDocument *document, const char *name)
{
  g_autofree char *slot = mw_new_elements (document)->slot_spelled (document, name, NULL);
  return slot && mw_new_slot_holder (document, slot, 0);
}

/* The name of a bone if that finds it, else its path. Free with g_free(). */
static char *
bone_text (const MwModel *model, const MwRecord *bone)
{
  const char *name = mw_record_name (bone);
  if (name && *name && !strpbrk (name, "=;\n") && !g_ascii_isspace (*name) && !g_ascii_isspace (name[strlen (name) - 1])
      && mw_transfer_find_node (model, name, "", NULL) == bone)
    return g_strdup (name);
  return mw_record_path (bone);
}

/* The proposals for attachments that the model does not have, as a map. Free with g_free(). */
static char *
propose (MwDocument *document)
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (GArray) found = mw_new_elements (document)->standard (document, NULL);
  GString *map = g_string_new (NULL);
  for (guint i = 0; found && i < found->len; i++) {
    const MwNewStandard *one = &g_array_index (found, MwNewStandard, i);
    g_autofree char *bone = bone_text (model, mw_model_find (model, one->bone));
    if (!is_taken (document, one->slot))
      g_string_append_printf (map, "%s%s=%s", map->len ? "; " : "", one->slot, bone);
  }
  return g_string_free (map, FALSE);
}

static void
standard_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  g_autofree char *map = propose (document);
  mw_text_set (&((StandardParams *) params)->map, map, strlen (map));
}

static gboolean
standard_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  g_autoptr (GArray) found = mw_new_elements (document)->standard (document, error);
  return found != NULL;
}

/* Adds one attachment, unless the model has it. */
static gboolean
add_pair (MwDocument *document, const char *pair, guint *added, GError **error)
{
  const char *equals = strchr (pair, '=');
  if (!equals) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "found \"%s\", expected \"Attachment=Bone\"", pair);
    return FALSE;
  }
  g_autofree char *name = g_strstrip (g_strndup (pair, (gsize) (equals - pair))),
                  *bone = g_strstrip (g_strdup (equals + 1));
  const MwRecord *on = mw_transfer_find_node (mw_document_get_model (document), bone, "the model", error);
  if (!on)
    return FALSE;
  if (is_taken (document, name))
    return TRUE;
  MwRecord *made = mw_new_elements (document)->attachment (document, name, error);
  const MwNewPlace place = { { on->id, 0 }, { 0 } };
  ++*added;
  return made && mw_new_place_insert (document, made, &place, NULL, 0, error);
}

static gboolean
standard_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const char *given = mw_text (((const StandardParams *) params)->map);
  g_autofree char *map = *given ? g_strdup (given) : propose (document);
  g_auto (GStrv) pairs = g_strsplit_set (map, ";\n", -1);
  guint added = 0;
  for (guint i = 0; pairs[i]; i++)
    if (*g_strstrip (pairs[i]) && !add_pair (document, pairs[i], &added, error))
      return FALSE;
  if (!added)
    return mw_operation_nothing (
      error, "nothing to add: the model has these attachments, or no bone by which others are found");
  mw_document_notice (document, g_strdup_printf ("attachments added: %u (%s)", added, map));
  return TRUE;
}

const MwOperation mw_operation_attachment_add_standard = {
  .id = "attachment-add-standard",
  .label = N_ ("Add Standard Attachments"),
  .doc = N_ (
    "Adds the attachments that the game looks for in a humanoid and that the model does not have, at the pivots of bones: "
    "head, chest, hands, feet and so on. Bones are found by the words of their names, in M2 by key bones and known names. "
    "It is not known on which bones a humanoid of World of Warcraft's alpha has its attachments."),
  .aliases = "humanoid unit hand foot head chest origin overhead points set",
  .domain = MW_DOMAIN_NODES,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .families = MW_FAMILY_MDX | MW_FAMILY_M2,
  .params = &standard_params,
  .preset = standard_preset,
  .applies = standard_applies,
  .run = standard_run,
};
