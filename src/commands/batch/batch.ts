// Runs a batch: the rows of a file, each a line with a command.

import type { Arguments, Context, Groups } from '../../cli/command/command.js';
import type { Result } from '../../cli/command/result.js';
import { inputName, readInput } from '../../cli/files/input-file.js';
import { intervalOf } from '../../cli/settings/duration.js';
import { runFile } from '../../engine/lines/run-file.js';
import { BadInput } from '../../services/http/errors.js';
import { batchPrinter } from './lines.js';
import { parseRows } from './rows.js';

/** @returns the exit code @throws {Failure} before anything is sent, and as `runFile` */
export async function runBatch(args: Arguments, context: Context, groups: Groups): Promise<Result | number> {
  const { options } = args;
  const [file = ''] = args.positionals;
  const template = typeof options.template === 'string' ? options.template : undefined;
  const parallel = parallelOf(options.parallel ?? '8');
  intervalOf(options.interval, '2s', context.world); // a bad one is found before anything is sent
  const text = await readInput(context.world, file);
  const { rows, problems, unused } = parseRows(text, template);
  if (unused.length > 0) context.log(`▲ The template does not use the columns ${unused.slice(0, 20).join(', ')}.`);
  if (rows.length + problems.length === 0) {
    if (text.trim() === '') throw new BadInput('NO_ROWS', `${inputName(file)} is empty.`);
    context.log(`  ${inputName(file)} has no row below its heading: there is nothing to do.`);
    return 0;
  }
  return runFile(
    {
      lines: rows,
      problems,
      nouns: { whole: 'batch', part: 'row' },
      author: template === undefined ? 'own' : 'typed',
      parallel,
      interval: options.interval as string | undefined,
      resume: ['batch', file, ...(template === undefined ? [] : ['--template', template])],
      printer: (_, { count, mayChange }) => batchPrinter(context, count, mayChange),
    },
    args,
    context,
    groups,
  );
}

/** @throws {BadInput} */
function parallelOf(typed: unknown): number {
  if (typeof typed === 'string' && /^[1-9]\d?$/.test(typed)) return Number(typed);
  throw new BadInput(
    'BAD_VALUE',
    `--parallel takes a number from 1 to 99, not ${JSON.stringify(String(typed).slice(0, 40))}.`,
  );
}
