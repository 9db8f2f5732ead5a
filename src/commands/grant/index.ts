// `tuk grant`: what a person lets a program spend without another confirmation.

import { randomBytes } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import {
  type Command,
  type Context,
  contextWith,
  type Group,
  type Groups,
  resultOf,
} from '../../cli/command/command.js';
import { changesOf } from '../../cli/command/granted.js';
import { ledgerPlace, readLedger } from '../../cli/command/read-ledger.js';
import { callNamed, serviceNamed } from '../../cli/lines/find-command.js';
import { confirmCall, ownChange } from '../../cli/prompts/confirmation.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { duration } from '../../cli/settings/duration.js';
import { plain } from '../../cli/settings/options.js';
import { withContactAddresses } from '../../engine/change/guard-change.js';
import { requireTrustedFolder } from '../../engine/change/transfer.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { bindingDependencies } from '../../engine/request/binding.js';
import { callOf, readEndpoint } from '../../engine/request/call.js';
import { network as networkOption } from '../../engine/request/network-option.js';
import { accountOf } from '../../money/chain/intent.js';
import { bindingOf } from '../../money/facts/reference-binding.js';
import type { GrantUse } from '../../money/ledger/grants.js';
import { withLedger } from '../../money/ledger/open.js';
import { callText, leftText, spentText, stateOf } from '../../money/policy/grant-check.js';
import { limitText, parseAmountLimit, parseListLimit } from '../../money/policy/limits.js';
import { requireAddress } from '../../money/values/address.js';
import { catalogue } from '../../services/catalogue/index.js';
import { BadInput, Guarded, Refused } from '../../services/http/errors.js';
import { askForOne, hashOf, newToken } from '../../session/grant-token.js';
import type { Column } from '../../text/column.js';

/** The calls of a grant, and whether one of them moves value. */
interface Named {
  readonly calls: readonly string[];
  readonly beside: readonly string[];
  readonly movesValue: boolean;
}
const notNamed = (typed: string, why: string): BadInput =>
  new BadInput('BAD_VALUE', `A grant cannot name ${typed}: ${why}.`, 'Name calls that change something: tuk api list');
/**
 * Finds the calls of an everyday command, or a call by its name.
 * @throws {BadInput} for a name that is neither, for reads, and for calls of a session or without one
 */
async function named(typed: string, groups: Groups): Promise<Named> {
  const [first = '', ...words] = typed.split(/\s+/);
  const signed = /^chain (send|swap)$/.exec(typed)?.[1];
  const isOf = ({ name, signs }: Command) => (signed ? signs === signed : name === words.join(' '));
  let found: Omit<Named, 'movesValue'> | undefined;
  for (const name of signed ? ['wallet', 'swap'] : Object.keys(groups).filter((group) => group === first)) {
    const command = (await groups[name]!.load()).group.commands.find(isOf);
    if (command) found = await changesOf(command);
  }
  const call = !found && callNamed(await catalogue(serviceNamed(first)), words.join('-'));
  const { calls, beside } = found ?? {
    calls: call && call.effect !== 'none' ? [`${first} ${call.name}`] : [],
    beside: [],
  };
  if (calls.length === 0) throw notNamed(typed, 'it changes nothing at a service; reads need no grant');
  let movesValue = signed !== undefined;
  for (const one of calls) {
    const [service = '', name = ''] = one.split(' ');
    const { auth, session, effect } =
      service === 'chain'
        ? { auth: 'signed-in', session: false, effect: 'money' }
        : callNamed(await catalogue(serviceNamed(service)), name);
    if (session || auth !== 'signed-in')
      throw notNamed(typed, `${callText(one)} is not for an account that is signed in`);
    movesValue ||= effect === 'money';
  }
  return { calls, beside, movesValue };
}

/** @throws {Guarded} NEEDS_PERSON without a terminal of its own */
function requirePerson({ world, flags }: Context): void {
  if (world.stdin.isTTY && world.stderr.isTTY && world.ask === undefined && !flags.noInput) return;
  throw new Guarded(
    'NEEDS_PERSON',
    'Only a person at a terminal makes a grant; --yes is not enough.',
    'Run it on a terminal.',
  );
}

/** The account and the addresses of services that a grant is for. @throws {SignInNeeded} for calls of services */
async function bindingFor(
  context: Context,
  calls: readonly string[],
  beside: readonly string[],
  signer: string | undefined,
) {
  const isSignedIn = await context.session().isSignedIn();
  const services = new Set([...calls, ...(isSignedIn ? beside : [])].map((call) => call.split(' ')[0]!));
  services.delete('chain');
  const origins: Record<string, string> = {};
  let account = signer ?? '';
  if (services.size === 0) return { account, origins };
  const requestContext = await context.http().requestContext();
  const { call, build } = await callOf('user', 'getCurrent');
  const request = await build(requestContext);
  for (const service of services) {
    const url = `${requestContext.base(service)}/`;
    const dependencies = bindingDependencies(context, readEndpoint);
    const binding = await bindingOf({ ...call, service }, { ...request, url }, dependencies, { mayRead: true });
    origins[service] = binding.origin!;
    account = binding.account!;
  }
  return { account, origins };
}

