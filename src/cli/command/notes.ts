// A note: a fact beside a response that a person must know, and its sentence. Each door shows it: stderr, a screen, MCP.

import { counted } from '../../services/counted.js';
import { type Failure, partFailure } from '../../services/http/errors.js';
import { type Scope, twiceText, withScope } from '../../text/empty.js';

export type Note = Readonly<
  /** A list that is cut, or may be. `all`: --all reads the rest. */
  | {
      is: 'cut';
      shown: number;
      total?: string;
      all: boolean;
      /** The rows are counted by the ledger of this machine, not by the service: the option that reads more. */
      more?: string;
    }
  | { is: 'perhaps-cut'; shown: number; all: boolean }
  /** A filter that the service ignored: `others` of `shown` rows have another value at `path`. */
  | {
      is: 'filter-ignored';
      flag: string;
      path: string;
      others: number;
      shown: number;
    }
  /** `others` of `shown` rows have a word at `path`, such as `value`, that nobody knows: it may be that of the filter. */
  | {
      is: 'filter-unclear';
      flag: string;
      path: string;
      others: number;
      shown: number;
      value: string;
    }
  /** A failure or warnings that stand beside the rows of a response. */
  | { is: 'reported'; words: string }
  /**
   * A part that is not in the response, such as `The prices cannot be read`, and what follows from that. `needed`: a
   * screen keeps its earlier response if the failure may pass.
   */
  | {
      is: 'left-out';
      part: string;
      follows?: string;
      failure: Failure;
      needed?: true;
    }
  /** Nobody is signed in, and the response has figures of a person. */
  | { is: 'no-account' }
  /** The response has no rows, and nobody has typed of what it speaks. */
  | { is: 'none'; nothing: string; scope: Scope; profile?: string }
  /** A node keeps `what` from a block or a slot on only. */
  | { is: 'since'; at: string; what: string }
  /** What a response lacks since it cannot be used: `2 wallets`, `without a network or an address`. */
  | { is: 'unusable'; what: string; why: string }
  /** The node that was read. */
  | { is: 'source'; network: string; node: string }
  /** The address that a name stands for, or the only one on a network. */
  | {
      is: 'address';
      typed?: string;
      name?: string;
      network: string;
      address: string;
    }
  /** An address of Solana that holds the units of another one. */
  | { is: 'token-account'; address: string; owner: string }
  | { is: 'frozen'; token: string; amount: string }
  /** The decimals of a token by its contract or mint, and by the token list; undefined for none. */
  | {
      is: 'decimals-differ';
      token: string;
      contract: string;
      source: 'contract' | 'mint';
      stated: number | undefined;
      listed: number | undefined;
    }
  | { is: 'chain-id-differs'; network: string; stated: string; own: string }
  /** An object of the response has the name twice: only JSON as it came has both values. */
  | { is: 'twice'; name: string }
  /** The response is empty. */
  | { is: 'empty'; what?: string }
  /** A note on the response of one of several profiles. */
  | { is: 'of-profile'; profile: string; note: Note }
  /** A note on an earlier response in a file. */
  | { is: 'of-file'; file: string; note: Note }
  /** A sentence about what is shown: a fact, a danger, something that was done, has failed or is open. */
  | { is: 'fact' | 'warning' | 'done' | 'failed' | 'open'; text: string; code?: string }
  /** The command line that goes on, and what it does. */
  | { is: 'next'; line: string; what?: string }
>;

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
      return `${note.others} of ${counted(note.shown, 'row has', 'rows have')} another ${note.path}: the service took no notice of ${note.flag}.`;
    case 'filter-unclear':
      return `${note.others} of ${counted(note.shown, 'row has', 'rows have')} an unknown ${note.path}, such as ${JSON.stringify(note.value)}: it may be that of ${note.flag}. Teach its words: tuk learn`;
    case 'reported':
      return `The service says beside these rows: ${JSON.stringify(note.words.slice(0, 300))}.`;
    case 'left-out':
      return `${note.part}${note.follows === undefined ? '' : `, so ${note.follows}`}: ${note.failure.message}`;
    case 'no-account':
      return 'Nobody is signed in: what belongs to a person is –. Sign in: tuk login';
    case 'none':
      return [withScope(note.nothing, note.scope, note.profile ?? '')].flat().join(' ');
    case 'since':
      return `The node keeps ${note.what} from ${note.at} on; older ones are unknown.`;
    case 'unusable':
      return `Left out: ${note.what} ${note.why}.`;
    case 'source':
      return `Read from the node of ${note.network}: ${note.node}`;
    case 'address':
      return note.typed === undefined
        ? `Your address on ${note.network}: ${note.address}`
        : `${note.typed}: ${note.name}, ${note.network}, ${note.address}`;
    case 'token-account':
      return `${note.address} is a token account of ${note.owner}: its units are in the balances of its owner.`;
    case 'frozen':
      return `${note.token}: ${note.amount} cannot be sent, since the account is frozen.`;
    case 'decimals-differ':
      return `${note.token} at ${note.contract} has ${note.stated ?? 'no'} decimals by its ${note.source}, and ${note.listed ?? 'none'} by the token list: its amount is in base units.`;
    case 'chain-id-differs':
      return `${note.network}: the service has chain id ${note.stated}, tuk ${note.own}.`;
    case 'twice':
      return twiceText(note.name);
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

function cutText({ shown, total, all, more }: Extract<Note, { is: 'cut' }>): string {
  if (more !== undefined) return `These are the newest ${shown} of ${total} rows, by the ledger. All rows: ${more}`;
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
  'note' in note ? concernsData(note.note) : !/^(fact|done|next|empty|source|address)$/.test(note.is);
