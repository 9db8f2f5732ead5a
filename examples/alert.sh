#!/usr/bin/env bash
# Waits until a field of a read changes, and prints what changed. Exit 8: it did not change in time.
# Use: examples/alert.sh ['points balance'] [.amount] [1h], or examples/alert.sh 'ride status ID' .status 30m
set -euo pipefail
line=${1:-points balance} field=${2:-.amount}
before=$(mktemp) && trap 'rm -f "$before"' EXIT
read -ra words <<< "$line"
tuk "${words[@]}" -o json > "$before"
tuk "${words[@]}" --quiet -w --interval 2s --until "$field != ($(< "$before") | $field)" --max-wait "${3:-1h}"
tuk diff "$line" --since "$before" -o csv || (($? == 1))
