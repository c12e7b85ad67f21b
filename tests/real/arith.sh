#!/bin/sh
# Expressions over all arithmetic types give in a kernel what they give on the host, bit for bit: tests/arith/gen.c.
cc -O1 -o gen "$TESTS/arith/gen.c" "$TESTS/arith/value.c" -lm
for seed in ${ARITH_SEEDS:-1 2 3 4}; do
    ./gen "$seed" "${ARITH_COUNT:-250}" >arith.ampc
    "$AMPCC" -w -O1 -ffp-contract=off -o arith arith.ampc -lm
    ./arith || { echo "seed $seed"; exit 1; }
done
