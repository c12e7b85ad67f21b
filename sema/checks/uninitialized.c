/* uninitialized.c - locals of amp code that are read before they are stored to on every path.
 *
 * Lattice, for each variable: NEVER (stored on no path); SKIPPED and FIRST (not stored on a path
 * that can be named); STORED, which also means "not known". The join of two different states is
 * STORED, except at the end of an 'if' or 'switch', where NEVER and STORED make SKIPPED. Only
 * NEVER, SKIPPED and FIRST are reported. Limits: gotos make all states STORED; of a loop one
 * iteration is walked; elements of an array are not distinguished. */
#include "sema/types/vector.h"
#include "sema/checks/check.h"
#include "sema/analysis/paths.h"
#include "sema/analysis/stores.h"

#include <string.h>

/* Reported (amp-uninitialized) are reads before any store on: every path; the first iteration of a
 * loop; the path past an 'if' or 'switch' right before. Paths that other conditions may exclude are
 * not reported. */

enum status {
    STORED,  /* or not known */
    NEVER,   /* on no path */
    SKIPPED, /* not on the path past an 'if' or 'switch'; 'level' counts loops and conditions */
    FIRST    /* not in the first iteration of a loop; 'level' counts conditions */
};

/* The level of the innermost switch, while it is walked. */
enum { LEVEL_SWITCH = -1 };

struct mark {
    enum status status;
    int level;  /* SKIPPED, FIRST: the state is not certain at deeper levels */
    bool cases; /* SKIPPED: past a 'switch' */
};

struct reads {
    struct code *k;
    struct paths paths; /* the state is an array of struct mark, one for each variable */
    struct stores stores;
    VEC(struct symbol *) variables;
};

/* ---- variables ---- */

/* An object of the type has no value when it is declared. Objects of AMP's types have one. */
static bool begins_empty(const struct type *t)
{
    while (t && t->kind == TYPE_ARRAY && t->length >= 0)
        t = t->base;
    if (!t || t->kind == TYPE_ARRAY || t->kind == TYPE_AMP || t->kind == TYPE_UNKNOWN)
        return false;
    if (vector_of(t))
        return false;
    for (int i = 0; t->kind == TYPE_RECORD && t->record && i < t->record->members.n; i++)
        if (!begins_empty(t->record->members.at[i].type))
            return false;
    return true;
}

/* The number of a followed variable; -1: it is not followed. */
static int variable_find(const struct reads *r, const struct symbol *s)
{
    const struct stored *entry = stores_find(&r->stores, s);

    return entry ? entry->number : -1;
}

struct mention {
    const struct symbol *symbol;
    bool found;
};

static bool find_mention(struct walker *w, struct expr *e)
{
    struct mention *m = w->data;

    m->found = m->found || (e->kind == EXPR_NAME && e->symbol == m->symbol);
    return !m->found;
}

/* Declared without a value, or with one that is computed from its own: 'int n = n + 1;'. */
static bool begins_unset(const struct init_declarator *v)
{
    struct mention m = {.symbol = v->symbol};
    struct walker w = {.data = &m, .expr_pre = find_mention};

    if (v->init && v->init->expr)
        walk_expr(&w, v->init->expr);
    return !v->init || m.found;
}

static bool variables_decl(struct code_walk *w, struct decl *d)
{
    struct reads *r = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        struct symbol *s = v->symbol;
        struct type_fault fault = {0}; /* a variable of an unfit type is reported as such */
        if (s && s->type && !type_unfit(r->k->c, s->type, false, &fault) && s->kind == SYMBOL_VAR &&
            !v->constructed && symbol_is_automatic(s) &&
            !(s->storage & (STORAGE_TILE_STATIC | STORAGE_TYPEDEF)) && begins_empty(s->type) &&
            begins_unset(v))
            vec_push(&r->k->c->arena, &r->variables, s);
    }
    return true;
}

/* ---- states ---- */

