// Connects the transfer pipeline (`money/transfer`) with a command: its profile, reads, prompts and ledger.

import path from 'node:path';
import type { Context } from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import { ledgerPlace } from '../../cli/command/read-ledger.js';
import { confirmCall, refusedBefore, type Subject, subjectOf } from '../../cli/prompts/confirmation.js';
import { confirmTyped, figureLines, policyLines } from '../../cli/prompts/recipient.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { configOf, isDryRun, isEmbedded } from '../../cli/settings/options.js';
import { canAsk, isUnderGrant } from '../../cli/settings/world.js';
import type { TransferRequest } from '../../money/facts/transfer-request.js';
import type { NamedAddress } from '../../money/policy/address-book.js';
import { pricesOf } from '../../money/policy/pricing.js';
import { type Transfer, type TransferDependencies, withTransfer } from '../../money/transfer/transfer.js';
import type { PolicyDependencies } from '../../money/verdict/dependencies.js';
import type { Verdict } from '../../money/verdict/verdict.js';
import { quoted } from '../../services/command-line.js';
import { Guarded } from '../../services/http/errors.js';
import { sendRequest } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { asText } from '../../services/json-value.js';
import { paths } from '../../session/paths.js';
import { originsOf } from '../../session/profile-services.js';
import { findProject } from '../../session/project-file.js';
import { expiryOf } from '../../session/stored-session.js';
import { isTrusted } from '../../session/trusted-folders.js';
import { contactsOf } from '../read/contacts.js';
import { listedContracts } from '../read/listed-tokens.js';
import { priceSource } from '../read/prices.js';
import { bindingDependencies } from '../request/binding.js';
import { type AnyEndpoint, readEndpoint } from '../request/call.js';
import { deferredRefusals } from '../request/deferred-checks.js';
import { listRows } from '../request/validate-response.js';
import { limitsNow } from './guard-change.js';

// The user's own wallets as known recipients. Loaded on use.

/**
 * Reads the addresses of the user's wallets; none without a session. Notes an unreadable list.
 * @throws {Failure} at an interruption
 */
async function ownAddresses(context: Context): Promise<readonly NamedAddress[]> {
  if (!(await context.session().isSignedIn())) return [];
  try {
    const wallets = await readEndpoint(context, 'user', 'listWalletsV2', {}, { patient: true, trusted: true });
    return listRows(wallets)
      .map(({ name, address, network }) => ({ name: asText(name), address: asText(address), network: asText(network) }))
      .filter(({ address }) => address !== '');
  } catch (error) {
    const note = leftOut('Your wallets cannot be read', error);
    if (note.failure.kind !== 'not-found') context.note({ ...note, follows: 'no address in them counts as known' });
    return [];
  }
}

/** Runs a read; the check of a batch makes each once. */
const onceIn =
  ({ world }: Context) =>
  <T>(name: string, make: () => Promise<T>): Promise<T> =>
    world.batchCheck ? world.batchCheck.memo(name, make) : make();

/** The reads of facts. The check of a batch makes each once. */
export const factRead =
  (context: Context): PolicyDependencies['read'] =>
  (service, call, params, options) =>
    onceIn(context)(JSON.stringify([service, call, params]), () =>
      readEndpoint(context, service, call as AnyEndpoint, params, { ...options, trusted: true }),
    );

/** The names of fields that the profile has confirmed, by parameter. */
export const fieldNamesOf = (context: Context): PolicyDependencies['profile']['fieldNames'] =>
  context.settings().of.names ?? {};

/** What the transfer policy needs: limits, ledger, clock and reads. */
export function policyDependencies(context: Context): PolicyDependencies {
  const { world } = context;
  const settings = context.settings();
  const { redact } = context.out;
  const log = (line: string) => context.log(line);
  const once = onceIn(context);
  return {
    profile: {
      name: settings.profile.value,
      limits: () => limitsNow(context),
      origins: originsOf(settings.of),
      fieldNames: fieldNamesOf(context),
    },
    ledger: ledgerPlace(context),
    clock: world.clock,
    clockAhead: (url) => context.http().clockAhead(url),
    redact,
    nextCommand: nextCommandOf(context),
    log,
    read: factRead(context),
    prices: async (tokens) => {
      const symbols = [...new Set(tokens)].sort();

      return once(JSON.stringify(['prices', symbols]), () =>
        (async () => pricesOf(symbols, await priceSource(context), log))(),
      );
    },
    contacts: async () => contactsOf(context),
    ownWallets: () => once('wallets', async () => ownAddresses(context)),
    contracts: () => once('contracts', async () => listedContracts(context)),
    batch: world.batchCheck,
    sealing: world.sealing,
  };
}

