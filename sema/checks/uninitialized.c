/* uninitialized.c - locals of amp code that are read before they are stored to on every path.
 *
 * Lattice per variable: stored, perhaps, not stored; the join of different ones is perhaps. Only
 * what is certain is told. */
#include "sema/checks/check.h"
#include "sema/analysis/stores.h"

#include <string.h>

/* Local variables that are read before anything is stored in them (amp-uninitialized), on a way
 * that is obvious: every way to the read, the first round of a loop, the missing branch of an 'if'
 * or a 'switch' right before. What other conditions may exclude is left alone. */

enum status {
    STORED,  /* or nobody knows */
    NEVER,   /* on no way */
    SKIPPED, /* not on the ways past an 'if' or 'switch'; levels of loops and conditions count */
    FIRST    /* not in the first round of a loop; levels of conditions count */
};

struct mark {
    enum status status;
    int level;  /* SKIPPED, FIRST: deeper than this it is not certain */
    bool cases; /* SKIPPED: by a 'switch' */
};

/* What is known at a point. */
struct known {
    bool dead;
    struct mark *marks; /* one for each variable */
};

/* The innermost switch, if no loop is between. */
struct switch_ways {
    struct known head;        /* before any case */
    VEC(struct known) behind; /* of each break */
    int conditions;           /* in its body */
    bool has_default, jumped; /* some way leaves otherwise */
};

struct reads {
    struct check *k;
    struct switch_ways *ways;
    struct stores stores;
    VEC(struct symbol *) variables;
    struct known now;
    int conditions, loops; /* around this point */
    bool jumped;           /* return, continue or goto, so far */
};

/* ---- variables ---- */

/* An object without a value when it is declared; those of AMP's types have one. */
static bool begins_empty(const struct type *t)
{
    while (t && t->kind == TYPE_ARRAY && t->length >= 0)
        t = t->base;
    if (!t || t->kind == TYPE_ARRAY || t->kind == TYPE_AMP || t->kind == TYPE_UNKNOWN)
        return false;
    for (int i = 0; t->kind == TYPE_RECORD && t->record && i < t->record->members.n; i++)
        if (!begins_empty(t->record->members.at[i].type))
            return false;
    return true;
}

/* Its number among the variables; -1: it is none of them. */
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

static bool variables_decl(struct check_walk *w, struct decl *d)
{
    struct reads *r = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        struct symbol *s = v->symbol;
        struct type_fault fault = {0}; /* an unfit type is reported, and enough */
        if (s && s->type && !type_unfit(r->k->c, s->type, false, &fault) && s->kind == SYMBOL_VAR &&
            !v->constructed && check_is_automatic(s) &&
            !(s->storage & (STORAGE_TILE_STATIC | STORAGE_TYPEDEF)) && begins_empty(s->type) &&
            begins_unset(v))
            vec_push(&r->k->c->arena, &r->variables, s);
    }
    return true;
}

/* ---- what is known ---- */

static struct known known_copy(struct reads *r)
{
    size_t n = (size_t)r->variables.n;
    struct known k = {r->now.dead, arena_array(&r->k->c->arena, struct mark, n)};

    memcpy(k.marks, r->now.marks, n * sizeof *k.marks);
    return k;
}

static void mark_stored(struct reads *r, const struct symbol *s)
{
    int i = variable_find(r, s);

    if (i >= 0)
        r->now.marks[i].status = STORED;
}

/* What was skipped on a way may go with the jump that ended another way. */
static void marks_doubt(struct reads *r, struct known *k)
{
    for (int i = 0; i < r->variables.n; i++)
        if (k->marks[i].status == SKIPPED || k->marks[i].status == FIRST)
            k->marks[i].status = STORED;
}

/* The ways of two branches meet; the result is what is known now. 'before': where the chain of
 * conditions begins that both belong to. */
