// Rankings by mission points, among three hundred synthetic players, and the claims of their rewards (platform 5.2).

import { text, word } from '../../../src/services/catalogue/define.js';
import {
  type RankingAccomplishmentStatus,
  type RankingClaimResult,
  RankingRewardNetwork,
} from '../../../src/services/catalogue/words.js';
import { isAddress, ownAddressOf } from '../../chain/addresses.js';
import { tokensOf } from '../../chain/networks.js';
import {
  addMoving,
  addPast,
  badRequest,
  type Context,
  callerId,
  day,
  defineKind,
  type HandlerContext,
  iso,
  type MachineBody,
  page,
  paging,
  pick,
  pickFrom,
  type ResponseOf,
  type Row,
  refuse,
  rows,
  type StateMachine,
  scenarioOf,
  seededFraction,
  seededId,
  seededInteger,
  type Timeline,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/activity.js';
import { toBase } from '../balances/currencies.js';
import { decimalsOf, payOut } from '../balances/ledger.js';
import { findUser, liveUser } from '../people/user.js';
import { groupNamed, requireRanking } from './group.js';
import { pointTransaction } from './mission-claims.js';
import type { MissionGroup } from './mission-rows.js';
import playerNames from './player-names.json' with { type: 'json' };

type ClaimWord = (typeof RankingAccomplishmentStatus)[number];
/** The owner gets the reward. */
export interface RankingClaim extends MachineBody {
  readonly status: ClaimWord;
  readonly missionGroupId: string;
  readonly network: (typeof RankingRewardNetwork)[number];
  readonly address: string;
  /** In whole MVL. */
  readonly amount: string;
  readonly claimedAt: string;
}

const happy: Timeline<RankingClaim> = [['REQUESTED', 5], ['PENDING', 20], ['SUCCESS']];

/** Claims of the ended season, one in each state. No step of these is due. */
const seeds: readonly (readonly [handle: string, ...words: ClaimWord[]])[] = [
  ['kenji', 'REQUESTED', 'PENDING', 'SUCCESS'],
  ['lan', 'REQUESTED', 'PENDING', 'FAIL'],
  ['whale', 'REQUESTED', 'PENDING'],
  ['rider-1', 'REQUESTED'],
];

export const rankingClaim: StateMachine<RankingClaim, ResponseOf<typeof shapes.RankingClaimStatus>> = defineKind({
  name: 'ranking-claim',
  owned: true,
  scenarioPrefix: 'ranking',
  scenarios: {
    'payout fails': [
      'the answer SUCCESS, then REQUESTED, PENDING and FAIL: it may be claimed again',
      [['PENDING', 20], ['FAIL']],
    ],
    'claimed already': 'the answer DUPLICATED, to a first claim too',
  },
  show: ({ body }) => pick(body, 'status', 'network', 'address', 'claimedAt'),
  timelines: () => [happy],
  onEnter: (row, context) => {
    if (row.body.status === 'SUCCESS') payReward(row, context);
    return undefined;
  },
  seed: (opening) => {
    const group = groupNamed(opening, 'season-ranking');
    for (const [handle, ...words] of seeds) {
      const at = opening.now - day;
      const body = {
        missionGroupId: group.id,
        network: 'TON_TEST' as const,
        address: ownAddressOf('TON_TEST', handle),
        amount: '10',
        claimedAt: iso(at),
      };
      addPast(opening, rankingClaim, { owner: findUser(opening, handle)!.id, at, body }, { words });
    }
  },
});

/** A jetton transfer to the claimed address. */
function payReward({ id, body }: Row<RankingClaim>, context: Context): void {
  const token = tokensOf(body.network).find(({ symbol }) => symbol === 'MVL')!;
  const amount = toBase(body.amount, decimalsOf('MVL'));
  payOut(context, { token, currencyId: 'MVL', amount, cause: `ranking claim ${id}`, to: body.address });
}

const latestClaim = (context: Context, missionGroupId: string, owner: string): Row<RankingClaim> | undefined =>
  rows(context, rankingClaim, { owner }).findLast(({ body }) => body.missionGroupId === missionGroupId);

interface Ranked {
  readonly rank: number;
  readonly userId: string;
  readonly name: string;
  readonly score: number;
}
type Scored = Omit<Ranked, 'rank'>;

const syntheticPlayers = 300;
const mostPoints = 3000;
const names = playerNames as unknown as readonly [string, ...string[]];

/** Points grow evenly to a hashed total, until the ranking ends. */
function background(context: Context, { id: groupId, body }: Row<MissionGroup>, n: number): Scored {
  const userId = seededId(context.seed, 'background', n);
  const [start, end] = [Date.parse(body.startsAt), Date.parse(body.endsAt ?? body.startsAt)];
  const part = end > start ? Math.min(1, Math.max(0, (context.now - start) / (end - start))) : 1;
  const goal = seededInteger(context, 'background', userId, `goal of ${groupId}`, 20, mostPoints);
  const name = `${pickFrom(names, seededFraction(context.seed, 'background', userId, 'name'))} ${n}`;
  return { userId, name, score: Math.floor(goal * part) };
}

/** The users by the mission points of the ranking's time. */
function scored(context: Context, { body }: Row<MissionGroup>): Scored[] {
  const [start, end] = [Date.parse(body.startsAt), Date.parse(body.endsAt ?? '9999-12-31T00:00:00.000Z')];
  const sums = new Map<string, number>();
  for (const { owner, at, body: points } of rows(context, pointTransaction))
    if (points.missionPointId === 'MISSION_POINT' && at >= start && at < end)
      sums.set(owner!, (sums.get(owner!) ?? 0) + points.amount);
  return [...sums].flatMap(([userId, score]) => {
    const player = liveUser(context, userId);
    return player ? [{ userId, name: player.body.name, score }] : [];
  });
}

/** Everyone with a point, the best first, then by id. */
function leaderboard(context: Context, group: Row<MissionGroup>): readonly Ranked[] {
  const players = [
    ...scored(context, group),
    ...Array.from({ length: syntheticPlayers }, (_, index) => background(context, group, index + 1)),
  ];
  return players
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.userId < b.userId ? -1 : 1))
    .map((player, index) => ({ rank: index + 1, ...player }));
}

