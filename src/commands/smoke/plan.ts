// Plans a smoke run: selects its calls, reads its fixtures and checks its credentials before anything is sent.

import type { Context } from '../../cli/context.js';
import { confirm } from '../../cli/prompts/confirmation.js';
import { assumedFields } from '../../services/catalogue/assumed-fields.js';
import type { Call } from '../../services/catalogue/define.js';
import { catalogues } from '../../services/catalogue/index.js';
import { BadInput, SignInNeeded } from '../../services/http/errors.js';
import { type Access, skipReason } from './case.js';
import { type Fixtures, readFixtures } from './fixtures.js';
import type { Options } from './options.js';
import { callsOfShard, select } from './selection.js';
import { type Reads, readsOf, requiredValues } from './values.js';

/** The cases of a run and what they need. */
export interface Plan {
  readonly options: Options;
  readonly fixtures: Fixtures;
  readonly reads: Reads;
  /** The calls of the cases. */
  readonly calls: readonly Call[];
  readonly access: Access;
  /** The profile's replacements of assumed field names, by `service call field`. */
  readonly renamed: ReadonlyMap<string, string>;
}
/** Plans a run. @throws {BadInput} for an empty selection or shard; {SignInNeeded} where calls need a session or credentials that are missing */
export async function planOf(options: Options, context: Context): Promise<Plan> {
  const all = (await catalogues()).flatMap(({ calls }) => Object.values(calls));
  const selected = select(all, options);
  if (selected.length === 0) throw new BadInput('NOTHING_TO_CALL', 'No call matches the options.', 'tuk smoke --dry-run lists the calls.');
  const calls = callsOfShard(selected, options.shard);
  const { index, count } = options.shard;
  if (calls.length === 0)
    throw new BadInput(
      'BAD_SHARD',
      `The shard ${index}/${count} is empty: there ${selected.length === 1 ? 'is 1 call' : `are ${selected.length} calls`} in all.`,
    );
  const [fixtures, access] = [await readFixtures(options.values, context), await accessOf(context)];
  redactSecrets(all, fixtures, context);
  const plan = { options, fixtures, reads: readsOf(all), calls, access, renamed: await renamedIn(context) };
  if (!context.flags.dryRun) checkAccess(plan);
  return plan;
}

/** @throws {SignInNeeded} where calls need a session or basic credentials, and no option allows to skip them */
function checkAccess({ options: { auth, allowSkipped }, fixtures, calls, access }: Plan): void {
  if (auth === 'basic' && !access.basic)
    throw new SignInNeeded(
      'MISSING_BASIC',
      'These calls need the user name and password of HTTP basic, and there are none; nothing was sent.',
      'Name them in TUK_BASIC_USER and TUK_BASIC_PASSWORD, or in the profile: basicUser, basicPasswordFile.',
    );
  if (access.signedIn || (allowSkipped && auth !== 'signed-in')) return;
  const callsNeedingSession = calls.filter(
    (call) => call.auth === 'signed-in' && skipReason(call, { ...access, signedIn: true }, fixtures) === undefined,
  );
  if (callsNeedingSession.length === 0 && auth !== 'signed-in') return;
  throw new SignInNeeded(
    'NOT_SIGNED_IN',
    `Not signed in, and ${callsNeedingSession.length} of ${calls.length} calls need a session; nothing was sent.`,
    'Sign in: tuk login. Without those calls: --auth public, or --allow-skipped',
  );
}

/** The profile's replacements of assumed field names. */
async function renamedIn(context: Context): Promise<ReadonlyMap<string, string>> {
  const settings = context.settings();
  const renamed = new Map<string, string>();
  for (const [key, replacement] of Object.entries(settings.of.names ?? {})) {
    const [service = '', name = '', option = ''] = key.split(' ');
    const field = (await assumedFields({ service, name }))?.[option];
    if (field !== undefined) renamed.set(`${service} ${name} ${field}`, replacement);
  }
  return renamed;
}

async function accessOf(context: Context): Promise<Access> {
  const { username, password } = (await context.session().credentials.basic()) ?? {};
  return { signedIn: (await context.session().token()).accessToken !== undefined, basic: Boolean(username && password) };
}

/** Adds values of secret fields to the redaction list, so that none gets into a report. */
function redactSecrets(calls: readonly Call[], fixtures: Fixtures, { out: { redact } }: Pick<Context, 'out'>): void {
  const secrets = new Set(
    calls.flatMap((call) => requiredValues(call, fixtures).flatMap(({ name, field }) => (field?.secret ? [name] : []))),
  );
  for (const [key, value] of fixtures) if (secrets.has(key.split(' ').at(-1)!)) redact.add(String(value));
}

/** Asks for confirmation of all changes once. @throws what `confirm` throws */
export async function confirmChanges({ calls }: Plan, context: Context): Promise<void> {
  const changing = calls.filter(({ effect }) => effect !== 'none');
  const [first] = changing;
  if (!first) return;
  const confirmation: Call = { ...first, service: 'smoke', name: 'write', summary: `Make ${changing.length} calls that change something` };
  await confirm(confirmation, context.settings(), context.world, context.flags, (text) => context.out.writeError(text));
}
