// Makes the calls of the catalogue for a command. Three verbs: `callEndpoint` obeys the flags, `readEndpoint` reads a
// fact, `sendNow` sends a confirmed request.

import { existsSync } from 'node:fs';
import type { Context } from '../../cli/command/command.js';
import { confirmCall, type Subject } from '../../cli/prompts/confirmation.js';
import { binary, printRequest, refuseDryRun } from '../../cli/prompts/dry-run.js';
import { isDryRun } from '../../cli/settings/options.js';
import { isUnderGrant } from '../../cli/settings/world.js';
import { type Call, returnsList } from '../../services/catalogue/define.js';
import type { EndpointName, ResponseOf, ValuesOf } from '../../services/catalogue/endpoint-types.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { withDeclaredNames } from '../../services/decode/spelling.js';
import { bug } from '../../services/http/errors.js';
import { checkParams, toParams } from '../../services/http/params.js';
import { router } from '../../services/http/path.js';
import { withRetry } from '../../services/http/retry.js';
import {
  buildRequest,
  type RequestContext,
  type Response,
  type SendOptions,
  sendRequest,
} from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { paths } from '../../session/paths.js';
import { checkRequestAddresses } from './addresses.js';
import { compareShown } from './compared-reads.js';
import { paramsByName } from './parameters.js';
import type { Params } from './params.js';
import { patientTimeout } from './patient-context.js';
import { sharedRead } from './shared-reads.js';
import { none, validateResponse } from './validate-response.js';
import { atPage, wholeList } from './whole-list.js';

// Makes a call that moves no value: prints it in a dry run, confirms a change, retries a read.

export type BuildRequest = (context: RequestContext) => Promise<HttpRequest>;
type AtPage = (call: Call, build: BuildRequest) => BuildRequest;

/** The question before a change: its sentence, by default the summary of the call, and its subject. */
export interface Asked {
  readonly summary?: string;
  readonly subject: Subject;
}

/**
 * Makes a call whose request `build` returns. @returns nothing for `--dry-run` and `--print-curl`, which print the
 * request instead.
 * @param asked the question before a change; by default it names the request
 * @throws whatever the confirmation and the transport throw; a bug for a call that moves value, which needs a transfer
 * (`engine/change/perform-call`)
 */
export async function perform(
  context: Context,
  call: Call,
  buildRequest: BuildRequest,
  asked?: Asked,
): Promise<Response | undefined> {
  requireNoValue(call);
  const build = withAddressCheck(call, buildRequest);
  if (isDryRun(context.flags)) {
    await printRequest(context, call, build);
    return refuseDryRun(context, call);
  }
  if (call.as === 'bytes' && context.world.stdout.isTTY && !context.flags.quiet) throw binary(call);
  const requestContext = await context.http().requestContext();
  const request = await build(requestContext);
  if (call.effect !== 'none') {
    const { summary = call.summary, subject } = asked ?? { subject: requestSubject(request) };
    await confirmCall(context, { ...call, summary }, subject);
  }
  return sendRead(context, call, request, requestContext);
}

function requireNoValue({ service, name, effect }: Call) {
  if (effect === 'money') throw bug(`${service} ${name} needs a transfer.`);
}

/** A request by its method and path, which has the ids of what it changes. */
const requestSubject = ({ method, url }: HttpRequest): Subject => [['Request', `${method} ${new URL(url).pathname}`]];

/**
 * Sends a request. A failed read is retried up to `tries` times, a change never. What a read shows of operations in the
 * ledger is compared. @param comparedBy the operation that the reader compares itself @throws {Failure}
 */
async function sendRead(
  context: Context,
  call: Call,
  request: HttpRequest,
  requestContext: RequestContext,
  tries = context.settings().retry.value,
  comparedBy?: string,
): Promise<Response> {
  const attempt = (deadline = request.deadline) => sendRequest(call, { ...request, deadline }, requestContext);
  await requireGrantFor(context, call, request);
  if (call.effect !== 'none' || call.method !== 'GET') return attempt();
  const response = await (tries === 0
    ? attempt()
    : withRetry(attempt, {
        tries,
        maxWait: context.settings().maxWait.value,
        say: (line) => context.log(line),
        deadline: context.deadline,
      }));
  if (isCompared(call, context)) await compareShown(context, response, request, comparedBy);
  return response;
}

