// `tuk wallet history`, `tx show`: the transactions of an address, and one transaction.

import type { Arguments, Command, Context } from '../../cli/command/command.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import { networkOfHash } from '../../engine/chain/known-transaction.js';
import { directionOf } from '../../engine/change/direction.js';
import { contactsOf } from '../../engine/read/contacts.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { decimalsAnywhere, tokenLists, transactionDecimals, withWholeAmounts } from '../../engine/read/token-lists.js';
import { hashNetwork, network } from '../../engine/request/network-option.js';
import type { Params } from '../../engine/request/params.js';
import { poisoningIn } from '../../money/policy/poisoning.js';
import { WalletTransactionFilter } from '../../services/catalogue/words.js';
import { rowsIn } from '../../services/decode/rows.js';
import { isPrefixedHash, isUuid } from '../../services/forms.js';
import { BadInput, type Failure } from '../../services/http/errors.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { transfer } from '../../things/transaction.js';
import { wallet } from '../../things/wallet.js';
import { nodeHistory, printHistoryRead, requireNodeHistory } from './node-history.js';
import { readOwnWallets, resolveAddress } from './resolve-wallet.js';

const unitsNote =
  'The field value is in base units; wholeValue is in whole tokens, by the token list. The unit of fee is not public.';

/** Returns a transform that adds directions, warnings and whole amounts. */
function historyTransform(args: Arguments, context: Context): (json: string) => Promise<string> {
  if (args.options.from === 'node') return async (json) => json; // its rows are complete
  const withAmounts = wholeAmountTransform(args, context);
  const address = String(args.options.address ?? args.positionals[0] ?? '');
  return (json) => withAmounts(withWarnings(json, address, context));
}

/** Adds the direction of each row, and a warning if it may be address poisoning. */
function withWarnings(json: string, address: string, context: Context) {
  const response = parseLossless(json);
  const rows = Array.isArray(response) ? rowsIn(response)!.rows : [];
  const owner = /^0x/i.test(address) ? address : ownerOf(rows);
  return rows.length === 0 ? json : stringifyLossless(warnedRows(rows, owner, context));
}

/** Rows with their direction for an owner, and a warning if they may be address poisoning. */
function warnedRows(rows: readonly Row[], owner: string, context: Context): readonly Row[] {
  const contacts = contactsOf(context).map((contact) => contact.address);
  const warnings = poisoningIn(rows, owner, contacts);
  return rows.map((row, nth) => ({
    ...row,
    direction: directionOf(row, owner) || row.direction,
    warning: warnings[nth] ?? row.warning,
  }));
}

const sources = ['service', 'node'] as const;
/** The pages of the history in the node of the network; in a dry run its first request. */
async function* nodePages(params: Params, args: Arguments, context: Context, partialFailures: Failure[]) {
  const { network: networkName, address, filter, ticker } = params;
  const query = {
    ...{ network: String(networkName), address: String(address), filter: String(filter) },
    ...(ticker === undefined ? {} : { ticker: String(ticker) }),
  };
  if (isDryRun(context.flags)) return printHistoryRead(context, query);
  const isAll = args.options.all === true;
  for await (const rows of nodeHistory(context, query, { isAll, partialFailures }))
    yield stringifyLossless(warnedRows(rows, query.address, context));
}
/** The address that every row has as sender or recipient. */
function ownerOf([first, ...others]: readonly Row[]) {
  const sidesOf = (row?: Row) => [asText(row?.from), asText(row?.to)];
  const isSideOf = (side: string, row: Row) => sidesOf(row).some((text) => text.toLowerCase() === side.toLowerCase());
  return sidesOf(first).find((side) => others.every((row) => isSideOf(side, row))) ?? '';
}

/** Returns a transform that adds amounts in whole tokens; it reads the token lists once. */
function wholeAmountTransform({ options }: Arguments, context: Context): (json: string) => Promise<string> {
  const readLists = tokenLists(context);
  return async (json) => {
    const response = parseLossless(json);
    const rows = Array.isArray(response) ? rowsIn(response)!.rows : isRecord(response) ? [response] : [];
    if (rows.length === 0) return json;
    const networkName = options.network === undefined ? undefined : String(options.network);
    const hasTickers = rows.some((row) => typeof row.ticker === 'string');
    const tokens = await readLists(networkName !== undefined && hasTickers ? [networkName] : []);
    const listed = (row: Row) => transactionDecimals(row, networkName, tokens);
    const isMissing = rows.some((row) => typeof row.ticker === 'string' && listed(row) === undefined);
    const anywhere = networkName === undefined && isMissing ? await decimalsAnywhere(context) : () => undefined;
    const whole = rows.map((row) => withWholeAmounts(row, ['value'], listed(row) ?? anywhere(row)));
    return stringifyLossless(Array.isArray(response) ? whole : whole[0]);
  };
}

