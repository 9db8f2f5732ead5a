// `tuk wallet allowance list`: what contracts may take of an account; and the commands that change it.

import { type Arguments, type Command, type Context, type Result, resultOf } from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { plain } from '../../cli/settings/options.js';
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
import { asStep, feeChoice, finish, followOptions, wholeNumber } from '../../engine/chain/operation.js';
import { confirmationOptions, feeOptions, keyOptions, selectionOf } from '../../engine/chain/options.js';
import { signerOf } from '../../engine/chain/signing-key.js';
import { evmTokenNamed } from '../../engine/chain/token.js';
import { clientRefOf } from '../../engine/change/client-ref.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { readSpender, swapVersionOf } from '../../engine/read/swap-versions.js';
import { readFact } from '../../engine/request/call.js';
import { keyOf, type Option } from '../../engine/request/params.js';
import { clientRefFlag, despiteFlag, despiteOf, planOutFlag } from '../../engine/request/shared-options.js';
import { isUsedBefore } from '../../money/chain/pipeline.js';
import { requireEvm } from '../../money/evm/chain.js';
import { runIntent } from '../../money/evm/pipeline.js';
import { checkRouter, pinnedRouter } from '../../money/evm/router.js';
import { checksummed } from '../../money/evm/transaction.js';
import { requireAddress } from '../../money/values/address.js';
import { baseUnits, whole } from '../../money/values/decimal.js';
import { evmNetworks } from '../../money/values/networks.js';
import { Network } from '../../services/catalogue/words.js';
import { isEvmAddress } from '../../services/forms.js';
import { BadInput, partFailure } from '../../services/http/errors.js';
import { asText, valueAt } from '../../services/json-value.js';
import { ownAddressesOn } from './resolve-wallet.js';

// The subject of an allowance: network, token, spender and account, as typed and as the chain has them.
const network: Option = plain('--network <network>', 'the network, one of the EVM chains', {
  words: Network,
  offers: () => evmNetworks,
  required: true,
});
const tokenOption: Option = plain('--token <token>', 'the token: a symbol, or the address of its contract', {
  required: true,
});
const spenderOption: Option = plain('--spender <address>', 'the contract that may take the tokens', {
  as: 'address',
  required: true,
});
const decimalsOption: Option = {
  flags: '--decimals <n>',
  effects: ['widens'],
  summary: 'the decimals of a token that is on no list',
  param: false,
};
/**
 * Opens the chain of an allowance, with the account and the token that the options name.
 * @throws {BadInput} {Guarded} {Failure}
 */
async function openAllowance({ options }: Arguments, context: Context, needsKey: boolean, revokes = false) {
  const name = String(options.network);
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
  const token = typeof typedToken === 'string' ? await evmTokenNamed(context, deps, typedToken, decimals) : undefined;
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

/** The columns of an allowance. */
const allowanceColumns = [
  { path: 'token' },
  { path: 'allowance', as: 'amount' as const },
  { path: 'spender' },
  { path: 'who' },
  { path: 'tokenAddress', heading: 'contract' },
];

// `tuk wallet allowance set` and `revoke`: one change of an allowance, exact, and zero to revoke it.
const clientRef: Option = { ...clientRefFlag, param: false };
const despite: Option = { ...despiteFlag, param: false };
const planOut: Option = { ...planOutFlag, param: false };
const setAllowance: Command = {
  name: 'allowance set',
  dryRun: 'plan',
  summary: 'Let the trusted router take an exact amount of a token',
  description: `Use it before a swap of your own; tuk swap run sets its allowance itself.
The spender is the router that the profile trusts (tuk profile set NAME router.NETWORK ADDRESS). Its implementation must be the same as then.
Some tokens accept a new allowance only after a reset; it then signs two transactions.
An unlimited allowance (--unlimited) needs typed words at a terminal. If the allowance is set already, tuk signs nothing (exit 0).`,
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
    planOut,
  ],
  needs: [['amount', 'rawAmount', 'unlimited']],
  examples: [
    'tuk wallet allowance set --network BSC --token bMVL --spender 0x3445cafe1899b6027483226f578724824B8186f4 --amount 100 --key-file phrase.txt --yes',
  ],
  uses: { wallet: ['listNetworkTokens', 'recordTransaction'] },
  run: (args, context) => change(args, context, false),
};

