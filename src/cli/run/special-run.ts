// Prepares the runs of -i, --check, --edit and --web, which change what a command reads or prints. Loaded for these
// options alone.

import { chainIdOf } from '../../money/values/networks.js';
import type { Call } from '../../services/catalogue/define.js';
import { rowsIn } from '../../services/decode/rows.js';
import { inOurNames } from '../../services/decode/spelling.js';
import { forms, isPrefixedHash } from '../../services/forms.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { statusTexts } from '../../services/http/node-transport.js';
import { secretHeader } from '../../services/http/trace.js';
import type { HttpResponse } from '../../services/http/transport.js';
import { isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import type { Redaction } from '../../session/redact.js';
import { escapeControls, escapeLines } from '../../text/visible.js';
import type { WebPage } from '../../things/thing.js';
import { type Arguments, type Command, type Context, type Result, textResult } from '../command/command.js';
import { openAddress } from '../files/open-address.js';
import type { CommandMatch } from '../lines/find-command.js';
import { maskedJson } from '../output/masked-json.js';
import { writeAll } from '../output/output.js';
import { runAndPrint } from '../print/print-result.js';
import { type ReadResult, readResult } from '../print/read-result.js';
import { type Flags, flagKey, isDryRun } from '../settings/options.js';
import type { World } from '../settings/world.js';
import { editingWorld, withEditedBody } from './edit.js';
import { planning } from './plan-out.js';
import { refuseUnchecked, withResponseCheck } from './response-check.js';

// -i: prints the status line and the headers of the last response before the output of a command.
/** A command as it runs, with the world and the flags of its context. */
interface SpecialRun {
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
function including(args: Arguments, target: CommandMatch, { command, world, flags }: SpecialRun): SpecialRun {
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
  #keep(...[run, call, request, outcome, time]: Parameters<NonNullable<World['onRequest']>>): void {
    this.#world.onRequest?.(run, call, request, outcome, time);
    if (call.session && this.#received && !this.#received.call.session) return;
    this.#hasCalled = true;
    this.#received = outcome instanceof Error ? undefined : { call, response: outcome, redact: run.redact };
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

// --web: opens the page of the thing that a command shows: a link of its response, or its page in the explorer of its
// network.
/** Options of the output and of repeated reads, by the spelling of their messages: a page has neither. */
const stray: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['output', 'json', 'fields', 'jq', 'columns', 'match', 'sort-by', 'limit', 'sum', 'sum-by', 'no-header'].map(
      (name) => [flagKey(`--${name}`), `--${name}`],
    ),
  ),
  include: '-i',
  edit: '--edit',
  watch: '-w',
  until: '--until',
  count: '--count',
  interval: '--interval',
  all: '--all',
};

/** The run that opens the page instead of printing the response. @throws {BadInput} STRAY_OPTION, ONE_PROFILE */
function opening({ options }: Arguments, { command }: CommandMatch, run: SpecialRun): SpecialRun {
  const flags = options as Flags;
  const option = Object.keys(stray).find((name) => options[name] !== undefined && options[name] !== false);
  if (option !== undefined)
    throw new BadInput(
      'STRAY_OPTION',
      `--web opens a page and prints no data, so it cannot be used with ${stray[option]}.`,
    );
  if (isDryRun(flags))
    throw new BadInput('STRAY_OPTION', '--web opens a page, and a dry run sends nothing: use one of them.');
  if (flags.profile?.includes(','))
    throw new BadInput('ONE_PROFILE', '--web opens the page of one thing: name one profile.');
  const { webPages = [] } = command;
  return {
    ...run,
    command: {
      ...command,
      run: async (args, context) => {
        const typed = typedRow(webPages, args);
        const rows = typed ? [typed] : rowsOf(await readResult(command, args, context));
        return open(addressOf(webPages, rows, args, context), context);
      },
    },
  };
}

/** The row of a typed hash or address with its network: its page needs no request. */
function typedRow(pages: readonly WebPage[], { positionals, options }: Arguments): Row | undefined {
  const [typed, ...more] = [options.address ?? positionals, options.address ? positionals : []].flat();
  if (typeof typed !== 'string' || more.length > 0 || typeof options.network !== 'string') return undefined;
  const paths = pages.flatMap((page) => {
    if ('transaction' in page) return isPrefixedHash(typed) ? page.transaction : [];
    return 'address' in page && looksLikeAddress.test(typed) ? page.address : [];
  });
  return paths[0] === undefined ? undefined : { [paths[0]]: typed, network: options.network };
}
/** An address of Ethereum's form, in base58 or base64: no id, name or number of a wallet. */
const looksLikeAddress = new RegExp(`^(${forms.evmAddress}|${forms.base58}{26,}|[\\w-]{44,})$`, 'i');

function rowsOf({ json, failures, shown }: ReadResult): readonly Row[] {
  if (failures[0]) throw failures[0];
  const data = inOurNames(parsedIfJson(json), shown.of?.().map, shown.singleRecord !== true);
  return rowsIn(data)?.rows ?? (isRecord(data) ? [data] : []);
}

/**
 * The address of the page of the rows, which all have the same.
 * @throws {BadInput} NO_PAGE, NO_EXPLORER, SEVERAL_PAGES
 */
function addressOf(
  pages: readonly WebPage[],
  rows: readonly Row[],
  { options: { network } }: Arguments,
  context: Context,
): string {
  const results = rows.map((row) => pageOf(pages, row, network, context));
  const addresses = new Set(results.filter((page) => typeof page === 'string'));
  if (addresses.size > 1 || (addresses.size === 1 && results.some((page) => !addresses.has(page as string))))
    throw new BadInput('SEVERAL_PAGES', `There are ${rows.length} items, and --web opens the page of one. Name one.`);
  const [address] = addresses;
  if (address !== undefined) return address;
  throw results.find((page) => page instanceof BadInput) ?? noPage(pages);
}

/** The address of the first page that a row has; else the reason why its best page has no address. */
function pageOf(
  pages: readonly WebPage[],
  row: Row,
  typedNetwork: unknown,
  context: Context,
): string | BadInput | undefined {
  let problem: BadInput | undefined;
  for (const page of pages) {
    if ('link' in page) {
      const link = textAt(row, page.link);
      const address = link === undefined ? undefined : webAddress(link);
      if (address !== undefined) return address;
      if (link !== undefined)
        problem ??= new BadInput(
          'NO_PAGE',
          'The link in the response is not an http or https address, so it is not opened.',
        );
      continue;
    }
    const isTransaction = 'transaction' in page;
    const id = textAt(row, isTransaction ? page.transaction : page.address);
    if (id === undefined) continue;
    const network = textAt(row, page.network) ?? typedNetwork;
    const explorer = explorerOf(network, isTransaction ? undefined : id, context);
    if (typeof explorer === 'string')
      return `${explorer}/${isTransaction ? 'tx' : 'address'}/${encodeURIComponent(id)}`;
    problem ??= explorer;
  }
  return problem;
}

/** The last value at the first path that has one: an operation names its newest transaction last. */
function textAt(row: Row, paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const value = [valueAt(row, path)].flat(3).findLast((text) => typeof text === 'string' && text.trim() !== '');
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** A link of a service as an address that may be opened: http or https, without a user name or a password. */
function webAddress(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : undefined;
}

/**
 * The explorer of a network by the profile, without a slash at its end. An address of Ethereum's form is one on each of
 * its networks: without a network it is looked up in the only explorer.
 */
function explorerOf(network: unknown, address: string | undefined, context: Context): string | BadInput {
  const settings = context.settings();
  const explorers = settings.of.explorers ?? {};
  const [only, ...others] = Object.keys(explorers).filter((name) => chainIdOf(name) !== undefined);
  const byAddress = address?.startsWith('0x') && others.length === 0 ? only : undefined;
  const name = typeof network === 'string' ? network.toUpperCase() : byAddress;
  if (name !== undefined && explorers[name] !== undefined) return explorers[name].replace(/\/+$/, '');
  if (name === undefined && Object.keys(explorers).length > 0)
    return new BadInput('NO_NETWORK', 'The response names no network, so the explorer of its page is not known.');
  return new BadInput(
    'NO_EXPLORER',
    `The profile ${settings.profile.value} has no explorer${name === undefined ? '' : ` of ${name}`}, so this has no page to open.`,
    `Name it: tuk profile set NAME explorer.${name ?? 'NETWORK'} URL`,
  );
}

function noPage(pages: readonly WebPage[]): BadInput {
  const names = pages.map((page) =>
    'link' in page
      ? `link (${page.link[0]?.split('.').at(-1)})`
      : 'transaction' in page
        ? 'transaction hash'
        : 'address',
  );
  return new BadInput(
    'NO_PAGE',
    `The response has no ${[...new Set(names)].join(' and no ')}, so this has no page to open.`,
    names.includes('address') ? 'Give an address: tuk wallet history ADDRESS --network NETWORK --web' : undefined,
  );
}

/** Opens a page, or returns its address to print: in a pipe, in a dialog, and if nothing can open it. */
async function open(address: string, context: Context): Promise<Result | undefined> {
  const { world } = context;
  const isOpen = world.stdout.isTTY === true && !world.inDialog && !world.ask && (await openAddress(address, world));
  if (!isOpen) return textResult(`${address}\n`);
  context.log(`✓ Opened ${address}`);
  return undefined;
}

/** The run of a line with at least one of the options. @throws {BadInput} where an option makes no sense */
export function specialRun(args: Arguments, target: CommandMatch, world: World): SpecialRun {
  const { command } = target;
  if (args.options.planOut !== undefined) return planning(args, target, world);
  const plain: SpecialRun = {
    command: args.options.check === true ? checking(command) : command,
    world,
    flags: args.options as Flags,
  };
  if (args.options.check === true) refuseUnchecked(args, target);
  if (args.options.web) return opening(args, { ...target, command: plain.command }, plain);
  const edited = args.options.edit ? editing(plain) : plain;
  return args.options.include === true ? including(args, target, edited) : edited;
}

const checking = (command: Command): Command => ({
  ...command,
  run: (args, context, runner) => withResponseCheck(context, (checked) => runAndPrint(command, args, checked, runner)),
});

function editing({ command, world, flags }: SpecialRun): SpecialRun {
  if (flags.profile?.includes(','))
    throw new BadInput('ONE_PROFILE', '--edit opens the body of one request: name one profile.');
  return {
    flags,
    world: editingWorld(world),
    command: { ...command, run: (args, context, runner) => command.run(withEditedBody(args), context, runner) },
  };
}
