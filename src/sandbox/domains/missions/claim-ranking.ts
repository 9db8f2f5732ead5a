// Claims the reward of a ranking once it has ended.

import { text, word } from '../../../services/catalogue/define.js';
import { type RankingClaimResult, RankingRewardNetwork } from '../../../services/catalogue/words.js';
import { isAddress } from '../../chain/addresses.js';
import { iso } from '../../core/clock.js';
import { type HandlerContext, requireCaller } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import { scenarioOf } from '../../core/scenarios.js';
import type * as shapes from '../../core/shapes/activity.js';
import { addMoving } from '../../core/state-machine.js';
import type { Answer } from '../../core/stored.js';
import { requireRanking } from './group.js';
import { rankedIn } from './ranking.js';
import { latestClaim, type RankingClaim, rankingClaim } from './ranking-claim.js';

/** The reward of each rank in whole MVL: ours. */
const prizes: readonly (readonly [downTo: number, amount: string])[] = [
  [1, '5000'],
  [10, '1000'],
  [50, '200'],
  [100, '50'],
];
const prizeOf = (rank: number): string => prizes.find(([downTo]) => rank <= downTo)?.[1] ?? '10';

/** The body of a claim: the sandbox's own names. */
export const claimBody = { network: word(RankingRewardNetwork), address: text() };
type Result = (typeof RankingClaimResult)[number];

/** POST .../claim: once for each person and ranking; a claim that came to FAIL may be made again. */
export function claimRanking(context: HandlerContext): { readonly result: Result } {
  const group = requireRanking(context);
  const { userId } = requireCaller(context);
  const { network, address } = context.body as Pick<RankingClaim, 'network' | 'address'>;
  const { endsAt, rewardNetwork } = group.body;
  if (network !== rewardNetwork) refuse(400, `network must be ${rewardNetwork}, where this ranking pays.`, 'INVALID_REQUEST');
  if (!isAddress(network, address)) refuse(400, `address is not an address of ${network}.`, 'INVALID_REQUEST');
  if (endsAt === null || context.now < Date.parse(endsAt)) refuse(422, `The ranking runs until ${endsAt}.`, 'NOT_OPEN');
  const scenario = scenarioOf(context, rankingClaim);
  const latest = latestClaim(context, group.id, userId)?.body.status ?? 'FAIL';
  if (latest !== 'FAIL' || scenario === 'claimed already') return { result: 'DUPLICATED' };
  const { rank } =
    rankedIn(context, group, userId) ?? refuse(422, 'Who has no mission points has no rank, and no reward.', 'NOT_CLAIMABLE');
  const facts = { missionGroupId: group.id, network, address, amount: prizeOf(rank), claimedAt: iso(context.now) };
  addMoving(context, rankingClaim, 'REQUESTED', { owner: userId, body: { ...facts, ...(scenario !== undefined && { scenario }) } });
  return { result: 'SUCCESS' };
}

/** GET .../claim/status: nothing in each field where none was made. */
export function showRankingClaim(context: HandlerContext): Answer<typeof shapes.RankingClaimStatus> {
  const found = latestClaim(context, requireRanking(context).id, requireCaller(context).userId);
  return found ? rankingClaim.show(found, context) : { status: null, network: null, address: null, claimedAt: null };
}
