// The decimals of a token from two sources: the currency of the user service, and the token list of its network
// (docs/money.md 2).

import type { Context } from '../../cli/context.js';
import type { TransferFacts } from '../../money/facts.js';
import type { Reads } from '../../money/reads.js';
import { duplicateField, refuseDuplicateKeys } from '../../services/duplicate-keys.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { asText, decimalsOf, isNothing, isRecord } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { readAlternatives, readingContext } from './read-alternatives.js';

/** Networks that are not chains. A currency there is on no token list, so its service is the only source. */
const noChain = ['', 'SERVERED', 'IN_MIGRATION'];
const tokenLists = {
  service: 'wallet',
  endpoints: [
    { endpoint: 'listNetworkTokens', version: 'v3' },
    { endpoint: 'listNetworkTokensV2', version: 'v2', when: 'unknown' },
  ],
} as const;

/**
 * The decimals of a transfer's token: of its currency, which on a chain must agree with the token list.
 * @returns undefined if the services return none. @throws {Guarded} DECIMALS_DISAGREE; {BadInput} DECIMALS_UNKNOWN for
 * an unlisted token
 */
export async function decimalsFromTwoSources(
  context: Context,
  facts: TransferFacts,
  reads: Reads,
): Promise<number | undefined> {
  const decimals = facts.decimals?.value;
  const [currency] = facts.fields.decimalsOf ?? [];
  if (decimals === undefined || typeof currency !== 'object' || !('read' in currency)) return decimals;
  const from = currency.read.paramsFrom?.id;
  const named =
    typeof from === 'string'
      ? asText(facts.requestFields.paramValue(from))
      : from && 'constant' in from
        ? from.constant
        : '';
  const id = named === '' ? facts.token?.value : named;
  const row = id === undefined ? undefined : await reads.get('user', 'getCurrency', { id });
  const [network, contract, symbol] = [asText(row?.network), row?.contractAddress, id];
  if (noChain.includes(network)) return decimals;
  const rows = await readTokenList(context, network);
  const listed = rows.filter(
    (row) => row.symbol === symbol || (!isNothing(contract) && row.contractAddress === contract),
  );
  const other = listed.map((row) => decimalsOf(row.decimals)).find((listed) => listed !== decimals);
  if (listed.length === 0)
    throw new BadInput(
      'DECIMALS_UNKNOWN',
      `--raw-amount needs the decimals of ${symbol} from two sources, and the token list of ${network} does not have it; nothing was sent.`,
      'Give it in whole tokens: --amount',
    );
  if (other === undefined) return decimals;
  throw new Guarded(
    'DECIMALS_DISAGREE',
    `${symbol} has ${decimals} decimals by its currency, and ${Number.isNaN(other) ? 'none' : other} by the token list of ${network}; nothing was sent.`,
    'Give it in whole tokens: --amount',
  );
}

async function readTokenList(context: Context, network: string) {
  try {
    // the service may have more networks than the enum
    const response = await readAlternatives(readingContext(context), tokenLists, { network }, { anyWord: true });
    if (response) refuseDuplicateKeys('wallet', response.call.name, response.text);
    return (listing(response?.data)?.rows ?? []).filter(isRecord);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted' || error.code === duplicateField) throw error;
    context.log(`  The tokens of ${network} cannot be read: ${error.message}`);
    return [];
  }
}
