// `tuk wallet allowance`: lists what contracts may take of an account, sets an allowance exactly, revokes it.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { nextCommand } from '../../cli/next-command.js';
import { chainAccess, chainDependencies } from '../../engine/chain/access.js';
import {
  type AllowanceChange,
  allowanceIntent,
  allowanceOf,
  approvalsOf,
  isUnlimited,
  needsReset,
  revokedTokenReader,
  standsAlready,
  unlimited,
} from '../../engine/chain/allowance.js';
import { feeChoice, finish, followOptions, wholeNumber } from '../../engine/chain/operation.js';
import { confirmationOptions, feeOptions, keyOptions, selectionOf } from '../../engine/chain/options.js';
import { signerOf } from '../../engine/chain/signing-key.js';
import { tokenNamed } from '../../engine/chain/token.js';
import { clientRefOf } from '../../engine/change/client-ref.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { readSpender, swapVersionOf } from '../../engine/read/swap-versions.js';
import { readEndpoint } from '../../engine/request/call.js';
import type { Option } from '../../engine/request/params.js';
import { clientRefFlag, despiteFlag, despiteOf } from '../../engine/request/shared-options.js';
import { requireAddress } from '../../money/address.js';
import { baseUnits } from '../../money/amount.js';
import { whole } from '../../money/amount-text.js';
import { isUsedBefore } from '../../money/chain/pipeline.js';
import { evmNetworks, requireEvm } from '../../money/evm/chain.js';
import { runIntent } from '../../money/evm/pipeline.js';
import { checkRouter, pinnedRouter } from '../../money/evm/router.js';
import { checksummed } from '../../money/evm/transaction.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { asText, valueAt } from '../../services/json-value.js';

const network: Option = {
  flags: '--network <network>',
  summary: 'the network, one of the EVM chains',
  words: Network,
  offers: () => evmNetworks,
  required: true,
};
const tokenOption: Option = {
  flags: '--token <token>',
  summary: 'the token: a symbol, or the address of its contract',
  required: true,
};
const spenderOption: Option = {
  flags: '--spender <address>',
  summary: 'the contract that may take the tokens',
  as: 'address',
  required: true,
};
const decimalsOption: Option = {
  flags: '--decimals <n>',
  summary: 'the decimals of a token that is on no list',
  param: false,
};
const clientRef: Option = { ...clientRefFlag, param: false };
const despite: Option = { ...despiteFlag, param: false };
const versionOption: Option = {
  flags: '--api-version <version>',
  summary: 'the version of the swap service whose spender is read',
  words: ['v1', 'v1.1', 'v2'],
  param: false,
};

/** Parses the common inputs of the three commands. @throws {BadInput} {Guarded} {Failure} */
async function open({ options }: Arguments, context: Context, needsKey: boolean, revokes = false) {
  const name = options.network;
  if (typeof name !== 'string')
    throw new BadInput(
      'MISSING_OPTION',
      '--network is needed; nothing was signed.',
      'See the networks: tuk wallet chains',
    );
  requireEvm(name);
  for (const key of ['spender', 'wallet'] as const)
    if (typeof options[key] === 'string') requireAddress(options[key], `--${key}`, name);
  const decimals = options.decimals === undefined ? undefined : Number(wholeNumber(options.decimals, '--decimals'));
  const signer =
    needsKey || typeof options.wallet !== 'string'
      ? await signerOf(context, selectionOf(options), 'evm', name)
      : undefined;
  const from = signer?.address ?? checksummed(String(options.wallet));
  const access = await chainAccess(context, name);
  const noKey = {
    withKey: async () => {
      throw new Error('no key');
    },
  };
  const certain = await chainDependencies(context, access, signer ?? noKey, { decimals, despite: despiteOf(options) });
  const deps = revokes ? { ...certain, tokenAt: revokedTokenReader(context, access, certain.tokenAt) } : certain;
  const typedToken = options.token;
  const token =
    typeof typedToken === 'string' ? await tokenNamed(context, access, typedToken, deps.tokenAt) : undefined;
  if (token && token.address === undefined)
    throw new BadInput('NO_ALLOWANCE', `${token.symbol} is the coin of ${name}: it needs no allowance.`);
  return {
    from,
    access,
    deps,
    /** Whether the decimals of a token are certain. */
    hasDecimals: (contract: string) =>
      certain.tokenAt(contract).then(
        () => true,
        () => false,
      ),
    name,
    token: token && { ...token, address: token.address! },
    spender: typeof options.spender === 'string' ? checksummed(options.spender) : undefined,
  };
}

