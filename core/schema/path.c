/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/path.h"
#include "core/base/nearest.h"
#include "core/schema/catalogue.h"
#include "core/schema/pattern.h"

#include <string.h>

/* --- Printing ------------------------------------------------------------------------------------------------------- */

void
mw_path_append_record (GString *path, const MwRecord *record)
{
  if (!record) {
    g_string_append_c (path, '?');
    return;
  }
  if (!record->owner)
    return;
  gsize before = path->len;
  mw_path_append_record (path, record->owner);
  if (path->len > before)
    g_string_append_c (path, '.');
  const MwField *slot = mw_record_slot (record);
  if (slot->type == MW_TYPE_CHILD) {
    g_string_append (path, slot->name);
    return;
  }
  const char *word = slot->schema->kinds ? record->schema->plural : slot->name;
  g_string_append_printf (path, "%s[%u]", word, mw_record_kind_index (record));
}

static void
append_field (GString *path, const MwField *field, const char *index)
{
  if (path->len)
    g_string_append_c (path, '.');
  const char *dot = field->parallel && index ? strrchr (field->name, '.') : NULL;
  if (dot) /* keys.value -> keys[5].value */
    g_string_append_printf (path, "%.*s%s%s", (int) (dot - field->name), field->name, index, dot);
  else
    g_string_append_printf (path, "%s%s", field->name, index ? index : "");
}

char *
mw_record_path (const MwRecord *record)
{
  GString *path = g_string_new (NULL);
  mw_path_append_record (path, record);
  return g_string_free (path, FALSE);
}

char *
mw_field_path (const MwRecord *record, const MwField *field)
{
  GString *path = g_string_new (NULL);
  mw_path_append_record (path, record);
  append_field (path, field, NULL);
  return g_string_free (path, FALSE);
}

/* The name of a component (x, r ...), or NULL if it is written as a number. */
static const char *
component_name (const MwField *field, int component)
{
  static const char *const axes[] = { "x", "y", "z", "w" };
  static const char *const colours[] = { "r", "g", "b", "a" };
  gboolean real = (field->type == MW_TYPE_ARRAY ? field->element : field->type) == MW_TYPE_F32;
  if (!real || field->count > 4)
    return NULL;
  return field->role == MW_ROLE_COLOUR ? colours[component] : axes[component];
}

char *
mw_target_path (const MwTarget *target)
{
  GString *path = g_string_new (NULL);
  mw_path_append_record (path, target->record);
  if (!target->field)
    return g_string_free (path, FALSE);
  if (target->field->type == MW_TYPE_ARRAY && !target->whole) {
    g_autofree char *index = target->one ? g_strdup_printf ("[%u]", target->first)
                                         : g_strdup_printf ("[%u:%u]", target->first, target->first + target->n);
    append_field (path, target->field, index);
  } else if (target->kind) {
    g_string_append_printf (path, "%s%s", path->len ? "." : "", target->kind->plural);
  } else {
    append_field (path, target->field, NULL);
  }
  if (target->component >= 0) {
    const char *name = component_name (target->field, target->component);
    if (name)
      g_string_append_printf (path, ".%s", name);
    else
      g_string_append_printf (path, "[%d]", target->component);
  }
  if (target->bit) {
    const MwName *name = mw_names_find_value (mw_record_names (target->record, target->field), target->bit);
    g_string_append_printf (path, ".%s", name ? name->name : "?");
  }
  return g_string_free (path, FALSE);
}

const char *
mw_record_name (const MwRecord *record)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->role == MW_ROLE_NAME && field->type == MW_TYPE_TEXT)
      return mw_text (*(char **) mw_field_at (record, field));
  }
  return NULL;
}

/* The text of the fields that serve as a name: "60/0" or, with `by_name`, "Stand/0" if the catalogue has a name for
 * the first number. NULL if the schema has no such fields. Free with g_free(). */
static char *
called_by (const MwRecord *record, gboolean by_name)
{
  const uint16_t *called = record->schema->called;
  GString *words = called[0] ? g_string_new (NULL) : NULL;
  for (guint i = 0; called[i]; i++) {
    const MwField *field = mw_schema_member (record->schema, called[i]);
    guint number = *(const uint16_t *) mw_field_at (record, field);
    const char *name = i == 0 && by_name ? mw_catalogue_name (field->catalogue, number) : NULL;
    if (name)
      g_string_append (words, name);
    else
      g_string_append_printf (words, "%s%u", i ? "/" : "", number);
  }
  return words ? g_string_free (words, FALSE) : NULL;
}

