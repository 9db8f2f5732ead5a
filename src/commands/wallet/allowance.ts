// `tuk wallet allowance list`: what contracts may take of an account; and the commands that change it.

import type { Arguments, Command, Context } from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import { resultOf } from '../../cli/command/result.js';
import { plain } from '../../cli/settings/options.js';
import { allowanceOf, approvalsOf, isUnlimited } from '../../engine/chain/allowance.js';
import { keyOptions } from '../../engine/chain/options.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { readSpender, swapVersionOf } from '../../engine/read/swap-versions.js';
import { readFact } from '../../engine/request/call.js';
import { keyOf } from '../../engine/request/params.js';
import { whole } from '../../money/decimal.js';
import { requireEvm } from '../../money/evm/chain.js';
import { pinnedRouter } from '../../money/evm/router.js';
import { checksummed } from '../../money/evm/transaction.js';
import { isEvmAddress } from '../../services/forms.js';
import { partFailure } from '../../services/http/errors.js';
import { asText, valueAt } from '../../services/json-value.js';
import { revokeAllowance, setAllowance } from './allowance-change.js';
import { allowanceColumns, decimalsOption, network, openAllowance } from './allowance-target.js';
import { ownAddressesOn } from './node-addresses.js';

const list = repeatable({
  name: 'allowance list',
  dryRun: 'none',
  summary: 'List what contracts may take of your tokens',
  description: `The spenders come from the event logs of the chain, and include the trusted router and the spender of the platform; amounts are read from the chain.
It reads --wallet, or the account of the key that is named. Without both it reads all your wallets on the network and your stored keys; wallet is the account of a row.`,
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
      allowance: isUnlimited(raw) ? 'unlimited' : facts === undefined ? null : whole(raw.toString(), facts.decimals),
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
