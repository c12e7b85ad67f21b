/* ld.c - ld as the tests find it. PoCL links every kernel with libc, libm and libgcc_s, in 40 ms of
 * which most is starting ld and reading their symbols, and hardly any kernel uses one but of
 * memcpy, memmove and memset, which every process has. The object file of such a kernel becomes a
 * shared object here, in 3 ms: its sections, those that are written to behind the others, a table
 * of what is found at run time, and the symbols. All else is ld's: other files, and kernels with
 * anything that is not known here. */
#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, MOST_SECTIONS = 200, HEADERS = 4, DYNAMIC = 9 };

struct kernel {
    char *in; /* the object file */
    uint64_t size;
    Elf64_Ehdr *header;
    Elf64_Shdr *section;
    uint64_t address[MOST_SECTIONS]; /* in the shared object */
    Elf64_Sym *symbol;
    uint64_t symbols;
    const char *names;
    uint64_t *place; /* of each symbol's address in the table; 0: it has none */
    uint64_t entries;
    char *out;
    uint64_t end, file_end; /* of the shared object in memory, and in the file */
    uint64_t found, strings, hash, relocations, table, dynamic; /* where they are */
    uint64_t relocated;                                         /* how many relocations */
};

static uint64_t up(uint64_t n, uint64_t to)
{
    return to > 1 ? (n + to - 1) / to * to : n;
}

static bool is_everywhere(const char *name)
{
    return strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0 ||
           strcmp(name, "memset") == 0;
}

static bool reads(struct kernel *k, const char *path)
{
    int file = open(path, O_RDONLY);
    struct stat s;

    if (file < 0 || fstat(file, &s) || s.st_size < (off_t)sizeof(Elf64_Ehdr))
        return false;
    k->size = (uint64_t)s.st_size;
    k->in = malloc(k->size + 1);
    bool right = k->in && read(file, k->in, k->size) == (ssize_t)k->size;
    close(file);
    if (!right)
        return false;
    k->in[k->size] = 0;
    k->header = (Elf64_Ehdr *)k->in;
    Elf64_Ehdr *h = k->header;
    if (memcmp(h->e_ident, ELFMAG, SELFMAG) || h->e_ident[EI_CLASS] != ELFCLASS64 ||
        h->e_type != ET_REL || h->e_machine != EM_X86_64 || h->e_shnum > MOST_SECTIONS ||
        h->e_shentsize != sizeof(Elf64_Shdr) ||
        h->e_shoff + h->e_shnum * sizeof(Elf64_Shdr) > k->size)
        return false;
    k->section = (Elf64_Shdr *)(k->in + h->e_shoff);
    return true;
}

/* The sections and symbols are those that kernels have. */
static bool is_known(struct kernel *k)
{
    for (int i = 1; i < k->header->e_shnum; i++) {
        Elf64_Shdr *s = &k->section[i];
        if (s->sh_type != SHT_NOBITS && s->sh_offset + s->sh_size > k->size)
            return false;
        if (s->sh_type == SHT_SYMTAB) {
            if (k->symbol)
                return false;
            k->symbol = (Elf64_Sym *)(k->in + s->sh_offset);
            k->symbols = s->sh_size / sizeof(Elf64_Sym);
            k->names = k->in + k->section[s->sh_link].sh_offset;
        }
        if (s->sh_flags & (SHF_TLS | SHF_GROUP) || s->sh_addralign > PAGE)
            return false;
        if ((s->sh_flags & SHF_ALLOC) && s->sh_type != SHT_PROGBITS && s->sh_type != SHT_NOBITS &&
            s->sh_type != SHT_X86_64_UNWIND && s->sh_type != SHT_NOTE)
            return false;
    }
    if (!k->symbol)
        return false;
    for (uint64_t i = 1; i < k->symbols; i++) {
        Elf64_Sym *y = &k->symbol[i];
        bool undefined = y->st_shndx == SHN_UNDEF;
        if (undefined ? !is_everywhere(k->names + y->st_name)
                      : y->st_shndx >= k->header->e_shnum &&
                            (y->st_shndx != SHN_ABS || ELF64_ST_TYPE(y->st_info) != STT_FILE))
            return false;
        if (ELF64_ST_TYPE(y->st_info) > STT_FILE)
            return false;
    }
    return true;
}

