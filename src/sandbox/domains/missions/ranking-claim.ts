// Claims of ranking rewards: the state machine of the four statuses of platform 5.2. Their sequence and times are the sandbox's own.

import type { RankingAccomplishmentStatus, RankingRewardNetwork } from '../../../services/catalogue/words.js';
import { tokensOf } from '../../chain/tokens.js';
import { day, iso } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { type Row, rows } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/activity.js';
import { addPast, type MachineBody, type StateMachine, type Timeline } from '../../core/state-machine.js';
import type { Answer } from '../../core/stored.js';
import { toBase } from '../balances/amounts.js';
import { decimalsOf } from '../balances/balance-changes.js';
import { ownAddress, payOut } from '../balances/chain-transfers.js';
import { findUser } from '../people/user.js';
import { groupNamed } from './group.js';

type ClaimWord = (typeof RankingAccomplishmentStatus)[number];
/** A claim as stored; its owner is to be paid. */
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

/** Seeds claims of the ended season, one in each state; those under way have no step due. */
const seeds: readonly (readonly [handle: string, ...words: ClaimWord[]])[] = [
  ['kenji', 'REQUESTED', 'PENDING', 'SUCCESS'],
  ['lan', 'REQUESTED', 'PENDING', 'FAIL'],
  ['whale', 'REQUESTED', 'PENDING'],
  ['rider-1', 'REQUESTED'],
];

export const rankingClaim: StateMachine<RankingClaim, Answer<typeof shapes.RankingClaimStatus>> = {
  name: 'ranking-claim',
  table: 'ranking_claim',
  noun: 'RANKING_CLAIM',
  owned: true,
  scenarioPrefix: 'ranking',
  scenarios: {
    'payout fails': ['the answer SUCCESS, then REQUESTED, PENDING and FAIL: it may be claimed again', [['PENDING', 20], ['FAIL']]],
    'claimed already': 'the answer DUPLICATED, to a first claim too',
  },
  show: ({ body: { status, network, address, claimedAt } }) => ({ status, network, address, claimedAt }),
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
        address: ownAddress('TON_TEST', handle),
        amount: '10',
        claimedAt: iso(at),
      };
      addPast(opening, rankingClaim, { owner: findUser(opening, handle)!.id, at, body }, { words });
    }
  },
};

/** The reward is a jetton transfer to the address that was named. */
function payReward({ id, body }: Row<RankingClaim>, context: SandboxContext): void {
  const token = tokensOf(body.network).find(({ symbol }) => symbol === 'MVL')!;
  const amount = toBase(body.amount, decimalsOf('MVL'));
  payOut(context, { token, currencyId: 'MVL', amount, cause: `ranking claim ${id}`, to: body.address });
}

/** Somebody's last claim in a ranking. */
export const latestClaim = (context: SandboxContext, missionGroupId: string, owner: string): Row<RankingClaim> | undefined =>
  rows(context, rankingClaim, { owner }).findLast(({ body }) => body.missionGroupId === missionGroupId);
