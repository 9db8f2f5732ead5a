// `tuk doctor`: checks this machine, the session and the services, and names the remedy of each problem.

import {
  type Arguments,
  type Command,
  type Context,
  contextWith,
  type Group,
  type Groups,
  resultOf,
} from '../../cli/command/command.js';
import { serviceNamed } from '../../cli/lines/find-command.js';
import { progressOf } from '../../cli/print/progress.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { isDryRun, isEmbedded, plain } from '../../cli/settings/options.js';
import {
  type CollectReads,
  fieldsOf,
  isSuccess,
  keyOf,
  mapInUse,
  type Observed,
  observedIn,
} from '../../engine/map/observed.js';
import { everydayReads } from '../../engine/map/proposal.js';
import { skippedText, withoutAddress } from '../../engine/request/skipped-services.js';
import type { Call } from '../../services/catalogue/define.js';
import { catalogue, type ServiceName, serviceNames } from '../../services/catalogue/index.js';
import { concurrently } from '../../services/concurrently.js';
import { counted } from '../../services/counted.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { httpDate } from '../../services/http/http-date.js';
import { proxiesOf } from '../../services/http/proxies.js';
import { type RequestContext, type Response, rawRequest, sendRequest } from '../../services/http/send.js';
import type { Transport } from '../../services/http/transport.js';
import { sandboxProfile } from '../../session/profile.js';
import { columnsNamed } from '../../text/columns-named.js';
import { statusIn } from '../../things/column.js';
import { unusableProxies } from './environment.js';
import { localChecks } from './local.js';
import {
  type CheckResult,
  type Finding,
  fault,
  faultOf,
  grouped,
  note,
  ok,
  runChecks,
  type Subject,
  subjectOf,
  valueOrUndefined,
} from './subject.js';

// Probes the services: their health, their latency, and their clocks.
const concurrency = 8;
const defaultTimeout = 5_000;
const minute = 60_000;

interface ServiceFindings {
  readonly services: readonly Finding[];
  readonly local: readonly Finding[];
}
interface Probe {
  readonly path: string;
  readonly evaluate: (response: Response) => CheckResult;
  /** A service may lack the endpoint. */
  readonly optional: boolean;
}
const probes: readonly Probe[] = [
  { path: '/health', evaluate: health, optional: true },
  { path: '/metrics', evaluate: metrics, optional: true },
  { path: '/.well-known/jwks.json', evaluate: keySet, optional: false },
];
interface ProbeRequest {
  readonly service: ServiceName;
  readonly probe: Probe;
  readonly call: Call;
}
/** The arrival, latency and `Date` header of a response. Epoch milliseconds. */
interface ResponseTime {
  readonly at: number;
  readonly latency: number;
  readonly date: number;
}

/** Probes every service. @throws {Failure} only if interrupted */
async function probeServices(subject: Subject): Promise<ServiceFindings> {
  const { context, services, settings } = subject;
  const skipped = (why: string) => ({ services: [{ check: 'services', ...note(`Not checked: ${why}`) }], local: [] });
  const resolved = valueOrUndefined(settings);
  if (!resolved) return skipped('fix the settings first');
  const embedded = resolved.profile.value === sandboxProfile;
  if (!embedded && unusableProxies(context.world.env).length > 0) return skipped('fix the address of the proxy first');
  const requests = await probeRequests(services);
  let requestContext: RequestContext;
  try {
    requestContext = await context.http().requestContext();
  } catch (error) {
    if (error instanceof BadInput) return skipped('fix the settings first');
    const isMap = error instanceof Failure && error.code === 'BAD_MAP';
    if (isMap) return { ...skipped('fix the map of the platform first'), local: [{ check: 'map', ...faultOf(error) }] };
    return { ...skipped('the sandbox does not start'), local: [{ check: 'sandbox', ...faultOf(error) }] };
  }
  const { timeout } = resolved;
  const limited = {
    ...requestContext,
    timeout: timeout.origin === 'default' ? defaultTimeout : timeout.value,
    signal: context.world.signal,
  };
  return runProbes(requests, limited, context);
}

async function probeRequests(services: readonly ServiceName[]): Promise<ProbeRequest[]> {
  const requests: ProbeRequest[] = [];
  for (const service of services) {
    const calls = Object.values((await catalogue(service)).calls);
    for (const probe of probes) {
      const call = calls.find(({ method, path }) => method === 'GET' && path === probe.path);
      if (call) requests.push({ service, probe, call });
    }
  }
  return requests;
}

