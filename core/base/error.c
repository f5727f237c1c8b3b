/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"

typedef struct {
  gint64 offset;
  guint line, column;
  char *path;
  const MwRemedy *remedy;
} MwErrorPrivate;

static void
mw_error_private_init (MwErrorPrivate *self)
{
  self->offset = -1;
}

static void
mw_error_private_copy (const MwErrorPrivate *from, MwErrorPrivate *to)
{
  *to = *from;
  to->path = g_strdup (from->path);
}

static void
mw_error_private_clear (MwErrorPrivate *self)
{
  g_free (self->path);
}

G_DEFINE_EXTENDED_ERROR (MwError, mw_error)

G_GNUC_PRINTF (7, 0)
static void
set_error (GError **error, MwErrorCode code, gint64 offset, guint line, guint column, const char *path,
           const char *format, va_list args)
{
  if (!error)
    return;
  GError *made = g_error_new_valist (MW_ERROR, (int) code, format, args);
  MwErrorPrivate *place = mw_error_get_private (made);
  place->offset = offset;
  place->line = line;
  place->column = column;
  place->path = g_strdup (path);
  g_propagate_error (error, made);
}

void
mw_set_error (GError **error, MwErrorCode code, gint64 offset, const char *path, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  set_error (error, code, offset, 0, 0, path, format, args);
  va_end (args);
}

void
mw_set_error_at_line (GError **error, MwErrorCode code, guint line, guint column, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  set_error (error, code, -1, line, column, NULL, format, args);
  va_end (args);
}

static const MwErrorPrivate *
place_of (const GError *error)
{
  return error && error->domain == MW_ERROR ? mw_error_get_private (error) : NULL;
}

gint64
mw_error_offset (const GError *error)
{
  const MwErrorPrivate *place = place_of (error);
  return place ? place->offset : -1;
}

guint
mw_error_line (const GError *error)
{
  const MwErrorPrivate *place = place_of (error);
  return place ? place->line : 0;
}

guint
mw_error_column (const GError *error)
{
  const MwErrorPrivate *place = place_of (error);
  return place ? place->column : 0;
}

const char *
mw_error_path (const GError *error)
{
  const MwErrorPrivate *place = place_of (error);
  return place ? place->path : NULL;
}

void
mw_error_set_remedy (GError **error, const MwRemedy *remedy)
{
  if (error && *error && (*error)->domain == MW_ERROR)
    ((MwErrorPrivate *) mw_error_get_private (*error))->remedy = remedy;
}

const MwRemedy *
mw_error_remedy (const GError *error)
{
  const MwErrorPrivate *place = place_of (error);
  return place ? place->remedy : NULL;
}

const char *
mw_error_kind (const GError *error)
{
  static const char *const kinds[] = {
    [MW_ERROR_CORRUPT] = "corrupt",
    [MW_ERROR_TRUNCATED] = "truncated",
    [MW_ERROR_UNSUPPORTED] = "unsupported",
    [MW_ERROR_LIMIT] = "limit",
    [MW_ERROR_NOT_WRITABLE] = "not-writable",
    [MW_ERROR_IO] = "io",
    [MW_ERROR_EXISTS] = "exists",
    [MW_ERROR_PATH] = "path",
    [MW_ERROR_VALUE] = "value",
    [MW_ERROR_REFUSED] = "refused",
    [MW_ERROR_NOTHING] = "nothing",
    [MW_ERROR_USAGE] = "usage",
    [MW_ERROR_CANCELLED] = "cancelled",
    [MW_ERROR_CHANGED] = "changed",
    [MW_ERROR_ENDLESS] = "limit",
  };
  if (error && error->domain == MW_ERROR && (guint) error->code < G_N_ELEMENTS (kinds))
    return kinds[error->code];
  return "io";
}

char *
mw_error_describe (const GError *error, const char *file)
{
  GString *text = g_string_new (NULL);
  const MwErrorPrivate *place = place_of (error);
  if (file)
    g_string_append (text, file);
  if (place && place->line)
    g_string_append_printf (text, "%s%u:%u", file ? ":" : "line ", place->line, place->column);
  if (place && place->offset >= 0)
    g_string_append_printf (text, "%sbyte 0x%" G_GINT64_MODIFIER "X", text->len ? ": " : "", place->offset);
  if (place && place->path)
    g_string_append_printf (text, "%s%s", place->offset >= 0 ? " in " : text->len ? ": " : "", place->path);
  if (text->len)
    g_string_append (text, ": ");
  g_string_append (text, error->message);
  if (place && place->remedy)
    g_string_append_printf (text, "; %s", place->remedy->hint);
  return g_string_free (text, FALSE);
}
