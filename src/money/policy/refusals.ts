// The refusals of the transfer policy: each is one sentence, and a hint how to go on.

import { type Call, kebab, open } from '../../services/catalogue/define.js';
import { Guarded } from '../../services/http/errors.js';
import { grouped } from '../amount-text.js';
import { type Decimal, decimalText, roundedUp } from '../decimal.js';
import type { FactLocation, TransferFields } from '../transfer-fields.js';
import { type AmountLimit, limitTable } from './limit-table.js';
import { type Limit, limitFor, limitText, mayBeListed } from './limits.js';
import { differences, groupedAddress, type Recipient } from './recipients.js';

/** The case that the policy evaluates: a call of a profile. */
export interface PolicyCase {
  readonly call: Call;
  readonly fields: TransferFields;
  readonly profile: string;
}
const nameOf = ({ service, name }: Call) => `${service} ${kebab(name)}`;
const set = (profile: string, key: string, value = '') =>
  `tuk profile set ${profile} limits.${key}${value === '' ? '' : ` ${shell(value)}`}`;
const shell = (text: string) => (/^[\w.,:/@+=-]+$/.test(text) ? text : `'${text}'`);

/** The hint how to set the name of a field that is not public; nothing for a fact that is in no field. */
const renaming = ({ call, profile }: PolicyCase, location: FactLocation | undefined): string =>
  typeof location === 'string' && call.body === open
    ? `If it stands under another name: tuk profile set ${profile} name.${call.service}.${kebab(call.name)}.${kebab(location)} NAME. `
    : '';

/** An amount with its unit, thousands grouped. */
const inUnit = (amount: Decimal, token = 'USD'): string => `${grouped(decimalText(amount))} ${token}`;
/** The amount that counts against a limit, as a person reads it: tokens exactly, dollars rounded up to cents. */
const displayedTotal = (amount: Decimal, { token }: Limit): Decimal => (token === undefined ? roundedUp(amount, 2) : amount);
/** The use of a limit: `50 of 1,000 MVP`. */
export const ofLimit = (amount: Decimal, limit: Limit): string =>
  `${grouped(decimalText(displayedTotal(amount, limit)))} of ${inUnit(limit.max, limit.token)}`;

export const paused = ({ call, profile }: PolicyCase): Guarded =>
  new Guarded(
    'PAUSED',
    `${nameOf(call)} moves value, and the profile ${profile} is paused; nothing was sent.`,
    `Go on: ${set(profile, 'pause', 'false')}`,
  );

/** The limits with one of them raised, as text. */
function withRaisedLimit(limits: readonly Limit[], limit: Limit, max: Decimal): string {
  return limitText(limits.map((one) => (one === limit ? { ...one, max: max } : one)));
}

export function overLimit({ profile }: PolicyCase, key: AmountLimit, limits: readonly Limit[], limit: Limit, sum: Decimal): Guarded {
  const { max, token } = limit;
  const total = displayedTotal(sum, limit);
  return new Guarded(
    `OVER_LIMIT_${key.toUpperCase()}`,
    `${inUnit(total, token)} ${limitTable[key].summary} is over the limit of the profile ${profile}, ${inUnit(max, token)} (limits.${key}); nothing was sent.`,
    `--yes does not lift it. Ask for less, or raise it first: ${set(profile, key, withRaisedLimit(limits, limit, total))}`,
  );
}

export const amountUnknown = (policyCase: PolicyCase, key: AmountLimit): Guarded =>
  new Guarded(
    key === 'fee' ? 'FEE_UNKNOWN' : 'AMOUNT_UNKNOWN',
    `What ${nameOf(policyCase.call)} ${key === 'fee' ? 'costs' : 'moves'} cannot be told, so it cannot be held against limits.${key} of the profile ${policyCase.profile}; nothing was sent.`,
    `${key === 'fee' ? '' : renaming(policyCase, policyCase.fields.amount)}Without the limit: ${set(policyCase.profile, key)}`,
  );

/** The value of a transfer is known neither in the token nor in the dollars of a limit. */
export function valueUnknown({ profile }: PolicyCase, key: AmountLimit, limits: readonly Limit[], token = 'that'): Guarded {
  const why = limitFor(limits, token) ? `no price of ${token} is known` : 'it has none in US dollars';
  return new Guarded(
    'VALUE_UNKNOWN',
    `limits.${key} of the profile ${profile} says nothing of ${token}, and ${why}; nothing was sent.`,
    `Say how much of it: ${set(profile, key, `${limitText(limits)},NUMBER ${token}`)}`,
  );
}

