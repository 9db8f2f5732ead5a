// Signs in with a browser: prints or opens the address, and receives a one-time code on a local callback server.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Context } from '../../cli/command/command.js';
import { openAddress } from '../../cli/files/open-address.js';
import { type SignedIn, signInCall } from '../../engine/sign-in/sign-in.js';
import { Failure, ServerFailure } from '../../services/http/errors.js';
import { inTime } from '../../services/http/rounds.js';
import { isLoopback } from '../../session/profile.js';
import { exchangeCode, type OneTimeCode } from './external-credentials.js';

/** The identity providers: the first endpoint, and the type of their codes (platform 2.1). */
export const providers = {
  discord: { endpoint: 'signInWithDiscord', type: 'DISCORD' },
  facebook: { endpoint: 'signInWithFacebook', type: 'FACEBOOK' },
  google: { endpoint: 'signInWithGoogle', type: 'GOOGLE' },
  twitter: { endpoint: 'signInWithTwitter', type: 'TWITTER' },
} as const;
export type Provider = keyof typeof providers;

/** Reads the address to open, which redirects to `redirectUrl`. @throws {ServerFailure} for an unsafe address */
export async function addressToOpen(context: Context, provider: Provider, redirectUrl: string): Promise<string> {
  const { location } = ((await signInCall(context, 'user', providers[provider].endpoint, { redirectUrl })) ?? {}) as {
    location?: unknown;
  };
  const url = typeof location === 'string' && URL.canParse(location) ? new URL(location) : undefined;
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
    throw new ServerFailure('BAD_REDIRECT', 'The service returned no address that is safe to open in a browser.', {
      service: 'user',
    });
  return url.href;
}

/** The default time limit of the sign-in, milliseconds. */
const defaultWait = 5 * 60_000;

/** Opens the browser, waits for its redirect, and signs in with its code. @throws {Failure} */
export async function signInWithBrowser(context: Context, provider: Provider, { open = true } = {}): Promise<SignedIn> {
  const { maxWait } = context.settings();
  const limit = maxWait.origin === 'default' ? defaultWait : maxWait.value;
  const callback = await startCallbackServer();
  try {
    const address = await addressToOpen(context, provider, callback.url);
    const endWait = context.deadline.waitsFor(() => 'the browser has not come back');
    const within = context.deadline.within(limit || Number.POSITIVE_INFINITY);
    // the wait begins before the address is shown: Ctrl-C ends it from then on
    const arrived = inTime(within, callback.arrived, notBack).finally(endWait);
    arrived.catch(() => {});
    context.log(`  Sign in with your browser: ${address}`);
    if (open) void openAddress(address, context.world); // a failure is ignored: the address is printed too
    const code = codeFrom(await arrived, provider);
    context.out.redact.add(code.code);
    return await exchangeCode(context, code);
  } finally {
    callback.close();
  }
}

const notBack = (): never => {
  throw new Failure('pending', 'NOT_BACK', 'The browser did not come back in time.', 'Try again, or raise --max-wait.');
};

/** Reads the code of a redirect. @throws {ServerFailure} NO_CODE with the names of the query parameters */
function codeFrom(query: URLSearchParams, provider: Provider): OneTimeCode {
  const code = query.get('code');
  if (code) return { type: query.get('type') ?? providers[provider].type, code };
  const error = query.get('error');
  const names = [...query.keys()].join(', ') || 'nothing';
  const reason = error
    ? `with the error ${JSON.stringify(error.slice(0, 60))}`
    : `without a code; query parameters: ${names}`;
  throw new ServerFailure('NO_CODE', `The browser came back ${reason}.`, { service: 'user' });
}

interface CallbackServer {
  readonly url: string;
  readonly arrived: Promise<URLSearchParams>;
  close(): void;
}

/** Starts the callback server on loopback, for one request to a random path. */
async function startCallbackServer(): Promise<CallbackServer> {
  const path = `/${randomBytes(12).toString('hex')}`;
  let resolveQuery!: (query: URLSearchParams) => void;
  const arrived = new Promise<URLSearchParams>((resolve) => {
    resolveQuery = resolve;
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isCallback = request.method === 'GET' && pathname === path;
    response.writeHead(isCallback ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end(isCallback ? 'Back in tuk: this window can be closed.\n' : 'Nothing here.\n', () => {
      if (isCallback) resolveQuery(searchParams);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}${path}`,
    arrived,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
