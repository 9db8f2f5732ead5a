// The report of a smoke run: plain data for every format. docs/smoke.md documents its JSON.

import { exitCode } from '../../cli/settings/exit-codes.js';
import { type Call, kebab } from '../../services/catalogue/define.js';

// The result of a case of a smoke run.

/**
 * The depth of a check: the public shape, a list of rows, or only the status and a body. `nothing`: the service says
 * that there is none of what need not exist.
 */
export type Checked = 'shape' | 'list' | 'status' | 'nothing';
/** The result of a case. Request, response, status and times are of the last try. */
export interface Result {
  readonly call: Call;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** The call was made without a token. */
  readonly withoutToken?: true;
  readonly checked?: Checked;
  readonly cause?: Cause;
  /** The number of rows of a list. */
  readonly rows?: number;
  /** What is wrong, part by part: a later failure with another part is another one. */
  readonly parts?: readonly string[];
  /** A value that it needs is in no response yet. */
  readonly isWaiting?: true;
  /** 0 without a request. */
  readonly tries: number;
  /** Epoch milliseconds. */
  readonly startedAt?: number;
  /** The failure of the first try, if a later one passed. */
  readonly firstFailure?: string;
  /** A line of curl, without secrets. */
  readonly curl?: string;
  readonly status?: number;
  readonly milliseconds?: number;
  /** Method and address. */
  readonly request?: string;
  /** The beginning of the response; never a secret one. */
  readonly response?: string;
  /** The reason of a failure or a skip, a sentence. */
  readonly why?: string;
  /** A 401: the session ended, or only this call is refused. */
  readonly unauthorized?: 'session' | 'call';
}
/**
 * `timeout`: no response in time, or only the beginning of one. `answer`: the response is unusable or does not fit.
 * `status`: an unexpected status. `drift`: a learned field is missing or changed. `assertion`: one of --assert is not
 * true.
 */
export type Cause =
  | 'unreachable'
  | 'timeout'
  | 'rate-limited'
  | 'sign-in'
  | 'server'
  | 'status'
  | 'answer'
  | 'drift'
  | 'assertion'
  | 'bug';

/** The version of the report's JSON. A later version may add fields, and removes none. */
export const reportSchema = 'tuk-smoke-report/1';

/** `known`: it failed, and the baseline has an entry. `flaky`: it passed on a later try. */
type Outcome = 'passed' | 'flaky' | 'failed' | 'known' | 'skipped';
/** A case. Texts are without secrets. */
export interface CaseRow {
  readonly service: string;
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly auth: string;
  readonly outcome: Outcome;
  /** The call was made without a token, and has to be refused (--negative). */
  readonly withoutToken?: true;
  readonly checked: Checked | null;
  /** The number of rows of a list. */
  readonly rows: number | null;
  readonly status: number | null;
  /** From the writing of the request to the end of its response. */
  readonly milliseconds: number | null;
  readonly startedAt: string | null;
  readonly tries: number;
  readonly cause: Cause | null;
  readonly why: string | null;
  /** What is wrong, part by part, in a form that is the same in the next run. */
  readonly fingerprint: readonly string[] | null;
  /** Of a failed case: the request, a line of curl that repeats it, and the beginning of its response. */
  readonly request: string | null;
  readonly curl: string | null;
  readonly answer: string | null;
}
interface CauseGroup {
  readonly cause: Cause | null;
  readonly why: string;
  readonly calls: readonly string[];
}
/** The numbers of a run; latencies in milliseconds, of the cases with a response. */
export interface Summary {
  readonly cases: number;
  /** The cases with a checked response: neither skipped nor unreachable. */
  readonly checked: number;
  readonly passed: number;
  readonly flaky: number;
  readonly failed: number;
  readonly known: number;
  readonly skipped: number;
  readonly milliseconds: number;
  readonly latency: { readonly p50: number; readonly p95: number; readonly max: number } | null;
  readonly interrupted: boolean;
  readonly sessionEnded: boolean;
  /** The problems of the run beside its failed cases: sentences. */
  readonly problems: readonly string[];
  readonly causes: readonly CauseGroup[];
  readonly exitCode: number;
}
export interface Report extends Summary {
  readonly schema: typeof reportSchema;
  readonly version: string;
  readonly startedAt: string;
  readonly profile: string;
  /** The base address of each service with a case. */
  readonly addresses: Readonly<Record<string, string>>;
  /** The part of the run: `1/4`. */
  readonly shard: string;
  /** The lists that had rows in the baseline, and have none: sentences. */
  readonly emptied: readonly string[];
  readonly results: readonly CaseRow[];
}
/** The facts of a run beside its cases. `interrupted`: the exit code of the interruption. */
export type RunFacts = Pick<Summary, 'milliseconds' | 'sessionEnded' | 'problems'> & { readonly interrupted?: number };

