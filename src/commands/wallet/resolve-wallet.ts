// Resolves a wallet of the user by its id, its name or its number to an address.

import type { Context } from '../../cli/command/command.js';
import { isDryRun } from '../../cli/settings/options.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { readEndpoint } from '../../engine/request/call.js';
import { listRows } from '../../engine/request/validate-response.js';
import { addressProblem, looksLikeAddress } from '../../money/values/address.js';
import { counted } from '../../services/counted.js';
import { BadInput, ServerFailure } from '../../services/http/errors.js';
import { keyRefused } from '../../services/http/may-be-key.js';
import { asText, type Row } from '../../services/json-value.js';

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
export async function resolveAddress(context: Context, input: string, where: string, network: string): Promise<string> {
  if (isAddressOn(input, where, network)) return input;
  if (isDryRun(context.flags))
    throw new BadInput(
      'NEEDS_READ',
      `${where} names a wallet, and a dry run does not read wallets.`,
      'Give its address: tuk wallet list',
    );
  const addresses = [...new Set((await findWallets(context, input, network)).map(({ address }) => address))];
  if (addresses.length > 1) throw ambiguousWallet(where, addresses);
  return addresses[0]!;
}

const ambiguousWallet = (where: string, addresses: readonly string[]) =>
  new BadInput('WHICH_WALLET', `${where} names several of your wallets.`, `Give an address: ${addresses.join(', ')}`);

/** Checks that a name means one address on each network. @throws {BadInput} WHICH_WALLET with the addresses */
export function requireOneWallet(where: string, wallets: readonly OwnWallet[]): void {
  for (const { network } of wallets) {
    const addresses = [
      ...new Set(wallets.filter((wallet) => wallet.network === network).map(({ address }) => address)),
    ];
    if (addresses.length > 1) throw ambiguousWallet(where, addresses);
  }
}
