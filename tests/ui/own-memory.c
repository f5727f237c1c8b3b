/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "tests/ui/own-memory.h"

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

void
own_memory_begin (char **argv)
{
  if (g_strcmp0 (g_getenv ("G_SLICE"), "always-malloc") == 0)
    return;
  g_setenv ("G_SLICE", "always-malloc", TRUE);
  execv ("/proc/self/exe", argv);
  g_error ("cannot start again: %s", g_strerror (errno));
}

#ifdef __SANITIZE_ADDRESS__

void
own_memory_find_driver (void)
{}

gsize
own_memory_in_use (void)
{
  return 0;
}

#else

/* The internal names of the glibc functions that are replaced here. */
extern void *__libc_malloc (size_t);
extern void *__libc_calloc (size_t, size_t);
extern void *__libc_realloc (void *, size_t);
extern void *__libc_memalign (size_t, size_t);
extern void __libc_free (void *);

enum { MOST = 64 };

static struct {
  guintptr begin, end;
} driver[MOST];
static guint n_driver;
static atomic_size_t in_use;

static int
find_code (struct dl_phdr_info *info, size_t size, void *data)
{
  /* Only LLVM, which compiles the shaders, uses libstdc++; neither we nor GTK use C++. */
  static const char *const names[] = { "_dri.so", "libgallium", "libLLVM", "libstdc++", "libGLX_mesa", "libEGL_mesa" };
  gboolean is_driver = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    is_driver |= strstr (info->dlpi_name, names[i]) != NULL;
  for (guint i = 0; is_driver && i < info->dlpi_phnum && n_driver < MOST; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
      driver[n_driver].begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
      driver[n_driver].end = driver[n_driver].begin + info->dlpi_phdr[i].p_memsz;
      n_driver++;
    }
  return 0;
}

void
own_memory_find_driver (void)
{
  n_driver = 0;
  dl_iterate_phdr (find_code, NULL);
  g_assert_cmpuint (n_driver, >, 0);
}

gsize
own_memory_in_use (void)
{
  return in_use;
}

static gboolean
is_ours (void *caller)
{
  guintptr place = (guintptr) caller;
  for (guint i = 0; i < n_driver; i++)
    if (place >= driver[i].begin && place < driver[i].end)
      return FALSE;
  return TRUE;
}

/* A library frees only what it allocated itself, so the caller's address shows who owns a block and no list is needed. */
static void *
taken (void *block, void *caller)
{
  if (block && is_ours (caller))
    in_use += malloc_usable_size (block);
  return block;
}

static void
given_back (void *block, void *caller)
{
  if (block && is_ours (caller))
    in_use -= malloc_usable_size (block);
}

void *
malloc (size_t size)
{
  return taken (__libc_malloc (size), __builtin_return_address (0));
}

void *
calloc (size_t n, size_t size)
{
  return taken (__libc_calloc (n, size), __builtin_return_address (0));
}

void *
realloc (void *block, size_t size)
{
  size_t before = block ? malloc_usable_size (block) : 0;
  void *result = __libc_realloc (block, size);
  if (is_ours (__builtin_return_address (0)) && (result || size == 0))
    in_use += (result ? malloc_usable_size (result) : 0) - before;
  return result;
}

void *
memalign (size_t alignment, size_t size)
{
  return taken (__libc_memalign (alignment, size), __builtin_return_address (0));
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return taken (__libc_memalign (alignment, size), __builtin_return_address (0));
}

int
posix_memalign (void **result, size_t alignment, size_t size)
{
  void *block = taken (__libc_memalign (alignment, size), __builtin_return_address (0));
  if (!block)
    return ENOMEM;
  *result = block;
  return 0;
}

void
free (void *block)
{
  given_back (block, __builtin_return_address (0));
  __libc_free (block);
}

#endif
