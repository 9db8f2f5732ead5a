// The contracts of the tokens that the platform lists: value that is sent to one is lost.

import type { Context } from '../../cli/context.js';
import type { TokenContracts } from '../../money/policy/policy.js';
import { Failure } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { priceSource } from './prices.js';

/** The contracts of the listed tokens of all networks. A list that cannot be read is logged; one without any contract says nothing of them. @throws {Failure} if it is interrupted */
export async function listedContracts(context: Context): Promise<TokenContracts> {
  try {
    const addresses = contractsIn(await priceSource(context).tokens());
    return { addresses, isComplete: addresses.length > 0 };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
    context.log(`  The token list cannot be read: ${error.message}`);
    return { addresses: [], isComplete: false };
  }
}

/** The token contracts that rows name. */
const contractsIn = (rows: readonly unknown[]): readonly string[] =>
  rows
    .filter(isRecord)
    .flatMap(({ contractAddress }) => (typeof contractAddress === 'string' && contractAddress !== '' ? [contractAddress] : []));
