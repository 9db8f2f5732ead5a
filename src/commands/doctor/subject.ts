// What the checks look at: the settings as far as they can be read. Here a failure is a value, since telling it is the work.

import type { Context } from '../../cli/context.js';
import { resolve, type Settings } from '../../cli/settings.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { Failure, LocalFailure } from '../../services/http/errors.js';
import { type Config, readConfig, sandboxProfile } from '../../session/profile.js';
import { findProject, type Project } from '../../session/project-file.js';

/** What every check is given. */
export interface Subject {
  readonly context: Context;
  readonly config: Config | Failure;
  readonly project: Project | undefined | Failure;
  readonly settings: Settings | Failure;
  /** The profile in use, known even where its settings cannot be read; nothing where its name could not be a file's. */
  readonly profile: string | undefined;
  readonly services: readonly ServiceName[];
}

/** Reads what can be read; never throws. */
export function subjectOf(context: Context, services: readonly ServiceName[]): Subject {
  const { flags, world } = context;
  const config = tried(() => readConfig(context.paths.config));
  const project = tried(() => findProject(world.cwd));
  const settings =
    config instanceof Failure ? config : project instanceof Failure ? project : tried(() => resolve(flags, world.env, config, project));
  const profile =
    settings instanceof Failure
      ? flags.profile || world.env.TUK_PROFILE || given(project)?.profile || given(config)?.current || sandboxProfile
      : settings.profile.value;
  return { context, config, project, settings, profile: /^[A-Za-z0-9][\w.-]{0,63}$/.test(profile) ? profile : undefined, services };
}

/** What there is where no failure stands for it. */
export const given = <Value>(value: Value | Failure): Value | undefined => (value instanceof Failure ? undefined : value);

function tried<Value>(work: () => Value): Value | Failure {
  try {
    return work();
  } catch (error) {
    return error instanceof Failure ? error : new LocalFailure('UNREADABLE', `It cannot be read: ${(error as Error).message}.`);
  }
}
