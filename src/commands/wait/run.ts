// Runs `tuk wait` and `tuk watch`: things of several kinds in one stream of states, with one poller.

import { setMaxListeners } from 'node:events';
import type { Arguments, CommandRunner, Context, OpenWait } from '../../cli/command/command.js';
import { ledgerPlace, readLedger } from '../../cli/command/read-ledger.js';
import { isDryRun } from '../../cli/settings/options.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { networkInLedger } from '../../engine/chain/known-transaction.js';
import { inProfileOf, operationOf, prepared, withLedger } from '../../engine/operations/operation.js';
import { notShown, operationReader } from '../../engine/operations/reader.js';
import { type AnyEndpoint, callEndpoint } from '../../engine/request/call.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { StatusReader, type Subject } from '../../engine/watch/status-reader.js';
import type { StatusRead } from '../../engine/watch/status-stream.js';
import { endsOfKinds, maxWaitOf, type WatchSpec, watchStatus } from '../../engine/watch/watch.js';
import type { WatchFeed } from '../../engine/watch/watch-on-screen.js';
import { isSolanaSignature } from '../../money/keys/ed25519.js';
import { openLedger } from '../../money/ledger/open.js';
import type { Operation } from '../../money/ledger/operation.js';
import { endsOf, type StatusList } from '../../services/catalogue/statuses.js';
import { Network } from '../../services/catalogue/words.js';
import { quoted } from '../../services/command-line.js';
import { forms, isPrefixedHash, isUuid } from '../../services/forms.js';
import { BadInput, cited, Failure, Refused } from '../../services/http/errors.js';
import { keyRefused, mayBeKey } from '../../services/http/may-be-key.js';
import type { DecodedThing } from '../../things/decoded.js';
import type { OwnList, StatusReading, WatchKind } from '../../things/kind.js';
import { ledgerKind, watchKind, watchKinds } from '../../things/kinds.js';
import { transaction } from '../../things/transaction.js';

// Parses the things to wait for: `ride:ID`, `tx:NETWORK:HASH`, `op-2611-0003`.
/** A typed thing; without a kind if several kinds have such ids. */
interface TypedSubject extends Omit<Subject, 'kind'> {
  readonly kind?: WatchKind;
}

/**
 * Parses the things of a command line, each once.
 * @param networkOf the network of a transaction that names none: by --network or the ledger
 * @throws {BadInput} UNKNOWN_KIND, NO_ID, NO_NETWORK; {Guarded} MAY_BE_KEY, without repeating it
 */
const subjectsIn = (typed: readonly string[], networkOf: NetworkOf): Promise<readonly TypedSubject[]> =>
  Promise.all([...new Set(typed)].map((name) => subjectOf(name, networkOf)));

async function subjectOf(name: string, networkOf: NetworkOf): Promise<TypedSubject> {
  const hash = name.replace(/^tx:(.*:)?/i, '');
  if (mayBeKey(name) && !(isPrefixedHash(hash) || isSolanaSignature(hash))) throw keyRefused('The id');
  const alone = watchKind(name);
  if (alone && alone.lists.length > 0) return { name, kind: alone, id: '' };
  const [, prefix, rest = ''] = /^([a-z-]+):(.*)$/s.exec(name) ?? [];
  const kind = prefix === undefined ? kindOfBare(name) : kindNamed(prefix, name);
  const id = prefix === undefined ? name : rest;
  if (id === '')
    throw new BadInput('NO_ID', `${cited(name)} has no id after the colon.`, `Write it like ${kind?.name}:ID`);
  if (/[\s/?#]/.test(id))
    throw new BadInput('NO_ID', `${cited(id)} is not an id: it has a space, or characters of an address.`);
  return { name, kind, id: kind?.name === transaction.watch.kind ? await withNetwork(id, networkOf) : id };
}

function kindNamed(prefix: string, name: string): WatchKind {
  const kind = watchKind(prefix);
  if (kind) return kind;
  throw new BadInput(
    'UNKNOWN_KIND',
    `tuk cannot wait for ${cited(name)}: ${JSON.stringify(prefix)} is not a kind of item.`,
    suggestion(prefix, namesOf(watchKinds)),
  );
}

const namesOf = (kinds: readonly WatchKind[]) => kinds.map(({ name }) => name);

/** The kind of a bare id, if no other kind has such ids; undefined for a UUID or the beginning of one. */
function kindOfBare(id: string): WatchKind | undefined {
  const kind = watchKinds.find(({ pattern }) => pattern?.test(id));
  if (kind || isUuid(id) || isBeginning(id)) return kind;
  throw severalKinds(id);
}
/** Whether a text may be the beginning of a UUID, as a narrow table shows it. */
const isBeginning = (id: string): boolean => /^[0-9a-f]{6,8}$|^[0-9a-f]{8}-[0-9a-f-]*$/i.test(id);
/** The error for an id that may be of several kinds. */
const severalKinds = (id: string, kinds: readonly WatchKind[] = watchKinds): BadInput =>
  new BadInput(
    'UNKNOWN_KIND',
    `tuk does not know which kind of item ${cited(id)} is.`,
    `Name the kind, such as ${kinds[0]!.name}:ID. The kinds: ${namesOf(kinds).join(', ')}. To find out: tuk find ID`,
  );

type NetworkOf = (hash: string) => Promise<string | undefined>;
async function withNetwork(id: string, networkOf: NetworkOf) {
  const [, typed, hash = id] = /^([A-Z0-9_]+):(.*)$/s.exec(id) ?? [];
  const name = typed ?? (await networkOf(hash));
  if (!name)
    throw new BadInput(
      'NO_NETWORK',
      `The transaction ${cited(hash.slice(0, 20))}… has no network.`,
      'Say it: tx:BSC:HASH, or --network BSC',
    );
  if (!(Network as readonly string[]).includes(name))
    throw new BadInput(
      'UNKNOWN_WORD',
      `${cited(name)} is not a network.`,
      suggestion(name, [...Network], 'See them: tuk help values'),
    );
  return `${name}:${hash}`;
}

// Finds the kind of an id that was typed without one: the calls of every kind are asked once.
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
    `${cited(id)} begins no id in the ledger of this machine or on a list of the account.`,
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
    `The account has no ${kind.name} in progress.`,
    `Name one: ${kind.name}:ID`,
  );
}

