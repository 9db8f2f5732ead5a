// The failures of a chain's JSON-RPC: refusals of a node, and responses that cannot be used.

import type { CodeOf } from '../../services/http/error-codes.js';
import { Failure, Refused, ServerFailure } from '../../services/http/errors.js';

/** The error that a node responds with. */
export class RpcRefusal extends Failure {
  readonly rpcCode: number | undefined;
  readonly data: unknown;
  /** The words of the node. */
  readonly said: string;
  constructor(method: string, code: unknown, said: string, data?: unknown) {
    super('refused', 'RPC_REFUSED', `The node refused ${method}: ${said}`, undefined, {
      service: 'chain',
      call: method,
    });
    this.rpcCode = typeof code === 'number' ? code : undefined;
    this.data = data;
    this.said = said;
  }
}

/** The result of a request, or of `use` for a refusal. @throws {Failure} any other failure of the request */
export const orRefusal = <Result, Other>(
  request: Promise<Result>,
  use: (refusal: RpcRefusal) => Other,
): Promise<Result | Other> =>
  request.catch((error: unknown) => {
    if (error instanceof RpcRefusal) return use(error);
    throw error;
  });

/** The failure for a response that cannot be used. @param how the end of a sentence: `without a hash` */
export const unusable = (method: string, how: string): ServerFailure =>
  new ServerFailure(
    'BAD_RPC_ANSWER',
    `The node answered ${method} ${how}.`,
    { service: 'chain', call: method },
    'Try another node: tuk profile set NAME rpc.NETWORK URL',
  );

/** What a service or a chain would refuse: nothing was sent. */
export const refusedUnsent = (code: CodeOf<'refused'>, message: string, hint?: string): Refused =>
  new Refused('refused', code, message, hint, { unsent: true });
