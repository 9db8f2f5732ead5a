// Values as the sandbox's commands take them: whole numbers, times, and words of short lists.
import { BadInput } from '../../services/http/errors.js';

/** A whole number from 0 on. @throws {BadInput} */
export function whole(typed: string, name: string, most = Number.MAX_SAFE_INTEGER): number {
  if (!/^\d{1,16}$/.test(typed) || Number(typed) > most)
    throw new BadInput('BAD_NUMBER', `${JSON.stringify(typed)} is no number for ${name}.`);
  return Number(typed);
}

/** A fraction from 0 to 1. @throws {BadInput} */
export function fraction(typed: string, name: string): number {
  const value = /^(\d+(\.\d+)?|\.\d+)$/.test(typed) ? Number(typed) : Number.NaN;
  if (!(value >= 0 && value <= 1)) throw new BadInput('BAD_NUMBER', `${JSON.stringify(typed)} is no number from 0 to 1 for ${name}.`);
  return value;
}

/** An ISO time. @throws {BadInput} */
export function isoTime(typed: string): string {
  if (!/^\d{4}-\d\d-\d\dT/.test(typed) || Number.isNaN(Date.parse(typed)))
    throw new BadInput('BAD_TIME', `${JSON.stringify(typed)} is no ISO time for --at.`, 'Write it like 2026-06-01T00:00:00.000Z.');
  return new Date(typed).toISOString();
}

const oneOf =
  <Word extends string>(words: readonly Word[], code: string, noun: string) =>
  (typed: string): Word => {
    const found = words.find((word) => word === typed);
    if (found === undefined) throw new BadInput(code, `${JSON.stringify(typed)} is no ${noun}: ${words.join(', ')}.`);
    return found;
  };
/** How fast world time runs. @throws {BadInput} */
export const rate = oneOf(['1x', '20x', 'frozen'], 'BAD_CLOCK', 'rate of the clock');
export const rotation = oneOf(['two-phase', 'one-phase', 'strict'], 'BAD_ROTATION', 'way to rotate');
export const size = oneOf(['standard', 'large', 'empty', 'hostile'], 'BAD_SIZE', 'size of a world');
