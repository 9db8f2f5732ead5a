// `tuk plan`: reviews, applies and withdraws plans, which --plan-out writes.

import { type Command, type Context, type Group, type Groups, resultOf } from '../../cli/command/command.js';
import { ledgerPlace } from '../../cli/command/read-ledger.js';
import { checkPath } from '../../cli/files/input-file.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { findCommand } from '../../cli/lines/find-command.js';
import { wordsOf } from '../../cli/lines/planned-line.js';
import { standingOf } from '../../cli/run/plan-out.js';
import { type Flag, flagKey, globalFlags, spellings, takesValue } from '../../cli/settings/options.js';
import type { World } from '../../cli/settings/world.js';
import { limitsNow } from '../../engine/change/limits-now.js';
import { despiteFlag, despiteOf } from '../../engine/request/shared-options.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import { withLedger } from '../../money/ledger/open.js';
import {
  applied,
  badPlan,
  type KnownPlan,
  mostBytes,
  type Plan,
  readPlan,
  withdraw,
} from '../../money/verdict/plan.js';
import { quoted } from '../../services/command-line.js';
import { BadInput } from '../../services/http/errors.js';
import { readPlainFile } from '../../session/plain-file.js';

/** Reads a plan with the ledger of this machine open. @throws as `readPlan`; {LocalFailure} */
async function withPlan<Result>(
  context: Context,
  file: string,
  use: (known: KnownPlan, ledger: Ledger) => Promise<Result> | Result,
): Promise<Result> {
  if (file === '-') throw badPlan(file, 'it is read from a file, not from standard input');
  const { world } = context;
  let text: string;
  try {
    text = readPlainFile(inWorkingFolder(world, file), { links: true, most: mostBytes });
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new BadInput('NO_FILE', `Cannot read ${file}: ${why}.`, checkPath);
  }
  return withLedger(ledgerPlace(context), 'moves', async (ledger) =>
    use(await readPlan(text, file, ledger, world.clock.now()), ledger),
  );
}

/** The line of a plan as a person types it. */
async function lineOf(plan: Plan, file: string, groups: Groups) {
  const words = [...plan.command, ...plan.values]; // the options of `tuk api` depend on its values
  const target = await findCommand(words, { words, unknown: [], flags: {} }, groups).catch((error: unknown) => {
    if (error instanceof BadInput) return undefined;
    throw error;
  });
  if (target === undefined) throw badPlan(file, 'its line is not a command');
  return wordsOf(plan, target);
}

const show = (groups: Groups): Command => ({
  name: 'show',
  prints: 'record',
  runsWithoutProfile: true,
  readOnly: true,
  fromLedger: true,
  values: '<file>',
  summary: 'Show what a plan would send, and whether it can be applied',
  description:
    'The state of a plan is open, expired, applied, withdrawn or foreign. Another machine wrote a foreign plan, and only that machine can apply it.',
  examples: ['tuk plan show <file>', 'tuk plan show <file> -o json'],
  run: ({ positionals: [file = ''] }, context) =>
    withPlan(context, file, async ({ plan, state }) => {
      const { id, profile, at, expires, limits, inputs, open, transfers } = plan;
      const line = ['tuk', ...(await lineOf(plan, file, groups))].map(quoted).join(' ');
      if (state === 'foreign')
        context.note({
          is: 'warning',
          text: 'The ledger of this machine did not write it, so nothing in it was checked.',
        });
      if (open.length > 0)
        context.note({
          is: 'warning',
          text: `What these lines move is not known before they run: ${open.join(', ')}.`,
        });
      const rows = transfers.map(({ request: _, recipient = null, amount = null, fee = null, ...seal }) => ({
        ...seal,
        ...{ recipient, amount, fee }, // null: not known
      }));
      const shown = { id, state, line, profile, at, expires, limits, open, inputs, transfers: rows };
      return resultOf(JSON.stringify(shown), { singleRecord: true, idPath: 'id' });
    }),
});

const withdrawn: Command = {
  name: 'withdraw',
  prints: 'nothing',
  runsWithoutProfile: true,
  values: '<file>',
  summary: 'Withdraw a plan, so that no copy of it can be applied',
  examples: ['tuk plan withdraw <file>'],
  run: ({ positionals: [file = ''] }, context) =>
    withPlan(context, file, async (known, ledger) => {
      await withdraw(known, ledger, context.world.clock.now());
      context.log(`✓ Withdrawn: ${file}.`);
      return undefined;
    }),
};

const newRecipient: Flag = {
  flags: '--new-recipient',
  effects: ['widens'],
  summary: 'confirm a recipient without a finished transfer in the ledger of this machine',
};
/** The typed global options, but those that the plan has. */
const typedFlags = (context: Context, planned: readonly string[]): readonly string[] =>
  globalFlags.flatMap((flag) => {
    const value = context.flags[flagKey(flag.flags) as keyof Context['flags']];
    const name = spellings(flag.flags).at(-1)!;
    if (value === undefined || value === false || name === '--profile' || planned.includes(flagKey(flag.flags)))
      return [];
    if (typeof value === 'number') return Array.from({ length: value }, () => name);
    return takesValue(flag.flags) ? [`${name}=${String(value)}`] : [name];
  });

const apply = (groups: Groups): Command => ({
  name: 'apply',
  changesNothing: true,
  dryRun: 'requests',
  effects: ['confirms'],
  values: '<file>',
  summary: 'Run the line of a plan, if nothing has changed since',
  description: `Runs the line with the inputs of the plan, and asks for the same confirmation. Each plan is applied once, even if it has copies.
Exit 7: something has changed since the plan was written. tuk lists it: the account, place, recipient, limits or settings, or a higher amount or fee.`,
  options: [newRecipient, despiteFlag],
  examples: ['tuk plan apply <file>', 'tuk plan apply <file> --yes', 'tuk plan apply <file> --dry-run'],
  run: ({ positionals: [file = ''], options }, context, runner) =>
    withPlan(context, file, async (known, ledger) => {
      const { world } = context;
      const { plan } = known;
      const standing = await standingOf(context, () => limitsNow(context));
      const applying = applied(known, {
        standing,
        hash: await ledger.hasher(),
        now: () => world.clock.now(),
      });
      const inputs: World['inputs'] = async (name, readNow) =>
        Object.hasOwn(plan.inputs, name) ? plan.inputs[name]! : readNow();
      const inner: World = Object.create(world, {
        plan: { value: applying, enumerable: true },
        sealing: { value: applying.sealingOf(0), enumerable: true },
        inputs: { value: inputs, enumerable: true },
      });
      const words = await lineOf(plan, file, groups);
      const more = [`--profile=${plan.profile}`, ...typedFlags(context, Object.keys(plan.options))];
      if (options.newRecipient === true && plan.options.newRecipient !== true) more.push('--new-recipient');
      for (const id of despiteOf(options)) more.push(`--despite=${id}`);
      const values = words.indexOf('--');
      return runner!.run(words.toSpliced(values < 0 ? words.length : values, 0, ...more), inner);
    }),
});

/** Makes the group. @param groups have the commands of the lines */
export const planGroup = (groups: Groups): Group => ({ commands: [show(groups), apply(groups), withdrawn] });
