// The table of global options. The parser, help, completion and the type of their values derive from it.

import { BadInput } from '../../services/http/errors.js';
import { identityVariable } from '../../session/identity-variable.js';
import { paths } from '../../session/paths.js';
import {
  type Config,
  defaultClientId,
  defaultClientVersion,
  findProfile,
  namesake,
  type ProfileSettings,
  readConfig,
  sandboxProfile,
} from '../../session/profile.js';
import type { Project } from '../../session/project-settings.js';
import { sameName } from '../../session/refused-names.js';
import { duration, size } from './duration.js';
import { formatNames } from './formats.js';
import type { World } from './world.js';

// Resolves every setting, with its origin. Precedence: flag, environment, project file, profile, default.
interface Setting<Value = string> {
  readonly value: Value;
  readonly origin: string;
}
export interface Settings {
  readonly profile: Setting;
  readonly output: Setting<string | undefined>;
  readonly language: Setting;
  readonly timeout: Setting<number>;
  readonly retry: Setting<number>;
  readonly maxWait: Setting<number>;
  readonly maxBody: Setting<number>;
  readonly clientId: Setting;
  readonly clientVersion: Setting;
  readonly readOnly: Setting<boolean>;
  /** The profile's settings in the configuration; empty for the built-in profile. */
  readonly of: ProfileSettings;
}

const defaultMaxBody = 8 * 1024 ** 2;

/** Reads the configuration, and repairs its mode. @throws {LocalFailure} if it cannot be read */
export const configOf = (context: { readonly world: Parameters<typeof paths>[0]; log(line: string): void }): Config =>
  readConfig(paths(context.world).config, (line) => context.log(`  ${line}`));

/** Whether the profile is the built-in sandbox, whose back end is embedded. */
export const isEmbedded = ({ profile }: Pick<Settings, 'profile'>): boolean => profile.value === sandboxProfile;

/** Whether `--dry-run` or `--print-curl` prints the request instead of sending it. */
export const isDryRun = ({ dryRun, printCurl }: Pick<Flags, 'dryRun' | 'printCurl'>): boolean =>
  dryRun === true || printCurl === true;

/** Resolves every setting. @throws {BadInput} for an unknown profile, a bad duration, size or language. */
export function resolveSettings(flags: Flags, env: World['env'], config: Config, project?: Project): Settings {
  const folder = project?.file ?? '';
  const profile = first(
    [flags.profile, '--profile'],
    [flags.profile ? undefined : identityVariable(env, 'TUK_PROFILE'), 'TUK_PROFILE'],
    [project?.profile, folder],
    [config.current, 'configuration'],
    [sandboxProfile, 'default'],
  );
  const of = findProfile(config, profile.value, profile.origin);
  const other = namesake(config, profile.value);
  if (other !== undefined) throw sameName(profile.value, other);
  const from = `profile ${profile.value}`;
  const output = first<string | undefined>(
    [flags.output, '--output'],
    [flags.json ? 'json' : undefined, '--json'],
    [known(env.TUK_OUTPUT), 'TUK_OUTPUT'],
    [known(project?.output), folder],
    [known(of.output), from],
    [undefined, 'default'],
  );
  const language = first(
    [flags.lang, '--lang'],
    [env.TUK_LANG, 'TUK_LANG'],
    [project?.language, folder],
    [of.language, from],
    ['en', 'default'],
  );
  if (language.origin !== 'default' && !/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(language.value))
    throw new BadInput(
      'BAD_VALUE',
      `${JSON.stringify(language.value)} is not a language (${language.origin}).`,
      'Write it like en or jp.',
    );
  const timeout = first([flags.timeout, '--timeout'], [env.TUK_TIMEOUT, 'TUK_TIMEOUT'], [of.timeout, from], unset);
  const readOnly = env.TUK_READ_ONLY !== undefined && !/^(|0|false|no)$/i.test(env.TUK_READ_ONLY);
  return {
    profile,
    output,
    language,
    timeout: counted(timeout, 0, (typed, name) => duration(typed, name)), // a call, since it loads its file on use
    retry: counted(first([flags.retry, '--retry'], unset), 0, tries),
    maxWait: counted(first([flags.maxWait, '--max-wait'], unset), 60_000, (typed, name) => duration(typed, name)),
    maxBody: counted(first([flags.maxBody, '--max-body'], unset), defaultMaxBody, (typed, name) => size(typed, name)),
    clientId: first([of.clientId, from], [defaultClientId, 'default']),
    clientVersion: first([of.clientVersion, from], [defaultClientVersion, 'default']),
    readOnly: readOnly
      ? { value: true, origin: 'TUK_READ_ONLY' }
      : { value: of.readOnly === true, origin: of.readOnly === undefined ? 'default' : from },
    of,
  };
}

