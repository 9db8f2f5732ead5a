// What a reference (--client-ref) is bound to: the world or origin that gets the request, and the account that makes it.
import { createHash } from 'node:crypto';
import type { Context } from '../cli/context.js';
import { readOnce } from '../engine/read-command.js';
import type { Call } from '../services/catalogue/define.js';
import { Failure } from '../services/http/errors.js';
import type { HttpRequest } from '../services/http/transport.js';
import { isRecord, type Row } from '../services/json-value.js';
import type { Binding } from './ledger.js';

/** Finds the origin, or the sandbox's world, and the account of a request. Reads who is signed in, where the token does not say it. @throws {Failure} */
export function bindingOf(context: Context, call: Call, request: HttpRequest): Promise<Binding> {
  const { transfer } = context;
  const key = [call.service, request.headers.Authorization].join('\n');
  transfer.bindings ??= new Map();
  const found = transfer.bindings.get(key) ?? findBinding(context, call, request);
  transfer.bindings.set(key, found);
  return found;
}

async function findBinding(context: Context, { auth }: Call, { url, headers }: HttpRequest): Promise<Binding> {
  const [scheme, credential = ''] = (headers.Authorization ?? '').split(' ');
  const token = auth === 'signed-in' ? readToken(credential) : undefined;
  const origin = token?.world ?? (context.embedded ? 'sandbox' : new URL(url).origin); // the embedded sandbox has another port at every start
  if (auth !== 'signed-in') return { origin, account: `${scheme || 'public'}:${hashed(credential)}` };
  return { origin, account: token?.subject === undefined ? await accountRead(context, credential) : `sub:${token.subject}` };
}

/** Who is signed in, as the user service says; the session, where it does not. */
async function accountRead(context: Context, credential: string): Promise<string> {
  try {
    const user: unknown = (await readOnce(context, 'user', 'getCurrent', {}, {}, { patient: true })).data;
    if (isRecord(user) && typeof user.id === 'string') return `user:${user.id}`;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
  }
  const { session } = await context.session.token();
  return `session:${session?.id ?? hashed(credential)}`;
}

/** What a JWT (RFC 7519) says of its subject, and of the sandbox's world whose key signed it; unverified: the service verifies it. */
function readToken(token: string): { readonly subject?: string; readonly world?: string } {
  const [header, claims] = token.split('.', 2).map(jsonIn);
  const { sub, iss } = claims ?? {};
  return {
    ...(typeof sub === 'string' && sub !== '' ? { subject: sub } : {}),
    ...(iss === 'tuk-sandbox' && typeof header?.kid === 'string' ? { world: `sandbox:${header.kid}` } : {}),
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

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
