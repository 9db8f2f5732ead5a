// The context of one run: settings, session, HTTP access and output, each created on first use.

import { Deadline } from '../../services/http/deadline.js';
import { BadInput } from '../../services/http/errors.js';
import { ActiveSession } from '../../session/active-session.js';
import { identityVariable } from '../../session/identity-variable.js';
import { originsOf } from '../../session/other-origin.js';
import { hasHome, paths } from '../../session/paths.js';
import { type Config, readConfig, sandboxProfile } from '../../session/profile.js';
import { findProject } from '../../session/project-file.js';
import { SessionStore } from '../../session/store.js';
import type { Command, Context } from '../command/command.js';
import { RunOutput } from '../command/command-output.js';
import { type HttpAccess, RunHttp } from '../command/http-access.js';
import type { Note } from '../command/notes.js';
import { isReadOnly } from '../command/read-only.js';
import { RunSign } from '../command/sign-of-life.js';
import { readInput } from '../files/input-file.js';
import { hintIn } from '../settings/next-command.js';
import { configOf, type Flags, isEmbedded, resolveSettings, type Settings } from '../settings/options.js';
import type { World } from '../settings/world.js';

export class RunContext implements Context {
  readonly world: World;
  readonly flags: Flags;
  readonly out: RunOutput;
  readonly deadline: Deadline;
  readonly #runsWithoutSettings: boolean;
  /** Whether it was said that nothing in the sandbox is real, or does not have to be. */
  #hasSaidSandbox: boolean;
  readonly #runsWithoutProfile: boolean;
  #settings: Settings | undefined;
  #session: ActiveSession | undefined;
  #http: RunHttp | undefined;
  #notes: Note[] = [];

  /**
   * @param command of the run; one that runs without settings runs even if they cannot be resolved: then only flags
   * count
   * @param saysSandbox whether the figures of a sandbox are marked on a terminal; a screen marks its own
   */
  constructor(
    world: World,
    flags: Flags,
    { command, saysSandbox = false }: { readonly command?: Command; readonly saysSandbox?: boolean } = {},
  ) {
    this.world = flags.linear ? linear(world) : world;
    this.flags = flags;
    this.deadline = new Deadline(this.world);
    this.#runsWithoutSettings = command?.runsWithoutSettings === true;
    this.#runsWithoutProfile = command?.runsWithoutProfile === true;
    this.#hasSaidSandbox = !saysSandbox;
    this.out = new RunOutput(this.world, flags, {
      settings: () => this.settings(),
      deadline: this.deadline,
      hasSent: () => this.#http !== undefined,
      mayHaveChanged: async () =>
        this.#http !== undefined && !(command?.wait ?? (command && (await isReadOnly(command)))),
      clockOffset: () => this.#http?.clockOffset ?? 0,
    });
    this.deadline.startSign = (run) => new RunSign(run, this.out, this.world, flags);
  }

  settings(): Settings {
    this.#settings ??= this.#resolve();
    return this.#settings;
  }
  /**
   * The configuration; unrepaired for a command that runs without settings, since `doctor` changes nothing. Empty
   * without a home folder: a command that needs no file then runs, and any other fails at its first path.
   */
  #config(): Config {
    const { world, flags } = this;
    if (!hasHome(world) && !(flags.profile ?? world.env.TUK_PROFILE)) return { profiles: {} };
    return this.#runsWithoutSettings ? readConfig(paths(this.world).config) : configOf(this);
  }
  #resolve(): Settings {
    const { world, flags } = this;
    try {
      return resolveSettings(flags, world.env, this.#config(), findProject(world.cwd));
    } catch (error) {
      const isUnknown = this.#runsWithoutProfile && error instanceof BadInput && error.code === 'UNKNOWN_PROFILE';
      if (!this.#runsWithoutSettings && !isUnknown) throw error;
      const env = isUnknown ? { ...world.env, TUK_PROFILE: undefined } : {};
      return resolveSettings({ ...flags, profile: undefined }, env, { profiles: {} });
    }
  }

  session(): ActiveSession {
    this.#session ??= this.#openSession();
    return this.#session;
  }
  #openSession(): ActiveSession {
    const { world, out } = this;
    const profile = this.settings().profile.value;
    identityVariable(world.env, 'TUK_TOKEN'); // refused also where only the stored session is used
    const session = new ActiveSession({
      world,
      readFile: async (file) => readInput({ stdin: world.stdin, cwd: world.cwd, signal: world.signal }, file),
      redact: out.redact,
      store: sessionStore(this, profile),
      settings: () => this.settings().of,
      lockFile: paths(world).lock(profile),
      originOf: (base) => (isEmbedded(this.settings()) ? sandboxProfile : new URL(base).origin),
      origins: async () => (isEmbedded(this.settings()) ? [sandboxProfile] : originsOf(this.settings().of)),
      requestContext: () => this.http().requestContext(),
      deferFailure: (failure) => out.deferFailure(failure),
    });
    if ((this.flags.verbose ?? 0) > 0)
      session.subscribe(({ kind }) => out.writeLine(`  session of profile ${profile}: ${kind}`));
    return session;
  }

  http(): HttpAccess {
    this.#http ??= new RunHttp({
      world: this.world,
      flags: this.flags,
      settings: () => this.settings(),
      deadline: this.deadline,
      credentials: () => this.session().credentials,
      out: this.out,
      saySandbox: () => this.saySandbox(),
      note: (note) => this.note(note),
    });
    return this.#http;
  }

  /** Says once on a terminal that nothing in the sandbox is real. */
  saySandbox(): void {
    if (this.#hasSaidSandbox) return;
    this.#hasSaidSandbox = true;
    const { stderr, env, inDialog } = this.world;
    if (stderr.isTTY && !env.TUK_NO_BANNER && !inDialog && !this.flags.quiet)
      this.out.writeLine('◇ sandbox: nothing here is real');
  }

  log(line: string, of?: 'failure'): void {
    this.out.log(hintIn(this, line), of);
  }

  note(note: Note): void {
    this.#notes.push(note);
  }
  /** The notes since the last call. */
  takeNotes(): readonly Note[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  /** Ends the run: no more requests. Finishes a renewal of the session, then closes the HTTP access. */
  async close(): Promise<void> {
    this.deadline.end();
    await this.#session?.settled();
    await this.#http?.close();
  }
}

/** Opens the stored session of a profile by name. The key ring is loaded on first use. */
export function sessionStore(context: Pick<Context, 'world' | 'log'>, profile: string): SessionStore {
  const { world } = context;
  return new SessionStore({
    file: paths(world).session(profile),
    warn: (line) => context.log(`  ${line}`),
    keyring: () => world.keyring?.() ?? import('../../session/keyring.js').then(({ openKeyring }) => openKeyring()),
  });
}

/** The world with ACCESSIBLE set, for --linear; its getters stay lazy. */
const linear = (world: World): World =>
  Object.create(world, { env: { value: { ...world.env, ACCESSIBLE: '1' }, enumerable: true } });
