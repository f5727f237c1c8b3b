/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/marks.h"
#include "core/check/check.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

struct _MwMarks {
  GPtrArray *findings; /* MwFinding */
};

MwMarks *
mw_marks_new (MwDocument *document, MwId id)
{
  MwMarks *marks = g_new (MwMarks, 1);
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, id);
  marks->findings = record ? mw_check_record (model, mw_document_get_format (document), record)
                           : g_ptr_array_new_with_free_func ((GDestroyNotify) mw_finding_free);
  return marks;
}

void
mw_marks_free (MwMarks *marks)
{
  if (!marks)
    return;
  g_ptr_array_unref (marks->findings);
  g_free (marks);
}

/* "A sequence ends before it starts (it starts at 9000 and ends at 6000)." */
static char *
sentence (const MwFinding *finding)
{
  const char *rule = gettext (finding->rule->text);
  gsize length = strlen (rule);
  g_autofree char *found = mw_ui_text (finding->message);
  if (length && rule[length - 1] == '.')
    length--;
  /* Translators: what is wrong, and what was found: "A sequence ends before it starts (it starts at 9 and ends at 6)." */
  return g_strdup_printf (_ ("%.*s (%s)."), (int) length, rule, found);
}

char *
mw_marks_of_field (const MwMarks *marks, const MwField *field)
{
  GString *text = NULL;
  for (guint i = 0; i < marks->findings->len; i++) {
    const MwFinding *finding = marks->findings->pdata[i];
    if (finding->target.field != field)
      continue;
    g_autofree char *line = sentence (finding);
    if (!text)
      text = g_string_new (line);
    else
      g_string_append_printf (text, "\n%s", line);
  }
  return text ? g_string_free (text, FALSE) : NULL;
}
