// Asks a sandbox's control: what stands under /_sandbox, which no real service has.
import type { Call } from '../services/define.js';
import { BadInput } from '../services/http/failure.js';
import { exchangeCall, rawRequest } from '../services/http/send.js';
import type { Context } from './context.js';

/** The answer of one control, as JSON text. @throws {Failure} as any call does; {BadInput} where the profile reaches no sandbox, or for a dry run. */
export async function askControl(context: Context, what: string, body?: unknown): Promise<string> {
  if (context.onlyShows) throw new BadInput('NO_DRY_RUN', 'The control of a sandbox has no dry run.');
  const address = await context.control();
  const call: Call = {
    service: 'sandbox',
    name: what,
    method: 'POST',
    path: `/${what}`,
    is: 'Control the sandbox',
    auth: 'public',
    effect: 'none',
    as: 'json',
    words: {},
    secret: true,
  };
  const reach = { ...(await context.reach()), base: () => address };
  return (await exchangeCall(call, await rawRequest(call, call.path, body ?? {}, reach), reach)).text;
}
