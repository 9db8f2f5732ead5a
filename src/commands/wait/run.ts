// Runs `tuk wait` and `tuk watch`: things of several kinds in one stream of states, with one poller.

import type { Arguments, CommandRunner, Context, OpenWait } from '../../cli/command/command.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import { isDryRun } from '../../cli/settings/settings.js';
import { networkInLedger } from '../../engine/chain/known-transaction.js';
import { inProfileOf, operationOf, prepared, withLedger } from '../../engine/operations/operation.js';

import { notShown, operationReader } from '../../engine/operations/reader.js';
import { type AnyEndpoint, callEndpoint } from '../../engine/request/call.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { StatusReader, type Subject } from '../../engine/watch/status-reader.js';
import type { StatusRead } from '../../engine/watch/status-stream.js';
import { endsOfKinds, maxWaitOf, type WatchSpec, watchStatus } from '../../engine/watch/watch.js';
import type { WatchFeed } from '../../engine/watch/watch-on-screen.js';
import { Ledger } from '../../money/ledger.js';
import type { Operation } from '../../money/operation.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { quoted } from '../../services/command-line.js';
import { paths } from '../../session/paths.js';
import type { StatusReading, WatchKind } from '../../things/kind.js';
import { ledgerKind } from '../../things/kinds.js';
import { withKinds } from './kind-of-id.js';
import { subjectsIn, type TypedSubject } from './subjects.js';

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
  const typed = subjectsIn(positionals, networkOf(options, context));
  return inProfileOfAll(typed, context, (own) =>
    isDryRun(own.flags) ? dryRun(typed[0]!, own) : watchThings(typed, options, own, watching),
  );
}

/** The network of a transaction that names none. */
const networkOf =
  ({ network }: Arguments['options'], context: Context) =>
  (hash: string) =>
    (network as string | undefined) ?? networkInLedger(hash, context);

/** Runs `use` in the profile that made all things, if all are operations of one profile. */
async function inProfileOfAll(
  typed: readonly TypedSubject[],
  context: Context,
  use: (context: Context) => Promise<number>,
): Promise<number> {
  if (typed.some(({ kind }) => kind !== ledgerKind)) return use(context);
  const operations = readLedger(context, (ledger) => typed.map(({ id }) => operationOf(ledger, id)));
  const [first] = operations as [Operation];
  return operations.every(({ profile }) => profile === first.profile) ? inProfileOf(first, context, use) : use(context);
}

async function watchThings(
  typed: readonly TypedSubject[],
  options: Arguments['options'],
  context: Context,
  { limited, openWatch }: Watching,
): Promise<number> {
  const reader = new StatusReader();
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
          ? operationItem(await operationReader(operationOf(ledger, subject.id), context, ledger))
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
  const typed = subjectsIn(positionals.slice(-1), networkOf(options, context));
  const [subject] = await withKinds(typed, new StatusReader(), context);
  if (subject!.kind !== ledgerKind) return openThing(subject!);
  const ledger = new Ledger(paths(context.world).ledger);
  try {
    const { reading, fetchStatus } = operationItem(
      await operationReader(operationOf(ledger, subject!.id), context, ledger),
    );
    return { statuses: reading, fetchStatus, close: () => ledger.close() };
  } catch (error) {
    ledger.close();
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
  const operation = readLedger(context, (ledger) => operationOf(ledger, id));
  const lookUp = await prepared(operation, context);
  if (lookUp) return lookUp;
  if (operation.service !== 'chain') throw notShown(operation, context);
  context.log('  Its chain is asked: it was signed here.');
  return undefined;
}
