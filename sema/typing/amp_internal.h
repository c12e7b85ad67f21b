/* amp_internal.h - what the files of the AMP half share: amp_*.c, atomic.c, launch.c. */
#ifndef SEMA_TYPING_AMP_INTERNAL_H
#define SEMA_TYPING_AMP_INTERNAL_H

#include <stdbool.h>

#include "sema/types/amp.h"
#include "sema/types/expr.h"
#include "sema/typing/sema.h"

/* Whether code here may reach the elements of e->a, of type t: host code only those of staging
 * arrays; reports an array that certainly is none. */
bool amp_array_is_reached(struct sema *s, const struct expr *e, const struct type *t);
/* Whether t is index or tiled_index; extent or tiled_extent; any of the four. */
bool amp_is_index(const struct type *t);
bool amp_is_extent(const struct type *t);
bool amp_is_tuple(const struct type *t);
bool amp_is_view(const struct type *t);
bool amp_is_array(const struct type *t);
bool amp_is_unknown(const struct type *t);
/* Whether the tile sizes of two tiled types are the same. */
bool amp_same_tile(const struct type *a, const struct type *b);

/* Whether t is accelerator, accelerator_view, accelerator_list or completion_future
 * (amp_handle.c). */
bool amp_is_handle(const struct type *t);
/* Whether the C type t is the handle's type in the library's header (accelerator_view and
 * ampc_accelerator_view *), so that the two convert to each other. */
bool handle_to_plain(const struct type *handle, const struct type *t);
bool handle_from_plain(const struct type *handle, const struct type *t);
/* Whether '==' compares operands of these types as handles. */
bool handle_compares(const struct type *a, const struct type *b);
/* These type: list[k]; the constructor of a handle with typed arguments; a method call. */
void handle_subscript(struct sema *s, struct expr *e);
void handle_construct(struct sema *s, struct type *t, expr_vec *args, struct loc where);
void handle_call(struct sema *s, struct expr *e, struct expr *callee, const struct amp_member *m);
/* Whether an argument of 'name' can be an access_type, which the program gives for C++ AMP's sake:
 * it has no effect and is not evaluated. Reports it otherwise. */
bool amp_access_type(struct sema *s, const struct expr *arg, const char *name);
/* Types a call of accelerator::get_all and the like. */
void handle_static_call(struct sema *s, struct expr *e, struct expr *callee);

/* Types the tile sizes 'args' of 'word' (at most 3) and gets their values; false after an error
 * (reported). */
bool amp_tile_sizes(struct sema *s, expr_vec *args, const char *word, int *tile);

/* The AMP type t without qualifiers and reference. */
struct type *amp_value_type(struct ctx *c, const struct type *t);

/* Gives e the type unknown: an error has been reported. */
void amp_poison(struct expr *e);
/* Wraps *e in a node that converts it to t; amp may be AMP_NONE. */
void amp_wrap(struct sema *s, struct expr **e, struct type *t, enum amp_op amp);

/* The type of the elements that a view or array gives access to: const for a const array. */
struct type *amp_element_type(struct ctx *c, const struct type *t);
/* Whether values of an element type may be copied between views and arrays: same rank and element;
 * reports it at 'where' otherwise. */
bool amp_same_elements(struct sema *s, const struct type *from, const struct type *to,
                       struct loc where);
/* Whether t is a pointer or C array. */
bool amp_is_source(const struct type *t);
/* Whether the memory that 'source' points to, or is, can hold elements of the view or array type t;
 * reports it otherwise. */
