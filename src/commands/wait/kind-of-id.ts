// The kind of an id that names none: the calls of every kind are asked once whether they know the id.

import { setMaxListeners } from 'node:events';
import type { Context } from '../../cli/context.js';
import { type KindName, kindNames, watchKind } from '../../engine/watch-kinds.js';
import { BadInput, Failure, Refused } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import type { StatusReader } from './reader.js';
import { isUuid, type Subject, severalKinds, type TypedSubject } from './subjects.js';

/** The kinds whose ids may be UUIDs. */
const candidates = kindNames.filter((kind) => watchKind(kind).pattern === undefined && watchKind(kind).readings.length > 0);
const listenersPerRead = 4;

/**
 * Completes things without a kind by the one kind whose calls know the id: one thing after another, and the kinds of earlier ones first. Lists are read
 * once for all of them.
 * @throws {Refused} not-found, where no call knows the id; {BadInput} UNKNOWN_KIND, where several do; {Failure} where the calls that could know it failed
 */
export async function withKinds(typed: readonly TypedSubject[], reader: StatusReader, context: Context): Promise<readonly Subject[]> {
  const { signal } = context.world;
  if (signal && typed.some(({ kind }) => kind === undefined)) setMaxListeners(candidates.length * listenersPerRead, signal);
  const seen = new Set<KindName>();
  const subjects: Subject[] = [];
  for (const one of typed) {
    if (one.kind !== undefined) {
      subjects.push({ ...one, kind: one.kind });
      continue;
    }
    const whole = isUuid(one.id) ? one : { ...one, id: await wholeId(one.id, context) };
    const kind = await kindOf(whole, seen, reader, context);
    seen.add(kind);
    subjects.push({ ...whole, kind });
  }
  return subjects;
}

/** The id in the ledger of this machine that begins with a text. @throws {BadInput} UNKNOWN_KIND where none does, or several do */
async function wholeId(beginning: string, context: Context): Promise<string> {
  const { Ledger } = await import('../../money/ledger.js');
  const ledger = new Ledger(paths(context.world).ledger);
  try {
    const operations = ledger.list({ profile: context.settings().profile.value });
    const texts = operations.flatMap(({ url, body = '', answer = '' }) => [url, body, answer]).join('\n');
    const ids = new Set(texts.toLowerCase().match(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g));
    const found = [...ids].filter((id) => id.startsWith(beginning.toLowerCase()));
    if (found.length === 1) return found[0]!;
    const why =
      found.length === 0
        ? 'is the beginning of no id in the ledger of this machine'
        : `is the beginning of ${found.length} ids in the ledger of this machine`;
    throw new BadInput('UNKNOWN_KIND', `${JSON.stringify(beginning)} ${why}.`, `Type the whole id, or look it up: tuk find ${beginning}`);
  } finally {
    ledger.close();
  }
}

async function kindOf(typed: TypedSubject, seen: ReadonlySet<KindName>, reader: StatusReader, context: Context): Promise<KindName> {
  const failures: unknown[] = [];
  for (const kinds of [[...seen], candidates.filter((kind) => !seen.has(kind))]) {
    const reads = await Promise.allSettled(kinds.map((kind) => reader.read({ ...typed, kind, name: `${kind}:${typed.id}` }, context)));
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
