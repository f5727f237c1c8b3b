/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/history-script.h"
#include "core/edit/document-private.h"
#include "core/edit/operations/script.h"
#include "core/schema/value.h"

#include <string.h>

typedef struct {
  MwDocument *document; /* of a copy of the model, which goes through all states again */
  MwModel *model;       /* the copy */
  GString *script;
  gboolean may_select; /* a line before may have left something selected */
  guint left_out;
} Writer;

/* Does the changes of a step to the copy, or takes them back. */
static void
apply (Writer *w, const MwStep *step, gboolean forward)
{
  guint n = step->changes->len;
  for (guint i = 0; i < n; i++)
    mw_step_change_apply (w->model, mw_step_change_at (step, forward ? i : n - 1 - i), forward);
}

/* A comment is one line. */
static void
append_comment (Writer *w, const char *label, const char *reason)
{
  g_autofree char *text = g_strdup (label);
  g_strdelimit (text, "\r\n", ' ');
  g_string_append_printf (w->script, "# left out: \"%s\": %s\n", text, reason);
  w->left_out++;
}

/* --- Steps of operations -------------------------------------------------------------------------------------------- */

/* FALSE: a record that it was done to is not there, or the parameters, which a journal may hold, are not one line. */
static gboolean
append_operation (Writer *w, const MwStep *step)
{
  if (strchr (step->params, '\n') || strchr (step->operation, '\n'))
    return FALSE;
  g_autoptr (GString) line = g_string_new (step->operation);
  for (guint i = 0; i < step->subjects->len; i++) {
    const MwRecord *record = mw_model_find (w->model, g_array_index (step->subjects, MwId, i));
    if (!record || !record->owner)
      return FALSE;
    g_string_append_c (line, i ? ',' : ' ');
    mw_path_append_record (line, record);
  }
  if (*step->params)
    g_string_append_printf (line, " %s", step->params);
  /* Without paths the line would mean what is selected. */
  if (!step->subjects->len && w->may_select)
    g_string_append (w->script, "select none\n");
  g_string_append_printf (w->script, "%s\n", line->str);
  w->may_select = TRUE;
  return TRUE;
}

/* --- Other steps ---------------------------------------------------------------------------------------------------- */

static MwTarget
target_of (MwRecord *record, const MwStepChange *change)
{
  MwTarget target = { .record = record, .field = change->field, .n = 1, .whole = TRUE, .component = -1 };
  if (change->field->type != MW_TYPE_ARRAY)
    return target;
  target.n = ((const MwArray *) mw_field_at (record, change->field))->n;
  if (change->kind == MW_STEP_SPAN) {
    target.whole = change->first == 0 && change->n == target.n;
    target.first = change->first;
    target.n = change->n;
  }
  return target;
}

/* "set PATH=VALUE"; the model is in the state after the change. */
static char *
set_line (Writer *w, const MwStepChange *change)
{
  MwTarget target = target_of (mw_model_find (w->model, change->id), change);
  g_autofree char *path = mw_target_path (&target), *value = mw_value_print (w->model, &target);
  return g_strdup_printf ("set %s=%s", path, value);
}

/* Arrays of equal length, as those of keys, cannot get their elements one after another. Each key is added with its time, and then
 * gets its values. */
static void
append_keys (Writer *w, const MwRecord *record, GString *lines)
{
  const MwField *times = mw_schema_part (record->schema, MW_PART_TIMES);
  const MwArray *array = times ? mw_field_at (record, times) : NULL;
  g_autofree char *path = mw_record_path (record);
  for (guint32 i = 0; array && i < array->n; i++)
    g_string_append_printf (lines, "\nkey-add %s time=%d", path, ((const gint32 *) array->data)[i]);
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const MwField *field = mw_schema_part (record->schema, parts[i]);
    guint32 n = field ? ((const MwArray *) mw_field_at (record, field))->n : 0;
    MwTarget target = { .record = (MwRecord *) record, .field = field, .n = n, .whole = TRUE, .component = -1 };
    if (n) {
      g_autofree char *values = mw_target_path (&target), *text = mw_value_print (w->model, &target);
      g_string_append_printf (lines, "\nset %s=%s", values, text);
    }
  }
}

/* "add LIST FIELD=VALUE...", with all values that differ from those of a new record. */
static char *
add_line (Writer *w, const MwStepChange *change)
{
  MwRecord *record = mw_model_find (w->model, change->id);
  g_autoptr (MwRecord) fresh = mw_record_new (record->schema);
  MwTarget list = { .record = record->owner, .field = change->field, .whole = TRUE, .component = -1 };
  list.kind = change->field->type == MW_TYPE_LIST && record->schema != change->field->schema ? record->schema : NULL;
  g_autofree char *path = mw_target_path (&list);
  gboolean keys = mw_schema_part (record->schema, MW_PART_TIMES) != NULL;
  GString *line = g_string_new (NULL);
  g_string_printf (line, "add %s", path);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type == MW_TYPE_LIST || field->type == MW_TYPE_CHILD || (keys && field->type == MW_TYPE_ARRAY))
      continue;
    MwTarget is = { .record = record, .field = field, .n = 1, .whole = TRUE, .component = -1 }, was = is;
    was.record = fresh;
    if (field->type == MW_TYPE_ARRAY) {
      is.n = ((const MwArray *) mw_field_at (record, field))->n;
      was.n = 0;
    }
    g_autofree char *value = mw_value_print (w->model, &is), *usual = mw_value_print (w->model, &was);
    if (strcmp (value, usual) != 0)
      g_string_append_printf (line, " %s=%s", field->name, value);
  }
  if (keys)
    append_keys (w, record, line);
  return g_string_free (line, FALSE);
}

