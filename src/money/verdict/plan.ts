// A plan: a line, its inputs and the seals of what it moves, as a file. What was reviewed is what is applied, once: the
// ledger that wrote it keeps which plans were applied or withdrawn.

import { randomBytes } from 'node:crypto';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import type { LimitSettings } from '../../session/profile.js';
import { type PlannedUse, planUsed } from '../ledger/database.js';
import type { Ledger } from '../ledger/ledger.js';
import { dayLength } from '../ledger/operation.js';
import { movedSince, type Seal, type Sealing } from './seal.js';

/** A line as it was parsed: the words of its command, its values, and its options by key. */
export interface PlannedWords {
  readonly command: readonly string[];
  readonly values: readonly string[];
  readonly options: Readonly<Record<string, string | readonly string[] | boolean | number | undefined>>;
}
/** What a plan binds beside the transfers: it must be the same when the plan is applied. */
export interface Standing {
  readonly profile: string;
  /** The subject of the session; null without one. */
  readonly subject: string | null;
  /** The limits of the profile. */
  readonly limits: LimitSettings;
  /** The limits that stand in the ledger for its platform; missing in a plan of an earlier version. */
  readonly rules?: readonly LimitSettings[];
  /** The keyed hash of the settings of the profile that a transfer depends on. */
  readonly settings: string;
}
/** The contents of the file; the order of its fields is that of the text. */
export interface Plan extends PlannedWords, Standing {
  readonly tuk: 'plan 1';
  readonly id: string;
  /** The ledger that wrote it, and alone can tell whether a byte was changed. */
  readonly ledger: string;
  /** ISO times. */
  readonly at: string;
  readonly expires: string;
  /** The texts of the files and of the standard input that the line reads, by their names; keys and passwords are not. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The keyed hash of the lines of a batch or a flow, with the lines of their aliases. */
  readonly lines: string | null;
  /** The rows or steps that move what is not known before they run. */
  readonly open: readonly number[];
  /** What is moved, each by its row or step, which is 0 for a single line. */
  readonly transfers: readonly (Seal & { readonly row: number })[];
  /** The keyed hash of all other bytes. */
  readonly seal: string;
}

/** The plan that a run writes or applies. */
export interface PlanOfRun {
  /** The run writes it, and sends nothing. */
  readonly isWritten: boolean;
  /** @param row of a batch or a flow; 0 for a single line */
  readonly sealingOf: (row: number) => Sealing;
  /** Takes the lines of a batch or a flow, and those whose transfers are not known before they run. @throws {Guarded} */
  readonly takeLines: (lines: string, open: readonly number[]) => void;
  /** The least that a call brings, in whole tokens: an offer below it is not made. */
  readonly leastOf: (call: string) => string | undefined;
  /**
   * Its use by this run: once it is recorded, no other run applies it.
   * @param rules the limits that stand in the ledger, if they were read anew
   * @throws {Guarded} PLAN_EXPIRED, PLAN_DIFFERS
   */
  readonly use: (rules?: readonly LimitSettings[]) => PlannedUse | undefined;
}

const writeAnother = 'Write a new one: --plan-out FILE';
/** How long a plan can be applied, milliseconds. */
const lifetime = dayLength;

/** Collects what a run would move, for a plan. */
export class PlanDraft implements PlanOfRun {
  readonly isWritten = true;
  readonly #seals = new Map<string, Seal & { readonly row: number }>();
  #lines: string | undefined;
  #open: readonly number[] = [];

  sealingOf = (row: number): Sealing => ({
    approvals: () => () => Number.POSITIVE_INFINITY, // they follow
    take: (seal) => {
      this.#seals.set(JSON.stringify([row, seal]), { row, ...seal });
      return [];
    },
  });
  takeLines = (lines: string, open: readonly number[]) => {
    this.#lines = lines;
    this.#open = open;
  };
  leastOf = (): undefined => undefined;
  use = (): undefined => undefined;