char *
mw_record_called (const MwRecord *record)
{
  return called_by (record, TRUE);
}

/* --- Resolving ------------------------------------------------------------------------------------------------------ */

typedef struct {
  const MwModel *model;
  const char *path;
  GArray *found;
} Resolving;

static gboolean fail (const Resolving *r, const char *at, GError **error, const char *format, ...) G_GNUC_PRINTF (4, 5);

static gboolean
fail (const Resolving *r, const char *at, GError **error, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  /* The error message has the whole path already, so the failing part is mentioned only if it differs. */
  if (at == r->path || !*at)
    mw_set_error (error, MW_ERROR_PATH, -1, r->path, "%s", message);
  else
    mw_set_error (error, MW_ERROR_PATH, -1, r->path, "at \"%s\": %s", at, message);
  return FALSE;
}

/* "; did you mean WORD?", or "". Free with g_free(). */
static char *
did_you_mean (const char *word, GPtrArray *words)
{
  g_ptr_array_add (words, NULL);
  return mw_did_you_mean (word, (const char *const *) words->pdata);
}

typedef enum { INDEX_NONE, INDEX_ALL, INDEX_ONE, INDEX_SPAN, INDEX_NAME, INDEX_PATTERN } IndexKind;

typedef struct {
  IndexKind kind;
  uint32_t from, to; /* a span excludes `to` */
  const char *name;
  size_t length;
} Index;

static gboolean
parse_number (const char **at, uint32_t *value)
{
  guint64 sum = 0;
  if (!g_ascii_isdigit (**at))
    return FALSE;
  for (; g_ascii_isdigit (**at); (*at)++) {
    sum = sum * 10 + (guint64) (**at - '0');
    if (sum > G_MAXUINT32)
      return FALSE;
  }
  *value = (uint32_t) sum;
  return TRUE;
}

/* The length of the pattern at `p`, which "]" follows; 0: there is none. It may contain brackets. */
static gsize
pattern_length (const char *p)
{
  for (const char *end = strchr (p, ']'); end; end = strchr (end + 1, ']'))
    if (mw_is_pattern (p, (gsize) (end - p)))
      return (gsize) (end - p);
  return 0;
}

/* Parses "[...]" at *at if there is one. */
static gboolean
parse_index (const Resolving *r, const char **at, Index *index, GError **error)
{
  *index = (Index) { .kind = INDEX_NONE };
  if (**at != '[')
    return TRUE;
  const char *start = *at, *p = start + 1;
  if (*p == '"') {
    const char *end = strstr (p + 1, "\"]");
    if (!end)
      return fail (r, start, error, "expected \"] after the name");
    *index = (Index) { .kind = INDEX_NAME, .name = p + 1, .length = (size_t) (end - p - 1) };
    *at = end + 2;
    return TRUE;
  }
  if (*p == '/' && pattern_length (p)) {
    *index = (Index) { .kind = INDEX_PATTERN, .name = p, .length = pattern_length (p) };
    *at = p + index->length + 1;
    return TRUE;
  }
  if (p[0] == '*' && p[1] == ']') {
    index->kind = INDEX_ALL;
    *at = p + 2;
    return TRUE;
  }
  const char *q = p;
  gboolean has_from = parse_number (&q, &index->from);
  if (has_from && *q == ']') {
    index->kind = INDEX_ONE;
    *at = q + 1;
    return TRUE;
  }
  if (*q == ':') {
    const char *after = q + 1;
    index->to = G_MAXUINT32;
    gboolean has_to = parse_number (&after, &index->to);
    if (*after == ']') {
      index->kind = INDEX_SPAN;
      if (!has_from)
        index->from = 0;
      if (!has_to)
        index->to = G_MAXUINT32;
      *at = after + 1;
      return TRUE;
    }
  }
  const char *end = strchr (p, ']');
  if (!end || end == p)
    return fail (r, start, error, "expected a number, a span, * or a name, and ]");
  *index = (Index) { .kind = INDEX_NAME, .name = p, .length = (size_t) (end - p) };
  *at = end + 1;
  return TRUE;
}

static gboolean walk (Resolving *r, MwRecord *record, const char *at, GError **error);

