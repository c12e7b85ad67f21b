/* make.h - the makers that the grammar's actions call: each builds one node in the arena and sets
 * its source position. Included by bison's header, so that the semantic values' types are known.
 * List makers take NULL for "none yet". */
#ifndef PARSER_MAKE_H
#define PARSER_MAKE_H

#include "parser/state.h"

typedef VEC(struct param *) param_vec;
typedef VEC(struct init_item) init_item_vec;

struct token_vec {
    VEC(const struct token *) at;
};
struct param_list {
    param_vec at;
    bool variadic;
    struct loc loc; /* of a lambda's ( ... ) */
};
struct template_args {
    struct type_name *element;
    expr_vec args;
};
struct stmt_head { /* of if, switch, while, for: the code before the body */
    struct stmt *stmt;
    int depth; /* of the scopes before it */
};

/* A specifier that is no type: storage bits, or qualifier bits by SPEC_OTHER_QUAL. */
#define SPEC_OTHER_QUAL(q) ((unsigned)(q) << 16)
#define SPEC_WORD_DECIMAL32 (1u << 24 | WORD_DECIMAL)
#define SPEC_WORD_DECIMAL64 (1u << 25 | WORD_DECIMAL)
#define SPEC_WORD_DECIMAL128 (1u << 26 | WORD_DECIMAL)
/* Among array qualifiers: [static n]. */
#define ARRAY_STATIC 0x100u

/* ---- make_expr.c ---- */
struct expr *expr_name(struct parser *p, const struct token *t);
struct expr *expr_constant(struct parser *p, enum expr_kind kind, const struct token *t);
struct expr *expr_string(struct parser *p, struct expr *strings, const struct token *t);
struct expr *expr_paren(struct parser *p, struct expr *a, struct loc loc);
struct expr *expr_statement(struct parser *p, struct stmt *body, struct loc loc);
struct expr *expr_error(struct parser *p, struct loc loc); /* ends error recovery */
struct expr *expr_with_type(struct parser *p, enum expr_kind kind, struct expr *a,
                            struct type_name *t, struct loc loc);
struct expr *expr_offsetof(struct parser *p, struct type_name *t, designator_vec *designators,
                           struct loc loc);
struct expr *expr_types_compatible(struct parser *p, struct type_name *a, struct type_name *b,
                                   struct loc loc);
struct expr *expr_has_attribute(struct parser *p, const struct token *t);
struct expr *generic_add(struct parser *p, struct expr *generic, struct type_name *t,
                         struct expr *e);
struct expr *expr_generic(struct parser *p, struct expr *a, struct expr *generic, struct loc loc);
struct expr *expr_construct(struct parser *p, struct spec *spec, expr_vec *args, struct loc open,
                            struct loc close, struct loc loc);
struct expr *expr_subscript(struct parser *p, struct expr *a, struct expr *b, struct loc open,
                            struct loc close);
struct expr *expr_call(struct parser *p, struct expr *a, expr_vec *args, struct loc open,
                       struct loc close);
struct expr *expr_member(struct parser *p, enum expr_kind kind, struct expr *a,
                         const struct token *name, struct loc op);
struct expr *expr_template_member(struct parser *p, struct expr *member, struct template_args *args,
                                  struct loc open, struct loc close);
struct expr *expr_postfix(struct parser *p, enum op op, struct expr *a, struct loc op_loc);
struct expr *expr_compound(struct parser *p, struct type_name *t, struct init *init,
                           struct loc loc);
struct expr *expr_unary(struct parser *p, enum op op, struct expr *a, struct loc op_loc);
struct expr *expr_sizeof(struct parser *p, enum expr_kind kind, struct expr *a, struct type_name *t,
                         struct loc loc);
struct expr *expr_label(struct parser *p, const struct token *name, struct loc loc);
struct expr *expr_cast(struct parser *p, struct type_name *t, struct expr *a, struct loc loc);
struct expr *expr_binary(struct parser *p, enum op op, struct expr *a, struct expr *b,
                         struct loc op_loc);
