/* entry.c - where a library keeps the address of a function of another one that it calls.
 *
 * Two of PoCL's faults are mended by a function of ours in such a place (passes.c,
 * kernel_library.c), as nothing milder has that effect: docs/INTERNALS.md says what was tried. The
 * place is set only if it holds what the dynamic linker puts there. Nobody else's calls go there.
 * Relies on the dynamic linker; on processors whose places are others there are none. */
#include "runtime/internal.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined __x86_64__ && defined __LP64__
/* What a dynamic section says of a place; glibc has added the library's address, musl has not. */
static const void *place_of(const struct link_map *map, ElfW(Addr) place)
{
    return (const void *)(place < map->l_addr ? place + map->l_addr : place);
}

/* Where a library keeps the address of a function of another one that it calls; 0: nowhere. */
static void **find_entry(const struct link_map *map, const char *name)
{
    const ElfW(Rela) *calls = NULL;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    size_t count = 0;
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++)
        if (d->d_tag == DT_JMPREL)
            calls = place_of(map, d->d_un.d_ptr);
        else if (d->d_tag == DT_SYMTAB)
            symbols = place_of(map, d->d_un.d_ptr);
        else if (d->d_tag == DT_STRTAB)
            names = place_of(map, d->d_un.d_ptr);
        else if (d->d_tag == DT_PLTRELSZ)
            count = d->d_un.d_val / sizeof *calls;
    for (size_t k = 0; calls && k < count; k++)
        if (ELF64_R_TYPE(calls[k].r_info) == R_X86_64_JUMP_SLOT &&
            strcmp(names + symbols[ELF64_R_SYM(calls[k].r_info)].st_name, name) == 0)
            return (void **)(map->l_addr + calls[k].r_offset);
    return NULL;
}

/* Whether an entry holds the function, or, as the dynamic linker has yet to look for it, a place in
 * the library itself. */
static bool is_as_linked(void *const *entry, const void *function, const Dl_info *library)
{
    Dl_info held;
    const void *value = __atomic_load_n(entry, __ATOMIC_ACQUIRE);
    return value == function || (dladdr(value, &held) && held.dli_fbase == library->dli_fbase);
}

/* Whether the dynamic linker has made a page read-only: as all whole pages of some segments. */
static bool is_read_only(uintptr_t page, size_t bytes, const Dl_info *library,
                         const struct link_map *map)
{
    const ElfW(Ehdr) *header = library->dli_fbase;
    const ElfW(Phdr) *p = (const ElfW(Phdr) *)((const char *)header + header->e_phoff);
    uintptr_t end = page + bytes - map->l_addr;
    for (int k = 0; k < header->e_phnum; k++)
        if (p[k].p_type == PT_GNU_RELRO && p[k].p_vaddr < end && end <= p[k].p_vaddr + p[k].p_memsz)
            return true;
    return false;
}

static bool entry_store(void **entry, void *function, const Dl_info *library,
                        const struct link_map *map)
{
    size_t bytes = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t page = (uintptr_t)entry / bytes * bytes;
    bool read_only = is_read_only(page, bytes, library, map);
    if (read_only && mprotect((void *)page, bytes, PROT_READ | PROT_WRITE) != 0)
        return false;
    __atomic_store_n(entry, function, __ATOMIC_RELEASE);
    if (read_only)
        (void)mprotect((void *)page, bytes, PROT_READ); /* else it stays as others' entries are */
    return true;
}

/* The library that a place is in; false: none. */
static bool library_of(const void *inside, Dl_info *library, struct link_map **map)
{
    return inside && dladdr1(inside, library, (void **)map, RTLD_DL_LINKMAP) && *map;
}

static void *find_function(const struct link_map *map, const char *name)
{
    void *handle = dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD), *function = NULL;
    if (handle) {
        function = dlsym(handle, name);
        dlclose(handle);
    }
    return function;
}

void *entry_function(const void *inside, const char *name)
{
    Dl_info library;
    struct link_map *map = NULL;
    return library_of(inside, &library, &map) ? find_function(map, name) : NULL;
}

/* Under the lock. */
static bool take(const void *inside, const char *name, void *ours, void **theirs)
{
    Dl_info library;
    struct link_map *map = NULL;
    if (!library_of(inside, &library, &map))
        return false;
    void **entry = find_entry(map, name);
    if (!entry || __atomic_load_n(entry, __ATOMIC_ACQUIRE) == ours)
        return entry != NULL;
    void *function = find_function(map, name);
    if (!function || (*theirs && *theirs != function) || !is_as_linked(entry, function, &library))
        return false;
    *theirs = function;
    process_keep(name); /* the entry stays set */
    return entry_store(entry, ours, &library, map);
}

bool entry_set(const void *inside, const char *name, void *ours, void **theirs)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const char *asked = secure_getenv("AMPC_PATCH_POCL");
    if (asked && strcmp(asked, "0") == 0)
        return false;
    pthread_mutex_lock(&lock);
    bool done = take(inside, name, ours, theirs);
    pthread_mutex_unlock(&lock);
    return done;
}
#else
void *entry_function(const void *inside, const char *name)
{
    (void)inside, (void)name;
    return NULL;
}

bool entry_set(const void *inside, const char *name, void *ours, void **theirs)
{
    (void)inside, (void)name, (void)ours, (void)theirs;
    return false;
}
#endif
