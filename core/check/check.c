/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/check/check-bounds.h"
#include "core/check/finding.h"
#include "core/model/track.h"
#include "core/schema/notes.h"

#include <math.h>
#include <string.h>

void
mw_finding_free (MwFinding *finding)
{
  g_free (finding->message);
  g_free (finding->right);
  g_free (finding);
}

static void G_GNUC_PRINTF (4, 0)
  add_finding_va (MwChecking *c, MwRuleNumber number, const MwTarget *target, const char *format, va_list args)
{
  guint n;
  MwFinding *finding = g_new0 (MwFinding, 1);
  finding->rule = &mw_rules (&n)[number];
  finding->target = *target;
  finding->message = g_strdup_vprintf (mw_translate (format), args);
  g_ptr_array_add (c->findings, finding);
}

static void G_GNUC_PRINTF (4, 5)
  add_finding (MwChecking *c, MwRuleNumber number, const MwTarget *target, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  add_finding_va (c, number, target, format, args);
  va_end (args);
}

static MwTarget
whole (const MwRecord *record, const MwField *field)
{
  MwTarget target = { .record = (MwRecord *) record, .field = field, .n = 1, .whole = TRUE, .component = -1 };
  if (field && field->type == MW_TYPE_ARRAY)
    target.n = ((MwArray *) mw_field_at (record, field))->n;
  return target;
}

static MwTarget
element (const MwRecord *record, const MwField *field, uint32_t index)
{
  return (
    MwTarget) { .record = (MwRecord *) record, .field = field, .first = index, .n = 1, .one = TRUE, .component = -1 };
}

void
mw_check_find_in (MwChecking *c, MwRuleNumber number, const MwRecord *record, const MwField *field, const char *format,
                  ...)
{
  MwTarget target = whole (record, field);
  va_list args;
  va_start (args, format);
  add_finding_va (c, number, &target, format, args);
  va_end (args);
}

void
mw_check_find_at (MwChecking *c, MwRuleNumber number, const MwRecord *record, const MwField *field, uint32_t index,
                  const char *format, ...)
{
  MwTarget target = element (record, field, index);
  va_list args;
  va_start (args, format);
  add_finding_va (c, number, &target, format, args);
  va_end (args);
}

void
mw_check_count (MwChecking *c, MwRuleNumber rule, const MwRecord *record, const MwField *field, uint32_t found,
                uint32_t expected)
{
  if (found != expected)
    mw_check_find_in (c, rule, record, field, "found %u, expected %u", found, expected);
}

void
mw_check_one (MwChecking *c, const MwRecordCheck *checks, const MwRecord *record)
{
  for (; checks->schema; checks++)
    if (mw_schema_is_a (record->schema, checks->schema))
      checks->check (c, record);
}

void
mw_check_each (MwChecking *c, const MwRecordCheck *checks, const MwList *list)
{
  for (uint32_t i = 0; i < list->n; i++)
    mw_check_one (c, checks, list->items[i]);
}

/* --- Any record ----------------------------------------------------------------------------------------------------- */

static gboolean
dangles (MwRef ref)
{
  return !ref.id && ref.raw != MW_REF_NONE.raw;
}

/* While a track provides the texture of a layer, the static reference is not used. */
static gboolean
is_overruled (const MwRecord *record, const MwField *field)
{
  const MwField *track = mw_schema_track_of (record->schema, field);
  return track && *(MwRecord **) mw_field_at (record, track);
}

static void
check_reference (MwChecking *c, const MwRecord *record, const MwField *field)
{
  const MwRef *ref = mw_field_at (record, field);
  if (field->read_only || !dangles (*ref) || is_overruled (record, field))
    return;
  MwRuleNumber rule = c->rules->dangling ? c->rules->dangling (record, field, c->format) : MW_RULE_REFERENCE_DANGLING;
  if (rule == MW_N_RULES)
    return;
  MwTarget target = whole (record, field);
  add_finding (c, rule, &target, "found %u, which is not one of the %s", ref->raw, field->refers);
}

static void
check_references (MwChecking *c, const MwRecord *record, const MwField *field)
{
  const MwArray *array = mw_field_at (record, field);
  const MwRef *refs = array->data;
  uint32_t n = 0, first = 0, all = array->n * field->count;
  for (uint32_t i = all; i-- > 0;)
    if (dangles (refs[i])) {
      n++;
      first = i;
    }
  if (!n)
    return;
  MwTarget target = element (record, field, first / field->count);
  add_finding (c, MW_RULE_REFERENCE_DANGLING, &target, "found %u, which is not one of the %s (%u of %u elements)",
               refs[first].raw, field->refers, n, all);
}

/* Without a branch for each number, so that the compiler takes several at once: nearly all arrays have none. Infinity and what is not a
 * number have all bits of the exponent set. */
static gboolean
has_not_finite (const float *values, gsize n)
{
  const uint32_t exponent = 0x7f800000;
  uint32_t found = 0;
  for (gsize i = 0; i < n; i++) {
    uint32_t bits;
    memcpy (&bits, &values[i], sizeof bits);
    found |= (bits & exponent) == exponent;
  }
  return found != 0;
}

