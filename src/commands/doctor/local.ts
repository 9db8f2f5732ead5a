// Checks this machine: Node, the configuration, the profile, the folders, the disk. Changes nothing.

import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { groupEntry } from '../../cli/command/command.js';
import { ledgerPlace } from '../../cli/command/read-ledger.js';
import { statedLedger } from '../../cli/command/stated-ledger.js';
import { aliasText, checkAlias } from '../../cli/lines/alias-line.js';
import { buildOf } from '../../cli/settings/world.js';
import { parseSignerUrl } from '../../money/evm/external-signer.js';
import { checkIdentity } from '../../money/ledger/identity.js';
import { Ledger } from '../../money/ledger/ledger.js';
import { openShared, withLedger } from '../../money/ledger/open.js';
import { checkLedgerWritable, ledgerFiles } from '../../money/ledger/sqlite.js';
import { quoted } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { BadInput, Failure, partFailure } from '../../services/http/errors.js';
import { isLoopback } from '../../services/http/security.js';
import { excessMode, strangerOf } from '../../services/platform/owner.js';
import { systemName } from '../../services/platform/programs.js';
import { type PrivateFileProblem, privateFileProblem } from '../../services/private-file.js';
import { listAliases } from '../../session/aliases.js';
import { openKeyring, proveKeyringStorable, readFromKeyring } from '../../session/keyring.js';
import { openLock, readHolder, tryBegin } from '../../session/lock.js';
import { paths } from '../../session/paths.js';
import { readOwnFile, readPlainFile } from '../../session/plain-file.js';
import { baseAddress, sandboxProfile } from '../../session/profile.js';
import { headersText, sentHeaders } from '../../session/profile-headers.js';
import { originsOf } from '../../session/profile-services.js';
import { expiryOf, type Marker, parse, type Session } from '../../session/stored-session.js';
import { proveWritable } from '../../session/write.js';
import { environmentChecks } from './environment.js';
import {
  type Check,
  type CheckResult,
  fault,
  faultOf,
  moveAside,
  note,
  ok,
  type Subject,
  valueOrUndefined,
} from './subject.js';

// Checks the session: its file, its tokens, left-over files, its lock, the key ring. Changes nothing.
/** The checks of the session of the profile in use. */
const sessionChecks: readonly Check[] = [
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
  const remove = `rm ${quoted(file)}, then ${signInAgain}`;
  if (stats.isSymbolicLink()) return { faults: [fault(`${file} is a symbolic link and is not used`, remove)] };
  if (!stats.isFile()) return { faults: [fault(`${file} is not a file`, moveAside(file))] };
  const stranger = strangerOf(stats);
  if (stranger !== undefined)
    return { faults: [fault(`${file} belongs to another user (${stranger}) and is not used`, remove)] };
  const open = excessMode(stats);
  const openMessage = `${file} can be read by others (${open})`;
  const faults = open ? [fault(openMessage, `chmod 600 ${quoted(file)}; if others had access, ${signInAgain}`)] : [];
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
  const words = names.map((name) => quoted(path.join(folder, name)));
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
    return [faultOf(error, `rm ${quoted(file)}, while no other tuk runs`)];
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

/** The oldest supported version of Node. A test compares it with `engines` of the package. */
export const oldestNode = [20, 19] as const;
/** The last days on which versions of Node get fixes: github.com/nodejs/Release, schedule.json, of November 2026. SECURITY.md has them, too. */
export const endsOfNode: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};
const leastSpace = 1_000_000;

/** The checks of this machine, in the order of the report. */
export const localChecks: readonly Check[] = [
  { check: 'node', run: ({ context }) => [nodeFinding(process.version, context.world.clock.now())] },
  { check: 'tuk', run: ({ context }) => [ok(`tuk ${buildOf(context.world)}`)] },
  { check: 'configuration', run: configuration },
  { check: 'project file', run: projectFile },
  { check: 'settings', run: settings },
  { check: 'profile', run: profile },
  { check: 'base address', run: baseAddresses },
  { check: 'headers', run: headers },
  { check: 'external signers', run: externalSigners },
  { check: 'folders', run: ({ context }) => folders(paths(context.world)) },
  {
    check: 'ledger',
    run: ({ context }) => (isShared(context) ? sharedLedger(context) : ledger(paths(context.world))),
  },
  { check: 'key files', run: ({ context }) => privateFiles(filesIn(paths(context.world).keys)) },
  { check: 'aliases', run: aliases },
  { check: 'audit file', run: auditFile },
  { check: 'trusted folders', run: ({ context }) => privateFiles([paths(context.world).trustedFolders]) },
  {
    check: 'disk',
    run: ({ context }) => [
      spaceFinding(freeBytes(stateFolder(paths(context.world))), stateFolder(paths(context.world))),
    ],
  },
  { check: 'session store', run: writable },
  ...sessionChecks,
  ...environmentChecks,
];

