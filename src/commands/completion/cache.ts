// The ids that completion has read of a service: a private file of each profile, for one account and for a minute. A
// sign-out removes it with the session.

import { createHash } from 'node:crypto';
import type { World } from '../../cli/settings/world.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { removeQuietly, replaceFile } from '../../services/whole-file.js';
import { completionFile } from '../../session/ended.js';
import { readOwnFile } from '../../session/plain-file.js';

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
export const ownerOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

export class KnownIds {
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
