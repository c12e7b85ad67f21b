/* harness_blas.c - the bench's libraries, found when it runs: CLBlast on the device's buffers,
 * OpenBLAS on the host's memory. Without them their variants are absent. Their headers are not
 * needed: the few functions are declared here as the libraries document them. Example:
 *
 *     case CLBLAST:
 *     case OPENBLAS: library_gemm(b, 0, 0, n, n, n, 1, &a, &bb, &c); break; */
#include "harness_internal.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_MAJOR = 101, PLAIN = 111, TRANSPOSED = 112 }; /* of both libraries */

typedef int clblast_gemm(int layout, int ta, int tb, size_t m, size_t n, size_t k, float alpha,
                         cl_mem a, size_t a_at, size_t lda, cl_mem b, size_t b_at, size_t ldb,
                         float beta, cl_mem c, size_t c_at, size_t ldc, cl_command_queue *queue,
                         cl_event *event);
typedef int clblast_gemm_batch(int layout, int ta, int tb, size_t m, size_t n, size_t k,
                               float alpha, cl_mem a, size_t a_at, size_t lda, size_t a_step,
                               cl_mem b, size_t b_at, size_t ldb, size_t b_step, float beta,
                               cl_mem c, size_t c_at, size_t ldc, size_t c_step, size_t batch,
                               cl_command_queue *queue, cl_event *event);
typedef int clblast_gemv(int layout, int ta, size_t m, size_t n, float alpha, cl_mem a, size_t a_at,
                         size_t lda, cl_mem x, size_t x_at, size_t x_step, float beta, cl_mem y,
                         size_t y_at, size_t y_step, cl_command_queue *queue, cl_event *event);
typedef int clblast_axpy(size_t n, float alpha, cl_mem x, size_t x_at, size_t x_step, cl_mem y,
                         size_t y_at, size_t y_step, cl_command_queue *queue, cl_event *event);
typedef void cblas_gemm(int layout, int ta, int tb, int m, int n, int k, float alpha,
                        const float *a, int lda, const float *b, int ldb, float beta, float *c,
                        int ldc);
typedef void cblas_gemv(int layout, int ta, int m, int n, float alpha, const float *a, int lda,
                        const float *x, int x_step, float beta, float *y, int y_step);
typedef void cblas_axpy(int n, float alpha, const float *x, int x_step, float *y, int y_step);

/* OpenBLAS makes a thread for each processor that it may run on. Those get one each. */
static void *open_openblas(struct bench_state *s)
{
    threads_free(s->processors);
    void *library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    int (*count)(void) = 0, (*set)(int, size_t, void *) = 0;
    if (library) {
        *(void **)&count = dlsym(library, "openblas_get_num_threads");
        *(void **)&set = dlsym(library, "openblas_setaffinity");
    }
    if (count && set)
        threads_place_others(count() - 1, set);
    s->processors = threads_place();
    return library;
}

/* The function of the variant's library, or 0: then the variant is absent. */
static void *function(struct bench *b, const char *clblast, const char *openblas)
{
    static void *libraries[2];
    int host = b->variant == OPENBLAS;
    const char *wanted = getenv("BENCH_LIBRARIES");
    if (!libraries[host] && !(wanted && !strcmp(wanted, "off")))
        libraries[host] =
            host ? open_openblas(b->state) : dlopen("libclblast.so.1", RTLD_NOW | RTLD_LOCAL);
    void *found = libraries[host] ? dlsym(libraries[host], host ? openblas : clblast) : 0;
    if (!found)
        bench_absent(b);
    return found;
}

/* An operand of either side. */
static cl_mem buffer_of(struct bench *b, const void *view)
{
    return known_view(b->state, view)->buffer;
}

static float *memory_of(struct bench *b, const void *view)
{
    return host_memory(known_view(b->state, view));
}

static void clblast_done(struct bench *b, int status)
{
    if (status)
        bench_absent(b);
}

void library_gemm(struct bench *b, int transpose_a, int transpose_b, int m, int n, int k, int batch,
                  const void *va, const void *vb, const void *vc)
{
    int ta = transpose_a ? TRANSPOSED : PLAIN, tb = transpose_b ? TRANSPOSED : PLAIN;
    int lda = transpose_a ? m : k, ldb = transpose_b ? k : n;
    void *f = function(b, batch > 1 ? "CLBlastSgemmStridedBatched" : "CLBlastSgemm", "cblas_sgemm");
    cl_command_queue queue = f && b->variant == CLBLAST ? ampc_cl_queue(0) : 0;
    if (!f)
        return;
    if (b->variant == OPENBLAS)
        for (int i = 0; i < batch; i++)
            ((cblas_gemm *)f)(ROW_MAJOR, ta, tb, m, n, k, 1, memory_of(b, va) + (size_t)i * m * k,
                              lda, memory_of(b, vb) + (size_t)i * k * n, ldb, 0,
                              memory_of(b, vc) + (size_t)i * m * n, n);
    else if (batch > 1)
        clblast_done(b, ((clblast_gemm_batch *)f)(ROW_MAJOR, ta, tb, m, n, k, 1, buffer_of(b, va),
                                                  0, lda, (size_t)m * k, buffer_of(b, vb), 0, ldb,
                                                  (size_t)k * n, 0, buffer_of(b, vc), 0, n,
                                                  (size_t)m * n, batch, &queue, 0));
    else
        clblast_done(b, ((clblast_gemm *)f)(ROW_MAJOR, ta, tb, m, n, k, 1, buffer_of(b, va), 0, lda,
                                            buffer_of(b, vb), 0, ldb, 0, buffer_of(b, vc), 0, n,
                                            &queue, 0));
}

void library_gemv(struct bench *b, int transpose, int rows, int columns, const void *va,
                  const void *vx, const void *vy)
{
    int ta = transpose ? TRANSPOSED : PLAIN;
    void *f = function(b, "CLBlastSgemv", "cblas_sgemv");
    cl_command_queue queue = f && b->variant == CLBLAST ? ampc_cl_queue(0) : 0;
    if (!f)
        return;
    if (b->variant == OPENBLAS)
        ((cblas_gemv *)f)(ROW_MAJOR, ta, rows, columns, 1, memory_of(b, va), columns,
                          memory_of(b, vx), 1, 0, memory_of(b, vy), 1);
    else
        clblast_done(b, ((clblast_gemv *)f)(ROW_MAJOR, ta, rows, columns, 1, buffer_of(b, va), 0,
                                            columns, buffer_of(b, vx), 0, 1, 0, buffer_of(b, vy), 0,
                                            1, &queue, 0));
}

void library_axpy(struct bench *b, int n, float factor, const void *vx, const void *vy)
{
    void *f = function(b, "CLBlastSaxpy", "cblas_saxpy");
    cl_command_queue queue = f && b->variant == CLBLAST ? ampc_cl_queue(0) : 0;
    if (!f)
        return;
    if (b->variant == OPENBLAS)
        ((cblas_axpy *)f)(n, factor, memory_of(b, vx), 1, memory_of(b, vy), 1);
    else
        clblast_done(b, ((clblast_axpy *)f)(n, factor, buffer_of(b, vx), 0, 1, buffer_of(b, vy), 0,
                                            1, &queue, 0));
}
