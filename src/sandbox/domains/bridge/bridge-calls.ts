// The calls of bridge and legacy swaps: creation, fees and status.

import { optional, text, word } from '../../../services/catalogue/define.js';
import { BridgeSwapType } from '../../../services/catalogue/words.js';
import {
  addMoving,
  badRequest,
  type Context,
  callerId,
  day,
  findRow,
  type HandlerContext,
  type Listener,
  list,
  notFound,
  type ResponseOf,
  type Row,
  refuse,
  rows,
  saveRow,
  scenarioOf,
  schedule,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/bep20-swap.js';
import { linkedAddress } from '../people/main-wallet.js';
import { type BridgeSwap, bridgeSwap, collectDeposit, isPaid, newBridgeSwap, terms } from './bridge-swap.js';

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
  const existing = requestId === null ? undefined : legacy(context).find(({ body }) => body.requestId === requestId);
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
  const scenario =
    scenarioOf(context, bridgeSwap) ??
    (/^outside(: ?|-)you[ -]pay$/.test(context.scenario ?? '') ? 'you pay' : undefined);
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

const feeOf = (type: Type) => ({
  type,
  feeAmount: terms.fee.toString(),
  minAmount: terms.min.toString(),
  maxAmount: terms.max.toString(),
});
/** The default type is TO_BEP20. */
export const showBridgeFee = ({ query }: HandlerContext): ResponseOf<typeof shapes.SwapFee> =>
  feeOf((query.type as Type | undefined) ?? 'TO_BEP20');

const legacy = (context: Context): Row<BridgeSwap>[] => rows(context, bridgeSwap).filter(({ owner }) => owner === null);
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
