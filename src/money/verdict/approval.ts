// Approvals of plans: a signature of a readable text, which has the hash of the plan's bytes, by the key of an approver.

import { createHash } from 'node:crypto';
import { isRecord } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { isSignatureOf } from '../keys/message-signature.js';
import type { ChainFamily } from '../keys/signer.js';
import type { StoredApproval } from '../ledger/plan-book.js';
import { personsFor } from '../policy/approvals.js';
import { limitsBeside } from '../policy/limits.js';
import { canonicalAddress } from '../values/address.js';
import type { Plan } from './plan.js';

/** The SHA-256 of a plan's bytes, in hexadecimal digits. */
export const planHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The family of the keys of an approver. */
export const familyOfApprover = (address: string): ChainFamily => (/^0x/i.test(address) ? 'evm' : 'solana');

const mostNamed = 5;
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}').slice(0, 120);
/** What a plan sends, in one line. */
export function sends({ transfers, open }: Pick<Plan, 'transfers' | 'open'>): string {
  const named = transfers.slice(0, mostNamed).map(({ amount, token, recipient, object, network }) => {
    const on = network === undefined ? '' : ` on ${network}`;
    const to = recipient ?? object;
    return `${amount ?? 'an unknown amount'} ${token ?? ''}${to === undefined ? '' : ` to ${to}`}${on}`.replace(
      '  ',
      ' ',
    );
  });
  const more = transfers.length - named.length;
  return [
    ...named.map(plain),
    ...(more > 0 ? [`${more} more`] : []),
    ...(open.length > 0 ? ['what is not known before it runs'] : []),
  ].join('; ');
}
/** The text that an approver signs. @param text the plan's bytes */
export const approvalMessage = (plan: Plan, text: string): string =>
  `Approve a plan of tuk

Plan: ${plain(plan.id)}
Sends: ${sends(plan)}
SHA-256 of the plan: ${planHash(text)}`;

/** The approvals that an address has signed for these bytes, each address once. */
export function verified(plan: Plan, text: string, stored: readonly StoredApproval[]): readonly StoredApproval[] {
  const [message, hash, seen] = [approvalMessage(plan, text), planHash(text), new Set<string>()];
  return stored.filter((approval) => {
    const { address, signature } = approval;
    const of = canonicalAddress(address);
    if (approval.plan !== hash || seen.has(of)) return false;
    if (!isSignatureOf(familyOfApprover(address), message, signature, address)) return false;
    seen.add(of);
    return true;
  });
}

/**
 * Those who have approved a plan, among some approvers. An account does not approve what it sends.
 * @param account one beside those of its transfers, as in a seal: `address:0x…`, `sub:…`
 */
export function approvedBy(
  { transfers }: Pick<Plan, 'transfers'>,
  approvals: readonly StoredApproval[],
  approvers: readonly string[],
  account = '',
): readonly StoredApproval[] {
  const may = new Set(approvers.map(canonicalAddress));
  for (const own of [account, ...transfers.map((seal) => seal.account)])
    may.delete(canonicalAddress(own.replace(/^address:/, '')));
  return approvals.filter(({ address }) => may.has(canonicalAddress(address)));
}

/** The limits that a plan was written under: those of its profile, then those of its ledger. @throws {Guarded} UNREADABLE_LIMIT */
const limitsOf = ({ limits, rules = [] }: Plan) => limitsBeside([limits, ...rules]);
/** The approvers of a plan when it was written. @throws as `limitsOf` */
export const approversOf = (plan: Plan): readonly string[] => limitsOf(plan).flatMap(({ approvers = [] }) => approvers);

/** Who has approved a plan, and how many it needs, by the limits when it was written. @throws as `limitsOf` */
export function approvalState(plan: Plan, approvals: readonly StoredApproval[]) {
  const { transfers, open } = plan;
  const ofOpen = open.length > 0 ? limitsOf(plan).map((limits) => personsFor(limits.approvals ?? [], [{}])) : [];
  const given = approvedBy(plan, approvals, approversOf(plan));
  return {
    needs: Math.max(0, ...ofOpen, ...transfers.map(({ persons = 0 }) => persons)),
    approvals: given.map(({ address, at, host }) => ({ address, at, host })),
  };
}

/** The approvals in the file beside a plan: a line each; a line of another form is left out. */
export const approvalsIn = (text: string): readonly StoredApproval[] =>
  text.split('\n').flatMap((line) => {
    const row = parsedIfJson(line);
    if (!isRecord(row)) return [];
    const { plan, address, signature, at, host } = row;
    if (![plan, address, signature, at].every((one) => typeof one === 'string')) return [];
    return [{ plan, address, signature, at, ...(typeof host === 'string' ? { host } : {}) } as StoredApproval];
  });
