// Runs a flow: the steps of a file, one after the other, with a transcript and reports.

import type { Arguments, Context, Groups } from '../../cli/command/command.js';
import type { Result } from '../../cli/command/result.js';
import { readInput } from '../../cli/files/input-file.js';
import { reportFile, saveReport } from '../../cli/files/report-file.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { refuseProblems } from '../../engine/lines/confirm.js';
import type { Nouns } from '../../engine/lines/line.js';
import type { LineReport } from '../../engine/lines/make-line.js';
import { isAccepted, type Printer } from '../../engine/lines/run.js';
import { runFile } from '../../engine/lines/run-file.js';
import { monotonicNow } from '../../services/http/deadline.js';
import { columnsNamed } from '../../text/columns-named.js';
import { element, escapeXml, seconds, stamp, xmlDocument } from '../../text/xml.js';
import { parseFlow, type Step } from './file.js';

// The report of a flow: its steps as rows, as JSON, and as JUnit XML.
/** The end of a step, in the report and on standard output. `line`: its first line in the file. */
const stepReport = ({ ref: name, line, run }: Step, report: LineReport) => ({
  name,
  line,
  run,
  outcome: report.outcome,
  /** The exit code of its command; null if it was not run. */
  exit: report.end?.code ?? null,
  milliseconds: report.milliseconds,
  why: report.why,
  hint: report.hint,
  earlier: report.earlier,
  shown: report.shown,
  /** The account or the limits were not those that the flow was confirmed for: it ended there. */
  endsAll: report.end?.endsAll || undefined,
  clientRef: report.line.clientRef,
  operation: report.operation,
  /** The outcome of a transfer by the ledger, such as `done` or `accepted`; the condition of the step is `outcome`. */
  ledger: report.end?.outcome,
  saved: report.saved,
});
type StepReport = ReturnType<typeof stepReport>;

interface FlowReport {
  readonly flow: string;
  readonly profile: string;
  readonly clientRef?: string;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
  readonly exitCode: number;
  readonly steps: readonly StepReport[];
}

/** A sentence about a transfer that is not known to be done. */
const openTransfer = (ledger: string, operation: string | undefined): string =>
  `The transfer${operation === undefined ? '' : ` ${operation}`} is ${ledger}, and not known to be done.`;

/** The report as JUnit XML: one suite, one test case for each step. */
function flowJunit({ flow, profile, startedAt, milliseconds, failed, notRun, steps }: FlowReport): string {
  const counts = { tests: steps.length, failures: failed, errors: 0, skipped: notRun, time: seconds(milliseconds) };
  const suite = element('testsuite', { name: flow, ...counts, timestamp: stamp(startedAt) }, steps.map(testCase));
  const { skipped: _, ...all } = counts;
  return xmlDocument(element('testsuites', { name: `tuk flow, profile ${profile}`, ...all }, [suite]));
}

function testCase({ name, run, outcome, exit, why = '', milliseconds, ledger = 'done', operation }: StepReport) {
  const open = ledger === 'done' ? [] : [element('system-out', {}, [escapeXml(openTransfer(ledger, operation))])];
  const children = {
    passed: open,
    failed: [element('failure', { message: why, type: `exit ${exit ?? 'none'}` }, [escapeXml(`tuk ${run}`)])],
    'not-run': [element('skipped', { message: why || 'not run' })],
  }[outcome];
  return element('testcase', { classname: 'flow', name, time: seconds(milliseconds) }, children);
}

const forms = ['json', 'junit'] as const;
const nouns: Nouns = { whole: 'flow', part: 'step' };

/** @returns the exit code @throws {Failure} before anything is sent, and as `runFile` */
export async function runFlow(args: Arguments, context: Context, groups: Groups): Promise<Result | number> {
  const [file = ''] = args.positionals;
  const files = ((args.options.report as readonly string[] | undefined) ?? []).map((text) => reportFile(text, forms));
  const { steps, problems } = parseFlow(await readInput(context.world, file));
  refuseProblems(problems, nouns); // of the file itself: they would be the cause of others
  const printer = (shared: Context, { mayChange }: { readonly mayChange: boolean }): Printer => {
    const { world } = context;
    const out = mayChange ? shared.out : context.out;
    const startedAt = new Date(world.clock.now()).toISOString();
    const begun = monotonicNow();
    const width = Math.min(24, Math.max(...steps.map(({ ref }) => ref.length)));
    const byNumber = new Map(steps.map((step) => [step.number, step]));
    const ended: StepReport[] = [];
    return {
      ended: (report) => {
        const { line, end, why, outcome } = report;
        const step = byNumber.get(line.number)!;
        ended.push(stepReport(step, report));
        if (outcome === 'not-run') {
          if (why !== undefined) context.log(`○ ${step.ref.padEnd(width)}  ${why}`);
          return;
        }
        const time = `${(report.milliseconds / 1000).toFixed(1)} s`;
        const did = `${report.earlier ? 'made before: ' : ''}tuk ${step.run}`;
        context.log(`${outcome === 'passed' ? '✓' : '✗'} ${step.ref.padEnd(width)}  ${time}  ${did}`);
        for (const text of [why, report.hint]) if (text !== undefined) context.log(`  ${text}`);
        if (isAccepted(report))
          context.log(
            `  ${openTransfer(end!.outcome!, report.operation)} Check it: ${nextCommand(context, 'tuk ops check')}`,
          );
        if (report.shown) context.log('  Its response was lost: the values come from a read of the service.');
      },
      close: async ({ passed, failed, notRun }, exitCode) => {
        const clientRef = args.options.clientRef as string | undefined;
        const about = { flow: file === '-' ? 'standard input' : file, profile: context.settings().profile.value };
        const milliseconds = Math.round(monotonicNow() - begun);
        const report = { ...about, clientRef, startedAt, milliseconds, passed, failed, notRun, exitCode, steps: ended };
        for (const { form, file: path } of files)
          saveReport(path, form === 'junit' ? flowJunit(report) : `${JSON.stringify(report, undefined, 2)}\n`, world);
        if (world.stdout.isTTY && out.options.format === undefined && out.options.jq === undefined) return undefined;
        return out
          .print(JSON.stringify(ended), { columns: columnsNamed('outcome name exit why'), idPath: 'name' })
          .then(undefined, (error: unknown) => error); // said last: the end of the steps comes first
      },
    };
  };
  const resume = ['flow', 'run', file];
  return runFile({ lines: steps, problems: [], nouns, resume, printer }, args, context, groups);
}
