// The banner of the embedded sandbox: that nothing is real is said once a day.

import { readFileSync, writeFileSync } from 'node:fs';
import { makePrivate } from '../services/private-file.js';
import type { World } from './world.js';

/**
 * Says that nothing is real where it was not said today (TUK_NO_BANNER: never). @param file records the day; where it cannot be written, it is said again
 * @returns the function that records it, once the sandbox has made the folder of its state
 */
export function sandboxBanner(world: Pick<World, 'env' | 'clock'>, file: string, say: (line: string) => void): () => void {
  const day = new Date(world.clock.now()).toISOString().slice(0, 10);
  if (world.env.TUK_NO_BANNER || said(file) === day) return () => {};
  say('◇ sandbox: nothing here is real');
  return () => {
    try {
      makePrivate(file, { create: true });
      writeFileSync(file, day);
    } catch {
      // it is said again next time
    }
  };
}

function said(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
