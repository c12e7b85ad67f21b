/* renew.c - replaces kernels and amp functions by clones: first the functions, whose symbols stay
 * the same, then the calls of parallel_for_each and 'then', whose launches are new. */
#include "sema/tree/renew.h"

#include "sema/tree/clone.h"
#include "sema/tree/edit.h"

static bool renew_decl(struct tree_edit *t, struct decl **at)
{
    struct tree_clone *k = t->data;
    struct symbol *f = (*at)->kind == DECL_FUNCTION ? (*at)->symbol : NULL;

    if (!f || f->definition != *at || !(f->restriction & RESTRICT_AMP))
        return true;
    node_table_put(&k->map, f, f);
    tree_clone_function(k, f, f->name);
    *at = f->definition;
    return false;
}

static bool renew_launch(struct tree_edit *t, struct expr **at)
{
    if (!(*at)->launch)
        return true;
    *at = tree_clone_launch(t->data, (*at)->launch)->call;
    return false; /* the launches inside have been replaced */
}

void tree_renew(struct ctx *c, struct program *p)
{
    struct tree_clone k = tree_clone_begin(c);
    struct tree_edit functions = {.data = &k, .decl_pre = renew_decl};
    struct tree_edit launches = {.data = &k, .expr_pre = renew_launch};

    tree_edit_unit(&functions, p->unit);
    tree_edit_unit(&launches, p->unit);
    for (int i = 0; i < p->launches.n; i++)
        p->launches.at[i] = tree_clone_of(&k, p->launches.at[i]);
    for (int i = 0; i < p->continuations.n; i++)
        p->continuations.at[i] = tree_clone_of(&k, p->continuations.at[i]);
}