/** The fields of a call in a row. */
export const callFields = ({ service, name, method, path, auth }: Call) => ({
  service,
  call: kebab(name),
  method,
  path,
  auth,
});

/** A result as a row. @param clean redacts secrets */
export function rowOf(result: Result, clean: (text: string) => string): CaseRow {
  const {
    call,
    outcome,
    checked,
    cause,
    status,
    milliseconds,
    startedAt,
    tries,
    why,
    firstFailure,
    withoutToken,
    request,
    curl,
    response,
    rows,
    parts,
  } = result;
  const isFlaky = outcome === 'passed' && tries > 1;
  const isFailed = outcome === 'failed';
  const text = (value: string | undefined, most: number) => (value ? clean(value).slice(0, most) : null);
  const row: CaseRow = {
    ...callFields(call),
    outcome: isFlaky ? 'flaky' : outcome,
    withoutToken,
    checked: checked ?? null,
    rows: rows ?? null,
    status: status ?? null,
    milliseconds: milliseconds === undefined ? null : rounded(milliseconds),
    startedAt: startedAt === undefined ? null : new Date(startedAt).toISOString(),
    tries,
    cause: cause ?? null,
    why: text(isFlaky ? firstFailure : why, 600),
    fingerprint: null,
    request: isFailed ? text(request, 2_000) : null,
    curl: isFailed ? text(curl, 4_000) : null,
    answer: isFailed ? text(response, 4_000) : null,
  };
  return isFailed ? { ...row, fingerprint: parts?.map(clean) ?? [commonReason(row).replace(varying, '')] } : row;
}

/** The parts of a reason that are others in the next run. */
const varying = / \(\d+ responses until [\d-]+\)| (compares|is not true)\b.*/g;

/** The numbers of the rows of a run. */
export function summaryOf(
  rows: readonly CaseRow[],
  { milliseconds, interrupted, sessionEnded, problems }: RunFacts,
): Summary {
  const count = (word: Outcome) => rows.filter(({ outcome }) => outcome === word).length;
  const summary = {
    cases: rows.length,
    checked: checkedCount(rows),
    passed: count('passed') + count('flaky'),
    flaky: count('flaky'),
    failed: count('failed'),
    known: count('known'),
    skipped: count('skipped'),
    milliseconds: Math.round(milliseconds),
    latency: latencyOf(
      rows.flatMap((row) =>
        row.milliseconds === null || row.status === null || row.cause === 'timeout' ? [] : [row.milliseconds],
      ),
    ),
    interrupted: interrupted !== undefined,
    sessionEnded,
    problems,
    causes: causesOf(rows),
  };
  return { ...summary, exitCode: interrupted ?? (sessionEnded ? exitCode('sign-in') : codeOf(summary, rows)) };
}

/** The number of cases with a checked response. */
export const checkedCount = (rows: readonly CaseRow[]): number =>
  rows.filter(({ outcome, cause }) => outcome !== 'skipped' && !isUnreached(cause)).length;

const isUnreached = (cause: Cause | null) => cause === 'unreachable' || cause === 'timeout';

/**
 * 6 if every failure is of a service that has answered nothing, 12 if every failure is a 429, 1 for any other failure
 * or problem.
 */
function codeOf({ failed, passed, known, problems }: Omit<Summary, 'exitCode'>, rows: readonly CaseRow[]) {
  const failures = rows.filter(({ outcome }) => outcome === 'failed');
  const answering = new Set(rows.flatMap(({ service, status }) => (status === null ? [] : [service])));
  if (failed > 0 && failures.every(({ cause, service }) => isUnreached(cause) && !answering.has(service)))
    return exitCode('unreachable');
  if (failed > 0 && failures.every(({ cause }) => cause === 'rate-limited')) return exitCode('rate-limited');
  return failed > 0 || passed + known === 0 || problems.length > 0 ? exitCode('failed') : 0;
}

