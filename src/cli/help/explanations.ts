// Explains a word with its source: a status, an error code, an exit code, a mark of a screen, or a word of a closed
// list.

import { meaningsOf } from '../../services/catalogue/status-meanings.js';
import {
  classInWords,
  classOf,
  type StatusClass,
  type StatusList,
  statusLists,
  wordsOf,
} from '../../services/catalogue/statuses.js';
import { errorCodes } from '../../services/http/error-codes.js';
import { BadInput, type Kind, Refused } from '../../services/http/errors.js';
import { asciiText, signOf } from '../../text/signs.js';
import { exitCode, exitCodes } from '../settings/exit-codes.js';
import { suggestion } from '../settings/suggest.js';
import { closedLists } from './help-values.js';

export interface Explanation {
  readonly word: string;
  /** `status`, `error code`, `exit code`, `mark` or `value`. */
  readonly is: string;
  /** The list of the word, or the class that it marks. */
  readonly of: string;
  readonly means: string;
  readonly source: string;
  /** A command line that helps. */
  readonly next?: string;
}

const codes: Readonly<Record<string, readonly [kinds: Kind | readonly Kind[], means: string, next?: string]>> =
  errorCodes;
const lists = Object.keys(statusLists) as StatusList[];
const published = 'the services: their published lists';
const ownWords = 'this program';
/** Marks that no status class has. */
const otherMarks: Readonly<Record<string, string>> = {
  '▲': 'a warning: read it before you continue',
  '◇': 'the sandbox: nothing there is real',
  '◌': 'no response at the moment; tuk asks again',
  '•': 'a hidden part of personal data; in a watched table, a row that has changed',
  '▸': 'the selected row',
  '…': 'cut: the rest has no room, or is left out',
  '–': 'no value',
};

/** Every word that has an explanation, with its kind. */
export const explainedWords = (): readonly (readonly [word: string, is: string])[] => [
  ...new Map(everything().map(({ word, is, of }) => [word, `${is} of ${of}`])).entries(),
];

/** Whether a word has an explanation, in any letter case. */
export const isExplained = (typed: string): boolean => explanationsOf(typed).length > 0;

/** Every explanation of a word, in any letter case; an empty list for an unknown word. */
export const explanationsOf = (typed: string): readonly Explanation[] => {
  const name = typed.trim().toUpperCase();
  return [...everything().filter(({ word }) => word.toUpperCase() === name), ...httpStatusOf(name)];
};

/** The code of an error without a code of the service: `HTTP_422`. */
function httpStatusOf(name: string): readonly Explanation[] {
  const status = Number(/^HTTP_([1-5]\d\d)$/.exec(name)?.[1]);
  if (Number.isNaN(status)) return [];
  const kinds: Readonly<Record<number, Kind>> = {
    401: 'sign-in',
    404: 'not-found',
    410: 'not-found',
    429: 'rate-limited',
  };
  const kind = kinds[status] ?? (status >= 400 && status < 500 ? 'refused' : 'server');
  return [
    {
      word: name,
      is: 'error code',
      of: `${kind}, exit code ${exitCode(kind)}`,
      means: `the service answered with the status ${status} and no code of its own; after a transfer that no refusal of the API answers, exit code ${exitCode('unknown')}`,
      source: `${ownWords}: the message of the error says what happened`,
    },
  ];
}

/** The maximum length of a word, characters. */
const longestWord = 65_536;

/**
 * Every explanation of a word, in any letter case.
 * @throws {Refused} NO_EXPLANATION (exit 5) with the closest word; {BadInput} for a text that is too long
 */
export function explain(typed: string): readonly Explanation[] {
  if (typed.length > longestWord)
    throw new BadInput('TOO_LARGE', `The word has ${typed.length} characters, of at most ${longestWord}.`);
  const explanations = explanationsOf(typed);
  if (explanations.length > 0) return explanations;
  throw new Refused(
    'not-found',
    'NO_EXPLANATION',
    `No list of the services or of tuk has the word ${JSON.stringify(typed.slice(0, 60))}.`,
    suggestion(
      typed.toUpperCase(),
      new Set(everything().map(({ word }) => word)),
      'See the lists: tuk help statuses, tuk help exit-codes, tuk help values',
    ),
  );
}

/** The meanings of a transaction's statuses, anywhere beside a transaction. */
const ofTransactions: Readonly<Record<string, string>> = {
  PENDING: 'it is not carried out yet; swaps over the bridge are read by this list too, which is assumed',
  SUCCESS: 'it was carried out; swaps over the bridge are read by this list too, which is assumed',
  FAIL: 'it failed; swaps over the bridge are read by this list too, which is assumed',
};

const statusesOf = (list: StatusList): readonly Explanation[] =>
  wordsOf(list).map((word) => {
    const kind = classOf(list, word);
    const meaning = meaningsOf[list]?.[word] ?? (list === 'WalletTransactionStatus' ? ofTransactions[word] : undefined);
    return {
      word,
      is: 'status',
      of: list,
      means: meaning === undefined ? classInWords[kind] : `${meaning} (${classInWords[kind]})`,
      source: meaning === undefined ? published : `${published}; what it means: ${ownWords}`,
    };
  });

function everything(): readonly Explanation[] {
  return [
    ...lists.flatMap(statusesOf),
    ...exitCodes.flatMap(([code, kind, means]) => [
      { word: String(code), is: 'exit code', of: kind, means, source: ownWords },
      { word: kind, is: 'kind of failure', of: `exit code ${code}`, means, source: ownWords },
    ]),
    ...Object.entries(codes).map(([word, [kinds, means, next]]) => ({
      word,
      is: 'error code',
      of: [kinds]
        .flat()
        .map((kind) => `${kind}, exit code ${exitCode(kind)}`)
        .join('; '),
      means,
      source: ownWords,
      next,
    })),
    {
      word: 'EXPIRED_SESSION',
      is: 'error code',
      of: 'the services, with HTTP 401',
      means: 'the access token has ended: it is renewed once, and the request is sent again',
      source: 'the services: their published errors',
    },
    ...(Object.entries(signOf) as [StatusClass, string][]).flatMap(([kind, sign]) =>
      marks(sign, `a status: ${classInWords[kind]}`),
    ),
    ...Object.entries(otherMarks).flatMap(([sign, means]) => marks(sign, means)),
    ...closedLists.flatMap(([name, list]) =>
      list.map((word) => ({
        word,
        is: 'value',
        of: name,
        means: `${oneOf(name, list)}; no meaning is published`,
        source: published,
      })),
    ),
  ];
}
/** The list of a value, with its values if they are few. */
const oneOf = (name: string, list: readonly string[]): string =>
  list.length <= 8 ? `one of ${name}: ${list.join(', ')}` : `one of ${list.length} values of ${name}`;
/** A mark, and its replacement with --ascii. */
const marks = (sign: string, means: string): readonly Explanation[] =>
  [...new Set([sign, asciiText(sign)])].map((word) => ({
    word,
    is: word === sign ? 'mark' : 'mark in ASCII',
    of: 'screens and tables',
    means,
    source: ownWords,
  }));
