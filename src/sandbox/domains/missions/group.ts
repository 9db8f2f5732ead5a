// Mission groups: what missions belong to; two of them are rankings. Everything but the words is the sandbox's own.
import type { RankingRewardNetwork } from '../../../services/catalogue/words.js';
import { day, iso } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Kind, type Row, rows, theRow } from '../../core/rows.js';
import type { Moment, World } from '../../core/world.js';
import { inLanguage, viewer } from './asking.js';
import { groupSeeds } from './group-seeds.js';
import { claimsOf } from './mission-claims.js';

/** A mission group as stored. */
export interface MissionGroup {
  readonly alias: string;
  readonly title: string;
  readonly description: string;
  readonly ranking: boolean;
  /** Where the reward of a ranking is paid. */
  readonly rewardNetwork: (typeof RankingRewardNetwork)[number] | null;
  readonly missionCount: number;
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly hidden: { readonly titleJp: string; readonly descriptionJp: string };
}

export const missionGroup: Kind<MissionGroup> = {
  name: 'mission-group',
  table: 'mission_group',
  noun: 'MISSION_GROUP',
  owned: false,
  key: 'alias',
  show: (row, moment) => showGroup(row, moment),
  seed: (opening) => {
    for (const { starts, ends, titleJp, descriptionJp, ...facts } of groupSeeds) {
      const startsAt = iso(opening.now + starts * day);
      const endsAt = ends === null ? null : iso(opening.now + ends * day);
      const body = { ...facts, startsAt, endsAt, hidden: { titleJp, descriptionJp } };
      addRow(opening, missionGroup, { owner: null, at: opening.now, body });
    }
  },
};

/** As it is answered: `userClaimedCount` is how often the caller claimed one of its missions. */
function showGroup({ id, body: { hidden, ...shown } }: Row<MissionGroup>, moment: Moment): unknown {
  const userId = viewer(moment);
  const claimed = userId === undefined ? [] : claimsOf(moment, userId).filter(({ body }) => body.missionGroupId === id);
  return {
    id,
    ...shown,
    title: inLanguage(moment, { en: shown.title, jp: hidden.titleJp }),
    description: inLanguage(moment, { en: shown.description, jp: hidden.descriptionJp }),
    userClaimedCount: claimed.length,
  };
}

/** The group of an alias that there is. */
export const groupNamed = (moment: Moment, alias: string): Row<MissionGroup> =>
  rows(moment, missionGroup).find(({ body }) => body.alias === alias)!;

/** Whether something that has a beginning and perhaps an end is under way. */
export const isRunning = ({ startsAt, endsAt }: Pick<MissionGroup, 'startsAt' | 'endsAt'>, now: number): boolean =>
  Date.parse(startsAt) <= now && (endsAt === null || now < Date.parse(endsAt));

/** The ranking that the path names. @throws {Refusal} 404 NOT_FOUND_MISSION_GROUP, 422 NOT_OPEN for a group without a ranking */
export function theRanking(world: World): Row<MissionGroup> {
  const row = theRow(world, missionGroup, world.path.missionGroupId ?? '');
  if (!row.body.ranking) refuse(422, `The mission group ${row.body.alias} has no ranking.`, 'NOT_OPEN');
  return row;
}
