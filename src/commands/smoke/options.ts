// Parses the options of `tuk smoke` before anything is sent.

import type { Arguments } from '../../cli/command.js';
import { enumValue } from '../../cli/enum-value.js';
import { serviceNamed } from '../../cli/resolve-call.js';
import { serviceNames } from '../../services/catalogue/index.js';
import { parseAssertion } from './assertions.js';
import { parseHeaders } from './headers.js';
import { misfit, parseBudgets, parseCount, parseExpectation, parseMinChecked, parsePerSecond } from './rules.js';

/** A part of a run: the `index`-th of `count`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}
/** The formats of report files; each has its option: `--report-junit FILE`. */
export const reportFormats = ['junit', 'json', 'tap', 'markdown', 'html'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** The options of a run. @throws {BadInput} */
export function optionsOf({ options }: Arguments) {
  const texts = (key: string) => (options[key] as readonly string[] | undefined) ?? [];
  const text = (key: string) => options[key] as string | undefined;
  const services = texts('service').flatMap((list) => list.split(',').map((name) => serviceNamed(name.trim())));
  const [rate, maxFailures] = [text('rate'), text('maxFailures')];
  return {
    services: services.length > 0 ? serviceNames.filter((name) => services.includes(name)) : serviceNames,
    auth: enumValue(['any', 'public', 'signed-in', 'basic'], options.auth, '--auth') ?? 'any',
    include: texts('include'),
    exclude: texts('exclude'),
    values: text('values'),
    parallel: parseParallel(text('parallel')),
    shard: parseShard(text('shard')),
    write: options.write === true,
    /** Without a session, calls that need one are skipped. */
    allowSkipped: options.allowSkipped === true,
    /** Patterns of changes that are made beside the harmless ones. */
    writeAlso: texts('writeAlso'),
    minChecked: parseMinChecked(text('minChecked')),
    /** The run stops after this number of failures. */
    maxFailures: maxFailures === undefined ? Number.POSITIVE_INFINITY : parseCount(maxFailures, '--max-failures'),
    /** Requests a second. */
    rate: rate === undefined ? undefined : parsePerSecond(rate),
    strict: options.strict === true,
    learn: options.learn === true,
    expectations: texts('expect').map(parseExpectation),
    assertions: texts('assert').map(parseAssertion),
    headers: parseHeaders(texts('header')),
    /** Signed-in calls are made once more, without a token. */
    negative: options.negative === true,
    budgets: texts('budget').flatMap(parseBudgets),
    /** A report of the same calls: its durations balance the shards. */
    durations: text('durations'),
    baseline: text('baseline'),
    /** A report: its failed cases are run again. */
    rerunFailed: text('rerunFailed'),
    files: reportFiles(options),
    github: texts('report').some((name) => enumValue(['github'], name, '--report') === 'github'),
    exportTo: enumValue(['k6'], options.export, '--export'),
  };
}

export type Options = ReturnType<typeof optionsOf>;

/** The files of reports by the options. */
export const reportFiles = (options: Arguments['options']): Readonly<Partial<Record<ReportFormat, string>>> =>
  Object.fromEntries(
    reportFormats.map((format) => [format, options[`report${format[0]!.toUpperCase()}${format.slice(1)}`]]),
  );

function parseParallel(text = '16') {
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= 256) return Number(text);
  throw misfit('BAD_NUMBER', text, 'a number for --parallel', 'Write a number from 1 to 256.');
}

function parseShard(text = '1/1'): Shard {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  if (index && count && index <= count) return { index, count };
  throw misfit('BAD_SHARD', text, 'a shard', 'Write it like 2/4: the second of four.');
}
