/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"
#include "core/convert/scale.h"

#include <math.h>
#include <string.h>

/* --- The map -------------------------------------------------------------------------------------------------------- */

MwConvertPart
mw_convert_map_part (const MwConvertMap *map, MwConvertPart part)
{
  gpointer found;
  return g_hash_table_lookup_extended (map->parts, GUINT_TO_POINTER (part), NULL, &found) ? GPOINTER_TO_UINT (found)
                                                                                          : part;
}

void
mw_convert_map_free (MwConvertMap *map)
{
  if (!map)
    return;
  g_hash_table_unref (map->parts);
  g_free (map);
}

void
mw_convert_becomes (MwConverting *c, MwConvertPart from, MwConvertPart to)
{
  g_hash_table_insert (c->map->parts, GUINT_TO_POINTER (from), GUINT_TO_POINTER (to));
}

/* --- Losses --------------------------------------------------------------------------------------------------------- */

typedef enum { FIELD, WHOLE, PLACE, LAYOUT } LossKind;

typedef struct {
  LossKind kind;
  MwLossKind harm;
  const MwField *field;
  const char *why;
} Loss;

static void
free_losses (gpointer array)
{
  g_array_unref (array);
}

static void
lose (MwConverting *c, const MwRecord *record, LossKind kind, MwLossKind harm, const MwField *field, const char *why)
{
  if (!mw_model_find (&c->a->model, record->id))
    return;
  GArray *of_record = g_hash_table_lookup (c->losses, GUINT_TO_POINTER (record->id));
  if (!of_record) {
    of_record = g_array_new (FALSE, FALSE, sizeof (Loss));
    g_hash_table_insert (c->losses, GUINT_TO_POINTER (record->id), of_record);
  }
  for (guint i = 0; i < of_record->len; i++) {
    const Loss *loss = &g_array_index (of_record, Loss, i);
    if (loss->kind == kind && loss->field == field)
      return;
  }
  Loss loss = { kind, harm, field, why };
  g_array_append_val (of_record, loss);
}

void
mw_convert_lose (MwConverting *c, const MwRecord *record, const MwField *field, const char *why)
{
  mw_convert_change (c, MW_LOSS_GONE, record, field, why);
}

void
mw_convert_change (MwConverting *c, MwLossKind kind, const MwRecord *record, const MwField *field, const char *why)
{
  lose (c, record, FIELD, kind, field, why);
}

void
mw_convert_lose_record (MwConverting *c, const MwRecord *record, const char *why)
{
  mw_convert_change_record (c, MW_LOSS_GONE, record, why);
}

void
mw_convert_change_record (MwConverting *c, MwLossKind kind, const MwRecord *record, const char *why)
{
  lose (c, record, WHOLE, kind, NULL, why);
}

void
mw_convert_lose_place (MwConverting *c, const MwRecord *record, const char *why)
{
  lose (c, record, PLACE, MW_LOSS_REORDERED, NULL, why);
}

void
mw_convert_lose_layout (MwConverting *c, const MwRecord *record, const char *why)
{
  lose (c, record, LAYOUT, MW_LOSS_RESTATED, NULL, why);
}

static const Loss *
find_loss (const MwConverting *c, const MwRecord *record, LossKind kind)
{
  const GArray *of_record = g_hash_table_lookup (c->losses, GUINT_TO_POINTER (record->id));
  for (guint i = 0; of_record && i < of_record->len; i++)
    if (g_array_index (of_record, Loss, i).kind == kind)
      return &g_array_index (of_record, Loss, i);
  return NULL;
}

