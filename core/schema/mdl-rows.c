/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/mdl-read-private.h"
#include "core/schema/plan.h"

#include <string.h>

/* Statements and blocks: which row a word means, what is skipped, and where reading continues after an error. The
 * nesting is only as deep as the tables; a block that no table has is skipped without recursion. */

static gboolean read_rows (MwMdlReader *r, const MwMdlPlan *plan, MwRecord *record, gboolean whole_text);

/* --- Skipping ------------------------------------------------------------------------------------------------------- */

static gboolean
block_does_not_end (MwMdlReader *r, const char *start)
{
  guint line, column;
  mw_mdl_lexer_place (&r->lexer, start, &line, &column);
  return mw_mdl_fail (r, "found the end of the text, expected } of the block that begins in line %u", line);
}

/* Skips the rest of a statement whose word has been read: values on the same line, and a block in braces. FALSE if
 * the block has no end, so that everything after it would be lost with it. */
static gboolean
skip_statement (MwMdlReader *r)
{
  MwMdlLexer *lexer = &r->lexer;
  guint depth = lexer->depth;
  for (;;) {
    const char *before = lexer->at;
    if (!mw_mdl_blanks (lexer) || *lexer->at == '}')
      return TRUE;
    gboolean comma = memchr (before, ',', (size_t) (lexer->at - before)) != NULL;
    gboolean line = memchr (before, '\n', (size_t) (lexer->at - before)) != NULL;
    if (mw_mdl_class (*lexer->at) == MW_MDL_LETTER && (comma || line))
      return TRUE;
    const char *token = lexer->at;
    mw_mdl_lexer_skip (lexer);
    if (*token != '{')
      continue;
    while (lexer->depth > depth && mw_mdl_lexer_skip (lexer))
      ;
    /* A block ends its statement, unless a comma after it shows that it was a value. */
    return lexer->depth == depth || block_does_not_end (r, token);
  }
}

/* Reports and skips a statement that is not kept. Returns FALSE if it has no end. */
static gboolean
unknown (MwMdlReader *r, const char *start, const MwMdlPlan *plan, const char *what)
{
  guint line, column;
  const char *end = r->lexer.at;
  r->lexer.at = start;
  g_autofree char *found = mw_mdl_lexer_found (&r->lexer);
  r->lexer.at = end;
  mw_mdl_lexer_place (&r->lexer, start, &line, &column);
  mw_report_remark (r->lexer.report, MW_REMARK_UNKNOWN, line, column, "%s in %s %s", found,
                    plan->schema->base || plan->head ? plan->schema->name : "the model", what);
  return skip_statement (r);
}

/* After an error: moves to the next word at the depth of the block. FALSE at the end of the text, or if it makes no
 * sense to continue. */
static gboolean
recover (MwMdlReader *r, guint depth)
{
  MwMdlLexer *lexer = &r->lexer;
  if ((r->n_errors >= MW_MDL_MOST_ERRORS && !r->salvage) || r->limit)
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
  if (schema->init_for_family)
    schema->init_for_family (*record, r->format.family);
  return TRUE;
}

/* Some tracks of World of Warcraft may have no interpolation type; the record remembers which (mdlx.md 7.5). The
 * text then states none. */
static gboolean
has_two_forms (const MwRecord *record, const MwField *field, MwFormat format)
{
  MwWireRows rows = { record->schema };
  const MwWireRow *row;
  while (format.family == MW_FAMILY_MDX_WOW && (row = mw_wire_next_row (&rows, field->name)))
    if (row->wire == MW_WIRE_SIMPLE_TRACK)
      return TRUE;
  return FALSE;
}

/* Whether the next word is an interpolation, not a global sequence or a key. */
static gboolean
names_interpolation (MwMdlReader *r)
{
  const char *start = r->lexer.at, *word;
  size_t length;
  gboolean names = mw_mdl_blanks (&r->lexer) && mw_mdl_class (*r->lexer.at) == MW_MDL_LETTER
                   && mw_mdl_word (r, &word, &length) && !mw_mdl_word_is (word, length, "GlobalSeqId");
  r->lexer.at = start;
  return names;
}

