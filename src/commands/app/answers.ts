// What a command line answers, for a screen: a read as its command makes it; any other command is run, and what it would have printed is taken.

import { type Arguments, type Command, commandOf, type Group } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { type Flag, flagKey, takesValue } from '../../cli/options.js';
import type { Presentation } from '../../cli/output/output.js';
import { type GroupName, groups, isGroup } from '../../groups.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import type { Column } from '../../ui/format/column.js';
import { wordsOf } from '../../ui/format/command-line.js';
import { labelOf } from '../../ui/format/label.js';
import type { Loaded } from '../../ui/models/answers.js';
import { emptyField } from '../../ui/models/field.js';
import type { CommandLine } from '../../ui/models/palette.js';
import type { FormField } from '../../ui/models/screens.js';
import { groupScreens } from './boards.js';

interface Found {
  readonly name: GroupName;
  readonly group: Group;
  readonly command: Command;
  readonly words: readonly string[];
}
/** The command that a line begins with; nothing where there is none. */
export async function foundBy(line: string): Promise<Found | undefined> {
  const words = wordsOf(line);
  const [name = '', ...rest] = words;
  if (!isGroup(name)) return undefined;
  const { group } = (await groups[name].load()) as { group: Group };
  const command = commandOf(group, rest);
  return command && (command.name !== '' || rest.length === 0) ? { name, group, command, words } : undefined;
}

/** The answer to a line, with how its command reads it. @throws {Failure} */
export async function answerTo(line: string, spec: string | undefined, context: Context): Promise<Loaded | undefined> {
  const found = await foundBy(line);
  if (!found) return undefined;
  const { name, group, command, words } = found;
  const { parse } = await import('../../cli/arguments.js');
  const { typed, flags } = await parse(name, group, words, words.slice(1));
  const { value: profile } = context.settings.profile;
  if (flags.profile !== undefined && flags.profile !== profile)
    throw new BadInput('OTHER_PROFILE', `This screen is of the profile ${profile}, and the line names another one.`, `Run it: tuk ${line}`);
  const own = specOf(spec ?? line);
  const { json, hints } = await asked(line, command, typed, context).catch((error: unknown) => {
    if (own?.none && error instanceof Failure && error.kind === 'not-found') return { json: '[]', hints: {} as Presentation };
    throw error;
  });
  const { parseLossless } = await import('../../services/lossless-number.js');
  const value = json === undefined || json === '' ? undefined : parseLossless(json);
  return {
    value,
    one: command.reading?.one ?? hints.one,
    columns: own?.columns ?? command.reading?.columns ?? columnsOf(hints),
    id: own?.id ?? command.reading?.id ?? hints.name,
    empty: command.reading?.empty ?? own?.empty,
    chart: own?.chart ?? command.reading?.chart,
    options: wordsByFlag(command.options ?? []),
  };
}
const specOf = (line: string) => groupScreens.flatMap(({ screens }) => screens).find((one) => one.line === line);

function wordsByFlag(options: readonly Flag[]): Record<string, readonly string[]> {
  return Object.fromEntries(options.flatMap(({ flags, words }) => (words ? [[/--[\w-]+/.exec(flags)![0], words.map(String)]] : [])));
}
const columnsOf = ({ columns }: Presentation): readonly Column[] | undefined =>
  columns?.map((one) => (typeof one === 'string' ? { path: one } : one));

/** What a read answers; the rides that are known here come without a command's own printing. */
async function asked(
  line: string,
  command: Command,
  typed: Arguments,
  context: Context,
): Promise<{ json?: string | undefined; hints: Presentation }> {
  if (command.reading) return { json: await command.reading.load(typed, context), hints: {} };
  if (line === 'ride status --known') {
    const { knownRides } = await import('../ride/status.js');
    return { json: JSON.stringify(await knownRides(context)), hints: {} };
  }
  let taken: { json: string; hints: Presentation } | undefined;
  await command.run(
    typed,
    taking(context, (json, hints) => {
      taken ??= { json, hints };
    }),
  );
  return taken ?? { hints: {} };
}

/** The context with its output taken, nobody to ask, and no way to change anything. */
function taking(context: Context, take: (json: string, hints: Presentation) => void): Context {
  const refused = () => Promise.reject(new Failure('guarded', 'NOT_HERE', 'This changes something; a screen only reads.'));
  const own: Readonly<Record<string, unknown>> = {
    flags: { ...context.flags, json: true, noInput: true },
    print: async (json: string, hints: Presentation = {}) => take(json, hints),
    printReply: async (reply: Response, hints: Presentation = {}) =>
      take(reply.call.as === 'text' ? JSON.stringify(reply.text) : reply.text, hints),
    printText: async (text: string) => take(JSON.stringify(text), {}),
    printLines: async () => {},
    printBytes: refused,
    tell: () => {},
    say: () => {},
    perform: (...given: Parameters<Context['perform']>) => (given[0].effect === 'none' ? context.perform(...given) : refused()),
  };
  return new Proxy(context, {
    get(of, name) {
      if (typeof name === 'string' && Object.hasOwn(own, name)) return own[name];
      const value: unknown = Reflect.get(of, name, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
}

/** Options that a form has no field for: whole fields in files, and what picks a version. */
const unfit = new Set(['newRecipient', 'field', 'json', 'jsonField', 'input', 'apiVersion', 'query', 'raw', 'watch', 'interval']);

/** The values and options of a command as fields; nothing where there is no such command. */
export async function fieldsOf(line: string): Promise<readonly FormField[] | undefined> {
  const found = await foundBy(line);
  if (!found) return undefined;
  const { command } = found;
  const values = [...(command.values ?? '').matchAll(/([<[])([^\]>]+?)(\.\.\.)?[>\]]/g)].map(
    ([, open, name]): FormField => ({ label: labelOf(name!), is: '', needed: open === '<', text: emptyField }),
  );
  const options = (command.options ?? []).filter(
    ({ flags }) => !unfit.has(flagKey(flags)) && flags.includes('--') && !/-stdin$/.test(flags),
  );
  return [...values, ...options.map(fieldOf)].sort((one, other) => Number(other.needed) - Number(one.needed));
}
function fieldOf(option: Flag): FormField {
  const flag = /--[\w-]+/.exec(option.flags)![0];
  return {
    flag,
    label: labelOf(flag.slice(2)),
    is: option.summary,
    needed: option.needed === true,
    text: emptyField,
    ...(option.words ? { words: option.words.map(String) } : {}),
    ...(takesValue(option.flags) ? {} : { isSwitch: true }),
  };
}

/** Every command of every group; a group is loaded for it, so it is asked for only when the palette opens. */
export async function allCommands(): Promise<CommandLine[]> {
  const loaded = await Promise.all(
    Object.entries(groups).map(async ([name, { load }]) => ({ name, group: ((await load()) as { group: Group }).group })),
  );
  return loaded.flatMap(({ name, group }) => group.commands.map((command) => lineOf(name, command)));
}
const lineOf = (group: string, command: Command): CommandLine => ({
  name: `${group} ${command.name}`.trim(),
  is: command.summary,
  ...(command.values === undefined ? {} : { values: command.values }),
  reads: onlyReads(command),
});
/** A read, or a command whose calls all are; what goes on for ever is none. */
const onlyReads = ({ reading, uses = [], asks, name }: Command): boolean =>
  reading !== undefined || (!asks && uses.length > 0 && uses.every((call) => / GET /.test(call)) && !/watch|wait/.test(name));
