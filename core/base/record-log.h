/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"

#include <gio/gio.h>

/* An append-only file of records with one writer at a time. Each record has a type, a small header (`meta`), a body,
 * and a checksum that covers it and all records before it. So everything written before a kill, a full disk or damage
 * can be read, and nothing after the damage is accepted as complete.
 *
 * On disk: "mwlog 1\n", then for each record, in the byte order of the machine: u32 type, u32 CRC-32, u32 size of the
 * meta, u32 0, u64 size of the body, meta, body.
 *
 * The checksum covers the record's head with the previous record's checksum in its place (0 in the first), the meta and
 * the body.
 *
 * An open log is locked with flock(2). The lock ends with the process, so a log that can be locked is abandoned. */
typedef struct _MwRecordLog MwRecordLog;

/* Creates a file that only the user can read. MW_ERROR_IO; an existing file is never opened. */
MwRecordLog *mw_record_log_create (const char *path, GError **error);
/* Opens a log for reading from its first record. G_IO_ERROR_BUSY when another process (or another MwRecordLog of
 * this one) has it open; MW_ERROR_CORRUPT when it is not a log. An empty file is an empty log. */
MwRecordLog *mw_record_log_open (const char *path, GError **error);
/* Closes and unlocks the log. NULL is allowed. */
void mw_record_log_close (MwRecordLog *log);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwRecordLog, mw_record_log_close)

const char *mw_record_log_get_path (const MwRecordLog *log);
/* Offset of the end of the last complete record that was read or written. */
guint64 mw_record_log_get_end (const MwRecordLog *log);
/* Size of the file when it was opened. */
guint64 mw_record_log_get_size (const MwRecordLog *log);
/* Time of the last write before it was opened, in seconds since 1970. */
gint64 mw_record_log_get_time (const MwRecordLog *log);

typedef struct {
  guint32 type;
  GBytes *meta;      /* never NULL */
  GBytes *body;      /* at most the first `most` bytes of the body */
  guint64 body_size; /* of the whole body */
  guint64 offset;    /* of the record in the file */
} MwLogRecord;
void mw_log_record_clear (MwLogRecord *record);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MwLogRecord, mw_log_record_clear)

/* Reads and checks the next record. At most `most` bytes of the body are kept in memory; all are checked. FALSE
 * without an error at the end; FALSE and MW_ERROR_TRUNCATED or MW_ERROR_CORRUPT, with the offset, where the rest is
 * not a complete record. A record never takes more memory than the size of the file. */
gboolean mw_record_log_read (MwRecordLog *log, gsize most, MwLogRecord *record, GError **error);

/* The position for the next read or append; setting it back discards later records at the next append. */
typedef struct {
  guint64 end;
  guint32 checksum;
} MwRecordLogPlace;
MwRecordLogPlace mw_record_log_get_place (const MwRecordLog *log);
void mw_record_log_seek (MwRecordLog *log, MwRecordLogPlace place);

/* Appends a record after the last one that was read or written, and truncates anything after that first. `meta` and
 * `body` may be NULL. On an error (such as a full disk) the file is truncated to the records before, and none of
 * them is lost. */
gboolean mw_record_log_append (MwRecordLog *log, guint32 type, GBytes *meta, GBytes *body, GError **error);
/* Flushes appended records to the disk; with `folder` also the names of the file and of its folder. */
gboolean mw_record_log_sync (MwRecordLog *log, gboolean folder, GError **error);

/* Creates a folder with a unique name in `parent`, which is created if necessary; only the user can access both.
 * Free with g_free(). */
char *mw_record_log_make_folder (const char *parent, GError **error);
/* The files called `name` in the direct subfolders of `parent`, unordered; none if `parent` does not exist. Free
 * with g_ptr_array_unref(). */
GPtrArray *mw_record_log_find (const char *parent, const char *name);
/* Deletes a log, and its folder if that is empty then. */
gboolean mw_record_log_delete (const char *path, GError **error);
