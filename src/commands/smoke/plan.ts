// What a smoke run is about, settled before anything is sent.
import { assumedFields } from '../../services/assumed.js';
import type { Call } from '../../services/define.js';
import { BadInput, SignInNeeded } from '../../services/http/failure.js';
import { catalogues } from '../../services/index.js';
import { confirm } from '../confirm.js';
import type { Context } from '../context.js';
import type { Means } from './case.js';
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
/** Settles what is called. @throws {BadInput} where nothing fits; {SignInNeeded} where a mode was asked for that the session has nothing for */
export async function planOf(options: Options, context: Context): Promise<Plan> {
  const all = (await catalogues()).flatMap(({ calls }) => Object.values(calls));
  const chosen = selected(all, options);
  if (chosen.length === 0)
    throw new BadInput('NOTHING_TO_CALL', 'No call fits what was asked for.', 'tuk smoke --dry-run lists those that there are.');
  const [given, means] = [await givenIn(options.values, context), await meansOf(context)];
  if (!context.flags.dryRun && options.auth === 'signed-in' && !means.signedIn) throw new SignInNeeded('NOT_SIGNED_IN', 'Not signed in.');
  remember(all, given, context);
  return { options, given, reads: readsOf(all), calls: shareOf(chosen, options.shard), means, renamed: await renamedIn(context) };
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
  const asked: Call = { ...first, service: 'smoke', name: 'write', is: `Make ${changing.length} calls that change something` };
  await confirm(asked, context.settings, context.world, context.flags, (text) => context.tell(text));
}
