/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/problems/problem.h"
#include "core/check/fix.h"
#include "core/edit/operations/operations.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

struct _MwProblem {
  GObject parent_instance;
  const MwRule *rule;
  MwId element, record;
  const MwField *field;
  guint first, hash;
  char *path, *message, *fix;
};

G_DEFINE_FINAL_TYPE (MwProblem, mw_problem, G_TYPE_OBJECT)

static void
finalize (GObject *object)
{
  MwProblem *self = MW_PROBLEM (object);
  g_free (self->path);
  g_free (self->message);
  g_free (self->fix);
  G_OBJECT_CLASS (mw_problem_parent_class)->finalize (object);
}

static void
mw_problem_class_init (MwProblemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
}

static void
mw_problem_init (MwProblem *self)
{}

MwProblem *
mw_problem_new (const MwFinding *finding)
{
  MwProblem *self = g_object_new (MW_TYPE_PROBLEM, NULL);
  const MwRecord *element = finding->target.record;
  const MwField *slot;
  /* What is wrong with a track is wrong with its element. */
  while ((slot = mw_record_slot (element)) && slot->type == MW_TYPE_CHILD)
    element = element->owner;
  self->rule = finding->rule;
  self->element = element->id;
  self->record = finding->target.record->id;
  self->field = finding->target.field;
  self->first = finding->target.first;
  self->path = mw_target_path (&finding->target);
  self->message = mw_ui_text (finding->message);
  self->fix = mw_finding_fix (finding);
  self->hash = (g_str_hash (self->rule->id) * 31 + g_str_hash (self->path)) * 31 + g_str_hash (self->message);
  return self;
}

const MwRule *
mw_problem_get_rule (MwProblem *self)
{
  return self->rule;
}

MwId
mw_problem_get_element (MwProblem *self)
{
  return self->element;
}

MwId
mw_problem_get_record (MwProblem *self)
{
  return self->record;
}

const MwField *
mw_problem_get_field (MwProblem *self)
{
  return self->field;
}

guint
mw_problem_get_first (MwProblem *self)
{
  return self->first;
}

const char *
mw_problem_get_path (MwProblem *self)
{
  return self->path;
}

const char *
mw_problem_get_message (MwProblem *self)
{
  return self->message;
}

const char *
mw_problem_get_fix (MwProblem *self)
{
  return self->fix;
}

const char *
mw_problem_get_fix_label (MwProblem *self)
{
  if (!self->fix)
    return NULL;
  g_autofree char *id = g_strndup (self->fix, strcspn (self->fix, " "));
  const MwOperation *operation = mw_operation_find (id);
  return operation ? mw_ui_label (operation->label) : _ ("Set Value");
}

gboolean
mw_problem_is_same (gconstpointer a, gconstpointer b)
{
  const MwProblem *x = a, *y = b;
  return x->hash == y->hash && x->rule == y->rule && x->record == y->record && x->field == y->field
         && x->first == y->first && x->element == y->element && g_str_equal (x->path, y->path)
         && g_str_equal (x->message, y->message) && g_strcmp0 (x->fix, y->fix) == 0;
}

guint
mw_problem_hash (gconstpointer problem)
{
  return ((const MwProblem *) problem)->hash;
}

static void
count_each (const GPtrArray *problems, guint n[MW_SEVERITY_UNUSED + 1])
{
  for (MwSeverity severity = MW_SEVERITY_ERROR; severity <= MW_SEVERITY_UNUSED; severity++)
    n[severity] = 0;
  for (guint i = 0; i < problems->len; i++)
    n[mw_problem_get_rule (problems->pdata[i])->severity]++;
}

guint
mw_problems_count (const GPtrArray *problems)
{
  guint n[MW_SEVERITY_UNUSED + 1];
  count_each (problems, n);
  return problems->len - n[MW_SEVERITY_UNUSED];
}

char *
mw_problems_summary (const GPtrArray *problems, MwSeverity last, const char *separator)
{
  GString *text = g_string_new (NULL);
  guint n[MW_SEVERITY_UNUSED + 1];
  count_each (problems, n);
  for (MwSeverity severity = MW_SEVERITY_ERROR; severity <= last; severity++)
    if (n[severity])
      g_string_append_printf (text, "%s%s: %u", text->len ? separator : "", mw_severity_label (severity), n[severity]);
  return g_string_free (text, FALSE);
}

const char *
mw_severity_label (MwSeverity severity)
{
  static const char *const labels[] = { N_ ("Error"), N_ ("Severe"), N_ ("Warning"), N_ ("Unused") };
  return gettext (labels[severity]);
}

const char *
mw_severity_meaning (MwSeverity severity)
{
  static const char *const meanings[] = { N_ ("A game or an editor does not load the model, or crashes."),
                                          N_ ("It probably looks wrong in the game."),
                                          N_ ("It hardly matters in the game."), N_ ("The game never uses it.") };
  return gettext (meanings[severity]);
}
