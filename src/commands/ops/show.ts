// `tuk ops show`: one operation with its request, its response, and the command that reads its outcome.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { withJournal } from '../../engine/chain/status.js';
import { nextCommandOf } from '../../engine/change/transfer.js';
import { operationOf, withLedger } from '../../engine/operations/operation.js';
import { shownState } from '../../engine/operations/state.js';
import type { Operation } from '../../money/ledger.js';
import { recoveryCommand } from '../../money/recovery.js';
import type { Column } from '../../text/column.js';
import { columns } from './list.js';

const detailColumns: readonly Column[] = [
  ...columns.slice(0, 2),
  { path: 'at', heading: 'when', as: 'moment' },
  { path: 'settledAt', heading: 'settled', as: 'moment' },
  ...columns.slice(3),
];

export const show: Command = {
  name: 'show',
  values: '<id>',
  summary: 'Show one operation with its request and response',
  description: 'For an unknown outcome it names the command that reads it, also in the field look. Nothing is sent again.',
  readOnly: true,
  examples: ['tuk ops show <id>', 'tuk ops show <id> -o yaml'],
  run: async ({ positionals }, context) => {
    await withLedger(context, async (ledger) => {
      const operation = operationOf(ledger, positionals[0]!);
      const { body, answer, found, warnings, asked: _, digest: __, ...fields } = operation;
      const isOpen = /^(unknown|accepted|mined|sending)$/.test(operation.outcome);
      const recoveryLine = isOpen ? await recovery(operation, context) : undefined;
      const state = shownState(operation, ledger);
      const rest = {
        ...fields,
        ...(await historyOf(operation, context)),
        state,
        ...(recoveryLine === undefined ? {} : { look: recoveryLine }),
      };
      const texts = {
        ...(body === undefined ? {} : { body }),
        ...(answer === undefined ? {} : { answer }),
        ...(found === undefined ? {} : { found }),
        ...(warnings === undefined ? {} : { warnings }),
      };
      const parts = Object.entries(texts).map(([name, text]) => `,"${name}":${isJson(text) ? text : JSON.stringify(text)}`); // digits as they were
      await context.out.print(`${JSON.stringify(rest).slice(0, -1)}${parts.join('')}}`, { columns: detailColumns, singleRecord: true });
      if (isOpen) {
        const nextOf = nextCommandOf(context);
        context.log(`  ${openText[operation.outcome] ?? 'Unknown whether it took effect'}; it is not sent again.`);
        context.log(recoveryLine === undefined ? '  No endpoint returns its outcome.' : `  This may find its outcome: ${recoveryLine}`);
        if (operation.outcome !== 'sending')
          context.log(
            `  Compare and record it: ${nextOf(`tuk ops check ${operation.id}`)}, or record it yourself: ${nextOf(`tuk ops settle ${operation.id}`)}`,
          );
      }
    });
    return 0;
  },
};

const openText: Readonly<Record<string, string>> = {
  sending: 'In progress',
  accepted: 'Accepted: the response named nothing of it, and what that means is not public',
  mined: 'In a block that is not deep enough yet',
};

/** What the chain has shown of a transaction that was signed here, oldest first; nothing for any other operation. */
async function historyOf({ id, service }: Operation, context: Context) {
  if (service !== 'chain') return {};
  return { history: withJournal(context, (journal) => journal.history(id)) };
}

/** The command that reads the outcome of an operation, if there is one. */
export async function recovery(operation: Operation, context: Context): Promise<string | undefined> {
  return recoveryCommand(operation, { fieldNames: context.settings().of.names ?? {}, nextCommand: nextCommandOf(context) });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
