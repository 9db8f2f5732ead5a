// `limits.approvals`: how many persons approve a plan of what leaves, by its amount.

import { counted } from '../../services/counted.js';
import { Guarded } from '../../services/http/errors.js';
import { type Decimal, isMore, plus, zero } from '../values/decimal.js';
import { sameToken } from '../values/token.js';
import { isDollar } from './at-most.js';
import { type Approval, type Limits, limitText, type TransferAmount, valueIn } from './limits.js';
import type { PolicyCase } from './refusals.js';

/** The thresholds for a token: its own, else those in US dollars, else those of a token that stands for the dollar. */
function thresholdsOf(approvals: readonly Approval[], token: string | undefined): readonly Approval[] {
  const of = (isOf: (unit: string | undefined) => boolean) => approvals.filter(({ above }) => isOf(above.token));
  const own = token === undefined ? [] : of((unit) => unit !== undefined && sameToken(unit, token));
  if (own.length > 0) return own;
  const inDollars = of((unit) => unit === undefined);
  return inDollars.length > 0 ? inDollars : of((unit) => unit !== undefined && isDollar(unit));
}
/** Whether the thresholds for a token are in another unit, so that its price is needed. */
export const needsPrice = (approvals: readonly Approval[], token: string): boolean =>
  thresholdsOf(approvals, token).some(({ above }) => !sameToken(above.token, token));

/**
 * How many persons approve what leaves. The amounts in one unit are added, an order and its payment once; an unknown amount or value counts as above
 * every threshold.
 * @param parts the amount and a fee on top of it, with their values in US dollars
 */
export function personsFor(approvals: readonly Approval[], parts: readonly TransferAmount[]): number {
  const all = Math.max(0, ...approvals.map(({ persons }) => persons));
  const totals = new Map<string, { readonly of: readonly Approval[]; readonly sum: Decimal }>();
  const carriedOn = new Set(parts.flatMap(({ within }) => within ?? []));
  for (const part of parts) {
    if (part.id !== undefined && carriedOn.has(part.id)) continue;
    const of = thresholdsOf(approvals, part.token);
    const own = of.find(({ above }) => above.token !== undefined && sameToken(above.token, part.token));
    const value = part.token === undefined ? undefined : valueIn(own?.above ?? { max: zero }, part, () => undefined);
    if (of.length === 0 || value === undefined) return all;
    const unit = own?.above.token?.toUpperCase() ?? '';
    totals.set(unit, { of, sum: plus(totals.get(unit)?.sum ?? zero, value) });
  }
  const needed = [...totals.values()].flatMap(({ of, sum }) => of.filter(({ above }) => isMore(sum, above.max)));
  return Math.max(0, ...needed.map(({ persons }) => persons));
}

/**
 * What leaves needs persons who approve it: as a line it is refused, as a plan it lacks some.
 * @param given how many have approved the plan; nothing for a line without a plan
 */
export function approvalsNeeded(
  { holder }: PolicyCase,
  { approvals = [], approvers = [] }: Limits,
  needed: number,
  given: number | undefined,
): Guarded {
  const least = approvals.map(({ above }) => limitText([above])).join(', ');
  const has = given === undefined ? 'a line has none' : `the plan has ${given}`;
  const people = counted(needed, 'approval');
  return new Guarded(
    'APPROVALS_NEEDED',
    `It needs ${people} (limits.approvals of ${holder}, above ${least}), and ${has}.`,
    approvers.length === 0
      ? `Nobody can approve yet. Name the addresses: tuk profile set NAME limits.approvers ADDRESS,ADDRESS`
      : given === undefined
        ? 'Write a plan: the same line with --plan-out FILE. Then an approver runs: tuk plan approve FILE'
        : 'An approver runs: tuk plan approve PLAN',
  );
}