/** The finding for a version of Node. @param now epoch milliseconds */
export function nodeFinding(version: string, now: number): CheckResult {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [leastMajor, leastMinor] = oldestNode;
  const message = `Node ${version} on ${systemName()}`;
  const end = endsOfNode[major];
  const hasEnded = end !== undefined && now > Date.parse(`${end}T23:59:59Z`);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor))
    return hasEnded
      ? note(`${message}; Node ${major} has been out of support since ${end}`, 'install a newer Node, such as 24')
      : ok(end === undefined ? message : `${message}; it gets fixes until ${end}`);
  return fault(
    `${message}; tuk needs ${oldestNode.join('.')} or newer`,
    `install Node ${oldestNode.join('.')} or newer`,
  );
}

function configuration({ context, config }: Subject): CheckResult[] {
  const file = paths(context.world).config;
  if (config instanceof Failure) return [faultOf(config, config.hint ?? `make it readable: chmod 600 ${quoted(file)}`)];
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return [ok(`No file: every setting has its default (${file})`)];
  const foreign = foreignOwner(file, stats);
  if (foreign) return [foreign];
  const open = excessMode(stats, 0o077);
  const message = `${file} is accessible to others (${open}); it should be 600`;
  // A writer can redirect the tokens of the session; a reader sees only addresses.
  if (open !== undefined) return [(excessMode(stats, 0o022) ? fault : note)(message, `chmod 600 ${quoted(file)}`)];
  return [ok(`${file}, ${counted(Object.keys(config.profiles).length, 'profile')}`)];
}

function projectFile({ project }: Subject): CheckResult[] {
  if (project instanceof Failure) return [faultOf(project)];
  return project ? [ok(project.file)] : [];
}

/** Checks the settings, environment variables included. An unreadable file has its own check. */
function settings({ config, project, settings }: Subject): CheckResult[] {
  if (config instanceof Failure || project instanceof Failure) return [note('Not checked: fix the files above first')];
  return settings instanceof Failure ? [faultOf(settings)] : [ok('Every setting is valid')];
}

function profile({ settings, profile, context }: Subject): CheckResult[] {
  if (settings instanceof Failure)
    return [note(`${profile ?? 'The profile has no valid name'}: its settings cannot be read`)];
  const { value, origin } = settings.profile;
  return [
    ok(`${value} (${origin})`),
    ...(settings.of.protected ? [note(`${value} is protected: every change needs its name`)] : []),
    ...(settings.readOnly.value
      ? [note(`Read-only (${settings.readOnly.origin}): every change is refused`, readOnlyRemedy(context, value))]
      : []),
  ];
}
const readOnlyRemedy = ({ world }: Subject['context'], name: string) =>
  world.env.TUK_READ_ONLY ? 'unset TUK_READ_ONLY' : `tuk profile set ${name} readOnly false`;

/** The headers of the profile, and whether their variables are set. */
function headers({ settings, context: { world, out } }: Subject): CheckResult[] {
  const { headers } = valueOrUndefined(settings)?.of ?? {};
  if (headers === undefined) return [];
  sentHeaders(headers, world.env, out);
  return [ok(headersText(headers))];
}

/** The external signers of the profile; they are not asked. */
function externalSigners({ settings }: Subject): CheckResult[] {
  const { signers = {} } = valueOrUndefined(settings)?.of ?? {};
  return Object.entries(signers).map(([network, url]) => {
    try {
      return note(`${network}: ${new URL(parseSignerUrl(network, url)).host} signs, and is not asked here`);
    } catch (error) {
      return faultOf(error);
    }
  });
}

function baseAddresses({ settings, services }: Subject): CheckResult[] {
  const resolved = valueOrUndefined(settings);
  if (!resolved) return [];
  if (resolved.profile.value === sandboxProfile) return [ok('The embedded sandbox: nothing there is real')];
  const addresses: URL[] = [];
  for (const service of services) {
    try {
      addresses.push(new URL(baseAddress(resolved.of, service)));
    } catch (error) {
      return [faultOf(error, `tuk profile set ${resolved.profile.value} service.${service} URL`)];
    }
  }
  const hosts = [...new Set(addresses.map(({ host }) => host))];
  const loopback = addresses.some(({ protocol, hostname }) => protocol === 'http:' && isLoopback(hostname));
  if (loopback) return [note(`${hosts.join(', ')}: http on this machine`)];
  return [
    ok(
      hosts.length > 3
        ? `${hosts.slice(0, 3).join(', ')} and ${counted(hosts.length - 3, 'more host')}`
        : hosts.join(', '),
    ),
  ];
}

