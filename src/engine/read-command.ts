// A read as data: its calls, what fills them, what its table shows. A list, a detail and a screen are all made of one.

import type { Arguments, Command } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { catalogue, type ServiceName } from '../services/catalogue/index.js';
import type { Failure } from '../services/http/errors.js';
import type { Response } from '../services/http/send.js';
import type { Chart } from '../ui/format/chart.js';
import type { Column } from '../ui/format/column.js';
import { listing } from '../ui/format/columns.js';
import { ask, callOf, usable } from './call.js';
import { type EndpointChoice, endpointOptions, isNext, selectEndpoint } from './endpoints.js';
import { type AskPage, allOf, checkPaged, firstPage, joined, type Pages, pagesFrom, pagingFlags } from './paging.js';
import { filled, openFlags } from './parameters.js';
import { askedWords, fieldsOf, filtersOf, keyOf, type Option, type Params, paramsOf } from './params.js';
import { pollOptions, pollRead } from './poll.js';
import { onlyRows, unheeded } from './row-filters.js';

/** A read. What it takes fills the fields of its calls by name; names that are not public are those of `services/catalogue/assumed-fields.ts`. */
export interface ReadCommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly values?: string;
  readonly options?: readonly Option[];
  readonly examples: readonly string[];
  readonly service: ServiceName;
  readonly endpoints: readonly [EndpointChoice, ...EndpointChoice[]];
  /** The calls beneath it, as help names them. */
  readonly uses: readonly string[];
  /** Its query is open, so fields of one's own may be given. */
  readonly open?: true;
  readonly columns?: readonly Column[];
  readonly id?: string;
  /** An object is one thing, though it holds a list. */
  readonly one?: true;
  readonly empty?: readonly [nothing: string, next: string];
  /** What is drawn of its rows as bars, under their table on a terminal. */
  readonly chart?: Chart;
  /** What is asked with, where that is not what was typed, name by name. @throws {BadInput} */
  readonly toParams?: (given: Params, typed: Arguments, context: Context) => Params | Promise<Params>;
  /** It comes in pages, which --all follows. */
  readonly pages?: Pages;
  /**
   * How the answer is put together where one request does not do: `once` makes a request with the values that it is given (`anyWord`: words of a service are among
   * them). What could not be had is
   * put to what is `lost`: it is told, and is the exit code, when the rest has been shown. @returns JSON text; nothing where it was only to be shown
   */
  readonly fetchAll?: (
    once: (given: Params, anyWord?: { readonly anyWord: true }) => Promise<Response | undefined>,
    given: Params,
    asked: { readonly typed: Arguments; readonly context: Context; readonly lost: Failure[] },
  ) => Promise<string | undefined>;
  /** What is shown of the answer, where that is not all of it. @param json the answer, its digits kept */
  readonly transform?: (json: string, typed: Arguments, context: Context) => string | Promise<string>;
  /** The same, where something is read once for all pages. */
  readonly transformAll?: (typed: Arguments, context: Context) => (json: string) => string | Promise<string>;
}

/** The command of a read. */
export function readCommand(spec: ReadCommandSpec): Command {
  const { name, summary, description, values, options = [], examples, uses, columns, id, empty, chart, endpoints, pages } = spec;
  return {
    name,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(values === undefined ? {} : { values }),
    options: [
      ...options,
      ...endpointOptions(endpoints),
      ...(pages ? pagingFlags : []),
      ...(spec.open ? openFlags.slice(0, 2) : []),
      ...pollOptions,
    ],
    examples,
    uses,
    reading: {
      load: (typed, context) => whole(spec, typed, context),
      ...(columns ? { columns } : {}),
      ...(id ? { id } : {}),
      ...(empty ? { empty } : {}),
      ...(chart ? { chart } : {}),
      ...(spec.one ? { one: true } : {}),
    },
    run: async (typed, context) => run(spec, await complete(spec, typed, context), context),
  };
}

/** What was typed, with what is needed and was not typed where a person can be asked for it. @throws {Failure} where they leave */
async function complete({ options = [] }: ReadCommandSpec, typed: Arguments, context: Context): Promise<Arguments> {
  const missing = options.filter((option) => option.needed && typed.options[keyOf(option)] === undefined);
  if (missing.length === 0) return typed;
  const { askedFor } = await import('./missing-options.js');
  return askedFor(missing, typed, context);
}

