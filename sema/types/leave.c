/* leave.c - which calls of the C library free memory, or may: free, realloc, munmap and the like,
 * recognised by name, linkage and type.
 *
 * A function of the same name with a body in the unit is the program's own. Example: `free(p)` is
 * LEAVE_FREE. */
#include "sema/types/leave.h"

#include <string.h>

#include "sema/types/amp.h"
#include "sema/types/expr.h"
#include "sema/types/symbol.h"

static const struct leave_function {
    const char *name;
    enum leave_kind kind;
    int sizes;   /* number of size parameters behind the pointer */
    bool header; /* programs often have a function of that name: it must be declared by a header */
} functions[] = {
    {"free", LEAVE_FREE, 0, false},           {"realloc", LEAVE_REALLOC, 1, false},
    {"reallocarray", LEAVE_REALLOC, 2, true}, {"munmap", LEAVE_MUNMAP, 1, true},
    {"mremap", LEAVE_MREMAP, 2, true},
};

static bool is_void_pointer(const struct type *t)
{
    return t && t->kind == TYPE_POINTER && t->base && t->base->kind == TYPE_VOID;
}

static bool has_its_type(const struct leave_function *f, const struct type *t)
{
    if (!t || t->kind != TYPE_FUNCTION || t->params.n < 1 + f->sizes ||
        (t->params.n > 1 + f->sizes && f->kind != LEAVE_MREMAP) ||
        !is_void_pointer(t->params.at[0]))
        return false;
    if (f->kind == LEAVE_FREE)
        return t->base && t->base->kind == TYPE_VOID;
    return f->kind == LEAVE_MUNMAP || is_void_pointer(t->base);
}

/* The name of the called function; NULL: the callee is a value. */
static const struct expr *callee_name(const struct expr *e)
{
    e = expr_strip(e);
    return e && e->kind == EXPR_NAME ? e : NULL;
}

static bool is_pointer(const struct expr *e)
{
    e = expr_strip(e);
    return e && e->type && (e->type->kind == TYPE_POINTER || e->type->kind == TYPE_ARRAY);
}

enum leave_kind leave_called(struct expr *call)
{
    const struct expr *name = call->amp == AMP_NONE && !call->launch ? callee_name(call->a) : NULL;
    const struct symbol *s = name ? name->symbol : NULL;

    if (!s || s->kind != SYMBOL_FUNCTION || s->definition || s->is_nested ||
        s->storage & STORAGE_STATIC || call->args.n == 0 || !is_pointer(call->args.at[0]))
        return LEAVE_NONE;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const struct leave_function *f = &functions[i];
        if (!strcmp(s->name, f->name))
            return (s->system || !f->header) && call->args.n >= 1 + f->sizes &&
                           has_its_type(f, s->type)
                       ? f->kind
                       : LEAVE_NONE;
    }
    return LEAVE_NONE;
}
