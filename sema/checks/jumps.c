/* jumps.c - jumps into the scope of a view, an array or an object that holds one, whose
 * constructor would not run. */
#include "sema/analysis/order.h"
#include "sema/checks/check.h"

/* Behind such a jump the scope's end would release a view that was never made. Views of static
 * storage are empty until their declaration is reached. */

/* Where a view exists: behind its declarator, in its block. */
struct scope {
    const struct declarator *declarator;
    const struct stmt *block;
    const char *name;
    struct loc loc;
};
struct jumps {
    struct ctx *c;
    const struct findings *findings;
    const struct decl *function;
    VEC(struct scope) scopes;
    VEC(struct stmt *) gotos;
    VEC(struct stmt *) labels;   /* LABEL, CASE, DEFAULT */
    VEC(struct stmt *) switches; /* for each label its switch; NULL for LABEL */
    VEC(struct stmt *) open;     /* switches that enclose the statement */
    VEC(const char *) addressed; /* labels whose address is taken: targets of computed gotos */
};

static void note_views(struct jumps *j, const struct decl *d, const struct stmt *block)
{
    struct arena *a = &j->c->arena;
    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *one = d->declarators.at[i];
        if (!one->symbol || one->symbol->kind != SYMBOL_VAR ||
            one->symbol->storage & (STORAGE_STATIC | STORAGE_EXTERN | STORAGE_THREAD) ||
            !(type_is_view_or_array(one->symbol->type) || type_holds_views(one->symbol->type) ||
              one->symbol->type->kind == TYPE_VOID))
            continue;
        struct scope s = {one->declarator, block, one->symbol->name, one->declarator->name_loc};
        vec_push(a, &j->scopes, s);
    }
}

static void note_label(struct jumps *j, struct stmt *s)
{
    struct arena *a = &j->c->arena;
    bool is_case = s->kind != STMT_LABEL;
    vec_push(a, &j->labels, s);
    vec_push(a, &j->switches, is_case && j->open.n ? j->open.at[j->open.n - 1] : NULL);
}

static bool stmt_pre(struct walker *w, struct stmt *s)
{
    struct jumps *j = w->data;
    struct arena *a = &j->c->arena;
    switch (s->kind) {
    case STMT_COMPOUND:
        for (int i = 0; i < s->items.n; i++)
            if (s->items.at[i]->kind == STMT_DECL)
                note_views(j, s->items.at[i]->decl, s);
        break;
    case STMT_FOR:
        if (s->decl)
            note_views(j, s->decl, s);
        break;
    case STMT_GOTO:
        vec_push(a, &j->gotos, s);
        break;
    case STMT_SWITCH:
        vec_push(a, &j->open, s);
        break;
    case STMT_LABELS:
        note_label(j, s);
        break;
    case STMT_ERROR:
    case STMT_EMPTY:
    case STMT_EXPR:
    case STMT_DECL:
    case STMT_IF:
    case STMT_WHILE:
    case STMT_DO:
    case STMT_CONTINUE:
    case STMT_BREAK:
    case STMT_RETURN:
    case STMT_LOCAL_LABELS:
    case STMT_ASM:
        break;
    }
    return true;
}

static void stmt_post(struct walker *w, struct stmt *s)
{
    struct jumps *j = w->data;
    if (s->kind == STMT_SWITCH)
        j->open.n--;
}

/* Kernels have no jumps, nested functions and lambdas have their own. */
static bool expr_pre(struct walker *w, struct expr *e)
{
    struct jumps *j = w->data;
    if (e->kind == EXPR_LABEL)
        vec_push(&j->c->arena, &j->addressed, e->name);
    return e->kind != EXPR_LAMBDA;
}

static bool decl_pre(struct walker *w, struct decl *d)
{
    struct jumps *j = w->data;
    return d->kind != DECL_FUNCTION || d == j->function;
}

static bool holds(const struct jumps *j, const struct scope *s, const struct stmt *at)
{
    return node_before(j->findings, s->declarator, at) && node_inside(j->findings, at, s->block);
}

static void report(struct jumps *j, const struct stmt *from, const struct scope *s)
{
    diag(j->c, DIAG_unsupported, from->keyword_loc,
         "a jump into the scope of the view '%s'; declare the view before the jump, or in a block "
         "that ends before the label",
         s->name);
    diag_note(j->c, s->loc, "'%s' is declared here", s->name);
}

static bool is_addressed(const struct jumps *j, const char *name)
{
    for (int i = 0; i < j->addressed.n; i++)
        if (j->addressed.at[i] == name)
            return true;
    return false;
}

static void check_label(struct jumps *j, const struct scope *s, int label)
{
    const struct stmt *l = j->labels.at[label];
    if (!holds(j, s, l))
        return;
    if (l->kind != STMT_LABEL) {
        const struct stmt *from = j->switches.at[label];
        if (from && !holds(j, s, from))
            report(j, l, s);
        return;
    }
    for (int i = 0; i < j->gotos.n; i++) {
        const struct stmt *g = j->gotos.at[i];
        if (!holds(j, s, g) && (g->expr ? is_addressed(j, l->name) : g->name == l->name))
            report(j, g, s);
    }
}

/* A function, or the body of a continuation. */
static void jumps_check(struct ctx *c, const struct findings *findings, struct decl *function,
                        struct stmt *body)
{
    struct jumps j = {.c = c, .findings = findings, .function = function};
    struct walker w = {.data = &j,
                       .decl_pre = decl_pre,
                       .stmt_pre = stmt_pre,
                       .stmt_post = stmt_post,
                       .expr_pre = expr_pre};

    if (function)
        walk_decl(&w, function);
    else
        walk_stmt(&w, body);
    for (int s = 0; s < j.scopes.n; s++)
        for (int l = 0; l < j.labels.n; l++)
            check_label(&j, &j.scopes.at[s], l);
}

static bool function_decl(struct code_walk *w, struct decl *d)
{
    if (d->kind == DECL_FUNCTION && d->body &&
        (!d->symbol || d->symbol->restriction != RESTRICT_AMP)) {
        order_function(w->k->findings, d->symbol);
        jumps_check(w->k->c, w->k->findings, d, NULL);
    }
    return true;
}

void check_jumps(struct ctx *c, const struct program *p, struct findings *findings)
{
    struct code k = {.c = c, .program = p, .findings = findings, .side = RESTRICT_CPU};
    struct code_walk w = {.k = &k, .decl = function_decl};

    for (int i = 0; i < p->unit->decls.n; i++) {
        struct decl *d = p->unit->decls.at[i]; /* decl_is_plain is not asked: a plain declaration
                                                  may have an object with views */
        if (d->kind == DECL_FUNCTION && !(d->symbol && d->symbol->system))
            code_walk_decl(&w, d);
    }
    for (int i = 0; i < p->continuations.n; i++)
        if (p->continuations.at[i]->lambda) {
            order_launch(findings, p->continuations.at[i]);
            jumps_check(c, findings, NULL, p->continuations.at[i]->lambda->body);
        }
}