static struct mark *mark_at(const struct reads *r, int variable)
{
    return (struct mark *)r->paths.now + variable;
}

static void mark_stored(struct reads *r, const struct symbol *s)
{
    int i = variable_find(r, s);

    if (i >= 0)
        mark_at(r, i)->status = STORED;
}

static void *marks_copy(void *a, const void *state)
{
    struct reads *r = a;
    size_t n = (size_t)r->variables.n;
    struct mark *copy = arena_array(&r->k->c->arena, struct mark, n);

    memcpy(copy, state, n * sizeof *copy);
    return copy;
}

/* A path ended in a jump: a store that was skipped before may be skipped by that jump's condition
 * alone, so it is not certain any more. */
static void marks_doubt(const struct reads *r, struct mark *marks)
{
    for (int i = 0; i < r->variables.n; i++)
        if (marks[i].status == SKIPPED || marks[i].status == FIRST)
            marks[i].status = STORED;
}

static void doubt(void *a)
{
    const struct reads *r = a;

    marks_doubt(r, r->paths.now);
}

static bool is_one_of_each(const struct mark *a, const struct mark *b)
{
    return (a->status == NEVER && b->status == STORED) ||
           (a->status == STORED && b->status == NEVER);
}

/* Whether the join behind a switch is SKIPPED: nothing was stored before it; 'a' may be the join of
 * several breaks. */
static bool is_case_skipped(const struct mark *a, const struct mark *b)
{
    bool several = a->status == SKIPPED && a->level == LEVEL_SWITCH;

    return is_one_of_each(a, b) || (several && (b->status == NEVER || b->status == STORED));
}

/* The join of two paths; 'a' is the first one in the source. */
static void marks_join(void *analysis, void *state, const void *other, enum paths_meet meet,
                       const struct paths_construct *of)
{
    const struct reads *r = analysis;
    struct mark *marks = state;
    const struct mark *others = other, *begin = of ? of->head.state : NULL;

    for (int i = 0; i < r->variables.n; i++) {
        struct mark *a = &marks[i];
        const struct mark *b = &others[i];
        bool never = begin && begin[i].status == NEVER, known = a->status == b->status;
        if (known && (a->level == b->level || a->status == NEVER || a->status == STORED))
            continue;
        if (meet == PATHS_BRANCH &&
            (is_one_of_each(a, b) || (a->status == STORED && b->status == SKIPPED && never)))
            *a = (struct mark){SKIPPED, r->paths.conditions + r->paths.loops, false};
        else if (meet == PATHS_EXIT && never && is_case_skipped(a, b))
            *a = (struct mark){SKIPPED, LEVEL_SWITCH, true};
        else
            a->status = STORED;
    }
}

/* ---- expressions ---- */

static void read_expr(struct reads *r, struct expr *e);

static void name_read(struct reads *r, const struct expr *e)
{
    int i = e->symbol ? variable_find(r, e->symbol) : -1;
    struct mark *m = i < 0 ? NULL : mark_at(r, i);
    const struct paths *p = &r->paths;

    if (!m || p->dead || m->status == STORED)
        return;
    if ((m->status == SKIPPED && p->conditions + p->loops > m->level) ||
        (m->status == FIRST && p->conditions > m->level))
        return;
    if (code_report(r->k, DIAG_amp_uninitialized, e->loc,
                    m->status == NEVER   ? "'%s' is read before anything is stored in it"
                    : m->status == FIRST ? "'%s' is read before anything is stored in it, in the "
                                           "first round of the loop"
                    : m->cases           ? "'%s' is read, but some paths past the 'switch' before "
                                           "store nothing in it"
                                         : "'%s' is read, but nothing is stored in it when the "
                                           "condition before is not met",
                    e->symbol->name))
        diag_note(r->k->c, e->symbol->loc, "'%s' is declared here", e->symbol->name);
    m->status = STORED;
}

