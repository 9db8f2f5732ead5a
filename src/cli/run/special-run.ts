// Prepares the runs of -i, --check, --edit and --web, which change what a command reads or prints. Loaded for these
// options alone.

import { chainIdOf } from '../../money/networks.js';
import { rowsIn } from '../../services/decode/rows.js';
import { inOurNames } from '../../services/decode/spelling.js';
import { forms, isPrefixedHash } from '../../services/forms.js';
import { BadInput } from '../../services/http/errors.js';
import { isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import type { WebPage } from '../../things/thing.js';
import type { Arguments, Command, Context } from '../command/command.js';
import { type Result, textResult } from '../command/result.js';
import { openAddress } from '../files/open-address.js';
import type { CommandMatch } from '../lines/find-command.js';
import { runAndPrint } from '../print/print-result.js';
import { type ReadResult, readResult } from '../print/read-result.js';
import { type Flags, flagKey } from '../settings/options.js';
import { isDryRun, isEmbedded } from '../settings/settings.js';
import type { World } from '../settings/world.js';
import { editingWorld, withEditedBody } from './edit.js';
import { including, type SpecialRun } from './include.js';
import { refuseUnchecked, withResponseCheck } from './response-check.js';

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
    throw new BadInput('SEVERAL_PAGES', `It shows ${rows.length} things, and --web opens the page of one: name one.`);
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
  const { value } = settings.profile;
  const isSandbox = isEmbedded(settings);
  return new BadInput(
    'NO_EXPLORER',
    `The profile ${value} has no explorer${name === undefined ? '' : ` of ${name}`}, so this has no page to open.`,
    `Name it${isSandbox ? ' in a profile of your own' : ''}: tuk profile set ${isSandbox ? '<name>' : value} explorer.${name ?? 'NETWORK'} URL`,
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
