// Ids and random choices: each is a hash of the seed and of what it is for.
import { createHash } from 'node:crypto';

/** The id of the n-th row of a kind: the first 16 bytes of a hash, in the form of a version 4 UUID (docs/sandbox.md). */
export function seededId(seed: number, kind: string, ordinal: number): string {
  const bytes = createHash('sha256').update(`${seed}:${kind}:${ordinal}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** A fraction from 0 up to 1 that depends on its four arguments alone, so that the order of requests does not matter. */
export function seededFraction(seed: number, kind: string, id: string, purpose: string): number {
  return createHash('sha256').update(`${seed}:${kind}:${id}:${purpose}`).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** Picks one of a list by a fraction of `seededFraction`. */
export const pickFrom = <T>(list: readonly [T, ...T[]], fraction: number): T => list[Math.floor(fraction * list.length)] ?? list[0];
