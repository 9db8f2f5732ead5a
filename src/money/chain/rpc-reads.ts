// The requests to one node: in batches, shared by a run, and held while a transaction is judged, so that all is judged
// by one moment.

import { type PostRpc, RpcBatches, type Traffic } from './rpc-batches.js';

/** Makes a request, or takes the result of an equal earlier one. */
export type ShareRpc = (
  method: string,
  params: readonly unknown[],
  request: () => Promise<unknown>,
) => Promise<unknown>;

/** Where the requests to a node go, and what a run shares of them. */
export interface NodeRequests {
  readonly post: PostRpc;
  readonly share?: ShareRpc | undefined;
  /** The batches of the node: those of the rows beside this one, or new ones. */
  readonly batches?: ((make: () => RpcBatches) => RpcBatches) | undefined;
}

/** How the requests of a kind of chain are made. */
interface RequestRules {
  readonly trafficOf: (method: string) => Traffic;
  /** Whether a method is made anew each time: it sends bytes, or its result is evidence of what has happened. */
  readonly isFresh: (method: string) => boolean;
  /** Parses a response: numbers of some chains are larger than a double. */
  readonly parse?: (text: string) => unknown;
}

/** The requests to one node. */
export class RpcReads {
  readonly #batches: RpcBatches;
  readonly #share: ShareRpc;
  readonly #isFresh: (method: string) => boolean;
  /** The reads since `hold`. */
  #held: Map<string, Promise<unknown>> | undefined;

  constructor(
    { post, share = (_, __, request) => request(), batches = (make) => make() }: NodeRequests,
    { trafficOf, isFresh, parse }: RequestRules,
  ) {
    this.#batches = batches(() => new RpcBatches(post, trafficOf, parse));
    this.#share = share;
    this.#isFresh = isFresh;
  }

  /**
   * Makes each read once until `release`, so that everything is judged by one moment.
   * @param reads those of the group that is judged together
   */
  hold(reads: Map<string, Promise<unknown>> = new Map()): void {
    this.#held = reads;
  }
  /** Forgets the reads since `hold`. */
  renew(): void {
    if (this.#held) this.hold();
  }
  /** Makes each read anew from now on. */
  release(): void {
    this.#held = undefined;
  }

  /** Makes a request. @throws {RpcRefusal} {ServerFailure} BAD_RPC_ANSWER {Failure} */
  call(method: string, params: readonly unknown[]): Promise<unknown> {
    if (this.#isFresh(method)) return this.#batches.request(method, params);
    const request = () => this.#share(method, params, () => this.#batches.request(method, params));
    const held = this.#held;
    if (held === undefined) return request();
    const key = JSON.stringify([method, params]);
    const result = held.get(key) ?? request();
    held.set(key, result);
    return result;
  }
}
