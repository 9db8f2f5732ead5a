// Prints a request instead of sending it (--dry-run, --print-curl). Also the failure of a binary response on a
// terminal.

import { type Call, kebab } from '../../services/catalogue/define.js';
import { curlLine, dryRun, standIns } from '../../services/http/curl.js';
import { BadInput } from '../../services/http/errors.js';
import type { RequestContext } from '../../services/http/send.js';
import { type HttpRequest, shownRequest } from '../../services/http/transport.js';
import { baseAddress } from '../../session/profile.js';
import { shownHeaders } from '../../session/profile-headers.js';
import type { Context } from '../command/command.js';
import { requestDefaults } from '../command/http-access.js';
import { isEmbedded } from '../settings/options.js';
import { refusedBefore } from './confirmation.js';

/**
 * Builds a request with placeholder credentials and prints it, without sending it.
 * @returns the request.
 * @throws {BadInput} as `build`
 */
export async function printRequest(
  context: Context,
  call: Call,
  build: (reach: RequestContext) => Promise<HttpRequest>,
): Promise<HttpRequest> {
  const { flags } = context;
  const settings = context.settings();
  const { redact } = context.out;
  const base: RequestContext['base'] = (service) =>
    isEmbedded(settings) ? `http://sandbox.localhost/${service}` : baseAddress(settings.of, service);
  const request = await build({
    ...requestDefaults(settings, context.world.version),
    base,
    headers: shownHeaders(settings.of.headers),
    credentials: standIns,
    transport: () => Promise.reject(new Error('nothing is sent')),
  });
  if (flags.printCurl && isEmbedded(settings))
    context.log('  The sandbox is inside the program: nothing listens at this address. To serve it: tuk sandbox serve');
  if (flags.printCurl)
    await context.out.printText(
      `${redact.clean(curlLine(shownRequest(request), call, (text) => redact.clean(text)))}\n`,
    );
  else await context.out.print(redact.clean(dryRun(shownRequest(request), call)));
  return request;
}

/** Makes the checks of a change in its dry run; skips them for --print-curl. @throws {Failure} with all refusals */
export async function refuseDryRun(context: Context, call: Call): Promise<undefined> {
  if (context.flags.printCurl) return;
  const [refused] = await refusedBefore(call, context);
  if (refused) throw refused;
}

/** The failure of a binary response on a terminal. */
export const binary = ({ service, name }: Call): BadInput =>
  new BadInput(
    'BINARY_ON_TERMINAL',
    `The response of ${service} ${kebab(name)} is not text, so a terminal cannot show it.`,
    'Send it to a file: > FILE',
  );
