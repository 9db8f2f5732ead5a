// Runs commands that read: requests, pages, filters and output.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Arguments, Context, Result } from '../../cli/command/command.js';
import { valuesOf } from '../../cli/command/command-values.js';
import type { Note } from '../../cli/command/notes.js';
import type { OutputOptions, Presentation } from '../../cli/output/output.js';
import { runWizard } from '../../cli/prompts/wizard.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { returnsList } from '../../services/catalogue/define.js';
import { catalogue } from '../../services/catalogue/index.js';
import type { CallMap, Mapped } from '../../services/decode/map.js';
import { asDeclared, withDeclaredNames } from '../../services/decode/spelling.js';
import { BadInput, type Failure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { replaceFile } from '../../services/whole-file.js';
import { fileNameOf, paths } from '../../session/paths.js';
import { type Column, columnsOfNobody } from '../../text/column.js';
import type { Scope } from '../../text/empty.js';
import { checkAddresses } from '../request/addresses.js';
import { questionOf } from '../request/missing-options.js';
import { keyOf, type Params, paramsOf, rowFiltersOf, selectingOptions, serverFilters } from '../request/params.js';
import { addressFilter, FilteredRows, filterRows } from '../request/row-filters.js';
import { followsPages, isOneRecord, isPolled, rowsOfRead } from '../request/shared-options.js';
import { pagesFrom, upTo, wholeList } from '../request/whole-list.js';
import { fetchFirst } from './read-alternatives.js';
import type { AnyRead, FetchOnce } from './read-spec.js';
import { firstPageNote } from './repeatable.js';

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
  context.note({ is: 'no-account' });
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

/** The presentation of a read for the account in use. */
async function presentationOf(
  spec: AnyRead,
  args: Arguments,
  context: Context,
  of: () => Scope,
  map: () => CallMap | undefined,
): Promise<Presentation> {
  const { id, empty, key, chart, code } = spec;
  return {
    columns: await columnsFor(spec.columns, context),
    idPath: id,
    key,
    chart,
    code,
    isPaged: spec.pages,
    rowsTellFailures: spec.rowsTellFailures,
    empty: empty && { says: emptyOf(empty, spec, args), of, line: () => commandLineOf(spec, args) },
    singleRecord: isOneRecord(spec),
    persons: () => returnsPersons(spec),
    hasShape: () => hasPublicShape(spec),
    of: () => ({ ...rowsOfRead(spec), map: map() }),
    firstContact: (known, columns) => firstContact(context, known, columns),
  };
}

/**
 * Prompts for what is missing, and opens the read: each call of the returned function sends its requests. What the read
 * looks up once for all pages is shared by all calls.
 * @throws {BadInput} {Failure} if the person leaves
 */
export async function openRead(
  spec: AnyRead,
  typedArgs: Arguments,
  outer: Context,
): Promise<(context: Context) => Promise<Result>> {
  const args = await promptForMissing(spec, typedArgs, outer);
  const transformAll = spec.transformAll?.(args, outer);
  return async (context) => {
    if (context.out.options.sum !== undefined && args.options.all !== true && spec.pages)
      throw new BadInput('NEEDS_ALL', 'This list has pages, and --sum adds all rows: add --all.');
    const failures: Failure[] = [];
    const transform = transformAll ?? ((json) => spec.transform?.(json, args, context) ?? json);
    let scope: Scope = { asked: args.positionals };
    let map: CallMap | undefined;
    const shown = await presentationOf(
      spec,
      args,
      context,
      () => scope,
      () => map,
    );
    const onPage = ({ map: said }: Mapped) => {
      map = said;
    };
    const onParams = (params: Params) => {
      scope = { ...scope, ...spec.scope?.(params, args) };
    };
    const pages = pagesOf(spec, args, context, { partialFailures: failures, transform, onParams, onPage });
    const streams = args.options.all === true && !isPolled(args.options);
    return { body: { is: 'json', pages: streams ? pages : await collected(pages) }, shown, failures, exit: 0 };
  };
}

async function collected(pages: AsyncIterable<string>): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const page of pages) texts.push(page);
  return texts;
}

/** The message for an empty list. Options that may omit rows leave open what exists without them. */
function emptyOf(empty: NonNullable<AnyRead['empty']>, spec: AnyRead, args: Arguments): NonNullable<AnyRead['empty']> {
  const selecting = selectingOptions(spec, args);
  if (selecting.length === 0) return empty;
  return [`None with ${selecting.join(' ')}.`, `List all: ${['tuk', ...args.name, ...args.positionals].join(' ')}`];
}

/** The command line of this run, with options as `…`: the next step of an empty list must not lead back to it. */
function commandLineOf({ options: ownOptions = [] }: AnyRead, { name, positionals, options }: Arguments) {
  const hasOptions = [...ownOptions.map(keyOf), 'field', 'jsonField'].some((key) => options[key] !== undefined);
  return ['tuk', ...name, ...positionals, ...(hasOptions ? ['…'] : [])].join(' ');
}

/** The failures of parts, and the function for each page; both are shared by all pages and repetitions. */
interface PageOptions {
  readonly partialFailures: Failure[];
  readonly transform: (json: string) => string | Promise<string>;
  readonly onParams: (params: Params) => void;
  /** Takes the map of the call that was made; none for a page that the command made. */
  readonly onPage: (of: Mapped) => void;
}

