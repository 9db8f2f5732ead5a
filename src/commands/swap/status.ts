// `tuk swap status`: how the transaction of a swap stands, named by its hash or by an operation of the ledger.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { nextLine } from '../../cli/next-command.js';
import type { Params } from '../../engine/params.js';
import { readCommand } from '../../engine/read-command.js';
import { Ledger } from '../../money/ledger.js';
import { BadInput, Refused } from '../../services/http/errors.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { needsNetwork, network } from '../wallet/network.js';
import { refreshBeneath, refreshWays } from '../wallet/tx.js';

export const status: Command = readCommand({
  name: 'status',
  values: '<hash-or-operation>',
  summary: 'Show how a swap stands, by the hash of its transaction or an operation of the ledger',
  description: 'An operation is named as tuk ops list does; the hash and the network are those of its answer.',
  options: [network],
  examples: ['tuk swap status 0x9adaf2e9fd3b3f3747161b42403ee9a31647cbfb5cf1e8dfac41b572391cb8e8 --network BSC', 'tuk swap status <op-id>'],
  service: 'wallet',
  endpoints: refreshWays,
  uses: refreshBeneath,
  columns: [
    { path: 'status', as: { status: 'WalletTransactionStatus' } },
    { path: 'hash' },
    { path: 'fee', heading: 'fee as given' },
    { path: 'network' },
  ],
  id: 'hash',
  toParams: ({ hashOrOperation, network: of }, _, context) => {
    const name = String(hashOrOperation);
    return name.startsWith('op-') ? transactionOf(name, of, context) : { hash: name, network: needsNetwork(of) };
  },
});

/** The transaction that an operation of the ledger has come to. @throws {Refused} for one that is not there; {BadInput} for one that names none */
function transactionOf(id: string, named: unknown, context: Context): Params {
  const ledger = new Ledger(context.paths.ledger);
  try {
    const found = ledger.find(id);
    if (!found)
      throw new Refused(
        'not-found',
        'NO_OPERATION',
        `There is no operation ${id} in the ledger of this machine.`,
        'List them: tuk ops list',
      );
    const answer = parsed(found.answer);
    const hash = answer.hash ?? answer.transactionHash ?? answer.depositHash;
    const of = named ?? answer.network ?? answer.fromNetwork;
    if (typeof hash !== 'string')
      throw new BadInput(
        'NO_HASH',
        `The answer that ${id} had names no transaction; nothing was sent.`,
        `Look at it: ${nextLine(context, `tuk ops show ${id}`)}`,
      );
    return { hash, network: needsNetwork(of === undefined ? undefined : asText(of)) };
  } finally {
    ledger.close();
  }
}

function parsed(text: string | undefined): Row {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
