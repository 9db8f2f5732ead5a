// A failed read as lines, never cut: the failure, the next step, and the request's id.

import { quoted } from '../../services/command-line.js';
import { type Line, line, span } from '../../text/line.js';
import { present } from '../../text/present.js';
import { wrap } from '../../text/text.js';
import { spanOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { isFinal, needsSignIn, type QueryResponse, waitLeftOf, waitText } from '../state/core/responses.js';
import type { ReadFailure } from '../state/core/screens.js';

interface Place {
  readonly wide: number;
  readonly now: number;
  readonly signedIn: boolean;
  /** Whether only a key repeats it. */
  readonly paused: boolean;
  /** Whether enter signs in here. */
  readonly offersSignIn?: boolean;
  /** The other profile with the failure: no key acts on it here. */
  readonly ofOther?: string;
}

type Trouble = Pick<NonNullable<QueryResponse['trouble']>, 'failure' | 'retryAt' | 'at'>;
/** The lines of a failure. */
export const failureLines = (trouble: Trouble, place: Place): Line[] =>
  reasonLines(trouble.failure, nextStep(trouble, place), place.wide);

/** The lines of a failure after which nothing is repeated by itself. */
export const stoppedLines = (failure: ReadFailure, wide: number, signedIn: boolean): Line[] =>
  failureLines({ failure, retryAt: 0, at: Number.NEGATIVE_INFINITY }, { wide, now: 0, signedIn, paused: true });

/** A failure and its next step as lines: the text, the step, the HTTP status and the request id. */
export function reasonLines({ text, status, requestId }: ReadFailure, next: string, columns: number): Line[] {
  const [first = '', ...more] = wrap(escapeControls(text), columns - 2);
  const isNamed = new RegExp(`\\b${status}\\b`).test(text); // such as "answered 503"
  const about = present([
    status !== undefined && !isNamed && `HTTP ${status}`,
    requestId !== undefined && `request ${escapeControls(requestId)}`,
  ]);
  const below = present([next !== '' && next, about.length > 0 && about.join(' · ')]);
  return [
    [span('✗ ', 'bad'), span(first)],
    ...more.map((text): Line => [span('  '), span(text)]),
    ...below.flatMap((text) => wrap(text, columns - 2)).map((text) => line(`  ${text}`, 'muted')),
  ];
}

/** The next step of the application, or of the person. */
function nextStep({ retryAt, failure, at }: Trouble, { now, signedIn, paused, offersSignIn, ofOther }: Place): string {
  const { status, hint, passes } = failure;
  if (needsSignIn(failure, signedIn) && ofOther !== undefined)
    return `Sign in: tuk login -p ${escapeControls(quoted(ofOther))}`;
  if (needsSignIn(failure, signedIn)) return offersSignIn ? 'Enter signs in.' : 'Sign in: type :login';
  if (status === 403) return `${name(hint)}This account is not allowed to see it. Sign in as another one: type :login`;
  const delay = spanOf(Math.max(0, retryAt - now));
  const waitLeft = waitLeftOf({ failure, at }, now);
  if (waitLeft > 0) return waitText(paused ? waitLeft : retryAt - now, paused, failure.asksFor);
  const again =
    paused || isFinal(failure) || !Number.isFinite(retryAt)
      ? 'r tries again.'
      : retryAt <= now
        ? 'It is tried again now.'
        : `It is tried again in ${delay}; r tries now.`;
  return `${passes ? '' : name(hint)}${again}`;
}
/** A hint with a full stop, before another sentence. */
const name = (hint: string | undefined): string =>
  hint === undefined ? '' : `${escapeControls(/[.!?…]$/.test(hint) ? hint : `${hint}.`)} `;