static void
check_floats (MwChecking *c, const MwRecord *record, const MwField *field)
{
  const MwArray *array = field->type == MW_TYPE_ARRAY ? mw_field_at (record, field) : NULL;
  const float *values = array ? array->data : mw_field_at (record, field);
  gsize all = (gsize) (array ? array->n : 1) * field->count, n = 0, first = 0;
  if (!has_not_finite (values, all))
    return;
  for (gsize i = all; i-- > 0;)
    if (!isfinite (values[i])) {
      n++;
      first = i;
    }
  MwTarget target = array ? element (record, field, (uint32_t) (first / field->count)) : whole (record, field);
  add_finding (c, MW_RULE_NUMBER_NOT_FINITE, &target, "%zu of %zu numbers", n, all);
}

static void
check_value (MwChecking *c, const MwRecord *record, const MwField *field)
{
  uint32_t value = 0;
  if (field->type == MW_TYPE_TEXT) {
    if (strlen (mw_text (*(char **) mw_field_at (record, field))) >= field->count)
      mw_check_find_in (c, MW_RULE_TEXT_FULL, record, field, "found %u bytes, expected at most %u", field->count,
                        field->count - 1);
    return;
  }
  const MwNames *names = mw_record_names (record, field);
  /* Numbers that a catalogue does not list are legal. */
  if (!names || names->flags || names->index)
    return;
  memcpy (&value, mw_field_at (record, field), MIN (mw_type_size (field->type), sizeof value));
  if (!mw_names_find_value (names, value))
    mw_check_find_in (c, MW_RULE_ENUM_UNNAMED, record, field, "found %u", value);
}

static void
check_fields (MwChecking *c, const MwRecord *record, const MwSchema *schema)
{
  if (schema->base)
    check_fields (c, record, schema->base);
  for (guint i = 0; i < schema->n_fields; i++) {
    const MwField *field = &schema->fields[i];
    MwType type = field->type == MW_TYPE_ARRAY ? field->element : field->type;
    const guint n_before = c->findings->len;
    if (field->type == MW_TYPE_LIST || field->type == MW_TYPE_CHILD || (c->one && field->type == MW_TYPE_ARRAY))
      continue;
    if (field->type == MW_TYPE_REF)
      check_reference (c, record, field);
    else if (type == MW_TYPE_REF)
      check_references (c, record, field);
    else if (type == MW_TYPE_F32)
      check_floats (c, record, field);
    else if (field->type != MW_TYPE_ARRAY)
      check_value (c, record, field);
    /* Whether the format has the field takes longer to find out than whether its value is sound, which it nearly always is. */
    if (c->findings->len > n_before && !mw_field_is_live (record, field, c->format))
      g_ptr_array_set_size (c->findings, (gint) n_before);
  }
}

void
mw_check_values (MwChecking *c, const MwRecord *record)
{
  check_fields (c, record, record->schema);
}

/* --- Tracks --------------------------------------------------------------------------------------------------------- */

static void
check_times (MwChecking *c, const MwRecord *record)
{
  const MwField *field = mw_schema_part (record->schema, MW_PART_TIMES);
  const MwArray *array = mw_field_at (record, field);
  const int32_t *times = array->data;
  gboolean sound = !array->n || times[0] >= 0;
  /* Without an early exit, so that the compiler takes several at once: nearly all are in order. */
  for (uint32_t i = 1; i < array->n; i++)
    sound &= times[i] >= times[i - 1];
  if (sound)
    return;
  for (uint32_t i = 1; i < array->n; i++)
    if (times[i] < times[i - 1]) {
      MwTarget target = element (record, field, i);
      add_finding (c, MW_RULE_TRACK_UNSORTED, &target, "found %d after %d", times[i], times[i - 1]);
      break;
    }
  for (uint32_t i = 0; i < array->n; i++)
    if (times[i] < 0) {
      MwTarget target = element (record, field, i);
      add_finding (c, MW_RULE_TRACK_NEGATIVE, &target, "found %d", times[i]);
      break;
    }
}

static void
check_lengths (MwChecking *c, const MwTrack *track)
{
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  const MwArray *const arrays[] = { &track->values, &track->in_tans, &track->out_tans };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    uint32_t expected = i == 0 || mw_interpolation_has_tangents (track->interpolation) ? track->times.n : 0;
    mw_check_count (c, MW_RULE_TRACK_LENGTHS, &track->record, mw_schema_part (track->record.schema, parts[i]),
                    arrays[i]->n, expected);
  }
}

/* Finds keys that a loop never reaches. The end of a loop is where it starts again, and may have a key. A first key
 * after the end, or an only key, is used all the same, as is any key while the loop's duration is 0. M2 values are
 * also interpolated towards the first key after the end (m2.md 4.1). Events are never reached there. */
