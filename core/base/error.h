/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* One error domain for the whole core. An error carries a message and also where it happened, so that the CLI, the
 * window and JSON output can show the place without parsing text. */
typedef enum {
  MW_ERROR_CORRUPT,      /* the input contradicts its own format */
  MW_ERROR_TRUNCATED,    /* the input ends too early */
  MW_ERROR_UNSUPPORTED,  /* a kind or version that is not read or written */
  MW_ERROR_LIMIT,        /* would need more memory, depth or count than is allowed */
  MW_ERROR_NOT_WRITABLE, /* the model holds something that the target format cannot express */
  MW_ERROR_IO,           /* the operating system refused */
  MW_ERROR_EXISTS,       /* a file exists and would be overwritten without permission */
  MW_ERROR_PATH,         /* an address that matches nothing, or too much */
  MW_ERROR_VALUE,        /* text or a number that the field does not accept */
  MW_ERROR_REFUSED,      /* an edit that a rule forbids */
  MW_ERROR_NOTHING,      /* an edit that would change nothing */
  MW_ERROR_USAGE,        /* an invalid command line */
  MW_ERROR_CANCELLED,    /* the user stopped it */
  MW_ERROR_CHANGED,      /* a file is no longer what was read, and is not replaced without permission */
  MW_ERROR_ENDLESS       /* input without a known size exceeds the limit for such input */
} MwErrorCode;

#define MW_ERROR (mw_error_quark ())
GQuark mw_error_quark (void);

/* Sets *error (when not NULL). `offset` is a byte offset into the input or -1; `path` is the place in the input or
 * the model (chunk path or address), or NULL. The message is used as it is: it should say what was found and what
 * was expected. */
void mw_set_error (GError **error, MwErrorCode code, gint64 offset, const char *path, const char *format, ...)
  G_GNUC_PRINTF (5, 6);

/* The same for text input: line and column count from 1. */
void mw_set_error_at_line (GError **error, MwErrorCode code, guint line, guint column, const char *format, ...)
  G_GNUC_PRINTF (5, 6);

/* Where the error happened; -1, 0 or NULL when unknown or when the error is from another domain. */
gint64 mw_error_offset (const GError *error);
guint mw_error_line (const GError *error);
guint mw_error_column (const GError *error);
const char *mw_error_path (const GError *error);

/* How to get past a refusal: an operation (its id) and a value for one of its parameters; a label for the button that offers
 * it, marked for translation; and what to type in a script, which mw_error_describe() adds to the message. An operation that asks
 * for parameters is for the record that the error's path names; any other is for all records of the refused one. All are
 * literals. */
typedef struct {
  const char *operation, *parameter, *value, *label, *hint;
} MwRemedy;
/* Attaches a remedy to an error of this domain. `error` may be NULL or point to NULL. */
void mw_error_set_remedy (GError **error, const MwRemedy *remedy);
const MwRemedy *mw_error_remedy (const GError *error);

/* The stable word for an error's code ("corrupt", "truncated", ...), as printed in JSON; "io" for GIO's domains. */
const char *mw_error_kind (const GError *error);

/* One line for people: "FILE: byte 0x1A4 in GEOS[2].VRTX: message". `file` may be NULL. */
char *mw_error_describe (const GError *error, const char *file);
