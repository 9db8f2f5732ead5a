// The context of a completion: it prints nothing, prompts for nothing and changes no session. It has the stored access
// token alone, so it can neither renew the session nor confirm a renewal; the key ring is left alone.

import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { RunContext } from '../../cli/run/run-context.js';
import { type Flags, isEmbedded, type Settings } from '../../cli/settings/options.js';
import type { World } from '../../cli/settings/world.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { Failure } from '../../services/http/errors.js';
import { removeQuietly, replaceFile } from '../../services/whole-file.js';
import { completionFile } from '../../session/ended.js';
import { identityVariable } from '../../session/identity-variable.js';
import { originsOf } from '../../session/other-origin.js';
import { paths } from '../../session/paths.js';
import { readOwnFile } from '../../session/plain-file.js';
import { sandboxProfile } from '../../session/profile.js';
import { parse } from '../../session/stored-session.js';

// The ids that completion has read of a service: a private file of each profile, for one account and for a minute. A
// sign-out removes it with the session.

/** A row of a list, as completion needs it: masked, and only these parts. */
export interface KnownRow {
  /** The values by their paths. */
  readonly values: Readonly<Record<string, string>>;
  readonly status?: string;
  readonly list?: StatusList;
  readonly name?: string;
  /** Its first fields, for a row without a name. */
  readonly about?: string;
  readonly network?: string;
  /** The paths of the fields that are false. */
  readonly no?: readonly string[];
}
/** The rows that were read of a list; without rows a read is under way. */
interface Entry {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly rows?: readonly KnownRow[];
}
interface CacheFile {
  readonly version: 1;
  /** A hash of the account and of the addresses of its profile. */
  readonly owner: string;
  readonly lists: Readonly<Record<string, Entry>>;
}

/** How long ids are offered, and how long a read is waited for before another one begins, milliseconds. */
const [lifetime, patience] = [60_000, 10_000];

/** The owner of ids: whoever signs in to another account, or changes an address, has other ids. */
const ownerOf = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

class KnownIds {
  readonly #file: string;
  readonly owner: string;
  readonly #clock: World['clock'];

  /** @param sessionFile the session file of the profile */
  constructor(sessionFile: string, owner: string, clock: World['clock']) {
    this.#file = completionFile(sessionFile);
    this.owner = owner;
    this.#clock = clock;
  }

  /** The rows of a list; `reading` if another process reads them; undefined if nobody has. */
  rows(line: string): readonly KnownRow[] | 'reading' | undefined {
    const entry = this.#lists()[line];
    return entry && (entry.rows ?? 'reading');
  }
  /**
   * Keeps the rows of a list, or without rows that they are being read. Never throws: without it the next read is
   * slower.
   */
  keep(line: string, rows?: readonly KnownRow[]): void {
    const content: CacheFile = {
      version: 1,
      owner: this.owner,
      lists: { ...this.#lists(), [line]: { at: this.#clock.now(), rows } },
    };
    try {
      replaceFile(this.#file, Buffer.from(JSON.stringify(content)), 0o600);
    } catch {
      // a disk that is full or read-only
    }
  }

  /** The lists that are still current. A file of another form, owner or time is removed. */
  #lists(): Readonly<Record<string, Entry>> {
    const current = currentIn(this.#file, this.owner, this.#clock.now());
    if (current && Object.keys(current).length > 0) return current;
    if (current) removeQuietly(this.#file);
    return {};
  }
}

/** The current lists of a file, empty if the file is not usable; undefined if there is no file. */
function currentIn(file: string, owner: string, now: number): Readonly<Record<string, Entry>> | undefined {
  try {
    const content = JSON.parse(readOwnFile(file, { what: 'completion file' })) as CacheFile;
    if (content.version !== 1 || content.owner !== owner) return {};
    const isCurrent = ({ at, rows }: Entry) => now >= at && now - at < (rows ? lifetime : patience);
    return Object.fromEntries(Object.entries(content.lists).filter(([, entry]) => isCurrent(entry)));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : {};
  }
}

/** The context of a profile, and whose ids it may read. */
export interface Quiet {
  readonly context: RunContext;
  /** The known ids of the account. Undefined if its session cannot be used here, so nothing is read. */
  readonly known: KnownIds | undefined;
  /** The back end is in this process. */
  readonly isEmbedded: boolean;
}

/** Keeps the context from reading a session that cannot be used here. It is sent nowhere. */
const noToken = 'none';
const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** A context for closed lists, without a session. Its settings may not be usable. */
export const silentContext = (world: World, { profile, lang }: Flags): RunContext =>
  new RunContext(quietWorld(world, noToken), quietFlags(profile, lang));
/** Of several profiles the first: `-p a,b`. */
const quietFlags = (profile: string | undefined, lang: string | undefined): Flags => ({
  profile: profile?.split(',', 1)[0],
  lang,
  noInput: true,
  quiet: true,
});

/** Opens the context of the profile that a line names; undefined without usable settings. */
export function quietly(world: World, { profile, lang }: Flags): Quiet | undefined {
  const flags = quietFlags(profile, lang);
  try {
    return opened(world, flags, silentContext(world, flags).settings());
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
function opened(world: World, flags: Flags, settings: Settings): Quiet {
  const embedded = isEmbedded(settings);
  const file = paths(world).session(settings.profile.value);
  const typed = identityVariable(world.env, 'TUK_TOKEN');
  const session = typed === undefined ? storedIn(file) : { token: typed };
  const origins = embedded ? [sandboxProfile] : originsOf(settings.of);
  const isForeign = session?.origins && origins.some((origin) => !session.origins!.includes(origin));
  const owner = ownerOf([settings.profile.value, origins, settings.of.services, session?.id ?? session?.token]);
  return {
    context: new RunContext(quietWorld(world, session ? session.token : noToken), flags),
    known: session === undefined || isForeign ? undefined : new KnownIds(file, owner, world.clock),
    isEmbedded: embedded,
  };
}

function quietWorld(world: World, token: string | undefined): World {
  const property = { enumerable: true };
  return Object.create(world, {
    env: { ...property, value: { ...world.env, TUK_TOKEN: token } },
    stdin: { ...property, value: Readable.from([]) },
    stdout: { ...property, value: silent() },
    stderr: { ...property, value: silent() },
    keyring: { ...property, value: () => Promise.reject(new Error('completion does not open the key ring')) },
  }) as World;
}

interface StoredToken {
  readonly token?: string;
  readonly id?: string;
  readonly origins?: readonly string[];
}
/**
 * The access token of a session file; no token if nobody is signed in. Undefined for a file that a command would mend.
 */
function storedIn(file: string): StoredToken | undefined {
  try {
    const session = parse(readOwnFile(file, { what: 'session file' }));
    if (typeof session !== 'object' || !('accessToken' in session) || !session.origins) return undefined;
    return { token: session.accessToken, id: session.id, origins: session.origins };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? {} : undefined;
  }
}
