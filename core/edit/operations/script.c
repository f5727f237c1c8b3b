/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "core/base/nearest.h"
#include "core/edit/operations/elements/add.h"
#include "core/schema/pattern.h"
#include "core/schema/value.h"

#include <string.h>

typedef struct {
  MwDocument *document;
  const char *start, *at, *end;
  guint line;
  GError **error;
  const MwOperation *operation; /* the operation that the line runs; NULL for other statements */
} Line;

static gboolean fail (Line *l, const char *where, MwErrorCode code, const char *format, ...) G_GNUC_PRINTF (4, 5);

static gboolean
fail (Line *l, const char *where, MwErrorCode code, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  mw_set_error_at_line (l->error, code, l->line, (guint) (where - l->start) + 1, "%s", message);
  return FALSE;
}

/* Reports an error at a place of the line. Takes ownership of `inner`. */
static gboolean
fail_with (Line *l, const char *where, GError *inner)
{
  /* Messages about paths contain the path already. */
  g_autofree char *message = g_error_matches (inner, MW_ERROR, MW_ERROR_PATH) ? g_strdup (inner->message)
                                                                              : mw_error_describe (inner, NULL);
  MwErrorCode code = inner->domain == MW_ERROR ? (MwErrorCode) inner->code : MW_ERROR_USAGE;
  g_error_free (inner);
  return fail (l, where, code, "%s", message);
}

static void
skip_blanks (Line *l)
{
  while (l->at < l->end && g_ascii_isspace (*l->at))
    l->at++;
}

/* The first `stop` (or blank, if `stop` is 0) from `at` on that is outside brackets, braces and quotes; `end` if
 * there is none. A quote is closed only by one before a blank, bracket, comma or the end, because names may contain
 * quotes. */
static const char *
find_outside (const char *at, const char *end, char stop)
{
  guint depth = 0;
  for (; at < end; at++) {
    if (*at == '"') {
      const char *close = at + 1;
      while (
        close < end
        && !(*close == '"' && (close + 1 == end || g_ascii_isspace (close[1]) || close[1] == ']' || close[1] == ',')))
        close++;
      at = close;
      if (at == end)
        return end;
      continue;
    }
    if (depth == 0 && (stop ? *at == stop : g_ascii_isspace (*at)))
      return at;
    if (*at == '[' || *at == '{')
      depth++;
    else if ((*at == ']' || *at == '}') && depth)
      depth--;
  }
  return end;
}

/* A value that begins with a quote must end with one. Otherwise the quote, and whatever follows, would become part
 * of the value. */
static gboolean
check_quotes (Line *l, const char *value, const char *end)
{
  if (value < end && *value == '"' && (end - value < 2 || end[-1] != '"'))
    return fail (l, value, MW_ERROR_USAGE, "the quote that opens here is not closed");
  return TRUE;
}

/* --- Paths ---------------------------------------------------------------------------------------------------------- */

/* The record that a target names: itself, or the record in a child slot. */
static const MwRecord *
record_of (const MwTarget *target)
{
  if (!target->field)
    return target->record;
  if (target->field->type == MW_TYPE_CHILD && target->whole)
    return *(MwRecord **) mw_field_at (target->record, target->field);
  return NULL;
}

/* Keys are in a track, which may not exist yet. Says how to name it, or how to create it. "" if there is no track. */
static char *
track_hint (const Line *l, const MwTarget *target)
{
  const MwField *field = target->field, *track = NULL;
  if (field && target->whole && field->type == MW_TYPE_CHILD && mw_schema_part (field->schema, MW_PART_TIMES))
    track = field;
  else if (field && target->whole)
    track = mw_schema_track_of (target->record->schema, field);
  if (!track || !l->operation || l->operation->subject != MW_SUBJECT_KEYS)
    return g_strdup ("");
  g_autofree char *path = mw_field_path (target->record, track);
  if (*(MwRecord **) mw_field_at (target->record, track))
    return g_strdup_printf ("; its keys are in %s", path);
  return l->operation == &mw_operation_key_add
           ? g_strdup_printf ("; \"add %s\" makes it animated, and then keys can be added", path)
           : g_strdup ("");
}

/* The = before the pattern of a condition (bones[*].name=/Hand/), and the pattern without quotes. NULL: there is none. */
static const char *
find_condition (const char *start, const char *end, const char **pattern, gsize *length)
{
  const char *equals = find_outside (start, end, '=');
  gboolean quoted = end - equals > 2 && equals[1] == '"' && end[-1] == '"';
  *pattern = equals + 1 + quoted;
  *length = equals < end ? (gsize) (end - *pattern) - quoted : 0;
  return *length && mw_is_pattern (*pattern, *length) ? equals : NULL;
}

