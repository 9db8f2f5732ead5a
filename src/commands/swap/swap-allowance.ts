// The allowance that a swap of a token needs first: set exactly, and named with the command that takes it back if its swap is not made.

import { exitCode } from '../../cli/exit-codes.js';
import { nextCommand } from '../../cli/next-command.js';
import { allowanceIntent, allowanceOf, needsReset } from '../../engine/chain/allowance.js';
import { finish } from '../../engine/chain/operation.js';
import { partly } from '../../engine/read/partly.js';
import { whole } from '../../money/amount-text.js';
import type { EvmToken } from '../../money/evm/describe.js';
import { runIntent } from '../../money/evm/pipeline.js';
import { quoted } from '../../services/command-line.js';
import { Failure, OutcomeUnknown, type Where } from '../../services/http/errors.js';
import type { SwapRequest } from './swap-order.js';

/** The token of a swap that sells one. */
type SoldToken = EvmToken & { readonly address: string };
const soldToken = ({ sells }: SwapRequest): SoldToken => ({ ...sells, address: sells.address! });

/** Whether the router may not take what is sold yet. @throws {Failure} of the node */
export const lacksAllowance = async ({ access, sells, raw, from, router }: SwapRequest): Promise<boolean> =>
  sells.address !== undefined && (await allowanceOf(access, sells.address, from, router)) < raw;

/**
 * Lets the router take exactly what is sold; a token that needs it gets a reset first.
 * @returns the exit code @throws as `runIntent`; {Failure} partial after the reset
 */
export async function setAllowance(request: SwapRequest, checkSpender: () => Promise<void>): Promise<number> {
  const { context, access, deps, sells, raw, from, router, fee, follow, clientRef } = request;
  context.log(
    `  The router may not take ${sells.symbol} yet: an allowance of exactly ${whole(raw.toString(), sells.decimals)} ${sells.symbol} goes first.`,
  );
  const refOf = (step: string) => (clientRef === undefined ? undefined : `${clientRef}:${step}`);
  const change = { from, token: soldToken(request), spender: router, raw, fee, clientRef: refOf('allowance'), checkSpender };
  const set = async (step: typeof change): Promise<number> =>
    finish(context, await runIntent(allowanceIntent(step, deps), deps), from, deps, {
      ...follow,
      confirmations: follow.confirmations > 0n ? follow.confirmations : 1n,
      isStep: true,
    });
  if (!(await needsReset(access, change))) return set(change);
  const code = await set({ ...change, raw: 0n, clientRef: refOf('reset') });
  return code === 0
    ? orPartly(
        () => set(change),
        async () => ({ message: 'The old allowance was taken back, and no new one was set' }),
      )
    : code;
}

/** Runs the swap after its allowance was set. @throws {Failure} partial, with the allowance that stays, if the swap is refused */
export const withAllowance = <Result>(request: SwapRequest, run: () => Promise<Result>): Promise<Result> =>
  orPartly(run, async () => ({ message: 'The allowance was set, and the swap was not made', ...(await standing(request, request.raw)) }));

/** Says that an allowance stays after a swap that was mined. @throws {Failure} ALLOWANCE_LEFT if the swap has ended badly */
export async function tellLeftAllowance(request: SwapRequest, code: number): Promise<void> {
  const isBad = code === exitCode('ended-badly');
  if (!isBad && (code !== 0 || request.follow.confirmations === 0n)) return; // it is not mined yet
  const { hint, ...where } = await standing(request, isBad ? request.raw : 0n);
  if (!where.allowance) return;
  if (!isBad) return request.context.log(`▲ ${hint}`);
  throw new Failure('ended-badly', 'ALLOWANCE_LEFT', 'The swap has ended badly, and the allowance that was set for it stays.', hint, where);
}

/** What was done before a failure, as the error says it. */
interface Done extends Where {
  readonly message: string;
  readonly hint?: string;
}

/** @throws {Failure} a failure of `run` as one of a command some of whose changes were made; an unknown outcome as it is */
async function orPartly<Result>(run: () => Promise<Result>, doneBefore: () => Promise<Done>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof OutcomeUnknown) throw error;
    const { message, hint, ...done } = await doneBefore();
    const told = `${message}: ${error.message.replace(/; nothing was (sent|signed)/, '')}`;
    const next = [error.hint, hint].filter(Boolean).join(' '); // a command line ends it
    throw error.kind === 'interrupted'
      ? new Failure(error.kind, error.code, told, next, { ...error.where, ...done })
      : partly(error, { ...done, message: told, hint: next });
  }
}

/** The allowance that the router has now, with the command line that takes it back. @param unread what it is if it cannot be read */
async function standing(request: SwapRequest, unread: bigint): Promise<Pick<Where, 'allowance' | 'revoke'> & { readonly hint?: string }> {
  const { context, access, network, from, router, key } = request;
  const { address: contract, symbol: token, decimals } = soldToken(request);
  const left = await allowanceOf(access, contract, from, router).catch(() => unread);
  if (left === 0n) return {};
  const amount = whole(left.toString(), decimals)!;
  const words = [
    ...['tuk', 'wallet', 'allowance', 'revoke', '--network', network, '--token', contract, '--spender', router],
    ...Object.entries({ '--key': key.key, '--key-file': key.keyFile, '--wallet': key.wallet, '--password-file': key.passwordFile }).flatMap(
      ([flag, value]) => (value === undefined ? [] : [flag, value]),
    ),
    ...(context.flags.yes ? ['--yes'] : []),
  ];
  const revoke = nextCommand(context, words.map(quoted).join(' '));
  return {
    allowance: { spender: router, token, contract, amount, rawAmount: left.toString() },
    revoke,
    hint: `The router may still take ${amount} ${token}. Take it back: ${revoke}`,
  };
}
