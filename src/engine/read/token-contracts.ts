// The contracts of listed tokens: value sent to one is lost.

import type { Context } from '../../cli/context.js';
import type { TokenContracts } from '../../money/policy/policy.js';
import { Failure } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { priceSource } from './prices.js';

/**
 * The contracts of the listed tokens of all networks. Logs an unreadable list. A list without contracts proves nothing.
 * @throws {Failure} at an interruption
 */
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

const contractsIn = (rows: readonly unknown[]): readonly string[] =>
  rows
    .filter(isRecord)
    .flatMap(({ contractAddress }) =>
      typeof contractAddress === 'string' && contractAddress !== '' ? [contractAddress] : [],
    );
