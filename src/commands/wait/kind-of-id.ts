// The kind of an id that names none: the calls of every kind are asked once whether they know the id.

import { setMaxListeners } from 'node:events';
import type { Context } from '../../cli/context.js';
import type { StatusReader, Subject } from '../../engine/watch/status-reader.js';
import { Failure, Refused } from '../../services/http/errors.js';
import type { WatchKind } from '../../things/kind.js';
import { watchKinds } from '../../things/kinds.js';
import { severalKinds, type TypedSubject } from './subjects.js';
import { wholeId } from './whole-id.js';

/** The kinds whose ids may be UUIDs. */
const candidates = watchKinds.filter(({ isWhole }) => !isWhole);
const listenersPerRead = 4;

/**
 * Completes beginnings of ids, and things without a kind by the one kind whose calls know the id: one thing after another, and the kinds of earlier ones
 * first. Lists are read once for all of them.
 * @throws {Refused} not-found, where no call knows the id; {BadInput} UNKNOWN_KIND, where several do; {Failure} where the calls that could know it failed
 */
export async function withKinds(typed: readonly TypedSubject[], reader: StatusReader, context: Context): Promise<readonly Subject[]> {
  const { signal } = context.world;
  if (signal && typed.some(({ kind }) => kind === undefined)) setMaxListeners(candidates.length * listenersPerRead, signal);
  const seen = new Set<WatchKind>();
  const subjects: Subject[] = [];
  for (const one of typed) {
    const id = await wholeId(one, reader, context);
    const kind = one.kind ?? (await kindOf({ ...one, id }, seen, reader, context));
    if (one.kind === undefined) seen.add(kind);
    subjects.push({ ...one, id, kind });
  }
  return subjects;
}

async function kindOf(typed: TypedSubject, seen: ReadonlySet<WatchKind>, reader: StatusReader, context: Context): Promise<WatchKind> {
  const failures: unknown[] = [];
  for (const kinds of [[...seen], candidates.filter((kind) => !seen.has(kind))]) {
    const reads = await Promise.allSettled(kinds.map((kind) => reader.read({ ...typed, kind, name: `${kind.name}:${typed.id}` }, context)));
    const found = kinds.filter((_, at) => {
      const read = reads[at]!;
      return read.status === 'fulfilled' && read.value.row !== null;
    });
    if (found.length === 1) return found[0]!;
    if (found.length > 1) throw severalKinds(typed.id, found);
    failures.push(...reads.flatMap((read) => (read.status === 'rejected' ? [read.reason] : [])));
  }
  const failed = failures.find((reason) => !(reason instanceof Failure && reason.kind === 'not-found'));
  if (failed !== undefined) throw failed;
  throw new Refused(
    'not-found',
    'NOT_LISTED',
    `No call of anything that has a status knows ${typed.id}.`,
    `What it is: tuk find ${typed.id}`,
  );
}
