// A change as data: its call, what fills it, what is asked for on a terminal, what is read and shown before anybody agrees to it.

import type { Arguments, Command } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { nextLine } from '../cli/next-command.js';
import type { Flag } from '../cli/options.js';
import { type ReceiptLine, receipt } from '../cli/prompts/receipt.js';
import { type Question, runWizard } from '../cli/prompts/wizard.js';
import { grouped } from '../money/amount-text.js';
import { noteContracts } from '../money/policy/token-contracts.js';
import { type Call, kebab } from '../services/catalogue/define.js';
import { catalogue, type ServiceName } from '../services/catalogue/index.js';
import { Failure, OutcomeUnknown } from '../services/http/errors.js';
import type { Response } from '../services/http/send.js';
import { isNothing, isRecord, isScalar, type Row, valueAt } from '../services/json-value.js';
import { type Column, cellOf } from '../ui/format/column.js';
import { labelOf } from '../ui/format/label.js';
import { inBaseUnitsToo, rawOf } from './base-units.js';
import { ask } from './call.js';
import { clientRefFlag, underName } from './client-ref.js';
import { type EndpointChoice, endpointOptions, selectEndpoint } from './endpoints.js';
import { filled, openFlags, type TypedAs } from './parameters.js';
import { fieldsOf, flagOf, keyOf, type Option, type Params, paramsOf, problemOf, valueNames } from './params.js';
import type { PreparedRequest } from './prepared-request.js';
import { readOnce } from './read-command.js';

/** A read that is made before a change: its answer says what the change is about. */
interface About {
  readonly service?: ServiceName;
  readonly call: string;
  /** The fields that it is asked with, and the names of what was typed that fill them; `id` by `id` if nothing is said. */
  readonly with?: Readonly<Record<string, string>>;
  /** What it is always asked with. */
  readonly also?: Params;
  /** Asked with the person's own fields (-f, -F), too. */
  readonly open?: true;
  /** Left out where this was not typed. */
  readonly needs?: string;
  /** May not be there: nothing is shown of it then. */
  readonly ifAny?: true;
  /** What is shown of it. */
  readonly lines: readonly Column[];
}

/** A change. What it takes fills the fields of its call by name; names that are not public are those of `services/assumed/`. */
export interface ChangeCommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  /** On a terminal those that are needed are asked for. */
  readonly values?: string;
  readonly options?: readonly Option[];
  readonly examples: readonly string[];
  readonly service: ServiceName;
  /** The first that fits is made; a change never falls back on another. */
  readonly endpoints: readonly [EndpointChoice, ...EndpointChoice[]];
  /** The calls beneath it, as help names them. */
  readonly uses: readonly string[];
  /** Its body is open, so fields of one's own may be given. */
  readonly open?: true;
  /** How an option or a value is asked for, by its key, where its help does not say it. */
  readonly asks?: Readonly<Record<string, Partial<Question>>>;
  readonly about?: readonly About[];
  /** More lines of the receipt, from what the reads before answered. @throws {Failure} where it cannot be done */
  readonly says?: (found: readonly (Row | undefined)[], given: Params, context: Context) => readonly ReceiptLine[];
  /** What is sent, where that is not what was typed, name by name. @throws {BadInput} */
  readonly toParams?: (given: Params, typed: Arguments, context: Context) => Params | Promise<Params>;
  /** The command that tells what became of it: from what was typed and, where there is one, from the answer. */
  readonly next?: (given: Params, answer: Row) => string | undefined;
  /** A read that is shown in the place of the answer. @returns JSON text */
  readonly shows?: (given: Params, context: Context, answer: Pick<Response, 'text'>) => Promise<string | undefined>;
  readonly columns?: readonly Column[];
  readonly id?: string;
}
const newRecipient: Flag = { flags: '--new-recipient', summary: 'a recipient is meant to whom nothing has gone so far' };

/** The command of a change. `money`: it moves value, to whoever the platform says or to somebody that the person names. */
export function changeCommand(of: ChangeCommandSpec & { readonly money?: true | 'to somebody' }): Command {
  const spec = of.money ? inBaseUnitsToo(of) : of;
  const { name, summary, description, values, options = [], examples, uses, endpoints } = spec;
  return {
    name,
    summary,
    ...(description === undefined && !of.money
      ? {}
      : { description: [description, of.money && moneyNote, of.money === 'to somebody' && recipientNote].filter(Boolean).join('\n') }),
    ...(values === undefined ? {} : { values }),
    options: [
      ...options,
      ...endpointOptions(endpoints),
      ...(spec.open ? openFlags : []),
      ...(of.money === 'to somebody' ? [newRecipient] : []),
      ...(of.money ? [clientRefFlag] : []),
    ],
    examples,
    uses,
    asks: true,
    run: (typed, context) => changed(spec, typed, context),
  };
}
const moneyNote = `Moves value: shows a receipt, then asks for the word yes or takes --yes. It is written into the ledger before it leaves and never repeated
by itself. The limits of the profile hold for it, whatever is agreed to (tuk profile set). Exit 10: it has left, and its outcome is not known
(tuk ops show).`;
const recipientNote =
  'A recipient to whom nothing has gone so far takes --new-recipient, or on a terminal its last six characters; --yes does not do.';