async function runProbes(
  requests: readonly ProbeRequest[],
  requestContext: RequestContext,
  context: Context,
): Promise<ServiceFindings> {
  const times: ResponseTime[] = [];
  const progress = progressOf(context, requests.length);
  const probeOne = async (request: ProbeRequest) => {
    const finding = await runProbe(request, requestContext, context, times);
    progress.ended(finding.result === 'fault');
    return finding;
  };
  const services = await concurrently(requests, concurrency, probeOne).finally(progress.close);
  if (services.some(({ latency }) => latency !== undefined)) return { services, local: clockFinding(times) };
  return { services: [...services, { check: 'services', ...noResponseFinding(services, context) }], local: [] };
}

/** Runs one probe. The transport measures the latency of failures too; a probe without a response has no latency. */
async function runProbe(
  { service, probe, call }: ProbeRequest,
  requestContext: RequestContext,
  context: Context,
  times: ResponseTime[],
): Promise<Finding> {
  let latency: number | undefined;
  const exchange: Transport = async (request) => {
    const started = process.hrtime.bigint();
    const result = await requestContext.transport(request);
    latency = Math.round(Number(process.hrtime.bigint() - started) / 1e6);
    times.push({ at: context.world.clock.now(), latency, date: httpDate(result.headers.date) });
    return result;
  };
  const result = await evaluateProbe(probe, call, { ...requestContext, transport: exchange });
  return { check: `${service} ${probe.path}`, ...result, latency };
}

async function evaluateProbe(probe: Probe, call: Call, requestContext: RequestContext): Promise<CheckResult> {
  try {
    const request = await rawRequest(call, call.path, undefined, requestContext);
    // as text: a response that is not JSON is not always a fault
    const response = await sendRequest({ ...call, as: 'text' }, request, requestContext);
    return isMarkup(response.text)
      ? fault(`${hostOf(call, requestContext)} responds with HTML: no service is there`, checkAddress)
      : probe.evaluate(response);
  } catch (error) {
    if (!(error instanceof Failure)) return faultOf(error);
    if (error.kind === 'interrupted') throw error;
    return failureResult(error, probe, call, requestContext);
  }
}

const checkAddress = 'check the base address: tuk profile show';
const isMarkup = (text: string) => /^\ufeff?\s*</.test(text);
const rerunCommand = ({ service }: Call, more = '') => `tuk doctor --service ${service}${more}`;

function hostOf({ service }: Call, requestContext: RequestContext) {
  try {
    return new URL(requestContext.base(service)).host;
  } catch {
    return 'no address';
  }
}

/** The finding for a failed probe. A 404 or 403 is only a note: several services lack the route or restrict it. */
function failureResult(
  failure: Failure,
  { path, optional }: Probe,
  call: Call,
  requestContext: RequestContext,
): CheckResult {
  const { kind, message, where } = failure;
  if (kind === 'usage') return faultOf(failure);
  const host = hostOf(call, requestContext);
  const explanation = message.includes(host) ? message : `${message.replace(/\.$/, '')} (${host}).`;
  if (kind === 'not-found' && optional) return note(`It has no ${path}`);
  if (where.status === 407)
    return fault(explanation, 'give the proxy its name and password: HTTPS_PROXY=http://name:password@host:port');
  if (kind === 'sign-in' || where.status === 403) return note(`Access to ${path} is restricted (${where.status})`);
  if (kind === 'rate-limited') return note(explanation, 'wait, then check again');
  return fault(explanation, remedyFor(failure, call));
}

function remedyFor({ kind, code, message, where, hint }: Failure, call: Call) {
  if (code === 'PROXY_FAILED' && hint !== undefined)
    return `${hint.charAt(0).toLowerCase()}${hint.slice(1).replace(/\.$/, '')}`;
  if (/certificate/.test(message)) return `NODE_EXTRA_CA_CERTS=FILE ${rerunCommand(call)}`;
  if (code === 'TIMEOUT') return rerunCommand(call, ' --timeout 30s');
  if (kind === 'server' && where.status !== undefined && where.status >= 500)
    return `wait, then check again: ${rerunCommand(call)}`;
  return checkAddress;
}

function health({ text }: Response): CheckResult {
  if (text.trim() === '') return note('It responds, with an empty body');
  try {
    const { status } = JSON.parse(text) as { status?: unknown };
    return ok(typeof status === 'string' ? `Status ${status.slice(0, 60)}` : 'It responds');
  } catch {
    return note('It responds, but not with JSON');
  }
}

