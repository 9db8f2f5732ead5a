// `tuk sandbox`: serves the embedded back end, and controls its clock, its sessions and its state.

import { type Arguments, type Command, type Context, type Group, resultOf } from '../../cli/command/command.js';
import { setBrokenStateAside } from '../../cli/command/embedded-sandbox.js';
import { askControl } from '../../cli/command/sandbox-control.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { duration } from '../../cli/settings/duration.js';
import { isEmbedded, plain } from '../../cli/settings/options.js';
import { callTyped } from '../../services/catalogue/define.js';
import { catalogue, isService } from '../../services/catalogue/index.js';
import { type StatusList, statusLists, wordsOf } from '../../services/catalogue/statuses.js';
import { durationForms, durationMs } from '../../services/duration.js';
import { BadInput, cited, LocalFailure } from '../../services/http/errors.js';
import { rounds } from '../../services/http/rounds.js';
import { paths } from '../../session/paths.js';
import { typedTime } from '../../text/time.js';
import { sandboxUsers } from '../../things/sandbox-users.js';

// Parses option values of the sandbox's commands: whole numbers, times, enum words.
/** Parses a whole number from 0. @throws {BadInput} */
function parseWhole(input: string, name: string, most = Number.MAX_SAFE_INTEGER): number {
  if (!/^\d{1,16}$/.test(input) || Number(input) > most)
    throw new BadInput('BAD_VALUE', `${cited(input)} is not a number for ${name}.`);
  return Number(input);
}

/** A fraction from 0 to 1. @throws {BadInput} */
function parseFraction(input: string, name: string): number {
  const value = /^(\d+(\.\d+)?|\.\d+)$/.test(input) ? Number(input) : Number.NaN;
  if (!(value >= 0 && value <= 1))
    throw new BadInput('BAD_VALUE', `${cited(input)} is not a number from 0 to 1 for ${name}.`);
  return value;
}

/** An ISO time that exists; without a zone it is in the zone in use. @throws {BadInput} */
function parseIsoTime(input: string): string {
  const at = /T/i.test(input) ? typedTime(input) : undefined;
  if (at === undefined)
    throw new BadInput(
      'BAD_VALUE',
      `${cited(input)} is not an ISO time for --at.`,
      'Write it like 2026-06-01T00:00:00.000Z.',
    );
  return new Date(at).toISOString();
}

const enumParser =
  <Word extends string>(words: readonly Word[], noun: string) =>
  (input: string): Word => {
    const match = words.find((word) => word === input.toLowerCase());
    if (match === undefined) throw new BadInput('BAD_VALUE', `${cited(input)} is not a ${noun}: ${words.join(', ')}.`);
    return match;
  };
const rates = ['1x', '20x', 'frozen'] as const;
const rotations = ['two-phase', 'one-phase', 'strict'] as const;
const sizes = ['standard', 'large', 'empty', 'hostile'] as const;
/** The speed of world time. @throws {BadInput} */
const parseRate = enumParser(rates, 'rate of the clock');
const parseRotation = enumParser(rotations, 'rotation mode');
const parseSize = enumParser(sizes, 'size of a world');

// Builds a command that calls a control endpoint of the sandbox and prints its response.
interface ControlSpec
  extends Pick<Command, 'summary' | 'hidden' | 'examples' | 'values' | 'description' | 'options' | 'offers'> {
  /** The command recreates the world. A state file that SQLite cannot use is set aside first. */
  readonly recreatesWorld?: boolean;
  /** The control, by the typed values; default: that of the command's name. */
  readonly control?: (args: Arguments) => string;
  readonly body?: (args: Arguments) => Readonly<Record<string, unknown>>;
}

/** The command `tuk sandbox NAME`, which POSTs to `/_sandbox/NAME`, or to another control, and prints the response. */
const controlCommand = (name: string, { body, control, recreatesWorld, ...spec }: ControlSpec): Command => ({
  ...spec,
  name,
  run: async (args, context) => {
    if (recreatesWorld) await mendState(context);
    return resultOf(await askControl(context, control?.(args) ?? name.replaceAll(' ', '/'), body?.(args)));
  },
});

async function mendState(context: Context) {
  if (!isEmbedded(context.settings())) return;
  const renamed = await setBrokenStateAside(context.world, paths(context.world).sandbox);
  if (renamed !== undefined) context.out.log(`The state file of the sandbox was broken; it is ${renamed} now.`);
}