async function changed(spec: ChangeCommandSpec, typed: Arguments, context: Context): Promise<number> {
  underName(context, typed.options);
  const whole = await runWizard(typed, questionsOf(spec, context), spec.values, context);
  const ready = await readied(spec, whole, context);
  if (whole.options.newRecipient) context.transfer.newRecipient = true;
  if (!context.onlyShows && (ready.call.effect === 'money' || whole.options.input === undefined)) await tell(spec, ready, whole, context);
  const { call, values, given } = ready;
  const reply = await asked(spec, call, values, given, context);
  if (!reply) return 0;
  await show(spec, reply, given, context);
  return 0;
}

/** A call with what fills it: what was typed, by field; the same as it is sent. */
interface Ready {
  readonly own: Params;
  readonly given: Params;
  readonly call: Call;
  readonly values: Params;
}
async function readied(spec: ChangeCommandSpec, typed: Arguments, context: Context): Promise<Ready> {
  const own = paramsOf(spec, typed, context);
  if (spec.options?.some(({ as }) => as === 'address')) await (await import('./addresses.js')).checkAddresses(spec, typed);
  const raw = rawOf(typed);
  const first = await readiedWith(spec, own, typed, context);
  if (raw === undefined) return first;
  const amount = await (await import('./prepared-request.js')).inWhole(context, first.call, first.values, raw);
  return readiedWith(spec, { ...own, amount }, typed, context);
}
async function readiedWith(spec: ChangeCommandSpec, own: Params, typed: Arguments, context: Context): Promise<Ready> {
  const given = spec.toParams ? await spec.toParams(own, typed, context) : own;
  const [way] = await selectEndpoint(spec.endpoints, given, typed.options, context);
  const service = way.service ?? spec.service;
  const call = (await catalogue(service)).calls[way.call]!;
  const values = await filled(context, service, way.call, fieldsOf(given), typed.options, typedAs(spec, own, given, typed));
  return { own, given, call, values };
}

/** Makes the call; of an outcome that nobody knows it is said where to look. */
async function asked(spec: ChangeCommandSpec, call: Call, values: Params, given: Params, context: Context): Promise<Response | undefined> {
  try {
    return await ask(context, call.service as ServiceName, call.name, values);
  } catch (error) {
    if (!(error instanceof OutcomeUnknown) || error.look !== undefined) throw error;
    const look = spec.next?.(given, {});
    if (look === undefined) throw error;
    const { code, message, where, cause, hint } = error;
    throw new OutcomeUnknown(code, message, where, cause, hint, nextLine(context, look));
  }
}

async function show({ shows, columns, id, next }: ChangeCommandSpec, reply: Response, given: Params, context: Context): Promise<void> {
  const hints = { ...(columns ? { columns } : {}), ...(id ? { name: id } : {}) };
  const shown = await shows?.(given, context, reply).catch((error: unknown) => unread(error, context));
  if (shown === undefined) await context.printReply(reply, hints);
  else await context.print(shown, hints);
  const line = next?.(given, isRecord(reply.data) ? reply.data : {});
  if (line !== undefined) context.log(`  Next: ${nextLine(context, line)}`);
}

/** What was done must not look as if it had failed because of a read that came after it. */
export function unread(error: unknown, context: Context): undefined {
  if (!(error instanceof Failure)) throw error;
  context.log(`  It was done. What became of it could not be read: ${error.message}`);
}

/** Shows what is about to happen: what the reads before say, and what the request carries, however it was given. */
async function tell(spec: ChangeCommandSpec, { own, given, call, values }: Ready, typed: Arguments, context: Context): Promise<void> {
  const { about = [], says } = spec;
  const money = call.effect === 'money';
  if (!money && about.length === 0 && !says) return;
  const final = await (await import('./prepared-request.js')).prepare(context, call, values, {
    own,
    given,
    whole: typed.options.input !== undefined,
  });
  const found: (Row | undefined)[] = [];
  const lines: ReceiptLine[] = [];
  const units = money ? await final.checked(typed) : [];
  for (const one of about) {
    const row = await read(one, spec.service, final, context);
    found.push(row);
    if (row) lines.push(...linesOf(row, one.lines, context));
  }
  if (money) await final.checkFee();
  lines.push(...typedLines(spec, final.own), ...final.rest(labelled(spec)), ...(says?.(found, final.given, context) ?? []), ...units);
  await receipt(context, spec.summary, await final.guarded(lines));
}