/** Checks the text format of Prometheus: comments, and samples such as `http_requests_total{status="200"} 12`. */
function metrics({ text }: Response): CheckResult {
  const lines = text.split('\n').slice(0, 1000);
  const samples = lines.filter((line) => /^#|^[a-zA-Z_:][\w:]*(\{.*\})?[ \t]+[-+\w.]+([ \t]+-?\d+)?\s*$/.test(line));
  return samples.length > 0
    ? ok(counted(text.trimEnd().split('\n').length, 'line'))
    : note('It responds, but not in the Prometheus format');
}

function keySet({ text }: Response): CheckResult {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    if (Array.isArray(keys)) return ok(keys.length === 1 ? 'One key' : `${keys.length} keys`);
  } catch {
    // reported below
  }
  return fault('The response has no keys', checkAddress);
}

/** The clock skew by the `Date` headers. It is the median: one service may be wrong. */
function clockFinding(times: readonly ResponseTime[]): Finding[] {
  const skews = times
    .flatMap(({ at, latency, date }) => (Number.isNaN(date) ? [] : [at - latency / 2 - date]))
    .sort((a, b) => a - b);
  const skew = skews[Math.floor(skews.length / 2)];
  if (skew === undefined) return [{ check: 'clock', ...note('No response has a Date header') }];
  const offset = Math.abs(skew);
  const message = `This clock is ${Math.round(offset / 1000)} s ${skew > 0 ? 'ahead of' : 'behind'} the services`;
  if (offset > 5 * minute) return [{ check: 'clock', ...fault(message, 'set the clock') }];
  return [
    { check: 'clock', ...(offset > minute ? note(message, 'set the clock') : ok('It agrees with the services')) },
  ];
}

function noResponseFinding(findings: readonly Finding[], { world }: Context): CheckResult {
  const haveAll = (words: RegExp) => findings.every(({ says }) => words.test(says));
  const because = (cause: string, mend: string) => fault(`No service responds. Likely cause: ${cause}`, mend);
  if (proxiesOf(world.env)) return because('the proxy that the environment names', 'check HTTPS_PROXY and NO_PROXY');
  if (haveAll(/host name/)) return because('no network, or a base address whose host does not exist', checkAddress);
  if (haveAll(/certificate|TLS/))
    return because('a certificate that this machine does not trust', 'NODE_EXTRA_CA_CERTS=FILE tuk doctor');
  if (haveAll(/127\.|localhost|\[::1\]/)) return because('a sandbox that is not running', 'tuk sandbox serve');
  return because('no network, a firewall, or a wrong base address', checkAddress);
}

// Counts, for each everyday command, how much of its response is understood: by a rule, by a usual name, or not at all.
const rate = '20/s';

/**
 * The findings on the responses of a profile: one for each everyday command, and their sum with the remedy. None for the
 * embedded sandbox, whose names are those that are declared.
 */
async function responseFindings(
  context: Context,
  groups: Groups,
  collectReads: CollectReads,
): Promise<readonly Finding[]> {
  if (isEmbedded(context.settings())) return [];
  const commands = await everydayReads(groups);
  const wanted = new Set(commands.map(({ call }) => call));
  const observed: Observed[] = [];
  const quiet = contextWith(context, { log: () => {}, note: () => {} });
  await collectReads(
    { rate, isWanted: (call) => wanted.has(keyOf(call)) },
    quiet,
    (...response) => void observed.push(...observedIn(...response)),
  );
  const mapOf = await mapInUse(context);
  const findings: Finding[] = [];
  let [known, all] = [0, 0];
  for (const { line, call: key, columns, of } of commands) {
    const responses = observed.filter((one) => keyOf(one.call) === key && isSuccess(one, mapOf(one.call)));
    if (responses.length === 0) continue;
    const { rows, fields } = fieldsOf(responses, of, mapOf);
    if (rows.length === 0) continue;
    const rules = columns.map(({ path, as }) =>
      fields.path(path, path === 'id' ? 'id' : statusIn(as) ? 'status' : undefined),
    );
    const assumed = rules.filter((one) => one.is === 'known' && one.by === 'role').length;
    const unknown = rules.filter(({ is }) => is === 'unknown').length;
    [known, all] = [known + rules.length - unknown, all + rules.length];
    const says = `${rules.length - unknown - assumed} known, ${assumed} assumed, ${unknown} unknown`;
    findings.push({ check: line, ...(unknown + assumed > 0 ? note(says) : ok(says)) });
  }
  const map = await context.http().platformMap();
  if (map)
    findings.unshift({ check: 'map', ...(map.isTrusted ? ok(map.says) : note(map.says, 'tuk profile trust .')) });
  if (all === 0) return findings;
  const says = `${known} of ${counted(all, 'column')} of ${counted(findings.length - (map ? 1 : 0), 'everyday command')} known`;
  return [...findings, { check: 'responses', ...(known < all ? note(says, 'tuk learn') : ok(says)) }];
}

