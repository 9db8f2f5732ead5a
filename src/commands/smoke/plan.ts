// What a smoke run is about, settled before anything is sent.

import type { Context } from '../../cli/context.js';
import { confirm } from '../../cli/prompts/confirmation.js';
import { assumedFields } from '../../services/catalogue/assumed-fields.js';
import type { Call } from '../../services/catalogue/define.js';
import { catalogues } from '../../services/catalogue/index.js';
import { BadInput, SignInNeeded } from '../../services/http/errors.js';
import { barred, type Means } from './case.js';
import { type Given, givenIn } from './given.js';
import type { Options } from './options.js';
import { selected, shareOf } from './selection.js';
import { needsOf, type Reads, readsOf } from './values.js';

/** What a run is about. */
export interface Plan {
  readonly options: Options;
  readonly given: Given;
  readonly reads: Reads;
  /** The cases: what is reported. */
  readonly calls: readonly Call[];
  readonly means: Means;
  /** What the profile calls fields whose names are assumed, by `service call field`. */
  readonly renamed: ReadonlyMap<string, string>;
}
/** Settles what is called. @throws {BadInput} where nothing fits, or a shard holds nothing; {SignInNeeded} where calls need what the session does not have */
export async function planOf(options: Options, context: Context): Promise<Plan> {
  const all = (await catalogues()).flatMap(({ calls }) => Object.values(calls));
  const chosen = selected(all, options);
  if (chosen.length === 0)
    throw new BadInput('NOTHING_TO_CALL', 'No call fits what was asked for.', 'tuk smoke --dry-run lists those that there are.');
  const calls = shareOf(chosen, options.shard);
  const { index, count } = options.shard;
  if (calls.length === 0)
    throw new BadInput(
      'BAD_SHARD',
      `The shard ${index}/${count} holds nothing: there ${chosen.length === 1 ? 'is 1 call' : `are ${chosen.length} calls`} in all.`,
    );
  const [given, means] = [await givenIn(options.values, context), await meansOf(context)];
  remember(all, given, context);
  const plan = { options, given, reads: readsOf(all), calls, means, renamed: await renamedIn(context) };
  if (!context.flags.dryRun) checkMeans(plan);
  return plan;
}

/** @throws {SignInNeeded} where calls could be made if somebody were signed in, or user name and password were known, and nothing says to skip them */
function checkMeans({ options: { auth, allowSkipped }, given, calls, means }: Plan): void {
  if (auth === 'basic' && !means.basic)
    throw new SignInNeeded(
      'MISSING_BASIC',
      'These calls need the user name and password of HTTP basic, and there are none; nothing was sent.',
      'Name them in TUK_BASIC_USER and TUK_BASIC_PASSWORD, or in the profile: basicUser, basicPasswordFile.',
    );
  if (means.signedIn || (allowSkipped && auth !== 'signed-in')) return;
  const needing = calls.filter((call) => call.auth === 'signed-in' && barred(call, { ...means, signedIn: true }, given) === undefined);
  if (needing.length === 0 && auth !== 'signed-in') return;
  throw new SignInNeeded(
    'NOT_SIGNED_IN',
    `Not signed in, and ${needing.length} of ${calls.length} calls need a session; nothing was sent.`,
    'Sign in: tuk login. Without those calls: --auth public, or --allow-skipped',
  );
}

/** The names that the profile has in the place of assumed ones. */
async function renamedIn({ settings }: Context): Promise<ReadonlyMap<string, string>> {
  const renamed = new Map<string, string>();
  for (const [key, own] of Object.entries(settings.of.names ?? {})) {
    const [service = '', name = '', option = ''] = key.split(' ');
    const field = (await assumedFields({ service, name }))?.[option];
    if (field !== undefined) renamed.set(`${service} ${name} ${field}`, own);
  }
  return renamed;
}

async function meansOf(context: Context): Promise<Means> {
  const { username, password } = (await context.session.credentials.basic()) ?? {};
  return { signedIn: (await context.session.token()).accessToken !== undefined, basic: Boolean(username && password) };
}

/** Values of secret fields are secrets, so that none gets into a report. */
function remember(calls: readonly Call[], given: Given, { redact }: Context): void {
  const secrets = new Set(calls.flatMap((call) => needsOf(call, given).flatMap(({ name, field }) => (field?.secret ? [name] : []))));
  for (const [key, value] of given) if (secrets.has(key.split(' ').at(-1)!)) redact.add(String(value));
}

/** Asks once for all that changes something. @throws what `confirm` throws */
export async function agreed({ calls }: Plan, context: Context): Promise<void> {
  const changing = calls.filter(({ effect }) => effect !== 'none');
  const [first] = changing;
  if (!first) return;
  const asked: Call = { ...first, service: 'smoke', name: 'write', summary: `Make ${changing.length} calls that change something` };
  await confirm(asked, context.settings, context.world, context.flags, (text) => context.writeError(text));
}
