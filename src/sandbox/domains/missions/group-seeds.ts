// The mission groups of a new world. An ended ranking is the first, so that ordinal 1 can be claimed.
import groups from './groups.json' with { type: 'json' };
import type { MissionGroup } from './mission-rows.js';

interface GroupSeed extends Omit<MissionGroup, 'startsAt' | 'endsAt' | 'hidden'> {
  /** In days from the world's beginning. */
  readonly starts: number;
  readonly ends: number | null;
  readonly titleJp: string;
  readonly descriptionJp: string;
}

/** In the order of their ordinals. */
export const groupSeeds = groups as readonly GroupSeed[];