type Places = ReturnType<typeof paths>;
const sessionsFolder = (places: Places) => path.dirname(places.session('any'));
const stateFolder = (places: Places) => path.dirname(places.sandbox);

/** Checks the folders: others must not write to them, and must not read those with secrets. */
function folders(places: Places): CheckResult[] {
  const plain = new Set([path.dirname(places.config), stateFolder(places), path.dirname(places.lock('any'))]);
  const secret = [sessionsFolder(places), places.keys];
  return [
    ...[...plain].flatMap((at) => folder(at, 0o022, 'go-w')),
    ...secret.flatMap((at) => folder(at, 0o077, '700')),
  ];
}
function folder(at: string, forbiddenBits: number, mode: string): CheckResult[] {
  let stats: Stats | undefined;
  try {
    stats = statSync(at, { throwIfNoEntry: false });
  } catch (error) {
    return [faultOf(error)];
  }
  if (!stats) return []; // created when it is needed
  if (!stats.isDirectory()) return [fault(`${at} is not a folder`, moveAside(at))];
  const foreign = foreignOwner(at, stats);
  if (foreign) return [foreign];
  const open = excessMode(stats, forbiddenBits);
  return [
    open === undefined ? ok(at) : fault(`${at} is accessible to others (${open})`, `chmod ${mode} ${quoted(at)}`),
  ];
}

function privateFiles(files: readonly string[]): CheckResult[] {
  return files.flatMap((file) => {
    const problem = privateFileProblem(file);
    if (problem) return [fault(`${file} ${problem.message}`, remedyOf(problem.kind, file))];
    return exists(file) && !/-(wal|shm)$/.test(file) ? [ok(file)] : [];
  });
}
/** Checks a file that may be a link, as its command reads it. */
function ownFile(file: string): CheckResult[] {
  if (privateFileProblem(file)?.kind !== 'link') return privateFiles([file]);
  try {
    readOwnFile(file, { what: 'alias', rootToo: true, linkToo: true });
    return [ok(`${file}, a symbolic link`)];
  } catch (error) {
    return [fault(`${file} ${(error as Error).message}`, remedyOf('link', file))];
  }
}
/** Checks the files of the aliases, and whether each line runs: an earlier version has saved views, also under names of commands. */
async function aliases({ context, groups }: Subject): Promise<CheckResult[]> {
  const folder = paths(context.world).aliases;
  const lines = listAliases(folder, () => {}).map(async ({ name, words }): Promise<CheckResult[]> => {
    try {
      await checkAlias(name, words, groups);
      return [];
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      const says = `tuk ${name} does not run: ${error.message}`;
      const line = quoted(aliasText(words));
      return [
        note(
          says,
          groupEntry(groups, name)
            ? `save it under a name that is free: tuk alias set NEW ${line}`
            : `save a line that runs: tuk alias set ${name} --replace 'LINE', where it is now ${line}`,
        ),
      ];
    }
  });
  return [...filesIn(folder).flatMap(ownFile), ...(await Promise.all(lines)).flat()];
}
/**
 * Checks the files of the ledger and its identity as a transfer does. An empty file is not opened: that would make it a
 * ledger.
 */
async function ledger({ ledger: file, ledgerIdentity }: Places): Promise<CheckResult[]> {
  const findings = privateFiles(ledgerFiles(file));
  if (findings.some(({ result }) => result === 'fault')) return findings;
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? {};
  const place = { file, identityFile: ledgerIdentity };
  if (size) await withLedger(place, 'reads', (opened) => opened.checkIdentity(ledgerIdentity));
  else await checkIdentity(ledgerIdentity, file, size === 0 ? async () => ({ plans: 0 }) : undefined);
  checkLedgerWritable(file, ledgerIdentity);
  return findings;
}

/** Whether a shared ledger is set; a configuration that cannot be read has a check of its own. */
function isShared(context: Subject['context']): boolean {
  try {
    return statedLedger(context) !== undefined;
  } catch (error) {
    partFailure(error);
    return false;
  }
}

