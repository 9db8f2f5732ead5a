// Signing in and linking with a wallet: a message to sign (EIP-4361), and the check of its signature (EIP-191).
import { iso, minute } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import type { Later } from '../../core/reply.js';
import { addRow, type Kind, type Row, rows, saveRow } from '../../core/rows.js';
import { caller, signaturesOf, type World } from '../../core/world.js';
import { signedInAnswer } from './sign-in.js';
import { addWayIn, signUp } from './sign-up.js';
import { sealed } from './tokens.js';
import { type Identifier, identifierNamed, theUser } from './user.js';
import { holderOf, linkAddress, prepareLink } from './wallet-entity.js';

/** A message that somebody was asked to sign. Its owner is the address in lower case that signs in, or the user who links. */
interface Challenge {
  /** With the capitals of its checksum. */
  readonly address: string;
  readonly message: string;
  /** Epoch milliseconds of the wall clock. */
  readonly validUntil: number;
  readonly used: boolean;
}
const challenge: Kind<Challenge> = {
  name: 'web3-challenge',
  table: 'web3_challenge',
  noun: 'MESSAGE',
  owned: true,
  show: ({ id }) => ({ id }),
};
const challengeMs = 5 * minute;
/** BASE_SEPOLIA, one of the two chains of the later ride gateway (CONTRACT.md 7.4). */
const chainId = 84532;

/** POST /auth/web3/request: a message to sign in with. It takes the place of the one that was asked for before. */
export function requestMessage(world: World): unknown {
  const address = addressIn(world, 'walletAddress');
  const { nonce, msg } = ask(world, address.toLowerCase(), address, 'Sign in to the sandbox. Nothing here is worth anything.');
  return { msg, nonce };
}

/** POST /auth/web3/validate: signs in with that message signed; someone new becomes a user. */
export function validateSignature(world: World): Later {
  const address = addressIn(world, 'walletAddress');
  answered(world, address.toLowerCase());
  const holder = holderOf(world, address);
  const way = identifierNamed(world, 'WEB3', address) ?? (holder ? addWeb3(world, holder, address) : newcomer(world, address));
  return signedInAnswer(world, way);
}

/** POST /users/current/wallet: a message that links an address to who is signed in. */
export function linkWallet(world: World): unknown {
  const address = addressIn(world, 'address');
  const { userId } = caller(world);
  const { nonce, msg } = ask(world, userId, address, 'Link this wallet to your account in the sandbox.');
  return { wallet: prepareLink(world, userId, address, nonce), nonce, msg };
}

/** POST /users/current/wallet/sign: links the address that was asked for last. An address has one user only. */
export function verifyWallet(world: World): Later {
  const { userId } = caller(world);
  const { address } = answered(world, userId);
  const way = identifierNamed(world, 'WEB3', address);
  if ((way?.owner ?? holderOf(world, address) ?? userId) !== userId)
    refuse(409, `${address} is the wallet of somebody else.`, 'ALREADY_EXIST');
  linkAddress(world, userId, address);
  return signedInAnswer(world, way ?? addWeb3(world, userId, address));
}

function addressIn(world: World, field: string): string {
  const given = world.body[field] as string;
  const message = `${field} is no Ethereum address: ${given.slice(0, 100)}. It is 0x and 40 hexadecimal digits, mixed case only as EIP-55 has it.`;
  return signaturesOf(world).checksummed(given) ?? refuse(400, message, 'INVALID_REQUEST');
}

function ask(world: World, owner: string, address: string, statement: string): { nonce: string; msg: string } {
  const asked = addRow(world, challenge, (id) => {
    const message = messageOf(world, address, statement, nonceOf(world, id));
    return { owner, at: world.wall, body: { address, message, validUntil: world.wall + challengeMs, used: false } };
  });
  return { nonce: nonceOf(world, asked.id), msg: asked.body.message };
}

/** Letters and digits only, 20 of them. */
const nonceOf = (world: World, id: string): string =>
  sealed(world.state, `web3|${id}`).replaceAll(/[-_]/g, '').padEnd(20, '0').slice(0, 20);

function messageOf({ host, wall }: World, address: string, statement: string, nonce: string): string {
  return [
    `${host} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: http://${host}/user`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${iso(wall)}`,
    `Expiration Time: ${iso(wall + challengeMs)}`,
  ].join('\n');
}

/** Takes the signature of the message that was asked for last. @throws {Refusal} 401 for a spent message or another's signature. */
function answered(world: World, owner: string): Challenge {
  const asked: Row<Challenge> | undefined = rows(world, challenge, { owner }).at(-1);
  if (!asked || asked.body.used || asked.body.validUntil <= world.wall)
    return refuse(401, 'There is no message to sign: none was asked for, or it is used or older than five minutes.', 'EXPIRED_NONCE');
  const { address, message } = asked.body;
  const signer = signaturesOf(world).personalSigner(message, world.body.signature as string);
  if (signer !== address)
    refuse(401, `The signature is not that of ${address} over the message that was asked for last.`, 'INVALID_SIGNATURE');
  return saveRow(world, challenge, asked, { ...asked.body, used: true }).body;
}

const shortened = (address: string): string => `${address.slice(0, 6)}...${address.slice(-4)}`;

function newcomer(world: World, address: string): Row<Identifier> {
  const way = signUp(world, { type: 'WEB3', known: address, name: shortened(address) });
  linkAddress(world, way.owner!, address);
  return way;
}

const addWeb3 = (world: World, userId: string, address: string): Row<Identifier> =>
  addWayIn(world, userId, 'WEB3', address, theUser(world, userId).body.name);
