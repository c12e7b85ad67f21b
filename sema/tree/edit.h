/* edit.h - visits a part of the typed tree with the places where its nodes are kept, so that a
 * callback can put another node there.
 *
 * What is visited, and in which order, is as in parser/walk.h: types as written are included, for
 * the sizes of arrays. Nodes that are known in several places stay the same in all: the domain and
 * the accelerator of a launch, what _Generic selects. Lists of calls (symbol.calls, launch.calls)
 * are the caller's to keep right.
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

/* Every callback may be NULL. 'pre' is called in front of what is below the node; it returns
 * whether to go there, of the node that stands at the place by then. 'post' is called behind it,
 * and not where 'pre' has said no. The place is valid during the callback; the node there is never
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

/* NULL at the place is nothing. */
void tree_edit_expr(struct tree_edit *t, struct expr **at);
void tree_edit_stmt(struct tree_edit *t, struct stmt **at);
void tree_edit_decl(struct tree_edit *t, struct decl **at);
void tree_edit_init(struct tree_edit *t, struct init *i);
void tree_edit_unit(struct tree_edit *t, struct unit *u);

#endif
