// Runs a change: arguments, call, receipt, confirmation, result. Each part is a file of its own.
import { type Arguments, type Context, type Result, responseResult, resultOf } from '../../cli/command/command.js';
import { valuesOf } from '../../cli/command/command-values.js';
import type { Presentation } from '../../cli/output/output.js';
import { subjectOf } from '../../cli/prompts/confirmation.js';
import { printReceipt } from '../../cli/prompts/receipt.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { isDryRun } from '../../cli/settings/options.js';
import { resolveFacts, type TransferFacts, transferFieldsOf } from '../../money/facts/facts.js';
import { type Reads, readsOf } from '../../money/facts/reads.js';
import { parseRequestFields } from '../../money/facts/request-fields.js';
import { checkSize } from '../../money/policy/service-terms.js';
import { decimalOf, decimalText, fromBase } from '../../money/values/decimal.js';
import { kebab } from '../../services/catalogue/define.js';
import { BadInput, Guarded, OutcomeUnknown } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { asText, decimalsOf, isNothing, isRecord } from '../../services/json-value.js';
import { listedTokens } from '../read/listed-tokens.js';
import { noteReadFailure } from '../read/partly.js';
import { checkAddresses } from '../request/addresses.js';
import { type AnyEndpoint, type Asked, type BuildableCall, typedCallOf, usable } from '../request/call.js';
import { selectEndpoint } from '../request/endpoints.js';
import type { ParamLabels } from '../request/fields.js';
import { paramsByName } from '../request/parameters.js';
import { flagOf, keyOf, type Params, paramsOf, requestFields } from '../request/params.js';
import { rawAmountOf } from './base-units.js';
import { changeLines, printChangeReceipt } from './change-receipt.js';
import type { AnyChange, ChangeRun, ReadRow } from './change-spec.js';
import { completeArguments } from './complete-arguments.js';
import { moneyOptionsOf } from './money-options.js';
import { performCall, preparedChange, type SourceParams, withPrepared } from './prepared-request.js';
import { factRead, fieldNamesOf } from './transfer.js';

// The amount of `--raw-amount` in whole tokens, by the platform's decimals for the other parameters of its call.

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
      `--raw-amount needs the decimals of ${symbol} from two sources, and the token list of ${network} does not have it.`,
      'Give it in whole tokens: --amount',
    );
  if (other === undefined) return decimals;
  throw new Guarded(
    'DECIMALS_DISAGREE',
    `${symbol} has ${decimals} decimals by its currency, and ${Number.isNaN(other) ? 'none' : other} by the token list of ${network}.`,
    'Give it in whole tokens: --amount',
  );
}

/**
 * Converts the base units of an amount to whole tokens.
 * @param draft the call with any amount
 * @throws {BadInput} DECIMALS_UNKNOWN, AMOUNT_TOO_LARGE; {Guarded} DECIMALS_DISAGREE
 */
