/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Two large MDX 800 files of about 50 MB, the same on every run, for measurements. They are put together byte by byte after
 * docs/formats/mdlx.md and share no code with the reader and writer that they measure. */

enum { MAKE_MDX_GEOSETS = 2000, MAKE_MDX_NODES = 6700, MAKE_MDX_TRACKS = 20000 };

/* 2,000 geosets of 552 vertices over 64 bones. */
GBytes *make_mdx_mesh (void);
/* 6,700 nodes with 20,000 tracks of 2 to 200 keys: three quarters without tangents, as in real files most are. */
GBytes *make_mdx_keys (void);
