/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* All kinds of images that can be written, in the order of help: MW_IMAGE_KIND (NAME) is mw_image_kind_NAME. The first with an
 * extension is written when only the extension is given. Included more than once, each time with another MW_IMAGE_KIND. */
MW_IMAGE_KIND (blp1_jpeg)
MW_IMAGE_KIND (blp1_palette)
MW_IMAGE_KIND (blp2_dxt5)
MW_IMAGE_KIND (blp2_dxt3)
MW_IMAGE_KIND (blp2_dxt1)
MW_IMAGE_KIND (blp2_palette)
MW_IMAGE_KIND (blp2_bgra)
MW_IMAGE_KIND (dds_dxt5)
MW_IMAGE_KIND (dds_dxt3)
MW_IMAGE_KIND (dds_dxt1)
MW_IMAGE_KIND (dds_bc5)
MW_IMAGE_KIND (dds_rgba)
MW_IMAGE_KIND (tga)
MW_IMAGE_KIND (tga_rle)
MW_IMAGE_KIND (png)
