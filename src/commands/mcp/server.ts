// Runs the MCP server: lists the tools, runs a tool as a command line of this program, and asks the client's person for confirmations.

import { Readable, Writable } from 'node:stream';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Arguments, Groups } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { duration } from '../../cli/duration.js';
import { exitCode } from '../../cli/exit-codes.js';
import { run } from '../../cli/program.js';
import { callNamed, serviceNamed } from '../../cli/resolve-call.js';
import type { World } from '../../cli/world.js';
import { catalogue } from '../../services/catalogue/index.js';
import { BadInput, bug, Failure, Guarded } from '../../services/http/errors.js';
import { escapeLines } from '../../text/visible.js';
import { type Tool, toolsOf } from './tools.js';

const usualTime = '60s';
const usualOutput = 60_000;

/** What a tool returns. */
interface ToolResult {
  readonly content: { type: 'text'; text: string }[];
  readonly isError?: boolean;
}
interface ServerOptions {
  readonly groups: Groups;
  readonly context: Context;
  /** Milliseconds. */
  readonly within: number;
  readonly maxOutput: number;
}

/** Serves until standard input ends or the run is interrupted. @returns 0 @throws {BadInput} */
export async function serve({ options }: Arguments, context: Context, groups: Groups): Promise<number> {
  const { world } = context;
  if (world.stdin.isTTY)
    throw new BadInput(
      'NO_STDIN',
      'An MCP client starts this command and speaks with it over standard input; a terminal cannot.',
      'See its configuration: tuk mcp --help',
    );
  const within = duration(typeof options.within === 'string' ? options.within : usualTime, '--within');
  const maxOutput = Number(options.maxOutput ?? usualOutput);
  if (!Number.isInteger(maxOutput) || maxOutput < 100)
    throw new BadInput(
      'BAD_NUMBER',
      `${JSON.stringify(options.maxOutput)} is not a number for --max-output.`,
      'Write a whole number from 100.',
    );
  const only = typeof options.groups === 'string' ? options.groups.split(',').map((name) => name.trim()) : undefined;
  const tools = await toolsOf(groups, { writes: options.allowWrites === true, only });
  context.settings(); // a profile that does not exist is said now
  const server = new Server({ name: 'tuk', version: world.version }, { capabilities: { tools: {} }, instructions });
  server.onerror = ({ message }) => context.log(`A message that is none of the protocol was left out: ${message.slice(0, 200)}`);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema, annotations }) => ({
      name,
      description,
      inputSchema: { ...inputSchema },
      annotations: { ...annotations },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = byName.get(params.name);
    const ask = server.getClientCapabilities()?.elicitation ? asking(server) : undefined;
    const result = tool
      ? await callTool(tool, params.arguments, { groups, context, within, maxOutput }, { signal, ask })
      : failed(
          new BadInput(
            'UNKNOWN_TOOL',
            `There is no tool ${JSON.stringify(params.name.slice(0, 80))}.`,
            'With --allow-writes there are more.',
          ),
          context,
        );
    return { ...result };
  });
  const ended = new Promise<void>((done) => {
    server.onclose = done;
    world.stdin.once('end', done);
    world.stdin.once('close', done);
    world.signal?.addEventListener('abort', () => done(), { once: true });
  });
  await server.connect(new StdioServerTransport(world.stdin as Readable, world.stdout as Writable));
  await ended;
  await server.close();
  return 0;
}
const instructions =
  'Commands of tuk as tools. Responses are JSON. Amounts are texts with every digit. A tool that moves value asks a person; do not repeat one whose error has exit code 10: its outcome is unknown.';

type Ask = NonNullable<World['ask']>;
/** Asks the client's person to type an answer. What the program has printed before the question, the receipt, is part of the message. */
const asking =
  (server: Server) =>
  (printed: () => string): Ask =>
  async (question) => {
    const answer = await server.elicitInput({
      message: `${printed()}${question}`.trim(),
      requestedSchema: {
        type: 'object',
        properties: { answer: { type: 'string', title: 'Answer', description: question } },
        required: ['answer'],
      },
    });
    return answer.action === 'accept' && typeof answer.content?.answer === 'string' ? answer.content.answer : undefined;
  };