static void known_join(struct reads *r, struct known other, const struct known *before)
{
    struct known *now = &r->now;

    if (now->dead || other.dead) {
        bool jumped = now->dead != other.dead;
        if (now->dead)
            *now = other;
        if (jumped)
            marks_doubt(r, now);
        return;
    }
    for (int i = 0; i < r->variables.n; i++) {
        struct mark *a = &now->marks[i];
        const struct mark *b = &other.marks[i];
        bool skipped = (a->status == NEVER && b->status == STORED) ||
                       (a->status == STORED && b->status == NEVER);
        if (a->status == b->status && a->level == b->level)
            continue;
        skipped = skipped || (a->status == SKIPPED && b->status == STORED && before &&
                              before->marks[i].status == NEVER);
        a->status = skipped ? SKIPPED : STORED;
        a->level = r->conditions + r->loops;
    }
}

/* ---- expressions ---- */

static void read_expr(struct reads *r, struct expr *e);
static void read_stmt(struct reads *r, struct stmt *s);

static void name_read(struct reads *r, const struct expr *e)
{
    int i = e->symbol ? variable_find(r, e->symbol) : -1;
    struct mark *m = i < 0 ? NULL : &r->now.marks[i];

    if (!m || r->now.dead || m->status == STORED)
        return;
    if ((m->status == SKIPPED && r->conditions + r->loops > m->level) ||
        (m->status == FIRST && r->conditions > m->level))
        return;
    if (check_report(r->k, DIAG_amp_uninitialized, e->loc,
                     m->status == NEVER   ? "'%s' is read before anything is stored in it"
                     : m->status == FIRST ? "'%s' is read before anything is stored in it, in the "
                                            "first round of the loop"
                     : m->cases           ? "'%s' is read, but some ways past the 'switch' before "
                                            "store nothing in it"
                                          : "'%s' is read, but nothing is stored in it when the "
                                            "condition before is not met",
                     e->symbol->name))
        diag_note(r->k->c, e->symbol->loc, "'%s' is declared here", e->symbol->name);
    m->status = STORED;
}

/* The parts of an lvalue that are evaluated on the way to the object. */
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

/* The variable that an lvalue is (a part of) has a value from now on. */
static void lvalue_stored(struct reads *r, struct expr *e)
{
    struct check_root root = check_root(e);

    if (root.variable && root.variable->symbol && !root.element && !root.through_pointer)
        mark_stored(r, root.variable->symbol);
}

static void branch_read(struct reads *r, struct expr *a, struct expr *b)
{
    struct known before = known_copy(r);

    r->conditions++;
    read_expr(r, a);
    if (b) {
        struct known after = r->now;
        r->now = before;
        read_expr(r, b);
        before = after;
    }
    r->conditions--;
    known_join(r, before, NULL);
}

static void init_read(struct reads *r, struct init *init)
{
    read_expr(r, init->expr);
    for (int i = 0; i < init->items.n; i++)
        init_read(r, init->items.at[i].init);
}

static void target_read(struct reads *r, struct expr *e)
{
    struct expr *target = check_target(e);

    lvalue_read(r, target);
    if (e->kind == EXPR_ASSIGN)
        read_expr(r, e->b);
    if (e->kind != EXPR_ASSIGN || e->op != OP_ASSIGN) {
        struct check_root root = check_root(target);
        if (root.variable && !root.element && !root.through_pointer)
            name_read(r, root.variable);
    }
    lvalue_stored(r, target);
}

static void operands_read(struct reads *r, struct expr *e)
{
    read_expr(r, e->a);
    read_expr(r, e->b);
    read_expr(r, e->c);
    for (int i = 0; i < e->args.n; i++)
        read_expr(r, e->args.at[i]);
    if (e->init)
        init_read(r, e->init);
}

/* Casts to void are how C says "not used"; an array that becomes a pointer may be stored into. */
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
    struct check_root root = check_root(e);

    lvalue_read(r, e);
    if (root.variable && !root.element && !root.through_pointer)
        name_read(r, root.variable);
}

static void read_expr(struct reads *r, struct expr *e)
{
    if (!e || e->constant)
        return;
    if (check_target(e)) {
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
        read_expr(r, e->a);
        if (e->op == OP_LAND || e->op == OP_LOR)
            branch_read(r, e->b, NULL);
        else
            read_expr(r, e->b);
        break;
    case EXPR_COND:
        read_expr(r, e->a);
        branch_read(r, e->b ? e->b : e->c, e->b ? e->c : NULL);
        break;
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
        if (e->amp == AMP_NONE)
            element_read(r, e);
        else
            operands_read(r, e);
        break;
    case EXPR_CAST:
    case EXPR_CONVERT:
        conversion_read(r, e);
        break;
    case EXPR_STMT:
        read_stmt(r, e->body);
        break;
    case EXPR_CALL:
    case EXPR_GENERIC:
        if (e->chosen)
            read_expr(r, e->chosen);
        else if (e->kind == EXPR_CALL)
            operands_read(r, e);
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
        operands_read(r, e);
        break;
    }
}