export const dayUnknown = ({ profile }: PolicyCase, id: string): Guarded =>
  new Guarded(
    'DAY_UNKNOWN',
    `What ${id} moved within the last 24 hours is not known, so no sum can be held against limits.day of the profile ${profile}; nothing was sent.`,
    `Look at it: tuk ops show ${id}. Without the limit: ${set(profile, 'day')}`,
  );

export const networkRefused = ({ call, profile }: PolicyCase, network: string | undefined, allowed: readonly string[]): Guarded =>
  network === undefined
    ? new Guarded(
        'NETWORK_UNKNOWN',
        `The network cannot be told from ${nameOf(call)}, and limits.networks of the profile ${profile} allows some alone; nothing was sent.`,
        `It allows ${allowed.join(', ')}. Without the limit: ${set(profile, 'networks')}`,
      )
    : new Guarded(
        'NETWORK_NOT_ALLOWED',
        `${network} is none of the networks that limits.networks of the profile ${profile} allows; nothing was sent.`,
        `It allows ${allowed.join(', ')}. Allow it first: ${set(profile, 'networks', [...allowed, network].join(','))}`,
      );

export const recipientRefused = ({ call, profile }: PolicyCase, recipient: Recipient | undefined, allowed: readonly string[]): Guarded =>
  new Guarded(
    'RECIPIENT_NOT_ALLOWED',
    recipient
      ? `${recipientText(recipient)} is none of the recipients that limits.recipients of the profile ${profile} allows; nothing was sent.`
      : `Who gets it cannot be told from ${nameOf(call)}, and limits.recipients of the profile ${profile} allows some alone; nothing was sent.`,
    recipient && mayBeListed(recipient.id)
      ? `Allow it first: ${set(profile, 'recipients', [...allowed, recipient.id].join(','))}`
      : undefined,
  );

export const lookalikeRefused = (address: string, known: string): Guarded =>
  new Guarded(
    'LOOKALIKE_ADDRESS',
    `${groupedAddress(address)} begins and ends like ${groupedAddress(known)}, which is known here, but is another address; nothing was sent.`,
    `It has ${differences(address, known)}. Copy it anew from whom you know it of; only one that limits.recipients of the profile names passes.`,
  );

export const contractRefused = (address: string): Guarded =>
  new Guarded('TOKEN_CONTRACT', `${groupedAddress(address)} is the contract of a token, and what is sent there is lost; nothing was sent.`);

/** A new recipient that nobody can confirm by its last characters. */
export const newRecipient = (policyCase: PolicyCase, recipient: Recipient | undefined): Guarded =>
  recipient
    ? new Guarded(
        'NEW_RECIPIENT',
        `${recipientText(recipient)} is a new recipient: nothing has gone there from the profile ${policyCase.profile}; nothing was sent.`,
        'If it is meant, add --new-recipient; --yes does not do. On a terminal its last characters are asked for.',
      )
    : new Guarded(
        'NEW_RECIPIENT',
        `Who gets it cannot be told from ${nameOf(policyCase.call)}, so it counts as a new recipient; nothing was sent.`,
        `${renaming(policyCase, policyCase.fields.to?.at)}If it is meant, add --new-recipient.`,
      );

export const unlistedRefused = (profile: string): Guarded =>
  new Guarded(
    'UNLISTED_PATH',
    `The catalogue does not list this path, so nobody knows whether it moves value, and the profile ${profile} has limits; nothing was sent.`,
    'List the calls: tuk api list',
  );

/** A recipient as text, grouped so that a person can compare it. */
export function recipientText({ kind, id }: Recipient): string {
  if (kind === 'address') return groupedAddress(id);
  return kind === 'user' ? `The user ${id}` : `The user ${id.split('/').at(-1)} of the app ${id.split('/')[0]}`;
}

/** No call of the catalogue that moves value takes a query, so the policy does not read one. */
export const queryRefused = ({ call }: PolicyCase): Guarded =>
  new Guarded('MONEY_QUERY', `${nameOf(call)} moves value and takes no query; nothing was sent.`, 'Give its fields with -f or --input.');
