// `tuk ops adopt`: makes the ledger that is there the ledger of this machine, after it was lost, put back or moved.

import { existsSync } from 'node:fs';
import type { Command } from '../../cli/command.js';
import { confirmCall, ownChange } from '../../cli/prompts/confirmation.js';
import { withLedger } from '../../engine/operations/operation.js';
import { checkIdentity } from '../../money/ledger-identity.js';
import { counted } from '../../services/counted.js';
import { LocalFailure } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';

export const adopt: Command = {
  name: 'adopt',
  fromLedger: true,
  summary: 'Accept the present ledger as the ledger of this machine',
  description: `tuk remembers the ledger of this machine and its newest entry. If the ledger was removed, emptied, or replaced by another or an older one, every transfer
ends with exit 9 (LEDGER_REPLACED), because limits and references would start anew. Put the ledger back if you can. Otherwise this command accepts the present
one: limits count only its entries, and a --client-ref that it does not have is sent again. A missing ledger is created. Reads do not need it.`,
  examples: ['tuk ops adopt', 'tuk ops adopt --yes'],
  run: async (_, context) => {
    const { ledger: file, ledgerIdentity } = paths(context.world);
    const exists = existsSync(file); // before withLedger creates it
    return withLedger(
      context,
      async (ledger) => {
        const problem = problemOf(() => checkIdentity(ledgerIdentity, file, exists ? ledger : undefined));
        const count = ledger.count();
        const [newest] = ledger.newest({ page: 1 });
        if (problem !== undefined) {
          context.log(`  ${problem}.`);
          context.log(
            `  It has ${counted(count, 'operation')}${newest === undefined ? '' : `, the newest ${newest.id} of ${newest.at}`}.`,
          );
          context.log('  Limits will count only these, and a reference that is not among them is sent again.');
          const change = ownChange({ service: 'ops', name: 'adopt', summary: adopt.summary });
          await confirmCall(context, change, [['Ledger', `${file}, ${counted(count, 'operation')}`]]);
          ledger.adopt(ledgerIdentity);
        }
        await context.out.print(JSON.stringify({ ledger: file, operations: count, newest: newest?.id ?? null }), {
          columns: ['ledger', 'operations', 'newest'],
          singleRecord: true,
        });
        context.log(
          problem === undefined
            ? '  It is the ledger of this machine; nothing was changed.'
            : '  It is the ledger of this machine now.',
        );
        return 0;
      },
      { adopts: true },
    );
  },
};

/** The problem of the ledger as a sentence; undefined if it agrees. */
function problemOf(check: () => void) {
  try {
    return void check();
  } catch (error) {
    if (error instanceof LocalFailure) return error.message.split('; nothing that moves')[0]!;
    throw error;
  }
}
