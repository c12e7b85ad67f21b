/* compile.c - the phases of the compiler over one unit, as a list of calls: parse, type, check,
 * kernels, host text.
 *
 * This is the file to read first. It relies on the rooms' entries: parser.h, sema.h, check.h,
 * codegen.h. */
#include "driver/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/codegen.h"
#include "common/ctx.h"
#include "driver/dialect.h"
#include "driver/emulate.h"
#include "driver/messages.h"
#include "lexer/token.h"
#include "parser/parser.h"
#include "parser/print.h"
#include "sema/analysis/space_notes.h"
#include "driver/advise_kernels.h"
#include "driver/explain_kernels.h"
#include "driver/kernel_page.h"
#include "optimize/cover.h"
#include "optimize/optimize.h"
#include "sema/checks/check.h"
#include "sema/tree/dump.h"
#include "sema/tree/frozen.h"
#include "sema/tree/renew.h"
#include "sema/tree/twins.h"
#include "sema/tree/verify.h"
#include "sema/typing/sema.h"

void unit_begin(struct driver *d, struct ctx *c, const char *name, struct buf *text)
{
    ctx_init(c);
    c->diag_options = d->options.diag;
    c->strict = d->options.strict;
    c->bounds = d->options.bounds;
    c->short_enums = d->options.short_enums;
    c->contraction = d->options.contraction;
    c->dialect = dialect_find(d, text);
    c->source = source_new(&c->service, text->n ? text->at : "", text->n, name);
    buf_free(text);
}

/* Prints the messages; whether the unit had no errors. */
static bool unit_end(struct driver *d, struct ctx *c)
{
    bool good = diag_errors(c) == 0;
    messages_add_unit(d, c);
    ctx_free(c);
    if (!good)
        driver_fail(d, 1);
    return good;
}

static unsigned wanted_kernels(const struct options *o)
{
    if (o->mode == MODE_EMIT_CL)
        return 0;
    return KERNELS_CHECKED | (o->no_emulator ? 0 : KERNELS_EMULATED);
}

/* Does $AMPC_TREE, a list of words, ask for it? For ampc's own tests. */
static bool tree_asks(const char *word)
{
    const char *asked = getenv("AMPC_TREE");
    return asked && strstr(asked, word);
}

/* Behind a pass that makes or changes trees. */
static void unit_verify(struct driver *d, struct ctx *c, const struct program *p)
{
    struct buf faults = {0};
    if (tree_asks("verify") && !diag_errors(c) && tree_verify(c, p, &faults))
        driver_error(d, "internal error: the typed tree is wrong:\n%s", faults.at);
    buf_free(&faults);
}

/* Behind passes that leave the typed tree as it is. */
static void tree_thaw(struct driver *d, const char *who)
{
    if (!frozen_same(&d->frozen))
        driver_error(d, "internal error: the %s write into the typed tree", who);
}

static struct program *unit_type(struct driver *d, struct ctx *c, struct unit *u)
{
    struct program *p = sema_unit(c, u);
    tree_twins(c, p);
    unit_verify(d, c, p);
    if (tree_asks("clone")) {
        tree_renew(c, p);
        unit_verify(d, c, p);
    }
    if (tree_asks("remake") && !diag_errors(c)) {
        if (!tree_remake(c, p))
            driver_error(d, "internal error: a maker has refused a node");
        unit_verify(d, c, p);
    }
    return p;
}

static void optimize(struct driver *d, struct ctx *c, struct program *p, struct findings *findings)
{
    struct buf faults = {0};
    optimize_flat(c, p, tree_asks("blocks"));
    c->tree_faults = tree_asks("verify") ? &faults : NULL;
    findings->blocks = optimize_blocks(c, p, tree_asks("blocks"));
    findings->covers = optimize_covers(c, p, tree_asks("blocks"));
    c->tree_faults = NULL;
    if (faults.n)
        driver_error(d, "internal error: a kernel was optimised to a wrong tree:\n%s", faults.at);
    buf_free(&faults);
}

/* The pipeline is unit_front and unit_back. A phase runs when the one before had no error, with two
 * exceptions, so that one run reports all it can: sema also runs when the syntax errors are
 * confined to bodies of functions, and of a unit with errors the generators are asked for what they
 * would report of the functions without (codegen_probe). */
struct program *unit_front(struct driver *d, struct ctx *c, struct findings *findings)
{
    times_begin(&d->times);
    struct unit *u = parse_unit(c);
    times_end(&d->times, PHASE_PARSE);
    c->incomplete |= diag_errors(c) && !parse_confine(c, u);
    struct program *p = unit_type(d, c, u);
    if (tree_asks("freeze"))
        frozen_note(&d->frozen, &c->arena);
    findings_begin(findings, c);
    times_end(&d->times, PHASE_SEMA);
    return p;
}

bool unit_few_ranks(const struct ctx *c)
{
    enum { FEW_RANKS = 3 }; /* of ampc_gen.h with AMPC__FEW_RANKS */
    return c->rank_most <= FEW_RANKS;
}

/* --explain-kernel; false: on that line is none. */
static bool explain(struct driver *d, struct ctx *c, struct program *p, struct findings *findings,
                    const char *kernels)
{
    if (d->options.html)
        return kernel_page(d, c, p, findings, d->line);
    if (findings->blocks && !d->options.optimizes)
        printf("%s: without -O, kernels run as written; with -O:\n", c->source->main_file);
    return explain_kernels(stdout, c, p, findings, d->line, kernels);
}

