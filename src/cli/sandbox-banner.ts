// The banner of the embedded sandbox, shown once a day.

import { readFileSync, writeFileSync } from 'node:fs';
import { makePrivate } from '../services/private-file.js';
import type { World } from './world.js';

/**
 * Shows the banner if it was not shown today (TUK_NO_BANNER: never). @param file the day of the last banner
 * @returns the function that records it, for after the sandbox has created its folder
 */
export function sandboxBanner(
  world: Pick<World, 'env' | 'clock'>,
  file: string,
  say: (line: string) => void,
): () => void {
  const day = new Date(world.clock.now()).toISOString().slice(0, 10);
  if (world.env.TUK_NO_BANNER || lastDay(file) === day) return () => {};
  say('◇ sandbox: nothing here is real');
  return () => {
    try {
      makePrivate(file, { create: true });
      writeFileSync(file, day);
    } catch {
      // shown again next time
    }
  };
}

function lastDay(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
