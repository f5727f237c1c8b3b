/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* All formats of models: MW_IO_FORMAT (NAME) is mw_io_format_NAME of NAME/NAME-format.c. Bytes are of the first one whose probe says
 * so. Included more than once, each time with another MW_IO_FORMAT. */
MW_IO_FORMAT (mdx)
MW_IO_FORMAT (mdl)
MW_IO_FORMAT (m2)
