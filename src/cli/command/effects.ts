// The effects of options and values, and who may use them. A line that a person types may use all of them; a saved line, or a line of a
// file, only what needs no person; a line that somebody else wrote only what is plain.

import { type Effect, type Effects, type Flag, flagKey, globalFlags, spellings } from '../settings/options.js';
import type { Arguments, Command } from './command.js';
import { valuesOf } from './command-values.js';

/**
 * The author of a line. `typed`: a person types it, now. `own`: an alias, a row of a batch or a step of a flow, which
 * a person wrote earlier. `foreign`: a model, or a file of aliases that is imported. `granted`: whoever runs it, it is
 * under a grant, which lifts no check.
 */
export type Author = 'typed' | 'own' | 'foreign' | 'granted';

const admitted: Readonly<Record<Author, readonly Effect[]>> = {
  typed: ['file', 'exec', 'secret', 'confirms', 'widens'],
  own: ['file', 'secret'],
  foreign: [],
  granted: ['file', 'exec', 'secret', 'confirms'],
};

/** What each effect does, as the end of a sentence about an option. */
const sentences: Readonly<Record<Effect, string>> = {
  file: 'reads or writes a file',
  exec: 'runs another program or command line',
  secret: 'uses a key, a session or another secret',
  confirms: 'confirms what a person must confirm',
  widens: 'lifts a check',
};

/** Whether the author of a line may use an option or a value with these effects. */
export const admits = (author: Author, effects: Effects): boolean => refusedOf(author, effects) === undefined;

const refusedOf = (author: Author, effects: Effects): Effect | undefined =>
  effects === 'plain' ? undefined : effects.findLast((effect) => !admitted[author].includes(effect));

/** An option or a value that its author may not use. */
export interface RefusedPart {
  /** As in help: `--yes`, `<file>`. */
  readonly part: string;
  /** The sentence about it, without its subject: `confirms what a person must confirm`. */
  readonly why: string;
}

/**
 * The first option or value of a line that its author may not use. `-` is standard input, so it has the effect `file`.
 * @param options the options of the command, without the global ones
 */
export function refusedPart(
  author: Author,
  { positionals, options: typed }: Arguments,
  { options, values, effects = 'plain' }: { readonly options: readonly Flag[] } & Pick<Command, 'values' | 'effects'>,
): RefusedPart | undefined {
  const ofCommand = refusedOf(author, effects);
  if (ofCommand) return { part: 'the command itself', why: sentences[ofCommand] };
  const own = new Set(options.map(({ flags }) => flagKey(flags)));
  for (const flag of [...options, ...globalFlags.filter(({ flags }) => !own.has(flagKey(flags)))]) {
    const value = typed[flagKey(flag.flags)];
    if (value === undefined || value === false || value === 0) continue;
    const effect =
      refusedOf(author, flag.effects) ?? ([value].flat().includes('-') ? refusedOf(author, ['file']) : undefined);
    if (effect) return { part: spellings(flag.flags).at(-1)!, why: sentences[effect] };
  }
  const places = valuesOf(values);
  for (const [at, value] of positionals.entries()) {
    const place = places[at] ?? places.at(-1);
    const effect =
      refusedOf(author, place?.effects ?? 'plain') ?? (value === '-' ? refusedOf(author, ['file']) : undefined);
    if (effect) return { part: value === '-' ? '-' : `<${place?.name}>`, why: sentences[effect] };
  }
  return undefined;
}
