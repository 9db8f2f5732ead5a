// The tokens that the wallet service lists, as facts of a transfer: their decimals, prices and contracts.

import type { Context } from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import type { TokenContracts } from '../../money/policy/policy.js';
import { duplicateField, refuseDuplicateKeys } from '../../services/duplicate-keys.js';
import { partFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import type { Row } from '../../services/json-value.js';
import { listRows } from '../request/validate-response.js';
import { readAllTokens, readNetworkTokens } from './token-lists.js';

function rowsOf(response: Response): readonly Row[] {
  refuseDuplicateKeys('wallet', response.call.name, response.text);
  return listRows(response);
}

const lists = new WeakMap<Context, Map<string, Promise<readonly Row[]>>>();
/**
 * The listed tokens of a network, read once in a run. Empty if unreadable, which is logged.
 * @throws {Failure} at an interruption; DUPLICATE_FIELD
 */
export function listedTokens(context: Context, network: string): Promise<readonly Row[]> {
  const listsOfRun = lists.get(context) ?? new Map<string, Promise<readonly Row[]>>();
  lists.set(context, listsOfRun);
  const list = listsOfRun.get(network) ?? readList(context, network);
  listsOfRun.set(network, list);
  return list;
}

async function readList(context: Context, network: string): Promise<readonly Row[]> {
  try {
    return rowsOf(await readNetworkTokens(context, network));
  } catch (error) {
    if (partFailure(error).code === duplicateField) throw error;
    context.note(leftOut(`The tokens of ${network} cannot be read`, error));
    return [];
  }
}

/** The listed tokens of all networks. @throws {Failure} DUPLICATE_FIELD, and of the read */
export const tokensOfAllNetworks = async (context: Context): Promise<readonly Row[]> =>
  rowsOf(await readAllTokens(context));

/**
 * The contracts of the listed tokens of all networks: value sent to one is lost. Notes an unreadable list. A list
 * without contracts proves nothing.
 * @throws {Failure} at an interruption
 */
export async function listedContracts(context: Context): Promise<TokenContracts> {
  try {
    const addresses = (await tokensOfAllNetworks(context)).flatMap(({ contractAddress }) =>
      typeof contractAddress === 'string' && contractAddress !== '' ? [contractAddress] : [],
    );
    return { addresses, isComplete: addresses.length > 0 };
  } catch (error) {
    context.note(leftOut('The token list cannot be read', error));
    return { addresses: [], isComplete: false };
  }
}
