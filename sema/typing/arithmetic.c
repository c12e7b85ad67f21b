/* arithmetic.c - what the host compiler's arithmetic options mean for kernels: -ffast-math and the
 * options it consists of, -ffp-contract, #pragma STDC FP_CONTRACT (C11 7.12.2).
 *
 * Relies on runtime/ampc_gen.h, whose enumerators have the values that cc's options gave them, and
 * on the pragmas that cc's preprocessor leaves in the text. Contraction is only ever permitted, so
 * a pragma counts in steps of declarations: one OFF in a function keeps its kernels as written, and
 * so does one at file scope for what follows it.
 *
 * Example: `ampcc -std=gnu11` lets a GPU round `sum += a * b` once; `ampcc -std=c11` does not. */
#define _GNU_SOURCE /* memmem */
#include <string.h>

#include "sema/typing/typing.h"

static const char *math_options(struct sema *s)
{
    bool finite = sema_host_fact(s, "AMPC__FINITE_MATH");

    if (sema_host_fact(s, "AMPC__FAST_MATH"))
        return "-cl-fast-relaxed-math";
    if (sema_host_fact(s, "AMPC__UNSAFE_MATH"))
        return finite ? "-cl-unsafe-math-optimizations -cl-finite-math-only"
                      : "-cl-unsafe-math-optimizations";
    if (sema_host_fact(s, "AMPC__NO_SIGNED_ZEROS"))
        return finite ? "-cl-no-signed-zeros -cl-finite-math-only" : "-cl-no-signed-zeros";
    return finite ? "-cl-finite-math-only" : "";
}

/* gcc's default: 'fast', but in ISO modes without unsafe mathematics 'off'. */
static bool contracts(struct sema *s)
{
    if (s->c->contraction != CONTRACTION_UNSAID)
        return s->c->contraction == CONTRACTION_FAST;
    return !sema_host_fact(s, "AMPC__ISO") || sema_host_fact(s, "AMPC__FAST_MATH") ||
           sema_host_fact(s, "AMPC__UNSAFE_MATH");
}

void arithmetic_facts(struct sema *s)
{
    s->program->math_options = math_options(s);
    s->program->contracts = contracts(s);
}

/* The word behind *p on its line, and whether it is this one; *p moves behind it. */
static bool takes_word(const char **p, const char *word)
{
    size_t n = strlen(word);

    *p += strspn(*p, " \t");
    if (strncmp(*p, word, n) != 0 || !strchr(" \t\r\n", (*p)[n]))
        return false;
    *p += n;
    return true;
}

/* The pragmas between two bytes of the unit: *off is what the last one says, if there is one.
 * Whether one says OFF. */
static bool read_pragmas(const struct source *source, unsigned begin, unsigned end, bool *off)
{
    static const char word[] = "#pragma";
    const size_t n = sizeof word - 1;
    const char *p = source->text + begin, *stop = source->text + end;
    bool any = false;

    while (p < stop && (p = memmem(p, (size_t)(stop - p), word, n)) != NULL) {
        bool begins = p == source->text || p[-1] == '\n';
        p += n;
        if (!begins || !takes_word(&p, "STDC") || !takes_word(&p, "FP_CONTRACT"))
            continue;
        *off = takes_word(&p, "OFF");
        any |= *off;
    }
    return any;
}

void arithmetic_declaration(struct sema *s, unsigned behind, struct loc loc)
{
    bool inside = false;

    read_pragmas(s->c->source, behind, loc.begin, &s->contraction_off);
    s->uncontracted = read_pragmas(s->c->source, loc.begin, loc.end, &inside) || s->contraction_off;
}
