/* lsp.h - the language server: `ampcc --lsp`. */
#ifndef LSP_LSP_H
#define LSP_LSP_H

struct driver;

/* Serves one client on standard input and output until it says "exit" or goes away; d->status is
 * the exit status then. The driver has found its files and has a temporary directory. */
void lsp_serve(struct driver *d);

#endif