/** Runs a tool as a command line, in a world of its own: no terminal, no standard input, a deadline. */
async function callTool(
  tool: Tool,
  input: unknown,
  { groups, context, within, maxOutput }: ServerOptions,
  { signal, ask }: { readonly signal: AbortSignal; readonly ask: ((printed: () => string) => Ask) | undefined },
): Promise<ToolResult> {
  const { world, flags } = context;
  let argv: readonly string[];
  try {
    argv = tool.argv(input);
    if (tool.name === 'api_call') await refuseChange(argv);
  } catch (error) {
    return failed(error, context);
  }
  const globals = [
    `--profile=${context.settings().profile.value}`,
    '--output=json',
    '--error-format=json',
    ...(flags.reveal ? [] : ['--mask']),
  ];
  const [stdout, stderr] = [collector(), collector()];
  const stop = new AbortController();
  const abort = () => stop.abort('SIGTERM');
  const timer = within > 0 ? setTimeout(abort, within) : undefined;
  for (const one of [signal, world.signal]) one?.addEventListener('abort', abort, { once: true });
  const { page: _, inZone: __, blocking: ___, stopped: ____, ...shared } = world;
  const own: World = {
    ...shared,
    stdin: Object.assign(Readable.from([]), { isTTY: false }),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: world.env,
    clock: world.clock,
    home: world.home,
    cwd: world.cwd,
    version: world.version,
    signal: stop.signal,
    ...(ask && !tool.annotations.readOnlyHint ? { ask: ask(() => escapeLines(stderr.text())) } : {}),
  };
  try {
    const dashes = argv.indexOf('--');
    const line = dashes < 0 ? [...argv, ...globals] : [...argv.slice(0, dashes), ...globals, ...argv.slice(dashes)];
    const code = await run(line, own, {
      groups,
      openApp: async () => undefined,
      runWithProfiles: () => Promise.reject(new BadInput('ONE_PROFILE', 'A tool reads one profile.')),
    });
    const overtime = stop.signal.aborted && !signal.aborted && !world.signal?.aborted;
    return resultOf(code, { stdout: stdout.text(), stderr: stderr.text(), overtime: overtime ? within : undefined, maxOutput });
  } finally {
    clearTimeout(timer);
    for (const one of [signal, world.signal]) one?.removeEventListener('abort', abort);
  }
}

/** @throws {Guarded} for a call that changes something: its own commands have receipts, the bare call has none */
async function refuseChange(argv: readonly string[]): Promise<void> {
  const [service = '', name = ''] = argv.slice(argv.indexOf('--') + 1);
  const call = callNamed(await catalogue(serviceNamed(service)), name);
  if (call.effect !== 'none' || call.secret || call.session)
    throw new Guarded(
      'READ_ONLY',
      `${call.service} ${name} changes something or returns a secret, and api_call only reads.`,
      'With --allow-writes the everyday commands are tools.',
    );
}

function resultOf(
  code: number,
  {
    stdout,
    stderr,
    overtime,
    maxOutput,
  }: { readonly stdout: string; readonly stderr: string; readonly overtime: number | undefined; readonly maxOutput: number },
): ToolResult {
  if (overtime !== undefined) {
    const late = {
      error: {
        code: 'TOO_LATE',
        message: `The tool was ended after ${overtime / 1000} s. A change that it sent may have taken effect.`,
        exitCode: code,
      },
    };
    return { content: texts(stdout, maxOutput, JSON.stringify(late)), isError: true };
  }
  if (code !== exitCode('ok')) return { content: texts(stdout, maxOutput, stderr.trim() === '' ? `exit ${code}` : stderr), isError: true };
  return { content: texts(stdout.trim() === '' ? 'done' : stdout, maxOutput, stderr) };
}
/** The parts of a result that hold something, each within the limit. */
const texts = (stdout: string, maxOutput: number, stderr: string): ToolResult['content'] =>
  [stdout, stderr].flatMap((part) => (part.trim() === '' ? [] : [{ type: 'text' as const, text: shortened(part.trimEnd(), maxOutput) }]));
const shortened = (part: string, most: number): string =>
  part.length <= most
    ? part
    : `${part.slice(0, most).toWellFormed()}\n[shortened: ${part.length - most} of ${part.length} characters left out; use fields, jq or limit]`;

function failed(error: unknown, { out }: Context): ToolResult {
  const failure = error instanceof Failure ? error : bug(error);
  const { code, message, hint, kind } = failure;
  const text = JSON.stringify({ error: { code, category: kind, message, ...(hint ? { hint } : {}), exitCode: exitCode(kind) } });
  return { content: [{ type: 'text', text: out.redact.clean(text) }], isError: true };
}

/** A stream that collects what is written. */
function collector(): { readonly stream: Writable; readonly text: () => string } {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer | string, _, done) {
      parts.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(parts).toString('utf8') };
}
