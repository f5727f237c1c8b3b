/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Makes two MDX 800 files of about 50 MB for measurements, the same on every run. They are written byte by byte from
 * docs/formats/mdlx.md and share no code with the reader and writer that they measure. */

enum { MAKE_MDX_GEOSETS = 2000, MAKE_MDX_NODES = 6700, MAKE_MDX_TRACKS = 20000 };

/* 2,000 geosets of 552 vertices over 64 bones. */
GBytes *make_mdx_mesh (void);
/* 6,700 nodes with 20,000 tracks of 2 to 200 keys. Three quarters have no tangents, as most tracks in real files. `part`: makes one
 * in so many of the nodes; 1 is all, 10 gives about 5 MB. */
GBytes *make_mdx_keys (guint part);
