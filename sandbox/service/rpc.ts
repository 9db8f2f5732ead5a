// Handles JSON-RPC at /rpc/{NETWORK}: a request or a batch, each request in its own transaction.

import type { Network } from '../../src/services/catalogue/words.js';
import { RpcError } from '../chain/abi.js';
import { decode } from '../chain/decode.js';
import { networks } from '../chain/networks.js';
import { methods, type RpcRequest } from '../chain/rpc-methods.js';
import { solanaMethods } from '../chain/solana-node.js';
import { chainTransaction } from '../chain/transaction.js';
import { jsonResponse, type SandboxRequest, type SandboxResponse } from '../core/http-messages.js';
import { type HandlerContext, Refusal, refuse, scenarioOf } from '../core/index.js';
import type { SandboxRuntime } from '../core/runtime.js';
import { catchUp } from './dispatch.js';

const largestBatch = 1000;

/** Errors of a call are in the body, under status 200. @throws {Refusal} */
export async function handleRpc(runtime: SandboxRuntime, request: SandboxRequest): Promise<SandboxResponse> {
  const network = networkOf(request.path);
  if (request.method !== 'POST')
    throw new Refusal(405, `${request.path} takes POST.`, 'METHOD_NOT_ALLOWED', { allow: 'POST' });
  if (!request.bytes) return refuse(413, 'A body may hold 1 MiB at most.', 'TOO_LARGE');
  if (request.logFields) request.logFields.call = `rpc ${network}`;
  const sent = parse(request.bytes);
  if (sent === undefined) return jsonResponse(200, failure(null, new RpcError(-32700, 'the body is no JSON')));
  if (!Array.isArray(sent)) return toResponse(await respondTo(runtime, request, network, sent));
  if (sent.length === 0 || sent.length > largestBatch)
    return jsonResponse(200, failure(null, new RpcError(-32600, `a batch holds 1 to ${largestBatch} requests`)));
  const results: unknown[] = [];
  for (const part of sent) results.push(await respondTo(runtime, request, network, part));
  const responses = results.filter((result) => result !== undefined);
  return toResponse(responses.length > 0 ? responses : undefined);
}

const toResponse = (body: unknown): SandboxResponse =>
  body === undefined ? { status: 204, headers: {} } : jsonResponse(200, body);

function networkOf(path: string): Network {
  const [, name = ''] = /^\/rpc\/([A-Z_]+)\/?$/.exec(path) ?? [];
  const live = Object.hasOwn(networks, name) && networks[name as Network].nature === 'live here';
  if (live) return name as Network;
  const served = Object.entries(networks).filter(([, { nature }]) => nature === 'live here');
  return refuse(
    404,
    `There is JSON-RPC at ${served.map(([word]) => `/rpc/${word}`).join(', ')}; no main network has one here.`,
    'NOT_FOUND_ROUTE',
  );
}

function parse(bytes: Uint8Array) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

/** Undefined for a notification. */
async function respondTo(
  runtime: SandboxRuntime,
  request: SandboxRequest,
  network: Network,
  sent: unknown,
): Promise<unknown> {
  const {
    id,
    method,
    params = [],
    jsonrpc,
  } = (typeof sent === 'object' && sent !== null ? sent : {}) as Readonly<Record<string, unknown>>;
  const requestId = id === null || typeof id === 'string' || typeof id === 'number' ? id : null;
  try {
    if (jsonrpc !== '2.0' || typeof method !== 'string' || !Array.isArray(params))
      throw new RpcError(-32600, 'this is no JSON-RPC 2.0 request');
    const result = await run(runtime, request, { network, method, params });
    return id === undefined ? undefined : { jsonrpc: '2.0', id: requestId, result };
  } catch (error) {
    return id === undefined && !(error instanceof RpcError && error.code === -32600)
      ? undefined
      : failure(requestId, error);
  }
}

async function run(
  runtime: SandboxRuntime,
  { headers }: SandboxRequest,
  { network, method, params }: { network: Network; method: string; params: readonly unknown[] },
): Promise<unknown> {
  const served = network === 'SOLANA_DEV' ? solanaMethods : methods;
  const work = Object.hasOwn(served, method) ? served[method] : undefined;
  if (!work) throw new RpcError(-32601, `the method ${method.slice(0, 100)} does not exist here`);
  const signed = method === 'eth_sendRawTransaction' && served === methods ? decode(params[0]) : undefined;
  const writes = signed !== undefined || method === 'sendTransaction';
  const { state } = runtime;
  return catchUp(runtime, writes, (now) => {
    const context = { state, seed: runtime.seed, now };
    const scenario = () =>
      scenarioOf(
        { ...context, scenario: headers['x-sandbox-scenario'], who: undefined } as unknown as HandlerContext,
        chainTransaction,
      );
    return work({ ...context, network, params, signed, scenario } satisfies RpcRequest);
  });
}

function failure(id: string | number | null, error: unknown) {
  const rpcError =
    error instanceof RpcError ? error : error instanceof Refusal ? new RpcError(-32000, error.message) : undefined;
  const { code, message, data } =
    rpcError ?? new RpcError(-32603, `The sandbox failed: ${error instanceof Error ? error.message : String(error)}`);
  return { jsonrpc: '2.0', id, error: { code, message, data } };
}