/* Evaluates the operands of an lvalue, such as subscripts and pointers. */
static void lvalue_read(struct reads *r, struct expr *e)
{
    e = expr_unparen(e);
    if (!e || e->kind == EXPR_NAME)
        return;
    if (e->kind == EXPR_MEMBER && e->amp == AMP_NONE) {
        lvalue_read(r, e->a);
    } else if (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE) {
        struct expr *a = expr_unparen(e->a);
        if (expr_is_decay(a))
            lvalue_read(r, a->a);
        else
            read_expr(r, e->a);
        read_expr(r, e->b);
    } else {
        read_expr(r, e);
    }
}

/* A store to an lvalue: its variable has a value from now on. */
static void lvalue_stored(struct reads *r, struct expr *e)
{
    struct lvalue_root root = lvalue_root(e);

    if (root.variable && root.variable->symbol && !root.element && !root.through_pointer)
        mark_stored(r, root.variable->symbol);
}

static void target_read(struct reads *r, struct expr *e)
{
    struct expr *target = store_target(e);

    lvalue_read(r, target);
    if (e->kind == EXPR_ASSIGN)
        read_expr(r, e->b);
    if (e->kind != EXPR_ASSIGN || e->op != OP_ASSIGN) {
        struct lvalue_root root = lvalue_root(target);
        if (root.variable && !root.element && !root.through_pointer)
            name_read(r, root.variable);
    }
    lvalue_stored(r, target);
}

/* A cast to void is no read; an array that decays may be stored into. */
static void conversion_read(struct reads *r, struct expr *e)
{
    const struct expr *a = expr_unparen(e->a);
    bool decays = e->kind == EXPR_CONVERT && a->type && a->type->kind == TYPE_ARRAY;

    if (decays) {
        lvalue_read(r, e->a);
        lvalue_stored(r, e->a);
    } else if (!(e->kind == EXPR_CAST && e->type && e->type->kind == TYPE_VOID &&
                 a->kind == EXPR_NAME)) {
        read_expr(r, e->a);
    }
}

static void element_read(struct reads *r, struct expr *e)
{
    struct lvalue_root root = lvalue_root(e);

    lvalue_read(r, e);
    if (root.variable && !root.element && !root.through_pointer)
        name_read(r, root.variable);
}

static void read_expr(struct reads *r, struct expr *e)
{
    if (!e || e->constant || r->paths.dead)
        return;
    if (store_target(e)) {
        target_read(r, e);
        return;
    }
    switch (e->kind) {
    case EXPR_NAME:
        name_read(r, e);
        break;
    case EXPR_UNARY:
        if (e->op == OP_ADDR) {
            lvalue_read(r, e->a);
            lvalue_stored(r, e->a);
        } else {
            read_expr(r, e->a);
        }
        break;
    case EXPR_BINARY:
    case EXPR_COND:
        if (!paths_choice(&r->paths, e))
            paths_operands(&r->paths, e);
        break;
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
        if (e->amp == AMP_NONE)
            element_read(r, e);
        else
            paths_operands(&r->paths, e);
        break;
    case EXPR_CAST:
    case EXPR_CONVERT:
        conversion_read(r, e);
        break;
    case EXPR_STMT:
        paths_stmt(&r->paths, e->body);
        break;
    case EXPR_CALL:
    case EXPR_GENERIC:
        if (e->chosen)
            read_expr(r, e->chosen);
        else if (e->kind == EXPR_CALL)
            paths_operands(&r->paths, e);
        break;
    case EXPR_SIZEOF:
    case EXPR_ALIGNOF:
    case EXPR_LAMBDA:
        break;
    case EXPR_ERROR:
    case EXPR_LITERALS:
    case EXPR_OFFSETOF:
    case EXPR_TYPES_COMPATIBLE:
    case EXPR_PAREN:
    case EXPR_ARROW:
    case EXPR_ASSIGN: /* target_read */
    case EXPR_COMPOUND:
    case EXPR_CONSTRUCT:
    case EXPR_LABEL:
    case EXPR_VA_ARG:
    case EXPR_CONVERTVECTOR:
        paths_operands(&r->paths, e);
        break;
    }
}

