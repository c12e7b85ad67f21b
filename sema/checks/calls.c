/* calls.c - the restrictions of caller and callee (amp code calls amp functions, host code cpu
 * functions); undefined functions, recursion, function pointers. */
#include "sema/checks/check.h"

#include <string.h>

#include "sema/types/builtin.h"
#include "sema/types/hint.h"

static void check_calls_code(struct code *k);

/* ---- one call ---- */

/* Fix-its that give every declaration of the host function f a clause for both sides. */
static void dual_fixits(struct ctx *c, const struct symbol *f)
{
    for (int i = 0; i < f->decls.n; i++)
        fixit_clause(c, f->decls.at[i].declarator, f->decls.at[i].clause, "restrict(cpu, amp)");
}

/* Adds a note if the body of the host function f would be allowed in amp code. */
static void qualifies_note(struct code *k, struct symbol *f)
{
    struct code trial = {
        .c = k->c, .program = k->program, .function = f, .side = RESTRICT_AMP, .trial = true};

    if (f->system || !f->definition) {
        diag_note(k->c, f->loc, "'%s' is declared here, without restrict(amp)", f->name);
        return;
    }
    check_types_code(&trial);
    check_bodies_code(&trial);
    check_calls_code(&trial);
    if (!trial.found) {
        diag_note(k->c, f->loc,
                  "'%s' is declared here; its body would qualify: add restrict(cpu, amp) to it",
                  f->name);
        dual_fixits(k->c, f);
        return;
    }
    diag_note(k->c, f->loc, "'%s' is declared here; its body would not qualify", f->name);
    diag_note(k->c, trial.fault_loc, "%s", trial.fault);
}

/* AMP's own functions and those of its namespaces: typing has reported faults of their calls. */
static bool is_amp_name(const struct expr *name)
{
    return !name->symbol && (name->ns || amp_function_find(name->name) ||
                             strcmp(name->name, "parallel_for_each") == 0);
}

/* A built-in atomic function that is the expansion of a name of <stdatomic.h> which AMP does not
 * have. */
static bool is_compiler_atomic(const char *name)
{
    return strncmp(name, "__atomic_", 9) == 0 || strncmp(name, "__c11_atomic_", 13) == 0 ||
           strncmp(name, "__sync_", 7) == 0;
}

static void not_amp_report(struct code *k, struct expr *name)
{
    struct symbol *f = name->symbol;
    struct loc loc = name->loc;

    if (is_amp_name(name) || (!f && diag_doubts(k->c, loc)))
        return;
    if (!f && is_compiler_atomic(name->name))
        code_report(k, DIAG_amp_call, loc,
                    "amp code has no such atomic operation: it has atomic_load, atomic_store, "
                    "atomic_exchange, atomic_compare_exchange, atomic_fetch_add and the like");
    else if (!f && strncmp(name->name, "__builtin_va_", 13) == 0)
        code_report(k, DIAG_amp_variadic, loc,
                    "amp code cannot have variable arguments; use an array and a count");
    else if (!f && strncmp(name->name, "__", 2) == 0)
        code_report(k, DIAG_amp_call, loc, "amp code cannot call '%s'%s", name->name,
                    hint_text(k->c, name->name));
    else if (!f)
        code_report(k, DIAG_amp_call, loc, "amp code calls '%s', which is not declared%s",
                    name->name, hint_text(k->c, name->name));
    else if (f->system)
        code_report(k, DIAG_amp_call, loc, "amp code cannot call the library function '%s'%s",
                    name->name, hint_text(k->c, name->name));
    else if (code_report(k, DIAG_amp_call, loc, "amp code calls '%s', which is not restrict(amp)",
                         name->name))
        qualifies_note(k, f);
}

static void not_cpu_report(struct code *k, struct expr *name)
{
    const struct symbol *f = name->symbol;

    if (code_report(k, DIAG_amp_call_cpu, name->loc,
                    k->side & RESTRICT_AMP
                        ? "restrict(cpu, amp) code calls '%s', which is restrict(amp) only"
                        : "host code calls '%s', which is restrict(amp) only",
                    name->name))
        diag_note(
            k->c, f->loc,
            "'%s' is declared here; make it restrict(cpu, amp), or add a version for the host",
            f->name);
}

