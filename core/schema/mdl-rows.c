/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/mdl-read-private.h"

#include <string.h>

/* Statements and blocks: which row a word means, what is skipped, where reading goes on behind an error. Nesting is as deep
 * as the tables are; what no table has is skipped without recursion. */

static gboolean read_rows (MwMdlReader *r, const MwMdlPlan *plan, MwRecord *record, gboolean whole_text);

/* --- What is not kept ----------------------------------------------------------------------------------------------- */

/* Skips the rest of a statement whose word has been read: values on the same line, and a block in braces. */
static void
skip_statement (MwMdlReader *r)
{
  MwMdlLexer *lexer = &r->lexer;
  guint depth = lexer->depth;
  for (;;) {
    const char *before = lexer->at;
    if (!mw_mdl_blanks (lexer) || *lexer->at == '}')
      return;
    gboolean comma = memchr (before, ',', (size_t) (lexer->at - before)) != NULL;
    gboolean line = memchr (before, '\n', (size_t) (lexer->at - before)) != NULL;
    if (mw_mdl_class (*lexer->at) == MW_MDL_LETTER && (comma || line))
      return;
    gboolean block = *lexer->at == '{';
    mw_mdl_lexer_skip (lexer);
    while (block && lexer->depth > depth && mw_mdl_lexer_skip (lexer))
      ;
    /* A block ends its statement, except where its comma says that it was a value. */
    if (block)
      return;
  }
}

static void
unknown (MwMdlReader *r, const char *start, const MwMdlPlan *plan, const char *what)
{
  guint line, column;
  const char *behind = r->lexer.at;
  r->lexer.at = start;
  g_autofree char *found = mw_mdl_lexer_found (&r->lexer);
  r->lexer.at = behind;
  mw_mdl_lexer_place (&r->lexer, start, &line, &column);
  mw_report_remark (r->lexer.report, MW_REMARK_UNKNOWN, line, column, "%s in %s %s", found,
                    plan->schema->base || plan->head ? plan->schema->name : "the model", what);
  skip_statement (r);
}

/* Behind an error: on to the next word at the depth of the block. FALSE at the end of the text or of what is sensible. */
static gboolean
recover (MwMdlReader *r, guint depth)
{
  MwMdlLexer *lexer = &r->lexer;
  if (r->n_errors >= MW_MDL_MOST_ERRORS || r->limit)
    return FALSE;
  /* A word where a value should be belongs to the statement, not to the next one. */
  if (mw_mdl_blanks (lexer) && lexer->depth <= depth && mw_mdl_class (*lexer->at) == MW_MDL_LETTER && r->statement
      && r->statement < lexer->at && !memchr (r->statement, '\n', (size_t) (lexer->at - r->statement))
      && !memchr (r->statement, ',', (size_t) (lexer->at - r->statement)))
    mw_mdl_lexer_skip (lexer);
  while (mw_mdl_blanks (lexer)) {
    if (lexer->depth <= depth && (*lexer->at == '}' || mw_mdl_class (*lexer->at) == MW_MDL_LETTER))
      return TRUE;
    mw_mdl_lexer_skip (lexer);
  }
  return FALSE;
}

/* --- One statement -------------------------------------------------------------------------------------------------- */

static gboolean
new_record (MwMdlReader *r, const MwSchema *schema, MwRecord **record)
{
  size_t cost = schema->size + 64;
  if (cost > r->budget) {
    r->limit = TRUE;
    return mw_mdl_fail (r, "found more records than a text of this size can sensibly have");
  }
  r->budget -= cost;
  *record = mw_record_new (schema);
  return TRUE;
}

static gboolean
read_track (MwMdlReader *r, const MwMdlPlan *plan, MwRecord *record, const MwField *field, gboolean bgr, int64_t stated)
{
  MwRecord *track = NULL, **slot = mw_field_at (record, field);
  uint32_t n = 0;
  if (*slot) {
    unknown (r, r->statement, plan, "stands there twice");
    return TRUE;
  }
  if (!mw_mdl_open (r) || !new_record (r, field->schema, &track))
    return FALSE;
  mw_child_set (r->model, record, field, track);
  gboolean events = mw_schema_field (field->schema, "keys.value") == NULL;
  if (!(events ? mw_mdl_times (r, track, &n) : mw_mdl_keys (r, track, bgr, &n)))
    return FALSE;
  mw_mdl_count_differs (r, "keys", stated, n);
  return TRUE;
}

