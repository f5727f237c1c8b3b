/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/pipes.h"

#include <signal.h>

void
mw_pipes_init (void)
{
  signal (SIGPIPE, SIG_IGN);
}
