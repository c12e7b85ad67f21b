/* make_stmt.c - makers of statements (C11 6.8), and the depth of trees. */
#include "parser/make.h"

#include "parser/filter.h"
#include "parser/recover.h"

/* ---- scopes ---- */

int block_open(struct parser *p)
{
    int depth = scope_open(p->scope, true);
    filter_block(p);
    vec_push(p->arena, &p->outer, ((struct outer_declaration){depth, p->spec, p->declarator}));
    return depth;
}

void leave(struct parser *p, int depth, int *lookahead)
{
    while (p->outer.n > 0 && p->outer.at[p->outer.n - 1].depth >= depth) {
        p->outer.n--;
        p->spec = p->outer.at[p->outer.n].spec;
        p->declarator = p->outer.at[p->outer.n].declarator;
    }
    if (scope_close(p->scope, depth) && *lookahead != TOK_PARSER_EMPTY)
        *lookahead = filter_again(p, *lookahead);
}

/* ---- nodes ---- */

void depth_above(struct depth *d, struct depth below, bool chained)
{
    int levels = below.levels + 1, nested = below.nested + (chained ? 0 : 1);
    d->levels = levels > d->levels ? levels : d->levels;
    d->nested = nested > d->nested ? nested : d->nested;
}

bool depth_fits(struct parser *p, struct depth d, const char *what, struct loc loc)
{
    if (d.nested > NESTING_MAX)
        diag(p->c, DIAG_syntax, loc, "%s nested more than %d levels deep", what, NESTING_MAX);
    else if (d.levels > p->c->tree_levels_max)
        diag(p->c, DIAG_syntax, loc,
             "%s of more than %d parts: too long for the stack there is (ulimit -s)", what,
             p->c->tree_levels_max);
    else
        return true;
    return false;
}

/* Sets the depth of a node whose body is complete; too deep a node becomes a STMT_ERROR. The links
 * of an else-if chain have one depth, as walks do not recurse along them. Labels of one statement
 * are a chain, too. */
static struct stmt *stmt_done(struct parser *p, struct stmt *s)
{
    bool is_link = s->else_ && s->else_->kind == STMT_IF;
    bool label = s->kind == STMT_LABEL || s->kind == STMT_CASE || s->kind == STMT_DEFAULT;
    s->depth = (struct depth){1, 1};
    if (s->body)
        depth_above(&s->depth, s->body->depth, label);
    if (is_link && s->else_->depth.levels > s->depth.levels)
        s->depth.levels = s->else_->depth.levels;
    if (is_link && s->else_->depth.nested > s->depth.nested)
        s->depth.nested = s->else_->depth.nested;
    if (s->else_ && !is_link)
        depth_above(&s->depth, s->else_->depth, false);
    if (depth_fits(p, s->depth, "statement", s->keyword_loc))
        return s;
    return stmt_new(p, STMT_ERROR, s->loc, s->keyword_loc);
}

struct stmt *stmt_new(struct parser *p, enum stmt_kind kind, struct loc loc, struct loc keyword)
{
    struct stmt *s = arena_new(p->arena, struct stmt);
    s->kind = kind;
    s->loc = loc;
    s->keyword_loc = keyword;
    s->depth = (struct depth){1, 1};
    return s;
}

struct stmt *stmt_error(struct parser *p, struct loc loc)
{
    scope_close(p->scope, scope_block_depth(p->scope));
    recover_end_statement(p);
    return stmt_new(p, STMT_ERROR, loc, loc);
}

struct stmt *stmt_compound(struct parser *p, stmt_vec *items, struct loc loc)
{
    struct stmt *s = stmt_new(p, STMT_COMPOUND, loc, (struct loc){loc.begin, loc.begin + 1});
    s->items = *items;
    for (int i = 0; i < items->n; i++)
        depth_above(&s->depth, items->at[i]->depth, false);
    return s;
}

struct stmt *stmt_decl(struct parser *p, struct decl *d)
{
    struct stmt *s = stmt_new(p, STMT_DECL, d->loc, d->loc);
    s->decl = d;
    return s;
}

struct stmt *stmt_expr(struct parser *p, struct expr *e, struct loc loc)
{
    struct stmt *s = stmt_new(p, STMT_EXPR, loc, e->loc);
    s->expr = e;
    return s;
}

struct stmt *stmt_name_label(struct parser *p, const struct token *name, struct loc loc)
{
    struct stmt *s = stmt_new(p, STMT_LABEL, loc, name->loc);
    s->name = name->name;
    s->name_loc = name->loc;
    return s;
}

struct stmt *stmt_case(struct parser *p, struct expr *first, struct expr *last, struct loc loc,
                       struct loc keyword)
{
    struct stmt *s = stmt_new(p, STMT_CASE, loc, keyword);
    s->expr = first;
    s->last = last;
    return s;
}

struct stmt *stmt_label(struct parser *p, struct stmt *label, struct stmt *body, struct loc loc)
{
    label->body = body;
    label->loc = loc;
    return stmt_done(p, label);
}

struct stmt *stmt_if(struct parser *p, struct stmt_head *head, struct stmt *body,
                     struct stmt *else_, struct loc loc)
{
    head->stmt->else_ = else_;
    return stmt_body(p, head, body, loc);
}

struct stmt *stmt_body(struct parser *p, struct stmt_head *head, struct stmt *body, struct loc loc)
{
    head->stmt->body = body;
    head->stmt->loc = loc;
    return stmt_done(p, head->stmt);
}

struct stmt *stmt_do(struct parser *p, struct stmt *body, struct expr *e, struct loc loc,
                     struct loc keyword)
{
    struct stmt *s = stmt_new(p, STMT_DO, loc, keyword);
    s->body = body;
    s->expr = e;
    return stmt_done(p, s);
}

struct stmt *stmt_goto(struct parser *p, const struct token *name, struct expr *e, struct loc loc,
                       struct loc keyword)
{
    struct stmt *s = stmt_new(p, STMT_GOTO, loc, keyword);
    s->expr = e;
    if (name) {
        s->name = name->name;
        s->name_loc = name->loc;
    }
    return s;
}

struct stmt *stmt_return(struct parser *p, struct expr *e, struct loc loc, struct loc keyword)
{
    struct stmt *s = stmt_new(p, STMT_RETURN, loc, keyword);
    s->expr = e;
    return s;
}

struct stmt *stmt_asm(struct parser *p, expr_vec *exprs, struct loc loc, struct loc keyword)
{
    struct stmt *s = stmt_new(p, STMT_ASM, loc, keyword);
    s->asm_exprs = *exprs;
    return s;
}

struct stmt_head *head_new(struct parser *p, enum stmt_kind kind, struct expr *e, int depth,
                           struct loc keyword)
{
    struct stmt *s = stmt_new(p, kind, keyword, keyword);
    s->expr = e;
    struct stmt_head *head = arena_new(p->arena, struct stmt_head);
    *head = (struct stmt_head){s, depth};
    return head;
}

struct stmt_head *head_for(struct parser *p, struct stmt_head *head, struct stmt *init,
                           struct expr *step)
{
    (void)p;
    head->stmt->step = step;
    if (init && init->kind == STMT_DECL)
        head->stmt->decl = init->decl;
    else if (init)
        head->stmt->init = init->expr;
    return head;
}

stmt_vec *stmts_new(struct parser *p)
{
    return arena_new(p->arena, stmt_vec);
}

stmt_vec *stmts_add(struct parser *p, stmt_vec *v, struct stmt *s)
{
    vec_push(p->arena, v, s);
    return v;
}
