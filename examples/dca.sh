#!/usr/bin/env bash
# Buys once a day if the price is at most BOUND. A second run of that day, also after a crash, buys nothing again.
# Exit 1: the price is above the bound. KEY_FILE is the key of the wallet, DAY another day.
# Use: examples/dca.sh [BOUND]
set -euo pipefail
here=$(dirname "$0")
export BOUND=${1:-650} KEY_FILE=${KEY_FILE:-"$here/sandbox.phrase"}
tuk flow run "$here/dca.yaml" --client-ref "dca-${DAY:-$(date -u +%F)}" --env BOUND --env KEY_FILE --yes --fields name,outcome -o csv