/* Lines that move a record by one place each, from the path that it had to the one that it has now. Both end with its number among
 * those of its kind. */
static char *
move_lines (const char *before, const char *after)
{
  const char *bracket = strrchr (before, '[');
  gint64 from = bracket ? g_ascii_strtoll (bracket + 1, NULL, 10) : 0;
  bracket = strrchr (after, '[');
  gint64 to = bracket ? g_ascii_strtoll (bracket + 1, NULL, 10) : 0;
  GString *lines = g_string_new (NULL);
  for (gint64 i = from; bracket && i != to; i += from < to ? 1 : -1)
    g_string_append_printf (lines, "%s%s %.*s[%" G_GINT64_FORMAT "]", lines->len ? "\n" : "",
                            from < to ? "move-down" : "move-up", (int) (bracket - after), after, i);
  return g_string_free (lines, FALSE);
}

/* The line or lines for a change, which is then done to the copy; NULL: no line does it. */
static char *
line_of (Writer *w, const MwStepChange *change)
{
  const MwRecord *record = mw_model_find (w->model, change->id);
  g_autofree char *path = record ? mw_record_path (record) : NULL;
  mw_step_change_apply (w->model, change, TRUE);
  switch (change->kind) {
  case MW_STEP_SET:
  case MW_STEP_SPAN:
  case MW_STEP_SWAP:
    return set_line (w, change);
  case MW_STEP_INSERT:
    return add_line (w, change);
  case MW_STEP_REMOVE:
    return g_strdup_printf ("delete %s", path);
  case MW_STEP_MOVE: {
    g_autofree char *now = mw_record_path (record);
    return move_lines (path, now);
  }
  default:
    return NULL;
  }
}

/* Whether a line before has done the change already, because the rules of the family made it follow. */
static gboolean
is_done (Writer *w, const MwStepChange *change)
{
  const MwRecord *record = mw_model_find (w->model, change->id);
  if (change->kind == MW_STEP_REMOVE)
    return !record;
  if (!record || change->kind > MW_STEP_SWAP)
    return FALSE;
  if (change->kind == MW_STEP_SWAP)
    return mw_array_equal (mw_field_at (record, change->field), &change->array.after,
                           mw_field_element_size (change->field));
  if (change->kind == MW_STEP_SPAN
      && change->first + change->n > ((const MwArray *) mw_field_at (record, change->field))->n)
    return FALSE;
  MwStepValue now = { 0 };
  mw_step_value_read (&now, record, change->field, change->first, change->n);
  gboolean done = mw_step_value_equal (&now, &change->value.after);
  mw_step_value_clear (&now);
  return done;
}

/* Whether the lines give the same model as the step. Those that are not needed are freed and become NULL. The copy stays as it is. */
static gboolean
try_lines (Writer *w, const MwStep *step, GPtrArray *lines, const MwModel *after)
{
  gboolean ok = TRUE;
  mw_document_begin (w->document, step->label);
  for (guint i = 0; i < lines->len && ok; i++) {
    if (is_done (w, mw_step_change_at (step, i)))
      g_clear_pointer (&lines->pdata[i], g_free);
    else
      ok = mw_script_run (w->document, lines->pdata[i], strlen (lines->pdata[i]), NULL, NULL, NULL);
  }
  ok = ok && mw_model_equal (w->model, after, mw_document_get_format (w->document), NULL);
  mw_document_cancel (w->document);
  return ok;
}

static gboolean
append_changes (Writer *w, const MwStep *step)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  gboolean ok = TRUE, adds = FALSE;
  guint i;
  for (i = 0; i < step->changes->len && ok; i++) {
    char *line = line_of (w, mw_step_change_at (step, i));
    ok = line != NULL;
    adds |= line && !g_str_has_prefix (line, "set ");
    g_ptr_array_add (lines, line);
  }
  MwModel *after = ok ? mw_model_copy (w->model, FALSE) : NULL;
  while (i-- > 0)
    mw_step_change_apply (w->model, mw_step_change_at (step, i), FALSE);
  ok = ok && try_lines (w, step, lines, after);
  if (after)
    mw_model_free (after);
  if (!ok)
    return FALSE;
  for (i = 0; i < lines->len; i++)
    if (lines->pdata[i])
      g_string_append_printf (w->script, "%s\n", (const char *) lines->pdata[i]);
  w->may_select |= adds;
  return TRUE;
}

/* --- All steps ------------------------------------------------------------------------------------------------------ */

static void
append_step (Writer *w, const MwStep *step)
{
  if (mw_step_is_verbatim (step))
    append_comment (w, step->label, "the file was read again after another program had changed it");
  else if (!(step->operation && append_operation (w, step)) && !append_changes (w, step))
    append_comment (w, step->label, "no line of a script does this");
}

char *
mw_script_from_history (MwDocument *document, guint *left_out)
{
  guint n = mw_document_get_position (document);
  Writer w = { .script = g_string_new (NULL) };
  w.model = mw_document_snapshot (document, NULL);
  w.document = mw_document_new (w.model, mw_document_get_format (document));
  for (guint i = n; i-- > 0;)
    apply (&w, mw_document_get_step (document, i), FALSE);
  if (document->base_state != 0)
    g_string_append (w.script, "# Earlier steps are no longer in the history. What follows begins after them.\n");
  for (guint i = 0; i < n; i++) {
    append_step (&w, mw_document_get_step (document, i));
    apply (&w, mw_document_get_step (document, i), TRUE);
  }
  g_object_unref (w.document);
  if (left_out)
    *left_out = w.left_out;
  return g_string_free (w.script, FALSE);
}
