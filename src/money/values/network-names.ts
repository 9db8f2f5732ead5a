// Compares the names of networks as services write them: by name, chain id (EIP-155), token standard or coin.

import { foldName } from '../../services/fold-text.js';
import { isId } from '../../services/forms.js';
import { chainIdOf, isTestName, networkFacts, networkOf } from './networks.js';
import { sameToken } from './token.js';

/**
 * The comparison of a promised value with a stated one. `different`: both have one form, and their canonical values
 * differ. `not comparable`: they have two forms, such as the name of a user and a UUID, or one is blank or masked:
 * nobody knows whether they are equal.
 */
export type Comparison = 'equal' | 'different' | 'not comparable';

/** Other names of networks: public names of the chains, of their coins and of their token standards. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  ETHEREUM: ['eth', 'ethereum', 'erc20', 'ether'],
  BSC: ['bnb', 'bep20', 'bsc', 'binance', 'binancesmartchain', 'bnbchain', 'bnbsmartchain'],
  POLYGON: ['matic', 'pol', 'polygon', 'polygonpos'],
  ARBITRUM: ['arb', 'arbitrum', 'arbitrumone'],
  BITCOIN: ['btc', 'bitcoin'],
  SOLANA: ['sol', 'solana', 'spl'],
  TON: ['ton', 'toncoin', 'jetton'],
  XTZ: ['xtz', 'tezos'],
  KLAYTN: ['klay', 'klaytn', 'kaia'],
  BASE: ['base'],
  TRON: ['tron', 'trx', 'trc20'],
  AVALANCHE: ['avax', 'avalanche'],
};
const byOtherName = new Map(
  Object.entries(otherNames).flatMap(([network, names]) => names.map((name) => [name, network] as const)),
);

/** A text in the compatible form (NFKC), without invisible characters and spaces at its ends. */
const visible = (text: string) => text.normalize('NFKC').replace(/\p{C}/gu, '').trim();

/** The network that a text names as a whole or with one of its words; nothing for any other text. */
function networkIn(text: string): string | undefined {
  const whole = byOtherName.get(foldName(text).replace(/mainnet$|network$/, ''));
  return whole ?? text.split(/[^\p{L}\d]+/u).flatMap((word) => byOtherName.get(foldName(word)) ?? [])[0];
}

/**
 * Compares the text of a service with a network, by any of its names, or its chain id, decimal or hexadecimal. A number
 * that is not a known chain id, an id, and a sentence without the name of a network are not comparable.
 * @param promised a network of platform 3.1
 * @param anyNet whether the test network of a chain counts as the chain
 */
export function compareNetworks(text: string, promised: string, anyNet = false): Comparison {
  const stated = visible(text);
  const decided = (isEqual: boolean): Comparison => (isEqual ? 'equal' : 'different');
  const family = (network: string) => networkFacts(network)?.of ?? network;
  if (/^(0x[\da-f]{1,12}|\d{1,12})$/i.test(stated)) {
    const [id, named] = [chainIdOf(promised), networkOf(Number(stated))];
    if (id !== undefined && BigInt(stated) === BigInt(id)) return 'equal';
    if (anyNet && named !== undefined && family(named) === family(promised)) return 'equal';
    return id === undefined || named === undefined ? 'not comparable' : 'different';
  }
  if (sameToken(stated, promised)) return 'equal';
  const network = networkIn(stated);
  const isSameNet = anyNet || isTestName(stated) === isTestName(promised);
  if (network !== undefined) return decided(isSameNet && network === family(promised));
  if (anyNet && family(stated.toUpperCase()) === family(promised)) return 'equal';
  return /^[A-Za-z][\w-]*$/.test(stated) && !isId(stated) ? 'different' : 'not comparable';
}
