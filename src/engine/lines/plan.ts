// The plan of a batch or a flow: parses every line, and selects its effect, its lane and its reference, before anything
// is sent.

import { accessWith } from '../../cli/command/access-with.js';
import { readWords } from '../../cli/command/arguments.js';
import type { Arguments, Context, Groups } from '../../cli/command/command.js';
import { type Author, refusedPart } from '../../cli/command/effects.js';
import { type HttpAccess, requestDefaults } from '../../cli/command/http-access.js';
import { ledgerPlace } from '../../cli/command/read-ledger.js';
import { isReadOnly } from '../../cli/command/read-only.js';
import { expandedLine } from '../../cli/lines/alias-line.js';
import {
  type CommandMatch,
  callNamed,
  findCommand,
  optionsOf,
  parseLine,
  serviceNamed,
} from '../../cli/lines/find-command.js';
import { type Flags, flagKey, globalFlags, resolveSettings, type Settings } from '../../cli/settings/options.js';
import { familyOfNetwork } from '../../money/keys/signer.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import { openLedger } from '../../money/ledger/open.js';
import { mayHaveEffect, type Operation } from '../../money/ledger/operation.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { catalogue } from '../../services/catalogue/index.js';
import type { Deadline } from '../../services/http/deadline.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { clientRefOf } from '../change/client-ref.js';
import type { Line, LineProblem, Nouns, Values } from './values.js';

export interface PlannedLine extends Line {
  readonly resolved: CommandMatch;
  /** Undefined for a line that is parsed when it runs: it needs earlier ones, or is a read far down in a long file. */
  readonly args?: Arguments;
  /** `transfer`: it moves value. */
  readonly effect: 'read' | 'change' | 'transfer';
  /** Lines of one lane run one after the other, in the order of the file. */
  readonly lane?: string;
  /** Sends beside one another of one key on one network are signed and broadcast together. */
  readonly group?: SendsOfKey | undefined;
  /** The reference of the line (--client-ref), if its command takes one. */
  readonly clientRef?: string;
  readonly needs: readonly number[];
  /** The operation of an earlier run, which may have taken effect. */
  readonly earlier?: Operation;
  /** Of an alias: whether it still is the same line. */
  readonly isSame?: () => Promise<boolean>;
}

/** Groups without lines in a file: they sign in or out, change this machine, read standard input, or run for ever. */
const refusedGroups = new Set([
  'batch',
  'flow',
  'login',
  'logout',
  'auth',
  'account',
  'profile',
  'config',
  'sandbox',
  'smoke',
  'completion',
  'doctor',
  'alias',
  'mcp',
  'learn',
  'plan',
]);
/** Reads up to this line keep what was parsed: a file may have many thousands. */
const mostParsedReads = 1000;
/** Options that no line has, not even a typed template: each is for the response of one call. */
const ofOneCall = ['include', 'edit', 'web', 'planOut'];
const signing = /^(wallet send|wallet allowance (set|revoke)|swap run|wallet tx (speed-up|cancel))$/;

export interface PlanOptions {
  readonly groups: Groups;
  readonly context: Context;
  /** The name of the whole (--client-ref). */
  readonly reference?: string;
  readonly values: Values;
  readonly nouns: Nouns;
  /** `typed` if the lines are a template of the command line; by default they are of a file. */
  readonly author?: Author;
}

/** Plans the lines, and lists the problems of others. It reads only the command table and the ledger. */
export async function planLines(
  rows: readonly Line[],
  options: PlanOptions,
): Promise<{ readonly planned: readonly PlannedLine[]; readonly problems: readonly LineProblem[] }> {
  const refs = new Set(rows.flatMap(({ ref }) => ref ?? []));
  let ledger: Promise<Ledger> | undefined; // lines without a reference need none
  const recorded = async (ref: string) => {
    ledger ??= openLedger(ledgerPlace(options.context), 'reads');
    return (await (await ledger).withReference(ref)).findLast(({ outcome }) => mayHaveEffect(outcome));
  };
  try {
    return await planAll(rows, { ...options, recorded, refs });
  } finally {
    await (await ledger)?.close();
  }
}
async function planAll(rows: readonly Line[], facts: PlanFacts) {
  const problems: LineProblem[] = [];
  const planned: PlannedLine[] = [];
  const { context, groups, nouns, values } = facts;
  const references = new Set<string>();
  for (const row of rows)
    try {
      const typed = values.withVariables(row.words);
      const expanded = () => expandedLine(typed, context.world, groups);
      const words = await expanded();
      const isSame = async () => JSON.stringify(await expanded()) === JSON.stringify(words);
      const plan = { ...(await planLine(row, words, facts)), isSame: words === typed ? undefined : isSame };
      const { clientRef } = plan;
      if (clientRef !== undefined && references.has(clientRef))
        throw new BadInput('BAD_ROW', `an earlier ${nouns.part} has the reference ${clientRef}`);
      if (clientRef !== undefined) references.add(clientRef);
      planned.push(plan);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push({ line: row.line, message: error.message, isGuarded: error.kind === 'guarded' });
    }
  return { planned, problems };
}