/* `word`, or for what can be animated `word n {`: one number further decides. *stated is -1 without a number. */
static gboolean
is_animated (MwMdlReader *r, int64_t *stated)
{
  const char *start = r->lexer.at;
  guint errors = r->n_errors;
  *stated = -1;
  if (mw_mdl_blanks (&r->lexer) && mw_mdl_class (*r->lexer.at) == MW_MDL_DIGIT) {
    const char *p = r->lexer.at;
    int64_t n = 0;
    for (; p < r->lexer.end && mw_mdl_class (*p) == MW_MDL_DIGIT; p++)
      n = MIN (n * 10 + (*p - '0'), G_MAXUINT32);
    r->lexer.at = p;
    if (mw_mdl_blanks (&r->lexer) && *r->lexer.at == '{') {
      *stated = n;
      return TRUE;
    }
  }
  g_assert (errors == r->n_errors);
  r->lexer.at = start;
  return FALSE;
}

static gboolean
read_value (MwMdlReader *r, const MwMdlOp *op, MwRecord *record)
{
  const MwField *field = op->field;
  if (field->type == MW_TYPE_TEXT)
    return mw_mdl_string (r, record, field);
  return mw_mdl_value (r, field->type, field->count, op->form == MW_MDL_COLOR || op->form == MW_MDL_ANIM_COLOR,
                       mw_field_at (record, field));
}

static gboolean
read_enum (MwMdlReader *r, const MwMdlOp *op, MwRecord *record)
{
  const char *word;
  size_t length;
  if (mw_mdl_is_number (r))
    return mw_mdl_component (r, op->field->type, mw_field_at (record, op->field));
  const char *start = r->lexer.at;
  if (!mw_mdl_word (r, &word, &length))
    return FALSE;
  const MwName *name = mw_names_find (op->names, word, length);
  if (name) {
    memcpy (mw_field_at (record, op->field), &name->value, 4);
    return TRUE;
  }
  r->lexer.at = start;
  g_autofree char *found = mw_mdl_lexer_found (&r->lexer);
  GString *names = g_string_new (NULL);
  for (guint i = 0; i < op->names->n; i++)
    g_string_append_printf (names, "%s%s",
                            i == 0                  ? ""
                            : i + 1 == op->names->n ? " or "
                                                    : ", ",
                            op->names->names[i].name);
  mw_mdl_blanks (&r->lexer);
  mw_mdl_fail (r, "found %s, expected %s", found, names->str);
  g_string_free (names, TRUE);
  return FALSE;
}

/* `DontInherit { Translation, Rotation }` */
static gboolean
read_bits (MwMdlReader *r, const MwMdlOp *op, MwRecord *record)
{
  const char *word;
  size_t length;
  if (!mw_mdl_open (r))
    return FALSE;
  while (!mw_mdl_closes (r)) {
    const char *start = r->lexer.at;
    if (!mw_mdl_word (r, &word, &length))
      return FALSE;
    guint i = 0;
    while (i < op->nested->n_ops
           && !mw_mdl_word_equal (word, length, op->nested->ops[i].word, op->nested->ops[i].length))
      i++;
    if (i == op->nested->n_ops)
      unknown (r, start, op->nested, "is not kept");
    else
      *(uint32_t *) mw_field_at (record, op->field) |= op->nested->ops[i].row->mask;
  }
  return TRUE;
}

static gboolean
read_count (MwMdlReader *r, int64_t *stated)
{
  *stated = -1;
  return !mw_mdl_is_number (r) || mw_mdl_number (r, G_MININT32, G_MAXUINT32, stated);
}

static gboolean
read_array (MwMdlReader *r, const MwMdlOp *op, MwRecord *record)
{
  int64_t stated;
  MwArray *array = mw_field_at (record, op->field);
  if (!read_count (r, &stated) || !mw_mdl_open (r) || !mw_mdl_elements (r, op->field, array))
    return FALSE;
  mw_mdl_count_differs (r, op->word, stated, array->n);
  return TRUE;
}