/** Undefined without points. */
const rankedIn = (context: Context, group: Row<MissionGroup>, userId: string): Ranked | undefined =>
  leaderboard(context, group).find((player) => player.userId === userId);

/** The first hundred, or the requested page. */
export const showBoard = view(
  (context) => {
    const leaders = leaderboard(context, requireRanking(context));
    const paged =
      context.query.page === undefined && context.query.pageSize === undefined ? { query: { pageSize: 100 } } : context;
    return page(paged, leaders);
  },
  { query: paging },
);

/** The caller's rank; null without points. */
export function showRank(context: HandlerContext) {
  const group = requireRanking(context);
  const userId = callerId(context);
  const place = rankedIn(context, group, userId);
  const accomplishmentStatus = latestClaim(context, group.id, userId)?.body.status ?? null;
  return { rank: place?.rank ?? null, score: place?.score ?? 0, accomplishmentStatus };
}

/** In whole MVL: the sandbox's own. */
const prizes: readonly (readonly [downTo: number, amount: string])[] = [
  [1, '5000'],
  [10, '1000'],
  [50, '200'],
  [100, '50'],
];
const prizeOf = (rank: number): string => prizes.find(([downTo]) => rank <= downTo)?.[1] ?? '10';

type Result = (typeof RankingClaimResult)[number];

/** Once per user and ranking; again after FAIL. */
export const claimRanking = view(
  (context): { readonly result: Result } => {
    const group = requireRanking(context);
    const userId = callerId(context);
    const { network, address } = context.body;
    const { endsAt, rewardNetwork } = group.body;
    if (network !== rewardNetwork) badRequest(`network must be ${rewardNetwork}, where this ranking pays.`);
    if (!isAddress(network, address)) badRequest(`address is not an address of ${network}.`);
    if (endsAt === null || context.now < Date.parse(endsAt))
      refuse(422, `The ranking runs until ${endsAt}.`, 'NOT_OPEN');
    const scenario = scenarioOf(context, rankingClaim);
    const latest = latestClaim(context, group.id, userId)?.body.status ?? 'FAIL';
    if (latest !== 'FAIL' || scenario === 'claimed already') return { result: 'DUPLICATED' };
    const { rank } =
      rankedIn(context, group, userId) ??
      refuse(422, 'Who has no mission points has no rank, and no reward.', 'NOT_CLAIMABLE');
    const facts = { missionGroupId: group.id, network, address, amount: prizeOf(rank), claimedAt: iso(context.now) };
    addMoving(context, rankingClaim, 'REQUESTED', { owner: userId, body: { ...facts, scenario } });
    return { result: 'SUCCESS' };
  },
  { body: { network: word(RankingRewardNetwork), address: text() } },
);

/** Null in each field without a claim. */
export function showRankingClaim(context: HandlerContext): ResponseOf<typeof shapes.RankingClaimStatus> {
  const claim = latestClaim(context, requireRanking(context).id, callerId(context));
  return claim ? rankingClaim.show(claim, context) : { status: null, network: null, address: null, claimedAt: null };
}
