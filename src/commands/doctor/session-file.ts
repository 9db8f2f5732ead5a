// The session, looked at without touching it: its file, its tokens, what was left beside it, its lock, the key ring.
import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { openKeyring, proveKept, readKept } from '../../session/keyring.js';
import { began, holderOf, openLock } from '../../session/lock.js';
import { readPlainFile } from '../../session/plain-file.js';
import { endOf, type Marker, parse, type Session } from '../../session/store.js';
import { type Check, type Found, fault, faultOf, note, ok, shellWord } from './finding.js';
import { given, type Subject } from './subject.js';

/** Everything about the session of the profile in use. */
export const sessionChecks: readonly Check<Subject>[] = [
  { check: 'session file', look: sessionFile },
  { check: 'token', look: token },
  { check: 'left-over files', look: leftOver },
  { check: 'lock', look: lock },
  { check: 'key ring', look: keyRing },
];

const mostBytes = 1_000_000;
const signInAgain = 'sign in again: tuk login';

/** The file of the session; nothing where no profile is known. */
const fileOf = ({ context, profile }: Subject) => (profile === undefined ? undefined : context.paths.session(profile));

interface Looked {
  readonly faults: readonly Found[];
  readonly session?: Session | Marker;
}

/** Looks at a session file as it is. Unlike the store it mends no mode and moves nothing aside: that is for who is told of it. */
function lookInto(file: string, { context }: Subject): Looked {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats) return { faults: [] };
  const remove = `rm ${shellWord(file)}, then ${signInAgain}`;
  if (stats.isSymbolicLink()) return { faults: [fault(`${file} is a symbolic link and is not used`, remove)] };
  if (!stats.isFile()) return { faults: [fault(`${file} is no file`, `mv ${shellWord(file)} ${shellWord(`${file}.old`)}`)] };
  const own = process.getuid?.();
  if (own !== undefined && stats.uid !== own)
    return { faults: [fault(`${file} belongs to another user (${stats.uid}) and is not used`, remove)] };
  const open = own !== undefined && (stats.mode & 0o077) !== 0;
  const shown = `${file} can be read by others (${(stats.mode & 0o777).toString(8)})`;
  const faults = open ? [fault(shown, `chmod 600 ${shellWord(file)}; if others were there, ${signInAgain}`)] : [];
  const session = stats.size > mostBytes ? undefined : parse(readPlainFile(file, { links: false }));
  if (session === 'newer') return { faults: [...faults, fault(`${file} was written by a newer tuk`, `use that one, or ${signInAgain}`)] };
  if (!session) return { faults: [...faults, fault(`${file} is not what tuk wrote`, signInAgain)] };
  if ('accessToken' in session) for (const secret of [session.accessToken, session.refreshToken]) context.redact.add(secret);
  return { faults, session };
}

function sessionFile(subject: Subject): Found[] {
  const file = fileOf(subject);
  if (file === undefined) return [note('Not looked at: no profile is known')];
  const { faults, session } = lookInto(file, subject);
  if (faults.length > 0) return [...faults];
  if (!session) return [note(`Nobody is signed in with profile ${subject.profile}`, 'tuk login')];
  const { version, generation, savedAt } = session;
  return [ok(`${file}: version ${version}, generation ${generation}, saved ${savedAt}${session.in ? ', in the key ring' : ''}`)];
}

function token(subject: Subject): Found[] {
  const file = fileOf(subject);
  const session = file === undefined ? undefined : quietly(() => lookInto(file, subject).session);
  return session && 'accessToken' in session ? tokenFindings(session, subject) : [];
}
/** Where a look at the file fails, the check of the file itself tells it. */
function quietly<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** What the tokens say of themselves: a hint, the service's word is the truth. */
function tokenFindings({ accessToken, refreshToken, confirm }: Session, { context }: Subject): Found[] {
  const end = endOf(accessToken);
  const ended = end !== undefined && end <= context.world.clock.now();
  const when = end === undefined ? 'does not say when it ends' : `${ended ? 'ended' : 'ends'} at ${new Date(end).toISOString()}`;
  const says = `The access token ${when}`;
  const state = ended
    ? refreshToken === undefined
      ? fault(`${says}, and there is no refresh token`, 'tuk login')
      : note(`${says}; the next call renews it`)
    : ok(`${says}${refreshToken === undefined ? '; there is no refresh token' : ''}`);
  const pending = { ...note('The last renewal is not confirmed yet; the next call settles it', 'tuk whoami'), check: 'confirmation' };
  return [{ ...state, check: 'token' }, ...(confirm === 'pending' ? [pending] : [])];
}

/** Files that a writer which was cut off has left, or that were moved aside: they may hold tokens. */
function leftOver({ context }: Subject): Found[] {
  const folder = path.dirname(context.paths.session('any'));
  const names = quietly(() => readdirSync(folder)) ?? [];
  const left = names.filter((name) => /\.json\.(\d+\.(tmp|probe|unreadable)|unreadable)$/.test(name));
  if (left.length === 0) return [];
  const words = left.map((name) => shellWord(path.join(folder, name)));
  return [note(`${left.join(', ')} in ${folder}: they may hold tokens`, `rm ${words.join(' ')}`)];
}

/** Tries the lock once. It is opened by SQLite alone: closing it as a file would drop the lock of a holder in this process. */
function lock({ context, profile }: Subject): Found[] {
  if (profile === undefined) return [];
  const file = context.paths.lock(profile);
  if (!lstatSync(file, { throwIfNoEntry: false })) return [ok('Free; it is made with the first renewal')];
  let free: boolean;
  try {
    free = isFree(file);
  } catch (error) {
    return [faultOf(error, `rm ${shellWord(file)}, while no other tuk runs`)];
  }
  const holder = holderOf(file);
  const who = holder ? `process ${holder.pid}, since ${holder.since}` : 'another process';
  const renewing = holder?.renewing;
  if (!free)
    return [note(`Held by ${who}${renewing ? `, which renews the session since ${renewing}` : ''}`, 'wait for that process, or end it')];
  if (renewing) return [note(`Free, but ${who} was cut off in a renewal at ${renewing}`, 'tuk auth refresh')];
  return [ok('Free')];
}

/** Takes the lock for a moment, if nobody holds it. @throws {LocalFailure} where it cannot be used. */
function isFree(file: string): boolean {
  const db = openLock(file);
  const free = began(db, file);
  if (free) db.exec('ROLLBACK');
  db.close();
  return free;
}

async function keyRing(subject: Subject): Promise<Found[]> {
  const file = fileOf(subject);
  const session = file === undefined ? undefined : quietly(() => lookInto(file, subject).session);
  const wanted = given(subject.settings)?.of.secureStorage ?? 'off';
  const kept = session !== undefined && !('accessToken' in session);
  if (file === undefined || (!kept && wanted === 'off')) return [note('Not in use: sessions are kept in files')];
  try {
    const { keyring } = subject.context.world;
    const ring = await (keyring ? keyring() : openKeyring());
    if (!kept) {
      await proveKept(ring, file);
      return [ok('It takes what it is given')];
    }
    const whole = await readKept(ring, session, file);
    for (const secret of [whole.accessToken, whole.refreshToken]) subject.context.redact.add(secret);
    return [ok('It gives out the tokens of this session'), ...tokenFindings(whole, subject)];
  } catch (error) {
    const found = faultOf(error);
    return [kept || wanted === 'required' ? found : { ...found, result: 'note', says: `${found.says} A file is used instead.` }];
  }
}
