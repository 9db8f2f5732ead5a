// The requests to one node: in batches, shared by a run, and held while a transaction is judged, so that all is judged
// by one moment.

import { type PostRpc, RpcBatches } from './rpc-batches.js';

/** Makes a request, or takes the result of an equal earlier one. */
export type ShareRpc = (
  method: string,
  params: readonly unknown[],
  request: () => Promise<unknown>,
) => Promise<unknown>;

/** How the requests of a kind of chain are made. */
interface RequestRules {
  /** Whether a method is never part of a batch: nodes limit it, or it sends bytes. */
  readonly goesAlone: (method: string) => boolean;
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

  constructor(post: PostRpc, share: ShareRpc, { goesAlone, isFresh, parse }: RequestRules) {
    this.#batches = new RpcBatches(post, goesAlone, parse);
    this.#share = share;
    this.#isFresh = isFresh;
  }

  /** Makes each read once until `release`, so that everything is judged by one moment. */
  hold(): void {
    this.#held = new Map();
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