gboolean
mw_mdl_track (MwMdlReader *r, MwRecord *record, const MwField *field, gboolean bgr, int64_t stated)
{
  MwRecord *track = NULL, **slot = mw_field_at (record, field);
  uint32_t n = 0;
  if (*slot)
    return unknown (r, r->statement, mw_mdl_plan_get (record->schema, r->format), "is there twice");
  if (!mw_mdl_open (r) || !new_record (r, field->schema, &track))
    return FALSE;
  mw_child_set (r->model, record, field, track);
  gboolean events = field->schema->keys == MW_KEYS_EVENTS;
  if (has_two_forms (record, field, r->format))
    record->variant = names_interpolation (r);
  if (!(events ? mw_mdl_times (r, track, &n) : mw_mdl_keys (r, track, bgr, &n)))
    return FALSE;
  mw_mdl_count_differs (r, "keys", stated, n);
  return TRUE;
}

/* It is animated if an opening brace follows the number. */
gboolean
mw_mdl_is_animated (MwMdlReader *r, int64_t *stated)
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
  return mw_mdl_value (r, field->type, field->count,
                       op->form == MW_MDL_COLOR || op->form == MW_MDL_ANIM_COLOR || op->form == MW_MDL_ANIM_RIM,
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

/* Reads flags: `DontInherit { Translation, Rotation }`. */
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
    if (i < op->nested->n_ops)
      *(uint32_t *) mw_field_at (record, op->field) |= op->nested->ops[i].row->mask;
    else if (!unknown (r, start, op->nested, "is not kept"))
      return FALSE;
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
  const MwMdlPlan *plan = mw_mdl_plan_get (element, r->format);
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
  if (element->text_variant)
    record->variant = element->text_variant (record, r->format);
  return record;
}

static gboolean read_op (MwMdlReader *r, const MwMdlPlan *plan, const MwMdlOp *op, MwRecord *record);

/* Reads a record that has no head; the word of its first row has been read. */
static gboolean
read_bare_item (MwMdlReader *r, const MwMdlPlan *plan, MwRecord *owner, const MwField *list)
{
  MwRecord *record = NULL;
  if (!new_record (r, plan->schema, &record))
    return FALSE;
  mw_list_append (r->model, owner, list, record);
  return read_op (r, plan, &plan->ops[0], record);
}