/* Adds the records in which the value that the path names matches the pattern. */
static gboolean
add_where (Line *l, const char *start, const char *equals, const char *pattern, gsize length, GArray *ids)
{
  const MwModel *model = mw_document_get_model (l->document);
  GError *inner = NULL;
  g_autofree char *path = g_strndup (start, (gsize) (equals - start));
  g_autoptr (GRegex) regex = mw_pattern_new (pattern, length, &inner);
  g_autoptr (GArray) targets = regex ? mw_path_resolve (model, path, &inner) : NULL;
  for (guint i = 0; targets && i < targets->len && !inner; i++) {
    const MwTarget *target = &g_array_index (targets, MwTarget, i);
    if (!target->field || target->field->type == MW_TYPE_LIST || target->field->type == MW_TYPE_CHILD)
      return fail (l, start, MW_ERROR_PATH,
                   "%s is not a value that a pattern could match: give a field, as in bones[*].name", path);
    g_autofree char *value = mw_value_print (model, target);
    gsize n = strlen (value), quoted = n > 1 && value[0] == '"' && value[n - 1] == '"';
    gboolean matches = FALSE;
    value[n - quoted] = '\0';
    if (mw_pattern_match (regex, value + quoted, &matches, &inner) && matches)
      g_array_append_val (ids, target->record->id);
  }
  return !inner || fail_with (l, start, inner);
}

static gboolean
add_path (Line *l, const char *start, const char *end, GArray *ids)
{
  gsize length;
  const char *pattern, *equals = find_condition (start, end, &pattern, &length);
  if (equals)
    return add_where (l, start, equals, pattern, length, ids);
  GError *inner = NULL;
  g_autofree char *path = g_strndup (start, (gsize) (end - start));
  g_autoptr (GArray) targets = mw_path_resolve (mw_document_get_model (l->document), path, &inner);
  if (!targets)
    return fail_with (l, start, inner);
  for (guint i = 0; i < targets->len; i++) {
    const MwRecord *record = record_of (&g_array_index (targets, MwTarget, i));
    const MwTarget *target = &g_array_index (targets, MwTarget, i);
    g_autofree char *hint = record ? NULL : track_hint (l, target);
    if (!record && target->field && target->field->type == MW_TYPE_CHILD)
      return fail (l, start, MW_ERROR_PATH, "%s: there is no %s here%s", path, target->field->name, hint);
    if (!record && *hint)
      return fail (l, start, MW_ERROR_PATH, "%s is a value%s", path, hint);
    if (!record)
      return fail (l, start, MW_ERROR_PATH, "%s is not an element: give one, as in sequences[0] or bones[*]", path);
    g_array_append_val (ids, record->id);
  }
  return TRUE;
}

static gboolean
add_paths (Line *l, const char *start, const char *end, GArray *ids)
{
  for (;;) {
    const char *comma = find_outside (start, end, ',');
    if (comma == start)
      return fail (l, start, MW_ERROR_USAGE, "expected a path");
    if (!add_path (l, start, comma, ids))
      return FALSE;
    if (comma == end)
      return TRUE;
    start = comma + 1;
  }
}

/* --- Statements ----------------------------------------------------------------------------------------------------- */

static gboolean
run_select (Line *l)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  skip_blanks (l);
  if (l->end - l->at == 4 && strncmp (l->at, "none", 4) == 0) {
    mw_document_select (l->document, NULL, 0);
    return TRUE;
  }
  if (!add_paths (l, l->at, l->end, ids))
    return FALSE;
  mw_document_select (l->document, (const MwId *) ids->data, ids->len);
  return TRUE;
}

static gboolean
run_set (Line *l)
{
  skip_blanks (l);
  const char *start = l->at, *equals = find_outside (l->at, l->end, '=');
  if (equals == l->end)
    return fail (l, l->end, MW_ERROR_USAGE, "expected PATH=VALUE");
  GError *inner = NULL;
  const char *path_end = equals, *value = equals + 1;
  while (path_end > start && g_ascii_isspace (path_end[-1]))
    path_end--;
  g_autofree char *path = g_strndup (start, (gsize) (path_end - start));
  g_autoptr (GArray) targets = mw_path_resolve (mw_document_get_model (l->document), path, &inner);
  if (!targets)
    return fail_with (l, start, inner);
  if (targets->len == 0)
    return fail (l, start, MW_ERROR_NOTHING, "nothing to do: %s matches nothing in this model", path);
  while (value < l->end && g_ascii_isspace (*value))
    value++;
  if (!check_quotes (l, value, l->end))
    return FALSE;
  g_autofree char *label = g_strdup_printf ("Set %s", path);
  mw_document_begin (l->document, label);
  for (guint i = 0; i < targets->len; i++)
    if (!mw_document_set_text (l->document, &g_array_index (targets, MwTarget, i), value, (gsize) (l->end - value),
                               &inner)) {
      mw_document_cancel (l->document);
      return fail_with (l, value, inner);
    }
  mw_document_commit (l->document);
  return TRUE;
}

