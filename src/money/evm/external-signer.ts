// External signers of the EVM world over JSON-RPC: Clef (`account_…`), and what speaks `eth_accounts` and
// `eth_signTransaction`, such as Web3Signer and a node with keys. Nothing that they return is believed.

import { isEvmAddress } from '../../services/forms.js';
import { BadInput, Guarded, ServerFailure } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { addressProblem } from '../../services/server-address.js';
import { quantity } from '../chain/hex.js';
import type { Signer, ToSign } from '../keys/signer.js';
import { checksummed, parseTransaction } from './transaction.js';

/** The failure for the error that a signer responds with. @param said its message, without control characters */
export function signerRefusal(host: string, code: unknown, said: string): Guarded {
  if (code === rejectedByUser || byPerson.test(said))
    return new Guarded('SIGNER_DENIED', `The person at the signer ${host} refused (${said}).`);
  return new Guarded('SIGNER_REFUSED', `The signer ${host} did not sign: ${said}.`);
}
/** The code of EIP-1193 for a request that the person rejects. */
const rejectedByUser = 4001;
/** How signers say that a person has refused: Clef, wallets, their hardware. A program may reject a request, too. */
const byPerson =
  /\brequest denied\b|\b(reject|den[iy]|declin|cancel)\w* by (the )?user\b|\buser (has )?(reject|den[iy]|declin|cancel)/i;

/**
 * Asks the signer.
 * @param waits whether the request may wait for a person
 * @throws {Guarded} SIGNER_DENIED, SIGNER_REFUSED; {Failure} without a usable response
 */
export type AskSigner = (method: string, params: readonly unknown[], waits: boolean) => Promise<unknown>;

/** The protocol of a signer. */
type Protocol = 'clef' | 'eth';

/**
 * The protocol of a signer: Clef answers `account_version` with a version, and asks no person for it. Any other
 * response means that it speaks `eth_…`.
 */
async function protocolOf(ask: AskSigner): Promise<Protocol> {
  try {
    const version = await ask('account_version', [], false);
    return typeof version === 'string' && /^\d+\.\d+\.\d+/.test(version) ? 'clef' : 'eth';
  } catch (error) {
    if (error instanceof Guarded || error instanceof ServerFailure) return 'eth';
    throw error;
  }
}

/**
 * The signer of an account.
 * @param wallet the account; without it the signer's only one, for which it is asked
 * @throws {BadInput} WHICH_ACCOUNT, NO_ACCOUNT; {ServerFailure} BAD_SIGNER_ANSWER; as `ask`
 */
export async function externalSignerOf(host: string, wallet: string | undefined, ask: AskSigner): Promise<Signer> {
  let known: Promise<Protocol> | undefined;
  const protocol = () => {
    known ??= protocolOf(ask);
    return known;
  };
  const address = wallet === undefined ? await onlyAccount(host, await protocol(), ask) : checksummed(wallet);
  return {
    address,
    capabilities: { transactions: ['evm'], texts: ['evm'], mayWait: true },
    sign: async (described) => {
      const isClef = (await protocol()) === 'clef';
      const [method, params] = requestFor(described, address, isClef);
      return signatureIn(await ask(method, params, true), host);
    },
  };
}

async function onlyAccount(host: string, protocol: Protocol, ask: AskSigner) {
  const isClef = protocol === 'clef';
  const list = await ask(isClef ? 'account_list' : 'eth_accounts', [], isClef);
  const isList = Array.isArray(list) && list.every((item) => isEvmAddress(String(item)));
  if (!isList) throw unusableResponse(host, 'without a list of its accounts');
  const accounts = [...new Set(list.map((item) => checksummed(String(item))))];
  const [only, second] = accounts;
  if (only !== undefined && second === undefined) return only;
  if (only === undefined) throw new BadInput('NO_ACCOUNT', `The signer ${host} shows no account.`);
  throw new BadInput(
    'WHICH_ACCOUNT',
    `The signer ${host} has several accounts.`,
    `Choose one with --wallet ADDRESS: ${accounts.slice(0, mostShown).join(', ')}${accounts.length > mostShown ? ', …' : ''}`,
  );
}
const mostShown = 10;

/** The request that has something signed. @throws {Guarded} WRONG_KEY for another family */
function requestFor(described: ToSign, from: string, isClef: boolean): readonly [string, readonly unknown[]] {
  if (described.kind === 'text') {
    const data = `0x${Buffer.from(described.text).toString('hex')}`;
    return isClef ? ['account_signData', ['text/plain', from, data]] : ['eth_sign', [from, data]];
  }
  if (described.family !== 'evm') throw new Guarded('WRONG_KEY', 'The signer signs for EVM chains only.');
  const { price, chainId, nonce, to, value, data, gasLimit } = parseTransaction(described.unsigned);
  const prices = Object.entries(price).map(([name, wei]) => [name, quantity(wei)] as const);
  const fields = {
    from,
    to,
    value: quantity(value),
    ...(isClef ? { input: data } : { data }),
    nonce: quantity(nonce),
    gas: quantity(gasLimit),
    ...Object.fromEntries(prices),
    chainId: quantity(chainId),
  };
  return [isClef ? 'account_signTransaction' : 'eth_signTransaction', [fields]];
}

/** The signed bytes in a response: a text, or beside the transaction as `raw`. @throws {ServerFailure} */
function signatureIn(response: unknown, host: string) {
  const text = isRecord(response) ? response.raw : response;
  if (typeof text === 'string' && /^0x([0-9a-f]{2})+$/i.test(text)) return text.toLowerCase();
  throw unusableResponse(host, 'without signed bytes; nothing was broadcast');
}

/** The failure for a response that cannot be used. @param how the end of a sentence */
export const unusableResponse = (host: string, how: string): ServerFailure =>
  new ServerFailure(
    'BAD_SIGNER_ANSWER',
    `The signer ${host} answered ${how}.`,
    { service: 'signer' },
    'See what it is: tuk profile show',
  );

/**
 * Parses the address of an external signer: https, or http on loopback, without a user name or a fragment.
 * @throws {BadInput} BAD_VALUE
 */
export function parseSignerUrl(network: string, text: string): string {
  const bad = (why: string) =>
    new BadInput(
      'BAD_VALUE',
      `signer.${network} ${why}; its text is not repeated here.`,
      'Write it like http://127.0.0.1:8550',
    );
  const problem = addressProblem(text, true);
  if (problem !== undefined) throw bad(problem);
  return text;
}
