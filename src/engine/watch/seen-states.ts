// Seen states, what is known: the newest row and status of each thing in the responses of this run, with its time and its clock. Only
// the application keeps them, by account. Watches, the ledger, find and cases read them.

import type { Context } from '../../cli/command/command.js';
import type { Seen, SeenThing } from '../../cli/settings/world.js';
import type { Operation } from '../../money/ledger/operation.js';
import type { Call } from '../../services/catalogue/define.js';
import { endsOf } from '../../services/catalogue/statuses.js';
import { asText, type Row, valueAt } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { subjectOf } from '../../session/account.js';
import { statedTime } from '../../text/time.js';
import { thingIn, thingsIn } from '../../things/decoded.js';
import { things } from '../../things/index.js';
import { stateReads, thingOfCall } from '../../things/operations.js';
import type { Thing, ThingRead } from '../../things/thing.js';
import { statusHistory } from './history.js';

/** The reads that show a status, or a row that a person may look for, by call. */
const readsByCall = new Map<string, { readonly thing: Thing; readonly read: ThingRead }[]>();
for (const thing of things)
  for (const read of thing.reads)
    if (read.status ?? thing.status ?? read.finds)
      readsByCall.set(read.call, [...(readsByCall.get(read.call) ?? []), { thing, read }]);

/** The most things of a kind that are kept, the most durations of it, and the longest response that is read. */
const [mostKept, mostTook, longest] = [500, 5, 1_000_000] as const;

/** An account in a profile, by the subject of its token; without a token what everybody sees there. */
export const ownerKey = (profile: string, token = ''): string => {
  const bare = token.slice(token.indexOf(' ') + 1); // without `Bearer`
  return `${profile}\n${subjectOf(bare) ?? bare}`;
};
/** What the account of a context has seen in this run; undefined outside of the application. @throws {Failure} of its session */
export async function seenBy(context: Context): Promise<Seen | undefined> {
  const { accessToken } = await context.session().token();
  return context.world.seenStates?.by(ownerKey(context.settings().profile.value, accessToken));
}

export class SeenStates {
  /** The rows of the things of a kind by their ids, the oldest first, by owner and kind. */
  readonly #things = new Map<string, Map<string, SeenThing>>();
  /** The durations of the things of a kind that have ended well, by their ids. */
  readonly #took = new Map<string, Map<string, number>>();

  /** Records the things in a response to an account, and its time. @param body its JSON text */
  observe(
    owner: string,
    { service, name }: Pick<Call, 'service' | 'name'>,
    body: string,
    time: Pick<SeenThing, 'at' | 'clockOffset'>,
  ): void {
    const reads = readsByCall.get(`${service} ${name}`);
    const response = reads && body.length <= longest ? parsedIfJson(body) : undefined;
    for (const { thing, read } of response === undefined ? [] : reads!) {
      const list = read.params ? undefined : thingsIn(thing, response, read);
      for (const { ids, status, row } of list ?? [thingIn(thing, response, read) ?? []].flat()) {
        const of = read.status ?? thing.status;
        const word = of && status.is === 'known' ? status.value : undefined;
        if (of && word === undefined) continue;
        const seen = { ...time, thing, call: read.call, status: word, row };
        for (const id of ids) keep(ofKind(this.#things, owner, thing), { ...seen, id });
        const long = of && endsOf(of.list).good.includes(word!) ? tookOf(thing, row, word!) : undefined;
        if (long !== undefined && ids[0] !== undefined) ofKind(this.#took, owner, thing).set(ids[0], long);
      }
    }
  }

  /** What an account has seen, and what everybody sees in its profile. */
  by(owner: string): Seen {
    const all = [owner, `${owner.split('\n')[0]}\n`];
    const things = [...this.#things].flatMap(([key, of]) =>
      all.some((one) => key.startsWith(`${one}\n`)) ? [of] : [],
    );
    return {
      of: (thing, id) => {
        const seen = all.map((one) => ofKind(this.#things, one, thing).get(id)).find((one) => one?.status);
        return seen && { ...seen, status: seen.status! };
      },
      holding: (fits) => things.flatMap((ofThing) => [...ofThing.values()].filter(fits)),
      took: (thing) => [...ofKind(this.#took, owner, thing).values()].slice(-mostTook),
    };
  }

  /** Forgets everything, for another account. */
  clear(): void {
    this.#things.clear();
    this.#took.clear();
  }
}
/** How long a thing took from its beginning to its status, by the times that its row states; undefined if it states none. */
function tookOf({ brief }: Thing, row: Row, status: string): number | undefined {
  const begun = brief && statedTime(asText(valueAt(row, brief.at) ?? ''));
  const end = statusHistory(row, status, [{ status, at: Number.NaN }], true).at(-1)?.at;
  return begun !== undefined && end !== undefined && end >= begun ? end - begun : undefined;
}
function keep(kept: Map<string, SeenThing>, seen: SeenThing) {
  kept.delete(seen.id); // it becomes the newest
  kept.set(seen.id, seen);
  const [oldest] = kept.keys();
  if (kept.size > mostKept) kept.delete(oldest!);
}
function ofKind<Value>(kinds: Map<string, Map<string, Value>>, owner: string, { name }: Thing): Map<string, Value> {
  const key = `${owner}\n${name}`;
  const kind = kinds.get(key) ?? new Map<string, Value>();
  kinds.set(key, kind);
  return kind;
}

/**
 * An operation with the newest status of its thing in this run, if newer than the ledger's.
 * @param subject the id of the thing
 */
export function withSeenState(operation: Operation, subject: string | undefined, states: Seen | undefined): Operation {
  const { service, call, settledBy, outcome, seenAt } = operation;
  const thing = thingOfCall(service, call);
  const state = subject === undefined || thing === undefined ? undefined : states?.of(thing, subject);
  const isOpenEnded = outcome === 'done' && settledBy !== 'person';
  if (!state || !isOpenEnded || (seenAt !== undefined && Date.parse(seenAt) >= state.at)) return operation;
  if (stateReads(service, call).reads.some(({ before }) => before?.includes(state.status))) return operation;
  return { ...operation, lastStatus: state.status, seenAt: new Date(state.at).toISOString() };
}