/** Checks the shared ledger as a transfer does, and says what its server is. */
async function sharedLedger(context: Subject['context']): Promise<CheckResult[]> {
  const { identityFile, shared } = ledgerPlace(context);
  const db = await openShared(shared!);
  try {
    const { version, role, isOpen, writes, owns, tls, latency, ahead } = await db.facts();
    await db.requireSchema();
    const { book } = await Ledger.in(db, { identityFile });
    const rules = (await book.rules(originsOf(context.settings().of))).flatMap((set) => Object.entries(set));
    const seconds = Math.round(Math.abs(ahead) / 1000);
    const says = `${shared!.shown}: PostgreSQL ${version}, ${latency.toFixed(1)} ms${tls ? ', TLS' : ''}, as ${role}${owns ? ', its owner' : ''}`;
    return [
      !isOpen
        ? fault(`${says}, read-only`, 'use the address of the server that takes changes')
        : writes
          ? ok(says)
          : fault(`${says}, which may not write`, 'ask its owner: tuk ops init --sql --writer ROLE'),
      ...(owns
        ? [note('a role that owns the ledger may change its tables', 'use another role, with the rights of --writer')]
        : []),
      ...(rules.length > 0
        ? [ok(`its limits for this platform: ${rules.map(([name, value]) => `${name} ${value}`).join('; ')}`)]
        : []),
      ...(seconds > 30 ? [note(`the clock of the ledger differs by ${seconds} s; its own clock counts`)] : []),
    ];
  } finally {
    await db.close();
  }
}

/** Checks the audit file. Its last line says when personal data were last shown whole. */
function auditFile({ context }: Subject): CheckResult[] {
  const file = paths(context.world).audit;
  const findings = privateFiles([file]);
  if (findings[0]?.result !== 'ok') return findings;
  const last = lastLine(file);
  return [ok(last === undefined ? `${file}, empty` : `${file}; personal data were last shown whole ${last}`)];
}
const longestLine = 4096;
function lastLine(file: string): string | undefined {
  const { size } = statSync(file);
  const bytes = Buffer.alloc(Math.min(size, longestLine));
  const fd = openSync(file, 'r');
  try {
    readSync(fd, bytes, 0, bytes.length, size - bytes.length);
  } finally {
    closeSync(fd);
  }
  const line = bytes.toString('utf8').split('\n').slice(-2).join('\n');
  const [, at, by] = /"at":"([\d:.TZ-]+)".*"by":"([^"\\]+)"\}\n$/.exec(line) ?? [];
  return at === undefined ? undefined : `on ${at} by ${by}`;
}
function remedyOf(kind: PrivateFileProblem['kind'], file: string) {
  if (kind === 'mode') return `chmod 600 ${quoted(file)}`;
  if (kind === 'owner') return `chown $(id -u) ${quoted(file)}`;
  return `move it away: ${moveAside(file)}`;
}
const filesIn = (folder: string) =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder).map((name) => path.join(folder, name))
    : [];

/** Checks whether a session can be saved, without creating the folder. */
function writable({ context, profile }: Subject): CheckResult[] {
  const at = sessionsFolder(paths(context.world));
  const remedy = `make it a writable folder: chmod u+rwx ${quoted(at)}`;
  try {
    if (lstatSync(at, { throwIfNoEntry: false })) {
      proveWritable(paths(context.world).session(profile ?? 'doctor'));
      return [ok('A session can be saved')];
    }
    const above = nearest(at);
    if (!statSync(above).isDirectory()) return [fault(`${above} is not a folder, so no session can be saved`, remedy)];
    accessSync(above, constants.W_OK | constants.X_OK);
    return [ok('A session can be saved; the folder is created with the first one')];
  } catch (error) {
    return [faultOf(error, remedy)];
  }
}

function nearest(at: string) {
  let here = at;
  while (here !== path.dirname(here) && !exists(here)) here = path.dirname(here);
  return here;
}
function exists(at: string) {
  try {
    return lstatSync(at, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // a part of the path is a file
  }
}

function freeBytes(folder: string) {
  const { bavail, bsize } = statfsSync(nearest(folder));
  return bavail * bsize;
}
/** The finding for the free space of a folder, bytes. */
export function spaceFinding(bytes: number, folder: string): CheckResult {
  if (bytes < leastSpace)
    return fault(`${bytes} bytes are free for ${folder}: too few to save anything`, 'free some space on that disk');
  return ok(bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB free` : `${Math.round(bytes / 1e9)} GB free`);
}

/** The fault of a file of another user. The superuser is trusted. */
function foreignOwner(at: string, stats: Stats): CheckResult | undefined {
  const stranger = strangerOf(stats, true);
  if (stranger === undefined) return undefined;
  return fault(`${at} belongs to another user (${stranger})`, `chown $(id -u) ${quoted(at)}`);
}
