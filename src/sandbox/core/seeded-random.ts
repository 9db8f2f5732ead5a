// Ids and random choices: each is a hash of the seed and of what it is for.
import { hash } from 'node:crypto';

/** The id of the n-th row of a kind: the first 16 bytes of a hash, in the form of a version 4 UUID (docs/sandbox/1-time-and-users.md). */
export function seededId(seed: number, kind: string, ordinal: number): string {
  const hex = hash('sha256', `${seed}:${kind}:${ordinal}`);
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A fraction from 0 up to 1 that depends on its four arguments alone, so that the order of requests does not matter. */
export function seededFraction(seed: number, kind: string, id: string, purpose: string): number {
  return Number.parseInt(hash('sha256', `${seed}:${kind}:${id}:${purpose}`).slice(0, 12), 16) / 2 ** 48;
}

/** Picks one of a list by a fraction of `seededFraction`. */
export const pickFrom = <T>(list: readonly [T, ...T[]], fraction: number): T => list[Math.floor(fraction * list.length)] ?? list[0];
