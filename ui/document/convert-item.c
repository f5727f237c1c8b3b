/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/convert-item.h"
#include "core/base/error.h"

struct _MwConvertItem {
  GObject parent_instance;
  char *name;
  MwConversion *conversion;
  MwConvertState state;
  gboolean exists;
};

G_DEFINE_FINAL_TYPE (MwConvertItem, mw_convert_item, G_TYPE_OBJECT)

enum { STATE = 1, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_uint (value, MW_CONVERT_ITEM (object)->state);
}

static void
finalize (GObject *object)
{
  MwConvertItem *self = MW_CONVERT_ITEM (object);
  g_free (self->name);
  mw_conversion_free (self->conversion);
  G_OBJECT_CLASS (mw_convert_item_parent_class)->finalize (object);
}

static void
mw_convert_item_class_init (MwConvertItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  object_class->get_property = get_property;
  object_class->finalize = finalize;
  properties[STATE] = g_param_spec_uint ("state", NULL, NULL, 0, MW_CONVERT_DONE, MW_CONVERT_WAITING,
                                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
mw_convert_item_init (MwConvertItem *self)
{}

MwConvertItem *
mw_convert_item_new (const char *name, MwConversion *conversion)
{
  MwConvertItem *self = g_object_new (MW_TYPE_CONVERT_ITEM, NULL);
  self->name = g_strdup (name);
  self->conversion = conversion;
  return self;
}

const char *
mw_convert_item_get_name (MwConvertItem *self)
{
  return self->name;
}

const MwConversion *
mw_convert_item_get (MwConvertItem *self)
{
  return self->conversion;
}

MwConversion *
mw_convert_item_take (MwConvertItem *self)
{
  return self->conversion;
}

MwConvertState
mw_convert_item_get_state (MwConvertItem *self)
{
  return self->state;
}

void
mw_convert_item_set_state (MwConvertItem *self, MwConvertState state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[STATE]);
}

gboolean
mw_convert_item_exists (MwConvertItem *self)
{
  return self->exists;
}

gboolean
mw_convert_item_look (MwConvertItem *self)
{
  const char *out = self->conversion->out;
  /* A link that leads nowhere is in the way, too. */
  self->exists = out && (g_file_test (out, G_FILE_TEST_EXISTS) || g_file_test (out, G_FILE_TEST_IS_SYMLINK));
  return self->exists;
}

gboolean
mw_convert_item_is_cancelled (MwConvertItem *self)
{
  const GError *error = self->conversion->error;
  return self->state == MW_CONVERT_DONE
         && (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
             || g_error_matches (error, MW_ERROR, MW_ERROR_CANCELLED));
}

gboolean
mw_convert_item_has_failed (MwConvertItem *self)
{
  return self->state == MW_CONVERT_DONE && self->conversion->error && !mw_convert_item_is_cancelled (self);
}

gboolean
mw_convert_item_is_written (MwConvertItem *self)
{
  return self->state == MW_CONVERT_DONE && !self->conversion->error && !self->conversion->refused;
}
