// `--client-ref`: the caller's own name for what moves value, so that the same line run again takes effect once.

import type { Arguments } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import type { Flag } from '../cli/options.js';
import { BadInput } from '../services/http/errors.js';

export const clientRefFlag: Flag = {
  flags: '--client-ref <name>',
  summary: 'your own name for it: the same line run again gives the earlier result',
};

const longest = 200;

/**
 * Has what moves value now go by the name that was given, if one was. `asked`: what was asked for, where the request that comes of it is another each
 * time. @throws {BadInput} for one that is blank, too long or no plain line
 */
export function underName(context: Context, { clientRef }: Arguments['options'], asked?: Arguments['options']): void {
  if (typeof clientRef !== 'string') return;
  const problem =
    clientRef.trim() === ''
      ? 'is blank'
      : clientRef.length > longest
        ? `is longer than ${longest} characters`
        : /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(clientRef)
          ? 'holds a control character'
          : undefined;
  if (problem !== undefined)
    throw new BadInput(
      'BAD_REF',
      `The name for --client-ref ${problem}; nothing was sent.`,
      'Give each operation a name of its own: --client-ref march-7',
    );
  context.clientRef = clientRef;
  if (asked)
    context.askedFor = JSON.stringify(
      Object.entries(asked)
        .filter(([, value]) => value !== undefined)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    );
}
