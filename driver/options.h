/* options.h - ampcc's command line: read once, then only looked at. */
#ifndef DRIVER_OPTIONS_H
#define DRIVER_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "common/dialect.h"
#include "common/arena.h"
#include "common/diag.h"

/* The runs of cc that a word of the command line is for. */
enum {
    RUN_PRE = 1,    /* preprocessing an .ampc file */
    RUN_CODE = 2,   /* compiling the host C of an .ampc file */
    RUN_LINK = 4,   /* linking */
    RUN_SHOWN = 8,  /* -E over an .ampc file */
    RUN_DEPS = 16,  /* made anew by the driver for .ampc files */
    RUN_OTHER = 32, /* compiling what is no .ampc file */
    RUN_SOURCE = RUN_PRE | RUN_CODE,
    RUN_ALL = RUN_SOURCE | RUN_LINK
};

/* What is made of an .ampc file; when several options ask, the later one in this list wins. */
enum mode {
    MODE_LINK,
    MODE_OBJECT,
    MODE_ASSEMBLER,
    MODE_SYNTAX,
    MODE_EMIT_C,
    MODE_EMIT_CL,
    MODE_DUMP,
    MODE_DEPS,
    MODE_PREPROCESS
};

enum dump { DUMP_TOKENS, DUMP_TREE, DUMP_TYPES };

enum item_kind { ITEM_OPTION, ITEM_FILE, ITEM_AMPC };

/* A word of the command line that is not ampcc's own, in its place. */
struct argument {
    enum item_kind kind;
    const char *text;
    const char *argument; /* the next word, for options with a separate argument; else NULL */
    unsigned runs;        /* RUN_* */
    const char *language; /* the -x in force for a file, or NULL */
    int line;             /* of FILE:LINE; 0: it is FILE */
};

struct options {
    enum mode mode;
    enum dump dump;
    const char *cc;
    const char *output;           /* -o, or NULL */
    const char *host_only;        /* an option that kernels cannot follow, or NULL */
    bool short_enums;             /* -fshort-enums */
    enum contraction contraction; /* -ffp-contract= */
    const char *traditional;      /* -traditional-cpp as it was given, or NULL */
    bool asks_cc;                 /* for what cc prints without looking at files */
    const char *explain;          /* --explain: an id or ""; NULL: not asked for */
    bool verbose, show_only, help, version, devices, no_emulator, bounds;
    bool optimizes, keeps_kernels;           /* -O and more; -fno-optimize-kernels */
    bool html;                               /* --explain-kernel writes a page */
    bool explains_kernels;                   /* behind --explain-kernel files may be FILE:LINE */
    bool lsp;                                /* be a language server */
    bool merges_traces;                      /* of AMPC_TRACE, which the files are */
    bool deps, deps_only;                    /* -MD or -MMD; -M or -MM */
    bool deps_system;                        /* the one with system headers */
    const char *deps_file;                   /* -MF, or NULL */
    bool deps_target;                        /* -MT or -MQ was given */
    bool fallthrough;                        /* a warning needs comments */
    bool defines_words;                      /* macros may have names like those in our headers */
    bool byproducts;                         /* cc writes files named after its output */
    bool coverage, split_dwarf, stack_usage; /* which of them, for clang */
    bool save_temps, save_here;              /* -save-temps; in the current directory */
    bool names_dumpdir, names_byproducts;    /* -dumpdir; -dumpbase */
    bool is_static, relocatable;             /* -static or -static-pie; -r */
    bool times;                              /* --time-report */
    bool strict;                             /* -famp-strict */
    bool no_libraries;                       /* no library is added when linking */
    struct diag_options diag;
    bool color_asked; /* by environment variables that cc does not know */
    VEC(struct argument) items;
    VEC(const char *) warnings;           /* about the command line, to be printed */
    VEC(const char *) precompile;         /* accelerators; "": the default one */
    int ampc_files, other_files, sources; /* files; 'sources': others that cc compiles */
    int headers;                          /* of the sources: cc precompiles them */
};

/* Reads the command line, response files expanded; false after an error (reported). */
bool options_parse(struct arena *a, int argc, char **argv, struct options *o);

/* The text of --help. */
void options_help(FILE *out);

#endif