/* C does not check the arguments of a function without a prototype. */
static void arguments_report(struct code *k, const struct expr *call, const struct expr *name)
{
    const struct symbol *f = symbol_version(name->symbol, RESTRICT_AMP);

    if (f->type->prototype || diag_doubts(k->c, call->loc))
        return;
    if (f->definition ? f->params.n == call->args.n : !symbol_is_external(f))
        return;
    if (code_report(k, DIAG_amp_call, name->loc,
                    f->definition ? "'%s' is called with a wrong number of arguments"
                                  : "amp code calls '%s' of another file, which has no prototype; "
                                    "declare its parameters, or (void)",
                    f->name))
        diag_note(k->c, f->loc, "'%s' is declared here", f->name);
}

/* One declaration of f is for the side, though f as a whole is not: that is reported as
 * amp-restrict-mismatch. */
static bool is_declared_for(const struct symbol *f, unsigned side)
{
    for (int i = 0; f && i < f->decls.n; i++)
        if (f->decls.at[i].restriction & side)
            return true;
    return false;
}

/* The callee is the plain name of a function. In an operand that is not evaluated nothing is
 * called: only the type matters. */
static void named_call(const struct code_walk *w, struct expr *call, struct expr *name)
{
    struct code *k = w->k;
    struct symbol *f = name->symbol;

    if (w->unevaluated && f)
        return;
    if (k->side & RESTRICT_AMP && !(f && symbol_version(f, RESTRICT_AMP)) &&
        !is_declared_for(f, RESTRICT_AMP) && !builtin_called(call))
        not_amp_report(k, name);
    else if (k->side & RESTRICT_CPU && f && f->restriction & RESTRICT_AMP &&
             !symbol_version(f, RESTRICT_CPU) && !is_declared_for(f, RESTRICT_CPU))
        not_cpu_report(k, name);
    else if (k->side & RESTRICT_AMP && !builtin_called(call) && symbol_version(f, RESTRICT_AMP))
        arguments_report(k, call, name);
}

/* ---- functions that are not called ---- */

static void address_report(struct code_walk *w, struct expr *e)
{
    struct code *k = w->k;
    struct symbol *f = e->symbol;

    if (w->unevaluated || !f || f->kind != SYMBOL_FUNCTION || e->amp == AMP_ALGORITHM)
        return;
    if (k->side & RESTRICT_AMP) {
        code_report(k, DIAG_amp_function_pointer, e->loc,
                    "amp code cannot take the address of '%s'; call it by its name", f->name);
        return;
    }
    if (symbol_version(f, RESTRICT_CPU) || !(f->restriction & RESTRICT_AMP))
        return;
    if (code_report(
            k, DIAG_amp_function_pointer, e->loc,
            "'%s' is restrict(amp) only and has no address; call it by its name in amp code",
            f->name))
        diag_note(k->c, f->loc, "'%s' is declared here", f->name);
}

/* ---- the walk ---- */

static void arguments_walk(struct code_walk *w, struct expr *call)
{
    for (int i = 0; i < call->args.n; i++)
        code_walk_expr(w, call->args.at[i]);
}

static bool calls_expr(struct code_walk *w, struct expr *e)
{
    struct expr *name;

    if (e->kind == EXPR_NAME) {
        address_report(w, e);
        return true;
    }
    if (e->kind != EXPR_CALL)
        return true;
    if (e->amp == AMP_LAUNCH && w->k->side & RESTRICT_AMP) {
        code_report(w->k, DIAG_amp_call, e->a ? e->a->loc : e->loc,
                    "amp code cannot launch kernels");
        return false;
    }
    name = callee_expr(e);
    if (e->amp != AMP_NONE || !name || !e->a)
        return true;
    named_call(w, e, name);
    if (strcmp(name->name, "__builtin_tgmath") != 0) /* whose arguments are names of functions */
        arguments_walk(w, e);
    return false;
}

/* Host functions have walks of their own; bodies of nested functions belong to host code. */
static bool calls_decl(struct code_walk *w, struct decl *d)
{
    return d->kind != DECL_FUNCTION || !(w->k->side & RESTRICT_AMP);
}

static void check_calls_code(struct code *k)
{
    struct code_walk w = {.k = k, .expr = calls_expr, .decl = calls_decl};

    code_walk_stmt(&w, code_body(k));
}

static bool host_decl(struct code_walk *w, struct decl *d)
{
    (void)w;
    return d->kind != DECL_FUNCTION || !d->symbol || !(d->symbol->restriction & RESTRICT_AMP);
}

/* ---- the call graph of each kernel ---- */

