/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/disk-text.h"
#include "ui/i18n.h"
#include "ui/labels.h"

static char *
model_text (MwFileChangeKind kind, const char *model)
{
  switch (kind) {
  case MW_FILE_GONE:
    return g_strdup_printf (_ ("%s was deleted or renamed by another program."), model);
  case MW_FILE_APPEARED:
    return g_strdup_printf (_ ("%s was created again by another program."), model);
  default:
    return g_strdup_printf (_ ("%s was changed by another program."), model);
  }
}

static char *
companion_text (MwFileChangeKind kind, const char *name, const char *model)
{
  switch (kind) {
  case MW_FILE_GONE:
    return g_strdup_printf (_ ("%s, which belongs to %s, was deleted or renamed by another program."), name, model);
  case MW_FILE_APPEARED:
    return g_strdup_printf (_ ("%s, which belongs to %s, was added by another program."), name, model);
  default:
    return g_strdup_printf (_ ("%s, which belongs to %s, was changed by another program."), name, model);
  }
}

static gboolean
is_model (const MwFileChange *change)
{
  return g_str_equal (change->role, "model");
}

char *
mw_disk_changes_text (const GPtrArray *changes, const char *model)
{
  const MwFileChange *first = changes->len ? changes->pdata[0] : NULL;
  g_autofree char *own = g_path_get_basename (model), *own_text = mw_ui_text (own);
  if (!first)
    return g_strdup ("");
  if (changes->len > 1 && !is_model (first))
    return g_strdup_printf (ngettext ("%u file that belongs to %s was changed, added or deleted by another program.",
                                      "%u files that belong to %s were changed, added or deleted by another program.",
                                      changes->len),
                            changes->len, own_text);
  if (is_model (first))
    return model_text (first->kind, own_text);
  g_autofree char *name = g_path_get_basename (first->path), *text = mw_ui_text (name);
  return companion_text (first->kind, text, own_text);
}

gboolean
mw_disk_changes_gone (const GPtrArray *changes)
{
  const MwFileChange *first = changes->len ? changes->pdata[0] : NULL;
  return first && is_model (first) && first->kind == MW_FILE_GONE;
}