/* Continues after a record: "." and the rest of the path, or the end. */
static gboolean
walk_on (Resolving *r, MwRecord *record, const char *at, GError **error)
{
  if (*at == '.')
    return walk (r, record, at + 1, error);
  if (*at == '\0') {
    MwTarget target = { .record = record, .component = -1, .whole = TRUE };
    g_array_append_val (r->found, target);
    return TRUE;
  }
  return fail (r, at, error, "expected \".\" or the end");
}

static gboolean
is_word (const char *word, const Index *index, gboolean exact)
{
  return word && strlen (word) == index->length
         && (exact ? memcmp (word, index->name, index->length) == 0
                   : g_ascii_strncasecmp (word, index->name, index->length) == 0);
}

/* Whether the index matches the fields that serve as a name: all numbers, or the catalogue name instead of the
 * first one, or that catalogue name alone (the caller reports it if several records match). */
static gboolean
is_called (const MwRecord *record, const Index *index, gboolean exact)
{
  g_autofree char *numbers = called_by (record, FALSE), *words = called_by (record, TRUE);
  if (is_word (numbers, index, exact) || is_word (words, index, exact))
    return TRUE;
  /* The catalogue name without the other numbers. */
  gboolean named = words && strcmp (numbers, words) != 0;
  if (named)
    words[strcspn (words, "/")] = 0;
  return named && is_word (words, index, exact);
}

static gboolean
name_matches (const MwRecord *record, const Index *index, gboolean exact)
{
  return is_word (mw_record_name (record), index, exact) || is_called (record, index, exact);
}

/* Sets *matches to whether a pattern matches what the record is called. *named becomes TRUE if it is called anything. */
static gboolean
pattern_matches (const GRegex *pattern, const MwRecord *record, gboolean *named, gboolean *matches, GError **error)
{
  g_autofree char *numbers = called_by (record, FALSE), *words = called_by (record, TRUE);
  const char *const names[] = { mw_record_name (record), words, numbers };
  *matches = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (names) && !*matches; i++) {
    *named |= names[i] != NULL;
    if (names[i] && !mw_pattern_match (pattern, names[i], matches, error))
      return FALSE;
  }
  return TRUE;
}

/* Continues with those of n records whose name matches a pattern. That none matches is no error, as with [*]. */
static gboolean
walk_matching (Resolving *r, MwRecord *const *records, guint n, const char *word, const Index *index, const char *at,
               GError **error)
{
  gboolean named = n == 0, matches;
  g_autoptr (GError) inner = NULL;
  g_autoptr (GRegex) pattern = mw_pattern_new (index->name, index->length, &inner);
  for (guint i = 0; i < n && pattern; i++) {
    if (!pattern_matches (pattern, records[i], &named, &matches, &inner))
      break;
    if (matches && !walk_on (r, records[i], at, error))
      return FALSE;
  }
  if (inner)
    return fail (r, index->name, error, "%s", inner->message);
  return named || fail (r, index->name, error, "%s have no names that a pattern could match", word);
}