static void
check_loop (MwChecking *c, const MwRecord *record)
{
  const MwRecord *track = mw_schema_part (record->schema, MW_PART_CLOCK) ? record : record->owner;
  const MwField *clock = mw_schema_part (track->schema, MW_PART_CLOCK);
  const MwRecord *loop = clock ? mw_model_resolve (c->model, *(const MwRef *) mw_field_at (track, clock)) : NULL;
  const MwField *length = loop ? mw_schema_part (loop->schema, MW_PART_DURATION) : NULL;
  const MwField *field = mw_schema_part (record->schema, MW_PART_TIMES);
  const MwArray *array = mw_field_at (record, field);
  if (!length || !mw_schema_has_timed_keys (record->schema))
    return;
  uint32_t duration = *(const uint32_t *) mw_field_at (loop, length);
  gboolean event = !mw_schema_part (record->schema, MW_PART_VALUES);
  if (duration == 0 || (!event && array->n < 2))
    return;
  gboolean runs_on = !event && !mw_schema_is_track (record->schema);
  const int32_t *times = array->data;
  for (uint32_t i = event ? 0 : 1; i < array->n; i++) {
    int32_t time = times[i];
    if (time > (int64_t) duration && !(runs_on && times[i - 1] < (int64_t) duration)) {
      MwTarget target = element (record, field, i);
      add_finding (c, event ? MW_RULE_EVENT_BEYOND_LOOP : MW_RULE_TRACK_BEYOND_LOOP, &target,
                   "found %d, but the global sequence lasts only %u", time, duration);
      break;
    }
  }
}

void
mw_check_keys (MwChecking *c, const MwRecord *record)
{
  if (mw_schema_is_track (record->schema))
    check_lengths (c, (const MwTrack *) record);
  if (record->schema->keys != MW_KEYS_NONE) {
    check_times (c, record);
    check_loop (c, record);
  }
}

void
mw_check_ask (MwChecking *c, const MwRecord *record, MwCheckReads reads, MwCheckOne check, gconstpointer data)
{
  if (c->memory)
    c->memory->ask (c->memory, record, reads, check, data);
  else
    check (c, record, data);
}

typedef struct {
  MwChecking *of_values, *of_keys;
} Walk;

static gboolean
check_record (MwRecord *record, gpointer data)
{
  Walk *walk = data;
  mw_check_values (walk->of_values, record);
  mw_check_keys (walk->of_keys, record);
  return TRUE;
}

/* The rules for any record, in one walk: first what is found in the values of all records, then what is found in their keys. */
static void
check_records (MwChecking *c)
{
  g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_finding_free);
  MwChecking of_keys = *c;
  of_keys.findings = findings;
  mw_record_foreach ((MwRecord *) &c->model->record, check_record, &(Walk) { c, &of_keys });
  g_ptr_array_extend_and_steal (c->findings, g_steal_pointer (&findings));
}

static const MwCheckRules *
rules_of (const MwModel *model)
{
  static const MwCheckRules *const families[] = { &mw_mdlx_checks, &mw_m2_checks };
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (families[i]->root == model->record.schema)
      return families[i];
  g_assert_not_reached ();
}

static MwChecking
checking_of (const MwModel *model, MwFormat format)
{
  return (MwChecking) { .model = model,
                        .format = format,
                        .rules = rules_of (model),
                        .findings = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_finding_free) };
}

gboolean
mw_check_is_for_older (const MwChecking *c, guint release)
{
  return c->client && c->client->release && c->client->release < release;
}

/* A client of another family has no say in what the rules of this family find. */
static void
check_target (MwChecking *c, const MwTargetClient *client)
{
  const gboolean same = client && client->family == c->format.family;
  c->client = same ? client : NULL;
  if (!client || (same && c->format.version >= client->first && c->format.version <= client->last))
    return;
  g_autofree char *title = mw_target_title (c->format);
  if (client->first == client->last)
    mw_check_find_in (c, MW_RULE_TARGET_VERSION, &c->model->record, NULL, "it is %s; %s reads version %u", title,
                      client->id, client->first);
  else
    mw_check_find_in (c, MW_RULE_TARGET_VERSION, &c->model->record, NULL, "it is %s; %s reads versions %u to %u", title,
                      client->id, client->first, client->last);
}

MwChecking
mw_checking_new (const MwModel *model, MwFormat format, const MwTargetClient *client, gboolean alone)
{
  MwChecking c = checking_of (model, format);
  c.alone = alone;
  check_target (&c, client);
  return c;
}

GPtrArray *
mw_check_for (const MwModel *model, MwFormat format, const MwTargetClient *client, gboolean alone)
{
  MwChecking c = mw_checking_new (model, format, client, alone);
  check_records (&c);
  c.rules->model (&c);
  mw_check_posed_bounds (&c);
  return c.findings;
}

GPtrArray *
mw_check (const MwModel *model, MwFormat format)
{
  return mw_check_for (model, format, NULL, FALSE);
}

GPtrArray *
mw_check_record (const MwModel *model, MwFormat format, const MwRecord *record)
{
  MwChecking c = checking_of (model, format);
  c.one = TRUE;
  mw_check_values (&c, record);
  c.rules->record (&c, record);
  return c.findings;
}