interface PlanFacts extends PlanOptions {
  /** The first operation with a reference that may have had an effect. */
  readonly recorded: (ref: string) => Promise<Operation | undefined>;
  readonly refs: ReadonlySet<string>;
}
async function planLine(row: Line, written: readonly string[], facts: PlanFacts): Promise<PlannedLine> {
  const { groups, reference, recorded, values, nouns } = facts;
  const { number, line, ref, save, expect, wait } = row; // a spread would give each row its own hidden class
  const needs = values.needs({ number, line, words: written }, nouns.part);
  const words = values.sample(written);
  const resolved = await findCommand(words, readWords(words), groups);
  if (!resolved || refusedGroups.has(resolved.groupName))
    throw new BadInput(
      'BAD_ROW',
      `${JSON.stringify(words.slice(0, 3).join(' '))} is not a command for a ${nouns.whole}`,
    );
  const args = await parseLine(words, resolved);
  const isTyped = (flag: string) => Boolean(args.options[flag]);
  const single = ofOneCall.find(isTyped);
  if (single !== undefined) throw new BadInput('BAD_ROW', `it has --${single}, which a ${nouns.whole} does not take`);
  if (isTyped('watch'))
    throw new BadInput('BAD_ROW', 'it has -w, which does not end by itself; --count and --until end a repeated read');
  const options = await optionsOf(resolved);
  const own = options.map(({ flags }) => flagKey(flags)).filter((key) => key !== 'newRecipient');
  const flag = ['newRecipient', ...globalFlags.map(({ flags }) => flagKey(flags))].find(
    (key) => !lineFlags.includes(key) && !own.includes(key) && isTyped(key),
  );
  if (flag !== undefined)
    throw new BadInput('BAD_ROW', `it has --${kebab(flag)}, which is given to the ${nouns.whole}`);
  const refused = refusedPart(facts.author ?? 'own', args, { ...resolved.command, options });
  if (refused)
    throw new BadInput(
      'BAD_ROW',
      `it has ${refused.part}, which ${refused.why}: a ${nouns.part} of a file cannot${nouns.whole === 'batch' ? '; --template can' : ''}`,
    );
  lineSettings(facts.context, args.options); // a bad --timeout is found before anything is sent
  const name = `${resolved.groupName} ${resolved.command.name}`.trim();
  const takesRef = (resolved.command.options ?? []).some(({ flags }) => flags.startsWith('--client-ref'));
  const isApi = resolved.groupName === 'api';
  const call = name === 'api' ? await calledBy(args) : undefined;
  if (call?.final || call?.session)
    throw new BadInput(
      'BAD_ROW',
      `${call.service} ${call.name} ${call.final ? 'cannot be undone' : 'renews or ends a session'}, and is not a ${nouns.part} of a ${nouns.whole}`,
    );
  const isRead = call
    ? call.effect === 'none'
    : resolved.command.wait !== undefined || (await isReadOnly(resolved.command));
  const effect = call?.effect === 'money' || (takesRef && !isApi) ? 'transfer' : isRead ? 'read' : 'change';
  const clientRef =
    effect !== 'transfer' || !takesRef
      ? undefined
      : (clientRefOf(args.options) ?? (reference && (await lineReference(reference, row, facts))));
  const earlier = clientRef === undefined ? undefined : await recorded(clientRef);
  if (wait && effect !== 'read')
    throw new BadInput('BAD_ROW', 'it changes something, and wait would repeat it: wait in a step that reads');
  return {
    number,
    line,
    words: written,
    ref,
    save,
    expect,
    wait,
    resolved,
    args: needs.length > 0 || (effect === 'read' && number > mostParsedReads) ? undefined : args,
    effect,
    lane: effect === 'read' ? undefined : signing.test(name) ? `key ${laneOf(args)}` : 'services',
    clientRef,
    needs,
    earlier,
    group: name === 'wallet send' && needs.length === 0 ? groupOf(args, earlier, facts.context) : undefined,
  };
}
/**
 * The reference of a line: `NAME:REF`, or `NAME#N` for the N-th one.
 * @throws {Guarded} OLD_REFERENCE if an earlier version has recorded `NAME:N`, unless that is a ref of the file
 */
