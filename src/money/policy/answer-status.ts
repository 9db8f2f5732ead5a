// What the status in the response of a transfer says of it: done before, not done, not yet, or nothing that is known. Public are the lists of platform 5.2.

import type { Call } from '../../services/catalogue/define.js';
import { classOf, type StatusList, spelled } from '../../services/catalogue/statuses.js';
import { foldName } from '../../services/fold-name.js';
import { asText, isScalar, type Row } from '../../services/json-value.js';
import { isStatusName, statusWord } from '../../services/reported-failure.js';
import { answerStatuses } from '../state-reads.js';

/** What a response says by its status. `said`: as the end of a sentence. */
export type StatedEnd =
  /** An earlier call has done it, and this one moved nothing. */
  | { readonly is: 'done before'; readonly said: string }
  /** It was not done, or whether it was this call that did it is not known. */
  | { readonly is: 'not done'; readonly said: string }
  /** The request was accepted, and no more is known: what it asks for has not been done yet, or no public list has the status. */
  | { readonly is: 'accepted'; readonly said: string };

/** The calls whose response says by a word of a public list that an earlier call has done it (platform 5.2: ranking claim result). */
const repeatable: Readonly<Record<string, StatusList>> = { 'activity claimRanking': 'RankingClaimResult' };

/** Words for what was done before. */
const before = /^(.+_)?(DUPLICATED?|ALREADY|EXISTING|REPEATED|REPLAYED)(_.+)?$/;
/** Words for what is not done. */
const notDone =
  /^(NOT?_.+|NONE|NOTHING(_.+)?|SKIPPED|IGNORED|NO_?OP|DROPPED|DISCARDED|UNPAID|UNSENT|UNQUALIFIED|BLOCKED|HALTED|STOPPED|TIMED?_?OUT|LOST|UNKNOWN_ERROR)$/;
/** Words that every service has for what was done, or has begun. */
const underWay =
  /^(OK|OKAY|TRUE|SUCCESS|SUCCEEDED|SUCCESSFUL|SUCCESSFULLY|DONE|COMPLETED?|CREATED|ACCEPTED|APPROVED|CONFIRMED|PROCESSED|PROCESSING|IN_PROGRESS|INPROGRESS|SENT|SENDING|SUBMITTED|REQUESTED|RECEIVED|REGISTERED|PENDING|QUEUED|INITIATED|STARTED|SETTLED|EXECUTED|BROADCAST(ED)?|TRANSFERRED|PAID|CLAIMED|DELIVERED|FINISHED|OPEN|NEW|ACTIVE|0+|2\d\d|[1-9]\d?%?|100%?)$/;

/**
 * Reads the status in the response of a transfer. Nothing where it has none, or where the operation is done or under way by it; a bad end is a reported failure.
 * @param parts the objects of its operation
 */
export function statedEnd(
  { service, name }: Pick<Call, 'service' | 'name'>,
  answer: unknown,
  parts: readonly Row[],
): StatedEnd | undefined {
  const fields = [
    ...(isScalar(answer) ? [['', answer] as const] : []),
    ...parts.flatMap((part) => Object.entries(part).filter(([, value]) => isScalar(value))),
  ].map(([field, value]) => [field, statusWord(asText(value))] as const);
  const said = (field: string, word: string) => `it says ${field === '' ? '' : `${short(field)}: `}${JSON.stringify(short(word))}`;
  const list = repeatable[`${service} ${name}`];
  const isNamed = (field: string) => field === '' || isStatusName(field) || foldName(field) === 'code';
  if (list !== undefined) {
    const [repeat] = fields.filter(([field, word]) => classOf(list, word) === 'bad' || (isNamed(field) && before.test(word)));
    const isDone = fields.some(([, word]) => classOf(list, word) === 'good');
    if (repeat) return { is: isDone ? 'not done' : 'done before', said: said(...repeat) };
  }
  const { statusList, notYet = [] } = answerStatuses(service, name);
  for (const [field, word] of fields) {
    if (!isNamed(field) || word === '') continue;
    const isListed = statusList !== undefined && classOf(statusList, spelled(statusList, word)) !== 'unknown';
    if (notYet.includes(word)) return { is: 'accepted', said: `${said(field, word)}, by which it has not been done` };
    if (isListed && classOf(statusList, spelled(statusList, word)) === 'bad') return { is: 'not done', said: said(field, word) };
    if (isListed || foldName(field) === 'code') {
      if (!isListed && before.test(word)) return { is: 'not done', said: said(field, word) };
      continue;
    }
    if (before.test(word) || notDone.test(word)) return { is: 'not done', said: said(field, word) };
    if (field !== '' && statusList !== undefined && /^[A-Z_]+$/.test(word) && !underWay.test(word))
      return { is: 'accepted', said: `${said(field, word)}, which no public list of its statuses has` };
  }
  return undefined;
}
const short = (text: string): string => text.slice(0, 60);
