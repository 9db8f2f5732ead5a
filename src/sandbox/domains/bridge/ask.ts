// Asking for bridge and legacy swaps, their fees, and how they stand.
import { optional, text, word } from '../../../services/catalogue/define.js';
import { BridgeSwapType } from '../../../services/catalogue/words.js';
import { day } from '../../core/clock.js';
import type { Listener } from '../../core/effects.js';
import { notFound, refuse } from '../../core/refusal.js';
import { addRow, findRow, type Row, rows, saveRow } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import { schedule } from '../../core/state-machine.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { mainWallet } from '../people/wallet-entity.js';
import { asked, bridgeSwap, isPaid, payIn, type Swap, terms } from './swap.js';

type Type = Swap['type'];
/** The names that bodies and queries take: the sandbox's own, since nothing of them is public. */
export const bridgeBody = { type: word(BridgeSwapType), amount: text(), toAddress: text() };
export const swapBody = { ...bridgeBody, fromAddress: text() };
export const swapBodyV2 = { ...swapBody, requestId: optional(text()) };
export const feeQuery = { type: optional(word(BridgeSwapType)) };
export const addressQuery = { address: optional(text()) };
export const statusQuery = { id: optional(text()) };

/** POST /v1/bridge-swap: from the caller's main wallet, which pays at once unless somebody else is to. */
export function createBridgeSwap(world: World): unknown {
  const { userId } = caller(world);
  const linked = rows(world, mainWallet, { owner: userId }).find(({ body }) => body.verified);
  if (!linked) return refuse(404, 'A bridge swap is paid from the main wallet, and there is none.', 'NOT_FOUND_WALLET');
  return bridgeSwap.show(make(world, { owner: userId, fromAddress: linked.body.address, requestId: null }), world);
}

/** POST /v1/swap and /v2/swap, without signing in; version 2 answers the first swap of a `requestId` again. */
export function createSwap(world: World): unknown {
  const { fromAddress, requestId = null } = world.body as { fromAddress: string; requestId?: string };
  const known = requestId === null ? undefined : legacy(world).find(({ body }) => body.requestId === requestId);
  return bridgeSwap.show(known ?? make(world, { owner: null, fromAddress: addressOf('fromAddress', fromAddress), requestId }), world);
}

function make(
  world: World,
  { owner, fromAddress, requestId }: { owner: string | null; fromAddress: string; requestId: string | null },
): Row<Swap> {
  const { type, amount: given, toAddress } = world.body as { type: Type; amount: string; toAddress: string };
  const amount = amountOf(world, type, given);
  const scenario = scenarioOf(world, bridgeSwap) ?? (/^outside(: ?|-)you[ -]pay$/.test(world.scenario ?? '') ? 'you pay' : undefined);
  const row = addRow(world, bridgeSwap, (id) => {
    const body = { ...asked(world, { type, amount, fromAddress, toAddress: addressOf('toAddress', toAddress) }), requestId, scenario };
    return { owner, at: world.now, body: scenario === 'you pay' ? body : payIn(world, id, body) };
  });
  schedule(world, bridgeSwap, row);
  return row;
}

const addressOf = (field: string, given: string): string =>
  /^0x[0-9a-fA-F]{40}$/.test(given) ? given : refuse(400, `${field} is no address: ${given.slice(0, 100)}`, 'INVALID_REQUEST');

function amountOf(world: World, type: Type, given: string): bigint {
  if (!/^\d{1,78}$/.test(given)) refuse(400, 'amount must be a whole number of base units.', 'INVALID_REQUEST');
  const amount = BigInt(given);
  if (amount < terms.least) refuse(400, `A swap is of ${terms.least} base units at least.`, 'BELOW_MINIMUM');
  if (amount > terms.most) refuse(400, `A swap is of ${terms.most} base units at most.`, 'ABOVE_MAXIMUM');
  if (amount > leftToday(world, type))
    refuse(400, `No more than ${leftToday(world, type)} base units are left for today.`, 'EXCEEDED_DAILY_LIMIT');
  return amount;
}

/** What may still be swapped on this day of world time (UTC), in base units. */
function leftToday(moment: Moment, type: Type): bigint {
  const today = Math.floor(moment.now / day) * day;
  const swapped = rows(moment, bridgeSwap).filter(({ at, body }) => at >= today && body.type === type && body.status !== 'FAIL');
  return terms.daily - swapped.reduce((sum, { body }) => sum + BigInt(body.amount), 0n);
}

const feeOf = (type: Type) => ({
  type,
  feeAmount: terms.fee.toString(),
  minAmount: terms.least.toString(),
  maxAmount: terms.most.toString(),
});
/** GET /v1/bridge-swap/fee and /v1/swap/fee: TO_BEP20 where no type is named. */
export const showFee = ({ query }: World): unknown => feeOf((query.type as Type | undefined) ?? 'TO_BEP20');

/** Swaps that nobody owns. */
const legacy = (moment: Moment): Row<Swap>[] => rows(moment, bridgeSwap).filter(({ owner }) => owner === null);
/** GET /v1/swap: legacy swaps from or to an address, or all. */
export const isAskedSwap = ({ owner, body }: Row<Swap>, { query }: World): boolean =>
  owner === null &&
  (query.address === undefined ||
    [body.fromAddress, body.toAddress].some((address) => address.toLowerCase() === (query.address as string).toLowerCase()));
export const isOwn = ({ owner }: Row<Swap>, world: World): boolean => owner === caller(world).userId;

/** GET /v2/swap/status: whether swaps are taken, and what is left of each for today; with `id` the swap itself. */
export function showSwapStatus(world: World): unknown {
  const { id } = world.query as { id?: string };
  if (id !== undefined) {
    const found = findRow(world, bridgeSwap, id);
    return found && found.owner === null ? bridgeSwap.show(found, world) : notFound(bridgeSwap.noun, id);
  }
  const types = BridgeSwapType.map((type) => ({ type, open: true, dailyLeftAmount: leftToday(world, type).toString() }));
  return { open: true, types };
}

/** Hears of value that has come to the deposit address of a swap that waits for it. */
export const bridge: Listener = {
  hears: {
    'chain moved': (about, moment) => {
      for (const row of rows(moment, bridgeSwap, { status: ['PENDING'] })) {
        if (row.body.depositHash !== null || !isPaid(moment, row)) continue;
        const paid = saveRow(moment, bridgeSwap, row, { ...row.body, depositHash: String(about.hash), fromAddress: String(about.from) });
        schedule(moment, bridgeSwap, paid);
      }
    },
  },
};
