// Compares a call that moves no value, but has a price, with what the service says of that price: what is applied for now is paid later.

import type { Context } from '../cli/context.js';
import { checkAgreement } from '../money/policy/agreement.js';
import { gatherFacts } from '../money/policy/facts.js';
import { pricedCalls } from '../money/transfer-fields.js';
import type { Call } from '../services/catalogue/define.js';
import type { HttpRequest } from '../services/http/transport.js';
import { policyDependencies } from './transfer.js';

/** Checks a request before it is sent; of a call without a price nothing is read. @throws {BadInput} CONTRADICTION; {Failure} for a price that is not an amount */
export async function checkPricedCall(context: Context, call: Call, request: HttpRequest): Promise<void> {
  const fields = pricedCalls[`${call.service} ${call.name}`];
  if (fields === undefined) return;
  const { requestFields, find } = await gatherFacts(call, request, policyDependencies(context));
  await checkAgreement(fields, requestFields, find);
}
