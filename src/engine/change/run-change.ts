// Runs commands that change something: prompts, receipt, confirmation, call, result.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { nextCommand } from '../../cli/next-command.js';
import type { Presentation } from '../../cli/output/output.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { type Question, runWizard } from '../../cli/prompts/wizard.js';
import { isDryRun } from '../../cli/settings.js';
import { grouped } from '../../money/amount-text.js';
import { type Reads, readsOf } from '../../money/reads.js';
import type { TransferOptions } from '../../money/transfer-request.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { Failure, OutcomeUnknown } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { isNothing, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { type Column, cellOf } from '../../text/column.js';
import { labelOf } from '../../text/label.js';
import { masked } from '../../text/mask.js';
import { withContacts } from '../read/contacts.js';
import { logReadFailure } from '../read/log-read-failure.js';
import { printCode } from '../read/print-code.js';
import { addressProblemOf, checkAddresses } from '../request/addresses.js';
import { type AnyEndpoint, callEndpoint, readEndpoint } from '../request/call.js';
import { selectEndpoint } from '../request/endpoints.js';
import { questionOf } from '../request/missing-options.js';
import { type ParamLabels, paramsByName } from '../request/parameters.js';
import { flagOf, keyOf, type Params, paramsOf, requestFields, valueNames } from '../request/params.js';
import { rawAmountOf } from './base-units.js';
import type { AnyAbout, AnyChange, ReadRow } from './change-spec.js';
import { moneyOptionsOf } from './money-options.js';
import type { PreparedRequest } from './prepared-request.js';
import { prepare, toWholeTokens, transferWithReceipt } from './prepared-request.js';
import { factRead } from './transfer.js';

/**
 * The arguments of a change: what is missing is prompted for, and names of contacts are addresses.
 * @throws {BadInput} {Failure} if the person leaves
 */
export async function completed(spec: AnyChange, args: Arguments, context: Context): Promise<Arguments> {
  await moneyOptionsOf(args.options); // a wrong option is refused before a prompt
  const typedArgs = await runWizard(args, questionsOf(spec, context), spec.values, context);
  return spec.money === 'to recipient' ? withContacts(spec, typedArgs, context) : typedArgs;
}

/**
 * Shows the receipt, makes the call and prints its result.
 * @param completeArgs those of `completed`
 * @returns the exit code. @throws {Failure}
 */
export async function runChange(spec: AnyChange, completeArgs: Arguments, context: Context): Promise<number> {
  const money = await moneyOptionsOf(completeArgs.options);
  const reads = readsOf(factRead(context));
  const call = await prepareCall(spec, completeArgs, context, reads);
  const options = { ...money, reads };
  const response = await makeCall(spec, call, completeArgs, context, options).catch((error: unknown) => {
    throw withNextCommand(spec, error, call.params, context);
  });
  if (response) await printResult(spec, response, call.params, context, reads);
  return 0;
}

/** Shows the receipt and makes the call. @returns undefined for --dry-run */
async function makeCall(
  spec: AnyChange,
  { call, values, input, params }: PreparedCall,
  args: Arguments,
  context: Context,
  options: TransferOptions,
): Promise<Response | undefined> {
  const fields = { input, params, wholeBody: args.options.input !== undefined };
  if (call.effect === 'money') {
    return transferWithReceipt(context, call, values, { ...options, fields }, (prepared) =>
      showReceipt(spec, prepared, args, context, options.reads),
    );
  }
  if (!isDryRun(context.flags) && !fields.wholeBody && ((spec.about ?? []).length > 0 || spec.receiptLines)) {
    await showReceipt(spec, await prepare(context, call, values, fields), args, context, undefined);
  }
  return callEndpoint(context, call.service as ServiceName, call.name as AnyEndpoint, values);
}

