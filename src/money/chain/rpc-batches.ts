// Sends JSON-RPC requests to a node: all of one turn of the event loop as one batch, if the node takes batches. Equal
// ones of a turn are sent once.

import { Failure } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { RpcRefusal, unusable } from './rpc-failures.js';

/**
 * Sends the body of a request or batch.
 * @returns the text of the response
 * @throws {Failure} without a usable HTTP response
 */
export type PostRpc = (methods: readonly string[], body: string) => Promise<string>;

/** A request that waits for the others of its turn. */
interface QueuedRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly result: Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}
const largestBatch = 100;
/** How a request is sent: with other reads, with other signed bytes in their order, or by itself since nodes limit it. */
export type Traffic = 'read' | 'send' | 'alone';

/** The requests to one node. */
export class RpcBatches {
  readonly #post: PostRpc;
  #id = 0;
  #queues = { read: new Map<string, QueuedRequest>(), send: new Map<string, QueuedRequest>() };
  #takesBatches = true;
  readonly #trafficOf: (method: string) => Traffic;
  readonly #parse: (text: string) => unknown;

  /**
   * @param trafficOf how a method is sent
   * @param parse parses a response; numbers of some chains are larger than a double
   */
  constructor(post: PostRpc, trafficOf: (method: string) => Traffic, parse: (text: string) => unknown = JSON.parse) {
    this.#post = post;
    this.#trafficOf = trafficOf;
    this.#parse = parse;
  }

  /** The result of a request. @throws {RpcRefusal} {ServerFailure} BAD_RPC_ANSWER {Failure} */
  request(method: string, params: readonly unknown[]): Promise<unknown> {
    const traffic = this.#trafficOf(method);
    if (traffic === 'alone') {
      const alone = queuedRequest(method, params);
      void this.#send([alone]);
      return alone.result;
    }
    const queue = this.#queues[traffic];
    const key = JSON.stringify([method, params]);
    const queued = queue.get(key) ?? queuedRequest(method, params);
    if (queue.size === 0) setImmediate(() => this.#flush(traffic));
    queue.set(key, queued);
    return queued.result;
  }
  #flush(traffic: 'read' | 'send') {
    const queue = [...this.#queues[traffic].values()];
    this.#queues[traffic] = new Map();
    const size = this.#takesBatches ? largestBatch : 1;
    for (let first = 0; first < queue.length; first += size) void this.#send(queue.slice(first, first + size));
  }
  /** Sends requests, and hands each its result or error. */
  async #send(queued: readonly QueuedRequest[]) {
    const requests = queued.map(({ method, params }) => ({ jsonrpc: '2.0', id: ++this.#id, method, params }));
    const methods = queued.map(({ method }) => method);
    try {
      const text = await this.#post(methods, JSON.stringify(requests.length === 1 ? requests[0] : requests));
      const value = parsed(methods, text, this.#parse);
      if (requests.length > 1 && !(Array.isArray(value) && value.length === requests.length))
        return this.#sendEach(queued);
      const responses = [value].flat();
      for (const [index, { method, resolve, reject }] of queued.entries())
        try {
          const { id } = requests[index]!;
          const response =
            queued.length === 1 ? responses[0] : responses.find((item) => isRecord(item) && item.id === id);
          resolve(resultOf(method, response, id));
        } catch (error) {
          reject(error);
        }
    } catch (error) {
      if (requests.length > 1 && error instanceof Failure && /^(refused|server)$/.test(error.kind))
        return this.#sendEach(queued);
      for (const { reject } of queued) reject(error);
    }
  }
  /** Sends each request by itself, since the node does not take them as a batch. */
  #sendEach(queued: readonly QueuedRequest[]) {
    this.#takesBatches = false;
    for (const item of queued) void this.#send([item]);
  }
}

function queuedRequest(method: string, params: readonly unknown[]): QueuedRequest {
  let ends!: Pick<QueuedRequest, 'resolve' | 'reject'>;
  const result = new Promise<unknown>((resolve, reject) => {
    ends = { resolve, reject };
  });
  return { method, params, result, ...ends };
}

/** @throws {ServerFailure} for a text that is not JSON-RPC */
function parsed(methods: readonly string[], text: string, parse: (text: string) => unknown): unknown {
  try {
    const value = parse(text);
    if (isRecord(value) || Array.isArray(value)) return value;
  } catch {
    // below
  }
  throw unusable([...new Set(methods)].join(', '), 'with something else than JSON-RPC');
}

function resultOf(method: string, response: unknown, id: number): unknown {
  if (!isRecord(response) || (response.id !== id && response.id !== null))
    throw unusable(method, 'for another request');
  if (isRecord(response.error)) {
    const { code, message, data } = response.error;
    throw new RpcRefusal(method, code, typeof message === 'string' ? message.slice(0, 300) : 'it gave no reason', data);
  }
  if (!('result' in response) || response.id === null) throw unusable(method, 'without a result');
  return response.result;
}