/* Resolves the path of a list or slot, of one record. */
static gboolean
resolve_list (Line *l, const char *start, const char *end, MwTarget *target)
{
  GError *inner = NULL;
  g_autofree char *path = g_strndup (start, (gsize) (end - start));
  if (!mw_path_resolve_one (mw_document_get_model (l->document), path, target, &inner))
    return fail_with (l, start, inner);
  if (!target->field || !target->field->schema || !target->whole)
    return fail (l, start, MW_ERROR_PATH, "%s is not a list to add to: give one, as in textures", path);
  return TRUE;
}

static gboolean
run_add (Line *l)
{
  skip_blanks (l);
  const char *start = l->at;
  MwTarget target;
  l->at = find_outside (start, l->end, 0);
  if (start == l->at)
    return fail (l, start, MW_ERROR_USAGE, "expected add LIST [FIELD=VALUE ...]");
  if (!resolve_list (l, start, l->at, &target))
    return FALSE;
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (MwNewValue));
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  for (skip_blanks (l); l->at < l->end; skip_blanks (l)) {
    const char *word = l->at, *stop = find_outside (word, l->end, 0), *equals = find_outside (word, stop, '=');
    if (equals == stop)
      return fail (l, word, MW_ERROR_USAGE, "found \"%.*s\", expected FIELD=VALUE", (int) MIN (stop - word, 32), word);
    if (!check_quotes (l, equals + 1, stop))
      return FALSE;
    g_ptr_array_add (names, g_strndup (word, (gsize) (equals - word)));
    g_array_append_val (values,
                        ((MwNewValue) { names->pdata[names->len - 1], equals + 1, (gsize) (stop - equals - 1) }));
    l->at = stop;
  }
  GError *inner = NULL;
  const MwSchema *kind = target.kind ? target.kind : target.field->schema;
  g_autofree char *label = g_strdup_printf ("Add %s", kind->label);
  mw_document_begin (l->document, label);
  if (!mw_operation_add (l->document, target.record, target.field, target.kind,
                         (const MwNewValue *) (gpointer) values->data, values->len, &inner)) {
    mw_document_cancel (l->document);
    return fail_with (l, start, inner);
  }
  mw_document_commit (l->document);
  return TRUE;
}

/* Whether the word that ends at `stop` is a path with a condition, and not PARAMETER=VALUE. */
static gboolean
is_condition (const MwOperation *operation, const char *word, const char *stop)
{
  const char *pattern;
  gsize length, name = 0;
  /* The text of a script has no NUL at its end. */
  while (word + name < stop && !strchr (".[=", word[name]))
    name++;
  if (!find_condition (word, stop, &pattern, &length))
    return FALSE;
  for (guint i = 0; operation->params && i < mw_schema_n_fields (operation->params); i++) {
    const char *param = mw_schema_field_at (operation->params, i)->name;
    if (strlen (param) == name && memcmp (param, word, name) == 0)
      return FALSE;
  }
  return TRUE;
}

