#!/usr/bin/env bash
# Sends the whole USDC that the BSC wallet has above FLOOR to another address. A second run finds nothing above it.
# KEY_FILE is the key of the wallet.
# Use: examples/sweep.sh [FLOOR] [ADDRESS]
set -euo pipefail
floor=${1:-900} to=${2:-0x70997970C51812dc3A010C7d01b50e0d17dc79C8}
usdc='.[] | select(.network == "BSC" and .asset.ticker == "USDC") | .wholeAmount'
above=$(tuk wallet balance --jq "$usdc | tonumber | floor - $floor")
if ((above < 1)); then echo "Nothing is above $floor USDC."; exit; fi
tuk wallet send --network BSC --token USDC --to "$to" --amount "$above" --key-file "${KEY_FILE:-"$(dirname "$0")/sandbox.phrase"}" \
  --client-ref "sweep-$(date -u +%F)-$above" --new-recipient --yes --fields amount,token,fee,hash -o csv