  /**
   * @returns the text of the file, and what the ledger keeps of it
   * @param standing with the settings as a text
   * @param now epoch milliseconds
   * @throws {BadInput} NOTHING_PLANNED; {LocalFailure}
   */
  async write(words: PlannedWords, inputs: Plan['inputs'], standing: Standing, ledger: Ledger, now: number) {
    const seals = [...this.#seals.values()].sort((a, b) => a.row - b.row);
    if (seals.length === 0 && this.#open.length === 0)
      throw new BadInput('NOTHING_PLANNED', 'The line moves nothing new, so there is nothing to plan.');
    const hash = await ledger.hasher();
    const isOfSession = this.#open.length > 0 || seals.some(({ call }) => !call.startsWith('chain '));
    const plan: Omit<Plan, 'seal'> = {
      tuk: 'plan 1',
      id: randomBytes(8).toString('hex'),
      ledger: await ledger.madeId(),
      at: new Date(now).toISOString(),
      expires: new Date(now + lifetime).toISOString(),
      ...standing,
      subject: isOfSession ? standing.subject : null,
      settings: hash(standing.settings),
      ...words,
      inputs,
      lines: this.#lines === undefined ? null : hash(this.#lines),
      open: this.#open,
      transfers: seals.map((seal) => ({ ...seal, request: hash(seal.request) })),
    };
    const seal = hash(textOf({ ...plan, seal: '' }));
    const text = textOf({ ...plan, seal });
    if (Buffer.byteLength(text) <= mostBytes)
      return { text, id: plan.id, seal, persons: Math.max(0, ...seals.map(({ persons = 0 }) => persons)) };
    throw new BadInput('NOTHING_PLANNED', 'The plan would be larger than 64 MiB.', 'Divide the file of the lines.');
  }
}
const textOf = (plan: Plan) => `${JSON.stringify(plan, undefined, 2)}\n`;

/** A plan, and what the ledger of this machine says of it. `foreign`: another one wrote it, so nothing of it is checked. */
export interface KnownPlan {
  readonly plan: Plan;
  /** Its bytes. */
  readonly text: string;
  readonly state: 'open' | 'expired' | 'applied' | 'withdrawn' | 'foreign';
}

/** The failure for a file that is not a plan. */
export const badPlan = (file: string, why: string): BadInput =>
  new BadInput('BAD_PLAN', `The plan ${file} cannot be used: ${why}.`, writeAnother);
/** The largest plan, bytes. */
export const mostBytes = 64 * 1_048_576;

/** Whether a value has the form of a plan: it may be of another machine, or of another program. */
function isPlan(value: unknown): value is Plan {
  if (!isRecord(value) || value.tuk !== 'plan 1') return false;
  const { command, values, options, inputs, open, transfers, limits, rules } = value;
  const isText = (one: unknown) => typeof one === 'string';
  const isPlain = (one: unknown) => !isRecord(one) && !Array.isArray(one);
  const isList = (one: unknown, of: (item: unknown) => boolean) => Array.isArray(one) && one.every(of);
  const has = (one: unknown, of: (item: unknown) => boolean) => isRecord(one) && Object.values(one).every(of);
  const isPlainOrList = (one: unknown) => isPlain(one) || isList(one, isPlain);
  return (
    ['id', 'ledger', 'at', 'expires', 'profile', 'settings', 'seal'].every((name) => isText(value[name])) &&
    isList(command, isText) &&
    isList(values, isText) &&
    has(options, isPlainOrList) &&
    has(inputs, isText) &&
    has(limits, isPlainOrList) &&
    (rules === undefined || isList(rules, (one) => has(one, isPlainOrList))) &&
    isList(open, (one) => typeof one === 'number') &&
    isList(transfers, (one) => has(one, isPlain))
  );
}

/**
 * Reads the text of a plan.
 * @throws {BadInput} BAD_PLAN; {Guarded} PLAN_EDITED if a byte is not as this ledger wrote it
 */
export async function readPlan(text: string, file: string, ledger: Ledger, now: number): Promise<KnownPlan> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badPlan(file, 'it is not JSON');
  }
  if (!isPlan(value)) throw badPlan(file, 'it is not a plan of this version');
  const plan = value;
  if (plan.ledger !== (await ledger.id())) return { plan, text, state: 'foreign' };
  if (textOf(plan) !== text || (await ledger.hasher())(textOf({ ...plan, seal: '' })) !== plan.seal)
    throw new Guarded('PLAN_EDITED', `The plan ${file} is not as it was written.`, writeAnother);
  const used = await ledger.planUse(plan.seal);
  return { plan, text, state: used?.how ?? (now > Date.parse(plan.expires) ? 'expired' : 'open') };
}

/** Records that a plan is withdrawn: no copy of it is applied from then on. @throws {Guarded} PLAN_USED if it was applied */
export async function withdraw({ plan, state }: KnownPlan, ledger: Ledger, now: number): Promise<void> {
  if (state === 'foreign') throw notWrittenHere();
  await ledger.recordPlan({
    hash: plan.seal,
    plan: plan.id,
    how: 'withdrawn',
    run: '',
    at: new Date(now).toISOString(),
  });
  await ledger.identify();
}
const notWrittenHere = () =>
  new Guarded(
    'PLAN_EDITED',
    'The ledger of this machine did not write the plan, so it cannot tell whether it was edited.',
    'Apply it on the machine that wrote it.',
  );