struct graph {
    struct ctx *c;
    const struct launch *launch;
    symbol_vec done;      /* visited, with all that they call */
    symbol_vec undefined; /* reported */
    symbol_vec stack;     /* the chain of calls from the kernel to the present function */
    VEC(const struct call_site *) sites;  /* the call of each of them */
    VEC(const struct call_site *) cycles; /* reported: callee and caller */
    symbol_vec callers;
};

static bool has_symbol(const symbol_vec *v, const struct symbol *s)
{
    for (int i = 0; i < v->n; i++)
        if (v->at[i] == s)
            return true;
    return false;
}

static void undefined_report(struct graph *g, const struct call_site *site)
{
    struct symbol *f = symbol_version(site->callee, RESTRICT_AMP);

    if (has_symbol(&g->undefined, f))
        return;
    vec_push(&g->c->arena, &g->undefined, f);
    diag(g->c, DIAG_amp_undefined, site->call->a ? site->call->a->loc : site->call->loc,
         "the %s amp function '%s' has no body in this file",
         f->storage & STORAGE_STATIC   ? "static"
         : f->storage & STORAGE_INLINE ? "inline"
                                       : "nested",
         f->name);
    diag_note(g->c, f->loc, "'%s' is declared here", f->name);
    for (int i = g->sites.n - 1; i >= 0; i--)
        diag_note(g->c, g->sites.at[i]->call->loc, "'%s' is called here",
                  g->sites.at[i]->callee->name);
    diag_note(g->c, g->launch->call->loc, "the kernel is launched here");
}

static bool cycle_known(struct graph *g, const struct symbol *caller, const struct symbol *callee)
{
    for (int i = 0; i < g->cycles.n; i++)
        if (symbol_version(g->cycles.at[i]->callee, RESTRICT_AMP) == callee &&
            g->callers.at[i] == caller)
            return true;
    return false;
}

/* A call of a function that is on the stack: recursion. */
static void recursion_report(struct graph *g, const struct call_site *site)
{
    struct symbol *f = symbol_version(site->callee, RESTRICT_AMP);
    struct symbol *caller = g->stack.at[g->stack.n - 1];
    int first = 0;

    if (cycle_known(g, caller, f))
        return;
    vec_push(&g->c->arena, &g->cycles, site);
    vec_push(&g->c->arena, &g->callers, caller);
    while (g->stack.at[first] != f)
        first++;
    if (f == caller)
        diag(g->c, DIAG_amp_recursion, site->call->loc,
             "amp code cannot recurse: '%s' calls itself; write it as a loop", f->name);
    else
        diag(g->c, DIAG_amp_recursion, site->call->loc,
             "amp code cannot recurse: '%s' calls '%s', which called it; write it as a loop",
             caller->name, f->name);
    for (int i = first + 1; i < g->stack.n; i++)
        diag_note(g->c, g->sites.at[i]->call->loc, "'%s' calls '%s' here", g->stack.at[i - 1]->name,
                  g->stack.at[i]->name);
    for (int i = first; i >= 0; i--)
        diag_note(g->c, g->sites.at[i]->call->loc, "'%s' is called here", g->stack.at[i]->name);
    diag_note(g->c, g->launch->call->loc, "the kernel is launched here");
}

static void graph_visit(struct graph *g, const struct call_site *calls, int n)
{
    for (int i = 0; i < n; i++) {
        struct symbol *f = symbol_version(calls[i].callee, RESTRICT_AMP);
        if (!f)
            continue;
        if (has_symbol(&g->stack, f)) {
            recursion_report(g, &calls[i]);
        } else if (!f->definition) {
            if (!symbol_is_external(f)) /* an external one is the linker's to find */
                undefined_report(g, &calls[i]);
        } else if (!has_symbol(&g->done, f)) {
            vec_push(&g->c->arena, &g->stack, f);
            vec_push(&g->c->arena, &g->sites, &calls[i]);
            graph_visit(g, f->calls.at, f->calls.n);
            g->stack.n--;
            g->sites.n--;
            vec_push(&g->c->arena, &g->done, f);
        }
    }
}

void check_calls(struct ctx *c, const struct program *p, struct findings *findings)
{
    struct code host = {.c = c, .program = p, .findings = findings, .side = RESTRICT_CPU};
    struct code_walk w = {.k = &host, .expr = calls_expr, .decl = host_decl};
    struct graph g = {.c = c};

    code_walk_unit(&w, p->unit);
    amp_code_each(c, p, findings, check_calls_code);
    for (int i = 0; i < p->launches.n; i++) {
        g.launch = p->launches.at[i];
        graph_visit(&g, g.launch->calls.at, g.launch->calls.n);
    }
}
