// The report of a flow: its steps as rows, as JSON, and as JUnit XML.

import type { LineReport } from '../../engine/lines/make-line.js';
import { element, escapeXml, seconds, stamp, xmlDocument } from '../../text/xml.js';
import type { Step } from './file.js';

/** The end of a step, in the report and on standard output. `line`: its first line in the file. */
export const stepReport = ({ ref: name, line, run }: Step, report: LineReport) => ({
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
export type StepReport = ReturnType<typeof stepReport>;

export interface FlowReport {
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
export const openTransfer = (ledger: string, operation: string | undefined): string =>
  `The transfer${operation === undefined ? '' : ` ${operation}`} is ${ledger}, and not known to be done.`;

/** The report as JUnit XML: one suite, one test case for each step. */
export function flowJunit({ flow, profile, startedAt, milliseconds, failed, notRun, steps }: FlowReport): string {
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
