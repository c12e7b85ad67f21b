/* amp_op.h - the AMP operations of expression nodes (expr.amp), which typing sets.
 * sema/types/amp.def says which operation a member or function has. Example: `v.extent` is an
 * EXPR_MEMBER with AMP_VIEW_EXTENT.
 *
 * Switches over it have no default, so that -Wswitch lists every place that a new operation has to
 * be added to (tests/self/kinds.sh). */
#ifndef PARSER_AMP_OP_H
#define PARSER_AMP_OP_H

/* The AMP operation of a node. The node keeps its syntactic kind, and its operands are those of
 * that kind. */
enum amp_op {
    AMP_NONE,
    /* members and functions of amp.def. A property is the EXPR_MEMBER node; a method is marked on
     * its EXPR_CALL, the callee's EXPR_MEMBER (callee->a is the object) carries the same op;
     * functions on their EXPR_CALL. */
    AMP_RANK,
    AMP_EXTENT_SIZE,
    AMP_EXTENT_CONTAINS,
    AMP_EXTENT_TILE, /* tile<...>: the result's type has the sizes; and group<...>: an extent */
    AMP_TILED_PAD,
    AMP_TILED_TRUNCATE,
    AMP_TILE_EXTENT,
    AMP_TILE_DIM0,
    AMP_TILE_DIM1,
    AMP_TILE_DIM2,
    AMP_TILED_GLOBAL,
    AMP_TILED_LOCAL,
    AMP_TILED_TILE,
    AMP_TILED_ORIGIN,
    AMP_TILED_BARRIER,
    AMP_BARRIER_WAIT,
    AMP_BARRIER_WAIT_GLOBAL,
    AMP_BARRIER_WAIT_TILE,
    AMP_VIEW_EXTENT,
    /* subviews: their values share the home of the view that they are made from */
    AMP_VIEW_SECTION, /* args: index, extent, both, or twice the rank of integers */
    AMP_VIEW_AS,
    AMP_VIEW_REINTERPRET,
    AMP_VIEW_SYNCHRONIZE,
    AMP_VIEW_SYNCHRONIZE_ASYNC,
    AMP_VIEW_SYNCHRONIZE_TO, /* synchronize_to and synchronize_to_async */
    AMP_VIEW_SOURCE,
    AMP_VIEW_REFRESH,
    AMP_VIEW_DISCARD,
    AMP_VIEW_DATA,
    AMP_COPY_TO,
    AMP_COPY_ELEMENTS,
    AMP_COPY_ASYNC,
    AMP_ALGORITHM, /* EXPR_CALL of amp_algorithms::, see algorithm.def; and the EXPR_NAME of a
                      function that it gets */
    AMP_ARRAY_QUEUE,
    AMP_ARRAY_ASSOCIATED,
    AMP_FENCE_ALL,
    AMP_FENCE_GLOBAL,
    AMP_FENCE_TILE,
    AMP_ATOMIC_ADD,
    AMP_ATOMIC_SUB,
    AMP_ATOMIC_MAX,
    AMP_ATOMIC_MIN,
    AMP_ATOMIC_AND,
    AMP_ATOMIC_OR,
    AMP_ATOMIC_XOR,
    AMP_ATOMIC_INC,
    AMP_ATOMIC_DEC,
    AMP_ATOMIC_EXCHANGE,
    AMP_ATOMIC_LOAD,
    AMP_ATOMIC_STORE,
    AMP_ATOMIC_COMPARE_EXCHANGE,
    /* syntax on AMP values */
    AMP_CONSTRUCT,       /* EXPR_CONSTRUCT: index<2>(1, 2), extent<2>(..), array_view<int>(n, p) */
    AMP_INDEX_SUBSCRIPT, /* EXPR_SUBSCRIPT of an index or extent: int, lvalue if the operand is */
    AMP_INDEX_BINARY,    /* EXPR_BINARY + - * / %: operands index, extent or int; result index or
                            extent */
    AMP_INDEX_COMPARE,   /* EXPR_BINARY == != : int */
    AMP_INDEX_ASSIGN,    /* EXPR_ASSIGN compound: a op= b (b of the rank, or int) */
    AMP_INDEX_STEP,      /* EXPR_UNARY ++ -- , prefix and postfix */
    AMP_COPY,            /* EXPR_ASSIGN of whole AMP values */
    AMP_VIEW_ELEMENT, /* EXPR_CALL v(i, j) or v(idx), EXPR_SUBSCRIPT v[idx] or v[i] for rank 1: the
                         element, an lvalue */
    AMP_VIEW_ROW,     /* EXPR_SUBSCRIPT v[i] of a higher rank: a view of rank - 1, no lvalue */
    /* short vectors (sema/types/vector.h), norm and unorm */
    AMP_VECTOR_VALUE,  /* a value made of its operands' values component by component:
                          EXPR_CONSTRUCT, of  numbers or converted from one vector or number,
                          implicitly too; EXPR_BINARY (== and
                          != give int), EXPR_UNARY - ~; EXPR_MEMBER, a swizzle of several components;
                          EXPR_CALL  of a mathematical function. Numbers stand for all components */
    AMP_VECTOR_ASSIGN, /* EXPR_ASSIGN: a op= b, also a swizzle of several components = b */
    AMP_VECTOR_STEP,   /* EXPR_UNARY ++ -- , prefix and postfix */
    AMP_TO_INDEX,      /* EXPR_CONVERT tiled_index to index (its global), tiled_extent to extent */
    AMP_LAUNCH,        /* EXPR_CALL parallel_for_each; expr.launch */
    /* accelerator, accelerator_view, accelerator_list, completion_future: host only */
    AMP_HANDLE_MEMBER,  /* properties and methods; the generator knows them by name */
    AMP_HANDLE_STATIC,  /* EXPR_CALL accelerator::get_all(), accelerator::set_default(name) */
    AMP_HANDLE_NAME,    /* EXPR_NAME queuing_mode_immediate, access_type_read (expr.value), or
                           accelerator::default_accelerator (a string) */
    AMP_HANDLE_COMPARE, /* EXPR_BINARY == != */
    AMP_LIST_AT,        /* EXPR_SUBSCRIPT of an accelerator_list */
    /* EXPR_CALL without a callee, made by optimize/: values of several threads as a vector */
    AMP_LANES_AT,      /* args: an element; the elements from there on, an lvalue */
    AMP_LANES_FILL,    /* args: a number; all lanes have it */
    AMP_LANES_STEPS,   /* args: a constant; 0, it, twice it ... */
    AMP_LANES_LANE,    /* args: a vector variable, an int; the variable's lane, an lvalue */
    AMP_LANES_CONVERT, /* args: a vector; each lane converted */
    AMP_LANES_SELECT,  /* args: vectors a, b and, of int, where; each lane b's where it is -1 */
    AMP_LANES_ANY,     /* args: a vector of int, 0 or -1; whether some lane is -1 */
    AMP_LANES_ALL,     /* the same of all lanes */
    AMP_LANES_TURN,    /* args: an array of as many vectors as have lanes; columns become rows */
    AMP_LANES_SOME,   /* args: an element, an int or a mask; as many elements, or those, a vector */
    AMP_LANES_PUT,    /* args: an element, an int or a mask, a vector; stores its lanes */
    AMP_LANES_GATHER, /* args: the first element of a line, a vector of int, a mask; the elements
                         that are so far behind it, of the lanes where the mask is -1 */
    AMP_LANES_SCATTER,   /* args: the same, a vector; stores its lanes */
    AMP_LANES_QUOTIENT,  /* args: vectors a, b of int or unsigned; a / b */
    AMP_LANES_REMAINDER, /* a % b */
    AMP_LANES_AHEAD,     /* args: an element, a constant; it is read soon, with the 15 behind it,
                          if there are such ones; 0: where these end is asked for elsewhere */
    AMP_LANES_CALL,      /* args: vectors; OpenCL's function 'name' of each lane */
    AMP_FUTURE_THEN      /* EXPR_CALL f.then(function, argument), or f.then(lambda) with expr.launch
                            for its captures */
} __attribute__((packed)); /* one byte */