async function lineReference(name: string, { ref, number }: Line, { recorded, refs, nouns }: PlanFacts) {
  const reference = ref === undefined ? `${name}#${number}` : `${name}:${ref}`;
  if (ref !== undefined && !/^[\w.:#-]+$/.test(ref))
    throw new BadInput(
      'BAD_ROW',
      `its name ${JSON.stringify(ref.slice(0, 60))} is a part of its reference, which takes letters, digits and . _ : # -`,
    );
  if (reference.length > 100)
    throw new BadInput('BAD_ROW', `its reference ${reference.slice(0, 60)}… has more than 100 characters`);
  const [old, now] = await Promise.all([
    ref === undefined ? recorded(`${name}:${number}`) : undefined,
    recorded(reference),
  ]);
  const isResumed =
    now !== undefined && now.profile === old?.profile && now.service === old.service && now.call === old.call;
  if (old && !isResumed && !refs.has(String(number)))
    throw new Guarded(
      'OLD_REFERENCE',
      `an earlier version of tuk has recorded ${old.id} as ${name}:${number}, and it may be this ${nouns.part}`,
      `Look at it: tuk ops show ${old.id}. If it is this ${nouns.part}, leave the ${nouns.part} out. If not, name the ${nouns.part} in ref.`,
    );
  return reference;
}

const laneOf = ({ options }: Pick<Arguments, 'options'>) =>
  String(options.key ?? options.keyFile ?? options.wallet ?? '');

interface SendsOfKey {
  /** The key, the network, and whether an earlier run has made them. */
  readonly of: string;
  /** What only one send of a group may ask for: on Solana equal bytes are one transaction. */
  readonly once: string | undefined;
}

/**
 * What the sends that are signed together have in common: key and network. A send of all coins, one with a stated
 * nonce, and one that an external signer may sign, is sent by itself; so is one of an earlier run that may be sent
 * again: the nonces of others come after its.
 */
function groupOf({ options }: Arguments, earlier: Operation | undefined, context: Context): SendsOfKey | undefined {
  const { key, keyFile, network, amount, nonce } = options;
  const isLocal = key !== undefined || keyFile !== undefined || context.settings().of.signers === undefined;
  const isEnded = earlier && /^(done|mined)$/.test(earlier.outcome);
  if (!isLocal || (earlier && !isEnded) || nonce !== undefined || /^max$/i.test(String(amount))) return undefined;
  const isExpiring = familyOfNetwork(String(network)) === 'solana';
  const once = isExpiring ? JSON.stringify({ ...options, clientRef: undefined }) : undefined;
  return { of: JSON.stringify([laneOf({ options }), network, isEnded]), once };
}

/** Lines that run together: sends of one group beside one another, at most `most`; any other line by itself. */
export function unitsOf(lines: readonly PlannedLine[], most: number): readonly (readonly PlannedLine[])[] {
  const units: PlannedLine[][] = [];
  for (const line of lines) {
    const unit = units.at(-1) ?? [];
    const { of, once } = line.group ?? {};
    const joins = of !== undefined && unit[0]?.group?.of === of && unit.length < most;
    const isRepeated = once !== undefined && unit.some(({ group }) => group?.once === once);
    if (joins && !isRepeated) unit.push(line);
    else units.push([line]);
  }
  return units;
}

/** The call of a line of `tuk api`. A path counts as a transfer, unless it is a GET. @throws {BadInput} */
async function calledBy({
  positionals: [first = '', second = ''],
}: Arguments): Promise<Pick<Call, 'service' | 'name' | 'effect' | 'final' | 'session'>> {
  if (/^[A-Z]+$/.test(first)) return { service: second, name: 'a path', effect: first === 'GET' ? 'none' : 'money' };
  return callNamed(await catalogue(serviceNamed(first)), second);
}

// The settings of one line of a batch or a flow: the settings of the whole, JSON as its output, and the limits it
// states.

/** The flags of a line that are settings. */
const settingFlags = ['timeout', 'retry', 'maxWait', 'maxBody', 'lang'] as const;
/** The global flags that a line may have. */
export const lineFlags: readonly string[] = [
  ...['fields', 'jq', 'match', 'sortBy', 'limit', 'sum', 'sumBy', 'allowUnknownWord', 'check'],
  ...settingFlags,
];

/** Whether a line states a setting of its own. */
export const statesSetting = (flags: Flags): boolean => settingFlags.some((flag) => flags[flag] !== undefined);

/**
 * The settings of a line. Its output is JSON whatever -o, TUK_OUTPUT and the profile say: these are for the whole.
 * @param flags of the line @throws {BadInput} for a bad duration, size, number or language
 */
export function lineSettings(context: Context, flags: Flags): Settings {
  const whole = context.settings();
  const json = { ...whole, output: { value: 'json', origin: 'the line' } };
  if (!statesSetting(flags)) return json;
  const { value: profile } = whole.profile;
  const typed = settingFlags.filter((flag) => flags[flag] !== undefined);
  const own = Object.fromEntries(typed.map((flag) => [flag, flags[flag]]));
  const settings = resolveSettings({ profile, ...own }, {}, { profiles: { [profile]: whole.of } });
  const names = typed.map((flag) => (flag === 'lang' ? 'language' : flag));
  return { ...json, ...Object.fromEntries(names.map((name) => [name, settings[name]])) };
}

/** The HTTP access of the whole, with the limits and the language of a line. @param deadline of its requests */
export const lineHttp = (context: Context, settings: Settings, deadline: Deadline): HttpAccess =>
  accessWith(context.http(), (base) => ({
    ...base,
    ...requestDefaults(settings, context.world.version),
    deadline,
  }));
