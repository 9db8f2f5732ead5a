// Claims of what earn events pay: the machine of SPEC.md's six words. Their sequence and times are the sandbox's own.
import type { EarnEventClaimStatus } from '../../../services/catalogue/words.js';
import { iso } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Row, rowById, rows } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import { type Moving, type MovingKind, nextOn, schedule, type Way } from '../../core/state-machine.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { accounts, mint } from '../balances/accounts.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { balanceOf, credit, debit, decimalsOf } from '../balances/balance-changes.js';
import { isAddress, payOut, tokenOf } from '../balances/chain-transfers.js';
import { move } from '../balances/ledger.js';
import { findUser } from '../people/user.js';
import { claimFee, type EarnEvent, earnEvent, isBetween, lowerLimitReward } from './earn-events.js';
import { counting, decimals, inEvent, participation, rewardOf, setStatus, sumOf, theEvent, unclaimedOf } from './participations.js';

type ClaimWord = (typeof EarnEventClaimStatus)[number];
/** A claim as stored; its owner is the user. Amounts are decimal texts in whole MVL, the fee a part of the amount. */
interface Claim extends Moving {
  readonly status: ClaimWord;
  readonly earnEventId: string;
  readonly address: string;
  readonly amount: string;
  readonly feeAmount: string;
  /** What it claims. */
  readonly participationIds: readonly string[];
}

const happy: Way<Claim> = [['INCOMING', 5], ['COMPLETED_TRANSFER', 10], ['COMPLETED']];
const scenarios: Readonly<Record<string, Way<Claim>>> = {
  'transfer fails': [['INCOMING', 5], ['FAILED_TRANSFER']],
  'withdraw fails': [['COMPLETED_TRANSFER', 10], ['FAILED_WITHDRAW']],
  cancelled: [['INCOMING', 5], ['CANCELED']],
};

/** The reward comes to the balance, and goes on to the chain less the fee; what was not paid may be claimed again. */
function entered({ id, owner, body }: Row<Claim>, moment: Moment): { readonly instead: string } | undefined {
  const amount = toBase(body.amount, decimalsOf('MVL'));
  const cause = `claim ${id}`;
  const change = { userId: owner!, currencyId: 'MVL', amount, cause };
  if (body.status === 'COMPLETED_TRANSFER') credit(moment, { ...change, description: 'Earn event reward' }, mint('MVL'));
  if (body.status === 'COMPLETED') {
    if (balanceOf(moment, owner!, 'MVL') < amount) return { instead: 'FAILED_WITHDRAW' };
    const fee = toBase(body.feeAmount, decimalsOf('MVL'));
    debit(moment, { ...change, description: 'Earn event reward paid out' }, accounts.fees);
    move(moment, accounts.fees, mint('MVL'), 'MVL', amount - fee, cause);
    payOut(moment, { token: tokenOf('MVL')!, currencyId: 'MVL', amount: amount - fee, cause, to: body.address });
  }
  if (body.status === 'FAILED_TRANSFER' || body.status === 'CANCELED')
    for (const one of body.participationIds) setStatus(moment, rowById(moment, participation, one)!, 'COMPLETED');
  return undefined;
}

/** dara's claims, one in each state; those under way stand still. */
const seeds: readonly (readonly [alias: string, ...words: ClaimWord[]])[] = [
  ['tada-full', 'INCOMING'],
  ['tada-spring', 'INCOMING', 'COMPLETED_TRANSFER'],
  ['onion-past-1', 'INCOMING', 'FAILED_TRANSFER'],
  ['onion-past-2', 'INCOMING', 'COMPLETED_TRANSFER', 'FAILED_WITHDRAW'],
  ['onion-past-3', 'INCOMING', 'CANCELED'],
  ['onion-past-4', 'INCOMING', 'COMPLETED_TRANSFER', 'COMPLETED'],
];

