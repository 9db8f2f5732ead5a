// A node of an EVM chain as a function: what it answers to a method, or the error that it throws.
import { Rpc } from '../../src/money/evm/rpc.js';

type Answer = (method: string, params: readonly unknown[]) => unknown;

/** A client of a node that answers, alone or in a batch. @param code of its errors */
export function evmNode(answer: Answer, code = -32_601): Rpc {
  const one = async ({ id, method, params }: { id: number; method: string; params: unknown[] }) => {
    try {
      return { jsonrpc: '2.0', id, result: await answer(method, params) };
    } catch (error) {
      return { jsonrpc: '2.0', id, error: { code, message: (error as Error).message } };
    }
  };
  return new Rpc({
    post: async (_, body) => {
      const sent = JSON.parse(body) as Parameters<typeof one>[0] | Parameters<typeof one>[0][];
      return JSON.stringify(Array.isArray(sent) ? await Promise.all(sent.map(one)) : await one(sent));
    },
  });
}

/** The same node, with some results changed. */
export const changedNode = (
  rpc: Rpc,
  change: (method: string, params: readonly unknown[], result: unknown) => unknown,
) => evmNode(async (method, params) => change(method, params, await rpc.call(method, params)));
