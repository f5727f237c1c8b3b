/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* A process that reads one archive for another process. StormLib ends its process on some damaged archives (failed assertions), and
 * maps that were damaged on purpose are common; here this ends only the server, and the other process gets an error.
 *
 * A request is an operation (one byte), the length of its argument (u32), and the argument; an answer is a status (u32: 0, or a
 * MwErrorCode + 1), the length of its content (u32) and the content: for an error the message, a NUL, and the place it is about. Numbers are
 * in the machine's own order, as both processes run on it. */
typedef enum {
  MW_ARCHIVE_OPEN = 'o',  /* path -> nothing */
  MW_ARCHIVE_PATCH = 'p', /* prefix, NUL, path -> nothing */
  MW_ARCHIVE_HAS = 'h',   /* name -> one byte, 0 or 1 */
  MW_ARCHIVE_READ = 'r',  /* limit (u64), name -> bytes */
  MW_ARCHIVE_NAMES = 'n'  /* nothing -> the number of unnamed files (u32), then each name and a NUL */
} MwArchiveRequest;

/* The argument by which mwright becomes a server. It is not for users. */
#define MW_ARCHIVE_SERVER "--archive-server"

/* Answers the requests on standard input until it ends. Returns the exit code of the process. */
int mw_archive_server_run (void);
