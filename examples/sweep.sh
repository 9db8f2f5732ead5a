#!/usr/bin/env bash
# Sends the whole USDC that the BSC wallet has above FLOOR to ADDRESS. A second run finds nothing above it.
# KEY_FILE is the key of the wallet.
# Use: examples/sweep.sh FLOOR ADDRESS
set -euo pipefail
usdc='.[] | select(.network == "BSC" and .asset.ticker == "USDC") | .wholeAmount | tonumber'
above=$(tuk wallet balance --jq "($usdc) - $1 | floor")
if ((above < 1)); then exit; fi
tuk wallet send --network BSC --token USDC --to "$2" --amount "$above" --key-file "${KEY_FILE:-"$(dirname "$0")/sandbox.phrase"}" \
  --client-ref "sweep-$(date -u +%F)-$above" --new-recipient --yes --fields amount,token,fee,hash -o csv
