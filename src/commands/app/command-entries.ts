// The commands as the application offers them: the form of a command, and the entries of the palette.
import { assumedFlag, assumedOfCommand } from '../../cli/command/assumed-fields.js';
import { type Command, type Context, type Groups, shown } from '../../cli/command/command.js';
import { valuesOf, valuesText } from '../../cli/command/command-values.js';
import { isReadOnly } from '../../cli/command/read-only.js';
import { aliasText, isReadLine } from '../../cli/lines/alias-line.js';
import { type Need, needsOf } from '../../cli/prompts/needs.js';
import { configOf, type Flag, flagKey, takesValue } from '../../cli/settings/options.js';
import { contactsOf } from '../../engine/read/contacts.js';
import { repeatOptions } from '../../engine/read/repetition.js';
import type { Field as CallField } from '../../services/catalogue/define.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { quoted } from '../../services/command-line.js';
import { Failure } from '../../services/http/errors.js';
import { listAliases } from '../../session/aliases.js';
import { paths } from '../../session/paths.js';
import { profileNames } from '../../session/profile.js';
import { labelOf } from '../../text/column.js';
import { findLine } from '../../ui/state/boards/navigation.js';
import { emptyField } from '../../ui/state/core/field.js';
import type { CommandLine } from '../../ui/state/core/palette.js';
import type { CommandForm, FormField } from '../../ui/state/core/screens.js';
import { commandFor } from './screen-data.js';

/** Options without a form field: raw fields and files. */
const unsuitableOptions = new Set([
  'newRecipient',
  'field',
  'json',
  'jsonField',
  'input',
  'edit',
  'web',
  'query',
  'raw',
  'interval',
]);

/** The values and options of a command as form fields, and its examples. @throws {BadInput} UNKNOWN_COMMAND */
export async function formOf(line: string, groups: Groups): Promise<CommandForm> {
  const { command } = await commandFor(line, groups);
  const needs = needsOf(command);
  const optionKeys = new Set((command.options ?? []).map(({ flags }) => flagKey(flags)));
  const pathWords = await wordsOfValues(command);
  const values = valuesOf(command.values)
    .filter(({ name }) => !optionKeys.has(name))
    .map(
      ({ name, key }): FormField => ({
        key,
        label: labelOf(name),
        is: '',
        ...needIn(needs, key),
        text: emptyField,
        words: pathWords[name],
      }),
    );
  const options = (command.options ?? []).filter(
    (flag) =>
      !unsuitableOptions.has(flagKey(flag.flags)) &&
      !repeatOptions.includes(flag) &&
      flag.flags.includes('--') &&
      !/-stdin$/.test(flag.flags),
  );
  const assumed = Object.entries(await assumedOfCommand(command)).flatMap(([name, field]): FormField[] =>
    field.secret ? [] : [assumedField(name, field)],
  );
  const fields = [...values, ...options.map((flag) => formField(flag, needIn(needs, flagKey(flag.flags)))), ...assumed];
  return { fields: fields.sort((a, b) => rankOf(a) - rankOf(b)), examples: command.examples };
}
/** Needed fields come first, expert ones last. */
const rankOf = ({ required, group }: FormField): number =>
  required || group === 'needed' ? 0 : group === 'expert' ? 2 : 1;
/** The enums of the values of a command, by the path of its first endpoint. */
async function wordsOfValues({ uses }: Command): Promise<Readonly<Record<string, readonly string[]>>> {
  const [service, [name] = []] = Object.entries(uses ?? {})[0] ?? [];
  if (service === undefined || name === undefined) return {};
  const { words = {} } = (await catalogue(service as ServiceName)).calls[name] ?? {};
  return Object.fromEntries(Object.entries(words).map(([value, list]) => [value, list.map(String)]));
}
const formGroups = { first: 'needed', folded: 'expert' } as const;
/** How a form asks for a part of a command: what is needed alone must be filled, one of several may be. */
function needIn(needs: readonly Need[], key: string): FieldNeed {
  const need = needs.find((parts) => parts.some((part) => part.key === key));
  if (!need || need.length === 1) return { required: need !== undefined };
  return { required: false, group: 'needed', oneOf: need.map((part) => (part.flag ? part.name : part.key)) };
}
type FieldNeed = Pick<FormField, 'required' | 'group' | 'oneOf'>;
function formField(option: Flag, need: FieldNeed): FormField {
  const flag = /--[\w-]+/.exec(option.flags)![0];
  return {
    flag,
    label: labelOf(flag.slice(2)),
    is: option.summary,
    ...need,
    group: option.inForm ? formGroups[option.inForm] : need.group,
    text: emptyField,
    words: (option.offers?.() ?? option.words)?.map(String),
    isSwitch: takesValue(option.flags) ? undefined : true,
  };
}
/** A field that no public source states: a form offers it, and nothing requires it or fills it in. */
const assumedField = (name: string, field: CallField): FormField => ({
  flag: assumedFlag(field),
  field: name,
  label: name,
  is: `assumed, ${field.required ? 'needed' : 'optional'} in the sandbox: no public source states it`,
  required: false,
  group: field.required ? 'needed' : undefined,
  text: emptyField,
  words: field.words?.map(String),
});

/** Every command of every group. It loads all groups, so only the palette calls it. */
export async function allCommands(groups: Groups): Promise<CommandLine[]> {
  const loaded = await Promise.all(
    Object.entries(groups).map(async ([name, { load }]) => ({ name, group: (await load()).group })),
  );
  return Promise.all(
    loaded.flatMap(({ name, group }) => shown(group.commands).map((command) => paletteEntry(name, command))),
  );
}
const paletteEntry = async (group: string, command: Command): Promise<CommandLine> => ({
  name: `${group} ${command.name}`.trim(),
  is: command.summary,
  values: valuesText(command.values) || undefined,
  reads: await isReadOnly(command),
  needs: needsOf(command).length > 0 || undefined,
});

/** The contacts of the profile; an address book that cannot be read has none here, and its commands say why. */
function contactEntries(context: Context): CommandLine[] {
  try {
    return contactsOf(context).map(({ name, address }): CommandLine => {
      const line = findLine(address);
      return { name: `contact ${name}`, is: address, entry: 'contact', line };
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [];
  }
}

/**
 * The profiles to switch to, the profiles to show beside the current profile, the aliases, and the contacts. An
 * alias with an effect runs only if it is typed.
 */
export async function profilesAndAliases(context: Context, groups: Groups): Promise<CommandLine[]> {
  const { profile } = context.settings();
  const names = profileNames(configOf(context));
  const profiles = names.map(
    (name): CommandLine => ({
      name: `ctx ${name}`,
      is: name === profile.value ? 'the profile in use' : `profile: tuk profile use ${name}`,
      entry: 'profile',
      line: `profile use ${name}`,
    }),
  );
  const saved = listAliases(paths(context.world).aliases, () => {}).map(
    async ({ name, words }): Promise<CommandLine> => ({
      name,
      is: `alias: tuk ${aliasText(words)}`,
      ...((await isReadLine(words, groups)) && { entry: 'alias', line: words.map(quoted).join(' ') }),
    }),
  );
  const besides = [...names.filter((name) => name !== profile.value), 'off'].map(
    (name): CommandLine => ({
      name: `beside ${name}`,
      is: name === 'off' ? 'show one profile' : `show the rows of ${name} beside those of ${profile.value}`,
      entry: 'beside',
      line: name === 'off' ? '' : name,
    }),
  );
  return [...profiles, ...besides, ...(await Promise.all(saved)), ...contactEntries(context)];
}
