/* passes.c - LLVM 18 under PoCL 6: its passes without a check that ends the process.
 *
 * PoCL 6 names the passes of LLVM that it wants in a text, "...,function(instcombine),...". Read
 * from a text, LLVM 18's instcombine verifies that nothing is left for it to do, which is for tests
 * of LLVM: there may well be something left, and then LLVM ends the process. So libpocl's entry for
 * the one function that reads such texts is set to a function here, which asks for the pass without
 * that check. Nobody else's calls of LLVM go there. Example: a kernel that divides vectors, and
 * takes the remainder, too.
 *
 * Where the entry is not found, and on processors whose calls are others, device.c says that passes
 * are verified, and the library avoids what is known to end so. Relies on the dynamic
 * linker. */
#include "runtime/internal.h"

#include <dlfcn.h>
#include <link.h>
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
static void *(*llvm_parse)(void *error, void *builder, void *passes, const char *text,
                           size_t bytes);

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

/* libpocl, as it is loaded, and where it keeps the function's address; 0: not found. */
struct entry {
    const char *library;
    void **slot;
    bool read_only; /* since it was loaded */
};

/* What a dynamic section needs to name the functions that an object calls. */
struct calls {
    const ElfW(Rela) * entries;
    const ElfW(Sym) * symbols;
    const char *names;
    size_t count;
};

static struct calls calls_of(const struct dl_phdr_info *object, const ElfW(Phdr) * header)
{
    struct calls c = {0};
    const ElfW(Dyn) *d = (const ElfW(Dyn) *)(object->dlpi_addr + header->p_vaddr);
    for (; d->d_tag != DT_NULL; d++) {
        ElfW(Addr) place = d->d_un.d_ptr; /* glibc has added the library's address, musl has not */
        const void *at =
            (const void *)(place < object->dlpi_addr ? place + object->dlpi_addr : place);
        if (d->d_tag == DT_JMPREL)
            c.entries = at;
        else if (d->d_tag == DT_SYMTAB)
            c.symbols = at;
        else if (d->d_tag == DT_STRTAB)
            c.names = at;
        else if (d->d_tag == DT_PLTRELSZ)
            c.count = d->d_un.d_val / sizeof *c.entries;
    }
    return c;
}

static int find_entry(struct dl_phdr_info *object, size_t size, void *found)
{
    struct entry *e = found;
    const char *slash = strrchr(object->dlpi_name, '/');
    struct calls c = {0};
    (void)size;
    if (strncmp(slash ? slash + 1 : object->dlpi_name, "libpocl.so", 10) != 0)
        return 0;
    for (int k = 0; k < object->dlpi_phnum; k++)
        if (object->dlpi_phdr[k].p_type == PT_DYNAMIC)
            c = calls_of(object, &object->dlpi_phdr[k]);
    for (size_t k = 0; k < c.count && !e->slot; k++)
        if (strcmp(c.names + c.symbols[ELF64_R_SYM(c.entries[k].r_info)].st_name, parse_name) == 0)
            e->slot = (void **)(object->dlpi_addr + c.entries[k].r_offset);
    for (int k = 0; k < object->dlpi_phnum && e->slot; k++) {
        const ElfW(Phdr) *p = &object->dlpi_phdr[k];
        e->read_only |= p->p_type == PT_GNU_RELRO &&
                        (uintptr_t)e->slot - object->dlpi_addr - p->p_vaddr < p->p_memsz;
    }
    e->library = object->dlpi_name;
    return e->slot != NULL;
}

static bool entry_set(const struct entry *e, void *function)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *start = (char *)e->slot - (uintptr_t)e->slot % page;
    if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0)
        return false;
    __atomic_store_n(e->slot, function, __ATOMIC_RELEASE);
    return !e->read_only || mprotect(start, page, PROT_READ) == 0;
}

bool passes_unverified(void)
{
    struct entry e = {0};
    void *function = NULL, *ours = NULL;
    memcpy(&ours, &(void *(*)(void *, void *, void *, const char *, size_t)){parse_unverified},
           sizeof ours);
    dl_iterate_phdr(find_entry, &e);
    if (e.slot && __atomic_load_n(e.slot, __ATOMIC_ACQUIRE) == ours)
        return true;
    void *library = e.slot ? dlopen(e.library, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    if (library) {
        function = dlsym(library, parse_name);
        dlclose(library);
    }
    memcpy(&llvm_parse, &function, sizeof function);
    bool set = function && entry_set(&e, ours);
    if (set)
        trace_print("%s gets LLVM's passes without verification", e.library);
    return set;
}
#else
bool passes_unverified(void)
{
    return false;
}
#endif
