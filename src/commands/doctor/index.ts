// `tuk doctor`: checks this machine, the session and the services, and names the remedy of each problem.

import type { Arguments, Command, Context, Group, Groups } from '../../cli/command/command.js';
import { resultOf } from '../../cli/command/result.js';
import { serviceNamed } from '../../cli/lines/find-command.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { plain } from '../../cli/settings/options.js';
import { isDryRun } from '../../cli/settings/settings.js';
import type { CollectReads } from '../../engine/map/observed.js';
import { skippedText, withoutAddress } from '../../engine/request/skipped-services.js';
import { serviceNames } from '../../services/catalogue/index.js';
import { counted } from '../../services/counted.js';
import { BadInput } from '../../services/http/errors.js';
import { columnsNamed } from '../../text/columns-named.js';
import type { Finding } from './finding.js';
import { grouped, note, runChecks } from './finding.js';
import { localChecks } from './local.js';
import { responseFindings } from './responses.js';
import { probeServices } from './services.js';
import { subjectOf } from './subject.js';

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
