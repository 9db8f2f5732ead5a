// Mission groups: the parents of missions; two of them are rankings. All but the closed words is the sandbox's own.

import { day, iso } from '../../core/clock.js';
import type { HandlerContext, SandboxContext } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Kind, type Row, requireRow, rows } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/activity.js';
import type { Answer } from '../../core/stored.js';
import { groupSeeds } from './group-seeds.js';
import { claimsOf, periodStart } from './mission-claims.js';
import type { MissionGroup } from './mission-rows.js';
import { inLanguage, viewer } from './viewer.js';

export const missionGroup: Kind<MissionGroup, Answer<typeof shapes.MissionGroup>> = {
  name: 'mission-group',
  table: 'mission_group',
  noun: 'MISSION_GROUP',
  owned: false,
  key: 'alias',
  show: (row, context) => showGroup(row, context),
  seed: (opening) => {
    for (const { starts, ends, titleJp, descriptionJp, ...facts } of groupSeeds) {
      const startsAt = iso(opening.now + starts * day);
      const endsAt = ends === null ? null : iso(opening.now + ends * day);
      const body = { ...facts, startsAt, endsAt, hidden: { titleJp, descriptionJp } };
      addRow(opening, missionGroup, { owner: null, at: opening.now, body });
    }
  },
};

/** A group as a response: `userClaimedCount` is the sum of that of its missions, of which daily ones count today's claims. */
function showGroup({ id, body: { hidden, ...shown } }: Row<MissionGroup>, context: SandboxContext) {
  const userId = viewer(context);
  const isOfGroup = ({ at, body }: ReturnType<typeof claimsOf>[number]) =>
    body.missionGroupId === id && at >= periodStart(body.frequency, context.now);
  const claimed = userId === undefined ? [] : claimsOf(context, userId).filter(isOfGroup);
  return {
    id,
    ...shown,
    title: inLanguage(context, { en: shown.title, jp: hidden.titleJp }),
    description: inLanguage(context, { en: shown.description, jp: hidden.descriptionJp }),
    userClaimedCount: claimed.length,
  };
}

/** The group of an alias that there is. */
export const groupNamed = (context: SandboxContext, alias: string): Row<MissionGroup> =>
  rows(context, missionGroup).find(({ body }) => body.alias === alias)!;

/** Whether something that has a beginning and perhaps an end is under way. */
export const isWithinPeriod = ({ startsAt, endsAt }: Pick<MissionGroup, 'startsAt' | 'endsAt'>, now: number): boolean =>
  Date.parse(startsAt) <= now && (endsAt === null || now < Date.parse(endsAt));

/** The ranking that the path names. @throws {Refusal} 404 NOT_FOUND_MISSION_GROUP, 422 NOT_OPEN for a group without a ranking */
export function requireRanking(context: HandlerContext): Row<MissionGroup> {
  const row = requireRow(context, missionGroup, context.path.missionGroupId ?? '');
  if (!row.body.ranking) refuse(422, `The mission group ${row.body.alias} has no ranking.`, 'NOT_OPEN');
  return row;
}
