// Hides what names a person on a screen: e-mail addresses and phone numbers, by the names of their fields.
import { isRecord } from './value.js';

/** The value with every text under `email` or `phone` masked; digits, lists and all else stay as they are. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, typeof field === 'string' ? (maskOf(name)?.(field) ?? field) : masked(field)]),
  );
}

function maskOf(name: string): ((text: string) => string) | undefined {
  if (/^e-?mail$/i.test(name)) return maskEmail;
  return /^phone(number)?$/i.test(name) ? maskPhone : undefined;
}
const maskEmail = (text: string) => text.replace(/[^@]+/g, (part) => `${part.slice(0, 2)}••`);
const maskPhone = (text: string) => (text.length < 6 ? '••••' : `${text.slice(0, 3)}••••${text.slice(-2)}`);