const revokeAllowance: Command = {
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
    planOut,
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
  if (!revokes && !(await isUsedBefore(allowanceIntent(target, deps), deps)) && (await standsAlready(access, target)))
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
  const allowance = isUnlimited(raw) ? 'unlimited' : whole(raw, decimals);
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

const list = repeatable({
  name: 'allowance list',
  dryRun: 'none',
  summary: 'List the allowances: what contracts may take of your tokens',
  description: `Use it to see which contracts may take your tokens. Amounts come from the chain.
Spenders come from its event logs; tuk adds the trusted router and the platform's spender.
Give --wallet or a key to read one account. Otherwise tuk reads your wallets on the network and your stored keys.
The field wallet is the account of a row.`,
  options: [
    network,
    plain('--token <token>', 'only this token; default: all in the logs'),
    plain('--spender <address>', 'this spender only'),
    plain('--all', 'include allowances of zero'),
    decimalsOption,
    ...keyOptions,
  ],
  examples: ['tuk wallet allowance list --network BSC --wallet 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  uses: {
    user: ['listWalletsV2'],
    wallet: ['listNetworkTokens', 'getSpenderV2', 'getSpender', 'getSpenderV1'],
  },
  run: async (args, context) => {
    const own = await ownersOf(args, context);
    const opened = await openAllowance(
      own[0] === undefined ? args : { ...args, options: { ...args.options, wallet: own[0] } },
      context,
      false,
    );
    const { access, name, token, spender: wanted } = opened;
    const owners = own.length > 0 ? own : [opened.from];
    const router = pinnedRouter(access.pins, name)?.address;
    const platform = await platformSpenders(context, name);
    const originOf = (spender: string) =>
      spender === router
        ? 'trusted router'
        : platform.includes(spender)
          ? 'named by the platform, not trusted'
          : 'seen in the logs';
    const rows: unknown[] = [];
    const sinceBlocks: bigint[] = [];
    for (const from of owners) {
      const { approvals, since } = await approvalsOf(access, from, token?.address);
      sinceBlocks.push(since);
      rows.push(...(await allowancesOf({ ...opened, from }, approvals, [router, ...platform, wanted], args, originOf)));
    }
    const since = sinceBlocks.reduce((one, other) => (one > other ? one : other), 0n);
    if (since > 0n) context.note({ is: 'since', at: `block ${since}`, what: 'event logs of allowances' });
    const selected = [token && ` for ${token.symbol}`, wanted && ` to ${wanted}`];
    return resultOf(JSON.stringify(rows), {
      columns: listedColumns,
      idPath: 'spender',
      empty: {
        says: `No allowance${selected.filter(Boolean).join('')}${since > 0n ? ` is known since block ${since}` : ''}.`,
        of: { of: owners, network: name, from: 'node' },
      },
    });
  },
});
const listedColumns = [
  ...allowanceColumns.slice(0, 3),
  { path: 'owner', heading: 'wallet' },
  ...allowanceColumns.slice(3),
];

/**
 * The accounts of a list without a named one: all wallets of the user on the network, and the stored keys.
 * @returns none if a wallet or a key is named, or if there is nothing to read: the account of the key is read then
 */
async function ownersOf({ options }: Arguments, context: Context): Promise<readonly string[]> {
  const { network: on, wallet } = options;
  const namesKey = keyOptions.some((option) => options[keyOf(option)] !== undefined);
  if (typeof on !== 'string' || wallet !== undefined || namesKey) return [];
  requireEvm(on);
  return ownAddressesOn(context, on);
}

type OpenAllowance = Awaited<ReturnType<typeof openAllowance>>;
/** The allowances of one account as rows. @param spenders those that are read beside the ones in the logs */
async function allowancesOf(
  { from, access, deps, name, token, spender: wanted }: OpenAllowance,
  approvals: Awaited<ReturnType<typeof approvalsOf>>['approvals'],
  spenders: readonly (string | undefined)[],
  args: Arguments,
  originOf: (spender: string) => string,
): Promise<readonly unknown[]> {
  const pairs = new Map(approvals.map((approval) => [`${approval.token} ${approval.spender}`, approval]));
  for (const contract of new Set([token?.address, ...approvals.map((approval) => approval.token)]))
    for (const spender of spenders)
      if (contract !== undefined && spender !== undefined)
        pairs.set(`${contract} ${spender}`, { token: contract, spender });
  const rows: unknown[] = [];
  for (const { token: tokenAddress, spender } of pairs.values()) {
    if (wanted !== undefined && spender !== wanted) continue;
    const raw = await allowanceOf(access, tokenAddress, from, spender);
    if (raw === 0n && args.options.all !== true && wanted === undefined) continue;
    const facts = await deps.tokenAt(tokenAddress).catch((error: unknown) => {
      partFailure(error);
      return undefined;
    });
    rows.push({
      token: facts?.symbol ?? null,
      tokenAddress,
      spender,
      allowance: isUnlimited(raw) ? 'unlimited' : facts === undefined ? null : whole(raw, facts.decimals),
      rawAllowance: raw.toString(),
      unlimited: isUnlimited(raw),
      who: originOf(spender),
      owner: from,
      network: name,
    });
  }
  return rows;
}
/** The spenders by the platform: of the version of the run, and beside version 2 also of version 3. */
async function platformSpenders(context: Context, name: string) {
  const version = await swapVersionOf(context);
  const addresses: string[] = [];
  const add = async (read: () => Promise<string>, part: string) => {
    try {
      const address = await read();
      if (isEvmAddress(address)) addresses.push(checksummed(address));
    } catch (error) {
      context.note(leftOut(part, error));
    }
  };
  await add(() => readSpender(context, version, name), 'The platform does not name a spender');
  const readThird = async () =>
    asText(valueAt((await readFact(context, 'wallet', 'getSpender', { network: name })).data, 'address'));
  if (version === 'v2') await add(readThird, 'The platform does not name a spender of version 3');
  return [...new Set(addresses)];
}

/** The commands for allowances. */
export const allowances: readonly Command[] = [list, setAllowance, revokeAllowance];
