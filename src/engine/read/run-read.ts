// Runs commands that read: requests, pages, filters and output.

import type { Arguments, Context } from '../../cli/command.js';
import { valuesOf } from '../../cli/command-values.js';

import type { Presentation } from '../../cli/output/output.js';
import { runWizard } from '../../cli/prompts/wizard.js';
import { catalogue } from '../../services/catalogue/index.js';
import { recordIn, rowsIn } from '../../services/decode/rows.js';
import { asDeclared, inCamel } from '../../services/decode/spelling.js';
import { BadInput, type Failure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import type { Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { Spool } from '../../services/spool.js';
import type { Chart } from '../../text/chart.js';
import { chartLines } from '../../text/chart.js';
import { codeText } from '../../text/code.js';
import { type Column, columnsOfNobody } from '../../text/column.js';
import { isForScreenReader } from '../../text/dialogue.js';
import type { Line } from '../../text/line.js';
import { chartTexts } from '../../text/spoken-record.js';
import { checkAddresses } from '../request/addresses.js';
import { inOurNames } from '../request/call.js';
import { questionOf } from '../request/missing-options.js';
import { keyOf, type Params, paramsOf, rowFiltersOf, selectingOptions, serverFilters } from '../request/params.js';
import { filterRows, ignoredFilters } from '../request/row-filters.js';
import { followsPages, isOneRecord, isPolled, rowsOfRead } from '../request/shared-options.js';
import { firstPageNote } from './first-page.js';
import { joinPages, pagesFrom, rowsNeeded, upTo } from './paging.js';
import { pollRead } from './poll.js';
import { printCode } from './print-code.js';
import { fetchFirst } from './read-alternatives.js';
import type { AnyRead, FetchOnce } from './read-spec.js';
import { withoutSum } from './without-sum.js';

/** Prompts for missing required options, if possible. @throws {Failure} if the person leaves */
async function promptForMissing(
  { values, options = [] }: AnyRead,
  args: Arguments,
  context: Context,
): Promise<Arguments> {
  const typed = valuesOf(values)
    .map(({ key }) => key)
    .slice(0, args.positionals.length);
  const missing = options.filter(
    (option) =>
      option.required && args.options[keyOf(option)] === undefined && !typed.includes(option.param || keyOf(option)),
  );
  if (missing.length === 0) return args;
  const questions = missing.map((option) => questionOf(option, context));
  return runWizard(args, questions, undefined, context);
}

/**
 * The columns of a read for the account in use: without one, the figures of a person are unknown.
 */
export async function columnsFor(
  columns: readonly Column[] | undefined,
  context: Context,
): Promise<readonly Column[] | undefined> {
  if (!columns?.some(({ ofCaller }) => ofCaller) || (await context.session().isSignedIn())) return columns;
  if (context.world.stdout.isTTY)
    context.log('  Nobody is signed in: what belongs to a person is –. Sign in: tuk login');
  return columnsOfNobody(columns);
}

/** Whether an endpoint of a read returns a person, or a list of persons, by the catalogue. */
export async function returnsPersons({ service, endpoints }: AnyRead): Promise<boolean> {
  for (const choice of endpoints)
    if ((await catalogue(choice.service ?? service)).calls[choice.endpoint]?.persons === true) return true;
  return false;
}

/** Whether every endpoint of a read has a response with a public shape. */
export async function hasPublicShape({ service, endpoints }: AnyRead): Promise<boolean> {
  for (const choice of endpoints)
    if ((await catalogue(choice.service ?? service)).calls[choice.endpoint]?.response === undefined) return false;
  return true;
}

/**
 * Loads the whole response as JSON text. A screen shows the available parts with the reason for a missing one, unless
 * that failure may pass.
 * @throws {Failure} also of the first failed part, unless its rows tell
 */
export async function loadAll(
  spec: AnyRead,
  args: Arguments,
  context: Context,
  transform = transformOf(spec, args, context),
): Promise<string | undefined> {
  const partialFailures: Failure[] = [];
  const pages = await collected(pagesOf(spec, args, context, { partialFailures, transform }));
  const json = pages.length === 0 ? undefined : await joinPages(pages);
  if (spec.rowsTellFailures) return json;
  const thrown = context.forScreen ? partialFailures.find(({ retryable }) => retryable) : partialFailures[0];
  if (thrown) throw thrown;
  for (const { message } of partialFailures) context.forScreen?.leftOut(message);
  return json;
}

/** The presentation of a read for the account in use. */
async function presentationOf(spec: AnyRead, args: Arguments, context: Context): Promise<Presentation> {
  const { id, empty } = spec;
  return {
    columns: await columnsFor(spec.columns, context),
    idPath: id,
    empty: empty && emptyOf(empty, spec, args),
    commandLine: empty && (() => commandLineOf(spec, args)),
    scope: args.positionals,
    singleRecord: isOneRecord(spec),
    persons: () => returnsPersons(spec),
    hasShape: () => hasPublicShape(spec),
    of: () => rowsOfRead(spec),
  };
}

/** Repeats a read, as the options say. @returns the exit code @throws as `pollRead` */
export async function repeatRead(spec: AnyRead, typedArgs: Arguments, context: Context): Promise<number> {
  const args = await promptForMissing(spec, typedArgs, context);
  const transform = transformOf(spec, args, context);
  const load = (poll: Context) => loadAll(spec, args, poll, transform);
  return pollRead(load, context, args.options, await presentationOf(spec, args, context), spec.key ?? spec.id);
}

/**
 * Prints the whole response, or JSON lines page by page. Logs failures of parts last.
 * @returns the exit code.
 * @throws {Failure} of the first failed part
 */
export async function runRead(spec: AnyRead, typedArgs: Arguments, context: Context): Promise<number> {
  if (typedArgs.options.interval !== undefined)
    throw new BadInput('STRAY_OPTION', '--interval belongs to -w, --until or --count.');
  const args = await promptForMissing(spec, typedArgs, context);
  const partialFailures: Failure[] = [];
  const transform = transformOf(spec, args, context);
  const presentation = await presentationOf(spec, args, context);
  const pages = pagesOf(spec, args, context, { partialFailures, transform });
  const { format, sortBy, limit, sum } = context.out.options;
  if (sum !== undefined && args.options.all !== true && spec.pages !== undefined)
    throw new BadInput('NEEDS_ALL', 'This list has pages, and --sum adds all rows: add --all. Nothing was sent.');
  if (args.options.all !== true) {
    const all = await collected(pages);
    if (sum !== undefined && partialFailures[0]) throw withoutSum(partialFailures[0]);
    await printRead(all, spec, args, context, presentation);
  } else if (format === 'ndjson' && !sortBy && limit === undefined && sum === undefined)
    for await (const page of pages) await context.out.print(page, presentation);
  else {
    const spool = new Spool();
    try {
      for await (const page of pages) spool.add(page);
      if (sum !== undefined && partialFailures[0]) throw withoutSum(partialFailures[0]);
      await printRead(spool, spec, args, context, presentation);
    } finally {
      spool.close();
    }
  }
  for (const { message } of partialFailures.slice(1)) context.log(`✗ ${message}`);
  if (partialFailures[0]) throw partialFailures[0];
  return 0;
}

async function collected(pages: AsyncIterable<string>): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const page of pages) texts.push(page);
  return texts;
}

