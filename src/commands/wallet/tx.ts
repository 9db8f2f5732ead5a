// `tuk wallet tx refresh`: refreshes the status of transactions.

import type { Command } from '../../cli/command.js';
import { isDryRun } from '../../cli/settings.js';
import { showCommand } from '../../engine/read/read-command.js';
import { refreshEndpoints } from '../../engine/read/transaction-refresh.js';
import { network, requireNetwork } from '../../engine/request/network-option.js';
import { partFailure } from '../../services/http/errors.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { transaction } from '../../things/transaction.js';

const refresh = showCommand('wallet', {
  name: 'tx refresh',
  values: '<hash...>',
  summary: 'Refresh transactions and show their status',
  description: 'Prints an object for one hash, a list for several. If one fails, the others are still shown.',
  options: [network],
  examples: [
    'tuk wallet tx refresh 0x058d9e7d1d3e32913b46966eadde862d019244781babb7b563f6b20a260a27c8 --network ETHEREUM',
  ],
  endpoints: refreshEndpoints,
  columns: [
    { path: 'hash' },
    { path: 'status', as: { status: 'WalletTransactionStatus' } },
    { path: 'fee', heading: 'fee as given' },
    { path: 'nonce' },
    { path: 'type' },
  ],
  id: 'hash',
  shows: transaction,
  fetchAll: async (fetchOnce, { hash, network: networkOption }, { context, partialFailures }) => {
    const hashes = [...new Set([hash].flat().map(String))];
    const networkName = requireNetwork(networkOption);
    if (hashes.length === 1 || isDryRun(context.flags))
      return (await fetchOnce({ hash: hashes[0], network: networkName }))?.text;
    const rows: unknown[] = [];
    for (const transactionHash of hashes)
      try {
        rows.push(parseLossless((await fetchOnce({ hash: transactionHash, network: networkName }))!.text));
      } catch (error) {
        partialFailures.push(partFailure(error));
      }
    if (rows.length === 0) throw partialFailures.shift()!;
    return stringifyLossless(rows);
  },
});

export const transactions: readonly Command[] = [refresh];
