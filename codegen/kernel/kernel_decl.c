/* kernel_decl.c - declarations and initialisers in kernels' text. */
#include "codegen/kernel/kernel.h"

#include <string.h>

#include "sema/types/format.h"

static bool is_amp_value(const struct type *t)
{
    while (t->kind == TYPE_ARRAY)
        t = t->base;
    return t->kind == TYPE_AMP;
}

/* ---- initialisers ---- */

/* Prints designators such as .a.b[2]; 'index' is the element of the first range (GNU) in them. */
static void print_designators(struct kernel_gen *g, const designator_vec *v, const struct type *t,
                              long long index)
{
    for (int i = 0; i < v->n; i++) {
        const struct designator *d = &v->at[i];
        member_path path = {0};
        if (!d->name) {
            buf_printf(g->out, "[%lld]", d->last ? index : d->index->value);
            t = t && t->kind == TYPE_ARRAY ? t->base : NULL;
            continue;
        }
        if (!t || t->kind != TYPE_RECORD || !type_find_member(g->c, t->record, d->name, &path)) {
            kernel_unsupported(g, d->loc, "this designator is not supported in a kernel");
            return;
        }
        for (int k = 0; k < path.n; k++) {
            buf_printf(g->out, ".%s", kernel_member_name(g, t->record, path.at[k]));
            t = path.at[k]->type;
        }
    }
    buf_add(g->out, " = ");
}

/* The range [a ... b] among an item's designators; NULL: none. *n: how many there are. */
static const struct designator *range_of(const struct init_item *item, int *n)
{
    const struct designator *range = NULL;

    *n = 0;
    for (int i = 0; i < item->designators.n; i++)
        if (item->designators.at[i].last) {
            range = range ? range : &item->designators.at[i];
            ++*n;
        }
    return range;
}

/* Prints an item once for every element of its range. */
static void print_item(struct kernel_gen *g, const struct init_item *item, const struct type *t)
{
    enum { RANGE_LIMIT = 4096 };
    const struct type *inner = item->init->type;
    int n;
    const struct designator *range = range_of(item, &n);
    long long first = range ? range->index->value : 0, last = range ? range->last->value : 0;

    if (n > 1 || last - first >= RANGE_LIMIT ||
        (range && item->init->expr && !expr_is_pure(item->init->expr))) {
        kernel_unsupported(g, range->loc, "this range of elements is not supported in a kernel");
        return;
    }
    for (long long k = first; k <= last; k++) {
        buf_add(g->out, k > first ? ", " : "");
        if (item->designators.n)
            print_designators(g, &item->designators, t, k);
        kernel_init(g, item->init, inner);
    }
}

/* Prints the characters of a string as an array's elements; the rest is zero. */
static void print_string(struct kernel_gen *g, const struct init *init, const struct type *t)
{
    struct buf bytes = {0};

    if (!t || t->kind != TYPE_ARRAY || t->base->size != 1 ||
        !format_string(g->c, init->expr, &bytes)) {
        kernel_unsupported(g, init->loc, "this string literal is not supported in a kernel");
    } else {
        buf_char(g->out, '{');
        for (size_t i = 0; i < bytes.n && (long long)i < t->length; i++)
            buf_printf(g->out, "%s%d", i ? ", " : "", bytes.at[i]);
        buf_add(g->out, bytes.n ? "}" : "0}");
    }
    buf_free(&bytes);
}

static bool is_empty_view(const struct expr *e)
{
    return type_is_amp(e->type, AMP_TYPE_ARRAY_VIEW) && e->kind == EXPR_CONSTRUCT && !e->args.n;
}

/* Prints a view that initialises a member or element. */
static void init_stored(struct kernel_gen *g, const struct expr *e)
{
    if (is_empty_view(e)) {
        buf_add(g->out, "{{0}}");
        return;
    }
    buf_char(g->out, '{');
    kernel_expr(g, e, PREC_ASSIGN);
    buf_char(g->out, '}');
}

/* Whether an object of type t begins with one that no initialiser can stand for. */
static bool begins_with_nothing(const struct type *t)
{
    while (t && t->size && (t->kind == TYPE_ARRAY || t->kind == TYPE_RECORD))
        t = t->kind == TYPE_ARRAY ? t->base : t->record->members.at[0].type;
    return t && !t->size;
}

void kernel_init(struct kernel_gen *g, const struct init *init, const struct type *t)
{
    if (init->expr && type_is_amp(init->expr->type, AMP_TYPE_ARRAY_VIEW)) {
        init_stored(g, init->expr);
        return;
    }
    if (init->expr) {
        if (init->expr->kind == EXPR_STRING)
            print_string(g, init, t);
        else if (t && kernel_scalar(t))
            kernel_convert(g, init->expr, t, PREC_ASSIGN);
        else
            kernel_expr(g, init->expr, PREC_ASSIGN);
        return;
    }
    if (t && t->kind != TYPE_ARRAY && t->kind != TYPE_RECORD && t->kind != TYPE_AMP &&
        init->items.n == 1) { /* int x = {1}; */
        kernel_init(g, init->items.at[0].init, t);
        return;
    }
    if (t && t->kind == TYPE_AMP) {
        kernel_unsupported(g, init->loc,
                           "braces around a value of type '%s' are not supported in a kernel",
                           type_text(g->c, t));
        return;
    }
    buf_char(g->out, '{');
    for (int i = 0; i < init->items.n; i++) {
        if (i)
            buf_add(g->out, ", ");
        print_item(g, &init->items.at[i], t);
    }
    buf_add(g->out, init->items.n || begins_with_nothing(t) ? "}" : "0}");
}

