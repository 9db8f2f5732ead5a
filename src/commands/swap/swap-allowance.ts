// The allowance of a swap: set exactly; if the swap fails, the error names the command that takes it back.

import { exitCode } from '../../cli/settings/exit-codes.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { allowanceIntent, allowanceOf, needsReset } from '../../engine/chain/allowance.js';
import { asStep, finish } from '../../engine/chain/operation.js';
import { partly } from '../../engine/read/partly.js';
import type { ChainToken } from '../../money/chain/effect.js';
import { whole } from '../../money/decimal.js';
import { runIntent } from '../../money/evm/pipeline.js';
import { quoted } from '../../services/command-line.js';
import { Failure, OutcomeUnknown, type Where } from '../../services/http/errors.js';
import type { SwapRequest } from './swap-order.js';

type SoldToken = ChainToken & { readonly address: string };
const soldToken = ({ sells }: SwapRequest): SoldToken => ({ ...sells, address: sells.address! });

/** Whether the router may not take the sold amount yet. @throws {Failure} of the node */
export const lacksAllowance = async ({ access, sells, raw, from, router }: SwapRequest): Promise<boolean> =>
  sells.address !== undefined && (await allowanceOf(access, sells.address, from, router)) < raw;

/**
 * Lets the router take exactly the sold amount, after a reset if the token needs one.
 * @returns the exit code @throws as `runIntent`; {Failure} partial after the reset
 */
export async function setAllowance(request: SwapRequest, checkSpender: () => Promise<void>): Promise<number> {
  const { context, access, deps, sells, raw, from, router, fee, follow, clientRef } = request;
  context.log(
    `  The router may not take ${sells.symbol} yet: an allowance of exactly ${whole(raw.toString(), sells.decimals)} ${sells.symbol} goes first.`,
  );
  const refOf = (step: string) => (clientRef === undefined ? undefined : `${clientRef}:${step}`);
  const change = {
    from,
    token: soldToken(request),
    spender: router,
    raw,
    fee,
    clientRef: refOf('allowance'),
    checkSpender,
    isStep: true,
  };
  const set = async (step: typeof change): Promise<number> =>
    (await finish(context, await runIntent(allowanceIntent(step, deps), deps), from, deps, asStep(follow))).exit;
  if (!(await needsReset(access, change))) return set(change);
  const code = await set({ ...change, raw: 0n, clientRef: refOf('reset') });
  if (code !== 0) return code;
  return orPartly(
    () => set(change),
    async () => ({ message: 'The old allowance was revoked, and no new one was set' }),
  );
}

/**
 * Runs the swap after its allowance was set.
 * @throws {Failure} partial, with the remaining allowance, if the swap is refused
 */
export const withAllowance = <Result>(request: SwapRequest, run: () => Promise<Result>): Promise<Result> =>
  orPartly(run, async () => ({
    message: 'The allowance was set, but the swap was not made',
    ...(await standing(request, request.raw)),
  }));

/** Logs the remaining allowance after a mined swap. @throws {Failure} ALLOWANCE_LEFT if the swap ended badly */
export async function leftAllowance(request: SwapRequest, code: number): Promise<readonly Failure[]> {
  const isBad = code === exitCode('ended-badly');
  if (!isBad && (code !== 0 || request.follow.confirmations === 0n)) return []; // it is not mined yet
  const { hint, ...where } = await standing(request, isBad ? request.raw : 0n);
  if (!where.allowance) return [];
  if (isBad)
    return [new Failure('ended-badly', 'ALLOWANCE_LEFT', 'The swap failed, and its allowance remains.', hint, where)];
  if (hint !== undefined) request.context.note({ is: 'warning', text: hint });
  return [];
}

interface Done extends Where {
  readonly message: string;
  readonly hint?: string;
}

/** @throws {Failure} a failure of `run` as a partial one; an unknown outcome is not changed */
async function orPartly<Result>(run: () => Promise<Result>, doneBefore: () => Promise<Done>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof OutcomeUnknown) throw error;
    const { message, hint, ...done } = await doneBefore();
    const text = `${message}: ${error.message}`;
    const next = [error.hint, hint].filter(Boolean).join(' '); // a command line ends it
    throw error.kind === 'interrupted'
      ? new Failure(error.kind, error.code, text, next, { ...error.where, ...done, unsent: false })
      : partly(error, { ...done, message: text, hint: next });
  }
}

/**
 * The present allowance of the router, with the command line that takes it back.
 * @param unread the amount if the read fails
 */
async function standing(
  request: SwapRequest,
  unread: bigint,
): Promise<Pick<Where, 'allowance' | 'revoke'> & { readonly hint?: string }> {
  const { context, access, network, from, router, key } = request;
  const { address: contract, symbol: token, decimals } = soldToken(request);
  const remaining = await allowanceOf(access, contract, from, router).catch(() => unread);
  if (remaining === 0n) return {};
  const amount = whole(remaining.toString(), decimals)!;
  const keyFlags = {
    '--key': key.key,
    '--key-file': key.keyFile,
    '--wallet': key.wallet,
    '--password-file': key.passwordFile,
  };
  const words = [
    'tuk',
    'wallet',
    'allowance',
    'revoke',
    '--network',
    network,
    '--token',
    contract,
    '--spender',
    router,
  ];
  for (const [flag, value] of Object.entries(keyFlags)) if (value !== undefined) words.push(flag, value);
  if (context.flags.yes) words.push('--yes');
  const revoke = nextCommand(context, words.map(quoted).join(' '));
  return {
    allowance: { spender: router, token, contract, amount, rawAmount: remaining.toString() },
    revoke,
    hint: `The router may still take ${amount} ${token}. Take it back: ${revoke}`,
  };
}