/** The parsed text of an option, if given. @throws as `parse` */
function optionValue<Value>({ options }: Arguments, key: string, parse: (text: string) => Value): Value | undefined {
  const text = options[key];
  return typeof text === 'string' ? parse(text) : undefined;
}
/** The text of an option, if given. */
const optionText = (args: Arguments, key: string): string | undefined => optionValue(args, key, (text) => text);

// The scenario and fault commands of `tuk sandbox`: scenarios for rows, faults for responses.
/** The body of `scenario`: empty, a name, or a row and a name. */
function scenarioBody(args: Arguments): Readonly<Record<string, unknown>> {
  const [first, second] = args.positionals;
  const off = args.options.off === true || undefined;
  const [user, times] = [optionText(args, 'for'), optionText(args, 'times')];
  if (times !== undefined && times !== 'always') parseWhole(times, '--times');
  if (second !== undefined && (off || user !== undefined || times !== undefined))
    throw new BadInput('CONFLICT', 'A scenario for a row takes no --for, --times or --off.');
  return second === undefined ? { name: first, user, times, off } : { id: first, name: second };
}

const numberOption = (
  args: Arguments,
  key: string,
  parse: (text: string, name: string) => number = parseWhole,
): number | undefined => optionValue(args, key, (text) => parse(text, `--${key}`));

const scenarioCommands: readonly Command[] = [
  controlCommand('scenario', {
    summary: 'List the scenarios, arm one for the next rows of its kind, or apply one to a row',
    description:
      'Use it to see how a ride breaks, or an order fails. Without a name it lists the scenarios and their effects. With a row (KIND:ID or an id) and a name, that row follows the scenario from now on.',
    values: ['[row]', '[name]'],
    options: [
      plain('--for <user>', 'only for rows of this user', { offers: () => sandboxUsers }),
      plain('--times <n>', 'the number of rows, or always; default: 1'),
      plain('--off', 'disarm the scenario, or all'),
    ],
    examples: [
      'tuk sandbox scenario',
      "tuk sandbox scenario 'ride: driver cancels' --for kenji --times 2",
      'tuk sandbox scenario --off',
      "tuk sandbox scenario ride:<id> 'ride: breaks'",
    ],
    body: scenarioBody,
  }),
  controlCommand('fault add', {
    summary: 'Plan faults for requests',
    description:
      'Separate faults by commas, as in the header X-Sandbox-Fault. Type any unknown fault to see the known ones.',
    values: '<spec>',
    options: [
      plain('--on <call>', 'only these requests: "POST sale /v1/orders", "sale createOrder", "GET user", "sale"'),
      plain('--for <user>', 'only requests of this user', { offers: () => sandboxUsers }),
      plain('--times <n>', 'how many times; default: always'),
      plain('--after <n>', 'skip this many requests first'),
      plain('--chance <p>', 'the probability, 0 to 1, drawn from the seed'),
    ],
    examples: [
      "tuk sandbox fault add status=503 --on 'POST sale /v1/orders' --times 2",
      'tuk sandbox fault add latency=20ms --for dara --chance 0.5',
    ],
    body: (args) => ({
      spec: args.positionals[0],
      on: optionText(args, 'on'),
      user: optionText(args, 'for'),
      times: numberOption(args, 'times'),
      after: numberOption(args, 'after'),
      chance: numberOption(args, 'chance', parseFraction),
    }),
  }),
  controlCommand('fault list', {
    summary: 'List the planned faults with their hit counts',
    examples: ['tuk sandbox fault list'],
  }),
  controlCommand('fault clear', {
    summary: 'Remove the planned faults, or one of them',
    values: '[id]',
    examples: ['tuk sandbox fault clear'],
    body: ({ positionals: [id] }) => ({ id: id === undefined ? undefined : parseWhole(id, 'the id') }),
  }),
];

// `tuk sandbox log`: prints the request log of a served sandbox.

interface LogLine {
  readonly seq: number;
  readonly time: string;
  readonly method: string;
  readonly call: string | null;
  readonly status: number;
  readonly ms: number;
  readonly who: string | null;
  readonly fault: string | null;
}
/** The polling interval of --follow, milliseconds. */
const pollInterval = 300;

