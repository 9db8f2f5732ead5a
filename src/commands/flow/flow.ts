// Runs a flow: the steps of a file, one after the other, with a transcript and reports.

import { isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Arguments, Context, Groups, Result } from '../../cli/command/command.js';
import { readInput } from '../../cli/files/input-file.js';
import { reportFile, saveReport } from '../../cli/files/report-file.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { refuseProblems } from '../../engine/lines/confirm.js';
import type { LineReport } from '../../engine/lines/make-line.js';
import { isAccepted, type Printer } from '../../engine/lines/run.js';
import { runFile } from '../../engine/lines/run-file.js';
import type { Line, LineProblem, Nouns, Wait } from '../../engine/lines/values.js';
import { wordsOfLine } from '../../services/command-line.js';
import { durationMs } from '../../services/duration.js';
import { monotonicNow } from '../../services/http/deadline.js';
import { BadInput, cited } from '../../services/http/errors.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { columnsNamed } from '../../text/columns-named.js';
import { element, escapeXml, seconds, stamp, xmlDocument } from '../../text/xml.js';

// Reads the file of a flow: YAML with `steps:`, a list of command lines with what they save, expect and wait for.
/** A step: a command line, and the use of its response. */
interface Step extends Line {
  /** Its name. */
  readonly ref: string;
  /** The line as it stands in the file, without `tuk`. */
  readonly run: string;
}

const [usualMax, usualPause, mostSteps, longestName] = [60_000, 2000, 1000, 100];
/** A name of a capture, as `{name}` takes it. */
const captureName = /^[A-Za-z_][\w-]*$/;

/**
 * Reads the steps of a flow.
 * @returns also the problems of single steps, by their line
 * @throws {BadInput} BAD_FLOW for a text that is not YAML, or has no list of steps
 */
export function parseFlow(text: string): {
  readonly steps: readonly Step[];
  readonly problems: readonly LineProblem[];
} {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    schema: 'failsafe', // numbers stay texts
  });
  const [error] = document.errors;
  if (error?.code === 'MULTIPLE_DOCS') throw badFlow('it is not YAML of one document');
  if (error) {
    const { line } = lines.linePos(error.pos[0]);
    throw badFlow(
      `line ${line} is not YAML: ${error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '')}`,
    );
  }
  const root = document.contents;
  const items = isMap(root) ? root.get('steps', true) : undefined;
  if (!isMap(root) || !isSeq(items))
    throw badFlow('it has no list of steps', 'A flow is like: {steps: [{name: me, run: whoami}]}');
  const stray = root.items.map(({ key }) => String(key)).find((key) => key !== 'steps');
  if (stray !== undefined) throw badFlow(`it has the key ${cited(stray)}, and a flow has steps only`);
  if (items.items.length === 0) throw badFlow('its list of steps is empty');
  if (items.items.length > mostSteps) throw badFlow(`it has more than ${mostSteps} steps`);
  const steps: Step[] = [];
  const problems: LineProblem[] = [];
  const names = new Set<string>();
  for (const [at, item] of items.items.entries()) {
    const node = item as Node;
    const line = lines.linePos(node.range?.[0] ?? 0).line;
    try {
      if (!isMap(node)) throw wrong('it is not a mapping with name and run');
      const step = stepOf(node.toJS(document, { maxAliasCount: 100 }) as Row, { number: at + 1, line });
      if (names.has(step.ref)) throw wrong(`an earlier step has the name ${step.ref}`);
      names.add(step.ref);
      steps.push(step);
    } catch (problem) {
      if (!(problem instanceof BadInput)) throw problem;
      problems.push({ line, message: problem.message });
    }
  }
  return { steps, problems };
}

