// The context of the application, and whose answers it gives: renewed as soon as another profile or another session is in use, by whatever process.
import { lstatSync } from 'node:fs';
import { Context } from '../../cli/context.js';
import type { Flags } from '../../cli/settings.js';
import type { World } from '../../cli/world.js';
import { projectFiles } from '../../session/project-file.js';
import type { Owner } from '../../ui/models/owner.js';
import { headOf } from './on-screen.js';

/** An answer is nobody's: another profile or session came into use while it was asked for. */
class OtherOwner extends Error {
  constructor() {
    super('Another profile or session came into use meanwhile.');
  }
}

/** Holds the context that the application asks with. */
export class OwnedContext {
  readonly #world: World;
  readonly #flags: Flags;
  #context: Context;
  #key: string;
  #files: string;
  #inKeyring: boolean;
  readonly #closing: Promise<void>[] = [];
  /** Told as soon as another owner is found, before anything is asked for it. */
  onChange: ((owner: Owner) => void) | undefined;
  /** Told of what becomes of the session. */
  #onSession: Context['onSession'];

  private constructor(found: Found) {
    this.#world = found.context.world;
    this.#flags = found.context.flags;
    [this.#context, this.#key, this.#files, this.#inKeyring] = [found.context, found.key, found.files, found.inKeyring];
  }

  /** @throws {LocalFailure} {BadInput} where the settings or the session cannot be read */
  static async open(context: Context): Promise<OwnedContext> {
    return new OwnedContext(await found(context));
  }

  get context(): Context {
    return this.#context;
  }
  /** The key of the owner of all that is asked for now. */
  get key(): string {
    return this.#key;
  }
  /** The same with what stands at the head of a screen. */
  async owner(): Promise<Owner> {
    return { owner: this.#key, ...(await headAndSession(this.#context)) };
  }
  set onSession(hear: Context['onSession']) {
    this.#onSession = hear;
    this.#context.onSession = hear;
  }

  /**
   * Looks whether the owner is still the same; another one's context takes the place of this one.
   * @param quick only where the files on this machine say so: the key ring is not asked
   * @returns whether it is another one
   * @throws {LocalFailure} {BadInput} where that cannot be read
   */
  async check({ quick = false } = {}): Promise<boolean> {
    const before = this.#key;
    if (this.#files !== filesOf(this.#context) || (this.#inKeyring && !quick)) await this.#look();
    return this.#key !== before;
  }

  /** Goes on with a new context, whoever owns it: the settings may be others after a command. @throws {LocalFailure} {BadInput} */
  async renew(): Promise<Owner> {
    this.#take(await found(new Context(this.#world, this.#flags)));
    return this.owner();
  }

  /**
   * Gives a function that asks for the owner of now, and for no later one: it asks, and gives what came, only where the owner is still the same,
   * before the request and after its answer.
   * @throws {OtherOwner} from that function; what is done and `check` throw
   */
  asker(): <Value>(act: (context: Context) => Promise<Value>) => Promise<Value> {
    const key = this.#key;
    const same = async () => {
      await this.check();
      if (this.#key !== key) throw new OtherOwner();
    };
    return async (act) => {
      await same();
      const [came] = await Promise.allSettled([act(this.#context)]);
      await same(); // a failure of another owner is none either
      if (came.status === 'rejected') throw came.reason;
      return came.value;
    };
  }

  /** Ends all that was started. */
  async close(): Promise<void> {
    await Promise.all([...this.#closing, this.#context.close()]);
  }

  async #look(): Promise<void> {
    const now = await found(new Context(this.#world, this.#flags));
    if (now.key === this.#key) {
      [this.#files, this.#inKeyring] = [now.files, now.inKeyring]; // a renewal: the same session
      return;
    }
    const head = await headAndSession(now.context);
    if (now.key === this.#key) return; // somebody else was faster
    this.#take(now);
    this.onChange?.({ owner: now.key, ...head });
  }

  #take(now: Found): void {
    this.#context.onSession = undefined;
    this.#closing.push(this.#context.close().catch(() => {}));
    [this.#context, this.#key, this.#files, this.#inKeyring] = [now.context, now.key, now.files, now.inKeyring];
    this.#context.onSession = this.#onSession;
  }
}

interface Found {
  readonly context: Context;
  readonly key: string;
  readonly files: string;
  readonly inKeyring: boolean;
}

/** The owner that a fresh context finds. The state of the files is taken first: what changes while they are read is found by the next look. */
async function found(context: Context): Promise<Found> {
  const files = filesOf(context);
  const { profile, of } = context.settings;
  const { source, session } = await context.session.token();
  const key = JSON.stringify([profile.value, of.base, of.services, source, session?.id]);
  return { context, key, files, inKeyring: session?.in === 'keyring' };
}

/** What stands at the head of a screen of this context, and whether anybody is signed in. */
async function headAndSession(context: Context): Promise<Pick<Owner, 'head' | 'signedIn'>> {
  const [head, { accessToken }] = await Promise.all([headOf(context), context.session.token()]);
  return { head, signedIn: accessToken !== undefined };
}

/** The state of the files that say which profile and which session are in use: another text wherever one of them was written, made or removed. */
const filesOf = ({ paths, sessionFile, world }: Context): string =>
  [paths.config, sessionFile, ...projectFiles(world.cwd)].map(stampOf).join('\n');
function stampOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = lstatSync(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return 'none';
  }
}
