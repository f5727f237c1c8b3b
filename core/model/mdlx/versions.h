/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* The known versions of MDX (mdlx.md 1.2): those of which it is known what their files hold. */
typedef struct {
  MwFamily family;
  uint16_t version;
  const char *id;     /* "mdx1000": as a target of conversions; never translated */
  const char *label;  /* "Warcraft III: Reforged 1.32 to 1.36, MDX 1000", marked for translation */
  const char *client; /* "WC3 Reforged 1.32": what most users of the version work with; not translated */
  gboolean sure;      /* checked on real files; FALSE: known from what others say of the format */
} MwMdlxVersion;

/* By family, then by version. */
const MwMdlxVersion *mw_mdlx_versions (guint *n);
/* The known version as which a version is read: itself, or the highest one of its family below it; NULL: there is none. */
const MwMdlxVersion *mw_mdlx_version_read_as (MwFormat format);
/* Its number, or 0. */
uint16_t mw_mdlx_known_version (MwFormat format);
/* The highest known version of a family. */
uint16_t mw_mdlx_last_version (MwFamily family);