/* Reads a list: `Sequences n { Anim "Stand" { ... } ... }`. */
static gboolean
read_list (MwMdlReader *r, const MwMdlOp *op, MwRecord *owner)
{
  const MwMdlPlan *plan = mw_mdl_plan_get (op->element, r->format);
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
        ok = unknown (r, word, mw_mdl_plan_get (owner->schema, r->format), "is not kept");
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
    /* A track that binary files cannot have is not kept. */
    if (op->field->type != MW_TYPE_TEXT && mw_mdl_is_animated (r, &stated))
      return unknown (r, r->statement, plan, "cannot be animated: it is not kept");
    return read_value (r, op, record);
  case MW_MDL_ANIM:
  case MW_MDL_ANIM_COLOR:
  case MW_MDL_ANIM_RIM:
    if (!op->track && mw_mdl_is_animated (r, &stated))
      return unknown (r, r->statement, plan, "cannot be animated: it is not kept");
    if (mw_mdl_is_animated (r, &stated))
      return mw_mdl_track (r, record, op->track, op->form == MW_MDL_ANIM_COLOR, stated);
    return read_value (r, op, record);
  case MW_MDL_TRACK:
  case MW_MDL_EVENT_TRACK:
    if (!read_count (r, &stated))
      return FALSE;
    return mw_mdl_track (r, record, op->field, FALSE, stated);
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
    const MwMdlPlan *element = mw_mdl_plan_get (op->element, r->format);
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

static gboolean
matches (const MwMdlReader *r, const MwMdlOp *op, const char *word, size_t length)
{
  if (op->form == MW_MDL_HEAD || op->form == MW_MDL_DERIVED)
    return FALSE;
  if (op->form == MW_MDL_NAME)
    return mw_names_find (op->names, word, length) != NULL;
  if (op->form == MW_MDL_ITEMS) {
    const MwMdlPlan *element = mw_mdl_plan_get (op->element, r->format);
    const MwMdlOp *first = element->head ? element->head : &element->ops[0];
    return mw_mdl_word_equal (word, length, first->word, first->length);
  }
  return mw_mdl_word_equal (word, length, op->word, op->length)
         || (op->row->aliases && mw_mdl_word_among (word, length, op->row->aliases));
}

/* Which rows of a plan have been used: one bit per row. */
typedef struct {
  guint64 bits[MW_MDL_MOST_OPS / 64];
} Used;

/* The row for a word. Several rows may have the same word (SegmentColor): then the first one that is not used yet. */
static const MwMdlOp *
find_op (const MwMdlReader *r, const MwMdlPlan *plan, const char *word, size_t length, const Used *used)
{
  const MwMdlOp *found = NULL;
  for (guint i = 0; i < plan->n_ops; i++) {
    if (!matches (r, &plan->ops[i], word, length))
      continue;
    found = &plan->ops[i];
    if (!(used->bits[i / 64] >> (i % 64) & 1))
      break;
  }
  return found;
}

/* --- Statements of later versions ----------------------------------------------------------------------------------- */

/* A statement that only later versions have. It is an error unless its value is what a file of this version means
 * anyway (mdlx.md 11): nothing is dropped silently, and real texts of version 800 do have `LevelOfDetail 0`. */
static gboolean
read_later (MwMdlReader *r, const MwMdlPlan *plan, const MwMdlOp *op, MwRecord *record)
{
  const char *start = r->statement, *name = op->word;
  /* Counts are ignored in all versions (mdlx.md 10.5). */
  if (op->form == MW_MDL_COUNT)
    return read_op (r, plan, op, record);
  if (op->form == MW_MDL_ITEMS && mw_mdl_plan_get (op->element, r->format)->head)
    name = mw_mdl_plan_get (op->element, r->format)->head->word;
  gboolean simple = op->form == MW_MDL_VALUE || op->form == MW_MDL_COLOR || op->form == MW_MDL_ENUM
                    || op->form == MW_MDL_ANIM || op->form == MW_MDL_ANIM_COLOR || op->form == MW_MDL_ANIM_RIM
                    || op->form == MW_MDL_TRACK || op->form == MW_MDL_ARRAY;
  if (simple && !read_op (r, plan, op, record))
    return FALSE;
  if (simple && mw_mdl_plan_is_default (plan, record, op->field)
      && (!op->track || mw_mdl_plan_is_default (plan, record, op->track))) {
    guint line, column;
    mw_mdl_lexer_place (&r->lexer, start, &line, &column);
    mw_report_remark (r->lexer.report, MW_REMARK_UNKNOWN, line, column,
                      "\"%s\" exists from version %u on: it is not kept", name, op->since);
    return TRUE;
  }
  const char *end = r->lexer.at;
  r->lexer.at = start;
  mw_mdl_fail (r,
               "found %s, which exists from version %u on, in a text of version "
               "%u",
               name, op->since, r->format.version);
  r->lexer.at = end;
  return simple || skip_statement (r);
}

static const MwMdlOp *
find_later (const MwMdlReader *r, const MwMdlPlan *plan, const char *word, size_t length)
{
  for (guint i = 0; i < plan->later->len; i++) {
    const MwMdlOp *op = &g_array_index (plan->later, MwMdlOp, i);
    if (matches (r, op, word, length))
      return op;
  }
  return NULL;
}

/* One statement of a block: its word has been read. */
static gboolean
read_statement (MwMdlReader *r, const MwMdlPlan *plan, MwRecord *record, const char *word, size_t length, Used *used)
{
  r->statement = word;
  r->record = record;
  gboolean is_static = mw_mdl_word_is (word, length, "static");
  if (is_static && !mw_mdl_word (r, &word, &length))
    return FALSE;
  const MwMdlOp *op = find_op (r, plan, word, length, used);
  /* Some texts have the content of an inner block in the outer one (ParticleEmitter without Particle). */
  for (guint i = 0; !op && i < plan->n_ops; i++)
    if (plan->ops[i].form == MW_MDL_BLOCK && plan->head)
      op = find_op (r, plan->ops[i].nested, word, length, &(Used) { 0 });
  const MwMdlOp *later = op ? NULL : find_later (r, plan, word, length);
  if (later)
    return read_later (r, plan, later, record);
  if (!op)
    return unknown (r, r->statement, plan, "is not kept");
  if (op >= plan->ops && op < plan->ops + plan->n_ops)
    used->bits[(op - plan->ops) / 64] |= (guint64) 1 << ((op - plan->ops) % 64);
  /* A single value (`static Visibility 1`) is not kept where binary files can only have a track. */
  if (is_static && op->form == MW_MDL_TRACK)
    return unknown (r, word, plan, "can only be animated: it is not kept");
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

/* Reads statements up to the closing brace of the block, which is taken, or to the end of the whole text. */
static gboolean
read_rows (MwMdlReader *r, const MwMdlPlan *plan, MwRecord *record, gboolean whole_text)
{
  MwMdlLexer *lexer = &r->lexer;
  guint depth = lexer->depth;
  const char *start = r->statement;
  Used used = { 0 };
  for (;;) {
    const char *word;
    size_t length;
    gboolean ok;
    if (!mw_mdl_blanks (lexer)) {
      if (whole_text)
        return TRUE;
      block_does_not_end (r, start ? start : lexer->text);
      if (!r->salvage)
        return FALSE;
      derive_bits (plan, record);
      return TRUE;
    }
    if (*lexer->at == '}' && !whole_text) {
      mw_mdl_closes (r);
      derive_bits (plan, record);
      return TRUE;
    }
    if (*lexer->at == '}') {
      ok = mw_mdl_fail (r, "found } without an open block");
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

void
mw_mdl_reader_set_salvage (MwMdlReader *r, MwSalvage *salvage)
{
  r->salvage = salvage;
}

gboolean
mw_mdl_read (MwMdlReader *r, GError **error)
{
  MwRecord *root = &r->model->record;
  gboolean ok = read_rows (r, mw_mdl_plan_get (root->schema, r->format), root, TRUE);
  ok = mw_mdl_all_ends (r) && ok;
  if ((ok && r->n_errors == 0) || r->salvage)
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

MwFormat
mw_mdl_find_format (const char *text, size_t size, guint *line, guint *column)
{
  MwFormat format = { MW_FAMILY_MDX, 0, TRUE };
  MwMdlLexer lexer;
  *line = *column = 1;
  mw_mdl_lexer_init (&lexer, text, size, NULL);
  while (mw_mdl_blanks (&lexer)) {
    const char *word = lexer.at;
    mw_mdl_lexer_skip (&lexer);
    size_t length = (size_t) (lexer.at - word);
    if (lexer.depth != 1 || !mw_mdl_blanks (&lexer))
      continue;
    if (mw_mdl_word_equal (word, length, "Family", 6)) {
      const char *name = lexer.at;
      mw_mdl_lexer_place (&lexer, word, line, column);
      mw_mdl_lexer_skip (&lexer);
      if (mw_mdl_word_equal (name, (size_t) (lexer.at - name), MW_MDL_WOW, strlen (MW_MDL_WOW)))
        format.family = MW_FAMILY_MDX_WOW;
    } else if (mw_mdl_word_equal (word, length, "FormatVersion", 13)) {
      uint64_t version = 0;
      mw_mdl_lexer_place (&lexer, word, line, column);
      for (const char *p = lexer.at; p < lexer.end && mw_mdl_class (*p) == MW_MDL_DIGIT; p++)
        version = MIN (version * 10 + (uint64_t) (*p - '0'), G_MAXUINT32);
      format.version = (uint32_t) version;
      return format;
    }
  }
  return format;
}

MwModel *
mw_mdl_reader_model (const MwMdlReader *r)
{
  return r->model;
}

MwFormat
mw_mdl_reader_format (const MwMdlReader *r)
{
  return r->format;
}

gboolean
mw_mdl_takes (MwMdlReader *r, const char *sign)
{
  size_t length = strlen (sign);
  if (!mw_mdl_blanks (&r->lexer) || (size_t) (r->lexer.end - r->lexer.at) < length
      || memcmp (r->lexer.at, sign, length) != 0)
    return FALSE;
  r->lexer.at += length;
  return TRUE;
}

MwRecord *
mw_mdl_new_record (MwMdlReader *r, MwRecord *owner, const MwField *list, const MwSchema *schema)
{
  MwRecord *record = NULL;
  if (new_record (r, schema, &record))
    mw_list_append (r->model, owner, list, record);
  return record;
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
