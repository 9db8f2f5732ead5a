// `tuk ops wait`: follows an operation of the ledger to its end, by the read and the status list that fit its call.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import { nextCommand } from '../../cli/next-command.js';
import { isDryRun } from '../../cli/settings.js';
import type { Sighting } from '../../engine/look-up.js';
import { watchFlags, watchNote } from '../../engine/shared-options.js';
import { watchStatus } from '../../engine/watch.js';
import { endedBadly, type Ledger, type Operation } from '../../money/ledger.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { BadInput, OutcomeUnknown } from '../../services/http/errors.js';
import { stateOf } from './list.js';
import { inProfileOf, operationOf, withLedger } from './operation.js';
import { resolutionBy } from './resolution.js';

const hour = 3_600_000;

export const wait: Command = {
  name: 'wait',
  values: '<id>',
  summary: 'Wait until an operation has ended',
  description: `Follows a withdrawal, deposit, bridge or legacy swap, order, payment, ride, claim, migration or transaction by the status list that fits;
one that no endpoint shows is exit 2. Records the status that it sees: with a bad end (exit 13) the operation was not done, and its --client-ref is free.
${watchNote} Waits for an hour at most unless --max-wait is given; 0 waits without limit.`,
  options: watchFlags,
  examples: ['tuk ops wait <id> --max-wait 10m', 'tuk ops wait <id> -o ndjson'],
  run: async ({ positionals: [id], options }, context) =>
    withLedger(context, async (ledger) => {
      const operation = operationOf(ledger, id!);
      if (hasFailed(operation)) {
        context.log(`✗ ${operation.id} ended: ${stateOf(operation)}.`);
        return exitCode('ended-badly');
      }
      return inProfileOf(operation, context, async (own) => {
        const { prepared, checkReader, sightingOf } = await import('./look-up-operation.js');
        const lookUp = await prepared(operation, own);
        if (!lookUp) throw notShown(operation, own);
        if (isDryRun(own.flags)) {
          const { callByName } = await import('../../engine/call.js');
          await callByName(own, lookUp.read.service, lookUp.read.call, lookUp.params);
          return 0;
        }
        await checkReader(operation, lookUp, own);
        const logAmbiguous = once(() => own.log('  The service shows what may be another operation; nothing is concluded from it.'));
        return watchStatus(own, options, {
          statusList: lookUp.statusList,
          ids: [operation.id],
          defaultMaxWait: hour,
          fetchStatus: async (_, poll) => {
            const sighting = await sightingOf(operation, lookUp, ledger, poll);
            if (sighting.kind === 'contradicts') throw contradicts(operation, sighting.why, own);
            if (sighting.kind === 'ambiguous') logAmbiguous();
            if (sighting.kind !== 'seen') return { status: undefined, row: null };
            record(operation, sighting, lookUp.statusList, ledger, own);
            return { status: sighting.status, row: sighting.row };
          },
        });
      });
    }),
};

/** Records the status that a poll has seen, where it is another one than before. @throws {LocalFailure} */
function record({ id }: Operation, sighting: Sighting & { kind: 'seen' }, list: StatusList, ledger: Ledger, context: Context): void {
  const operation = ledger.find(id);
  if (!operation || sighting.status === undefined || sighting.status === operation.lastStatus) return;
  const resolution = resolutionBy('wait', sighting, list, operation, context);
  if (resolution) ledger.resolve(id, resolution, context.world.clock.now());
}

/** The same function, which does nothing from its second call on. */
function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}

/** Whether an operation has ended for good: a bad end that only a read has shown is read again. */
const hasFailed = (operation: Operation): boolean => /^(refused|not-sent|not-done)$/.test(operation.outcome) && !endedBadly(operation);

function notShown({ id, service, call }: Operation, context: Context): BadInput {
  return new BadInput(
    'NOT_SHOWN',
    `No endpoint is known to show the state of ${id} (${service} ${call}), so it cannot be followed.`,
    `See what was recorded: ${nextCommand(context, `tuk ops show ${id}`)}`,
  );
}

function contradicts({ id, service, call }: Operation, why: string, context: Context): OutcomeUnknown {
  const show = nextCommand(context, `tuk ops show ${id}`);
  return new OutcomeUnknown(
    'ANSWER_CONTRADICTS',
    `The service shows ${id}, but ${context.out.redact.clean(why)}.`,
    { service, call },
    undefined,
    `Nothing was sent. Compare: ${show}`,
  );
}