/* Continues with the elements of a list that the index selects, or those of one kind if `kind` is given. */
static gboolean
walk_list (Resolving *r, MwRecord *owner, const MwField *field, const MwSchema *kind, const char *start, const char *at,
           GError **error)
{
  Index index;
  const MwList *list = mw_record_list (owner, field);
  if (!parse_index (r, &at, &index, error))
    return FALSE;
  g_autoptr (GPtrArray) of_kind = g_ptr_array_new ();
  for (uint32_t i = 0; kind && i < list->n; i++)
    if (list->items[i]->schema == kind)
      g_ptr_array_add (of_kind, list->items[i]);
  MwRecord **chosen = kind ? (MwRecord **) of_kind->pdata : list->items;
  guint n_chosen = kind ? of_kind->len : list->n;
  const char *word = kind ? kind->plural : field->name;

  switch (index.kind) {
  case INDEX_NONE: {
    if (*at)
      return fail (r, start, error, "expected an index: %s[0] to %s[%u]", word, word, MAX (n_chosen, 1) - 1);
    MwTarget target = { .record = owner, .field = field, .n = list->n, .whole = TRUE, .component = -1, .kind = kind };
    g_array_append_val (r->found, target);
    return TRUE;
  }
  case INDEX_ONE:
    if (index.from >= n_chosen)
      return fail (r, start, error, "there is no %s[%u], only %u of them", word, index.from, n_chosen);
    return walk_on (r, chosen[index.from], at, error);
  case INDEX_ALL:
  case INDEX_SPAN: {
    guint from = index.kind == INDEX_ALL ? 0 : index.from, to = index.kind == INDEX_ALL ? n_chosen : index.to;
    if (index.kind == INDEX_SPAN && from > n_chosen)
      return fail (r, start, error, "there is no %s[%u], only %u of them", word, from, n_chosen);
    for (guint i = from; i < MIN (to, n_chosen); i++)
      if (!walk_on (r, chosen[i], at, error))
        return FALSE;
    return TRUE;
  }
  case INDEX_PATTERN:
    return walk_matching (r, chosen, n_chosen, word, &index, at, error);
  case INDEX_NAME:
    break;
  }
  for (int exact = 1; exact >= 0; exact--) {
    MwRecord *match = NULL;
    GString *indices = g_string_new (NULL);
    guint n = 0;
    for (guint i = 0; i < n_chosen; i++)
      if (name_matches (chosen[i], &index, exact)) {
        match = chosen[i];
        g_string_append_printf (indices, "%s%u", n++ ? ", " : "", i);
      }
    g_autofree char *text = g_string_free (indices, FALSE);
    if (n == 1)
      return walk_on (r, match, at, error);
    if (n > 1)
      return fail (r, start, error, "%u %s have that name: %s", n, word, text);
  }
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n_chosen; i++) {
    const char *own = mw_record_name (chosen[i]);
    char *called = own ? g_strdup (own) : called_by (chosen[i], TRUE);
    if (called)
      g_ptr_array_add (names, called);
    /* The index may leave out the other numbers, so suggest names without them. */
    if (called && !own && !memchr (index.name, '/', index.length))
      called[strcspn (called, "/")] = '\0';
  }
  g_autofree char *name = g_strndup (index.name, index.length), *hint = did_you_mean (name, names);
  return fail (r, start, error, "none of the %s has the name \"%s\"%s", word, name, hint);
}

static gboolean
no_part (Resolving *r, const MwTarget *target, const char *at, size_t length, GError **error)
{
  const MwField *field = target->field;
  const MwNames *names = mw_schema_names (target->record->schema, field, mw_record_family (target->record));
  const MwName *name = names && names->flags ? mw_names_find (names, at, length) : NULL;
  unsigned version = mw_record_version (target->record);
  if (name && name->since > version)
    return fail (r, at, error, "version %u has no flag of that name in %s: it exists from version %u on", version,
                 field->name, name->since);
  if (name)
    return fail (r, at, error, "version %u has no flag of that name in %s: it exists only before version %u", version,
                 field->name, name->until);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  if (!names || !names->flags) {
    for (int i = 0; field->count > 1 && i < field->count && component_name (field, i); i++)
      g_ptr_array_add (words, (gpointer) component_name (field, i));
    g_ptr_array_add (words, NULL);
    g_autofree char *parts = g_strjoinv (", ", (char **) words->pdata);
    return fail (r, at, error, "%s has no such part%s%s", field->name, *parts ? ", only " : "", parts);
  }
  for (guint i = 0; i < names->n; i++)
    g_ptr_array_add (words, (gpointer) names->names[i].name);
  g_autofree char *word = g_strndup (at, length), *hint = did_you_mean (word, words);
  return fail (r, at, error, "%s has no flag of that name%s", field->name, hint);
}

/* Continues after a number field or an array element: ".x", "[2]", ".flag" or the end. */
static gboolean
walk_parts (Resolving *r, MwTarget target, const char *at, GError **error)
{
  const MwField *field = target.field;
  const char *start = at;
  Index index;
  /* Components without a name are selected by number, in array elements too: skin[12].bones[2]. */
  gboolean by_number = target.one && field->count > 1 && !component_name (field, 0);
  if (*at == '[' && !target.whole && !by_number)
    return fail (r, at, error, "expected the end");
  if (*at == '[') {
    if (!parse_index (r, &at, &index, error))
      return FALSE;
    if (index.kind != INDEX_ONE || index.from >= field->count || field->count < 2)
      return fail (r, start, error, "expected a component from 0 to %u", MAX (field->count, 1) - 1);
    target.component = (int) index.from;
    target.whole = FALSE;
  } else if (*at == '.') {
    size_t length = strlen (at + 1);
    const MwNames *names = mw_record_names (target.record, field);
    const MwName *bit = names && names->flags ? mw_names_find (names, at + 1, length) : NULL;
    if (bit) {
      target.bit = bit->value;
      target.whole = FALSE;
    } else if (length == 1 && field->count > 1) {
      for (int i = 0; i < field->count && i < 4; i++) {
        const char *name = component_name (field, i);
        if (name && name[0] == at[1])
          target.component = i;
      }
      target.whole = FALSE;
    }
    if (!target.bit && target.component < 0)
      return no_part (r, &target, at + 1, length, error);
    at += 1 + length;
  }
  if (*at)
    return fail (r, at, error, "expected the end");
  g_array_append_val (r->found, target);
  return TRUE;
}

