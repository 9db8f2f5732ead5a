// The rows of balances that are read from a node: in the fields of the service.

import type { TokenFacts } from '../../engine/read/token-lists.js';
import { asText, type Row } from '../../services/json-value.js';

/** A balance with the facts of its token; without them if list and contract disagree. */
export interface NodeBalance {
  readonly row: Row;
  readonly token: TokenFacts | undefined;
}

/** The facts of a listed token. */
export const factsOf = ({ priceId }: Row, decimals: number): TokenFacts => ({
  decimals,
  priceId: typeof priceId === 'string' ? priceId : undefined,
});

/** A balance in the fields of the service. @param raw base units */
export const rowOf = (network: string, address: string, listed: Row, contract: string | null, raw: bigint) => ({
  asset: {
    ticker: asText(listed.symbol),
    name: listed.name ?? null,
    iconUrl: listed.logoURI ?? null,
    tokenType: listed.tokenType ?? null,
  },
  amount: raw.toString(),
  valuatedAmount: null,
  valuatedCurrency: null,
  network,
  address,
  contract,
});
