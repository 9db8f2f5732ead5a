// The refusals of the transfer policy: each is one sentence, and a hint how to go on.

import { type Call, kebab, open } from '../../services/catalogue/define.js';
import type { CodeOf } from '../../services/http/error-codes.js';
import { type Failure, Guarded, Refused } from '../../services/http/errors.js';
import type { FactLocation, TransferFields } from '../../things/transfer.js';
import type { Operation } from '../ledger/operation.js';
import { type Decimal, decimalText, grouped, roundedUp } from '../values/decimal.js';
import { differences, groupedAddress, type NearMiss, type Recipient } from '../values/recipients.js';
import { type AmountLimit, limitTable } from './limit-table.js';
import { type Limit, limitFor, limitText, mayBeListed } from './limits.js';

/** The case that the policy evaluates: a call of a profile. */
export interface PolicyCase {
  readonly call: Pick<Call, 'service' | 'name' | 'body'>;
  readonly fields: TransferFields;
  readonly profile: string;
  /** Who holds the limits, as sentences have it: the profile, or the ledger. */
  readonly holder: string;
}
const nameOf = ({ service, name }: Pick<Call, 'service' | 'name'>) => `${service} ${kebab(name)}`;
const set = (key: string, value = '') => `tuk profile set NAME limits.${key}${value === '' ? '' : ` ${shell(value)}`}`;
const shell = (text: string) => (/^[\w.,:/@+=-]+$/.test(text) ? text : `'${text}'`);

/** The hint how to set the name of a field that is not public; empty for a fact outside a field. */
const renaming = ({ call }: PolicyCase, location: FactLocation | undefined) =>
  typeof location === 'string' && call.body === open
    ? `If the field has another name: tuk profile set NAME name.${call.service}.${kebab(call.name)}.${kebab(location)} NAME. `
    : '';

/** An amount with its unit, thousands grouped. */
const inUnit = (amount: Decimal, token = 'USD') => `${grouped(decimalText(amount))} ${token}`;
/** The amount against a limit for people: tokens exactly, dollars rounded up to cents. */
const displayedTotal = (amount: Decimal, { token }: Limit): Decimal =>
  token === undefined ? roundedUp(amount, 2) : amount;
/** The use of a limit: `50 of 1,000 MVP`. */
export const ofLimit = (amount: Decimal, limit: Limit): string =>
  `${grouped(decimalText(displayedTotal(amount, limit)))} of ${inUnit(limit.max, limit.token)}`;

/** `limits.pause` of the profile stops every transfer (docs/money.md 4). */
export const paused = ({ call, holder }: PolicyCase): Guarded =>
  new Guarded(
    'PAUSED',
    `${nameOf(call)} is a transfer, and ${holder} is paused.`,
    `To continue: ${set('pause', 'false')}`,
  );

/** The code of an amount over a limit. */
const overLimitCodes = {
  transfer: 'OVER_LIMIT_TRANSFER',
  day: 'OVER_LIMIT_DAY',
  fee: 'OVER_LIMIT_FEE',
  unknown: 'OVER_LIMIT_UNKNOWN',
} as const satisfies Readonly<Record<AmountLimit, CodeOf<'guarded'>>>;

/**
 * A sum exceeds a limit; its code has the name of the limit. The hint keeps the other limits of the key.
 * @param sum in the unit of `limit`: a token, or US dollars
 */
export function overLimit(
  { holder }: PolicyCase,
  key: AmountLimit,
  limits: readonly Limit[],
  limit: Limit,
  sum: Decimal,
): Guarded {
  const { max, token } = limit;
  const total = displayedTotal(sum, limit);
  const raised = limitText(limits.map((item) => (item === limit ? { token, max: total } : item)));
  return new Guarded(
    overLimitCodes[key],
    `${inUnit(total, token)} ${limitTable[key].summary} is over the limit of ${holder}, ${inUnit(max, token)} (limits.${key}).`,
    `--yes does not lift it. Send less, or raise the limit first: ${set(key, raised)}`,
  );
}

