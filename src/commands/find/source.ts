// The calls that may know a text: the reads of all things. Calls that take the text itself come first.

import type { ServiceName } from '../../services/catalogue/index.js';
import type { Row } from '../../services/json-value.js';
import { partsOf } from '../../things/call-name.js';
import { thingInRow } from '../../things/decoded.js';
import { things } from '../../things/index.js';
import type { IdForm, Thing, ThingRead } from '../../things/thing.js';

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

/** The id of a row of a thing, if it has one. Its status is not looked for: a search reads the ids of all rows. */
export const idOf = (thing: Thing, row: Row): string | undefined =>
  thingInRow({ ...thing, status: undefined }, row).ids[0];
