#!/usr/bin/env bash
# Waits until a field of a read changes, and prints what changed. Exit 8: it did not change in time.
# Use: examples/alert.sh FIELD TIME READ..., such as .amount 1h points balance, or .status 30m ride status ID
set -euo pipefail
before=$(tuk "${@:3}" -o json)
tuk "${@:3}" --quiet -w --interval 2s --until "$1 != ($before | $1)" --max-wait "$2"
tuk diff "${*:3}" --since - -o csv <<< "$before" || (($? == 1))
