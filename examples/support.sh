#!/usr/bin/env bash
# Prints everything that is known of an id, hash or address as Markdown for a ticket; personal data are masked.
# A curl line of the customer becomes a tuk line without its secrets.
# Use: examples/support.sh ID [CURL_LINE] > case.md
set -euo pipefail
tuk explain "$1" --jq '.[] | "- \(.is): \(.means)"' || (($? == 5))
tuk find "$1" -o md || (($? == 5))
printf '\n```\n%s\n```\n' "$(tuk whoami -i --fields userId)"
if [[ -n ${2:-} ]]; then printf '\n    %s\n' "$(tuk api import "$2")"; fi
