// The rules of a smoke run beside its checks: expected statuses, time budgets, the least number of checked cases.

import { duration } from '../../cli/duration.js';
import { counted } from '../../services/counted.js';
import type { CodeOf } from '../../services/http/error-codes.js';
import { BadInput } from '../../services/http/errors.js';
import { type CaseRow, caseName, checkedCount, latencyOf } from './report.js';

/** The expected statuses of the calls of a pattern. */
export interface Expectation {
  readonly pattern: string;
  readonly statuses: readonly number[];
}
/** The most time of calls, milliseconds. `measure`: a value over all cases; `pattern`: each matching case. */
export type Budget = { readonly limit: number; readonly text: string } & (
  | { readonly measure: 'p50' | 'p95' | 'max' }
  | { readonly pattern: string }
);
/** The least number of checked cases, or their share of a hundred. */
export interface MinChecked {
  readonly count: number;
  readonly isPercent: boolean;
}

/** The error for a text of another form. @param form the right one, with its article */
export const misfit = (code: CodeOf<'usage'>, text: string, form: string, hint: string): BadInput =>
  new BadInput(code, `${JSON.stringify(text)} is not ${form}.`, hint);

/** Matches a part of `service METHOD /path` or `service call-name`, ignoring case; `*` matches any text. */
export function matcher(pattern: string): (call: Pick<CaseRow, 'service' | 'method' | 'path' | 'call'>) => boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const part = new RegExp(parts.join('.*'), 'i');
  return (call) => part.test(caseName(call)) || part.test(`${call.service} ${call.call}`);
}

/** Parses `PATTERN=404,422`. @throws {BadInput} */
export function parseExpectation(text: string): Expectation {
  const [, pattern, list] = /^(.+)=([\d,\s]+)$/.exec(text) ?? [];
  const statuses = (list ?? '').split(',').map((status) => Number(status.trim()));
  if (!pattern?.trim() || !statuses.every((status) => status >= 200 && status <= 599))
    throw misfit('BAD_EXPECTATION', text, 'an expectation', "Write it like 'user GET /v1/games=404,422'.");
  return { pattern: pattern.trim(), statuses };
}

/** Parses `p95=800ms,GET /v1/offerings=2s`. @throws {BadInput} */
export function parseBudgets(text: string): readonly Budget[] {
  return text.split(',').map((part) => {
    const [, name = '', time = ''] = /^\s*(.+)=\s*([^=]+?)\s*$/.exec(part) ?? [];
    const limit = time === '' ? Number.NaN : duration(time, '--budget');
    if (!(limit > 0)) throw misfit('BAD_BUDGET', part, 'a budget', "Write it like p95=800ms,'GET /v1/offerings=2s'.");
    const pattern = name.trim();
    const measure = (['p50', 'p95', 'max'] as const).find((word) => word === pattern);
    if (!measure && /^p\d+(\.\d+)?$/i.test(pattern))
      throw new BadInput('BAD_BUDGET', `No budget measures ${pattern}: there are p50, p95 and max.`);
    return { ...(measure ? { measure } : { pattern }), limit, text: `${pattern}=${time}` };
  });
}

/** Parses `80%` or `120`. @throws {BadInput} */
export function parseMinChecked(text: string | undefined): MinChecked | undefined {
  if (text === undefined) return undefined;
  const [, digits, percent] = /^(\d{1,5})(%?)$/.exec(text) ?? [];
  const count = Number(digits);
  if (digits === undefined || (percent && count > 100))
    throw misfit('BAD_NUMBER', text, 'a number for --min-checked', 'Write a number of calls, or a share: 80%.');
  return { count, isPercent: percent === '%' };
}

/** Parses a whole number from 1. @throws {BadInput} */
export function parseCount(text: string, option: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw misfit('BAD_NUMBER', text, `a number for ${option}`, 'Write a whole number from 1.');
}

/** Parses `20/s`, `20` or `90/m` to requests a second. @throws {BadInput} */
export function parsePerSecond(text: string): number {
  const [, digits, unit] = /^(\d{1,5}(?:\.\d+)?)(?:\/(s|m))?$/.exec(text) ?? [];
  const rate = Number(digits) / (unit === 'm' ? 60 : 1);
  if (rate > 0) return rate;
  throw misfit('BAD_RATE', text, 'a rate', 'Write requests a second, 20/s, or a minute, 90/m.');
}

/** The broken rules of a run: sentences. */
export function brokenRules(
  rows: readonly CaseRow[],
  budgets: readonly Budget[],
  minChecked: MinChecked | undefined,
): readonly string[] {
  const timed = rows.filter((row) => row.milliseconds !== null && row.outcome !== 'skipped');
  const latency = latencyOf(timed.map((row) => row.milliseconds!));
  const overBudget = budgets.flatMap((budget): string[] => {
    if ('measure' in budget) {
      const measured = latency?.[budget.measure];
      if (measured === undefined) return [`The budget ${budget.text} was not measured: no case has a response.`];
      return measured > budget.limit
        ? [`The budget ${budget.text} is exceeded: ${budget.measure} is ${measured} ms.`]
        : [];
    }
    const matches = timed.filter(matcher(budget.pattern));
    if (matches.length === 0) return [`The budget ${budget.text} was not measured: no case with a response matches.`];
    return matches
      .filter((row) => row.milliseconds! > budget.limit)
      .map((row) => `The budget ${budget.text} is exceeded: ${caseName(row)} took ${row.milliseconds} ms.`);
  });
  const checked = checkedCount(rows);
  const least =
    minChecked === undefined
      ? 0
      : minChecked.isPercent
        ? Math.ceil((rows.length * minChecked.count) / 100)
        : minChecked.count;
  const tooFew =
    checked < least
      ? [
          `${checked} of ${counted(rows.length, 'call')} ${checked === 1 ? 'was' : 'were'} checked, fewer than the ${least} of --min-checked.`,
        ]
      : [];
  return [...tooFew, ...overBudget];
}
