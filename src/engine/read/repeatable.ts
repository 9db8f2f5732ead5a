// Adds `-w`, `--interval`, `--until` and `--count` to a command that reads.

import type { Command, Context } from '../../cli/command/command.js';
import type { Note } from '../../cli/command/notes.js';
import { returnsList } from '../../services/catalogue/define.js';
import type { Mapped } from '../../services/decode/map.js';
import { wholeOf } from '../../services/decode/pages.js';
import { rowsIn } from '../../services/decode/rows.js';
import type { Response } from '../../services/http/send.js';
import { repeat } from './poll.js';
import { repeatOptions, repetitionOf } from './repetition.js';

/**
 * A command whose read can be repeated. It must change nothing, and return its result. If it has an option `--until` of
 * its own, there is no condition.
 */
export function repeatable(command: Command): Command {
  const names = new Set((command.options ?? []).map(({ flags }) => flags.split(' ')[0]));
  const options = [...(command.options ?? []), ...repeatOptions.filter(({ flags }) => !names.has(flags.split(' ')[0]))];
  return { ...command, options, run: repeating({ options }, command.run) };
}

/** The `run` of a command that repeats its read if its options say so. @param run reads once */
export const repeating =
  (command: Pick<Command, 'options' | 'open'>, run: Command['run']): Command['run'] =>
  async (args, context, runner) => {
    const repetition = repetitionOf(command, args);
    if (!repetition) return run(args, context, runner);
    const read = command.open
      ? await command.open(args, context)
      : (poll: Context) => run(repetition.line, poll, runner);
    return repeat(read, context, args.options);
  };

// Says that a list is cut by the page size of its service, so that a first page does not look whole.

/** The usual sizes of pages. A list whose paging is not public may be cut at one of these. */
const usualSizes = [50, 100, 200, 250, 500, 1000];

/** The notes on the response of a call: what the service says beside its rows, and how complete a list is. */
export function notesOf(
  { reported, ...response }: Pick<Response, 'text' | 'headers' | 'call' | 'reported'>,
  paging: Parameters<typeof firstPageNote>[1],
): readonly Note[] {
  const cut = returnsList(response.call) || paging.canFollow ? firstPageNote(response, paging) : undefined;
  return [...(reported === undefined ? [] : [{ is: 'reported', words: reported } as const]), ...(cut ? [cut] : [])];
}

/**
 * The note on a response that has, or may have, only the first rows; undefined for a whole list.
 * @param isPaged whether --all follows the pages of this list, whatever the response says
 * @param canFollow whether --all follows the next page that a response names
 */
export function firstPageNote(
  { text, headers, call: { map } = {} }: Pick<Response, 'text' | 'headers'> & { readonly call?: Mapped },
  { isPaged, canFollow }: { readonly isPaged: boolean; readonly canFollow: boolean },
): Note | undefined {
  const list = text === '' ? undefined : rowsIn(JSON.parse(text), map); // counts need no exact numbers
  if (list === undefined) return undefined;
  const shown = list.elements.length;
  const whole = wholeOf(list, headers, map);
  if (whole.is === 'part')
    return { is: 'cut', shown, total: whole.total, all: isPaged || (canFollow && whole.next !== undefined) };
  const mayBeCut = isPaged ? shown >= 10 && shown % 5 === 0 : usualSizes.includes(shown);
  return whole.is === 'unstated' && mayBeCut ? { is: 'perhaps-cut', shown, all: isPaged } : undefined;
}
