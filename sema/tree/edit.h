/* edit.h - visits a subtree of the typed tree with the places (struct expr **) that hold its nodes,
 * so that a callback can put another node there.
 *
 * The nodes and their order are those of parser/walk.h: types as written are included, for the
 * sizes of arrays. A node that several places hold (the domain and the accelerator of a launch,
 * what _Generic selects) is replaced in all of them. Lists of calls (symbol.calls, launch.calls)
 * are left to the caller.
 *
 *     static bool unwrap(struct tree_edit *t, struct expr **at)
 *     {
 *         (void)t;
 *         while ((*at)->kind == EXPR_PAREN)
 *             *at = (*at)->a;
 *         return true;
 *     }
 */
#ifndef SEMA_TREE_EDIT_H
#define SEMA_TREE_EDIT_H

#include "common/ctx.h"
#include "parser/tree.h"
#include "sema/types/symbol.h"

/* Every callback may be NULL. 'pre' is called before the children of a node and returns whether to
 * visit the children of the node that is then at the place. 'post' is called after the children,
 * unless 'pre' returned false. The place is valid during the callback; the node there is never
 * NULL. */
struct tree_edit {
    void *data;
    bool (*expr_pre)(struct tree_edit *t, struct expr **at);
    void (*expr_post)(struct tree_edit *t, struct expr **at);
    bool (*stmt_pre)(struct tree_edit *t, struct stmt **at);
    void (*stmt_post)(struct tree_edit *t, struct stmt **at);
    bool (*decl_pre)(struct tree_edit *t, struct decl **at);
    void (*decl_post)(struct tree_edit *t, struct decl **at);
};

/* A place that holds NULL is skipped. */
void tree_edit_expr(struct tree_edit *t, struct expr **at);
void tree_edit_stmt(struct tree_edit *t, struct stmt **at);
void tree_edit_decl(struct tree_edit *t, struct decl **at);
void tree_edit_init(struct tree_edit *t, struct init *i);
void tree_edit_unit(struct tree_edit *t, struct unit *u);

#endif
