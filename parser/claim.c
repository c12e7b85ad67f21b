/* claim.c - gives the attributes and clauses that strip.c removed from the tokens to the nodes that
 * they belong to, by source positions. */
#include "parser/make.h"

#include <string.h>

#include "parser/look.h"
#include "parser/subparse.h"

/* The first mark whose next token begins at 'begin' or later. */
static int mark_first(const mark_vec *marks, unsigned begin)
{
    int low = 0, high = marks->n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (marks->at[middle].next_begin < begin)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

unsigned claim_attrs(struct parser *p, struct attr **list, unsigned begin, unsigned end)
{
    unsigned first = begin;
    while (*list)
        list = &(*list)->next;
    for (int i = mark_first(p->marks, begin); i < p->marks->n; i++) {
        struct mark *m = &p->marks->at[i];
        if (m->prev_end > end)
            break;
        if (m->claimed || m->clause)
            continue;
        m->claimed = true;
        if (m->next_begin == begin && m->loc.begin < first)
            first = m->loc.begin;
        if (!m->attr)
            continue;
        struct attr *a = m->attr;
        if (m->args)
            a->arg = subparse_expression(p, m->args);
        *list = a;
        list = &a->next;
    }
    return first;
}

struct restrict_clause *claim_clause_after(struct parser *p, unsigned end, bool behind_attrs)
{
    for (int i = mark_first(p->marks, end); i < p->marks->n; i++) {
        struct mark *m = &p->marks->at[i];
        if (m->prev_end != end || (m->attr && !behind_attrs))
            return NULL;
        if (m->clause && !m->claimed) {
            m->claimed = true;
            return m->clause;
        }
    }
    return NULL;
}

struct restrict_clause *claim_clause_misplaced(struct parser *p, unsigned begin, unsigned end)
{
    for (int i = mark_first(p->marks, begin); i < p->marks->n; i++) {
        struct mark *m = &p->marks->at[i];
        if (m->prev_end > end)
            break;
        if (m->clause && !m->claimed) {
            m->claimed = true;
            m->clause->misplaced = true;
            return m->clause;
        }
    }
    return NULL;
}

void claim_none(struct parser *p, unsigned begin, unsigned end)
{
    for (int i = mark_first(p->marks, begin); i < p->marks->n && p->marks->at[i].prev_end <= end;
         i++)
        p->marks->at[i].claimed = true;
}

bool claim_has_clause(const struct parser *p, unsigned begin, unsigned end)
{
    for (int i = mark_first(p->marks, begin); i < p->marks->n && p->marks->at[i].prev_end <= end;
         i++)
        if (p->marks->at[i].clause)
            return true;
    return false;
}

static bool is_boundary(const struct parser *p, int i)
{
    int kind = p->tokens[i].kind;
    return kind == TOKEN_SEMICOLON || kind == TOKEN_LBRACE || kind == TOKEN_RBRACE;
}

/* Whether both tokens may belong to one definition: no line between them begins without
 * indentation. */
static bool in_one(const struct parser *p, int first, int last)
{
    for (int i = first + 1; i <= last && i < p->n; i++)
        if (look_definition(p, i))
            return false;
    return true;
}

/* Whether a syntax error is in the construct of the mark, or before it in its definition, so that
 * no node could claim it. */
static bool follows_error(const struct parser *p, const struct mark *m)
{
    int low = 0, high = p->n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (p->tokens[middle].loc.begin < m->next_begin)
            low = middle + 1;
        else
            high = middle;
    }
    int first = low, last = low;
    while (first > 0 && !is_boundary(p, first - 1))
        first--;
    while (last < p->n && !is_boundary(p, last))
        last++;
    for (int i = 0; i < p->errors.n; i++)
        if (p->errors.at[i] <= last &&
            (p->errors.at[i] >= first || in_one(p, p->errors.at[i], low)))
            return true;
    return false;
}

void claim_report_rest(struct parser *p)
{
    for (int i = 0; i < p->marks->n; i++) {
        struct mark *m = &p->marks->at[i];
        bool optnone = m->attr && strcmp(m->attr->name, "optnone") == 0;
        if ((!m->clause && !optnone) || m->claimed || follows_error(p, m))
            continue;
        if (optnone) {
            diag(p->c, DIAG_kernel_attribute, m->loc,
                 "'optnone' does nothing here: it belongs behind the restrict clause of a "
                 "kernel's lambda");
            continue;
        }
        diag(p->c, DIAG_amp_restrict_misplaced, m->loc,
             "a restrict clause belongs directly after a function's or lambda's parameters");
        diag_mended(p->c); /* the code around it was understood */
    }
}
