// Lists the commands of `tuk swap`: tokens, quotes, the status of a swap, the bridge.
import type { Command, Context, Group } from '../../cli/command/command.js';

import { nextCommand } from '../../cli/settings/next-command.js';
import { networkOfHash, transactionOf } from '../../engine/chain/known-transaction.js';
import { operationOf, withLedger } from '../../engine/operations/operation.js';
import { showCommand } from '../../engine/read/read-command.js';
import { refreshEndpoints } from '../../engine/read/transaction-refresh.js';
import { hashNetwork } from '../../engine/request/network-option.js';
import { BadInput } from '../../services/http/errors.js';
import { transaction } from '../../things/transaction.js';
import { bridge } from './bridge.js';
import { quotes } from './quote.js';
import { run } from './run.js';

// `tuk swap status`: the status of the transaction of a swap, by its hash or by an operation of the ledger.

const status: Command = showCommand('wallet', {
  name: 'status',
  values: '<hash-or-operation>',
  summary: 'Show the status of a swap, by its transaction hash or an operation of the ledger',
  description: 'An operation has the id of tuk ops list.',
  options: [hashNetwork],
  examples: [
    'tuk swap status 0x9adaf2e9fd3b3f3747161b42403ee9a31647cbfb5cf1e8dfac41b572391cb8e8 --network BSC',
    'tuk swap status <op-id>',
  ],
  endpoints: refreshEndpoints,
  columns: [
    { path: 'status', as: { status: 'WalletTransactionStatus' } },
    { path: 'hash' },
    { path: 'fee', heading: 'fee as given' },
    { path: 'network' },
  ],
  id: 'hash',
  shows: transaction,
  toParams: async ({ hashOrOperation }, args, context) => {
    const name = String(hashOrOperation);
    const hash = name.startsWith('op-') ? await hashOf(name, context) : name;
    return { hash, network: networkOfHash(hash, args, context) };
  },
});

/** The hash of the transaction of an operation. @throws {Refused} NO_OPERATION; {BadInput} NO_HASH */
async function hashOf(id: string, context: Context): Promise<string> {
  const operation = await withLedger(context, async (ledger) => operationOf(ledger, id));
  const { hash } = transactionOf(operation, context);
  if (hash !== '') return hash;
  throw new BadInput(
    'NO_HASH',
    `The response of ${id} has no transaction hash.`,
    `See: ${nextCommand(context, `tuk ops show ${id}`)}`,
  );
}

export const group: Group = { commands: [...quotes, run, status, ...bridge] };
