// Screen reader form: the position, and the messages of the reducers in its words.
import { forms } from '../../services/forms.js';
import { present } from '../../text/present.js';
import { sentences, spoken } from '../../text/spoken-record.js';
import { cutMiddle, width, wrap } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import { needsSignIn } from '../state/core/responses.js';
import type { ReadFailure } from '../state/core/screens.js';
import type { Application } from '../state/core/state.js';

/** The position: the group, the screens below, the name. */
export const placeText = ({
  group,
  over = [],
  name,
}: {
  readonly group: string;
  readonly over?: readonly string[];
  readonly name: string;
}) => `${escapeControls([group, ...over, name].join(', '))}.`;

/** A message of the reducers, in the words of this form. */
export const noticeText = ({ text, said = text }: NonNullable<Application['notice']>): string => escapeControls(said);

/** A failure: what and why, the next step, its status and the id of the request. */
export function failureText(failure: ReadFailure, signedIn: boolean): string {
  const { text, hint, passes, wait, status, requestId } = failure;
  const isSignIn = needsSignIn(failure, signedIn);
  const does = isSignIn || passes ? [] : present([hint]);
  const next = signedIn ? (isSignIn ? 'login signs in again.' : 'r tries again.') : 'l signs in.';
  const asks = wait !== undefined && `The service asks to wait ${spoken(wait)}.`;
  const about = present([
    status !== undefined && `HTTP ${status}`,
    requestId !== undefined && `request ${escapeControls(requestId)}`,
  ]);
  return present([
    sentences([text, ...does].map(escapeControls)),
    asks,
    next,
    about.length > 0 && `${about.join(', ')}.`,
  ]).join(' ');
}
const ids = new RegExp(
  `(?<![\\w/.-])(${forms.uuid}|${forms.hash}|${forms.evmAddress}|${forms.base58}{32,90})(?![\\w/-])`,
  'g',
);
/** A text with its ids, hashes and addresses as lists have them; one within a URL stays. */
export const shortIds = (text: string): string => text.replace(ids, (id) => cutMiddle(id, 13));

/** What stands between the choices of a line. */
const between = '   ';
/** A text in lines of at most so many columns: choices stay whole, other words are broken between them. */
export function wrappedItems(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const item of text.split(between)) {
    const longer = lines.length === 0 ? item : `${lines.at(-1)}${between}${item}`;
    if (lines.length > 0 && width(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(...wrap(item, columns));
  }
  return lines;
}
