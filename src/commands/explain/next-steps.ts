// The command that follows a word, an error or an exit code.

import type { Explanation as WordExplanation } from '../../cli/help/explanations.js';
import { things } from '../../things/index.js';

/** By kind of failure. */
const byKind: Readonly<Record<string, string>> = {
  failed: 'tuk doctor',
  usage: 'tuk help',
  refused: 'tuk help exit-codes',
  'sign-in': 'tuk login',
  'not-found': 'tuk find ID',
  unreachable: 'tuk doctor',
  guarded: 'tuk profile show',
  pending: 'tuk wait --help',
  local: 'tuk doctor',
  unknown: 'tuk ops check',
  server: 'tuk doctor',
  'rate-limited': 'tuk help exit-codes',
  'ended-badly': 'tuk ops list',
  partial: 'tuk ops list',
};
/** The command that helps after a failure of a kind. */
export const nextOfKind = (kind: string): string =>
  Object.hasOwn(byKind, kind) ? byKind[kind]! : 'tuk help exit-codes';

/** The command that says more about a word of a list. */
export function nextOfWord({ is, of, word, next }: WordExplanation): string {
  if (next !== undefined) return next;
  if (is === 'status') {
    const line = things.find(({ status, shownBy }) => status?.list === of && shownBy !== undefined)?.shownBy;
    return line === undefined
      ? 'tuk help statuses'
      : `tuk ${line.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())}`;
  }
  if (is === 'value') return 'tuk help values';
  if (word === 'EXPIRED_SESSION') return 'tuk auth status';
  if (is === 'exit code') return nextOfKind(of);
  if (is === 'kind of failure') return nextOfKind(word);
  return is === 'error code' ? nextOfKind(of.split(',')[0]!) : 'tuk help statuses';
}
