// A request that is shown instead of sent (--dry-run, --print-curl), and an answer that no terminal can show.
import { type Call, kebab } from '../services/catalogue/define.js';
import { curlLine, dryRun, standIns } from '../services/http/curl.js';
import { BadInput } from '../services/http/errors.js';
import type { RequestContext } from '../services/http/send.js';
import type { HttpRequest } from '../services/http/transport.js';
import { baseAddress } from '../session/profile.js';
import type { Context } from './context.js';

/** Prints the request that `build` puts together, with nothing secret in it; nothing is sent. @throws {BadInput} as `build` does */
export async function shown(context: Context, call: Call, build: (reach: RequestContext) => Promise<HttpRequest>): Promise<undefined> {
  const { embedded, settings, flags, redact } = context;
  const base: RequestContext['base'] = embedded
    ? (service) => `http://sandbox.localhost/${service}`
    : (service) => baseAddress(settings.of, service);
  const request = await build({ ...context.asking(base, standIns), exchange: () => Promise.reject(new Error('nothing is sent')) });
  if (flags.printCurl) await context.printText(`${redact.clean(curlLine(request, call, (text) => redact.clean(text)))}\n`);
  else await context.print(redact.clean(dryRun(request, call)));
  if (call.effect === 'money') await (await import('../money/policy/evaluate.js')).previewDecision(context, call, request);
  return undefined;
}

/** The failure for an answer that is no text, asked for on a terminal. */
export const binary = ({ service, name }: Call): BadInput =>
  new BadInput(
    'BINARY_ON_TERMINAL',
    `The answer of ${service} ${kebab(name)} is no text, which a terminal cannot show.`,
    'Send it to a file: > FILE',
  );
