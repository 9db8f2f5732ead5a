// The amount of `--raw-amount` in whole tokens, by the platform's decimals for the other parameters of its call.

import { decimalOf, decimalText, fromBase } from '../../money/decimal.js';
import { resolveFacts, transferFieldsOf } from '../../money/facts.js';
import { checkSize } from '../../money/policy/service-terms.js';
import { parseRequestFields } from '../../money/request-fields.js';
import { BadInput } from '../../services/http/errors.js';
import { decimalsFromTwoSources } from '../read/token-decimals.js';
import type { BuildableCall } from '../request/call.js';
import type { ChangeRun } from './change-spec.js';
import { fieldNamesOf } from './transfer.js';

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
