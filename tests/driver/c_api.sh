#!/bin/sh
# The library without the compiler: a plain C program against the headers and what pkg-config says, with the archive and with the
# shared library; C++; and a C file beside an .ampc file.
. "$TESTS/driver/lib.sh"
export PKG_CONFIG_PATH="$BUILD/lib/pkgconfig"
strict='-std=c11 -pedantic-errors -Wall -Wextra -Werror'
cc $SANITIZE $strict -c -o c_api.o "$TESTS/driver/c_api.c" $(pkg-config --cflags ampc)
cc $SANITIZE -o static c_api.o "$BUILD/lib/libampc.a" -lOpenCL -lm -pthread
for mode in AMPC_X=1 AMPC_NO_ZERO_COPY=1; do
    env $mode ./static >out 2>&1 || { cat out; fails "c_api with the archive, $mode"; }
done
if [ -z "$SANITIZE" ]; then
    cc -o shared c_api.o $(pkg-config --libs ampc) -lOpenCL
    objdump -p shared >needed
    has needed libampc.so.0
    ./shared >out 2>&1 || { cat out; fails "c_api with the shared library"; }
fi
[ "$(pkg-config --modversion ampc)" = 0.1.0 ]

# Where there is no OpenCL device, text cannot run: one clear error, nothing changes, and the rest works.
cat >none.c <<'C'
#include <ampc.h>
#include <ampc_cl.h>
#include <stdio.h>
#include <string.h>
static void handler(ampc_error code, const char *message, const char *file, int line, void *user)
{
    printf("%s: %s (%s:%d)\n", ampc_error_name(code), message, file ? file : "-", line);
    ++*(int *)user;
}
int main(void)
{
    int data[3] = {1, 2, 3}, out[3], errors = 0;
    ampc_view1 v;
    ampc_cl_memory memory;
    const ampc_parameter parameters[] = {{"v", AMPC_PARAMETER_VIEW, sizeof(int), 1}};
    ampc_set_error_handler(handler, &errors);
    ampc_view_create(&v.v, 1, (int[]){3}, sizeof(int), data, 0);
    ampc_kernel *kernel = ampc_kernel_create(&(ampc_kernel_text){.source = "__kernel void k(AMPC_DOMAIN(1, n), AMPC_VIEW(1, v)) {}",
        .name = "k", .file = __FILE__, .line = __LINE__, .rank = 1, .count = 1, .parameters = parameters});
    if (!kernel || errors || strcmp(ampc_accelerator_name(ampc_accelerator_default()), "emulator"))
        return 1;
    ampc_kernel_launch(kernel, NULL, (int[]){3}, (const void *[]){&v});
    if (errors != 1 || ampc_cl_queue(NULL) || errors != 2 || ampc_cl_begin(&v.v, NULL, AMPC_READ, &memory) || errors != 3)
        return 2;
    ampc_future_get(ampc_copy_out_async(&v.v, out, sizeof out));
    ampc_view_release(&v.v);
    ampc_wait();
    return errors != 3 || out[2] != 3 || data[0] != 1;
}
C
cc $SANITIZE $strict -o none none.c $(pkg-config --cflags ampc) "$BUILD/lib/libampc.a" -lOpenCL -lm -pthread
status 0 env OCL_ICD_VENDORS="$PWD/no-vendors" ./none
has out 'unsupported_feature: kernel k is OpenCL C text, which the emulator cannot run; it needs an OpenCL device (PoCL makes one of the processor) (none.c:19)'
has out 'unsupported_feature: the emulator is no OpenCL device'
[ "$(wc -l <out)" = 3 ] && [ "$(wc -l <err)" = 1 ] || { cat out err; fails "more or fewer messages"; }

cat >plus.cpp <<'C'
#include <ampc.h>
#include <ampc_cl.h>
int main()
{
    int data[3] = {1, 2, 3}, extent[1] = {3}, index[1] = {2};
    ampc_view1 v;
    ampc_view_create(&v.v, 1, extent, sizeof data[0], data, 0);
    int seen = *static_cast<int *>(ampc_view_at(&v.v, index, AMPC_READ));
    ampc_view_release(&v.v);
    return seen != 3 || ampc_version() != AMPC_VERSION || !ampc_cl_queue(nullptr);
}
C
g++ $SANITIZE -std=c++11 -pedantic-errors -Wall -Wextra -Werror -o plus plus.cpp $(pkg-config --cflags ampc) \
    "$BUILD/lib/libampc.a" -lOpenCL -lm -pthread
./plus

# Views go from .ampc files to C files and back.
cat >scale.ampc <<'A'
#include <ampc.h>
void scale(array_view<int, 2> v, int by)
{
    parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { v[i] *= by; });
}
int sum(ampc_view1 v);
void clear(ampc_view *v, int i);
int last_of_rows(array_view<int, 2> v)
{
    array_view<int> row = v[v.extent[0] - 1];
    parallel_for_each(row.extent, [=](index<1> i) restrict(amp) { row[i] += 1; });
    clear(&row, 0);
    return sum(row) + sum(v[0]);
}
array_view<int> squares(int n)
{
    array_view<int> v(n);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0] * i[0]; });
    return v;
}
A
cat >main.c <<'C'
#include <ampc.h>
void scale(ampc_view2 v, int by);
ampc_view1 squares(int n);
int last_of_rows(ampc_view2 v);
void clear(ampc_view *v, int i)
{
    *(int *)ampc_view_at(v, &i, AMPC_WRITE) = 0;
}
int sum(ampc_view1 v)
{
    int all = 0;
    for (int i = 0; i < v.extent[0]; i++)
        all += *(int *)ampc_view_at(&v.v, &i, AMPC_READ);
    return all;
}
int main(void)
{
    int data[2][3] = {{1, 2, 3}, {4, 5, 6}};
    ampc_view2 v;
    ampc_view1 s = squares(20);
    ampc_view_create(&v.v, 2, (int[]){2, 3}, sizeof(int), data, 0);
    scale(v, 10);
    if (last_of_rows(v) != 51 + 61 + 60)
        return 1;
    ampc_view_release(&v.v);
    int last = *(int *)ampc_view_at(&s.v, (int[]){19}, AMPC_READ);
    ampc_view_release(&s.v);
    return data[1][2] != 61 || last != 361;
}
C
status 0 $AMPCC -Wall -Wextra -o mixed main.c scale.ampc
./mixed
