// `tuk ops wait`: follows an operation of the ledger to its end, by the read and the status list that fit its call.

import type { Command } from '../../cli/command.js';
import { exitCode } from '../../cli/exit-codes.js';
import { isDryRun } from '../../cli/settings.js';
import { prepared } from '../../engine/operations/look-up.js';
import { inProfileOf, operationOf, withLedger } from '../../engine/operations/operation.js';
import { hasEndedWell, hasFailed, notShown, readerOf, recordedReader } from '../../engine/operations/reader.js';
import { shownState } from '../../engine/operations/state.js';
import { type AnyEndpoint, callEndpoint } from '../../engine/request/call.js';
import { watchStatus } from '../../engine/watch/watch.js';
import { watchFlags, watchNote } from '../../engine/watch/watch-flags.js';

const hour = 3_600_000;
export const wait: Command = {
  name: 'wait',
  fromLedger: true,
  dryRun: 'plan',
  values: '<id>',
  summary: 'Wait until an operation has ended',
  description: `Follows a withdrawal, deposit, bridge or legacy swap, order, payment, ride, claim, migration or transaction by its list of statuses. Exit
2: no endpoint shows the operation. Exit 0 at once: its good end is recorded. Each seen status is recorded; after a bad end (exit 13) the operation was not done,
and its --client-ref is free. If no row is certain to be the operation, it says why, with the last known status.
${watchNote} Waits for at most an hour unless --max-wait says otherwise; 0 waits without limit.`,
  options: watchFlags,
  examples: ['tuk ops wait <id> --max-wait 10m', 'tuk ops wait <id> -o ndjson'],
  run: async ({ positionals: [id], options }, context) =>
    withLedger(context, async (ledger) => {
      const operation = operationOf(ledger, id!);
      if (hasFailed(operation)) {
        context.log(`✗ ${operation.id} ended: ${shownState(operation, ledger)}.`);
        return exitCode('ended-badly');
      }
      // an earlier read has recorded the good end: nothing is read
      if (hasEndedWell(operation) && !isDryRun(context.flags))
        return watchStatus(context, options, {
          ...recordedReader(operation),
          ids: [operation.id],
          defaultMaxWait: hour,
        });
      return inProfileOf(operation, context, async (inProfile) => {
        if (isDryRun(inProfile.flags)) {
          const lookUp = await prepared(operation, inProfile);
          if (!lookUp) throw notShown(operation, inProfile);
          await callEndpoint(inProfile, lookUp.service, lookUp.call as AnyEndpoint, lookUp.params);
          return 0;
        }
        const { statusList, fetchStatus } = await readerOf(operation, inProfile, ledger);
        return watchStatus(inProfile, options, {
          statusList,
          ids: [operation.id],
          defaultMaxWait: hour,
          fetchStatus: (_, poll) => fetchStatus(poll),
        });
      });
    }),
};
