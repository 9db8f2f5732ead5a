// The rules of a smoke run beside its checks: expected statuses, and budgets of times, checked and failed cases.

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
/** A rule of --budget. `pattern`: the time of each matching case; times are milliseconds. */
export type Budget = { readonly limit: number; readonly text: string } & (
  | { readonly measure: 'p50' | 'p95' | 'max'; readonly isBelow: boolean }
  | { readonly pattern: string; readonly isBelow: boolean }
  | { readonly measure: 'checked'; readonly isPercent: boolean }
  | { readonly measure: 'failed' }
);

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

/** Parses `p95<800ms,GET /v1/offerings<=2s,checked>=80%,failed<5`. @throws {BadInput} */
export const parseBudgets = (text: string): readonly Budget[] => text.split(',').map(parseBudget);

function parseBudget(part: string): Budget {
  const [, name = '', sign = '', value = ''] = /^\s*(.+?)\s*(<=?|>=)\s*([^<>=]+?)\s*$/.exec(part) ?? [];
  const text = `${name}${sign}${value}`;
  const count = /^\d{1,5}%?$/.test(value) ? Number.parseInt(value, 10) : Number.NaN;
  const isPercent = value.endsWith('%');
  if (name === 'checked' && sign === '>=' && count >= 0 && (!isPercent || count <= 100))
    return { measure: name, limit: count, isPercent, text };
  if (name === 'failed' && sign === '<' && count > 0 && !isPercent) return { measure: name, limit: count, text };
  const isTime = sign.startsWith('<') && name !== 'checked' && name !== 'failed';
  const limit = isTime ? duration(value, '--budget') : Number.NaN;
  if (!(limit > 0))
    throw misfit(
      'BAD_BUDGET',
      part,
      'a budget',
      "Write it like p95<800ms,'GET /v1/offerings<2s',checked>=80%,failed<5.",
    );
  const measure = (['p50', 'p95', 'max'] as const).find((word) => word === name);
  if (!measure && /^p\d+(\.\d+)?$/i.test(name))
    throw new BadInput('BAD_BUDGET', `No budget measures ${name}: there are p50, p95 and max.`);
  return { ...(measure ? { measure } : { pattern: name }), limit, isBelow: sign === '<', text };
}

/** The number of failures that stops the run. */
export const mostFailures = (budgets: readonly Budget[]): number =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...budgets.flatMap((budget) => ('measure' in budget && budget.measure === 'failed' ? [budget.limit] : [])),
  );

/** Parses `20/s`, `20` or `90/m` to requests a second. @throws {BadInput} */
export function parsePerSecond(text: string): number {
  const [, digits, unit] = /^(\d{1,5}(?:\.\d+)?)(?:\/(s|m))?$/.exec(text) ?? [];
  const rate = Number(digits) / (unit === 'm' ? 60 : 1);
  if (rate > 0) return rate;
  throw misfit('BAD_RATE', text, 'a rate', 'Write requests a second, 20/s, or a minute, 90/m.');
}

/** The broken rules of a run: sentences. `failed` stops the run itself. */
export function brokenRules(rows: readonly CaseRow[], budgets: readonly Budget[]): readonly string[] {
  const timed = rows.filter((row) => row.milliseconds !== null && row.outcome !== 'skipped');
  const latency = latencyOf(timed.map((row) => row.milliseconds!));
  return budgets.flatMap((budget): string[] => {
    if ('pattern' in budget) {
      const matches = timed.filter(matcher(budget.pattern));
      if (matches.length === 0) return [`The budget ${budget.text} was not measured: no case with a response matches.`];
      return matches
        .filter((row) => exceeds(row.milliseconds!, budget))
        .map((row) => `The budget ${budget.text} is exceeded: ${caseName(row)} took ${row.milliseconds} ms.`);
    }
    if (budget.measure === 'failed') return [];
    if (budget.measure === 'checked') return tooFew(rows, budget);
    const measured = latency?.[budget.measure];
    if (measured === undefined) return [`The budget ${budget.text} was not measured: no case has a response.`];
    return exceeds(measured, budget)
      ? [`The budget ${budget.text} is exceeded: ${budget.measure} is ${measured} ms.`]
      : [];
  });
}
const exceeds = (time: number, { limit, isBelow }: { readonly limit: number; readonly isBelow: boolean }): boolean =>
  isBelow ? time >= limit : time > limit;

function tooFew(rows: readonly CaseRow[], budget: { limit: number; isPercent: boolean; text: string }): string[] {
  const checked = checkedCount(rows);
  const least = budget.isPercent ? Math.ceil((rows.length * budget.limit) / 100) : budget.limit;
  return checked >= least
    ? []
    : [
        `The budget ${budget.text} is missed: ${checked} of ${counted(rows.length, 'call')} ${checked === 1 ? 'was' : 'were'} checked.`,
      ];
}
