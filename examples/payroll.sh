#!/usr/bin/env bash
# Pays each row of a CSV once: its reference is NAME:REF. The same line resumes it after a failure, and pays no row twice.
# Exit 10: the outcome of a row is unknown. See README.md.
# Use: examples/payroll.sh NAME [FILE], such as payroll-2026-11
set -euo pipefail
tuk batch "${2:-"$(dirname "$0")/payroll.csv"}" --client-ref "$1" --new-recipient --yes \
  --template 'points transfer --to {to} --amount {amount}' --jq '[.ref, .status, .result.amount] | @csv'
