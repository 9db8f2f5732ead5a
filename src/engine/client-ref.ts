// `--client-ref`: the caller's own reference for a transfer, so that the same command line run again takes effect once.

import type { Arguments } from '../cli/command.js';
import { BadInput } from '../services/http/errors.js';

const maxLength = 200;

/** The reference of --client-ref, if there is one. @throws {BadInput} BAD_REF for one that is blank, too long or has control characters */
export function clientRefOf({ clientRef }: Arguments['options']): string | undefined {
  if (typeof clientRef !== 'string') return undefined;
  const problem =
    clientRef.trim() === ''
      ? 'is blank'
      : clientRef.length > maxLength
        ? `is longer than ${maxLength} characters`
        : /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(clientRef)
          ? 'holds a control character'
          : undefined;
  if (problem === undefined) return clientRef;
  throw new BadInput(
    'BAD_REF',
    `The name for --client-ref ${problem}; nothing was sent.`,
    'Give each operation a name of its own: --client-ref march-7',
  );
}

/** The typed options as one text, independent of their order: identifies a transfer whose request differs at each run. */
export const canonicalOptions = (options: Arguments['options']): string =>
  JSON.stringify(
    Object.entries(options)
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
