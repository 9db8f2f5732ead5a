// The subject of an allowance: network, token, spender and account, as typed and as the chain has them.

import type { Arguments, Context } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';

import { chainAccess, chainDependencies } from '../../engine/chain/access.js';
import { revokedTokenReader } from '../../engine/chain/allowance.js';
import { wholeNumber } from '../../engine/chain/operation.js';
import { selectionOf } from '../../engine/chain/options.js';
import { signerOf } from '../../engine/chain/signing-key.js';
import { evmTokenNamed } from '../../engine/chain/token.js';
import type { Option } from '../../engine/request/params.js';
import { despiteOf } from '../../engine/request/shared-options.js';
import { requireAddress } from '../../money/address.js';
import { evmNetworks, requireEvm } from '../../money/evm/chain.js';
import { checksummed } from '../../money/evm/transaction.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';

export const network: Option = plain('--network <network>', 'the network, one of the EVM chains', {
  words: Network,
  offers: () => evmNetworks,
  required: true,
});
export const tokenOption: Option = plain('--token <token>', 'the token: a symbol, or the address of its contract', {
  required: true,
});
export const spenderOption: Option = plain('--spender <address>', 'the contract that may take the tokens', {
  as: 'address',
  required: true,
});
export const decimalsOption: Option = {
  flags: '--decimals <n>',
  effects: ['widens'],
  summary: 'the decimals of a token that is on no list',
  param: false,
};
/**
 * Opens the chain of an allowance, with the account and the token that the options name.
 * @throws {BadInput} {Guarded} {Failure}
 */
export async function openAllowance({ options }: Arguments, context: Context, needsKey: boolean, revokes = false) {
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
export const allowanceColumns = [
  { path: 'token' },
  { path: 'allowance', as: 'amount' as const },
  { path: 'spender' },
  { path: 'who' },
  { path: 'tokenAddress', heading: 'contract' },
];
