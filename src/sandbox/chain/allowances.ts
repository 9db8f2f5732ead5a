// Stores how much of a token a spender may move for its owner.

import type { SandboxContext } from '../core/context.js';
import type { Kind } from '../core/rows.js';
import { ensureSeeded, rowById } from '../core/rows.js';
import { putRow } from './keyed-rows.js';
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
/** The largest number of 256 bits: an allowance without a limit, which is not counted down. */
export const unlimited = 2n ** 256n - 1n;

const nameOf = (token: Token, owner: string, spender: string): string => `${unitOf(token)} ${owner} ${spender}`.toLowerCase();

/** In base units. */
export function allowanceOf(context: SandboxContext, token: Token, owner: string, spender: string): bigint {
  ensureSeeded(context, allowance);
  return BigInt(rowById(context, allowance, nameOf(token, owner, spender))?.body.amount ?? '0');
}
export function allow(context: SandboxContext, token: Token, owner: string, spender: string, amount: bigint): void {
  putRow(context, allowance, nameOf(token, owner, spender), { owner: null, at: context.now, body: { amount: amount.toString() } });
}
