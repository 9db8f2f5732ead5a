// The application's context and its owner (profile and session): replaced as soon as another owner is in use, by whatever process.

import { lstatSync } from 'node:fs';
import { accountOf } from '../../cli/audit.js';
import type { Context } from '../../cli/context.js';
import type { Flags } from '../../cli/options.js';
import { RunContext } from '../../cli/run-context.js';
import type { World } from '../../cli/world.js';
import { paths } from '../../session/paths.js';
import { projectFiles } from '../../session/project-file.js';
import type { SessionEvent } from '../../session/renew.js';
import type { Session } from '../../session/stored-session.js';
import type { Owner } from '../../ui/state/app-events.js';
import { headOf } from './screen-stage.js';

/** Another profile or session came into use during a request, so its response is dropped. */
class OwnerChanged extends Error {
  constructor() {
    super('Another profile or session came into use meanwhile.');
  }
}

/** Holds the context that the application sends requests with. */
export class OwnedContext {
  readonly #nextWorld: () => World;
  readonly #flags: Flags;
  #otherProfile: string | undefined;
  #context: RunContext;
  #other: RunContext | undefined;
  #key: string;
  #files: string;
  #inKeyring: boolean;
  #account: string;
  /** The access token of the session as it was last reported or read. */
  #token: string | undefined;
  readonly #closing: Promise<void>[] = [];
  /** Called as soon as another owner is found, before any request for it. */
  onChange: ((owner: Owner) => void) | undefined;
  /** Called with events of the session. */
  #onSession: ((event: SessionEvent) => void) | undefined;
  #unsubscribe = () => {};

