// This machine: Node, the configuration, the profile, the folders, the disk. Nothing is changed, moved or mended here.
import { accessSync, constants, lstatSync, type Stats, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../services/http/errors.js';
import { baseAddress, isLoopback, sandboxProfile } from '../../session/profile.js';
import { proveWritable } from '../../session/write.js';
import { environmentChecks } from './environment.js';
import { type Check, type Found, fault, faultOf, note, ok, shellWord } from './finding.js';
import { sessionChecks } from './session-file.js';
import { given, type Subject } from './subject.js';

/** The oldest Node that tuk runs on; a test holds it against the package's `engines`. */
export const oldestNode = [20, 19] as const;
const leastSpace = 1_000_000;

/** Everything on this machine, in the order in which it is told. */
export const localChecks: readonly Check<Subject>[] = [
  { check: 'node', look: () => [nodeFinding(process.version)] },
  { check: 'tuk', look: ({ context }) => [ok(`tuk ${context.world.version}`)] },
  { check: 'configuration', look: configuration },
  { check: 'project file', look: projectFile },
  { check: 'settings', look: settings },
  { check: 'profile', look: profile },
  { check: 'base address', look: baseAddresses },
  { check: 'folders', look: ({ context }) => folders(context.paths).flatMap(folder) },
  { check: 'disk', look: ({ context }) => [spaceFinding(free(stateFolder(context.paths)), stateFolder(context.paths))] },
  { check: 'session store', look: writable },
  ...sessionChecks,
  ...environmentChecks,
];

/** What a version of Node means. */
export function nodeFinding(version: string): Found {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [leastMajor, leastMinor] = oldestNode;
  const says = `Node ${version} on ${process.platform} ${process.arch}`;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return ok(says);
  return fault(`${says}; tuk needs ${oldestNode.join('.')} or newer`, `install Node ${oldestNode.join('.')} or newer`);
}

function configuration({ context, config }: Subject): Found[] {
  const file = context.paths.config;
  if (config instanceof Failure) return [faultOf(config, config.hint ?? `make it readable: chmod 600 ${shellWord(file)}`)];
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return [ok(`There is none: every setting has its default (${file})`)];
  const foreign = foreigner(stats);
  if (foreign !== undefined) return [fault(`${file} belongs to another user (${foreign})`, `chown $(id -u) ${shellWord(file)}`)];
  const open = openTo(stats, 0o077);
  const says = `${file} is open to others (${open}); it should be 600`;
  // Whoever can write it can send the session's tokens to a place of their own; reading it gives away addresses only.
  if (open !== undefined)
    return [openTo(stats, 0o022) ? fault(says, `chmod 600 ${shellWord(file)}`) : note(says, `chmod 600 ${shellWord(file)}`)];
  return [ok(`${file}, ${Object.keys(config.profiles).length} profiles`)];
}

function projectFile({ project }: Subject): Found[] {
  if (project instanceof Failure) return [faultOf(project)];
  return project ? [ok(project.file)] : [];
}

/** Whatever is wrong with a setting, a variable among them; a file that cannot be read has told so already. */
function settings({ config, project, settings }: Subject): Found[] {
  if (config instanceof Failure || project instanceof Failure) return [note('Not looked at: the files above come first')];
  return settings instanceof Failure ? [faultOf(settings)] : [ok('Every setting can be used')];
}

function profile({ settings, profile, context }: Subject): Found[] {
  if (settings instanceof Failure) return [note(`${profile ?? 'It has no usable name'}: its settings cannot be read`)];
  const { value, origin } = settings.profile;
  return [
    ok(`${value} (${origin})`),
    ...(settings.of.protected ? [note(`${value} is protected: every change asks for its name`)] : []),
    ...(settings.readOnly.value
      ? [note(`Read-only (${settings.readOnly.origin}): every change is refused`, readOnlyMend(context, value))]
      : []),
  ];
}
const readOnlyMend = ({ world }: Subject['context'], name: string) =>
  world.env.TUK_READ_ONLY ? 'unset TUK_READ_ONLY' : `tuk profile set ${name} readOnly false`;

function baseAddresses({ settings, services }: Subject): Found[] {
  const chosen = given(settings);
  if (!chosen) return [];
  if (chosen.profile.value === sandboxProfile) return [ok('The embedded sandbox: nothing there is real')];
  const addresses: URL[] = [];
  for (const service of services) {
    try {
      addresses.push(new URL(baseAddress(chosen.of, service)));
    } catch (error) {
      return [faultOf(error, `tuk profile set ${chosen.profile.value} service.${service} URL`)];
    }
  }
  const hosts = [...new Set(addresses.map(({ host }) => host))];
  const near = addresses.some(({ protocol, hostname }) => protocol === 'http:' && isLoopback(hostname));
  if (near) return [note(`${hosts.join(', ')}: http on this machine, a sandbox`)];
  return [ok(hosts.length > 3 ? `${hosts.slice(0, 3).join(', ')} and ${hosts.length - 3} more hosts` : hosts.join(', '))];
}

type Places = Subject['context']['paths'];
const sessionsFolder = (places: Places) => path.dirname(places.session('any'));
const stateFolder = (places: Places) => path.dirname(places.sandbox);

interface Folder {
  readonly at: string;
  /** The bits that it may not have. */
  readonly closed: number;
  readonly mode: string;
}
/** What holds secrets is closed to all others; the rest only to their pens. */
const folders = (places: Places): Folder[] => [
  { at: path.dirname(places.config), closed: 0o022, mode: 'go-w' },
  ...(stateFolder(places) === path.dirname(places.config) ? [] : [{ at: stateFolder(places), closed: 0o022, mode: 'go-w' }]),
  { at: path.dirname(places.lock('any')), closed: 0o022, mode: 'go-w' },
  { at: sessionsFolder(places), closed: 0o077, mode: '700' },
  { at: places.keys, closed: 0o077, mode: '700' },
];

function folder({ at, closed, mode }: Folder): Found[] {
  let stats: Stats | undefined;
  try {
    stats = statSync(at, { throwIfNoEntry: false });
  } catch (error) {
    return [faultOf(error)];
  }
  if (!stats) return []; // made when it is needed
  if (!stats.isDirectory()) return [fault(`${at} is no folder`, `mv ${shellWord(at)} ${shellWord(`${at}.old`)}`)];
  const foreign = foreigner(stats);
  if (foreign !== undefined) return [fault(`${at} belongs to another user (${foreign})`, `chown $(id -u) ${shellWord(at)}`)];
  const open = openTo(stats, closed);
  return [open === undefined ? ok(at) : fault(`${at} is open to others (${open})`, `chmod ${mode} ${shellWord(at)}`)];
}

/** Whether a session could be saved now. A folder that is not there yet is not made for this. */
function writable({ context, profile }: Subject): Found[] {
  const at = sessionsFolder(context.paths);
  const mend = `make it a folder that you can write: chmod u+rwx ${shellWord(at)}`;
  try {
    if (lstatSync(at, { throwIfNoEntry: false })) {
      proveWritable(context.paths.session(profile ?? 'doctor'));
      return [ok('A session can be saved')];
    }
    const above = nearest(at);
    if (!statSync(above).isDirectory()) return [fault(`${above} is no folder, so that no session can be saved`, mend)];
    accessSync(above, constants.W_OK | constants.X_OK);
    return [ok('A session can be saved; the folder is made with the first one')];
  } catch (error) {
    return [faultOf(error, mend)];
  }
}

/** The nearest thing that is there: the path itself, or what is above it. */
function nearest(at: string): string {
  let here = at;
  while (here !== path.dirname(here) && !there(here)) here = path.dirname(here);
  return here;
}
function there(at: string): boolean {
  try {
    return lstatSync(at, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // a file stands where a folder should
  }
}

function free(folder: string): number {
  const { bavail, bsize } = statfsSync(nearest(folder));
  return bavail * bsize;
}
/** What so many free bytes mean for a folder. */
export function spaceFinding(bytes: number, folder: string): Found {
  if (bytes < leastSpace)
    return fault(`${bytes} bytes are free for ${folder}: nothing can be saved safely`, 'free some space on that disk');
  return ok(bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB free` : `${Math.round(bytes / 1e9)} GB free`);
}

/** The owner of a thing that is not ours. The superuser's things are trusted, as everywhere. */
function foreigner({ uid }: Stats): number | undefined {
  const own = process.getuid?.();
  return own === undefined || uid === own || uid === 0 ? undefined : uid;
}
/** The mode, where it lets others do what it should not. Windows has no such bits. */
function openTo({ mode }: Stats, closed: number): string | undefined {
  return process.getuid === undefined || (mode & closed) === 0 ? undefined : (mode & 0o777).toString(8);
}
