// `tuk doctor`: looks at everything that a session stands on, and says of each thing that is wrong what mends it.

import type { Arguments, Command, Group } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import { serviceNamed } from '../../cli/resolve-call.js';
import { serviceNames } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import type { Finding } from './finding.js';

const doctor: Command = {
  name: '',
  summary: 'Look for what is wrong with this machine, the session and the services, and say what mends it',
  description: `Nothing is changed: a broken file is named, not moved. Each service is asked for /health and /metrics, 5 s each if --timeout says
nothing else; that a service has no /health is a note. The exit code is 9 where something on this machine is at fault, else 6 where a
service is, else 0.`,
  options: [{ flags: '--service <name>', summary: 'ask only this service' }],
  examples: ['tuk doctor', 'tuk doctor --service user', 'tuk doctor -o json'],
  uses: ['(every service) GET /health', '(every service) GET /metrics', 'user GET /.well-known/jwks.json'],
  unsettled: true,
  run,
};
export const group: Group = { commands: [doctor] };

async function run({ options }: Arguments, context: Context): Promise<number> {
  if (context.onlyShows) throw new BadInput('NO_DRY_RUN', 'A look at everything has no dry run.');
  const { subjectOf } = await import('./subject.js');
  const subject = subjectOf(context, typeof options.service === 'string' ? [serviceNamed(options.service)] : serviceNames);
  const { settings } = subject;
  if (context.flags.profile && settings instanceof BadInput && settings.code === 'UNKNOWN_PROFILE') throw settings;
  const [{ lookAt }, { localChecks }, { askServices }] = await Promise.all([
    import('./finding.js'),
    import('./local.js'),
    import('./services.js'),
  ]);
  const here = await lookAt(localChecks, subject);
  const asked = await askServices(subject);
  const local = [...here, ...asked.local];
  await tell([...local, ...asked.services], context);
  const wrong = (findings: readonly Finding[]) => findings.some(({ result }) => result === 'fault');
  return wrong(local) ? exitCode('local') : wrong(asked.services) ? exitCode('unreachable') : 0;
}

const signs = { ok: '✓', note: '○', fault: '✗' } as const;
const columns = ['check', 'result', 'latency', 'says', 'mend'];

/** Prints the findings; a table has signs beside the words, and what it may have cut is told whole on stderr. */
async function tell(findings: readonly Finding[], context: Context): Promise<void> {
  const { form, jq } = context.outputOptions;
  const table = jq === undefined && (form === undefined ? context.world.stdout.isTTY === true : form === 'table' || form === 'wide');
  const rows = table ? findings.map((finding) => ({ ...finding, result: `${signs[finding.result]} ${finding.result}` })) : findings;
  await context.print(context.redact.clean(JSON.stringify(rows)), { columns, name: 'check' });
  const count = (result: Finding['result']) => findings.filter((finding) => finding.result === result).length;
  for (const { check, result, says, mend } of findings)
    if (result === 'fault' || (table && result === 'note' && mend !== undefined))
      context.log(`${signs[result]} ${check}: ${says}${mend === undefined ? '' : `\n  ${mend}`}`);
  const [faults, notes] = [count('fault'), count('note')];
  context.log(`${faults > 0 ? signs.fault : signs.ok} ${findings.length} looked at: ${faults} at fault, ${notes} to note.`);
}
