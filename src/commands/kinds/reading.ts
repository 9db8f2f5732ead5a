// A read as data: its calls, what fills them, what its table shows. A list, a detail and a screen are all made of one.
import type { Reply } from '../../services/http/send.js';
import type { ServiceName } from '../../services/index.js';
import type { Chart } from '../../ui/present/chart.js';
import type { Column } from '../../ui/present/column.js';
import { listing } from '../../ui/present/columns.js';
import { filled, openFlags } from '../assumed.js';
import { ask, callOf } from '../call.js';
import type { Command, Typed } from '../command.js';
import type { Context } from '../context.js';
import { fieldsOf, filtersOf, type Given, givenOf, type Option } from './given.js';
import { onlyRows } from './rows.js';
import { isUnknownRoute, type Way, wayFlags, waysFor } from './ways.js';

/** A read. What it takes fills the fields of its calls by name; names that are not public are those of `services/assumed.ts`. */
export interface ReadingSpec {
  readonly name: string;
  readonly is: string;
  readonly more?: string;
  readonly values?: string;
  readonly options?: readonly Option[];
  readonly examples: readonly string[];
  readonly service: ServiceName;
  readonly ways: readonly [Way, ...Way[]];
  /** The calls beneath it, as help names them. */
  readonly beneath: readonly string[];
  /** Its query is open, so fields of one's own may be given. */
  readonly open?: true;
  readonly columns?: readonly Column[];
  readonly id?: string;
  readonly empty?: readonly [nothing: string, next: string];
  /** What is drawn of its rows as bars, under their table on a terminal. */
  readonly chart?: Chart;
  /** What is asked with, where that is not what was typed, name by name. @throws {BadInput} */
  readonly gives?: (given: Given, typed: Typed, context: Context) => Given | Promise<Given>;
  /** What is shown of the answer, where that is not all of it. @param json the answer, its digits kept */
  readonly turn?: (json: string, typed: Typed, context: Context) => string | Promise<string>;
}

/** The command of a read. */
export function reading(spec: ReadingSpec): Command {
  const { name, is, more, values, options = [], examples, beneath, columns, id, empty, chart, ways } = spec;
  const load = (typed: Typed, context: Context) => loaded(spec, typed, context);
  return {
    name,
    is,
    ...(more === undefined ? {} : { more }),
    ...(values === undefined ? {} : { values }),
    options: [...options, ...wayFlags(ways), ...(spec.open ? openFlags.slice(0, 2) : [])],
    examples,
    beneath,
    reading: { load, ...(columns ? { columns } : {}), ...(id ? { id } : {}), ...(empty ? { empty } : {}), ...(chart ? { chart } : {}) },
    run: async (typed, context) => {
      const json = await load(typed, context);
      if (json === '') context.say(`  Done; the answer is empty.`);
      else if (json !== undefined)
        await context.print(json, {
          ...(columns ? { columns } : {}),
          ...(id ? { name: id } : {}),
          ...(empty ? { empty: empty.join(' ') } : {}),
        });
      if (json && chart) await drawn(json, chart, context);
      return 0;
    },
  };
}

/** Draws the bars where a person looks at the whole answer. */
async function drawn(json: string, chart: Chart, context: Context): Promise<void> {
  const { world, wish } = context;
  if (!world.stdout.isTTY || wish.quiet || wish.jq || wish.fields || wish.columns || (wish.form ?? 'table') !== 'table') return;
  const [{ chartLines }, { parseExact }] = await Promise.all([import('../../ui/present/chart.js'), import('../../services/exact.js')]);
  const wide = (world.stdout as { columns?: number }).columns ?? 80;
  const lines = chartLines(listing(parseExact(json))?.rows ?? [], chart, { wide });
  if (lines.length > 0) await context.printLines([[], ...lines]);
}

async function loaded(spec: ReadingSpec, typed: Typed, context: Context): Promise<string | undefined> {
  const filters = filtersOf(spec, typed, context);
  const own = givenOf(spec, typed, context);
  const given = spec.gives ? await spec.gives(own, typed, context) : own;
  const reply = await asked(spec, given, typed, context);
  if (reply === undefined || reply.text === '') return reply?.text;
  const rows = filters.length === 0 ? reply.text : await onlyRows(reply, filters);
  return spec.turn ? spec.turn(rows, typed, context) : rows;
}

/** The answer of the first way that the server knows. */
async function asked({ ways, service }: ReadingSpec, given: Given, typed: Typed, context: Context): Promise<Reply | undefined> {
  const possible = await waysFor(ways, given, typed.options, context);
  const fields = fieldsOf(given);
  for (const [at, way] of possible.entries()) {
    const of = way.service ?? service;
    try {
      return await ask(context, of, way.call, await filled(context, of, way.call, fields, typed.options));
    } catch (error) {
      if (at === possible.length - 1 || !isUnknownRoute(error)) throw error;
    }
  }
  return undefined;
}

/** Makes a read for a command that does more than reading: its answer is not printed, and a dry run does not reach it. @throws {BadInput} {Failure} */
export async function readOnce(context: Context, service: ServiceName, name: string, given: Given = {}): Promise<Reply> {
  const [{ call, build }, { exchangeCall }] = await Promise.all([
    callOf(service, name, await filled(context, service, name, given)),
    import('../../services/http/send.js'),
  ]);
  const reach = await context.reach();
  return exchangeCall(call, await build(reach), reach);
}