/** Checks a change against the grant of the run, if it is under one. @throws as `requireGranted` */
async function requireGrantFor(context: Context, call: Call, request: HttpRequest) {
  if (call.effect === 'none' || !isUnderGrant(context.world)) return;
  await (await import('./binding.js')).requireGranted(context, call, request, readEndpoint);
}

const withAddressCheck =
  (call: Call, build: BuildRequest): BuildRequest =>
  async (requestContext) => {
    const request = await build(requestContext);
    if (/address/i.test(`${call.path}${request.url}${request.body ?? ''}`)) await checkRequestAddresses(call, request);
    return request;
  };

/** A call, and the function that builds its request. */
export interface BuildableCall {
  readonly call: Call;
  build(context: RequestContext): Promise<HttpRequest>;
}
type Values = Readonly<Record<string, unknown>>;
/** Values that are data: the compiler knows neither their names nor their types. */
export type AnyValues = never;

/** A name that is data, such as the name of a thing's read. The compiler checks the other names and their values. */
export type AnyEndpoint = EndpointName<ServiceName>;

/** A call of the catalogue with its values, which are checked. @throws {BadInput} */
export async function callOf<S extends ServiceName>(
  service: S,
  endpoint: EndpointName<S>,
  values: Values = {},
  options: SendOptions = {},
): Promise<BuildableCall> {
  const { calls } = await catalogue(service);
  const call = (calls as Readonly<Record<string, Call>>)[endpoint]!;
  const params = toParams(call, values);
  checkParams(call, params, options.allowUnknownWord);
  return { call, build: (requestContext) => buildRequest(call, params, router(calls), requestContext, options) };
}

/** A call that is sent as it is. @throws {BadInput}; a bug for a call that moves value, which needs a transfer */
async function sentCallOf<S extends ServiceName>(...args: Parameters<typeof callOf<S>>): Promise<BuildableCall> {
  const buildable = await callOf(...args);
  requireNoValue(buildable.call);
  return buildable;
}

/**
 * Makes the call of a command: printed in a dry run, confirmed if it changes something. A call that moves value needs a
 * transfer instead.
 * @param options `anyWord`: the values of enums come from a service, and are not checked; `asked`: the question before a
 * change, by default about the request; `at`: makes the request of a next page
 * @returns nothing in a dry run
 * @throws {BadInput} before anything is sent; {Failure}
 */
export async function callEndpoint<S extends ServiceName>(
  context: Context,
  service: S,
  endpoint: EndpointName<S>,
  values?: Values,
  { anyWord, asked, at }: { readonly anyWord?: boolean; readonly asked?: Asked; readonly at?: AtPage } = {},
): Promise<Response | undefined> {
  const { call, build } = await typedCallOf(context, service, endpoint, values, anyWord);
  const response = await perform(context, call, at ? at(call, build) : build, asked);
  return response && usable(response);
}

/** A call with typed values: a word that an enum lacks passes if the flags allow it. @throws {BadInput} */
export const typedCallOf = <S extends ServiceName>(
  { flags }: Pick<Context, 'flags'>,
  service: S,
  endpoint: EndpointName<S>,
  values: Values = {},
  anyWord = flags.allowUnknownWord === true,
): Promise<BuildableCall> => callOf(service, endpoint, values, { allowUnknownWord: anyWord });

interface ReadOptions {
  /** The read ends after 30 s without a response, even with `--timeout 0`. */
  readonly patient?: boolean;
  /** The values of enums come from a service, and are not checked. */
  readonly anyWord?: boolean;
  /** How often a failed read is retried, by default as `--retry` says. */
  readonly tries?: number;
  /** Only a map that a person trusts says how the response reads: money depends on it. */
  readonly trusted?: boolean;
  /** The id of the operation that the reader compares with the response itself. */
  readonly comparedBy?: string;
}
/**
 * Reads a fact. Its response is not printed, and it is read in a dry run, too. The rows of a batch share the reads that
 * no transfer changes.
 * @throws {BadInput} {Failure}
 */
