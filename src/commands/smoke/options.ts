// Parses the options of `tuk smoke` before anything is sent.

import type { Arguments } from '../../cli/command/command.js';
import { enumValue } from '../../cli/command/enum-value.js';
import { reportFile } from '../../cli/files/report-file.js';
import { serviceNamed } from '../../cli/lines/find-command.js';
import { serviceNames } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { carriesIdentity, isOwnHeader, namesSecret } from '../../session/profile-headers.js';
import { misfit, mostFailures, parseAssertion, parseBudgets, parseExpectation, parsePerSecond } from './rules.js';

// `-H 'Name: value'`: headers that a smoke run adds to every request, within the limits of the program.

type Headers = Readonly<Record<string, string>>;

/** Whether a header may carry a secret: by its name, or because its value is long enough to be one. */
export const mayBeSecret = (name: string, value: string): boolean => namesSecret(name) || value.length >= 16;
/** The values of headers that no report may have, by their names or their lengths. */
export const secretValues = (headers: Headers = {}): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => (mayBeSecret(name, value) ? [value] : []));

/**
 * Parses `Name: value`.
 * @throws {BadInput} BAD_VALUE for another form, a header that the program sets itself, a name twice, and characters
 * that no header may hold
 */
function parseHeaders(typed: readonly string[]): Headers {
  const headers: Record<string, string> = {};
  for (const text of typed) {
    const [, name = '', value = ''] =
      /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\u0020-\u007e\u0080-\u00ff]*)$/.exec(text) ?? [];
    const label = JSON.stringify(text.split(':')[0]!.slice(0, 40));
    if (name === '' || value.trim() === '')
      throw new BadInput('BAD_VALUE', `-H takes a name and a value, like 'X-Canary: 1', not ${label}.`);
    if (isOwnHeader(name) || carriesIdentity(name))
      throw new BadInput(
        'BAD_VALUE',
        `The program sets the header ${name}, or it carries an identity or changes the method: -H cannot set it.`,
      );
    if (Object.keys(withTyped(headers, { [name]: value })).length === Object.keys(headers).length)
      throw new BadInput('BAD_VALUE', `The header ${name} is given twice.`);
    headers[name] = value.trim();
  }
  return headers;
}

/** The headers of a profile, and those of -H, which come before them. */
export function withTyped(headers: Headers = {}, typed: Headers): Headers {
  const names = Object.keys(typed).map((name) => name.toLowerCase());
  const others = Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...typed };
}

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
