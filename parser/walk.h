/* walk.h - visits a tree in the order of the source: declarations, statements, expressions and
 * initialisers, those inside declarators (array sizes), specifiers (typeof, bit-field widths,
 * enumerator values), template arguments and lambdas included. */
#ifndef PARSER_WALK_H
#define PARSER_WALK_H

#include "parser/tree.h"

/* Every callback may be NULL. A 'pre' callback returns false to skip the children of the node; its
 * 'post' callback is then not called either. EXPR_CONVERT nodes are visited, too. */
struct walker {
    void *data;
    bool (*decl_pre)(struct walker *w, struct decl *d);
    void (*decl_post)(struct walker *w, struct decl *d);
    bool (*stmt_pre)(struct walker *w, struct stmt *s);
    void (*stmt_post)(struct walker *w, struct stmt *s);
    bool (*expr_pre)(struct walker *w, struct expr *e);
    void (*expr_post)(struct walker *w, struct expr *e);
    bool (*init_pre)(struct walker *w, struct init *i);
    void (*init_post)(struct walker *w, struct init *i);
    /* types as written; 'spec' before its declarators */
    bool (*spec_pre)(struct walker *w, struct spec *s);
    void (*spec_post)(struct walker *w, struct spec *s);
    bool (*declarator_pre)(struct walker *w, struct declarator *d);
    void (*declarator_post)(struct walker *w, struct declarator *d);
};

/* Each walks one node and its children; NULL is skipped. */
void walk_unit(struct walker *w, struct unit *u);
void walk_decl(struct walker *w, struct decl *d);
void walk_stmt(struct walker *w, struct stmt *s);
void walk_expr(struct walker *w, struct expr *e);
void walk_init(struct walker *w, struct init *i);
void walk_spec(struct walker *w, struct spec *s);
void walk_declarator(struct walker *w, struct declarator *d);
void walk_type_name(struct walker *w, struct type_name *t);

/* Whether 'is' holds for s or a statement in it, those in lambdas included. NULL has none. */
bool stmt_contains(struct stmt *s, bool (*is)(const struct stmt *s));

#endif
