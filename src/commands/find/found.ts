// What a search brings: rows, and calls without a response.

import type { Failure } from '../../services/http/errors.js';
import type { Row } from '../../services/json-value.js';
import type { Source } from './source.js';

/** A row that a call has returned. */
export interface FoundRow {
  readonly source: Source;
  readonly row: Row;
  /** The network that was asked, where each one is asked. */
  readonly network?: string;
  /** Its amounts for people, by the names of their fields. */
  readonly shown?: Readonly<Record<string, string>>;
}
/** A call without a response, and why. */
export interface Unanswered {
  readonly service: string;
  readonly call: string;
  readonly why: string;
  readonly kind: Failure['kind'];
  /** The call was asked, and has failed. */
  readonly wasAsked: boolean;
}
/** What a search has brought. */
export interface SearchResult {
  readonly found: readonly FoundRow[];
  readonly unanswered: readonly Unanswered[];
  /** How many requests were made. */
  readonly asked: number;
}

/** A call that has failed; without a session, and behind the deadline, nothing was sent. */
export function unansweredOf({ service, call }: Source, { message, kind, code, where }: Failure): Unanswered {
  const wasAsked = !(code === outOfTime || (where.status === undefined && ['sign-in', 'usage', 'guarded', 'local'].includes(kind)));
  return { service, call, why: message, kind, wasAsked };
}
/** The code of a call that the deadline has kept from being asked. */
export const outOfTime = 'OUT_OF_TIME';