const bound = (value: unknown, name: string): string | undefined =>
  typeof value === 'string' ? limitText(parseAmountLimit(value, name)) : undefined;

const make = (groups: Groups): Command => ({
  name: 'new',
  prints: 'record',
  effects: ['widens'],
  summary: 'Let a program make some calls without a confirmation, within bounds',
  description: `Prints a token. A run with the token in TUK_GRANT, or tuk mcp --grant, makes the named calls without --yes. It changes nothing else; reads run.
Name calls as tuk api does, or by their command. Bounds are amounts of tokens, fees included: '20 MVP', or '5 USDC,0.01 BNB'.
The ledger counts what is sent under the grant, on every machine that shares it. An unknown outcome counts as sent.

A grant lifts no check: it accepts no new recipient, and the limits of the profile apply too.
Only a person at a terminal makes one. Whoever holds the token can spend it. tuk shows it once.`,
  options: [
    plain('--calls <list>', 'the calls: user transfer-points, or points transfer; separated by commas', {
      required: true,
    }),
    plain('--to <list>', 'only these recipients; separated by commas'),
    plain('--each <amount>', 'the most of one operation'),
    plain('--day <amount>', 'the most within 24 hours'),
    plain('--total <amount>', 'the most in all'),
    plain('--expires-in <duration>', 'how long it lasts, like 2h', { required: true }),
    plain('--from <address>', 'the account that signs, for commands that sign', { from: 'wallet key list {address}' }),
    { ...networkOption, summary: 'the network of --from' },
  ],
  examples: [
    "tuk grant new --calls 'points transfer' --to <user> --day '20 MVP' --each '5 MVP' --expires-in 2h",
    "tuk grant new --calls 'wallet send' --from <address> --network BSC --total '50 USDC,0.05 BNB' --expires-in 1d",
  ],
  run: async ({ options }, context) => {
    requirePerson(context);
    await requireTrustedFolder(context);
    const {
      profile: { value: profile },
    } = context.settings();
    const typed = String(options.calls)
      .split(',')
      .map((text) => text.trim());
    const all = await Promise.all(typed.map((text) => named(text, groups)));
    const [calls, beside] = [all.flatMap((one) => one.calls), all.flatMap((one) => one.beside)].map((list) => [
      ...new Set(list),
    ]) as [string[], string[]];
    const [each, day, total] = [
      bound(options.each, '--each'),
      bound(options.day, '--day'),
      bound(options.total, '--total'),
    ];
    if (all.some(({ movesValue }) => movesValue) && [each, day, total].every((one) => one === undefined))
      throw new BadInput('MISSING_OPTION', 'A grant for transfers needs a bound: --each, --day or --total.');
    const lasts = duration(String(options.expiresIn), '--expires-in');
    if (lasts === 0) throw new BadInput('BAD_VALUE', '--expires-in is above 0: every grant ends.');
    const to =
      typeof options.to === 'string'
        ? parseListLimit('recipients', await withContactAddresses(context, profile, options.to))
        : undefined;
    const signer = signerOf(options, calls);
    const { account, origins } = await bindingFor(context, calls, beside, signer?.account);
    const token = newToken();
    const made = {
      ...{ id: `grant-${randomBytes(4).toString('hex')}`, profile, account, host: hostname(), madeBy: userName() },
      ...{ calls, beside, origins, network: signer?.network, signer: signer?.account, to, each, day, total },
    };
    const lines: readonly ReceiptLine[] = [
      ['Calls', calls.map(callText).join(', ')],
      ['Account', [account, signer?.account].filter(Boolean).join(', ')],
      ['To', to?.join(', ') ?? 'any known recipient', 'recipient'],
      ...[
        ['Each', each],
        ['Within 24 hours', day],
        ['In all', total],
      ].flatMap(([label, most]): ReceiptLine[] => (most === undefined ? [] : [[label!, most, 'limit']])),
      ['Lasts', String(options.expiresIn)],
      ['▲ Note', 'whoever holds the token can spend it', 'note'],
    ];
    const { yes: _, confirm: __, ...flags } = context.flags;
    const asking = contextWith(context, { flags });
    await printReceipt(asking, 'Let a program spend', lines);
    const change = ownChange({ service: 'grant', name: 'new', summary: 'Let a program spend', effect: 'money' });
    await confirmCall(asking, change, [lines[0]!, ...lines.slice(2, -1)]);
    const grant = await withLedger(ledgerPlace(context), 'moves', async (ledger) => {
      const added = await ledger.grants.add(made, hashOf(token), context.world.clock.now(), lasts);
      await ledger.identify();
      return added;
    });
    context.note({
      is: 'fact',
      text: 'The token is shown once. Give it to the program in TUK_GRANT, or in a file that TUK_GRANT names.',
    });
    context.note({ is: 'next', what: 'End it at any time', line: `tuk grant revoke ${grant.id}` });
    const { id, expiresAt } = grant;
    const row = { id, token, calls: calls.map(callText), to, each, day, total, expiresAt, profile, account };
    return resultOf(JSON.stringify(row), { singleRecord: true, idPath: 'id' });
  },
});
/** The account that signs. @throws {BadInput} MISSING_OPTION, NOT_TAKEN */
function signerOf({ from, network }: Readonly<Record<string, unknown>>, calls: readonly string[]) {
  const signs = calls.some((call) => call.startsWith('chain '));
  if (!signs && from === undefined && network === undefined) return undefined;
  if (!signs)
    throw new BadInput('STRAY_OPTION', '--from and --network are for commands that sign, such as wallet send.');
  if (typeof from !== 'string' || typeof network !== 'string')
    throw new BadInput('MISSING_OPTION', 'A command that signs needs --from and --network: the account of the grant.');
  requireAddress(from, '--from', network);
  return { account: accountOf(from), network };
}
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined; // a container may have no such user
  }
}

