// Runs a command that reads for another door than the shell: a screen, several profiles, --web, `tuk diff`.

import { inOurNames } from '../../services/decode/spelling.js';
import { duplicateKey } from '../../services/duplicate-keys.js';
import { bug, type Failure } from '../../services/http/errors.js';
import { parseLossless } from '../../services/lossless-number.js';
import { markPersons } from '../../text/mask.js';
import { type Arguments, type Command, type Context, contextWith } from '../command/command.js';
import type { CommandOutput } from '../command/command-output.js';
import type { Note } from '../command/notes.js';
import { type Loaded, loaded } from './loaded.js';

/** A response with its notes. */
export interface ReadResult extends Loaded {
  readonly notes: readonly Note[];
}

/**
 * The value of a response in the names of the program, as the map of the platform says, with its persons marked;
 * undefined for an empty one.
 */
export async function readValue({ json, shown }: Pick<ReadResult, 'json' | 'shown'>): Promise<unknown> {
  if (json === undefined || json === '') return undefined;
  const value = inOurNames(parseLossless(json), shown.of?.().map, !shown.singleRecord);
  if (await shown.persons?.()) markPersons(value);
  return value;
}

/** The note on a response with a name twice in one object; none for any other. */
export function twiceIn(json: string | undefined): readonly Note[] {
  const name = json === undefined ? undefined : duplicateKey(json);
  return name === undefined ? [] : [{ is: 'twice', name }];
}

/**
 * Runs a command that reads, and returns its response with the facts beside it. It has no prompts and no log, and no
 * change is sent.
 * @throws {Failure} of the command; a failed part is in `failures`
 */
export async function readResult(command: Command, args: Arguments, context: Context): Promise<ReadResult> {
  const notes: Note[] = [];
  const reading = silent(context, notes);
  const result = await (command.open ? (await command.open(args, reading))(reading) : command.run(args, reading));
  const deferred = reading.out.deferred ?? context.out.deferred;
  if (deferred) throw deferred;
  const response = typeof result === 'object' ? await loaded(result) : { json: undefined, shown: {}, failures: [] };
  return { ...response, notes: [...notes, ...twiceIn(response.json)] };
}

function silent(context: Context, notes: Note[]): Context {
  const { out } = context;
  const readOnly = { value: true, origin: 'a read' };
  const printed = () => Promise.reject(bug('a command that reads has printed its response itself'));
  const { jq: _, startJq: __, fields: ___, columns: ____, ...options } = out.options;
  let deferred: Failure | undefined;
  const output: CommandOutput = {
    options: { ...options, format: 'json', explicitJson: true },
    redact: out.redact,
    jsonErrors: out.jsonErrors,
    get deferred() {
      return deferred;
    },
    isMasked: (stream) => out.isMasked(stream),
    deferFailure: (failure) => {
      deferred ??= failure;
    },
    render: printed,
    print: printed,
    printPages: printed,
    printText: printed,
    printLines: printed,
    printBytes: printed,
    writeLine: () => {},
    draw: () => {},
    writeCommand: () => {},
    log: () => {},
  };
  return contextWith(context, {
    flags: { ...context.flags, json: true, noInput: true },
    settings: () => ({ ...context.settings(), readOnly }),
    log: () => {},
    note: (note) => notes.push(note),
    out: output,
  });
}