/** Latencies by nearest rank. @param times milliseconds, in any order */
export function latencyOf(times: readonly number[]): Summary['latency'] {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0);
  return sorted.length === 0 ? null : { p50: at(0.5), p95: at(0.95), max: at(1) };
}

function causesOf(rows: readonly CaseRow[]): readonly CauseGroup[] {
  const groups = new Map<
    string,
    { cause: Cause | null; why: string; calls: string[]; hosts: Set<string | undefined> }
  >();
  for (const row of rows) {
    if (row.outcome !== 'failed') continue;
    const why = commonReason(row);
    const key = `${row.cause} ${why}`;
    const group = groups.get(key) ?? { cause: row.cause, why, calls: [], hosts: new Set() };
    group.calls.push(caseName(row));
    group.hosts.add(hostOf(row));
    groups.set(key, group);
  }
  return [...groups.values()]
    .sort((a, b) => b.calls.length - a.calls.length)
    .map(({ cause, why, calls, hosts: [host, ...others] }) => ({
      cause,
      why: host === undefined || others.length > 0 ? why : why.replace(unreached, `Cannot reach ${host}:`),
      calls,
    }));
}
const hostOf = ({ request }: CaseRow) => /^\w+ https?:\/\/(?:[^/@]*@)?([^/?#]+)/.exec(request ?? '')?.[1];

const unreached = 'Cannot reach the service:';
/** The reason of a failure without the names of its call, its host and its body: equal causes have equal texts. */
function commonReason(row: CaseRow) {
  const { service, call, method, path, status, cause, why } = row;
  if (cause === 'sign-in') return 'not signed in (401)';
  const text = (why ?? '')
    .replace(/ (The request used assumed field names|Its body is not an error in the form).*$/, '')
    .replace(`${service} answered ${status} to ${method} ${path}`, `answered ${status}`)
    .replace(`The response of ${service} to ${method} ${path}`, 'The response')
    .replace(`The response of ${service} ${call} (${method} ${path})`, 'The response')
    .replace(`The response of ${service} ${call} `, 'The response ')
    .replace(`${service} ${call} was answered ${status}, but it `, 'The response ')
    .replace(` at ${hostOf(row)}`, '')
    .replace(`Cannot reach ${service}:`, unreached)
    .replace(`${service} gave no response`, 'No response')
    .replace(/: "(?:[^"\\]|\\.)*"…?\.?$/, '.')
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"');
  return text === '' ? 'no reason' : text;
}

/** The name of a case for people: `user GET /users/current`. */
export const caseName = ({
  service,
  method,
  path,
  withoutToken,
}: Pick<CaseRow, 'service' | 'method' | 'path' | 'withoutToken'>): string =>
  `${service} ${method} ${path}${withoutToken ? ' without a token' : ''}`;

/** The word of the verdict. */
export function verdictOf({ interrupted, sessionEnded, failed, passed, known, problems }: Summary): string {
  if (interrupted) return 'INTERRUPTED';
  if (sessionEnded) return 'SESSION ENDED';
  if (failed > 0) return 'FAILED';
  if (passed + known === 0) return 'NOTHING CHECKED';
  return problems.length > 0 ? 'FAILED' : 'PASSED';
}

/** The skip reasons with their counts, the most common first. A reason ends at its colon. */
export function skipCounts(rows: readonly CaseRow[]): readonly (readonly [reason: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { outcome, why } of rows) {
    const reason = (why ?? '').split(': ')[0]!;
    if (outcome === 'skipped') counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** Whether the session ended: by the code of a case, or because every signed-in case got a 401. */
export function sessionEndedIn(results: readonly Result[]): boolean {
  const refused = results.flatMap(({ unauthorized }) => unauthorized ?? []);
  const used = results.some(
    ({ call, outcome, withoutToken }) => call.auth === 'signed-in' && outcome === 'passed' && !withoutToken,
  );
  return refused.includes('session') || (refused.length > 0 && !used);
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10;

/** Sorts failed cases first, then known, flaky, passed and skipped ones; the slowest first among equals. */
export function worstFirst(rows: readonly CaseRow[]): CaseRow[] {
  const order: readonly Outcome[] = ['failed', 'known', 'flaky', 'passed', 'skipped'];
  return [...rows].sort(
    (a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome) || (b.milliseconds ?? 0) - (a.milliseconds ?? 0),
  );
}
