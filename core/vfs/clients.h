/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* The releases of the games that keep their files in MPQ archives: how an install folder is recognised, and in which order its
 * archives are searched. */
typedef struct {
  const char *id;       /* "wow-3.3.5": as people type it, and as games.ini has it */
  const char *label;    /* marked for translation */
  MwFamily family;      /* of its models */
  uint16_t first, last; /* the versions of its models */
  /* Paths that all exist in its folder, separated by blanks. Paths are compared without regard to case. */
  const char *has;
  /* Patterns of archives, the first that has a file wins. A pattern is a path below the install folder, in which "?" is any one
   * character, "#" a number and "{locale}" the language folder. One line is one step of the order; several patterns in a line,
   * separated by blanks, are one step whose archives are sorted by their whole path, the last by name first. NULL ends. */
  const char *const *order;
  /* Archives with incremental patches, applied to those of `order` from the lowest number to the highest; NULL: none. Each is
   * "PATTERN PREFIX" (see mw_archive_add_patch()); "-" is no prefix. Those in which "{locale}" appears are for the archives in that
   * folder, the others for those outside of it. */
  const char *const *patches;
} MwClient;

/* All of them. What has more of the files comes first, so the first whose `has` fits is the right one. */
const MwClient *mw_clients (guint *n);
/* By id in any case; NULL: there is none. */
const MwClient *mw_client_find (const char *id);
