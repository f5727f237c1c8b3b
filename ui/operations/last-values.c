/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/operations/last-values.h"
#include "core/schema/value.h"
#include "ui/places.h"

#include <string.h>

static const char *const SETTING = "last-parameters";
/* Without settings they are remembered for as long as the program runs. */
static GVariant *without_settings;

/* All values: a{sa{ss}}, operation -> parameter -> value as text. Free with g_variant_unref(). */
static GVariant *
get_all (void)
{
  GSettings *settings = mw_places_settings ();
  if (settings)
    return g_settings_get_value (settings, SETTING);
  return without_settings ? g_variant_ref (without_settings)
                          : g_variant_ref_sink (g_variant_new_array (G_VARIANT_TYPE ("{sa{ss}}"), NULL, 0));
}

static gboolean
is_kept (const MwField *field)
{
  return field->type != MW_TYPE_REF && field->type != MW_TYPE_ARRAY && field->role != MW_ROLE_SIBLING && !field->refers;
}

void
mw_last_values_recall (const MwOperation *operation, MwDocument *document, MwRecord *params)
{
  g_autoptr (GVariant) all = get_all ();
  g_autoptr (GVariant) values = g_variant_lookup_value (all, operation->id, G_VARIANT_TYPE ("a{ss}"));
  for (guint i = 0; values && i < mw_schema_n_fields (operation->params); i++) {
    const MwField *field = mw_schema_field_at (operation->params, i);
    const char *text;
    if (is_kept (field) && g_variant_lookup (values, field->name, "&s", &text))
      mw_operation_param_set (operation, document, params, field->name, text, strlen (text), NULL);
  }
}

/* Texts of a setting are UTF-8; other bytes are not kept. */
static GVariant *
values_of (const MwOperation *operation, MwDocument *document, const MwRecord *params)
{
  GVariantBuilder values;
  g_variant_builder_init (&values, G_VARIANT_TYPE ("a{ss}"));
  for (guint i = 0; i < mw_schema_n_fields (operation->params); i++) {
    const MwField *field = mw_schema_field_at (operation->params, i);
    MwTarget target = { .record = (MwRecord *) params, .field = field, .n = 1, .whole = TRUE, .component = -1 };
    g_autofree char *text = is_kept (field) ? mw_value_print (mw_document_get_model (document), &target) : NULL;
    if (text && g_utf8_validate (text, -1, NULL))
      g_variant_builder_add (&values, "{ss}", field->name, text);
  }
  return g_variant_builder_end (&values);
}

void
mw_last_values_remember (const MwOperation *operation, MwDocument *document, const MwRecord *params)
{
  GVariantBuilder all;
  g_autoptr (GVariant) before = get_all ();
  GVariantIter iter;
  const char *id;
  GVariant *values;
  g_variant_builder_init (&all, G_VARIANT_TYPE ("a{sa{ss}}"));
  g_variant_iter_init (&iter, before);
  while (g_variant_iter_loop (&iter, "{&s@a{ss}}", &id, &values))
    if (strcmp (id, operation->id) != 0)
      g_variant_builder_add (&all, "{s@a{ss}}", id, values);
  g_variant_builder_add (&all, "{s@a{ss}}", operation->id, values_of (operation, document, params));
  GVariant *after = g_variant_builder_end (&all);
  GSettings *settings = mw_places_settings ();
  if (settings) {
    g_settings_set_value (settings, SETTING, after);
  } else {
    g_clear_pointer (&without_settings, g_variant_unref);
    without_settings = g_variant_ref_sink (after);
  }
}
