// How a call over JSON-RPC is refused: a number of the standard, a sentence, and what a contract answered.

/** -32700 no JSON, -32600 no request, -32601 no method, -32602 no such parameters, -32000 refused, 3 reverted. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: string | undefined;
  constructor(code: number, message: string, data?: string) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
