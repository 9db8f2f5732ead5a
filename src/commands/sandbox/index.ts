// `tuk sandbox`: serves the embedded back end, and controls its clock, its sessions and its state.

import type { Arguments, Command, Group } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { duration } from '../../cli/duration.js';
import { inWorkingFolder } from '../../cli/working-folder.js';
import { BadInput, LocalFailure } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import { catalogueCommands } from './catalogue.js';
import { optionText, optionValue } from './control-command.js';
import { log } from './log.js';
import {
  parseIsoTime,
  parseRate,
  parseRotation,
  parseSize,
  parseWhole,
  rates,
  rotations,
  sizes,
} from './option-values.js';
import { scenarioCommands } from './scenarios.js';
import { userCommands } from './users.js';
import { worldCommands } from './world.js';

const serve: Command = {
  name: 'serve',
  summary: 'Serve the sandbox on loopback until it is stopped',
  description: 'Prints one JSON line with its addresses when it is ready; stops on Ctrl-C and SIGTERM.',
  options: [
    { flags: '--port <n>', effects: 'plain', summary: 'the port; 0 picks a free one' },
    {
      flags: '--state <file>',
      effects: ['file'],
      summary: 'the state file; default: the file of the embedded sandbox',
    },
    { flags: '--memory', effects: 'plain', summary: 'keep the state in memory only' },
    { flags: '--seed <n>', effects: 'plain', summary: 'the seed of the world; default: 1' },
    {
      flags: '--size <size>',
      effects: 'plain',
      summary: 'the size of a new world: standard, large, empty, hostile',
      offers: () => sizes,
    },
    { flags: '--at <time>', effects: 'plain', summary: 'the start time of the world, ISO' },
    {
      flags: '--clock <rate>',
      effects: 'plain',
      summary: 'the speed of world time: 1x, 20x, frozen',
      offers: () => rates,
    },
    {
      flags: '--rotation <mode>',
      hidden: true,
      effects: 'plain',
      summary: 'how refresh tokens rotate: two-phase, one-phase, strict',
      offers: () => rotations,
    },
    {
      flags: '--access-ttl <duration>',
      hidden: true,
      effects: 'plain',
      summary: 'the lifetime of access tokens; default: 15m',
    },
    {
      flags: '--record <file>',
      hidden: true,
      effects: ['file'],
      summary: 'record every request and response to a file as JSON lines, without credentials',
    },
    {
      flags: '--replay <file>',
      hidden: true,
      effects: ['file'],
      summary: 'respond from a recording, and with 404 NOT_RECORDED to everything else',
    },
    { flags: '--durable', hidden: true, effects: 'plain', summary: 'sync every commit to disk' },
  ],
  examples: [
    'tuk sandbox serve',
    'tuk sandbox serve --port 4010 --memory --seed 1 --clock frozen --at 2026-06-01T00:00:00.000Z',
  ],
  run: async (args, context) => {
    const { startSandbox } = await import('../../sandbox/server.js');
    const options = serverOptions(args, context);
    const { state, port } = options;
    const stopped = untilAborted(context); // before the ready line: a script may send its signal right after it
    const sandbox = await startSandbox({ ...options, log: true, wall: () => context.world.clock.now() }).catch(
      (error: unknown) => {
        throw serveFailure(error, port, state);
      },
    );
    try {
      const { url, services, rpc } = sandbox;
      await context.out.printText(`${JSON.stringify({ url, services, rpc, control: `${url}/_sandbox` })}\n`);
      await stopped;
    } finally {
      await sandbox.close();
    }
  },
};

function serverOptions(args: Arguments, context: Context) {
  const text = (key: string) => optionText(args, key);
  const file = (key: string) => optionValue(args, key, (name) => inWorkingFolder(context.world, name));
  const { memory, durable } = args.options;
  if (memory && text('state')) throw new BadInput('CONFLICT', 'Give --state or --memory, not both.');
  if (text('record') && text('replay')) throw new BadInput('CONFLICT', 'Give --record or --replay, not both.');
  return {
    state: memory ? ':memory:' : (file('state') ?? paths(context.world).sandbox),
    port: parseWhole(text('port') ?? '0', '--port', 65535),
    seed: parseWhole(text('seed') ?? '1', '--seed'),
    size: optionValue(args, 'size', parseSize),
    at: optionValue(args, 'at', parseIsoTime),
    clock: optionValue(args, 'clock', parseRate),
    rotation: optionValue(args, 'rotation', parseRotation),
    accessTtl: optionValue(args, 'accessTtl', (text) => duration(text, '--access-ttl')),
    record: file('record'),
    replay: file('replay'),
    durable: durable === true,
  };
}

function serveFailure(error: unknown, port: number, state: string) {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new LocalFailure(
      'PORT_IN_USE',
      `The port ${port} is in use.`,
      'Choose another with --port; 0 picks a free one.',
      error,
    );
  if (error instanceof SyntaxError)
    return new LocalFailure('BAD_RECORDING', `The recording cannot be read: ${message}.`, undefined, error);
  return new LocalFailure('SANDBOX_STATE', `The sandbox cannot be served from ${state}: ${message}.`, undefined, error);
}
const untilAborted = (context: Context) =>
  new Promise<void>((done) => {
    const { signal } = context.world;
    if (signal?.aborted) done();
    signal?.addEventListener('abort', () => done(), { once: true });
  });

export const group: Group = {
  commands: [serve, ...worldCommands, ...scenarioCommands, log, ...userCommands, ...catalogueCommands],
};
