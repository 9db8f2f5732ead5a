// The games that a new world begins with: five that are over and one that is running.
import { day, minute } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { seededId } from '../../core/seeded-random.js';

/** How long a game lasts, and the pause before the next one. */
export const durationMs = 7 * day;
export const pauseMs = 60 * minute;

/** Who has played each of them. */
export const seededPlayers = ['rider-1', 'rider-2', 'rider-3'] as const;
const pastGames = 5;

/** A game that a new world begins with. */
export interface SeededGame {
  readonly id: string;
  readonly ordinal: number;
  /** Epoch milliseconds. */
  readonly startsAt: number;
  /** When it ended; null for the one that is running. */
  readonly endsAt: number | null;
}

/** The games, in the order of their ordinals. The running one began two days before the opening. */
export function seededGames({ seed, now }: SandboxContext): SeededGame[] {
  return Array.from({ length: pastGames + 1 }, (_, index) => {
    const startsAt = now - 2 * day - (pastGames - index) * (durationMs + pauseMs);
    const endsAt = index < pastGames ? startsAt + durationMs : null;
    return { id: seededId(seed, 'game', index + 1), ordinal: index + 1, startsAt, endsAt };
  });
}
