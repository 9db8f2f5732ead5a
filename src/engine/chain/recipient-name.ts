// ENS names in place of a recipient on an EVM network: resolved by the profile's node of Ethereum.

import type { Context } from '../../cli/context.js';
import { isEnsName } from '../../money/address.js';
import { type ResolvedName, resolveName } from '../../money/evm/ens.js';
import { checkChainId } from '../../money/evm/rpc.js';
import type { Warning } from '../../money/policy/policy.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { chainAccess } from './access.js';

const ethereum = 'ETHEREUM';

/** A recipient, and what its name adds to a receipt. */
export interface NamedRecipient {
  readonly address: string;
  /** Lines of the receipt; none for a typed address. */
  readonly lines: readonly (readonly [string, string])[];
  readonly warnings: readonly Warning[];
  /** Resolves the name again. @throws {Guarded} NAME_CHANGED */
  readonly recheck: () => Promise<void>;
}

/**
 * The recipient of a send on an EVM network: an address as it is typed, or the address of an ENS name.
 * @throws {BadInput} NO_NAMES without a node of Ethereum, as `resolveName`; {Guarded} NAME_IS_CONTRACT for a contract
 * of Ethereum as the recipient on another network, OTHER_CHAIN
 */
export async function namedRecipient(context: Context, typed: string, network: string): Promise<NamedRecipient> {
  if (!isEnsName(typed)) return { address: typed, lines: [], warnings: [], recheck: async () => {} };
  const { chain, rpc } = await chainAccess(context, ethereum).catch((error: unknown) => {
    if (!(error instanceof BadInput)) throw error;
    throw new BadInput(
      'NO_NAMES',
      `A name is resolved by a node of Ethereum, and none can be asked: ${error.message}`,
      error.hint ?? 'Give the address itself.',
    );
  });
  await checkChainId(rpc, chain);
  const resolved = await firstResolved(context, typed, () => resolveName(typed, rpc));
  const { name, address, agrees } = resolved;
  if (network !== ethereum && (await rpc.code(address)) !== '0x')
    throw new Guarded(
      'NAME_IS_CONTRACT',
      `The name ${name} is that of a contract of Ethereum, which may belong to nobody on ${network}; nothing was sent.`,
      'Give the address itself if you know that it is theirs there.',
    );
  return {
    address,
    lines: [['Name', agrees ? `${name}, which the address has set as its own` : name]],
    warnings: agrees ? [] : [notItsOwn(resolved)],
    recheck: async () => {
      const again = await resolveName(name, rpc);
      if (again.address === address) return;
      throw new Guarded(
        'NAME_CHANGED',
        `The name ${name} leads to another address now than in the receipt; nothing was signed.`,
        'Run it again.',
      );
    },
  };
}

/** What a name has led to first: the check of a batch is confirmed for all of its rows. A failure is not kept. */
function firstResolved(
  { world: { names } }: Context,
  typed: string,
  resolve: () => Promise<ResolvedName>,
): Promise<ResolvedName> {
  const first = (names?.get(typed) as Promise<ResolvedName> | undefined) ?? resolve();
  names?.set(typed, first);
  first.catch(() => names?.delete(typed));
  return first;
}

const notItsOwn = ({ name, address }: ResolvedName): Warning => ({
  code: 'NAME_NOT_REVERSED',
  message: `The name ${name} leads to ${address}, but this address has not set that name as its own: compare it.`,
});
