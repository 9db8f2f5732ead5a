// Resolves a wallet of the user by its id, its name or its number to an address.

import type { Context } from '../../cli/command/command.js';
import { sandboxChains } from '../../cli/command/embedded-sandbox.js';
import { leftOut } from '../../cli/command/notes.js';
import { isDryRun, isEmbedded } from '../../cli/settings/options.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { warningsOf } from '../../engine/chain/key-input.js';
import { readEndpoint } from '../../engine/request/call.js';
import { listRows } from '../../engine/request/validate-response.js';
import type { ChainPins } from '../../money/chain/pins.js';
import { checksummed } from '../../money/evm/transaction.js';
import { listStoredKeys } from '../../money/keys/key-store.js';
import { familyOfNetwork } from '../../money/keys/signer.js';
import { addressProblem, looksLikeAddress } from '../../money/values/address.js';
import { isEvm, isSolana } from '../../money/values/networks.js';
import { counted } from '../../services/counted.js';
import { BadInput, cited, ServerFailure } from '../../services/http/errors.js';
import { keyRefused } from '../../services/http/may-be-key.js';
import { asText, type Row } from '../../services/json-value.js';
import { paths } from '../../session/paths.js';

// The addresses whose balances are read from the node of a network: typed, of wallets, or of stored keys.

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
  requireOneWallet(usable);
  if (usable[0]) return usable[0].address;
  throw new BadInput(
    'UNKNOWN_WALLET',
    `${cited(name)} has no address on ${isSolana(network) ? 'Solana' : 'an EVM chain'}.`,
    'See yours: tuk wallet list',
  );
}

/** A wallet of `tuk wallet list`. */
export interface OwnWallet {
  readonly network: string;
  readonly address: string;
  readonly id: string;
  readonly name: string;
  /** The index of the wallet, from 0; wallets on several networks share it. */
  readonly index: string;
}

const listHint = 'See yours: tuk wallet list';

/**
 * Whether a text is an address on a network; if not, it may name a wallet.
 * @throws {BadInput} for an invalid address; {Guarded} MAY_BE_KEY
 */
export function isAddressOn(input: string, where: string, network: string | undefined): boolean {
  const problem = addressProblem(input, where, network);
  if (!problem) return true;
  if (problem.code === 'MAY_BE_KEY') throw keyRefused(where);
  if (looksLikeAddress(input)) throw new BadInput(problem.code, problem.message, listHint);
  return false;
}

/**
 * Reads the wallets of the signed-in user, of one network or of all. Wallets without a network or an address are logged
 * and left out: they cannot be used in a request.
 * @throws {Failure} {ServerFailure} NO_WALLET_FIELDS if none has both
 */
export async function readOwnWallets(context: Context, network: unknown): Promise<readonly OwnWallet[]> {
  const response = await readEndpoint(context, 'user', 'listWalletsV2', network === undefined ? {} : { network });
  const wallets = listRows(response).map(toWallet);
  const usable = wallets.filter(({ network, address }) => network !== '' && address !== '');
  const unusable = wallets.length - usable.length;
  if (unusable > 0 && usable.length === 0) {
    const where = { service: 'user', call: 'listWalletsV2', status: response.status };
    throw new ServerFailure(
      'NO_WALLET_FIELDS',
      'The response of user list-wallets-v2 has no wallet with a network and an address.',
      where,
    );
  }
  if (unusable > 0)
    context.note({ is: 'unusable', what: counted(unusable, 'wallet'), why: 'without a network or an address' });
  return usable;
}
const toWallet = ({ network, address, id, name, index }: Row): OwnWallet => ({
  network: asText(network),
  address: asText(address),
  id: asText(id),
  name: asText(name),
  index: asText(index),
});

/**
 * Finds wallets by id, else by name, else by number (`nr` of the list, else the row, from 1), and notes the match.
 * @throws {BadInput} for an unknown wallet, or without a session
 */
export async function findWallets(context: Context, input: string, network: unknown): Promise<readonly OwnWallet[]> {
  const quotedName = JSON.stringify(input.slice(0, maxQuotedLength));
  if (!(await context.session().isSignedIn()))
    throw new BadInput(
      'BAD_ADDRESS',
      `${quotedName} is not an address, and wallet names need a session.`,
      'Sign in: tuk login',
    );
  const wallets = await readOwnWallets(context, network);
  const matches = matchWallets(wallets, input);
  if (matches.length === 0)
    throw new BadInput(
      'UNKNOWN_WALLET',
      `${quotedName} is not an address and not one of your wallets${network === undefined ? '' : ` on ${String(network)}`}; nothing else was requested.`,
      suggestion(input, new Set(wallets.map(({ name }) => name)), listHint),
    );
  for (const { network: on, name, address } of matches)
    context.note({ is: 'address', typed: quotedName, name, network: on, address });
  return matches;
}
const maxQuotedLength = 40;

function matchWallets(wallets: readonly OwnWallet[], input: string): readonly OwnWallet[] {
  const matchers: readonly ((wallet: OwnWallet, at: number) => boolean)[] = [
    ({ id }) => id === input,
    ({ name }) => name === input,
    ({ name }) => name.toLowerCase() === input.toLowerCase(),
    ({ index }) => index === input,
    (_, at) => String(at + 1) === input,
  ];
  for (const matcher of matchers) {
    const matches = wallets.filter(matcher);
    if (matches.length > 0) return matches;
  }
  return [];
}

/**
 * Resolves an address, or the name of a wallet of the user, to an address.
 * @throws {BadInput} for an unknown or ambiguous wallet, or a name in a dry run; {Guarded} MAY_BE_KEY
 */
export async function resolveAddress(context: Context, input: string, network: string): Promise<string> {
  if (isAddressOn(input, '--address', network)) return input;
  if (isDryRun(context.flags))
    throw new BadInput(
      'NEEDS_READ',
      '--address names a wallet, and a dry run does not read wallets.',
      'Give its address: tuk wallet list',
    );
  const addresses = [...new Set((await findWallets(context, input, network)).map(({ address }) => address))];
  if (addresses.length > 1) throw ambiguousWallet('--address', addresses);
  return addresses[0]!;
}

const ambiguousWallet = (where: string, addresses: readonly string[]) =>
  new BadInput('WHICH_WALLET', `${where} names several of your wallets.`, `Give an address: ${addresses.join(', ')}`);

/** Checks that a name means one address on each network. @throws {BadInput} WHICH_WALLET with the addresses */
export function requireOneWallet(wallets: readonly OwnWallet[]): void {
  for (const { network } of wallets) {
    const addresses = [
      ...new Set(wallets.filter((wallet) => wallet.network === network).map(({ address }) => address)),
    ];
    if (addresses.length > 1) throw ambiguousWallet('The name', addresses);
  }
}
