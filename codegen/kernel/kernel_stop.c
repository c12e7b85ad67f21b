/* kernel_stop.c - assert, abort and trapped subscripts: which functions may end a thread, and the
 * returns behind calls of them. */
#include "codegen/kernel/kernel.h"

#include <string.h>

#include "parser/walk.h"
#include "sema/types/format.h"

/* assert and abort. OpenCL C cannot end a thread from inside a function: the call notes its place,
 * and every statement that may have made such a call is followed by a return. The note goes to a
 * buffer of the library's, which is the kernel's last parameter: a flag, the global ids and a text
 * (see struct stop in runtime/stop.c). */

bool kernel_is_stop(const struct expr *e)
{
    const struct builtin *b = e->kind == EXPR_CALL ? builtin_called(e) : NULL;

    return b && b->kind == BUILTIN_STOP;
}

struct stop_search {
    struct kernel_gen *g;
    bool found;
};

static bool find_call(struct walker *w, struct expr *e)
{
    struct stop_search *search = w->data;
    const struct kernel_instance *in;

    if (!kernel_runs(w, e))
        return false;
    if (kernel_is_stop(e)) {
        search->found = true;
    } else if (e->kind == EXPR_CALL && e->amp == AMP_NONE && kernel_callee(e)) {
        in = kernel_call_instance(search->g, e);
        search->found |= in && in->ends;
    }
    return !search->found;
}

bool kernel_may_stop(struct kernel_gen *g, const struct expr *e)
{
    struct stop_search search = {g, false};
    struct walker w = {.data = &search, .expr_pre = find_call, .spec_pre = kernel_no_spec};

    if (e && g->stops)
        walk_expr(&w, (struct expr *)e);
    return search.found;
}

bool kernel_decl_may_stop(struct kernel_gen *g, struct decl *d)
{
    struct stop_search search = {g, false};
    struct walker w = {.data = &search, .expr_pre = find_call, .spec_pre = kernel_no_spec};

    if (d && g->stops)
        walk_decl(&w, d);
    return search.found;
}

static void print_return(struct kernel_gen *g)
{
    const struct kernel_instance *in = g->frame->instance;
    struct type *t = in ? in->symbol->type->base : NULL;

    buf_add(g->out, "return");
    if (t && t->kind != TYPE_VOID)
        buf_printf(g->out, " %s",
                   kernel_scalar(t) || (t->kind == TYPE_POINTER && in->result != SPACE_ANY)
                       ? "0"
                       : kernel_temporary(g, t, in->result, in->symbol->loc)->name);
    buf_char(g->out, ';');
}

static const char out_text[] =
    "static int ampc_out(struct ampc_x_stop *s)\n{\n"
    "    if (s->ended == 2)\n        return 1;\n    s->ended = 0;\n    return 0;\n}\n";

/* The second barrier: no thread may set the flag again before all have read it. */
static const char left_text[] =
    "static int ampc_left(struct ampc_x_stop *s)\n{\n#ifdef AMPC_STOPS\n"
    "    int ended = *s->tile;\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (ended)\n        s->ended = 2;\n    return ended;\n#else\n    return 0;\n#endif\n}\n";

void kernel_way_out(struct kernel_gen *g, const void *node)
{
    if (kernel_wait_follows(g, node)) {
        if (kernel_once(g, "ampc_out"))
            buf_add(&g->helpers, out_text);
        buf_add(g->out, "if (ampc_out(ampc_s)) ");
    } else {
        buf_add(g->out, "if (ampc_s->ended) ");
    }
    print_return(g);
}

bool kernel_leaves(struct kernel_gen *g, const struct expr *e)
{
    return kernel_is_wait(e) && !g->emulated && g->stops;
}

void kernel_leave(struct kernel_gen *g)
{
    kernel_stop_use(g);
    g->frame->ends = true;
    if (kernel_once(g, "ampc_left"))
        buf_add(&g->helpers, left_text);
    buf_add(g->out, "if (ampc_left(ampc_s)) ");
    print_return(g);
}

