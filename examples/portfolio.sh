#!/usr/bin/env bash
# Prints what all wallets hold and what it is worth, then the exact sums by network and in all.
# Each line reads anew: a price may move between two of them.
# Use: examples/portfolio.sh [CURRENCY], such as SGD
set -euo pipefail
worth=(wallet balance --in "${1:-USD}" -o csv)
tuk "${worth[@]}" --fields network,asset.ticker,wholeAmount,valuatedAmount,valuatedCurrency
tuk "${worth[@]}" --sum valuatedAmount --sum-by network
tuk "${worth[@]}" --sum valuatedAmount
