/* pingpong.c - how long messages take between two ranks: `mpirun -n 2 ./pingpong`. Lines of bytes
 * and the least microseconds one way, of 7 rounds. Plain MPI; tests/bench/scale fits latency and
 * bandwidth to them. Example of a line: 8 0.412 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    static char bytes[4 << 20];
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    memset(bytes, 1, sizeof bytes);
    for (int n = 8; n <= (int)sizeof bytes && ranks == 2; n *= 8) {
        int times = n < 65536 ? 400 : 20;
        double least = 1;
        for (int round = 0; round < 7; round++) {
            MPI_Barrier(MPI_COMM_WORLD);
            double start = MPI_Wtime();
            for (int k = 0; k < times; k++) {
                if (rank == 0)
                    MPI_Send(bytes, n, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
                MPI_Recv(bytes, n, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                if (rank == 1)
                    MPI_Send(bytes, n, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
            }
            double seconds = (MPI_Wtime() - start) / (2 * times);
            least = seconds < least ? seconds : least;
        }
        if (rank == 0)
            printf("%d %.3f\n", n, least * 1e6);
    }
    MPI_Finalize();
    return 0;
}