bool amp_source_fits(struct sema *s, const struct expr *source, const struct type *t);
/* These type: e, a call of copy(from, to) by the row m; the operands of v.copy_to(to). */
void amp_copy_call(struct sema *s, struct expr *e, const struct amp_member *m);
bool amp_copy_to(struct sema *s, const struct type *from, const struct expr *to);
/* Types e, a view or array with subscripts args (typed), as an element. */
void amp_element(struct sema *s, struct expr *e, const struct type *view, expr_vec *args);
/* The object of a method as what has elements: t of t.get(i), *t of t->get(i). */
struct expr *amp_object_of(struct sema *s, struct expr *callee);
/* Types e, the subscript of a view or array of higher rank with an integer, as a row. */
void amp_row(struct sema *s, struct expr *e, const struct type *view);
/* Types e, the call of a method that makes a subview of a view of type t. */
void amp_subview(struct sema *s, struct expr *e, struct expr *callee, const struct type *t);
/* Converts the first n arguments to int; false after an error (reported). */
bool amp_integers(struct sema *s, expr_vec *args, int n, const char *what);
/* Whether a view may have elements of type t, written at n; reports it otherwise. */
bool amp_element_is_good(struct sema *s, const struct type_name *n, const struct type *t);
/* Whether the member m may be used in the code being typed; reports it at e otherwise. */
bool amp_side_allows(struct sema *s, const struct expr *e, const struct type *t,
                     const struct amp_member *m);
/* The AMP type of the object of a MEMBER or ARROW node with typed operand; NULL: none. */
struct type *amp_object(const struct expr *e);
/* Reports an unknown or not yet supported member of t at e. */
void amp_no_member(struct sema *s, const struct expr *e, const struct type *t);
/* Type of a member's or function's result; t: the object's type, NULL for functions. */
struct type *amp_result_type(struct sema *s, const struct amp_member *m, struct type *t);

/* amp_texture.c. Whether elements of a texture may be of type t, written at n; reports it
 * otherwise. */
bool texture_element_is_good(struct sema *s, const struct type_name *n, const struct type *t);
/* Whether code here may read elements of t, of a view or array, at e; reports a texture's that it
 * may not. */
bool texture_is_reached(struct sema *s, const struct expr *e, const struct type *t);
/* Types e, the call of the method get or set, of row m, of a texture or view of one. */
void texture_access(struct sema *s, struct expr *e, struct expr *callee, const struct type *t,
                    const struct amp_member *m);
/* Takes the level, which is 0, from the call of a method whose only argument it is; false: it is
 * another one (reported). */
bool texture_level(struct sema *s, struct expr *e);
/* e, sampler.get_filter_mode() or one of its like, becomes the member, typed; false: it is none. */
bool texture_sampler_member(struct sema *s, struct expr *e, const struct expr *callee);
/* Check the typed arguments of constructors. */
void texture_construct(struct sema *s, struct type *t, expr_vec *args, struct loc where);
void texture_view_construct(struct sema *s, struct type *t, expr_vec *args, struct loc where);
/* Arguments of copy that name a section of a texture, by an index and an extent behind it, become
 * the section. True: e copies a section between two textures; the arguments become from, to, the
 * indices of both and the extent, or none after an error (reported). */
bool texture_copy_sections(struct sema *s, struct expr *e);
/* e, a call of the function 'name' with three typed arguments, copies the bytes of a texture: copy(
 * pointer, bytes, texture) or copy(texture, pointer, bytes); the arguments become from, to, bytes,
 * none after an error (reported). False: it does not. */
bool texture_copy_arguments(struct sema *s, struct expr *e, const char *name);
/* Types e, t(args), as the element of a texture that is stored to. */
void amp_texel(struct sema *s, struct expr *e, const struct type *t);
/* Checks extents that are known at compile time; false: an array cannot have them (reported). */
bool amp_positive_extents(struct sema *s, const struct type *t, const expr_vec *args);

/* atomic.c: the compiler's own atomic functions, to which <stdatomic.h> expands, in amp code. Gives
 * a call of 'name' the arguments of AMP's operation and returns its row; NULL: there is none. */
const struct amp_member *atomic_function(struct sema *s, struct expr *call, const char *name);
/* amp_algorithm.c: types e, the call of amp_algorithms::callee. */
void algorithm_call(struct sema *s, struct expr *e, struct expr *callee);
/* amp_call.c: types e, a call of the fence or atomic of row m. */
void atomic_call(struct sema *s, struct expr *e, const struct amp_member *m);

#endif
