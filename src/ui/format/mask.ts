// Masks personal data on a screen: e-mail addresses, phone numbers and network addresses, by the role of a field and the format of its value.

import { isRecord } from '../../services/json-value.js';
import { ofTime } from './time.js';

/**
 * Masks the personal data of a value: every e-mail address, and each value of a field whose role is an e-mail address, a phone number or a network
 * address and that has this format. The role is the end of the field's name: `contactPhone` is a phone, `phoneVerifiedAt` is a time.
 */
export function masked(value: unknown): unknown {
  return maskedUnder('', value);
}

function maskedUnder(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => maskedUnder(name, one));
  if (typeof value === 'string') return maskOf(name, value)?.(value) ?? value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, maskedUnder(field, one)]));
}

type Role = 'email' | 'phone' | 'network';
/** The roles by the last word, or the last two words, of a field's name, in lower case. */
const roles: Readonly<Record<string, Role>> = {
  email: 'email',
  mail: 'email',
  emailaddress: 'email',
  mailaddress: 'email',
  phone: 'phone',
  phonenumber: 'phone',
  mobile: 'phone',
  mobilenumber: 'phone',
  telephone: 'phone',
  tel: 'phone',
  msisdn: 'phone',
  ip: 'network',
  ipaddress: 'network',
};

/** The role of a field such as `email`, `user_email`, `contactPhones`; undefined for `emailVerifiedAt`, `microphone`. */
function roleOf(name: string): Role | undefined {
  if (!/mail|phone|mobile|tel|msisdn|ip/i.test(name)) return undefined; // a fast path for most names
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/(?<=ss)es$|(?<!s)s$/, '')
    .split(/[^a-z\d]+/);
  const ends = [words.slice(-1), words.slice(-2)].map((some) => some.join(''));
  const end = ends.find((one) => Object.hasOwn(roles, one));
  return end === undefined ? undefined : roles[end];
}

/** The function that masks a text; undefined for a text without personal data. The text must have the format of the role. */
function maskOf(name: string, text: string): ((text: string) => string) | undefined {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return maskEmail; // an identifier may be one, too
  switch (roleOf(name)) {
    case 'email':
      return text.includes('@') ? maskEmail : undefined;
    case 'phone':
      return text.replace(/\D/g, '').length > 2 && ofTime(text) === undefined ? maskPhone : undefined;
    case 'network':
      return /^[\da-f.:%]*[.:][\da-z.:%]*$/i.test(text) ? maskNetwork : undefined;
    default:
      return undefined;
  }
}
const maskEmail = (text: string) => text.replace(/[^@]+/g, (part) => `${part.slice(0, 2)}••`);
const maskNetwork = (text: string) => text.replace(/^([^.:]*)[.:].*$/s, '$1.••');
const maskPhone = (text: string) => (text.length < 6 ? '••••' : `${text.slice(0, 3)}••••${text.slice(-2)}`);

/** Masks a person's name: two letters of the first word and one of each other word are shown, `Le•• T••`. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word, at) => `${[...word].slice(0, at === 0 ? 2 : 1).join('')}••`)
    .join(' ');
