/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For -Dpch=true: what most sources of the window include, and their tests. Some of the tests need GNU functions, which must be asked for
 * first. */
#define _GNU_SOURCE
#include <gtk/gtk.h>
#include <string.h>
