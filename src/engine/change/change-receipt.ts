// The receipt of a change: reads about it, its parameters under their names on the command line, and other fields.

import type { Context } from '../../cli/command/command.js';
import { valuesOf } from '../../cli/command/command-values.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { grouped } from '../../money/values/decimal.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { Failure } from '../../services/http/errors.js';
import { isNothing, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { type Column, cellOf, labelOf } from '../../text/column.js';

import { masked } from '../../text/mask.js';
import { roleOf, roleOfField } from '../../text/receipt.js';
import { keyOf, type Params } from '../request/params.js';
import type { AnyAbout, AnyChange, ChangeRun } from './change-spec.js';
import type { PreparedRequest } from './prepared-request.js';

/**
 * Prints the receipt of a change: the reads in `about`, and the fields of the request from any source.
 * @throws {Failure}
 */
export async function printChangeReceipt(run: ChangeRun, prepared: PreparedRequest): Promise<void> {
  await printReceipt(run.context, run.spec.summary, await changeLines(run, prepared));
}

/** The lines of the receipt of a change. @throws {Failure} */
export async function changeLines(run: ChangeRun, prepared: PreparedRequest): Promise<readonly ReceiptLine[]> {
  const { spec, args, context } = run;
  const { about = [], receiptLines } = spec;
  const rows: (Row | undefined)[] = [];
  const lines: ReceiptLine[] = [];
  for (const source of about) {
    const row = await readAbout(source, prepared, run);
    rows.push(row);
    if (row) lines.push(...rowLines(await shownRow(row, source, spec.service, context), source.columns, context));
  }
  lines.push(
    ...inputLines(spec, prepared.input),
    ...prepared.otherFields(labelledParams(spec)),
    ...((await receiptLines?.(rows, prepared.params, context)) ?? []),
    ...prepared.baseUnitLines(args),
  );
  return prepared.withPolicy(lines);
}

async function readAbout(
  about: AnyAbout,
  { params, body, fieldOf }: PreparedRequest,
  { spec, reads }: ChangeRun,
): Promise<Row | undefined> {
  const {
    service = spec.service,
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
    const query = open && omitFields(body, Object.values(paramsFrom).map(fieldOf));
    return await reads.get(service, endpoint, query ? { ...values, query } : values);
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

/** The receipt lines of an item that is no person, with personal data masked on a terminal. */
export const itemLines = (row: Row, columns: readonly Column[], context: Context): readonly ReceiptLine[] =>
  rowLines(context.out.isMasked('stderr') ? (masked(row) as Row) : row, columns, context);

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
  roleOf(column),
];

/** The parameters of values and options, with their names on the command line. */
function labelledParams({ values, options = [] }: AnyChange): readonly (readonly [param: string, label: string])[] {
  return [
    ...valuesOf(values).map(({ key }) => [key, key] as const),
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
    const text = String(value);
    return [[labelOf(label), amounts.includes(param) ? grouped(text) : text, roleOfField(label)] as const];
  });
}
