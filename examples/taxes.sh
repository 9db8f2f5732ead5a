#!/usr/bin/env bash
# Writes every movement of value of a year to taxes-YEAR.csv, and prints the exact sums by token: out, in, and fees.
# Use: examples/taxes.sh [YEAR] [ZONE]
set -euo pipefail
year=${1:-$(date -u +%Y)}
movements=(ops export --since "$year-01-01" --until "$year-12-31" --tz "${2:-UTC}")
tuk ops check --quiet
tuk "${movements[@]}" > "taxes-$year.csv"
for kind in out in fee; do
  echo "$kind"
  tuk "${movements[@]}" --match "kind:$kind" --sum amount --sum-by asset -o csv
done
