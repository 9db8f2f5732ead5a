// What the guard says where it stops something: one sentence, and how to go on.

import { type Call, kebab, open } from '../../services/catalogue/define.js';
import { Guarded } from '../../services/http/errors.js';
import { grouped } from '../amount-text.js';
import { type Decimal, roundedUp, textOf } from '../decimal.js';
import { type AmountLimit, type Limit, limitFor, limitText, mayBeListed } from '../limits.js';
import { differences, inFours, type Recipient } from '../recipients.js';
import type { Place, TransferFields } from '../transfer-fields.js';

/** What is judged: a call, for a profile. */
export interface Case {
  readonly call: Call;
  readonly move: TransferFields;
  readonly profile: string;
}
const nameOf = ({ service, name }: Call) => `${service} ${kebab(name)}`;
const set = (profile: string, key: string, value = '') =>
  `tuk profile set ${profile} limits.${key}${value === '' ? '' : ` ${shell(value)}`}`;
const shell = (text: string) => (/^[\w.,:/@+=-]+$/.test(text) ? text : `'${text}'`);

/** How a field is named to the tool whose name is not public; nothing for one that stands in no field. */
const renaming = ({ call, profile }: Case, place: Place | undefined): string =>
  typeof place === 'string' && call.body === open
    ? `If it stands under another name: tuk profile set ${profile} name.${call.service}.${kebab(call.name)}.${kebab(place)} NAME. `
    : '';

/** An amount with its unit, thousands apart. */
const inUnit = (amount: Decimal, token = 'USD'): string => `${grouped(textOf(amount))} ${token}`;
/** What counts against a limit, as a person reads it: tokens exactly, dollars rounded up to cents. */
const counting = (amount: Decimal, { token }: Limit): Decimal => (token === undefined ? roundedUp(amount, 2) : amount);
/** So much of a limit: `50 of 1,000 MVP`. */
export const ofLimit = (amount: Decimal, limit: Limit): string =>
  `${grouped(textOf(counting(amount, limit)))} of ${inUnit(limit.most, limit.token)}`;

export const paused = ({ call, profile }: Case): Guarded =>
  new Guarded(
    'PAUSED',
    `${nameOf(call)} moves value, and the profile ${profile} is paused; nothing was sent.`,
    `Go on: ${set(profile, 'pause', 'false')}`,
  );

/** What each limit of an amount is about. */
const about: Readonly<Record<AmountLimit, string>> = { transfer: 'in one transfer', day: 'within 24 hours', fee: 'as a fee' };

/** The limits as they would be with one of them raised. */
function raised(limits: readonly Limit[], limit: Limit, most: Decimal): string {
  return limitText(limits.map((one) => (one === limit ? { ...one, most } : one)));
}

export function overLimit({ profile }: Case, key: AmountLimit, limits: readonly Limit[], limit: Limit, asked: Decimal): Guarded {
  const { most, token } = limit;
  const total = counting(asked, limit);
  return new Guarded(
    `OVER_LIMIT_${key.toUpperCase()}`,
    `${inUnit(total, token)} ${about[key]} is over the limit of the profile ${profile}, ${inUnit(most, token)} (limits.${key}); nothing was sent.`,
    `--yes does not lift it. Ask for less, or raise it first: ${set(profile, key, raised(limits, limit, total))}`,
  );
}

export const amountUnknown = (of: Case, key: AmountLimit): Guarded =>
  new Guarded(
    key === 'fee' ? 'FEE_UNKNOWN' : 'AMOUNT_UNKNOWN',
    `What ${nameOf(of.call)} ${key === 'fee' ? 'costs' : 'moves'} cannot be told, so it cannot be held against limits.${key} of the profile ${of.profile}; nothing was sent.`,
    `${key === 'fee' ? '' : renaming(of, of.move.amount)}Without the limit: ${set(of.profile, key)}`,
  );

