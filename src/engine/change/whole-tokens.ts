// The amount of `--raw-amount` in whole tokens, by the platform's decimals for the other parameters of its call.

import type { Context } from '../../cli/context.js';
import { decimalOf, decimalText, fromBase } from '../../money/decimal.js';
import { resolveFacts, type TransferFacts, transferFieldsOf } from '../../money/facts.js';
import { checkSize } from '../../money/policy/service-terms.js';
import type { Reads } from '../../money/reads.js';
import { parseRequestFields } from '../../money/request-fields.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { asText, decimalsOf, isNothing } from '../../services/json-value.js';
import { listedTokens } from '../read/listed-tokens.js';
import type { BuildableCall } from '../request/call.js';
import type { ChangeRun } from './change-spec.js';
import { fieldNamesOf } from './transfer.js';

// The decimals of a token from two sources: the currency of the user service, and the token list of its network
// (docs/money.md 2).

/** Networks that are not chains. A currency there is on no token list, so its service is the only source. */
const noChain = ['', 'SERVERED', 'IN_MIGRATION'];

/**
 * The decimals of a transfer's token: of its currency, which on a chain must agree with the token list.
 * @returns undefined if the services return none. @throws {Guarded} DECIMALS_DISAGREE; {BadInput} DECIMALS_UNKNOWN for
 * an unlisted token
 */
async function decimalsFromTwoSources(
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

/**
 * Converts the base units of an amount to whole tokens.
 * @param draft the call with any amount
 * @throws {BadInput} DECIMALS_UNKNOWN, AMOUNT_TOO_LARGE; {Guarded} DECIMALS_DISAGREE
 */
export async function wholeTokensOf(base: string, draft: BuildableCall, run: ChangeRun): Promise<string> {
  checkSize(base, 0);
  const decimals = transferFieldsOf(draft.call).decimals ?? (await readDecimals(draft, run));
  if (decimals !== undefined) return decimalText(fromBase(decimalOf(base)!, decimals));
  throw new BadInput(
    'DECIMALS_UNKNOWN',
    '--raw-amount is in base units, and the platform does not return the decimals of the token; nothing was sent.',
    'Give it in whole tokens: --amount',
  );
}

async function readDecimals(
  { call, build }: BuildableCall,
  { context, reads }: ChangeRun,
): Promise<number | undefined> {
  const request = await build(await context.http().requestContext());
  const fields = await parseRequestFields(call, request, fieldNamesOf(context));
  const log = (line: string) => context.log(line);
  const facts = await resolveFacts({ call, request }, fields, { reads, responding: () => [], log });
  return decimalsFromTwoSources(context, facts, reads);
}