const log: Command = {
  name: 'log',
  summary: 'Show the last ten thousand requests of a served sandbox',
  description: `A line has time, call, status, milliseconds, user, faults and scenario. It never has a path, a header or a body.
The embedded sandbox has no log; use tuk sandbox serve.`,
  options: [
    plain('-f, --follow', 'follow the log until stopped; JSON lines in a pipe'),
    plain('--count <match>', 'count the requests whose method and call contain this text'),
    plain('--service <name>', 'only requests to this service'),
    plain('--status <n>', 'only responses with this status'),
  ],
  examples: [
    'tuk sandbox log',
    "tuk sandbox log --count 'POST sale createOrder'",
    'tuk sandbox log --service user --status 401',
  ],
  run: async (args, context) => {
    const [count, service] = [optionText(args, 'count'), optionText(args, 'service')];
    const filter = { service, status: optionValue(args, 'status', (text) => parseWhole(text, '--status', 599)) };
    if (args.options.follow) await follow(context, filter);
    else return resultOf(await askControl(context, 'log', { count, ...filter }));
    return undefined;
  },
};

async function follow(context: Context, filter: Readonly<Record<string, unknown>>): Promise<void> {
  const { stdout } = context.world;
  let after = 0;
  for await (const _ of rounds(context.deadline, { every: pollInterval, prints: true })) {
    const lines = JSON.parse(await askControl(context, 'log', { ...filter, after })) as LogLine[];
    const text = lines.map((line) => (stdout.isTTY ? formatLine(line) : JSON.stringify(line)));
    if (text.length > 0) await context.out.printText(`${text.join('\n')}\n`);
    after = lines.at(-1)?.seq ?? after;
  }
}

const formatLine = ({ time, method, call, status, ms, who, fault }: LogLine): string =>
  [time, status, method.padEnd(6), call ?? '?', `${ms} ms`, who ?? '-', fault ?? ''].join('  ').trimEnd();

// The world commands of `tuk sandbox`: status, reset, advance, clock.

const worldCommands: readonly Command[] = [
  controlCommand('status', {
    summary: 'Show the time, the clock and the contents of the world',
    examples: ['tuk sandbox status'],
  }),
  controlCommand('reset', {
    summary: 'Reset the world to its seed, or to another seed or size',
    description:
      'Deletes all data, armed scenarios, planned faults, the log and all tokens. A broken state file is set aside.',
    recreatesWorld: true,
    options: [
      plain('--seed <n>', 'another seed'),
      plain('--size <size>', 'the size of the new world', { offers: () => sizes }),
    ],
    examples: ['tuk sandbox reset', 'tuk sandbox reset --seed 1 --size standard'],
    control: () => 'seed',
    body: (args) => ({
      n: optionValue(args, 'seed', (text) => parseWhole(text, '--seed')),
      size: optionValue(args, 'size', parseSize),
    }),
  }),
  controlCommand('advance', {
    summary: 'Advance world time, or until a row has a status',
    description:
      'A row is KIND:ID, or an id alone. If the row would not reach the status within a year, nothing changes.',
    values: ['<duration-or-row>', '[status]'],
    offers: { status: () => [...new Set((Object.keys(statusLists) as StatusList[]).flatMap(wordsOf))] },
    examples: ['tuk sandbox advance 5m', 'tuk sandbox advance offering:4da20f98-8dc4-427c-88b7-8703b349db9f CLOSED'],
    control: ({ positionals: [, status] }) => (status === undefined ? 'advance' : 'until'),
    body: ({ positionals: [first = '', status] }) => {
      if (status !== undefined) return { row: first, word: status };
      if (durationMs(first) === undefined)
        throw new BadInput('BAD_VALUE', `${cited(first)} is not a duration.`, `${durationForms}.`);
      return { by: first };
    },
  }),
  controlCommand('clock', {
    summary: 'Set the speed of world time: 1x, 20x, frozen',
    values: '<rate>',
    offers: { rate: () => rates },
    examples: ['tuk sandbox clock 20x'],
    body: ({ positionals: [input = ''] }) => ({ rate: parseRate(input) }),
  }),
];

// The user commands of `tuk sandbox`: tokens of seed users, tokens of identity providers, sessions.

const providers = ['privy', 'google', 'apple', 'partner'];

