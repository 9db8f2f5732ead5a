// `tuk sandbox`: the back end in a box, served or embedded, and the hands on its clock, its sessions and its state.
import { resolve } from 'node:path';
import type { Arguments, Command, Group } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { duration } from '../../cli/duration.js';
import { BadInput, LocalFailure } from '../../services/http/errors.js';
import { catalogueCommands } from './catalogue.js';
import { textOf } from './hand.js';
import { log } from './log.js';
import { peopleCommands } from './people.js';
import { stageCommands } from './stage.js';
import { isoTime, rate, rotation, size, whole } from './values.js';
import { worldCommands } from './world.js';

const serve: Command = {
  name: 'serve',
  summary: 'Serve the sandbox on loopback until it is stopped',
  description: 'Prints one JSON line with its addresses when it is ready; ends cleanly on Ctrl-C and SIGTERM.',
  options: [
    { flags: '--port <n>', summary: 'the port; 0 picks a free one' },
    { flags: '--state <file>', summary: "the state file; the embedded sandbox's own if not given" },
    { flags: '--memory', summary: 'keep the state in memory only' },
    { flags: '--seed <n>', summary: 'the seed of the world, 1 if not given' },
    { flags: '--size <size>', summary: 'how large a new world is: standard, large, empty, hostile' },
    { flags: '--at <time>', summary: 'the time that the world begins at, ISO' },
    { flags: '--clock <rate>', summary: 'how fast world time runs: 1x, 20x, frozen' },
    { flags: '--rotation <way>', summary: 'how refresh tokens rotate: two-phase, one-phase, strict' },
    { flags: '--access-ttl <duration>', summary: 'how long an access token lives, 15m if not given' },
    { flags: '--record <file>', summary: 'write every exchange to a file, a JSON line each, without credentials' },
    { flags: '--replay <file>', summary: 'answer from such a file, and 404 NOT_RECORDED for everything else' },
    { flags: '--durable', summary: 'let every commit wait for the disk, so that no power cut loses one' },
  ],
  examples: ['tuk sandbox serve', 'tuk sandbox serve --port 4010 --memory --seed 1 --clock frozen --at 2026-06-01T00:00:00.000Z'],
  run: async (typed, context) => {
    const { startSandbox } = await import('../../sandbox/core/server.js');
    const asked = asking(typed, context);
    const { state, port } = asked;
    const sandbox = await startSandbox({ ...asked, log: true, wall: () => context.world.clock.now() }).catch((error: unknown) => {
      throw serveFailure(error, port, state);
    });
    try {
      const { url, services, rpc } = sandbox;
      await context.printText(`${JSON.stringify({ url, services, rpc, control: `${url}/_sandbox` })}\n`);
      await stopped(context);
    } finally {
      await sandbox.close();
    }
    return 0;
  },
};

/** How the sandbox is to be started. @throws {BadInput} */
function asking(typed: Arguments, context: Context) {
  const text = (key: string) => textOf(typed, key);
  const file = (key: string) => (text(key) === undefined ? undefined : resolve(context.world.cwd, text(key)!));
  const { memory, durable } = typed.options;
  if (memory && text('state')) throw new BadInput('CONFLICT', 'Give --state or --memory, not both.');
  if (text('record') && text('replay')) throw new BadInput('CONFLICT', 'Give --record or --replay, not both.');
  const [record, replay] = [file('record'), file('replay')];
  return {
    state: memory ? ':memory:' : (file('state') ?? context.paths.sandbox),
    port: whole(text('port') ?? '0', '--port', 65535),
    seed: whole(text('seed') ?? '1', '--seed'),
    ...(text('size') === undefined ? {} : { size: size(text('size')!) }),
    ...(text('at') === undefined ? {} : { at: isoTime(text('at')!) }),
    ...(text('clock') === undefined ? {} : { clock: rate(text('clock')!) }),
    ...(text('rotation') === undefined ? {} : { rotation: rotation(text('rotation')!) }),
    ...(text('accessTtl') === undefined ? {} : { accessTtl: duration(text('accessTtl')!, '--access-ttl') }),
    ...(record === undefined ? {} : { record }),
    ...(replay === undefined ? {} : { replay }),
    ...(durable ? { durable: true } : {}),
  };
}

function serveFailure(error: unknown, port: number, state: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new LocalFailure('PORT_IN_USE', `The port ${port} is in use.`, 'Choose another with --port; 0 picks a free one.', error);
  if (error instanceof SyntaxError) return new LocalFailure('BAD_RECORDING', `The recording cannot be read: ${message}.`, undefined, error);
  return new LocalFailure('SANDBOX_STATE', `The sandbox cannot be served from ${state}: ${message}.`, undefined, error);
}
const stopped = (context: Context) =>
  new Promise<void>((done) => {
    const { signal } = context.world;
    if (signal?.aborted) done();
    signal?.addEventListener('abort', () => done(), { once: true });
  });

export const group: Group = {
  commands: [serve, ...worldCommands, ...stageCommands, log, ...peopleCommands, ...catalogueCommands],
};
