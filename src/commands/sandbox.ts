// `tuk sandbox`: the back end in a box, served or embedded, and the hands on its clock, its sessions and its state.
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { BadInput, LocalFailure } from '../services/http/failure.js';
import type { Command, Group } from './command.js';
import type { Context } from './context.js';
import { askControl } from './control.js';
import { duration } from './measure.js';

const serve: Command = {
  name: 'serve',
  is: 'Serve the sandbox on loopback until it is stopped',
  more: 'Prints one JSON line with its addresses when it is ready; ends cleanly on Ctrl-C and SIGTERM.',
  options: [
    { flags: '--port <n>', is: 'the port; 0 picks a free one' },
    { flags: '--state <file>', is: "the state file; the embedded sandbox's own if not given" },
    { flags: '--memory', is: 'keep the state in memory only' },
    { flags: '--seed <n>', is: 'the seed of the world, 1 if not given' },
    { flags: '--at <time>', is: 'the time that the world begins at, ISO' },
    { flags: '--clock <rate>', is: 'how fast world time runs: 1x, 20x, frozen' },
    { flags: '--rotation <way>', is: 'how refresh tokens rotate: two-phase, one-phase, strict' },
    { flags: '--access-ttl <duration>', is: 'how long an access token lives, 15m if not given' },
  ],
  examples: ['tuk sandbox serve', 'tuk sandbox serve --port 4010 --memory --seed 1 --clock frozen --at 2026-06-01T00:00:00.000Z'],
  run: async ({ options }, context) => {
    const { startSandbox } = await import('../sandbox/server.js');
    const text = (key: string) => (typeof options[key] === 'string' ? options[key] : undefined);
    if (options.memory && text('state')) throw new BadInput('CONFLICT', 'Give --state or --memory, not both.');
    const state = options.memory
      ? ':memory:'
      : text('state') === undefined
        ? context.places.sandbox
        : resolve(context.world.cwd, text('state')!);
    const asked = {
      port: whole(text('port') ?? '0', '--port', 65535),
      seed: whole(text('seed') ?? '1', '--seed', Number.MAX_SAFE_INTEGER),
      ...(text('at') === undefined ? {} : { at: isoTime(text('at')!) }),
      ...(text('clock') === undefined ? {} : { clock: rate(text('clock')!) }),
      ...(text('rotation') === undefined ? {} : { rotation: rotation(text('rotation')!) }),
      ...(text('accessTtl') === undefined ? {} : { accessTtl: duration(text('accessTtl')!, '--access-ttl') }),
    };
    const sandbox = await startSandbox({ state: ready(state), ...asked, wall: () => context.world.clock.now() }).catch((error: unknown) => {
      throw serveFailure(error, asked.port, state);
    });
    try {
      await context.printText(`${JSON.stringify({ url: sandbox.url, services: sandbox.services, control: `${sandbox.url}/_sandbox` })}\n`);
      await stopped(context);
    } finally {
      await sandbox.close();
    }
    return 0;
  },
};

function ready(state: string): string {
  if (state !== ':memory:') mkdirSync(dirname(state), { recursive: true, mode: 0o700 });
  return state;
}
function serveFailure(error: unknown, port: number, state: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new LocalFailure('PORT_IN_USE', `The port ${port} is in use.`, 'Choose another with --port; 0 picks a free one.', error);
  return new LocalFailure('SANDBOX_STATE', `The sandbox cannot be served from ${state}: ${message}.`, undefined, error);
}
const stopped = (context: Context) =>
  new Promise<void>((done) => {
    const { signal } = context.world;
    if (signal?.aborted) done();
    signal?.addEventListener('abort', () => done(), { once: true });
  });

function whole(typed: string, name: string, most: number): number {
  if (!/^\d{1,16}$/.test(typed) || Number(typed) > most)
    throw new BadInput('BAD_NUMBER', `${JSON.stringify(typed)} is no number for ${name}.`);
  return Number(typed);
}
function isoTime(typed: string): string {
  if (!/^\d{4}-\d\d-\d\dT/.test(typed) || Number.isNaN(Date.parse(typed)))
    throw new BadInput('BAD_TIME', `${JSON.stringify(typed)} is no ISO time for --at.`, 'Write it like 2026-06-01T00:00:00.000Z.');
  return new Date(typed).toISOString();
}
const rates = ['1x', '20x', 'frozen'] as const;
function rate(typed: string): (typeof rates)[number] {
  const found = rates.find((one) => one === typed);
  if (!found) throw new BadInput('BAD_CLOCK', `${JSON.stringify(typed)} is no rate of the clock: ${rates.join(', ')}.`);
  return found;
}
const rotations = ['two-phase', 'one-phase', 'strict'] as const;
function rotation(typed: string): (typeof rotations)[number] {
  const found = rotations.find((one) => one === typed);
  if (!found) throw new BadInput('BAD_ROTATION', `${JSON.stringify(typed)} is no way to rotate: ${rotations.join(', ')}.`);
  return found;
}

/** A command that hands its answer of the control on. */
const control = (
  name: string,
  is: string,
  examples: string[],
  body: (values: readonly string[]) => unknown = () => ({}),
  values?: string,
): Command => ({
  name,
  is,
  examples,
  ...(values === undefined ? {} : { values }),
  run: async ({ values: given }, context) => {
    await context.print(await askControl(context, name.replace(' ', '/'), body(given)));
    return 0;
  },
});

function advanceBy([by = '']: readonly string[]): { by: string } {
  duration(by, 'advance');
  return { by };
}
const user = ([name]: readonly string[]) => ({ user: name });
export const group: Group = {
  commands: [
    serve,
    control('status', 'Show the world: its time, its clock, what it holds', ['tuk sandbox status']),
    control('reset', 'Put the world back to its seed', ['tuk sandbox reset']),
    control('advance', 'Move world time on', ['tuk sandbox advance 5m'], advanceBy, '<duration>'),
    control(
      'clock',
      'Set how fast world time runs: 1x, 20x, frozen',
      ['tuk sandbox clock 20x'],
      ([typed = '']) => ({ rate: rate(typed) }),
      '<rate>',
    ),
    control('ids', 'List a live value for every path value of the catalogue', ['tuk sandbox ids']),
    control('token', 'Make tokens for one of the cast, as login --tokens-stdin takes them', ['tuk sandbox token mina'], user, '<user>'),
    control('session list', 'List the sessions of the sandbox', ['tuk sandbox session list']),
    control('session expire', 'Let all access tokens of a user count as expired', ['tuk sandbox session expire mina'], user, '<user>'),
    control('session revoke', 'End the sessions of a user for good', ['tuk sandbox session revoke mina'], user, '<user>'),
  ],
};
