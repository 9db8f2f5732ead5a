// What a command needs: values, options, and several of which one is enough. The parser, the usage line, help, forms,
// the palette and MCP read it here.

import { listed } from '../../services/counted.js';
import { BadInput } from '../../services/http/errors.js';
import type { Arguments, Command, Context } from '../command/command.js';
import { valuesOf } from '../command/command-values.js';

import { type Flag, flagKey, spellings } from '../settings/options.js';
import { canPrompt } from './prompt.js';

/** A value or an option that a command may need. */
interface Part {
  readonly key: string;
  /** `<id>` or `--to`. */
  readonly name: string;
  /** As in a usage line: `<id>` or `--to <user>`. */
  readonly usage: string;
  /** The place among the values; undefined for an option. */
  readonly at?: number;
  readonly flag?: Flag;
}
/** What a command needs: one of these parts. */
export type Need = readonly [Part, ...Part[]];

type Needy = Pick<Command, 'values' | 'options' | 'needs'>;

/** The needs of a command, in the order of its values and options. */
export function needsOf({ values, options = [], needs = [] }: Needy): readonly Need[] {
  const valueParts = valuesOf(values).map(({ key, name, required, repeatable }, at) => {
    const usage = `<${name}${repeatable ? '...' : ''}>`;
    return { key, name: `<${name}>`, usage, at, required };
  });
  const optionParts = options.map((flag) => {
    const usage = flag.flags.replace(/^-\w, /, '');
    return { key: flagKey(flag.flags), name: spellings(flag.flags).at(-1)!, usage, flag, required: flag.required };
  });
  const parts = [...valueParts, ...optionParts];
  return parts.flatMap((part): Need[] => {
    const group = needs.find(([first]) => first === part.key);
    if (group) return [[part, ...parts.filter((other) => other !== part && group.includes(other.key))]];
    return part.required ? [[part]] : [];
  });
}

/** The usage of the values and the needed options: `<wallet> (--amount <amount> | --all)`. */
export function usageOf(command: Needy): string {
  const needs = needsOf(command);
  const needed = needs.flat();
  const optional = [command.values ?? []].flat().filter((_, place) => !needed.some(({ at }) => at === place));
  const textOf = (parts: Need) =>
    parts.length === 1 ? parts[0].usage : `(${parts.map(({ usage }) => usage).join(' | ')})`;
  const isOfValue = ([{ at }]: Need) => at !== undefined;
  return [
    ...needs.filter(isOfValue).map(textOf),
    ...optional,
    ...needs.filter((need) => !isOfValue(need)).map(textOf),
  ].join(' ');
}

/** The need of an option for its line in help: `needed`, `this or <text> is needed`, `needed for …`; else empty. */
export function needText(flag: Flag, command: Needy): string {
  const need = needsOf(command).find((parts) => parts.some((part) => part.flag?.flags === flag.flags));
  const others = need?.filter((part) => part.flag?.flags !== flag.flags).map(({ name }) => name) ?? [];
  if (need === undefined) return flag.neededFor === undefined ? '' : `needed for ${flag.neededFor}`;
  return others.length === 0 ? 'needed' : `${listed(['this', ...others], 'or')} is needed`;
}

/**
 * Checks the needs of a line. On a terminal a command that prompts asks for them, and checks the answers itself.
 * @throws {BadInput} MISSING_OPTION
 */
export function checkNeeds(context: Context, args: Arguments, command: Command, name: readonly string[]): void {
  if (!((command.prompts || command.read) && canPrompt(context))) refuseMissing(command, args, name);
}

/**
 * Refuses a line without what its command needs, before anything is sent. --input replaces every option that is a
 * field.
 * @param name of the command, for the hint
 * @throws {BadInput} MISSING_OPTION with all that is missing
 */
export function refuseMissing(command: Needy, { options, positionals }: Arguments, name?: readonly string[]): void {
  const isGiven = ({ key, at }: Part) =>
    at === undefined ? (options[key] ?? options.input) !== undefined : positionals[at] !== undefined;
  const missing = needsOf(command).filter((parts) => !parts.some(isGiven));
  if (missing.length === 0) return;
  const alone = missing.filter(({ length }) => length === 1).map(([{ name }]) => name);
  const groups = missing
    .filter(({ length }) => length > 1)
    .map((parts) =>
      listed(
        parts.map(({ name }) => name),
        'or',
      ),
    );
  const sentences = [
    ...(alone.length > 0 ? [`${listed(alone, 'and')} ${alone.length === 1 ? 'is' : 'are'} needed`] : []),
    ...groups.map((names) => `${names} is needed`),
  ];
  const hints = missing.flatMap(([{ name, flag }, ...others]) => {
    const words = others.length === 0 ? (flag?.offers?.() ?? flag?.words) : undefined;
    const list = flag?.from === undefined ? [] : [`See tuk ${flag.from.replace(/ \{.*/, '')}.`];
    return words ? [`${name} is one of ${words.join(', ')}.`] : list;
  });
  const help = name === undefined ? 'See what the command takes: add --help' : `See tuk ${name.join(' ')} --help`;
  throw new BadInput('MISSING_OPTION', `${sentences.join(', and ')}.`, hints.join(' ') || help);
}
