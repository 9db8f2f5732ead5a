// An external signer for tests: a loopback server that speaks Clef's methods or those of a node, and may lie, refuse, hang or answer anything.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Transaction, type TransactionLike, type Wallet } from 'ethers';
import { afterFile, closed } from './cleanup.js';

/** A request of JSON-RPC. */
export interface SignerRequest {
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: parameters of any method
  readonly params: any[];
}
/** Answers a request in its own way, and returns true; else the usual answer follows. */
export type Misbehaviour = (request: SignerRequest, response: ServerResponse) => boolean;

/** A refusal as JSON-RPC carries it. */
class Refuses extends Error {
  readonly code: number;
  constructor(message: string, code = -32_000) {
    super(message);
    this.code = code;
  }
}

/** What a request asks to be signed, as ethers takes it. */
function askedFor({ params: [fields] }: SignerRequest): TransactionLike {
  const { gas, input, data = input, from: _, ...rest } = fields;
  return { ...rest, data, gasLimit: gas, type: 'gasPrice' in fields ? 0 : 2, nonce: Number(fields.nonce) };
}

/** Starts a signer of some wallets; it ends after the tests of the file. */
export async function externalSigner(
  wallets: readonly Wallet[],
  { clef = false }: { readonly clef?: boolean } = {},
): Promise<{
  readonly url: string;
  readonly requests: SignerRequest[];
  /** Changes what is signed, or the wallet that signs. */
  lie: ((asked: TransactionLike) => TransactionLike) | undefined;
  misbehave: Misbehaviour | undefined;
  signsWith: Wallet | undefined;
}> {
  const requests: SignerRequest[] = [];
  const state: Awaited<ReturnType<typeof externalSigner>> = {
    ...{ url: '', requests, lie: undefined, misbehave: undefined, signsWith: undefined },
  };
  const ofAddress = (address: string) => {
    const found = wallets.find((wallet) => wallet.address.toLowerCase() === address.toLowerCase());
    if (!found) throw new Refuses('unknown account');
    return state.signsWith ?? found;
  };
  const signed = async (request: SignerRequest): Promise<string> => {
    const wallet = ofAddress(request.params[0].from);
    const asked = askedFor(request);
    const transaction = Transaction.from(state.lie?.(asked) ?? asked);
    transaction.signature = wallet.signingKey.sign(transaction.unsignedHash);
    return transaction.serialized;
  };
  const addresses = wallets.map(({ address }) => address.toLowerCase());
  const methods: Readonly<Record<string, (request: SignerRequest) => unknown>> = clef
    ? {
        account_version: () => '6.1.0',
        account_list: () => addresses,
        account_signTransaction: async (request) => ({ raw: await signed(request), tx: {} }),
        account_signData: ({ params: [, address, data] }) =>
          ofAddress(address).signMessage(Buffer.from(data.slice(2), 'hex')),
      }
    : {
        eth_accounts: () => addresses,
        eth_signTransaction: signed,
        eth_sign: ({ params: [address, data] }) => ofAddress(address).signMessage(Buffer.from(data.slice(2), 'hex')),
      };
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await textOf(request)) as SignerRequest & { readonly id: number };
    requests.push(asked);
    if (state.misbehave?.(asked, response)) return;
    const body = await (async () => {
      try {
        const method = methods[asked.method];
        if (!method) throw new Refuses('the method does not exist', -32_601);
        return { result: await method(asked) };
      } catch (error) {
        return { error: { code: (error as Refuses).code ?? -32_000, message: (error as Error).message } };
      }
    })();
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...body }));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  afterFile(() => closed(server));
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/` });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
