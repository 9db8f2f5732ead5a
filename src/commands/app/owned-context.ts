// The context of the application and its owner (profile and session). Another owner in use replaces both.

import { lstatSync } from 'node:fs';
import type { Context } from '../../cli/command/command.js';
import { accountOf } from '../../cli/run/audit.js';
import { RunContext } from '../../cli/run/run-context.js';
import type { Flags } from '../../cli/settings/options.js';
import type { World } from '../../cli/settings/world.js';
import { paths } from '../../session/paths.js';
import { filesAbove, mapName, projectName } from '../../session/project-file.js';
import type { SessionEvent } from '../../session/renew.js';
import type { Session } from '../../session/stored-session.js';
import type { Owner } from '../../ui/state/core/state.js';
import { headOf } from './screen-stage.js';

/** Another profile or session came into use during a request: its response is dropped. */
class OwnerChanged extends Error {
  constructor() {
    super('Another profile or session came into use meanwhile.');
  }
}

export class OwnedContext {
  readonly #nextWorld: () => World;
  readonly #flags: Flags;
  #otherProfile: string | undefined;
  #state: OwnerState;
  /** The newest access token of the session. */
  #token: string | undefined;
  readonly #closing: Promise<void>[] = [];
  /** Called for another owner, before its first request. */
  onChange: ((owner: Owner) => void) | undefined;
  #onSession: ((event: SessionEvent) => void) | undefined;
  #unsubscribe = () => {};

  private constructor(state: OwnerState, nextWorld: () => World) {
    this.#nextWorld = nextWorld;
    this.#flags = state.context.flags;
    this.#otherProfile = state.other?.flags.profile;
    this.#state = state;
    this.#token = state.session?.accessToken;
  }

  /**
   * @param nextWorld makes the world of each further context
   * @param other the profile that is shown beside the first
   * @throws {LocalFailure} {BadInput} if the settings or the session cannot be read
   */
  static async open(
    context: RunContext,
    nextWorld: () => World = () => context.world,
    other?: string,
  ): Promise<OwnedContext> {
    return new OwnedContext(await readOwner(context, otherContext(nextWorld(), context.flags, other)), nextWorld);
  }