/** The only id that begins with a text. @throws {BadInput} AMBIGUOUS */
function only(beginning: string, ids: ReadonlySet<string>) {
  if (ids.has(beginning.toLowerCase())) return beginning;
  if (ids.size <= 1) return [...ids][0];
  throw new BadInput(
    'AMBIGUOUS',
    beginning === '' ? `${ids.size} are in progress.` : `${ids.size} ids begin with ${cited(beginning)}.`,
    `Type ${beginning === '' ? 'one' : 'more of it'}; they are: ${[...ids].slice(0, mostNamed).join(', ')}${ids.size > mostNamed ? ', …' : ''}`,
  );
}
const mostNamed = 5;

/** The ids in the requests and responses of the ledger that begin with a text. */
async function recorded(beginning: string, context: Context): Promise<ReadonlySet<string>> {
  const operations = await readLedger(context, (ledger) => ledger.holding(context.settings().profile.value, beginning));
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
async function withKinds(
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

const hour = 3_600_000;

/** A watched thing. Its first response may show which status list fits. */
interface WatchItem {
  readonly kind: WatchKind;
  readonly reading: () => { readonly statusList: StatusList; readonly source: string };
  readonly fetchStatus: (poll: Context) => Promise<StatusRead<unknown>>;
}

/** Opens the application at the watch screen of a line, with the stream of the calling command. */
export type OpenWatch = (
  context: Context,
  runner: CommandRunner,
  watch: { readonly line: string; readonly feed: WatchFeed },
) => ReturnType<NonNullable<WatchSpec['onScreen']>>;

interface Watching {
  /** Whether an hour is the limit without --max-wait. */
  readonly limited: boolean;
  readonly openWatch?: (
    context: Context,
    watch: { readonly line: string; readonly feed: WatchFeed },
  ) => ReturnType<OpenWatch>;
}

/** Watches things until each has ended. @returns the exit code @throws {BadInput} {Failure} */
export async function runWatch(
  { positionals, options }: Arguments,
  context: Context,
  watching: Watching,
): Promise<number> {
  const typed = await subjectsIn(positionals, networkOf(options, context));
  return inProfileOfAll(typed, context, (own) =>
    isDryRun(own.flags) ? dryRun(typed[0]!, own) : watchThings(typed, options, own, watching),
  );
}

/** The network of a transaction that names none. */
const networkOf =
  ({ network }: Arguments['options'], context: Context) =>
  async (hash: string) =>
    (network as string | undefined) ?? (await networkInLedger(hash, context));

/** Runs `use` in the profile that made all things, if all are operations of one profile. */
async function inProfileOfAll(
  typed: readonly TypedSubject[],
  context: Context,
  use: (context: Context) => Promise<number>,
): Promise<number> {
  if (typed.some(({ kind }) => kind !== ledgerKind)) return use(context);
  const operations = await readLedger(context, (ledger) => Promise.all(typed.map(({ id }) => operationOf(ledger, id))));
  const [first] = operations as [Operation];
  return operations.every(({ profile }) => profile === first.profile) ? inProfileOf(first, context, use) : use(context);
}

async function watchThings(
  typed: readonly TypedSubject[],
  options: Arguments['options'],
  context: Context,
  { limited, openWatch }: Watching,
): Promise<number> {
  const reader = new StatusReader(options.forExistence === true);
  const maxWait = maxWaitOf(context, limited ? hour : undefined);
  const deadline = context.deadline.part(maxWait);
  const lookUp = maxWait === undefined ? context : pollContext(context, deadline);
  const subjects = await withKinds(typed, reader, lookUp);
  return withLedger(context, async (ledger) => {
    const watched = new Map<string, WatchItem>();
    for (const subject of subjects)
      watched.set(
        subject.name,
        subject.kind === ledgerKind
          ? operationItem(await operationReader(await operationOf(ledger, subject.id), context, ledger))
          : thingItem(subject, reader),
      );
    const endsOf = endsOfKinds(options, [...watched.values()].flatMap(listsOf));
    const [{ kind, id, name }] = subjects as [Subject];
    const line = `watch ${quoted(kind === ledgerKind ? name : `${kind.name}:${id}`)}`;
    return watchStatus(context, options, {
      statusesOf: (name) => {
        const { kind, reading } = watched.get(name)!;
        const { statusList, source } = reading();
        return { kind: kind.name, statusList, source, ends: endsOf(kind.name, statusList) };
      },
      ids: subjects.map(({ name }) => name),
      onPoll: () => reader.nextPoll(),
      fetchStatus: (name, poll) => watched.get(name)!.fetchStatus(poll),
      deadline,
      onScreen: openWatch && ((feed) => openWatch(context, { line, feed })),
    });
  });
}

/** Opens the reading of one thing, for a screen. @throws {BadInput} {Failure} */
export async function openWait({ positionals, options }: Arguments, context: Context): Promise<OpenWait> {
  const typed = await subjectsIn(positionals.slice(-1), networkOf(options, context));
  const [subject] = await withKinds(typed, new StatusReader(), context);
  if (subject!.kind !== ledgerKind) return openThing(subject!);
  const ledger = await openLedger(ledgerPlace(context), 'reads');
  try {
    const { reading, fetchStatus } = operationItem(
      await operationReader(await operationOf(ledger, subject!.id), context, ledger),
    );
    return { statuses: reading, fetchStatus, close: () => ledger.close() };
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

function thingItem(subject: Subject, reader: StatusReader): WatchItem {
  const reading = () => {
    const { statusList, service } = reader.readingOf(subject);
    return { statusList, source: service };
  };
  return { kind: subject.kind, reading, fetchStatus: (poll) => reader.read(subject, poll) };
}
function operationItem({ statusList, source, fetchStatus }: Awaited<ReturnType<typeof operationReader>>): WatchItem {
  return { kind: ledgerKind, reading: () => ({ statusList, source }), fetchStatus };
}
/** The status lists that the readings of a kind may have. */
function listsOf({ kind, reading }: WatchItem): readonly { readonly kind: string; readonly statusList: StatusList }[] {
  const readings = kind.readings.length === 0 ? [reading()] : kind.readings;
  return readings.map(({ statusList }) => ({ kind: kind.name, statusList }));
}

/** Opens a thing for a screen. */
function openThing(subject: Subject): OpenWait {
  const reader = new StatusReader();
  const { reading, fetchStatus } = thingItem(subject, reader);
  return {
    every: subject.kind.every,
    statuses: reading,
    fetchStatus: (poll) => {
      reader.nextPoll();
      return fetchStatus(poll);
    },
  };
}

/** Prints the request of the first read without sending it. @returns the exit code */
async function dryRun({ kind, id }: TypedSubject, context: Context) {
  if (kind === undefined) {
    context.log('  The calls of every kind are asked whether they know the id.');
    return 0;
  }
  const read = kind === ledgerKind ? await readOfOperation(id, context) : readOfThing(kind, id);
  if (read) await callEndpoint(context, read.service, read.call as AnyEndpoint, read.params);
  return 0;
}
function readOfThing({ readings, lists }: WatchKind, id: string) {
  const { service, call, params }: Pick<StatusReading, 'service' | 'call'> & Partial<StatusReading> =
    (id === '' ? lists[0] : undefined) ?? readings[0]!;
  return { service, call, params: params?.(id) ?? {} };
}
async function readOfOperation(id: string, context: Context) {
  const operation = await readLedger(context, (ledger) => operationOf(ledger, id));
  const lookUp = await prepared(operation, context);
  if (lookUp) return lookUp;
  if (operation.service !== 'chain') throw notShown(operation, context);
  context.log('  Its chain is asked: it was signed here.');
  return undefined;
}
