// How long the statuses of earlier things lasted: of the things that this machine made, by its ledger, as the service
// has them now.

import type { Context } from '../../cli/context.js';
import { readLedger } from '../../cli/read-ledger.js';
import { subjectOf } from '../../money/outcome/look-up.js';
import { Failure } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
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
  const ids = (await madeIds(kind.name, context)).filter((id) => id !== subjectId).slice(0, most);
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

/** The ids of the things of a kind that the profile has made, by the responses in the ledger, the newest first. */
export async function madeIds(kind: string, context: Context): Promise<readonly string[]> {
  const { profile, of } = context.settings();
  const operations = readLedger(context, (ledger) => ledger.list({ profile: profile.value })).filter(
    ({ service, call }) => thingOfCall(service, call)?.watch?.kind === kind,
  );
  const ids = await Promise.all(operations.map((operation) => subjectOf(operation, of.names ?? {})));
  return [...new Set(ids.flatMap((id) => id ?? []))];
}