/* ---- statements ---- */

/* Gives the variables that are NEVER before a loop, and are stored in it, the state 'status' inside
 * the loop, or behind it. */
static void marks_enter(const struct reads *r, const struct stmt *loop, struct mark *marks,
                        enum status status)
{
    for (int i = 0; i < r->variables.n; i++) {
        struct mark *m = &marks[i];
        if (m->status == STORED || (m->status != NEVER && status == FIRST) ||
            !stores_within(&r->stores, r->variables.at[i], loop))
            continue;
        m->status = status;
        m->level = r->paths.conditions;
    }
}

/* One iteration is walked, the first. Behind the loop the others may have stored. */
static bool round_read(void *a, struct paths_construct *loop, int round)
{
    struct reads *r = a;

    if (round > 0 || r->paths.dead) {
        if (loop->breaks.reached && loop->kept.reached)
            loop->breaks.state = loop->kept.state;
        return round == 0;
    }
    loop->kept = paths_here(&r->paths);
    marks_enter(r, loop->stmt, loop->kept.state, STORED);
    marks_doubt(r, loop->kept.state);
    marks_enter(r, loop->stmt, r->paths.now, FIRST);
    return true;
}

static bool cases_all(void *a, struct stmt *s)
{
    (void)a;
    return switch_may_name_all(s);
}

/* A break out of an 'if' in a case counts as a jump. */
static void construct_end(void *a, const struct paths_construct *of)
{
    struct reads *r = a;
    bool is_switch = of->stmt && of->stmt->kind == STMT_SWITCH;

    if (r->paths.dead)
        return;
    if (of->one_way || (is_switch && r->paths.jumps != of->jumps))
        marks_doubt(r, r->paths.now);
    for (int i = 0; is_switch && i < r->variables.n; i++)
        if (mark_at(r, i)->level == LEVEL_SWITCH)
            mark_at(r, i)->level = r->paths.conditions + r->paths.loops;
}

static void expr_read(void *a, struct expr *e)
{
    read_expr(a, e);
}

static void decl_read(void *a, struct init_declarator *v)
{
    struct reads *r = a;
    int at = v->symbol ? variable_find(r, v->symbol) : -1;

    if (at >= 0)
        mark_at(r, at)->status = NEVER;
    paths_exprs(&r->paths, &v->args, v->init);
    if (v->init)
        mark_stored(r, v->symbol);
}

static void return_read(void *a, struct stmt *s)
{
    read_expr(a, s->expr);
}

static void assembly_read(void *a, struct stmt *s)
{
    for (int i = 0; i < s->asm_exprs.n; i++)
        lvalue_stored(a, s->asm_exprs.at[i]);
}

static const struct paths_ops ops = {.copy = marks_copy,
                                     .join = marks_join,
                                     .end = construct_end,
                                     .anywhere = doubt,
                                     .expr = expr_read,
                                     .declare = decl_read,
                                     .leave = return_read,
                                     .assembly = assembly_read,
                                     .round = round_read,
                                     .cases_all = cases_all};

static void reads_code(struct code *k)
{
    struct reads r = {.k = k};
    struct code_walk w = {.k = k, .decl = variables_decl, .data = &r};

    code_walk_stmt(&w, code_body(k));
    if (r.variables.n == 0)
        return;
    stores_collect(&r.stores, k);
    for (int i = 0; i < r.variables.n; i++)
        stores_number(&r.stores, r.variables.at[i], i);
    r.paths = (struct paths){.ops = &ops,
                             .analysis = &r,
                             .arena = &k->c->arena,
                             .now = arena_array(&k->c->arena, struct mark, r.variables.n)};
    paths_body(&r.paths, code_body(k));
}

void check_uninitialized(struct ctx *c, const struct program *p, struct findings *findings)
{
    amp_code_each(c, p, findings, reads_code);
}