export const claim: MovingKind<Claim> = {
  name: 'earn-claim',
  table: 'earn_claim',
  noun: 'CLAIM',
  owned: true,
  word: 'claim',
  scenarios: {
    'transfer fails': 'INCOMING, then FAILED_TRANSFER',
    'withdraw fails': 'COMPLETED_TRANSFER, then FAILED_WITHDRAW: the reward stays in the balance',
    cancelled: 'INCOMING, then CANCELED; the ordinary course is INCOMING, COMPLETED_TRANSFER, COMPLETED',
  },
  show: ({ body }) => ({ status: body.status }),
  next: (row, moment) => nextOn([scenarios[row.body.scenario ?? ''], happy], row, moment),
  entered,
  seed: (opening) => {
    const { id: owner } = findUser(opening, 'dara')!;
    for (const [alias, ...words] of seeds) {
      const event = rows(opening, earnEvent).find(({ body }) => body.alias === alias)!;
      const participationIds = inEvent(opening, event.id).flatMap((row) => (row.owner === owner ? [row.id] : []));
      const at = Math.min(opening.now, Date.parse(event.body.claimEndAt)) - 60_000;
      const statusLog = words.map((status, index) => ({ status, at: iso(at + index * 5000) }));
      const asked = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: '3', feeAmount: claimFee, earnEventId: event.id };
      const body: Claim = { ...asked, participationIds, status: words.at(-1)!, statusLog };
      addRow(opening, claim, { owner, at, body });
    }
  },
};

const latestOf = (world: World, event: Row<EarnEvent>): Row<Claim> | undefined =>
  rows(world, claim, { owner: caller(world).userId }).findLast(({ body }) => body.earnEventId === event.id);

/** A second claim has to wait for the first, and comes only where the event goes on while it is claimed (CONTRACT.md 7.8). */
function isBlocked(world: World, event: Row<EarnEvent>): boolean {
  const status = latestOf(world, event)?.body.status;
  return status === 'INCOMING' || status === 'COMPLETED_TRANSFER' || (status === 'COMPLETED' && !event.body.isAllowParticipationInClaim);
}

/** What the caller's points are worth, in MVL of eight decimals: a price a point, or a share of all there is to earn. */
function worth(world: World, { id, body }: Row<EarnEvent>) {
  const points = sumOf(unclaimedOf(world, id, caller(world).userId));
  const most = toBase(body.maxReward, decimals);
  const all = sumOf(inEvent(world, id).filter(counting));
  const least = toBase(lowerLimitReward, decimals);
  if (body.rewardPerValue !== null) {
    const lowerLimit = (least * 10n ** BigInt(decimals)) / toBase(body.rewardPerValue, decimals);
    return { points, amount: rewardOf(points, body.rewardPerValue), lowerLimit };
  }
  return { points, amount: all === 0n ? 0n : (points * most) / all, lowerLimit: (least * all) / most };
}
const enough = (amount: bigint): boolean => amount > toBase(claimFee, decimals) && amount >= toBase(lowerLimitReward, decimals);
const isOpen = (world: World, { body }: Row<EarnEvent>): boolean => isBetween(world, body.claimStartAt, body.claimEndAt);

/** POST .../claim/information. */
export function showClaim(world: World): unknown {
  const event = theEvent(world);
  const { points, amount, lowerLimit } = worth(world, event);
  const { currency, currencyIconUrl, calcInfoPageUrl } = earnEvent.show(event, world) as Record<string, string>;
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
    isClaimable: isOpen(world, event) && !isBlocked(world, event) && enough(amount),
  };
}

/** POST .../claim/request. Its errors carry no code (CONTRACT.md section 2). */
export function requestClaim(world: World): void {
  const event = theEvent(world);
  const { userId } = caller(world);
  const address = world.body.address as string;
  if (isBlocked(world, event)) refuse(400, `Already Claimed Earn Event ${event.id} by user ${userId}`);
  if (!isOpen(world, event)) refuse(403, `Not Claimable Period Earn Event: ${event.id}`);
  if (!isAddress(tokenOf('MVL')!.network, address)) refuse(400, 'address is no address of ETHEREUM.', 'INVALID_REQUEST');
  const { amount } = worth(world, event);
  if (!enough(amount)) refuse(400, 'Not Enough Claim Reward');
  const claimed = unclaimedOf(world, event.id, userId).map((row) => setStatus(world, row, 'CLAIMED'));
  const asked = { earnEventId: event.id, address, amount: toDecimal(amount, decimals), feeAmount: claimFee };
  const statusLog = [{ status: 'INCOMING', at: iso(world.now) }];
  const body: Claim = {
    ...asked,
    status: 'INCOMING',
    participationIds: claimed.map(({ id }) => id),
    statusLog,
    scenario: scenarioOf(world, claim),
  };
  schedule(world, claim, addRow(world, claim, { owner: userId, at: world.now, body }));
}

/** POST .../claim/status: nothing where none was made. */
export const showClaimStatus = (world: World): unknown => ({ status: latestOf(world, theEvent(world))?.body.status ?? null });