interface PreparedCall {
  readonly call: Call;
  /** By the names of path and fields. */
  readonly values: Params;
  /** The typed values, by parameter. */
  readonly input: Params;
  /** The sent values, by parameter: `input` after `toParams`. */
  readonly params: Params;
}
async function prepareCall(spec: AnyChange, args: Arguments, context: Context, reads: Reads): Promise<PreparedCall> {
  const input = paramsOf(spec, args, context);
  if (spec.options?.some(({ as }) => as === 'address')) await checkAddresses(spec, args);
  const rawAmount = rawAmountOf(args);
  const prepared = await prepareCallWith(spec, input, args, context);
  if (rawAmount === undefined) return prepared;
  const amount = await toWholeTokens(context, prepared.call, prepared.values, rawAmount, reads);
  return prepareCallWith(spec, { ...input, amount }, args, context);
}
async function prepareCallWith(
  spec: AnyChange,
  input: Params,
  args: Arguments,
  context: Context,
): Promise<PreparedCall> {
  const params = spec.toParams ? await spec.toParams(input, args, context) : input;
  const [choice] = await selectEndpoint(spec.endpoints, params, args.options, context);
  const service = choice.service ?? spec.service;
  const call = (await catalogue(service)).calls[choice.endpoint]!;
  const sources = paramSources(spec, input, params, args);
  const values = await paramsByName(context, service, call.name, requestFields(params), args.options, sources);
  return { input, params, call, values };
}

/** Adds the command that reads the outcome to a failure with an unknown outcome, unless it names one. */
function withNextCommand(spec: AnyChange, error: unknown, params: Params, context: Context): unknown {
  if (!(error instanceof OutcomeUnknown) || error.where.look !== undefined) return error;
  const line = spec.next?.(params, {});
  if (line === undefined) return error;
  const { code, message, where, cause, hint } = error;
  return new OutcomeUnknown(code, message, { ...where, look: nextCommand(context, line) }, cause, hint);
}

async function printResult(
  { readBack, columns, id, next, steps }: AnyChange,
  response: Response,
  params: Params,
  context: Context,
  reads: Reads,
): Promise<void> {
  const presentation: Presentation = { columns, idPath: id };
  const json = await (typeof readBack === 'object' ? readBack.read : readBack)?.(params, context, response).catch(
    (error: unknown) => logReadFailure(error, context),
  );
  if (json === undefined) await context.out.printResponse(response, presentation);
  else await context.out.print(json, presentation);
  if (response.isEarlier && response.text === '') return; // no data for a next step
  const row = isRecord(response.data) ? response.data : {};
  const read: ReadRow = (service, endpoint, values) => reads.get(service, endpoint, values).catch(() => undefined);
  for (const step of (await steps?.(params, row, read)) ?? []) {
    context.log(`  ${typeof step === 'string' ? step : step.says}`);
    if (typeof step !== 'string') await printCode(step.code, context);
  }
  const line = next?.(params, row, response.operation);
  if (line !== undefined) context.log(`  Next: ${nextCommand(context, line)}`);
}

/** Shows the receipt: the reads in `about`, and the fields of the request from any source. */
async function showReceipt(
  spec: AnyChange,
  prepared: PreparedRequest,
  args: Arguments,
  context: Context,
  reads: Reads | undefined,
): Promise<void> {
  const { about = [], receiptLines } = spec;
  const rows: (Row | undefined)[] = [];
  const lines: ReceiptLine[] = [];
  for (const source of about) {
    const row = await readAbout(source, spec.service, prepared, reads ?? readsOf(factRead(context)), context);
    rows.push(row);
    if (row) lines.push(...rowLines(await shownRow(row, source, spec.service, context), source.columns, context));
  }
  lines.push(
    ...inputLines(spec, prepared.input),
    ...prepared.otherFields(labelledParams(spec)),
    ...(receiptLines?.(rows, prepared.params, context) ?? []),
    ...(reads ? prepared.baseUnitLines(args) : []),
  );
  await printReceipt(context, spec.summary, prepared.withPolicy(lines));
}

