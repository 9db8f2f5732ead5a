// Opens a sandbox: an SQLite file and the handler of requests. `server.ts` serves it over HTTP, `transport.ts` calls it in the same process.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseRate, type Rate, type Rotation, setClock, startClock, worldTime } from './core/context.js';
import type { Size } from './core/rows.js';
import type { SandboxRuntime } from './core/runtime.js';
import { openState, type State } from './core/state.js';
import { makeKeys } from './domains/people/auth-tokens.js';

/** The options of a sandbox, however it is called. */
export interface SandboxOptions {
  /** The path of the state file, or `:memory:`. A missing file is created. */
  readonly state: string;
  /** The seed of a new file; an existing one keeps its own. Default 1. */
  readonly seed?: number;
  /** The world time at which a new file begins, ISO. Default: the wall clock's. */
  readonly at?: string;
  /** The rate of world time; without it an existing file keeps its own. Default for a new file: `1x`. */
  readonly clock?: Rate;
  readonly rotation?: Rotation;
  /** How long access tokens last, in milliseconds. Default 15 minutes. */
  readonly accessTtl?: number;
  /** The size of a new file's world. Default `standard`. */
  readonly size?: Size;
  /** Whether requests are logged in the table `log`. Default: not. */
  readonly log?: boolean;
  /** Whether every commit waits for the disk, so that no power cut loses one. Default: not; a killed process loses nothing either way. */
  readonly durable?: boolean;
  /** A file to which exchanges are recorded, or from which they are replayed. */
  readonly record?: string;
  readonly replay?: string;
  /** The wall clock, epoch milliseconds. Default `Date.now`. */
  readonly wall?: () => number;
}

const quarterHour = 15 * 60_000;

/** Opens a sandbox at an address, which its responses name. @throws when the state file cannot be opened, or an option is invalid */
export async function openSandbox(options: SandboxOptions, url: string): Promise<SandboxRuntime> {
  const { rotation = 'two-phase', accessTtl = quarterHour, wall = Date.now } = options;
  await makeStateFolder(options.state);
  const state = openStateFile(options, wall);
  try {
    return {
      state,
      /** Read each time, because another process on the same file may have changed it. */
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

/** Closes the database, with what the log has not written yet. */
export function closeSandbox({ state, log }: SandboxRuntime): void {
  log?.flush();
  state.close();
}

/** Makes the folder of a new state file. @throws the system's error */
async function makeStateFolder(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  if (file !== ':memory:' && !existsSync(folder)) (await import('../services/folder.js')).makeFolder(folder);
}

/** Loads the log and the recording, where they are wanted. */
async function requestHooks({ log, record, replay }: SandboxOptions, state: State): Promise<Pick<SandboxRuntime, 'log' | 'interceptor'>> {
  const recording = record === undefined && replay === undefined ? undefined : await import('./service/recording.js');
  const interceptor = replay !== undefined ? recording?.replayFrom(replay) : record !== undefined ? recording?.recordTo(record) : undefined;
  return { ...(log && { log: new (await import('./core/request-log.js')).RequestLog(state) }), ...(interceptor && { interceptor }) };
}

function openStateFile({ state: file, seed = 1, at, clock, size, durable = false }: SandboxOptions, wall: () => number): State {
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
  const { rate: known } = state.get<{ rate: number }>('SELECT rate FROM clock')!;
  if (known !== rate) state.write(() => setClock(state, worldTime(state, wall), wall, rate));
}
