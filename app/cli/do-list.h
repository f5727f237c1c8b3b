/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"

/* What `do` prints about the operations. All of it comes from their table. */

/* --list: all operations by domain, one per line, or as JSON. */
void mw_cli_list_operations (MwCli *cli);
/* --help WORD...: the operations that cli->args name. */
void mw_cli_help_on_operations (MwCli *cli);
/* --page=WORD: the page of help about the operations of a domain, as Markdown. An unknown word is reported (exit code 2). */
void mw_cli_print_operations_page (MwCli *cli, const char *word);
