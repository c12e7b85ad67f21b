/* host_stmt.c - statements in host text; returns and loops that hold temporaries. */
#include "codegen/host/host.h"

static void full_or_none(struct host *h, struct expr *e)
{
    if (e)
        host_full(h, e);
}

static void discarded_or_none(struct host *h, struct expr *e)
{
    if (e)
        host_full_discarded(h, e);
}

static void host_return(struct host *h, struct expr *e)
{
    if (e && (host_is_view(e->type) || host_holds_views(e->type)))
        host_full_view(h, e);
    else
        full_or_none(h, e);
}

/* Whether the head of a for declares an automatic object whose release needs a declaration of its
 * own. */
static bool declares_group(const struct decl *d)
{
    for (int i = 0; d && d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct symbol *v = d->declarators.at[i]->symbol;
        if (v && v->kind == SYMBOL_VAR && host_holds_views(v->type))
            return true;
    }
    return false;
}

/* A for; such a declaration is moved in front of the loop, with a block around both. */
static void host_for(struct host *h, struct stmt *s)
{
    bool wrapped = declares_group(s->decl);
    if (wrapped)
        edit_replace(&h->e, s->loc.begin, s->decl->loc.begin, "{ ");
    if (s->decl)
        host_decl(h, s->decl, HOST_FOR);
    if (wrapped)
        edit_close(&h->e, s->decl->loc.end, " for (;");
    discarded_or_none(h, s->init);
    full_or_none(h, s->expr);
    discarded_or_none(h, s->step);
    host_stmt(h, s->body);
    if (wrapped)
        edit_close(&h->e, s->loc.end, " }");
}

void host_stmt(struct host *h, struct stmt *s)
{
    if (!s)
        return;
    switch (s->kind) {
    case STMT_EXPR:
        discarded_or_none(h, s->expr);
        break;
    case STMT_DECL:
        host_decl(h, s->decl, HOST_BLOCK);
        break;
    case STMT_COMPOUND:
        for (int i = 0; i < s->items.n; i++)
            host_stmt(h, s->items.at[i]);
        break;
    case STMT_FOR:
        host_for(h, s);
        break;
    case STMT_RETURN:
        host_return(h, s->expr);
        break;
    case STMT_IF:
    case STMT_SWITCH:
    case STMT_WHILE:
    case STMT_GOTO:
        full_or_none(h, s->expr);
        host_stmt(h, s->body);
        host_stmt(h, s->else_);
        break;
    case STMT_DO:
        host_stmt(h, s->body);
        full_or_none(h, s->expr);
        break;
    case STMT_LABELS:
        full_or_none(h, s->expr);
        full_or_none(h, s->last);
        host_stmt(h, s->body);
        break;
    case STMT_ASM: /* operands are objects: no temporaries */
        for (int i = 0; i < s->asm_exprs.n; i++)
            host_expr(h, s->asm_exprs.at[i], HOST_WRITE);
        break;
    case STMT_ERROR:
    case STMT_EMPTY:
    case STMT_CONTINUE:
    case STMT_BREAK:
    case STMT_LOCAL_LABELS:
        break;
    }
}
