// The seal of a transfer: what its verdict holds for. What was checked, confirmed or planned under a seal is sent only
// if the seal of the moment says the same.

import { Guarded } from '../../services/http/errors.js';
import type { HttpRequest } from '../../services/http/transport.js';
import type { LimitSettings } from '../../session/profile.js';
import type { TransferRequest } from '../facts/transfer-request.js';
import type { PlannedUse } from '../ledger/database.js';
import { decimalOf, isMore } from '../values/decimal.js';
import type { Verdict } from './verdict.js';

/** The facts that a verdict is bound to; a missing one is not known. Amounts are decimal texts in whole tokens. */
export interface Seal {
  /** The call: `user transferPoints`, `chain send`. */
  readonly call: string;
  /** The origin of the service, or the identity of the chain. */
  readonly place: string;
  /** The account there: the subject of the session, or the address of the key. */
  readonly account: string;
  /** What is asked: the request, or what the bytes of a transaction do. Of a plan its keyed hash. */
  readonly request: string;
  readonly recipient?: string | undefined;
  readonly object?: string | undefined;
  readonly network?: string | undefined;
  readonly amount?: string | undefined;
  readonly token?: string | undefined;
  /** The most that it costs beside the amount. */
  readonly fee?: string | undefined;
  readonly feeToken?: string | undefined;
  /** The least that arrives, if it is of another token than what leaves. */
  readonly arrives?: string | undefined;
  readonly arrivesToken?: string | undefined;
  /** It carries on the value of an earlier operation, as the payment of an order does. */
  readonly follows?: true | undefined;
  /** It only lowers what another may take: an allowance that is revoked or reset. */
  readonly lowers?: true | undefined;
  /** Its recipient is new, and no line has confirmed it: a person confirms it when the plan is applied. */
  readonly isNew?: true | undefined;
  /** How many persons approve it, by the limits when it was planned. */
  readonly persons?: number | undefined;
}

/** Compares the transfers of a run with what they were checked or planned as. */
export interface Sealing {
  /** Takes the seal of a judged transfer. @returns the refusals for what has moved since */
  readonly take: (seal: Seal) => readonly Guarded[];
  /** Checks in the write of the ledger that it may still be sent, by the limits that stand there. @returns the use of its plan @throws {Guarded} */
  readonly write?: (rules: readonly LimitSettings[]) => PlannedUse | undefined;
  /** How many of some approvers have approved the plan, without the account that sends. Missing for what is no plan. */
  readonly approvals?: ((account: string) => (approvers: readonly string[]) => number) | undefined;
}

/** The seal of a judged transfer. @param from its origin and its account, which has no space */
export function sealOf(
  { call, request, input, newRecipient }: TransferRequest,
  { facts, figures, recorded, isNew, persons }: Verdict,
  from: string,
): Seal {
  const at = from.lastIndexOf(' ');
  const { arrives, leaves, fee } = figures;
  const swapped = arrives && 'amount' in arrives && arrives.token !== leaves?.token ? arrives : undefined;
  const networks = facts.networks.flatMap((network) => network?.value ?? []);
  return {
    call: `${call.service} ${call.name}`,
    place: from.slice(0, at),
    account: from.slice(at + 1),
    request: requestText(request, input),
    recipient: recorded.recipient,
    object: recorded.object,
    network: networks.length === 0 ? undefined : networks.join(', '),
    amount: recorded.amount,
    token: recorded.token,
    fee: fee?.amount,
    feeToken: fee?.token,
    arrives: swapped?.amount,
    arrivesToken: swapped?.token,
    follows: facts.order === undefined ? undefined : true,
    lowers: figures.incoming && call.service === 'chain' ? true : undefined,
    isNew: isNew && !newRecipient ? true : undefined,
    persons: persons || undefined,
  };
}

/** What identifies a request: the host is bound by itself. @param input in place of a body that differs at each run */
export function requestText(
  { method, url, body }: Pick<HttpRequest, 'method' | 'url' | 'body'>,
  input: string | undefined,
): string {
  const { pathname, search } = new URL(url);
  return JSON.stringify([method, pathname + search, input ?? body ?? null]);
}

/** The names of what must be the same, as sentences have them. */
const same = {
  place: 'the address or chain',
  account: 'the account',
  recipient: 'the recipient',
  object: 'the object',
  network: 'the network',
  token: 'the token',
} as const;

/**
 * What has moved since a transfer was sealed, in clauses.
 * @param isStrict as for a plan: no fee is higher and nothing less arrives; of a batch only a service's amount and fee
 * count, since the price of gas changes with each block
 * @param hash as the request of the seal is hashed
 */
export function movedSince(
  sealed: Seal,
  now: Seal,
  { isStrict, hash = (text) => text }: { readonly isStrict: boolean; readonly hash?: (text: string) => string },
): readonly string[] {
  const text = (value: string | undefined, unit = '') =>
    value === undefined ? 'not known' : `${value} ${unit}`.trim();
  const moved = (Object.keys(same) as (keyof typeof same)[])
    .filter((name) => sealed[name] !== now[name])
    .map((name) => `${same[name]} is ${text(now[name])}, and was ${text(sealed[name])}`);
  const more = (
    what: string,
    [before, unit]: Bound,
    [after, unitNow]: Bound,
    isWorse: (a: string, b: string) => boolean,
  ) => {
    if (before !== undefined && (after === undefined || unit !== unitNow || isWorse(after, before)))
      moved.push(`${what} is ${text(after, unitNow)}, and was ${text(before, unit)}`);
  };
  const isOver = (a: string, b: string) => isMore(decimalOf(a)!, decimalOf(b)!);
  const counts = isStrict || !sealed.call.startsWith('chain ');
  if (counts) more('the amount', [sealed.amount, sealed.token], [now.amount, now.token], isOver);
  if (counts) more('the fee', [sealed.fee, sealed.feeToken], [now.fee, now.feeToken], isOver);
  if (isStrict)
    more('what arrives', [sealed.arrives, sealed.arrivesToken], [now.arrives, now.arrivesToken], (a, b) =>
      isOver(b, a),
    );
  if (moved.length === 0 && sealed.request !== hash(now.request)) moved.push('the request is another one');
  return moved;
}
type Bound = readonly [amount: string | undefined, unit: string | undefined];

/**
 * The sealing of a row of a batch or a step of a flow: it is what the check of the whole has seen.
 * @param checked the seals of the row by the check; empty for a row that was not judged there
 */
export const rowSealing = (checked: readonly Seal[]): Sealing => ({
  take: (seal) => {
    const alike = checked.filter(({ call }) => call === seal.call);
    const differences = alike.map((one) => movedSince(one, seal, { isStrict: false }));
    if (alike.length === 0 || differences.some((moved) => moved.length === 0)) return [];
    return [notAsConfirmed(`Not as it was confirmed: ${differences[0]!.join('; ')}.`)];
  },
});

/** The failure for what is not as it was confirmed: nothing else of the whole is begun. */
export const notAsConfirmed = (message: string): Guarded =>
  new Guarded('NOT_AS_CONFIRMED', message, 'Look at what has changed, then run it again.');
