/* prelink.c - a shared library with a place of its own: 'prelink IN OUT ADDRESS BEFORE...' writes a
 * copy whose segments ask for memory from ADDRESS on, and in which all is set that follows from
 * that: of 380,000 places that the dynamic linker sets in libLLVM 100 are left, and its pages stay
 * those of the file. What it defines is its own unless one of the libraries BEFORE, in which the
 * dynamic linker looks first, defines it too; '-- BEHIND...' have places, and it finds in them
 * what the others have not. Such copies are right at these addresses only: place.c looks whether
 * they are free. */
#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct library {
    char *at;
    uint64_t size, base;
    Elf64_Ehdr *header;
    Elf64_Phdr *segment;
};

/* What libraries define, in the order of the names. */
struct definition {
    const char *name;
    uint64_t address; /* 0: none that is the same for all who use it */
};

struct definitions {
    struct definition *at;
    size_t n;
};

static void fails(const char *what)
{
    fprintf(stderr, "prelink: %s\n", what);
    exit(1);
}

static void library_read(struct library *l, const char *path)
{
    int file = open(path, O_RDONLY);
    struct stat st;

    if (file < 0 || fstat(file, &st) || st.st_size < (off_t)sizeof(Elf64_Ehdr))
        fails(path);
    l->size = (uint64_t)st.st_size;
    l->at = mmap(NULL, l->size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (l->at == MAP_FAILED)
        fails(path);
    close(file);
    l->header = (Elf64_Ehdr *)l->at;
    if (memcmp(l->at, ELFMAG, SELFMAG) || l->header->e_ident[EI_CLASS] != ELFCLASS64 ||
        l->header->e_machine != EM_X86_64 || l->header->e_phentsize != sizeof(Elf64_Phdr) ||
        !l->header->e_shoff)
        fails("no library of this kind");
    l->segment = (Elf64_Phdr *)(l->at + l->header->e_phoff);
}

/* What the file has for n bytes at an address as it was linked. */
static void *place(const struct library *l, uint64_t address, uint64_t n)
{
    for (int i = 0; i < l->header->e_phnum; i++) {
        const Elf64_Phdr *s = &l->segment[i];
        if (s->p_type == PT_LOAD && address >= s->p_vaddr &&
            address - s->p_vaddr + n <= s->p_filesz && s->p_offset + s->p_filesz <= l->size)
            return l->at + s->p_offset + (address - s->p_vaddr);
    }
    fails("an address is not in the file");
    return NULL;
}

static Elf64_Dyn *dynamic(const struct library *l)
{
    for (int i = 0; i < l->header->e_phnum; i++)
        if (l->segment[i].p_type == PT_DYNAMIC)
            return place(l, l->segment[i].p_vaddr, l->segment[i].p_filesz);
    fails("no dynamic section");
    return NULL;
}

static Elf64_Dyn *entry(const struct library *l, int64_t tag)
{
    Elf64_Dyn *d = dynamic(l);

    for (; d->d_tag != DT_NULL; d++)
        if (d->d_tag == tag)
            return d;
    return NULL;
}

static uint64_t value(const struct library *l, int64_t tag)
{
    Elf64_Dyn *d = entry(l, tag);

    return d ? d->d_un.d_val : 0;
}

static const Elf64_Shdr *symbol_section(const struct library *l)
{
    const Elf64_Shdr *section = (const Elf64_Shdr *)(l->at + l->header->e_shoff);

    for (int i = 0; i < l->header->e_shnum; i++)
        if (section[i].sh_type == SHT_DYNSYM)
            return &section[i];
    fails("no symbols");
    return NULL;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct definition *)a)->name, ((const struct definition *)b)->name);
}

static bool is_defined(const Elf64_Sym *s)
{
    return s->st_shndx != SHN_UNDEF && s->st_shndx < SHN_LORESERVE;
}

/* Of a function or variable that is no thread's own, and not the only one of a process. */
static bool is_plain(const Elf64_Sym *s)
{
    int bind = ELF64_ST_BIND(s->st_info), type = ELF64_ST_TYPE(s->st_info);

    return is_defined(s) && (bind == STB_GLOBAL || bind == STB_WEAK) &&
           (type == STT_FUNC || type == STT_OBJECT || type == STT_NOTYPE);
}

/* Adds what a library defines; its own addresses, if it has any, are known. */
static void defines(struct definitions *all, const char *path, bool has_place)
{
    struct library l;
    library_read(&l, path);
    const Elf64_Shdr *section = symbol_section(&l);
    const Elf64_Sym *symbol = (const Elf64_Sym *)(l.at + section->sh_offset);
    uint64_t n = section->sh_size / sizeof *symbol;
    const char *text = place(&l, value(&l, DT_STRTAB), value(&l, DT_STRSZ));

    all->at = realloc(all->at, (all->n + n) * sizeof *all->at);
    if (!all->at)
        fails("memory");
    for (uint64_t i = 0; i < n; i++)
        if (symbol[i].st_shndx != SHN_UNDEF)
            all->at[all->n++] = (struct definition){
                text + symbol[i].st_name,
                has_place && is_plain(&symbol[i]) ? symbol[i].st_value : 0,
            };
    qsort(all->at, all->n, sizeof *all->at, compare);
}

/* The only definition of a name. */
static const struct definition *find(const struct definitions *all, const char *name)
{
    struct definition wanted = {name, 0}, *d = NULL;

    if (all->n)
        d = bsearch(&wanted, all->at, all->n, sizeof wanted, compare);
    if (d && ((d > all->at && compare(d, d - 1) == 0) ||
              (d + 1 < all->at + all->n && compare(d, d + 1) == 0)))
        d->address = 0;
    return d;
}

