// Sign-in methods of the second back end: wallet, another device, wallet key, Telegram, Privy, other providers, a new account.
import { createHash, randomBytes } from 'node:crypto';
import { getAddress, HDNodeWallet, SigningKey, verifyMessage } from 'ethers';
import {
  type BackendRequest,
  type BackendResponse,
  Refusal,
  type Route,
  type Routes,
  type Session,
  type Sessions,
  signedInResponse,
  stand,
} from './sessions.js';

/** The text of the message to sign, by the complete EIP-4361 message. */
export type Web3Message = (defaults: { readonly text: string }) => string;
/** The location to which a sign-in with another provider redirects the browser. */
export type Redirect = (provider: string, redirectUrl: string) => string;

const fiveMinutes = 300_000;
const accountsPage: Redirect = (provider, redirectUrl) =>
  `https://accounts.example/${provider}?redirect=${encodeURIComponent(redirectUrl)}`;

/** The routes of every sign-in method (platform 2.2 to 2.6). */
export function signInRoutes(sessions: Sessions, web3Message: Web3Message, redirect: Redirect = accountsPage): Routes {
  const startSession = (type: string, identifier: string) => sessions.start(sessions.person(type, identifier));
  const messages = oneUse<string>(sessions.now);
  const codes = oneUse<Session>(sessions.now);
  const browser: Route = ({ path, query }) => {
    const to = requiredText(Object.fromEntries(query), 'redirectUrl');
    const location = redirect(path.slice(path.lastIndexOf('/') + 1), to);
    return { status: 302, headers: { location } };
  };
  return {
    'POST /user/auth/web3/request'({ headers, body }) {
      const address = getAddress(requiredText(body, 'walletAddress'));
      const nonce = randomBytes(8).toString('hex');
      const msg = web3Message({ text: signInMessage(headers.host ?? '', address, nonce, sessions.now()) });
      messages.keep(address, msg);
      return { status: 201, body: { msg, nonce } };
    },
    'POST /user/auth/web3/validate'({ body }) {
      const [address, signature] = [getAddress(requiredText(body, 'walletAddress')), requiredText(body, 'signature')];
      const msg = messages.take(address);
      if (msg === undefined || verifyMessage(msg, signature) !== address) throw new Refusal(401, 'Invalid signature!');
      return signedInResponse(startSession('WEB3', address));
    },
    // a code belongs to the session that made it
    'POST /user/auth/deferred': sessions.signedIn((session, request) => {
      checkClient(request);
      const code = randomBytes(16).toString('hex');
      codes.keep(code, session);
      return { status: 201, body: { type: session.person.type, code } };
    }),
    'POST /user/auth/deferred/validate'(request) {
      checkClient(request);
      const [type, session] = [requiredText(request.body, 'type'), codes.take(requiredText(request.body, 'code'))];
      if (session?.person.type !== type) throw new Refusal(401, 'Invalid auth code, or expired');
      return signedInResponse(sessions.start(session.person));
    },
    'GET /user/auth/google': browser,
    'GET /user/auth/discord': browser,
    'POST /user/v2/accounts/token/hmac'(request) {
      checkClient(request);
      const xpub = signerOf(request.headers['x-hmac-sig'] ?? '', request.text);
      if (xpub === undefined) throw new Refusal(401, 'Invalid Hmac sig!');
      return tokens(startSession('HMAC', xpub));
    },
    'POST /ride-hailing/v1/auth/login': ({ body }) =>
      tokens(startSession('TELEGRAM_MINIAPP', stand(requiredText(body, 'initData')))),
    'POST /user/auth/privy/signin': ({ body }) =>
      signedInResponse(startSession('PRIVY', stand(requiredText(body, 'token')))),
    'POST /user/v2/accounts'(request) {
      checkClient(request);
      const { share, polynomialID } = JSON.parse(requiredText(request.body, 'share')) as {
        share?: unknown;
        polynomialID?: unknown;
      };
      for (const name of ['share', 'shareIndex']) requiredText(share, name);
      requiredText({ polynomialID }, 'polynomialID');
      const [type, identifier] = ['type', 'identifier'].map((name) => requiredText(request.body, name)) as [
        string,
        string,
      ];
      const session = startSession(type, identifier);
      return { status: 201, body: { id: session.person.id, ...session.current } };
    },
    'POST /user/v2/accounts/delete': sessions.signedIn(({ person }) => {
      sessions.forget(person);
      return { status: 201, body: { status: 'ok' } };
    }),
  };
}

const tokens = ({ current }: Session): BackendResponse => ({ status: 201, body: current });

/** A required string of a body; 400 without it. */
function requiredText(body: unknown, name: string): string {
  const value: unknown = Object(body)[name];
  if (typeof value !== 'string' || value === '') throw new Refusal(400, `${name} should not be empty`);
  return value;
}

/** Refuses a request without a client, or without its version (platform 1.2). */
function checkClient({ headers: { 'x-auth-client-id': id, 'x-auth-client-version': version } }: BackendRequest): void {
  if (!id || !(Number(version) >= 1))
    throw new Refusal(426, 'Client update required', 'REQUIRED_CLIENT_VERSION_UPDATE');
}

/** An EIP-4361 message (platform 2.2). */
const signInMessage = (domain: string, address: string, nonce: string, now: number) =>
  [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    'Sign in to the second back end.',
    '',
    `URI: http://${domain}`,
    'Version: 1',
    'Chain ID: 84532',
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(now).toISOString()}`,
    `Expiration Time: ${new Date(now + fiveMinutes).toISOString()}`,
  ].join('\n');

/** Values that can be used once, within five minutes. */
function oneUse<Value>(now: () => number) {
  const kept = new Map<string, { readonly value: Value; readonly until: number }>();
  return {
    keep: (key: string, value: Value) => void kept.set(key, { value, until: now() + fiveMinutes }),
    take(key: string): Value | undefined {
      const found = kept.get(key);
      kept.delete(key);
      return found && now() < found.until ? found.value : undefined;
    },
  };
}

/**
 * The xpub of an x-hmac-sig header `xpub:timestamp:signature` (platform 2.3): a Bitcoin signed message, by the key at m/44'/60'/0', for a request
 * with this body; otherwise undefined.
 */
function signerOf(header: string, body: string): string | undefined {
  const [, xpub, ms, signature] = /^(xpub\w+):(\d{13}):([^:]+)$/.exec(header) ?? [];
  if (!xpub || !signature) return undefined;
  const bytes = Buffer.from(signature, 'base64');
  const id = bytes[0]! - 31; // 31 or 32: a compressed key and its recovery id
  if (bytes.toString('base64') !== signature || bytes.length !== 65 || (id !== 0 && id !== 1)) return undefined;
  const { depth, index, publicKey } = HDNodeWallet.fromExtendedKey(xpub) as HDNodeWallet;
  if (depth !== 3 || index !== 0x80000000) return undefined;
  const message = Buffer.from(`${body || '{}'}|${ms}`); // shorter than 253 bytes, so that its length is one byte
  const signed = Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), Buffer.of(message.length), message]);
  const [r, s] = [hex(bytes.subarray(1, 33)), hex(bytes.subarray(33))];
  const key = SigningKey.recoverPublicKey(hex(sha256(sha256(signed))), { r, s, yParity: id });
  return SigningKey.computePublicKey(key, true) === publicKey ? xpub : undefined;
}
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
const hex = (data: Buffer) => `0x${data.toString('hex')}`;
