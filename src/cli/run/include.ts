// -i: prints the status line and the headers of the last response before the output of a command.

import type { Call } from '../../services/catalogue/define.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { statusTexts } from '../../services/http/node-transport.js';
import { secretHeader } from '../../services/http/trace.js';
import type { HttpResponse } from '../../services/http/transport.js';
import type { Redaction } from '../../session/redact.js';
import { escapeControls, escapeLines } from '../../text/visible.js';
import type { Arguments, Command, Context } from '../command/command.js';

import type { CommandMatch } from '../lines/find-command.js';
import { maskedJson } from '../output/masked-json.js';
import { writeAll } from '../output/output.js';
import { runAndPrint } from '../print/print-result.js';
import type { Flags } from '../settings/options.js';
import { isDryRun } from '../settings/settings.js';
import type { World } from '../settings/world.js';

/** A command as it runs, with the world and the flags of its context. */
export interface SpecialRun {
  readonly command: Command;
  readonly world: World;
  readonly flags: Flags;
}

/** Groups whose commands make many calls without an order, or serve other programs. */
const refusedGroups = new Set(['batch', 'smoke', 'mcp', 'doctor', 'sandbox', 'learn', 'completion']);

/**
 * Wraps a command and its world so that the response of its last call precedes the first byte of its output. On a
 * terminal the output is JSON unless a format was chosen, with personal data masked as in any other output there.
 * @throws {BadInput} BAD_INCLUDE with an option or a command that shows no single response
 */
export function including(args: Arguments, target: CommandMatch, { command, world, flags }: SpecialRun): SpecialRun {
  refuseInclude(args, target, world);
  const last = new LastResponse(world, flags.quiet === true);
  const choosesFormat = flags.output ?? flags.json ?? flags.jq ?? flags.columns ?? (world.env.TUK_OUTPUT || undefined);
  const impliesJson = choosesFormat === undefined && world.stdout.isTTY === true;
  const env = impliesJson ? { ...world.env, TUK_OUTPUT: 'json' } : world.env;
  return {
    world: last.around(env),
    flags: impliesJson && !flags.reveal ? { ...flags, mask: true } : flags,
    command: {
      ...command,
      run: (typed, context, runner) => last.during(context, () => runAndPrint(command, typed, context, runner)),
    },
  };
}

/** Refuses -i where no single response is shown. @throws {BadInput} BAD_INCLUDE */
export function refuseInclude(
  { options }: Pick<Arguments, 'options'>,
  { groupName, command }: Pick<CommandMatch, 'groupName' | 'command'>,
  { env }: Pick<World, 'env'>,
): void {
  const flags = options as Flags;
  const line = `tuk ${groupName} ${command.name}`.trim();
  const refused = (why: string) => new BadInput('BAD_INCLUDE', `${why}`);
  if (isDryRun(flags))
    throw refused(`-i shows a response, and --${flags.printCurl ? 'print-curl' : 'dry-run'} sends nothing: use one.`);
  if (flags.profile?.includes(',')) throw refused('-i shows the response of one call: name one profile.');
  if (options.watch === true || options.until !== undefined || options.count !== undefined)
    throw refused('-i shows the response of one call, and -w, --until and --count repeat it: use one.');
  if (options.all === true && (flags.output ?? env.TUK_OUTPUT) === 'ndjson')
    throw refused(
      '-i shows the last response, and --all with -o ndjson prints the rows of each page before it: use one.',
    );
  if (command.wait || /(^| )(watch|wait)$/.test(command.name) || refusedGroups.has(groupName))
    throw refused(`${line} makes many calls, so it takes no -i. See each of them with -vv.`);
  const isCall = groupName === 'api' && command.name === '';
  if (!isCall && !command.uses && !command.usesEverywhere && !command.read)
    throw refused(`${line} makes no call, so -i has no response to show.`);
}

type ReceivedResponse = {
  readonly call: Call;
  readonly response: HttpResponse;
  readonly redact: Pick<Redaction, 'clean'>;
};

