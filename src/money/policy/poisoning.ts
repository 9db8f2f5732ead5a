// Address poisoning: transfers that move nothing or come from a look-alike, so that a person copies a wrong address
// from a history.

import { asText, type Row } from '../../services/json-value.js';
import { differences, isSame, lookalike } from '../values/recipients.js';

/** A transfer of a history, as the services list it: amounts in base units. */
interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly isToken: boolean;
}
const transferOf = ({ from, to, value, type }: Row): Transfer => ({
  from: asText(from),
  to: asText(to),
  value: asText(value),
  isToken: /^SEND_(ERC|BEP)20$/.test(asText(type)),
});
const movesNothing = ({ value, isToken }: Transfer) => isToken && /^0+$/.test(value);

/**
 * Finds address poisoning in a history: token transfers that move nothing with an unknown address, and look-alikes of a
 * known address (a contact, an own wallet, or a paid recipient).
 * @param owner the address of the history
 * @returns for each row its warning or nothing
 */
export function poisoningIn(
  rows: readonly Row[],
  owner: string,
  addresses: readonly string[],
): readonly (string | undefined)[] {
  const transfers = rows.map(transferOf);
  const paid = transfers.filter(({ from, value }) => isSame(from, owner) && !/^0*$/.test(value)).map(({ to }) => to);
  const all = [...new Set([owner, ...addresses, ...paid])].filter((address) => address !== '');
  return transfers.map((transfer) => {
    const { from, to } = transfer;
    const other = isSame(from, owner) ? to : from;
    const similar = other === '' || isSame(other, owner) ? undefined : lookalike(other, all);
    if (similar) return `not the known address ${similar.known}: it has ${differences(other, similar.known)}`;
    const isUnknown = !all.some((address) => isSame(address, other));
    return movesNothing(transfer) && isUnknown ? 'moves nothing: its addresses may be a trap' : undefined;
  });
}
