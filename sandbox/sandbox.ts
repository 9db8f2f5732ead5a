// Opens a sandbox: an SQLite file and the handler of requests. `server.ts` serves it over HTTP, `transport.ts` calls
// it in process.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../src/services/folder.js';
import { parseRate, type Rate, type Rotation, type Size, setClock, startClock, worldTime } from './core/index.js';
import { RequestLog } from './core/request-log.js';
import type { SandboxRuntime } from './core/runtime.js';
import { openState, type State } from './core/state.js';
import { makeKeys } from './domains/people/auth-tokens.js';

export { setBrokenAside } from './core/state.js';

export interface SandboxOptions {
  /** A path, or `:memory:`. A missing file is created. */
  readonly state: string;
  /** Of a new file. Default 1. */
  readonly seed?: number;
  /** ISO world time of a new file's beginning. Default: the wall clock's. */
  readonly at?: string;
  /** The rate of world time. Default: the file's own, `1x` for a new file. */
  readonly clock?: Rate;
  readonly rotation?: Rotation;
  /** In milliseconds. Default 15 minutes. */
  readonly accessTtl?: number;
  /** Of a new file. Default `standard`. */
  readonly size?: Size;
  /** Logs requests in the table `log`. */
  readonly log?: boolean;
  /** Each commit waits for the disk, so no power cut loses one. A killed process never loses one. */
  readonly durable?: boolean;
  /** Files to record exchanges to, or to replay them from. */
  readonly record?: string;
  readonly replay?: string;
  /** In epoch milliseconds. Default `Date.now`. */
  readonly wall?: () => number;
}

const quarterHour = 15 * 60_000;

/** `url` is the address in its responses. @throws if the state file cannot be opened, or for an invalid option */
export async function openSandbox(options: SandboxOptions, url: string): Promise<SandboxRuntime> {
  const { rotation = 'two-phase', accessTtl = quarterHour, wall = Date.now } = options;
  await makeStateFolder(options.state);
  const state = openStateFile(options, wall);
  try {
    return {
      state,
      /** Read each time: another process may change the file. */
      get seed() {
        return Number(state.meta('seed'));
      },
      settings: { rotation, accessTtl, url, wall },
      loadedServices: new Map(),
      requestCounts: new Map(),
      ...(await requestHooks(options, state)),
    };
  } catch (error) {
    state.close();
    throw error;
  }
}

/** Flushes the log and closes the database. */
export function closeSandbox({ state, log }: SandboxRuntime): void {
  log?.flush();
  state.close();
}

/** @throws the system's error */
async function makeStateFolder(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  if (file !== ':memory:' && !existsSync(folder)) makeFolder(folder);
}

async function requestHooks(
  { log, record, replay }: SandboxOptions,
  state: State,
): Promise<Pick<SandboxRuntime, 'log' | 'interceptor'>> {
  const recording = record === undefined && replay === undefined ? undefined : await import('./service/recording.js');
  const interceptor =
    replay !== undefined
      ? recording?.replayFrom(replay)
      : record !== undefined
        ? recording?.recordTo(record)
        : undefined;
  return { log: log ? new RequestLog(state) : undefined, interceptor };
}

function openStateFile(
  { state: file, seed = 1, at, clock, size, durable = false }: SandboxOptions,
  wall: () => number,
): State {
  const from = at === undefined ? wall() : Date.parse(at);
  if (Number.isNaN(from)) throw new RangeError(`'${at}' is not a time`);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`${seed} is not a seed: it must be a whole number`);
  const rate = clock === undefined ? undefined : parseRate(clock);
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
  if (rate !== undefined) applyRate(state, wall(), rate);
  return state;
}

function applyRate(state: State, wall: number, rate: number): void {
  const { rate: current } = state.get<{ rate: number }>('SELECT rate FROM clock')!;
  if (current !== rate) state.write(() => setClock(state, worldTime(state, wall), wall, rate));
}