/* What follows the checks where they found no errors. */
static void unit_generate(struct driver *d, struct ctx *c, struct program *p,
                          struct findings *findings, struct buf *host, struct buf *kernels,
                          struct unit_facts *facts)
{
    struct kernel_texts texts = {.kernels = {.source = ""}};
    const struct options *o = &d->options;
    if (p->uses_amp && (o->optimizes || o->explains_kernels) && !o->keeps_kernels && !c->bounds)
        optimize(d, c, p, findings); /* which says of launches what it has made */
    frozen_renew(&d->frozen);
    if (p->uses_amp && diag_advises(c) && !o->keeps_kernels && !c->bounds)
        advise_kernels(c, p, findings);
    if (p->uses_amp)
        codegen_kernels(c, p, findings, wanted_kernels(&d->options), &texts);
    if (o->explains_kernels && !diag_errors(c) && !explain(d, c, p, findings, texts.kernels.source))
        driver_error(d, "no kernel is launched on line %d of '%s'", d->line, c->source->main_file);
    if (diag_errors(c) || (texts.emulated && !emulate_expand(d, c, p, &texts)))
        return;
    codegen_host(c, p, findings, &texts, o->mode != MODE_EMIT_C, host);
    buf_add(kernels, texts.kernels.source);
    times_end(&d->times, PHASE_CODE);
    const unsigned gains = AMPC__USES_DENSE | AMPC__USES_EQUAL | AMPC__USES_ALIGNED |
                           AMPC__USES_CONSTANT | AMPC__USES_IMAGES | AMPC__USES_BLOCKS;
    *facts = (struct unit_facts){.gains = texts.kernels.uses & gains,
                                 .blocks = texts.kernels.uses & AMPC__USES_BLOCKS,
                                 .uses_units = texts.kernels.needs.n > 0,
                                 .uses_amp = p->uses_amp,
                                 .no_strict_aliasing = p->uses_amp && !p->elements_alias,
                                 .math_options = p->math_options};
}

void unit_back(struct driver *d, struct ctx *c, struct program *p, struct findings *findings,
               struct buf *host, struct buf *kernels, struct unit_facts *facts)
{
    bool typed = !diag_errors(c);
    check_program(c, p, findings);
    times_end(&d->times, PHASE_CHECKS);
    tree_thaw(d, "checks");
    if (diag_errors(c) && typed && d->options.html) /* which shows where */
        kernel_page(d, c, p, findings, d->line);
    if (diag_errors(c))
        codegen_probe(c, p, findings);
    else
        unit_generate(d, c, p, findings, host, kernels, facts);
    tree_thaw(d, "generators");
    frozen_free(&d->frozen);
}

bool unit_translate(struct driver *d, const char *name, struct buf *text, struct buf *host,
                    struct buf *kernels, struct unit_facts *facts)
{
    struct ctx c;
    struct findings findings;
    unit_begin(d, &c, name, text);
    struct program *p = unit_front(d, &c, &findings);
    facts->few_ranks &= !unit_few_ranks(&c);
    if (!facts->few_ranks)
        unit_back(d, &c, p, &findings, host, kernels, facts);
    if (facts->few_ranks) {
        ctx_free(&c);
        return false;
    }
    bool good = unit_end(d, &c), follows = !facts->uses_amp || !d->options.host_only;
    if (good && !follows)
        driver_error(d,
                     "'%s' changes what constants of host code are, and not those of kernels; "
                     "leave it to files without AMP",
                     d->options.host_only);
    return good && follows;
}

static void dump_tokens(struct ctx *c, FILE *out)
{
    struct token_list tokens = token_list_read(c, &c->arena);
    for (int i = 0; i < tokens.n; i++) {
        const struct token *t = &tokens.at[i];
        struct place p = source_place(c->source, t->loc.begin);
        if (p.system)
            continue;
        fprintf(out, "%s:%d:%d: %s '%.*s'\n", p.file, p.line, p.column,
                token_kind_text((enum token_kind)t->kind), (int)(t->loc.end - t->loc.begin),
                c->source->text + t->loc.begin);
    }
}

static void dump_tree(struct driver *d, struct ctx *c, bool types, FILE *out)
{
    struct unit *u = parse_unit(c);
    if (diag_errors(c))
        return;
    if (types) {
        struct program *p = unit_type(d, c, u);
        struct findings findings;
        findings_begin(&findings, c);
        check_program(c, p, &findings);
        struct tree_notes memories = space_notes(c, p, findings.spaces);
        tree_dump(out, c, u, &memories);
        return;
    }
    tree_print(out, u, NULL);
}

bool unit_dump(struct driver *d, const char *name, struct buf *text, struct buf *out)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&bytes, &size);
    if (!f) {
        driver_error(d, "out of memory");
        return false;
    }
    struct ctx c;
    unit_begin(d, &c, name, text);
    if (d->options.dump == DUMP_TOKENS)
        dump_tokens(&c, f);
    else
        dump_tree(d, &c, d->options.dump == DUMP_TYPES, f);
    fclose(f);
    buf_addn(out, bytes, size);
    free(bytes);
    return unit_end(d, &c);
}
