// Lists the commands of `tuk swap`: tokens, quotes, the status of a swap, the bridge.
import type { Command, Context, Group } from '../../cli/command.js';

import { nextCommand } from '../../cli/next-command.js';
import { readLedger } from '../../cli/read-ledger.js';
import { showCommand } from '../../engine/read/read-command.js';
import { refreshEndpoints } from '../../engine/read/transaction-refresh.js';
import { network, requireNetwork } from '../../engine/request/network-option.js';
import type { Params } from '../../engine/request/params.js';
import { BadInput, Refused } from '../../services/http/errors.js';
import { asText, isNothing, valueAt } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { transactionInResponse } from '../../things/operations.js';
import { transaction } from '../../things/transaction.js';
import { bridge } from './bridge.js';
import { quotes } from './quote.js';
import { run } from './run.js';

// `tuk swap status`: the status of the transaction of a swap, by its hash or by an operation of the ledger.

const status: Command = showCommand('wallet', {
  name: 'status',
  values: '<hash-or-operation>',
  summary: 'Show the status of a swap, by its transaction hash or an operation of the ledger',
  description: 'An operation has the id of tuk ops list; hash and network come from its response.',
  options: [network],
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
  toParams: ({ hashOrOperation, network: networkName }, _, context) => {
    const name = String(hashOrOperation);
    return name.startsWith('op-')
      ? transactionOf(name, networkName, context)
      : { hash: name, network: requireNetwork(networkName) };
  },
});

/**
 * The transaction of an operation.
 * @throws {Refused} for an unknown operation; {BadInput} for one without a transaction
 */
function transactionOf(id: string, requestedNetwork: unknown, context: Context): Params {
  const operation = readLedger(context, (ledger) => ledger.find(id));
  if (!operation)
    throw new Refused(
      'not-found',
      'NO_OPERATION',
      `There is no operation ${id} in the ledger of this machine.`,
      'List them: tuk ops list',
    );
  const response = parsedIfJson(operation.answer);
  const first = (names: readonly string[]) =>
    names.map((name) => valueAt(response, name)).find((value) => !isNothing(value));
  const hash = first(transactionInResponse.hash);
  const networkName = requestedNetwork ?? first(transactionInResponse.network);
  if (typeof hash !== 'string')
    throw new BadInput(
      'NO_HASH',
      `The response of ${id} has no transaction hash; nothing was sent.`,
      `See: ${nextCommand(context, `tuk ops show ${id}`)}`,
    );
  return { hash, network: requireNetwork(networkName === undefined ? undefined : asText(networkName)) };
}

export const group: Group = { commands: [...quotes, run, status, ...bridge] };
