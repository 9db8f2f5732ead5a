#!/usr/bin/env bash
# Writes every movement of value of a year to taxes-YEAR.csv, and prints the exact sums by token: out, in, and fees.
# What is still open is in no sum; the last lines of stderr count it.
# Use: examples/taxes.sh YEAR ZONE
set -euo pipefail
movements=(ops export --since "$1-01-01" --until "$1-12-31" --tz "$2" -o csv)
tuk ops check --quiet || (($? == 8))
tuk "${movements[@]}" > "taxes-$1.csv"
tuk "${movements[@]}" --match '!kind=open' --sum amount --sum-by kind,asset
