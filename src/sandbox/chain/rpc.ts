// JSON-RPC at /rpc/{NETWORK}: one request or a batch of them, each in a transaction of its own.
import type { Network } from '../../services/catalogue/words.js';
import { atPresent } from '../core/catch-up.js';
import type { Running } from '../core/dispatch.js';
import { Refusal, refuse } from '../core/refusal.js';
import { scenarioOf } from '../core/scenarios.js';
import { type Ask, json, type Reply } from '../core/wire.js';
import type { World } from '../core/world.js';
import { networks } from './networks.js';
import { RpcError } from './rpc-error.js';
import { type Asked, methods } from './rpc-methods.js';
import { transaction } from './transaction.js';

type NetworkWord = (typeof Network)[number];
/** The most requests that a batch may hold. */
const largestBatch = 1000;

/** Answers a request to `/rpc/{NETWORK}`; what goes wrong in a call is told in its answer, under status 200. @throws {Refusal} */
export async function rpc(running: Running, ask: Ask): Promise<Reply> {
  const network = networkOf(ask.path);
  if (ask.method !== 'POST') throw new Refusal(405, `${ask.path} takes POST.`, 'METHOD_NOT_ALLOWED', { allow: 'POST' });
  if (!ask.bytes) return refuse(413, 'A body may hold 1 MiB at most.', 'TOO_LARGE');
  if (ask.note) ask.note.call = `rpc ${network}`;
  const sent = parse(ask.bytes);
  if (sent === undefined) return json(200, failure(null, new RpcError(-32700, 'the body is no JSON')));
  if (!Array.isArray(sent)) return replied(await answer(running, ask, network, sent));
  if (sent.length === 0 || sent.length > largestBatch)
    return json(200, failure(null, new RpcError(-32600, `a batch holds 1 to ${largestBatch} requests`)));
  const answers: unknown[] = [];
  for (const one of sent) answers.push(await answer(running, ask, network, one));
  const said = answers.filter((one) => one !== undefined);
  return replied(said.length > 0 ? said : undefined);
}

const replied = (body: unknown): Reply => (body === undefined ? { status: 204, headers: {} } : json(200, body));

function networkOf(path: string): NetworkWord {
  const [, name = ''] = /^\/rpc\/([A-Z_]+)\/?$/.exec(path) ?? [];
  const live = Object.hasOwn(networks, name) && networks[name as NetworkWord].nature === 'live here';
  if (live) return name as NetworkWord;
  const all = Object.entries(networks).filter(([, { nature }]) => nature === 'live here');
  return refuse(
    404,
    `There is JSON-RPC at ${all.map(([word]) => `/rpc/${word}`).join(', ')}; no main network has one here.`,
    'NOT_FOUND_ROUTE',
  );
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

/** What one request of a batch is answered; nothing for one that wants no answer. */
async function answer(running: Running, ask: Ask, network: NetworkWord, sent: unknown): Promise<unknown> {
  const { id, method, params = [], jsonrpc } = (typeof sent === 'object' && sent !== null ? sent : {}) as Readonly<Record<string, unknown>>;
  const known = id === null || typeof id === 'string' || typeof id === 'number' ? id : null;
  try {
    if (jsonrpc !== '2.0' || typeof method !== 'string' || !Array.isArray(params))
      throw new RpcError(-32600, 'this is no JSON-RPC 2.0 request');
    const result = await run(running, ask, { network, method, params });
    return id === undefined ? undefined : { jsonrpc: '2.0', id: known, result };
  } catch (error) {
    return id === undefined && !(error instanceof RpcError && error.code === -32600) ? undefined : failure(known, error);
  }
}

async function run(
  running: Running,
  { headers }: Ask,
  { network, method, params }: { network: NetworkWord; method: string; params: readonly unknown[] },
): Promise<unknown> {
  const work = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!work) throw new RpcError(-32601, `the method ${method.slice(0, 100)} does not exist here`);
  const writes = method === 'eth_sendRawTransaction';
  const signed = writes ? (await import('./decode.js')).decode(params[0]) : undefined;
  const { state } = running;
  return atPresent(running, writes, (now) => {
    const moment = { state, seed: running.seed, now };
    const scenario = () =>
      scenarioOf({ ...moment, scenario: headers['x-sandbox-scenario'], who: undefined } as unknown as World, transaction);
    return work({ ...moment, network, params, signed, scenario } satisfies Asked);
  });
}

function failure(id: string | number | null, error: unknown): unknown {
  const known = error instanceof RpcError ? error : error instanceof Refusal ? new RpcError(-32000, error.message) : undefined;
  const { code, message, data } =
    known ?? new RpcError(-32603, `The sandbox failed: ${error instanceof Error ? error.message : String(error)}`);
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
}
