// Signs in and links with a wallet: makes the message to sign (EIP-4361) and verifies its signature (EIP-191).

import {
  type AfterCommit,
  addRow,
  auth,
  badRequest,
  callerId,
  defineKind,
  type HandlerContext,
  iso,
  type Kind,
  minute,
  type Row,
  refuse,
  requireSignatures,
  rows,
  saveRow,
  view,
} from '../../core/index.js';
import { deriveSecret } from './auth-tokens.js';
import { holderOf, linkAddress, prepareLink } from './main-wallet.js';
import { signedInResponse } from './sign-in.js';
import { addIdentifier, signUp } from './sign-up.js';
import { type Identifier, identifierNamed, requireUser } from './user.js';

/** A message to sign. The owner is the signing address in lower case, or the linking user. */
interface Challenge {
  /** With its checksum. */
  readonly address: string;
  readonly message: string;
  /** Epoch milliseconds of the wall clock. */
  readonly validUntil: number;
  readonly used: boolean;
}
const challenge: Kind<Challenge> = defineKind({
  name: 'web3-challenge',
  owned: true,
});
const challengeMs = 5 * minute;
/** BASE_SEPOLIA, one of the chains of the later ride gateway (platform 2.2). */
const chainId = 84532;

/** A message to sign in with. It replaces the previous one. */
export const requestMessage = auth(
  (context) => {
    const address = addressIn(context, 'walletAddress');
    const { nonce, msg } = createChallenge(
      context,
      address.toLowerCase(),
      address,
      'Sign in to the sandbox. Nothing here is worth anything.',
    );
    return { msg, nonce };
  },
  { signatures: true },
);

/** Signs in with the signature. A new person becomes a user. */
export const validateSignature = auth(
  (context): AfterCommit => {
    const address = addressIn(context, 'walletAddress');
    completeChallenge(context, address.toLowerCase());
    const holder = holderOf(context, address);
    const identifierRow =
      identifierNamed(context, 'WEB3', address) ??
      (holder ? addWeb3(context, holder, address) : signUpWithWallet(context, address));
    return signedInResponse(context, identifierRow);
  },
  { signatures: true },
);

/** A message that links an address to the caller. */
export const linkWallet = view(
  (context) => {
    const address = addressIn(context, 'address');
    const userId = callerId(context);
    const { nonce, msg } = createChallenge(
      context,
      userId,
      address,
      'Link this wallet to your account in the sandbox.',
    );
    return { wallet: prepareLink(context, userId, address, nonce), nonce, msg };
  },
  { signatures: true },
);

/** Links the address of the last challenge. An address has one user. */
export const verifyWallet = auth(
  (context): AfterCommit => {
    const userId = callerId(context);
    const { address } = completeChallenge(context, userId);
    const identifierRow = identifierNamed(context, 'WEB3', address);
    if ((identifierRow?.owner ?? holderOf(context, address) ?? userId) !== userId)
      refuse(409, `${address} is the wallet of another user.`, 'ALREADY_EXIST');
    linkAddress(context, userId, address);
    return signedInResponse(context, identifierRow ?? addWeb3(context, userId, address));
  },
  { signatures: true },
);

function addressIn(context: HandlerContext, field: string): string {
  const value = context.body[field] as string;
  const message = `${field} is no Ethereum address: ${value.slice(0, 100)}. It is 0x and 40 hexadecimal digits, mixed case only as EIP-55 has it.`;
  return requireSignatures(context).checksummed(value) ?? badRequest(message);
}

function createChallenge(
  context: HandlerContext,
  owner: string,
  address: string,
  statement: string,
): { nonce: string; msg: string } {
  const challengeRow = addRow(context, challenge, (id) => {
    const message = messageOf(context, address, statement, nonceOf(context, id));
    return { owner, at: context.wall, body: { address, message, validUntil: context.wall + challengeMs, used: false } };
  });
  return { nonce: nonceOf(context, challengeRow.id), msg: challengeRow.body.message };
}

/** 20 letters and digits. */
const nonceOf = (context: HandlerContext, id: string): string =>
  deriveSecret(context.state, `web3|${id}`).replaceAll(/[-_]/g, '').padEnd(20, '0').slice(0, 20);

function messageOf({ host, wall }: HandlerContext, address: string, statement: string, nonce: string): string {
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

/** Verifies the signature of the last message. @throws {Refusal} 401 for a spent message or another's signature */
function completeChallenge(context: HandlerContext, owner: string): Challenge {
  const challengeRow: Row<Challenge> | undefined = rows(context, challenge, { owner }).at(-1);
  if (!challengeRow || challengeRow.body.used || challengeRow.body.validUntil <= context.wall)
    return refuse(
      401,
      'There is no message to sign: none was requested, or it is used or older than five minutes.',
      'EXPIRED_NONCE',
    );
  const { address, message } = challengeRow.body;
  const signer = requireSignatures(context).personalSigner(message, context.body.signature as string);
  if (signer !== address) refuse(401, `${address} has not signed the latest message.`, 'INVALID_SIGNATURE');
  return saveRow(context, challenge, challengeRow, { ...challengeRow.body, used: true }).body;
}

const shortened = (address: string): string => `${address.slice(0, 6)}...${address.slice(-4)}`;

function signUpWithWallet(context: HandlerContext, address: string): Row<Identifier> {
  const identifierRow = signUp(context, { type: 'WEB3', externalId: address, name: shortened(address) });
  linkAddress(context, identifierRow.owner!, address);
  return identifierRow;
}

const addWeb3 = (context: HandlerContext, userId: string, address: string): Row<Identifier> =>
  addIdentifier(context, userId, 'WEB3', address, requireUser(context, userId).body.name);
