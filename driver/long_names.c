/* long_names.c - GCC's long names of options that ampcc has to know; all others are cc's matter. */
#include "driver/long_names.h"

#include <string.h>

/* ALONE: nothing follows; VALUE: one does, behind '=' or as the next word; LEVEL: one may, behind
 * '='. */
enum follows { ALONE, VALUE, LEVEL };

struct long_name {
    const char *name, *option;
    enum follows follows;
};

static const struct long_name long_names[] = {
    {"--all-warnings", "-Wall", ALONE},
    {"--ansi", "-ansi", ALONE},
    {"--assemble", "-S", ALONE},
    {"--comments", "-C", ALONE},
    {"--comments-in-macros", "-CC", ALONE},
    {"--compile", "-c", ALONE},
    {"--debug", "-g", LEVEL},
    {"--define-macro", "-D", VALUE},
    {"--dependencies", "-M", ALONE},
    {"--dumpbase", "-dumpbase", VALUE},
    {"--dumpdir", "-dumpdir", VALUE},
    {"--entry", "-e", VALUE},
    {"--extra-warnings", "-Wextra", ALONE},
    {"--for-assembler", "-Xassembler", VALUE},
    {"--for-linker", "-Xlinker", VALUE},
    {"--force-link", "-u", VALUE},
    {"--imacros", "-imacros", VALUE},
    {"--include", "-include", VALUE},
    {"--include-directory", "-I", VALUE},
    {"--include-directory-after", "-idirafter", VALUE},
    {"--include-prefix", "-iprefix", VALUE},
    {"--include-with-prefix", "-iwithprefix", VALUE},
    {"--include-with-prefix-after", "-iwithprefix", VALUE},
    {"--include-with-prefix-before", "-iwithprefixbefore", VALUE},
    {"--language", "-x", VALUE},
    {"--library-directory", "-L", VALUE},
    {"--no-line-commands", "-P", ALONE},
    {"--no-standard-includes", "-nostdinc", ALONE},
    {"--no-standard-libraries", "-nostdlib", ALONE},
    {"--no-warnings", "-w", ALONE},
    {"--optimize", "-O", LEVEL},
    {"--output", "-o", VALUE},
    {"--pedantic", "-pedantic", ALONE},
    {"--pedantic-errors", "-pedantic-errors", ALONE},
    {"--pie", "-pie", ALONE},
    {"--prefix", "-B", VALUE},
    {"--preprocess", "-E", ALONE},
    {"--print-missing-file-dependencies", "-MG", ALONE},
    {"--save-temps", "-save-temps", ALONE},
    {"--shared", "-shared", ALONE},
    {"--static", "-static", ALONE},
    {"--static-pie", "-static-pie", ALONE},
    {"--trace-includes", "-H", ALONE},
    {"--traditional", "-traditional", ALONE},
    {"--traditional-cpp", "-traditional-cpp", ALONE},
    {"--undefine-macro", "-U", VALUE},
    {"--user-dependencies", "-MM", ALONE},
    {"--verbose", "-v", ALONE},
    {"--write-dependencies", "-MD", ALONE},
    {"--write-user-dependencies", "-MMD", ALONE},
};

const char *long_name_option(struct arena *a, const char *word, const char **value)
{
    size_t n = strcspn(word, "=");
    for (size_t i = 0; i < sizeof long_names / sizeof *long_names; i++) {
        const struct long_name *l = &long_names[i];
        if (strlen(l->name) != n || strncmp(word, l->name, n) != 0)
            continue;
        if (!word[n])
            return l->option;
        if (l->follows == LEVEL)
            return arena_printf(a, "%s%s", l->option, word + n + 1);
        if (l->follows == VALUE) {
            *value = word + n + 1;
            return l->option;
        }
    }
    return word;
}
