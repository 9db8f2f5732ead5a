// A change as data: its call, what fills it, what is asked for on a terminal, what is read and shown before anybody agrees to it.
import type { Call } from '../../services/define.js';
import { JsonText } from '../../services/http/ask.js';
import { Failure, OutcomeUnknown } from '../../services/http/failure.js';
import type { Reply } from '../../services/http/send.js';
import { catalogue, type ServiceName } from '../../services/index.js';
import { type Column, cellOf } from '../../ui/present/column.js';
import { labelOf } from '../../ui/present/label.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../../ui/present/value.js';
import { visible } from '../../ui/present/visible.js';
import { filled, openFlags } from '../assumed.js';
import { ask } from '../call.js';
import type { Command, Typed } from '../command.js';
import type { Context } from '../context.js';
import type { Flag } from '../flags.js';
import { noteContracts } from '../guard/contracts.js';
import { guided, type Question } from '../guided.js';
import type { Guarding } from '../ledgered.js';
import { type ReceiptLine, receipt } from '../receipt.js';
import { fieldsOf, type Given, givenOf, keyOf, type Option, problemOf, valueNames } from './given.js';
import { readOnce } from './reading.js';
import { type Way, wayFlags, waysFor } from './ways.js';

/** A read that is made before a change: its answer says what the change is about. */
interface About {
  readonly service?: ServiceName;
  readonly call: string;
  /** The fields that it is asked with, and the names of what was typed that fill them; `id` by `id` if nothing is said. */
  readonly with?: Readonly<Record<string, string>>;
  /** What it is always asked with. */
  readonly also?: Given;
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
export interface ChangingSpec {
  readonly name: string;
  readonly is: string;
  readonly more?: string;
  /** On a terminal those that are needed are asked for. */
  readonly values?: string;
  readonly options?: readonly Option[];
  readonly examples: readonly string[];
  readonly service: ServiceName;
  /** The first that fits is made; a change never falls back on another. */
  readonly ways: readonly [Way, ...Way[]];
  /** The calls beneath it, as help names them. */
  readonly beneath: readonly string[];
  /** Its body is open, so fields of one's own may be given. */
  readonly open?: true;
  /** How an option or a value is asked for, by its key, where its help does not say it. */
  readonly asks?: Readonly<Record<string, Partial<Question>>>;
  readonly about?: readonly About[];
  /** More lines of the receipt, from what the reads before answered. @throws {Failure} where it cannot be done */
  readonly says?: (found: readonly (Row | undefined)[], given: Given, context: Context) => readonly ReceiptLine[];
  /** What is sent, where that is not what was typed, name by name. @throws {BadInput} */
  readonly gives?: (given: Given, typed: Typed, context: Context) => Given | Promise<Given>;
  /** The command that tells what became of it: from what was typed and, where there is one, from the answer. */
  readonly next?: (given: Given, answer: Row) => string | undefined;
  /** A read that is shown in the place of the answer. @returns JSON text */
  readonly shows?: (given: Given, context: Context) => Promise<string | undefined>;
  readonly columns?: readonly Column[];
  readonly id?: string;
}
const newRecipient: Flag = { flags: '--new-recipient', is: 'a recipient is meant to whom nothing has gone so far' };
const clientRef: Flag = { flags: '--client-ref <name>', is: 'your own name for it: the same line run again gives the earlier result' };

/** The command of a change. `money`: it moves value, to whoever the platform says or to somebody that the person names. */
export function changing(spec: ChangingSpec & { readonly money?: true | 'to somebody' }): Command {
  const { name, is, more, values, options = [], examples, beneath, ways } = spec;
  return {
    name,
    is,
    ...(more === undefined && !spec.money
      ? {}
      : { more: [more, spec.money && moneyNote, spec.money === 'to somebody' && recipientNote].filter(Boolean).join('\n') }),
    ...(values === undefined ? {} : { values }),
    options: [
      ...options,
      ...wayFlags(ways),
      ...(spec.open ? openFlags : []),
      ...(spec.money === 'to somebody' ? [newRecipient] : []),
      ...(spec.money ? [clientRef] : []),
    ],
    examples,
    beneath,
    asks: true,
    run: (typed, context) => changed(spec, typed, context),
  };
}
const moneyNote = `Moves value: shows a receipt, then asks for the word yes or takes --yes. It is written into the ledger before it leaves and never repeated
by itself. The limits of the profile hold for it, whatever is agreed to (tuk profile set). Exit 10: it has left, and its outcome is not known
(tuk ops show).`;
const recipientNote =
  'A recipient to whom nothing has gone so far takes --new-recipient, or on a terminal its last six characters; --yes does not do.';

async function changed(spec: ChangingSpec, typed: Typed, context: Context): Promise<number> {
  const whole = await guided(typed, questionsOf(spec, context), spec.values, context);
  const own = givenOf(spec, whole, context);
  const given = spec.gives ? await spec.gives(own, whole, context) : own;
  const [way] = await waysFor(spec.ways, given, whole.options, context);
  const service = way.service ?? spec.service;
  const call = (await catalogue(service)).calls[way.call]!;
  const values = await filled(context, service, way.call, fieldsOf(given), whole.options);
  context.clientRef = whole.options.clientRef as string | undefined;
  if (whole.options.newRecipient) context.moving.newRecipient = true;
  const guard: Guarding =
    call.effect === 'money' ? await (await import('../ledgered.js')).guarding(context, call, values) : async (lines) => lines;
  if (!context.onlyShows && whole.options.input === undefined) await tell(spec, call, { own, given, typed: whole, guard }, context);
  else if (!context.onlyShows && call.effect === 'money') await tellWhole(spec, { own, values, guard }, context);
  const reply = await asked(spec, call, values, given, context);
  if (!reply) return 0;
  await show(spec, reply, given, context);
  return 0;
}

/** Makes the call; of an outcome that nobody knows it is said where to look. */
async function asked(spec: ChangingSpec, call: Call, values: Given, given: Given, context: Context): Promise<Reply | undefined> {
  try {
    return await ask(context, call.service as ServiceName, call.name, values);
  } catch (error) {
    const look = error instanceof OutcomeUnknown ? spec.next?.(given, {}) : undefined;
    if (look === undefined) throw error;
    const { code, message, where, cause, hint } = error as OutcomeUnknown;
    throw new OutcomeUnknown(code, message, where, cause, `${hint} This may tell: ${look}`);
  }
}

async function show({ shows, columns, id, next }: ChangingSpec, reply: Reply, given: Given, context: Context): Promise<void> {
  const hints = { ...(columns ? { columns } : {}), ...(id ? { name: id } : {}) };
  const shown = await shows?.(given, context).catch((error: unknown) => unread(error, context));
  if (shown === undefined) await context.printReply(reply, hints);
  else await context.print(shown, hints);
  const line = next?.(given, isRecord(reply.data) ? reply.data : {});
  if (line !== undefined) context.say(`  Next: ${line}`);
}

/** What was done must not look as if it had failed because of a read that came after it. */
function unread(error: unknown, context: Context): undefined {
  if (!(error instanceof Failure)) throw error;
  context.say(`  It was done. What became of it could not be read: ${error.message}`);
}

/** What was typed, by field; the same as it is sent; the command line. */
interface Told {
  readonly own: Given;
  readonly given: Given;
  readonly typed: Typed;
  readonly guard: Guarding;
}
/** Shows what is about to happen: what the reads before say, and what was typed. */
async function tell(spec: ChangingSpec, call: Call, { own, given, typed, guard }: Told, context: Context): Promise<void> {
  const { about = [], says } = spec;
  if (call.effect !== 'money' && about.length === 0 && !says) return;
  const found: (Row | undefined)[] = [];
  const lines: ReceiptLine[] = [];
  for (const one of about) {
    const row = await read(one, spec.service, given, typed, context);
    found.push(row);
    if (row) lines.push(...linesOf(row, one.lines, context));
  }
  lines.push(...typedLines(spec, own), ...fieldLines(typed), ...(says?.(found, given, context) ?? []));
  await receipt(context, spec.is, await guard(lines));
}

/** The same of a body that was given whole, as it will leave: what a person has to see of it is not known, so all of it is shown. */
async function tellWhole(
  spec: ChangingSpec,
  { own, values: { body }, guard }: Pick<Told, 'own' | 'guard'> & { readonly values: Given },
  context: Context,
): Promise<void> {
  const { parseExact } = await import('../../services/exact.js');
  const fields = body instanceof JsonText ? parseExact(context.redact.clean(body.json)) : undefined;
  const lines = Object.entries(isRecord(fields) ? fields : { body: fields });
  const whole = lines.map(([name, value]) => [visible(name), asText(value)] as const);
  await receipt(context, spec.is, await guard([...typedLines(spec, own), ...whole]));
}

async function read(about: About, own: ServiceName, given: Given, { options }: Typed, context: Context): Promise<Row | undefined> {
  const { service, call, with: asked = { id: 'id' }, also, needs, open, ifAny } = about;
  if (needs !== undefined && given[needs] === undefined) return undefined;
  const values = { ...also, ...Object.fromEntries(Object.entries(asked).map(([field, name]) => [field, given[name]])) };
  const { field, jsonField } = options;
  try {
    const { data } = await readOnce(context, service ?? own, call, values, open ? { field, jsonField } : {});
    noteContracts(context, [data]);
    return isRecord(data) ? data : undefined;
  } catch (error) {
    if (ifAny && error instanceof Failure && error.kind === 'not-found') return undefined;
    throw error;
  }
}

const mostOthers = 8;
/** What a read says that stands on the receipt; where it goes by other names, what it says instead: nobody is to agree to a dash. */
function linesOf(row: Row, columns: readonly Column[], context: Context): ReceiptLine[] {
  const known = columns.filter(({ path }) => !isNothing(valueAt(row, path)));
  const others =
    known.length === columns.length
      ? []
      : Object.keys(row).filter(
          (name) => isScalar(row[name]) && columns.every(({ path }) => path !== name && !path.startsWith(`${name}.`)),
        );
  return [...known, ...others.slice(0, mostOthers).map((path): Column => ({ path }))].map((column) => lineOf(row, column, context));
}

const lineOf = (row: Row, column: Column, { world, redact }: Context): ReceiptLine => [
  column.heading ?? labelOf(column.path),
  redact.clean(cellOf(row, column, world.clock.now(), 'whole').text),
];

/** What was typed, under the names of the command line. */
function typedLines({ values, options = [] }: ChangingSpec, given: Given): ReceiptLine[] {
  const names = [
    ...valueNames(values).map(({ name }) => [name, name]),
    ...options.map((one) => [one.to === false ? '' : (one.to ?? keyOf(one)), keyOf(one)]),
  ];
  return names.flatMap(([field, label]) => {
    const value = given[field!];
    return value === undefined || typeof value === 'object' ? [] : [[labelOf(label!), String(value)] as const];
  });
}

/** The fields of the person's own: -f and -F say to whom as well as any option does. */
function fieldLines({ options: { field, jsonField } }: Typed): ReceiptLine[] {
  const pairs = [field, jsonField].flatMap((given) => (given === undefined ? [] : ([given].flat() as string[])));
  return pairs.map((pair) => [visible(pair.replace(/=.*/s, '')), pair.slice(pair.indexOf('=') + 1)]);
}

/** A question for each value and option that is needed. */
function questionsOf(spec: ChangingSpec, context: Context): Question[] {
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
          hint: option.is,
          ...(option.words ? { words: option.words } : {}),
          ...(option.needed ? {} : { optional: true as const }),
          check: (text) => problemOf(option, text, context),
          ...asks[keyOf(option)],
        }),
      ),
  ];
}
