// Connects the transfer pipeline (`money/transfer`) with a command: its profile, reads, prompts and ledger.

import path from 'node:path';
import type { Context } from '../cli/context.js';
import { nextCommand } from '../cli/next-command.js';
import { confirmCall } from '../cli/prompts/confirmation.js';
import { confirmRecipient } from '../cli/prompts/recipient.js';
import { configOf, isEmbedded } from '../cli/settings.js';
import { canAsk } from '../cli/world.js';
import type { Owner } from '../money/ledger.js';
import type { PolicyDependencies } from '../money/policy/dependencies.js';
import { type BindingDependencies, bindingOf } from '../money/reference-binding.js';
import { type Transfer, type TransferDependencies, withTransfer } from '../money/transfer.js';
import type { TransferRequest } from '../money/transfer-request.js';
import type { Call } from '../services/catalogue/define.js';
import { quoted } from '../services/command-line.js';
import { Guarded } from '../services/http/errors.js';
import { sendRequest } from '../services/http/send.js';
import type { HttpRequest } from '../services/http/transport.js';
import { paths } from '../session/paths.js';
import { findProject } from '../session/project-file.js';
import { readByName } from './read-endpoint.js';

/** The dependencies of the transfer policy, from the context of a run. */
export function policyDependencies(context: Context): PolicyDependencies {
  const { world, flags } = context;
  const settings = context.settings();
  const redact = context.out.redact;
  const log = (line: string) => context.log(line);
  return {
    profile: { name: settings.profile.value, limits: settings.of.limits, fieldNames: settings.of.names ?? {} },
    ledgerFile: paths(context.world).ledger,
    clock: world.clock,
    redact,
    log,
    read: (service, call, params, options) => readByName(context, service, call, params, {}, options),
    prices: async (tokens) => {
      const [{ pricesOf }, { priceSource }] = await Promise.all([import('../money/policy/pricing.js'), import('./prices.js')]);
      return pricesOf(tokens, priceSource(context), log);
    },
    contacts: async () => (await import('./contacts.js')).contactsOf(context),
    ownWallets: async () => (await import('./own-wallets.js')).ownAddresses(context),
    canAskRecipient: !flags.noInput && canAsk(world),
  };
}

/** The dependencies of the transfer pipeline, from the context of a run. */
function transferDependencies(context: Context): TransferDependencies {
  return {
    ...policyDependencies(context),
    confirm: async ({ call, newRecipient }, decision) => {
      if (!newRecipient) await confirmRecipient(context, decision);
      await confirmCall(context, call);
    },
    send: async ({ call, request }) => sendRequest(call, request, await context.http().requestContext()),
    clockAhead: (url) => context.http().clockAhead(url),
    deferFailure: (failure) => context.out.deferFailure(failure),
    ...bindingDependencies(context),
    nextCommand: nextCommandOf(context),
    cancellation: context.cancellation,
  };
}

/** The dependencies for finding the account of a request, from the context of a run. */
export const bindingDependencies = (context: Context): BindingDependencies => ({
  embedded: isEmbedded(context.settings()),
  isSandbox: (service) => context.http().reachesSandbox(service),
  read: (service, call, params, options) => readByName(context, service, call, params, {}, options),
  sessionId: async () => (await context.session().token()).session?.id,
  sessionToken: async () => (await context.session().token()).accessToken,
});

/** The owner of a request that is not sent, as far as it is known without a request: the account that its token names, else the profile alone. */
export async function previewOwner(context: Context, call: Call, request: HttpRequest): Promise<Owner> {
  const profile = context.settings().profile.value;
  const { accessToken } = await context.session().token();
  if (accessToken === undefined) return { profile };
  const signed = { ...request, headers: { ...request.headers, Authorization: `Bearer ${accessToken}` } };
  const dependencies = { ...bindingDependencies(context), isSandbox: async () => true };
  const binding = await bindingOf(call, signed, dependencies, { mayRead: false });
  return binding.account?.startsWith('sub:') ? { ...binding, profile } : { profile };
}

/** Makes the function that writes a command line to type next: with the profile of the run as its flags name it, or with another one. */
export const nextCommandOf =
  (context: Context): TransferDependencies['nextCommand'] =>
  (line, profile = context.settings().profile.value) =>
    nextCommand(profile === context.settings().profile.value ? context : { flags: { profile } }, line);

/** Prepares and evaluates a transfer; `use` confirms and sends it. @throws as `withTransfer`; {Guarded} UNTRUSTED_FOLDER */
export async function runTransfer<Result>(
  context: Context,
  transfer: TransferRequest,
  use: (prepared: Transfer) => Promise<Result>,
): Promise<Result> {
  await requireTrustedFolder(context);
  return withTransfer(transfer, transferDependencies(context), use);
}

/** Refuses a transfer, or a new known recipient, with a profile that only a project file has selected, unless the person trusts that file. @throws {Guarded} UNTRUSTED_FOLDER */
export async function requireTrustedFolder(context: Context): Promise<void> {
  const { profile } = context.settings();
  const project = isEmbedded(context.settings()) ? undefined : findProject(context.world.cwd);
  if (project === undefined || profile.origin !== project.file || configOf(context).current === profile.value) return;
  const { isTrusted } = await import('../session/trusted-folders.js');
  if (isTrusted(project.file, paths(context.world).trustedFolders)) return;
  const folder = quoted(path.dirname(project.file));
  throw new Guarded(
    'UNTRUSTED_FOLDER',
    `The profile ${profile.value} is selected by ${project.file}, which is not trusted as it is; nothing was sent.`,
    `To move value with the profile of that folder: tuk profile trust ${folder}. To name the profile yourself: -p ${profile.value}`,
  );
}
