// Sign-in methods of the second back end: wallet, another device, wallet key, Telegram, Privy and other providers.
import { randomBytes } from 'node:crypto';
import { getAddress, isAddress, verifyMessage } from 'ethers';
import { signerOf } from './hmac.js';
import {
  type BackendRequest,
  type BackendResponse,
  checkClient,
  optionalText,
  Refusal,
  type Route,
  type Routes,
  requiredText,
} from './http.js';
import { type Session, type Sessions, signedInResponse, stand } from './sessions.js';

/** The parts of the default message to sign; `text` is the complete message (EIP-4361). */
interface Web3Defaults {
  readonly domain: string;
  readonly address: string;
  readonly uri: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime: string;
  readonly text: string;
}
/** The text of the message to sign. */
export type Web3Message = (defaults: Web3Defaults) => string;
/** The location to which a sign-in with another provider redirects the browser. */
export type Redirect = (provider: string, redirectUrl: string) => string;

const fiveMinutes = 300_000;
const baseSepolia = 84532; // the first chain that CONTRACT.md 7.4 names

/** The routes of every sign-in method; `web3Message` may return a replacement of the default message. */
export function signInRoutes(sessions: Sessions, web3Message: () => Web3Message | undefined, redirect: Redirect = accountsPage): Routes {
  const startSession = (type: string, identifier: string) => sessions.start(sessions.person(type, identifier));
  const provider = (name: string): [string, Route] => [
    `GET /user/auth/${name}`,
    ({ query }) => ({
      status: 302,
      headers: { location: redirect(name, requiredText(Object.fromEntries(query), 'redirectUrl')) },
    }),
  ];
  return {
    ...web3(startSession, web3Message, sessions.now),
    ...deferred(sessions),
    ...Object.fromEntries(['google', 'discord', 'facebook', 'twitter'].map(provider)),
    'POST /user/v2/accounts/token/hmac'({ headers, text }) {
      checkClient(headers, new Refusal(403, 'Invalid auth client!', 'INVALID_CLIENT'));
      const xpub = signerOf(headers['x-hmac-sig'], text);
      if (xpub === undefined) throw new Refusal(401, 'Invalid Hmac sig!');
      return tokens(startSession('HMAC', xpub));
    },
    'POST /ride-hailing/v1/auth/login': ({ body }) => tokens(startSession('TELEGRAM_MINIAPP', stand(requiredText(body, 'initData')))),
    'POST /user/auth/privy/signin'({ body }) {
      const proof = Object.keys(Object(body)).map((name) => optionalText(body, name));
      const first = proof.find((value) => value !== undefined);
      if (first === undefined) throw new Refusal(400, 'nothing to sign in with');
      return signedInResponse(startSession('PRIVY', stand(first)));
    },
  };
}

/** CONTRACT.md 7.4. */
function web3(
  startSession: (type: string, identifier: string) => Session,
  web3Message: () => Web3Message | undefined,
  now: () => number,
): Routes {
  const messages = oneUse<string>(now);
  const addressOf = ({ body }: BackendRequest) => {
    const redirect = requiredText(body, 'walletAddress');
    if (!isAddress(redirect)) throw new Refusal(400, 'walletAddress must be an Ethereum address');
    return getAddress(redirect);
  };
  return {
    'POST /user/auth/web3/request'(request) {
      const defaults = web3Defaults(request.headers.host ?? '', addressOf(request), now());
      const msg = web3Message()?.(defaults) ?? defaults.text;
      messages.keep(defaults.address, msg);
      return { status: 201, body: { msg, nonce: defaults.nonce } };
    },
    'POST /user/auth/web3/validate'(request) {
      const [address, signature] = [addressOf(request), requiredText(request.body, 'signature')];
      const msg = messages.take(address);
      if (msg === undefined || signerOfMessage(msg, signature) !== address) throw new Refusal(401, 'Invalid signature!');
      return signedInResponse(startSession('WEB3', address));
    },
  };
}

function web3Defaults(domain: string, address: string, now: number): Web3Defaults {
  const at = (ms: number) => new Date(ms).toISOString();
  const defaults = {
    domain,
    address,
    uri: `http://${domain}`,
    chainId: baseSepolia,
    nonce: randomBytes(8).toString('hex'),
    issuedAt: at(now),
    expirationTime: at(now + fiveMinutes),
  };
  return { ...defaults, text: signInMessage(defaults) };
}

const signInMessage = ({ domain, address, uri, chainId, nonce, issuedAt, expirationTime }: Omit<Web3Defaults, 'text'>) =>
  [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    'Sign in to the second back end.',
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    `Expiration Time: ${expirationTime}`,
  ].join('\n');

/** Of a personal_sign signature: r, s and v, 65 bytes (the short form of EIP-2098 is not accepted). */
function signerOfMessage(message: string, signature: string): string | undefined {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return undefined;
  try {
    return verifyMessage(message, signature);
  } catch {
    return undefined;
  }
}

/** CONTRACT.md 7.5. A code belongs to the session that made it (8.2, `deferredAuthNonce`) and ends with it. */
function deferred(sessions: Sessions): Routes {
  const codes = oneUse<Session>(sessions.now);
  const unknown = new Refusal(404, 'Unknown auth client');
  return {
    'POST /user/auth/deferred': sessions.signedIn((session, { headers }) => {
      checkClient(headers, unknown, false);
      const code = randomBytes(16).toString('hex');
      codes.keep(code, session);
      return { status: 201, body: { type: session.person.type, code } };
    }),
    'POST /user/auth/deferred/validate'({ headers, body }) {
      checkClient(headers, unknown);
      const [type, session] = [requiredText(body, 'type'), codes.take(requiredText(body, 'code'))];
      if (!session || session.person.type !== type || !sessions.lives(session)) throw new Refusal(401, 'Invalid auth code, or expired');
      return signedInResponse(sessions.start(session.person));
    },
  };
}

/** Values that can be used once, within five minutes. */
function oneUse<Value>(now: () => number) {
  const kept = new Map<string, { readonly value: Value; readonly until: number }>();
  return {
    keep(key: string, value: Value): void {
      kept.set(key, { value, until: now() + fiveMinutes });
    },
    take(key: string): Value | undefined {
      const found = kept.get(key);
      kept.delete(key);
      return found && now() < found.until ? found.value : undefined;
    },
  };
}

const tokens = ({ current }: Session): BackendResponse => ({ status: 201, body: current });

const accountsPage: Redirect = (provider, redirectUrl) =>
  `https://accounts.example/${provider}?redirect=${encodeURIComponent(redirectUrl)}`;
