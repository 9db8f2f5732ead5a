// Lists the commands of `tuk swap`: tokens, quotes, the status of a swap, the bridge.
import type { Arguments, Command, Context, Group } from '../../cli/command/command.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { plain } from '../../cli/settings/options.js';
import { networkOfHash, transactionOf } from '../../engine/chain/known-transaction.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { operationOf, withLedger } from '../../engine/operations/operation.js';
import { readBack } from '../../engine/read/read-back.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { readTokens } from '../../engine/read/token-lists.js';
import { refreshEndpoints } from '../../engine/read/transaction-refresh.js';
import { checkFirst } from '../../engine/request/deferred-checks.js';
import { guardAssumed } from '../../engine/request/field-names.js';
import { hashNetwork } from '../../engine/request/network-option.js';
import type { Params } from '../../engine/request/params.js';
import { baseUnits } from '../../money/decimal.js';
import { catalogue } from '../../services/catalogue/index.js';
import { classOf } from '../../services/catalogue/statuses.js';
import { BridgeSwapType } from '../../services/catalogue/words.js';
import { rowsIn } from '../../services/decode/rows.js';
import { BadInput, Guarded, Refused } from '../../services/http/errors.js';
import { asText, isNothing } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import type { Column } from '../../text/column.js';
import { escapeControls } from '../../text/visible.js';
import { bridgeSwap, moved, payToCode } from '../../things/bridge-swap.js';
import { transaction } from '../../things/transaction.js';
import { quotes } from './quote.js';
import { run } from './run.js';

// `tuk swap bridge`: moves MVL and bMVL between Ethereum and BSC.
/** The decimals of MVL and bMVL. */
const decimals = 18;
const units = { units: decimals, token: moved } as const;
const feeColumns: readonly Column[] = [
  { path: 'type' },
  { path: 'feeAmount', heading: 'fee', as: units },
  { path: 'minAmount', heading: 'least', as: units },
  { path: 'maxAmount', heading: 'most', as: units },
];
const unitsNote = `Other fields are not public: give them with -f. Requests and responses have amounts in base units, 10^${decimals} to a token.`;

/** @throws {Guarded} DECIMALS_DISAGREE if the token lists have other decimals than the conversion */
async function checkListedDecimals(context: Context) {
  const tokens = await readTokens(context, ['ETHEREUM', 'BSC']);
  const listed = [tokens('ETHEREUM', 'MVL')?.decimals, tokens('BSC', 'bMVL')?.decimals];
  if (listed.every((count) => count === decimals)) return;
  throw new Guarded(
    'DECIMALS_DISAGREE',
    `MVL and bMVL have ${decimals} decimals, but the token lists say ${listed.map((count) => count ?? 'nothing').join(' and ')}.`,
    'Give the whole body with --input, with the amount in base units.',
  );
}

/** Converts the amount to base units after the token lists confirm the decimals (docs/money.md 2). @throws {Guarded} */
async function inBaseUnits({ amount, ...params }: Params, context: Context): Promise<Params> {
  if (amount === undefined) return params;
  await guardAssumed(context, (await catalogue('bep20-swap')).calls.createBridgeSwap!); // before any read
  const raw = baseUnits(String(amount), decimals, '--amount').toString();
  await checkFirst(context, 'listed decimals', () => checkListedDecimals(context));
  return { ...params, amount: raw };
}

const directions: Readonly<Record<string, string>> = {
  TO_BEP20: 'MVL on Ethereum, to bMVL on BSC',
  TO_ERC20: 'bMVL on BSC, to MVL on Ethereum',
};

const bridge: readonly Command[] = [
  showCommand('bep20-swap', {
    name: 'bridge fee',
    summary: 'Show the fee of a swap over the bridge',
    description: unitsNote,
    examples: ['tuk swap bridge fee', 'tuk swap bridge fee -f type=TO_ERC20 --jq .feeAmount'],
    endpoint: 'getBridgeFee',
    open: true,
    columns: feeColumns,
  }),
  changeCommand('bep20-swap', {
    name: 'bridge create',
    summary: 'Move MVL to the other network, over the bridge',
    description: unitsNote,
    options: [
      plain('--type <type>', 'the direction: to bMVL on BSC, or to MVL on Ethereum', {
        words: BridgeSwapType,
        required: true,
      }),
      plain('--amount <amount>', 'the amount to send, in whole tokens', { as: 'amount', required: true }),
    ],
    examples: [
      'tuk swap bridge create --type TO_BEP20 --amount 20 -f toAddress=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes',
    ],
    endpoint: 'createBridgeSwap',
    alsoUses: { 'bep20-swap': ['getBridgeFee'], wallet: ['listNetworkTokens', 'listTokens'], user: ['listWalletsV2'] },
    open: true,
    money: 'to recipient',
    receiptLines: (_, { type }) => {
      const direction = directions[String(type)];
      return direction === undefined ? [] : [['Moves', direction]];
    },
    toParams: (params, _, context) => inBaseUnits(params, context),
    columns: bridgeSwap.fields,
    readBack: readBack({ service: 'bep20-swap', endpoint: 'listBridgeSwaps', matchOn: 'id' }),
    next: () => 'tuk swap bridge list',
  }),
  listCommand('bep20-swap', {
    name: 'bridge list',
    summary: 'List your swaps over the bridge',
    description:
      'Whether a swap waits for your payment: tuk swap bridge show. No public list has the statuses of swaps: those of transactions are assumed.',
    examples: ['tuk swap bridge list', 'tuk swap bridge list --fields id,status -o csv'],
    endpoint: 'listBridgeSwaps',
    columns: bridgeSwap.fields,
    empty: ['No swaps over the bridge.', 'See the fee: tuk swap bridge fee'],
  }),
  showCommand('bep20-swap', {
    name: 'bridge show',
    values: '<id>',
    summary: 'Show one of your swaps over the bridge, and whether it waits for your payment',
    description:
      'No endpoint reads one swap: it is taken from the list, by its id or the beginning of it. A terminal also shows the address to pay to as a QR code.',
    examples: ['tuk swap bridge show <id>', 'tuk swap bridge show <id> --jq .depositAddress'],
    endpoint: 'listBridgeSwaps',
    columns: bridgeSwap.fields,
    shows: bridgeSwap,
    code: payToCode,
    toParams: () => ({}),
    transform: pickSwap,
  }),
];

/** The swap with a typed id, or the beginning of one. @throws {Refused} NO_SWAP, {BadInput} AMBIGUOUS */
function pickSwap(json: string, { positionals: [typed = ''] }: Arguments, context: Context) {
  const rows = rowsIn(parseLossless(json))?.rows ?? [];
  const begins = rows.filter(({ id }) => asText(id).startsWith(typed));
  const swap = rows.find(({ id }) => asText(id) === typed) ?? (begins.length === 1 ? begins[0] : undefined);
  if (!swap && begins.length > 1)
    throw new BadInput(
      'AMBIGUOUS',
      `${begins.length} swaps have an id that begins with ${typed}.`,
      'Type more of it: tuk swap bridge list',
    );
  if (!swap)
    throw new Refused(
      'not-found',
      'NO_SWAP',
      `None of your swaps over the bridge has the id ${typed}.`,
      'List them: tuk swap bridge list',
    );
  const { depositHash, depositAddress, status } = swap;
  if (
    depositHash === null &&
    classOf(bridgeSwap.status.list, asText(status)) === 'pending' &&
    !isNothing(depositAddress)
  )
    context.log(
      `  Nothing is known to be paid in: it may wait for your payment to ${escapeControls(asText(depositAddress))}.`,
    );
  return stringifyLossless(swap);
}

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
