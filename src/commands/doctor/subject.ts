// Reads the subject of the checks: config, project file and settings. Each is a value or the failure of its read.

import type { Context, Groups } from '../../cli/command/command.js';

import { resolveSettings, type Settings } from '../../cli/settings/options.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { Failure, LocalFailure } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import { type Config, readConfig, sandboxProfile } from '../../session/profile.js';
import { findProject } from '../../session/project-file.js';
import type { Project } from '../../session/project-settings.js';

export interface Subject {
  readonly context: Context;
  readonly groups: Groups;
  readonly config: Config | Failure;
  readonly project?: Project | Failure;
  readonly settings: Settings | Failure;
  /** The profile in use, with or without readable settings; undefined if its name is not valid. */
  readonly profile?: string;
  readonly services: readonly ServiceName[];
}

/** Reads config, project file and settings; never throws. */
export function subjectOf(context: Context, services: readonly ServiceName[], groups: Groups): Subject {
  const { flags, world } = context;
  const config = resultOrFailure(() => readConfig(paths(world).config));
  const project = resultOrFailure(() => findProject(world.cwd));
  const settings = resultOrFailure(() =>
    resolveSettings(flags, world.env, valueOrThrow(config), valueOrThrow(project)),
  );
  const profile =
    settings instanceof Failure
      ? flags.profile ||
        world.env.TUK_PROFILE ||
        valueOrUndefined(project)?.profile ||
        valueOrUndefined(config)?.current ||
        sandboxProfile
      : settings.profile.value;
  return {
    context,
    groups,
    config,
    project,
    settings,
    profile: /^[A-Za-z0-9][\w.-]{0,63}$/.test(profile) ? profile : undefined,
    services,
  };
}

/** The value, or undefined for a failure. */
export const valueOrUndefined = <Value>(value: Value | Failure): Value | undefined =>
  value instanceof Failure ? undefined : value;
function valueOrThrow<Value>(value: Value | Failure): Value {
  if (value instanceof Failure) throw value;
  return value;
}

function resultOrFailure<Value>(work: () => Value): Value | Failure {
  try {
    return work();
  } catch (error) {
    return error instanceof Failure
      ? error
      : new LocalFailure('UNREADABLE', `Cannot be read: ${(error as Error).message}.`);
  }
}
