// Moves value between the house and a chain: pays out to an address, or collects from one.
import { createHash } from 'node:crypto';
import { madeAddress } from '../../chain/addresses.js';
import { heightOf } from '../../chain/networks.js';
import { type Token, tokensOf, unitOf } from '../../chain/tokens.js';
import type { SandboxContext } from '../../core/context.js';
import { emit } from '../../core/events.js';
import { toBase, toDecimal } from './amounts.js';
import { decimalsOf } from './balance-changes.js';
import { balanceCurrency } from './currencies.js';
import { accountBalance, moveValue } from './ledger.js';
import { accounts, mint } from './ledger-accounts.js';

/** A transfer on a chain. */
export interface ChainTransfer {
  readonly network: Token['network'];
  readonly contractAddress: string | null;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly blockNumber: number;
}

/** The token of a balance's currency on its chain; points are paid as MVL. Undefined for a currency without a chain. */
export function tokenOf(currencyId: string): Token | undefined {
  const currency = balanceCurrency(currencyId === 'MVP' ? 'MVL' : currencyId);
  return currency?.network ? tokensOf(currency.network).find(({ symbol }) => symbol === currency.id) : undefined;
}

/** An address of the house, made for one purpose. */
export const ownAddress = (network: Token['network'], purpose: string): string =>
  madeAddress(network, purpose) ?? `0x${sha256(`tuk-sandbox:${network}:${purpose}`).slice(0, 40)}`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** An amount of a balance's currency in the base units of its token. */
const asToken = (token: Token, currencyId: string, amount: bigint): bigint =>
  toBase(toDecimal(amount, decimalsOf(currencyId)), token.decimals);

interface Payment {
  readonly token: Token;
  /** Of a balance's currency, in its smallest unit. */
  readonly currencyId: string;
  readonly amount: bigint;
  readonly cause: string;
}

/** Pays to an address from the house's own store on the chain. */
export function payOut(context: SandboxContext, payment: Payment & { readonly to: string }): ChainTransfer {
  const from = ownAddress(payment.token.network, 'payouts');
  return transfer(context, { ...payment, from, fromAccount: mint(unitOf(payment.token)) });
}

/** Collects from an address, whose balance must suffice. @throws {Refusal} 400 NOT_ENOUGH_BALANCE */
export const payIn = (context: SandboxContext, payment: Payment & { readonly from: string; readonly to: string }): ChainTransfer =>
  transfer(context, { ...payment, fromAccount: accounts.chain(payment.token.network, payment.from) });

function transfer(
  context: SandboxContext,
  { token, currencyId, amount, cause, from, to, fromAccount }: Payment & { from: string; to: string; fromAccount: string },
): ChainTransfer {
  const { network, contractAddress } = token;
  const raw = asToken(token, currencyId, amount);
  moveValue(context, fromAccount, accounts.chain(network, to), unitOf(token), raw, cause);
  const hash = `0x${sha256(`${context.seed}:${cause}:${context.now}`)}`;
  emit(context, 'chain moved', { network, hash, from, to, unit: unitOf(token), rawAmount: raw.toString() });
  return { network, contractAddress, hash, from, to, blockNumber: heightOf(context, network) };
}

/** Whether the balance of an address covers an amount of a balance's currency. */
export const holdsOnChain = (context: SandboxContext, token: Token, address: string, currencyId: string, amount: bigint): boolean =>
  accountBalance(context, accounts.chain(token.network, address), unitOf(token)) >= asToken(token, currencyId, amount);
