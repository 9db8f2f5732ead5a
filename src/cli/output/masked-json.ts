// Masks the personal data in a text that a service or a request holds: JSON by its fields, other text by what it looks like.

import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { masked, maskedField, maskedText } from '../../text/mask.js';

/**
 * The text with its personal data masked; the same text where it has none.
 * @param persons whether the value is a person, or a list of persons
 */
export function maskedJson(text: string, { persons = false }: { readonly persons?: boolean } = {}): string {
  try {
    const value = parseLossless(text);
    const shown = stringifyLossless(masked(value, { persons }));
    return shown === stringifyLossless(value) ? text : shown;
  } catch (error) {
    if (error instanceof SyntaxError) return maskedText(text);
    throw error;
  }
}

/** The masked text of a line such as that of a receipt, by its label: a value, a JSON text, or several values with commas between them. */
export function maskedLine(label: string, text: string): string {
  if (/^[[{]/.test(text)) return maskedJson(`{${JSON.stringify(label)}:${text}}`).slice(JSON.stringify(label).length + 2, -1);
  const phone = /^\+\d{7,15}$/;
  return text
    .split(', ')
    .map((part) => maskedField(phone.test(part) ? 'phone' : label, part))
    .join(', ');
}

/** An address with the personal data of its query masked. */
export function maskedUrl(url: string): string {
  const [address = '', query] = url.split(/\?(.*)/s, 2);
  if (query === undefined) return url;
  const fields = query.split('&').map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s, 2);
    if (value === undefined) return pair;
    const text = decoded(value);
    const shown = maskedField(decoded(name), text);
    return shown === text ? pair : `${name}=${shown}`;
  });
  return `${address}?${fields.join('&')}`;
}

/** A part of a query without its percent encoding; the part itself where that is broken. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}
