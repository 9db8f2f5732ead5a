// The results of a search: rows, calls without a response, and the parts of a dossier.

import type { StatusClass } from '../../services/catalogue/statuses.js';
import type { Failure } from '../../services/http/errors.js';
import type { Row } from '../../services/json-value.js';
import type { Thing } from '../../things/thing.js';
import type { Source } from './source.js';

export interface Hit {
  readonly source: Source;
  readonly row: Row;
  /** The requested network, for a call that takes one. */
  readonly network?: string;
  /** Amounts for people, by the names of their fields. */
  readonly shown?: Readonly<Record<string, string>>;
}
/** A call without a response, and the reason. */
export interface MissingResponse {
  readonly service: string;
  readonly call: string;
  readonly why: string;
  readonly kind: Failure['kind'];
  /** The request was sent, and failed. */
  readonly wasAsked: boolean;
}
export interface SearchResult {
  readonly hits: readonly Hit[];
  readonly missing: readonly MissingResponse[];
  readonly asked: number;
}
export interface Part {
  /** Undefined for an operation or a contact. */
  readonly thing?: Thing;
  readonly what: string;
  readonly id: string;
  readonly status?: string;
  readonly class?: StatusClass;
  readonly means?: string;
  /** The service and the call, or this machine. */
  readonly from: string;
  readonly command?: string;
  /** The places of the linked parts: one names an id of the other. */
  readonly links: readonly number[];
  /** The paths of the fields that hold the text, unless the id does. */
  readonly matches?: readonly string[];
  /** It in one line: `SEND_ETH 0.02 ETH`. */
  readonly summary?: string;
  /** Amounts for people instead of base units, by the names of their fields. */
  readonly shown?: Readonly<Record<string, string>>;
  readonly row: Row;
}

/** The code of a call that the deadline has prevented. */
export const outOfTime = 'OUT_OF_TIME';

/** Describes a failed call. Without a session, and after the deadline, nothing was sent. */
export function missingResponse({ service, call }: Source, { message, kind, code, where }: Failure): MissingResponse {
  const isUnsent = where.status === undefined && ['sign-in', 'usage', 'guarded', 'local'].includes(kind);
  return { service, call, why: message, kind, wasAsked: code !== outOfTime && !isUnsent };
}
