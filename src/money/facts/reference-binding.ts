// Binds a reference (--client-ref) to the origin of the request, in a sandbox to its world, and to the account.

import { createHash } from 'node:crypto';
import type { Call } from '../../services/catalogue/define.js';
import type { CodeOf } from '../../services/http/error-codes.js';
import { Guarded, partFailure } from '../../services/http/errors.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { isRecord, type Row } from '../../services/json-value.js';
import type { Intent, Operation } from '../ledger/operation.js';
import { type Binding, bindingTo, isAt } from '../ledger/owner.js';
import type { ReadEndpoint } from './reads.js';

/** The dependencies for finding the account. */
export interface BindingDependencies {
  /** Whether the embedded sandbox gets the requests: its origin is `sandbox`, since it has no address. */
  readonly embedded: boolean;
  /**
   * Whether a service is a sandbox, as the server itself shows; the token proves nothing.
   * @throws {Failure} without a response
   */
  readonly isSandbox: (service: string) => Promise<boolean>;
  readonly read: ReadEndpoint;
  readonly sessionId: () => Promise<string | undefined>;
  /** The access token of the session in use: a call without sign-in is bound to its account, too. */
  readonly sessionToken: () => Promise<string | undefined>;
}

/**
 * Finds the origin, in a sandbox with its world, and the account of a request.
 * @param mayRead whether the signed-in user is read for a token without a subject; else the session stands for the
 * account
 * @throws {Failure}
 */
export async function bindingOf(
  { auth, service }: Call,
  { url, headers }: HttpRequest,
  deps: BindingDependencies,
  { mayRead }: { readonly mayRead: boolean },
): Promise<Binding> {
  const [scheme, sent = ''] = (headers.Authorization ?? '').split(' ');
  const credential = auth === 'signed-in' || scheme ? sent : ((await deps.sessionToken()) ?? '');
  const isSession = auth === 'signed-in' || (!scheme && credential !== '');
  const token = isSession ? readToken(credential) : undefined;
  const origin = await originOf(url, service, token?.world, deps);
  if (!isSession) return { origin, account: `${scheme || 'public'}:${hashed(credential)}` };
  if (token?.subject !== undefined) return { origin, account: `sub:${token.subject}` };
  return { origin, account: mayRead ? await accountOf(credential, deps) : await sessionOf(credential, deps) };
}

/**
 * Refuses a reference that may have been used for the same thing: at another address, with another version of the call,
 * in another session.
 * @param used the operation that has the reference
 * @param showCommand the command that shows it
 * @throws {Guarded}
 */
export function refuseUnclear(intent: Intent, used: Operation, showCommand: string): void {
  const { id, ref, origin, call } = used;
  const refuse = (code: CodeOf<'guarded'>, how: string, other = 'another operation'): Guarded =>
    new Guarded(
      code,
      `--client-ref ${ref} was used ${how}.`,
      `See ${showCommand}. If it is ${other}, use another name.`,
    );
  const unclear = 'and it is not known whether by the same account';
  if (!isAt(intent, used)) throw refuse('REF_OF_OTHER_ORIGIN', `at another address (${id}, ${origin}), ${unclear}`);
  if (call !== intent.call) throw refuse('REF_OF_OTHER_VERSION', `with another version of the call (${id}, ${call})`);
  if (bindingTo(intent, used) === 'unclear')
    throw refuse('REF_OF_OTHER_SESSION', `in another session (${id}), ${unclear}`, "another account's");
}

/**
 * The origin of a request: `sandbox:WORLD`, or `ORIGIN sandbox:WORLD` if the server proves to be a sandbox; else its
 * address alone.
 */
async function originOf(url: string, service: string, world: string | undefined, deps: BindingDependencies) {
  if (deps.embedded) return world ?? 'sandbox';
  const { origin } = new URL(url);
  return world !== undefined && (await deps.isSandbox(service)) ? `${origin} ${world}` : origin;
}

/** The signed-in user, from the user service; else the session. */
async function accountOf(credential: string, { read, sessionId }: BindingDependencies) {
  try {
    const user: unknown = (await read('user', 'getCurrent', {}, { patient: true })).data;
    if (isRecord(user) && typeof user.id === 'string') return `user:${user.id}`;
  } catch (error) {
    partFailure(error);
  }
  return sessionOf(credential, { sessionId });
}
const sessionOf = async (credential: string, { sessionId }: Pick<BindingDependencies, 'sessionId'>) =>
  `session:${(await sessionId()) ?? hashed(credential)}`;

/**
 * The subject of a JWT (RFC 7519), and the sandbox world of its key; unverified, so only a sandbox is believed to have
 * that world.
 */
function readToken(token: string): { readonly subject?: string; readonly world?: string } {
  const [header, claims] = token.split('.', 2).map(jsonIn);
  const { sub, iss } = claims ?? {};
  return {
    subject: typeof sub === 'string' && sub !== '' ? sub : undefined,
    world: iss === 'tuk-sandbox' && typeof header?.kid === 'string' ? `sandbox:${header.kid}` : undefined,
  };
}

function jsonIn(part: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