const expired = ({ expires }: Plan) =>
  new Guarded('PLAN_EXPIRED', `The plan has expired, at ${expires}.`, writeAnother);
const differs = (moved: readonly string[]) =>
  new Guarded(
    'PLAN_DIFFERS',
    `The plan does not hold any more: ${moved.join('; ')}.`,
    `If a service could not be read, apply it again. Else review it anew. ${writeAnother}`,
  );

/** Checks that the bytes of a plan are what their reader is shown: nothing twice, nothing beside it. @throws {BadInput} BAD_PLAN */
export function requireOwnForm({ plan, text }: KnownPlan, file: string): void {
  if (textOf(plan) !== text) throw badPlan(file, 'it is not written as tuk writes plans');
}

/** Checks that a plan can still be applied or approved, wherever it was written. @throws {Guarded} PLAN_EXPIRED, PLAN_USED */
export function requireOpen({ plan, state }: Pick<KnownPlan, 'plan' | 'state'>): void {
  if (state === 'expired') throw expired(plan);
  if (state === 'applied' || state === 'withdrawn') throw planUsed(state);
}

/** What is the same for all transfers of a plan, as sentences have it. */
const standingNames = {
  profile: 'the profile is',
  subject: 'the account is',
  limits: 'the limits of the profile are',
  rules: 'the limits of the ledger are',
  settings: 'the settings of the profile are',
} as const;

/** The state of the moment, which a plan is compared with. */
export interface Moment {
  /** @throws {Failure} if it cannot be read */
  readonly standing: (rules?: readonly LimitSettings[]) => Standing;
  /** The keyed hash of the ledger. */
  readonly hash: (text: string) => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * The plan of a run that applies it.
 * @throws {Guarded} PLAN_EDITED, PLAN_EXPIRED, PLAN_USED, PLAN_DIFFERS; as `Moment.standing`
 */
export function applied(
  { plan, state }: KnownPlan,
  { standing, hash, now }: Moment,
  approvals: Sealing['approvals'],
): PlanOfRun {
  requireOpen({ plan, state });
  if (state === 'foreign') throw notWrittenHere();
  const planned: Standing = { ...plan, rules: plan.rules ?? [] };
  const requireStanding = (rules?: readonly LimitSettings[]) => {
    const { settings, ...at } = standing(rules);
    const present: Standing = { ...at, settings: hash(settings), ...(plan.subject === null ? { subject: null } : {}) };
    const moved = (Object.keys(standingNames) as (keyof Standing)[]).filter(
      (name) => JSON.stringify(present[name]) !== JSON.stringify(planned[name]),
    );
    if (moved.length > 0) throw differs(moved.map((name) => `${standingNames[name]} not the same`));
  };
  requireStanding();
  const run = randomBytes(8).toString('hex');
  const use = (rules?: readonly LimitSettings[]): PlannedUse => {
    if (now() > Date.parse(plan.expires)) throw expired(plan);
    requireStanding(rules);
    return { hash: plan.seal, plan: plan.id, how: 'applied', run, at: new Date(now()).toISOString() };
  };
  const movedIn = (one: Seal, seal: Seal) => movedSince(one, seal, { isStrict: true, hash });
  return {
    isWritten: false,
    use,
    takeLines: (lines) => {
      if (plan.lines !== hash(lines))
        throw differs(['a line of the file, an alias, a file or a variable in it is another one']);
    },
    leastOf: (call) => plan.transfers.find((seal) => seal.call === call)?.arrives,
    sealingOf: (row) => ({
      write: use,
      approvals,
      take: (seal) => {
        const ofRow = plan.transfers.filter((one) => one.row === row);
        const alike = ofRow.filter(({ call }) => call === seal.call);
        const [order] = ofRow;
        if (alike.length === 0 && plan.open.includes(row)) return [];
        if (seal.lowers && ofRow.some(({ place, account }) => place === seal.place && account === seal.account))
          return [];
        if (alike.length === 0 && (order === undefined || !seal.follows))
          return [differs([`it has no ${seal.call}${row === 0 ? '' : ` in line ${row}`}`])];
        // the payment of an order that is in the plan is bound by the order
        const ofOrder = { ...seal, ...order, call: seal.call, recipient: seal.recipient, object: seal.object };
        const differences =
          alike.length > 0
            ? alike.map((one) => movedIn(one, seal))
            : [movedIn({ ...ofOrder, request: hash(seal.request) }, seal)];
        return differences.some((moved) => moved.length === 0) ? [] : [differs(differences[0]!)];
      },
    }),
  };
}
