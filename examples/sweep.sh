#!/usr/bin/env bash
# Sends each token of the wallet on BSC that is worth less than VALUE to ADDRESS, then all coins but the most that the fee can be.
# A second run of that day, also after a crash, sends nothing again. KEY_FILE is the key of the wallet, DAY another day.
# Use: examples/sweep.sh VALUE ADDRESS
set -euo pipefail
export KEY_FILE=${KEY_FILE:-"$(dirname "$0")/sandbox.phrase"} NAME="sweep-${DAY:-$(date -u +%F)}" TO=$2
small=".asset.tokenType != \"COIN\" and (.valuatedAmount | tonumber | . > 0 and . < $1)"
tuk wallet balance --network BSC --jq '["ref", "units"], (.[] | select('"$small"') | [.asset.ticker, .amount]) | @csv' |
  tuk batch - --client-ref "$NAME" --env KEY_FILE --env TO --new-recipient --yes --quiet \
    --template 'wallet send --network BSC --to {env:TO} --key-file {env:KEY_FILE} --token {ref} --raw-amount {units}'
tuk wallet send --network BSC --token BNB --to "$TO" --amount max --key-file "$KEY_FILE" --client-ref "$NAME:coin" \
  --new-recipient --yes -o csv --fields amount,token,fee,hash