/* For a removed record, only its removal is reported, not its contents. */
static gboolean
report_record (MwRecord *record, gpointer data)
{
  MwConverting *c = data;
  const GArray *of_record = g_hash_table_lookup (c->losses, GUINT_TO_POINTER (record->id));
  const Loss *gone = of_record ? find_loss (c, record, WHOLE) : NULL;
  if (!of_record)
    return TRUE;
  for (const MwRecord *above = record->owner; above; above = above->owner)
    if (find_loss (c, above, WHOLE))
      return TRUE;
  if (gone) {
    mw_report_loss_of_kind (c->report, gone->harm, record, NULL, FALSE, gone->why);
    return TRUE;
  }
  for (guint i = 0; i < of_record->len; i++) {
    const Loss *loss = &g_array_index (of_record, Loss, i);
    mw_report_loss_of_kind (c->report, loss->harm, record, loss->field, loss->kind == LAYOUT, loss->why);
  }
  return TRUE;
}

/* --- The new model -------------------------------------------------------------------------------------------------- */

void
mw_convert_drop (MwConverting *c, MwRecord *record)
{
  const MwField *slot = mw_record_slot (record);
  MwModel *model = &c->b->model;
  if (slot->type == MW_TYPE_CHILD)
    mw_record_free (mw_child_take (model, record->owner, slot));
  else
    mw_record_free (mw_list_take (model, record->owner, slot, mw_record_index (record)));
}

void
mw_convert_set_array (MwArray *slot, MwArray value)
{
  mw_array_clear (slot);
  *slot = value;
}

static gboolean
drop_notes (MwRecord *record, gpointer data)
{
  mw_notes_drop (record);
  return TRUE;
}

/* Checks the counts that are limited to 255 in World of Warcraft (mdlx.md 7.2, 7.3). */
static gboolean
fits (const MwMdlx *model, MwFormat to, GError **error)
{
  const struct {
    const MwField *list;
    uint32_t n;
  } counts[] = { { MW_FIELD (MwMdlx, sequences), model->sequences.n },
                 { MW_FIELD (MwMdlx, materials), model->materials.n },
                 { MW_FIELD (MwMdlx, geosets), model->geosets.n } };
  for (guint i = 0; to.family == MW_FAMILY_MDX_WOW && i < G_N_ELEMENTS (counts); i++)
    if (counts[i].n > 255) {
      mw_set_error (error, MW_ERROR_NOT_WRITABLE, -1, counts[i].list->name,
                    "found %u of them, but a model of World of Warcraft can have at most 255", counts[i].n);
      return FALSE;
    }
  return TRUE;
}

static gboolean
is_known (MwFormat format)
{
  return format.family == MW_FAMILY_MDX       ? format.version >= 800
         : format.family == MW_FAMILY_MDX_WOW ? format.version >= MW_MDX_WOW_SINCE
                                              : FALSE;
}

gboolean
mw_convert_supports (MwFormat from, MwFormat to)
{
  return is_known (from) && is_known (to);
}

static GHashTable *
records_by_schema (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) mw_record_free);
}

/* --- Scale ---------------------------------------------------------------------------------------------------------- */

static void
name_cut (const MwRecord *record, const MwField *field, gpointer data)
{
  lose (data, record, FIELD, MW_LOSS_ROUNDED, field, "too large or too small for the format at this scale");
}

typedef struct {
  guint n_files, n_unknown;
  const char *file; /* the first of them */
} Unscaled;

static gboolean
count_unscaled (MwRecord *record, gpointer data)
{
  Unscaled *left = data;
  gboolean is_node = mw_schema_is_a (record->schema, &mw_mdlx_node_schema);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (is_node && field->role == MW_ROLE_FILE && field->type == MW_TYPE_TEXT) {
      const char *file = mw_text (*(char **) mw_field_at (record, field));
      left->n_files += *file != 0;
      if (!left->file && *file)
        left->file = file;
    } else if (field->role == MW_ROLE_UNKNOWN && field->type == MW_TYPE_ARRAY) {
      left->n_unknown += ((const MwArray *) mw_field_at (record, field))->n > 0;
    }
  }
  return TRUE;
}