/* ---- statements ---- */

static void if_read(struct reads *r, struct stmt *s)
{
    int links = 0;
    VEC(struct known) ends = {0};
    struct known first = {0};

    for (;; s = s->else_) {
        long long value;
        struct known before;
        bool constant = check_constant(s->expr, &value);
        read_expr(r, s->expr);
        before = known_copy(r);
        if (links == 0)
            first = known_copy(r);
        r->conditions++;
        links++;
        r->now.dead = r->now.dead || (constant && value == 0);
        before.dead = before.dead || (constant && value != 0);
        read_stmt(r, s->body);
        vec_push(&r->k->c->arena, &ends, r->now);
        r->now = before;
        if (!s->else_ || s->else_->kind != STMT_IF)
            break;
    }
    read_stmt(r, s->else_);
    while (links-- > 0) {
        r->conditions--;
        known_join(r, ends.at[links], &first);
    }
}

/* The variables that nothing is stored in before a loop (else a switch), but perhaps in it: what is
 * known inside, or behind. */
static void marks_enter(struct reads *r, struct loc loc, struct known *k, enum status status)
{
    for (int i = 0; i < r->variables.n; i++) {
        struct mark *m = &k->marks[i];
        if (m->status == STORED || (m->status != NEVER && status == FIRST) ||
            !stores_within(&r->stores, r->variables.at[i], loc))
            continue;
        m->status = status;
        m->level = r->conditions;
    }
}

static void loop_read(struct reads *r, struct stmt *s)
{
    struct switch_ways *outer = r->ways;
    struct known behind;
    long long value = 1;
    bool constant = !s->expr || check_constant(s->expr, &value);

    behind = known_copy(r);
    marks_enter(r, s->loc, &behind, STORED);
    marks_doubt(r, &behind);
    marks_enter(r, s->loc, &r->now, FIRST);
    r->loops++;
    r->ways = NULL;
    if (s->kind != STMT_DO)
        read_expr(r, s->expr);
    r->now.dead = r->now.dead || (constant && value == 0 && s->kind != STMT_DO);
    read_stmt(r, s->body);
    read_expr(r, s->step);
    if (s->kind == STMT_DO)
        read_expr(r, s->expr);
    r->loops--;
    r->ways = outer;
    r->now = behind;
}

/* A value that the cases may all name: of an enumeration, a remainder, a truth. */
static bool cases_may_be_all(struct expr *e)
{
    e = expr_strip(e);
    return !e || !e->type || e->type->kind == TYPE_ENUM || e->type->kind == TYPE_BOOL ||
           (e->kind != EXPR_NAME && e->kind != EXPR_SUBSCRIPT && e->kind != EXPR_MEMBER &&
            e->kind != EXPR_CALL);
}

/* What is known behind a switch of which all ways are known. */
static void ways_meet(struct reads *r, const struct switch_ways *ways, struct known *behind)
{
    for (int i = 0; i < r->variables.n; i++) {
        int never = 0, stored = 0;
        if (ways->head.marks[i].status != NEVER)
            continue;
        for (int j = 0; j < ways->behind.n; j++) {
            enum status status = ways->behind.at[j].marks[i].status;
            never += status == NEVER;
            stored += status == STORED;
        }
        if (never == 0 || stored == 0 || never + stored < ways->behind.n)
            continue;
        behind->marks[i] = (struct mark){SKIPPED, r->conditions + r->loops, true};
    }
}