async function read(
  about: About,
  own: ServiceName,
  { given, body, fieldOf, told, keep }: PreparedRequest,
  context: Context,
): Promise<Row | undefined> {
  const { service = own, call, with: asked = { id: 'id' }, also, needs, open, ifAny } = about;
  if (needs !== undefined && given[needs] === undefined) return undefined;
  const filling = Object.entries(asked).map(([field, name]) => [field, given[name]] as const);
  if (filling.some(([, value]) => value === undefined)) return undefined; // a body given whole may name it as nobody here knows
  const values = { ...also, ...Object.fromEntries(filling) };
  const query = open ? without(body, Object.values(asked).map(fieldOf)) : undefined;
  try {
    const known = open ? undefined : await told(service, call, values);
    const row = known ?? keep(service, call, values, (await readOnce(context, service, call, query ? { ...values, query } : values)).text);
    noteContracts(context, [row]);
    return row;
  } catch (error) {
    if (ifAny && error instanceof Failure && error.kind === 'not-found') return undefined;
    throw error;
  }
}
const without = (body: Row, fields: readonly (string | undefined)[]): Row =>
  Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)));

const mostOthers = 8;
/** What a read says that stands on the receipt; where it goes by other names, what it says instead: nobody is to agree to a dash. */
function linesOf(row: Row, columns: readonly Column[], context: Context): ReceiptLine[] {
  const tells = (path: string) => !isNothing(valueAt(row, path)) && valueAt(row, path) !== '';
  const known = columns.filter(({ path }) => tells(path));
  const others =
    known.length === columns.length
      ? []
      : Object.keys(row).filter(
          (name) => isScalar(row[name]) && tells(name) && columns.every(({ path }) => path !== name && !path.startsWith(`${name}.`)),
        );
  return [...known, ...others.slice(0, mostOthers).map((path): Column => ({ path }))].map((column) => lineOf(row, column, context));
}

const lineOf = (row: Row, column: Column, { world, redact }: Context): ReceiptLine => [
  column.heading ?? labelOf(column.path),
  redact.clean(cellOf(row, column, world.clock.now(), 'whole').text),
];

/** The fields that stand under a name of the command line, and that name. */
function labelled({ values, options = [] }: ChangeCommandSpec): readonly (readonly [field: string, label: string])[] {
  return [
    ...valueNames(values).map(({ name }) => [name, name] as const),
    ...options.flatMap((one) => (one.to === false ? [] : [[one.to ?? keyOf(one), keyOf(one)] as const])),
  ];
}

/** What is given, under the names of the command line. */
function typedLines(spec: ChangeCommandSpec, given: Params): ReceiptLine[] {
  const amounts = (spec.options ?? []).flatMap((one) => (one.as === 'amount' && one.to !== false ? [one.to ?? keyOf(one)] : []));
  return labelled(spec).flatMap(([field, label]) => {
    const value = given[field];
    if (value === undefined || typeof value === 'object') return [];
    return [[labelOf(label), amounts.includes(field) ? grouped(String(value)) : String(value)] as const];
  });
}

/** How what fills a field was typed; what the command itself gives was not. */
function typedAs({ values, options = [] }: ChangeCommandSpec, own: Params, given: Params, { options: { rawAmount } }: Arguments): TypedAs {
  return {
    ...Object.fromEntries(Object.keys(given).map((field) => [field, own[field] === undefined ? 'the command' : `--${kebab(field)}`])),
    ...Object.fromEntries(options.flatMap((one) => (one.to === false ? [] : [[one.to ?? keyOf(one), flagOf(one)] as const]))),
    ...Object.fromEntries(valueNames(values).map(({ name }) => [name, `<${kebab(name)}>`])),
    ...(rawAmount === undefined ? {} : { amount: '--raw-amount' }),
  };
}

/** A question for each value and option that is needed. */
function questionsOf(spec: ChangeCommandSpec, context: Context): Question[] {
  const { values, options = [], asks = {} } = spec;
  const named = valueNames(values).filter(({ needed }) => needed);
  return [
    ...named.map(({ name }): Question => ({ of: name, ask: labelOf(name), ...asks[name] })),
    ...options
      .filter((option) => option.needed || asks[keyOf(option)])
      .map(
        (option): Question => ({
          of: keyOf(option),
          ask: labelOf(keyOf(option)),
          hint: option.summary,
          ...(option.words ? { words: option.words } : {}),
          ...(option.needed ? {} : { optional: true as const }),
          check: async (text, typed) =>
            option.as === 'address' ? (await import('./addresses.js')).problemOfAddress(text, typed) : problemOf(option, text, context),
          ...asks[keyOf(option)],
        }),
      ),
  ];
}
