// A kind of thing that `tuk wait` and `tuk watch` can poll, with its calls.

import type { ServiceName } from '../services/catalogue/index.js';
import type { StatusList } from '../services/catalogue/statuses.js';
import { partsOf } from './call-name.js';
import type { Thing, ThingRead } from './thing.js';

/** How the status of a thing is read. */
export interface StatusReading {
  readonly service: ServiceName;
  readonly call: string;
  /** The thing, and the read that shows it. */
  readonly thing: Thing;
  readonly read: ThingRead;
  readonly statusList: StatusList;
  readonly params: ((id: string) => Readonly<Record<string, unknown>>) | undefined;
  /** A row may appear later, so an id without a row is waited for. */
  readonly late: boolean;
  /** An older version, for a server that does not know the route of the call before. */
  readonly ifUnknownRoute: boolean;
}
/** A list of the user's things, for ids that are typed in part. */
export type OwnList = Pick<StatusReading, 'service' | 'call' | 'thing' | 'read'>;
export interface WatchKind {
  /** Its name on a command line, `ride` of `ride:ID`. */
  readonly name: string;
  readonly what: string;
  readonly pattern: RegExp | undefined;
  /** Its ids are typed whole, so no list is read for them. */
  readonly isWhole: boolean;
  /** The pause between two reads on a screen, seconds. */
  readonly every: number | undefined;
  /** A driver comes to it. */
  readonly hasDriver: boolean;
  /** The first reading that knows the id is used. */
  readonly readings: readonly StatusReading[];
  readonly lists: readonly OwnList[];
}

/** What `tuk wait` and `tuk watch` poll of a thing that has `watch`. Reads by id are preferred to lists. */
export function kindOf(thing: Thing): WatchKind {
  const polled = thing.reads.filter(({ unpolled }) => unpolled === undefined);
  const direct = polled.filter(({ params }) => params);
  return {
    name: thing.watch!.kind,
    what: thing.watch!.what,
    pattern: thing.watch!.pattern,
    isWhole: thing.watch!.isWhole === true,
    every: thing.watch!.every,
    hasDriver: thing.watch!.map !== undefined,
    readings: (direct.length > 0 ? direct : polled).flatMap((read) => readingOf(thing, read) ?? []),
    lists: polled.filter(({ params }) => !params).map((read) => ({ ...partsOf(read.call), thing, read })),
  };
}
function readingOf(thing: Thing, read: ThingRead): StatusReading | undefined {
  const status = read.status ?? thing.status;
  return (
    status && {
      ...partsOf(read.call),
      thing,
      read,
      statusList: status.list,
      params: read.params && ((id) => read.params!(id, '')),
      late: thing.watch?.late === true,
      ifUnknownRoute: read.ifUnknownRoute === true,
    }
  );
}