static gboolean
walk_array (Resolving *r, MwRecord *record, const MwField *field, const Index *index, const char *start, const char *at,
            GError **error)
{
  uint32_t n = ((MwArray *) mw_field_at (record, field))->n;
  MwTarget target = { .record = record, .field = field, .n = n, .whole = TRUE, .component = -1 };
  switch (index->kind) {
  case INDEX_NONE:
    if (*at)
      return fail (r, at, error, "expected an index or the end");
    g_array_append_val (r->found, target);
    return TRUE;
  case INDEX_ONE:
    if (index->from >= n)
      return fail (r, start, error, "there is no element %u, only %u of them", index->from, n);
    target.first = index->from;
    target.n = 1;
    target.one = TRUE;
    break;
  case INDEX_SPAN:
    if (index->from > n)
      return fail (r, start, error, "there is no element %u, only %u of them", index->from, n);
    target.first = index->from;
    target.n = MIN (index->to, n) > index->from ? MIN (index->to, n) - index->from : 0;
    break;
  case INDEX_ALL:
    target.whole = FALSE;
    for (uint32_t i = 0; i < n; i++) {
      target.first = i;
      target.n = 1;
      target.one = TRUE;
      if (!walk_parts (r, target, at, error))
        return FALSE;
    }
    return TRUE;
  case INDEX_PATTERN:
  case INDEX_NAME:
    return fail (r, start, error, "expected a number, a span or *");
  }
  target.whole = FALSE;
  return walk_parts (r, target, at, error);
}

static size_t
word_length (const char *at)
{
  return strcspn (at, ".[");
}

/* Parallel arrays: in keys[5].value the index follows the first word of the names. */
static gboolean
walk_parallel (Resolving *r, MwRecord *record, const char *at, gboolean *matched, GError **error)
{
  size_t length = word_length (at);
  *matched = FALSE;
  if (at[length] != '[')
    return TRUE;
  gboolean any = FALSE;
  for (guint i = 0; i < mw_schema_n_fields (record->schema) && !any; i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    any = field->parallel && strncmp (field->name, at, length) == 0 && field->name[length] == '.';
  }
  if (!any)
    return TRUE;
  *matched = TRUE;
  Index index;
  const char *p = at + length;
  if (!parse_index (r, &p, &index, error))
    return FALSE;
  gboolean all_parts = *p == '\0';
  if (!all_parts && *p != '.')
    return fail (r, p, error, "expected \".\" or the end");
  const char *part = all_parts ? p : p + 1;
  size_t part_length = word_length (part);
  gboolean found = FALSE;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (!field->parallel || strncmp (field->name, at, length) != 0 || field->name[length] != '.')
      continue;
    const char *name = field->name + length + 1;
    if (all_parts) {
      if (((MwArray *) mw_field_at (record, field))->n == 0 && i > 0 && found)
        continue; /* the track has no tangents */
      found = TRUE;
      if (!walk_array (r, record, field, &index, at, p, error))
        return FALSE;
    } else if (strlen (name) == part_length && strncmp (name, part, part_length) == 0) {
      return walk_array (r, record, field, &index, at, part + part_length, error);
    }
  }
  if (found)
    return TRUE;
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->parallel && strncmp (field->name, at, length) == 0 && field->name[length] == '.')
      g_ptr_array_add (words, (gpointer) (field->name + length + 1));
  }
  g_autofree char *word = g_strndup (part, part_length), *hint = did_you_mean (word, words);
  return fail (r, part, error, "%.*s have no such part%s", (int) length, at, hint);
}

static gboolean
walk_field (Resolving *r, MwRecord *record, const MwField *field, const char *start, const char *at, GError **error)
{
  switch (field->type) {
  case MW_TYPE_LIST:
    return walk_list (r, record, field, NULL, start, at, error);
  case MW_TYPE_CHILD: {
    MwRecord *child = *(MwRecord **) mw_field_at (record, field);
    if (*at == '\0') {
      MwTarget target = { .record = record, .field = field, .n = child != NULL, .whole = TRUE, .component = -1 };
      g_array_append_val (r->found, target);
      return TRUE;
    }
    if (!child)
      return fail (r, start, error, "there is no %s here", field->name);
    return walk_on (r, child, at, error);
  }
  case MW_TYPE_ARRAY: {
    Index index;
    if (!parse_index (r, &at, &index, error))
      return FALSE;
    return walk_array (r, record, field, &index, start, at, error);
  }
  default: {
    MwTarget target = { .record = record, .field = field, .n = 1, .whole = TRUE, .component = -1 };
    return walk_parts (r, target, at, error);
  }
  }
}

