// How much of a token somebody may spend for its owner.
import type { Kind } from '../core/rows.js';
import { ready, rowById } from '../core/rows.js';
import type { Moment } from '../core/world.js';
import { putRow } from './keyed.js';
import type { Token } from './tokens.js';
import { unitOf } from './tokens.js';

interface Allowance {
  readonly amount: string;
}
const allowance: Kind<Allowance> = {
  name: 'allowance',
  table: 'chain_allowance',
  noun: 'ALLOWANCE',
  owned: false,
  show: ({ id, body }) => ({ id, ...body }),
};
/** The most that 256 bits can say: taken for no limit, and not counted down. */
export const unlimited = 2n ** 256n - 1n;

const nameOf = (token: Token, owner: string, spender: string): string => `${unitOf(token)} ${owner} ${spender}`.toLowerCase();

/** In base units. */
export function allowanceOf(moment: Moment, token: Token, owner: string, spender: string): bigint {
  ready(moment, allowance);
  return BigInt(rowById(moment, allowance, nameOf(token, owner, spender))?.body.amount ?? '0');
}
export function allow(moment: Moment, token: Token, owner: string, spender: string, amount: bigint): void {
  putRow(moment, allowance, nameOf(token, owner, spender), { owner: null, at: moment.now, body: { amount: amount.toString() } });
}