async function readAbout(
  about: AnyAbout,
  defaultService: ServiceName,
  { params, body, fieldOf }: PreparedRequest,
  reads: Reads,
  context: Context,
): Promise<Row | undefined> {
  const {
    service = defaultService,
    endpoint,
    paramsFrom = { id: 'id' },
    params: constants,
    requires,
    open,
    optional,
  } = about;
  if (requires !== undefined && params[requires] === undefined) return undefined;
  const filled = Object.entries(paramsFrom).map(([field, name]) => [field, params[name]] as const);
  if (filled.some(([, value]) => value === undefined)) return undefined; // a whole body may use an unknown name
  const values = { ...constants, ...Object.fromEntries(filled) };
  try {
    if (!open) return await reads.get(service, endpoint, values);
    const query = omitFields(body, Object.values(paramsFrom).map(fieldOf));
    return await reads.get(
      service,
      endpoint,
      { ...values, query },
      async () => (await readEndpoint(context, service, endpoint as AnyEndpoint, { ...values, query })).text,
    );
  } catch (error) {
    if (optional && error instanceof Failure && error.kind === 'not-found') return undefined;
    throw error;
  }
}
const omitFields = (body: Row, fields: readonly (string | undefined)[]): Row =>
  Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)));

/** The row of a receipt, with personal data masked on a terminal. */
async function shownRow(
  row: Row,
  { service, endpoint }: AnyAbout,
  defaultService: ServiceName,
  context: Context,
): Promise<Row> {
  if (!context.out.isMasked('stderr')) return row;
  return masked(row, {
    persons: (await catalogue(service ?? defaultService)).calls[endpoint]?.persons === true,
  }) as Row;
}

const maxOtherFields = 8;
/** The receipt lines of a row. If a column has no value, other fields follow: nobody should confirm a dash. */
function rowLines(row: Row, columns: readonly Column[], context: Context): ReceiptLine[] {
  const hasValue = (path: string) => !isNothing(valueAt(row, path)) && valueAt(row, path) !== '';
  const filledColumns = columns.filter(({ path }) => hasValue(path));
  const otherFields =
    filledColumns.length === columns.length
      ? []
      : Object.keys(row).filter(
          (name) =>
            isScalar(row[name]) &&
            hasValue(name) &&
            columns.every(({ path }) => path !== name && !path.startsWith(`${name}.`)),
        );
  const otherColumns = otherFields.slice(0, maxOtherFields).map((path): Column => ({ path }));
  return [...filledColumns, ...otherColumns].map((column) => columnLine(row, column, context));
}

const columnLine = (row: Row, column: Column, context: Context): ReceiptLine => [
  column.heading ?? labelOf(column.path),
  context.out.redact.clean(cellOf(row, column, context.world.clock.now(), 'whole').text),
];

/** The parameters of values and options, with their names on the command line. */
function labelledParams({ values, options = [] }: AnyChange): readonly (readonly [param: string, label: string])[] {
  return [
    ...valueNames(values).map(({ name }) => [name, name] as const),
    ...options.flatMap((option) =>
      option.param === false ? [] : [[option.param ?? keyOf(option), keyOf(option)] as const],
    ),
  ];
}

/** The receipt lines of the parameters, under their names on the command line. */
function inputLines(spec: AnyChange, input: Params): ReceiptLine[] {
  const amounts = (spec.options ?? []).flatMap((option) =>
    option.as === 'amount' && option.param !== false ? [option.param ?? keyOf(option)] : [],
  );
  return labelledParams(spec).flatMap(([param, label]) => {
    const value = input[param];
    if (value === undefined || typeof value === 'object') return [];
    return [[labelOf(label), amounts.includes(param) ? grouped(String(value)) : String(value)] as const];
  });
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

/** A question for each required value and option, and for optional ones in `prompts`. */
export function questionsOf(spec: Pick<AnyChange, 'values' | 'options' | 'prompts'>, context: Context): Question[] {
  const { values, options = [], prompts = {} } = spec;
  const requiredValues = valueNames(values).filter(({ required }) => required);
  return [
    ...requiredValues.map(({ name }): Question => ({ key: name, label: labelOf(name), ...prompts[name] })),
    ...options
      .filter((option) => option.required || prompts[keyOf(option)])
      .map(
        (option): Question => ({
          ...questionOf(option, context),
          optional: !option.required || undefined,
          ...(option.as === 'address' ? { validate: async (text, args) => addressProblemOf(text, args) } : {}),
          ...prompts[keyOf(option)],
        }),
      ),
  ];
}
