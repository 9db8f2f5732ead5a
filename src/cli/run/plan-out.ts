// --plan-out: runs a line up to its confirmation, and writes what it would move as a plan. Loaded for this option alone.

import { createHash } from 'node:crypto';
import { withLedger } from '../../money/ledger/open.js';
import { PlanDraft, type Standing } from '../../money/verdict/plan.js';
import { kebab } from '../../services/catalogue/define.js';
import { quoted } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { BadInput } from '../../services/http/errors.js';
import { refuseKeysIn } from '../../services/http/may-be-key.js';
import { accountOf } from '../../session/account.js';
import { settingsText } from '../../session/dependable-settings.js';
import type { LimitSettings } from '../../session/profile.js';
import { originsOf } from '../../session/profile-services.js';
import type { Arguments, Command, Context } from '../command/command.js';
import { ledgerPlace } from '../command/read-ledger.js';
import { writeOutputFile } from '../files/output-file.js';
import { inWorkingFolder } from '../files/working-folder.js';
import type { CommandMatch } from '../lines/find-command.js';
import { inputNames, plannedWords } from '../lines/planned-line.js';
import { runAndPrint } from '../print/print-result.js';
import { nextCommand } from '../settings/next-command.js';
import type { Flags } from '../settings/options.js';
import type { World } from '../settings/world.js';

/**
 * What a plan binds of a run, with the settings as a text.
 * @param limits of this moment
 * @param before the limits that stand in the ledger, unless they are read anew
 * @throws {Failure} for an unusable session
 */
export async function standingOf(
  context: Context,
  limits: () => LimitSettings | undefined,
  before: readonly LimitSettings[],
): Promise<(rules?: readonly LimitSettings[]) => Standing> {
  const { subject } = accountOf(await context.session().token());
  const { profile, of } = context.settings();
  const text = settingsText(of);
  // the headers of a profile name variables
  const variables = [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name]) => [name, context.world.env[name!]]);
  return (rules = before) => ({
    profile: profile.value,
    subject: subject ?? null,
    limits: limits() ?? {},
    rules,
    settings: JSON.stringify([text, variables]),
  });
}

/** Options that change what is read or printed, or that a plan has no use for. */
const stray = ['include', 'edit', 'web', 'check', 'printCurl', 'watch', 'until', 'count'] as const;

/** A run that writes a plan instead of sending. @throws {BadInput} STRAY_OPTION */
export function planning(args: Arguments, target: CommandMatch, world: World) {
  const { options } = args;
  const other = stray.find((name) => options[name] !== undefined && options[name] !== false);
  if (other !== undefined)
    throw new BadInput('STRAY_OPTION', `--plan-out writes a plan, so it cannot be used with --${kebab(other)}.`);
  if (options.planOut === '-') throw new BadInput('BAD_VALUE', 'A plan is a file: --plan-out FILE');
  const plan = new PlanDraft();
  const names = inputNames(args, target);
  const read = new Map<string, Promise<string>>();
  const inputs: World['inputs'] = async (name, readNow) => {
    if (!(await names).has(name)) return readNow();
    const text = read.get(name) ?? readNow();
    read.set(name, text);
    return text;
  };
  const planned: World = Object.create(world, {
    plan: { value: plan, enumerable: true },
    sealing: { value: plan.sealingOf(0), enumerable: true },
    inputs: { value: inputs, enumerable: true },
  });
  const command: Command = {
    ...target.command,
    run: async (typed, context, runner) => {
      const code = await runAndPrint(target.command, typed, context, runner);
      if (code === 0) await write(String(options.planOut), context);
      return code;
    },
  };
  const write = async (file: string, context: Context): Promise<void> => {
    const { of } = context.settings();
    const texts = await Promise.all([...read].map(async ([name, text]) => [name, await text] as const));
    const { id, persons } = await withLedger(ledgerPlace(context), 'moves', async (ledger) => {
      const words = await plannedWords(args, target);
      const typed = JSON.stringify([words, texts]);
      if (context.out.redact.cleanRecord(typed) !== typed)
        throw new BadInput('SECRET_IN_PLAN', 'The line, or a file that it reads, has a secret, and a plan keeps none.');
      for (const [name, text] of texts) await refuseKeysIn(text, name);
      const standing = await standingOf(context, () => of.limits, await ledger.book.rules(originsOf(of)));
      const written = await plan.write(words, Object.fromEntries(texts), standing(), ledger, world.clock.now());
      writeOutputFile(inWorkingFolder(world, file), Buffer.from(written.text), {
        name: file,
        mode: 0o600,
        exists: () => new BadInput('FILE_EXISTS', `${file} exists; no plan was written.`, 'Name a new file.'),
      });
      await ledger.book.add({ ...written, hash: createHash('sha256').update(written.text).digest('hex') });
      return written;
    });
    const next = (verb: string) => nextCommand(context, `tuk plan ${verb} ${quoted(file)}`);
    context.log(`✓ The plan ${id} is in ${file}. Review it: ${next('show')}`);
    if (persons > 0) context.log(`  It needs ${counted(persons, 'approval')}: ${next('approve')}`);
    context.log(`  Apply it within 24 hours: ${next('apply')}`);
  };
  const flags: Flags = { ...(options as Flags), dryRun: true, noInput: true };
  return { command, world: planned, flags };
}
