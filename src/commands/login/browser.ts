// Signing in in a browser: the address is shown or opened, never followed by us; the browser brings back a one-time code.
import { randomBytes } from 'node:crypto';
import type { Context } from '../../cli/context.js';
import { duration } from '../../cli/duration.js';
import { BadInput, Failure, ServerFailure } from '../../services/http/errors.js';
import { isLoopback } from '../../session/profile.js';
import { type Entered, signInCall } from './entered.js';
import { type OneTimeCode, withCode } from './handed.js';

/** Who may sign a person in, with the call that leads there and the word that a code of theirs has (SPEC.md sections 3 and 7). */
export const providers = {
  discord: { call: 'signInWithDiscord', type: 'DISCORD' },
  facebook: { call: 'signInWithFacebook', type: 'FACEBOOK' },
  google: { call: 'signInWithGoogle', type: 'GOOGLE' },
  twitter: { call: 'signInWithTwitter', type: 'TWITTER' },
} as const;
export type Provider = keyof typeof providers;

/** The address that a browser has to open, for it to come back to `redirectUrl`. @throws {ServerFailure} for one that is not safe to open; {Failure} */
export async function addressToOpen(context: Context, provider: Provider, redirectUrl: string): Promise<string> {
  const { location } = ((await signInCall(context, 'user', providers[provider].call, { redirectUrl })) ?? {}) as { location?: unknown };
  const url = typeof location === 'string' && URL.canParse(location) ? new URL(location) : undefined;
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
    throw new ServerFailure('BAD_REDIRECT', 'The service gave no address that is safe to open in a browser.', { service: 'user' });
  return url.href;
}

/** How long a person has for it. */
const usualWait = '5m';

/** Opens the browser, waits for it to come back, and signs in with the code it brings. @throws {Failure} */
export async function browser(context: Context, provider: Provider, { wait = usualWait, open = true } = {}): Promise<Entered> {
  const limit = duration(wait, '--wait');
  const back = await listen(limit, context.world.signal);
  try {
    const address = await addressToOpen(context, provider, back.url);
    context.log(`  Sign in with your browser: ${address}`);
    if (open) await openBrowser(address, context.world.env.BROWSER);
    const code = codeFrom(await back.arrived, provider);
    context.redact.add(code.code);
    return await withCode(context, code);
  } finally {
    back.close();
  }
}

/** @throws {ServerFailure} naming what came back instead of a code, by name only */
function codeFrom(query: URLSearchParams, provider: Provider): OneTimeCode {
  const code = query.get('code');
  if (code) return { type: query.get('type') ?? providers[provider].type, code };
  const error = query.get('error');
  const brought = [...query.keys()].join(', ') || 'nothing';
  const why = error ? `with the error ${JSON.stringify(error.slice(0, 60))}` : `without a code; it brought ${brought}`;
  throw new ServerFailure('NO_CODE', `The browser came back ${why}.`, { service: 'user' });
}

interface Listening {
  readonly url: string;
  readonly arrived: Promise<URLSearchParams>;
  close(): void;
}

/** A place on this machine that the browser comes back to, once, at an address that nobody can guess. */
async function listen(limit: number, signal: AbortSignal | undefined): Promise<Listening> {
  const { createServer } = await import('node:http');
  const place = `/${randomBytes(12).toString('hex')}`;
  let came: (query: URLSearchParams) => void = () => {};
  let failed: (why: Failure) => void = () => {};
  const arrived = new Promise<URLSearchParams>((resolve, reject) => {
    [came, failed] = [resolve, reject];
  });
  arrived.catch(() => {}); // heard later, or not at all
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const ours = request.method === 'GET' && pathname === place;
    response.writeHead(ours ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end(ours ? 'Back in tuk: this window can be closed.\n' : 'Nothing here.\n', () => {
      if (ours) came(searchParams);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const late = () => failed(new Failure('pending', 'NOT_BACK', 'The browser did not come back in time.', 'Try again, or raise --wait.'));
  const timer = limit > 0 ? setTimeout(late, limit) : undefined;
  const stopped = () => failed(new Failure('interrupted', 'INTERRUPTED', 'Interrupted.'));
  signal?.addEventListener('abort', stopped, { once: true });
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}${place}`,
    arrived,
    close() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stopped);
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Opens an address with what the system opens addresses with; where that fails the person has the address before them. */
async function openBrowser(address: string, named: string | undefined): Promise<void> {
  const [command, ...args] = named ? [named] : (opener[process.platform as keyof typeof opener] ?? ['xdg-open']);
  const { spawn } = await import('node:child_process');
  const child = spawn(command!, [...args, address], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}
const opener = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] };

/** A provider by its name. @throws {BadInput} */
export function providerNamed(typed: string): Provider {
  if (Object.hasOwn(providers, typed)) return typed as Provider;
  throw new BadInput(
    'UNKNOWN_PROVIDER',
    `There is no sign-in with ${JSON.stringify(typed)}.`,
    `There are: ${Object.keys(providers).join(', ')}.`,
  );
}
