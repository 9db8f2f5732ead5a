// Computes a user's progress with a mission from their activities and claims; nothing of it is stored.
import type { SandboxContext } from '../../core/context.js';
import type { Row } from '../../core/rows.js';
import { isWithinPeriod } from './group.js';
import { activitiesOf, claimsOf, periodStart } from './mission-claims.js';
import type { Mission } from './mission-rows.js';

/** A user's progress; for a daily mission, that of today. */
export interface Progress {
  /** How often it was accomplished, and how often claimed. */
  readonly accomplished: number;
  readonly claimed: number;
  /** The progress towards the next accomplishment, as `1/3`. */
  readonly step: string;
  /** Whether it can be accomplished once more. */
  readonly open: boolean;
  /** How many rewards wait to be claimed. */
  readonly waiting: number;
}

const nothing: Progress = { accomplished: 0, claimed: 0, step: '0/1', open: false, waiting: 0 };

/** A user's progress; without a user, only whether the mission is open. `refereeId` counts only the activities of one invitee. */
export function progressOf(context: SandboxContext, { id, body }: Row<Mission>, userId: string | undefined, refereeId?: string): Progress {
  const { activityTypes, hidden, type } = body;
  const running = isWithinPeriod(body, context.now);
  if (userId === undefined) return { ...nothing, step: `0/${hidden.needs}`, open: running };
  const from = Math.max(Date.parse(body.startsAt), periodStart(body.frequency, context.now));
  const until = body.endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(body.endsAt);
  const ofFriends = type === 'REFEREE_ACTIVITY';
  const done = activitiesOf(context, userId).filter(
    (one) =>
      activityTypes?.includes(one.body.typeId) &&
      (one.body.refereeId !== null) === ofFriends &&
      (refereeId === undefined || one.body.refereeId === refereeId) &&
      one.at >= from &&
      one.at < until,
  ).length;
  const claimed = claimsOf(context, userId).filter((one) => one.body.missionId === id && one.at >= from).length;
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