/** The whole answer, or the failure of a part of it. @throws {Failure} */
async function whole(
  spec: ReadCommandSpec,
  typed: Arguments,
  context: Context,
  turn = turnOf(spec, typed, context),
): Promise<string | undefined> {
  const lost: Failure[] = [];
  const json = await loaded(spec, typed, context, { lost, turn });
  if (lost[0]) throw lost[0];
  return json;
}

/** Shows the whole answer; the pages of JSON lines as they come. What was lost of it is told last. */
async function run(spec: ReadCommandSpec, typed: Arguments, context: Context): Promise<number> {
  const { columns, id, empty, chart, one = false } = spec;
  const { watch, interval } = typed.options;
  const lost: Failure[] = [];
  const turn = turnOf(spec, typed, context);
  const hints = {
    ...(columns ? { columns } : {}),
    ...(id ? { name: id } : {}),
    ...(empty ? { empty, line: () => lineOf(spec, typed) } : {}),
    one,
  };
  if (watch === true)
    return pollRead(() => whole(spec, typed, context, turn), context, {
      ...(typeof interval === 'string' ? { interval } : {}),
      ...(id ? { id } : {}),
      hints,
    });
  if (typed.options.all === true && context.outputOptions.form === 'ndjson' && !context.outputOptions.sortBy) {
    for await (const page of partsOf(spec, typed, context, { lost, turn })) await context.print(page, hints);
  } else {
    const json = await loaded(spec, typed, context, { lost, turn });
    if (json === '') context.log(`  Done; the answer is empty.`);
    else if (json !== undefined) await context.print(json, hints);
    if (json && chart) await drawn(json, chart, context);
    for (const sentence of await unheeded(json ?? '', askedWords(spec, typed))) context.log(`  ${sentence}`);
  }
  for (const { message } of lost.slice(1)) context.log(`✗ ${message}`);
  if (lost[0]) throw lost[0];
  return 0;
}

/** The line that was run, as far as it says what is asked for: a next step never leads back to it. */
function lineOf({ name, examples, options: own = [] }: ReadCommandSpec, { positionals, options }: Arguments): string {
  const [program, group] = examples[0]!.split(' ');
  const asked = [...own.map(keyOf), 'apiVersion', 'field', 'jsonField'].some((key) => options[key] !== undefined);
  return [program, group, name, ...positionals, ...(asked ? ['…'] : [])].join(' ');
}

/** Draws the bars where a person looks at the whole answer. */
async function drawn(json: string, chart: Chart, context: Context): Promise<void> {
  const { world, outputOptions } = context;
  if (
    !world.stdout.isTTY ||
    outputOptions.quiet ||
    outputOptions.jq ||
    outputOptions.fields ||
    outputOptions.columns ||
    (outputOptions.form ?? 'table') !== 'table'
  )
    return;
  const [{ chartLines }, { parseLossless }] = await Promise.all([
    import('../ui/format/chart.js'),
    import('../services/lossless-number.js'),
  ]);
  const wide = (world.stdout as { columns?: number }).columns ?? 80;
  const lines = chartLines(listing(parseLossless(json))?.rows ?? [], chart, { wide });
  if (lines.length > 0) await context.printLines([[], ...lines]);
}

/** What becomes of the pages: what is lost on the way, and how each is turned, once for all pages and all repetitions. */
interface Taken {
  readonly lost: Failure[];
  readonly turn: (json: string) => string | Promise<string>;
}
const turnOf = (spec: ReadCommandSpec, typed: Arguments, context: Context): Taken['turn'] =>
  spec.transformAll?.(typed, context) ?? ((json) => (spec.transform ? spec.transform(json, typed, context) : json));

async function loaded(spec: ReadCommandSpec, typed: Arguments, context: Context, taken: Taken): Promise<string | undefined> {
  const parts: string[] = [];
  for await (const part of partsOf(spec, typed, context, taken)) parts.push(part);
  return parts.length === 0 ? undefined : joined(parts);
}

