/* kernel_space.c - the address spaces that sema/analysis/spaces.h finds, as the text has them:
 * OpenCL C 1.2 needs the address space in a pointer's type, which C does not have. A function is
 * emitted once per combination of its parameters' spaces; a pointer into several memories is
 * SPACE_ANY (kernel_any.c). In the emulator there is only one memory, SPACE_GLOBAL for the
 * generator. */
#include "codegen/kernel/kernel.h"

static bool is_foreign(const void *g, const struct symbol *f)
{
    return kernel_is_foreign(g, f);
}

struct spaces *kernel_spaces(struct kernel_gen *g)
{
    if (!g->spaces)
        g->spaces = spaces_new(g->c, is_foreign, g);
    return g->spaces;
}

enum space kernel_space(const struct kernel_gen *g, memory_set set)
{
    enum space space = space_of(set);

    return space != SPACE_NONE && g->emulated ? SPACE_GLOBAL : space;
}

bool kernel_is_reference(const struct symbol *s)
{
    return s->kind == SYMBOL_PARAM && space_is_reference(s->type);
}

/* The analysis of the code that is being emitted. */
static const struct space_instance *known(const struct kernel_gen *g)
{
    static const struct space_instance nothing = {0};

    return g->frame ? &g->frame->known : &nothing;
}

memory_set kernel_pointer_memories(const struct kernel_gen *g, const struct expr *e)
{
    return g->emulated ? MEMORY_VIEWS : space_pointer(known(g), e);
}

enum space kernel_symbol_space(const struct kernel_gen *g, const struct symbol *s)
{
    return kernel_space(g, space_variable(known(g), s));
}

enum space kernel_object_space(const struct kernel_gen *g, const struct expr *e)
{
    return g->emulated ? SPACE_GLOBAL : space_of(space_object(known(g), e));
}

enum space kernel_pointer_space(const struct kernel_gen *g, const struct expr *e)
{
    return kernel_space(g, space_pointer(known(g), e));
}

/* The memories of an operand; the empty set for null and for operands that are no pointers. */
static memory_set operand(const struct kernel_gen *g, const struct expr *e)
{
    if ((e->type->kind != TYPE_POINTER && e->type->kind != TYPE_ARRAY) || kernel_is_null(e))
        return 0;
    return space_pointer(known(g), e);
}

enum space kernel_meeting_space(const struct kernel_gen *g, const struct expr *a,
                                const struct expr *b)
{
    return kernel_space(g, operand(g, a) | operand(g, b));
}

struct symbol *kernel_call_spaces(const struct kernel_gen *g, const struct expr *call,
                                  space_vec *spaces)
{
    memory_set_vec params = {0};
    struct symbol *f = g->frame ? space_call(&g->frame->known, call, &params) : NULL;

    for (int i = 0; i < params.n; i++)
        vec_push(&g->c->arena, spaces, kernel_space(g, params.at[i]));
    return f;
}
