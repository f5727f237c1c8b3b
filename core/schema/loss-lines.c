/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/loss-lines.h"
#include "core/schema/path.h"

#include <string.h>

/* Below that rows stand for themselves. */
enum { FEWEST = 3 };

/* Losses of one field, of whole records of a kind, or of their layouts, that have one reason. */
typedef struct {
  const MwLoss *first;
  const MwRecord *record; /* of the first */
  const MwField *child;   /* the records are in this child slot, which their owners stand for; NULL: in a list */
  const MwSchema *kind;   /* of what stands for them; NULL: of several kinds */
  guint n, total;
  gboolean same_reason;
} Group;

/* --- Groups ----------------------------------------------------------------------------------------------------------- */

/* The child slot that holds a record, as most tracks have one. */
static const MwField *
child_slot (const MwRecord *record)
{
  const MwField *slot = mw_record_slot (record);
  return slot && slot->type == MW_TYPE_CHILD ? slot : NULL;
}

static const MwRecord *
holder_of (const MwRecord *record)
{
  return child_slot (record) ? record->owner : record;
}

static int
clause_length (const char *why)
{
  return (int) strcspn (why, ":");
}

/* What losses have in common that make one line. Free with g_free(). */
static char *
key_of (const MwLoss *loss, const MwRecord *record)
{
  gconstpointer of = loss->field ? (gconstpointer) loss->field : record->schema;
  return g_strdup_printf ("%p %p %d %.*s", of, (gconstpointer) child_slot (record), loss->layout,
                          clause_length (loss->why), loss->why);
}

static void
add_to_group (Group *group, const MwLoss *loss, const MwRecord *record)
{
  if (!group->n++) {
    group->first = loss;
    group->record = record;
    group->child = child_slot (record);
    group->kind = holder_of (record)->schema;
    group->same_reason = TRUE;
  }
  if (group->kind != holder_of (record)->schema)
    group->kind = NULL;
  group->same_reason &= strcmp (group->first->why, loss->why) == 0;
}

static gboolean
count_alike (MwRecord *record, gpointer data)
{
  Group *group = data;
  const MwField *field = group->first->field;
  gboolean alike = field ? mw_schema_field (record->schema, field->name) == field
                         : record->schema == group->record->schema;
  group->total += alike && child_slot (record) == group->child
                  && (!group->kind || holder_of (record)->schema == group->kind);
  return TRUE;
}

/* --- Lines ------------------------------------------------------------------------------------------------------------ */

/* "layers" of "materials[0].layers[2]"; the list, where its records are of several kinds. Free with g_free(). */
static char *
plural_of (const Group *group)
{
  const MwRecord *holder = holder_of (group->record);
  if (!group->kind)
    return g_strdup (mw_record_slot (holder)->name);
  g_autofree char *path = mw_record_path (holder);
  const char *dot = strrchr (path, '.'), *word = dot ? dot + 1 : path;
  return g_strndup (word, strcspn (word, "["));
}

static char *
reason_of (const Group *group)
{
  const char *why = group->first->why;
  return g_strndup (why, group->same_reason ? strlen (why) : (gsize) clause_length (why));
}

static char *
line_of_loss (const MwLoss *loss)
{
  return g_strdup_printf ("%s (%s)", loss->path, loss->why);
}

static char *
line_of_group (const Group *group)
{
  const MwField *field = group->first->field;
  gboolean all = group->n == group->total;
  g_autofree char *plural = plural_of (group), *why = reason_of (group);
  GString *line = g_string_new (group->child ? group->child->name : NULL);
  if (field)
    g_string_append_printf (line, "%s%s", line->len ? "." : "", field->name);
  else if (group->first->layout)
    g_string_append (line, line->len ? " layout" : "layout");
  if (line->len)
    g_string_append (line, " of ");
  if (all)
    g_string_append_printf (line, "all %u %s", group->n, plural);
  else
    g_string_append_printf (line, "%u of %u %s", group->n, group->total, plural);
  if (group->child)
    g_string_append (line, " that have it");
  if (!all)
    g_string_append_printf (line, ", the first %s", group->first->path);
  g_string_append_printf (line, " (%s)", why);
  return g_string_free (line, FALSE);
}

GPtrArray *
mw_loss_lines (const MwReport *report, const MwModel *model)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree Group **of_loss = g_new0 (Group *, report->losses->len + 1);
  for (guint i = 0; i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    const MwRecord *record = mw_model_find (model, loss->id);
    if (!record || !holder_of (record)->owner)
      continue;
    char *key = key_of (loss, record);
    of_loss[i] = g_hash_table_lookup (groups, key);
    if (of_loss[i])
      g_free (key);
    else
      g_hash_table_insert (groups, key, of_loss[i] = g_new0 (Group, 1));
    add_to_group (of_loss[i], loss, record);
  }
  for (guint i = 0; i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    Group *group = of_loss[i];
    if (!group || group->n < FEWEST) {
      g_ptr_array_add (lines, line_of_loss (loss));
    } else if (group->first == loss) {
      mw_record_foreach ((MwRecord *) &model->record, count_alike, group);
      g_ptr_array_add (lines, line_of_group (group));
    }
  }
  return lines;
}
