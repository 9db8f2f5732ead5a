// `tuk wallet history`, `tx show` and `tx block`: what addresses have sent and received.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { readCommand } from '../../engine/read-command.js';
import { WalletTransactionFilter } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';
import { listing } from '../../ui/format/columns.js';
import { needsNetwork, network } from './network.js';
import { decimalsAnywhere, movedDecimals, tokenLists, withWhole } from './tokens.js';

const columns: readonly Column[] = [
  { path: 'status', as: { status: 'WalletTransactionStatus' } },
  { path: 'updatedAt', heading: 'updated', as: 'time' },
  { path: 'value', as: { units: 'decimals', token: 'ticker' } },
  { path: 'type' },
  { path: 'from' },
  { path: 'to' },
  { path: 'hash' },
  { path: 'fee', heading: 'fee as given' },
  { path: 'value', heading: 'base units' },
  { path: 'nonce' },
  { path: 'network' },
  { path: 'id' },
];
const feeNote = 'value is in base units, as it came; wholeValue is in whole tokens, by the token list. The unit of fee is not public.';

/** Amounts in whole tokens beside those in base units; the token list is read once. */
function inWhole({ options }: Arguments, context: Context): (json: string) => Promise<string> {
  const tokensOf = tokenLists(context);
  return async (json) => {
    const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
    const answer = parseLossless(json);
    const rows = Array.isArray(answer) ? listing(answer)!.rows : isRecord(answer) ? [answer] : [];
    if (rows.length === 0) return json;
    const of = options.network === undefined ? undefined : String(options.network);
    const named = rows.some((row) => typeof row.ticker === 'string');
    const tokens = await tokensOf(of !== undefined && named ? [of] : []);
    const anywhere = of === undefined && rows.some((row) => typeof row.ticker === 'string' && movedDecimals(row, of, tokens) === undefined);
    const decimals = anywhere ? await decimalsAnywhere(context) : () => undefined;
    const whole = rows.map((row) => withWhole(row, ['value'], movedDecimals(row, of, tokens) ?? decimals(row)));
    return stringifyLossless(Array.isArray(answer) ? whole : whole[0]);
  };
}

const history = readCommand({
  name: 'history',
  summary: 'List what an address has sent and received, newest first',
  description: `A wallet of your own goes by its id, its name or its number in tuk wallet list, too.
${feeNote}`,
  options: [
    { ...network, needed: true },
    { flags: '--address <address>', summary: 'whose', needed: true },
    { flags: '--filter <word>', summary: 'only what it has sent, or received', words: WalletTransactionFilter },
    { flags: '--ticker <symbol>', summary: 'only of a token' },
  ],
  examples: [
    'tuk wallet history --network ETHEREUM --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    'tuk wallet history --network BSC --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --filter RECEIVE --ticker bMVL',
    'tuk wallet history --network ETHEREUM --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --all -o ndjson',
  ],
  service: 'wallet',
  endpoints: [
    { call: 'listHistory', version: 'v2' },
    { call: 'listTransactionsV1', version: 'v1', when: 'unknown' },
    { call: 'listTransactionsV1_1', version: 'v1.1', when: 'asked' },
  ],
  uses: [
    'wallet GET /v2/wallets/transaction/history',
    'wallet GET /v1/wallets/transactions',
    'wallet GET /v1.1/wallets/transactions',
    'wallet GET /v3/token/{network}',
    'user GET /v2/wallets',
  ],
  pages: 'rows',
  columns,
  empty: ['Nothing was sent or received.', 'See your addresses: tuk wallet list'],
  toParams: async (given, { options: { apiVersion } }, context) => {
    if (given.address === undefined)
      throw new BadInput('MISSING_OPTION', '--address is needed; nothing was sent.', 'See yours: tuk wallet list');
    const of = needsNetwork(given.network);
    const { addressMeant } = await import('./own.js');
    return {
      filter: 'ALL',
      ...given,
      address: await addressMeant(context, String(given.address), '--address', of),
      network: of,
      ...(apiVersion === 'v1.1' ? { beforeblock: '2147483647', beforeindex: '2147483647' } : {}), // as version 1 begins (CONTRACT.md 1.6)
    };
  },
  transformAll: (typed, context) => inWhole(typed, context),
});

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const show = readCommand({
  name: 'tx show',
  values: '<hash-or-id>',
  summary: 'Show a transaction by its hash and network, or a row of a history by its id',
  description: `${feeNote} A row by its id does not say its network: where tokens of its name differ, --network says which.`,
  options: [network],
  examples: [
    'tuk wallet tx show 0x058d9e7d1d3e32913b46966eadde862d019244781babb7b563f6b20a260a27c8 --network ETHEREUM',
    'tuk wallet tx show 2',
    'tuk wallet tx show 2 --jq .status',
  ],
  service: 'wallet',
  endpoints: [{ call: 'getTransaction', needs: ['network'] }, { call: 'getHistoryRow' }],
  uses: [
    'wallet GET /v1/transactions',
    'wallet GET /v2/wallets/transaction/history/{id}',
    'wallet GET /v3/token/{network}',
    'wallet GET /v3/token',
  ],
  columns,
  toParams: ({ hashOrId, network: of }) => {
    if (of === undefined && /^0x[0-9a-f]{64}$/i.test(String(hashOrId))) needsNetwork(of);
    return of === undefined || isUuid(String(hashOrId)) ? { id: hashOrId } : { hash: hashOrId, network: of };
  },
  transformAll: (typed, context) => inWhole(typed, context),
});

const block = readCommand({
  name: 'tx block',
  summary: 'List the transactions of a block',
  description: 'What its query takes is not public: give it with -f. What this machine sent is tuk ops list.',
  examples: ['tuk wallet tx block -f network=ETHEREUM -f blockNumber=1'],
  service: 'wallet',
  endpoints: [{ call: 'listBlockTransactions' }],
  uses: ['wallet GET /v1/block-transactions'],
  open: true,
  columns,
  id: 'hash',
  empty: ['No transactions in that block.', 'See those of an address: tuk wallet history'],
});

export const histories: readonly Command[] = [history, show, block];
