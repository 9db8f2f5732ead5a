// The error of a JSON-RPC call: the standard's number, a message, and the revert data of a contract.

/** -32700 invalid JSON, -32600 invalid request, -32601 unknown method, -32602 invalid params, -32000 refused, 3 reverted. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: string | undefined;
  constructor(code: number, message: string, data?: string) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
