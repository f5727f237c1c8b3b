/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/resource.h"

GResource *
mw_resource (GResource *(*get) (void) )
{
  static GMutex mutex;
  g_mutex_lock (&mutex);
  GResource *resource = get ();
  g_mutex_unlock (&mutex);
  return resource;
}
