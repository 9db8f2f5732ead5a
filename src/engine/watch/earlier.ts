// How long the statuses of earlier things lasted: of the things that this machine made, by its ledger, as the service
// has them now.

import type { Context } from '../../cli/command/command.js';
import { Ledger } from '../../money/ledger.js';
import { subjectOf } from '../../money/outcome/look-up.js';
import { Failure } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { paths } from '../../session/paths.js';
import { thingOfCall } from '../../things/operations.js';
import { statusHistory } from './history.js';
import type { StatusReader, Subject } from './status-reader.js';
import { durationsIn, type StatusDuration } from './usual.js';

/** The most things that are read: the newest of the ledger. */
const most = 8;

/**
 * The durations of the statuses of earlier things of the kind of a subject. A thing that cannot be read has no
 * durations: the ledger keeps no history, so the service is asked for it.
 */
export async function earlierOf(
  { id: subjectId, kind }: Subject,
  reader: StatusReader,
  context: Context,
): Promise<readonly StatusDuration[]> {
  const ids = (await madeIds(kind.name, context, most + 1)).filter((id) => id !== subjectId).slice(0, most);
  const lasted = await Promise.all(
    ids.map(async (id) => {
      try {
        const { row, status } = await reader.read({ name: id, kind, id }, context);
        return isRecord(row) ? durationsIn(statusHistory(row, status, [], false)) : [];
      } catch (error) {
        if (error instanceof Failure) return [];
        throw error;
      }
    }),
  );
  return lasted.flat();
}

/**
 * The ids of the things of a kind that the profile has made, by the responses in the ledger, the newest first.
 * @param most the number after which it ends
 */
export async function madeIds(
  kind: string,
  context: Context,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly string[]> {
  const { profile, of } = context.settings();
  const ids = new Set<string>();
  const ledger = new Ledger(paths(context.world).ledger);
  try {
    const calls = (service: string, call: string) => thingOfCall(service, call)?.watch?.kind === kind;
    for (const operation of ledger.newest({ profile: profile.value, calls })) {
      const id = await subjectOf(operation, of.names ?? {});
      if (id !== undefined) ids.add(id);
      if (ids.size === most) break;
    }
  } finally {
    ledger.close();
  }
  return [...ids];
}