const list = repeatable({
  name: 'allowance list',
  summary: 'List what contracts may take of your tokens',
  description: `The spenders come from the event logs of the chain, and include the trusted router and the spender of the platform; amounts are read from the chain.
The account is --wallet, or else the account of your key.`,
  options: [
    network,
    { flags: '--token <token>', summary: 'only this token; default: all in the logs' },
    { flags: '--spender <address>', summary: 'this spender only' },
    { flags: '--all', summary: 'include allowances of zero' },
    versionOption,
    decimalsOption,
    ...keyOptions,
  ],
  examples: ['tuk wallet allowance list --network BSC --wallet 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  uses: { wallet: ['listNetworkTokens', 'getSpenderV2', 'getSpender', 'getSpenderV1', 'getSpenderV1_1'] },
  run: async (args, context) => {
    const { from, access, deps, name, token, spender: wanted } = await open(args, context, false);
    const { approvals, since } = await approvalsOf(access, from, token?.address);
    if (since > 0n)
      context.log(`  The node shows event logs since block ${since} only: older allowances may be missing.`);
    const router = pinnedRouter(access.pins, name)?.address;
    const platform = await platformSpenders(context, args.options.apiVersion, name);
    const originOf = (spender: string) =>
      spender === router
        ? 'trusted router'
        : platform.includes(spender)
          ? 'named by the platform, not trusted'
          : 'seen in the logs';
    const pairs = new Map(approvals.map((approval) => [`${approval.token} ${approval.spender}`, approval]));
    for (const contract of new Set([token?.address, ...approvals.map((approval) => approval.token)]))
      for (const spender of [router, ...platform, wanted])
        if (contract !== undefined && spender !== undefined)
          pairs.set(`${contract} ${spender}`, { token: contract, spender });
    const rows: unknown[] = [];
    for (const { token: tokenAddress, spender } of pairs.values()) {
      if (wanted !== undefined && spender !== wanted) continue;
      const raw = await allowanceOf(access, tokenAddress, from, spender);
      if (raw === 0n && args.options.all !== true && wanted === undefined) continue;
      const facts = await deps.tokenAt(tokenAddress).catch((error: unknown) => {
        if (error instanceof Failure && error.kind !== 'interrupted') return undefined;
        throw error;
      });
      rows.push({
        token: facts?.symbol ?? null,
        tokenAddress,
        spender,
        allowance: isUnlimited(raw) ? 'unlimited' : facts === undefined ? null : whole(raw.toString(), facts.decimals),
        rawAllowance: raw.toString(),
        unlimited: isUnlimited(raw),
        who: originOf(spender),
        owner: from,
        network: name,
      });
    }
    await context.out.print(JSON.stringify(rows), {
      columns: listColumns,
      idPath: 'spender',
      empty:
        since > 0n
          ? `No allowance is known since block ${since}; an older one may exist.`
          : 'No contract may take anything.',
    });
    return 0;
  },
});
const listColumns = [
  { path: 'token' },
  { path: 'allowance', as: 'amount' as const },
  { path: 'spender' },
  { path: 'who' },
  { path: 'tokenAddress', heading: 'contract' },
];

/** The spenders by the platform: of the version of the run, and beside version 2 also of version 3. */
async function platformSpenders(context: Context, typed: unknown, name: string) {
  const version = await swapVersionOf(context, typed);
  const addresses: string[] = [];
  const add = async (read: () => Promise<string>, log: (problem: string) => void) => {
    try {
      const address = await read();
      if (/^0x[0-9a-fA-F]{40}$/.test(address)) addresses.push(checksummed(address));
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
      log(error.message);
    }
  };
  await add(
    () => readSpender(context, version, name),
    (problem) => context.log(`  The platform does not name a spender: ${problem}`),
  );
  const readThird = async () =>
    asText(valueAt((await readEndpoint(context, 'wallet', 'getSpender', { network: name })).data, 'address'));
  if (version === 'v2')
    await add(readThird, (problem) => context.log(`  The platform does not name a spender of version 3: ${problem}`));
  return [...new Set(addresses)];
}

const set: Command = {
  name: 'allowance set',
  summary: 'Let the trusted router take an exact amount of a token',
  description: `The spender is the router that the profile trusts (tuk profile set NAME router.NETWORK ADDRESS), with the implementation of that time. A token that accepts
a new allowance only after a reset gets two transactions. An unlimited allowance (--unlimited) is confirmed at a terminal, by typed words. If the allowance is set
already, nothing is signed (exit 0).`,
  options: [
    network,
    tokenOption,
    spenderOption,
    { flags: '--amount <amount>', summary: 'the amount in whole tokens' },
    { flags: '--raw-amount <n>', summary: 'the amount in base units instead' },
    { flags: '--unlimited', summary: 'every token of the account, now and later' },
    decimalsOption,
    ...feeOptions,
    ...confirmationOptions,
    ...keyOptions,
    clientRef,
    despite,
  ],
  examples: [
    'tuk wallet allowance set --network BSC --token bMVL --spender 0x3445cafe1899b6027483226f578724824B8186f4 --amount 100 --key-file phrase.txt --yes',
  ],
  uses: { wallet: ['listNetworkTokens', 'recordTransaction'] },
  run: (args, context) => change(args, context, false),
};

const revoke: Command = {
  name: 'allowance revoke',
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
  for (const key of ['network', 'token', 'spender'])
    if (typeof options[key] !== 'string')
      throw new BadInput('MISSING_OPTION', `--${key} is needed; nothing was signed.`);
  const amounts = [options.amount, options.rawAmount, options.unlimited].filter((amount) => amount !== undefined);
  if (!revokes && amounts.length !== 1)
    throw new BadInput('MISSING_OPTION', 'Give one of --amount, --raw-amount and --unlimited; nothing was signed.');
  for (const text of [options.amount, options.rawAmount])
    if (typeof text === 'string' && /^0+(\.0*)?$/.test(text))
      throw new BadInput(
        'BAD_AMOUNT',
        'An allowance of 0 is revoked, not set; nothing was signed.',
        nextCommand(
          context,
          `tuk wallet allowance revoke --network ${options.network} --token ${options.token} --spender ${options.spender}`,
        ),
      );
  const [fee, follow, ref] = [feeChoice(options), followOptions(options, context), clientRefOf(options)];
  if (typeof options.amount === 'string') baseUnits(options.amount, 77, '--amount');
  if (typeof options.rawAmount === 'string') baseUnits(options.rawAmount, 0, '--raw-amount');
  const { from, access, deps, hasDecimals, name, token, spender } = await open(args, context, true, revokes);
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
  const wanted = { from, token: token!, spender: spender!, raw, fee, clientRef: ref, checkSpender, notes };
  if (!revokes && !isUsedBefore(allowanceIntent(wanted, deps), deps) && (await standsAlready(access, wanted)))
    return reportUnchanged(context, wanted, name);
  if (!deps.dryRun && (await needsReset(access, wanted))) {
    context.log(`  ${token!.symbol} accepts a new allowance only after a reset: two transactions follow.`);
    const reset = { ...wanted, raw: 0n, clientRef: ref === undefined ? undefined : `${ref}:reset` };
    const confirmations = follow.confirmations > 0n ? follow.confirmations : 1n;
    const code = await finish(context, await runIntent(allowanceIntent(reset, deps), deps), from, deps, {
      ...follow,
      confirmations,
      isStep: true,
    });
    if (code !== 0) return code;
  }
  return finish(context, await runIntent(allowanceIntent(wanted, deps), deps), from, deps, follow);
}
async function reportUnchanged(
  context: Context,
  { from, token, spender, raw }: Pick<AllowanceChange, 'from' | 'token' | 'spender' | 'raw'>,
  network: string,
): Promise<number> {
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
  await context.out.print(JSON.stringify({ ...row, unlimited: isUnlimited(raw), spender, owner: from, network }), {
    singleRecord: true,
    columns: [...listColumns.slice(0, 3), 'contract'],
  });
  context.log(`✓ The allowance is set already: ${allowance} ${symbol}. Nothing was signed.`);
  return 0;
}
export const allowances: readonly Command[] = [list, set, revoke];