/** The failure for a limit that cannot be compared. @param what names the unknown fact: `amount of user transfer-points` */
const notCheckable = (
  code: CodeOf<'guarded'>,
  what: string,
  { holder }: PolicyCase,
  key: AmountLimit,
  hint: string,
): Guarded => new Guarded(code, `The ${what} is not known, so limits.${key} of ${holder} cannot be checked.`, hint);
/** The amount of a transfer is not known, so a limit cannot be checked (docs/money.md 4). */
export const amountUnknown = (policyCase: PolicyCase, key: AmountLimit): Guarded =>
  notCheckable(
    'AMOUNT_UNKNOWN',
    `amount of ${nameOf(policyCase.call)}`,
    policyCase,
    key,
    renaming(policyCase, policyCase.fields.amount) + admitting(),
  );
/**
 * No service states the number, or the unit, of a fee on top of the amount.
 * @param token the unit of an amount that may stand for the fee
 * @param earlier the operation of the last 24 hours that has the fee, if it is not this one
 */
export const feeUnknown = (policyCase: PolicyCase, key: AmountLimit, token?: string, earlier?: string): Guarded =>
  notCheckable(
    'FEE_UNKNOWN',
    `fee of ${earlier === undefined ? nameOf(policyCase.call) : `${earlier}, ${withinDay}`}`,
    policyCase,
    key,
    (earlier === undefined ? 'Try again when the service states the fee and its unit. ' : '') +
      (key === 'fee' ? '' : admitting('count an unknown fee as an amount', `1 ${token ?? 'USDC'}`)),
  );
/** A payment that the service states no price of. */
export const unpriced = ({ call }: PolicyCase): Guarded =>
  new Guarded(
    'COST_UNKNOWN',
    `The service states no price for ${nameOf(call)}, so the cost is unknown.`,
    "State the most that it may cost: --at-most '45 USDC'",
  );
/** Only a setting of the profile admits an unknown amount; no option does. */
const admitting = (what = 'admit operations of unknown amount up to an amount', amount = '45 USDC') =>
  `No option lifts the limit. To ${what} that you choose: ${set('unknown', amount)}`;

/** The value of a transfer is known neither in the token nor in the dollars of a limit. */
export function valueUnknown(
  policyCase: PolicyCase,
  key: AmountLimit,
  limits: readonly Limit[],
  token = 'that',
): Guarded {
  const { holder } = policyCase;
  const why = limitFor(limits, token) ? `no price of ${token} is known` : 'it has none in US dollars';
  return new Guarded(
    'VALUE_UNKNOWN',
    `limits.${key} of ${holder} has no limit for ${token}, and ${why}.`,
    `Set a limit of ${token}: ${set(key, `${limitText(limits)},NUMBER ${token}`)}`,
  );
}

/** The value of an operation of the last 24 hours is not known, so the sum is not. @param id that operation */
export const dayUnknown = (policyCase: PolicyCase, id: string): Guarded =>
  notCheckable(
    'DAY_UNKNOWN',
    `value of ${id}, ${withinDay}`,
    policyCase,
    'day',
    `It counts until 24 hours after it was sent. State the most that it cost: tuk ops settle ${id} --as done --at-most '5 USD' --note TEXT`,
  );
const withinDay = 'sent within the last 24 hours,';

/** The network is unknown, or `limits.networks` does not allow it (docs/money.md 4). */
export const networkRefused = (
  { call, holder }: PolicyCase,
  network: string | undefined,
  allowed: readonly string[],
): Guarded =>
  network === undefined
    ? new Guarded(
        'NETWORK_UNKNOWN',
        `The network of ${nameOf(call)} is not known, and limits.networks of ${holder} allows only some.`,
        `It allows ${allowed.join(', ')}. See the networks of a currency: tuk wallet currency ID`,
      )
    : new Guarded(
        'NETWORK_NOT_ALLOWED',
        `limits.networks of ${holder} does not allow ${network}.`,
        `It allows ${allowed.join(', ')}. Allow it first: ${set('networks', [...allowed, network].join(','))}`,
      );