/** The last response of a run, and whether its headers were printed. */
class LastResponse {
  readonly #world: World;
  readonly #quiet: boolean;
  #received: ReceivedResponse | undefined;
  #hasWritten = false;
  #hasCalled = false;

  constructor(world: World, quiet: boolean) {
    this.#world = world;
    this.#quiet = quiet;
  }

  /** The world of the run: its first output follows the headers. No pager and no dialog draw over them. */
  around(env: World['env']): World {
    const stdout = new Proxy(this.#world.stdout, {
      get: (stream, name) => {
        const member: unknown = Reflect.get(stream, name);
        if (typeof member !== 'function') return member;
        return name === 'write' ? this.#write.bind(this) : member.bind(stream);
      },
    });
    return Object.create(this.#world, {
      stdout: { value: stdout, enumerable: true },
      env: { value: env, enumerable: true },
      page: { value: undefined, enumerable: true },
      onRequest: { value: this.#keep.bind(this), enumerable: true },
    });
  }

  #write(...written: Parameters<World['stdout']['write']>): boolean {
    const stream = this.#world.stdout;
    const head = this.#takeHead();
    if (head !== '') stream.write(head);
    return stream.write(...written);
  }

  /** Keeps a response. A renewal of the session does not count, unless the command makes no other call. */
  #keep(...[redact, call, request, outcome, time]: Parameters<NonNullable<World['onRequest']>>): void {
    this.#world.onRequest?.(redact, call, request, outcome, time);
    if (call.session && this.#received && !this.#received.call.session) return;
    this.#hasCalled = true;
    this.#received = outcome instanceof Error ? undefined : { call, response: outcome, redact };
  }

  /** The headers, once: at the first output or at the end of the run. */
  #takeHead(): string {
    if (this.#hasWritten) return '';
    this.#hasWritten = true;
    return this.#received ? headOf(this.#received) : '';
  }

  /**
   * Runs the command. Then prints the rest: the headers of an empty response, and the whole response of a failed call.
   */
  async during(context: Context, run: () => Promise<number>): Promise<number> {
    try {
      const code = await run();
      await this.#print(this.#takeHead(), context);
      if (!this.#hasCalled) context.log('  No call was made, so -i has no response to show.');
      return code;
    } catch (error) {
      if (this.#received && isOf(error, this.#received) && !this.#hasWritten)
        // a closed pipe must not hide the failure
        await this.#print(this.#takeHead() + this.#body(this.#received, context), context).catch(() => {});
      throw error;
    }
  }

  async #print(text: string, { deadline }: Context): Promise<void> {
    await writeAll(this.#world.stdout, text, deadline);
  }

  /** The body of a failed call as received, for a terminal escaped and masked. */
  #body({ call, response: { body }, redact }: ReceivedResponse, { out }: Context): string {
    if (this.#quiet || body.length === 0 || call.secret || call.auth === 'refresh') return '';
    const received = body.toString('utf8');
    const safe = redact.clean(out.isMasked('stdout') ? maskedJson(received, { persons: call.persons }) : received);
    const text = this.#world.stdout.isTTY ? escapeLines(safe) : safe;
    return text.endsWith('\n') ? text : `${text}\n`;
  }
}

/** Whether an error belongs to the call with the response, and not to a later step of the command. */
const isOf = (error: unknown, { call, response }: ReceivedResponse): boolean =>
  response.status >= 300 ||
  (error instanceof Failure && error.where.call === call.name && error.where.service === call.service);

/** A text whose addresses have no user and password. */
const withoutUser = (text: string): string => text.replace(/:\/\/[^\s/?#]*@/g, '://[redacted]@');

/** The status line, the headers and an empty line. Control characters are escaped: no header can forge a line. */
function headOf({ response: { status, headers }, redact }: ReceivedResponse): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((text) => `${name}: ${secretHeader.test(name) ? '[redacted]' : withoutUser(text)}`),
  );
  const first = `HTTP/1.1 ${status} ${statusTexts[status] ?? ''}`.trimEnd();
  return [first, ...lines, ''].map((line) => `${escapeControls(redact.clean(line))}\n`).join('');
}
