/* ampc_mpi.h - ampc in programs with MPI: errors that end the job, and waits for kernels and
 * messages together. These comments are its manual.
 *
 * libampc knows no MPI: all of this is inline, for the MPI that the program is compiled with.
 * Include <mpi.h> first. C11 and C++, and .ampc files, compiled by ampcc --cc=mpicc. Example:
 *
 *     MPI_Init(&argc, &argv);
 *     ampc_mpi_abort_on_error(MPI_COMM_WORLD); */
#ifndef AMPC_MPI_H
#define AMPC_MPI_H

#include "ampc.h"

#include <stdlib.h>
#include <sys/select.h>
#include <sys/time.h>

#ifndef MPI_VERSION
#error "include <mpi.h> before <ampc_mpi.h>"
#endif

static inline void ampc_mpi__handler(ampc_error code, const char *message, const char *file,
                                     int line, void *user)
{
    int begun = 0, ended = 0;
    ampc_error_print(code, message, file, line);
    MPI_Initialized(&begun);
    MPI_Finalized(&ended);
    if (begun && !ended)
        MPI_Abort(*(MPI_Comm *)user, 1);
    abort();
}

/* From now on an error of the library prints what ampc_error_print says (the line in the source,
 * the rank, its host and its device) and ends all ranks of 'comm' by MPI_Abort; before MPI_Init and
 * after MPI_Finalize, this process by abort(). 'comm' must live as long. Replaces the handler of
 * ampc_set_error_handler; call it once, in one thread. Without it the default handler calls
 * abort(), on which most launchers end the job, too. */
static inline void ampc_mpi_abort_on_error(MPI_Comm comm)
{
    static MPI_Comm job;
    job = comm;
    ampc_set_error_handler(ampc_mpi__handler, &job);
}

/* Waits until the operation of 'f' is done and the 'count' requests are complete. MPI makes
 * progress all the time, which it need not do while a thread waits in ampc_future_wait. 'statuses'
 * is as for MPI_Waitall. An error of the operation is raised as by ampc_future_get; MPI's are its
 * own handler's. In the thread that may call MPI.
 *
 * Not inline: GCC warns where it sees MPICH's MPI_STATUSES_IGNORE, an address of 1, passed on. */
__attribute__((__noinline__, __unused__)) static void
ampc_mpi_wait(ampc_future f, int count, MPI_Request *requests, MPI_Status *statuses)
{
    int done = 0, cpu = ampc_accelerator_is_cpu(NULL);
    MPI_Testall(count, requests, &done, statuses);
    while (!done && !ampc_future_is_ready(f)) {
        /* A device that is a CPU has the processor meanwhile. */
        struct timeval pause = {0, cpu ? 20 : 0};
        select(0, NULL, NULL, NULL, &pause);
        MPI_Testall(count, requests, &done, statuses);
    }
    if (!done)
        MPI_Waitall(count, requests, statuses);
    ampc_future_get(f);
}

#endif
