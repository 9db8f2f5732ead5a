// Claims of earn event rewards: the state machine of platform 4.5. Its sequence and times are the sandbox's own.
import type { EarnEventClaimStatus } from '../../../src/services/catalogue/words.js';
import { isAddress } from '../../chain/addresses.js';
import {
  addMoving,
  addPast,
  badRequest,
  type Context,
  callerId,
  defineKind,
  type HandlerContext,
  type MachineBody,
  type Row,
  refuse,
  rowById,
  rows,
  type StateMachine,
  scenarioOf,
  type Timeline,
} from '../../core/index.js';
import { accounts, mint, toBase, toDecimal } from '../balances/currencies.js';
import { balanceOf, credit, debit, decimalsOf, moveValue, payOut, tokenOf } from '../balances/ledger.js';
import { findUser } from '../people/user.js';
import { claimFee, type EarnEvent, earnEvent, isBetween, lowerLimitReward } from './earn-events.js';
import {
  decimals,
  inEvent,
  isCounted,
  participation,
  requireEvent,
  rewardOf,
  setStatus,
  sumOf,
  unclaimedOf,
} from './participations.js';

type ClaimWord = (typeof EarnEventClaimStatus)[number];
/** The owner is the user. Amounts are decimal texts in whole MVL and include the fee. */
interface Claim extends MachineBody {
  readonly status: ClaimWord;
  readonly earnEventId: string;
  readonly address: string;
  readonly amount: string;
  readonly feeAmount: string;
  readonly participationIds: readonly string[];
}

const happy: Timeline<Claim> = [['INCOMING', 5], ['COMPLETED_TRANSFER', 10], ['COMPLETED']];

/** Credits the reward, then pays it out less the fee. An unpaid reward may be claimed again. */
function onEnter({ id, owner, body }: Row<Claim>, context: Context): { readonly redirectTo: string } | undefined {
  const amount = toBase(body.amount, decimalsOf('MVL'));
  const cause = `claim ${id}`;
  const change = { userId: owner!, currencyId: 'MVL', amount, cause };
  if (body.status === 'COMPLETED_TRANSFER')
    credit(context, { ...change, description: 'Earn event reward' }, mint('MVL'));
  if (body.status === 'COMPLETED') {
    if (balanceOf(context, owner!, 'MVL') < amount) return { redirectTo: 'FAILED_WITHDRAW' };
    const fee = toBase(body.feeAmount, decimalsOf('MVL'));
    debit(context, { ...change, description: 'Earn event reward paid out' }, accounts.fees);
    moveValue(context, accounts.fees, mint('MVL'), 'MVL', amount - fee, cause);
    payOut(context, { token: tokenOf('MVL')!, currencyId: 'MVL', amount: amount - fee, cause, to: body.address });
  }
  if (body.status === 'FAILED_TRANSFER' || body.status === 'CANCELED')
    for (const participationId of body.participationIds)
      setStatus(context, rowById(context, participation, participationId)!, 'COMPLETED');
  return undefined;
}

/** Dara's claims, one in each state. No step of these is due. */
const seeds: readonly (readonly [alias: string, ...words: ClaimWord[]])[] = [
  ['tada-full', 'INCOMING'],
  ['tada-spring', 'INCOMING', 'COMPLETED_TRANSFER'],
  ['onion-past-1', 'INCOMING', 'FAILED_TRANSFER'],
  ['onion-past-2', 'INCOMING', 'COMPLETED_TRANSFER', 'FAILED_WITHDRAW'],
  ['onion-past-3', 'INCOMING', 'CANCELED'],
  ['onion-past-4', 'INCOMING', 'COMPLETED_TRANSFER', 'COMPLETED'],
];

export const claim: StateMachine<Claim> = defineKind({
  name: 'earn-claim',
  owned: true,
  scenarioPrefix: 'claim',
  scenarios: {
    'transfer fails': ['INCOMING, then FAILED_TRANSFER', [['INCOMING', 5], ['FAILED_TRANSFER']]],
    'withdraw fails': [
      'COMPLETED_TRANSFER, then FAILED_WITHDRAW: the reward stays in the balance',
      [['COMPLETED_TRANSFER', 10], ['FAILED_WITHDRAW']],
    ],
    cancelled: [
      'INCOMING, then CANCELED; the ordinary course is INCOMING, COMPLETED_TRANSFER, COMPLETED',
      [['INCOMING', 5], ['CANCELED']],
    ],
  },
  timelines: () => [happy],
  onEnter,
  seed: (opening) => {
    const { id: owner } = findUser(opening, 'dara')!;
    for (const [alias, ...words] of seeds) {
      const event = rows(opening, earnEvent).find(({ body }) => body.alias === alias)!;
      const participationIds = inEvent(opening, event.id).flatMap((row) => (row.owner === owner ? [row.id] : []));
      const at = Math.min(opening.now, Date.parse(event.body.claimEndAt)) - 60_000;
      const terms = {
        address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        amount: '3',
        feeAmount: claimFee,
        earnEventId: event.id,
      };
      addPast(opening, claim, { owner, at, body: { ...terms, participationIds } }, { words });
    }
  },
});

