// The direction of a transfer on a chain, for an address. Pure.

import { asText, type Row } from '../../services/json-value.js';

/** Whether a transfer came to an address (`in`) or left it (`out`); empty if both sides are the address, or neither. */
export function directionOf({ from, to }: Row, address: string): 'in' | 'out' | '' {
  const isOwn = (value: unknown) => asText(value).toLowerCase() === address.toLowerCase();
  return isOwn(from) === isOwn(to) ? '' : isOwn(to) ? 'in' : 'out';
}
