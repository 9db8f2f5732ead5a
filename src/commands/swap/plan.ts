// The plan of a swap as a file: the request, the floor by its quote, and the built transaction.

import { writeFileSync } from 'node:fs';
import type { Arguments, Context } from '../../cli/command/command.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { coinAddress } from '../../engine/chain/token.js';
import { type SwapVersion, swapVersionNames } from '../../engine/read/swap-versions.js';
import { whole } from '../../money/decimal.js';
import { quoted } from '../../services/command-line.js';
import { isEvmAddress } from '../../services/forms.js';
import { BadInput, LocalFailure } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { readPlainFile } from '../../session/plain-file.js';
import { type BuiltTransaction, checkFloor } from './built-transaction.js';
import { decoded, makeOffer, type Offer } from './swap-offer.js';
import { type SwapRequest, usualSlippage } from './swap-order.js';

/** The contents of the file. */
export interface Plan {
  readonly tuk: 'swap plan 1';
  readonly at: string;
  readonly network: string;
  readonly chainId: string;
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly slippage: string;
  readonly recipient: string;
  readonly version: SwapVersion;
  readonly floor: string;
  readonly built: BuiltTransaction;
}

/**
 * The plan of an offer, for --plan-out: the amount in whole tokens, the floor in base units.
 * The coin of a network has the platform's address for it (platform 3.3).
 */
export const planOf = (
  { context, network, access, sells, buys, raw, from, slippage, recipient, version }: SwapRequest,
  offer: Offer,
): Plan => ({
  tuk: 'swap plan 1',
  at: new Date(context.world.clock.now()).toISOString(),
  network,
  chainId: access.chain.chainId.toString(),
  account: from,
  from: sells.address ?? coinAddress,
  to: buys.address ?? coinAddress,
  amount: whole(raw.toString(), sells.decimals)!,
  slippage,
  recipient,
  version,
  floor: offer.floor.toString(),
  built: offer.built,
});

/**
 * The offer of a plan: its transaction if both price sources still confirm it, else a new one with at least the same
 * floor.
 * @throws {Guarded} FLOOR_TOO_LOW if the transaction has a lower floor than the plan; as `makeOffer`
 */
export async function plannedOffer(request: SwapRequest, { built, floor }: Plan): Promise<Offer> {
  checkFloor(await decoded(request, built), BigInt(floor));
  return makeOffer(request, BigInt(floor), built);
}

/** Writes a plan to a new file. @throws {LocalFailure} PLAN_UNWRITABLE */
export function writePlan(context: Context, file: string, plan: Plan): void {
  const place = inWorkingFolder(context.world, file);
  try {
    writeFileSync(place, `${JSON.stringify(plan, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new LocalFailure(
      'PLAN_UNWRITABLE',
      `The plan cannot be written to ${file}: ${(error as Error).message}.`,
      'Give the name of a new file.',
      error,
    );
  }
  const slippage = isWide(plan) ? ` --slippage ${plan.slippage}` : '';
  context.log(
    `✓ The plan is in ${file}. Sign it: ${nextCommand(context, `tuk swap run --plan ${quoted(file)}${slippage}`)}`,
  );
}

/** Reads a plan; it is checked like a response of the platform. @throws {BadInput} BAD_PLAN */
export function readPlan(context: Context, file: string): Plan {
  const bad = (why: string) =>
    new BadInput('BAD_PLAN', `The plan ${file} cannot be used: ${why}.`, 'Write one with --plan-out.');
  let value: unknown;
  try {
    value = JSON.parse(readPlainFile(inWorkingFolder(context.world, file), { links: true }));
  } catch (error) {
    throw bad((error as Error).message.slice(0, 120));
  }
  if (!isRecord(value) || value.tuk !== 'swap plan 1' || !isRecord(value.built))
    throw bad('it is not a plan of this version');
  const plan = value as unknown as Plan;
  const { built } = plan;
  const isText = (pattern: RegExp) => (text: unknown) => typeof text === 'string' && pattern.test(text);
  const sound =
    [plan.account, plan.from, plan.to, plan.recipient, built.to].every(
      (text) => typeof text === 'string' && isEvmAddress(text),
    ) &&
    [built.value, plan.floor, plan.chainId].every(isText(/^\d{1,78}$/)) &&
    [plan.network, plan.amount, plan.slippage].every(isText(/^[\w.]{1,90}$/)) &&
    isText(/^0x([0-9a-f]{2})+$/)(built.data) &&
    swapVersionNames.includes(plan.version);
  if (!sound) throw bad('its values are not valid for a plan');
  return plan;
}

/**
 * The arguments of a plan. A typed argument must be the same. A slippage above the usual one must be typed: a file
 * widens no bound. @throws {BadInput} PLAN_DIFFERS
 */
export function withPlan(args: Arguments, plan: Plan): Arguments {
  const { network, from, to, amount, slippage, recipient } = plan;
  const options = { network, from, to, amount, slippage, recipient };
  for (const [name, value] of Object.entries(options))
    if (args.options[name] !== undefined && args.options[name] !== value)
      throw new BadInput(
        'PLAN_DIFFERS',
        `--${name} is ${JSON.stringify(args.options[name])}, and the plan has ${value}.`,
        'Leave it out, or write a new plan.',
      );
  return {
    ...args,
    options: { ...args.options, ...options, slippage: isWide(plan) ? args.options.slippage : slippage },
  };
}
const isWide = ({ slippage }: Plan) => Number(slippage) > Number(usualSlippage);
