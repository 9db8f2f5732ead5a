// A note: a fact beside a response that a person must know, and its sentence. Each door shows it: stderr, a screen, MCP.

import { counted } from '../../services/counted.js';
import { type Failure, partFailure } from '../../services/http/errors.js';

export type Note =
  /** A list that is cut, or may be. `all`: --all reads the rest. */
  | { readonly is: 'cut'; readonly shown: number; readonly total?: string; readonly all: boolean }
  | { readonly is: 'perhaps-cut'; readonly shown: number; readonly all: boolean }
  /** A filter that the service ignored: `others` of `shown` rows have another value at `path`. */
  | {
      readonly is: 'filter-ignored';
      readonly flag: string;
      readonly path: string;
      readonly others: number;
      readonly shown: number;
    }
  /**
   * A part that is not in the response, such as `The prices cannot be read`, and what follows from that. `needed`: a
   * screen keeps its earlier response if the failure may pass.
   */
  | {
      readonly is: 'left-out';
      readonly part: string;
      readonly follows?: string;
      readonly failure: Failure;
      readonly needed?: true;
    }
  /** Nobody is signed in, and the response has figures of a person. */
  | { readonly is: 'no-account' }
  /** The response is empty. */
  | { readonly is: 'empty'; readonly what?: string }
  /** A note on the response of one of several profiles. */
  | { readonly is: 'of-profile'; readonly profile: string; readonly note: Note }
  /** A note on an earlier response in a file. */
  | { readonly is: 'of-file'; readonly file: string; readonly note: Note }
  /** A sentence about what is shown: a fact, a danger, something that was done, has failed or is open. */
  | { readonly is: 'fact' | 'warning' | 'done' | 'failed' | 'open'; readonly text: string }
  /** The command line that goes on, and what it does. */
  | { readonly is: 'next'; readonly line: string; readonly what?: string };

/** The sentence of a note, with its next step. */
export function noteText(note: Note): string {
  switch (note.is) {
    case 'cut':
      return cutText(note);
    case 'perhaps-cut':
      return note.all
        ? `This is one page of ${counted(note.shown, 'row')}; there may be more. All rows: --all`
        : `The list has exactly ${counted(note.shown, 'row')}: the service may have cut it at a page, and no public source says how to read on.`;
    case 'filter-ignored':
      return `${note.others} of ${counted(note.shown, 'row')} have another ${note.path}: the service took no notice of ${note.flag}.`;
    case 'left-out':
      return `${note.part}${note.follows === undefined ? '' : `, so ${note.follows}`}: ${note.failure.message}`;
    case 'no-account':
      return 'Nobody is signed in: what belongs to a person is –. Sign in: tuk login';
    case 'empty':
      return note.what === undefined ? 'Done; the response is empty.' : `${note.what}: done, the response is empty.`;
    case 'of-profile':
      return `Profile ${note.profile}: ${noteText(note.note)}`;
    case 'of-file':
      return `${note.file}: ${noteText(note.note)}`;
    case 'next':
      return `${note.what ?? 'Next'}: ${note.line}`;
    default:
      return note.text;
  }
}

function cutText({ shown, total, all }: Extract<Note, { is: 'cut' }>): string {
  if (shown === 0)
    return total === undefined
      ? 'The service says that there are more rows, and this response has none of them.'
      : `The service counts ${total} rows, and this response has none of them.`;
  const remedy = all ? ' All rows: --all' : '';
  return total === undefined
    ? `The service has more rows than these ${shown}.${remedy}`
    : `These are ${shown} of ${total} rows, as the service says.${remedy}`;
}

/**
 * The note on a part that a response lacks.
 * @throws an interruption, and anything that is no failure
 */
export const leftOut = (part: string, error: unknown): Extract<Note, { is: 'left-out' }> => ({
  is: 'left-out',
  part,
  failure: partFailure(error),
});

/** Whether a note is about the data, and not what a person does next: programs get it too. */
export const concernsData = (note: Note): boolean =>
  'note' in note ? concernsData(note.note) : !/^(fact|done|next|empty)$/.test(note.is);
