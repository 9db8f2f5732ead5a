// A kind of thing that can be waited for, with the calls that `tuk wait` and `tuk watch` poll.

import type { ServiceName } from '../services/catalogue/index.js';
import type { StatusList } from '../services/catalogue/statuses.js';
import { partsOf } from './call-name.js';
import type { Thing, ThingRead } from './thing.js';

/** How the status of a thing is read. */
export interface StatusReading {
  readonly service: ServiceName;
  readonly call: string;
  readonly statusList: StatusList;
  /** The paths of the status, the first that has a value. */
  readonly status: readonly string[];
  /** The parameters of a call that returns one thing. */
  readonly params: ((id: string) => Readonly<Record<string, unknown>>) | undefined;
  /** The paths of the id in the rows of a call that returns a list: one request of it reads all things of its kind. */
  readonly ids: readonly string[];
  /** The status of a row that has none. */
  readonly existing: string | undefined;
  /** A row may appear later: an id that no row has is waited for. */
  readonly late: boolean;
  /** The call is asked only if the server does not know the route of the one before. */
  readonly ifUnknownRoute: boolean;
}
/** A list of the things of the user, in which the beginning of an id is looked for. */
export type OwnList = Pick<StatusReading, 'service' | 'call' | 'ids'>;
/** A kind of thing that can be waited for. */
export interface WatchKind {
  /** Its name on a command line, `ride` of `ride:ID`. */
  readonly name: string;
  readonly what: string;
  readonly pattern: RegExp | undefined;
  /** Its ids are not shortened: no list is searched for their beginnings. */
  readonly isWhole: boolean;
  readonly hasDriver: boolean;
  /** The readings, of which the first that knows the id is used. */
  readonly readings: readonly StatusReading[];
  /** The lists that hold its ids. */
  readonly lists: readonly OwnList[];
}

/** The kind of a thing with a `watch`. */
export function kindOf(thing: Thing): WatchKind {
  const polled = thing.reads.filter(({ unpolled }) => unpolled === undefined);
  const direct = polled.filter(({ params }) => params);
  return {
    name: thing.watch!.kind,
    what: thing.watch!.what,
    pattern: thing.watch!.pattern,
    isWhole: thing.watch!.isWhole === true,
    hasDriver: thing.watch!.hasDriver === true,
    readings: (direct.length > 0 ? direct : polled).flatMap((read) => readingOf(thing, read) ?? []),
    lists: polled.filter(({ params }) => !params).map((read) => ({ ...partsOf(read.call), ids: idsOf(thing, read) })),
  };
}
const idsOf = ({ ids = ['id'] }: Thing, read: ThingRead): readonly string[] => read.ids ?? ids;
function readingOf(thing: Thing, read: ThingRead): StatusReading | undefined {
  const status = read.status ?? thing.status;
  return (
    status && {
      ...partsOf(read.call),
      statusList: status.list,
      status: status.at,
      params: read.params && ((id) => read.params!(id, '')),
      ids: idsOf(thing, read),
      existing: status.existing,
      late: thing.watch?.late === true,
      ifUnknownRoute: read.ifUnknownRoute === true,
    }
  );
}