  private constructor(readOwner: OwnerState, nextWorld: () => World) {
    this.#nextWorld = nextWorld;
    this.#flags = readOwner.context.flags;
    this.#other = readOwner.other;
    this.#otherProfile = readOwner.other?.flags.profile;
    [this.#context, this.#key, this.#files, this.#inKeyring] = [readOwner.context, readOwner.key, readOwner.files, readOwner.inKeyring];
    [this.#account, this.#token] = [readOwner.account, readOwner.session?.accessToken];
  }

  /**
   * @param nextWorld the world of each further context
   * @param other the profile whose rows stand beside those of the first
   * @throws {LocalFailure} {BadInput} where the settings or the session cannot be read
   */
  static async open(context: RunContext, nextWorld: () => World = () => context.world, other?: string): Promise<OwnedContext> {
    return new OwnedContext(await readOwner(context, otherContext(nextWorld(), context.flags, other)), nextWorld);
  }

  get context(): Context {
    return this.#context;
  }
  /** The key of the current owner. */
  get key(): string {
    return this.#key;
  }
  /** The account of the current owner, for the audit file. */
  get account(): string {
    return this.#account;
  }
  /** The current owner with the data of a screen's header. */
  async owner(): Promise<Owner> {
    return { owner: this.#key, ...(await headAndSession(this.#context, this.#otherProfile)) };
  }
  set onSession(listener: ((event: SessionEvent) => void) | undefined) {
    this.#onSession = listener;
    this.#subscribe();
  }
  #subscribe(): void {
    this.#unsubscribe();
    this.#unsubscribe = this.#onSession ? this.#context.session().subscribe((event) => this.#report(event)) : () => {};
  }
  #report(event: SessionEvent): void {
    if ('session' in event) this.#token = event.session.accessToken;
    this.#onSession?.(event);
  }

  /**
   * Checks whether the owner is still the same; replaces the context where it is not.
   * @param quick checks the files on this machine only, not the key ring
   * @returns whether the owner has changed
   * @throws {LocalFailure} {BadInput} where the files or the key ring cannot be read
   */
  async check({ quick = false } = {}): Promise<boolean> {
    const before = this.#key;
    if (this.#files !== fileStamps(this.#context, this.#other) || (this.#inKeyring && !quick)) await this.#refresh();
    return this.#key !== before;
  }

  /** Replaces the context: settings may have changed after a command. @throws {LocalFailure} {BadInput} */
  async renew(): Promise<Owner> {
    this.#replace(await this.#readOwner());
    return this.owner();
  }
  #readOwner(): Promise<OwnerState> {
    return readOwner(new RunContext(this.#nextWorld(), this.#flags), otherContext(this.#nextWorld(), this.#flags, this.#otherProfile));
  }

  /** Reads the rows of another profile too, or of no other one. What was read before is dropped. @throws {BadInput} for an unknown profile */
  async setOther(profile: string | undefined): Promise<void> {
    otherContext(this.#nextWorld(), this.#flags, profile)?.settings();
    this.#otherProfile = profile;
    await this.#refresh();
  }

  /**
   * Returns a function that runs requests for the current owner only: it checks the owner before the request and after its response. The action gets the
   * context, and that of the other profile.
   * @throws {OwnerChanged} from that function; what `action` and `check` throw
   */
  forCurrentOwner(): <Value>(action: (context: Context, other: Context | undefined) => Promise<Value>) => Promise<Value> {
    const key = this.#key;
    const requireSameOwner = async () => {
      await this.check();
      if (this.#key !== key) throw new OwnerChanged();
    };
    return async (action) => {
      await requireSameOwner();
      const [settled] = await Promise.allSettled([action(this.#context, this.#other)]);
      await requireSameOwner(); // a failure of another owner is dropped too
      if (settled.status === 'rejected') throw settled.reason;
      return settled.value;
    };
  }

  /** Closes every context. */
  async close(): Promise<void> {
    await Promise.all([...this.#closing, this.#context.close(), this.#other?.close()]);
  }

  async #refresh(): Promise<void> {
    const current = await this.#readOwner();
    if (current.key === this.#key) {
      [this.#files, this.#inKeyring] = [current.files, current.inKeyring]; // a renewal keeps the session
      const { session } = current;
      if (session && session.accessToken !== this.#token) this.#report({ kind: 'adopted', session }); // another process has renewed it
      return;
    }
    const head = await headAndSession(current.context, this.#otherProfile);
    if (current.key === this.#key) return; // another check was faster
    this.#replace(current);
    this.onChange?.({ owner: current.key, ...head });
  }

  #replace(current: OwnerState): void {
    for (const context of [this.#context, this.#other]) if (context) this.#closing.push(context.close().catch(() => {}));
    this.#other = current.other;
    [this.#context, this.#key, this.#files, this.#inKeyring] = [current.context, current.key, current.files, current.inKeyring];
    [this.#account, this.#token] = [current.account, current.session?.accessToken];
    this.#subscribe();
  }
}

/** The context of the other profile. */
const otherContext = (world: World, flags: Flags, profile: string | undefined): RunContext | undefined =>
  profile === undefined ? undefined : new RunContext(world, { ...flags, profile });

interface OwnerState {
  readonly context: RunContext;
  readonly other: RunContext | undefined;
  /** The account for the audit file. */
  readonly account: string;
  readonly key: string;
  readonly files: string;
  readonly inKeyring: boolean;
  /** The stored session of the profile. */
  readonly session: Session | undefined;
}

/** Reads the owner of a new context. File stamps are read first, so that the next check finds a change made meanwhile. */
async function readOwner(context: RunContext, other?: RunContext): Promise<OwnerState> {
  const files = fileStamps(context, other);
  const owners = await Promise.all([context, ...(other ? [other] : [])].map(keyOf));
  const inKeyring = owners.some(({ session }) => session?.in === 'keyring');
  const [own] = owners;
  return {
    ...{ context, other, files, inKeyring },
    key: JSON.stringify(owners.map(({ key }) => key)),
    account: await accountOf(context),
    session: own?.session,
  };
}
async function keyOf(context: RunContext) {
  const { profile, of } = context.settings();
  const { source, session } = await context.session().token();
  return { key: [profile.value, of.base, of.services, source, session?.id], session };
}

/** The header of a screen of this context, and whether anybody is signed in. */
async function headAndSession(context: Context, other: string | undefined): Promise<Pick<Owner, 'head' | 'signedIn'>> {
  const [head, { accessToken }] = await Promise.all([headOf(context), context.session().token()]);
  return { head: other === undefined ? head : { ...head, other }, signedIn: accessToken !== undefined };
}

/** Stamps of the files that select profile and session: the text changes when one of them is written, created or removed. */
const fileStamps = (context: Context, other: Context | undefined): string =>
  [paths(context.world).config, ...[context, other].flatMap((one) => one?.session().store.file ?? []), ...projectFiles(context.world.cwd)]
    .map(stampOf)
    .join('\n');
function stampOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = lstatSync(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return 'none';
  }
}
