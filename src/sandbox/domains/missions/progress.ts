// How far somebody is with a mission: computed from what they did and what they claimed, nothing of it is stored.
import { day } from '../../core/clock.js';
import type { Row } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';
import { isRunning } from './group.js';
import type { Mission } from './mission.js';
import { activitiesOf, claimsOf } from './mission-claims.js';

/** How far somebody is; of a daily mission, how far today. */
export interface Progress {
  /** How often it was accomplished, and how often claimed. */
  readonly accomplished: number;
  readonly claimed: number;
  /** What was done of the next time, as `1/3`. */
  readonly step: string;
  /** Whether it can be accomplished once more. */
  readonly open: boolean;
  /** How many rewards wait to be claimed. */
  readonly waiting: number;
}

const nothing: Progress = { accomplished: 0, claimed: 0, step: '0/1', open: false, waiting: 0 };

/** From when on things count: a day begins at midnight UTC. */
const since = ({ frequency, startsAt }: Mission, now: number): number =>
  Math.max(Date.parse(startsAt), frequency === 'DAILY' ? Math.floor(now / day) * day : 0);

/** Somebody's progress; of nobody in particular, only whether the mission is open. `refereeId` counts what one of the invited did. */
export function progressOf(moment: Moment, { id, body }: Row<Mission>, userId: string | undefined, refereeId?: string): Progress {
  const { activityTypes, hidden, type } = body;
  const running = isRunning(body, moment.now);
  if (userId === undefined) return { ...nothing, step: `0/${hidden.needs}`, open: running };
  const from = since(body, moment.now);
  const until = body.endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(body.endsAt);
  const ofFriends = type === 'REFEREE_ACTIVITY';
  const done = activitiesOf(moment, userId).filter(
    (one) =>
      activityTypes?.includes(one.body.typeId) &&
      (one.body.refereeId !== null) === ofFriends &&
      (refereeId === undefined || one.body.refereeId === refereeId) &&
      one.at >= from &&
      one.at < until,
  ).length;
  const claimed = claimsOf(moment, userId).filter((one) => one.body.missionId === id && one.at >= from).length;
  const most = hidden.perUser ?? Number.POSITIVE_INFINITY;
  const accomplished = Math.min(Math.floor(done / hidden.needs), most);
  const left = accomplished < most ? done - accomplished * hidden.needs : hidden.needs;
  return {
    accomplished,
    claimed,
    step: `${left}/${hidden.needs}`,
    open: running && accomplished < most,
    waiting: running ? Math.max(0, accomplished - claimed) : 0,
  };
}