const doctor = (groups: Groups, collectReads: CollectReads): Command => ({
  name: '',
  summary: 'Check this machine, the session and the services, and show how to fix problems',
  description: `Use it when something does not work, or after you have added a profile. It changes nothing.

Calls /health and /metrics of each service, and waits 5 s for each unless you give --timeout.
Reads what the everyday commands read. Then it counts the columns that are known by a rule, assumed, or unknown.
Exit 9: a fault on this machine. Exit 6: a fault of a service. Exit 0: no faults.`,
  options: [plain('--service <name>', 'check only this service')],
  examples: ['tuk doctor', 'tuk doctor --service user'],
  usesEverywhere: ['getHealth', 'getMetrics'],
  uses: { user: ['getKeySet'] },
  runsWithoutSettings: true,
  run: (args, context) => run(args, context, groups, collectReads),
});
/**
 * The group `doctor`.
 * @param groups all groups: the lines of aliases are checked against them
 * @param collectReads makes reads, as a smoke run does
 */
export const doctorGroup = (groups: Groups, collectReads: CollectReads): Group => ({
  commands: [doctor(groups, collectReads)],
});

async function run({ options }: Arguments, context: Context, groups: Groups, collectReads: CollectReads) {
  if (isDryRun(context.flags)) throw new BadInput('NO_DRY_RUN', 'tuk doctor has no dry run.');
  const all = typeof options.service === 'string' ? [serviceNamed(options.service)] : serviceNames;
  const skipped = options.service === undefined ? withoutAddress(context, all) : [];
  const subject = subjectOf(
    context,
    all.filter((service) => !skipped.includes(service)),
    groups,
  );
  const { settings } = subject;
  // misuse, no fault
  if (context.flags.profile && settings instanceof BadInput && settings.code === 'UNKNOWN_PROFILE') throw settings;
  const findings = grouped(await runChecks(localChecks, subject));
  const remote = await probeServices(subject);
  const absent = skipped.length > 0 ? [{ check: 'services', ...note(skippedText(skipped)) }] : [];
  const local = [...findings, ...remote.local, ...absent];
  const isReached = options.service === undefined && remote.services.some(({ result }) => result === 'ok');
  const responses = isReached ? await responseFindings(context, groups, collectReads) : [];
  const rows = [...local, ...remote.services, ...responses];
  noteFindings(rows, context);
  const hasFault = (some: readonly Finding[]) => some.some(({ result }) => result === 'fault');
  const exit = hasFault(local) ? exitCode('local') : hasFault(remote.services) ? exitCode('unreachable') : 0;
  const printed = isTable(context)
    ? rows.map((finding) => ({ ...finding, result: `${symbols[finding.result]} ${finding.result}` }))
    : rows;
  return resultOf(context.out.redact.clean(JSON.stringify(printed)), { columns, idPath: 'check' }, { exit });
}

const symbols = { ok: '✓', note: '○', fault: '✗' } as const;
const columns = [...columnsNamed('check result latency says'), { path: 'mend', heading: 'fix' }];

function isTable({ out, world }: Context): boolean {
  const { format, jq } = out.options;
  return jq === undefined && (format === undefined ? world.stdout.isTTY === true : format === 'table');
}

/** Notes the texts that a table may cut, and how many findings there are. */
function noteFindings(findings: readonly Finding[], context: Context) {
  const table = isTable(context);
  const count = (result: Finding['result']) => findings.filter((finding) => finding.result === result).length;
  for (const { check, result, says, mend } of findings)
    if (result === 'fault' || (table && result === 'note' && mend !== undefined)) {
      context.note({ is: result === 'fault' ? 'failed' : 'open', text: `${check}: ${says}` });
      if (mend !== undefined) context.note({ is: 'fact', text: mend });
    }
  const [faults, notes] = [count('fault'), count('note')];
  context.note({
    is: faults > 0 ? 'failed' : 'done',
    text: `${counted(findings.length, 'check')}. Faults: ${faults}, notes: ${notes}.`,
  });
}