const columns: readonly Column[] = [
  { path: 'state', room: 'stays' },
  { path: 'calls', room: 'stays' },
  { path: 'left', room: 'stays' },
  { path: 'to' },
  { path: 'spent', room: 'yields' },
  { path: 'expiresAt', heading: 'ends', as: 'time' },
  { path: 'id' },
  { path: 'madeBy', heading: 'by', room: 'yields' },
  { path: 'host', room: 'yields' },
  { path: 'profile', room: 'yields' },
];
/** A grant as a row: amounts as people write them. */
function rowOf(use: GrantUse) {
  const { id, calls, to, beside: _, origins: __, ...rest } = use.grant;
  const named = { id, state: stateOf(use), calls: calls.map(callText).join(', '), to: to?.join(', ') };
  return {
    ...named,
    left: leftText(use),
    spent: spentText(use),
    operations: use.spent.length,
    ...rest,
    revokedAt: use.revokedAt,
  };
}
const grantsOf = (context: Context): Promise<readonly GrantUse[]> =>
  readLedger(context, (ledger) => ledger.grants.all(context.world.clock.now()));

const list = repeatable({
  name: 'list',
  readOnly: true,
  fromLedger: true,
  summary: 'List the grants of the ledger, with what is left',
  description: 'The states: active, expired, used up (nothing is left of a bound), revoked.',
  examples: ['tuk grant list', 'tuk grant list --match state=active -o json'],
  run: async (_, context) =>
    resultOf(JSON.stringify((await grantsOf(context)).map(rowOf)), {
      columns,
      idPath: 'id',
      empty: { says: ['No grants.', askForOne], of: { from: 'ledger', profiles: 'every' } },
    }),
});
const unknownGrant = (id: string): Refused =>
  new Refused('not-found', 'NO_GRANT', `There is no grant ${id} in the ledger in use.`, 'List them: tuk grant list');

const show = repeatable({
  name: 'show',
  readOnly: true,
  fromLedger: true,
  values: '<id>',
  summary: 'Show one grant',
  examples: ['tuk grant show <id>'],
  run: async ({ positionals: [id = ''] }, context) => {
    const use = (await grantsOf(context)).find(({ grant }) => grant.id === id);
    if (!use) throw unknownGrant(id);
    return resultOf(JSON.stringify(rowOf(use)), { columns, singleRecord: true, idPath: 'id' });
  },
});

const revoke: Command = {
  name: 'revoke',
  prints: 'nothing',
  values: '<id>',
  summary: 'End a grant at once, on every machine',
  description: 'Transfers that were sent under the grant stay as they are.',
  examples: ['tuk grant revoke <id>'],
  run: async ({ positionals: [id = ''] }, context) => {
    const isThere = await withLedger(ledgerPlace(context), 'moves', async (ledger) => {
      const found = await ledger.grants.revoke(id, hostname(), context.world.clock.now());
      await ledger.identify();
      return found;
    });
    if (!isThere) throw unknownGrant(id);
    context.log(`✓ Revoked: ${id}.`);
    return undefined;
  },
};

/** Makes the group. @param groups have the commands that a grant may name */
export const grantGroup = (groups: Groups): Group => ({ commands: [make(groups), list, show, revoke] });
