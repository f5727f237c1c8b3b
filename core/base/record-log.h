/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"

#include <gio/gio.h>

/* A file of records that grows only at its end, one writer at a time. Each record has a type, a small head of its own (`meta`),
 * a body, and a checksum that covers it and all records before it: what was written before a kill, a full disk or damage can be
 * read, and what comes after can never be taken for whole.
 *
 * On disk: "mwlog 1\n", then for each record, in the byte order of the machine:
 *   u32 type, u32 CRC-32, u32 size of the meta, u32 0, u64 size of the body, meta, body
 * The checksum is that of the head with the checksum of the record before in its place (0 in the first), the meta and the body.
 *
 * While a log is open it is locked with flock(2). The lock goes with the process, however that ends, so a log that can be
 * locked is nobody's. */
typedef struct _MwRecordLog MwRecordLog;

/* A new file that only the user can read. MW_ERROR_IO; an existing file is never opened. */
MwRecordLog *mw_record_log_create (const char *path, GError **error);
/* Opens a log to read it from its first record on. G_IO_ERROR_BUSY when another process (or another MwRecordLog of this one)
 * has it; MW_ERROR_CORRUPT when it is no log. A file without a single byte is an empty log. */
MwRecordLog *mw_record_log_open (const char *path, GError **error);
/* Closes and unlocks. NULL is fine. */
void mw_record_log_close (MwRecordLog *log);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwRecordLog, mw_record_log_close)

const char *mw_record_log_get_path (const MwRecordLog *log);
/* Bytes up to the end of the last whole record that was read or written. */
guint64 mw_record_log_get_end (const MwRecordLog *log);
/* Bytes of the file when it was opened. */
guint64 mw_record_log_get_size (const MwRecordLog *log);
/* When it was last written to, in seconds since 1970. */
gint64 mw_record_log_get_time (const MwRecordLog *log);

typedef struct {
  guint32 type;
  GBytes *meta;      /* never NULL */
  GBytes *body;      /* the first `body_size` bytes that were asked for */
  guint64 body_size; /* of the whole body */
  guint64 offset;    /* of the record in the file */
} MwLogRecord;
void mw_log_record_clear (MwLogRecord *record);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MwLogRecord, mw_log_record_clear)

/* Reads and checks the next record. `most`: so many bytes of the body are kept in memory; all are checked. FALSE without an
 * error at the end; FALSE and MW_ERROR_TRUNCATED or MW_ERROR_CORRUPT with the offset where the rest is no whole record. The
 * memory that a record takes is never more than the file has bytes. */
gboolean mw_record_log_read (MwRecordLog *log, gsize most, MwLogRecord *record, GError **error);

/* Where the next record is read from or appended to, and back there: what was read since is cut off by the next append. */
typedef struct {
  guint64 end;
  guint32 checksum;
} MwRecordLogPlace;
MwRecordLogPlace mw_record_log_tell (const MwRecordLog *log);
void mw_record_log_seek (MwRecordLog *log, MwRecordLogPlace place);

/* Appends a record behind the last one that was read or written; what else stood there is cut off first. `meta` and `body` may be
 * NULL. On an error (a full disk, say) the file is cut back to the records before, and nothing is lost of them. */
gboolean mw_record_log_append (MwRecordLog *log, guint32 type, GBytes *meta, GBytes *body, GError **error);
/* Flushes to the disk what was appended. With `folder` also the names of the file and of the folder that it stands in. */
gboolean mw_record_log_sync (MwRecordLog *log, gboolean folder, GError **error);

/* A new folder in `parent` (made where it is not there), both for the user alone, whose name no other has. Free with g_free(). */
char *mw_record_log_make_folder (const char *parent, GError **error);
/* The files called `name` in the folders directly below `parent`, in no order; none where `parent` is not there. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_record_log_find (const char *parent, const char *name);
/* Removes a log and, where nothing else is in it, the folder that it stands in. */
gboolean mw_record_log_delete (const char *path, GError **error);
