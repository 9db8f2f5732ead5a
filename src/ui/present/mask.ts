// Hides what names a person on a screen: e-mail addresses, phone numbers and network addresses, by the names of their fields.
import { isRecord } from './value.js';

/** The value with every text that is an e-mail address, or stands under `email`, `phone` or `...IpAddress` masked; digits, lists and all else stay as they are. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      typeof field === 'string' ? (maskOf(name, field)?.(field) ?? field) : masked(field),
    ]),
  );
}

function maskOf(name: string, text: string): ((text: string) => string) | undefined {
  if (/^e-?mail/i.test(name) || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return maskEmail; // an identifier may be one too
  if (/IpAddress$/.test(name)) return maskNetwork;
  return /^phone(number)?$/i.test(name) ? maskPhone : undefined;
}
const maskEmail = (text: string) => text.replace(/[^@]+/g, (part) => `${part.slice(0, 2)}••`);
const maskNetwork = (text: string) => text.replace(/^([^.:]*)[.:].*$/s, '$1.••');
const maskPhone = (text: string) => (text.length < 6 ? '••••' : `${text.slice(0, 3)}••••${text.slice(-2)}`);

/** A person's name of which only two letters of the first and one of each other word are shown: `Le•• T••`. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word, at) => `${[...word].slice(0, at === 0 ? 2 : 1).join('')}••`)
    .join(' ');