struct expr *expr_cond(struct parser *p, struct expr *a, struct expr *b, struct expr *c,
                       struct loc question, struct loc colon);
struct expr *expr_assign(struct parser *p, enum op op, struct expr *a, struct expr *b,
                         struct loc op_loc);
expr_vec *exprs_new(struct parser *p);
expr_vec *exprs_add(struct parser *p, expr_vec *v, struct expr *e);
expr_vec *exprs_join(struct parser *p, expr_vec *a, expr_vec *b);

/* ---- make_lambda.c ---- */
struct expr *expr_lambda(struct parser *p, struct lambda *lambda);
struct lambda *lambda_new(struct parser *p);
struct capture *capture_new(struct parser *p, enum capture_mode mode, const struct token *name,
                            struct loc loc);
struct lambda *lambda_capture(struct parser *p, struct lambda *lambda,
                              const struct capture *capture);
/* mutable_loc is empty where 'mutable' is not. */
struct lambda *lambda_finish(struct parser *p, struct lambda *lambda, struct param_list *params,
                             struct loc mutable_loc, struct type_name *result, struct stmt *body,
                             struct loc loc);

/* ---- make_spec.c ---- */
struct spec *spec_new(struct parser *p, struct loc loc);
struct spec *spec_other(struct parser *p, struct spec *s, unsigned other, struct loc loc);
struct spec *spec_word(struct parser *p, struct spec *s, unsigned word, struct loc loc);
struct spec *spec_alignas(struct parser *p, struct spec *s, struct type_name *t, struct expr *e,
                          struct loc loc);
struct spec *spec_merge(struct parser *p, struct spec *s, struct spec *unique);
struct spec *spec_name(struct parser *p, const struct token *t);
struct spec *spec_typeof(struct parser *p, struct expr *e, struct type_name *t, struct loc loc);
struct spec *spec_atomic(struct parser *p, struct type_name *t, struct loc loc);
struct spec *spec_error(struct parser *p, struct loc loc); /* ends error recovery */
/* The specifiers are complete: attaches attributes and clauses. */
struct spec *spec_finish(struct parser *p, struct spec *s);
/* The same for a declaration whose declarators follow; 'lookahead' is bison's yychar. */
struct spec *spec_declaration(struct parser *p, struct spec *s, int lookahead);

struct spec *spec_amp(struct parser *p, struct amp_spec *amp);
struct amp_spec *amp_template(struct parser *p, const struct token *t, struct template_args *args,
                              struct loc loc);
struct amp_spec *amp_word(struct parser *p, const struct token *t);
struct template_args *template_args_type(struct parser *p, struct template_args *args,
                                         struct type_name *t);
struct template_args *template_args_expr(struct parser *p, struct template_args *args,
                                         struct expr *e);

struct spec *spec_record(struct parser *p, bool is_union, const struct token *tag,
                         struct record_spec *members, struct loc loc);
struct record_spec *record_new(struct parser *p);
struct record_spec *record_add(struct parser *p, struct record_spec *r, struct member_decl *m);
struct member_decl *members_add(struct parser *p, struct member_decl *list, const struct member *m);
struct member *member_new(struct parser *p, struct declarator *d, struct expr *bits,
                          struct loc loc);
struct member_decl *member_decl_new(struct parser *p, struct spec *s, struct member_decl *list,
                                    struct loc loc);
struct member_decl *member_decl_assert(struct parser *p, struct decl *d, struct loc loc);
struct spec *spec_enum(struct parser *p, const struct token *tag, struct enum_spec *enumerators,
                       struct loc loc);
struct enum_spec *enumerators_add(struct parser *p, struct enum_spec *list, struct enumerator *e);
struct enumerator *enumerator_new(struct parser *p, const struct token *t, struct expr *value);