/* Warns about what may contain lengths and is not scaled. */
static void
warn_of_unscaled (const MwConverting *c)
{
  Unscaled left = { 0, 0, NULL };
  mw_record_foreach ((MwRecord *) &c->a->model.record, count_unscaled, &left);
  if (left.n_files)
    mw_report_remark (
      c->report, MW_REMARK_WARNING, 0, 0,
      "other files that its nodes show keep their size: convert them with the same scale (%u named, the first is %s)",
      left.n_files, left.file);
  if (left.n_unknown)
    mw_report_remark (c->report, MW_REMARK_WARNING, 0, 0,
                      "unknown bytes are not scaled, because they may or may not hold lengths (in %u places)",
                      left.n_unknown);
}

/* With a scale, the rules start from a scaled copy of the given model in its own format, so that the new game's own
 * values that a rule inserts (the clip distances of a camera) are not scaled. NULL: no scale was given. */
static MwModel *
begin_scaled (MwConverting *c)
{
  if (c->options.scale == MW_CONVERT_SCALE_DEFAULT)
    return NULL;
  MwModel *scaled = mw_model_copy (&c->a->model, FALSE);
  mw_scale_lengths (scaled, c->options.scale, name_cut, c);
  warn_of_unscaled (c);
  c->a = (const MwMdlx *) scaled;
  return scaled;
}

static gboolean
is_scale (double scale, GError **error)
{
  if (isfinite (scale) && scale > 0)
    return TRUE;
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  mw_set_error (error, MW_ERROR_VALUE, -1, "scale", "expected a number above 0, found %s",
                g_ascii_dtostr (text, sizeof text, scale));
  return FALSE;
}

static void
apply_rules (MwConverting *c)
{
  mw_convert_begin_fields (c);
  mw_convert_levels (c);
  mw_convert_materials (c);
  mw_convert_textures (c);
  mw_convert_sequences (c);
  mw_convert_nodes (c);
  mw_convert_geosets (c);
  mw_convert_shapes (c);
  mw_convert_emitters (c);
  mw_convert_rotations (c);
  mw_convert_drop_unused (c, MW_FIELD (MwMdlx, textures), "nothing uses it now");
  mw_convert_paths (c);
  mw_convert_end_fields (c);
}

MwModel *
mw_convert (const MwModel *model, MwFormat from, MwFormat to, const MwConvertOptions *options, MwReport *report,
            MwConvertMap **map, GError **error)
{
  if (model->record.schema != &mw_mdlx_schema || !mw_convert_supports (from, to)) {
    mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, NULL, "there is no conversion between these two formats");
    return NULL;
  }
  if (!fits ((const MwMdlx *) model, to, error))
    return NULL;
  from.text = to.text = FALSE;
  MwConverting c = { .a = (const MwMdlx *) model, .from = from, .to = to, .report = report };
  if (options)
    c.options = *options;
  if (c.options.scale == 0)
    c.options.scale = MW_CONVERT_SCALE_DEFAULT;
  if (!is_scale (c.options.scale, error))
    return NULL;
  c.losses = g_hash_table_new_full (NULL, NULL, NULL, free_losses);
  MwModel *scaled = begin_scaled (&c);
  c.b = (MwMdlx *) mw_model_copy (&c.a->model, FALSE);
  mw_record_foreach (&c.b->model.record, drop_notes, NULL);
  c.b->family = to.family;
  c.b->version = to.version;
  c.map = g_new (MwConvertMap, 1);
  c.map->parts = g_hash_table_new (NULL, NULL);
  c.fields = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  c.fresh = records_by_schema ();
  c.given = records_by_schema ();
  if (from.family != to.family || from.version != to.version)
    apply_rules (&c);
  mw_record_foreach ((MwRecord *) &model->record, report_record, &c);
  g_hash_table_unref (c.losses);
  g_hash_table_unref (c.fields);
  g_hash_table_unref (c.fresh);
  g_hash_table_unref (c.given);
  mw_model_free (scaled);
  if (map)
    *map = c.map;
  else
    mw_convert_map_free (c.map);
  return &c.b->model;
}
