/* explain.h - ampcc --explain. */
#ifndef DRIVER_EXPLAIN_H
#define DRIVER_EXPLAIN_H

/* Prints what 'word' asks for: the explanation of an id ("amp-call", "-Wamp-call"), those of all as
 * Markdown ("all"), or the list of ids (""). Returns the exit status; an unknown id is reported. */
int explain_print(const char *word);

#endif
