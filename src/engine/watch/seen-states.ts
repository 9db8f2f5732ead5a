// Seen states: the newest status of each thing in the responses of this run. Only the application keeps them.

import type { SeenState, World } from '../../cli/settings/world.js';
import type { Operation } from '../../money/ledger/operation.js';
import type { Call } from '../../services/catalogue/define.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { thingIn, thingsIn } from '../../things/decoded.js';
import { things } from '../../things/index.js';
import { stateReads, thingOfCall } from '../../things/operations.js';
import type { Thing, ThingRead } from '../../things/thing.js';

/** The reads that show a status, by call. */
const readsByCall = new Map<string, { readonly thing: Thing; readonly read: ThingRead }[]>();
for (const thing of things)
  for (const read of thing.reads)
    if (read.status ?? thing.status)
      readsByCall.set(read.call, [...(readsByCall.get(read.call) ?? []), { thing, read }]);

export class SeenStates {
  readonly #states = new Map<string, SeenState>();

  /** Records the statuses in the response of a call. @param body its JSON text @param at epoch milliseconds */
  observe({ service, name }: Pick<Call, 'service' | 'name'>, body: string, at: number): void {
    const reads = readsByCall.get(`${service} ${name}`);
    const response = reads && parsedIfJson(body);
    for (const { thing, read } of response === undefined ? [] : reads!) {
      const list = read.params ? undefined : thingsIn(thing, response, read);
      for (const { ids, status } of list ?? [thingIn(thing, response, read) ?? []].flat())
        if (status.is === 'known' && status.value !== undefined)
          for (const id of ids) this.#states.set(keyOf(thing, id), { status: status.value, at });
    }
  }

  of(thing: Thing, id: string): SeenState | undefined {
    return this.#states.get(keyOf(thing, id));
  }

  /** Forgets everything, for another account. */
  clear(): void {
    this.#states.clear();
  }
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
