/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linked into the tests of the sanitizer build only. Mesa's drivers are unloaded before the leak check runs at exit, so
 * their one-time allocations would be reported as leaks of an "unknown module". With this in place a library stays
 * loaded and its allocations stay reachable or carry its name. */

int dlclose (void *handle);

int
dlclose (void *handle)
{
  return 0;
}