/** The format of a setting: an earlier version had `wide`. */
const known = (format: string | undefined) => (format === 'wide' ? 'table' : format);
const unset = [undefined, 'default'] as const;
/** A numeric setting: its parsed value, or its default. */
const counted = (
  { value, origin }: Setting<string | undefined>,
  byDefault: number,
  read: (typed: string, name: string) => number,
) => ({
  value: value === undefined ? byDefault : read(value, origin),
  origin,
});

function tries(typed: string): number {
  if (!/^\d{1,3}$/.test(typed))
    throw new BadInput(
      'BAD_VALUE',
      `${JSON.stringify(typed)} is not a number of tries for --retry.`,
      'Write it like 3; 0 means none.',
    );
  return Number(typed);
}

/** The first value that is set, with its origin. An empty variable is not set. */
function first<Value>(...sources: readonly (readonly [value: Value | undefined, origin: string])[]): Setting<Value> {
  const [setting, origin] = sources.find(([value]) => value !== undefined && value !== '') ?? sources.at(-1)!;
  return { value: setting as Value, origin };
}

/**
 * What an option or a value does beyond saying what a command shows or sends: it reads or writes a `file` (standard
 * input too), runs a program (`exec`), uses a `secret` (a key, a password, a token, the session of another profile, a
 * variable), `confirms` what a person is asked, or `widens` what a check would refuse.
 */
export type Effect = 'file' | 'exec' | 'secret' | 'confirms' | 'widens';
/** A set of effects; `plain` is the empty one. `cli/effects.ts` says who may use which. */
export type Effects = 'plain' | readonly [Effect, ...Effect[]];

export interface Flag {
  /** In the syntax of Commander: `-o, --output <form>`. */
  readonly flags: string;
  readonly effects: Effects;
  readonly summary: string;
  /** For development: help lists it with --all only, and the reference and completion leave it out. */
  readonly hidden?: true;
  /** Repeatable: the values are a list. */
  readonly repeatable?: true;
  /** Repeatable: the value is the count. */
  readonly counts?: true;
  /** The enum of its values, for help and completion. */
  readonly words?: readonly (string | number)[];
  /** Those of them that the command accepts, for forms, prompts and completion; default: all. */
  readonly offers?: () => readonly (string | number)[];
  /** The list of its values, for completion: a command line, and the path of the value: `wallet key list {name}`. */
  readonly from?: string;
  /** Required; prompted for on a terminal. */
  readonly required?: true;
  /** The values that need it, in a few words: the command refuses them without it, by `refuseMissing`. */
  readonly neededFor?: string;
  /**
   * Its place in a form, if it is not required. `first`: the command asks for it. `folded`: common to all commands of
   * its kind, and rarely wanted.
   */
  readonly inForm?: 'first' | 'folded';
}
/** What an option may have beside its spelling and its summary. */
type Facts = Partial<GlobalFlag> & Readonly<Partial<Record<'param' | 'filterPath' | 'as', string | false>>>;

/** An option that does nothing but shape its command: it touches no file, secret or check. */
export const plain = <const Spelling extends string, const More extends Facts = Record<never, never>>(
  flags: Spelling,
  summary: string,
  more?: More & Readonly<Record<Exclude<keyof More, keyof Facts>, never>>,
) => ({ flags, effects: 'plain' as const, summary, ...(more as More) });

/**
 * A global option, and what it is about. `data`: it shapes printed data, and is refused by a command that prints none.
 * `output`: how anything is printed. `request`: which requests are made, and how. `safety`: what is sent, and confirmed.
 */
export interface GlobalFlag extends Flag {
  readonly of: 'data' | 'output' | 'request' | 'safety';
}

