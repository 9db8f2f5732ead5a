// The MCP tools: a command as an MCP tool, its options as JSON Schema, and a tool call as a command line.

import type { Command, Groups } from '../../cli/command.js';
import { type Flag, flagKey, spellings, takesValue } from '../../cli/options.js';
import { isReadOnly } from '../../cli/read-only.js';
import { BadInput } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';

/** A command as a tool. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Record<string, object>;
    readonly required?: string[];
    readonly additionalProperties: false;
  };
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean };
  /** The command line of a call, without global options. @throws {BadInput} for arguments that do not fit the schema */
  readonly argv: (input: unknown) => readonly string[];
}

/** Groups with tools. Sign-in, settings, files and the sandbox itself are not for a model. */
const readGroups = [
  'assets',
  'ride',
  'wallet',
  'swap',
  'points',
  'store',
  'depin',
  'notify',
  'find',
  'wait',
  'whoami',
  'account',
  'ops',
  'explain',
];
const writeGroups = ['assets', 'ride', 'wallet', 'swap', 'points', 'store', 'depin', 'notify'];
/** Commands that handle keys, or that do not end. */
const excluded = /^(key|contacts|tx)\b|watch/;
/** Options that name a file or standard input: a tool reads none. */
const namesFile = (flag: Flag): boolean =>
  /<(file|path|folder|image|output)>|stdin/i.test(flag.flags) || /^(input|out|keyFile)$/.test(flagKey(flag.flags));

/** Options that every tool that reads has. */
const common: readonly Flag[] = [
  { flags: '--fields <list>', summary: 'only these fields, separated by commas' },
  { flags: '--jq <expression>', summary: 'filter the response with jq' },
  { flags: '--limit <n>', summary: 'at most n rows of a list' },
];

/** The tools of the groups. @param only the names of groups, if not all @throws {BadInput} for an unknown name */
export async function toolsOf(
  groups: Groups,
  { writes, only }: { readonly writes: boolean; readonly only: readonly string[] | undefined },
): Promise<readonly Tool[]> {
  const offered = [...readGroups, 'api'];
  const unknown = only?.find((name) => !offered.includes(name));
  if (unknown !== undefined)
    throw new BadInput('UNKNOWN_GROUP', `${JSON.stringify(unknown)} is not a group with tools.`, `There are: ${offered.join(', ')}.`);
  const tools: Tool[] = only === undefined || only.includes('api') ? [...apiTools] : [];
  for (const name of readGroups.filter((group) => only === undefined || only.includes(group))) {
    const { group } = await groups[name]!.load();
    for (const command of group.commands) {
      if (excluded.test(command.name)) continue;
      const reads = await isReadOnly(command);
      if (reads || name === 'wait' || (writes && writeGroups.includes(name))) tools.push(toolOf(name, command, reads || name === 'wait'));
    }
  }
  return tools;
}

function toolOf(group: string, command: Command, reads: boolean): Tool {
  const flags = [...(command.options ?? []).filter((flag) => !namesFile(flag)), ...(reads ? common : [])];
  const values = valuesOf(command.values);
  const options = new Map(flags.map((flag) => [flagKey(flag.flags), flag]));
  const properties = Object.fromEntries([
    ...[...options].map(([key, flag]) => [key, schemaOf(flag)] as const),
    ...values.map(({ key, many }) => [key, many ? { type: 'array', items: { type: 'string' } } : { type: 'string' }] as const),
  ]);
  const required = [
    ...values.filter((value) => value.required).map(({ key }) => key),
    ...[...options].flatMap(([key, flag]) => (flag.required ? [key] : [])),
  ];
  const words = [group, ...command.name.split(' ').filter(Boolean)];
  return {
    name: words.join('_').replaceAll('-', '_'),
    description: [command.summary, command.description].filter(Boolean).join('. '),
    inputSchema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false },
    annotations: reads ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: true },
    argv: (input) => {
      const args = inputOf(input, new Set(Object.keys(properties)), required);
      const optionWords = [...options].flatMap(([key, flag]) => (args[key] === undefined ? [] : wordsOf(flag, args[key])));
      const positionals = values.flatMap(({ key }) => (args[key] === undefined ? [] : [args[key]].flat().map((one) => textOf(one, key))));
      return [...words, ...optionWords, ...(positionals.length > 0 ? ['--', ...positionals] : [])];
    },
  };
}

/** The positional values of a command: `<id> [more...]`. */
const valuesOf = (values = '') =>
  [...values.matchAll(/([<[])([^>\]]+?)(\.\.\.)?[>\]]/g)].map(([, open, name, many]) => ({
    key: name!.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    required: open === '<',
    many: many !== undefined,
  }));

