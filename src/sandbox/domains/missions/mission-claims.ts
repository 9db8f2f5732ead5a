// Stored activities and mission claims. The progress that follows from both is computed (`progress.ts`).

import { day } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { addRow, type Kind, type Row, rows } from '../../core/rows.js';
import { findUser } from '../people/user.js';
import type { Mission } from './mission-rows.js';
import { activityTypes } from './mission-seeds.js';
import { pastActivities, pastClaims } from './past.js';

/** A type of activity: found by its name, its id or its ordinal. */
export const activityType: Kind<{ readonly typeId: string }> = {
  name: 'activity-type',
  table: 'activity_type',
  noun: 'ACTIVITY_TYPE',
  owned: false,
  key: 'typeId',
  show: ({ id, body }) => ({ id, ...body }),
  seed: (opening) => {
    for (const typeId of activityTypes) addRow(opening, activityType, { owner: null, at: opening.now, body: { typeId } });
  },
};

/** Something that counts for missions; its owner is whom it counts for. */
interface Activity {
  readonly typeId: string;
  /** The user who did it, where the owner invited them. */
  readonly refereeId: string | null;
}
export const activity: Kind<Activity> = {
  name: 'activity',
  table: 'activity',
  noun: 'ACTIVITY',
  owned: true,
  show: ({ id, at, body }) => ({ id, at, ...body }),
  seed: (opening) => {
    for (const { owner, at, typeId } of pastActivities(opening))
      addRow(opening, activity, { owner, at, body: { typeId, refereeId: null } });
  },
};

/** A claimed reward; its owner has it. */
interface MissionClaim {
  readonly missionId: string;
  readonly missionGroupId: string;
  readonly frequency: Mission['frequency'];
}
export const missionClaim: Kind<MissionClaim> = {
  name: 'mission-claim',
  table: 'mission_claim',
  noun: 'MISSION_CLAIM',
  owned: true,
  show: ({ id, at, body }) => ({ id, at, ...body }),
  seed: (opening) => {
    const { id: owner } = findUser(opening, 'mina')!;
    for (const { at, missionId, missionGroupId, seed } of pastClaims(opening))
      addRow(opening, missionClaim, { owner, at, body: { missionId, missionGroupId, frequency: seed.frequency } });
  },
};

/** From when on a claim counts, or anything else for a mission: a day begins at midnight UTC. */
export const periodStart = (frequency: Mission['frequency'], now: number): number =>
  frequency === 'DAILY' ? Math.floor(now / day) * day : Number.NEGATIVE_INFINITY;

export const activitiesOf = (context: SandboxContext, owner: string): readonly Row<Activity>[] => rows(context, activity, { owner });
export const claimsOf = (context: SandboxContext, owner: string): readonly Row<MissionClaim>[] => rows(context, missionClaim, { owner });
