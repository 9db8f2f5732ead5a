// Compares a call that moves no value, but has a price, with what the service says of that price: what is applied for now is paid later.

import type { Context } from '../cli/context.js';
import { answersOf } from '../money/answers.js';
import { resolveFacts } from '../money/facts.js';
import { parseRequestFields } from '../money/request-fields.js';
import { pricedCalls } from '../money/transfer-fields.js';
import { disagreements, refusalOf } from '../money/verdict.js';
import type { Call } from '../services/catalogue/define.js';
import type { HttpRequest } from '../services/http/transport.js';
import { policyDependencies } from './transfer.js';

/** Whether a call that moves no value has a price. */
export const isPriced = ({ service, name }: Pick<Call, 'service' | 'name'>): boolean => pricedCalls[`${service} ${name}`] !== undefined;

/** Checks a request before it is sent; of a call without a price nothing is read. @throws {BadInput} CONTRADICTION; {Failure} for a price that is not an amount */
export async function checkPricedCall(context: Context, call: Call, request: HttpRequest): Promise<void> {
  const fields = pricedCalls[`${call.service} ${call.name}`];
  if (fields === undefined) return;
  const { profile, read, log } = policyDependencies(context);
  const requestFields = await parseRequestFields(call, request, profile.fieldNames);
  const facts = await resolveFacts({ call, request }, requestFields, { answers: answersOf(read), operations: [], log }, fields);
  const refused = refusalOf([...facts.problems, ...disagreements(facts)]);
  if (refused) throw refused;
}
