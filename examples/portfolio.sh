#!/usr/bin/env bash
# Prints what all wallets hold and what it is worth in each currency, then the exact sums of each currency.
# The two lines read prices one after the other, which may differ.
# Use: examples/portfolio.sh CURRENCY..., such as USD SGD KRW
set -euo pipefail
tuk wallet balance "${@/#/--currency=}" -o csv --fields network,asset.ticker,wholeAmount,valuatedAmount,valuatedCurrency
tuk wallet balance "${@/#/--currency=}" -o csv --sum valuatedAmount
