// `tuk ops`: the ledger, what this machine asked for that moves value and what became of it.

import type { Command, Group } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { Refused } from '../../services/http/errors.js';
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

async function ledgerOf({ paths }: Context) {
  const { Ledger } = await import('../../money/ledger.js');
  return new Ledger(paths.ledger);
}

const list: Command = {
  name: 'list',
  summary: 'List what moved value, or was to, newest first',
  description: `Outcomes: done; refused (the service said no); not-sent (nothing left); unknown (it left, and no usable answer came, or its process
died while it was under way); sending (under way now).`,
  options: [{ flags: '--every', summary: 'those of every profile, not only the one in use' }],
  examples: ['tuk ops list', 'tuk ops list -o csv', 'tuk ops list --every -o ndjson'],
  run: async ({ options }, context) => {
    const ledger = await ledgerOf(context);
    try {
      const operations = ledger.list(options.every ? {} : { profile: context.settings.profile.value });
      const rows = operations.map(({ body: _, answer: __, pid: ___, url: ____, asked: _____, digest: ______, ...row }) => row);
      await context.print(JSON.stringify(rows), { columns, name: 'id', empty: 'Nothing has moved value from here.' });
    } finally {
      ledger.close();
    }
    return 0;
  },
};

const shown: readonly Column[] = [
  ...columns.slice(0, 2),
  { path: 'at', heading: 'when', as: 'moment' },
  { path: 'settledAt', heading: 'settled', as: 'moment' },
  ...columns.slice(3),
];

const show: Command = {
  name: 'show',
  values: '<id>',
  summary: 'Show one operation: what was sent, what came back',
  description:
    'Of one whose outcome is not known it says which command may tell what became of it, in the field look, too. Nothing is sent again.',
  examples: ['tuk ops show <id>', 'tuk ops show <id> -o yaml'],
  run: async ({ positionals }, context) => {
    const ledger = await ledgerOf(context);
    try {
      const found = ledger.find(positionals[0]!);
      if (!found)
        throw new Refused(
          'not-found',
          'NO_OPERATION',
          `There is no operation ${positionals[0]} in the ledger of this machine.`,
          'List them: tuk ops list',
        );
      const { body, answer, asked: _, digest: __, ...own } = found;
      const open = found.outcome === 'unknown' || found.outcome === 'sending';
      const look = open ? await (await import('../../money/recovery.js')).recoveryCommand(context, found) : undefined;
      const rest = { ...own, ...(look === undefined ? {} : { look }) };
      const texts = { ...(body === undefined ? {} : { body }), ...(answer === undefined ? {} : { answer }) };
      const parts = Object.entries(texts).map(([name, text]) => `,"${name}":${isJson(text) ? text : JSON.stringify(text)}`); // digits as they were
      await context.print(`${JSON.stringify(rest).slice(0, -1)}${parts.join('')}}`, { columns: shown, one: true });
      if (open) {
        context.log(
          `  ${found.outcome === 'sending' ? 'It is under way' : 'Whether it took effect is not known'}, and it is not sent again.`,
        );
        context.log(look === undefined ? '  No call of the services tells what became of it.' : `  This may tell: ${look}`);
      }
    } finally {
      ledger.close();
    }
    return 0;
  },
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const group: Group = { commands: [list, show] };