/** The response, or its pages, filtered and transformed; nothing in a dry run. */
async function* pagesOf(
  spec: AnyRead,
  args: Arguments,
  context: Context,
  { partialFailures, transform, onParams, onPage }: PageOptions,
): AsyncGenerator<string> {
  const filters = rowFiltersOf(spec, args, context);
  const limit =
    followsPages(spec) && args.options.all === true
      ? rowsNeeded(context.out.options, Number.POSITIVE_INFINITY)
      : undefined;
  const input = paramsOf(spec, args, context);
  if (spec.options?.some(({ as }) => as === 'address')) await checkAddresses(spec, args);
  const params = spec.toParams ? await spec.toParams(input, args, context) : input;
  onParams(params);
  const all = new FilteredRows(filters);
  const filtered = new FilteredRows([...serverFilters(spec, args), ...addressFilter(params)]);
  const other = spec.otherSource?.(params, { args, context, partialFailures });
  const fetched = fetchPages(spec, params, { args, context, partialFailures, other, isOnePage: limit === undefined });
  const pages = Number.isFinite(limit) ? upTo(fetched, limit!) : fetched;
  const isRearranged = (spec.transform ?? spec.transformAll) !== undefined;
  const canFollow = !other && followsPages(spec);
  let note: Note | undefined;
  let count = 0;
  for await (const { call, text, headers, reported } of pages) {
    if (reported !== undefined) context.note({ is: 'reported', words: reported });
    const isAlone = ++count === 1 && !other && (canFollow || returnsList(call));
    note = isAlone
      ? firstPageNote({ call, text, headers }, { isPaged: call.pages !== undefined, canFollow })
      : undefined;
    all.add(text, { ...rowsOfRead(spec), map: call.map });
    const rows = text === '' || filters.length === 0 ? text : await filterRows({ call, text }, filters);
    const declared = isRearranged ? asDeclared(rows, call) : rows;
    const made = rows === '' ? rows : await transform(declared);
    const shown = made === declared ? rows : made; // a response that is not changed is printed as it is
    const isMade = made !== declared || spec.fetchAll !== undefined || other !== undefined;
    const of = { map: isMade ? undefined : context.http().mapOf(call, spec.shows?.name) };
    onPage(of);
    filtered.add(shown, { ...rowsOfRead(spec), ...of });
    yield shown;
  }
  // a list that is read for a fact has said already what is cut; --all reads on, unless nothing says how
  const isOpen =
    note?.is === 'perhaps-cut' && (limit === undefined || (limit === Number.POSITIVE_INFINITY && !note.all));
  if (note && (isOpen || (canFollow && limit === undefined))) context.note(note);
  for (const one of [...all.unclear(), ...filtered.ignored()]) context.note(one);
}

interface FetchOptions {
  readonly args: Arguments;
  readonly context: Context;
  readonly partialFailures: Failure[];
  readonly isOnePage: boolean;
  /** The pages of another source than the endpoint. */
  readonly other: AsyncIterable<string> | undefined;
}
async function* fetchPages(
  spec: AnyRead,
  params: Params,
  options: FetchOptions,
): AsyncGenerator<Pick<Response, 'call' | 'text' | 'headers' | 'reported'>> {
  const { args, context, partialFailures, other, isOnePage } = options;
  const firstCall = async () =>
    (await catalogue(spec.endpoints[0].service ?? spec.service)).calls[spec.endpoints[0].endpoint]!;
  if (other) {
    const call = await firstCall();
    for await (const text of other) yield { call, text, headers: {} };
    return;
  }
  if (spec.fetchAll) {
    const once: FetchOnce = async (onceParams, callOptions) => {
      const fetched = await fetchFirst(spec, onceParams, args, context, callOptions);
      return fetched && withDeclaredNames(await wholeList(fetched.response, fetched.fetchPage, context));
    };
    const text = await spec.fetchAll(once, params, { args, context, partialFailures });
    if (text !== undefined) yield { call: await firstCall(), text, headers: {} };
    return;
  }
  const first = await fetchFirst(spec, params, args, context);
  if (!first) return;
  const { response, fetchPage } = first;
  if (!followsPages(spec)) yield returnsList(response.call) ? await wholeList(response, fetchPage, context) : response;
  else if (isOnePage) yield response;
  else yield* pagesFrom(response, { fetchPage, partialFailures });
}

// The first response of a profile that is not wholly understood: its reader is told once how to teach the program.

/** A sentence on how many fields are known, at the first such response of the profile. */
function firstContact(context: Context, known: number, all: number): string | undefined {
  const { profile } = context.settings();
  if (isEmbedded(context.settings())) return undefined;
  const marker = path.join(paths(context.world).maps, `${fileNameOf(profile.value)}.met`);
  if (existsSync(marker)) return undefined;
  try {
    replaceFile(marker, Buffer.from(''), 0o600);
  } catch {
    return undefined; // it would be said at every read
  }
  return `First such response of ${profile.value}: ${known} of ${all} columns are known. A map teaches the spelling of this platform: tuk learn`;
}

// How many rows a read needs for --limit.

/**
 * How many rows are read for --limit: if rows are chosen, ordered or added first, as many as without it, at least.
 * @param usual how many are read without it
 */
export function rowsNeeded({ limit, match, sortBy, sum }: OutputOptions, usual: number): number {
  if (limit === undefined) return usual;
  return match === undefined && sortBy === undefined && sum === undefined ? limit : Math.max(limit, usual);
}
