// Starts a sandbox for tests: a real server on the loopback interface, with clocks that the test controls.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import * as z from 'zod/mini';
import { catalogue, isService } from '../../src/services/catalogue/index.js';
import { router } from '../../src/services/http/path.js';
import { afterFile } from '../../tests/support/cleanup.js';
import { checkWorld } from '../../tests/support/world-check/check-world.js';
import { ownShapes } from '../core/shapes/index.js';
import { openState } from '../core/state.js';
import { type Sandbox, type ServerOptions, startSandbox } from '../server.js';
import { auditWorld } from './audit.js';

/** The world time at which test sandboxes begin. */
const worldStart = '2026-06-01T00:00:00.000Z';

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a response body is anything; the tests assert what they expect
  readonly body: any;
}
export interface RequestOptions {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** Expects that a response has the shapes of its call: the public one, and the sandbox's own. */
async function checkShapes(method: string, path: string, body: unknown): Promise<void> {
  const [name = '', ...rest] = path.split('?')[0]!.split('/');
  if (!isService(name)) return;
  const { calls, shapes } = await catalogue(name);
  const call = router(calls).match(method, `/${rest.join('/')}`)?.call;
  if (!call) return;
  const own = ownShapes[name]?.calls[call.name];
  const [publicShapes, ownOnes] = (await Promise.all([shapes?.(), ownShapes[name]?.load()])) as Readonly<
    Record<string, z.core.$ZodType>
  >[];
  // a list may have the public shape of its rows
  const ofBody = (shape?: z.core.$ZodType) =>
    shape?._zod.def.type === 'object' && Array.isArray(body) ? z.array(shape) : shape;
  const known = [publicShapes?.[call.response ?? ''], publicShapes?.[own?.widens ?? '']].map(ofBody);
  for (const shape of [...known, ownOnes?.[own?.shape ?? '']])
    if (shape) expect(z.safeParse(shape, body).error?.issues, `${method} ${path}`).toBeUndefined();
}

/** A running sandbox, and a client of it that checks the shape of every response. */
export class TestSandbox {
  readonly sandbox: Sandbox;
  /** The wall clock of the sandbox, set by the test. */
  readonly clock: { wall: number };
  /** The state file, which is audited when the sandbox is closed. */
  readonly file: string | undefined;
  /** Responses have their shapes, except in a recording, which hides values. */
  readonly #sound: boolean;
  constructor(sandbox: Sandbox, clock: { wall: number }, file: string | undefined, sound: boolean) {
    this.#sound = sound;
    this.sandbox = sandbox;
    this.clock = clock;
    this.file = file;
  }
  async send(method: string, path: string, { token, headers, body }: RequestOptions = {}): Promise<TestResponse> {
    const response = await fetch(`${this.sandbox.url}/${path}`, {
      method,
      redirect: 'manual',
      headers: {
        connection: 'close', // a long check stops both ends, and the server would end a kept connection as it is used
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const json = isJson ? JSON.parse(text) : undefined;
    if (response.ok && isJson && this.#sound && !headers?.['x-sandbox-fault']) await checkShapes(method, path, json);
    return { status: response.status, headers: response.headers, text, body: json };
  }
  get = (path: string, sent?: RequestOptions) => this.send('GET', path, sent);
  post = (path: string, body?: unknown, sent?: RequestOptions) => this.send('POST', path, { ...sent, body });
  control = async (name: string, body: object = {}) => (await this.post(`_sandbox/${name}`, body)).body;
  advance = (by: string) => this.control('advance', { by });
  /** Checks that the world agrees with itself. */
  check = () => checkWorld(this.sandbox.runtime);
  /** The tokens of a seed user. */
  signIn = async (user: string): Promise<{ accessToken: string; refreshToken: string; user: { id: string } }> =>
    this.control('token', { user });
  /** Closes the sandbox. @throws {Error} if its state is inconsistent */
  close = async () => {
    await this.sandbox.close();
    const { file } = this;
    if (file === undefined) return;
    const state = openState(file, () => {});
    const findings = state.read(() => auditWorld(state, this.clock.wall));
    state.close();
    if (findings.length > 0) throw new Error(`The world is inconsistent:\n${findings.slice(0, 20).join('\n')}`);
  };
}

/** Starts a sandbox with a clock frozen at `worldStart`. Its own state file is audited on closing. */
export async function startTestSandbox(options: Partial<ServerOptions> = {}): Promise<TestSandbox> {
  const clock = { wall: Date.parse(worldStart) };
  const own = options.state === undefined && options.replay === undefined ? newFile() : undefined;
  const sandbox = await startSandbox({
    ...{ state: own ?? ':memory:', at: worldStart, clock: 'frozen', wall: () => clock.wall },
    ...options,
  });
  return new TestSandbox(sandbox, clock, own, options.replay === undefined);
}

/** A new sandbox for each test of the file, which is audited after the test. */
export function sandboxOfEachTest(options: Partial<ServerOptions> = {}): TestSandbox {
  let current: TestSandbox;
  beforeEach(async () => {
    current = await startTestSandbox(options);
  });
  afterEach(() => current.close());
  return new Proxy({} as TestSandbox, { get: (_, name) => bound(current, name) });
}
const bound = (one: TestSandbox, name: string | symbol) => {
  const value = Reflect.get(one, name);
  return typeof value === 'function' ? value.bind(one) : value;
};
/** One sandbox for all tests of the file, which is audited after them. */
export function sandboxOfTheFile(): TestSandbox {
  let current: TestSandbox;
  beforeAll(async () => {
    current = await startTestSandbox();
  });
  afterAll(() => current.close());
  return new Proxy({} as TestSandbox, { get: (_, name) => bound(current, name) });
}

/** The status and the code of a refusal. */
export const code = ({ status, body }: TestResponse) => [status, body.code];

/** The path of a state file in a folder that is removed after the tests of the file. */
function newFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuk-sandbox-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'sandbox.db');
}

/** The result of some work, and the milliseconds of real time that it took: only its least can be asserted. */
export async function timed<Result>(work: Promise<Result>): Promise<[Result, number]> {
  const began = performance.now();
  return [await work, performance.now() - began];
}

/** Two places of a city, for a search. */
export const locations = [
  { latitude: 11.564, longitude: 104.931, name: 'Royal Palace', address: 'a' },
  { latitude: 11.5695, longitude: 104.921, name: 'Central Market', address: 'b' },
];
/** The header by which a request arms a scenario, if there is one. */
export const inScenario = (scenario?: string): Record<string, string> =>
  scenario === undefined ? {} : { 'x-sandbox-scenario': scenario };

/** Asks for a ride after a search, and returns the response. */
export async function askForRide(
  own: TestSandbox,
  token: string,
  headers: Record<string, string> = {},
  payCurrency = 'POINT',
): Promise<TestResponse> {
  const { body: search } = await own.post('ride-hailing/v1/rides/base-search', { region: 'KH', locations }, { token });
  const rider = { name: 'Mina', phone: '+6590000001' };
  const rideRequest = { searchId: search.searchId, productCode: 'STANDARD', payCurrency, rider };
  return own.post('ride-hailing/v1/rides/pre-request', rideRequest, { token, headers });
}
/** Requests a ride and returns its id. */
export const requestRide = async (...asked: Parameters<typeof askForRide>): Promise<string> =>
  (await askForRide(...asked)).body.rideRequestId;

/** A sandbox for each test of the file, and a seed user in it; the paths of its requests begin with `at`. */
export function userOfEachTest(at = '', user = 'mina') {
  const sandbox = sandboxOfEachTest();
  let current = '';
  const own = {
    sandbox,
    get token() {
      return current;
    },
    set token(token: string) {
      current = token;
    },
    get: async (path: string, token = current) => (await sandbox.get(`${at}${path}`, { token })).body,
    post: (path: string, body?: unknown, scenario?: string, token = current) =>
      sandbox.post(`${at}${path}`, body, { token, headers: inScenario(scenario) }),
    points: async (): Promise<string> =>
      (await sandbox.get('user/v2/balance/mvp/current', { token: current })).body.amount,
    /** Base units of a token at an address. */
    onChain: async (network: string, address: string, ticker: string): Promise<string> => {
      const where = `user/v2/wallets/balance?network=${network}&address=${address}`;
      const rows: { asset: { ticker: string }; amount: string }[] = (await sandbox.get(where, { token: current })).body;
      return rows.find(({ asset }) => asset.ticker === ticker)!.amount;
    },
  };
  beforeEach(async () => {
    current = (await sandbox.signIn(user)).accessToken;
  });
  return own;
}
