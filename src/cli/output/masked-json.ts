// Masks personal data in a text of a service or a request: JSON by its fields, other text by patterns.

import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { masked, maskedField, maskedText } from '../../text/mask.js';

/** The text with personal data masked. @param persons whether the value is a person, or a list of persons */
export function maskedJson(text: string, { persons = false }: { readonly persons?: boolean } = {}): string {
  try {
    const value = parseLossless(text);
    const maskedText = stringifyLossless(masked(value, { persons }));
    return maskedText === stringifyLossless(value) ? text : maskedText;
  } catch (error) {
    if (error instanceof SyntaxError) return maskedText(text);
    throw error;
  }
}

/** The masked text of a line with a label, such as a receipt's: a value, a JSON text, or values separated by commas. */
export function maskedLine(label: string, text: string): string {
  if (/^[[{]/.test(text))
    return maskedJson(`{${JSON.stringify(label)}:${text}}`).slice(JSON.stringify(label).length + 2, -1);
  const phone = /^\+\d{7,15}$/;
  return text
    .split(', ')
    .map((part) => maskedField(phone.test(part) ? 'phone' : label, part))
    .join(', ');
}

/** An address with the personal data in its query masked. */
export function maskedUrl(url: string): string {
  const [address = '', query] = url.split(/\?(.*)/s, 2);
  if (query === undefined) return url;
  const fields = query.split('&').map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s, 2);
    if (value === undefined) return pair;
    const text = decoded(value);
    const maskedValue = maskedField(decoded(name), text);
    return maskedValue === text ? pair : `${name}=${maskedValue}`;
  });
  return `${address}?${fields.join('&')}`;
}

/** A part of a query without percent-encoding; unchanged if it is invalid. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}
