// `tuk wallet history`, `tx show` and `tx block`: the transactions of an address, one transaction, those of a block.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { directionOf } from '../../engine/change/direction.js';
import { contactsOf } from '../../engine/read/contacts.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { decimalsAnywhere, tokenLists, transactionDecimals, withWholeAmounts } from '../../engine/read/token-lists.js';
import { network, requireNetwork } from '../../engine/request/network-option.js';
import { poisoningIn } from '../../money/policy/poisoning.js';
import { WalletTransactionFilter } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { transfer } from '../../things/transaction.js';
import { resolveAddress } from './resolve-wallet.js';

const unitsNote = 'value is in base units; wholeValue is in whole tokens, by the token list. The unit of fee is not public.';

/** Returns a transform that adds the direction and marks address poisoning; then that of `wholeAmountTransform`. */
function historyTransform(args: Arguments, context: Context): (json: string) => Promise<string> {
  const withAmounts = wholeAmountTransform(args, context);
  const address = String(args.options.address ?? args.positionals[0] ?? '');
  return async (json) => withAmounts(await withWarnings(json, address, context));
}

/** Adds which way each row went, and a warning to those that may be address poisoning: their addresses are not to be copied. */
async function withWarnings(json: string, address: string, context: Context): Promise<string> {
  const response = parseLossless(json);
  const rows = Array.isArray(response) ? listing(response)!.rows : [];
  const known = contactsOf(context).map((contact) => contact.address);
  const owner = /^0x/i.test(address) ? address : ownerOf(rows);
  if (rows.length === 0) return json;
  const warnings = poisoningIn(rows, owner, known);
  return stringifyLossless(
    rows.map((row, nth) => {
      const direction = directionOf(row, owner);
      return { ...row, ...(direction === '' ? {} : { direction }), ...(warnings[nth] === undefined ? {} : { warning: warnings[nth] }) };
    }),
  );
}
/** The address that is on a side of every row. */
function ownerOf(rows: readonly Row[]): string {
  const [first, ...others] = rows;
  const sides = [asText(first?.from), asText(first?.to)];
  return (
    sides.find((side) =>
      others.every(({ from, to }) => [asText(from), asText(to)].some((one) => one.toLowerCase() === side.toLowerCase())),
    ) ?? ''
  );
}

/** Returns a transform that adds amounts in whole tokens; it reads the token lists once. */
function wholeAmountTransform({ options }: Arguments, context: Context): (json: string) => Promise<string> {
  const readLists = tokenLists(context);
  return async (json) => {
    const response = parseLossless(json);
    const rows = Array.isArray(response) ? listing(response)!.rows : isRecord(response) ? [response] : [];
    if (rows.length === 0) return json;
    const networkName = options.network === undefined ? undefined : String(options.network);
    const hasTickers = rows.some((row) => typeof row.ticker === 'string');
    const tokens = await readLists(networkName !== undefined && hasTickers ? [networkName] : []);
    const needsAllNetworks =
      networkName === undefined &&
      rows.some((row) => typeof row.ticker === 'string' && transactionDecimals(row, networkName, tokens) === undefined);
    const decimals = needsAllNetworks ? await decimalsAnywhere(context) : () => undefined;
    const whole = rows.map((row) => withWholeAmounts(row, ['value'], transactionDecimals(row, networkName, tokens) ?? decimals(row)));
    return stringifyLossless(Array.isArray(response) ? whole : whole[0]);
  };
}

const history = listCommand('wallet', {
  name: 'history',
  values: '[address]',
  summary: 'List the transactions of an address, newest first',
  description: `--network and the address are needed. The address may be a value or an option; it also takes the id, the name or the number of a wallet in tuk wallet list.
${unitsNote}
A warning marks what may be address poisoning: a transfer of a token that moves nothing, and an address like one that you know.`,
  options: [
    { ...network, required: true },
    { flags: '--address <address>', summary: 'the address or a wallet of your own', required: true },
    { flags: '--filter <word>', summary: 'filter by direction: sent or received', words: WalletTransactionFilter },
    { flags: '--ticker <symbol>', summary: 'filter by token' },
  ],
  examples: [
    'tuk wallet history 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network ETHEREUM',
    'tuk wallet history --network BSC --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --filter RECEIVE --ticker bMVL',
    'tuk wallet history --network ETHEREUM --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --all -o ndjson',
  ],
  endpoints: [
    { endpoint: 'listHistory', version: 'v2' },
    { endpoint: 'listTransactionsV1', version: 'v1', when: 'unknown' },
    { endpoint: 'listTransactionsV1_1', version: 'v1.1', when: 'requested' },
  ],
  alsoUses: { wallet: ['listNetworkTokens'], user: ['listWalletsV2'] },
  pages: 'rows',
  columns: transfer.fields,
  empty: ['Nothing was sent or received.', 'See your addresses: tuk wallet list'],
  toParams: async (params, { options: { apiVersion } }, context) => {
    if (params.address === undefined)
      throw new BadInput('MISSING_OPTION', '--address is needed; nothing was sent.', 'See yours: tuk wallet list');
    const networkName = requireNetwork(params.network);
    return {
      filter: 'ALL',
      ...params,
      address: await resolveAddress(context, String(params.address), '--address', networkName),
      network: networkName,
      ...(apiVersion === 'v1.1' ? { beforeblock: '2147483647', beforeindex: '2147483647' } : {}), // as version 1 begins (platform 1.6)
    };
  },
  transformAll: (args, context) => historyTransform(args, context),
});

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const show = showCommand('wallet', {
  name: 'tx show',
  values: '<hash-or-id>',
  summary: 'Show a transaction by its hash and network, or a row of a history by its id',
  description: `${unitsNote} A row by its id has no network: give --network where tokens of the same symbol differ.`,
  options: [network],
  examples: [
    'tuk wallet tx show 0x058d9e7d1d3e32913b46966eadde862d019244781babb7b563f6b20a260a27c8 --network ETHEREUM',
    'tuk wallet tx show 2',
    'tuk wallet tx show 2 --jq .status',
  ],
  endpoints: [{ endpoint: 'getTransaction', requires: ['network'] }, { endpoint: 'getHistoryRow' }],
  alsoUses: { wallet: ['listNetworkTokens', 'listTokens'] },
  columns: transfer.fields,
  toParams: ({ hashOrId, network: networkName }) => {
    if (networkName === undefined && /^0x[0-9a-f]{64}$/i.test(String(hashOrId))) requireNetwork(networkName);
    return networkName === undefined || isUuid(String(hashOrId)) ? { id: hashOrId } : { hash: hashOrId, network: networkName };
  },
  transformAll: (args, context) => wholeAmountTransform(args, context),
});

const block = listCommand('wallet', {
  name: 'tx block',
  summary: 'List the transactions of a block',
  description: 'The fields of its query are not public: give them with -f. For requests of this machine see tuk ops list.',
  examples: ['tuk wallet tx block -f network=ETHEREUM -f blockNumber=1'],
  endpoint: 'listBlockTransactions',
  open: true,
  columns: transfer.fields,
  id: 'hash',
  empty: ['No transactions in that block.', 'See those of an address: tuk wallet history'],
});

export const histories: readonly Command[] = [history, show, block];