/* ---- make_declarator.c ---- */
struct declarator *declarator_name(struct parser *p, const struct token *t);
struct declarator *declarator_paren(struct parser *p, struct declarator *d, struct loc loc);
struct declarator *declarator_add(struct parser *p, struct declarator *d, struct deriv *deriv,
                                  struct loc loc);
struct declarator *declarator_pointer(struct parser *p, struct declarator *d, unsigned quals,
                                      struct loc star, struct loc loc);
struct declarator *declarator_reference(struct parser *p, struct declarator *d, struct loc amp,
                                        struct loc loc);
struct deriv *deriv_array(struct parser *p, unsigned quals, struct expr *size, bool star,
                          struct loc loc);
/* 'depth': of the scopes before the parameter list; closes its scope. */
struct deriv *deriv_function(struct parser *p, struct param_list *params, struct loc loc,
                             int depth);
struct deriv *deriv_identifiers(struct parser *p, struct token_vec *names, struct loc loc,
                                int depth);
struct param_list *params_new(struct parser *p, struct loc loc);
struct param_list *params_at(struct parser *p, struct param_list *list, struct loc loc);
struct param_list *params_add(struct parser *p, struct param_list *list, struct param *param);
struct param_list *params_variadic(struct parser *p, struct param_list *list);
struct param *param_new(struct parser *p, struct spec *s, struct declarator *d, struct loc loc);
struct type_name *type_name_new(struct parser *p, struct spec *s, struct declarator *d,
                                struct loc loc);
struct token_vec *names_add(struct parser *p, struct token_vec *names, const struct token *t);

/* ---- make_init.c ---- */
struct init *init_expr(struct parser *p, struct expr *e);
struct init *init_braces(struct parser *p, struct init *list, struct loc loc);
struct init *init_error(struct parser *p, struct loc loc); /* ends error recovery */
struct init *init_add(struct parser *p, struct init *list, const struct init_item *item);
struct init_item *init_item_new(struct parser *p, designator_vec *designators, struct init *init);
designator_vec *designators_add(struct parser *p, designator_vec *v, const struct designator *d);
struct designator *designator_name(struct parser *p, const struct token *t, struct loc loc);
struct designator *designator_index(struct parser *p, struct expr *index, struct expr *last,
                                    struct loc loc);

/* ---- make_decl.c ---- */
void unit_add(struct parser *p, struct decl *d);
struct decl *decl_new(struct parser *p, enum decl_kind kind, struct loc loc);
struct decl *decl_error(struct parser *p, struct loc loc); /* ends error recovery */
struct decl *decl_assert(struct parser *p, struct expr *e, struct loc loc);
/* 'list' is a DECL_VARS with the declarators, or NULL. */
struct decl *decl_vars(struct parser *p, struct spec *s, struct decl *list, struct loc loc);
struct decl *declarators_add(struct parser *p, struct decl *list, struct init_declarator *d);
struct init_declarator *init_declarator_new(struct parser *p, struct declarator *d, bool has_asm,
                                            struct init *init, struct loc loc);
struct init_declarator *init_declarator_construct(struct parser *p, struct declarator *d,
                                                  expr_vec *args, struct loc loc);
/* The declarator is complete: its name is declared. */
struct declarator *declared(struct parser *p, struct declarator *d);
/* A ',' was read and another declarator follows. */
void declarator_next(struct parser *p, int lookahead);
/* A function body, or declarations of K&R parameters, follow the declarator: declares it and opens
 * the scope of its parameters. Returns the depth before, or -1 after an error message when no body
 * can follow such a declarator. */
int function_begin(struct parser *p, struct declarator *d, struct loc *loc, int lookahead);
struct decl *decl_function(struct parser *p, struct spec *s, struct declarator *d,
                           decl_vec *kr_params, struct stmt *body, struct loc loc);
