/* passes.c - LLVM 18 under PoCL 6: its passes without a check that ends the process.
 *
 * PoCL 6 names the passes of LLVM that it wants in a text, "...,function(instcombine),...". Read
 * from a text, LLVM 18's instcombine verifies that nothing is left for it to do, which is for tests
 * of LLVM: there may well be something left, and then LLVM ends the process. So libpocl's entry for
 * the one function that reads such texts is set to a function here, which asks for the pass without
 * that check. Nobody else's calls of LLVM go there. Example: a kernel that divides vectors, and
 * takes the remainder, too. docs/INTERNALS.md says what else was tried.
 *
 * The entry is set only if it holds what the dynamic linker puts there. Where it does not, on
 * processors whose calls are others, and with AMPC_PATCH_POCL=0, device.c says that passes are
 * verified, and the library avoids what is known to end so. Relies on the dynamic linker. */
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
/* llvm::Error llvm::PassBuilder::parsePassPipeline(llvm::ModulePassManager &, llvm::StringRef) */
static const char parse_name[] =
    "_ZN4llvm11PassBuilder17parsePassPipelineERNS_11PassManagerINS_6ModuleENS_15AnalysisManagerIS2_"
    "JEEEJEEENS_9StringRefE";
typedef void *parse_function(void *error, void *builder, void *passes, const char *text,
                             size_t bytes);
static parse_function *llvm_parse; /* constant, once an entry is set */

/* The same in its place: the text may be used as long as the call lasts. */
static void *parse_unverified(void *error, void *builder, void *passes, const char *text,
                              size_t bytes)
{
    static const char pass[] = "function(instcombine)";
    static const char wanted[] = "function(instcombine<no-verify-fixpoint>)";
    const char *at = memmem(text, bytes, pass, sizeof pass - 1);
    char *other = at ? malloc(bytes + sizeof wanted) : NULL;
    if (other) {
        char *end = mempcpy(other, text, (size_t)(at - text));
        const char *rest = at + sizeof pass - 1;
        end = mempcpy(end, wanted, sizeof wanted - 1);
        end = mempcpy(end, rest, bytes - (size_t)(rest - text));
        text = other;
        bytes = (size_t)(end - other);
    }
    void *result = llvm_parse(error, builder, passes, text, bytes);
    free(other);
    return result;
}

/* ---- The entry ---- */

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

static bool entry_set(void **entry, void *function, const Dl_info *library,
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

/* The same of a library that is known. Under the lock. */
static bool unverified(const Dl_info *library, const struct link_map *map)
{
    void **entry = find_entry(map, parse_name), *ours = NULL;
    memcpy(&ours, &(parse_function *){parse_unverified}, sizeof ours);
    if (!entry || __atomic_load_n(entry, __ATOMIC_ACQUIRE) == ours)
        return entry != NULL;
    void *handle = dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD), *function = NULL;
    if (handle) {
        function = dlsym(handle, parse_name);
        dlclose(handle);
    }
    parse_function *parse;
    memcpy(&parse, &function, sizeof parse);
    if (!function || (llvm_parse && llvm_parse != parse) || !is_as_linked(entry, function, library))
        return false;
    llvm_parse = parse;
    process_keep(parse_name); /* the entry stays set */
    return entry_set(entry, ours, library, map);
}

bool passes_unverified(const void *driver)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const char *asked = secure_getenv("AMPC_PATCH_POCL");
    Dl_info library;
    struct link_map *map = NULL;
    if ((asked && strcmp(asked, "0") == 0) || !driver ||
        !dladdr1(driver, &library, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return false;
    pthread_mutex_lock(&lock);
    bool done = unverified(&library, map);
    pthread_mutex_unlock(&lock);
    trace_print("%s: LLVM's passes are %s", map->l_name,
                done ? "asked for without verification" : "verified");
    return done;
}
#else
bool passes_unverified(const void *driver)
{
    (void)driver;
    return false;
}
#endif