/* ---- declarations ---- */

static bool is_skipped(const struct init_declarator *d)
{
    const struct symbol *s = d->symbol;

    return !s || s->kind != SYMBOL_VAR || s->storage & (STORAGE_STATIC | STORAGE_EXTERN);
}

/* T *p = {x}; */
static const struct expr *pointer_value(const struct init *init)
{
    return init->expr || init->items.n != 1 ? init->expr : init->items.at[0].init->expr;
}

/* Prints the declared object and its initialiser; the type comes before it unless 'more'
 * declarators share it. */
static void print_declarator(struct kernel_gen *g, struct init_declarator *d, bool more)
{
    struct symbol *s = d->symbol;
    const char *name = kernel_variable_name(g, s);

    kernel_range_declare(g, s);
    buf_add(g->out,
            more ? name : kernel_declare(g, s->type, name, kernel_symbol_space(g, s), s->loc));
    if (d->constructed) {
        buf_add(g->out, " = ");
        kernel_construct(g, s->type, (const struct expr *const *)d->args.at, d->args.n, s->loc);
    } else if (d->init) {
        buf_add(g->out, " = ");
        if (d->init->expr && is_empty_view(d->init->expr))
            buf_add(g->out, "{0}");
        else if (s->type->kind == TYPE_POINTER && pointer_value(d->init)) {
            bool ranged = kernel_range_assign(g, s, pointer_value(d->init));
            kernel_pointer(g, pointer_value(d->init), s->type, kernel_symbol_space(g, s),
                           PREC_ASSIGN);
            buf_add(g->out, ranged ? ")" : "");
        } else if (d->init->expr && !kernel_scalar(s->type))
            kernel_convert(g, d->init->expr, s->type, PREC_ASSIGN);
        else
            kernel_init(g, d->init, s->type);
    } else if (type_is_amp(s->type, AMP_TYPE_ARRAY_VIEW)) { /* empty, to be assigned */
        buf_add(g->out, " = {0}");
    } else if (type_is_amp(s->type, AMP_TYPE_TILED_INDEX)) {
        kernel_unsupported(g, s->loc, "an empty '%s' is not supported in a kernel",
                           type_text(g->c, s->type));
    } else if (is_amp_value(s->type)) { /* index and extent begin as zeros */
        buf_add(g->out, type_is_amp(s->type, AMP_TYPE_TILE_BARRIER) ? " = 0" : " = {{0}}");
    } else if (type_starts(s->type)) {
        buf_add(g->out, " = {0}");
    }
}

void kernel_declarator(struct kernel_gen *g, struct init_declarator *d)
{
    print_declarator(g, d, false);
}

/* Ends the line unless the next declarator is on the same line of the user's; returns whether it
 * ended it. */
static bool end_declarator(struct kernel_gen *g, const struct decl *d, int i)
{
    buf_char(g->out, ';');
    if (i + 1 < d->declarators.n) {
        const struct init_declarator *next = d->declarators.at[i + 1];
        if (!is_skipped(next) && !(next->symbol->storage & STORAGE_TILE_STATIC) &&
            source_place(g->c->source, next->declarator->loc.begin).line == g->frame->line) {
            buf_char(g->out, ' ');
            return false;
        }
    }
    kernel_newline(g);
    return true;
}

void kernel_decl(struct kernel_gen *g, struct decl *d)
{
    bool begun = false;

    if (d->kind == DECL_EMPTY || d->kind == DECL_STATIC_ASSERT || d->kind == DECL_USING)
        return;
    if (d->kind != DECL_VARS) {
        kernel_unsupported(g, d->loc, "this declaration is not supported in a kernel");
        return;
    }
    for (int i = 0; i < d->declarators.n; i++) {
        struct init_declarator *id = d->declarators.at[i];
        if (is_skipped(id))
            continue;
        if (id->symbol->storage & STORAGE_TILE_STATIC) {
            if (!kernel_alias_of(g, id->symbol)) /* else it is declared already */
                kernel_use_tile_static(g, id->symbol);
            if (g->emulated)
                kernel_emulated_tile_decl(g, id->symbol);
            continue;
        }
        if (id->init && id->init->expr && kernel_hoists(g, id->init->expr)) {
            if (begun)
                kernel_newline(g);
            begun = false;
            kernel_hoist(g, id->init->expr);
        }
        if (!begun)
            kernel_line(g, id->declarator->loc);
        print_declarator(g, id, false);
        begun = !end_declarator(g, d, i);
    }
}

bool kernel_decl_is_inline(struct kernel_gen *g, const struct decl *d)
{
    const struct type *first = NULL;

    (void)g;
    if (d->kind != DECL_VARS || d->declarators.n == 0)
        return false;
    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *id = d->declarators.at[i];
        if (is_skipped(id) || id->symbol->storage & STORAGE_TILE_STATIC)
            return false;
        if (!first)
            first = id->symbol->type;
        else if (!type_same(first, id->symbol->type) || !kernel_scalar(first))
            return false;
    }
    return true;
}

void kernel_decl_inline(struct kernel_gen *g, struct decl *d)
{
    for (int i = 0; i < d->declarators.n; i++) {
        buf_add(g->out, i ? ", " : "");
        print_declarator(g, d->declarators.at[i], i > 0);
    }
}
