// Parses option values of the sandbox's commands: whole numbers, times, enum words.
import { BadInput } from '../../services/http/errors.js';
import { typedTime } from '../../text/time.js';

/** Parses a whole number from 0. @throws {BadInput} */
export function parseWhole(input: string, name: string, most = Number.MAX_SAFE_INTEGER): number {
  if (!/^\d{1,16}$/.test(input) || Number(input) > most)
    throw new BadInput('BAD_VALUE', `${JSON.stringify(input)} is not a number for ${name}.`);
  return Number(input);
}

/** A fraction from 0 to 1. @throws {BadInput} */
export function parseFraction(input: string, name: string): number {
  const value = /^(\d+(\.\d+)?|\.\d+)$/.test(input) ? Number(input) : Number.NaN;
  if (!(value >= 0 && value <= 1))
    throw new BadInput('BAD_VALUE', `${JSON.stringify(input)} is not a number from 0 to 1 for ${name}.`);
  return value;
}

/** An ISO time that exists; without a zone it is in the zone in use. @throws {BadInput} */
export function parseIsoTime(input: string): string {
  const at = /T/i.test(input) ? typedTime(input) : undefined;
  if (at === undefined)
    throw new BadInput(
      'BAD_VALUE',
      `${JSON.stringify(input)} is not an ISO time for --at.`,
      'Write it like 2026-06-01T00:00:00.000Z.',
    );
  return new Date(at).toISOString();
}

const enumParser =
  <Word extends string>(words: readonly Word[], noun: string) =>
  (input: string): Word => {
    const match = words.find((word) => word === input.toLowerCase());
    if (match === undefined)
      throw new BadInput('BAD_VALUE', `${JSON.stringify(input)} is not a ${noun}: ${words.join(', ')}.`);
    return match;
  };
export const rates = ['1x', '20x', 'frozen'] as const;
export const rotations = ['two-phase', 'one-phase', 'strict'] as const;
export const sizes = ['standard', 'large', 'empty', 'hostile'] as const;
/** The speed of world time. @throws {BadInput} */
export const parseRate = enumParser(rates, 'rate of the clock');
export const parseRotation = enumParser(rotations, 'rotation mode');
export const parseSize = enumParser(sizes, 'size of a world');