/* A word that is the beginning of several field names selects all of them: "bounds" selects bounds.min, bounds.max
 * ... */
static gboolean
walk_group (Resolving *r, MwRecord *record, const char *at, gboolean *matched)
{
  size_t length = strlen (at);
  *matched = FALSE;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (strncmp (field->name, at, length) != 0 || field->name[length] != '.')
      continue;
    *matched = TRUE;
    uint32_t n = field->type == MW_TYPE_ARRAY ? ((MwArray *) mw_field_at (record, field))->n : 1;
    MwTarget target = { .record = record, .field = field, .n = n, .whole = TRUE, .component = -1 };
    g_array_append_val (r->found, target);
  }
  return *matched;
}

/* Suggestions for a misspelled word: the fields of a record, the kinds in its lists, and the words before a dot. */
static char *
nearest_field (const MwSchema *schema, const char *at, size_t length)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  gboolean below = FALSE;
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    size_t first = strcspn (field->name, ".");
    below |= first == length && field->name[first] && strncmp (field->name, at, first) == 0 && at[length] == '.';
  }
  /* In "interval.strat" the first word is right, so suggest whole names. */
  size_t whole = below ? strcspn (at, "[") : length;
  g_autofree char *meant = g_strndup (at, whole);
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    g_ptr_array_add (words, below ? g_strdup (field->name) : g_strndup (field->name, strcspn (field->name, ".")));
    for (guint k = 0; field->type == MW_TYPE_LIST && field->schema->kinds && field->schema->kinds[k]; k++)
      g_ptr_array_add (words, g_strdup (field->schema->kinds[k]->plural));
  }
  return did_you_mean (meant, words);
}

static gboolean
walk (Resolving *r, MwRecord *record, const char *at, GError **error)
{
  const MwSchema *schema = record->schema;
  const MwField *best = NULL;
  size_t best_length = 0;
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    size_t length = strlen (field->name);
    if (length > best_length && strncmp (at, field->name, length) == 0
        && (at[length] == '\0' || at[length] == '.' || at[length] == '[')) {
      best = field;
      best_length = length;
    }
  }
  if (best)
    return walk_field (r, record, best, at, at + best_length, error);

  gboolean matched;
  if (!walk_parallel (r, record, at, &matched, error))
    return FALSE;
  if (matched || walk_group (r, record, at, &matched))
    return TRUE;
  size_t length = word_length (at);
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    for (guint k = 0; field->type == MW_TYPE_LIST && field->schema->kinds && field->schema->kinds[k]; k++) {
      const MwSchema *kind = field->schema->kinds[k];
      if (strlen (kind->plural) == length && strncmp (at, kind->plural, length) == 0)
        return walk_list (r, record, field, kind, at, at + length, error);
    }
  }
  g_autofree char *hint = nearest_field (schema, at, length);
  const char *article = !record->owner ? "" : strchr ("aeiou", schema->name[0]) ? "an " : "a ";
  return fail (r, at, error, "%s%s has no field of that name%s", article, record->owner ? schema->name : "the model",
               hint);
}

GArray *
mw_path_resolve (const MwModel *model, const char *path, GError **error)
{
  Resolving r = { model, path, g_array_new (FALSE, TRUE, sizeof (MwTarget)) };
  gboolean ok = *path ? walk (&r, (MwRecord *) &model->record, path, error)
                      : walk_on (&r, (MwRecord *) &model->record, path, error);
  if (ok)
    return r.found;
  g_array_unref (r.found);
  return NULL;
}

gboolean
mw_path_resolve_one (const MwModel *model, const char *path, MwTarget *target, GError **error)
{
  g_autoptr (GArray) found = mw_path_resolve (model, path, error);
  if (!found)
    return FALSE;
  if (found->len != 1) {
    mw_set_error (error, MW_ERROR_PATH, -1, path, "it matches %u things, expected one", found->len);
    return FALSE;
  }
  *target = g_array_index (found, MwTarget, 0);
  return TRUE;
}
