// The account of a request, and whether the grant of the run is for it.

import type { Context } from '../../cli/command/command.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { type BindingDependencies, bindingOf } from '../../money/facts/reference-binding.js';
import type { Call } from '../../services/catalogue/define.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import type { HttpRequest } from '../../services/http/transport.js';

type Read = BindingDependencies['read'];
/** `readEndpoint` of `call.ts`, which imports this file. */
type ReadIn = (
  context: Context,
  service: ServiceName,
  call: never,
  params: Parameters<Read>[2],
  options: object,
) => ReturnType<Read>;

/** The dependencies for finding the account of a request. */
export const bindingDependencies = (context: Context, read: ReadIn): BindingDependencies => ({
  embedded: isEmbedded(context.settings()),
  isSandbox: (service) => context.http().reachesSandbox(service),
  read: (service, call, params, options) =>
    read(context, service, call as never, params, { ...options, trusted: true }),
  sessionId: async () => (await context.session().token()).session?.id,
  sessionToken: async () => (await context.session().token()).accessToken,
});

/** Checks that a grant is for a change and for its account. @throws {Guarded} NOT_GRANTED; as `grantInUse` */
export async function requireGranted(context: Context, call: Call, request: HttpRequest, read: ReadIn): Promise<void> {
  const { requireNamed } = await import('../../cli/command/granted.js');
  const binding = await bindingOf(call, request, bindingDependencies(context, read), { mayRead: true });
  await requireNamed(context, call, { ...binding, profile: context.settings().profile.value, service: call.service });
}
