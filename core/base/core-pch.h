/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For -Dpch=true: what most sources of the core include. Some of them need GNU functions, which must be asked for first. */
#define _GNU_SOURCE
#include <gio/gio.h>
#include <string.h>