export const globalFlags = [
  {
    flags: '-p, --profile <name>',
    effects: ['secret'],
    of: 'request',
    summary: 'the profile; for a read also several: a,b (TUK_PROFILE)',
  },
  plain('-o, --output <form>', 'the output format (TUK_OUTPUT)', { of: 'output', words: formatNames }),
  plain('--json', 'data as JSON, unless -o names another format; errors as JSON', { of: 'output' }),
  plain('--fields <list>', 'only these fields: a,b; help lists them', { of: 'data' }),
  plain('--jq <expression>', 'filter the response with jq', { of: 'data' }),
  plain('--columns <list>', 'the columns of a table or CSV: a,b', { of: 'data' }),
  plain('--match <terms>', "only rows that match all terms: 'status=OPEN price>9 name~mina !test'", { of: 'data' }),
  plain('--sort-by <field>', 'sort a list by a field or column; -field reverses it', { of: 'data' }),
  plain('--limit <n>', 'at most n rows of a list', { of: 'data' }),
  plain('--sum <field>', 'print the exact sum of a field for each unit', { of: 'data' }),
  plain('--sum-by <field>', 'group sums by these fields: a,b; default: the unit', { of: 'data' }),
  plain('--no-header', 'no heading in a table or CSV', { of: 'data' }),
  plain('--no-pager', 'print without a pager (TUK_PAGER, PAGER)', { of: 'output' }),
  plain('-q, --quiet', 'print nothing but failures', { of: 'output' }),
  {
    flags: '--reveal',
    effects: ['widens'],
    of: 'output',
    summary: 'show personal data on a terminal; the audit file records it',
  },
  plain('--mask', 'mask personal data in a pipe too', { of: 'output' }),
  plain('-i, --include', 'print status and headers of the last response first', { of: 'output' }),
  plain('-v, --verbose', 'log each request; -vv with headers and bodies, redacted', { of: 'request', counts: true }),
  plain('--timeout <duration>', 'the time limit of a request, like 10s; 0 for none (TUK_TIMEOUT)', { of: 'request' }),
  plain('--retry <n>', 'retry a failed read up to n times', { of: 'request' }),
  plain('--max-wait <duration>', 'the maximum time of all retries (default: 1m), or of a wait', { of: 'request' }),
  plain('--max-body <size>', 'the maximum size of a response; default: 8MiB', { of: 'request' }),
  plain('--dry-run', 'print the request as JSON, send no change', { of: 'safety' }),
  plain('--print-curl', 'print the request as a curl line, send no change', { of: 'safety' }),
  plain('--check', 'check responses against their public shapes', { of: 'request' }),
  {
    flags: '--allow-unknown-word',
    effects: ['widens'],
    of: 'safety',
    summary: 'accept unlisted values',
  },
  { flags: '-y, --yes', effects: ['confirms'], of: 'safety', summary: 'confirm without a prompt' },
  {
    flags: '--confirm <name>',
    effects: ['confirms'],
    of: 'safety',
    summary: 'confirm a change in a protected profile, by its name',
  },
  plain('--no-input', 'never prompt', { of: 'safety' }),
  plain('--linear', 'prompts, screens and tables as plain lines (ACCESSIBLE)', { of: 'output' }),
  plain('--utc', 'show times in UTC; data are unchanged', { of: 'output' }),
  plain('--tz <zone>', 'show times in a zone, like Asia/Singapore', { of: 'output' }),
  plain('--lang <code>', 'the language of responses; default: en (TUK_LANG)', { of: 'request' }),
  plain('-h, --help', 'show help', { of: 'output' }),
] as const satisfies readonly GlobalFlag[];

type Camel<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Text;
type Word<Text extends string> = Text extends `${infer First} ${string}`
  ? First
  : Text extends `${infer First},${string}`
    ? First
    : Text;
/** The key of an option's value, as a type: `tokenType` for `-t, --token-type <type>`. */
export type OptionKey<Spelling extends string> = Spelling extends `${string}--${infer Rest}`
  ? Camel<Word<Rest>>
  : never;
type ValueOf<Of extends Flag> = Of extends { readonly counts: true }
  ? number
  : Of['flags'] extends `${string}>`
    ? Of extends { readonly repeatable: true }
      ? readonly string[]
      : string
    : boolean;
export type Flags = { readonly [Of in (typeof globalFlags)[number] as OptionKey<Of['flags']>]?: ValueOf<Of> };

/** A function of an option's text that works each text out once: a batch asks in every row. */
function ofText<Value>(make: (flags: string) => Value): (flags: string) => Value {
  const known = new Map<string, Value>();
  return (flags) => {
    if (!known.has(flags)) known.set(flags, make(flags));
    return known.get(flags)!;
  };
}

/** The key of an option's value: `sortBy` for `--sort-by <field>`, `noInput` for `--no-input`. */
export const flagKey = ofText((flags) => {
  const at = flags.indexOf('--');
  const [first = '', ...more] = (at < 0 ? flags : flags.slice(at + 2).split(' ', 1)[0]!).split('-');
  return first + more.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
});

/** The spellings of an option: `-o` and `--output` of `-o, --output <form>`. */
export const spellings: (flags: string) => readonly string[] = ofText((flags) =>
  flags
    .replace(',', '')
    .split(' ')
    .filter((word) => word.startsWith('-')),
);

/** Whether an option needs a value, as `--lang <code>` does. A switch needs none. */
export const takesValue = (flags: string): boolean => flags.endsWith('>');
