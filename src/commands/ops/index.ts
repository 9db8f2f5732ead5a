// `tuk ops`: the ledger of this machine: its transfers and their outcomes.

import type { Command, Group } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Operation } from '../../money/ledger.js';
import { Refused } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import type { Column } from '../../ui/format/column.js';

const columns: readonly Column[] = [
  { path: 'id' },
  { path: 'outcome' },
  { path: 'at', heading: 'when', as: 'time' },
  { path: 'call' },
  { path: 'amount', as: { amount: 'token' } },
  { path: 'recipient', heading: 'to' },
  { path: 'service', room: 'yields' },
  { path: 'status' },
  { path: 'message' },
];

async function ledgerOf(context: Context) {
  const { Ledger } = await import('../../money/ledger.js');
  return new Ledger(paths(context.world).ledger);
}

const list: Command = {
  name: 'list',
  summary: 'List the transfers of this machine, newest first',
  description: `Outcomes: done; refused (by the service); not-sent; unknown (sent without a usable response, or its process died meanwhile); sending
(in progress).`,
  options: [{ flags: '--every', summary: 'list the transfers of every profile' }],
  examples: ['tuk ops list', 'tuk ops list -o csv', 'tuk ops list --every -o ndjson'],
  run: async ({ options }, context) => {
    const ledger = await ledgerOf(context);
    try {
      const operations = ledger.list(options.every ? {} : { profile: context.settings().profile.value });
      const rows = operations.map(({ body: _, answer: __, pid: ___, url: ____, asked: _____, digest: ______, ...row }) => row);
      await context.out.print(JSON.stringify(rows), { columns, idPath: 'id', empty: 'No transfers.' });
    } finally {
      ledger.close();
    }
    return 0;
  },
};

const detailColumns: readonly Column[] = [
  ...columns.slice(0, 2),
  { path: 'at', heading: 'when', as: 'moment' },
  { path: 'settledAt', heading: 'settled', as: 'moment' },
  ...columns.slice(3),
];

const show: Command = {
  name: 'show',
  values: '<id>',
  summary: 'Show one operation with its request and response',
  description: 'For an unknown outcome it names the command that reads it, also in the field look. Nothing is sent again.',
  examples: ['tuk ops show <id>', 'tuk ops show <id> -o yaml'],
  run: async ({ positionals }, context) => {
    const ledger = await ledgerOf(context);
    try {
      const operation = ledger.find(positionals[0]!);
      if (!operation)
        throw new Refused(
          'not-found',
          'NO_OPERATION',
          `There is no operation ${positionals[0]} in the ledger of this machine.`,
          'List them: tuk ops list',
        );
      const { body, answer, asked: _, digest: __, ...fields } = operation;
      const isOpen = operation.outcome === 'unknown' || operation.outcome === 'sending';
      const recoveryLine = isOpen ? await recovery(operation, context) : undefined;
      const rest = { ...fields, ...(recoveryLine === undefined ? {} : { look: recoveryLine }) };
      const texts = { ...(body === undefined ? {} : { body }), ...(answer === undefined ? {} : { answer }) };
      const parts = Object.entries(texts).map(([name, text]) => `,"${name}":${isJson(text) ? text : JSON.stringify(text)}`); // digits as they were
      await context.out.print(`${JSON.stringify(rest).slice(0, -1)}${parts.join('')}}`, { columns: detailColumns, singleRecord: true });
      if (isOpen) {
        context.log(`  ${operation.outcome === 'sending' ? 'In progress' : 'Unknown whether it took effect'}; it is not sent again.`);
        context.log(recoveryLine === undefined ? '  No endpoint returns its outcome.' : `  This may find its outcome: ${recoveryLine}`);
      }
    } finally {
      ledger.close();
    }
    return 0;
  },
};

async function recovery(operation: Operation, context: Context): Promise<string | undefined> {
  const [{ recoveryCommand }, { nextCommandOf }] = await Promise.all([
    import('../../money/recovery.js'),
    import('../../engine/transfer.js'),
  ]);
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

export const group: Group = { commands: [list, show] };