/** Prints the pages as one response, with its chart and warnings. A dry run prints none of them. */
async function printRead(
  pages: Iterable<string>,
  spec: AnyRead,
  args: Arguments,
  context: Context,
  presentation: Presentation,
): Promise<void> {
  const [first, second] = pages;
  if (first === undefined) return;
  if (second === undefined) await printWhole(first, spec, context, presentation);
  else if (!(await context.out.printPages(pages, presentation)))
    await printWhole(await joinPages([...pages]), spec, context, presentation);
  for (const sentence of await warningsOf(pages, spec, args)) context.log(`  ${sentence}`);
}
async function printWhole(
  json: string,
  { chart, code, columns = [] }: AnyRead,
  context: Context,
  presentation: Presentation,
): Promise<void> {
  if (json === '') return context.log(`  Done; the response is empty.`);
  await context.out.print(json, presentation);
  if (chart) await printChart(json, chart, context);
  const record = code && recordIn(inCamel(parseLossless(json)))?.row;
  if (record) await printCode(codeText(record, code, columns), context);
}
/** Sentences that a person must know about a response: filters that the service ignored. */
export const warningsOf = (pages: Iterable<string>, spec: AnyRead, args: Arguments): Promise<string[]> =>
  ignoredFilters(pages, serverFilters(spec, args));

/** The message for an empty list. Options that may omit rows leave open what exists without them. */
function emptyOf(empty: NonNullable<AnyRead['empty']>, spec: AnyRead, args: Arguments): NonNullable<AnyRead['empty']> {
  const selecting = selectingOptions(spec, args);
  if (selecting.length === 0) return empty;
  const [program, group] = spec.examples[0]!.split(' ');
  const line = [program, group, spec.name, ...args.positionals].join(' ').trim();
  return [`None with ${selecting.join(' ')}.`, `List all: ${line}`];
}

/** The command line of this run, with options as `…`: the next step of an empty list must not lead back to it. */
function commandLineOf(
  { name, examples, options: ownOptions = [] }: AnyRead,
  { positionals, options }: Arguments,
): string {
  const [program, group] = examples[0]!.split(' ');
  const hasOptions = [...ownOptions.map(keyOf), 'field', 'jsonField'].some((key) => options[key] !== undefined);
  return [program, group, name, ...positionals, hasOptions && '…'].filter((word) => word !== false).join(' ');
}

