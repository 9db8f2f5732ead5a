// The addresses whose balances are read from the node of a network: typed, of wallets, or of stored keys.

import type { Context } from '../../cli/command/command.js';
import { sandboxChains } from '../../cli/command/embedded-sandbox.js';
import { leftOut } from '../../cli/command/notes.js';
import { isDryRun, isEmbedded } from '../../cli/settings/options.js';
import { warningsOf } from '../../engine/chain/key-input.js';
import type { ChainPins } from '../../money/chain/pins.js';
import { checksummed } from '../../money/evm/transaction.js';
import { listStoredKeys } from '../../money/keys/key-store.js';
import { familyOfNetwork } from '../../money/keys/signer.js';
import { isEvm, isSolana } from '../../money/values/networks.js';
import { BadInput } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import { findWallets, readOwnWallets, requireOneWallet } from './resolve-wallet.js';

/** The pins of the profile, or of the embedded sandbox, without a request. */
export async function pinsOf(context: Context): Promise<ChainPins> {
  const settings = context.settings();
  if (!isEmbedded(settings)) return settings.of;
  return sandboxChains('http://localhost');
}

/** Whether tuk reads nodes of a network. */
const hasNodes = (network: string): boolean => isEvm(network) || isSolana(network);
/** Whether an address of one network is an address of the other. */
const sharesAddresses = (one: string, other: string): boolean =>
  (isEvm(one) && isEvm(other)) || (isSolana(one) && isSolana(other));

/** A typed address, or the name of a wallet of the user, or neither. */
interface AddressQuery {
  readonly address?: string;
  readonly named?: string;
  readonly network: string;
}

/**
 * The addresses to read if the profile pins a node of the network. The embedded sandbox has nodes of its live chains.
 * @throws as `addressesOf`
 */
export async function pinnedAddresses(context: Context, query: AddressQuery): Promise<readonly string[]> {
  const isPinned = hasNodes(query.network) && (await pinsOf(context)).rpcs?.[query.network] !== undefined;
  return isPinned ? addressesOf(context, query) : [];
}

/** The addresses to read. @throws {BadInput} NOT_EVM, WHICH_ADDRESS; as `addressesOf` */
export async function requireAddresses(context: Context, query: AddressQuery): Promise<readonly string[]> {
  const { network } = query;
  if (!hasNodes(network))
    throw new BadInput('NOT_EVM', `tuk reads only nodes of EVM chains and Solana, not of ${network}.`);
  const addresses = await addressesOf(context, query);
  if (addresses.length > 0) return addresses;
  throw new BadInput(
    'WHICH_ADDRESS',
    `No wallet of yours is on ${network}, and no key is stored: an address is needed; nothing was read.`,
    `Like: tuk wallet balance ADDRESS --network ${network} --from node`,
  );
}

/**
 * The addresses of all wallets of the user on a network, and of the stored keys of its kind. If the wallets cannot be
 * read, those of the keys: a note says so.
 * @throws {Failure} if the wallets cannot be read and no key is stored; {LocalFailure} for a folder of keys that is not
 * private
 */
export async function ownAddressesOn(context: Context, network: string): Promise<readonly string[]> {
  const keys = listStoredKeys(paths(context.world).keys, warningsOf(context)).filter(
    ({ family, address }) => family === familyOfNetwork(network) && address !== undefined,
  );
  const wallets = await walletsOn(context, network).catch((error: unknown) => {
    if (keys.length === 0) throw error;
    context.note({ ...leftOut('Your wallets cannot be read', error), follows: 'only the stored keys are' });
    return [];
  });
  return addressesIn([...wallets, ...keys], network);
}
/** The wallets of the user on a network; none without a session. */
const walletsOn = async (context: Context, network: string) =>
  !isDryRun(context.flags) && (await context.session().isSignedIn()) ? readOwnWallets(context, network) : [];
/** The addresses of wallets or keys, each once. */
const addressesIn = (owners: readonly { readonly address?: string }[], network: string): readonly string[] => [
  ...new Set(
    owners.flatMap(({ address }) => (address === undefined ? [] : isEvm(network) ? checksummed(address) : address)),
  ),
];

/**
 * The addresses: typed, of the named wallet, of the wallets on the network, else of the stored keys.
 * @throws {BadInput} UNKNOWN_WALLET, WHICH_WALLET, NEEDS_READ; {LocalFailure} for a folder of keys that is not private
 */
async function addressesOf(context: Context, { address, named, network }: AddressQuery) {
  if (address !== undefined) return [address];
  if (named !== undefined) return [await addressNamed(context, named, network)];
  const wallets = await walletsOn(context, network);
  const keys = () => listStoredKeys(paths(context.world).keys, warningsOf(context));
  const owners = wallets.length > 0 ? wallets : keys().filter(({ family }) => family === familyOfNetwork(network));
  return addressesIn(owners, network);
}

/**
 * The address of a wallet by its name. A wallet on another chain of its kind counts: an address is the same on all of
 * them.
 */
async function addressNamed(context: Context, name: string, network: string) {
  if (isDryRun(context.flags))
    throw new BadInput(
      'NEEDS_READ',
      'The value names a wallet, and a dry run does not read wallets.',
      'Give its address: tuk wallet list',
    );
  const wallets = await findWallets(context, name, undefined);
  const here = wallets.filter((wallet) => wallet.network === network);
  const usable = (here.length > 0 ? here : wallets.filter((wallet) => sharesAddresses(wallet.network, network))).map(
    (wallet) => ({
      ...wallet,
      network,
    }),
  );
  requireOneWallet('The name', usable);
  if (usable[0]) return usable[0].address;
  throw new BadInput(
    'UNKNOWN_WALLET',
    `${JSON.stringify(name.slice(0, 40))} has no address on ${isSolana(network) ? 'Solana' : 'an EVM chain'}.`,
    'See yours: tuk wallet list',
  );
}
