/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* All verbs of mwright, in the order of its help: MW_CLI_VERB (NAME) is mw_verb_NAME of NAME.c.
 * Included more than once, each time with another MW_CLI_VERB; meson.build takes the names of the source files from here. */
MW_CLI_VERB (info)
MW_CLI_VERB (ls)
MW_CLI_VERB (get)
MW_CLI_VERB (set)
MW_CLI_VERB (do)
MW_CLI_VERB (copy)
MW_CLI_VERB (diff)
MW_CLI_VERB (verify)
MW_CLI_VERB (layout)
MW_CLI_VERB (check)
MW_CLI_VERB (convert)
MW_CLI_VERB (schema)
MW_CLI_VERB (deps)
MW_CLI_VERB (rename)
MW_CLI_VERB (extract)
MW_CLI_VERB (render)
MW_CLI_VERB (games)
MW_CLI_VERB (texture)
MW_CLI_VERB (recover)
MW_CLI_VERB (targets)
