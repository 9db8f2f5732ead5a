// Seen states: the newest row and status of each thing in the responses of this run, with its time and its clock. Only
// the application keeps them, for one account at one address.

import type { SeenState, World } from '../../cli/settings/world.js';
import type { Operation } from '../../money/ledger/operation.js';
import type { Call } from '../../services/catalogue/define.js';
import { endsOf } from '../../services/catalogue/statuses.js';
import { asText, type Row, valueAt } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { statedTime } from '../../text/time.js';
import { thingIn, thingsIn } from '../../things/decoded.js';
import { things } from '../../things/index.js';
import { stateReads, thingOfCall } from '../../things/operations.js';
import type { Thing, ThingRead } from '../../things/thing.js';
import { statusHistory } from './history.js';

/** The reads that show a status, by call. */
const readsByCall = new Map<string, { readonly thing: Thing; readonly read: ThingRead }[]>();
for (const thing of things)
  for (const read of thing.reads)
    if (read.status ?? thing.status)
      readsByCall.set(read.call, [...(readsByCall.get(read.call) ?? []), { thing, read }]);

/** The most things that are kept, and the most durations of a kind. */
const [mostKept, mostTook] = [2000, 5] as const;

export class SeenStates {
  /** The oldest first. */
  readonly #states = new Map<string, SeenState>();
  /** The durations of the things of a kind that have ended well, by their ids. */
  readonly #took = new Map<string, Map<string, number>>();

  /**
   * Records the things in the response of a call.
   * @param body its JSON text
   * @param at epoch milliseconds of this machine
   */
  observe({ service, name }: Pick<Call, 'service' | 'name'>, body: string, at: number, clockOffset?: number): void {
    const reads = readsByCall.get(`${service} ${name}`);
    const response = reads && parsedIfJson(body);
    for (const { thing, read } of response === undefined ? [] : reads!) {
      const list = read.params ? undefined : thingsIn(thing, response, read);
      for (const { ids, status, row } of list ?? [thingIn(thing, response, read) ?? []].flat()) {
        if (status.is !== 'known' || status.value === undefined) continue;
        const list = (read.status ?? thing.status)!.list;
        const seen = { status: status.value, at, row, clockOffset };
        for (const id of ids) this.#keep(keyOf(thing, id), seen);
        const long = endsOf(list).good.includes(status.value) ? tookOf(thing, row, status.value) : undefined;
        if (long !== undefined && ids[0] !== undefined) this.#tookOf(thing).set(ids[0], long);
      }
    }
  }
  #keep(key: string, seen: SeenState): void {
    this.#states.delete(key); // it becomes the newest
    this.#states.set(key, seen);
    const [oldest] = this.#states.keys();
    if (this.#states.size > mostKept && oldest !== undefined) this.#states.delete(oldest);
  }
  #tookOf({ name }: Thing): Map<string, number> {
    const known = this.#took.get(name) ?? new Map<string, number>();
    this.#took.set(name, known);
    return known;
  }

  took(thing: Thing): readonly number[] {
    return [...this.#tookOf(thing).values()].slice(-mostTook);
  }

  of(thing: Thing, id: string): SeenState | undefined {
    return this.#states.get(keyOf(thing, id));
  }

  /** Forgets everything, for another account. */
  clear(): void {
    this.#states.clear();
    this.#took.clear();
  }
}
/** How long a thing took from its beginning to its status, by the times that its row states; undefined if it states none. */
function tookOf({ brief }: Thing, row: Row, status: string): number | undefined {
  const begun = brief && statedTime(asText(valueAt(row, brief.at) ?? ''));
  const end = statusHistory(row, status, [{ status, at: Number.NaN }], true).at(-1)?.at;
  return begun !== undefined && end !== undefined && end >= begun ? end - begun : undefined;
}
const keyOf = ({ name }: Thing, id: string): string => `${name} ${id}`;

/**
 * An operation with the newest status of its thing in this run, if newer than the ledger's.
 * @param subject the id of the thing
 */
export function withSeenState(
  operation: Operation,
  subject: string | undefined,
  states: World['seenStates'],
): Operation {
  const { service, call, settledBy, outcome, seenAt } = operation;
  const thing = thingOfCall(service, call);
  const state = subject === undefined || thing === undefined ? undefined : states?.of(thing, subject);
  const isOpenEnded = outcome === 'done' && settledBy !== 'person';
  if (!state || !isOpenEnded || (seenAt !== undefined && Date.parse(seenAt) >= state.at)) return operation;
  if (stateReads(service, call).reads.some(({ before }) => before?.includes(state.status))) return operation;
  return { ...operation, lastStatus: state.status, seenAt: new Date(state.at).toISOString() };
}
