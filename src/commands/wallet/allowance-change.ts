// `tuk wallet allowance set` and `revoke`: one change of an allowance, exact, and zero to revoke it.

import type { Arguments, Command, Context } from '../../cli/command/command.js';
import { type Result, resultOf } from '../../cli/command/result.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { plain } from '../../cli/settings/options.js';
import {
  type AllowanceChange,
  allowanceIntent,
  isUnlimited,
  needsReset,
  standsAlready,
  unlimited,
} from '../../engine/chain/allowance.js';
import { asStep, feeChoice, finish, followOptions } from '../../engine/chain/operation.js';
import { confirmationOptions, feeOptions, keyOptions } from '../../engine/chain/options.js';
import { clientRefOf } from '../../engine/change/client-ref.js';
import type { Option } from '../../engine/request/params.js';
import { clientRefFlag, despiteFlag } from '../../engine/request/shared-options.js';
import { isUsedBefore } from '../../money/chain/pipeline.js';
import { baseUnits, whole } from '../../money/decimal.js';

import { runIntent } from '../../money/evm/pipeline.js';
import { checkRouter, pinnedRouter } from '../../money/evm/router.js';
import { BadInput } from '../../services/http/errors.js';
import {
  allowanceColumns,
  decimalsOption,
  network,
  openAllowance,
  spenderOption,
  tokenOption,
} from './allowance-target.js';

const clientRef: Option = { ...clientRefFlag, param: false };
const despite: Option = { ...despiteFlag, param: false };
export const setAllowance: Command = {
  name: 'allowance set',
  dryRun: 'plan',
  summary: 'Let the trusted router take an exact amount of a token',
  description: `The spender is the router that the profile trusts (tuk profile set NAME router.NETWORK ADDRESS), with the implementation of that time. A token that accepts
a new allowance only after a reset gets two transactions. An unlimited allowance (--unlimited) is confirmed at a terminal, by typed words. If the allowance is set
already, nothing is signed (exit 0).`,
  options: [
    network,
    tokenOption,
    spenderOption,
    plain('--amount <amount>', 'the amount in whole tokens'),
    plain('--raw-amount <n>', 'the amount in base units instead'),
    { flags: '--unlimited', effects: ['widens'], summary: 'every token of the account, now and later' },
    decimalsOption,
    ...feeOptions,
    ...confirmationOptions,
    ...keyOptions,
    clientRef,
    despite,
  ],
  needs: [['amount', 'rawAmount', 'unlimited']],
  examples: [
    'tuk wallet allowance set --network BSC --token bMVL --spender 0x3445cafe1899b6027483226f578724824B8186f4 --amount 100 --key-file phrase.txt --yes',
  ],
  uses: { wallet: ['listNetworkTokens', 'recordTransaction'] },
  run: (args, context) => change(args, context, false),
};

export const revokeAllowance: Command = {
  name: 'allowance revoke',
  dryRun: 'plan',
  summary: 'Revoke an allowance of any spender',
  description: 'The decimals of the token need not be known: zero needs none.',
  options: [
    network,
    tokenOption,
    spenderOption,
    decimalsOption,
    ...feeOptions,
    ...confirmationOptions,
    ...keyOptions,
    clientRef,
  ],
  examples: [
    'tuk wallet allowance revoke --network BSC --token bMVL --spender 0x3445cafe1899b6027483226f578724824B8186f4 --key-file phrase.txt --yes',
  ],
  uses: { wallet: ['listNetworkTokens', 'recordTransaction'] },
  run: (args, context) => change(args, context, true),
};

async function change(args: Arguments, context: Context, revokes: boolean) {
  const { options } = args;
  const amounts = [options.amount, options.rawAmount, options.unlimited].filter((amount) => amount !== undefined);
  if (amounts.length > 1) throw new BadInput('CONFLICT', 'Give one of --amount, --raw-amount and --unlimited.');
  for (const text of [options.amount, options.rawAmount])
    if (typeof text === 'string' && /^0+(\.0*)?$/.test(text))
      throw new BadInput(
        'BAD_AMOUNT',
        'An allowance of 0 is revoked, not set.',
        nextCommand(
          context,
          `tuk wallet allowance revoke --network ${options.network} --token ${options.token} --spender ${options.spender}`,
        ),
      );
  const [fee, follow, ref] = [feeChoice(options), followOptions(options, context), clientRefOf(options)];
  if (typeof options.amount === 'string') baseUnits(options.amount, 77, '--amount');
  if (typeof options.rawAmount === 'string') baseUnits(options.rawAmount, 0, '--raw-amount');
  const { from, access, deps, hasDecimals, name, token, spender } = await openAllowance(args, context, true, revokes);
  const raw = revokes
    ? 0n
    : options.unlimited === true
      ? unlimited
      : typeof options.rawAmount === 'string'
        ? baseUnits(options.rawAmount, 0, '--raw-amount')
        : baseUnits(String(options.amount), token!.decimals, '--amount');
  const pin = pinnedRouter(access.pins, name);
  const checkSpender = async () => {
    if (!revokes) await checkRouter(access.rpc, spender!, name, pin, context.settings().profile.value);
  };
  await checkSpender();
  const notes =
    revokes && !(await hasDecimals(token!.address))
      ? [['Decimals', 'not known, and not needed for zero'] as const]
      : [];
  const target = { from, token: token!, spender: spender!, raw, fee, clientRef: ref, checkSpender, notes };
  if (!revokes && !isUsedBefore(allowanceIntent(target, deps), deps) && (await standsAlready(access, target)))
    return unchangedResult(context, target, name);
  if (!deps.dryRun && (await needsReset(access, target))) {
    context.log(`  ${token!.symbol} accepts a new allowance only after a reset: two transactions follow.`);
    const reset = { ...target, isStep: true, raw: 0n, clientRef: ref === undefined ? undefined : `${ref}:reset` };
    const step = await finish(context, await runIntent(allowanceIntent(reset, deps), deps), from, deps, asStep(follow));
    if (step.exit !== 0) return step;
  }
  return finish(context, await runIntent(allowanceIntent(target, deps), deps), from, deps, follow);
}
function unchangedResult(
  context: Context,
  { from, token, spender, raw }: Pick<AllowanceChange, 'from' | 'token' | 'spender' | 'raw'>,
  network: string,
): Result {
  const { symbol, address, decimals } = token;
  const allowance = isUnlimited(raw) ? 'unlimited' : whole(raw.toString(), decimals);
  const row = {
    what: raw === 0n ? 'revoke' : 'allow',
    unchanged: true,
    token: symbol,
    contract: address,
    decimals,
    allowance,
    rawAllowance: raw.toString(),
  };
  context.note({ is: 'done', text: `The allowance is set already: ${allowance} ${symbol}. Nothing was signed.` });
  return resultOf(JSON.stringify({ ...row, unlimited: isUnlimited(raw), spender, owner: from, network }), {
    singleRecord: true,
    columns: [...allowanceColumns.slice(0, 3), { path: 'contract' }],
  });
}
