// Plans a smoke run: selects its calls, reads its fixtures and checks its credentials before anything is sent.
import type { Context } from '../../cli/command/command.js';
import { parseInput, readInput } from '../../cli/files/input-file.js';
import { sharedJq } from '../../cli/output/shared-jq.js';
import { confirmCall } from '../../cli/prompts/confirmation.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { skippedText, withoutAddress } from '../../engine/request/skipped-services.js';
import { assumedFields } from '../../services/catalogue/assumed-fields.js';
import { type Call, kebab, pathNames } from '../../services/catalogue/define.js';
import { catalogues, type ServiceName } from '../../services/catalogue/index.js';
import { counted } from '../../services/counted.js';
import { BadInput, cited, SignInNeeded } from '../../services/http/errors.js';
import { publicFields } from '../../services/http/params.js';
import { type Router, router } from '../../services/http/path.js';
import { isRecord } from '../../services/json-value.js';
import { type Baseline, readBaseline, withoutToken } from './baseline.js';
import { type Access, skipReason } from './case.js';
import { type Options, secretValues } from './options.js';
import { caseName, type Report, reportSchema } from './report.js';
import { checkAssertions } from './rules.js';
import { callsOfShard, matcherOfCalls, select } from './selection.js';
import {
  assumedQueries,
  type Fixtures,
  keyOf,
  type Reads,
  readFixtures,
  readsOf,
  requiredValues,
  type ValueSources,
} from './values.js';

// Reads the JSON report of an earlier smoke run.

/** Reads a report. @throws {BadInput} BAD_REPORT for another file */
async function readReport(file: string, context: Context): Promise<Report> {
  const document = parseInput(await readInput(context.world, file), file);
  const rows = isRecord(document) ? document.results : undefined;
  const isRow = (row: unknown) =>
    isRecord(row) && ['service', 'call', 'method', 'path', 'outcome'].every((name) => typeof row[name] === 'string');
  if (!isRecord(document) || document.schema !== reportSchema || !Array.isArray(rows) || !rows.every(isRow))
    throw new BadInput(
      'BAD_REPORT',
      `${file} is not a report of tuk smoke (${reportSchema}).`,
      'Write one: tuk smoke --report json:FILE',
    );
  return document as unknown as Report;
}