function schemaOf(flag: Flag): object {
  const one = takesValue(flag.flags) ? { type: 'string', ...(flag.words ? { enum: flag.words.map(String) } : {}) } : { type: 'boolean' };
  return flag.repeatable ? { type: 'array', items: one, description: flag.summary } : { ...one, description: flag.summary };
}

/** The arguments of a tool call. @throws {BadInput} for another name, and a missing one */
function inputOf(input: unknown, names: ReadonlySet<string>, required: readonly string[]): Readonly<Record<string, unknown>> {
  const args = input ?? {};
  if (!isRecord(args)) throw new BadInput('BAD_ARGUMENTS', 'The arguments of a tool are an object.');
  const unknown = Object.keys(args).find((name) => !names.has(name));
  if (unknown !== undefined)
    throw new BadInput(
      'BAD_ARGUMENTS',
      `The tool has no argument ${JSON.stringify(unknown.slice(0, 60))}.`,
      `It has: ${[...names].join(', ') || 'none'}.`,
    );
  const missing = required.find((name) => args[name] === undefined);
  if (missing !== undefined) throw new BadInput('BAD_ARGUMENTS', `The argument ${missing} is missing.`);
  return args;
}

/** An option with its value, in one word: a value that begins with a hyphen is not an option. */
function wordsOf(flag: Flag, value: unknown): readonly string[] {
  const name = spellings(flag.flags).findLast((spelling) => spelling.startsWith('--'))!;
  if (!takesValue(flag.flags)) return value === true ? [name] : [];
  return (flag.repeatable ? [value].flat() : [value]).map((one) => `${name}=${textOf(one, name)}`);
}
function textOf(value: unknown, name: string): string {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new BadInput('BAD_ARGUMENTS', `The value of ${name} is not a text.`);
}

const text = { type: 'string' } as const;
const fixedTool = (
  name: string,
  description: string,
  { properties, required }: { readonly properties: Record<string, object>; readonly required: string[] },
  argv: (args: Readonly<Record<string, unknown>>) => readonly string[],
): Tool => ({
  name,
  description,
  inputSchema: { type: 'object', properties, required, additionalProperties: false },
  annotations: { readOnlyHint: true },
  argv: (input) => argv(inputOf(input, new Set(Object.keys(properties)), required)),
});
const ofCall = {
  service: { ...text, description: 'the name of a service: user' },
  call: { ...text, description: 'the name of a call: get-current' },
};
const filters = { fields: text, jq: text };
const filterWords = ({ fields, jq }: Readonly<Record<string, unknown>>): readonly string[] => [
  ...(fields === undefined ? [] : [`--fields=${textOf(fields, 'fields')}`]),
  ...(jq === undefined ? [] : [`--jq=${textOf(jq, 'jq')}`]),
];

/** The tools over the catalogue. */
const apiTools: readonly Tool[] = [
  fixedTool(
    'api_list',
    'List the calls of the services: name, method, path, auth, effect',
    { properties: { service: text, ...filters }, required: [] },
    (args) => [
      'api',
      'list',
      ...(args.service === undefined ? [] : [`--service=${textOf(args.service, 'service')}`]),
      ...filterWords(args),
    ],
  ),
  fixedTool(
    'api_show',
    'Show one call: its values, fields, enums, effect, and what was observed of its responses',
    { properties: ofCall, required: ['service', 'call'] },
    (args) => ['api', 'show', '--', textOf(args.service, 'service'), textOf(args.call, 'call')],
  ),
  fixedTool(
    'api_call',
    'Make any call of the catalogue that only reads; values are by the names that api_show lists',
    {
      properties: {
        ...ofCall,
        values: { type: 'object', additionalProperties: true, description: 'path values and query fields' },
        ...filters,
      },
      required: ['service', 'call'],
    },
    (args) => {
      const values = args.values ?? {};
      if (!isRecord(values)) throw new BadInput('BAD_ARGUMENTS', 'values is an object.');
      return [
        'api',
        ...Object.entries(values).map(([name, value]) => {
          if (!/^[A-Za-z][\w-]{0,60}$/.test(name))
            throw new BadInput('BAD_ARGUMENTS', `${JSON.stringify(name.slice(0, 60))} is not a name of a value.`);
          return `-f${name}=${textOf(value, name)}`;
        }),
        ...filterWords(args),
        '--',
        textOf(args.service, 'service'),
        textOf(args.call, 'call'),
      ];
    },
  ),
];
