/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules that only the files break which a model names: ROW (TEST, RULE). See rows.h. */
ROW (texture_missing, "texture-missing")
ROW (file_missing, "file-missing")
ROW (file_case, "file-case")
ROW (texture_unreadable, "texture-unreadable")
ROW (texture_kind, "texture-kind")
ROW (texture_levels, "texture-levels")
ROW (texture_sides, "wc3-texture-sides")
ROW (texture_large, "wc3-texture-large")
ROW (texture_header, "wc3-texture-header")
ROW (texture_few_levels, "wc3-texture-few-levels")
