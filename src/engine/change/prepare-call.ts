// From typed arguments to the call of a change: values by their names in the request, amounts in whole tokens.

import type { Arguments } from '../../cli/command.js';
import { valuesOf } from '../../cli/command-values.js';
import { kebab } from '../../services/catalogue/define.js';
import { checkAddresses } from '../request/addresses.js';
import { type AnyEndpoint, type BuildableCall, typedCallOf } from '../request/call.js';
import { selectEndpoint } from '../request/endpoints.js';
import type { ParamLabels } from '../request/fields.js';
import { paramsByName } from '../request/parameters.js';
import { flagOf, keyOf, type Params, paramsOf, requestFields } from '../request/params.js';
import { rawAmountOf } from './base-units.js';
import type { AnyChange, ChangeRun } from './change-spec.js';
import type { SourceParams } from './prepared-request.js';
import { wholeTokensOf } from './whole-tokens.js';

/** A call that is ready to be built, and the parameters that its values come from. */
export interface PreparedCall extends BuildableCall {
  readonly source: SourceParams;
}

/** Prepares the call of a change; an amount in base units becomes one in whole tokens. @throws {BadInput} {Guarded} */
export async function prepareCall(run: ChangeRun): Promise<PreparedCall> {
  const { spec, args, context } = run;
  const typed = paramsOf(spec, args, context);
  if (spec.options?.some(({ as }) => as === 'address')) await checkAddresses(spec, args);
  const rawAmount = rawAmountOf(args);
  if (rawAmount === undefined) return filledCall(run, typed);
  const draft = await filledCall(run, { ...typed, amount: '1' }); // the amount is not yet known
  return filledCall(run, { ...typed, amount: await wholeTokensOf(rawAmount, draft, run) });
}

/** The call with its input: by parameter after `toParams`, and by the names of the request. */
async function filledCall({ spec, args, context }: ChangeRun, input: Params): Promise<PreparedCall> {
  const params = spec.toParams ? await spec.toParams(input, args, context) : input;
  const [{ service = spec.service, endpoint }] = await selectEndpoint(spec.endpoints, params, context);
  const sources = paramSources(spec, input, params, args);
  const values = await paramsByName(context, service, endpoint, requestFields(params), args.options, sources);
  const buildable = await typedCallOf(context, service, endpoint as AnyEndpoint, values);
  return { ...buildable, source: { input, params, wholeBody: args.options.input !== undefined } };
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
    ...Object.fromEntries(valuesOf(values).map(({ key, name }) => [key, `<${name}>`])),
    ...(rawAmount === undefined ? {} : { amount: '--raw-amount' }),
  };
}