static void switch_read(struct reads *r, struct stmt *s)
{
    struct switch_ways ways = {.conditions = r->conditions + 1}, *outer = r->ways;
    struct known behind;
    bool jumped = r->jumped;

    read_expr(r, s->expr);
    behind = known_copy(r);
    ways.head = known_copy(r);
    marks_enter(r, s->loc, &behind, STORED);
    marks_doubt(r, &behind);
    r->ways = &ways;
    r->jumped = false;
    r->conditions++;
    read_stmt(r, s->body);
    r->conditions--;
    if (!r->now.dead)
        vec_push(&r->k->c->arena, &ways.behind, known_copy(r));
    if (!ways.has_default && !cases_may_be_all(s->expr))
        vec_push(&r->k->c->arena, &ways.behind, ways.head);
    if (!r->jumped && !ways.jumped)
        ways_meet(r, &ways, &behind);
    r->jumped = r->jumped || jumped;
    r->ways = outer;
    r->now = behind;
}

static void decl_read(struct reads *r, struct decl *d)
{
    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        int at = v->symbol ? variable_find(r, v->symbol) : -1;
        if (at >= 0)
            r->now.marks[at].status = NEVER;
        for (int j = 0; j < v->args.n; j++)
            read_expr(r, v->args.at[j]);
        if (!v->init)
            continue;
        init_read(r, v->init);
        mark_stored(r, v->symbol);
    }
}

/* A label of a switch: what came before may have jumped here. */
static void label_read(struct reads *r, const struct stmt *s)
{
    bool fresh = r->now.dead && r->ways && r->conditions == r->ways->conditions;

    for (int i = 0; fresh && i < r->variables.n; i++)
        r->now.marks[i] = r->ways->head.marks[i];
    r->now.dead = false;
    marks_doubt(r, &r->now);
    if (r->ways)
        r->ways->has_default |= s->kind == STMT_DEFAULT;
}

/* A break out of a branch in a case counts as a jump. */
static void break_read(struct reads *r)
{
    struct switch_ways *ways = r->ways;

    if (ways && !r->now.dead) {
        vec_push(&r->k->c->arena, &ways->behind, known_copy(r));
        ways->jumped |= r->conditions > ways->conditions;
    }
    r->now.dead = true;
}

static void read_stmt(struct reads *r, struct stmt *s)
{
    for (; s && (s->kind == STMT_CASE || s->kind == STMT_DEFAULT || s->kind == STMT_LABEL);
         s = s->body)
        label_read(r, s);
    if (!s)
        return;
    switch (s->kind) {
    case STMT_EXPR:
        read_expr(r, s->expr);
        break;
    case STMT_DECL:
        if (s->decl)
            decl_read(r, s->decl);
        break;
    case STMT_COMPOUND:
        for (int i = 0; i < s->items.n; i++)
            read_stmt(r, s->items.at[i]);
        break;
    case STMT_IF:
        if_read(r, s);
        break;
    case STMT_SWITCH:
        switch_read(r, s);
        break;
    case STMT_FOR:
        if (s->decl)
            decl_read(r, s->decl);
        read_expr(r, s->init);
        loop_read(r, s);
        break;
    case STMT_WHILE:
    case STMT_DO:
        loop_read(r, s);
        break;
    case STMT_RETURN:
        read_expr(r, s->expr);
        r->now.dead = r->jumped = true;
        break;
    case STMT_BREAK:
        break_read(r);
        break;
    case STMT_CONTINUE:
    case STMT_GOTO:
        r->now.dead = r->jumped = true;
        break;
    case STMT_ASM:
        for (int i = 0; i < s->asm_exprs.n; i++)
            lvalue_stored(r, s->asm_exprs.at[i]);
        break;
    case STMT_ERROR:
    case STMT_EMPTY:
    case STMT_LABELS: /* walked through above */
    case STMT_LOCAL_LABELS:
        break;
    }
}

static void reads_code(struct check *k)
{
    struct reads r = {.k = k};
    struct check_walk w = {.k = k, .decl = variables_decl, .data = &r};

    check_walk_stmt(&w, check_body(k));
    if (r.variables.n == 0)
        return;
    stores_collect(&r.stores, k);
    for (int i = 0; i < r.variables.n; i++)
        stores_number(&r.stores, r.variables.at[i], i);
    r.now.marks = arena_array(&k->c->arena, struct mark, r.variables.n);
    read_stmt(&r, check_body(k));
}

void check_uninitialized(struct ctx *c, struct program *p, struct findings *findings)
{
    check_amp_code(c, p, findings, reads_code);
}
