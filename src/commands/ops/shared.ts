// `tuk ops init` and `tuk ops move`: a ledger that several machines share, and the way to it and back.

import { type Command, type Context, resultOf, textResult } from '../../cli/command/command.js';
import { filePlace, sharedPlace } from '../../cli/command/read-ledger.js';
import { addressOf } from '../../cli/command/shared-ledger.js';
import { statedLedger } from '../../cli/command/stated-ledger.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { confirmCall, ownChange } from '../../cli/prompts/confirmation.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { plain } from '../../cli/settings/options.js';
import { moveLedger, sumOf } from '../../money/ledger/copy.js';
import { ofRole } from '../../money/ledger/database.js';
import { openDatabase, openShared } from '../../money/ledger/open.js';
import { counted } from '../../services/counted.js';
import { BadInput } from '../../services/http/errors.js';
import { columnsNamed } from '../../text/columns-named.js';

const isAddress = (text: string): boolean => /^postgres(ql)?:/i.test(text);

/** The address that a line names, else that in use. @throws {BadInput} NO_LEDGER */
function addressIn(typed: string | undefined, context: Context) {
  const text = typed ?? statedLedger(context)?.text;
  if (text !== undefined) return addressOf(text, context);
  throw new BadInput('NO_LEDGER', 'No shared ledger is set.', 'Name it: tuk ops init postgres://…');
}

export const init: Command = {
  name: 'init',
  runsWithoutProfile: true,
  effects: ['widens'],
  prints: 'text',
  values: '[address]',
  summary: 'Make the tables of a shared ledger, or bring them up to date',
  description: `A shared ledger is a schema of a PostgreSQL database. Use the role that is to own the tables.
The roles of --writer may then add operations and change their state. No role may remove one.
With --sql it only prints the statements, so that somebody else can run them.`,
  options: [
    plain('--writer <role...>', 'a role that may write'),
    plain('--sql', 'print the statements, and connect to nothing'),
  ],
  examples: ['tuk ops init <address> --writer tuk', 'tuk ops init --sql --writer tuk'],
  run: async ({ positionals: [typed], options }, context) => {
    const { grantsTo, statements } = await import('../../money/ledger/postgres-schema.js');
    const writers = [options.writer ?? []].flat() as readonly string[];
    const schema = typed === undefined && options.sql === true ? (statedSchema(context) ?? 'tuk') : undefined;
    const { version } = context.world;
    if (schema !== undefined)
      return textResult(statements(schema, 0, version) + writers.map((role) => grantsTo(role, schema)).join(''));
    const address = addressIn(typed, context);
    const grants = writers.map((role) => grantsTo(role, address.schema)).join('');
    if (options.sql === true) return textResult(statements(address.schema, 0, version) + grants);
    const change = ownChange({ service: 'ops', name: 'init', summary: init.summary });
    await confirmCall(context, change, [['Ledger', address.shown]]);
    const db = await openShared(address);
    try {
      await db.init(version, grants);
      context.log(`✓ ${address.shown} is ready, in version ${await db.schemaNumber()} of its tables.`);
      context.note({
        is: 'next',
        what: 'Use it',
        line: nextCommand(context, `tuk config set ledger '${ofRole(address.shown, writers[0])}'`),
      });
      return 0;
    } finally {
      await db.close();
    }
  },
};
const statedSchema = (context: Context) => {
  const stated = statedLedger(context);
  return stated && addressOf(stated.text, context).schema;
};

export const move: Command = {
  name: 'move',
  runsWithoutProfile: true,
  fromLedger: true,
  effects: ['widens', 'file'],
  summary: 'Move the ledger to a shared one, or to a file',
  description: `tuk copies the ledger in use to a database (postgres://…) or to a file, and compares every row.
The new ledger must be empty, or an earlier copy. First make its tables: tuk ops init.
The old ledger then refuses transfers (LEDGER_MOVED), until you move the ledger back.`,
  options: [
    { flags: '--to <place>', effects: ['widens', 'file'], required: true, summary: 'the address, or the file' },
  ],
  examples: ['tuk ops move --to <address>', 'tuk ops move --to <file>'],
  run: async ({ options }, context) => {
    const typed = String(options.to);
    const stated = statedLedger(context);
    const source = stated ? sharedPlace(context, addressOf(stated.text, context)) : filePlace(context);
    const target = isAddress(typed)
      ? sharedPlace(context, addressOf(typed, context))
      : { ...filePlace(context), file: inWorkingFolder(context.world, typed) };
    const from = await openDatabase(source, 'reads');
    try {
      const to = await openDatabase(target, 'moves');
      try {
        if (from.name === to.name) throw new BadInput('BAD_VALUE', `The ledger is in ${to.name} already.`);
        const { operations } = await sumOf(from);
        const change = ownChange({ service: 'ops', name: 'move', summary: move.summary });
        await confirmCall(context, change, [
          ['From', `${from.name}, ${counted(operations, 'operation')}`],
          ['To', to.name],
        ]);
        const sum = await moveLedger(from, to, context.world.clock.now());
        context.log(`✓ Moved ${counted(sum.operations, 'operation')}; every row is the same.`);
        const line = target.shared
          ? `tuk config set ledger '${ofRole(to.name, 'ROLE')}'`
          : 'tuk config set ledger file';
        const what = target.shared ? 'Use it, with a role that writes' : 'Use it';
        context.note({ is: 'next', what, line: nextCommand(context, line) });
        return resultOf(JSON.stringify({ from: from.name, to: to.name, ...sum }), {
          columns: columnsNamed('from to operations hash'),
          singleRecord: true,
        });
      } finally {
        await to.close();
      }
    } finally {
      await from.close();
    }
  },
};
