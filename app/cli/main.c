/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

int
main (int argc, char **argv)
{
  return mw_cli_main (argc, argv);
}
