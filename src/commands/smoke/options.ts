// Parses the options of `tuk smoke` before anything is sent.

import type { Arguments } from '../../cli/command/command.js';
import { enumValue } from '../../cli/command/enum-value.js';
import { reportFile } from '../../cli/files/report-file.js';
import { serviceNamed } from '../../cli/lines/find-command.js';
import { serviceNames } from '../../services/catalogue/index.js';
import { parseAssertion } from './assertions.js';
import { parseHeaders } from './headers.js';
import { misfit, mostFailures, parseBudgets, parseExpectation, parsePerSecond } from './rules.js';

/** A part of a run: the `index`-th of `count`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
  /** A report of the same calls: its durations balance the shards. */
  readonly durations?: string;
}
/** The forms of report files. */
const reportForms = ['json', 'junit', 'markdown'] as const;
export type ReportForm = (typeof reportForms)[number];

/** The options of a run. @throws {BadInput} */
export function optionsOf({ options }: Arguments) {
  const texts = (key: string) => (options[key] as readonly string[] | undefined) ?? [];
  const text = (key: string) => options[key] as string | undefined;
  const services = texts('service').flatMap((list) => list.split(',').map((name) => serviceNamed(name.trim())));
  const rate = text('rate');
  const auth = enumValue(['any', 'available', 'public', 'signed-in', 'basic'], options.auth, '--auth') ?? 'any';
  const calls = texts('calls');
  const write = texts('write');
  const budgets = texts('budget').flatMap(parseBudgets);
  const reports = texts('report');
  return {
    services: services.length > 0 ? serviceNames.filter((name) => services.includes(name)) : serviceNames,
    auth: auth === 'available' ? 'any' : auth,
    include: calls.filter((pattern) => !pattern.startsWith('!')),
    exclude: calls.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1)),
    values: text('values'),
    parallel: parseParallel(text('parallel')),
    shard: parseShard(text('shard')),
    write: write.length > 0,
    /** Patterns of changes that are made beside the harmless ones. */
    writeAlso: write.filter((pattern) => pattern !== 'safe'),
    /** Without a session, calls that need one are skipped. */
    allowSkipped: auth === 'available',
    budgets,
    /** The run stops after this number of failures. */
    maxFailures: mostFailures(budgets),
    /** Requests a second. */
    rate: rate === undefined ? undefined : parsePerSecond(rate),
    strict: options.strict === true,
    learn: options.learn === true,
    expectations: texts('expect').map(parseExpectation),
    assertions: texts('assert').map(parseAssertion),
    headers: parseHeaders(texts('header')),
    /** Signed-in calls are made once more, without a token. */
    negative: options.negative === true,
    baseline: text('baseline'),
    writeBaseline: text('writeBaseline'),
    /** A report: its failed cases are run again. */
    rerunFailed: text('rerunFailed'),
    files: reports.filter((report) => report !== 'github').map((report) => reportFile(report, reportForms)),
    github: reports.includes('github'),
    exportTo: enumValue(['k6'], options.export, '--export'),
  };
}

export type Options = ReturnType<typeof optionsOf>;

function parseParallel(text = '16') {
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= 256) return Number(text);
  throw misfit(text, 'a number for --parallel', 'Write a number from 1 to 256.');
}

function parseShard(text = '1/1'): Shard {
  const [, nth, of, durations] = /^(\d{1,4})\/(\d{1,4})(?::(.+))?$/.exec(text) ?? [];
  const [index, count] = [Number(nth), Number(of)];
  if (index && count && index <= count) return { index, count, durations };
  throw misfit(text, 'a shard', 'Write it like 2/4: the second of four.');
}
