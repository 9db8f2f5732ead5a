// The decimals of a token from two sources: the currency of the user service, and the token list of its network
// (docs/money.md 2).

import type { Context } from '../../cli/context.js';
import type { TransferFacts } from '../../money/facts.js';
import type { Reads } from '../../money/reads.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { asText, decimalsOf, isNothing } from '../../services/json-value.js';
import { listedTokens } from './listed-tokens.js';

/** Networks that are not chains. A currency there is on no token list, so its service is the only source. */
const noChain = ['', 'SERVERED', 'IN_MIGRATION'];

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
  const rows = await listedTokens(context, network);
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
