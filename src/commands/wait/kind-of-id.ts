// Finds the kind of an id that was typed without one: the calls of every kind are asked once.
import { setMaxListeners } from 'node:events';
import type { Context } from '../../cli/command/command.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import type { StatusReader, Subject } from '../../engine/watch/status-reader.js';
import { endsOf } from '../../services/catalogue/statuses.js';
import { forms, isUuid } from '../../services/forms.js';
import { BadInput, Failure, Refused } from '../../services/http/errors.js';
import type { DecodedThing } from '../../things/decoded.js';
import type { OwnList, WatchKind } from '../../things/kind.js';
import { watchKinds } from '../../things/kinds.js';
import { isBeginning, severalKinds, type TypedSubject } from './subjects.js';

// Completes the beginning of an id, by the lists of the user's own things and the ledger of this machine.

/**
 * Completes the beginning of an id. With a typed kind and no match it stays as typed: a service may have such short
 * ids.
 * @throws {BadInput} AMBIGUOUS if several ids begin with it, UNKNOWN_KIND if none does and no kind was typed; {Failure}
 * of a list
 */
async function wholeId({ id, kind }: TypedSubject, reader: StatusReader, context: Context): Promise<string> {
  if (id === '') return underWay(kind!, reader, context);
  if (isUuid(id) || !isBeginning(id) || kind?.isWhole) return id;
  if (kind !== undefined)
    return only(id, await listed(id, [kind], reader, context)) ?? only(id, await recorded(id, context)) ?? id;
  const match = only(id, await recorded(id, context)) ?? only(id, await listed(id, watchKinds, reader, context));
  if (match !== undefined) return match;
  throw new BadInput(
    'UNKNOWN_KIND',
    `${JSON.stringify(id)} is the beginning of no id in the ledger of this machine, nor on a list of the account.`,
    `Type the whole id, or look it up: tuk find ${id}`,
  );
}

/** The id of the only thing of a kind that is under way. @throws {Refused} NOT_LISTED; {BadInput} AMBIGUOUS */
async function underWay(kind: WatchKind, reader: StatusReader, context: Context): Promise<string> {
  const { good, bad } = endsOf(kind.readings[0]!.statusList);
  const goesOn = ({ status }: DecodedThing) =>
    !(status.is === 'known' && [...good, ...bad].includes(status.value ?? ''));
  const id = only('', await listed('', [kind], reader, context, goesOn));
  if (id !== undefined) return id;
  throw new Refused(
    'not-found',
    'NOT_LISTED',
    `The account has no ${kind.name} that is under way.`,
    `Name one: ${kind.name}:ID`,
  );
}

/** The only id that begins with a text. @throws {BadInput} AMBIGUOUS */
function only(beginning: string, ids: ReadonlySet<string>) {
  if (ids.has(beginning.toLowerCase())) return beginning;
  if (ids.size <= 1) return [...ids][0];
  throw new BadInput(
    'AMBIGUOUS',
    beginning === '' ? `${ids.size} are under way.` : `${ids.size} ids begin with ${JSON.stringify(beginning)}.`,
    `Type ${beginning === '' ? 'one' : 'more of it'}; they are: ${[...ids].slice(0, mostNamed).join(', ')}${ids.size > mostNamed ? ', …' : ''}`,
  );
}
const mostNamed = 5;

/** The ids in the requests and responses of the ledger that begin with a text. */
async function recorded(beginning: string, context: Context): Promise<ReadonlySet<string>> {
  const operations = readLedger(context, (ledger) => ledger.holding(context.settings().profile.value, beginning));
  const texts = operations.flatMap(({ url, body = '', answer = '' }) => [url, body, answer]).join('\n');
  return beginningWith(beginning, texts.toLowerCase().match(new RegExp(`\\b${forms.uuid}\\b`, 'g')) ?? []);
}

/** The ids on the lists of kinds that begin with a text. @throws {Failure} of a list, if no other has such an id */
async function listed(
  beginning: string,
  kinds: readonly WatchKind[],
  reader: StatusReader,
  context: Context,
  isMeant: (thing: DecodedThing) => boolean = () => true,
): Promise<ReadonlySet<string>> {
  const lists = kinds.flatMap((kind) => kind.lists);
  const failures: unknown[] = [];
  const idsOf = async (list: OwnList): Promise<readonly string[]> => {
    try {
      return (await reader.thingsOf(list, context)).filter(isMeant).flatMap(({ ids }) => ids);
    } catch (error) {
      if (!(error instanceof Failure && error.kind === 'not-found')) failures.push(error);
      return [];
    }
  };
  const matches = beginningWith(beginning, (await Promise.all(lists.map(idsOf))).flat());
  if (matches.size === 0 && failures.length > 0) throw failures[0];
  return matches;
}

const beginningWith = (beginning: string, ids: readonly string[]): ReadonlySet<string> =>
  new Set(ids.map((id) => id.toLowerCase()).filter((id) => id !== '' && id.startsWith(beginning.toLowerCase())));

/** The kinds with ids that may be UUIDs. */
const candidates = watchKinds.filter(({ isWhole }) => !isWhole);
const listenersPerRead = 4;

/**
 * Completes beginnings of ids, and finds missing kinds: the kinds of earlier things are asked first. Each list is read
 * once.
 * @throws {Refused} not-found if no call knows an id; {BadInput} UNKNOWN_KIND if several do; {Failure} of a call that
 * might know it
 */
export async function withKinds(
  typed: readonly TypedSubject[],
  reader: StatusReader,
  context: Context,
): Promise<readonly Subject[]> {
  const { signal } = context.world;
  if (signal && typed.some(({ kind }) => kind === undefined))
    setMaxListeners(candidates.length * listenersPerRead, signal);
  const seen = new Set<WatchKind>();
  const subjects: Subject[] = [];
  for (const subject of typed) {
    const id = await wholeId(subject, reader, context);
    const kind = subject.kind ?? (await kindOf({ ...subject, id }, seen, reader, context));
    if (subject.kind === undefined) seen.add(kind);
    subjects.push({ name: subject.id === '' ? `${kind.name}:${id}` : subject.name, id, kind });
  }
  return subjects;
}

async function kindOf(
  typed: TypedSubject,
  seen: ReadonlySet<WatchKind>,
  reader: StatusReader,
  context: Context,
): Promise<WatchKind> {
  const failures: unknown[] = [];
  for (const kinds of [[...seen], candidates.filter((kind) => !seen.has(kind))]) {
    const reads = await Promise.allSettled(
      kinds.map((kind) => reader.read({ ...typed, kind, name: `${kind.name}:${typed.id}` }, context)),
    );
    const matches = kinds.filter((_, at) => {
      const read = reads[at]!;
      return read.status === 'fulfilled' && read.value.row !== null;
    });
    if (matches.length === 1) return matches[0]!;
    if (matches.length > 1) throw severalKinds(typed.id, matches);
    failures.push(...reads.flatMap((read) => (read.status === 'rejected' ? [read.reason] : [])));
  }
  const failed = failures.find((reason) => !(reason instanceof Failure && reason.kind === 'not-found'));
  if (failed !== undefined) throw failed;
  throw new Refused(
    'not-found',
    'NOT_LISTED',
    `No call of anything that has a status knows ${typed.id}.`,
    `Find its kind: tuk find ${typed.id}`,
  );
}
