// Finds the kind of an id that was typed without one: the calls of every kind are asked once.

import { setMaxListeners } from 'node:events';
import type { Context } from '../../cli/context.js';
import type { StatusReader, Subject } from '../../engine/watch/status-reader.js';
import { Failure, Refused } from '../../services/http/errors.js';
import type { WatchKind } from '../../things/kind.js';
import { watchKinds } from '../../things/kinds.js';
import { severalKinds, type TypedSubject } from './subjects.js';
import { wholeId } from './whole-id.js';

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
