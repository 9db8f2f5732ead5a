// A model-based test of a session: after any sequence of events, the session is kept as long as the service accepts it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { fileFault } from '../support/file-faults.js';
import { tukProcess } from '../support/processes.js';
import { asyncProperty } from '../support/runs.js';
import { type Fault, type SecondBackend, secondBackend } from '../support/second-backend.js';
import { realClock } from '../support/time.js';
import { newUser } from '../support/tuk.js';

type Rotation = 'waits-for-confirm' | 'at-once';

/** A user with a profile for the second back end, and the model of their session. */
class Life {
  readonly backend: SecondBackend;
  readonly person = newUser();
  /** Whether there must be a working session: signed in, not refused, and no response lost that no client can recover from. */
  alive = false;
  readonly #rotation: Rotation;

  constructor(backend: SecondBackend, rotation: Rotation) {
    this.backend = backend;
    this.#rotation = rotation;
    const profiles = { box: { base: `${backend.url}/{service}` } };
    writeFileSync(path.join(this.person.home, 'config.json'), JSON.stringify({ current: 'box', profiles }));
    mkdirSync(path.join(this.person.home, 'sessions'), { mode: 0o700 });
  }
  get file() {
    return path.join(this.person.home, 'sessions/box.json');
  }
  readonly run = (line: string, stdin = '') => this.person.run(line, { stdin });

  async signIn() {
    expect((await this.run('login --tokens-stdin', JSON.stringify(this.backend.signIn()))).code).toBe(exit.ok);
    this.alive = true;
  }
  /** The response to a refresh is lost: a service that does not wait for the confirm has already ended the old pair. */
  lost() {
    if (this.#rotation === 'at-once') this.alive = false;
  }
  /** The number of refreshes of the service. */
  get refreshes() {
    return this.backend.calls.filter(({ path: at, status }) => at.endsWith('/sessions/refresh') && status === 201)
      .length;
  }
  async faulty(fault: Fault, at: '/refresh' | '/confirm' | '/current') {
    this.backend.expire(); // which requires a renewal
    const before = this.refreshes;
    this.backend.injectFaults(({ path: event }) => (event.endsWith(at) ? fault : undefined));
    const { stderr } = await this.run('whoami -q');
    this.backend.injectFaults();
    expect(stderr).not.toMatch(/bug|\n\s+at /);
    if (at === '/refresh' && this.refreshes > before) this.lost();
  }
  /** Killed at so many operations on files. */
  async crash(at: number) {
    this.backend.expire();
    const before = this.refreshes;
    const { home } = this.person;
    await tukProcess(['whoami', '-q'], { home, env: fileFault(home, at, 'dies before') }).done;
    const isSaved =
      existsSync(this.file) && this.backend.alive(JSON.parse(readFileSync(this.file, 'utf8')).refreshToken);
    if (this.refreshes > before && !isSaved) this.lost();
  }
}

const html = { status: 502, body: '<html>' };
const steps = {
  'sign in': (life: Life) => life.signIn(),
  'sign out': async (life: Life) => {
    expect((await life.run('logout -q')).code).toBe(exit.ok);
    life.alive = false;
  },
  'the access token expires': async (life: Life) => life.backend.expire(),
  'the service ends every session': async (life: Life) => {
    life.backend.revoke();
    life.alive = false;
  },
  'ask who': async (life: Life) => {
    const { code } = await life.run('whoami -q');
    if (life.alive) expect(code).toBe(exit.ok);
    else expect([exit.ok, exit.signIn]).toContain(code);
  },
  'three ask at once': async (life: Life) => {
    const codes = (await Promise.all(['', '', ''].map(() => life.run('whoami -q')))).map(({ code }) => code);
    if (life.alive) expect(codes).toEqual([exit.ok, exit.ok, exit.ok]);
  },
  'renew now': async (life: Life) => {
    const { code } = await life.run('auth refresh -q');
    if (life.alive) expect(code).toBe(exit.ok);
  },
  'the refresh is reset before': (life: Life) => life.faulty({ reset: 'before' }, '/refresh'),
  'the answer to the refresh is lost': (life: Life) => life.faulty({ reset: 'after' }, '/refresh'),
  'the answer to the refresh is cut': (life: Life) => life.faulty({ cut: 20 }, '/refresh'),
  'a gateway answers the refresh': (life: Life) => life.faulty(html, '/refresh'),
  'a gateway refuses the refresh': (life: Life) => life.faulty({ status: 401, body: '<html>' }, '/refresh'),
  'the confirm is lost': (life: Life) => life.faulty({ reset: 'before' }, '/confirm'),
  'the answer to the confirm is lost': (life: Life) => life.faulty({ reset: 'after' }, '/confirm'),
  'a gateway answers the question': (life: Life) => life.faulty(html, '/current'),
  ...Object.fromEntries(
    Array.from({ length: 25 }, (_, at) => [`killed at operation ${at + 1}`, (life: Life) => life.crash(at + 1)]),
  ),
} satisfies Record<string, (life: Life) => Promise<unknown>>;

describe.each<Rotation>(['waits-for-confirm', 'at-once'])('a server with rotation: %s', (rotation) => {
  test('any order of events keeps the session, or ends it for a reason', { timeout: 120_000 }, async () => {
    const events = fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 3, maxLength: 12 });
    const whole = { version: 1, accessToken: expect.any(String) };
    await asyncProperty(10, events, async (names) => {
      const life = new Life(await secondBackend({ rotation, clock: realClock }), rotation);
      await life.signIn();
      for (const name of names) {
        await (steps as Record<string, (life: Life) => Promise<unknown>>)[name]!(life);
        if (existsSync(life.file)) expect(JSON.parse(readFileSync(life.file, 'utf8'))).toMatchObject(whole);
      }
      const { code, stderr } = await life.run('whoami -q');
      if (life.alive) expect({ code, stderr }).toEqual({ code: exit.ok, stderr: '' });
      const kept = readdirSync(path.dirname(life.file)).filter((name) => name.endsWith('.json'));
      expect(kept.filter((name) => name !== 'box.json')).toEqual([]);
      await life.signIn(); // signing in repairs every state
      expect((await life.run('whoami -q')).code).toBe(exit.ok);
    });
  });
});
