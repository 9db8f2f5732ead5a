// Global options that a command could only ignore: it refuses them. Loaded for a dry run, and for commands that print no
// data of a service.

import { BadInput } from '../../services/http/errors.js';
import type { Context, Prints } from '../command/command.js';
import { type Flag, type Flags, flagKey, globalFlags, spellings } from '../settings/options.js';
import type { CommandMatch } from './find-command.js';

/** Refuses a dry run of a command without one: the command would do its work. @throws {BadInput} NO_DRY_RUN */
export function checkDryRun(
  { flags }: Pick<Context, 'flags'>,
  { groupName, command }: Pick<CommandMatch, 'groupName' | 'command'>,
): void {
  const {
    read,
    wait,
    uses,
    usesEverywhere,
    dryRun = read || wait || uses || usesEverywhere ? 'requests' : 'none',
  } = command;
  const line = `tuk ${groupName} ${command.name}`.trim();
  if (dryRun === 'none') throw new BadInput('NO_DRY_RUN', `${line} has no dry run.`);
  if (dryRun === 'plan' && flags.printCurl)
    throw new BadInput(
      'NO_DRY_RUN',
      `${line} is more than one request of a service, so it has no curl line.`,
      'Use --dry-run',
    );
}

/** What each kind of output takes of the options that shape data; `formats` are those of -o beside json. */
const shapedBy: Readonly<
  Record<Exclude<Prints, 'data'>, { options: readonly string[]; formats?: string; is: string }>
> = {
  record: { options: ['fields', 'jq', 'columns', 'noHeader'], formats: 'all', is: 'one record' },
  stream: { options: ['fields', 'jq'], formats: 'all', is: 'a record at a time' },
  lines: { options: ['jq'], formats: 'ndjson', is: 'JSON lines of its own' },
  text: { options: [], is: 'a text of its own' },
  nothing: { options: [], is: 'no data' },
};

/**
 * Refuses options that shape data where a command prints none that they could shape: they would be ignored.
 * @throws {BadInput} STRAY_OPTION
 */
export function refuseStray(
  { flags }: Pick<Context, 'flags'>,
  { groupName, command }: Pick<CommandMatch, 'groupName' | 'command'>,
): void {
  const { prints = 'data' } = command;
  if (prints === 'data') return;
  const { options, formats, is } = shapedBy[prints];
  const { output = 'json' } = flags;
  const stray = typedShaping(flags).find(({ flags: spelling }) => !options.includes(flagKey(spelling)));
  const spelled = stray
    ? spellings(stray.flags).at(-1)
    : output === 'json' || formats === 'all' || formats === output
      ? undefined
      : `-o ${output}`;
  if (spelled === undefined) return;
  const line = `tuk ${groupName} ${command.name}`.trim();
  throw new BadInput('STRAY_OPTION', `${line} prints ${is}, so it takes no ${spelled}.`);
}

/** The typed options that shape printed data, such as --jq. */
const typedShaping = (flags: Flags): readonly Flag[] =>
  globalFlags.filter((flag) => flag.of === 'data' && flags[flagKey(flag.flags) as keyof Flags] !== undefined);
