// Compares an operation with the grant of its run: state, account, call, recipient, and the sums of what it has spent.
// Pure. The same function judges a dry run, a row of a batch, and the write that records the operation.

import { kebab } from '../../services/catalogue/define.js';
import { Guarded } from '../../services/http/errors.js';
import { askForOne } from '../../session/grant-token.js';
import type { GrantUse } from '../ledger/grants.js';
import type { Intent, Operation } from '../ledger/operation.js';
import { isOnChain } from '../ledger/owner.js';
import { type Decimal, decimalText, grouped, isMore, minus, sumOf, zero } from '../values/decimal.js';
import { isSame } from '../values/recipients.js';
import { counted } from './limit-check.js';
import { type Limit, limitFor, parseAmountLimit, spentOf } from './limits.js';

/** The bounds of a grant, and what each is about. */
const bounds = { day: 'within 24 hours', total: 'in all', each: 'in one operation' } as const;
type Bound = keyof typeof bounds;
const names = Object.keys(bounds) as readonly Bound[];

/** A call as people write it: `user transfer-points`. */
export const callText = (call: string): string => call.split(' ').map(kebab).join(' ');

/** Whether the time of a grant is over. */
const isOver = ({ grant, now }: GrantUse) => now >= Date.parse(grant.expiresAt);

type GrantState = 'active' | 'expired' | 'used up' | 'revoked';
/** The state of a grant. One without anything left of a bound is used up, of a day until the day is over. */
export function stateOf(use: GrantUse): GrantState {
  if (use.revokedAt !== undefined) return 'revoked';
  if (isOver(use)) return 'expired';
  return leftOf(use).some(({ left }) => left?.units === 0n) ? 'used up' : 'active';
}
/** Why nothing may be sent under a grant any more. @param use undefined for one that the ledger does not know */
export function ended(use: GrantUse | undefined): Guarded | undefined {
  if (use === undefined)
    return new Guarded('GRANT_UNKNOWN', 'The ledger in use does not know the grant of this run.', askForOne);
  const { grant, revokedAt } = use;
  if (revokedAt !== undefined)
    return new Guarded('GRANT_REVOKED', `The grant ${grant.id} was revoked at ${revokedAt}.`, askForOne);
  return isOver(use)
    ? new Guarded('GRANT_EXPIRED', `The grant ${grant.id} ended at ${grant.expiresAt}.`, askForOne)
    : undefined;
}

/** The refusal of a call that a grant does not name. */
export function unnamed({ grant }: GrantUse, call: { readonly service: string; readonly name: string }) {
  const name = `${call.service} ${call.name}`;
  if (grant.calls.includes(name) || grant.beside.includes(name)) return undefined;
  return new Guarded(
    'NOT_GRANTED',
    `The grant ${grant.id} does not name ${callText(name)}.`,
    `It names ${grant.calls.map(callText).join(', ')}.`,
  );
}
/** The refusal of another account than that of a grant. */
export function otherAccount(
  { grant }: GrantUse,
  of: Pick<Intent, 'profile' | 'service' | 'origin' | 'account' | 'network'>,
) {
  const isOwn = isOnChain(of)
    ? of.network !== undefined && of.network === grant.network && of.account === grant.signer
    : of.origin !== undefined && of.origin === grant.origins[of.service] && of.account === grant.account;
  if (of.profile === grant.profile && isOwn) return undefined;
  return new Guarded('NOT_GRANTED', `The grant ${grant.id} is for another account, address or profile.`, askForOne);
}

/** What an operation moves, by the ledger. */
type Moving = Pick<Intent, 'service' | 'call' | 'recipient' | 'object'> &
  Pick<
    Operation,
    'amount' | 'token' | 'usd' | 'atMost' | 'atMostToken' | 'fee' | 'feeToken' | 'feeUsd' | 'receiptFee' | 'within'
  >;

/** Every reason why an operation may not begin under a grant; the account is compared apart. */
export function grantRefusals(use: GrantUse | undefined, operation: Moving): readonly Guarded[] {
  const over = ended(use);
  if (use === undefined || over) return [over!];
  const { id, to } = use.grant;
  const { service, call, recipient, object } = operation;
  const isTo = (text: string) => recipient !== undefined && (isSame(text, recipient) || text === object);
  const outside =
    to === undefined || to.some(isTo)
      ? undefined
      : new Guarded(
          'NOT_GRANTED',
          `The grant ${id} is only for ${to.join(', ')}, not for ${recipient ?? 'an unknown recipient'}.`,
        );
  return [
    unnamed(use, { service, name: call }),
    outside,
    ...names.map((bound) => overBound(use, bound, operation)),
  ].filter((one) => one !== undefined);
}

