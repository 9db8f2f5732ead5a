// Value that crosses between the house and a chain: paid out to an address, or paid in by the hand outside.
import { createHash } from 'node:crypto';
import { madeAddress } from '../../chain/addresses.js';
import { heightOf, networks } from '../../chain/networks.js';
import { type Token, tokensOf, unitOf } from '../../chain/tokens.js';
import { tell } from '../../core/effects.js';
import type { Moment } from '../../core/world.js';
import { accounts, mint } from './accounts.js';
import { toBase, toDecimal } from './amounts.js';
import { decimalsOf } from './balance-changes.js';
import { balanceCurrency } from './currencies.js';
import { holding, move } from './ledger.js';

/** A transfer on a chain as it is noted. */
export interface ChainTransfer {
  readonly network: Token['network'];
  readonly contractAddress: string | null;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly blockNumber: number;
}

/** The token that a balance's currency is on its chain; points are paid as MVL. Nothing for what has no chain. */
export function tokenOf(currencyId: string): Token | undefined {
  const currency = balanceCurrency(currencyId === 'MVP' ? 'MVL' : currencyId);
  return currency?.network ? tokensOf(currency.network).find(({ symbol }) => symbol === currency.id) : undefined;
}

/** Whether a text looks like an address of a network; the check sum is not looked at. */
export const isAddress = (network: Token['network'], address: string): boolean =>
  networks[network].chainId === null ? /^[\w-]{20,120}$/.test(address) : /^0x[0-9a-fA-F]{40}$/.test(address);

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
export function payOut(moment: Moment, payment: Payment & { readonly to: string }): ChainTransfer {
  const from = ownAddress(payment.token.network, 'payouts');
  return transfer(moment, { ...payment, from, fromAccount: mint(unitOf(payment.token)) });
}

/** Pays in from an address, which must hold enough. @throws {Refusal} 400 NOT_ENOUGH_BALANCE */
export const payIn = (moment: Moment, payment: Payment & { readonly from: string; readonly to: string }): ChainTransfer =>
  transfer(moment, { ...payment, fromAccount: accounts.chain(payment.token.network, payment.from) });

function transfer(
  moment: Moment,
  { token, currencyId, amount, cause, from, to, fromAccount }: Payment & { from: string; to: string; fromAccount: string },
): ChainTransfer {
  const { network, contractAddress } = token;
  const raw = asToken(token, currencyId, amount);
  move(moment, fromAccount, accounts.chain(network, to), unitOf(token), raw, cause);
  const hash = `0x${sha256(`${moment.seed}:${cause}:${moment.now}`)}`;
  tell(moment, 'chain moved', { network, hash, from, to, unit: unitOf(token), rawAmount: raw.toString() });
  return { network, contractAddress, hash, from, to, blockNumber: heightOf(moment, network) };
}

/** Whether an address holds an amount of a balance's currency. */
export const holdsOnChain = (moment: Moment, token: Token, address: string, currencyId: string, amount: bigint): boolean =>
  holding(moment, accounts.chain(token.network, address), unitOf(token)) >= asToken(token, currencyId, amount);
