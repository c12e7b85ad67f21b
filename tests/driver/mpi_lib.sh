# mpi_lib.sh - sourced by the tests of programs under MPI, behind lib.sh: which MPIs there are, and how they start ranks in a container.
#
# "for mpi in $MPIS; do compiles prog prog.ampc; ranks 3 ./prog; done" builds and runs with each MPI. Here ranks are more
# than processors, of root, without ssh, ptrace or a network.

[ -z "$SANITIZE" ] || { echo "skipped: MPI's own memory is not for sanitizers"; exit 77; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_plm=isolated
export OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_base_warn_component_unused=0
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe PRTE_MCA_hwloc_default_binding_policy=none HYDRA_LAUNCHER=fork

MPIS=
for mpi in openmpi mpich; do
    if command -v mpicc.$mpi >/dev/null && command -v mpirun.$mpi >/dev/null; then
        MPIS="$MPIS $mpi"
    fi
done
if [ -z "$MPIS" ]; then
    command -v mpicc >/dev/null && command -v mpirun >/dev/null ||
        { echo "skipped: there is no MPI (Debian: apt-get install libopenmpi-dev openmpi-bin)"; exit 77; }
    MPIS=plain
fi

# The tool of the MPI that is at hand: mpicc.openmpi, or mpicc.
tool() { if [ "$mpi" = plain ]; then echo "$1"; else echo "$1.$mpi"; fi; }
# compiles PROGRAM FILE [OPTION...]; gcc takes the (MPI_Status *)1 of MPICH for an array of no elements, in plain C too.
compiles() {
    out=$1
    shift
    $AMPCC --cc="$(tool mpicc)" -O2 -Wall -Wextra -Wno-stringop-overflow -o "$out" "$@" -lm >compile.log 2>&1 || { cat compile.log; fails "$* with $mpi"; }
    [ ! -s compile.log ] || { cat compile.log; fails "messages for $* with $mpi"; }
}
# ranks N COMMAND...: as so many ranks, a minute at most.
ranks() {
    n=$1
    shift
    timeout 60 "$(tool mpirun)" -n "$n" "$@" </dev/null
}
