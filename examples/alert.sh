#!/usr/bin/env bash
# Waits until a field of a read changes, and prints the first state and each change as JSON lines.
# Exit 8: it did not change in time.
# Use: examples/alert.sh FIELD TIME READ..., such as .amount 1h points balance, or .status 30m ride status ID
set -euo pipefail
tuk "${@:3}" --interval 2s --until "($1) != (\$first | $1)" --max-wait "$2"