/* The next relocation of sections that are in the shared object: of which one in 'in'; NULL: there
 * is none. */
static Elf64_Rela *next_relocation(struct kernel *k, int *section, uint64_t *n, Elf64_Shdr **in)
{
    for (; *section < k->header->e_shnum; (*section)++, *n = 0) {
        Elf64_Shdr *s = &k->section[*section];
        if (s->sh_type != SHT_RELA || !(k->section[s->sh_info].sh_flags & SHF_ALLOC))
            continue;
        if (*n < s->sh_size / sizeof(Elf64_Rela)) {
            *in = &k->section[s->sh_info];
            return (Elf64_Rela *)(k->in + s->sh_offset) + (*n)++;
        }
    }
    return NULL;
}

/* Counts what the table and the relocations at run time will be; false: there are some that are not
 * known. */
static bool counts(struct kernel *k)
{
    int section = 1;
    uint64_t n = 0;
    Elf64_Shdr *in;
    Elf64_Rela *r;

    k->place = calloc(k->symbols, sizeof *k->place);
    while ((r = next_relocation(k, &section, &n, &in))) {
        uint64_t y = ELF64_R_SYM(r->r_info);
        bool undefined = k->symbol[y].st_shndx == SHN_UNDEF;
        if (y == 0)
            return false;
        switch (ELF64_R_TYPE(r->r_info)) {
        case R_X86_64_PLT32:
        case R_X86_64_PC32:
            if (undefined && ELF64_R_TYPE(r->r_info) == R_X86_64_PC32)
                return false;
            if (undefined && !k->place[y])
                k->place[y] = ++k->entries;
            break;
        case R_X86_64_GOTPCREL:
        case R_X86_64_GOTPCRELX:
        case R_X86_64_REX_GOTPCRELX:
            if (!k->place[y])
                k->place[y] = ++k->entries;
            break;
        case R_X86_64_PC64:
            if (undefined)
                return false;
            break;
        case R_X86_64_64:
            if (undefined || !(in->sh_flags & SHF_WRITE))
                return false;
            k->relocated++;
            break;
        default:
            return false;
        }
    }
    k->relocated += k->entries;
    return k->place != NULL;
}

static bool is_shown(struct kernel *k, uint64_t i)
{
    return ELF64_ST_BIND(k->symbol[i].st_info) != STB_LOCAL;
}

/* Room for the sections that are written to, or for the others. */
static uint64_t places(struct kernel *k, uint64_t at, bool written, bool empty)
{
    for (int i = 1; i < k->header->e_shnum; i++) {
        Elf64_Shdr *s = &k->section[i];
        if (!(s->sh_flags & SHF_ALLOC) || !(s->sh_flags & SHF_WRITE) == written ||
            (s->sh_type == SHT_NOBITS) != empty)
            continue;
        at = up(at, s->sh_addralign);
        k->address[i] = at;
        at += s->sh_size;
    }
    return at;
}

enum { JUMP = 8 }; /* bytes of a jump to where the table says */

static void lays_out(struct kernel *k)
{
    uint64_t shown = 1, bytes = 1;

    for (uint64_t i = 1; i < k->symbols; i++)
        if (is_shown(k, i)) {
            shown++;
            bytes += strlen(k->names + k->symbol[i].st_name) + 1;
        }
    k->found = sizeof(Elf64_Ehdr) + HEADERS * sizeof(Elf64_Phdr);
    k->hash = k->found + shown * sizeof(Elf64_Sym);
    k->relocations = up(k->hash + 4 * (2 + 1 + shown), 8);
    k->strings = k->relocations + k->relocated * sizeof(Elf64_Rela);
    uint64_t at = up(k->strings + bytes, 16) + k->entries * JUMP;
    at = places(k, at, false, false);
    at = places(k, at, false, true);
    k->table = up(at, PAGE);
    k->dynamic = k->table + k->entries * 8;
    at = k->dynamic + DYNAMIC * sizeof(Elf64_Dyn);
    k->file_end = places(k, at, true, false);
    k->end = places(k, k->file_end, true, true);
    k->out = calloc(k->end + 1, 1);
}

/* Where the jumps are. */
static uint64_t jumps(struct kernel *k)
{
    uint64_t bytes = 1;

    for (uint64_t i = 1; i < k->symbols; i++)
        if (is_shown(k, i))
            bytes += strlen(k->names + k->symbol[i].st_name) + 1;
    return up(k->strings + bytes, 16);
}