const latestOf = (context: HandlerContext, event: Row<EarnEvent>): Row<Claim> | undefined =>
  rows(context, claim, { owner: callerId(context) }).findLast(({ body }) => body.earnEventId === event.id);

/** A further claim waits for the first, and needs an event that goes on during claims (platform 4.5). */
function isBlocked(context: HandlerContext, event: Row<EarnEvent>): boolean {
  const status = latestOf(context, event)?.body.status;
  return (
    status === 'INCOMING' ||
    status === 'COMPLETED_TRANSFER' ||
    (status === 'COMPLETED' && !event.body.isAllowParticipationInClaim)
  );
}

/** In MVL of eight decimals: a price per point, or a share of a fixed total. */
function claimableReward(context: HandlerContext, { id, body }: Row<EarnEvent>) {
  const points = sumOf(unclaimedOf(context, id, callerId(context)));
  const most = toBase(body.maxReward, decimals);
  const total = sumOf(inEvent(context, id).filter(isCounted));
  const least = toBase(lowerLimitReward, decimals);
  if (body.rewardPerValue !== null) {
    const lowerLimit = (least * 10n ** BigInt(decimals)) / toBase(body.rewardPerValue, decimals);
    return { points, amount: rewardOf(points, body.rewardPerValue), lowerLimit };
  }
  return { points, amount: total === 0n ? 0n : (points * most) / total, lowerLimit: (least * total) / most };
}
const enough = (amount: bigint): boolean =>
  amount > toBase(claimFee, decimals) && amount >= toBase(lowerLimitReward, decimals);
const isOpen = (context: HandlerContext, { body }: Row<EarnEvent>): boolean =>
  isBetween(context, body.claimStartAt, body.claimEndAt);

/** The reward that the caller may claim. */
export function showClaim(context: HandlerContext) {
  const event = requireEvent(context);
  const { points, amount, lowerLimit } = claimableReward(context, event);
  const { currency, currencyIconUrl, calcInfoPageUrl } = earnEvent.show(event, context) as Record<string, string>;
  return {
    claimType: event.body.claimType,
    currency,
    currencyIconUrl,
    calcInfoPageUrl,
    currentPoint: toDecimal(points, decimals),
    lowerLimitPoint: toDecimal(lowerLimit, decimals),
    amount: toDecimal(amount, decimals),
    fee: claimFee,
    subCurrency: null,
    subCurrencyIconUrl: null,
    subCurrencyAmount: null,
    isClaimable: isOpen(context, event) && !isBlocked(context, event) && enough(amount),
  };
}

/** Its errors carry no code (platform 4.5). */
export function requestClaim(context: HandlerContext): void {
  const event = requireEvent(context);
  const userId = callerId(context);
  const address = context.body.address as string;
  if (isBlocked(context, event)) refuse(400, `Already Claimed Earn Event ${event.id} by user ${userId}`);
  if (!isOpen(context, event)) refuse(403, `Not Claimable Period Earn Event: ${event.id}`);
  if (!isAddress(tokenOf('MVL')!.network, address)) badRequest('address is not an address of ETHEREUM.');
  const { amount } = claimableReward(context, event);
  if (!enough(amount)) refuse(400, 'Not Enough Claim Reward');
  const claimed = unclaimedOf(context, event.id, userId).map((row) => setStatus(context, row, 'CLAIMED'));
  const terms = { earnEventId: event.id, address, amount: toDecimal(amount, decimals), feeAmount: claimFee };
  const body = { ...terms, participationIds: claimed.map(({ id }) => id), scenario: scenarioOf(context, claim) };
  addMoving(context, claim, 'INCOMING', { owner: userId, body });
}

/** Null without a claim. */
export const showClaimStatus = (context: HandlerContext) => ({
  status: latestOf(context, requireEvent(context))?.body.status ?? null,
});