function stepOf(fields: Row, { number, line }: Pick<Line, 'number' | 'line'>): Step {
  requireKeys(fields, 'it', ['name', 'run', 'save', 'expect', 'wait']);
  const ref = textOf(fields.name, 'name').trim();
  if (ref.length > longestName || /[\p{Cc}\p{Cf}]/u.test(ref))
    throw wrong(`its name is not one line of at most ${longestName} characters`);
  const run = textOf(fields.run, 'run').trim();
  const save = Object.entries(mappingOf(fields.save, 'save', '{id: .id}')).map(([key, at]): [string, string] => {
    if (!captureName.test(key)) throw wrong(`save takes names of letters, digits, - and _, not ${cited(key)}`);
    return [key, textOf(at, `save ${key}`)];
  });
  return {
    number,
    line,
    ref,
    run: run.replace(/^tuk\s+/, ''),
    words: wordsOf(run),
    save: save.length > 0 ? new Map(save) : undefined,
    expect: fields.expect === undefined ? undefined : conditionOf(fields.expect, 'expect'),
    wait: fields.wait === undefined ? undefined : waitOf(mappingOf(fields.wait, 'wait', "{until: '.paid', max: 30s}")),
  };
}

function wordsOf(run: string): readonly string[] {
  const words = wordsOfLine(run);
  if (!words) throw wrong('its run has an open quote, or is more than one line');
  return words[0] === 'tuk' ? words.slice(1) : words;
}

function waitOf(wait: Row): Wait {
  requireKeys(wait, 'wait', ['until', 'max', 'every']);
  return {
    until: conditionOf(wait.until, 'until'),
    max: timeOf(wait.max, 'max', usualMax),
    every: timeOf(wait.every, 'every', usualPause),
  };
}

/** A condition in jq. @throws {BadInput} for a mapping as an earlier version took it, with its new form */
function conditionOf(value: unknown, key: string): string {
  if (!isRecord(value)) return textOf(value, key);
  const clauses = Object.entries(value).map(([name, expected]) => {
    const place = name === 'exit' ? '$exit' : /[.[|(]/.test(name) ? name.replace(/^(?=\w)/, '.') : `.${name}`;
    if (Array.isArray(expected)) return `(${place} | IN(${expected.map(literal).join(', ')}))`;
    const [, sign = '==', operand = ''] = /^(>=|<=|==|!=|>|<)?\s*(.*)$/s.exec(asText(expected)) ?? [];
    const side = /^-?\d/.test(literal(operand)) && place !== '$exit' ? `(${place} | tonumber)` : place;
    return `${side} ${sign} ${literal(operand)}`;
  });
  throw wrong(`its ${key} is one condition in jq: ${clauses.join(' and ')}`);
}
const literal = (text: string): string =>
  /^(-?\d+(\.\d+)?|true|false|null)$/.test(text) ? text : JSON.stringify(text);

function timeOf(value: unknown, key: string, usual: number): number {
  const time = value === undefined ? usual : durationMs(asText(value));
  if (time === undefined || time > 2 ** 31 - 1) throw wrong(`wait ${key} is not a time such as 30s`);
  return time;
}

function requireKeys(fields: Row, what: string, keys: readonly string[]): void {
  const stray = Object.keys(fields).find((key) => !keys.includes(key));
  if (stray !== undefined) throw wrong(`${what} has the key ${cited(stray)}, and takes ${keys.join(', ')}`);
}

function mappingOf(value: unknown, key: string, example: string): Row {
  if (value === undefined) return {};
  if (isRecord(value)) return value;
  throw wrong(`its ${key} is not a mapping such as ${example}`);
}
function textOf(value: unknown, key: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw wrong(value === undefined ? `it has no ${key}` : `its ${key} is not a text`);
}

const wrong = (message: string): BadInput => new BadInput('BAD_ROW', message);
const badFlow = (why: string, hint?: string): BadInput =>
  new BadInput('BAD_FLOW', `The flow cannot be read: ${why}.`, hint);

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
  /** The facts beside its response, such as a list that is cut. */
  notes: report.end?.notes?.length ? report.end.notes : undefined,
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
        context.log(
          `${outcome === 'passed' ? '✓' : '✗'} ${step.ref.padEnd(width)}  ${time}  ${did}`,
          outcome === 'passed' ? undefined : 'failure',
        );
        const notes = end?.notes?.map(({ message }) => message) ?? [];
        for (const text of [why, report.hint, ...notes]) if (text !== undefined) context.log(`  ${text}`);
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
