/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* All formats of images, in the order in which games look for files of them: MW_IMAGE_FORMAT (NAME) is mw_image_format_NAME of
 * NAME.c. Included more than once, each time with another MW_IMAGE_FORMAT; meson.build takes the names of the source files from
 * here. */
MW_IMAGE_FORMAT (blp1)
MW_IMAGE_FORMAT (blp2)
MW_IMAGE_FORMAT (dds)
MW_IMAGE_FORMAT (tga)
MW_IMAGE_FORMAT (png)