async function wholeTokensOf(base: string, draft: BuildableCall, run: ChangeRun) {
  checkSize(base, 0);
  const decimals = transferFieldsOf(draft.call).decimals ?? (await readDecimals(draft, run));
  if (decimals !== undefined) return decimalText(fromBase(decimalOf(base)!, decimals));
  throw new BadInput(
    'DECIMALS_UNKNOWN',
    '--raw-amount is in base units, and the platform does not return the decimals of the token.',
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
  const facts = await resolveFacts({ call, request }, fields, { reads, responding: async () => [], log });
  return decimalsFromTwoSources(context, facts, reads);
}

// The result of a change: its response or what is read back, steps for a person, and the next command.

/** The result of a change, with the steps for a person, and the command that shows its outcome. @throws {Failure} */
async function resultOfChange(
  { spec: { readBack, columns, id, next, steps }, context, reads }: ChangeRun,
  response: Response,
  params: Params,
): Promise<Result> {
  const presentation: Presentation = { columns, idPath: id };
  const json = await (typeof readBack === 'object' ? readBack.read : readBack)?.(params, context, response).catch(
    (error: unknown) => noteReadFailure(error, context),
  );
  const result = json === undefined ? responseResult(response, presentation, context) : resultOf(json, presentation);
  if (response.isEarlier && response.text === '') return result; // no data for a next step
  if (context.out.deferred?.code === 'ANSWER_CONTRADICTS') return result; // no step follows what contradicts
  const row = isRecord(response.data) ? response.data : {};
  const read: ReadRow = (service, endpoint, values) => reads.get(service, endpoint, values).catch(() => undefined);
  let qr: string | undefined;
  for (const step of (await steps?.(params, row, read)) ?? []) {
    context.note({ is: 'fact', text: typeof step === 'string' ? step : step.says });
    if (typeof step !== 'string') qr = step.code;
  }
  const line = next?.(params, row, response.operation);
  if (line !== undefined) context.note({ is: 'next', line: nextCommand(context, line) });
  return { ...result, shown: { ...result.shown, qr } };
}

// From typed arguments to the call of a change: values by their names in the request, amounts in whole tokens.

/** A call that is ready to be built, and the parameters that its values come from. */
interface PreparedCall extends BuildableCall {
  readonly source: SourceParams;
  /** How the sent parameters were typed. */
  readonly labels: ParamLabels;
}

/** Prepares the call of a change; an amount in base units becomes one in whole tokens. @throws {BadInput} {Guarded} */
async function prepareCall(run: ChangeRun): Promise<PreparedCall> {
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
  const labels = paramSources(spec, input, params, args);
  const values = await paramsByName(context, service, endpoint, requestFields(params), args.options, labels);
  return {
    ...(await typedCallOf(context, service, endpoint as AnyEndpoint, values)),
    source: { input, params, wholeBody: args.options.input !== undefined },
    labels,
  };
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

/** Runs a change with typed arguments. @returns its result; undefined for a dry run. @throws {Failure} */
export async function runChange(spec: AnyChange, typedArgs: Arguments, context: Context): Promise<Result | undefined> {
  const args = await completeArguments(spec, typedArgs, context);
  const run: ChangeRun = { spec, args, context, reads: readsOf(factRead(context)) };
  const call = await prepareCall(run);
  const { params } = call.source;
  const response = await makeCall(run, call).catch((error: unknown) => {
    throw withNextCommand(run, error, params);
  });
  return response && resultOfChange(run, response, params);
}

/** Shows the receipt and makes the call. @returns nothing for a dry run */
async function makeCall(run: ChangeRun, prepared: PreparedCall): Promise<Response | undefined> {
  const { call, source, labels } = prepared;
  const { args, context, reads } = run;
  const asked = call.effect === 'money' ? undefined : await showChange(run, prepared);
  const options = { ...(await moneyOptionsOf(args.options)), reads, typed: { labels, values: source.input } };
  const show = withPrepared(source, (request) => printChangeReceipt(run, request));
  const response = await performCall(context, prepared, options, show, asked);
  return response && usable(response);
}

/**
 * Shows the receipt of a change that moves no value, if it says more than the confirmation.
 * @returns the question, which names what the receipt is about; undefined for one about the request
 */
async function showChange(run: ChangeRun, { call, build, source }: PreparedCall): Promise<Asked | undefined> {
  const { spec, context } = run;
  if (isDryRun(context.flags) || source.wholeBody) return undefined;
  const request = await build(await context.http().requestContext());
  const lines = await changeLines(run, await preparedChange(call, request, fieldNamesOf(context), source));
  const saysMore = (spec.about ?? []).length > 0 || spec.receiptLines !== undefined;
  if (saysMore) await printReceipt(context, spec.summary, lines);
  const subject = subjectOf(lines, ['Request', `${request.method} ${new URL(request.url).pathname}`]);
  return { subject };
}

/** Adds the command that reads the outcome to a failure with an unknown outcome, unless it names one. */
function withNextCommand({ spec, context }: ChangeRun, error: unknown, params: Params): unknown {
  if (!(error instanceof OutcomeUnknown) || error.where.look !== undefined) return error;
  const line = spec.next?.(params, {});
  if (line === undefined) return error;
  const { message, where, cause, hint } = error;
  return new OutcomeUnknown(error, message, { ...where, look: nextCommand(context, line) }, cause, hint);
}