function tokenBody({ positionals: [first = '', second] }: Arguments): Readonly<Record<string, unknown>> {
  if (second === undefined) return { user: first };
  if (providers.includes(first)) return { proof: first, user: second };
  throw new BadInput('UNKNOWN_PROOF', `${cited(first)} is not an identity provider: ${providers.join(', ')}.`);
}

const ofUser = {
  hidden: true,
  values: '<user>',
  offers: { user: () => sandboxUsers },
  body: ({ positionals: [user] }: Arguments) => ({ user }),
} as const;
const userCommands: readonly Command[] = [
  controlCommand('token', {
    hidden: true,
    summary: 'Create tokens of a seed user, for tuk login --tokens-stdin',
    description: 'Type privy, google, apple or partner before the name for a token of that identity provider.',
    values: ['<user>', '[of]'],
    offers: {
      user: () => [...sandboxUsers, ...providers],
      of: ([first = '']) => (providers.includes(first) ? sandboxUsers : []),
    },
    examples: ['tuk sandbox token mina', 'tuk sandbox token privy lan', 'tuk sandbox token google mina'],
    body: tokenBody,
  }),
  controlCommand('session list', {
    hidden: true,
    summary: 'List the sessions of the sandbox',
    examples: ['tuk sandbox session list'],
  }),
  controlCommand('session expire', {
    ...ofUser,
    summary: 'Expire all access tokens of a user',
    examples: ['tuk sandbox session expire mina'],
  }),
  controlCommand('session revoke', {
    ...ofUser,
    summary: 'Revoke the sessions of a user',
    examples: ['tuk sandbox session revoke mina'],
  }),
];

// The catalogue commands of `tuk sandbox`: live ids, the origin of field names, an OpenAPI document.

const shapes: Command = {
  name: 'shapes',
  hidden: true,
  summary: 'Show the origin of the field names of responses, of every call or of one',
  values: ['[service]', '[call]'],
  examples: ['tuk sandbox shapes', 'tuk sandbox shapes user list-wallets'],
  run: async ({ positionals: [service, call] }, context) => {
    const control = service === undefined ? 'shapes' : `shapes/${service}/${await nameOf(service, call)}`;
    return resultOf(await askControl(context, control));
  },
};

async function nameOf(service: string, call: string | undefined) {
  if (!isService(service)) throw new BadInput('UNKNOWN_SERVICE', `There is no service ${cited(service)}.`);
  const match = call === undefined ? undefined : callTyped((await catalogue(service)).calls, call);
  if (match) return match.name;
  throw new BadInput('UNKNOWN_CALL', `Name a call of ${service}: tuk api list shows them.`);
}

const catalogueCommands: readonly Command[] = [
  controlCommand('ids', {
    hidden: true,
    summary: 'List a valid value for every path parameter of the catalogue',
    examples: ['tuk sandbox ids'],
  }),
  shapes,
  controlCommand('openapi', {
    hidden: true,
    summary: 'Print all calls as one OpenAPI document, with the origin of every property',
    examples: ['tuk sandbox openapi'],
  }),
];

const serve: Command = {
  name: 'serve',
  summary: 'Serve the sandbox on loopback until it is stopped',
  description: 'Prints one JSON line with its addresses when it is ready. Ctrl-C and SIGTERM stop it.',
  options: [
    plain('--port <n>', 'the port; 0 picks a free one'),
    {
      flags: '--state <file>',
      effects: ['file'],
      summary: 'the state file; default: the file of the embedded sandbox',
    },
    plain('--memory', 'keep the state in memory only'),
    plain('--seed <n>', 'the seed of the world; default: 1'),
    plain('--size <size>', 'the size of a new world', { offers: () => sizes }),
    plain('--at <time>', 'the start time of the world, ISO'),
    plain('--clock <rate>', 'the speed of world time', { offers: () => rates }),
    plain('--rotation <mode>', 'how refresh tokens rotate', {
      hidden: true,
      offers: () => rotations,
    }),
    plain('--access-ttl <duration>', 'the lifetime of access tokens; default: 15m', { hidden: true }),
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
    plain('--durable', 'sync every commit to disk', { hidden: true }),
  ],
  examples: [
    'tuk sandbox serve',
    'tuk sandbox serve --port 4010 --memory --seed 1 --clock frozen --at 2026-06-01T00:00:00.000Z',
  ],
  run: async (args, context) => {
    const { startSandbox } = await import('../../../sandbox/server.js');
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