/** Prints the bar chart on a terminal that shows the whole response. */
async function printChart(json: string, chart: Chart, context: Context): Promise<void> {
  const { world } = context;
  const { quiet, jq, fields, columns, format = 'table' } = context.out.options;
  if (!world.stdout.isTTY || quiet || jq || fields || columns || format !== 'table') return;

  const wide = (world.stdout as { columns?: number }).columns ?? 80;
  const rows = rowsIn(inCamel(parseLossless(json)))?.rows ?? [];
  const lines = isForScreenReader(world.env) ? await figureLines(rows, chart) : chartLines(rows, chart, { wide });
  if (lines.length > 0) await context.out.printLines([[], ...lines]);
}

/** The figures of a chart for a screen reader, without the rows, which it has already read. */
async function figureLines(rows: readonly Row[], chart: Chart): Promise<Line[]> {
  return chartTexts(rows, chart)
    .filter((text) => !text.startsWith('  '))
    .map((text) => [{ text }]);
}

/** The failures of parts, and the function for each page; both are shared by all pages and repetitions. */
interface PageOptions {
  readonly partialFailures: Failure[];
  readonly transform: (json: string) => string | Promise<string>;
}
const transformOf = (spec: AnyRead, args: Arguments, context: Context): PageOptions['transform'] =>
  spec.transformAll?.(args, context) ?? ((json) => (spec.transform ? spec.transform(json, args, context) : json));

/** The response, or its pages, filtered and transformed; nothing in a dry run. */
async function* pagesOf(
  spec: AnyRead,
  args: Arguments,
  context: Context,
  { partialFailures, transform }: PageOptions,
): AsyncGenerator<string> {
  const filters = rowFiltersOf(spec, args, context);
  const limit =
    followsPages(spec) && args.options.all === true
      ? rowsNeeded(context.out.options, Number.POSITIVE_INFINITY)
      : undefined;
  const input = paramsOf(spec, args, context);
  if (spec.options?.some(({ as }) => as === 'address')) await checkAddresses(spec, args);
  const params = spec.toParams ? await spec.toParams(input, args, context) : input;
  const other = spec.otherSource?.(params, { args, context, partialFailures });
  const pages = fetchPages(spec, params, { args, context, partialFailures, limit, other });
  const isRearranged = (spec.transform ?? spec.transformAll) !== undefined;
  const ways = { isPaged: spec.pages !== undefined, canFollow: followsPages(spec) };
  for await (const { call, text, headers } of pages) {
    const isOnePage = !other && limit === undefined && !isPolled(args.options) && /^(list|search)/.test(call.name);
    const note = !isOnePage ? undefined : firstPageNote({ text, headers }, ways);
    if (note !== undefined) context.log(`  ${note}`);
    const rows = text === '' || filters.length === 0 ? text : await filterRows({ call, text }, filters);
    const declared = isRearranged ? asDeclared(rows, call) : rows;
    const made = rows === '' ? rows : await transform(declared);
    yield made === declared ? rows : made; // a response that is not changed is printed as it is
  }
}

interface FetchOptions {
  readonly args: Arguments;
  readonly context: Context;
  readonly partialFailures: Failure[];
  /** The most rows of all pages; undefined for one page. */
  readonly limit: number | undefined;
  /** The pages of another source than the endpoint. */
  readonly other: AsyncIterable<string> | undefined;
}
async function* fetchPages(
  spec: AnyRead,
  params: Params,
  options: FetchOptions,
): AsyncGenerator<Pick<Response, 'call' | 'text' | 'headers'>> {
  const { args, context, partialFailures, limit, other } = options;
  const firstCall = async () =>
    (await catalogue(spec.endpoints[0].service ?? spec.service)).calls[spec.endpoints[0].endpoint]!;
  if (other) {
    const call = await firstCall();
    for await (const text of limit === undefined ? other : upTo(other, limit)) yield { call, text, headers: {} };
    return;
  }
  if (spec.fetchAll) {
    const once: FetchOnce = async (onceParams, callOptions) => {
      const fetched = await fetchFirst(spec, onceParams, args, context, callOptions);
      return fetched && inOurNames(fetched.response);
    };
    const text = await spec.fetchAll(once, params, { args, context, partialFailures });
    if (text !== undefined) yield { call: await firstCall(), text, headers: {} };
    return;
  }
  const first = await fetchFirst(spec, params, args, context);
  if (!first) return;
  const { response, fetchPage } = first;
  if (limit === undefined || !followsPages(spec)) yield response;
  else
    for await (const text of pagesFrom(response, spec.pages, { fetchPage, maxRows: limit, partialFailures }))
      yield { call: response.call, text, headers: {} };
}
