/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For -Dpch=true: what most sources of the window include. */
#include <gtk/gtk.h>
#include <string.h>