static gboolean
read_block (MwMdlReader *r, const MwMdlOp *op, MwRecord *record)
{
  int64_t ignored;
  if (op->field && mw_mdl_is_string (r) && !mw_mdl_string (r, record, op->field))
    return FALSE;
  return read_count (r, &ignored) && mw_mdl_open (r) && read_rows (r, op->nested, record, FALSE);
}

MwRecord *
mw_mdl_item (MwMdlReader *r, MwRecord *owner, const MwField *list, const MwSchema *element)
{
  const MwMdlPlan *plan = mw_mdl_plan_get (element, r->format.version);
  MwRecord *record = NULL;
  int64_t ignored;
  if (!new_record (r, element, &record))
    return NULL;
  mw_list_append (r->model, owner, list, record);
  if (mw_mdl_is_string (r)) {
    if (!plan->head || !plan->head->field)
      mw_mdl_lexer_skip (&r->lexer);
    else if (!mw_mdl_string (r, record, plan->head->field))
      return NULL;
  }
  if (!read_count (r, &ignored) || !mw_mdl_open (r) || !read_rows (r, plan, record, FALSE))
    return NULL;
  return record;
}

static gboolean read_op (MwMdlReader *r, const MwMdlPlan *plan, const MwMdlOp *op, MwRecord *record);

/* A record without a head: its first row's word has been read. */
static gboolean
read_bare_item (MwMdlReader *r, const MwMdlPlan *plan, MwRecord *owner, const MwField *list)
{
  MwRecord *record = NULL;
  if (!new_record (r, plan->schema, &record))
    return FALSE;
  mw_list_append (r->model, owner, list, record);
  return read_op (r, plan, &plan->ops[0], record);
}

/* `Sequences n { Anim "Stand" { ... } ... }` */
static gboolean
read_list (MwMdlReader *r, const MwMdlOp *op, MwRecord *owner)
{
  const MwMdlPlan *plan = mw_mdl_plan_get (op->element, r->format.version);
  const MwMdlOp *first = plan->head ? plan->head : &plan->ops[0];
  const MwList *list = mw_record_list (owner, op->field);
  uint32_t before = list->n;
  int64_t stated;
  const char *word;
  size_t length;
  if (!read_count (r, &stated) || !mw_mdl_open (r))
    return FALSE;
  guint depth = r->lexer.depth;
  while (!mw_mdl_closes (r)) {
    gboolean ok = mw_mdl_word (r, &word, &length);
    if (ok) {
      r->statement = word;
      if (!mw_mdl_word_equal (word, length, first->word, first->length))
        unknown (r, word, mw_mdl_plan_get (owner->schema, r->format.version), "is not kept");
      else
        ok = plan->head ? mw_mdl_item (r, owner, op->field, op->element) != NULL
                        : read_bare_item (r, plan, owner, op->field);
    }
    if (!ok && !recover (r, depth))
      return FALSE;
  }
  mw_mdl_count_differs (r, op->word, stated, list->n - before);
  return TRUE;
}

static gboolean
read_op (MwMdlReader *r, const MwMdlPlan *plan, const MwMdlOp *op, MwRecord *record)
{
  int64_t stated;
  switch (op->form) {
  case MW_MDL_VALUE:
  case MW_MDL_COLOR:
    /* What a binary file cannot animate is not kept when a text animates it. */
    if (op->field->type != MW_TYPE_TEXT && is_animated (r, &stated)) {
      unknown (r, r->statement, plan, "cannot be animated: it is not kept");
      return TRUE;
    }
    return read_value (r, op, record);
  case MW_MDL_ANIM:
  case MW_MDL_ANIM_COLOR:
    if (is_animated (r, &stated))
      return read_track (r, plan, record, op->track, op->form == MW_MDL_ANIM_COLOR, stated);
    return read_value (r, op, record);
  case MW_MDL_TRACK:
    if (!read_count (r, &stated))
      return FALSE;
    return read_track (r, plan, record, op->field, FALSE, stated);
  case MW_MDL_EVENT_TRACK:
    if (!read_count (r, &stated))
      return FALSE;
    return read_track (r, plan, record, op->field, FALSE, stated);
  case MW_MDL_ENUM:
    return read_enum (r, op, record);
  case MW_MDL_FLAG:
    *(uint32_t *) mw_field_at (record, op->field) |= op->row->mask;
    return TRUE;
  case MW_MDL_BITS:
    return read_bits (r, op, record);
  case MW_MDL_ARRAY:
  case MW_MDL_BARE_ARRAY:
    return read_array (r, op, record);
  case MW_MDL_BLOCK:
    return read_block (r, op, record);
  case MW_MDL_LIST:
    return read_list (r, op, record);
  case MW_MDL_COUNT:
    return mw_mdl_number (r, G_MININT32, G_MAXUINT32, &stated);
  case MW_MDL_HAND:
    return op->row->hand->read (r, record);
  case MW_MDL_ITEMS: {
    const MwMdlPlan *element = mw_mdl_plan_get (op->element, r->format.version);
    return element->head ? mw_mdl_item (r, record, op->field, op->element) != NULL
                         : read_bare_item (r, element, record, op->field);
  }
  case MW_MDL_HEAD:
  case MW_MDL_BASE:
  case MW_MDL_NAME:
  case MW_MDL_DERIVED:
    break;
  }
  g_assert_not_reached ();
}