/** The answer, or its pages, with the rows that are wanted; none where it was only to be shown. */
async function* partsOf(spec: ReadCommandSpec, typed: Arguments, context: Context, { lost, turn }: Taken): AsyncGenerator<string> {
  const filters = filtersOf(spec, typed, context);
  const all = spec.pages ? allOf(typed.options) : undefined;
  const own = paramsOf(spec, typed, context);
  if (spec.options?.some(({ as }) => as === 'address')) await (await import('./addresses.js')).checkAddresses(spec, typed);
  const given = spec.toParams ? await spec.toParams(own, typed, context) : own;
  for await (const { call, text } of answers(spec, given, { typed, context, lost, all })) {
    const rows = text === '' || filters.length === 0 ? text : await onlyRows({ call, text }, filters);
    yield rows === '' ? rows : await turn(rows);
  }
}

interface Asking {
  readonly typed: Arguments;
  readonly context: Context;
  readonly lost: Failure[];
  readonly all: ReturnType<typeof allOf>;
}
async function* answers(spec: ReadCommandSpec, given: Params, asking: Asking): AsyncGenerator<Pick<Response, 'call' | 'text'>> {
  const { typed, context, lost, all } = asking;
  if (spec.fetchAll) {
    const text = await spec.fetchAll(async (one, words) => (await asked(spec, one, typed, context, words))?.reply, given, {
      typed,
      context,
      lost,
    });
    const { calls } = await catalogue(spec.endpoints[0].service ?? spec.service);
    if (text !== undefined) yield { call: calls[spec.endpoints[0].call]!, text };
    return;
  }
  const first = await asked(spec, given, typed, context);
  if (!first) return;
  const { reply, ask: next } = first;
  if (!all || !spec.pages) yield reply;
  else for await (const text of pagesFrom(reply, spec.pages, { ask: next, most: all.most, lost })) yield { call: reply.call, text };
}

/** The answer of the first way that the server knows, and how the pages behind it are asked for. */
async function asked(
  { endpoints, service, pages }: Pick<ReadCommandSpec, 'endpoints' | 'service' | 'pages'>,
  given: Params,
  typed: Arguments,
  context: Context,
  words?: { readonly anyWord: true },
): Promise<{ readonly reply: Response; readonly ask: AskPage } | undefined> {
  const possible = await selectEndpoint(endpoints, given, typed.options, context);
  const fields = fieldsOf(given);
  for (const [at, way] of possible.entries()) {
    const of = way.service ?? service;
    const call = (await catalogue(of)).calls[way.call]!;
    if (pages && typed.options.all === true) checkPaged(call, pages);
    const first = firstPage(call, pages);
    const page: AskPage = async (place) =>
      ask(context, of, way.call, await filled(context, of, way.call, { ...first, ...fields, ...place }, typed.options), words);
    try {
      const reply = await page({});
      return reply && { reply, ask: page };
    } catch (error) {
      const next = possible[at + 1];
      if (!next || !isNext(next, error)) throw error;
    }
  }
  return undefined;
}

/** Makes a read that has several ways for a command that does more than reading; its answer is not printed. `words`: those of a service are among what is given. @throws {BadInput} {Failure} */
export async function readBy(
  context: Context,
  spec: Pick<ReadCommandSpec, 'endpoints' | 'service'>,
  given: Params,
  words?: { readonly anyWord: true },
): Promise<Response | undefined> {
  return (await asked(spec, given, { positionals: [], options: {} }, context, words))?.reply;
}

/**
 * Makes a read for a command that does more than reading: its answer is not printed, and a dry run does not reach it. `options`: fields of the person's
 * own. `patient`: it ends by itself where nobody answers, whatever was said of that. @throws {BadInput} {Failure}
 */
export async function readOnce(
  context: Context,
  service: ServiceName,
  name: string,
  given: Params = {},
  options: Arguments['options'] = {},
  { patient = false }: { readonly patient?: boolean } = {},
): Promise<Response> {
  const [{ call, build }, { sendRequest }] = await Promise.all([
    callOf(service, name, await filled(context, service, name, given, options)),
    import('../services/http/send.js'),
  ]);
  const reach = await context.requestContext();
  const own = patient ? { ...reach, timeout: reach.timeout || 30_000 } : reach;
  return usable(await sendRequest(call, await build(own), own));
}