/* ---- calls ---- */

static const char stop_text[] =
    "#ifndef AMPC_X_STOP\n#define AMPC_X_STOP\nstruct ampc_x_stop { /* of a thread */\n"
    "    __global int *error;\n    __local int *tile; /* whether a thread of it ended; 0: none */\n"
    "    int ended; /* 2: with all of the tile */\n};\n#endif\n";

/* The first thread's ids and text; 0: another one was first. No loop begins at 0 and goes in steps
 * of 1: PoCL since 5.0 takes later values at the addresses of such loops' freed variables for
 * uniform, and does not keep them for each thread (docs/INTERNALS.md). Every check would add such a
 * variable. */
static const char note_text[] =
    "static int ampc_note(struct ampc_x_stop *s, __constant char *text)\n{\n"
    "    __global char *to = (__global char *)(s->error + 4);\n    int n;\n"
    "    if (atomic_cmpxchg(s->error, 0, 1) != 0)\n        return 0;\n"
    "    s->error[1] = (int)get_global_id(0);\n    s->error[2] = (int)get_global_id(1);\n"
    "    s->error[3] = (int)get_global_id(2);\n    to[0] = text[0];\n"
    "    for (n = 1; n < 1000 && text[n - 1]; n++)\n        to[n] = text[n];\n"
    "    to[n] = 0;\n    return 1;\n}\n";

void kernel_stop_note(struct kernel_gen *g)
{
    g->uses |= AMPC__USES_STOP;
    kernel_stop_use(g);
    if (kernel_once(g, "ampc_note"))
        buf_add(&g->helpers, note_text);
}

static const char end_text[] =
    "static void ampc_end(struct ampc_x_stop *s, __constant char *text)\n{\n"
    "    s->ended = 1;\n    if (s->tile)\n        *s->tile = 1;\n    ampc_note(s, text);\n}\n";

const char *kernel_stop_text(struct kernel_gen *g, const struct buf *text)
{
    const char *own = arena_strndup(&g->c->arena, text->at, text->n), *name;
    int k = 0;

    while (k < g->stop_texts.n && strcmp(g->stop_texts.at[k], own) != 0)
        k++;
    name = arena_printf(&g->c->arena, "ampc_text%d", k);
    if (k < g->stop_texts.n)
        return name;
    vec_push(&g->c->arena, &g->stop_texts, own);
    buf_printf(&g->constants, "%s__constant char %s[] = \"", g->emulated ? "static " : "", name);
    buf_c_string(&g->constants, text->at, text->n);
    buf_add(&g->constants, "\";\n");
    return name;
}

void kernel_stop(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *condition = e->args.n ? expr_evaluated(e->args.at[0]) : NULL;
    struct place p = source_place(g->c->source, e->loc.begin);
    struct buf text = {0};

    while (condition && condition->kind == EXPR_CONVERT)
        condition = expr_evaluated(condition->a);
    buf_printf(&text, "%s:%d: ", p.file, p.line);
    if (condition) {
        buf_add(&text, "assertion '");
        if (condition->kind != EXPR_STRING || !format_string(g->c, condition, &text))
            buf_add(&text, "...");
        buf_add(&text, "' failed");
    } else {
        buf_add(&text, "abort");
    }
    kernel_stop_note(g);
    g->frame->ends = true;
    if (kernel_once(g, "ampc_end"))
        buf_add(&g->helpers, end_text);
    buf_printf(g->out, "ampc_end(ampc_s, %s)", kernel_stop_text(g, &text));
    buf_free(&text);
}

void kernel_stop_type(struct kernel_gen *g)
{
    if (kernel_once(g, "struct ampc_x_stop"))
        buf_add(&g->types, stop_text);
}

void kernel_stop_use(struct kernel_gen *g)
{
    kernel_stop_type(g);
    g->frame->stops = true;
}
