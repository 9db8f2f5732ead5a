// The calls that may know a text: the reads of all things, those that take the text itself first.

import type { ServiceName } from '../../services/catalogue/index.js';
import { asText, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { partsOf } from '../../things/call-name.js';
import { things } from '../../things/index.js';
import type { IdForm, Thing, ThingRead } from '../../things/thing.js';

/** A call that may know a text: one of the reads of a thing. */
export interface Source extends Pick<ThingRead, 'params' | 'namedBy' | 'eachNetwork' | 'summary'> {
  readonly thing: Thing;
  readonly service: ServiceName;
  readonly call: string;
  /** What a row of it is, for people. */
  readonly what: string;
  readonly finds: readonly IdForm[];
  /** The command line that shows a row. */
  readonly shownBy: string | undefined;
}

/** One source is asked after another: by an id, by an address, the lists of the user, public lists. */
const order: readonly ThingRead['of'][] = [undefined, 'address', 'user', 'everybody'];
const rankOf = (read: ThingRead): number => order.indexOf(read.of);

/** All sources, in the order in which they are asked. They only read. */
export const sources: readonly Source[] = things
  .flatMap((thing) => thing.reads.map((read) => ({ thing, read })))
  .filter(({ read }) => read.finds ?? read.namedBy)
  .sort((a, b) => rankOf(a.read) - rankOf(b.read))
  .map(({ thing, read }) => ({
    ...partsOf(read.call),
    thing,
    what: read.name ?? thing.name,
    finds: read.finds ?? [],
    shownBy: read.shownBy ?? thing.shownBy,
    params: read.params,
    namedBy: read.namedBy,
    eachNetwork: read.eachNetwork,
    summary: read.summary,
  }));

/** The id of a row of a thing; nothing if it has none. */
export const idOf = ({ ids = ['id'] }: Thing, row: Row): string | undefined =>
  ids
    .map((path) => valueAt(row, path))
    .filter(isScalar)
    .map(asText)
    .find((id) => id !== '');
