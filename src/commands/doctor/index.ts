// `tuk doctor`: checks this machine, the session and the services, and names the remedy of each problem.

import {
  type Arguments,
  type Command,
  type Context,
  contextWith,
  type Group,
  type Groups,
} from '../../cli/command/command.js';
import { resultOf } from '../../cli/command/result.js';
import { serviceNamed } from '../../cli/lines/find-command.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { plain } from '../../cli/settings/options.js';
import { isDryRun, isEmbedded } from '../../cli/settings/settings.js';
import { everydayReads } from '../../engine/map/everyday.js';
import {
  type CollectReads,
  isSuccess,
  keyOf,
  mapInUse,
  type Observed,
  observedIn,
  rowsOf,
} from '../../engine/map/observed.js';
import { skippedText, withoutAddress } from '../../engine/request/skipped-services.js';
import { returnsList } from '../../services/catalogue/define.js';
import { serviceNames } from '../../services/catalogue/index.js';
import { counted } from '../../services/counted.js';
import { Fields } from '../../services/decode/fields.js';
import { BadInput } from '../../services/http/errors.js';
import { columnsNamed } from '../../text/columns-named.js';
import { type Finding, grouped, note, ok, runChecks } from './finding.js';
import { localChecks } from './local.js';
import { probeServices } from './services.js';
import { subjectOf } from './subject.js';

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
    const [first] = responses;
    if (first === undefined) continue;
    const [map, isList] = [mapOf(first.call), returnsList(first.call)];
    const rows = responses.flatMap(({ data }) => rowsOf(data, isList ? undefined : 'record', map));
    if (rows.length === 0) continue;
    const fields = new Fields(rows, { ...of, calls: [first.call.name], map, isRecord: !isList });
    const rules = columns.map(({ path, as }) =>
      fields.path(path, path === 'id' ? 'id' : isStatus(as) ? 'status' : undefined),
    );
    const count = (test: (rule: (typeof rules)[number]) => boolean) => rules.filter(test).length;
    const assumed = count((one) => one.is === 'known' && one.by === 'role');
    const unknown = count((one) => one.is === 'unknown');
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
const isStatus = (as: unknown): boolean => typeof as === 'object' && as !== null && 'status' in as;

const doctor = (groups: Groups, collectReads: CollectReads): Command => ({
  name: '',
  summary: 'Check this machine, the session and the services, and show how to fix problems',
  description: `Changes nothing: a broken file is reported, not moved. Requests /health and /metrics of each service, with a timeout of 5 s unless
--timeout is given; a service without /health is a note. Then it reads what the everyday commands read, and counts the columns that are known by a
rule, assumed by a usual name, or unknown. Exits with 9 for a fault on this machine, else with 6 for a fault of a
service, else with 0.`,
  options: [plain('--service <name>', 'check only this service')],
  examples: ['tuk doctor', 'tuk doctor --service user', 'tuk doctor -o json'],
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
const columns = columnsNamed('check result latency says mend');

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
