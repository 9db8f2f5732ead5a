// Bridge and legacy swaps: MVL locked on ETHEREUM_SEPOLIA and bMVL minted on BSC_TEST, or the reverse; their state
// machine and their calls.

import { optional, text, word } from '../../../src/services/catalogue/define.js';
import { BridgeSwapType, type Network } from '../../../src/services/catalogue/words.js';
import { madeHash, ownAddressOf } from '../../chain/addresses.js';
import { type Token, tokensOf, unitOf } from '../../chain/networks.js';
import { pastTransfer } from '../../chain/past-transfers.js';
import {
  addMoving,
  addPast,
  badRequest,
  type Context,
  callerId,
  day,
  defineKind,
  emit,
  ensureSeeded,
  findRow,
  type HandlerContext,
  iso,
  type Listener,
  list,
  notFound,
  pick,
  type ResponseOf,
  type Row,
  refuse,
  rows,
  type Seedable,
  type StateMachine,
  type StoredMachine,
  saveRow,
  scenarioOf,
  schedule,
  type Timeline,
  view,
  youPay,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/bep20-swap.js';
import { accounts, mint } from '../balances/currencies.js';
import { accountBalance, moveValue } from '../balances/ledger.js';
import { linkedAddress } from '../people/main-wallet.js';
import { findUser, seedAddress } from '../people/user.js';

/** Only the swap of a signed-in user has an owner. Amounts are in base units of 18 decimals. */
export interface BridgeSwap
  extends StoredMachine<typeof shapes.Swap, 'fromNetwork' | 'toNetwork' | 'depositAddress' | 'requestId'> {
  readonly requestId: string | null;
}

const wei = 10n ** 18n;
/** The sandbox's own, in base units. */
const terms = { fee: 5n * wei, min: 10n * wei, max: 100_000n * wei, daily: 1_000_000n * wei };

type Side = { readonly network: Network; readonly token: Token };
const side = (network: Network, symbol: string): Side => ({
  network,
  token: tokensOf(network).find((token) => token.symbol === symbol)!,
});
const mvl = side('ETHEREUM_SEPOLIA', 'MVL');
const bmvl = side('BSC_TEST', 'bMVL');
const sidesOf = (type: BridgeSwap['type']): readonly [Side, Side] => (type === 'TO_BEP20' ? [mvl, bmvl] : [bmvl, mvl]);

/** An address for each swap. */
const depositAddress = ({ type }: Pick<BridgeSwap, 'type'>, id: string): string =>
  ownAddressOf(sidesOf(type)[0].network, `bridge ${id}`);
const lockAccount = accounts.chain(mvl.network, ownAddressOf(mvl.network, 'bridge'));

/** Covers all that was minted on the other side. */
const reserve: Seedable = {
  name: 'bridge-reserve',
  always: true,
  seed: (context) =>
    moveValue(context, mint(unitOf(mvl.token)), lockAccount, unitOf(mvl.token), 200_000_000n * wei, 'opening'),
};

const happy: Timeline<BridgeSwap> = [['PENDING', 45], ['SUCCESS']];
/** An hour to pay. */
const unpaid: Timeline<BridgeSwap> = [['PENDING', 3600], ['FAIL']];

export const bridgeSwap: StateMachine<BridgeSwap, ResponseOf<typeof shapes.Swap>> = defineKind({
  name: 'bridge-swap',
  noun: 'SWAP',
  scenarioPrefix: 'bridge',
  scenarios: {
    fails: ['FAIL, and the payment is refunded', [['PENDING', 45], ['FAIL']]],
    'you pay': 'PENDING until somebody pays to the deposit address; FAIL after an hour',
  },
  show: ({ id, body }) => {
    const [from, to] = sidesOf(body.type);
    return {
      id,
      ...pick(body, 'type', 'status', 'amount', 'feeAmount'),
      fromNetwork: from.network,
      toNetwork: to.network,
      ...pick(body, 'fromAddress', 'toAddress'),
      depositAddress: depositAddress(body, id),
      ...pick(body, 'depositHash', 'payoutHash', 'refundHash', 'createdAt'),
      requestId: body.requestId ?? undefined,
    };
  },
  timelines: ({ depositHash }) => [depositHash === null ? unpaid : happy],
  onEnter: (row, context) => settle(row, context),
  seed: (opening) => seedSwaps(opening),
});

/** Collects the deposit. @throws {Refusal} 400 NOT_ENOUGH_BALANCE */
function collectDeposit<Body extends Pick<BridgeSwap, 'type' | 'amount' | 'fromAddress'>>(
  context: Context,
  id: string,
  body: Body,
): Body {
  const [{ network, token }] = sidesOf(body.type);
  const [hash, to] = [madeHash(network, `bridge deposit ${id}`), depositAddress(body, id)];
  moveOnChain(context, body, { token, hash, from: body.fromAddress, to });
  return { ...body, depositHash: hash };
}
interface ChainMove {
  readonly token: Token;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
}
function moveOnChain(
  context: Context,
  { amount }: Pick<BridgeSwap, 'amount'>,
  { token, hash, from, to }: ChainMove,
): void {
  const at = (address: string) => accounts.chain(token.network, address);
  moveValue(context, at(from), at(to), unitOf(token), BigInt(amount), `bridge ${hash}`);
  emit(context, 'chain moved', { network: token.network, hash, from, to, unit: unitOf(token), rawAmount: amount });
}

/** Pays out the other token, or refunds the deposit. */
function settle({ id, body }: Row<BridgeSwap>, context: Context): BridgeSwap | undefined {
  if (body.depositHash === null || body.status === 'PENDING') return undefined;
  ensureSeeded(context, reserve);
  const [from, to] = sidesOf(body.type);
  const paid = depositAddress(body, id);
  if (body.status === 'FAIL') {
    const hash = madeHash(from.network, `bridge refund ${id}`);
    moveOnChain(context, body, { token: from.token, hash, from: paid, to: body.fromAddress });
    return { ...body, refundHash: hash };
  }
  const [unit, amount, out] = [unitOf(from.token), BigInt(body.amount), BigInt(body.amount) - BigInt(body.feeAmount)];
  moveValue(
    context,
    accounts.chain(from.network, paid),
    body.type === 'TO_BEP20' ? lockAccount : mint(unit),
    unit,
    amount,
    `bridge ${id}`,
  );
  const hash = madeHash(to.network, `bridge payout ${id}`);
  const source = body.type === 'TO_BEP20' ? mint(unitOf(to.token)) : lockAccount;
  moveValue(context, source, accounts.chain(to.network, body.toAddress), unitOf(to.token), out, `bridge ${id}`);
  const sender = ownAddressOf(to.network, 'bridge');
  emit(context, 'chain moved', {
    network: to.network,
    hash,
    from: sender,
    to: body.toAddress,
    unit: unitOf(to.token),
    rawAmount: out.toString(),
  });
  return { ...body, payoutHash: hash };
}

/** Whether the deposit address holds the amount. */
const isPaid = (context: Context, { id, body }: Row<BridgeSwap>): boolean => {
  const [{ network, token }] = sidesOf(body.type);
  return (
    accountBalance(context, accounts.chain(network, depositAddress(body, id)), unitOf(token)) >= BigInt(body.amount)
  );
};

/** A swap in each status, without value: two bridge swaps of dara, a legacy swap of mina. */
function seedSwaps(opening: Context): void {
  for (const [index, status] of (['SUCCESS', 'FAIL', 'PENDING'] as const).entries()) {
    const at = opening.now - (3 - index) * day;
    const isLegacy = index === 1;
    const address = seedAddress(isLegacy ? 'mina' : 'dara');
    const owner = findUser(opening, 'dara')!.id;
    const type = isLegacy ? 'TO_ERC20' : 'TO_BEP20';
    const paid = {
      depositHash: pastTransfer(opening, `bridge deposit ${index as 0 | 1 | 2}`).hash,
      payoutHash: status === 'SUCCESS' ? pastTransfer(opening, 'bridge payout 0').hash : null,
      refundHash: status === 'FAIL' ? pastTransfer(opening, 'bridge refund 1').hash : undefined,
    };
    const body = {
      ...newBridgeSwap({ now: at }, { type, amount: 100n * wei, fromAddress: address, toAddress: address }),
      ...paid,
    };
    const words = status === 'PENDING' ? (['PENDING'] as const) : (['PENDING', status] as const);
    addPast(opening, bridgeSwap, { owner: isLegacy ? null : owner, at, body }, { words });
  }
}

const newBridgeSwap = (
  { now }: Pick<Context, 'now'>,
  {
    type,
    amount,
    fromAddress,
    toAddress,
  }: Pick<BridgeSwap, 'type' | 'fromAddress' | 'toAddress'> & { readonly amount: bigint },
): Omit<BridgeSwap, 'status' | 'statusLog'> => ({
  type,
  amount: amount.toString(),
  feeAmount: terms.fee.toString(),
  fromAddress,
  toAddress,
  depositHash: null,
  payoutHash: null,
  requestId: null,
  createdAt: iso(now),
});

type Type = BridgeSwap['type'];
/** None of these fields is public: they are the sandbox's own. */
const bridgeBody = { type: word(BridgeSwapType), amount: text(), toAddress: text() };
export const swapBody = { ...bridgeBody, fromAddress: text() };
export const swapBodyV2 = { ...swapBody, requestId: optional(text()) };
export const feeQuery = { type: optional(word(BridgeSwapType)) };

/** Paid from the caller's main wallet, unless `outside: you pay`. */
export const createBridgeSwap = view(
  (context) => {
    const userId = callerId(context);
    const fromAddress = linkedAddress(context, userId);
    if (fromAddress === undefined)
      return refuse(
        404,
        'A bridge swap is paid from the main wallet, and the account has no main wallet.',
        'NOT_FOUND_WALLET',
      );
    return bridgeSwap.show(addSwap(context, { owner: userId, fromAddress, requestId: null }), context);
  },
  { body: bridgeBody },
);

/** Without sign-in. Version 2 returns the first swap of a `requestId` again. */
export function createSwap(context: HandlerContext) {
  const { fromAddress, requestId = null } = context.body as { fromAddress: string; requestId?: string };
  const existing =
    requestId === null
      ? undefined
      : rows(context, bridgeSwap).find(({ owner, body }) => owner === null && body.requestId === requestId);
  return bridgeSwap.show(
    existing ?? addSwap(context, { owner: null, fromAddress: addressOf('fromAddress', fromAddress), requestId }),
    context,
  );
}

function addSwap(
  context: HandlerContext,
  { owner, fromAddress, requestId }: { owner: string | null; fromAddress: string; requestId: string | null },
): Row<BridgeSwap> {
  const { type, amount: text, toAddress } = context.body as { type: Type; amount: string; toAddress: string };
  const amount = amountOf(context, type, text);
  const scenario = scenarioOf(context, bridgeSwap) ?? (youPay(context) ? 'you pay' : undefined);
  const facts = newBridgeSwap(context, { type, amount, fromAddress, toAddress: addressOf('toAddress', toAddress) });
  const body = { ...facts, requestId, scenario };
  const bodyOf = (id: string) => (scenario === 'you pay' ? body : collectDeposit(context, id, body));
  return addMoving(context, bridgeSwap, 'PENDING', { owner, body: bodyOf });
}

const addressOf = (field: string, text: string): string =>
  /^0x[0-9a-fA-F]{40}$/.test(text) ? text : badRequest(`${field} is not an address: ${text.slice(0, 100)}`);

function amountOf(context: HandlerContext, type: Type, text: string): bigint {
  if (!/^\d{1,78}$/.test(text)) badRequest('amount must be a whole number of base units.');
  const amount = BigInt(text);
  if (amount < terms.min) refuse(400, `A swap is of ${terms.min} base units at least.`, 'BELOW_MINIMUM');
  if (amount > terms.max) refuse(400, `A swap is of ${terms.max} base units at most.`, 'ABOVE_MAXIMUM');
  if (amount > leftToday(context, type))
    refuse(400, `No more than ${leftToday(context, type)} base units are left for today.`, 'EXCEEDED_DAILY_LIMIT');
  return amount;
}

/** The amount that may still be swapped on this day (UTC), in base units. */
function leftToday(context: Context, type: Type): bigint {
  const today = Math.floor(context.now / day) * day;
  const swapped = rows(context, bridgeSwap).filter(
    ({ at, body }) => at >= today && body.type === type && body.status !== 'FAIL',
  );
  return terms.daily - swapped.reduce((sum, { body }) => sum + BigInt(body.amount), 0n);
}

/** The default type is TO_BEP20. */
export const showBridgeFee = ({ query }: HandlerContext): ResponseOf<typeof shapes.SwapFee> => ({
  type: (query.type as Type | undefined) ?? 'TO_BEP20',
  feeAmount: terms.fee.toString(),
  minAmount: terms.min.toString(),
  maxAmount: terms.max.toString(),
});

/** Legacy swaps from or to an address, or all of them. */
export const listSwaps = list(bridgeSwap, {
  query: { address: optional(text()) },
  where: ({ owner, body }, { query: { address } }) =>
    owner === null &&
    (address === undefined ||
      [body.fromAddress, body.toAddress].some((party) => party.toLowerCase() === address.toLowerCase())),
  newest: true,
});
/** The swaps of the caller. */
export const listBridgeSwaps = list(bridgeSwap, {
  where: ({ owner }, context) => owner === callerId(context),
  newest: true,
});

/** The open types with the rest of today's limit; with `id` the swap itself. */
export const showSwapStatus = view(
  (context): ResponseOf<typeof shapes.SwapStatus> => {
    const { id } = context.query;
    const types = BridgeSwapType.map((type) => ({
      type,
      open: true,
      dailyLeftAmount: leftToday(context, type).toString(),
    }));
    if (id === undefined) return { open: true, types };
    const swap = findRow(context, bridgeSwap, id);
    return swap?.owner === null
      ? { open: true, types, ...bridgeSwap.show(swap, context) }
      : notFound(bridgeSwap.noun, id);
  },
  { query: { id: optional(text()) } },
);

/** Continues swaps when their deposit address has received the value. */
export const bridgeListener: Listener = {
  on: {
    'chain moved': (data, context) => {
      for (const row of rows(context, bridgeSwap, { status: ['PENDING'] })) {
        if (row.body.depositHash !== null || !isPaid(context, row)) continue;
        const paid = saveRow(context, bridgeSwap, row, {
          ...row.body,
          depositHash: String(data.hash),
          fromAddress: String(data.from),
        });
        schedule(context, bridgeSwap, paid);
      }
    },
  },
};