/** The cases of a run and what they need. */
export interface Plan {
  readonly options: Options;
  readonly fixtures: Fixtures;
  readonly reads: Reads;
  readonly calls: readonly Call[];
  readonly access: Access;
  /** The path matchers of the services. */
  readonly routes: ReadonlyMap<string, Router>;
  /** The profile's replacements of assumed field names, by `service call field`. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly baseline: Baseline;
}
/** The sources of the values of a run, with the responses that passed calls have had. */
export const valueSources = (plan: Plan, context: Context, responses: ValueSources['responses'] = new Map()) => ({
  ...plan,
  responses,
  now: context.world.clock.now(),
});

/**
 * Plans a run.
 * @throws {BadInput} for an empty selection or shard; {SignInNeeded} for a missing session or missing credentials
 */
export async function planOf(options: Options, context: Context): Promise<Plan> {
  const services = await catalogues();
  const skipped = withoutAddress(
    context,
    services.map(({ name }) => name as ServiceName),
  );
  if (skipped.length > 0) context.log(`○ ${skippedText(skipped)}`);
  const catalogue = services.flatMap(({ name, calls }) =>
    skipped.includes(name as ServiceName) ? [] : Object.values(calls),
  );
  const failedBefore = await failedIn(options.rerunFailed, context);
  const selected = select(catalogue, options).filter(
    (call) => failedBefore === undefined || failedBefore.rows.some((row) => caseName(row) === caseName(call)),
  );
  if (selected.length === 0)
    throw new BadInput(
      'NOTHING_TO_CALL',
      failedBefore?.rows.length === 0 ? `No case of ${options.rerunFailed} failed.` : 'No call matches the options.',
      'tuk smoke --dry-run lists the calls.',
    );
  for (const [option, rules] of [
    ['--expect', options.expectations],
    ['--budget', options.budgets],
    ['--assert', options.assertions],
  ] as const)
    for (const rule of rules)
      if (rule.pattern !== undefined && !catalogue.some(matcherOfCalls(rule.pattern)))
        throw new BadInput('NOTHING_TO_CALL', `No call matches the pattern ${cited(rule.pattern)} of ${option}.`);
  for (const { pattern, text } of failedBefore === undefined ? options.assertions : [])
    if (!selected.some(matcherOfCalls(pattern)))
      throw new BadInput(
        'NOTHING_TO_CALL',
        `No selected call matches the assertion ${text}: it would compare nothing.`,
      );
  await checkAssertions(
    options.assertions,
    sharedJq(context.world, () => context.settings().maxWait.value),
  );
  const calls = callsOfShard(selected, options.shard, await durationsIn(options.shard.durations, context));
  const { index, count } = options.shard;
  if (calls.length === 0)
    throw new BadInput(
      'BAD_VALUE',
      `The shard ${index}/${count} is empty: there ${selected.length === 1 ? 'is 1 call' : `are ${selected.length} calls`} in all.`,
    );
  const [fixtures, access] = [await readFixtures(options.values, context), await accessOf(context)];
  checkNames(fixtures, catalogue, options.values ?? '');
  const baseline = await readBaseline(options.baseline, context);
  for (const call of baseline.known.map((entry) => entry.call.replace(withoutToken, '')))
    if (!catalogue.some((entry) => caseName(entry) === call || `${entry.service} ${kebab(entry.name)}` === call))
      throw new BadInput('BAD_BASELINE', `${options.baseline} names a call that does not exist: ${cited(call)}.`);
  redactSecrets(catalogue, fixtures, context);
  for (const value of secretValues(options.headers)) context.out.redact.add(value);
  const plan = {
    options: { ...options, negative: options.negative || failedBefore?.negative === true },
    fixtures,
    reads: readsOf(catalogue),
    calls,
    access,
    routes: new Map(services.map((service) => [service.name, router(service.calls)])),
    renamed: await renamedIn(context),
    baseline,
  };
  if (!context.flags.dryRun) checkAccess(plan);
  return plan;
}

/** @throws {SignInNeeded} if calls need a session or basic credentials, and no option skips them */
function checkAccess({ options: { auth, allowSkipped }, fixtures, calls, access }: Plan) {
  if (auth === 'basic' && !access.basic)
    throw new SignInNeeded(
      'MISSING_BASIC',
      'These calls need the user name and password of HTTP basic, and there are none.',
      'Name them in TUK_BASIC_USER and TUK_BASIC_PASSWORD, or in the profile: basicUser, basicPasswordFile.',
      { unsent: true },
    );
  if (access.signedIn || (allowSkipped && auth !== 'signed-in')) return;
  const callsNeedingSession = calls.filter(
    (call) => call.auth === 'signed-in' && skipReason(call, { ...access, signedIn: true }, fixtures) === undefined,
  );
  if (callsNeedingSession.length === 0 && auth !== 'signed-in') return;
  throw new SignInNeeded(
    'NOT_SIGNED_IN',
    `Not signed in, and ${callsNeedingSession.length} of ${counted(calls.length, 'call')} ${callsNeedingSession.length === 1 ? 'needs' : 'need'} a session.`,
    'Sign in: tuk login. Without those calls: --auth public, or --auth available',
    { unsent: true },
  );
}

/** The failed cases of a report. A call whose case without a token failed is made in both ways. */
async function failedIn(file: string | undefined, context: Context) {
  if (file === undefined) return undefined;
  const { results } = await readReport(file, context);
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const negative = failed.some(({ withoutToken }) => withoutToken);
  return { negative, rows: failed.map((row) => ({ ...row, withoutToken: undefined })) };
}

async function durationsIn(
  file: string | undefined,
  context: Context,
): Promise<ReadonlyMap<string, number> | undefined> {
  if (file === undefined) return undefined;
  const { results } = await readReport(file, context);
  return new Map(results.flatMap((row) => (row.milliseconds === null ? [] : [[caseName(row), row.milliseconds]])));
}

/** @throws {BadInput} UNKNOWN_VALUE for a name at the top or under a service, if no call has it */
function checkNames(fixtures: Fixtures, calls: readonly Call[], file: string) {
  for (const key of fixtures.keys()) {
    const [first = '', ...rest] = key.split(' ');
    if (rest.length > 1) continue; // under a call any name is sent
    const [service, name] = rest.length === 0 ? [undefined, first] : [first, rest[0]!];
    const names = new Set(
      calls.filter((call) => service === undefined || call.service === service).flatMap(valueNames),
    );
    if (names.has(name)) continue;
    const where = service === undefined ? 'any call' : `a call of ${service}`;
    throw new BadInput(
      'UNKNOWN_VALUE',
      `${file} has a value for ${cited(name)}, which is not a value of ${where}.`,
      suggestion(
        name,
        names,
        'A name that the catalogue does not know stands under its call: {"user": {"getGame": {"name": "..."}}}',
      ),
    );
  }
}
const valueNames = (call: Call) => [
  ...pathNames(call.path),
  ...Object.keys(publicFields(call)),
  ...(assumedQueries[keyOf(call)] ?? []),
];

async function renamedIn(context: Context): Promise<ReadonlyMap<string, string>> {
  const settings = context.settings();
  const renamed = new Map<string, string>();
  for (const [key, replacement] of Object.entries(settings.of.names ?? {})) {
    const [service = '', name = '', option = ''] = key.split(' ');
    const field = assumedFields({ service, name })?.[option];
    if (field !== undefined) renamed.set(`${service} ${name} ${field}`, replacement);
  }
  return renamed;
}

async function accessOf(context: Context): Promise<Access> {
  const { username, password } = (await context.session().credentials.basic()) ?? {};
  return {
    signedIn: await context.session().isSignedIn(),
    basic: Boolean(username && password),
  };
}

/** Adds values of secret fields to the redaction list: no report may have them. */
function redactSecrets(calls: readonly Call[], fixtures: Fixtures, { out: { redact } }: Pick<Context, 'out'>) {
  const needs = calls.flatMap((call) => requiredValues(call, fixtures));
  const secrets = new Set(needs.filter(({ field }) => field?.secret).map(({ name }) => name));
  for (const [key, value] of fixtures) if (secrets.has(key.split(' ').at(-1)!)) redact.add(String(value));
}

/** Asks for confirmation of all changes once. @throws as `confirmCall` */
export async function confirmChanges({ calls }: Plan, context: Context): Promise<void> {
  const changing = calls.filter(({ effect }) => effect !== 'none');
  const [first] = changing;
  if (!first) return;
  const confirmation: Call = {
    ...first,
    service: 'smoke',
    name: 'write',
    summary: `Make ${counted(changing.length, 'call that changes', 'calls that change')} something`,
  };
  await confirmCall(context, confirmation, [['Profile', context.settings().profile.value]]);
}
