// Address poisoning: transfers that were made so that a person copies the wrong address from a history. They move nothing, or come from a look-alike.

import { asText, type Row } from '../../services/json-value.js';
import { differences, isSame, lookalike } from './recipients.js';

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
const movesNothing = ({ value, isToken }: Transfer): boolean => isToken && /^0+$/.test(value);

/**
 * Finds the rows of a history that may be address poisoning: a transfer of a token that moves nothing and has an unknown other side, and one whose other side may be mistaken for an address
 * that is known: a contact, an own wallet, or one that the owner has sent something to.
 * @param owner the address of the history
 * @returns the warning for each row; nothing for the others
 */
export function poisoningIn(rows: readonly Row[], owner: string, known: readonly string[]): readonly (string | undefined)[] {
  const transfers = rows.map(transferOf);
  const paid = transfers.filter((one) => isSame(one.from, owner) && !/^0*$/.test(one.value)).map(({ to }) => to);
  const all = [...new Set([owner, ...known, ...paid])].filter((address) => address !== '');
  return transfers.map((one) => {
    const other = isSame(one.from, owner) ? one.to : one.from;
    const similar = other === '' || isSame(other, owner) ? undefined : lookalike(other, all);
    if (similar) return `not the known address ${similar.known}: it has ${differences(other, similar.known)}`;
    return movesNothing(one) && !all.some((address) => isSame(address, other)) ? 'moves nothing: its addresses may be a trap' : undefined;
  });
}