/** Compares an operation with a grant in the write that records it. @throws {Guarded} the first reason why it may not begin */
export function requireGrant(use: GrantUse | undefined, intent: Intent): void {
  const refused = (use && otherAccount(use, intent)) ?? grantRefusals(use, intent)[0];
  if (refused) throw refused;
}

/** The operations that count for a bound. */
const within = (use: GrantUse, bound: Bound): readonly Operation[] => {
  if (bound === 'each') return [];
  const [since, serviceSince] = use.since;
  return bound === 'total'
    ? use.spent
    : use.spent.filter(({ at, serviceAt = '' }) => at > since || serviceAt > serviceSince);
};
const limitsOf = ({ grant }: GrantUse, bound: Bound): readonly Limit[] =>
  grant[bound] === undefined ? [] : parseAmountLimit(grant[bound], bound);
const noPrice = () => undefined;
/** Whether a bound of a grant is in US dollars, so that prices are needed. */
export const needsPrices = (use: GrantUse): boolean =>
  names.some((bound) => limitsOf(use, bound).some(({ token }) => token === undefined));

function overBound(use: GrantUse, bound: Bound, operation: Moving): Guarded | undefined {
  const limits = limitsOf(use, bound);
  if (limits.length === 0) return undefined;
  const added = counted([{ ...operation, outcome: 'done' } as Operation]);
  const all = [...counted(within(use, bound)), ...added];
  for (const { token } of added) {
    const limit = limitFor(limits, token);
    const sum = limit && spentOf(limits, limit, all, noPrice);
    if (limit === undefined || sum === undefined || 'unknown' in sum)
      return new Guarded(
        'NOT_COMPARABLE',
        `The amount or the fee ${bounds[bound]} is not known in the unit of the grant ${use.grant.id}, ${use.grant[bound]}.`,
        'A grant needs a bound for each token that leaves, fees included.',
      );
    if (isMore(sum, limit.max))
      return new Guarded(
        'OVER_GRANT',
        `${amountText(sum, limit)} ${bounds[bound]} is over the grant ${use.grant.id}, ${amountText(limit.max, limit)}.`,
        `Left: ${leftText(use)}.`,
      );
  }
  return undefined;
}
const amountText = (amount: Decimal, { token = 'USD' }: Limit) => `${grouped(decimalText(amount))} ${token}`;

/** What is left of a bound, in its unit; undefined if that is not known. */
interface Left {
  readonly bound: Bound;
  readonly limit: Limit;
  readonly left: Decimal | undefined;
}
/** What is left of each bound of a grant. @param operation one that is about to begin */
const leftOf = (use: GrantUse, operation?: Moving): readonly Left[] =>
  names.flatMap((bound) => {
    const limits = limitsOf(use, bound);
    const added = operation && bound !== 'each' ? [{ ...operation, outcome: 'done' } as Operation] : [];
    const all = counted([...within(use, bound), ...added]);
    return limits.map((limit) => {
      const sum = spentOf(limits, limit, all, noPrice);
      const left = 'unknown' in sum ? undefined : isMore(sum, limit.max) ? zero : minus(limit.max, sum);
      return { bound, limit, left };
    });
  });
/** What is left for people: `15 of 20 MVP within 24 hours`. */
export const leftText = (use: GrantUse, operation?: Moving): string =>
  leftOf(use, operation)
    .map(({ bound, limit, left }) => {
      const most = amountText(limit.max, limit);
      if (bound === 'each') return `${most} each`;
      return `${left ? grouped(decimalText(left)) : 'an unknown part'} of ${most} ${bound === 'day' ? 'in 24 h' : bounds.total}`;
    })
    .join(', ');
/** What was sent under a grant, by unit: `5.5 MVP`. */
export function spentText({ spent }: GrantUse): string {
  const sums = new Map<string, string[]>();
  for (const { amount, token = '?' } of counted(spent)) sums.set(token, [...(sums.get(token) ?? []), amount ?? '?']);
  return [...sums]
    .map(([token, all]) => `${all.includes('?') ? 'an unknown amount of' : grouped(sumOf(all))} ${token}`)
    .join(', ');
}
