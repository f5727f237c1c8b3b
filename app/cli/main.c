/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "core/vfs/archive-server.h"

#include <string.h>

int
main (int argc, char **argv)
{
  if (argc == 2 && strcmp (argv[1], MW_ARCHIVE_SERVER) == 0)
    return mw_archive_server_run ();
  return mw_cli_main (argc, argv);
}
