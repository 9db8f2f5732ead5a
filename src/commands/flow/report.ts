// The report of a flow: its steps as rows, as JSON, and as JUnit XML.

import { element, escapeXml, seconds, stamp, xmlDocument } from '../../text/xml.js';

/** The end of a step, in the report and on standard output. */
export interface StepReport {
  readonly name: string;
  /** Its first line in the file. */
  readonly line: number;
  readonly run: string;
  readonly outcome: 'passed' | 'failed' | 'not-run';
  /** The exit code of its command; null if it was not run. */
  readonly exit: number | null;
  readonly milliseconds: number;
  /** The reason of the failure, a clause. */
  readonly why?: string;
  /** What to do about it, a sentence. */
  readonly hint?: string;
  /** It was made by an earlier run. */
  readonly earlier?: true;
  /** Its response was lost: its captures and conditions were read from the service's record of it. */
  readonly shown?: true;
  /** The account or the limits were not those that the flow was confirmed for: it ended there. */
  readonly endsAll?: true;
  readonly clientRef?: string;
  readonly operation?: string;
  /** The outcome of a transfer by the ledger, such as `done` or `accepted`; the conditions of the step are `outcome`. */
  readonly ledger?: string;
  readonly saved?: Readonly<Record<string, string>>;
}

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
