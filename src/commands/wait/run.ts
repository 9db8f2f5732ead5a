// Runs `tuk wait` and `tuk watch`: things of several kinds in one stream of states, with one poller.

import type { Arguments, OpenWait } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { isDryRun } from '../../cli/settings.js';
import { operationOf, withLedger } from '../../engine/operations/operation.js';
import { operationReader } from '../../engine/operations/reader.js';
import { earlierOf } from '../../engine/watch/earlier.js';
import { openThing, printRead } from '../../engine/watch/run-wait.js';
import { StatusReader, type Subject } from '../../engine/watch/status-reader.js';
import type { StatusRead } from '../../engine/watch/status-stream.js';
import { endsOfKinds, watchStatus } from '../../engine/watch/watch.js';
import { Ledger } from '../../money/ledger.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { paths } from '../../session/paths.js';
import type { WatchKind } from '../../things/kind.js';
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

/**
 * Watches things until each has ended. @param limited whether an hour is the limit without --max-wait
 * @returns the exit code @throws {BadInput} {Failure}
 */
export async function runWatch(
  { positionals, options }: Arguments,
  context: Context,
  { limited }: { readonly limited: boolean },
): Promise<number> {
  const typed = subjectsIn(positionals, options.network as string | undefined);
  if (isDryRun(context.flags)) return dryRun(typed[0]!, context);
  const reader = new StatusReader();
  const subjects = await withKinds(typed, reader, context);
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
    return watchStatus(context, options, {
      statusList: [...watched.values()][0]!.reading().statusList,
      statusesOf: (name) => {
        const { kind, reading } = watched.get(name)!;
        const { statusList, source } = reading();
        return { kind: kind.name, statusList, source, ends: endsOf(kind.name, statusList) };
      },
      ids: subjects.map(({ name }) => name),
      onPoll: () => reader.nextPoll(),
      fetchStatus: (name, poll) => watched.get(name)!.fetchStatus(poll),
      earlier: async (name) => {
        const subject = subjects.find((entry) => entry.name === name)!;
        return subject.kind === ledgerKind ? [] : earlierOf(subject, reader, context);
      },
      defaultMaxWait: limited ? hour : undefined,
    });
  });
}

/** Opens the reading of one thing, for a screen. @throws {BadInput} {Failure} */
export async function openWait({ positionals, options }: Arguments, context: Context): Promise<OpenWait> {
  const typed = subjectsIn(positionals.slice(-1), options.network as string | undefined);
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

async function dryRun({ kind, id }: TypedSubject, context: Context) {
  if (kind && kind !== ledgerKind) return printRead({ kind, id }, context);
  context.log(
    kind
      ? '  The read depends on the operation: tuk ops show ID'
      : '  The calls of every kind are asked whether they know the id.',
  );
  return 0;
}
