// Checks the session: its file, its tokens, left-over files, its lock, the key ring. Changes nothing.

import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { openKeyring, proveKeyringStorable, readFromKeyring } from '../../session/keyring.js';
import { openLock, readHolder, tryBegin } from '../../session/lock.js';
import { paths } from '../../session/paths.js';
import { readPlainFile } from '../../session/plain-file.js';
import { expiryOf, type Marker, parse, type Session } from '../../session/stored-session.js';
import { type Check, type CheckResult, fault, faultOf, moveAside, note, ok, shellWord } from './finding.js';
import { type Subject, valueOrUndefined } from './subject.js';

/** The checks of the session of the profile in use. */
export const sessionChecks: readonly Check<Subject>[] = [
  { check: 'session file', run: sessionFile },
  { check: 'token', run: token },
  { check: 'left-over files', run: leftOver },
  { check: 'lock', run: lock },
  { check: 'key ring', run: keyRing },
];

const maxBytes = 1_000_000;
const signInAgain = 'sign in again: tuk login';

const fileOf = ({ context, profile }: Subject) =>
  profile === undefined ? undefined : paths(context.world).session(profile);

interface SessionFileState {
  readonly faults: readonly CheckResult[];
  readonly session?: Session | Marker;
}

/** Inspects a session file. The store would fix its mode, or move it aside. */
function inspectSessionFile(file: string, { context }: Subject): SessionFileState {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats) return { faults: [] };
  const remove = `rm ${shellWord(file)}, then ${signInAgain}`;
  if (stats.isSymbolicLink()) return { faults: [fault(`${file} is a symbolic link and is not used`, remove)] };
  if (!stats.isFile()) return { faults: [fault(`${file} is not a file`, moveAside(file))] };
  const currentUser = process.getuid?.();
  if (currentUser !== undefined && stats.uid !== currentUser)
    return { faults: [fault(`${file} belongs to another user (${stats.uid}) and is not used`, remove)] };
  const open = currentUser !== undefined && (stats.mode & 0o077) !== 0;
  const openMessage = `${file} can be read by others (${(stats.mode & 0o777).toString(8)})`;
  const faults = open ? [fault(openMessage, `chmod 600 ${shellWord(file)}; if others had access, ${signInAgain}`)] : [];
  const session = stats.size > maxBytes ? undefined : parse(readPlainFile(file, { links: false }));
  if (session === 'newer')
    return { faults: [...faults, fault(`${file} was written by a newer tuk`, `use that version, or ${signInAgain}`)] };
  if (!session) return { faults: [...faults, fault(`${file} is not a session file of tuk`, signInAgain)] };
  if ('accessToken' in session)
    for (const secret of [session.accessToken, session.refreshToken]) context.out.redact.add(secret);
  return { faults, session };
}

function sessionFile(subject: Subject): readonly CheckResult[] {
  const file = fileOf(subject);
  if (file === undefined) return [note('Not checked: no profile is known')];
  const { faults, session } = inspectSessionFile(file, subject);
  if (faults.length > 0) return faults;
  if (!session) return [note(`Nobody is signed in with profile ${subject.profile}`, 'tuk login')];
  const { version, generation, savedAt } = session;
  return [
    ok(
      `${file}: version ${version}, generation ${generation}, saved ${savedAt}${session.in ? ', in the key ring' : ''}`,
    ),
  ];
}

function token(subject: Subject): CheckResult[] {
  const session = sessionIn(subject);
  return session && 'accessToken' in session ? tokenFindings(session, subject) : [];
}
function sessionIn(subject: Subject): Session | Marker | undefined {
  const file = fileOf(subject);
  return file === undefined ? undefined : undefinedOnError(() => inspectSessionFile(file, subject).session);
}
/** Returns undefined on an error: the check of the file reports it. */
function undefinedOnError<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Findings from the claims of the tokens. Only the service knows whether they are valid. */
function tokenFindings({ accessToken, refreshToken, confirm }: Session, { context }: Subject): CheckResult[] {
  const end = expiryOf(accessToken);
  const ended = end !== undefined && end <= context.world.clock.now();
  const when = end === undefined ? 'has no expiry' : `${ended ? 'ended' : 'ends'} at ${new Date(end).toISOString()}`;
  const message = `The access token ${when}`;
  const state = ended
    ? refreshToken === undefined
      ? fault(`${message}, and there is no refresh token`, 'tuk login')
      : note(`${message}; the next call renews it`)
    : ok(`${message}${refreshToken === undefined ? '; there is no refresh token' : ''}`);
  const pending = {
    ...note('The last renewal is not confirmed yet; the next call confirms it', 'tuk whoami'),
    check: 'confirmation',
  };
  return [{ ...state, check: 'token' }, ...(confirm === 'pending' ? [pending] : [])];
}

/** Reports files of an interrupted write, and files that were moved aside: they may contain tokens. */
function leftOver({ context }: Subject): CheckResult[] {
  const folder = path.dirname(paths(context.world).session('any'));
  const files = undefinedOnError(() => readdirSync(folder)) ?? [];
  const names = files.filter((name) => /\.json\.(\d+\.(tmp|probe|unreadable)|unreadable)$/.test(name));
  if (names.length === 0) return [];
  const words = names.map((name) => shellWord(path.join(folder, name)));
  return [note(`${names.join(', ')} in ${folder}: they may contain tokens`, `rm ${words.join(' ')}`)];
}

/** Tries the lock once. Only SQLite opens it: to close it as a file would drop the lock of a holder in this process. */
function lock({ context, profile }: Subject): CheckResult[] {
  if (profile === undefined) return [];
  const file = paths(context.world).lock(profile);
  if (!lstatSync(file, { throwIfNoEntry: false })) return [ok('Free; it is created with the first renewal')];
  let free: boolean;
  try {
    const db = openLock(file);
    free = tryBegin(db, file);
    if (free) db.exec('ROLLBACK');
    db.close();
  } catch (error) {
    return [faultOf(error, `rm ${shellWord(file)}, while no other tuk runs`)];
  }
  const holder = readHolder(file);
  const who = holder ? `process ${holder.pid}, since ${holder.since}` : 'another process';
  const renewing = holder?.renewing;
  if (!free)
    return [
      note(
        `Held by ${who}${renewing ? `, which renews the session since ${renewing}` : ''}`,
        'wait for that process, or end it',
      ),
    ];
  if (renewing) return [note(`Free, but ${who} was interrupted in a renewal at ${renewing}`, 'tuk auth refresh')];
  return [ok('Free')];
}

async function keyRing(subject: Subject): Promise<CheckResult[]> {
  const file = fileOf(subject);
  const session = sessionIn(subject);
  const storage = valueOrUndefined(subject.settings)?.of.secureStorage ?? 'off';
  const inKeyring = session !== undefined && !('accessToken' in session);
  if (file === undefined || (!inKeyring && storage === 'off'))
    return [note('Not in use: sessions are stored in files')];
  try {
    const { keyring } = subject.context.world;
    const ring = await (keyring ? keyring() : openKeyring());
    if (!inKeyring) {
      await proveKeyringStorable(ring, file);
      return [ok('It stores secrets')];
    }
    const tokens = await readFromKeyring(ring, session, file);
    for (const secret of [tokens.accessToken, tokens.refreshToken]) subject.context.out.redact.add(secret);
    return [ok('It returns the tokens of this session'), ...tokenFindings(tokens, subject)];
  } catch (error) {
    const result = faultOf(error);
    return [
      inKeyring || storage === 'required'
        ? result
        : { ...result, result: 'note', says: `${result.says} A file is used instead.` },
    ];
  }
}