/* --- Blocks --------------------------------------------------------------------------------------------------------- */

/* The row that a word means; of several with one word (SegmentColor) the first that was not used yet. */
static const MwMdlOp *
find_op (const MwMdlReader *r, const MwMdlPlan *plan, const char *word, size_t length, guint64 used)
{
  const MwMdlOp *found = NULL;
  for (guint i = 0; i < plan->n_ops; i++) {
    const MwMdlOp *op = &plan->ops[i];
    gboolean matches;
    if (op->form == MW_MDL_HEAD || op->form == MW_MDL_DERIVED)
      continue;
    if (op->form == MW_MDL_ITEMS) {
      const MwMdlPlan *element = mw_mdl_plan_get (op->element, r->format.version);
      const MwMdlOp *first = element->head ? element->head : &element->ops[0];
      matches = mw_mdl_word_equal (word, length, first->word, first->length);
    } else if (op->form == MW_MDL_NAME) {
      matches = mw_names_find (op->names, word, length) != NULL;
    } else {
      matches = mw_mdl_word_equal (word, length, op->word, op->length)
                || (op->row->aliases && mw_mdl_word_among (word, length, op->row->aliases));
    }
    if (!matches)
      continue;
    found = op;
    if (!(used >> i & 1))
      break;
  }
  return found;
}

/* One statement of a block: its word has been read. */
static gboolean
read_statement (MwMdlReader *r, const MwMdlPlan *plan, MwRecord *record, const char *word, size_t length, guint64 *used)
{
  r->statement = word;
  gboolean is_static = mw_mdl_word_is (word, length, "static");
  if (is_static && !mw_mdl_word (r, &word, &length))
    return FALSE;
  const MwMdlOp *op = find_op (r, plan, word, length, *used);
  /* Some texts have the content of an inner block in the outer one (ParticleEmitter without Particle). */
  for (guint i = 0; !op && i < plan->n_ops; i++)
    if (plan->ops[i].form == MW_MDL_BLOCK && plan->head)
      op = find_op (r, plan->ops[i].nested, word, length, 0);
  if (!op) {
    unknown (r, r->statement, plan, "is not kept");
    return TRUE;
  }
  if (op >= plan->ops && op < plan->ops + plan->n_ops)
    *used |= (guint64) 1 << (op - plan->ops);
  /* What a binary file has as a track only is not kept when a text states one value (`static Visibility 1`). */
  if (is_static && op->form == MW_MDL_TRACK) {
    unknown (r, word, plan, "can only be animated: it is not kept");
    return TRUE;
  }
  if (op->form == MW_MDL_NAME) {
    memcpy (mw_field_at (record, op->field), &mw_names_find (op->names, word, length)->value, 4);
    return TRUE;
  }
  return read_op (r, plan, op, record);
}

static void
derive_bits (const MwMdlPlan *plan, MwRecord *record)
{
  for (guint i = 0; i < plan->n_ops; i++)
    if (plan->ops[i].form == MW_MDL_DERIVED && plan->ops[i].row->holds (record))
      *(uint32_t *) mw_field_at (record, plan->ops[i].field) |= plan->ops[i].row->mask;
}

