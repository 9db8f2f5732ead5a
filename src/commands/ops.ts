// `tuk ops`: the ledger, what this machine asked for that moves value and what became of it.
import { Refused } from '../services/http/failure.js';
import type { Command, Group } from './command.js';
import type { Context } from './context.js';

async function ledgerOf({ places }: Context) {
  const { Ledger } = await import('../money/ledger.js');
  return new Ledger(places.ledger);
}

const list: Command = {
  name: 'list',
  is: 'List what moved value, or was to, newest first',
  more: `Outcomes: done; refused (the service said no); not-sent (nothing left); unknown (it left, and no usable answer came, or its process
died while it was under way); sending (under way now).`,
  options: [{ flags: '--every', is: 'those of every profile, not only the one in use' }],
  examples: ['tuk ops list', 'tuk ops list -o csv', 'tuk ops list --every -o ndjson'],
  run: async ({ options }, context) => {
    const ledger = await ledgerOf(context);
    try {
      const operations = ledger.list(options.every ? {} : { profile: context.settings.profile.value });
      const rows = operations.map(({ body: _, answer: __, pid: ___, url: ____, ...row }) => row);
      await context.print(JSON.stringify(rows), { columns: ['id', 'outcome', 'at', 'service', 'call', 'status', 'message'], name: 'id' });
    } finally {
      ledger.close();
    }
    return 0;
  },
};

const show: Command = {
  name: 'show',
  values: '<id>',
  is: 'Show one operation: what was sent, what came back',
  examples: ['tuk ops show <id>', 'tuk ops show <id> -o yaml'],
  run: async ({ values }, context) => {
    const ledger = await ledgerOf(context);
    try {
      const found = ledger.find(values[0]!);
      if (!found)
        throw new Refused(
          'not-found',
          'NO_OPERATION',
          `There is no operation ${values[0]} in the ledger of this machine.`,
          'List them: tuk ops list',
        );
      const { body, answer, ...rest } = found;
      const texts = { ...(body === undefined ? {} : { body }), ...(answer === undefined ? {} : { answer }) };
      const parts = Object.entries(texts).map(([name, text]) => `,"${name}":${isJson(text) ? text : JSON.stringify(text)}`); // digits as they were
      await context.print(`${JSON.stringify(rest).slice(0, -1)}${parts.join('')}}`);
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