/** The recipient is unknown, or `limits.recipients` does not allow it (docs/money.md 4). */
export const recipientRefused = (
  { call, holder }: PolicyCase,
  recipient: Recipient | undefined,
  allowed: readonly string[],
): Guarded =>
  new Guarded(
    'RECIPIENT_NOT_ALLOWED',
    recipient
      ? `${recipientText(recipient)} is not among the recipients that limits.recipients of ${holder} allows.`
      : `The recipient of ${nameOf(call)} is not known, and limits.recipients of ${holder} allows only some.`,
    recipient && mayBeListed(recipient.id)
      ? `Allow it first: ${set('recipients', [...allowed, recipient.id].join(','))}`
      : undefined,
  );

/** An address resembles a known one, as in address poisoning (docs/money.md 3). */
export const lookalikeRefused = (address: string, { known, edits }: NearMiss): Guarded =>
  new Guarded(
    'LOOKALIKE_ADDRESS',
    `${groupedAddress(address)} ${edits === undefined ? 'begins and ends like' : `differs in ${edits === 1 ? 'one character' : `${edits} characters`} from`} ${groupedAddress(known)}, which is known here, but is another address.`,
    `It has ${differences(address, known)}. Copy the address again from a source that you trust; only limits.recipients of the profile or its address book can allow it.`,
  );

/** The recipient is the contract of a listed token (docs/money.md 3). */
export const contractRefused = (address: string): Guarded =>
  new Guarded('TOKEN_CONTRACT', `${groupedAddress(address)} is the contract of a token, and value sent there is lost.`);

/** A new recipient that nobody can confirm by its last characters. */
export const newRecipient = (policyCase: PolicyCase, recipient: Recipient | undefined): Guarded =>
  recipient
    ? new Guarded(
        'NEW_RECIPIENT',
        `${recipientText(recipient)} is a new recipient: the ledger of this machine has no finished transfer of the profile ${policyCase.profile} to it.`,
        'If you mean this recipient, add --new-recipient, or type its last characters on a terminal. --yes is not enough.',
      )
    : new Guarded(
        'NEW_RECIPIENT',
        `The recipient of ${nameOf(policyCase.call)} is not known, so it counts as new.`,
        `${renaming(policyCase, policyCase.fields.to?.at)}If you mean this recipient, add --new-recipient.`,
      );

/** An earlier operation of this kind and recipient has an unknown outcome: a second one may repeat it. */
export const openOperation = (
  { id, at }: Pick<Operation, 'id' | 'at'>,
  what: string,
  nextCommand: (line: string) => string,
): Guarded =>
  new Guarded(
    'OPEN_OPERATION',
    `The outcome of ${id}, ${what} at ${at}, is not known.`,
    `Look for it first: ${nextCommand(`tuk ops check ${id}`)}. If it is another one: --despite ${id}`,
  );

/** A path outside the catalogue may move value, and the profile has limits. */
export const unlistedRefused = ({ holder }: PolicyCase): Guarded =>
  new Guarded(
    'UNLISTED_PATH',
    `The catalogue does not list this path, so it may be a transfer, and ${holder} has limits.`,
    'List the calls: tuk api list',
  );

/** A recipient as text that a person can compare. */
export function recipientText({ kind, id }: Recipient): string {
  if (kind === 'address') return groupedAddress(id);
  return kind === 'user' ? `The user ${id}` : `The user ${id.split('/').at(-1)} of the app ${id.split('/')[0]}`;
}

/** The service says that the call cannot be made now. */
export const notAvailable = ({ call }: PolicyCase): Failure =>
  new Refused(
    'refused',
    'NOT_CLAIMABLE',
    `The service says that ${nameOf(call)} is not possible now: there is nothing to claim.`,
    'Look: tuk points earn show',
    { unsent: true },
  );
