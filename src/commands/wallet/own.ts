// An own wallet by its id, its name or its number, in the place of an address.

import type { Context } from '../../cli/context.js';
import { suggestion } from '../../cli/suggest.js';
import { readOnce } from '../../engine/read-command.js';
import { addressProblem, looksLikeAddress } from '../../money/address.js';
import { BadInput } from '../../services/http/errors.js';
import { keyRefused } from '../../services/http/may-be-key.js';
import { asText, type Row } from '../../services/json-value.js';
import { listing } from '../../ui/format/columns.js';

/** What `tuk wallet list` says of a wallet. */
export interface OwnWallet {
  readonly network: string;
  readonly address: string;
  readonly id: string;
  readonly name: string;
  /** Which of one's wallets it is, counted from 0; several networks share it. */
  readonly index: string;
}

const seeTheList = 'See yours: tuk wallet list';

/**
 * Whether a text is an address of a network; if not, it may name a wallet.
 * @throws {BadInput} for what was meant as an address and is none there; {Guarded} for what may be a key
 */
export function isAddressOn(typed: string, where: string, network: string | undefined): boolean {
  const problem = addressProblem(typed, where, network);
  if (!problem) return true;
  if (problem.code === 'MAY_BE_KEY') throw keyRefused(where);
  if (looksLikeAddress(typed)) throw new BadInput(problem.code, problem.message, seeTheList);
  return false;
}

/** The wallets of who is signed in, those of a network where one is named. @throws {Failure} */
export async function readOwnWallets(context: Context, network: unknown): Promise<readonly OwnWallet[]> {
  const reply = await readOnce(context, 'user', 'listWalletsV2', network === undefined ? {} : { network });
  return (listing(reply.data)?.rows ?? []).map(walletIn);
}
const walletIn = ({ network, address, id, name, index }: Row): OwnWallet => ({
  network: asText(network),
  address: asText(address),
  id: asText(id),
  name: asText(name),
  index: asText(index),
});

/**
 * The wallets that a text names: by id, else by name, else by number (`nr` of the list, else the row, counted from 1). What it was taken for is said.
 * @throws {BadInput} where none is so called, or nobody is signed in
 */
export async function walletsNamed(context: Context, typed: string, network: unknown): Promise<readonly OwnWallet[]> {
  const said = JSON.stringify(typed.slice(0, mostRepeated));
  if ((await context.session.token()).accessToken === undefined)
    throw new BadInput(
      'BAD_ADDRESS',
      `${said} is no address, and the name of a wallet is known only while you are signed in.`,
      'Sign in: tuk login',
    );
  const own = await readOwnWallets(context, network);
  const found = named(own, typed);
  if (found.length === 0)
    throw new BadInput(
      'UNKNOWN_WALLET',
      `${said} is no address and none of your wallets${network === undefined ? '' : ` on ${String(network)}`}; nothing else was asked.`,
      suggestion(typed, new Set(own.map(({ name }) => name)), seeTheList),
    );
  for (const { network: on, name, address } of found) context.log(`  ${said}: ${name}, ${on}, ${address}`);
  return found;
}
const mostRepeated = 40;

function named(own: readonly OwnWallet[], typed: string): readonly OwnWallet[] {
  const ways: readonly ((wallet: OwnWallet, at: number) => boolean)[] = [
    ({ id }) => id === typed,
    ({ name }) => name === typed,
    ({ name }) => name.toLowerCase() === typed.toLowerCase(),
    ({ index }) => index === typed,
    (_, at) => String(at + 1) === typed,
  ];
  for (const way of ways) {
    const found = own.filter(way);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The address that was typed, or that of the one own wallet that was named.
 * @throws {BadInput} where there is none, several, or nothing may be read to find it out; {Guarded} for what may be a key
 */
export async function addressMeant(context: Context, typed: string, where: string, network: string): Promise<string> {
  if (isAddressOn(typed, where, network)) return typed;
  if (context.onlyShows)
    throw new BadInput(
      'NEEDS_READ',
      `${where} names a wallet, and nothing is read for what is only shown.`,
      'Give its address: tuk wallet list',
    );
  const addresses = [...new Set((await walletsNamed(context, typed, network)).map(({ address }) => address))];
  const [only, ...others] = addresses;
  if (others.length > 0)
    throw new BadInput('WHICH_WALLET', `${where} names several of your wallets.`, `Give an address: ${addresses.join(', ')}`);
  return only!;
}
