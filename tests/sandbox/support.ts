// A sandbox for tests: a real server on the loopback interface, its clocks in the test's hands.

import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/core/server.js';

/** When the tests' worlds begin. */
const dawn = '2026-06-01T00:00:00.000Z';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever it is; the tests say what they expect of it
  readonly body: any;
}
export interface Sent {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** A sandbox, and a few words to talk to it. */
export class Bench {
  readonly sandbox: Sandbox;
  /** The wall clock of the sandbox; a test moves it. */
  readonly clock: { wall: number };
  constructor(sandbox: Sandbox, clock: { wall: number }) {
    this.sandbox = sandbox;
    this.clock = clock;
  }
  async ask(method: string, path: string, { token, headers, body }: Sent = {}): Promise<Answer> {
    const response = await fetch(`${this.sandbox.url}/${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  }
  get = (path: string, sent?: Sent) => this.ask('GET', path, sent);
  post = (path: string, body?: unknown, sent?: Sent) => this.ask('POST', path, { ...sent, body });
  control = async (name: string, body: object = {}) => (await this.post(`_sandbox/${name}`, body)).body;
  advance = (by: string) => this.control('advance', { by });
  /** The tokens of somebody of the cast. */
  signIn = async (user: string): Promise<{ accessToken: string; refreshToken: string; user: { id: string } }> =>
    this.control('token', { user });
  close = () => this.sandbox.close();
}

/** Starts a sandbox that stands at `dawn` until it is told to move. */
export async function bench(options: Partial<SandboxOptions> = {}): Promise<Bench> {
  const clock = { wall: Date.parse(dawn) };
  const sandbox = await startSandbox({ state: ':memory:', at: dawn, clock: 'frozen', wall: () => clock.wall, ...options });
  return new Bench(sandbox, clock);
}
