// Stakings: seeded rows on their own dates. Rewards grow with world time.

import { optional, text, word } from '../../src/services/catalogue/define.js';
import { StakingStatus, StakingType, WalletSortOrder } from '../../src/services/catalogue/words.js';
import {
  addRow,
  type Context,
  day,
  defineKind,
  iso,
  type Kind,
  list,
  type ResponseOf,
  type Stored,
} from '../core/index.js';
import type * as shapes from '../core/shapes/wallet.js';
import { seedAddress } from '../domains/people/user.js';

interface Staking extends Stored<typeof shapes.Stakings, 'status' | 'rewardAmount' | 'startsAt' | 'endsAt'> {
  /** Epoch milliseconds. */
  readonly startsAt: number;
  readonly endsAt: number | null;
}
const statusOf = ({ endsAt }: Staking, { now }: Pick<Context, 'now'>): (typeof StakingStatus)[number] =>
  endsAt !== null && endsAt <= now ? 'FINISHED' : 'ACTIVE';

/** The reward so far in base units, rounded down. */
function rewardOf({ stakedAmount, apr, startsAt, endsAt }: Staking, { now }: Pick<Context, 'now'>): bigint {
  const passed = BigInt(Math.max(0, Math.min(now, endsAt ?? now) - startsAt));
  return (BigInt(stakedAmount) * BigInt(Math.round(Number(apr) * 100)) * passed) / (10_000n * 365n * BigInt(day));
}

const staking: Kind<Staking, ResponseOf<typeof shapes.Stakings>> = defineKind({
  name: 'staking',
  show: ({ id, body }, context) => ({
    id,
    ...body,
    status: statusOf(body, context),
    rewardAmount: rewardOf(body, context).toString(),
    startsAt: iso(body.startsAt),
    endsAt: body.endsAt === null ? null : iso(body.endsAt),
  }),
  seed: (opening) => {
    for (const handle of ['mina', 'dara']) {
      const address = seedAddress(handle);
      for (const [index, type] of StakingType.entries())
        for (const ended of [false, true])
          addRow(opening, staking, {
            body: seedBody(opening, { address, index, type, ended }),
          });
    }
  },
});

type Seed = Pick<Staking, 'address' | 'type'> & { readonly index: number; readonly ended: boolean };
function seedBody({ now }: Context, { address, index, type, ended }: Seed): Staking {
  const startsAt = now - (ended ? 200 : 30 + 10 * index) * day;
  return {
    type,
    tokenType: type === 'LP' ? 'LP' : null,
    network: type === 'LP' ? 'BSC' : 'ETHEREUM',
    address,
    symbol: type === 'LP' ? 'bMVL-BNB' : 'MVL',
    stakedAmount: `${(index + 1) * 1000}000000000000000000`,
    apr: ['12.5', '6', '9.75'][index]!,
    startsAt,
    endsAt: ended ? startsAt + 90 * day : type === 'SINGLE' ? null : startsAt + 180 * day,
  };
}

/** The query is not public; `order` is by the beginning. */
export const listStakings = list(staking, {
  query: {
    address: optional(text()),
    status: optional(word(StakingStatus)),
    type: optional(word(StakingType)),
    order: optional(word(WalletSortOrder)),
  },
  filters: ['type'],
  where: ({ body }, { query: { address, status }, now }) =>
    (address === undefined || body.address.toLowerCase() === address.toLowerCase()) &&
    (status === undefined || statusOf(body, { now }) === status),
  sort:
    ({ query }) =>
    (a, b) =>
      query.order === undefined
        ? a.ordinal - b.ordinal
        : (a.body.startsAt - b.body.startsAt) * (query.order === 'asc' ? 1 : -1),
});