static void header_put(struct kernel *k, int n, uint32_t type, uint32_t flags, uint64_t from,
                       uint64_t file_end, uint64_t end)
{
    Elf64_Phdr *p = (Elf64_Phdr *)(k->out + sizeof(Elf64_Ehdr)) + n;

    *p = (Elf64_Phdr){type, flags,           from,       from,
                      from, file_end - from, end - from, type == PT_LOAD ? PAGE : 8};
}

static void headers_put(struct kernel *k)
{
    Elf64_Ehdr *h = (Elf64_Ehdr *)k->out;
    const uint64_t dynamic_end = k->dynamic + DYNAMIC * sizeof(Elf64_Dyn);

    memcpy(h->e_ident, k->header->e_ident, EI_NIDENT);
    h->e_type = ET_DYN;
    h->e_machine = EM_X86_64;
    h->e_version = EV_CURRENT;
    h->e_phoff = sizeof *h;
    h->e_ehsize = sizeof *h;
    h->e_phentsize = sizeof(Elf64_Phdr);
    h->e_phnum = HEADERS;
    h->e_shentsize = sizeof(Elf64_Shdr);
    header_put(k, 0, PT_LOAD, PF_R | PF_X, 0, k->table, k->table);
    header_put(k, 1, PT_LOAD, PF_R | PF_W, k->table, k->file_end, k->end);
    header_put(k, 2, PT_DYNAMIC, PF_R | PF_W, k->dynamic, dynamic_end, dynamic_end);
    header_put(k, 3, PT_GNU_STACK, PF_R | PF_W, 0, 0, 0);
}

/* The symbols with their names and their hash, of one bucket. 'number' gets each one's. */
static void symbols_put(struct kernel *k, uint64_t *number, uint64_t *strings_size)
{
    Elf64_Sym *to = (Elf64_Sym *)(k->out + k->found);
    uint32_t *hash = (uint32_t *)(k->out + k->hash);
    uint64_t n = 1, bytes = 1;

    for (uint64_t i = 1; i < k->symbols; i++) {
        if (!is_shown(k, i))
            continue;
        const char *name = k->names + k->symbol[i].st_name;
        number[i] = n;
        to[n] = k->symbol[i];
        to[n].st_name = (uint32_t)bytes;
        if (to[n].st_shndx != SHN_UNDEF)
            to[n].st_value += k->address[to[n].st_shndx];
        strcpy(k->out + k->strings + bytes, name);
        bytes += strlen(name) + 1;
        n++;
    }
    hash[0] = 1;
    hash[1] = (uint32_t)n;
    hash[2] = n > 1 ? 1 : 0;
    for (uint64_t i = 1; i + 1 < n; i++)
        hash[3 + i] = (uint32_t)i + 1;
    *strings_size = bytes;
}

static void dynamic_put(struct kernel *k, uint64_t strings_size)
{
    const Elf64_Dyn d[DYNAMIC] = {
        {DT_HASH, {k->hash}},
        {DT_STRTAB, {k->strings}},
        {DT_SYMTAB, {k->found}},
        {DT_STRSZ, {strings_size}},
        {DT_SYMENT, {sizeof(Elf64_Sym)}},
        {DT_RELA, {k->relocations}},
        {DT_RELASZ, {k->relocated * sizeof(Elf64_Rela)}},
        {DT_RELAENT, {sizeof(Elf64_Rela)}},
        {DT_NULL, {0}},
    };
    memcpy(k->out + k->dynamic, d, sizeof d);
}

static uint64_t address_of(struct kernel *k, uint64_t symbol)
{
    return k->address[k->symbol[symbol].st_shndx] + k->symbol[symbol].st_value;
}

static bool put32(struct kernel *k, uint64_t at, uint64_t value)
{
    int32_t small = (int32_t)value;

    memcpy(k->out + at, &small, 4);
    return (int64_t)value == small;
}