/* Groups for switches that treat their members alike, as in `case AMP_ATOMICS:`. A new operation
 * that is treated everywhere like those of a group may be added to it; for others the compiler
 * lists the places. */
/* clang-format off */
#define AMP_TILE_DIMS \
    AMP_TILE_DIM0: case AMP_TILE_DIM1: case AMP_TILE_DIM2
#define AMP_EXTENTS /* members of extents, tiled ones too; constants and methods */ \
    AMP_RANK: case AMP_EXTENT_SIZE: case AMP_EXTENT_CONTAINS: case AMP_EXTENT_TILE: \
    case AMP_TILED_PAD: case AMP_TILED_TRUNCATE: case AMP_TILE_EXTENT: case AMP_TILE_DIMS
#define AMP_TILED_INDEX /* amp code alone */ \
    AMP_TILED_GLOBAL: case AMP_TILED_LOCAL: case AMP_TILED_TILE: case AMP_TILED_ORIGIN: \
    case AMP_TILED_BARRIER
#define AMP_WAITS /* amp code alone: of a tile_barrier */ \
    AMP_BARRIER_WAIT: case AMP_BARRIER_WAIT_GLOBAL: case AMP_BARRIER_WAIT_TILE
#define AMP_FENCES /* amp code alone */ \
    AMP_FENCE_ALL: case AMP_FENCE_GLOBAL: case AMP_FENCE_TILE
