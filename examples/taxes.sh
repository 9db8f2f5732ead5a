#!/usr/bin/env bash
# Writes every movement of value of a year to taxes-YEAR.csv, and prints the exact sums by token: out, in, and fees.
# What is still open is in no sum; the last lines of stderr count it.
# Use: examples/taxes.sh YEAR ZONE
set -euo pipefail
movements=(ops export --since "$1-01-01" --until "$1-12-31" --tz "$2")
tuk ops check --quiet || (($? == 8))
tuk "${movements[@]}" > "taxes-$1.csv"
for kind in out in fee; do
  tuk "${movements[@]}" --match "kind:$kind" --sum amount --sum-by asset -o csv | sed "s/^/$kind,/"
done
