// Prints the notes of a run on stderr: sentences for people, one JSON object with --json.

import { rowsIn } from '../../services/decode/rows.js';
import { parseLossless } from '../../services/lossless-number.js';
import { scopeOf } from '../../text/empty.js';
import type { Context } from '../command/command.js';
import { concernsData, type Note, noteText } from '../command/notes.js';
import type { Presentation } from '../output/output.js';
import type { SaidNote } from '../settings/world.js';

/** The notes about the data, each with its sentence. */
export const notesAsData = (notes: readonly Note[], { out }: Pick<Context, 'out'>): readonly SaidNote[] =>
  notes.filter(concernsData).map((note) => ({ ...dataOf(note), message: out.redact.clean(noteText(note)) }));

const dataOf = (note: Note): { readonly is: string; readonly [value: string]: unknown } => {
  if (note.is === 'of-profile') return { ...dataOf(note.note), profile: note.profile };
  if (note.is === 'of-file') return { ...dataOf(note.note), file: note.file };
  if ('text' in note) return { is: note.is, code: note.code };
  if (note.is !== 'left-out') return note;
  return { is: note.is, part: note.part, code: note.failure.code };
};

const symbols: Partial<Record<Note['is'], string>> = {
  done: '✓',
  failed: '✗',
  warning: '▲',
  'chain-id-differs': '▲',
  open: '◐',
};

export function sayNotes(notes: readonly Note[], context: Context): void {
  const { report } = context.world;
  if (report) report({ notes: notesAsData(notes, context) });
  else if (!context.out.jsonErrors)
    for (const note of notes)
      context.log(`${symbols[note.is] ?? ' '} ${noteText(note)}`, note.is === 'failed' ? 'failure' : undefined);
  else if (!context.flags.quiet) {
    const data = notesAsData(notes, context);
    if (data.length > 0) context.out.writeLine(JSON.stringify({ notes: data }));
  }
}

/**
 * Notes of what an empty list of data speaks: a table says it itself.
 * @param isAlone nothing else is printed; else only of an address, a network or a node that the program has chosen
 */
export function noteNone(
  json: string,
  { empty, usualFormat }: Presentation,
  context: Context,
  isAlone = context.out.jsonErrors,
): void {
  const { out, world } = context;
  if (!empty || json === '') return;
  const scope = scopeOf(empty);
  if (!isAlone && scope.network === undefined && scope.from !== 'node') return;
  const format = out.options.format ?? usualFormat ?? (world.stdout.isTTY ? 'table' : 'json');
  if (format === 'table' || rowsIn(parseLossless(json))?.rows.length !== 0) return;
  context.note({ is: 'none', nothing: [empty.says].flat()[0]!, scope, profile: out.options.profileInUse?.() });
}