/** The only address of the user on a network. @throws {BadInput} MISSING_OPTION for none and for several */
async function onlyAddress(context: Context, networkName: string): Promise<string> {
  const needed = (message: string) => new BadInput('MISSING_OPTION', message, 'See yours: tuk wallet list');
  if (!(await context.session().isSignedIn())) throw needed('--address is needed.');
  if (isDryRun(context.flags)) throw needed('--address is needed: a dry run does not read your wallets.');
  const addresses = [...new Set((await readOwnWallets(context, networkName)).map(({ address }) => address))];
  const [only, ...others] = addresses;
  if (only === undefined) throw needed(`--address is needed: none of your wallets is on ${networkName}.`);
  if (others.length > 0)
    throw needed(
      `--address is needed: you have ${addresses.length} on ${networkName}: ${addresses.slice(0, 5).join(', ')}.`,
    );
  context.note({ is: 'address', network: networkName, address: only });
  return only;
}

const history = listCommand('wallet', {
  name: 'history',
  values: '[address]',
  summary: 'List the transactions of an address, newest first',
  description: `Give an address, or a wallet's id, name or number (tuk wallet list), as a value or an option. The option --network is needed.
${unitsNote}
Add --from node to read the node of a Solana network (rpc.NETWORK). Each row is then the exact change of one token, and fee is what the address paid.
A warning marks possible address poisoning. It marks a transfer of nothing, or an address that looks like a known one.`,
  options: [
    { ...network, required: true },
    plain('--address <address>', 'the address or a wallet of your own; default: your only address on the network', {
      inForm: 'first',
    }),
    plain('--filter <word>', 'filter by direction: sent or received', { words: WalletTransactionFilter }),
    plain('--token <symbol>', 'filter by token', { param: 'ticker' }),
    plain('--from <source>', 'where to read: the service, or the node of a Solana network', {
      words: sources,
      param: false,
    }),
  ],
  examples: [
    'tuk wallet history 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network ETHEREUM',
    'tuk wallet history --network BSC --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --filter RECEIVE --token bMVL',
    'tuk wallet history --network ETHEREUM --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --all -o ndjson',
    'tuk wallet history --network SOLANA --from node --all -o ndjson',
  ],
  endpoints: [{ endpoint: 'listHistory' }, { endpoint: 'listTransactionsV1', when: 'unknown' }],
  alsoUses: { wallet: ['listNetworkTokens'], user: ['listWalletsV2'] },
  pages: true,
  columns: transfer.fields,
  shows: wallet,
  empty: ['Nothing was sent or received.', 'See your addresses: tuk wallet list'],
  scope: ({ address, network }, { options: { from } }) => ({
    asked: [String(address)],
    network: String(network),
    from: from === 'node' ? from : undefined,
  }),
  toParams: async (params, { options }, context) => {
    const networkName = String(params.network);
    if (options.from === 'node') requireNodeHistory(networkName);
    return {
      filter: 'ALL',
      ...params,
      address:
        params.address === undefined
          ? await onlyAddress(context, networkName)
          : await resolveAddress(context, String(params.address), networkName),
      network: networkName,
    };
  },
  otherSource: (params, { args, context, partialFailures }) =>
    args.options.from === 'node' ? nodePages(params, args, context, partialFailures) : undefined,
  transformAll: historyTransform,
});

const show = showCommand('wallet', {
  name: 'tx show',
  values: '<hash-or-id>',
  summary: 'Show a transaction by its hash and network, or a row of a history by its id',
  description: `${unitsNote}
A row by its id has no network. Add --network if several tokens share its symbol.`,
  options: [hashNetwork],
  examples: [
    'tuk wallet tx show 0x058d9e7d1d3e32913b46966eadde862d019244781babb7b563f6b20a260a27c8 --network ETHEREUM',
    'tuk wallet tx show 2',
  ],
  endpoints: [{ endpoint: 'getTransaction', requires: ['network'] }, { endpoint: 'getHistoryRow' }],
  alsoUses: { wallet: ['listNetworkTokens', 'listTokens'] },
  columns: transfer.fields,
  shows: transfer,
  toParams: async ({ hashOrId, network: typed }, args, context) => {
    const text = String(hashOrId);
    const networkName = isPrefixedHash(text) ? await networkOfHash(text, args, context) : typed;
    return networkName === undefined || isUuid(text) ? { id: text } : { hash: text, network: networkName };
  },
  transformAll: wholeAmountTransform,
});

export const histories: readonly Command[] = [history, show];