static gboolean
run_operation (Line *l, const MwOperation *operation, const char *start)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (MwRecord) params = mw_operation_params_new (operation);
  g_autoptr (GHashTable) given = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GError *inner = NULL;
  const char *path = NULL, *path_end = NULL;
  l->operation = operation;
  for (skip_blanks (l); l->at < l->end; skip_blanks (l)) {
    const char *word = l->at, *stop = find_outside (word, l->end, 0), *equals = find_outside (word, stop, '=');
    l->at = stop;
    if (equals == stop || is_condition (operation, word, stop)) {
      path = word;
      path_end = stop;
      if (!add_paths (l, word, stop, ids))
        return FALSE;
      continue;
    }
    if (!check_quotes (l, equals + 1, stop))
      return FALSE;
    g_autofree char *name = g_strndup (word, (gsize) (equals - word));
    if (!mw_operation_param_set (operation, l->document, params, name, equals + 1, (gsize) (stop - equals - 1), &inner))
      return fail_with (l, word, inner);
    g_hash_table_add (given, g_steal_pointer (&name));
  }
  for (guint i = 0; params && i < mw_schema_n_fields (operation->params); i++) {
    const char *name = mw_schema_field_at (operation->params, i)->name;
    if (mw_operation_requires (operation, name) && !g_hash_table_contains (given, name))
      return fail (l, l->end, MW_ERROR_USAGE, "%s needs %s=VALUE", operation->id, name);
  }
  /* As bones[*] does in a model without bones. What is selected was not meant. */
  if (path && ids->len == 0)
    return fail (l, path, MW_ERROR_NOTHING, "nothing to do: the model has no %.*s", (int) (path_end - path), path);
  if (ids->len == 0) {
    guint n;
    const MwId *selection = mw_document_get_selection (l->document, &n);
    if (n)
      g_array_append_vals (ids, selection, n);
  }
  if (!mw_operation_run (operation, l->document, (const MwId *) ids->data, ids->len, params, &inner))
    return fail_with (l, start, inner);
  return TRUE;
}

static gboolean
run (Line *l, gboolean *did)
{
  skip_blanks (l);
  *did = FALSE;
  if (l->at == l->end || *l->at == '#')
    return TRUE;
  *did = TRUE;
  while (l->end > l->at && g_ascii_isspace (l->end[-1]))
    l->end--;
  const char *start = l->at;
  l->at = find_outside (start, l->end, 0);
  g_autofree char *verb = g_strndup (start, (gsize) (l->at - start));
  if (strcmp (verb, "select") == 0)
    return run_select (l);
  if (strcmp (verb, "set") == 0)
    return run_set (l);
  if (strcmp (verb, "add") == 0)
    return run_add (l);
  const MwOperation *operation = mw_operation_find (verb);
  if (operation)
    return run_operation (l, operation, start);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  static const char *const own[] = { "select", "set", "add" };
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    g_ptr_array_add (names, (gpointer) own[i]);
  for (const MwOperation *const *at = mw_operations_list (); *at; at++)
    g_ptr_array_add (names, (gpointer) (*at)->id);
  g_ptr_array_add (names, NULL);
  g_autofree char *hint = mw_did_you_mean (verb, (const char *const *) names->pdata);
  return fail (l, start, MW_ERROR_USAGE, "found \"%.32s\", expected select, set, add or an operation%s", verb, hint);
}

/* Adds the message of a line that has nothing to do to `idle`, unless that is NULL, and clears the error. Returns whether it did. */
static gboolean
forgive (const char *line, gsize length, GPtrArray *idle, GError **error)
{
  if (!idle || !g_error_matches (*error, MW_ERROR, MW_ERROR_NOTHING))
    return FALSE;
  g_ptr_array_add (idle, g_strdup_printf ("step \"%.*s\": %s", (int) length, line, (*error)->message));
  g_clear_error (error);
  return TRUE;
}

gboolean
mw_script_run_line (MwDocument *document, const char *line, GPtrArray *idle, GError **error)
{
  gboolean did;
  g_autoptr (GError) inner = NULL;
  Line l = { document, line, line, line + strlen (line), 1, &inner, NULL };
  if (run (&l, &did) || forgive (line, strlen (line), idle, &inner))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&inner));
  return FALSE;
}

gboolean
mw_script_run (MwDocument *document, const char *text, gsize length, guint *done, GPtrArray *idle, GError **error)
{
  static const char mark[] = "\xEF\xBB\xBF"; /* the byte order mark that some editors put first */
  const char *at = text, *end = text + length;
  if (length >= strlen (mark) && memcmp (at, mark, strlen (mark)) == 0)
    at += strlen (mark);
  if (done)
    *done = 0;
  for (guint number = 1; at < end; number++) {
    const char *newline = memchr (at, '\n', (gsize) (end - at));
    const char *stop = newline ? newline : end;
    gboolean did;
    g_autoptr (GError) inner = NULL;
    Line l = { document, at, at, stop, number, &inner, NULL };
    if (memchr (at, 0, (gsize) (stop - at)))
      fail (&l, at, MW_ERROR_USAGE, "found a NUL in the line");
    else if (!run (&l, &did))
      did = !forgive (at, (gsize) (l.end - at), idle, &inner);
    if (inner) {
      g_propagate_error (error, g_steal_pointer (&inner));
      return FALSE;
    }
    if (done)
      *done += did;
    at = newline ? newline + 1 : end;
  }
  return TRUE;
}
