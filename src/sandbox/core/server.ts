// Starts the sandbox: a real HTTP server on the loopback interface over a real database file.
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type ServiceName, serviceNames } from '../../services/catalogue/index.js';
import type { Network } from '../../services/catalogue/words.js';
import { makeKeys } from '../domains/people/tokens.js';
import { type Rate, rateNumber, setClock, startClock, worldTime } from './clock.js';
import type { Running } from './dispatch.js';
import { exchange } from './http-exchange.js';
import { openState, type State } from './state.js';
import type { Rotation } from './world.js';
import type { Size } from './world-size.js';

/** How a sandbox is started. */
export interface SandboxOptions {
  /** The path of the state file, or `:memory:`. A missing file is made. */
  readonly state: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** The world that a new file begins with; a file that is there keeps its own. Default 1. */
  readonly seed?: number;
  /** The world time that a new file begins at, ISO. Default: the wall clock's. */
  readonly at?: string;
  /** How fast world time runs; without it a file goes on as it was. Default for a new file: `1x`. */
  readonly clock?: Rate;
  readonly rotation?: Rotation;
  /** How long access tokens last, in milliseconds. Default 15 minutes. */
  readonly accessTtl?: number;
  /** How large a new file's world is. Default `standard`. */
  readonly size?: Size;
  /** Whether requests are written down in the table `log`. Default: not. */
  readonly log?: boolean;
  /** Whether every commit waits for the disk, so that no power cut loses one. Default: not; a killed process loses nothing either way. */
  readonly durable?: boolean;
  /** A file that every exchange is written to, or the one that all is answered from. */
  readonly record?: string;
  readonly replay?: string;
  /** The wall clock, epoch milliseconds. Default `Date.now`. */
  readonly wall?: () => number;
}

/** A running sandbox. */
export interface Sandbox {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The base address of each service. */
  readonly services: Readonly<Record<ServiceName, string>>;
  /** The address of each network that has JSON-RPC. */
  readonly rpc: Readonly<Record<string, string>>;
  /** Ends the server, its sockets and the database at once. */
  close(): Promise<void>;
}

const quarterHour = 15 * 60_000;

/** Starts a sandbox. @throws when the port is taken, the state file cannot be opened, or an option is not sound. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { rotation = 'two-phase', accessTtl = quarterHour, wall = Date.now } = options;
  await foldersFor(options.state);
  const state = openWorld(options, wall);
  const loaded: Running['loaded'] = new Map();
  const counts: Running['counts'] = new Map();
  let running: Running;
  const server = createServer((request, response) => {
    exchange(running, request, response).catch(() => response.destroy());
  });
  try {
    const kept = await keeping(options, state);
    const url = await listen(server, options.port ?? 0);
    running = {
      state,
      /** Read anew each time: another process on the same file may have changed it. */
      get seed() {
        return Number(state.meta('seed'));
      },
      settings: { rotation, accessTtl, url, wall },
      loaded,
      counts,
      ...kept,
    };
    const services = Object.fromEntries(serviceNames.map((name) => [name, `${url}/${name}`])) as Sandbox['services'];
    const rpc = Object.fromEntries(rpcNetworks.map((name) => [name, `${url}/rpc/${name}`]));
    return { url, services, rpc, close: () => close(server, running) };
  } catch (error) {
    state.close();
    throw error;
  }
}

/** Makes the folder of a new state file. @throws the system's error */
async function foldersFor(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  if (file !== ':memory:' && !existsSync(folder)) (await import('../../services/folder.js')).makeFolder(folder);
}

/** The networks that have JSON-RPC at `/rpc/NETWORK`. */
const rpcNetworks = ['ETHEREUM_SEPOLIA', 'BSC_TEST', 'BASE_SEPOLIA', 'OP_SEPOLIA'] satisfies (typeof Network)[number][];

/** What is kept of requests: loaded only where something is. */
async function keeping({ log, record, replay }: SandboxOptions, state: State): Promise<Pick<Running, 'log' | 'tape'>> {
  const tapes = record === undefined && replay === undefined ? undefined : await import('./recording.js');
  const tape = replay !== undefined ? tapes?.replayFrom(replay) : record !== undefined ? tapes?.recordTo(record) : undefined;
  return { ...(log && { log: new (await import('./log.js')).Log(state) }), ...(tape && { tape }) };
}

function openWorld({ state: file, seed = 1, at, clock, size, durable = false }: SandboxOptions, wall: () => number): State {
  const from = at === undefined ? wall() : Date.parse(at);
  if (Number.isNaN(from)) throw new RangeError(`'${at}' is no time`);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`${seed} is no seed: it must be a whole number`);
  const rate = clock === undefined ? undefined : rateNumber(clock);
  const state = openState(
    file,
    (fresh) => {
      fresh.setMeta('seed', String(seed));
      if (size !== undefined) fresh.setMeta('size', size);
      fresh.setMeta('seededAt', String(from));
      startClock(fresh, from, wall(), rate ?? 1);
      makeKeys(fresh);
    },
    durable,
  );
  if (rate !== undefined) keepRate(state, wall(), rate);
  return state;
}

function keepRate(state: State, wall: number, rate: number): void {
  const { rate: known } = state.get<{ rate: number }>('SELECT rate FROM clock')!;
  if (known !== rate) state.write(() => setClock(state, worldTime(state, wall), wall, rate));
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

async function close(server: Server, { state, log }: Running): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
  log?.flush();
  state.close();
}