/* Where a symbol is whichever others are there; 0: that is open. */
static uint64_t target(const struct library *l, const struct definitions *before,
                       const struct definitions *behind, const Elf64_Sym *s)
{
    const char *name = (const char *)place(l, value(l, DT_STRTAB), value(l, DT_STRSZ)) + s->st_name;

    if (find(before, name))
        return 0;
    if (is_defined(s))
        return is_plain(s) ? s->st_value + l->base : 0;
    const struct definition *d = find(behind, name);
    return d ? d->address : 0;
}

static void set(const struct library *l, uint64_t address, uint64_t target)
{
    memcpy(place(l, address, sizeof target), &target, sizeof target);
}

/* Relocations that this address decides are done; the others are left. */
static void relocations(struct library *l, const struct definitions *before,
                        const struct definitions *behind)
{
    uint64_t n = value(l, DT_RELASZ) / sizeof(Elf64_Rela), left = 0;
    Elf64_Rela *r = place(l, value(l, DT_RELA), n * sizeof *r);
    const Elf64_Sym *symbol = (const Elf64_Sym *)(l->at + symbol_section(l)->sh_offset);

    for (uint64_t i = 0; i < n; i++) {
        uint32_t type = ELF64_R_TYPE(r[i].r_info);
        bool by_symbol = type == R_X86_64_64 || type == R_X86_64_GLOB_DAT;
        uint64_t at = by_symbol ? target(l, before, behind, &symbol[ELF64_R_SYM(r[i].r_info)]) : 0;
        if (type == R_X86_64_RELATIVE) {
            set(l, r[i].r_offset, (uint64_t)r[i].r_addend + l->base);
        } else if (at) {
            set(l, r[i].r_offset, at + (type == R_X86_64_64 ? (uint64_t)r[i].r_addend : 0));
        } else if (by_symbol || type == R_X86_64_DTPMOD64 || type == R_X86_64_DTPOFF64 ||
                   type == R_X86_64_TPOFF64) {
            r[left] = r[i];
            r[left++].r_offset += l->base;
        } else {
            fails("a relocation of another kind");
        }
    }
    entry(l, DT_RELASZ)->d_un.d_val = left * sizeof *r;
    if (entry(l, DT_RELACOUNT))
        entry(l, DT_RELACOUNT)->d_un.d_val = 0;
}

/* Entries of functions that are found when they are first called. */
static void entries(struct library *l)
{
    uint64_t n = value(l, DT_PLTRELSZ) / sizeof(Elf64_Rela);
    Elf64_Rela *r = n ? place(l, value(l, DT_JMPREL), n * sizeof *r) : NULL;

    for (uint64_t i = 0; i < n; i++) {
        if (ELF64_R_TYPE(r[i].r_info) != R_X86_64_JUMP_SLOT)
            fails("an entry of another kind");
        uint64_t first;
        memcpy(&first, place(l, r[i].r_offset, sizeof first), sizeof first);
        set(l, r[i].r_offset, first + l->base);
        r[i].r_offset += l->base;
    }
}

static void symbols(struct library *l)
{
    const Elf64_Shdr *table = symbol_section(l);
    Elf64_Shdr *section = (Elf64_Shdr *)(l->at + l->header->e_shoff);
    Elf64_Sym *s = (Elf64_Sym *)(l->at + table->sh_offset);

    for (uint64_t i = 0; i < table->sh_size / sizeof *s; i++)
        if (is_defined(&s[i]) && ELF64_ST_TYPE(s[i].st_info) != STT_TLS)
            s[i].st_value += l->base;
    for (int i = 0; i < l->header->e_shnum; i++)
        if (section[i].sh_flags & SHF_ALLOC)
            section[i].sh_addr += l->base;
}

static void addresses(struct library *l)
{
    static const int64_t tags[] = {DT_PLTGOT,   DT_HASH,    DT_STRTAB, DT_SYMTAB,     DT_RELA,
                                   DT_INIT,     DT_FINI,    DT_JMPREL, DT_INIT_ARRAY, DT_FINI_ARRAY,
                                   DT_GNU_HASH, DT_VERNEED, DT_VERDEF, DT_VERSYM};

    for (Elf64_Dyn *d = dynamic(l); d->d_tag != DT_NULL; d++)
        for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
            if (d->d_tag == tags[i])
                d->d_un.d_ptr += l->base;
    for (int i = 0; i < l->header->e_phnum; i++) {
        l->segment[i].p_vaddr += l->base;
        l->segment[i].p_paddr += l->base;
    }
}

int main(int n, char **arguments)
{
    struct library l;
    struct definitions before = {0}, behind = {0};
    int i = 4;

    if (n < 4)
        fails("prelink IN OUT ADDRESS BEFORE... [-- BEHIND...]");
    library_read(&l, arguments[1]);
    l.base = strtoull(arguments[3], NULL, 0);
    if (l.header->e_type != ET_DYN || entry(&l, DT_RELR) || entry(&l, DT_TEXTREL))
        fails("a library of another kind");
    for (; i < n && strcmp(arguments[i], "--") != 0; i++)
        defines(&before, arguments[i], false);
    for (i++; i < n; i++)
        defines(&behind, arguments[i], true);
    relocations(&l, &before, &behind);
    entries(&l);
    symbols(&l);
    addresses(&l);
    FILE *out = fopen(arguments[2], "wb");
    if (!out || fwrite(l.at, 1, l.size, out) != l.size || fclose(out))
        fails(arguments[2]);
    return 0;
}
