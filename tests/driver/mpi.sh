#!/bin/sh
# Programs with MPI: mpi.h passes through ampcc untouched, with --cc, AMPC_CC and CC, in Makefiles and in CMake projects, with each MPI.
. "$TESTS/driver/lib.sh"
. "$TESTS/driver/mpi_lib.sh"
kernels_as_they_are
unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS CC
export PATH="$BUILD/bin:$PATH" PKG_CONFIG_PATH="$BUILD/lib/pkgconfig"

# Handles, constants that are pointers or casts, functions and macros with arguments, datatypes and operations of one's own.
cat >words.ampc <<'A'
#include <amp.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
using namespace concurrency;

struct body {
    double at[3];
    int id;
};

static MPI_Comm world = MPI_COMM_NULL;
static const MPI_Datatype kinds[] = {MPI_CHAR, MPI_INT, MPI_UNSIGNED_LONG, MPI_FLOAT, MPI_DOUBLE, MPI_BYTE, MPI_2INT};

static void most(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int k = 0; k < *n; k++)
        if (((int *)in)[k] > ((int *)inout)[k])
            ((int *)inout)[k] = ((int *)in)[k];
}

int main(int argc, char **argv)
{
    int rank, ranks, had, sum = 1, largest;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &had);
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &ranks);

    struct body b = {{0, 1, 2}, rank};
    MPI_Datatype type;
    MPI_Aint where[2], base;
    MPI_Get_address(&b, &base);
    MPI_Get_address(&b.at, &where[0]);
    MPI_Get_address(&b.id, &where[1]);
    where[0] = MPI_Aint_diff(where[0], base);
    where[1] = MPI_Aint_diff(where[1], base);
    MPI_Type_create_struct(2, (int[]){3, 1}, where, (MPI_Datatype[]){MPI_DOUBLE, MPI_INT}, &type);
    MPI_Type_commit(&type);

    array_view<struct body> v(1, &b);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i].at[2] += v[i].id; });
    v.synchronize();
    struct body other;
    MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Irecv(&other, 1, type, (rank + ranks - 1) % ranks, 7, world, &r[0]);
    MPI_Isend(&b, 1, type, (rank + 1) % ranks, 7, world, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    int fault = other.id != (rank + ranks - 1) % ranks || other.at[2] != 2 + other.id;

    MPI_Op op;
    MPI_Op_create(most, 1, &op);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, world);
    MPI_Allreduce(&rank, &largest, 1, MPI_INT, op, world);
    fault |= sum != ranks || largest != ranks - 1;
    MPI_Status s;
    MPI_Sendrecv_replace(&sum, 1, MPI_INT, rank, 0, rank, MPI_ANY_TAG, world, &s);
    fault |= s.MPI_SOURCE != rank || s.MPI_TAG != 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        int bytes;
        MPI_Type_size(kinds[k], &bytes);
        fault |= bytes < 1;
    }
    char name[MPI_MAX_PROCESSOR_NAME];
    int length;
    MPI_Get_processor_name(name, &length);
    fault |= MPI_Bcast(&sum, 1, MPI_INT, -5, world) == MPI_SUCCESS;
    MPI_Allreduce(MPI_IN_PLACE, &fault, 1, MPI_INT, MPI_LOR, world);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Comm_free(&world);
    MPI_Finalize();
    if (rank == 0)
        puts(fault ? "wrong" : "right");
    return fault;
}
A
export AMPC_TREE=verify
for mpi in $MPIS; do
    cc=$(tool mpicc)
    compiles words words.ampc
    for n in 1 3; do
        [ "$(ranks $n ./words)" = right ] || fails "words, $n ranks of $mpi"
    done
    CC=$cc $AMPCC -c words.ampc || fails "CC=$cc"
    AMPC_CC="env $cc" CC=nosuchcc $AMPCC -o words words.o || fails "AMPC_CC=$cc"
    [ "$(ranks 2 ./words)" = right ] || fails "words by CC with $mpi"
    # ampcc as the compiler of MPI's.
    OMPI_CC=$AMPCC MPICH_CC=$AMPCC "$cc" -o words words.ampc -lm || fails "ampcc behind $cc"
    [ "$(ranks 2 ./words)" = right ] || fails "words by $cc"

    if command -v cmake >/dev/null && [ "$mpi" != plain ]; then
        # CMake finds MPI beside the C compiler, or the C compiler is MPI's.
        how=-DMPI_C_COMPILER=$cc
        [ "$mpi" != mpich ] || how=-DCMAKE_C_COMPILER=$cc
        rm -rf build
        cmake -S "$TESTS/../samples/projects/mpi" -B build "$how" >log 2>&1 && cmake --build build >>log 2>&1 || { cat log; fails "cmake $how"; }
        [ "$(ranks 3 build/sum)" = 333833500 ] || fails "the project by cmake, $how"
    fi
    if command -v pkg-config >/dev/null; then
        printf 'include $(shell pkg-config --print-errors --variable=make ampc)\nsum: sum.o\n\t$(AMPCC) -o $@ $^ -lm\n' >Makefile
        cp "$TESTS/../samples/projects/mpi/sum.ampc" .
        make -s CC="$cc" >log 2>&1 || { cat log; fails "make CC=$cc"; }
        [ "$(ranks 2 ./sum)" = 333833500 ] || fails "the project by make with $mpi"
        rm -f sum sum.o
    fi
done
command -v cmake >/dev/null || echo "not tried: no cmake"