decl_vec *decls_new(struct parser *p);
decl_vec *decls_add(struct parser *p, decl_vec *v, struct decl *d);

/* ---- make_stmt.c ---- */
/* Makes *d one level larger than a child's depth; chained: the child continues a chain, and is not
 * nested. */
void depth_above(struct depth *d, struct depth below, bool chained);
/* Whether a tree of that depth is accepted; otherwise reports 'what' at 'loc'. */
bool depth_fits(struct parser *p, struct depth d, const char *what, struct loc loc);

/* Closes scopes down to 'depth'; the lookahead that was read before is classified again. */
void leave(struct parser *p, int depth, int *lookahead);
int block_open(struct parser *p);
struct stmt *stmt_new(struct parser *p, enum stmt_kind kind, struct loc loc, struct loc keyword);
struct stmt *stmt_error(struct parser *p, struct loc loc); /* ends error recovery */
struct stmt *stmt_compound(struct parser *p, stmt_vec *items, struct loc loc);
struct stmt *stmt_decl(struct parser *p, struct decl *d);
struct stmt *stmt_expr(struct parser *p, struct expr *e, struct loc loc);
struct stmt *stmt_name_label(struct parser *p, const struct token *name, struct loc loc);
struct stmt *stmt_case(struct parser *p, struct expr *first, struct expr *last, struct loc loc,
                       struct loc keyword);
struct stmt *stmt_label(struct parser *p, struct stmt *label, struct stmt *body, struct loc loc);
struct stmt *stmt_if(struct parser *p, struct stmt_head *head, struct stmt *body,
                     struct stmt *else_, struct loc loc);
struct stmt *stmt_body(struct parser *p, struct stmt_head *head, struct stmt *body, struct loc loc);
struct stmt *stmt_do(struct parser *p, struct stmt *body, struct expr *e, struct loc loc,
                     struct loc keyword);
struct stmt *stmt_goto(struct parser *p, const struct token *name, struct expr *e, struct loc loc,
                       struct loc keyword);
struct stmt *stmt_return(struct parser *p, struct expr *e, struct loc loc, struct loc keyword);
struct stmt *stmt_asm(struct parser *p, expr_vec *exprs, struct loc loc, struct loc keyword);
struct stmt_head *head_new(struct parser *p, enum stmt_kind kind, struct expr *e, int depth,
                           struct loc keyword);
struct stmt_head *head_for(struct parser *p, struct stmt_head *head, struct stmt *init,
                           struct expr *step);
stmt_vec *stmts_new(struct parser *p);
stmt_vec *stmts_add(struct parser *p, stmt_vec *v, struct stmt *s);

/* ---- claim.c: attributes and clauses that strip.c removed, for the nodes that they belong to
 * ---- */

/* Attributes that begin after 'begin' or stand directly before a token that begins there, up to
 * those directly after the token that ends at 'end', in order, added to *list; each can be claimed
 * once. Returns the begin of the first thing that stands directly before 'begin', or 'begin'. */
unsigned claim_attrs(struct parser *p, struct attr **list, unsigned begin, unsigned end);
/* The clauses directly after the token that ends at 'end', before any attribute or, if
 * 'behind_attrs', also behind attributes; NULL if none. */
struct restrict_clause *claim_clause_after(struct parser *p, unsigned end, bool behind_attrs);
/* Any clause not yet claimed in that range, marked misplaced; NULL if none. */
struct restrict_clause *claim_clause_misplaced(struct parser *p, unsigned begin, unsigned end);
/* Marks all attributes and clauses in that range as claimed. */
void claim_none(struct parser *p, unsigned begin, unsigned end);
/* Whether a clause stands behind the tokens that end in [begin, end], claimed or not. */
bool claim_has_clause(const struct parser *p, unsigned begin, unsigned end);
/* Reports every clause, and every attribute for kernels, that no node has claimed. */
void claim_report_rest(struct parser *p);

#endif
