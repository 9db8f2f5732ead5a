// Resolves every setting, with its origin. Precedence: flag, environment, project file, profile, default.
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
import type { Flags } from './options.js';
import type { World } from './world.js';

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