function transferDependencies(context: Context): Omit<TransferDependencies, 'send' | 'refused' | 'requireAccount'> {
  return {
    ...bindingDependencies(context, readEndpoint),
    ...policyDependencies(context), // its reads are shared by the rows of a batch
    canType: canType(context),
    dryRun: isDryRun(context.flags),
    confirm: async (call, verdict) => {
      if (isDryRun(context.flags)) {
        // with --json no receipt says which limits and prices were used
        const used = context.out.jsonErrors ? policyLines(verdict).filter(([, , role]) => role === 'limit') : [];
        for (const [label, text] of used)
          context.note({ is: 'warning', code: 'LIMIT_USED', text: `${label}: ${text}` });
        throw new EndOfDryRun();
      }
      await confirmTyped(context, verdict);
      await confirmCall(context, call, transferSubject(verdict));
    },
    deferFailure: (failure) => context.out.deferFailure(failure),
    deadline: context.deadline,
  };
}
/** What a transfer moves, to whom, on which networks, by its judged facts. */
function transferSubject(verdict: Verdict): Subject {
  const { call, object } = verdict.facts;
  return subjectOf(
    [
      ...(object === undefined ? [] : [['Item', object] as const]),
      ...figureLines(verdict, []),
      ...policyLines(verdict),
    ],
    ['Call', `${call.service} ${call.name}`],
  );
}
class EndOfDryRun extends Error {}
/** Whether a person can type what lifts a refusal, now or when the plan is applied that the run writes. */
export const canType = ({ flags, world }: Pick<Context, 'flags' | 'world'>): boolean =>
  !isUnderGrant(world) && (isDryRun(flags) ? world.plan?.isWritten === true : !flags.noInput && canAsk(world));

/**
 * Makes the function that writes a command line to type next, with the profile of the run as its flags name it, or with
 * another one.
 */
export const nextCommandOf =
  (context: Context): TransferDependencies['nextCommand'] =>
  (line, profile = context.settings().profile.value) =>
    nextCommand(profile === context.settings().profile.value ? context : { flags: { profile } }, line);

/**
 * Prepares and judges a transfer; `use` shows, confirms and sends it. A dry run ends at the confirmation.
 * @returns the result of `use`; undefined for a dry run
 * @throws as `withTransfer`; {Guarded} UNTRUSTED_FOLDER; `send` also the errors of a renewal
 */
export async function runTransfer<Result>(
  context: Context,
  transfer: TransferRequest,
  use: (prepared: Transfer) => Promise<Result>,
): Promise<Result | undefined> {
  await requireTrustedFolder(context);
  await context.session().seal();
  let request = transfer.request;
  const requireAccount = () => context.session().requireSealed(tokenOf(request));
  const dependencies: TransferDependencies = {
    ...transferDependencies(context),
    requireAccount,
    send: async ({ call }) => sendRequest(call, request, await context.http().requestContext()),
    refused: isDryRun(context.flags)
      ? [...(await deferredRefusals(context)), ...(await refusedBefore(transfer.call, context))]
      : [],
  };
  try {
    return await withTransfer(transfer, dependencies, (prepared) => {
      if (prepared.earlierResponse && dependencies.dryRun) throw new EndOfDryRun();
      return use({
        ...prepared,
        send: async () => {
          if (prepared.earlierResponse) return prepared.send();
          // an order that the service shows otherwise than it was confirmed is not paid
          const { deferred } = context.out;
          const isDoubted = deferred !== undefined && deferred.code === 'ANSWER_CONTRADICTS';
          if (isDoubted && deferred.where.call === prepared.verdict?.facts.fields.of?.call) throw deferred;
          await requireAccount(); // before a renewal, which is of the session that is stored now
          request = await withLiveToken(context, transfer);
          return prepared.send();
        },
      });
    });
  } catch (error) {
    if (error instanceof EndOfDryRun) return undefined;
    throw error;
  }
}

const tokenOf = ({ headers }: HttpRequest): string | undefined => headers.Authorization?.replace(/^Bearer /, '');

/**
 * The request with the current token, renewed if its `exp` has passed: a transfer then avoids a 401 and a second
 * sending.
 * @throws as `renew` of `session/renew.ts`
 */
async function withLiveToken(context: Context, { call, request }: TransferRequest): Promise<HttpRequest> {
  const sent = tokenOf(request);
  if (call.auth !== 'signed-in' || sent === undefined) return request;
  const now = context.world.clock.now() + (context.http().clockAhead(request.url) ?? 0);
  const hasEnded = (expiryOf(sent) ?? Number.POSITIVE_INFINITY) <= now;
  if (!hasEnded && (await context.session().token()).accessToken === sent) return request;
  const token = await context.session().renew(sent, context.deadline);
  return token === undefined
    ? request
    : { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
}

/**
 * Refuses a transfer, or a new known recipient, with a profile that only an untrusted project file selected.
 * @throws {Guarded} UNTRUSTED_FOLDER
 */
export async function requireTrustedFolder(context: Context): Promise<void> {
  const { profile } = context.settings();
  const project = isEmbedded(context.settings()) ? undefined : findProject(context.world.cwd);
  if (project === undefined || profile.origin !== project.file || configOf(context).current === profile.value) return;
  if (isTrusted(project.file, paths(context.world).trustedFolders)) return;
  const folder = quoted(path.dirname(project.file));
  throw new Guarded(
    'UNTRUSTED_FOLDER',
    `The profile ${profile.value} is selected by ${project.file}, and you do not trust that file yet.`,
    `To trust it: tuk profile trust ${folder}. To select the profile yourself: -p ${profile.value}`,
  );
}