/* Statements up to the closing brace of the block (which is taken), or to the end of the whole text. */
static gboolean
read_rows (MwMdlReader *r, const MwMdlPlan *plan, MwRecord *record, gboolean whole_text)
{
  MwMdlLexer *lexer = &r->lexer;
  guint depth = lexer->depth;
  const char *start = r->statement;
  guint64 used = 0;
  for (;;) {
    const char *word;
    size_t length;
    gboolean ok;
    if (!mw_mdl_blanks (lexer)) {
      if (whole_text)
        return TRUE;
      guint line = 1, column;
      mw_mdl_lexer_place (lexer, start ? start : lexer->text, &line, &column);
      return mw_mdl_fail (r, "found the end of the text, expected } of the block that begins in line %u", line);
    }
    if (*lexer->at == '}' && !whole_text) {
      mw_mdl_closes (r);
      derive_bits (plan, record);
      return TRUE;
    }
    if (*lexer->at == '}') {
      ok = mw_mdl_fail (r, "found } without a block that it could end");
      mw_mdl_closes (r);
    } else if (mw_mdl_class (*lexer->at) != MW_MDL_LETTER) {
      ok = mw_mdl_expected (r, "a word");
    } else {
      ok = mw_mdl_word (r, &word, &length) && read_statement (r, plan, record, word, length, &used);
    }
    if (!ok && !recover (r, depth))
      return FALSE;
  }
}

/* --- Whole texts ---------------------------------------------------------------------------------------------------- */

MwMdlReader *
mw_mdl_reader_new (MwModel *model, MwFormat format, const char *text, size_t size, MwReport *report, gpointer user)
{
  MwMdlReader *r = g_new0 (MwMdlReader, 1);
  mw_mdl_lexer_init (&r->lexer, text, size, report);
  r->lexer.notes = g_array_new (FALSE, FALSE, sizeof (MwMdlNote));
  r->model = model;
  r->format = format;
  r->user = user;
  r->budget = size * 16 + ((size_t) 16 << 20);
  mw_arena_init (&r->arena, size / 4);
  return r;
}

void
mw_mdl_reader_free (MwMdlReader *r)
{
  for (guint i = 0; i < G_N_ELEMENTS (r->scratch); i++)
    mw_buffer_clear (&r->scratch[i]);
  mw_arena_finish (&r->arena);
  g_array_unref (r->lexer.notes);
  g_clear_error (&r->first);
  g_free (r);
}

gboolean
mw_mdl_read (MwMdlReader *r, GError **error)
{
  MwRecord *root = &r->model->record;
  gboolean ok = read_rows (r, mw_mdl_plan_get (root->schema, r->format.version), root, TRUE);
  ok = mw_mdl_comments_end (r) && ok;
  if (ok && r->n_errors == 0)
    return TRUE;
  if (r->n_errors > 1) {
    char *message = g_strdup_printf ("%s (and %u more error%s)", r->first->message, r->n_errors - 1,
                                     r->n_errors == 2 ? "" : "s");
    g_free (r->first->message);
    r->first->message = message;
  }
  g_propagate_error (error, g_steal_pointer (&r->first));
  return FALSE;
}

uint32_t
mw_mdl_find_version (const char *text, size_t size)
{
  MwMdlLexer lexer;
  mw_mdl_lexer_init (&lexer, text, size, NULL);
  while (mw_mdl_blanks (&lexer)) {
    const char *word = lexer.at;
    mw_mdl_lexer_skip (&lexer);
    if (lexer.depth != 1 || !mw_mdl_word_equal (word, (size_t) (lexer.at - word), "FormatVersion", 13))
      continue;
    uint64_t version = 0;
    if (!mw_mdl_blanks (&lexer))
      return 0;
    for (const char *p = lexer.at; p < lexer.end && mw_mdl_class (*p) == MW_MDL_DIGIT; p++)
      version = MIN (version * 10 + (uint64_t) (*p - '0'), G_MAXUINT16);
    return (uint32_t) version;
  }
  return 0;
}

const MwMdlNote *
mw_mdl_reader_notes (const MwMdlReader *r, guint *n)
{
  *n = r->lexer.notes->len;
  return (const MwMdlNote *) (gpointer) r->lexer.notes->data;
}

gpointer
mw_mdl_reader_user (const MwMdlReader *r)
{
  return r->user;
}
