// MCP tools: a command as a tool, its options as JSON Schema, and a tool call as a command line.

import type { Command, Groups } from '../../cli/command/command.js';
import { type CommandValue, valuesOf } from '../../cli/command/command-values.js';
import { admits } from '../../cli/command/effects.js';
import { isReadOnly } from '../../cli/command/read-only.js';
import { needsOf } from '../../cli/prompts/needs.js';
import { type Effects, type Flag, flagKey, plain, spellings, takesValue } from '../../cli/settings/options.js';
import { repeatOptions } from '../../engine/read/repetition.js';
import { camel } from '../../services/command-line.js';
import { BadInput, cited } from '../../services/http/errors.js';
import { isRecord, type Row } from '../../services/json-value.js';
import { labelOf } from '../../text/column.js';

// The words of a tool: descriptions of commands speak of options and command lines, which a model does not have.

/** Words for things that only a person at a terminal, or a shell, can use. */
const ofTerminals =
  /--|`|\btuk\b|-[woy]\b|\bexits?\b|\bterminal\b|\bpipe\b|\bprompts?\b|\bstandard (input|output|error)\b|\bscript|\bCSV\b|\bshows a receipt\b|\bdry run\b|\bfile\b/i;

/** The sentences of a text that hold for a tool. */
const sentencesOf = (text: string): string =>
  text
    .replaceAll('\n', ' ')
    .split(/(?<=[.:])\s+(?=[A-Z])/)
    .filter((sentence) => !ofTerminals.test(sentence))
    .join(' ')
    .trim();

/**
 * The description of a command for a model: its summary, the part of its help that holds for a tool, and its result.
 */
function descriptionOf({ summary, description = '', read }: Command): string {
  const columns = (read?.columns ?? []).slice(0, 8).map(({ path, heading }) => heading ?? labelOf(path).toLowerCase());
  const kind = read?.singleRecord ? 'one record' : 'JSON';
  const returns = columns.length === 0 ? '' : `Returns ${kind} with ${columns.join(', ')}.`;
  return [`${inToolWords(summary)}.`, sentencesOf(description), returns].filter((part) => part !== '').join(' ');
}

/** The summary of an option in the words of a tool; undefined if it is about a terminal. */
const summaryFor = (summary: string): string | undefined =>
  summary
    .split(/;\s+/)
    .filter((part) => !ofTerminals.test(part))
    .join('; ') || undefined;

/** A text in the words of tools: an option is an argument; a command line in it, which a person types, stays. */
export const inToolWords = (text: string): string =>
  text.replace(
    /\btuk [a-z](?:\\.|[^"\\\n])*|(the )?--([a-z][a-z0-9-]*)/gi,
    (whole, the: string | undefined, name?: string) =>
      name === undefined ? whole : `${the ?? 'the '}argument ${camel(name)}`,
  );

// The tools of `tuk mcp` without --all-tools and --groups: those for most questions of support, of wallets and
// swaps, and of operation. A model chooses worse among more, and each description costs it room.

/** The names of the tools, reads and changes. */
const defaultTools: ReadonlySet<string> = new Set([
  ...['api_list', 'api_show', 'api_call', 'find', 'explain', 'wait', 'whoami', 'ops_list', 'ops_show', 'notify_list'],
  ...['assets_offerings', 'assets_vehicles', 'assets_vehicle', 'assets_incomes', 'assets_orders'],
  ...['ride_status', 'ride_places_search', 'ride_cancel_status', 'ride_request', 'ride_cancel'],
  ...['wallet_list', 'wallet_balance', 'wallet_tokens', 'wallet_price', 'wallet_history', 'wallet_allowance_list'],
  ...['wallet_withdraw_active', 'wallet_withdraw_show', 'wallet_withdraw_create', 'wallet_withdraw_cancel'],
  ...['wallet_send', 'wallet_allowance_revoke', 'swap_quote', 'swap_run', 'swap_status'],
  ...['swap_bridge_list', 'swap_bridge_show', 'swap_bridge_create'],
  ...['points_balance', 'points_history', 'points_missions_list', 'points_rank_show', 'points_earn_list'],
  ...['points_transfer', 'points_missions_claim'],
  ...['store_featured', 'store_product', 'store_order_list', 'store_order_show', 'store_inventory_list'],
  ...['store_buy', 'store_order_pay', 'store_order_cancel', 'notify_dismiss'],
  ...['depin_stations', 'depin_station', 'depin_chargers'],
]);

/** A command as a tool. */
export interface Tool {
  readonly name: string;
  /** For people, in a list of tools. */
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Record<string, object>;
    readonly required?: string[];
    readonly additionalProperties: false;
  };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint: boolean;
    /** It asks the services, and not only this machine. */
    readonly openWorldHint: boolean;
  };
  /** The command line of a call, without global options. @throws {BadInput} BAD_ARGUMENTS */
  readonly argv: (input: unknown) => readonly string[];
}

const writeGroups = ['assets', 'ride', 'wallet', 'swap', 'points', 'store', 'depin', 'notify'];
/** The groups with tools. A model gets no sign-in, no settings, no files and no control of the sandbox. */
export const readGroups = [...writeGroups, 'find', 'wait', 'whoami', 'account', 'ops', 'explain'];
/** Commands that handle keys, or that do not end. */
const excluded = /^(key|contacts|tx)\b|watch/;
/** The options of every read. */
const common: readonly Flag[] = [
  plain('--fields <list>', 'only these fields, separated by commas'),
  plain('--jq <expression>', 'filter the response with jq'),
  plain('--limit <n>', 'at most n rows of a list'),
];
/** Options that have a use on a terminal only. */
const onTerminals = /^(bell|notify|interval|qr)$/;

/** The tools: of the groups in `only`, else the default ones, or all. @throws {BadInput} UNKNOWN_GROUP */
export async function toolsOf(
  groups: Groups,
  {
    writes,
    only,
    all = false,
  }: {
    /** Whether changes are offered; a function offers those that a grant names. */
    readonly writes: boolean | ((command: Command) => Promise<boolean>);
    readonly only?: readonly string[];
    readonly all?: boolean;
  },
): Promise<readonly Tool[]> {
  const offered = [...readGroups, 'api'];
  const selected = only ?? offered;
  const unknown = selected.find((name) => !offered.includes(name));
  if (unknown !== undefined)
    throw new BadInput(
      'UNKNOWN_GROUP',
      `${cited(unknown)} is not a group with tools.`,
      `There are: ${offered.join(', ')}.`,
    );
  const tools: Tool[] = selected.includes('api') ? [...apiTools] : [];
  for (const name of readGroups.filter((group) => selected.includes(group))) {
    const { group } = await groups[name]!.load();
    for (const command of group.commands) {
      if (excluded.test(command.name)) continue;
      if (!isOpenToModels(command)) continue;
      const reads = name === 'wait' || (await isReadOnly(command));
      const isOffered = typeof writes === 'function' ? () => writes(command) : () => writes;
      if (reads || (writeGroups.includes(name) && (await isOffered()))) tools.push(toolOf(name, command, reads));
    }
  }
  const isGranted = ({ annotations }: Tool) => typeof writes === 'function' && !annotations.readOnlyHint;
  return all || only ? tools : tools.filter((tool) => defaultTools.has(tool.name) || isGranted(tool));
}

/** Whether all that a command needs is plain: a model gives only that. */
const isOpenToModels = (command: Command): boolean => {
  const effects = new Map<string, Effects>([
    ...valuesOf(command.values).map((value) => [value.key, value.effects] as const),
    ...(command.options ?? []).map((flag) => [flagKey(flag.flags), flag.effects] as const),
  ]);
  return needsOf(command).every((parts) => parts.some(({ key }) => admits('foreign', effects.get(key)!)));
};

function toolOf(group: string, command: Command, reads: boolean): Tool {
  const commandFlags = (command.options ?? []).filter(
    (flag) =>
      admits('foreign', flag.effects) && !onTerminals.test(flagKey(flag.flags)) && !repeatOptions.includes(flag),
  );
  const flags = [
    ...commandFlags,
    ...(reads ? common.filter(({ flags: spelling }) => !commandFlags.some((flag) => flag.flags === spelling)) : []),
  ];
  const values = valuesOf(command.values)
    .filter(({ effects }) => admits('foreign', effects))
    .map((value) => ({ ...value, key: schemaKey(value) }));
  const options = new Map(flags.map((flag) => [flagKey(flag.flags), flag]));
  const properties = Object.fromEntries([
    ...[...options].map(([key, flag]) => [key, schemaOf(flag)] as const),
    ...values.map(
      (value) =>
        [
          schemaKey(value),
          value.repeatable ? { type: 'array', items: { type: 'string' } } : { type: 'string' },
        ] as const,
    ),
  ]);
  const schemaKeys = new Map([
    ...values.map(({ key, name }) => [flagKey(`--${name}`), key] as const),
    ...[...options.keys()].map((key) => [key, key] as const),
  ]);
  const offeredNeeds = needsOf(command).map((parts) => parts.flatMap(({ key }) => schemaKeys.get(key) ?? []));
  const required = offeredNeeds.flatMap((keys) => (keys.length === 1 ? keys : []));
  const oneOf = offeredNeeds.flatMap((keys) => (keys.length > 1 ? [`One of ${keys.join(', ')} is needed.`] : []));
  const words = [group, ...command.name.split(' ').filter(Boolean)];
  return {
    name: words.join('_').replaceAll('-', '_'),
    title: inToolWords(command.summary),
    description: [descriptionOf(command), ...oneOf].join(' '),
    inputSchema: {
      type: 'object',
      properties,
      required: required.length > 0 ? required : undefined,
      additionalProperties: false,
    },
    annotations: annotationsOf(command, reads),
    argv: (input) => {
      const args = inputOf(input, properties, required);
      const optionWords = [...options].flatMap(([key, flag]) =>
        args[key] === undefined ? [] : wordsOf(flag, args[key]),
      );
      const positionals = values.flatMap(({ key }) => listOf(args[key]).map((value) => textOf(value, key)));
      return [...words, ...optionWords, ...(positionals.length > 0 ? ['--', ...positionals] : [])];
    },
  };
}

/** The hints by which a client decides when to ask. A change that adds something is not destructive. */
const annotationsOf = ({ name, fromLedger, options = [] }: Command, reads: boolean): Tool['annotations'] => ({
  readOnlyHint: reads,
  destructiveHint: reads
    ? undefined
    : options.some(({ flags }) => flags.startsWith('--client-ref')) ||
      /cancel|remove|revoke|disconnect|dismiss|give|retry|migration|web-submit/.test(name),
  idempotentHint: reads,
  openWorldHint: fromLedger !== true,
});

/** The name of a value in a schema: APIs of models refuse other characters. */
const schemaKey = ({ name }: CommandValue): string =>
  name.replace(/[^A-Za-z0-9_]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function schemaOf({ flags, offers, words, repeatable, summary }: Flag): object {
  const description = summaryFor(summary);
  const isCount = /<n>$/.test(flags);
  const value = isCount
    ? { type: 'integer', minimum: 0 }
    : takesValue(flags)
      ? { type: 'string', enum: (offers?.() ?? words)?.map(String) }
      : { type: 'boolean' };
  return repeatable ? { type: 'array', items: value, description } : { ...value, description };
}

/** The arguments of a tool call. @throws {BadInput} for an unknown or a missing argument */
function inputOf(input: unknown, properties: object, required: readonly string[]): Row {
  const args = input ?? {};
  if (!isRecord(args)) throw new BadInput('BAD_ARGUMENTS', 'The arguments of a tool are an object.');
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined)
    throw new BadInput(
      'BAD_ARGUMENTS',
      `The tool has no argument ${cited(unknown)}.`,
      `It has: ${Object.keys(properties).join(', ') || 'none'}.`,
    );
  const missing = required.find((name) => args[name] === undefined);
  if (missing !== undefined) throw new BadInput('BAD_ARGUMENTS', `The argument ${missing} is missing.`);
  return args;
}

const listOf = (value: unknown): readonly unknown[] => (value === undefined ? [] : [value].flat());

/** An option and its value in one word: a value may begin with a hyphen. */
function wordsOf(flag: Flag, value: unknown) {
  const name = spellings(flag.flags).findLast((spelling) => spelling.startsWith('--'))!;
  if (!takesValue(flag.flags)) return value === true ? [name] : [];
  return (flag.repeatable ? listOf(value) : [value]).map((item) => `${name}=${textOf(item, flagKey(flag.flags))}`);
}
/** @throws {BadInput} BAD_ARGUMENTS; `-` is standard input, with the messages of the protocol */
function textOf(value: unknown, name: string) {
  if (value === '-') throw new BadInput('BAD_ARGUMENTS', `The value of ${name} is -, and a tool reads no file.`);
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  throw new BadInput('BAD_ARGUMENTS', `The value of ${name} is not a text.`);
}

const text = { type: 'string' } as const;
const fixedTool = (
  name: string,
  title: string,
  description: string,
  { properties, required }: { readonly properties: Record<string, object>; readonly required: string[] },
  argv: (args: Row) => readonly string[],
): Tool => ({
  name,
  title,
  description,
  inputSchema: { type: 'object', properties, required, additionalProperties: false },
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: name === 'api_call' },
  argv: (input) => argv(inputOf(input, properties, required)),
});
const ofCall = {
  service: { ...text, description: 'the name of a service: user' },
  call: { ...text, description: 'the name of a call: get-current' },
};
const filters = { fields: text, jq: text };
/** The given options among some names, as words. */
const optionWordsOf = (args: Row, names: readonly string[]) =>
  names.flatMap((name) => (args[name] === undefined ? [] : [`--${name}=${textOf(args[name], name)}`]));

/** The tools over the catalogue. */
const apiTools: readonly Tool[] = [
  fixedTool(
    'api_list',
    'List the calls of the services',
    'List the calls of the services: name, method, path, auth, effect',
    { properties: { service: text, ...filters }, required: [] },
    (args) => ['api', 'list', ...optionWordsOf(args, ['service', 'fields', 'jq'])],
  ),
  fixedTool(
    'api_show',
    'Show one call',
    'Show one call: its values, fields, enums, effect, and what was observed of its responses',
    { properties: ofCall, required: ['service', 'call'] },
    (args) => ['api', 'show', '--', textOf(args.service, 'service'), textOf(args.call, 'call')],
  ),
  fixedTool(
    'api_call',
    'Make a call that reads',
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
            throw new BadInput('BAD_ARGUMENTS', `${cited(name)} is not a name of a value.`);
          return `-f${name}=${textOf(value, name)}`;
        }),
        ...optionWordsOf(args, ['fields', 'jq']),
        '--',
        textOf(args.service, 'service'),
        textOf(args.call, 'call'),
      ];
    },
  ),
];