/** Neither the token nor US dollars can be held against a limit. */
export function valueUnknown({ profile }: Case, key: AmountLimit, limits: readonly Limit[], token = 'that'): Guarded {
  const why = limitFor(limits, token) ? `no price of ${token} is known` : 'it has none in US dollars';
  return new Guarded(
    'VALUE_UNKNOWN',
    `limits.${key} of the profile ${profile} says nothing of ${token}, and ${why}; nothing was sent.`,
    `Say how much of it: ${set(profile, key, `${limitText(limits)},NUMBER ${token}`)}`,
  );
}

export const dayUnknown = ({ profile }: Case, id: string): Guarded =>
  new Guarded(
    'DAY_UNKNOWN',
    `What ${id} moved within the last 24 hours is not known, so no sum can be held against limits.day of the profile ${profile}; nothing was sent.`,
    `Look at it: tuk ops show ${id}. Without the limit: ${set(profile, 'day')}`,
  );

export const networkRefused = ({ call, profile }: Case, network: string | undefined, allowed: readonly string[]): Guarded =>
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

export const recipientRefused = ({ call, profile }: Case, recipient: Recipient | undefined, allowed: readonly string[]): Guarded =>
  new Guarded(
    'RECIPIENT_NOT_ALLOWED',
    recipient
      ? `${shown(recipient)} is none of the recipients that limits.recipients of the profile ${profile} allows; nothing was sent.`
      : `Who gets it cannot be told from ${nameOf(call)}, and limits.recipients of the profile ${profile} allows some alone; nothing was sent.`,
    recipient && mayBeListed(recipient.id)
      ? `Allow it first: ${set(profile, 'recipients', [...allowed, recipient.id].join(','))}`
      : undefined,
  );

export const lookalikeRefused = (address: string, known: string): Guarded =>
  new Guarded(
    'LOOKALIKE_ADDRESS',
    `${inFours(address)} begins and ends like ${inFours(known)}, which is known here, but is another address; nothing was sent.`,
    `It has ${differences(address, known)}. Copy it anew from whom you know it of; only one that limits.recipients of the profile names passes.`,
  );

export const contractRefused = (address: string): Guarded =>
  new Guarded('TOKEN_CONTRACT', `${inFours(address)} is the contract of a token, and what is sent there is lost; nothing was sent.`);

/** What is needed for a recipient that is new, where nobody can type its end. */
export const newRecipient = (of: Case, recipient: Recipient | undefined): Guarded =>
  recipient
    ? new Guarded(
        'NEW_RECIPIENT',
        `${shown(recipient)} is a new recipient: nothing has gone there from the profile ${of.profile}; nothing was sent.`,
        'If it is meant, add --new-recipient; --yes does not do. On a terminal its last characters are asked for.',
      )
    : new Guarded(
        'NEW_RECIPIENT',
        `Who gets it cannot be told from ${nameOf(of.call)}, so it counts as a new recipient; nothing was sent.`,
        `${renaming(of, of.move.to?.at)}If it is meant, add --new-recipient.`,
      );

export const unlistedRefused = (profile: string): Guarded =>
  new Guarded(
    'UNLISTED_PATH',
    `The catalogue does not list this path, so nobody knows whether it moves value, and the profile ${profile} has limits; nothing was sent.`,
    'List the calls: tuk api list',
  );

/** A recipient as a person compares it. */
export function shown({ kind, id }: Recipient): string {
  if (kind === 'address') return inFours(id);
  return kind === 'user' ? `The user ${id}` : `The user ${id.split('/').at(-1)} of the app ${id.split('/')[0]}`;
}

/** No call of the catalogue that moves value takes a query: what one says would be looked at by nobody. */
export const queryRefused = ({ call }: Case): Guarded =>
  new Guarded('MONEY_QUERY', `${nameOf(call)} moves value and takes no query; nothing was sent.`, 'Give its fields with -f or --input.');
