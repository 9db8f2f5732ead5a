// Asks a sandbox's control: what stands under /_sandbox, which no real service has.
import type { Call } from '../services/catalogue/define.js';
import { BadInput } from '../services/http/errors.js';
import { type RequestContext, rawRequest, sendRequest } from '../services/http/send.js';
import { baseAddress, isLoopback } from '../session/profile.js';
import type { Context } from './context.js';

/** The answer of one control, as JSON text. @throws {Failure} as any call does; {BadInput} where the profile reaches no sandbox, or for a dry run. `at`: the server of a service, under whose name it fails. */
export async function askControl(
  context: Context,
  what: string,
  body?: unknown,
  at?: { readonly origin: string; readonly service: string },
): Promise<string> {
  if (context.onlyShows) throw new BadInput('NO_DRY_RUN', 'The control of a sandbox has no dry run.');
  const call: Call = {
    service: at?.service ?? 'sandbox',
    name: what,
    method: 'POST',
    path: `/${what}`,
    summary: 'Control the sandbox',
    auth: 'public',
    effect: 'none',
    as: 'json',
    words: {},
    secret: true,
  };
  const own = await context.requestContext();
  const address = at === undefined ? controlOf(context, own) : `${at.origin}/_sandbox`;
  const reach = { ...own, base: () => address };
  return (await sendRequest(call, await rawRequest(call, call.path, body ?? {}, reach), reach)).text;
}

/** Where the control of the sandbox is that the profile reaches. @throws {BadInput} for a profile that reaches none */
function controlOf({ embedded, settings }: Context, { base }: RequestContext): string {
  if (embedded) return base('_sandbox');
  const { origin, hostname } = new URL(baseAddress(settings.of, 'user'));
  if (isLoopback(hostname)) return `${origin}/_sandbox`;
  throw new BadInput('NO_SANDBOX', `The profile ${settings.profile.value} reaches no sandbox.`, 'Choose one that does: --profile sandbox');
}