export async function readEndpoint<S extends ServiceName>(
  context: Context,
  service: S,
  endpoint: EndpointName<S>,
  values: Params = {},
  { patient = false, anyWord, tries, trusted, comparedBy }: ReadOptions = {},
): Promise<Response> {
  const params = await paramsByName(context, service, endpoint, values);
  const { call, build } = await sentCallOf(service, endpoint, params, { allowUnknownWord: anyWord });
  const requestContext = await context.http().requestContext();
  const timed = patient ? { ...requestContext, timeout: patientTimeout(requestContext) } : requestContext;
  const readContext: RequestContext = trusted
    ? { ...timed, mapOf: (of) => [timed.mapOf?.(of)].find((map) => map?.isTrusted) }
    : timed;
  const read = async (at = build) =>
    usable(await sendRead(context, call, await at(readContext), readContext, tries, comparedBy));
  const response = await sharedRead(context, service, endpoint, { ...params, trusted }, async () => {
    const first = await read();
    const { text, headers } = first;
    // the common case, a bare list, loads no module
    const isBare = text[0] === '[' && !headers.link && !headers['x-total-count'];
    return isBare || !returnsList(call)
      ? first
      : wholeList(first, (next) => read(atPage(next as string)(call, build)), context);
  });
  return byMap(response);
}
/** `readEndpoint`, with the fields of the response under their declared names, for readers of these alone. */
export async function readFact<S extends ServiceName>(...args: Parameters<typeof readEndpoint<S>>): Promise<Response> {
  return withDeclaredNames(await readEndpoint(...args));
}
/** A response as the map of its platform says that it reads; the same response without a map. */
const byMap = (response: Response): Response => (response.call.map ? withDeclaredNames(response) : response);
/**
 * Sends a call that the command itself has confirmed, or that needs no confirmation, whatever the flags say.
 * @param options `credentials`: the credentials of another session
 * @throws {BadInput} {Failure}
 */
export async function sendNow<S extends ServiceName, E extends EndpointName<S>>(
  context: Context,
  service: S,
  endpoint: E,
  values?: ValuesOf<S, E>,
  { credentials, ...options }: SendOptions & Pick<Partial<RequestContext>, 'credentials'> = {},
): Promise<Response<ResponseOf<S, E>>> {
  const { call, build } = await sentCallOf(service, endpoint, values as Values | undefined, options);
  const requestContext = await context.http().requestContext();
  const sendContext = credentials ? { ...requestContext, credentials } : requestContext;
  const request = await build(sendContext);
  await requireGrantFor(context, call, request);
  return byMap(usable(await sendRequest(call, request, sendContext))) as Response<ResponseOf<S, E>>;
}

/** Returns a response. @throws {ServerFailure} if a read is empty, or has no list where it should have one */
export function usable(response: Response): Response {
  const { call, text } = response;
  if (call.effect !== 'none' || call.as !== 'json' || text.startsWith('[')) return response;
  const nothing = text === '' && response.status === 204 && none(response);
  if (nothing) return nothing;
  // the common case loads no module
  const problem = (text === '' || returnsList(call)) && validateResponse(response);
  if (problem) throw problem;
  return response;
}

// The reads that show operations of the ledger, and are compared with it. Every read loads this file, and no more.

/**
 * The calls whose responses show operations: the reads of `state` in `things/`. A list, since a plain read loads no
 * thing.
 */
export const comparedCalls: ReadonlySet<string> = new Set([
  'activity getRankingClaim',
  'bep20-swap listBridgeSwaps',
  'bep20-swap listSwaps',
  'musubi listTransactions',
  'ride-hailing getActiveRequest',
  'ride-hailing getRequest',
  'sale getOrder',
  'user getClaimStatus',
  'user getWithdrawal',
  'user listActiveWithdrawals',
  'user listPointsHistory',
  'wallet getMigration',
  'wallet refreshTransaction',
]);
/** Whether what a call shows is compared with the ledger of this machine: whether there is one. */
const isCompared = ({ service, name }: Call, { world }: Pick<Context, 'world'>) =>
  comparedCalls.has(`${service} ${name}`) && existsSync(paths(world).ledger);