  get context(): Context {
    return this.#state.context;
  }
  get key(): string {
    return this.#state.key;
  }
  /** The account of the current owner, for the audit file. */
  get account(): string {
    return this.#state.account;
  }
  async owner(): Promise<Owner> {
    return { owner: this.key, ...(await headAndSession(this.context, this.#otherProfile)) };
  }
  set onSession(listener: ((event: SessionEvent) => void) | undefined) {
    this.#onSession = listener;
    this.#subscribe();
  }
  #subscribe(): void {
    this.#unsubscribe();
    this.#unsubscribe = this.#onSession ? this.context.session().subscribe((event) => this.#report(event)) : () => {};
  }
  #report(event: SessionEvent): void {
    if ('session' in event) this.#token = event.session.accessToken;
    this.#onSession?.(event);
  }

  /**
   * Replaces the context if the owner has changed.
   * @param quick checks the files on this machine only, not the key ring
   * @returns whether the owner has changed
   * @throws {LocalFailure} {BadInput} if the files or the key ring cannot be read
   */
  async check({ quick = false } = {}): Promise<boolean> {
    const { key, files, context, other, inKeyring } = this.#state;
    if (files !== fileStamps(context, other) || (inKeyring && !quick)) await this.#refresh();
    return this.key !== key;
  }

  /** Replaces the context after a command, which may have changed settings. @throws {LocalFailure} {BadInput} */
  async renew(): Promise<Owner> {
    this.#replace(await this.#readOwner());
    return this.owner();
  }
  #readOwner(): Promise<OwnerState> {
    return readOwner(
      new RunContext(this.#nextWorld(), this.#flags),
      otherContext(this.#nextWorld(), this.#flags, this.#otherProfile),
    );
  }

  /** Shows another profile beside the first, or none. @throws {BadInput} for an unknown profile */
  async setOther(profile: string | undefined): Promise<void> {
    otherContext(this.#nextWorld(), this.#flags, profile)?.settings();
    this.#otherProfile = profile;
    await this.#refresh();
  }

  /**
   * Returns a function that runs requests for the current owner only. It checks the owner before and after.
   * @throws {OwnerChanged} from that function; the errors of `action` and `check`
   */
  forCurrentOwner(): <Value>(
    action: (context: Context, other: Context | undefined) => Promise<Value>,
  ) => Promise<Value> {
    const { key } = this;
    const requireSameOwner = async () => {
      await this.check();
      if (this.key !== key) throw new OwnerChanged();
    };
    return async (action) => {
      await requireSameOwner();
      const [settled] = await Promise.allSettled([action(this.context, this.#state.other)]);
      await requireSameOwner(); // a failure of another owner is dropped too
      if (settled.status === 'rejected') throw settled.reason;
      return settled.value;
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#closing, this.#state.context.close(), this.#state.other?.close()]);
  }

  async #refresh(): Promise<void> {
    const current = await this.#readOwner();
    if (current.key === this.key) {
      const { files, inKeyring, session } = current;
      this.#state = { ...this.#state, files, inKeyring }; // a renewal keeps the session
      // another process has renewed the session
      if (session && session.accessToken !== this.#token) this.#report({ kind: 'adopted', session });
      return;
    }
    const head = await headAndSession(current.context, this.#otherProfile);
    if (current.key === this.key) return; // another check was faster
    this.#replace(current);
    this.onChange?.({ owner: current.key, ...head });
  }

  #replace(current: OwnerState): void {
    for (const context of [this.#state.context, this.#state.other])
      if (context) this.#closing.push(context.close().catch(() => {}));
    this.#state = current;
    this.#token = current.session?.accessToken;
    this.#subscribe();
  }
}

const otherContext = (world: World, flags: Flags, profile: string | undefined): RunContext | undefined =>
  profile === undefined ? undefined : new RunContext(world, { ...flags, profile });

interface OwnerState {
  readonly context: RunContext;
  readonly other?: RunContext;
  readonly account: string;
  readonly key: string;
  readonly files: string;
  readonly inKeyring: boolean;
  readonly session?: Session;
}

/** Reads the owner of a new context. File stamps come first: the next check finds a change made meanwhile. */
async function readOwner(context: RunContext, other?: RunContext): Promise<OwnerState> {
  const files = fileStamps(context, other);
  const owners = await Promise.all([context, ...(other ? [other] : [])].map(keyOf));
  return {
    context,
    other,
    files,
    inKeyring: owners.some(({ session }) => session?.in === 'keyring'),
    key: JSON.stringify(owners.map(({ key }) => key)),
    account: await accountOf(context),
    session: owners[0]?.session,
  };
}
async function keyOf(context: RunContext) {
  const { profile, of } = context.settings();
  const { source, session } = await context.session().token();
  return { key: [profile.value, of.base, of.services, source, session?.id], session };
}

/** The header of a screen, and whether a person is signed in. */
async function headAndSession(context: Context, other: string | undefined): Promise<Pick<Owner, 'head' | 'signedIn'>> {
  const [head, { accessToken }] = await Promise.all([headOf(context), context.session().token()]);
  return { head: { ...head, other }, signedIn: accessToken !== undefined };
}

/** Stamps of the files that select profile and session. A write, creation or removal changes the text. */
const fileStamps = (context: Context, other: Context | undefined) =>
  [
    paths(context.world).config,
    ...[context, other].flatMap((each) => each?.session().store.file ?? []),
    ...filesAbove(context.world.cwd, projectName),
    ...filesAbove(context.world.cwd, mapName),
  ]
    .map(stampOf)
    .join('\n');
function stampOf(file: string) {
  try {
    const { ino, size, mtimeNs, ctimeNs } = lstatSync(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return 'none';
  }
}