#define AMP_ATOMICS /* amp code alone */ \
    AMP_ATOMIC_ADD: case AMP_ATOMIC_SUB: case AMP_ATOMIC_MAX: case AMP_ATOMIC_MIN: \
    case AMP_ATOMIC_AND: case AMP_ATOMIC_OR: case AMP_ATOMIC_XOR: case AMP_ATOMIC_INC: \
    case AMP_ATOMIC_DEC: case AMP_ATOMIC_EXCHANGE: case AMP_ATOMIC_LOAD: case AMP_ATOMIC_STORE: \
    case AMP_ATOMIC_COMPARE_EXCHANGE
#define AMP_SUBVIEWS /* views made from views: amp_is_subview */ \
    AMP_VIEW_ROW: case AMP_VIEW_SECTION: case AMP_VIEW_AS: case AMP_VIEW_REINTERPRET
#define AMP_MOVES /* host code alone: methods that copy a view's elements, or give their address */ \
    AMP_VIEW_SYNCHRONIZE: case AMP_VIEW_SYNCHRONIZE_ASYNC: \
    case AMP_VIEW_SYNCHRONIZE_TO: case AMP_VIEW_SOURCE: case AMP_VIEW_REFRESH: case AMP_VIEW_DISCARD: case AMP_COPY_TO
#define AMP_COPIES /* host code alone: the functions copy and copy_async */ \
    AMP_COPY_ELEMENTS: case AMP_COPY_ASYNC
#define AMP_QUEUES /* host code alone: an array's accelerator_views */ \
    AMP_ARRAY_QUEUE: case AMP_ARRAY_ASSOCIATED
#define AMP_TUPLES /* syntax on values of index and extent types */ \
    AMP_INDEX_SUBSCRIPT: case AMP_INDEX_BINARY: case AMP_INDEX_COMPARE: case AMP_INDEX_ASSIGN: \
    case AMP_INDEX_STEP: case AMP_TO_INDEX
#define AMP_VECTORS /* syntax on short vectors, in amp and host code */ \
    AMP_VECTOR_VALUE: case AMP_VECTOR_ASSIGN: case AMP_VECTOR_STEP
#define AMP_LANES /* behind all checks: in kernels that optimize/ makes */ \
    AMP_LANES_AT: case AMP_LANES_FILL: case AMP_LANES_STEPS: case AMP_LANES_LANE: \
    case AMP_LANES_CONVERT: case AMP_LANES_SELECT: case AMP_LANES_ANY: case AMP_LANES_ALL: \
    case AMP_LANES_TURN: case AMP_LANES_SOME: case AMP_LANES_PUT: case AMP_LANES_AHEAD: \
    case AMP_LANES_GATHER: case AMP_LANES_SCATTER: case AMP_LANES_QUOTIENT: \
    case AMP_LANES_REMAINDER: case AMP_LANES_CALL
#define AMP_HANDLES /* host code alone */ \
    AMP_HANDLE_MEMBER: case AMP_HANDLE_STATIC: case AMP_HANDLE_NAME: case AMP_HANDLE_COMPARE: \
    case AMP_LIST_AT: case AMP_FUTURE_THEN
#define AMP_HOST_ONLY \
    AMP_MOVES: case AMP_COPIES: case AMP_ALGORITHM: case AMP_QUEUES: case AMP_HANDLES: case AMP_LAUNCH
/* clang-format on */

#endif
