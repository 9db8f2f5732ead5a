// The results of a search: rows, calls without a response, and the parts of a dossier.

import type { ServiceName } from '../../services/catalogue/index.js';
import type { StatusClass } from '../../services/catalogue/statuses.js';
import type { Failure } from '../../services/http/errors.js';
import type { Row } from '../../services/json-value.js';
import { partsOf } from '../../things/call-name.js';
import { thingInRow } from '../../things/decoded.js';
import { things } from '../../things/index.js';
import type { IdForm, Thing, ThingRead } from '../../things/thing.js';

// The calls that may know a text: the reads of all things. Calls that take the text itself come first.
/** A call that may know a text: one of the reads of a thing. */
export interface Source extends Pick<ThingRead, 'params' | 'namedBy' | 'eachNetwork' | 'summary' | 'shownBy'> {
  readonly thing: Thing;
  readonly service: ServiceName;
  readonly call: string;
  /** The name of a row for people. */
  readonly what: string;
  readonly finds: readonly IdForm[];
}

/** The most rides that are read for a plate or a phone number: no list has them. */
export const mostRides = 40;

/** The order of the calls: by an id, by an address, lists of the user, public lists. */
const order: readonly ThingRead['of'][] = [undefined, 'address', 'user', 'everybody'];

/** All sources, in the order of their requests. They only read. */
export const sources: readonly Source[] = things
  .flatMap((thing) => thing.reads.map((read) => ({ thing, read })))
  .filter(({ read }) => read.finds ?? read.namedBy)
  .sort((a, b) => order.indexOf(a.read.of) - order.indexOf(b.read.of))
  .map(({ thing, read }) => {
    const {
      call,
      name = thing.name,
      finds = [],
      shownBy = thing.shownBy,
      params,
      namedBy,
      eachNetwork,
      summary,
    } = read;
    return { ...partsOf(call), thing, what: name, finds, shownBy, params, namedBy, eachNetwork, summary };
  });

/** The source of a read of a thing. */
export const sourceOf = (thing: Thing, read: string): Source | undefined =>
  sources.find((source) => source.thing === thing && `${source.service} ${source.call}` === read);

/** The id of a row of a thing, if it has one. Its status is not looked for: a search reads the ids of all rows. */
export const idOf = (thing: Thing, row: Row): string | undefined =>
  thingInRow({ ...thing, status: undefined }, row).ids[0];

export interface Hit {
  readonly source: Source;
  readonly row: Row;
  /** The requested network, for a call that takes one. */
  readonly network?: string;
  /** Amounts for people, by the names of their fields. */
  readonly shown?: Readonly<Record<string, string>>;
  /** Its age, if no service has responded with it to this search: `last seen 31 s ago`. */
  readonly seen?: string;
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
