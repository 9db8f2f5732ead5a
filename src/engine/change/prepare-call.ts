// From typed arguments to the call of a change: values by their names in the request, amounts in whole tokens.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { decimalOf, decimalText, fromBase } from '../../money/decimal.js';
import { resolveFacts, transferFieldsOf } from '../../money/facts.js';
import { checkSize } from '../../money/policy/service-terms.js';
import { parseRequestFields } from '../../money/request-fields.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { knownFields } from '../../services/http/params.js';
import { decimalsFromTwoSources } from '../read/token-decimals.js';
import { checkAddresses } from '../request/addresses.js';
import { type AnyEndpoint, type BuildableCall, typedCallOf } from '../request/call.js';
import { selectEndpoint } from '../request/endpoints.js';
import { type ParamLabels, paramsByName } from '../request/parameters.js';
import { flagOf, keyOf, type Params, paramsOf, requestFields, valueNames } from '../request/params.js';
import { rawAmountOf } from './base-units.js';
import type { AnyChange, ChangeRun } from './change-spec.js';
import type { SourceParams } from './prepared-request.js';
import { fieldNamesOf } from './transfer.js';

/** A call that is ready to be built, and the parameters that its values come from. */
export interface PreparedCall extends BuildableCall {
  readonly source: SourceParams;
}

/** Prepares the call of a change. @throws {BadInput} {Guarded} */
export async function prepareCall(run: ChangeRun): Promise<PreparedCall> {
  const { spec, args, context } = run;
  const typed = paramsOf(spec, args, context);
  if (spec.options?.some(({ as }) => as === 'address')) await checkAddresses(spec, args);
  const rawAmount = rawAmountOf(args);
  const input = rawAmount === undefined ? typed : { ...typed, amount: await toWholeTokens(run, typed, rawAmount) };
  const { call, params, values } = await filledCall(run, input);
  const { build } = await buildable(context, call, values);
  return { call, build, source: { input, params, wholeBody: args.options.input !== undefined } };
}

/**
 * The sent values of a call: `params` by parameter (the input after `toParams`), `values` by the names of the request.
 */
interface FilledCall {
  readonly call: Call;
  readonly params: Params;
  readonly values: Params;
}
async function filledCall({ spec, args, context }: ChangeRun, input: Params): Promise<FilledCall> {
  const params = spec.toParams ? await spec.toParams(input, args, context) : input;
  const [choice] = await selectEndpoint(spec.endpoints, params, args.options, context);
  const service = choice.service ?? spec.service;
  const call = (await catalogue(service)).calls[choice.endpoint]!;
  const sources = paramSources(spec, input, params, args);
  const values = await paramsByName(context, service, call.name, requestFields(params), args.options, sources);
  return { call, params, values };
}

const buildable = (context: Context, { service, name }: Call, values: Params): Promise<BuildableCall> =>
  typedCallOf(context, service as ServiceName, name as AnyEndpoint, values);

/**
 * Converts base units to whole tokens, by the platform's decimals for the other parameters of the call.
 * @throws {BadInput} DECIMALS_UNKNOWN, AMOUNT_TOO_LARGE; {Guarded} DECIMALS_DISAGREE
 */
async function toWholeTokens(run: ChangeRun, typed: Params, base: string): Promise<string> {
  const { call, values } = await filledCall(run, typed);
  checkSize(base, 0);
  const decimals = transferFieldsOf(call).decimals ?? (await readDecimals(run, call, values));
  if (decimals !== undefined) return decimalText(fromBase(decimalOf(base)!, decimals));
  throw new BadInput(
    'DECIMALS_UNKNOWN',
    '--raw-amount is in base units, and the platform does not return the decimals of the token; nothing was sent.',
    'Give it in whole tokens: --amount',
  );
}
async function readDecimals({ context, reads }: ChangeRun, call: Call, values: Params): Promise<number | undefined> {
  // the amount is not yet known
  const complete = knownFields(call.body).amount?.required === true ? { ...values, amount: '1' } : values;
  const { build } = await buildable(context, call, complete);
  const request = await build(await context.http().requestContext());
  const fields = await parseRequestFields(call, request, fieldNamesOf(context));
  const log = (line: string) => context.log(line);
  const facts = await resolveFacts({ call, request }, fields, { reads, operations: [], log });
  return decimalsFromTwoSources(context, facts, reads);
}

/** How each parameter was typed (`--amount`, `<id>`), for messages. The command adds the others. */
function paramSources(
  { values, options = [] }: AnyChange,
  input: Params,
  params: Params,
  { options: { rawAmount } }: Arguments,
): ParamLabels {
  return {
    ...Object.fromEntries(
      Object.keys(params).map((param) => [param, input[param] === undefined ? 'the command' : `--${kebab(param)}`]),
    ),
    ...Object.fromEntries(
      options.flatMap((option) =>
        option.param === false ? [] : [[option.param ?? keyOf(option), flagOf(option)] as const],
      ),
    ),
    ...Object.fromEntries(valueNames(values).map(({ name }) => [name, `<${kebab(name)}>`])),
    ...(rawAmount === undefined ? {} : { amount: '--raw-amount' }),
  };
}
