// `tuk ops show`: one operation with its request, its response, and the command that reads its outcome.

import type { Context } from '../../cli/command/command.js';
import { resultOf } from '../../cli/command/result.js';
import { withJournal } from '../../engine/chain/status.js';
import { nextCommandOf } from '../../engine/change/transfer.js';
import { operationOf, withLedger } from '../../engine/operations/operation.js';
import { shownFields } from '../../engine/operations/state.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { webFlag } from '../../engine/request/web-flag.js';
import type { Ledger } from '../../money/ledger.js';
import { isOpen, type Operation } from '../../money/operation.js';
import { recoveryCommand } from '../../money/recovery.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import type { Column } from '../../text/column.js';
import { operationName, operationPages } from '../../things/operations.js';
import { columns } from './list.js';

const detailColumns: readonly Column[] = [
  ...columns.slice(0, 2),
  { path: 'at', heading: 'when', as: 'moment' },
  { path: 'settledAt', heading: 'settled', as: 'moment' },
  ...columns.slice(3),
];

export const show = repeatable({
  name: 'show',
  fromLedger: true,
  values: '<id>',
  summary: 'Show one operation with its request and response',
  description: 'For an unknown outcome it names the command that reads it, also in the field look. It sends nothing.',
  readOnly: true,
  options: [webFlag],
  webPages: operationPages,
  examples: ['tuk ops show <id>', 'tuk ops show <id> -o yaml', 'tuk ops show <id> --web'],
  run: async ({ positionals }, context) => {
    return withLedger(context, async (ledger) => {
      const operation = operationOf(ledger, positionals[0]!);
      const { body, answer, found, warnings, asked: _, digest: __, process: ___, ...fields } = operation;
      const isUnsettled = isOpen(operation) || operation.outcome === 'sending';
      const recoveryLine = isUnsettled ? await recovery(operation, context) : undefined;
      const { id } = operation;
      // oldest first
      const history =
        operation.service === 'chain' ? withJournal(context, (journal) => journal.history(id)) : undefined;
      const rest = { ...fields, history, ...shownFields(operation, ledger), look: recoveryLine };
      // numbers in these texts keep every digit
      const parts = Object.entries({ body, answer, found, warnings }).map(([name, text]) =>
        text === undefined ? '' : `,"${name}":${parsedIfJson(text) === undefined ? JSON.stringify(text) : text}`,
      );
      if (isUnsettled) {
        const nextOf = nextCommandOf(context);
        const state = openText[operation.outcome] ?? 'Unknown whether it took effect';
        context.note({ is: 'fact', text: `${state}; it is not sent again.` });
        context.note(
          recoveryLine === undefined
            ? { is: 'fact', text: 'No endpoint returns its outcome.' }
            : { is: 'next', what: 'This may find its outcome', line: recoveryLine },
        );
        if (operation.outcome !== 'sending') {
          context.note({ is: 'next', what: 'Compare and record it', line: nextOf(`tuk ops check ${id}`) });
          context.note({ is: 'next', what: 'Or record it yourself', line: nextOf(`tuk ops settle ${id}`) });
        }
      }
      return resultOf(`${JSON.stringify(rest).slice(0, -1)}${parts.join('')}}`, {
        columns: detailColumns,
        singleRecord: true,
      });
    });
  },
});

const openText: Readonly<Record<string, string>> = {
  sending: 'In progress',
  accepted: 'Accepted: the response did not name the operation, and its meaning is not public',
  mined: 'In a block that is not deep enough yet',
};

/** The first fields of an operation in a row. */
export const summaryOf = (operation: Operation, ledger: Ledger) => ({
  id: operation.id,
  what: operationName(operation.service, operation.call),
  amount: operation.amount ?? null,
  token: operation.token ?? null,
  recipient: operation.recipient ?? null,
  ...shownFields(operation, ledger),
  at: operation.at,
});

/** The command that reads the outcome of an operation, if any. */
export async function recovery(operation: Operation, context: Context): Promise<string | undefined> {
  return recoveryCommand(operation, {
    fieldNames: context.settings().of.names ?? {},
    nextCommand: nextCommandOf(context),
  });
}