/* The table, its jumps and its relocations. */
static bool table_put(struct kernel *k, const uint64_t *number, Elf64_Rela *to)
{
    bool right = true;

    for (uint64_t i = 1; i < k->symbols; i++) {
        if (!k->place[i])
            continue;
        const uint64_t at = k->table + (k->place[i] - 1) * 8,
                       jump = jumps(k) + (k->place[i] - 1) * JUMP;
        k->out[jump] = (char)0xff; /* jmp *(%rip) */
        k->out[jump + 1] = 0x25;
        right &= put32(k, jump + 2, at - (jump + 6));
        if (k->symbol[i].st_shndx == SHN_UNDEF)
            to[k->place[i] - 1] = (Elf64_Rela){at, ELF64_R_INFO(number[i], R_X86_64_GLOB_DAT), 0};
        else
            to[k->place[i] - 1] =
                (Elf64_Rela){at, ELF64_R_INFO(0, R_X86_64_RELATIVE), (int64_t)address_of(k, i)};
    }
    return right;
}

static bool relocates(struct kernel *k, Elf64_Rela *to)
{
    int section = 1;
    uint64_t n = 0, target;
    Elf64_Shdr *in;
    Elf64_Rela *r;
    bool right = true;

    while ((r = next_relocation(k, &section, &n, &in))) {
        const uint64_t y = ELF64_R_SYM(r->r_info), at = k->address[in - k->section] + r->r_offset;
        const uint64_t entry = k->place[y] ? k->place[y] - 1 : 0;
        switch (ELF64_R_TYPE(r->r_info)) {
        case R_X86_64_PLT32:
        case R_X86_64_PC32:
            target =
                k->symbol[y].st_shndx == SHN_UNDEF ? jumps(k) + entry * JUMP : address_of(k, y);
            right &= put32(k, at, target + (uint64_t)r->r_addend - at);
            break;
        case R_X86_64_PC64:
            target = address_of(k, y) + (uint64_t)r->r_addend - at;
            memcpy(k->out + at, &target, 8);
            break;
        case R_X86_64_64:
            target = address_of(k, y) + (uint64_t)r->r_addend;
            *to++ = (Elf64_Rela){at, ELF64_R_INFO(0, R_X86_64_RELATIVE), (int64_t)target};
            break;
        default:
            right &= put32(k, at, k->table + entry * 8 + (uint64_t)r->r_addend - at);
        }
    }
    return right;
}

static bool writes(struct kernel *k, const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0777);

    return file >= 0 && write(file, k->out, k->file_end) == (ssize_t)k->file_end &&
           close(file) == 0;
}

static bool links(const char *from, const char *to)
{
    struct kernel k = {0};
    uint64_t strings_size;

    if (!reads(&k, from) || !is_known(&k) || !counts(&k))
        return false;
    lays_out(&k);
    uint64_t *number = calloc(k.symbols, sizeof *number);
    if (!k.out || !number)
        return false;
    for (int i = 1; i < k.header->e_shnum; i++)
        if (k.address[i] && k.section[i].sh_type != SHT_NOBITS)
            memcpy(k.out + k.address[i], k.in + k.section[i].sh_offset, k.section[i].sh_size);
    headers_put(&k);
    symbols_put(&k, number, &strings_size);
    dynamic_put(&k, strings_size);
    Elf64_Rela *relocations = (Elf64_Rela *)(k.out + k.relocations);
    return table_put(&k, number, relocations) && relocates(&k, relocations + k.entries) &&
           writes(&k, to);
}

/* The next ld in PATH, behind the folder of this one. */
static void runs_next(char **arguments, const char *own)
{
    char *path = strdup(getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin"), name[4096];
    struct stat s, mine;

    if (stat(own, &mine))
        return;
    for (char *folder = strtok(path, ":"); folder; folder = strtok(NULL, ":"))
        if (snprintf(name, sizeof name, "%s/ld", folder) < (int)sizeof name &&
            stat(name, &s) == 0 && (s.st_ino != mine.st_ino || s.st_dev != mine.st_dev))
            execv(name, arguments);
}

int main(int n, char **arguments)
{
    const char *from = NULL, *to = NULL;

    for (int i = 1; i < n; i++) {
        size_t length = strlen(arguments[i]);
        if (!strstr(arguments[i], "/tempfile_") || length < 5)
            continue;
        if (strcmp(arguments[i] + length - 5, ".so.o") == 0)
            from = arguments[i];
        else if (strcmp(arguments[i] + length - 3, ".so") == 0)
            to = arguments[i];
    }
    if (from && to && links(from, to))
        return 0;
    runs_next(arguments, "/proc/self/exe");
    perror("ld");
    return 1;
}
