// Reads the subject of the checks: config, project file and settings. Each is a value or the failure of its read.

import type { Context, Groups } from '../../cli/command/command.js';
import { resolveSettings, type Settings } from '../../cli/settings/options.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { quoted } from '../../services/command-line.js';
import { Failure, LocalFailure } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import { type Config, readConfig, sandboxProfile } from '../../session/profile.js';
import { findProject } from '../../session/project-file.js';
import type { Project } from '../../session/project-settings.js';

// Defines the findings of `tuk doctor`, and runs its checks. A failing check does not stop the others.

export interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'note' | 'fault';
  readonly says: string;
  /** The latency of a request, milliseconds. */
  readonly latency?: number;
  readonly mend?: string;
}
/** A finding, by default under the name of its check. */
export type CheckResult = Omit<Finding, 'check'> & { readonly check?: string };
/** A check. It changes nothing; an error becomes a fault. */
export interface Check {
  readonly check: string;
  readonly run: (subject: Subject) => readonly CheckResult[] | Promise<readonly CheckResult[]>;
}

/** A finding without a problem. */
export const ok = (says: string): CheckResult => ({ result: 'ok', says });
/** A finding that is not a problem, but worth knowing. */
export const note = (says: string, mend?: string): CheckResult => ({ result: 'note', says, mend });
/** A problem, with its remedy. */
export const fault = (says: string, mend?: string): CheckResult => ({ result: 'fault', says, mend });

/** Turns an error into a fault. The default remedy is its hint. */
export function faultOf(error: unknown, remedy?: string): CheckResult {
  if (error instanceof Failure) return fault(error.message, remedy ?? error.hint);
  return fault(`The check failed: ${error instanceof Error ? error.message : String(error)}.`, remedy);
}

/** Runs the checks one after the other. */
export async function runChecks(checks: readonly Check[], subject: Subject): Promise<Finding[]> {
  const rows: Finding[] = [];
  for (const { check, run } of checks) {
    const results = await (async () => run(subject))().catch((error: unknown) => [faultOf(error)]);
    rows.push(...results.map((result) => ({ check, ...result })));
  }
  return rows;
}

/** Joins findings of the same fault: one cause, such as a missing home folder, fails many checks. */
export function grouped(findings: readonly Finding[]): Finding[] {
  const faults = new Map<string, Finding>();
  for (const finding of findings) {
    const key = finding.result === 'fault' ? JSON.stringify([finding.says, finding.mend]) : `${faults.size}`;
    const first = faults.get(key);
    faults.set(key, first ? { ...first, check: `${first.check}, ${finding.check}` } : finding);
  }
  return [...faults.values()];
}

/** The command that moves a file aside. */
export const moveAside = (file: string): string => `mv ${quoted(file)} ${quoted(`${file}.old`)}`;

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
